"""Play the best moves of a collection in many games at once, to learn how their rolls spread."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from clue_cli.solver.collect import Par, Told, by_size, silent
from clue_cli.solver.moves import Moves, Numbers

Draw = Callable[[int], Numbers]
"""Draw as many rolls as asked for, each as a place in the order of `Moves.rolls`."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Hold how many games took how many rolls: `counts[n]` of them took n."""

    counts: tuple[int, ...]

    @property
    def games(self) -> int:
        """Count the games."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The rolls that a game took on average."""
        return sum(rolls * count for rolls, count in enumerate(self.counts)) / self.games

    @property
    def sd(self) -> float:
        """The standard deviation of the rolls of one game."""
        squares = sum(count * (rolls - self.mean) ** 2 for rolls, count in enumerate(self.counts))
        return float((squares / self.games) ** 0.5)

    def percentile(self, percent: float) -> int:
        """Return the fewest rolls within which so many per cent of the games were over."""
        within = enumerate(accumulate(self.counts))
        return next(rolls for rolls, games in within if games * 100 >= percent * self.games)

    def slower(self, rolls: int) -> int:
        """Count the games that took more rolls than that."""
        return sum(self.counts[rolls + 1 :])


def best_games(par: Par, games: int, draw: Draw, told: Told = silent) -> Numbers:
    """Return the rolls that each of so many games takes when every move is a best one.

    The games go on side by side, those with equally many cards left at a time. What `told` raises
    passes through.
    """
    done = 0
    moves, options = par.moves, _options(par.moves)
    at = np.full(games, moves.places.index(moves.start))
    barred = _entered(moves, at)
    rolls = np.zeros(games, dtype=np.intp)
    for stage, rooms in enumerate(par.stages):
        bits = np.array([1 << rooms.index(room) if room in rooms else 0 for room in (*moves.rooms, "")])
        left, of_game = np.full(games, 2 ** len(rooms) - 1), np.zeros(games, dtype=np.intp)
        for sets in reversed(list(by_size(len(rooms)))):
            done += len(sets)
            told(done, par.sets)
            going = np.flatnonzero(np.isin(left, sets))
            if not going.size:
                continue
            played, of_game[going] = np.unique(left[going], return_inverse=True)
            after = par.settled(stage, tuple(played.tolist())).after
            while going.size:
                open_ = options[moves.ends[at[going], draw(going.size), barred[going]]]
                worth = after[open_, barred[going, None], of_game[going, None]]
                at[going] = open_[np.arange(going.size), worth.argmin(axis=1)]
                rolls[going] += 1
                entered = _entered(moves, at[going])
                barred[going] = np.where(entered < len(moves.rooms), entered, barred[going])
                card = left[going] & bits[entered]
                left[going] ^= card
                going = going[card == 0]
    return rolls


def _entered(moves: Moves, at: Numbers) -> Numbers:
    """Return the column of the room at each place; the last column for a place that is none."""
    rooms = len(moves.rooms)
    return np.where((moves.squares <= at) & (at < moves.squares + rooms), at - moves.squares, rooms)


def _options(moves: Moves) -> Numbers:
    """Return the places where a move may end, by the row of its best end; the first fills what is left."""
    options = [moves.choices(row) for row in range(len(moves.places) + len(moves.sets))]
    most = max(map(len, options))
    return np.array([[*places, *places[:1] * (most - len(places))] for places in options])
