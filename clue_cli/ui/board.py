"""The board on a terminal: drawn large or small, with a legend, or told in lines.

Everything is drawn from a `Picture`; nothing here asks for the window, a game's state or a choice.
"""

from collections.abc import Iterable, Mapping, Set
from enum import StrEnum
from itertools import groupby, product

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from clue_cli.rules.actions import place_text
from clue_cli.rules.model import Board, Door, Place, Square
from clue_cli.rules.movement import distances
from clue_cli.ui.lettering import PLAIN, Word, beside, cut, joined, packed, spaced, spell, taken
from clue_cli.ui.picture import (
    AMBER,
    MARK,
    SIDES,
    Area,
    Box,
    Picture,
    areas,
    in_corridor,
    marked,
    passages,
    pieces_at,
    rectangle,
    words_of,
)
from clue_cli.words import _, ngettext

_OPEN = "."
_FLOOR = Style(color="#87875F")
_WALL = Style(color="#A8A8A8", bgcolor="#303030")
_NAME = Style(color="#E4E4E4", bgcolor="#303030")
_DOOR = Style(color=AMBER, bgcolor="#303030", bold=True)
# which of up, right, down, left a wall goes on to, as bits 1, 2, 4, 8
_WALLS, _ASCII_WALLS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼", " |-+||++-+-+++++"
# a door as seen from inside: the side on which the corridor lies
_ARROWS = {(-1, 0): "▾▾", (1, 0): "▴▴", (0, -1): "▸", (0, 1): "◂"}
_ASCII_ARROWS = {(-1, 0): "vv", (1, 0): "^^", (0, -1): ">", (0, 1): "<"}
# corridor squares in two columns: by which of the board rows in a row of text are corridor
_TILES = {(True,): "· ", (True, False): "▀▀", (False, True): "▄▄", (True, True): "██"}
_ASCII_TILES = {(True,): ". ", (True, False): "''", (False, True): "..", (True, True): "::"}
_BELOW_FULL, _BELOW_COMPACT = 7, 5  # rows left to the prompt
_LEGEND = 22  # columns that a legend needs at least


class Layout(StrEnum):
    """Name the ways to show a board."""

    FULL = "full"
    COMPACT = "compact"
    LIST = "list"


def choose_layout(board: Board, columns: int, rows: int, plain: bool = False) -> Layout:
    """Choose how to show `board` in a window of so many columns and rows; `plain` asks for lines."""
    height, width = len(board.rows), 2 * len(board.rows[0])
    if plain or columns < width:
        return Layout.LIST
    if rows >= height + _BELOW_FULL:
        return Layout.FULL
    if rows >= -(-height // 2) + _BELOW_COMPACT and columns >= width + 2 + _LEGEND:
        return Layout.COMPACT
    return Layout.LIST


def full(picture: Picture) -> Text:
    """Draw the board at one row and two columns a square."""
    return _Drawing(picture, 1).text()


def compact(picture: Picture, columns: int = 80) -> Text:
    """Draw the board at two squares a row, with the legend at its right up to `columns` columns."""
    drawing = _Drawing(picture, 2)
    left, space = drawing.text(), columns - drawing.width - 2
    right = legend(picture, space)
    if right.plain.count("\n") > left.plain.count("\n"):
        right = legend(picture, space, short=True)
    return beside(left, right, drawing.width + 2)


def legend(picture: Picture, columns: int, short: bool = False) -> Text:
    """List the rooms, and who and what is in each, in lines of at most `columns` columns.

    A `short` one writes weapons with two letters and leaves out the passages.
    """
    plain = picture.ascii_only
    rows = []
    for area in areas(picture):
        inside = words_of(pieces_at(picture, area.id), named=not short)
        if area.doors or inside:
            leads = [] if short else passages(picture, area.id)
            rows.append((marked(picture, area.id), area.name, inside + [(lead, PLAIN) for lead in leads]))
    outside = words_of(piece for _square, piece in in_corridor(picture))
    rows.append(([], spell(_("Corridor"), plain), outside))
    wide = min(max(cell_len(name) for _mark, name, _inside in rows), columns // 2)
    lines = []
    for mark, name, inside in rows:
        first = spaced([*mark, (cut(name, wide - taken(mark), plain), PLAIN)])
        rest = map(spaced, packed(inside, columns - wide - 1, plain))
        lines.append(beside(first, joined(rest), wide + 1))
    return joined(lines)


def listing(picture: Picture, token: str) -> tuple[str, ...]:
    """Tell in sentences where the token of that id stands, what is near, and who and what is where.

    Raises KeyError when the picture has no such token.
    """
    others = {piece.id: piece for piece in picture.pieces}
    own = others.pop(token)
    names = {area.id: area.name for area in areas(picture)}
    found = {place: [piece.name for piece in others.values() if piece.place == place] for place in names}
    lines = [_whereabouts(picture, own.place, names)]
    lines += [
        _("{room}: {things}").format(room=names[place], things=", ".join(inside))
        for place, inside in found.items()
        if inside
    ]
    lines += [
        _("{name} is in the corridor at {place}").format(name=piece.name, place=place_text(square))
        for square, piece in in_corridor(picture)
        if piece.id != token
    ]
    if empty := [names[place] for place, inside in found.items() if not inside]:
        lines.append(_("Nobody and nothing else: {rooms}").format(rooms=", ".join(empty)))
    return tuple(lines)


def _whereabouts(picture: Picture, place: Place, names: Mapping[str, str]) -> str:
    """Say where `place` is, how far it is to each room, the nearest first, and where passages lead."""
    occupied = frozenset(square for square, _piece in in_corridor(picture)) - {place}
    steps = distances(picture.board, place, occupied)
    ways: list[str] = []
    for n, room in sorted((n, names[room]) for room, n in steps.items()):
        first = ngettext("{n} step from the {room}", "{n} steps from the {room}", n)
        ways.append((_("{n} from the {room}") if ways else first).format(n=n, room=room))
    ways += [
        _("a secret passage leads to the {room}").format(room=names[room])
        for room in picture.passages_from(place)
    ]
    here = _("You are in the {room}") if isinstance(place, str) else _("You are in the corridor at {place}")
    here = here.format(room=names.get(str(place), ""), place=place_text(place))
    return _("{here}: {ways}").format(here=here, ways=", ".join(ways)) if ways else here


class _Drawing:
    """Draw a picture with `fold` board rows in a text row and two columns a square."""

    def __init__(self, picture: Picture, fold: int) -> None:
        self._picture = picture
        self._fold = fold
        rows = picture.board.rows
        self._areas = {area.letter: area for area in areas(picture)}
        self._ground = {
            (r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark in self._areas
        } | dict.fromkeys(picture.board.squares, _OPEN)
        self.width = 2 * len(rows[0])
        self._height = -(-len(rows) // fold)
        self._cells: list[list[Word]] = [[(" ", PLAIN)] * self.width for _n in range(self._height)]
        # columns of text that show nothing but one room, by its letter
        self._rooms: dict[str, set[Square]] = {letter: set() for letter in self._areas}
        self._tiles = _ASCII_TILES if picture.ascii_only else _TILES

    def text(self) -> Text:
        """Return the whole drawing."""
        spots = list(product(range(self._height), range(self.width // 2)))
        for row, cell in spots:
            self._floor(row, cell)
        for area in self._areas.values():
            self._area(area)
        for row, cell in spots:
            self._standing(row, cell)
        return joined(map(_run_together, self._cells))

    def _write(self, row: int, column: int, words: str, style: Style) -> None:
        for mark in words:
            for part in (mark, "")[: cell_len(mark)]:
                self._cells[row][column] = (part, style)
                column += 1

    def _squares(self, row: int, cell: int) -> list[Square]:
        return [(row * self._fold + n, cell) for n in range(self._fold)]

    def _floor(self, row: int, cell: int) -> None:
        """Draw the squares at a cell of text: corridor, the floor of a room, or nothing."""
        kinds = [self._ground.get(square, "") for square in self._squares(row, cell)]
        inside = set(kinds) & self._areas.keys()
        tiles = self._tiles.get(tuple(kind == _OPEN for kind in kinds), "  ")
        self._write(row, 2 * cell, tiles, (_WALL if inside else PLAIN) + _FLOOR)
        if len(inside) == 1 and _OPEN not in kinds:
            self._rooms[inside.pop()] |= {(row, 2 * cell), (row, 2 * cell + 1)}

    def _standing(self, row: int, cell: int) -> None:
        """Draw tokens and marks on corridor squares; + says that a mark found no room beside another."""
        squares = self._squares(row, cell)
        tokens = [piece for square in squares for piece in pieces_at(self._picture, square)]
        free = set(squares) - {piece.place for piece in tokens}
        marks = [word for square in squares if square in free for word in marked(self._picture, square)]
        words = words_of(tokens)
        if len(tokens) + len(marks) > 1:
            words += [("+", MARK)] * len(marks)
        elif tokens:
            half = self._tiles[tuple(square not in free for square in squares)][-1]
            words.append((half, words[0][1]))
        else:
            words = [(mark.ljust(2), style) for mark, style in marks]
        column = 2 * cell
        for word, style in words:
            self._write(row, column, word, style)
            column += len(word)

    def _area(self, area: Area) -> None:
        """Draw a room: floor, walls where there is space for them, doors, name and what is inside."""
        room = self._rooms[area.letter]
        near = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if self._fold == 1 or not down]
        inner = {(r, c) for r, c in room if all((r + down, c + right) in room for down, right in near)}
        for row, column in room:
            self._write(row, column, " ", _NAME)
        if self._fold == 1:
            self._walls(room, room - inner)
        for door in area.doors:
            inner -= self._door(door)
        if inner:
            self._label(area, rectangle(inner))

    def _walls(self, room: Set[Square], walls: Set[Square]) -> None:
        """Draw the rim of a room as lines, which go on wherever the outside lies beside them."""
        lines = _ASCII_WALLS if self._picture.ascii_only else _WALLS
        for row, column in walls:
            shape = 0
            for bit, (down, right) in enumerate(SIDES):
                pair = ((row, column), (row + down, column + right))
                beside_it = {(r + s * right, c + s * down) for r, c in pair for s in (-1, 1)}
                shape |= (pair[1] in room and not beside_it <= room) << bit
            self._write(row, column, lines[shape], _WALL)

    def _door(self, door: Door) -> set[Square]:
        """Draw an arrow into the room in place of the wall; return the columns of text that it takes."""
        (row, column), (y, x) = door.inside, door.outside
        arrow = (_ASCII_ARROWS if self._picture.ascii_only else _ARROWS)[y - row, x - column]
        line, first = row // self._fold, 2 * column + (x > column)
        self._write(line, first, arrow, _DOOR)
        return {(line, first + n) for n in range(len(arrow))}

    def _label(self, area: Area, box: Box) -> None:
        """Write the name, and who and what is inside, into the middle of `box`."""
        top, left, height, width = box
        plain = self._picture.ascii_only
        title = _NAME + Style(bold=True)
        mark = marked(self._picture, area.id)
        pieces = words_of(pieces_at(self._picture, area.id), ground=_NAME)
        leads = [(lead, _NAME) for lead in passages(self._picture, area.id)]
        lines = packed([*mark, *((word, title) for word in area.name.split())], width, plain)
        if len(lines) + len(packed(pieces, width, plain)) > height:
            lines = [[*mark, (cut(area.name, width - taken(mark), plain), title)]]
        if len(lines) + len(with_leads := packed(pieces + leads, width, plain)) <= height:
            lines += with_leads
        else:
            lines += _fitted(pieces, width, height - len(lines), plain)
        for row, line in enumerate(lines, top + (height - len(lines)) // 2):
            column = left + (width - taken(line) + 1) // 2
            for word, style in line:
                self._write(row, column, word, style)
                column += cell_len(word) + 1


def _run_together(cells: Iterable[Word]) -> Text:
    """Return one line of text with one span for all neighbours of one style."""
    runs = groupby(cells, key=lambda cell: cell[1])
    return Text.assemble(*(("".join(mark for mark, _style in run), style) for style, run in runs))


def _fitted(words: list[Word], columns: int, rows: int, ascii_only: bool) -> list[list[Word]]:
    """Break `words` into at most `rows` lines; +3 at the end says that three more found no room."""
    for shown in range(len(words), -1, -1):
        more = [(f"+{len(words) - shown}", _NAME)] if shown < len(words) else []
        lines = packed(words[:shown] + more, columns, ascii_only)
        if len(lines) <= rows:
            return lines
    return []
