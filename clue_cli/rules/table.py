"""The vocabulary of play: actions, events, the table everybody sees, and a seat's view of a game.

Players, opponents, logs and screens all speak in these values. None of them holds a secret that
the seat it is given to may not know.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, product
from types import MappingProxyType
from typing import ClassVar, Protocol, Self, TypeVar

from clue_cli.rules.model import Place, Scenario

ONLOOKER = -1
"""The seat of somebody who watches and is told only what everybody is told."""


class UnreadableAction(ValueError):
    """Say that a text is no action in any game."""


class IllegalAction(ValueError):
    """Say that an action is not open in this state."""


# --- actions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Action:
    """Be one step of a game, by a seat or by chance; `str` gives its one text form."""

    verb: ClassVar[str] = ""
    secret: ClassVar[bool] = False
    """Whether a save seals the line, since reading it could spoil the game."""

    def words(self) -> tuple[str, ...]:
        """Return what follows the verb in the text form."""
        return ()

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Build the action from what follows its verb; raise ValueError or TypeError when it does not fit."""
        return cls(*words)

    def __str__(self) -> str:
        """Return the text form, of which `parse` is the exact inverse."""
        return " ".join((self.verb, *self.words()))


@dataclass(frozen=True, slots=True)
class _OnCard(Action):
    card: str

    def words(self) -> tuple[str, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class _OnCards(Action):
    cards: tuple[str, ...]

    def words(self) -> tuple[str, ...]:
        return self.cards

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        if len(words) < 2:
            raise ValueError("too few cards")
        return cls(words)


@dataclass(frozen=True, slots=True)
class Hide(_OnCard):
    """Put a card of the next category into the envelope, by chance (C-01)."""

    verb: ClassVar[str] = "hide"
    secret: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Deal(_OnCard):
    """Give a card to the next seat, by chance (C-02)."""

    verb: ClassVar[str] = "deal"
    secret: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Put(Action):
    """Stand a weapon or a suspect in a room before play begins, by chance."""

    verb: ClassVar[str] = "put"
    piece: str
    room: str

    def words(self) -> tuple[str, ...]:
        """Return the piece and the room."""
        return self.piece, self.room


@dataclass(frozen=True, slots=True)
class Dice(Action):
    """Let the dice fall, by chance: one number of pips a die."""

    verb: ClassVar[str] = "dice"
    pips: tuple[int, ...]

    def words(self) -> tuple[str, ...]:
        """Return the pips, die by die."""
        return tuple(map(str, self.pips))

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Read the pips; raise ValueError when one is not a number from 1 to 6."""
        if not words or not all(re.fullmatch("[1-6]", word) for word in words):
            raise ValueError("not dice")
        return cls(tuple(map(int, words)))


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Throw the dice."""

    verb: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Passage(Action):
    """Take the secret passage to `room` (C15-08)."""

    verb: ClassVar[str] = "passage"
    room: str

    def words(self) -> tuple[str, ...]:
        """Return the room."""
        return (self.room,)


@dataclass(frozen=True, slots=True)
class Stay(Action):
    """Stay in the room and suggest there, in place of dice or passage (CL-05)."""

    verb: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True)
class Go(Action):
    """Walk to `place` with the roll."""

    verb: ClassVar[str] = "go"
    place: Place

    def words(self) -> tuple[str, ...]:
        """Return the room's id, or the square as row,column."""
        return (place_text(self.place),)

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Read the place."""
        (word,) = words
        return cls(parse_place(word))


@dataclass(frozen=True, slots=True)
class Suggest(_OnCards):
    """Suggest one card of each category but the room, which is where one stands (C-08)."""

    verb: ClassVar[str] = "suggest"


@dataclass(frozen=True, slots=True)
class Show(_OnCard):
    """Show a named card to the suggester alone (C-10)."""

    verb: ClassVar[str] = "show"
    secret: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Accuse(_OnCards):
    """Accuse: one card of each category, the final claim (C-12)."""

    verb: ClassVar[str] = "accuse"


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn."""

    verb: ClassVar[str] = "end"


_VERBS: Mapping[str, type[Action]] = {
    kind.verb: kind for kind in (Hide, Deal, Put, Dice, Roll, Passage, Stay, Go, Suggest, Show, Accuse, End)
}
_WORD = re.compile(r"[a-z0-9][a-z0-9,_-]*")
_SQUARE = re.compile(r"(0|[1-9][0-9]{0,2}),(0|[1-9][0-9]{0,2})")


def parse(text: str) -> Action:
    """Read one action from its text form; raise UnreadableAction when it is none."""
    verb, *words = text.split(" ")
    if verb not in _VERBS or not all(map(_WORD.fullmatch, words)):
        raise UnreadableAction(text)
    try:
        return _VERBS[verb].of(tuple(words))
    except (TypeError, ValueError) as fault:
        raise UnreadableAction(text) from fault


def place_text(place: Place) -> str:
    """Write a place: a room's id as it is, a square as row,column."""
    return place if isinstance(place, str) else f"{place[0]},{place[1]}"


def parse_place(text: str) -> Place:
    """Read a place; the exact inverse of `place_text`."""
    square = _SQUARE.fullmatch(text)
    return (int(square[1]), int(square[2])) if square else text


# --- what is open ------------------------------------------------------------------------------

Claim = Suggest | Accuse


class Claims(Collection[Claim]):
    """Hold all suggestions or accusations without listing them: one card of each group."""

    def __init__(self, kind: type[Suggest] | type[Accuse], groups: tuple[tuple[str, ...], ...]) -> None:
        """Make the claims of `kind` (Suggest or Accuse) that take one card of each of `groups`."""
        self.kind = kind
        self.groups = groups

    def __contains__(self, action: object) -> bool:
        """Tell whether `action` is one of these claims."""
        return (
            isinstance(action, self.kind)
            and len(action.cards) == len(self.groups)
            and all(card in group for card, group in zip(action.cards, self.groups, strict=True))
        )

    def __iter__(self) -> Iterator[Claim]:
        """Go through the claims, the last group's cards fastest."""
        return map(self.kind, product(*self.groups))

    def __len__(self) -> int:
        """Count the claims."""
        count = 1
        for group in self.groups:
            count *= len(group)
        return count


class Legal(Collection[Action]):
    """Offer the open actions: truth, membership and iteration, listed only when gone through."""

    def __init__(self, *parts: Collection[Action]) -> None:
        """Join the parts, in the order in which they are offered."""
        self.parts = tuple(part for part in parts if part)

    def __contains__(self, action: object) -> bool:
        """Tell whether `action` is open."""
        return any(action in part for part in self.parts)

    def __iter__(self) -> Iterator[Action]:
        """Go through every open action."""
        return chain.from_iterable(self.parts)

    def __len__(self) -> int:
        """Count the open actions."""
        return sum(map(len, self.parts))

    def claims(self, kind: type[Claim]) -> Claims | None:
        """Return the open claims of that kind (Suggest or Accuse), if there are any."""
        return next((part for part in self.parts if isinstance(part, Claims) and part.kind is kind), None)


# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Event:
    """Tell one thing that happened, as the seats it is addressed to may know it."""

    reveals: ClassVar[bool] = False
    """Whether it brought chance or a hidden card into the open, so that it can't be taken back."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """Tell that `seat` got a card; `card` is None to everybody else (C-02)."""

    reveals: ClassVar[bool] = True
    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """Tell that a weapon or a suspect was stood in a room before play."""

    reveals: ClassVar[bool] = True
    piece: str
    room: str


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """Tell that turn number `turn` (from 1) is that of `seat`."""

    turn: int
    seat: int


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Tell the dice."""

    reveals: ClassVar[bool] = True
    seat: int
    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Walked(Event):
    """Tell that a seat's token walked to `place`."""

    seat: int
    place: Place


@dataclass(frozen=True, slots=True)
class TookPassage(Event):
    """Tell that a seat's token took a secret passage to `room`."""

    seat: int
    room: str


@dataclass(frozen=True, slots=True)
class Stayed(Event):
    """Tell that a seat stayed in its room to suggest there (CL-05)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stuck(Event):
    """Tell that a seat's token could not move at all (C-06)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Suggested(Event):
    """Tell a suggestion, the room included; its suspect and weapon have moved there (C-08)."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """Tell that `seat` holds none of the cards named (C-10)."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """Tell that `seat` showed `to` one of `cards`; `card` is None to everybody else (C-10)."""

    reveals: ClassVar[bool] = True
    seat: int
    to: int
    cards: tuple[str, ...]
    card: str | None


@dataclass(frozen=True, slots=True)
class Unrefuted(Event):
    """Tell that nobody could show `seat` any of `cards`."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Accused(Event):
    """Tell an accusation and whether it was right (C-12)."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class CaseSeen(Event):
    """Tell a wrong accuser, alone, what the envelope holds (C-12)."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """Tell that the token of a seat put out made way into the room whose door it blocked (CL-10)."""

    seat: int
    room: str


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """Tell that a card was collected (S1-05)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """Tell that the game is over: who won (None for nobody) and what the case was."""

    reveals: ClassVar[bool] = True
    winner: int | None
    case: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """Address an event to the seats that may know it."""

    event: Event
    seats: frozenset[int]


# --- the table and a view of it ----------------------------------------------------------------

_K = TypeVar("_K")
_V = TypeVar("_V")


def _frozen(mapping: Mapping[_K, _V]) -> Mapping[_K, _V]:
    return MappingProxyType(dict(mapping))


@dataclass(frozen=True, slots=True)
class Table:
    """Show what lies open on the table; it changes by public events and by nothing else.

    `seats` holds the token of each seat, `pieces` the room of each weapon (and, in solitaire, of each
    suspect). `dragged` holds tokens that another's suggestion moved since their player's last turn
    (CL-05), `taken` the seat that collected each card (S1-05).
    """

    seats: tuple[str, ...]
    tokens: Mapping[str, Place]
    pieces: Mapping[str, str] = field(default_factory=lambda: _frozen({}))
    turn: int = 0
    active: int = 0
    rolls: int = 0
    pips: tuple[int, ...] = ()
    out: frozenset[int] = frozenset()
    dragged: frozenset[str] = frozenset()
    taken: Mapping[str, int] = field(default_factory=lambda: _frozen({}))

    def place(self, seat: int) -> Place:
        """Return where the token of `seat` stands."""
        return self.tokens[self.seats[seat]]

    def occupied(self) -> frozenset[Place]:
        """Return every place where a token stands."""
        return frozenset(self.tokens.values())

    def after(self, event: Event) -> "Table":
        """Return the table as a public event leaves it."""
        match event:
            case Placed(piece, room):
                return replace(self, pieces=_frozen({**self.pieces, piece: room}))
            case TurnBegan(turn, seat):
                return replace(self, turn=turn, active=seat, pips=())
            case Rolled(_, pips):
                return replace(self, rolls=self.rolls + 1, pips=pips)
            case Walked(seat, place) | TookPassage(seat, place) | Cleared(seat, place):
                return self._moved(self.seats[seat], place)
            case Stayed(seat) | Stuck(seat):
                return self._moved(self.seats[seat], self.place(seat))
            case Suggested(seat, cards):
                return self._dragged(seat, cards)
            case Accused(seat, _, False):
                return replace(self, out=self.out | {seat})
            case Taken(seat, card):
                pieces = {piece: room for piece, room in self.pieces.items() if piece != card}
                return replace(self, pieces=_frozen(pieces), taken=_frozen({**self.taken, card: seat}))
        return self

    def _moved(self, token: str, place: Place) -> "Table":
        return replace(self, tokens=_frozen({**self.tokens, token: place}), dragged=self.dragged - {token})

    def _dragged(self, seat: int, cards: tuple[str, ...]) -> "Table":
        room = self.tokens[self.seats[seat]]
        assert isinstance(room, str)
        tokens = {card: room for card in cards if card in self.tokens}
        moved = {token for token in tokens if self.tokens[token] != room}
        pieces = {card: room for card in cards if card not in self.tokens and card != room}
        return replace(
            self,
            tokens=_frozen({**self.tokens, **tokens}),
            pieces=_frozen({**self.pieces, **pieces}),
            dragged=self.dragged | moved,
        )


@dataclass(frozen=True, slots=True)
class View:
    """Be all that a seat may know: the table, its own hand, and every event addressed to it."""

    scenario: Scenario
    seat: int
    table: Table
    hand: frozenset[str]
    history: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Tell how a game ended: the winning seat, or None when nobody won, and the rolls made."""

    winner: int | None
    rolls: int


class State(Protocol):
    """Be one position of a game; the verbs that every game answers to."""

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played."""

    @property
    def table(self) -> Table:
        """What lies open."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the last action made happen, and who is told."""

    @property
    def seat(self) -> int | None:
        """The seat that must act; None when chance must, or when the game is over."""

    def legal(self) -> Legal:
        """Offer what the seat that must act may do; empty when none must."""

    def chance(self) -> Mapping[Action, Fraction]:
        """List the pending outcomes of chance with their exact probabilities; empty when none is due."""

    def apply(self, action: Action) -> "State":
        """Return the next state; raise IllegalAction when `action` is not open."""

    def view(self, seat: int) -> View:
        """Return what `seat` (or ONLOOKER) may know."""

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
