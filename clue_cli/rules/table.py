"""What lies open on the table, and what one seat may know."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

from clue_cli.rules.events import (
    Cleared,
    Dragged,
    Event,
    Placed,
    PutOut,
    Rolled,
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
    suspect), `entered` the room that each token was in last. `dragged` holds the tokens that another's
    suggestion moved since their player's last turn (CL-05), `taken` the seat that collected each card
    (S1-05).
    """

    seats: tuple[str, ...]
    tokens: Mapping[str, Place]
    pieces: Mapping[str, str] = field(default_factory=lambda: _frozen({}))
    entered: Mapping[str, str] = field(default_factory=lambda: _frozen({}))
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

    def whereabouts(self, piece: str) -> Place | None:
        """Return where a token or a weapon stands; None for a weapon off the board."""
        return self.tokens.get(piece) or self.pieces.get(piece)

    def occupied(self) -> frozenset[Place]:
        """Return every place where a token stands."""
        return frozenset(self.tokens.values())

    def after(self, event: Event) -> "Table":
        """Return the table as a public event leaves it."""
        match event:
            case TurnBegan(turn, seat):
                # the chance to suggest where one was dragged goes with the turn that could use it
                dragged = self.dragged - {self.seats[self.active]}
                return replace(self, turn=turn, active=seat, pips=(), dragged=dragged)
            case Rolled(_, pips):
                # counted over all seats; in solitaire it is the score (S1-06)
                return replace(self, rolls=self.rolls + 1, pips=pips)
            case Walked(seat, place) | TookPassage(seat, place) | Cleared(seat, place):
                return self._moved(self.seats[seat], place)
            case Dragged(token, room) if token in self.tokens:
                return replace(self._moved(token, room), dragged=self.dragged | {token})
            case Placed(piece, room) | Dragged(piece, room):
                return replace(self, pieces=_frozen({**self.pieces, piece: room}))
            case PutOut(seat):
                return replace(self, out=self.out | {seat})
            case Taken(seat, card):
                pieces = {piece: room for piece, room in self.pieces.items() if piece != card}
                return replace(self, pieces=_frozen(pieces), taken=_frozen({**self.taken, card: seat}))
        return self

    def _moved(self, token: str, place: Place) -> "Table":
        entered = _frozen({**self.entered, token: place}) if isinstance(place, str) else self.entered
        return replace(self, tokens=_frozen({**self.tokens, token: place}), entered=entered)


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
