"""Where a token may go: exact walks on a board, with tokens in the way.

Squares are numbered and a set of squares is one integer, a bit a square, so that a set operation
is one step. A walk of exactly n steps enters no square twice; that is a search, not a distance: in
narrow corridors some squares at the right distance and parity have no such walk. The search visits
only what can still lead to a square not yet found. Its results are kept by place, steps and the
tokens near enough to matter, so that on an open board each is searched once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from clue_cli.rules.model import Board, Place, Square

_KEPT = 8192  # results kept a board: all of an empty one (2,200 on the classic) and many with tokens


class UnknownPlace(ValueError):
    """Say that a board has no such place."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Hold where one move may end: squares and rooms."""

    squares: frozenset[Square]
    rooms: frozenset[str]

    def __contains__(self, place: object) -> bool:
        """Tell whether a move may end at `place`."""
        return place in self.squares or place in self.rooms

    def __iter__(self) -> Iterator[Place]:
        """Go through the rooms and then the squares, in order."""
        yield from sorted(self.rooms)
        yield from sorted(self.squares)

    def __len__(self) -> int:
        """Count the places."""
        return len(self.squares) + len(self.rooms)


def reach(
    board: Board,
    start: Place,
    steps: int,
    occupied: frozenset[Place] = frozenset(),
    barred: frozenset[str] = frozenset(),
) -> Reach:
    """Return where a token on `start` may end a move of `steps` steps; empty when it can't step at all.

    `occupied` are the places where other tokens stand: a square among them blocks stopping, passing
    and the door it lies at; rooms hold any number. `barred` rooms can't be entered. A move never
    ends in the room it started from. Raises UnknownPlace for a place that the board does not have.
    Rules: C-03 C-04 C-05 C-06 C-07 C-14 CL-07.
    """
    walks = _walks(board)
    # a token out of reach changes nothing: leaving it out lets one kept result serve many positions
    blocked = walks.mask(occupied) & walks.within(start, steps)
    rooms = frozenset(r for r, steps_to in walks.rooms(start, blocked).items() if steps_to <= steps) - barred
    # C-06: shorter walks count only where neither a whole one nor a room is open
    for length in range(steps, 0, -1):
        squares = walks.ends(start, length, blocked)
        if squares or rooms:
            return Reach(squares, rooms)
    return Reach(frozenset(), rooms)


def distances(board: Board, start: Place, occupied: frozenset[Place] = frozenset()) -> dict[str, int]:
    """Return the fewest steps from `start` to each other room that can be walked to (C-03 C-05).

    Raises UnknownPlace for a place that the board does not have.
    """
    walks = _walks(board)
    return dict(walks.rooms(start, walks.mask(occupied)))


@lru_cache(maxsize=32)
def _walks(board: Board) -> "_Walks":
    return _Walks(board)


class _Walks:
    """Hold the numbered squares of one board and answer what can be walked on it."""

    def __init__(self, board: Board) -> None:
        self._squares = sorted(board.squares)
        self._number = {square: n for n, square in enumerate(self._squares)}
        self._near = [self._around(square) for square in self._squares]
        self._exits: dict[Place, int] = dict(zip(self._squares, self._near, strict=True))
        outside = {room.id: frozenset[Place](door.outside for door in room.doors) for room in board.rooms}
        self._doors = {room: self.mask(squares) for room, squares in outside.items()}
        self._exits.update(self._doors)
        if board.middle:
            cells = board.cells(board.middle.letter)
            self._exits[board.middle.id] = _union(self._around(cell) for cell in cells)
        # _balls[k][n]: squares where a walk of k steps from square n may end if it may repeat squares
        self._balls = [[1 << n for n in range(len(self._squares))]]
        self.ends = lru_cache(maxsize=_KEPT)(self._ends)
        self.rooms = lru_cache(maxsize=_KEPT)(self._rooms)
        self.within = lru_cache(maxsize=None)(self._within)

    def mask(self, places: frozenset[Place]) -> int:
        """Return the set of those of `places` that are squares; raise UnknownPlace for one off the board."""
        if not places <= self._exits.keys():
            raise UnknownPlace(min(map(str, places - self._exits.keys())))
        return _union(1 << self._number[place] for place in places if isinstance(place, tuple))

    def _around(self, cell: Square) -> int:
        row, column = cell
        sides = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return _union(1 << self._number[side] for side in sides if side in self._number)

    def _grown(self, squares: int) -> int:
        """Return the squares one step from any of `squares`."""
        return _union(self._near[n] for n in _bits(squares))

    def _first(self, start: Place) -> int:
        if start not in self._exits:
            raise UnknownPlace(start)
        return self._exits[start]

    def _within(self, start: Place, steps: int) -> int:
        """Return the squares at most `steps` steps from `start`, whatever stands on them."""
        found = frontier = self._first(start)
        for _ in range(steps - 1):
            frontier = self._grown(frontier) & ~found
            found |= frontier
        return found

    def _rooms(self, start: Place, blocked: int) -> dict[str, int]:
        """Return the fewest steps to each room but the one started from; a shortest way repeats no square."""
        first = self._first(start)
        left = {room: doors for room, doors in self._doors.items() if room != start}
        found = {}
        seen = frontier = self.mask(frozenset({start})) or first & ~blocked
        # a door beside the start is one step away; from a room the first step only leads outside
        steps = 1 if isinstance(start, tuple) else 2
        while frontier and left:
            for room in [room for room, doors in left.items() if doors & frontier]:
                found[room] = steps
                del left[room]
            frontier = self._grown(frontier) & ~seen & ~blocked
            seen |= frontier
            steps += 1
        return found

    def _ends(self, start: Place, steps: int, blocked: int) -> frozenset[Square]:
        """Return the squares where a walk of exactly `steps` steps that repeats no square may end."""
        while len(self._balls) < steps:
            last = self._balls[-1]
            self._balls.append([_union(last[m] for m in _bits(near)) for near in self._near])
        taken = blocked | self.mask(frozenset({start}))
        first = self._first(start) & ~taken
        wanted = _union(self._balls[steps - 1][n] for n in _bits(first)) & ~taken
        search = _Search(self._near, self._balls, wanted)
        for n in _bits(first):
            search.visit(n, steps - 1, taken)
        return frozenset(self._squares[n] for n in _bits(wanted & ~search.missing))


class _Search:
    """Search the walks on from a square, depth first, as long as they can reach a missing end."""

    def __init__(self, near: list[int], balls: list[list[int]], wanted: int) -> None:
        self._near = near
        self._balls = balls
        self.missing = wanted

    def visit(self, square: int, left: int, taken: int) -> None:
        """Go on from `square` with `left` steps to go, never onto a square of `taken`."""
        here = 1 << square
        if not left:
            self.missing &= ~here
            return
        taken |= here
        balls = self._balls[left - 1]
        open_ = self._near[square] & ~taken
        while open_ and self.missing:
            bit = open_ & -open_
            open_ ^= bit
            following = bit.bit_length() - 1
            # a ball may repeat squares, so it promises too much, never too little: cutting by it is safe
            if balls[following] & self.missing & ~taken:
                self.visit(following, left - 1, taken)


def _bits(squares: int) -> Iterator[int]:
    while squares:
        bit = squares & -squares
        yield bit.bit_length() - 1
        squares ^= bit


def _union(sets: Iterator[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union
