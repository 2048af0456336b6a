"""One position of any game, as a value: what is hidden, what was told to whom, and the phase of play.

Every change goes through an event: public ones change the table, all of them are added to the history
of the seats that may know them, and nothing else is told to anybody. What may happen, and what it leads
to, is the business of the phases. Of the detective game: `setup.py`, then turn by turn `moving.py`,
`clues.py`, `asking.py`, `interrogating.py` and `closing.py`, each of which knows only those after it;
of the two solitaires: `collect.py` and `errands.py`, on what they share, `solitaire.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from clue_cli.rules.actions import Action
from clue_cli.rules.begin import NOTHING, Begin
from clue_cli.rules.copying import changed
from clue_cli.rules.events import ONLOOKER, Event, Note, Revealed, Rolled, TurnBegan, Unheld
from clue_cli.rules.legal import IllegalAction, Legal
from clue_cli.rules.model import Clue, Scenario
from clue_cli.rules.table import Outcome, Table, View
from clue_cli.rules.tale import Tale
from clue_cli.rules.tales import told_of


@dataclass(frozen=True)
class Position:
    """Be one position of a game.

    Each turn begins with the phase `opening`. `case` is in the order of the categories, `hands` and
    `histories` are by seat; the last history, at ONLOOKER, is that of somebody who only watches.
    `deck` holds the cards not dealt yet, `laid` the card that lies face down in a room, `clues` the clue
    cards not drawn yet, and `under` those drawn, in the order in which they lie under the pile. `begin`
    says what is fixed of the setting up, and `tales` what will be told, which `scenario`, known to all,
    does not tell any more. `dice` hold the next rolls as far as they are fixed, `happened` the numbers of
    the tales that have happened, and `notes` what the last action made happen.
    """

    scenario: Scenario
    table: Table
    phase: "Phase"
    opening: "Phase"
    hands: tuple[frozenset[str], ...]
    histories: tuple[tuple[Event, ...], ...]
    case: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    laid: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    clues: tuple[Clue, ...] = ()
    under: tuple[Clue, ...] = ()
    begin: Begin = NOTHING
    dice: tuple[tuple[int, ...], ...] = ()
    tales: tuple[Tale, ...] = ()
    happened: frozenset[int] = frozenset()
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
        return self.after(action)

    def after(self, action: Action) -> "Position":
        """Return the next position; `action` must be open."""
        return self.phase.apply(changed(self, notes=()), action)

    def view(self, seat: int) -> View:
        """Return what `seat` (or ONLOOKER) may know: the open table, its own hand and what it was told."""
        hand = frozenset[str]() if seat == ONLOOKER else self.hands[seat]
        return View(self.scenario, seat, self.table, hand, self.histories[seat])

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return self.phase.outcome if isinstance(self.phase, Over) else None

    def tell(self, event: Event) -> "Position":
        """Let an event happen before everybody, and then the tales of it; this changes the table."""
        told = changed(
            self,
            table=self.table.after(event),
            histories=tuple([(*history, event) for history in self.histories]),
            notes=(*self.notes, Note(event, _everybody(len(self.hands)))),
        )
        return told_of(told, event) if self.tales else told

    def tell_alone(self, event: Event, seats: frozenset[int]) -> "Position":
        """Let `seats` alone know of an event."""
        histories = tuple(
            [(*told, event) if listener in seats else told for listener, told in self._listeners()]
        )
        return changed(self, histories=histories, notes=(*self.notes, Note(event, seats)))

    def tell_apart(self, open_: Event, covered: Event, seats: frozenset[int]) -> "Position":
        """Let `seats` know the event as `open_`, and everybody else as `covered`."""
        others = _everybody(len(self.hands)) - seats
        return changed(
            self,
            # everybody knows as much as the covered version: only that may lie open
            table=self.table.after(covered),
            histories=tuple(
                [(*told, open_ if listener in seats else covered) for listener, told in self._listeners()]
            ),
            notes=(*self.notes, Note(open_, seats), Note(covered, others, covered=True)),
        )

    def throw(self, pips: tuple[int, ...]) -> "Position":
        """Let the dice fall before everybody, for the seat whose turn it is."""
        game = changed(self, dice=self.dice[1:]) if self.dice else self
        return game.tell(Rolled(self.table.active, pips))

    def reveal(self, card: str) -> "Position":
        """Let the holder show a card to all, or let all learn that no player has it. Rule: C15-10."""
        holder = next((seat for seat, hand in enumerate(self.hands) if card in hand), None)
        return self.tell(Unheld(card) if holder is None else Revealed(holder, card))

    def to(self, phase: "Phase") -> "Position":
        """Go on to another phase."""
        return changed(self, phase=phase)

    def _listeners(self) -> Iterator[tuple[int, tuple[Event, ...]]]:
        """Go through the histories by seat; ONLOOKER, -1, finds the last one as a number of a seat would."""
        return zip((*range(len(self.hands)), ONLOOKER), self.histories, strict=True)


@lru_cache(maxsize=16)
def _everybody(seats: int) -> frozenset[int]:
    return frozenset(range(ONLOOKER, seats))


def beginning(scenario: Scenario, table: Table, phase: "Phase", opening: "Phase") -> Position:
    """Return the position before the first action: no cards dealt, nothing told."""
    seats = len(table.seats)
    deck = tuple(scenario.cards)
    known = scenario
    if scenario.begin != NOTHING or scenario.seats or scenario.tales:
        known = replace(scenario, begin=NOTHING, seats=(), tales=())
    return Position(
        known,
        table,
        phase,
        opening,
        (frozenset(),) * seats,
        ((),) * (seats + 1),
        deck=deck,
        clues=scenario.clues,
        begin=scenario.begin,
        dice=scenario.begin.dice,
        tales=scenario.tales,
    )


def begin_turn(game: Position, seat: int) -> Position:
    """Let the next turn be that of `seat`."""
    return game.tell(TurnBegan(game.table.turn + 1, seat)).to(game.opening)


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


Then = Callable[[Position], Position]
"""What follows once a phase has done its work: a function of a module, so that equal phases are equal."""


@dataclass(frozen=True, slots=True)
class Over(ChancePhase):
    """Be at the end: nothing is open."""

    outcome: Outcome
