"""The detective game: one class a phase, each saying who acts, what is open and what it leads to.

A state is a value. Every change goes through an event: public ones change the table, all of them
are added to the history of the seats that may know them, and nothing else is told to anybody.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clue_cli.rules.chance import even, throws
from clue_cli.rules.model import (
    AccuseWhen,
    AccuseWhere,
    Kind,
    LastStanding,
    OutToken,
    Passages,
    Scenario,
    Weapons,
)
from clue_cli.rules.model import Stay as StayRule
from clue_cli.rules.movement import Reach, reach
from clue_cli.rules.table import (
    ONLOOKER,
    Accuse,
    Accused,
    Action,
    CaseSeen,
    Claims,
    Cleared,
    Deal,
    Dealt,
    Dice,
    End,
    Ended,
    Event,
    Go,
    Hide,
    IllegalAction,
    Legal,
    Note,
    Outcome,
    Passage,
    Passed,
    Placed,
    Put,
    Roll,
    Rolled,
    Show,
    Shown,
    Stay,
    Stayed,
    Stuck,
    Suggest,
    Suggested,
    Table,
    TookPassage,
    TurnBegan,
    Unrefuted,
    View,
    Walked,
)


@dataclass(frozen=True, slots=True)
class Clue:
    """Be one position of the detective game.

    `case` is in the order of the categories; `hands` and `histories` are by seat, and the last
    history is the onlooker's.
    """

    scenario: Scenario
    table: Table
    phase: "Phase"
    hands: tuple[frozenset[str], ...]
    histories: tuple[tuple[Event, ...], ...]
    case: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def seat(self) -> int | None:
        """The seat that must act; None when chance must, or when the game is over."""
        return self.phase.seat(self)

    def legal(self) -> Legal:
        """Offer what the seat that must act may do."""
        return self.phase.legal(self)

    def chance(self) -> Mapping[Action, Fraction]:
        """List the pending outcomes of chance with their exact probabilities."""
        return self.phase.chance(self)

    def apply(self, action: Action) -> "Clue":
        """Return the next state; raise IllegalAction when `action` is not open."""
        if action not in self.legal() and action not in self.chance():
            raise IllegalAction(str(action))
        return self.phase.apply(replace(self, notes=()), action)

    def view(self, seat: int) -> View:
        """Return what `seat` (or ONLOOKER) may know."""
        hand = frozenset() if seat == ONLOOKER else self.hands[seat]
        return View(self.scenario, seat, self.table, hand, self.histories[seat])

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return self.phase.outcome if isinstance(self.phase, Over) else None

    def tell(self, event: Event, seats: frozenset[int] | None = None) -> "Clue":
        """Let an event happen: before everybody, or before `seats` alone."""
        everybody = frozenset(range(ONLOOKER, len(self.hands)))
        to = everybody if seats is None else seats
        order = (*range(len(self.hands)), ONLOOKER)
        histories = tuple(
            (*history, event) if seat in to else history
            for seat, history in zip(order, self.histories, strict=True)
        )
        table = self.table.after(event) if seats is None else self.table
        return replace(self, table=table, histories=histories, notes=(*self.notes, Note(event, to)))

    def tell_apart(self, open_: Event, covered: Event, seats: frozenset[int]) -> "Clue":
        """Let `seats` know the event as `open_`, and everybody else as `covered`."""
        others = frozenset(range(ONLOOKER, len(self.hands))) - seats
        return self.tell(open_, seats).tell(covered, others)

    def to(self, phase: "Phase") -> "Clue":
        """Go on to another phase."""
        return replace(self, phase=phase)


def new_clue(scenario: Scenario, suspects: tuple[str, ...]) -> Clue:
    """Set the board up for one seat a suspect, in turn order (CL-03 C-13); the case is not drawn yet."""
    tokens = dict(zip(scenario.ids(Kind.SUSPECT), scenario.board.starts, strict=False))
    nothing = tuple(frozenset[str]() for _ in suspects)
    silence: tuple[tuple[Event, ...], ...] = ((),) * (len(suspects) + 1)
    return Clue(scenario, Table(suspects, tokens), Hiding(), nothing, silence)


class Phase:
    """Say what may happen at one point of the game."""

    __slots__ = ()

    def seat(self, game: Clue) -> int | None:
        """Return the seat that must act."""
        return game.table.active

    def legal(self, _game: Clue) -> Legal:
        """Offer what that seat may do."""
        return Legal()

    def chance(self, _game: Clue) -> Mapping[Action, Fraction]:
        """List the outcomes of chance."""
        return {}

    def apply(self, _game: Clue, action: Action) -> Clue:
        """Return what an open action leads to."""
        raise IllegalAction(str(action))


class _Chance(Phase):
    """Be a phase in which chance acts."""

    __slots__ = ()

    def seat(self, _game: Clue) -> int | None:
        """Return None: chance acts."""
        return None


# --- setting up --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hiding(_Chance):
    """Draw the case, category by category. Rule: C-01."""

    def chance(self, game: Clue) -> Mapping[Action, Fraction]:
        """List the cards of the next category."""
        return even(map(Hide, game.scenario.categories[len(game.case)].ids))

    def apply(self, game: Clue, action: Action) -> Clue:
        """Put the card into the envelope."""
        assert isinstance(action, Hide)
        game = replace(game, case=(*game.case, action.card))
        if len(game.case) < len(game.scenario.categories):
            return game
        return game.to(Dealing(tuple(card for card in game.scenario.cards if card not in game.case)))


@dataclass(frozen=True, slots=True)
class Dealing(_Chance):
    """Deal the deck card by card, clockwise from the first seat. Rule: C-02."""

    deck: tuple[str, ...]

    def chance(self, _game: Clue) -> Mapping[Action, Fraction]:
        """List the cards left in the deck."""
        return even(map(Deal, self.deck))

    def apply(self, game: Clue, action: Action) -> Clue:
        """Give the card to the next seat, unseen by the others."""
        assert isinstance(action, Deal)
        seat = sum(map(len, game.hands)) % len(game.hands)
        hands = tuple(hand | {action.card} if s == seat else hand for s, hand in enumerate(game.hands))
        game = replace(game, hands=hands)
        game = game.tell_apart(Dealt(seat, action.card), Dealt(seat, None), frozenset({seat}))
        deck = tuple(card for card in self.deck if card != action.card)
        return game.to(Dealing(deck)) if deck else _set_weapons(game)


@dataclass(frozen=True, slots=True)
class Placing(_Chance):
    """Stand the weapons in rooms, at most one a room."""

    weapons: tuple[str, ...]

    def chance(self, game: Clue) -> Mapping[Action, Fraction]:
        """List the rooms without a weapon."""
        taken = set(game.table.pieces.values())
        return even(
            Put(self.weapons[0], room.id) for room in game.scenario.board.rooms if room.id not in taken
        )

    def apply(self, game: Clue, action: Action) -> Clue:
        """Stand the weapon in its room."""
        assert isinstance(action, Put)
        game = game.tell(Placed(action.piece, action.room))
        return game.to(Placing(self.weapons[1:])) if self.weapons[1:] else _begin_turn(game, 0)


def _set_weapons(game: Clue) -> Clue:
    if game.scenario.rules.weapons is Weapons.OFF_BOARD:
        return _begin_turn(game, 0)
    return game.to(Placing(game.scenario.ids(Kind.WEAPON)))


# --- a turn ------------------------------------------------------------------------------------


def _begin_turn(game: Clue, seat: int) -> Clue:
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
                return _arrive(game.tell(Stayed(seat)))
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
class Throwing(_Chance):
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
    """Suggest in the room just reached, or leave it. Rules: C-08 C-09 C-11 CL-06."""

    def legal(self, game: Clue) -> Legal:
        """Offer every suggestion with this room, or none."""
        groups = tuple(c.ids for c in game.scenario.categories if c.kind is not Kind.ROOM)
        return Legal(Claims(Suggest, groups), _accusations(game, unrefuted=True), (End(),))

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
        return Legal(_accusations(game, unrefuted=self.unrefuted), (End(),))

    def apply(self, game: Clue, action: Action) -> Clue:
        """Check the accusation, or go on to the next player."""
        return _end(game, action)


def _close(game: Clue, *, unrefuted: bool) -> Clue:
    """End the turn, after the choice to accuse where there is one."""
    may_accuse = bool(_accusations(game, unrefuted=unrefuted))
    return game.to(Closing(unrefuted)) if may_accuse else _next_turn(game)


def _end(game: Clue, action: Action) -> Clue:
    return _next_turn(game) if isinstance(action, End) else _accuse(game, action)


def _next_turn(game: Clue) -> Clue:
    """Go on clockwise, skipping players who are out (C-13)."""
    count = len(game.hands)
    order = ((game.table.active + step) % count for step in range(1, count + 1))
    return _begin_turn(game, next(seat for seat in order if seat not in game.table.out))


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


@dataclass(frozen=True, slots=True)
class Over(_Chance):
    """Be at the end: nothing is open."""

    outcome: Outcome
