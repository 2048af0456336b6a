"""Par of the solitaire "collect": the fewest rolls it takes on average, and what each move is worth.

A collection goes stage by stage: all room cards, then all suspects, then all weapons (S1-05). Between two
rooms only the square matters, the room barred and the rooms where a card is still to be taken now; and
entering a room begins anew. So what is kept are the values of standing in a room, one for each set of
rooms left and each room. Sets are solved by size, the last stage first: entering a room of a set leads
to a smaller one, which is solved; only the values of the other rooms depend on each other.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from clue_cli.rules.model import Place
from clue_cli.solver.moves import NEVER, Endless, Moves, Settled, Values, settle

Stages = tuple[tuple[str, ...], ...]
"""The rooms with a card of each kind, in the order in which the kinds are collected (S1-05)."""

Told = Callable[[int, int], None]
"""Hears how many sets of rooms are done, and of how many; what it raises ends the work."""

_TOGETHER = 96  # sets solved at a time: their values stay near the processor


@dataclass(frozen=True, slots=True)
class Look:
    """Tell what every place is worth while one set of rooms is left, in rolls still to come."""

    moves: Moves
    settled: Settled

    def worth(self, place: Place, barred: str | None) -> float:
        """Return the rolls to come on average, by best play, before a roll from that place."""
        return float(self.settled.before[self.moves.places.index(place), self.moves.column(barred), 0])

    def ends(self, place: Place, barred: str | None, roll: int) -> dict[Place, float]:
        """Return the rolls to come on average after each end of a move; NEVER after the barred room."""
        column = self.moves.column(barred)
        row = self.moves.ends[self.moves.places.index(place), list(self.moves.rolls).index(roll), column]
        after = self.settled.after[:, column, 0]
        return {self.moves.places[end]: float(after[end]) for end in self.moves.choices(int(row))}


@dataclass(frozen=True)
class Par:
    """Know the best possible play from one layout.

    `tables` hold, for each stage, the rolls to come when standing in a room: a row for each set of rooms
    left, a bit a room of the stage, and a column for each room of the board. `residual` is the largest
    difference that one more sweep makes to any value, in rolls.
    """

    moves: Moves
    stages: Stages
    tables: tuple[Values, ...]
    residual: float
    _looks: dict[tuple[int, int], Look] = field(default_factory=dict, compare=False, repr=False)

    @property
    def rolls(self) -> float:
        """The rolls that the best possible play takes on average from the start (S1-02)."""
        start = self.moves.start
        return self.look(0, self.stages[0]).worth(start, str(start) if start in self.moves.rooms else None)

    @property
    def sets(self) -> int:
        """Count the sets of rooms left with which a roll is made."""
        return sum(2 ** len(stage) - 1 for stage in self.stages)

    @property
    def states(self) -> int:
        """Count the states that have a value: each place, room barred and set of rooms left."""
        return self.sets * self.moves.nearest.size

    def look(self, stage: int, left: Collection[str]) -> Look:
        """Look at the board while cards of that stage are left in these rooms, at least one."""
        whole = sum(1 << n for n, room in enumerate(self.stages[stage]) if room in left)
        if (stage, whole) not in self._looks:
            self._looks[stage, whole] = Look(self.moves, self.settled(stage, (whole,)))
        return self._looks[stage, whole]

    def nearest(self, left: Collection[str]) -> Look:
        """Look at the rolls to the next card alone, while cards are left in these rooms."""
        wanted = [[0.0 if room in left else np.nan] for room in self.moves.rooms]
        return Look(self.moves, settle(self.moves, np.array(wanted)))

    def settled(self, stage: int, sets: tuple[int, ...]) -> Settled:
        """Return the values of every place for each of these sets of rooms left of a stage."""
        return settle(self.moves, _entering(self.moves, self.stages[stage], self.tables[stage], sets))


def silent(_done: int, _every: int) -> None:
    """Tell nobody."""


def solve(moves: Moves, stages: Stages, told: Told = silent) -> Par:
    """Find the best possible play; raise Endless when none is sure to collect everything.

    The work grows as 2 to the number of rooms; some 640 sets of the classic board take 2 seconds.
    """
    every, done = sum(2 ** len(stage) - 1 for stage in stages), 0
    tables: list[Values] = []
    worst, after = 0.0, np.zeros(len(moves.rooms))
    for stage in reversed(stages):
        table = np.full((2 ** len(stage), len(moves.rooms)), np.nan)
        table[0] = after
        for sets in by_size(len(stage)):
            settled = settle(moves, _entering(moves, stage, table, sets))
            here = np.arange(len(moves.rooms))
            table[list(sets)] = settled.before[moves.squares + here, here].T
            worst = max(worst, settled.residual)
            done += len(sets)
            told(done, every)
        after = table[-1]
        tables.insert(0, table)
    par = Par(moves, stages, tuple(tables), worst)
    if par.rolls >= NEVER / 2:
        raise Endless
    return par


def by_size(rooms: int) -> Iterator[tuple[int, ...]]:
    """Give the sets of that many rooms, the small ones first, as many as are solved at a time."""
    for size in range(1, rooms + 1):
        sets = [sum(1 << n for n in members) for members in combinations(range(rooms), size)]
        yield from (tuple(sets[n : n + _TOGETHER]) for n in range(0, len(sets), _TOGETHER))


def _entering(moves: Moves, stage: tuple[str, ...], table: Values, sets: tuple[int, ...]) -> Values:
    """Return the value of entering each room, by set: without its card the set is smaller (S1-05)."""
    entering = table[list(sets)].T.copy()
    for n, room in enumerate(stage):
        held = [column for column, each in enumerate(sets) if each >> n & 1]
        number = moves.rooms.index(room)
        entering[number, held] = table[[sets[column] ^ 1 << n for column in held], number]
    return entering
