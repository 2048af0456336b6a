"""The board on a terminal: drawn large or small, with a legend, or told in lines.

Everything is drawn from a `Picture`; nothing here asks for the window, a game's state or a choice.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import groupby, product

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from clue_cli.rules.actions import place_text
from clue_cli.rules.model import Door, Place, Square
from clue_cli.rules.movement import distances
from clue_cli.ui.lettering import PLAIN, Word, beside, chip, cut, joined, packed, spaced, spell, taken
from clue_cli.ui.picture import (
    AMBER,
    HIDDEN,
    MARK,
    SIDES,
    Area,
    Box,
    Picture,
    areas,
    arrows,
    in_corridor,
    marked,
    pieces_at,
    rectangle,
    rows_of,
    words_of,
)
from clue_cli.words import _, ngettext

_OPEN, _PAVED = ".", "~"
_FLOOR = Style(color="#87875F")
_WALL = Style(color="#A8A8A8", bgcolor="#303030")
_NAME = Style(color="#E4E4E4", bgcolor="#303030")
_TITLE = _NAME + Style(bold=True)
_DOOR = Style(color=AMBER, bgcolor="#303030", bold=True)
_EDGE = Style(dim=True)
_SNOOP: Word = ("o", Style(color=AMBER, bold=True))
# which of up, right, down, left a wall goes on to, as bits 1, 2, 4, 8
_WALLS, _ASCII_WALLS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼", " |-+||++-+-+++++"
# a door as seen from inside: the side on which the corridor lies
_ARROWS = {(-1, 0): "▾▾", (1, 0): "▴▴", (0, -1): "▸", (0, 1): "◂"}
_ASCII_ARROWS = {(-1, 0): "vv", (1, 0): "^^", (0, -1): ">", (0, 1): "<"}
# corridor squares in two columns: by which of the board rows in a row of text are corridor
_TILES = {(True,): "· ", (True, False): "▀▀", (False, True): "▄▄", (True, True): "██"}
_ASCII_TILES = {(True,): ". ", (True, False): "''", (False, True): "..", (True, True): "::"}
_PAVING, _ASCII_PAVING = "┄┄", "~~"
_APART = 5  # columns from one number at the upper edge to the next, at most
_CUT = 3  # columns in which a name cut short still tells more than its letter


def full(picture: Picture) -> Text:
    """Draw the board at one row and two columns a square."""
    return _Drawing(picture, 1, 2).text()


def compact(picture: Picture, columns: int = 80) -> Text:
    """Draw the board at two squares a row, with the legend at its right up to `columns` columns."""
    return _explained(_Drawing(picture, 2, 2), picture, columns)


def bare(picture: Picture) -> Text:
    """Draw the board at two squares a row and two columns a square."""
    return _Drawing(picture, 2, 2).text()


def narrow(picture: Picture, columns: int = 80, rows: range | None = None) -> Text:
    """Draw the board, or those of its rows, at one row and one column a square, with the legend at its right.

    Of a mark in two columns it shows the second: squares numbered row by row can still be told apart.
    """
    return _explained(_Drawing(picture, 1, 1, rows), picture, columns, rows)


def _explained(drawing: "_Drawing", picture: Picture, columns: int, rows: range | None = None) -> Text:
    """Put the longest legend that makes the picture no higher at the right of a drawing.

    One of some `rows` explains what lies in them, as far as it finds room.
    """
    left, space = drawing.text(), columns - drawing.width - 2
    high = left.plain.count("\n") + 1
    if rows is not None:
        some = legend(picture, space, short=True, rows=rows).split(allow_blank=True)
        return beside(left, joined(some[:high]), drawing.width + 2)
    right, short = legend(picture, space), legend(picture, space, short=True)
    if right.plain.count("\n") >= max(high, short.plain.count("\n") + 1):
        right = short
    return beside(left, right, drawing.width + 2)


def legend(picture: Picture, columns: int, short: bool = False, rows: range | None = None) -> Text:
    """List the rooms (in those `rows`), and who and what is in each, in lines of at most `columns` columns.

    A `short` one writes weapons with two letters and leaves out where passages and links lead.
    """
    plain, board = picture.ascii_only, picture.board
    told = []
    shown = [area for area in areas(picture) if rows is None or set(rows) & set(rows_of(picture, area.id))]
    for area in shown:
        inside = words_of(pieces_at(picture, area.id), named=not short)
        if area.id != (board.middle and board.middle.id) or inside:
            sign: list[Word] = [(area.letter, _TITLE)] if area.single else []
            remarks = [] if short else _remarks(picture, area)
            told.append((sign + marked(picture, area.id), area.name, inside + remarks))
    if board.squares:
        outside = words_of(piece for _square, piece in in_corridor(picture))
        told.append(([], spell(_("Corridor"), plain), outside))
    if board.snoops:
        told.append(([_SNOOP], spell(_("Snoop square"), plain), []))
    if short and any(piece.mark == HIDDEN for piece in picture.pieces):
        told.append(([(HIDDEN, PLAIN)], spell(_("a hidden card"), plain), []))
    wide = min(max(taken(mark) + cell_len(name) for mark, name, _inside in told), columns // 2)
    lines = []
    for mark, name, inside in told:
        first = spaced([*mark, (cut(name, wide - taken(mark), plain), PLAIN)])
        rest = map(spaced, packed(inside, columns - wide - 1, plain))
        lines.append(beside(first, joined(rest), wide + 1))
    return joined(lines)


def _remarks(picture: Picture, area: Area) -> list[Word]:
    """Return where passages and links lead from an area, and whether it is on no card."""
    ends = (*picture.board.passages_from(area.id), *picture.board.links_from(area.id))
    remarks = arrows(picture, ends) + ([] if area.scene else [spell(_("(no scene)"), picture.ascii_only)])
    return [(remark, PLAIN) for remark in remarks]


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
    if empty := [names[place] for place, inside in found.items() if not inside and place != own.place]:
        lines.append(_("Nobody and nothing else: {rooms}").format(rooms=", ".join(empty)))
    return tuple(lines)


def _whereabouts(picture: Picture, place: Place, names: Mapping[str, str]) -> str:
    """Say where `place` is, how far it is to each room, the nearest first, and where other ways lead."""
    board = picture.board
    occupied = frozenset(piece.place for piece in picture.pieces) - {place}
    steps = distances(board, place, occupied, picture.gait)
    ways: list[str] = []
    for n, room in sorted((n, names[room]) for room, n in steps.items()):
        first = ngettext("{n} step from the {room}", "{n} steps from the {room}", n)
        ways.append((_("{n} from the {room}") if ways else first).format(n=n, room=room))
    if links := [names[room] for room in board.links_from(place)]:
        ways.append(_("its doors lead to {rooms}").format(rooms=", ".join(links)))
    ways += [
        _("a secret passage leads to the {room}").format(room=names[room])
        for room in board.passages_from(place)
    ]
    here = _("You are in the {room}") if isinstance(place, str) else _("You are in the corridor at {place}")
    here = here.format(room=names.get(str(place), ""), place=place_text(place))
    return _("{here}: {ways}").format(here=here, ways=", ".join(ways)) if ways else here


class _Drawing:
    """Draw a picture, or some rows of text of it, with `fold` board rows in a text row.

    A square takes `wide` columns, 1 or 2.
    """

    def __init__(self, picture: Picture, fold: int, wide: int, shown: range | None = None) -> None:
        self._picture = picture
        self._fold = fold
        self._wide = wide
        rows = picture.board.rows
        self._areas = {area.letter: area for area in areas(picture)}
        known = self._areas.keys() | {_PAVED}
        self._ground = {
            (r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark in known
        } | dict.fromkeys(picture.board.squares, _OPEN)
        across, self._height = wide * len(rows[0]), -(-len(rows) // fold)
        self._shown = shown or range(self._height)
        self._margin = picture.margin
        self.width = self._margin + across
        self._cells: list[list[Word]] = [[(" ", PLAIN)] * across for _n in range(self._height)]
        # columns of text that show nothing but one area, by its letter
        self._rooms: dict[str, set[Square]] = {letter: set() for letter in self._areas}

    def text(self) -> Text:
        """Return the drawing, with the numbers at its edges if they are wanted."""
        cells = list(product(range(self._height), range(len(self._cells[0]) // self._wide)))
        for row, cell in cells:
            self._floor(row, cell)
        for area in self._areas.values():
            self._area(area)
        for row, cell in cells:
            self._standing(row, cell)
        lines = [_run_together(self._cells[row]) for row in self._shown]
        return joined(self._numbered(lines) if self._picture.numbered else lines)

    def _numbered(self, lines: Iterable[Text]) -> Iterable[Text]:
        """Put the number of each row at the left, and those of some columns above."""
        step = _APART // self._wide
        columns = range(0, len(self._picture.board.rows[0]), step)
        above = "".join(str(column).ljust(step * self._wide) for column in columns).rstrip()
        yield Text(" " * self._margin + above, _EDGE)
        for row, line in zip(self._shown, lines, strict=True):
            yield Text.assemble((str(row * self._fold).rjust(self._margin), _EDGE), line)

    def _write(self, row: int, column: int, words: str, style: Style) -> None:
        for mark in words:
            for part in (mark, "")[: cell_len(mark)]:
                self._cells[row][column] = (part, style)
                column += 1

    def _squares(self, row: int, cell: int) -> list[Square]:
        return [(row * self._fold + n, cell) for n in range(self._fold)]

    def _tile(self, kinds: Sequence[bool]) -> str:
        """Return how a cell of text looks of which the squares that are so lie open."""
        tiles = _ASCII_TILES if self._picture.ascii_only else _TILES
        return tiles.get(tuple(kinds), "  ")[: self._wide]

    def _floor(self, row: int, cell: int) -> None:
        """Draw the squares at a cell of text: corridor, paving, the floor of a room, or nothing."""
        kinds = [self._ground.get(square, "") for square in self._squares(row, cell)]
        inside = set(kinds) & self._areas.keys()
        tile = self._tile([kind == _OPEN for kind in kinds])
        if _PAVED in kinds and not tile.strip():
            tile = (_ASCII_PAVING if self._picture.ascii_only else _PAVING)[: self._wide]
        column = self._wide * cell
        self._write(row, column, tile, (_WALL if inside else PLAIN) + _FLOOR)
        if len(inside) == 1 and _OPEN not in kinds:
            self._rooms[inside.pop()] |= {(row, column + n) for n in range(self._wide)}

    def _standing(self, row: int, cell: int) -> None:
        """Draw tokens and marks on corridor squares; + says that a mark found no room beside another.

        A snoop square can be seen as long as nothing is on it.
        """
        squares = self._squares(row, cell)
        shown = [(square, word) for square in squares for word in words_of(pieces_at(self._picture, square))]
        free = set(squares) - {square for square, _word in shown}
        marks = [word for square in squares if square in free for word in marked(self._picture, square)]
        if not shown and not marks:
            shown = [(square, _SNOOP) for square in squares if square in self._picture.board.snoops]
        words = [word for _square, word in shown]
        if len(shown) + len(marks) > 1:
            words += [("+", MARK)] * len(marks)
        elif shown:
            half = self._tile([square == shown[0][0] for square in squares])[1:]
            words.append((half, words[0][1]))
        else:
            words = [(mark.ljust(self._wide)[-self._wide :], style) for mark, style in marks]
        column = self._wide * cell
        for word, style in words:
            self._write(row, column, word, style)
            column += len(word)

    def _area(self, area: Area) -> None:
        """Draw a room or spot: floor, walls where there is space for them, doors, name, what is inside."""
        room = self._rooms[area.letter]
        for row, column in room:
            self._write(row, column, " ", _NAME)
        inner = self._inner(room)
        if self._fold == 1 and inner:
            self._walls(room, room - inner)
        doors = set[Square]().union(*map(self._door, area.doors))
        if words := (self._between(room) if self._wide == 1 else inner) or room:
            self._label(area, rectangle(words - doors or words))

    def _inner(self, room: Set[Square]) -> set[Square]:
        """Return what lies within the walls of a room; folded, it has walls at its sides only."""
        near = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if self._fold == 1 or not down]
        return {(r, c) for r, c in room if all((r + down, c + right) in room for down, right in near)}

    def _between(self, room: Set[Square]) -> set[Square]:
        """Return where a narrow room may have words: through its walls, but against no other room."""
        others = set[Square]().union(*self._rooms.values()) - room
        return {
            (r, c)
            for r, c in room
            if {(r - 1, c), (r + 1, c)} <= room and not {(r, c - 1), (r, c + 1)} & others
        }

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
        arrow = arrow[: self._wide]
        line, first = row // self._fold, self._wide * column + (x > column) * (self._wide - 1)
        self._write(line, first, arrow, _DOOR)
        return {(line, first + n) for n in range(len(arrow))}

    def _label(self, area: Area, box: Box) -> None:
        """Write the name, or in a single line the letter, and what is inside, into the middle of `box`."""
        top, left, height, width = box
        plain = self._picture.ascii_only
        pieces = words_of(pieces_at(self._picture, area.id), ground=_NAME)
        narrow = self._wide == 1 or area.single
        leads = [] if narrow else arrows(self._picture, self._picture.board.passages_from(area.id))
        lines = self._title(area, width, height - len(packed(pieces, width, plain)))
        everything = packed(pieces + [(lead, _NAME) for lead in leads], width, plain)
        if len(lines) + len(everything) <= height:
            lines += everything
        else:
            lines += _fitted(pieces, width, height - len(lines), plain)
        if pieces and height == 1 and not area.single:
            lines = _fitted([(area.letter, _TITLE), *pieces], width, height, plain)
        for row, line in enumerate(lines, top + (height - len(lines)) // 2):
            column = left + (width - taken(line) + 1) // 2
            for word, style in line:
                self._write(row, column, word, style)
                column += cell_len(word) + 1

    def _title(self, area: Area, columns: int, rows: int) -> list[list[Word]]:
        """Return the mark and name of an area; with too few `rows`, cut to one line or left out of a spot."""
        plain = self._picture.ascii_only
        title = chip(area.colour) if area.colour else _TITLE
        mark = [(word[-columns:], style) for word, style in marked(self._picture, area.id)]
        words = area.name.split() if columns >= _CUT else [area.letter]
        lines = packed([*mark, *((word, title) for word in words)], columns, plain)
        if len(lines) <= rows:
            return lines
        if area.single and (mark or rows < 1):
            return [mark][:rows]
        return [[*mark, (cut(area.name, columns - taken(mark), plain), title)]]


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
