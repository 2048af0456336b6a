"""A turn of the detective game: one class a phase, each saying who acts, what is open, what follows.

Starting -> Throwing -> Walking -> Asking -> Refuting -> Closing, and an accusation where the rules let one
be made. Each option of the rules is read at one place here.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clue_cli.rules.actions import (
    Accuse,
    Action,
    Claims,
    Dice,
    End,
    Go,
    Legal,
    Passage,
    Roll,
    Show,
    Stay,
    Suggest,
)
from clue_cli.rules.chance import throws
from clue_cli.rules.clue import ChancePhase, Clue, Over, Phase
from clue_cli.rules.events import (
    Accused,
    CaseSeen,
    Cleared,
    Ended,
    Passed,
    Rolled,
    Shown,
    Stayed,
    Stuck,
    Suggested,
    TookPassage,
    TurnBegan,
    Unrefuted,
    Walked,
)
from clue_cli.rules.model import (
    AccuseWhen,
    AccuseWhere,
    Kind,
    LastStanding,
    OutToken,
    Passages,
)
from clue_cli.rules.model import Stay as StayRule
from clue_cli.rules.movement import Reach, reach
from clue_cli.rules.table import Outcome


def begin_turn(game: Clue, seat: int) -> Clue:
    """Let the next turn be that of `seat`."""
    return game.tell(TurnBegan(game.table.turn + 1, seat)).to(Starting())


@dataclass(frozen=True, slots=True)
class Starting(Phase):
    """Choose between dice, passage and staying. Rules: CL-04 CL-05 C15-08."""

    def legal(self, game: Clue) -> Legal:
        """Offer the ways to start a turn."""
        place = game.table.place(game.table.active)
        secret = game.scenario.rules.passages is Passages.INSTEAD_OF_ROLL
        passages = tuple(map(Passage, game.scenario.board.passages_from(place))) if secret else ()
        stay = (Stay(),) if _may_stay(game) else ()
        return Legal((Roll(),), passages, stay, _accusations(game))

    def apply(self, game: Clue, action: Action) -> Clue:
        """Throw the dice, take the passage, or stay."""
        seat = game.table.active
        match action:
            case Roll():
                return game.to(Throwing())
            case Passage(room):
                return _arrive(game.tell(TookPassage(seat, room)))
            case Stay():
                return game.tell(Stayed(seat)).to(Asking(may_leave=False))
            case _:
                return _accuse(game, action)


def _may_stay(game: Clue) -> bool:
    token = game.table.seats[game.table.active]
    in_room = isinstance(game.table.tokens[token], str)
    match game.scenario.rules.stay:
        case StayRule.ALWAYS:
            return in_room
        case StayRule.IF_DRAGGED:
            return in_room and token in game.table.dragged
        case StayRule.NEVER:
            return False


@dataclass(frozen=True, slots=True)
class Throwing(ChancePhase):
    """Let the dice fall. Rule: CL-01."""

    def chance(self, game: Clue) -> Mapping[Action, Fraction]:
        """List every fall of the dice."""
        return throws(game.scenario.rules.dice)

    def apply(self, game: Clue, action: Action) -> Clue:
        """Read the dice; a token that can't step at all ends its move where it is (C-06)."""
        assert isinstance(action, Dice)
        seat = game.table.active
        game = game.tell(Rolled(seat, action.pips))
        if _reach(game):
            return game.to(Walking())
        return _close(game.tell(Stuck(seat)), unrefuted=True)


def _reach(game: Clue) -> Reach:
    place = game.table.place(game.table.active)
    return reach(game.scenario.board, place, sum(game.table.pips), game.table.occupied() - {place})


@dataclass(frozen=True, slots=True)
class Walking(Phase):
    """Walk with the roll. Rules: C-03…C-07 C-14."""

    def legal(self, game: Clue) -> Legal:
        """Offer the places where the walk may end."""
        return Legal(tuple(map(Go, _reach(game))), _accusations(game))

    def apply(self, game: Clue, action: Action) -> Clue:
        """Walk there."""
        match action:
            case Go(place):
                game = game.tell(Walked(game.table.active, place))
                return _arrive(game) if isinstance(place, str) else _close(game, unrefuted=True)
            case _:
                return _accuse(game, action)


def _arrive(game: Clue) -> Clue:
    room = game.table.place(game.table.active)
    assert isinstance(room, str)
    return game.to(Asking()) if game.scenario.board.room(room).scene else _close(game, unrefuted=True)


@dataclass(frozen=True, slots=True)
class Asking(Phase):
    """Suggest in the room just reached, or leave it; who stayed did so to suggest.

    Rules: C-08 C-09 C-11 CL-05 CL-06.
    """

    may_leave: bool = True

    def legal(self, game: Clue) -> Legal:
        """Offer every suggestion with this room, or none."""
        groups = tuple(c.ids for c in game.scenario.categories if c.kind is not Kind.ROOM)
        suggestions = Claims(Suggest, groups)
        return Legal(suggestions, *_endings(game, unrefuted=True)) if self.may_leave else Legal(suggestions)

    def apply(self, game: Clue, action: Action) -> Clue:
        """Drag the suspect and the weapon here and ask the first seat to the left."""
        match action:
            case Suggest(cards):
                named = _with_room(game, cards)
                game = game.tell(Suggested(game.table.active, named))
                return _ask_from(game, (game.table.active + 1) % len(game.hands), named)
            case _:
                return _end(game, action)


def _with_room(game: Clue, cards: tuple[str, ...]) -> tuple[str, ...]:
    room = game.table.place(game.table.active)
    others = iter(cards)
    return tuple(
        str(room) if category.kind is Kind.ROOM else next(others) for category in game.scenario.categories
    )


def _ask_from(game: Clue, seat: int, named: tuple[str, ...]) -> Clue:
    """Ask clockwise from `seat` until one holds a named card, or all but the suggester passed (CL-08)."""
    by = game.table.active
    while seat != by:
        if game.hands[seat] & set(named):
            return game.to(Refuting(seat, named))
        game = game.tell(Passed(seat, named))
        seat = (seat + 1) % len(game.hands)
    return _close(game.tell(Unrefuted(by, named)), unrefuted=True)


@dataclass(frozen=True, slots=True)
class Refuting(Phase):
    """Show one of the named cards, to the suggester alone. Rules: C-10 CL-08."""

    by: int
    named: tuple[str, ...]

    def seat(self, _game: Clue) -> int | None:
        """Let the player asked act, out or not (C-12)."""
        return self.by

    def legal(self, game: Clue) -> Legal:
        """Offer the named cards in hand."""
        return Legal(tuple(Show(card) for card in self.named if card in game.hands[self.by]))

    def apply(self, game: Clue, action: Action) -> Clue:
        """Show the card; others learn only that one was shown."""
        assert isinstance(action, Show)
        to = game.table.active
        seen = Shown(self.by, to, self.named, action.card)
        game = game.tell_apart(seen, replace(seen, card=None), frozenset({self.by, to}))
        return _close(game, unrefuted=False)


@dataclass(frozen=True, slots=True)
class Closing(Phase):
    """Accuse or end the turn. Rule: CL-09."""

    unrefuted: bool

    def legal(self, game: Clue) -> Legal:
        """Offer every accusation, or none."""
        return Legal(*_endings(game, unrefuted=self.unrefuted))

    def apply(self, game: Clue, action: Action) -> Clue:
        """Check the accusation, or go on to the next player."""
        return _end(game, action)


def _close(game: Clue, *, unrefuted: bool) -> Clue:
    """End the turn, after the choice to accuse where there is one."""
    may_accuse = bool(_accusations(game, unrefuted=unrefuted))
    return game.to(Closing(unrefuted)) if may_accuse else _next_turn(game)


def _endings(game: Clue, *, unrefuted: bool) -> tuple[Collection[Action], Collection[Action]]:
    """Return the ways to end a turn: every accusation, and none."""
    return _accusations(game, unrefuted=unrefuted), (End(),)


def _end(game: Clue, action: Action) -> Clue:
    return _next_turn(game) if isinstance(action, End) else _accuse(game, action)


def _next_turn(game: Clue) -> Clue:
    """Go on clockwise, skipping players who are out (C-13)."""
    count = len(game.hands)
    order = ((game.table.active + step) % count for step in range(1, count + 1))
    return begin_turn(game, next(seat for seat in order if seat not in game.table.out))


# --- accusing ----------------------------------------------------------------------------------


def _accusations(game: Clue, *, unrefuted: bool | None = None) -> Collection[Action]:
    """Return the open accusations; `unrefuted` is None while the turn's move and suggestion are to come."""
    rules = game.scenario.rules
    in_room = isinstance(game.table.place(game.table.active), str)
    if rules.accuse_where is AccuseWhere.ANY_ROOM and not in_room:
        return ()
    match rules.accuse_when:
        case AccuseWhen.ON_TURN:
            open_ = True
        case AccuseWhen.END_OF_TURN:
            open_ = unrefuted is not None
        case AccuseWhen.IF_UNREFUTED:
            open_ = unrefuted is True
    return Claims(Accuse, tuple(category.ids for category in game.scenario.categories)) if open_ else ()


def _accuse(game: Clue, action: Action) -> Clue:
    """Compare with the envelope: right wins, wrong puts the player out. Rule: C-12."""
    assert isinstance(action, Accuse)
    seat = game.table.active
    right = action.cards == game.case
    game = game.tell(Accused(seat, action.cards, right))
    if right:
        return _finish(game, seat)
    game = _clear_door(game.tell(CaseSeen(seat, game.case), frozenset({seat})), seat)
    left = [s for s in range(len(game.hands)) if s not in game.table.out]
    if not left:
        return _finish(game, None)
    if len(left) == 1 and game.scenario.rules.last_standing is LastStanding.WINS:
        return _finish(game, left[0])
    return _next_turn(game)


def _clear_door(game: Clue, seat: int) -> Clue:
    """Move the token of a player put out off the square outside a door, into that room. Rule: CL-10."""
    if game.scenario.rules.out_token is OutToken.STAYS:
        return game
    place = game.table.place(seat)
    for room in game.scenario.board.rooms:
        if any(door.outside == place for door in room.doors):
            return game.tell(Cleared(seat, room.id))
    return game


def _finish(game: Clue, winner: int | None) -> Clue:
    game = game.tell(Ended(winner, game.case))
    return game.to(Over(Outcome(winner, game.table.rolls)))
