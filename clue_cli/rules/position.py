"""One position of any game, as a value: what is hidden, what was told to whom, and the phase of play.

Every change goes through an event: public ones change the table, all of them are added to the history
of the seats that may know them, and nothing else is told to anybody. What may happen, and what it leads
to, is the business of the phases: those of `setup.py` and `turn.py`, and of `collect.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from clue_cli.rules.actions import Action, IllegalAction, Legal
from clue_cli.rules.events import ONLOOKER, Dealt, Event, Note
from clue_cli.rules.model import Scenario
from clue_cli.rules.table import Outcome, Table, View


@dataclass(frozen=True, slots=True)
class Position:
    """Be one position of a game.

    `case` is in the order of the categories, `hands` and `histories` are by seat; the last history, at
    ONLOOKER, is that of somebody who only watches. `laid` holds the card that lies face down in a room.
    `notes` hold what the last action made happen.
    """

    scenario: Scenario
    table: Table
    phase: "Phase"
    hands: tuple[frozenset[str], ...]
    histories: tuple[tuple[Event, ...], ...]
    case: tuple[str, ...] = ()
    laid: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[Note, ...] = ()

    @property
    def seat(self) -> int | None:
        """The seat that must act; None when chance must, or when the game is over."""
        return self.phase.seat(self)

    def legal(self) -> Legal:
        """Offer what the seat that must act may do; empty when none must."""
        return self.phase.legal(self)

    def chance(self) -> Mapping[Action, Fraction]:
        """List the pending outcomes of chance with their exact probabilities; empty when none is due."""
        return self.phase.chance(self)

    def apply(self, action: Action) -> "Position":
        """Return the next position; raise IllegalAction when `action` is not open."""
        if action not in self.legal() and action not in self.chance():
            raise IllegalAction(str(action))
        return self.phase.apply(replace(self, notes=()), action)

    def view(self, seat: int) -> View:
        """Return what `seat` (or ONLOOKER) may know: the open table and what it was told."""
        history = self.histories[seat]
        # the hand too comes from what the seat was told, not from `hands`
        hand = frozenset(e.card for e in history if isinstance(e, Dealt) and e.seat == seat and e.card)
        return View(self.scenario, seat, self.table, hand, history)

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return self.phase.outcome if isinstance(self.phase, Over) else None

    def tell(self, event: Event) -> "Position":
        """Let an event happen before everybody; it is this that changes the table."""
        told = self._told(event, self._everybody())
        return replace(told, table=told.table.after(event))

    def tell_alone(self, event: Event, seats: frozenset[int]) -> "Position":
        """Let `seats` alone know of an event."""
        return self._told(event, seats)

    def tell_apart(self, open_: Event, covered: Event, seats: frozenset[int]) -> "Position":
        """Let `seats` know the event as `open_`, and everybody else as `covered`."""
        # neither version reaches the table: what some may not know can't lie open
        return self._told(open_, seats)._told(covered, self._everybody() - seats)

    def to(self, phase: "Phase") -> "Position":
        """Go on to another phase."""
        return replace(self, phase=phase)

    def _everybody(self) -> frozenset[int]:
        return frozenset(range(ONLOOKER, len(self.hands)))

    def _told(self, event: Event, seats: frozenset[int]) -> "Position":
        # the onlooker's history stands last, so that ONLOOKER, -1, finds it as a seat's number would
        listeners = (*range(len(self.hands)), ONLOOKER)
        histories = tuple(
            (*history, event) if listener in seats else history
            for listener, history in zip(listeners, self.histories, strict=True)
        )
        return replace(self, histories=histories, notes=(*self.notes, Note(event, seats)))


def beginning(scenario: Scenario, table: Table, phase: "Phase") -> Position:
    """Return the position before the first action: no cards dealt, nothing told."""
    seats = len(table.seats)
    return Position(scenario, table, phase, (frozenset(),) * seats, ((),) * (seats + 1))


class Phase:
    """Say what may happen at one point of a game."""

    __slots__ = ()

    def seat(self, game: Position) -> int | None:
        """Return the seat that must act."""
        return game.table.active

    def legal(self, _game: Position) -> Legal:
        """Offer what that seat may do."""
        return Legal()

    def chance(self, _game: Position) -> Mapping[Action, Fraction]:
        """List the outcomes of chance."""
        return {}

    def apply(self, _game: Position, action: Action) -> Position:
        """Return what an open action leads to."""
        raise IllegalAction(str(action))


class ChancePhase(Phase):
    """Be a phase in which chance acts."""

    __slots__ = ()

    def seat(self, _game: Position) -> int | None:
        """Return None: chance acts."""
        return None


@dataclass(frozen=True, slots=True)
class Over(ChancePhase):
    """Be at the end: nothing is open."""

    outcome: Outcome
