"""All moves of a detective on one board, numbered, and one sweep of the Bellman equation over them.

Where a move may end is asked of `rules.movement`, once for each place, roll and barred room; there is no
second copy of the rules here. The best end of a move is a minimum over a set of places. Most of these
sets hold another one of them, so the minima are built from each other: the classic board needs some
5,000 of them for its moves, which have 45,000 ends.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from clue_cli.rules.actions import Dice
from clue_cli.rules.chance import throws
from clue_cli.rules.model import Board, Place, Scenario
from clue_cli.rules.movement import Move

Values = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]

NEVER = 1e6
"""The worth, in rolls, of a place from which nothing more can be reached."""

CLOSE = 1e-10
"""The change, in rolls, at which sweeps end: the Bellman residual is below it."""


_WIDE = 200  # values a row from which it is quicker to go row by row than to gather rows
_MOST_SWEEPS = 5000  # boards of a house take about fifteen


class Endless(ValueError):
    """Say that the rolls to come have no end: something can't be reached."""


@dataclass(frozen=True, slots=True)
class Moves:
    """Number the places of a board: its squares and spots, then its rooms, then a start that is neither.

    A detective stands on a place while one room is barred, the one entered last (S1-04): there is a
    column for each room barred, and a last one for none. Values have a row for each place and one for
    each of the `sets` of ends that a move may have; their further axes are columns and games. `minima`
    are waves of triples: a row that is the smaller of two others, which are places or of waves before.
    `ends` has, for each place, roll and column, the row of the best end of that move. `nearest` are the
    rolls to any room that is not barred, by place and column.
    """

    places: tuple[Place, ...]
    squares: int
    rooms: tuple[str, ...]
    start: Place
    rolls: Mapping[int, float]
    sets: tuple[int, ...]
    minima: tuple[Numbers, ...]
    ends: Numbers
    nearest: Values

    def column(self, barred: str | None) -> int:
        """Return the column in which that room is barred."""
        return len(self.rooms) if barred is None else self.rooms.index(barred)

    def choices(self, row: int) -> list[int]:
        """Return the rows of the places of which that row of `ends` is the best."""
        return [row] if row < len(self.places) else list(_bits(self.sets[row - len(self.places)]))

    def weigh(self, values: Values) -> None:
        """Put into the row of each set the least value of its places."""
        if values[0].size < _WIDE:
            for into, one, other in self.minima:
                values[into] = np.minimum(values[one], values[other])
            return
        rows = list(values)
        for wave in self.minima:
            for into, one, other in wave.T.tolist():
                np.minimum(rows[one], rows[other], out=rows[into])

    def expect(self, values: Values) -> Values:
        """Return the rolls to come before a roll from each place, when `values` come after it."""
        columns = np.arange(len(self.rooms) + 1)
        expected = np.ones((len(self.places), *values.shape[1:]))
        for number, odds in enumerate(self.rolls.values()):
            expected += odds * values[self.ends[:, number], columns]
        return expected


@dataclass(frozen=True, slots=True)
class Settled:
    """Hold values that no sweep changes by more than `residual` rolls, by place, column and game.

    `before` are those before a roll, `after` those after a move; they differ on a room, which its own
    column bars, and which gives what it has when it is entered.
    """

    before: Values
    after: Values
    residual: float


def settle(moves: Moves, entering: Values) -> Settled:
    """Sweep until nothing changes; `entering` has the value of each room entered, by game.

    It is NaN where that is the value of standing in the room, which is then found with the others.
    Raises Endless when the values do not settle.
    """
    known, rooms = ~np.isnan(entering), np.arange(len(moves.rooms))
    first, last = moves.squares, moves.squares + len(rooms)
    values = np.empty((len(moves.places) + len(moves.sets), len(rooms) + 1, entering.shape[1]))
    rest = np.nanmean(entering, axis=0)
    values[: len(moves.places)] = moves.nearest[..., None] + rest
    entered = np.where(known, entering, rest)
    for _sweep in range(_MOST_SWEEPS):
        values[first:last] = entered[:, None]
        values[first + rooms, rooms] = NEVER
        moves.weigh(values)
        before = np.minimum(moves.expect(values), NEVER)
        standing = before[first + rooms, rooms]
        fresh = np.where(known, entering, standing)
        residual = max(
            np.abs(before[:first] - values[:first]).max(initial=0),
            np.abs(before[last:] - values[last : len(before)]).max(initial=0),
            np.abs(fresh - entered).max(),
        )
        values[:first], values[last : len(before)], entered = before[:first], before[last:], fresh
        if residual < CLOSE:
            return Settled(before, values[: len(before)], float(residual))
    raise Endless


@lru_cache(maxsize=4)
def moves(board: Board, start: Place, dice: int) -> Moves:
    """Ask for every move on an open board, with the sum of that many dice; no passages (S1-03 S1-04)."""
    board = replace(board, passages=())
    squares: tuple[Place, ...] = (*sorted(board.squares), *(spot.id for spot in board.spots))
    rooms = tuple(room.id for room in board.rooms)
    places = tuple(dict.fromkeys((*squares, *rooms, start)))
    odds: dict[int, Fraction] = {}
    for throw, chance in throws(dice).items():
        assert isinstance(throw, Dice)
        odds[sum(throw.pips)] = odds.get(sum(throw.pips), Fraction()) + chance
    bits = {place: 1 << n for n, place in enumerate(places)}
    wanted = [[list(_by_column(board, bits, place, roll)) for roll in odds] for place in places]
    sets = _sets(each for rolls in wanted for columns in rolls for each in columns)
    rows = {1 << n: n for n in range(len(places))} | {each: len(places) + n for n, each in enumerate(sets)}
    ends = [
        [[rows[each] if each else here for each in columns] for columns in rolls]
        for here, rolls in enumerate(wanted)
    ]
    unknown = Moves(
        places,
        len(squares),
        rooms,
        start,
        {roll: float(chance) for roll, chance in odds.items()},
        sets,
        _minima(sets, rows),
        np.array(ends, dtype=np.intp),
        np.full((len(places), len(rooms) + 1), NEVER),
    )
    return replace(unknown, nearest=settle(unknown, np.zeros((len(rooms), 1))).before[..., 0])


def moves_of(scenario: Scenario) -> Moves:
    """Return the moves of the board on which a solitaire is played."""
    return moves(scenario.board, scenario.start, scenario.rules.move_dice)


def _by_column(board: Board, bits: Mapping[Place, int], place: Place, roll: int) -> Iterator[int]:
    """Return the set of ends of a move for each room barred, and for none."""
    free = Move(board, place, roll).ends()
    united = sum(bits[end] for end in free)
    for room in board.rooms:
        # the value of a room is NEVER in its own column, so that one set serves all columns: barring a room
        # takes no other end away, and gives a shorter walk only where it was the only end (C-06)
        if room.id in free and len(free) == 1:
            yield sum(bits[end] for end in Move(board, place, roll, used=frozenset({room.id})).ends())
        else:
            yield united
    yield united


def _sets(wanted: Iterable[int]) -> tuple[int, ...]:
    """Return each set of two places or more once, small ones first."""
    return tuple(
        sorted({each for each in wanted if each.bit_count() > 1}, key=lambda each: (each.bit_count(), each))
    )


def _minima(sets: Iterable[int], rows: Mapping[int, int]) -> tuple[Numbers, ...]:
    """Build the least of each set from the least of the largest sets within it."""
    waves: list[list[tuple[int, int, int]]] = []
    known: dict[int, int] = {}  # the wave after which a row holds its least value
    earlier: list[int] = []
    for each in sets:
        into = rows[each]
        one, *others = (rows[part] for part in _cover(each, [part for part in earlier if not part & ~each]))
        for other in others:
            wave = max(known.get(one, 0), known.get(other, 0))
            if wave == len(waves):
                waves.append([])
            waves[wave].append((into, one, other))
            known[into], one = wave + 1, into
        earlier.append(each)
    return tuple(np.array(wave, dtype=np.intp).T for wave in waves)


def _cover(whole: int, within: list[int]) -> Iterator[int]:
    """Give sets `within` a whole one, and single places, that make it up together: greedily, few."""
    left = whole
    while left:
        most = max(within, key=lambda part: (part & left).bit_count(), default=0)
        if (most & left).bit_count() < 2:
            yield from (1 << n for n in _bits(left))
            return
        yield most
        left &= ~most


def _bits(whole: int) -> Iterator[int]:
    while whole:
        bit = whole & -whole
        yield bit.bit_length() - 1
        whole ^= bit
