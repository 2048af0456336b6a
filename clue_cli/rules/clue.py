"""The detective game as a value: what is hidden, what is told to whom, and the phase that play is in.

Every change goes through an event: public ones change the table, all of them are added to the history
of the seats that may know them, and nothing else is told to anybody. What may happen, and what it leads
to, is the phases' business: `setup.py` and `turn.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clue_cli.rules.actions import (
    Action,
    IllegalAction,
    Legal,
)
from clue_cli.rules.events import (
    ONLOOKER,
    Event,
    Note,
)
from clue_cli.rules.model import (
    Scenario,
)
from clue_cli.rules.table import Outcome, Table, View


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


class ChancePhase(Phase):
    """Be a phase in which chance acts."""

    __slots__ = ()

    def seat(self, _game: Clue) -> int | None:
        """Return None: chance acts."""
        return None


@dataclass(frozen=True, slots=True)
class Over(ChancePhase):
    """Be at the end: nothing is open."""

    outcome: Outcome
