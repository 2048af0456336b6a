"""The solitaire "collect", behind the same verbs as the detective game. Nothing in it is hidden."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clue_cli.rules.actions import Action, Dice, Go, IllegalAction, Legal, Put, Roll
from clue_cli.rules.chance import even, throws
from clue_cli.rules.events import (
    ONLOOKER,
    Ended,
    Event,
    Note,
    Placed,
    Rolled,
    Stuck,
    Taken,
    TurnBegan,
    Walked,
)
from clue_cli.rules.model import Kind, Scenario
from clue_cli.rules.movement import Reach, reach
from clue_cli.rules.table import Outcome, Table, View

DETECTIVE = "detective"
"""The token of the one who collects."""


@dataclass(frozen=True, slots=True)
class Collect:
    """Be one position of the solitaire "collect".

    `waiting` holds the suspects and weapons not yet placed; `last_room` is the room entered last, which
    stays barred until another is entered (S1-04); `throwing` is true while the dice fall.
    """

    scenario: Scenario
    table: Table
    waiting: tuple[str, ...]
    history: tuple[Event, ...] = ()
    notes: tuple[Note, ...] = ()
    last_room: str | None = None
    throwing: bool = False

    @property
    def seat(self) -> int | None:
        """The detective's seat, 0; None when chance must act, or when the game is over."""
        return None if self.waiting or self.throwing or self.outcome() else 0

    def legal(self) -> Legal:
        """Offer the throw, or the places where the walk may end (S1-03 S1-06)."""
        if self.seat is None:
            return Legal()
        return Legal(tuple(map(Go, self._reach()))) if self.table.pips else Legal((Roll(),))

    def chance(self) -> Mapping[Action, Fraction]:
        """List the rooms for the next piece, or the falls of the dice (S1-01 S1-03)."""
        if self.waiting:
            return even(Put(self.waiting[0], room) for room in self._free_rooms(self.waiting[0]))
        return throws(self.scenario.rules.dice) if self.throwing else {}

    def apply(self, action: Action) -> "Collect":
        """Return the next state; raise IllegalAction when `action` is not open."""
        if action not in self.legal() and action not in self.chance():
            raise IllegalAction(str(action))
        game = replace(self, notes=())
        match action:
            case Put(piece, room):
                game = replace(game._tell(Placed(piece, room)), waiting=self.waiting[1:])
                return game if game.waiting else game._begin_turn()
            case Roll():
                return replace(game, throwing=True)
            case Dice(pips):
                return replace(game, throwing=False)._tell(Rolled(0, pips))._or_stuck()
            case Go(place):
                return game._tell(Walked(0, place))._collected(place)
        raise IllegalAction(str(action))

    def view(self, seat: int) -> View:
        """Return what the detective sees: everything."""
        return View(self.scenario, seat, self.table, frozenset(), self.history)

    def outcome(self) -> Outcome | None:
        """Return the score once every card is taken (S1-06)."""
        return Outcome(0, self.table.rolls) if len(self.table.taken) == len(self.scenario.cards) else None

    def wanted(self) -> frozenset[str]:
        """Return the rooms with a card to take now: room cards, then suspects, then weapons (S1-05)."""
        rooms = [room for room in self.scenario.ids(Kind.ROOM) if room not in self.table.taken]
        if rooms:
            return frozenset(rooms)
        suspects = [card for card in self.scenario.ids(Kind.SUSPECT) if card in self.table.pieces]
        return frozenset(self.table.pieces[card] for card in suspects or self.table.pieces)

    def _tell(self, event: Event) -> "Collect":
        note = Note(event, frozenset({ONLOOKER, 0}))
        return replace(
            self, table=self.table.after(event), history=(*self.history, event), notes=(*self.notes, note)
        )

    def _begin_turn(self) -> "Collect":
        return self._tell(TurnBegan(self.table.turn + 1, 0))

    def _free_rooms(self, piece: str) -> tuple[str, ...]:
        """Return the rooms for a piece: a suspect stands alone, a weapon with a suspect (S1-01)."""
        standing = list(self.table.pieces.values())
        alone = 0 if piece in self.scenario.ids(Kind.SUSPECT) else 1
        return tuple(room for room in self.scenario.ids(Kind.ROOM) if standing.count(room) == alone)

    def _reach(self) -> Reach:
        barred = frozenset({self.last_room} if self.last_room else ())
        return reach(self.scenario.board, self.table.place(0), sum(self.table.pips), barred=barred)

    def _or_stuck(self) -> "Collect":
        """End the turn at once where the detective can't step at all (C-06)."""
        return self if self._reach() else self._tell(Stuck(0))._begin_turn()

    def _collected(self, place: object) -> "Collect":
        """Take the card that the room just entered offers, if any (S1-05), and go on."""
        game = self
        if isinstance(place, str):
            game = replace(game, last_room=place)
            game = game._tell(Taken(0, game._card_in(place))) if place in game.wanted() else game
        return game._tell(Ended(0, ())) if game.outcome() else game._begin_turn()

    def _card_in(self, room: str) -> str:
        if room not in self.table.taken:
            return room
        here = [piece for piece, where in self.table.pieces.items() if where == room]
        return next((piece for piece in here if piece in self.scenario.ids(Kind.SUSPECT)), here[0])


def new_collect(scenario: Scenario) -> Collect:
    """Set the detective on the start; suspects and weapons are placed by chance (S1-01 S1-02)."""
    pieces = (*scenario.ids(Kind.SUSPECT), *scenario.ids(Kind.WEAPON))
    return Collect(scenario, Table((DETECTIVE,), {DETECTIVE: scenario.start}), pieces)
