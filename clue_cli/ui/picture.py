"""What is to be drawn of a board: its areas, who and what stands on it, and the words and styles for them.

Nothing here draws, nor asks for the window, a game's state or a choice. A colour never stands without
its letter.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import chain, count
from types import MappingProxyType
from typing import NamedTuple

from rich.style import Style

from clue_cli.rules.model import Board, Door, Middle, Place, Room, Scenario, Spot, Square
from clue_cli.rules.movement import Gait, gait
from clue_cli.rules.solitaire import DETECTIVES
from clue_cli.rules.table import Table
from clue_cli.ui.lettering import BLACK, PLAIN, Word, chip, spell
from clue_cli.ui.telling import token_name
from clue_cli.words import _, language

AMBER = "#E69F00"
_GREY = "#C0C0C0"
_DETECTIVES = dict(zip(DETECTIVES, "@&%$?!", strict=True))
HIDDEN = "?"  # a card that lies face down in a room (C15-07)
MARK = Style(color=BLACK, bgcolor="#56B4E9", bold=True)
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left


@dataclass(frozen=True, slots=True)
class Piece:
    """Say how a token, a weapon or a hidden card is drawn and where it is; only a token has a colour."""

    id: str
    mark: str
    name: str
    place: Place
    colour: str = ""


_PLAIN = Gait()


@dataclass(frozen=True, slots=True)
class Picture:
    """Hold what is drawn: a board, its pieces, and marks of at most two columns at places one may go to.

    The board has the passages that are open, and `gait` says how tokens move on it. `numbered` asks for
    the numbers of rows and columns at the edges of a drawing on the terminal.
    """

    board: Board
    pieces: tuple[Piece, ...] = ()
    marks: Mapping[Place, str] = field(default_factory=lambda: MappingProxyType({}))
    ascii_only: bool = False
    gait: Gait = _PLAIN
    numbered: bool = False

    @property
    def margin(self) -> int:
        """The columns that the numbers of rows take at the left of a drawing."""
        return len(str(len(self.board.rows) - 1)) if self.numbered else 0


@dataclass(frozen=True, slots=True)
class Area:
    """Be a room, a spot or the middle of the board, as far as drawing cares.

    `doors` join it to corridor squares, and to the cells of rooms that it is linked to; `scene` is false
    for a room on no card, `single` true for a spot, which holds one token.
    """

    id: str
    letter: str
    name: str
    doors: tuple[Door, ...] = ()
    colour: str = ""
    scene: bool = True
    single: bool = False


class Box(NamedTuple):
    """Be a rectangle: its first row and column, and how many of each it has."""

    top: int
    left: int
    height: int
    width: int


def picture(
    scenario: Scenario,
    table: Table,
    marks: Mapping[Place, str] | None = None,
    ascii_only: bool = False,
    numbered: bool = False,
) -> Picture:
    """Make the picture of a table; a token on no card is the detective's, drawn as @, or a rival's."""
    pieces: list[Piece] = []
    for piece, place in (*table.tokens.items(), *table.pieces.items()):
        if card := scenario.cards.get(piece):
            name = spell(card.name.within(language()), ascii_only)
            mark = spell(card.letter, ascii_only) or _two_letters(name, {other.mark for other in pieces})
            pieces.append(Piece(piece, mark, name, place, card.colour))
        else:
            mark, name = _DETECTIVES[piece], spell(token_name(piece), ascii_only)
            pieces.append(Piece(piece, mark, name, place, AMBER if mark == "@" else _GREY))
    hidden = spell(_("a hidden card"), ascii_only)
    pieces += [Piece(f"in {room}", HIDDEN, hidden, room) for room in sorted(table.hidden)]
    return Picture(table.board, tuple(pieces), marks or {}, ascii_only, gait(scenario.rules), numbered)


def _two_letters(name: str, taken: Collection[str]) -> str:
    """Return two lower-case letters of `name` that no other piece has, else one with a number."""
    first, *others = [c for c in name.casefold() if c.isalnum()] or ["?"]
    return next(
        mark for mark in (first + str(other) for other in chain(others, count(1))) if mark not in taken
    )


def areas(picture: Picture) -> list[Area]:
    """Return the rooms, then the spots, and last the middle, if there is one."""
    board = picture.board

    def name(place: Room | Spot | Middle) -> str:
        return spell(place.name.within(language()), picture.ascii_only)

    rooms = [
        Area(room.id, room.letter, name(room), (*room.doors, *_linked(board, room)), room.colour, room.scene)
        for room in board.rooms
    ]
    spots = [Area(spot.id, spot.letter, name(spot), spot.doors, single=True) for spot in board.spots]
    middle = [Area(board.middle.id, board.middle.letter, name(board.middle))] if board.middle else []
    return [*rooms, *spots, *middle]


def _linked(board: Board, room: Room) -> Iterator[Door]:
    """Put a door for each link of `room` into the middle of the wall that it shares with the other room."""
    for other in board.links_from(room.id):
        # both rooms must find the same door: take the wall from the side of the first of them
        first, second = sorted((board.room(other), room), key=lambda one: one.id)
        beyond = set(board.cells(second.letter))
        wall = [
            (cell, side)
            for cell in board.cells(first.letter)
            for side in ((cell[0] + down, cell[1] + right) for down, right in SIDES)
            if side in beyond
        ]
        if wall:
            cell, side = wall[len(wall) // 2]
            yield Door(cell, side) if first is room else Door(side, cell)


def rows_of(picture: Picture, place: str) -> list[int]:
    """Return the row of each cell of a room, a spot or the middle, in order."""
    letter = next(area.letter for area in areas(picture) if area.id == place)
    return [row for row, _column in picture.board.cells(letter)]


def rows_about(picture: Picture, token: str, count: int) -> range:
    """Return `count` rows of the board, or all if it has fewer: those about the token of that id."""
    place = next(piece.place for piece in picture.pieces if piece.id == token)
    own = [place[0]] if isinstance(place, tuple) else rows_of(picture, place)
    height = len(picture.board.rows)
    first = max(0, min((own[0] + own[-1] - count + 1) // 2, height - count))
    return range(first, min(first + count, height))


def pieces_at(picture: Picture, place: Place) -> list[Piece]:
    """Return the tokens and weapons at a square, in a room or in the middle."""
    return [piece for piece in picture.pieces if piece.place == place]


def in_corridor(picture: Picture) -> list[tuple[Square, Piece]]:
    """Return the tokens that stand in the corridor, each with its square."""
    return [(piece.place, piece) for piece in picture.pieces if isinstance(piece.place, tuple)]


def words_of(pieces: Iterable[Piece], named: bool = False, ground: Style = PLAIN) -> list[Word]:
    """Return a word a piece: tokens by letter and colour, weapons by two letters or their name."""
    return [
        (piece.mark, chip(piece.colour)) if piece.colour else (piece.name if named else piece.mark, ground)
        for piece in pieces
    ]


def arrows(picture: Picture, places: Iterable[str]) -> list[str]:
    """Return for each of `places`, to which a way leads, an arrow and its name."""
    names = picture.board.places
    arrow = ">" if picture.ascii_only else "»"
    return [arrow + spell(names[place].within(language()), picture.ascii_only) for place in places]


def marked(picture: Picture, place: Place) -> list[Word]:
    """Return the mark of a place as a word, or none."""
    return [(picture.marks[place], MARK)] if place in picture.marks else []


def rectangle(cells: Set[Square]) -> Box:
    """Return a large rectangle within `cells`, of which there must be one; words want width above height."""
    runs: dict[Square, int] = {}
    for row, column in sorted(cells, reverse=True):
        runs[row, column] = 1 + runs.get((row, column + 1), 0)
    best = Box(0, 0, 0, 0)
    for row, column in sorted(cells):
        width = runs[row, column]
        for height in count(1):
            width = min(width, runs.get((row + height - 1, column), 0))
            if not width:
                break
            best = max(best, Box(row, column, height, width), key=_room_for_words)
    return best


def _room_for_words(box: Box) -> float:
    """Rate a rectangle: more rows than a name and what is inside can fill count for nothing."""
    return float(min(box.height, 5) * box.width**1.5)
