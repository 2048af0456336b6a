"""Where a token may go: exact walks on a board, with tokens in the way, by each ruleset's gait.

Results are kept by place, steps and the tokens near enough to matter, so that on an open board each is
searched once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from clue_cli.rules.model import Board, Place
from clue_cli.rules.options import Occupied, Passages, Rules
from clue_cli.rules.ways import Gait, UnknownPlace, Walks

__all__ = ["Gait", "Move", "Reach", "UnknownPlace", "distances", "gait", "rooms_within"]

_PLAIN = Gait()


@dataclass(frozen=True)
class Reach:
    """Hold where one move may end: squares, spots among them, and rooms."""

    squares: frozenset[Place]
    rooms: frozenset[str]

    def __contains__(self, place: object) -> bool:
        """Tell whether a move may end at `place`."""
        return place in self.squares or place in self.rooms

    def __iter__(self) -> Iterator[Place]:
        """Go through the rooms, the spots and then the squares, in order."""
        return iter(self._in_order)

    @cached_property
    def _in_order(self) -> tuple[Place, ...]:
        spots = sorted(place for place in self.squares if isinstance(place, str))
        return (*sorted(self.rooms), *spots, *sorted(self.squares.difference(spots)))

    def __len__(self) -> int:
        """Count the places."""
        return len(self.squares) + len(self.rooms)


def gait(rules: Rules) -> Gait:
    """Return how tokens move by a ruleset."""
    return Gait(
        rules.move_occupied is Occupied.JUMP,
        rules.move_through_rooms,
        rules.move_passages is Passages.ALSO_DURING_ROLL,
    )


@dataclass(frozen=True, slots=True)
class Move:
    """Say all that decides where a move of `steps` steps from `start` may go.

    `occupied` are the places where other tokens stand; rooms hold any number. Places of `used` can't be
    entered, nor can the start. What is asked of it raises UnknownPlace for a place that the board does not
    have. Rules: C-03 C-04 C-05 C-06 C-07 C-14 CL-07 MD-04…MD-07 MD-12.
    """

    board: Board
    start: Place
    steps: int
    occupied: frozenset[Place] = frozenset()
    used: frozenset[Place] = frozenset()
    gait: Gait = _PLAIN

    def ends(self) -> Reach:
        """Return where the move may end; nowhere when it can't step at all."""
        walks = _walks(self.board, self.gait)
        _length, ends = walks.lands(self.start, self.steps, *self._closed(walks))
        return _reach(walks, ends)

    def way(self, end: Place) -> tuple[Place, ...]:
        """Return the places stepped on by one walk to `end`, the last of them.

        It is a shortest one into a room. Raises UnknownPlace when no walk may end there.
        """
        walks = _walks(self.board, self.gait)
        return walks.way(self.start, end, self.steps, *self._closed(walks))

    def way_by(self, stop: Place, end: Place) -> tuple[Place, ...]:
        """Return the places stepped on up to `stop` by a walk of all steps that may end at `end`.

        It is the shortest such leg, and empty where no walk to `end` stops there. Rule: MD-08.
        """
        walks = _walks(self.board, self.gait)
        return walks.leg(self.start, stop, end, self.steps, *self._closed(walks))

    def _closed(self, walks: Walks) -> tuple[int, int]:
        """Return the places not to be entered, and those only not to be stopped on."""
        # what is out of reach changes nothing: leaving it out lets one kept result serve many moves
        within = walks.within(self.start, self.steps)
        tokens = walks.mask(self.occupied) & walks.cells & within
        taken = walks.mask(self.used) & within
        return (taken, tokens) if self.gait.jump else (taken | tokens, 0)


def distances(
    board: Board, start: Place, occupied: frozenset[Place] = frozenset(), gait: Gait = _PLAIN
) -> dict[str, int]:
    """Return the fewest steps from `start` to each other room that can be walked to (C-03 C-05).

    Raises UnknownPlace for a place that the board does not have.
    """
    walks = _walks(board, gait)
    tokens = walks.mask(occupied) & walks.cells
    return dict(walks.distances(start, 0 if gait.jump else tokens))


def rooms_within(
    board: Board, start: str, most: int, closed: frozenset[str] = frozenset()
) -> Mapping[str, tuple[str, ...]]:
    """Return the way to each room that is 1 to `most` links off, entering none of `closed`. Rule: PA-04."""
    ways: dict[str, tuple[str, ...]] = {start: ()}
    for _link in range(most):
        for room, way_there in list(ways.items()):
            fresh = (end for end in board.links_from(room) if end not in ways and end not in closed)
            ways |= {end: (*way_there, end) for end in fresh}
    del ways[start]
    return ways


@lru_cache(maxsize=8192)
def _reach(walks: Walks, ends: int) -> Reach:
    return Reach(*walks.split(ends))


@lru_cache(maxsize=64)
def _walks(board: Board, gait: Gait) -> Walks:
    return Walks(board, gait)
