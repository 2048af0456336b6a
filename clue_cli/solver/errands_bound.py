"""A proven lower bound of the solitaire "errands": no policy needs fewer rolls on average.

The game is made easier until it can be solved. What is kept exactly: the pile, as the number n[r] of its
cards that call for each room r; the room q in which the detective stands; both rolls for a card. What is
given away, to the player's gain:

- In the corridor, the detective is put on the best place for the pile before each card is turned up.
- Of the cards set aside only their number M is known; when the pile is through, the player says which
  they are, within the layout.

Let A(q, n, M) and C(n, M) be the rolls to come in this easier game before a card is turned up, in room q
and in the corridor. The steps:

1. *One card.* Let a card call for room r, not stood in. Let the rolls to come be at least H if it is
   fetched and at least Z if it is not. A policy takes E rolls on average and misses with chance F: so it
   needs at least E + (1-F) H + F Z = H + E + F (Z-H) in all.
2. E is at least `rolls`, that is 1 + the chance that the first roll does not bring r within reach: only
   entering r at the first roll saves the second one.
3. F is at least `misses`: the chance that the first roll does not bring r within reach, and after the best
   end of its move for that, neither does the second. And F is at most 1. So a card takes at least
   H + rolls + misses * max(Z-H, 0) + min(Z-H, 0).
4. H is A(r, n - 1 card of r, M). After a miss the detective is not in r: Z is the least of
   C(n - 1 card of r, M+1) and of A(q, n - 1 card of r, M+1) for q other than r.
5. The next card calls for r with chance n[r]/N, where N counts the pile. For A(q, …) a card for q takes no
   roll and leads to H (S2-05); the others take what step 3 says from q. For C take the place in the
   corridor, and the room barred there, for which the mean over the cards is least.
6. N = 0: the least value over all piles of M cards within the layout. All values are 0 when M = 0 too.
7. Start with 0 for the piles of step 6: rolls are not negative. If all values on the right of steps 4 to 6
   are lower bounds, so are those on the left: however often the steps are taken, they give lower bounds.
   So there is no need to wait until nothing changes.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from clue_cli.solver.errands import Calls, landed, rolled
from clue_cli.solver.moves import Moves, Numbers, Values

_CLOSE = 1e-4  # rolls: a layer is gone over again until what it begins with changes by less
_TOGETHER = 256  # piles weighed at a time: their values stay near the processor
_MOST = 10**6  # piles, each counted once for every number set aside: more take minutes and gigabytes


class TooManyPiles(ValueError):
    """Say that the bound of a layout takes more than a few seconds."""


@dataclass(frozen=True, slots=True)
class Chase:
    """Hold the least rolls for a card and the least chance to miss it, by place and by room called for."""

    rolls: Values
    misses: Values

    def __getitem__(self, places: Numbers | npt.NDArray[np.bool_]) -> Self:
        """Return it for some of the places."""
        return type(self)(self.rolls[places], self.misses[places])

    def rooms(self, moves: Moves) -> Self:
        """Return it for standing in each room."""
        rooms = np.arange(len(moves.rooms))
        return type(self)(self.rolls[moves.squares + rooms, rooms], self.misses[moves.squares + rooms, rooms])

    def corridor(self, moves: Moves, called: npt.NDArray[np.bool_]) -> Self:
        """Return it for the places outside rooms that are best for some pile, for any room barred."""
        outside = np.ones(len(self.rolls), dtype=bool)
        outside[moves.squares : moves.squares + len(moves.rooms)] = False
        found = type(self)(
            self.rolls[outside].reshape(-1, len(called)), self.misses[outside].reshape(-1, len(called))
        )
        return found[_undominated(np.hstack((found.rolls[:, called], found.misses[:, called])))]


def chase(moves: Moves) -> Chase:
    """Return what a card takes at least from each place, room barred and room called for: steps 2 and 3."""
    rooms = len(moves.rooms)
    entering = np.where(np.eye(rooms), 0.0, 1.0)
    apart = np.ones((len(moves.places), rooms + 1, rooms))
    # `rolled` counts a roll for every roll; here only the chance is wanted
    out_of_reach = rolled(moves, landed(moves, apart, entering)) - 1
    entering[~np.eye(rooms, dtype=bool)] = np.nan
    misses = rolled(moves, landed(moves, out_of_reach, entering)) - 1
    return Chase(1 + out_of_reach, misses)


def lower_bound(moves: Moves, calls: Calls) -> float:
    """Return rolls that no policy gets below on average, from the start, with so many cards for each room.

    Raises TooManyPiles for a layout of more than 10**6 piles and numbers set aside; the classic one has
    720,000, which take five seconds.
    """
    easier = _Easier(moves, np.array([calls.get(room, 0) for room in moves.rooms]))
    for left in range(1, easier.total + 1):
        easier.solve(left)
    return easier.first(moves)


class _Easier:
    """Solve the easier game, by the number of cards left. Arrays go by cards set aside, pile and room."""

    def __init__(self, moves: Moves, most: Numbers) -> None:
        self.total = int(most.sum())
        shape = most + 1
        if shape.prod() * (self.total + 1) > _MOST:
            raise TooManyPiles
        self._piles = np.stack(np.unravel_index(np.arange(shape.prod()), shape), axis=1)
        self._sizes = self._piles.sum(axis=1)
        # a pile with a card less for a room has a number lower by this
        self._lower = shape.prod() // np.cumprod(shape)
        self._in_room = np.zeros((self.total + 1, len(self._piles), len(most)))
        self._outside = np.zeros((self.total + 1, len(self._piles)))
        least = chase(moves)
        self._from_rooms, self._from_outside = least.rooms(moves), least.corridor(moves, most > 0)

    def solve(self, left: int) -> None:
        """Find the values with so many cards left, whether in the pile or aside."""
        through, change = np.zeros(len(self._lower)), np.inf
        while change > _CLOSE:
            for size in range(1, left + 1):
                piles = np.flatnonzero(self._sizes == size)
                for some in np.array_split(piles, -(-len(piles) // _TOGETHER)):
                    self._weigh(some, left - size)
            whole = self._sizes == left
            change = float(np.abs(self._in_room[0, whole].min(axis=0) - through).max())
            through = self._in_room[0, whole].min(axis=0)
            self._in_room[left, 0], self._outside[left, 0] = through, self._outside[0, whole].min()

    def first(self, moves: Moves) -> float:
        """Return the rolls from the start, with the whole pile."""
        whole = len(self._piles) - 1
        if moves.start in moves.rooms:
            return float(self._in_room[0, whole, moves.rooms.index(moves.start)])
        odds, dearer, rest = self._step(np.array([whole]), 0)
        start, least = (moves.places.index(moves.start), moves.column(None)), chase(moves)
        return float((rest + odds * least.rolls[start] + dearer * least.misses[start]).sum())

    def _weigh(self, piles: Numbers, aside: int) -> None:
        """Take steps 3 to 5 for piles with so many cards set aside."""
        odds, dearer, rest = self._step(piles, aside)
        fetched = self._fetched(piles, aside) * odds
        in_room, outside = self._from_rooms, self._from_outside
        # from room q, a card for q takes nothing
        takes = odds[:, None] * in_room.rolls + dearer[:, None] * in_room.misses + rest[:, None]
        rooms = np.arange(len(self._lower))
        takes[:, rooms, rooms] = fetched
        self._in_room[aside, piles] = takes.sum(axis=2)
        takes_outside = odds @ outside.rolls.T + dearer @ outside.misses.T
        self._outside[aside, piles] = rest.sum(axis=1) + takes_outside.min(axis=1)

    def _step(self, piles: Numbers, aside: int) -> tuple[Values, Values, Values]:
        """Return chances by pile and room called for, and those times max(Z-H, 0) and H + min(Z-H, 0)."""
        odds = self._piles[piles] / self._sizes[piles, None]
        fetched = self._fetched(piles, aside)
        dearer = self._missed(piles, aside) - fetched
        return odds, odds * np.maximum(dearer, 0), odds * (fetched + np.minimum(dearer, 0))

    def _less(self, piles: Numbers) -> Numbers:
        """Return the piles with one card less for each room; pile 0, with chance 0, where it has none."""
        return np.where(self._piles[piles] > 0, piles[:, None] - self._lower, 0)

    def _fetched(self, piles: Numbers, aside: int) -> Values:
        """Return H of step 4."""
        found: Values = self._in_room[aside, self._less(piles), np.arange(len(self._lower))]
        return found

    def _missed(self, piles: Numbers, aside: int) -> Values:
        """Return Z of step 4."""
        less, rooms = self._less(piles), np.arange(len(self._lower))
        elsewhere = self._in_room[aside + 1, less]
        elsewhere[:, rooms, rooms] = np.inf
        found: Values = np.minimum(elsewhere.min(axis=2), self._outside[aside + 1, less])
        return found


def _undominated(costs: Values) -> Numbers:
    """Return the rows but those to which another one is nowhere inferior."""
    kept: list[int] = []
    for row in np.argsort(costs.sum(axis=1), kind="stable").tolist():
        if not (costs[kept] <= costs[row]).all(axis=1).any():
            kept.append(row)
    return np.array(kept)
