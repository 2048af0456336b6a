"""Draw a plain house for a new scenario: rooms in rows, with corridors between them or wall to wall.

Everything is a table of a board file as it is written; nothing is read, checked or written here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

from clue_cli.rules.model import Square
from clue_cli.scenario.drawing import CORRIDOR, DIGITS
from clue_cli.words import Refused, _

MOST_STARTS = len(DIGITS)
"""The most start squares of a board: they are drawn by a digit each."""

_HIGH, _WIDE = 4, 3  # cells of a room at least: within its walls a line for its name, and one for tokens
_ROOMY = 4  # cells a room has each way before corridors become two squares wide


@dataclass(frozen=True, slots=True)
class Box:
    """Be the rectangle of cells that one place fills: its first row and column, and the last of each."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Hold where each place stands, band by band from the top."""

    rows: int
    columns: int
    bands: tuple[tuple[Box, ...], ...]

    @classmethod
    def of(cls, places: int, rows: int, columns: int, gap: int) -> "Plan":
        """Lay out so many places with `gap` squares of corridor around each.

        Raises Refused when the house is too small.
        """
        counts = _shares(places, isqrt(places))
        low, narrow = _room_for(len(counts), gap, _HIGH), _room_for(max(counts), gap, _WIDE)
        if rows < low or columns < narrow:
            words = _("{count} rooms need {rows} rows and {columns} columns at least")
            raise Refused(words.format(count=places, rows=low, columns=narrow))
        heights = _stretches(rows, len(counts), gap)
        return cls(
            rows,
            columns,
            tuple(
                tuple(Box(top, left, bottom, right) for left, right in _stretches(columns, count, gap))
                for count, (top, bottom) in zip(counts, heights, strict=True)
            ),
        )

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All places, row by row."""
        return tuple(box for band in self.bands for box in band)

    @property
    def centre(self) -> int:
        """The position among the places of the one nearest to the middle of the house."""
        before = sum(map(len, self.bands[: len(self.bands) // 2]))
        return before + len(self.bands[len(self.bands) // 2]) // 2

    def drawn(self, letters: Sequence[str], starts: int = 0) -> str:
        """Return the grid, with start squares evenly along the outer corridor."""
        cells = [[CORRIDOR] * self.columns for _row in range(self.rows)]
        for box, letter in zip(self.boxes, letters, strict=True):
            for row in range(box.top, box.bottom + 1):
                cells[row][box.left : box.right + 1] = letter * (box.right + 1 - box.left)
        rim = self._rim()
        for number in range(starts):
            row, column = rim[number * len(rim) // starts]
            cells[row][column] = DIGITS[number]
        return "".join("".join(row) + "\n" for row in cells)

    def doors(self, box: Box) -> list[tuple[Square, Square]]:
        """Return two doors of a place, which face the middle of the house."""
        row, column = (box.top + box.bottom) // 2, (box.left + box.right) // 2
        up, left = box.top + box.bottom > self.rows, box.left + box.right > self.columns
        upright = ((box.top, column), (box.top - 1, column)), ((box.bottom, column), (box.bottom + 1, column))
        across = ((row, box.left), (row, box.left - 1)), ((row, box.right), (row, box.right + 1))
        return [upright[not up], across[not left]]

    def links(self) -> list[tuple[int, int]]:
        """Join each place to its neighbour on the right and to the one below its middle, by position."""
        joined, first = [], 0
        for band, below in zip(self.bands, (*self.bands[1:], ()), strict=True):
            joined += [(first + i, first + i + 1) for i in range(len(band) - 1)]
            for i, box in enumerate(band):
                middle = (box.left + box.right) // 2
                beneath = (j for j, other in enumerate(below) if other.left <= middle <= other.right)
                joined += [(first + i, first + len(band) + j) for j in beneath]
            first += len(band)
        return joined

    def _rim(self) -> list[Square]:
        """Return the outermost squares clockwise from the top left."""
        last, end = self.rows - 1, self.columns - 1
        return [
            *((0, column) for column in range(end)),
            *((row, end) for row in range(last)),
            *((last, column) for column in range(end, 0, -1)),
            *((row, 0) for row in range(last, 0, -1)),
        ]


def with_corridors(
    rooms: Sequence[dict[str, Any]], middle: dict[str, Any] | None, starts: int, rows: int, columns: int
) -> dict[str, Any]:
    """Return a board of these rooms with corridors around each, and the middle of the house where it is one.

    Raises Refused when it is too small.
    """
    count = len(rooms) + bool(middle)
    roomy = min(rows, columns) >= _room_for(max(_shares(count, isqrt(count))), 2, _ROOMY)
    plan = Plan.of(count, rows, columns, gap=1 + roomy)
    places = list(rooms)
    if middle:
        places.insert(plan.centre, middle)
    doors = {place["id"]: plan.doors(box) for place, box in zip(places, plan.boxes, strict=True)}
    board: dict[str, Any] = {"grid": plan.drawn([place["letter"] for place in places], starts)}
    if middle:
        board["middle"] = middle
    return board | {"room": [room | {"doors": doors[room["id"]]} for room in rooms]}


def with_links(
    rooms: Sequence[dict[str, Any]], colours: Sequence[str], rows: int, columns: int
) -> dict[str, Any]:
    """Return a board of these rooms wall to wall, with links between them, and of each colour one room.

    Raises Refused when it is too small. Rule: PA-03, PA-04.
    """
    plan = Plan.of(len(rooms), rows, columns, gap=0)
    links = [(rooms[one]["id"], rooms[two]["id"]) for one, two in plan.links()]
    coloured = {i * len(rooms) // len(colours): {"colour": colour} for i, colour in enumerate(colours)}
    return {
        "grid": plan.drawn([room["letter"] for room in rooms]),
        "links": links,
        "room": [room | coloured.get(i, {}) for i, room in enumerate(rooms)],
    }


def _shares(whole: int, parts: int) -> list[int]:
    """Share a number out evenly; those in the middle get what is left over."""
    each, over = divmod(whole, parts)
    first = (parts - over) // 2
    return [each + (first <= i < first + over) for i in range(parts)]


def _room_for(places: int, gap: int, least: int) -> int:
    return places * least + (places + 1) * gap


def _stretches(length: int, parts: int, gap: int) -> list[tuple[int, int]]:
    """Cut a length into so many stretches with gaps around them: the first and the last cell of each."""
    found, at = [], gap
    for share in _shares(length - (parts + 1) * gap, parts):
        found.append((at, at + share - 1))
        at += share + gap
    return found
