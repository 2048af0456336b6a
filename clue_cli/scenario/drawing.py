"""Check a board's drawing against the tables that say what the letters in it mean.

Works on the tables as they were read, as far as each is sound. Faults are located within the board's table.
What joins the places that are drawn is the business of `joints`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from clue_cli.rules.model import Square, around
from clue_cli.scenario.faults import Fault, Key, value_text
from clue_cli.scenario.schema import MOST_CARDS, BoardTable, MiddleTable, RoomTable, SpotTable
from clue_cli.words import _, ngettext

CLOSED = "#"
PAVING = "~"
CORRIDOR = "."
SNOOP = "o"
DIGITS = "123456789"
LARGEST = 120
"""The most rows, and columns, of a board."""
_T = TypeVar("_T")


def entries(listed: Sequence[_T | None] | None, most: int | None = MOST_CARDS) -> Iterator[tuple[int, _T]]:
    """Go through what is sound in a list, up to the `most` it may have, with the positions."""
    yield from ((i, entry) for i, entry in enumerate((listed or ())[:most]) if entry is not None)


def rows_of(grid: str) -> tuple[str, ...]:
    """Cut a drawing into its rows."""
    return tuple(grid.removesuffix("\n").split("\n"))


@dataclass(frozen=True, slots=True)
class House:
    """Hold what is sound of a board: its marks by cell, its rooms and spots by position, its middle."""

    board: BoardTable
    rows: tuple[str, ...]
    marks: Mapping[Square, str]
    drawn: Mapping[str, set[Square]]
    rooms: Mapping[int, RoomTable]
    spots: Mapping[int, SpotTable]
    middle: MiddleTable | None
    complete: bool
    """Whether all places are known, though not all that is said of them need be sound."""

    @classmethod
    def of(cls, board: BoardTable) -> "House":
        """Take what is sound of a board's table; None stands for what is at fault."""
        rows = rows_of(board.grid) if board.grid is not None else ()
        if not any(rows) or max(len(rows), *map(len, rows)) > LARGEST:
            rows = ()
        rooms, spots = dict(entries(board.room)), dict(entries(board.spot))
        complete = all(
            listed is not None and len(listed) == len(some)
            for listed, some in ((board.room, rooms), (board.spot, spots))
        )
        complete &= "middle" not in board.model_fields_set or board.middle is not None
        marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        drawn: dict[str, set[Square]] = defaultdict(set)
        for cell, mark in marks.items():
            drawn[mark].add(cell)
        return cls(board, rows, marks, drawn, rooms, spots, board.middle, complete)

    @property
    def squares(self) -> set[Square]:
        """The corridor squares, start and snoop squares among them."""
        return set[Square]().union(*(self.cells(mark) for mark in CORRIDOR + SNOOP + DIGITS))

    def cells(self, letter: str) -> set[Square]:
        """Return the cells drawn with `letter`."""
        return self.drawn.get(letter, set())

    def walled(self) -> Iterator[tuple[Key, RoomTable | SpotTable]]:
        """Go through the rooms and the spots, which doors lead into, each with its key path."""
        for i, room in self.rooms.items():
            yield ("room", i), room
        for i, spot in self.spots.items():
            yield ("spot", i), spot

    def places(self) -> Iterator[tuple[Key, RoomTable | SpotTable | MiddleTable]]:
        """Go through the rooms, the spots and the middle, each with its key path."""
        yield from self.walled()
        if self.middle:
            yield ("middle",), self.middle

    @property
    def letters(self) -> list[str | None]:
        """The letters of the places; None among them where one is not known."""
        return [place.letter for _path, place in self.places()] + [None] * (not self.complete)

    @property
    def ids(self) -> list[str | None]:
        """The ids of the places; None among them where one is not known."""
        return [place.id for _path, place in self.places()] + [None] * (not self.complete)

    @property
    def scenes(self) -> list[str | None]:
        """The ids of the rooms with a card; None among them where one is not known."""
        scenes = [room.id for room in self.rooms.values() if room.scene is not False]
        return scenes + [None] * (not self.complete)


def pieces(cells: Iterable[Square]) -> list[set[Square]]:
    """Group cells into pieces that hang together by their sides, the largest first."""
    left = set(cells)
    found = []
    while left:
        piece = {left.pop()}
        todo = list(piece)
        while todo:
            fresh = left.intersection(around(todo.pop()))
            left -= fresh
            piece |= fresh
            todo += fresh
        found.append(piece)
    return sorted(found, key=lambda piece: (-len(piece), min(piece)))


def check(house: House) -> list[Fault]:
    """List the faults of a drawing, all at once."""
    faults = [*_size(house.board.grid), *_letters(house), *_ids(house), *_names(house)]
    if house.rows:
        for look in (_ragged, _unknown, _starts, _in_pieces):
            faults += look(house)
    return faults


def _size(grid: str | None) -> Iterator[Fault]:
    if grid is None:
        return
    rows = rows_of(grid)
    if not any(rows):
        yield Fault(("grid",), _("is empty"))
    size = {"rows": len(rows), "columns": max(map(len, rows))}
    if max(size.values()) > LARGEST:
        message = _("has {rows} rows and {columns} columns; {most} of each is the most").format(
            most=LARGEST, **size
        )
        yield Fault(("grid",), message)


def _ragged(house: House) -> Iterator[Fault]:
    width = Counter(map(len, house.rows)).most_common(1)[0][0]
    for r, row in enumerate(house.rows):
        if len(row) != width:
            message = _("row {row} has {count} characters, the others have {width}")
            yield Fault(("grid", r), message.format(row=r, count=len(row), width=width))


def _unknown(house: House) -> Iterator[Fault]:
    if None in house.letters:
        return
    known = {CLOSED, PAVING, CORRIDOR, SNOOP, *DIGITS, *house.letters}
    count = Counter(mark for mark in house.marks.values() if mark not in known)
    for mark, times in count.items():
        r, c = min(house.cells(mark))
        message = ngettext(
            "{mark} at row {row}, column {column} means nothing: . o # ~ 1 to 9 and the rooms' letters do",
            "{mark} at row {row}, column {column} and {more} more mean nothing: "
            ". o # ~ 1 to 9 and the rooms' letters do",
            times,
        )
        yield Fault(("grid", r, c), message.format(mark=value_text(mark), row=r, column=c, more=times - 1))


def _starts(house: House) -> Iterator[Fault]:
    found = Counter(mark for mark in house.marks.values() if mark in DIGITS)
    for digit in DIGITS[: max(map(int, found), default=0)]:
        if found[digit] > 1:
            r, c = sorted(house.cells(digit))[1]
            yield Fault(("grid", r, c), _("the start square {digit} is drawn twice").format(digit=digit))
        elif not found[digit]:
            message = _(
                "the start square {digit} is missing: start squares are numbered from 1 without a gap"
            )
            yield Fault(("grid",), message.format(digit=digit))


def _letters(house: House) -> Iterator[Fault]:
    seen: set[str] = set()
    for path, place in house.places():
        if place.letter is None:
            continue
        if place.letter == SNOOP:
            yield Fault((*path, "letter"), _("the letter 'o' draws snoop squares; take another"))
        elif place.letter in seen:
            yield Fault(
                (*path, "letter"), _("the letter '{letter}' is used twice").format(letter=place.letter)
            )
        elif house.rows and not house.cells(place.letter):
            yield Fault(
                (*path, "letter"), _("the letter '{letter}' is not in the grid").format(letter=place.letter)
            )
        seen.add(place.letter)


def _ids(house: House) -> Iterator[Fault]:
    yield from same_ids((path, place.id) for path, place in house.places())


def same_ids(ids: Iterable[tuple[Key, str | None]], taken: Iterable[str | None] = ()) -> Iterator[Fault]:
    """Yield a fault for each id that is `taken` or like an earlier one; None is like none."""
    seen = set(taken)
    for path, name in ids:
        if name is not None and name in seen:
            message = _("the id '{id}' is given twice; cards and places share their ids")
            yield Fault((*path, "id"), message.format(id=name))
        seen.add(name)


def _names(house: House) -> Iterator[Fault]:
    yield from same_names((path, place.name) for path, place in house.places())


def same_names(names: Iterable[tuple[Key, str | dict[str, str] | None]]) -> Iterator[Fault]:
    """Yield a fault for each name that is like an earlier one, in any language they share."""
    seen: set[tuple[str, str]] = set()
    for path, name in names:
        by_language = {"": name} if isinstance(name, str) else name or {}
        words = {(language, word.casefold()) for language, word in by_language.items() if word is not None}
        twice = seen & words
        if twice:
            language, word = min(twice)
            where = (*path, "name", language) if language else (*path, "name")
            yield Fault(where, _("the name {name} is used twice").format(name=value_text(word)))
        seen |= words


def _in_pieces(house: House) -> Iterator[Fault]:
    for _path, place in house.walled():
        for piece in pieces(house.cells(place.letter))[1:]:
            r, c = min(piece)
            message = _("{place} is in pieces: row {row}, column {column} does not touch the rest of it")
            yield Fault(("grid", r, c), message.format(place=called(place), row=r, column=c))


def called(place: RoomTable | SpotTable) -> str:
    """Return the id of a place, or the letter that draws it where its id is at fault."""
    return place.id or value_text(place.letter)
