"""The picture of a board as an SVG file, for a browser or a printer.

Names come from strangers' files and are escaped.
"""

from collections.abc import Iterator, Set
from html import escape

from rich.cells import cell_len

from clue_cli.rules.model import Square
from clue_cli.ui.lettering import ink
from clue_cli.ui.picture import (
    AMBER,
    SIDES,
    Area,
    Box,
    Picture,
    Piece,
    areas,
    arrows,
    in_corridor,
    pieces_at,
    rectangle,
)
from clue_cli.words import language

_CELL = 32  # user units a square
_FONT = 'font-family="Georgia, \'DejaVu Serif\', serif" text-anchor="middle"'
_CREAM = "#F4EFE1"


def svg(picture: Picture) -> str:
    """Draw the board as an SVG file that refers to nothing outside itself."""
    rows = picture.board.rows
    width, height = _CELL * len(rows[0]), _CELL * len(rows)
    frame = f'x="-8" y="-8" width="{width + 16}" height="{height + 16}" rx="10" fill="#2B2320"'
    look = f'viewBox="-8 -8 {width + 16} {height + 16}" role="img" {_FONT}'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {look}>',
        f"<title>{escape(picture.board.name.within(language()))}</title>",
        f"<rect {frame}/>",
        f'<path d="{_floor(picture.board.squares)}" fill="#E9D8A6" stroke="#C2AC76"/>',
        *map(_path, picture.board.paths),
        *map(_glass, sorted(picture.board.snoops)),
        *(part for area in areas(picture) for part in _area(picture, area)),
        *(
            _token(piece, (column + 0.5) * _CELL, (row + 0.5) * _CELL)
            for (row, column), piece in in_corridor(picture)
        ),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _floor(cells: Set[Square]) -> str:
    return "".join(f"M{c * _CELL} {r * _CELL}h{_CELL}v{_CELL}h-{_CELL}z" for r, c in sorted(cells))


def _path(ends: tuple[Square, Square]) -> str:
    """Draw a paved path as a line of dashes between its two squares."""
    (y1, x1), (y2, x2) = ([_CELL * (n + 0.5) for n in end] for end in ends)
    look = 'stroke="#8C8579" stroke-width="10" stroke-dasharray="18 6"'
    return f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" fill="none" {look}/>'


def _glass(square: Square) -> str:
    """Draw a magnifying glass on a snoop square."""
    row, column = square
    where = f"translate({(column + 0.5) * _CELL:g} {(row + 0.5) * _CELL:g})"
    look = f'fill="none" stroke="{AMBER}" stroke-width="3"'
    return f'<path transform="{where}" d="M3 3L10 10M4 -2a6 6 0 1 1 -12 0a6 6 0 1 1 12 0" {look}/>'


def _area(picture: Picture, area: Area) -> Iterator[str]:
    """Draw floor, walls, doors and words of a room or spot; the closed middle has a colour of its own."""
    cells = set(picture.board.cells(area.letter))
    doors = {(door.inside, door.outside) for door in area.doors}
    sides = [
        ((r, c), (r + y, c + x)) for r, c in sorted(cells) for y, x in SIDES if (r + y, c + x) not in cells
    ]
    walls = "".join(_wall(*side) for side in sides if side not in doors)
    fill = area.colour or ("#7A2E3A" if area.doors else "#3F3A4A")
    yield f'<path d="{_floor(cells)}" fill="{fill}" stroke="{fill}"/>'
    yield f'<path d="{walls}" fill="none" stroke="{_CREAM}" stroke-width="4" stroke-linecap="round"/>'
    yield from (_door(*side) for side in sides if side in doors)
    yield from (_spot if area.single else _words)(picture, area, rectangle(cells))


def _wall(cell: Square, outside: Square) -> str:
    """Return the path along the side of `cell` that lies towards `outside`."""
    (r, c), (y, x) = cell, outside
    return f"M{max(c, x) * _CELL} {max(r, y) * _CELL}" + (f"h{_CELL}" if r != y else f"v{_CELL}")


def _door(cell: Square, outside: Square) -> str:
    """Return an arrow head at the side of `cell`, pointing in from `outside`."""
    (r, c), (y, x) = cell, outside
    turn = 90 * SIDES.index((y - r, x - c))
    where = f"translate({(c + x + 1) * _CELL / 2:g} {(r + y + 1) * _CELL / 2:g}) rotate({turn})"
    return f'<path transform="{where}" d="M-10 0h20l-10 12z" fill="{AMBER}" stroke="#2B2320"/>'


def _words(picture: Picture, area: Area, box: Box) -> Iterator[str]:
    """Write a room's name, tokens, weapons and passages, one below the other, into the middle of `box`."""
    left, top, width, height = (_CELL * n for n in (box.left, box.top, box.width, box.height))
    here = pieces_at(picture, area.id)
    tokens = [piece for piece in here if piece.colour]
    weapons = ", ".join(piece.name for piece in here if not piece.colour)
    small = [weapons, *arrows(picture, picture.board.passages_from(area.id))]
    lines = [(area.name, 19, "bold"), *((words, 13, "normal") for words in small if words)]
    middle = left + width / 2
    colour = ink(area.colour) if area.colour else _CREAM
    y = top + (height - 22 * len(lines) - 30 * bool(tokens)) / 2
    for words, size, weight in lines:
        y += 22
        fitting = min(size, 1.7 * (width - 8) / cell_len(words))
        look = f'font-size="{fitting:.1f}" font-weight="{weight}" fill="{colour}"'
        yield f'<text x="{middle:g}" y="{y - 5:g}" {look}>{escape(words)}</text>'
        if tokens and weight == "bold":
            y += 30
            step = min(28, width / len(tokens))
            for n, piece in enumerate(tokens):
                yield _token(piece, middle + (n - (len(tokens) - 1) / 2) * step, y - 13)


def _spot(picture: Picture, area: Area, box: Box) -> Iterator[str]:
    """Write a spot's name along its longer side, a word a line, and draw its token over that."""
    x, y = _CELL * (box.left + box.width / 2), _CELL * (box.top + box.height / 2)
    short, long = sorted((_CELL * box.width, _CELL * box.height))
    words = area.name.split()
    # the doors at both ends take 14 units each
    size = min((short - 4) / len(words), 1.7 * max(long - 28, long / 2) / max(map(cell_len, words)))
    lines = " ".join(
        f'<tspan x="0" y="{size * (n - len(words) / 2 + 0.85):.1f}">{escape(word)}</tspan>'
        for n, word in enumerate(words)
    )
    turn = " rotate(-90)" if box.height > box.width else ""
    look = f'font-size="{size:.1f}" font-weight="bold" fill="{_CREAM}"'
    yield f'<text transform="translate({x:g} {y:g}){turn}" {look}>{lines}</text>'
    yield from (_token(piece, x, y) for piece in pieces_at(picture, area.id))


def _token(piece: Piece, x: float, y: float) -> str:
    look = f'y="6" font-size="16" font-weight="bold" fill="{ink(piece.colour)}"'
    return (
        f'<g transform="translate({x:g} {y:g})"><title>{escape(piece.name)}</title>'
        f'<circle r="12" fill="{piece.colour}" stroke="#000000" stroke-width="1.5"/>'
        f"<text {look}>{escape(piece.mark)}</text></g>"
    )
