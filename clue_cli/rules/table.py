"""What lies open on the table, what one seat may know, and the verbs that every game answers to."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol, TypeVar

from clue_cli.rules.actions import Action, Legal
from clue_cli.rules.events import (
    Accused,
    Cleared,
    Event,
    Note,
    Placed,
    Rolled,
    Stayed,
    Stuck,
    Suggested,
    Taken,
    TookPassage,
    TurnBegan,
    Walked,
)
from clue_cli.rules.model import Place, Scenario

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
