"""What a collector might do, and what one did: each move beside the best one, in rolls."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clue_cli.rules.engine import new_game
from clue_cli.rules.errands import ROLLS
from clue_cli.rules.events import Event, Placed, Stuck, Taken, Walked
from clue_cli.rules.model import Kind, Place, Scenario
from clue_cli.rules.table import COLLECTED, Table, collectable
from clue_cli.solver.collect import Look, Par, Stages
from clue_cli.solver.errands import Errand, Plan

_WORTH_TELLING = 0.005  # rolls: less is told as 0.00


@dataclass(frozen=True, slots=True)
class Option:
    """Be one end of a move, the card it takes ("" for none), and the rolls then to come on average."""

    place: Place
    card: str
    rolls: float


@dataclass(frozen=True, slots=True)
class Step:
    """Be one roll of a game: where the move began and ended, where the best one would have, and its price.

    `lost` are the rolls that the choice cost on average.
    """

    roll: int
    pips: int
    start: Place
    end: Place
    best: Place
    lost: float


@dataclass(frozen=True, slots=True)
class Review:
    """Tell a finished collection: its rolls are par, what choices cost, and luck, together.

    `luck` are the rolls that the dice cost: less than nothing when they saved some.
    """

    par: float
    luck: float
    steps: tuple[Step, ...]

    @property
    def rolls(self) -> int:
        """The rolls that the game took."""
        return len(self.steps)

    @property
    def lost(self) -> float:
        """The rolls that choices cost on average."""
        return sum(step.lost for step in self.steps)


def worst(steps: Iterable[Step], most: int) -> tuple[Step, ...]:
    """Return the choices that cost most, at most so many; none that cost nothing worth telling."""
    costly = [step for step in steps if step.lost >= _WORTH_TELLING]
    return tuple(sorted(costly, key=lambda step: -step.lost)[:most])


def stages(scenario: Scenario, history: Iterable[Event]) -> Stages:
    """Return the rooms with a card of each kind, as they were when the game began (S1-01 S1-05)."""
    pieces = {event.piece: event.room for event in history if isinstance(event, Placed)}
    rooms = [{pieces.get(card, card) for card in scenario.ids(kind)} for kind in COLLECTED]
    return tuple(tuple(room for room in scenario.ids(Kind.ROOM) if room in those) for those in rooms)


def options(par: Par, scenario: Scenario, table: Table) -> list[Option]:
    """Return what each move is worth that the detective's roll allows now, the best first."""
    gains, barred = collectable(scenario, table), _barred(table)
    ends = look(par, scenario, table).ends(table.place(0), barred, sum(table.pips))
    return _options(ends, gains, barred)


def worth(par: Par, scenario: Scenario, table: Table) -> float:
    """Return the rolls still to come on average by best play, before a roll; none when all is collected."""
    if not collectable(scenario, table):
        return 0.0
    return look(par, scenario, table).worth(table.place(0), _barred(table))


def to_next(par: Par, scenario: Scenario, table: Table, option: Option) -> float:
    """Return the rolls to the next card after that of the option; none when there is no next one."""
    table = table.after(Walked(0, option.place, ()))
    if option.card:
        table = table.after(Taken(0, option.card))
    gains = collectable(scenario, table)
    return par.nearest(gains.keys()).worth(option.place, _barred(table)) if gains else 0.0


def look(par: Par, scenario: Scenario, table: Table) -> Look:
    """Look at the board as it is, with cards still to collect."""
    gains = collectable(scenario, table)
    kinds = (kind for kind in COLLECTED if not set(scenario.ids(kind)).isdisjoint(gains.values()))
    return par.look(COLLECTED.index(next(kinds)), gains.keys())


def review(par: Par, scenario: Scenario, history: Iterable[Event]) -> Review:
    """Hold each move of a finished collection against the best one."""
    steps, luck = [], 0.0
    for table, end in _moves(scenario, history):
        choices = options(par, scenario, table)
        luck += 1 + choices[0].rolls - worth(par, scenario, table)
        steps.append(_step(table, end, choices))
    return Review(par.rolls, luck, tuple(steps))


def errand_options(plan: Plan, scenario: Scenario, table: Table) -> list[Option]:
    """Return what each move is worth by the plan that the roll for an errand allows now, the best first."""
    errand = Errand(
        table.place(0),
        _barred(table),
        _room(table, table.called),
        table.tries < ROLLS,
        Counter(_room(table, card) for card in table.pile),
        Counter(_room(table, card) for card in table.aside),
    )
    ends = plan.ends(errand, sum(table.pips))
    gains = collectable(scenario, table)
    return _options(ends, gains, errand.barred)


def errand_steps(plan: Plan, scenario: Scenario, history: Iterable[Event]) -> tuple[Step, ...]:
    """Hold each move of finished errands against the one that the plan would make."""
    return tuple(
        _step(table, end, errand_options(plan, scenario, table)) for table, end in _moves(scenario, history)
    )


def _options(ends: Mapping[Place, float], gains: Mapping[str, str], barred: str | None) -> list[Option]:
    found = [Option(end, gains.get(str(end), ""), rolls) for end, rolls in ends.items() if end != barred]
    return sorted(found, key=lambda option: option.rolls)


def _room(table: Table, card: str) -> str:
    """Return the room that a card calls for (S2-02)."""
    return table.pieces.get(card, card)


def _moves(scenario: Scenario, history: Iterable[Event]) -> Iterator[tuple[Table, Place]]:
    """Give the table before each move of a lone detective, and where the move ended."""
    table = new_game(scenario).table
    for event in history:
        if isinstance(event, Walked | Stuck):
            yield table, table.place(0) if isinstance(event, Stuck) else event.place
        table = table.after(event)


def _step(table: Table, end: Place, choices: Sequence[Option]) -> Step:
    chosen = next(option for option in choices if option.place == end)
    lost = chosen.rolls - choices[0].rolls
    return Step(table.rolls, sum(table.pips), table.place(0), end, choices[0].place, lost)


def _barred(table: Table) -> str | None:
    """Return the room that the detective can't enter: the one entered last (S1-04)."""
    return table.entered.get(table.seats[0])
