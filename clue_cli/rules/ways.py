"""The search behind `movement`: walks on one board by one gait, over numbered places.

Squares, spots and rooms are numbered and a set of places is one integer, a bit a place, so that a set
operation is one step. A walk of exactly n steps enters no place twice; that is a search, not a
distance: in narrow corridors some squares at the right distance and parity have no such walk. The
search visits only what can still lead to a place not yet found. Nothing here knows whose turn it is
or what ends a move is for.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from clue_cli.rules.model import Board, Place, Square, around

_KEPT = 8192  # results kept a board: all of an empty one (2,200 on the classic) and many with tokens


class UnknownPlace(ValueError):
    """Say that a board has no such place."""


@dataclass(frozen=True, slots=True)
class Gait:
    """Say how tokens move.

    With `jump` an occupied square is a step like any other, but none to stop on (MD-07); without, it is
    closed. With `through_rooms` a walk goes on out of a room, which is one step (MD-05), and with
    `passages` a secret passage is a step of a walk (MD-04 MD-12).
    """

    jump: bool = False
    through_rooms: bool = False
    passages: bool = False


class Walks:
    """Answer what can be walked on one board by one gait; `cells` are its squares and spots."""

    def __init__(self, board: Board, gait: Gait) -> None:
        cells: tuple[Place, ...] = (*sorted(board.squares), *(spot.id for spot in board.spots))
        self._places: tuple[Place, ...] = (*cells, *(room.id for room in board.rooms))
        self._bits = {place: 1 << n for n, place in enumerate(self._places)}
        self.cells = (1 << len(cells)) - 1
        self._rooms = (1 << len(self._places)) - 1 & ~self.cells
        self._exits = dict.fromkeys(self._places, 0)
        for a, b in _steps(board, gait):
            self._exits[a] |= self._bits[b]
            self._exits[b] |= self._bits[a]
        if board.middle:
            self._bits[board.middle.id] = 0  # to start from, never to enter
            beside = (side for cell in board.cells(board.middle.letter) for side in _beside(board, cell))
            self._exits[board.middle.id] = self.mask(beside)
        # where a walk goes on to: a room that is not crossed ends it
        through = self._places if gait.through_rooms else cells
        self._near = [self._exits[place] if place in through else 0 for place in self._places]
        # _balls[k][n]: places where a walk of k steps from place n may end if it may repeat places
        self._balls = [[1 << n for n in range(len(self._places))]]
        self.distances = lru_cache(maxsize=_KEPT)(self._distances)
        self.within = lru_cache(maxsize=None)(self._within)
        self.layers = lru_cache(maxsize=_KEPT)(self._layers)
        self.ends = lru_cache(maxsize=_KEPT)(self._ends)

    def mask(self, places: Iterable[Place]) -> int:
        """Return the set of `places`; raise UnknownPlace for one off the board."""
        try:
            return _union(self._bits[place] for place in places)
        except KeyError as unknown:
            raise UnknownPlace(unknown.args[0]) from None

    def rooms(self, start: Place, steps: int, taken: int) -> int:
        """Return the rooms at most `steps` steps from `start`; a shortest way repeats no place."""
        return _union(self.layers(start, taken)[:steps]) & self._rooms

    def lands(self, start: Place, steps: int, taken: int, tokens: int) -> tuple[int, int]:
        """Return the steps that a walk on from `start` takes, and where it may end; none when it can't step.

        Places of `taken` are not entered, those of `tokens` not stopped on. Rules: C-05 C-06 MD-07.
        """
        rooms = self.rooms(start, steps, taken)
        # C-06: shorter walks count only where neither a whole one nor a room is open
        for length in range(steps, 0, -1):
            ends = self.ends(start, length, taken, self.cells) & ~tokens
            ends |= self._stopped(start, length, taken, tokens, self.cells & ~tokens & ~ends)
            if ends or rooms:
                return length, ends | rooms
        return 0, 0

    def way(self, start: Place, end: Place, steps: int, taken: int, tokens: int) -> tuple[Place, ...]:
        """Return each place of one walk to `end`; raise UnknownPlace when no walk may end there."""
        wanted = self.mask((end,))
        length, ends = self.lands(start, steps, taken, tokens)
        if not ends & wanted:
            raise UnknownPlace(end)
        if not wanted & self.cells:
            return self._shortest(start, wanted, taken)
        if whole := self._walk(start, length, taken, wanted & ~tokens):
            return whole
        stops = self._run_ups(length, taken | self._bits[start], tokens)
        walks = (self._walk(start, left, taken | run, near & wanted) for left, run, near in stops)
        return next(walk for walk in walks if walk)

    def leg(
        self, start: Place, stop: Place, end: Place, steps: int, taken: int, tokens: int
    ) -> tuple[Place, ...]:
        """Return the shortest walk to `stop` from which the rest of a walk may end at `end`; () for none."""
        wanted, goal = self.mask((stop,)), self.mask((end,))
        if not wanted & self.within(start, steps):
            return ()
        total, _ends = self.lands(start, steps, taken, tokens)
        seen = taken | self._bits[start]
        first = self._first(start) & ~seen
        for length in range(1, total if not wanted & (seen | tokens) else 0):
            # what is not open with no leg in the way is not open after one: then none need be walked
            there = self._ball(first, length - 1) & wanted
            if not there or not self._goes_on(stop, goal, total - length, seen, tokens):
                continue
            for trail, passed in self._legs(first, length - 1, seen, wanted):
                if self._goes_on(stop, goal, total - length, passed, tokens):
                    return tuple(self._places[n] for n in trail)
        return ()

    def _goes_on(self, start: Place, goal: int, steps: int, taken: int, tokens: int) -> bool:
        """Tell whether a walk of `steps` steps from `start` may end at `goal`, a set of one."""
        near = self._within(start, steps, taken)
        if not goal & near & ~tokens or goal & ~self.cells:
            return bool(goal & near)
        whole = self._ends(start, steps, taken, goal)
        return bool(whole or self._stopped(start, steps, taken, tokens, goal))

    def _legs(self, open_: int, left: int, passed: int, wanted: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Go through the walks that step on one of `open_` and `left` steps on are at `wanted`, a set of one.

        Each comes as its places, and the set of all that is passed before its end.
        """
        if not left and open_ & wanted:
            yield (wanted.bit_length() - 1,), passed
        for n in _numbers(open_ & ~wanted if left else 0):
            if self._balls[left][n] & wanted:
                now = passed | 1 << n
                for trail, before in self._legs(self._near[n] & ~now, left - 1, now, wanted):
                    yield (n, *trail), before

    def _stopped(self, start: Place, steps: int, taken: int, tokens: int, wanted: int) -> int:
        """Return those of `wanted` where a walk of `steps` steps onto a token has to stop short (MD-07)."""
        found = 0
        for left, run, near in self._run_ups(steps, taken | self._bits[start], tokens):
            if missing := near & wanted & ~found:
                found |= self._ends(start, left, taken | run, missing)
        return found

    def _run_ups(self, steps: int, taken: int, tokens: int) -> Iterator[tuple[int, int, int]]:
        """Go through the rows of tokens that a walk of `steps` steps may end with.

        Each comes with the steps before it, its places, and those from which it is stepped on.
        """
        rows = [(steps - 1, 1 << n, n) for n in _numbers(tokens & ~taken)]
        while rows:
            left, row, first = rows.pop()
            if not left:
                continue
            near = self._exits[self._places[first]] & ~taken & ~row
            yield left, row, near
            rows += [(left - 1, row | 1 << n, n) for n in _numbers(near & tokens)]

    def _shortest(self, start: Place, wanted: int, taken: int) -> tuple[Place, ...]:
        """Return a walk of the fewest steps to `wanted`, a set of one."""
        layers = self.layers(start, taken)
        steps = next(steps for steps, layer in enumerate(layers) if layer & wanted)
        trail = [wanted.bit_length() - 1]
        for layer in reversed(layers[:steps]):
            trail.append(next(n for n in _numbers(layer) if self._near[n] >> trail[-1] & 1))
        return tuple(self._places[n] for n in reversed(trail))

    def _walk(self, start: Place, steps: int, taken: int, wanted: int) -> tuple[Place, ...]:
        """Return a walk of exactly `steps` steps to `wanted`, a set of one or none; () when there is none."""
        search = self._search(start, steps, taken, wanted)
        if search.wanted and not search.missing:
            return tuple(self._places[n] for n in search.trail)
        return ()

    def _distances(self, start: Place, taken: int) -> dict[str, int]:
        """Return the fewest steps from `start` to each room; a shortest way repeats no place."""
        return {
            str(self._places[n]): steps
            for steps, layer in enumerate(self.layers(start, taken), 1)
            for n in _numbers(layer & self._rooms)
        }

    def split(self, places: int) -> tuple[frozenset[Place], frozenset[str]]:
        """Return the squares and spots of a set, and its rooms."""
        cells = frozenset(self._places[n] for n in _numbers(places & self.cells))
        return cells, frozenset(str(self._places[n]) for n in _numbers(places & self._rooms))

    def _within(self, start: Place, steps: int, taken: int = 0) -> int:
        """Return the places at most `steps` steps from `start` by a way that keeps off `taken`."""
        found = frontier = self._first(start) & ~taken
        for _ in range(steps - 1):
            frontier = self._grown(frontier) & ~found & ~taken
            found |= frontier
        return found

    def _first(self, start: Place) -> int:
        if start not in self._exits:
            raise UnknownPlace(start)
        return self._exits[start]

    def _grown(self, places: int) -> int:
        """Return the places one step on from any of `places`."""
        return _union(self._near[n] for n in _numbers(places))

    def _layers(self, start: Place, taken: int) -> tuple[int, ...]:
        """Return the places whose shortest walk takes 1, 2, … steps, as far as there are rooms to find."""
        first = self._first(start)
        seen = taken | self._bits[start]
        frontier = first & ~seen
        layers = []
        rooms = ~seen & self._rooms
        while frontier:
            layers.append(frontier)
            seen |= frontier
            if not rooms & ~seen:
                break
            frontier = self._grown(frontier) & ~seen
        return tuple(layers)

    def _ends(self, start: Place, steps: int, taken: int, wanted: int) -> int:
        """Return those of `wanted` where a walk of exactly `steps` steps that repeats no place may end."""
        search = self._search(start, steps, taken, wanted)
        return search.wanted & ~search.missing

    def _make_balls(self, steps: int) -> None:
        """Make the balls that walks of `steps` steps need."""
        while len(self._balls) < steps:
            last = self._balls[-1]
            self._balls.append([_union(last[m] for m in _numbers(near)) for near in self._near])

    def _ball(self, places: int, steps: int) -> int:
        """Return where walks of `steps` steps from `places` may end if they may repeat places."""
        return _union(self._balls[steps][n] for n in _numbers(places))

    def _search(self, start: Place, steps: int, taken: int, wanted: int) -> "_Search":
        self._make_balls(steps)
        taken |= self._bits[start]
        first = self._first(start) & ~taken
        wanted &= self._ball(first, steps - 1) & ~taken
        search = _Search(self._near, self._balls, wanted, [0] * steps)
        search.visit(first, steps - 1, taken)
        return search


def _steps(board: Board, gait: Gait) -> Iterator[tuple[Place, Place]]:
    """Go through the pairs of places that are one step apart. Rules: C-03 MD-04 MD-12."""
    for square in board.squares:
        yield from ((square, side) for side in _beside(board, square))
    yield from board.paths
    for room in board.rooms:
        yield from ((room.id, door.outside) for door in room.doors)
    for spot in board.spots:
        yield from ((spot.id, door.outside) for door in spot.doors)
    if gait.passages:
        yield from board.passages


def _beside(board: Board, cell: Square) -> Iterator[Square]:
    """Go through the corridor squares that touch a cell."""
    return (side for side in around(cell) if side in board.squares)


class _Search:
    """Search the walks on from a place, depth first, as long as they can reach a missing end.

    `trail` holds the places of the walk to the last end found, by number.
    """

    def __init__(self, near: list[int], balls: list[list[int]], wanted: int, trail: list[int]) -> None:
        self._near = near
        self._balls = balls
        self.wanted = self.missing = wanted
        self.trail = trail

    def visit(self, open_: int, left: int, taken: int) -> None:
        """Step on each of `open_`, and walk `left` more steps from there, never onto a place of `taken`."""
        at = len(self.trail) - 1 - left
        if not left:
            if found := open_ & self.missing:
                self.missing &= ~found
                self.trail[at] = found.bit_length() - 1
            return
        balls = self._balls[left]
        while open_ and self.missing:
            bit = open_ & -open_
            open_ ^= bit
            place = bit.bit_length() - 1
            # a ball may repeat places, so it promises too much, never too little: cutting by it is safe
            if balls[place] & self.missing & ~taken:
                self.trail[at] = place
                self.visit(self._near[place] & ~taken & ~bit, left - 1, taken | bit)


def _numbers(places: int) -> Iterator[int]:
    while places:
        bit = places & -places
        yield bit.bit_length() - 1
        places ^= bit


def _union(sets: Iterable[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union
