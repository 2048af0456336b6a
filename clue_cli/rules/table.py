"""What lies open on the table, and what one seat may know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar

from clue_cli.rules.copying import changed
from clue_cli.rules.events import (
    Called,
    Carried,
    Cleared,
    Dragged,
    Event,
    Joined,
    Laid,
    Looked,
    Moved,
    Paid,
    Placed,
    PutOut,
    Reshuffled,
    Rolled,
    SetAside,
    Shown,
    Taken,
    TookPassage,
    TurnBegan,
    TurnedUp,
    Uncovered,
    Walked,
)
from clue_cli.rules.model import Board, Game, Kind, Place, Scenario

_K = TypeVar("_K")
_V = TypeVar("_V")
_E = TypeVar("_E", bound=Event)


def _frozen(mapping: Mapping[_K, _V]) -> Mapping[_K, _V]:
    return MappingProxyType(dict(mapping))


@dataclass(frozen=True)
class Table:
    """Show what lies open on the table; it changes by public events and by nothing else.

    `board` has the passages that are open in this game. `seats` holds the token of each seat, `pieces`
    the room of each weapon (and, in solitaire, of each suspect), `entered` the room that each token was
    in last, `left` the place where its last move began. `refuted` tells whether this turn's suggestion
    was. `dragged` holds the tokens that another's suggestion, or a clue card, moved since their player's
    last turn or roll (CL-05), `taken` the seat that collected each card (S1-05), `covered` the rooms in
    which a card was laid face down and `uncovered` those of them where it was turned up since (C15-07),
    `forfeits` what each token's player can still part with (PA-08). Of the errands, `called` is the card to
    be fetched ("" for none), `tries` the rolls made for it, `pile` the cards not turned up yet, whose order
    nobody knows, and `aside` those that wait for the next pile.
    """

    board: Board
    seats: tuple[str, ...]
    tokens: Mapping[str, Place]
    pieces: Mapping[str, str] = field(default_factory=lambda: _frozen({}))
    entered: Mapping[str, str] = field(default_factory=lambda: _frozen({}))
    turn: int = 0
    active: int = 0
    rolls: int = 0
    pips: tuple[int, ...] = ()
    refuted: bool = False
    out: frozenset[int] = frozenset()
    dragged: frozenset[str] = frozenset()
    taken: Mapping[str, int] = field(default_factory=lambda: _frozen({}))
    left: Mapping[str, Place] = field(default_factory=lambda: _frozen({}))
    face_up: tuple[str, ...] = ()
    covered: frozenset[str] = frozenset()
    uncovered: frozenset[str] = frozenset()
    forfeits: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _frozen({}))
    called: str = ""
    tries: int = 0
    pile: frozenset[str] = frozenset()
    aside: frozenset[str] = frozenset()

    def place(self, seat: int) -> Place:
        """Return where the token of `seat` stands."""
        return self.tokens[self.seats[seat]]

    def seat_of(self, suspect: str) -> int:
        """Return the seat that plays the token of that suspect; raise ValueError when none does."""
        return self.seats.index(suspect)

    def whereabouts(self, piece: str) -> Place | None:
        """Return where a token or a weapon stands; None for a weapon off the board."""
        return self.tokens.get(piece) or self.pieces.get(piece)

    @property
    def hidden(self) -> frozenset[str]:
        """The rooms in which a card still lies face down (C15-07)."""
        return self.covered - self.uncovered

    def occupied(self) -> frozenset[Place]:
        """Return every place where a token stands."""
        return frozenset(self.tokens.values())

    def after(self, event: Event) -> "Table":
        """Return the table as a public event leaves it."""
        match event:
            case TurnBegan(turn, seat):
                # the chance to suggest where one was dragged goes with the turn that could use it
                dragged = self.dragged - {self.seats[self.active]}
                return changed(self, turn=turn, active=seat, pips=(), dragged=dragged, refuted=False)
            case Rolled(seat, pips):
                # who rolls has chosen not to suggest where they were dragged (CL-05)
                dragged = self.dragged - {self.seats[seat]}
                # counted over all seats; in solitaire it is the score (S1-06)
                tries = self.tries + bool(self.called)
                return changed(self, rolls=self.rolls + 1, pips=pips, dragged=dragged, tries=tries)
            case Walked(seat, place) | TookPassage(seat, place):
                token = self.seats[seat]
                left = _frozen({**self.left, token: self.tokens[token]})
                return changed(self._moved(token, place), left=left)
            case Cleared(seat, room):
                return self._moved(self.seats[seat], room)
            case Moved(seat, room):
                token = self.seats[seat]
                return changed(self._moved(token, room), dragged=self.dragged | {token})
            case Dragged(token, room) if token in self.tokens:
                return changed(self._moved(token, room), dragged=self.dragged | {token})
            case Placed(piece, room) | Dragged(piece, room) | Carried(piece, room):
                return changed(self, pieces=_frozen({**self.pieces, piece: room}))
            case PutOut(seat):
                return changed(self, out=self.out | {seat})
            case Taken(seat, card):
                pieces = {piece: room for piece, room in self.pieces.items() if piece != card}
                taken = _frozen({**self.taken, card: seat})
                return changed(self, pieces=_frozen(pieces), taken=taken, called="")
        return self._laid_out(event)

    def _laid_out(self, event: Event) -> "Table":
        match event:
            case TurnedUp(card):
                return changed(self, face_up=(*self.face_up, card))
            case Laid(room):
                return changed(self, covered=self.covered | {room})
            case Uncovered(room):
                return changed(self, uncovered=self.uncovered | {room})
            case Joined(_, room):
                return changed(self, board=self.board.joined(room))
            case Shown(_, to, cards, _) if cards and to == self.active:
                return changed(self, refuted=True)
            case Paid(seat, _, forfeit):
                token = self.seats[seat]
                rest = tuple(one for one in self.forfeits[token] if one != forfeit)
                return changed(self, forfeits=_frozen({**self.forfeits, token: rest}))
            case Called(card):
                return changed(self, called=card, tries=0, pile=self.pile - {card})
            case SetAside(card):
                return changed(self, called="", aside=self.aside | {card})
            case Reshuffled():
                return changed(self, pile=self.aside, aside=frozenset())
        return self

    def _moved(self, token: str, place: Place) -> "Table":
        in_room = place in self.board.room_ids
        entered = _frozen({**self.entered, token: str(place)}) if in_room else self.entered
        return changed(self, tokens=_frozen({**self.tokens, token: place}), entered=entered)


COLLECTED = (Kind.ROOM, Kind.SUSPECT, Kind.WEAPON)
"""The kinds of cards, in the order in which they are collected (S1-05)."""


def collectable(scenario: Scenario, table: Table) -> Mapping[str, str]:
    """Return each card that may be taken now, by the room it is taken in. Rules: S1-05 S2-02.

    On errands it is the card called for. Else room cards come first, then the suspects, then the
    weapons; each kind only once the one before is gone.
    """
    if scenario.game is Game.ERRANDS:
        return {table.pieces.get(table.called, table.called): table.called} if table.called else {}
    for kind in COLLECTED:
        left = [card for card in scenario.ids(kind) if card not in table.taken]
        if left:
            return {table.pieces.get(card, card): card for card in left}
    return {}


@dataclass(frozen=True, slots=True)
class View:
    """Be all that a seat may know: the table, its own hand, and every event addressed to it."""

    scenario: Scenario
    seat: int
    table: Table
    hand: frozenset[str]
    history: tuple[Event, ...]

    def told(self, kind: type[_E]) -> list[_E]:
        """List the events of that kind that it was told."""
        return [event for event in self.history if type(event) is kind]

    @property
    def looked_into(self) -> frozenset[str]:
        """The rooms whose hidden card it has seen: it looked there, or the card was turned up (C15-07)."""
        return self.table.uncovered.union(
            event.room for event in self.told(Looked) if event.seat == self.seat
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """Tell how a game ended: the winning seat, or None when nobody won, and the rolls made."""

    winner: int | None
    rolls: int
