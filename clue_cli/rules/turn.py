"""A turn of the detective game: one class a phase, each saying who acts, what is open, what follows.

Starting -> Throwing -> Walking -> Asking -> Refuting -> Closing, and an accusation where the rules let one
be made. Each option of the rules is read at one place here.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clue_cli.rules.actions import Accuse, Action, Claims, Dice, End, Go, Legal, Passage, Roll, Show, Suggest
from clue_cli.rules.chance import throws
from clue_cli.rules.events import (
    Accused,
    CaseSeen,
    Cleared,
    Dragged,
    Ended,
    Looked,
    Passed,
    PutOut,
    Rolled,
    Shown,
    Stuck,
    Suggested,
    TookPassage,
    TurnBegan,
    Unrefuted,
    Walked,
)
from clue_cli.rules.model import AccuseWhen, AccuseWhere, Kind, LastStanding, OutToken, Stay
from clue_cli.rules.movement import Reach, reach
from clue_cli.rules.position import ChancePhase, Over, Phase, Position
from clue_cli.rules.table import Outcome


def begin_turn(game: Position, seat: int) -> Position:
    """Let the next turn be that of `seat`."""
    return game.tell(TurnBegan(game.table.turn + 1, seat)).to(Starting())


def scene(game: Position) -> str | None:
    """Return the room in which the active token stands and can suggest; None elsewhere (C-08)."""
    place = game.table.place(game.table.active)
    return place if isinstance(place, str) and game.scenario.board.room(place).scene else None


# --- moving ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Starting(Phase):
    """Choose between dice, passage and suggesting where one is. Rules: CL-04 CL-05 C15-08."""

    def legal(self, game: Position) -> Legal:
        """Offer the ways to start a turn."""
        passages = game.scenario.passages_from(game.table.place(game.table.active))
        suggestions = _suggestions(game) if _may_stay(game) else ()
        return Legal((Roll(),), tuple(map(Passage, passages)), suggestions, _accusations(game))

    def apply(self, game: Position, action: Action) -> Position:
        """Throw the dice, take the passage, or suggest in their place."""
        match action:
            case Roll():
                return game.to(Throwing())
            case Passage(room):
                return _arrive(game.tell(TookPassage(game.table.active, room)))
            case Suggest(cards):
                return _suggest(game, cards)
            case _:
                return _accuse(game, action)


def _may_stay(game: Position) -> bool:
    """Tell whether the active player may suggest in place of moving."""
    match game.scenario.rules.move_stay:
        case Stay.ALWAYS:
            return scene(game) is not None
        case Stay.IF_DRAGGED:
            return scene(game) is not None and game.table.seats[game.table.active] in game.table.dragged
        case Stay.NEVER:
            return False


@dataclass(frozen=True, slots=True)
class Throwing(ChancePhase):
    """Let the dice fall. Rule: CL-01."""

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List every fall of the dice."""
        return throws(game.scenario.rules.move_dice)

    def apply(self, game: Position, action: Action) -> Position:
        """Read the dice; a token that can't step at all ends its move where it is (C-06)."""
        assert isinstance(action, Dice)
        seat = game.table.active
        game = game.tell(Rolled(seat, action.pips))
        # a token that is stuck in a room did not enter it this turn, so no suggestion follows (CL-06)
        return game.to(Walking()) if _reach(game) else _close(game.tell(Stuck(seat)))


def _reach(game: Position) -> Reach:
    place = game.table.place(game.table.active)
    return reach(game.scenario.board, place, sum(game.table.pips), game.table.occupied() - {place})


@dataclass(frozen=True, slots=True)
class Walking(Phase):
    """Walk with the roll. Rules: C-03…C-07 C-14."""

    def legal(self, game: Position) -> Legal:
        """Offer the places where the walk may end."""
        return Legal(tuple(map(Go, _reach(game))), _accusations(game))

    def apply(self, game: Position, action: Action) -> Position:
        """Walk there."""
        match action:
            case Go(place):
                return _arrive(game.tell(Walked(game.table.active, place)))
            case _:
                return _accuse(game, action)


def _arrive(game: Position) -> Position:
    """Look at a card that lies here, and go on to the suggestion where one can be made. Rule: C15-07."""
    seat, room = game.table.active, game.table.place(game.table.active)
    if isinstance(room, str) and room in game.laid:
        looked = Looked(seat, room, game.laid[room])
        game = game.tell_apart(looked, replace(looked, card=None), frozenset({seat}))
    return game.to(Asking()) if scene(game) else _close(game)


# --- suggesting --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asking(Phase):
    """Suggest in the room just reached, or leave it. Rules: C-08 C-09 C-11 CL-06."""

    def legal(self, game: Position) -> Legal:
        """Offer every suggestion with this room, or none."""
        return Legal(_suggestions(game), _accusations(game, closing=True), (End(),))

    def apply(self, game: Position, action: Action) -> Position:
        """Ask the others, or end the turn without."""
        return _suggest(game, action.cards) if isinstance(action, Suggest) else _end(game, action)


def _suggestions(game: Position) -> Claims:
    return Claims(Suggest, tuple(c.ids for c in game.scenario.categories if c.kind is not Kind.ROOM))


def _suggest(game: Position, cards: tuple[str, ...]) -> Position:
    """Name the cards with the room one is in, drag what is named there, and ask from the left."""
    seat, room = game.table.active, scene(game)
    assert room
    others = iter(cards)
    kinds = (category.kind for category in game.scenario.categories)
    named = tuple(room if kind is Kind.ROOM else next(others) for kind in kinds)
    game = game.tell(Suggested(seat, named))
    for card in cards:
        if game.table.whereabouts(card) != room:
            game = game.tell(Dragged(card, room))
    return _ask_from(game, (seat + 1) % len(game.hands), named)


def _ask_from(game: Position, seat: int, named: tuple[str, ...]) -> Position:
    """Ask clockwise from `seat` until one holds a named card, or all but the suggester passed (CL-08)."""
    by = game.table.active
    while seat != by:
        if game.hands[seat] & set(named):
            return game.to(Refuting(seat, named))
        game = game.tell(Passed(seat, named))
        seat = (seat + 1) % len(game.hands)
    return _close(game.tell(Unrefuted(by, named)))


@dataclass(frozen=True, slots=True)
class Refuting(Phase):
    """Show one of the named cards, to the suggester alone. Rules: C-10 CL-08."""

    by: int
    named: tuple[str, ...]

    def seat(self, _game: Position) -> int | None:
        """Let the player asked act, out or not (C-12)."""
        return self.by

    def legal(self, game: Position) -> Legal:
        """Offer the named cards in hand."""
        return Legal(tuple(Show(card) for card in self.named if card in game.hands[self.by]))

    def apply(self, game: Position, action: Action) -> Position:
        """Show the card; others learn only that one was shown."""
        assert isinstance(action, Show)
        to = game.table.active
        seen = Shown(self.by, to, self.named, action.card)
        game = game.tell_apart(seen, replace(seen, card=None), frozenset({self.by, to}))
        return _close(game, refuted=True)


# --- ending a turn -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Closing(Phase):
    """Accuse or end the turn. Rule: CL-09."""

    refuted: bool

    def legal(self, game: Position) -> Legal:
        """Offer every accusation, or none."""
        return Legal(_accusations(game, closing=True, refuted=self.refuted), (End(),))

    def apply(self, game: Position, action: Action) -> Position:
        """Check the accusation, or go on to the next player."""
        return _end(game, action)


def _close(game: Position, *, refuted: bool = False) -> Position:
    """End the turn, after the choice to accuse where there is one."""
    may_accuse = bool(_accusations(game, closing=True, refuted=refuted))
    return game.to(Closing(refuted)) if may_accuse else _next_turn(game)


def _end(game: Position, action: Action) -> Position:
    return _next_turn(game) if isinstance(action, End) else _accuse(game, action)


def _next_turn(game: Position) -> Position:
    """Go on clockwise, skipping players who are out (C-13)."""
    count = len(game.hands)
    order = ((game.table.active + step) % count for step in range(1, count + 1))
    return begin_turn(game, next(seat for seat in order if seat not in game.table.out))


# --- accusing ----------------------------------------------------------------------------------


def _accusations(game: Position, *, closing: bool = False, refuted: bool = False) -> Collection[Action]:
    """Return the open accusations; `closing` once the move is made, `refuted` if the suggestion was."""
    rules = game.scenario.rules
    in_room = isinstance(game.table.place(game.table.active), str)
    if rules.accuse_where is AccuseWhere.ANY_ROOM and not in_room:  # any room: also one that is no scene
        return ()
    match rules.accuse_when:
        case AccuseWhen.ON_TURN:
            open_ = True
        case AccuseWhen.END_OF_TURN:
            open_ = closing
        case AccuseWhen.IF_UNREFUTED:
            # a turn in which nothing was suggested counts as unrefuted (CL-09, decided)
            open_ = closing and not refuted
    return Claims(Accuse, tuple(category.ids for category in game.scenario.categories)) if open_ else ()


def _accuse(game: Position, action: Action) -> Position:
    """Compare with the envelope: right wins, wrong puts the player out. Rule: C-12."""
    assert isinstance(action, Accuse)
    seat = game.table.active
    # both are in the order of the categories, so that equal cards are equal tuples
    right = action.cards == game.case
    game = game.tell(Accused(seat, action.cards, right))
    if right:
        return _finish(game, seat)
    game = game.tell_alone(CaseSeen(seat, game.case), frozenset({seat}))
    game = _clear_door(game.tell(PutOut(seat)), seat)
    left = [s for s in range(len(game.hands)) if s not in game.table.out]
    if not left:
        return _finish(game, None)
    if len(left) == 1 and game.scenario.rules.accuse_last_standing is LastStanding.WINS:
        return _finish(game, left[0])
    return _next_turn(game)


def _clear_door(game: Position, seat: int) -> Position:
    """Move the token of a player put out off the square outside a door, into that room. Rule: CL-10."""
    if game.scenario.rules.move_out_token is OutToken.STAYS:
        return game
    place = game.table.place(seat)
    for room in game.scenario.board.rooms:
        if any(door.outside == place for door in room.doors):
            return game.tell(Cleared(seat, room.id))
    return game


def _finish(game: Position, winner: int | None) -> Position:
    game = game.tell(Ended(winner, game.case))
    return game.to(Over(Outcome(winner, game.table.rolls)))
