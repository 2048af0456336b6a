"""What is to be drawn of a board: its areas, who and what stands on it, and the words and styles for them.

Nothing here draws, nor asks for the window, a game's state or a choice. A colour never stands without
its letter.
"""

from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field
from itertools import chain, count
from types import MappingProxyType
from typing import NamedTuple

from rich.style import Style

from clue_cli.rules.model import Board, Door, Middle, Place, Room, Scenario, Square
from clue_cli.ui.lettering import BLACK, PLAIN, Word, chip, spell
from clue_cli.words import _, language

AMBER = "#E69F00"
MARK = Style(color=BLACK, bgcolor="#56B4E9", bold=True)
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left


@dataclass(frozen=True, slots=True)
class Piece:
    """Say how one token or weapon is drawn and where it stands; a weapon has no colour."""

    id: str
    mark: str
    name: str
    place: Place
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Hold what is drawn: a board, its pieces, and marks of at most two columns at places one may go to."""

    board: Board
    pieces: tuple[Piece, ...] = ()
    marks: Mapping[Place, str] = field(default_factory=lambda: MappingProxyType({}))
    ascii_only: bool = False
    scenario: Scenario | None = None

    def passages_from(self, place: Place) -> tuple[str, ...]:
        """List the rooms that one may go to from `place` by a passage: by the scenario's rules, if any."""
        return (self.scenario or self.board).passages_from(place)


@dataclass(frozen=True, slots=True)
class Area:
    """Be a room, or the middle of the board, as far as drawing cares."""

    id: str
    letter: str
    name: str
    doors: tuple[Door, ...]


class Box(NamedTuple):
    """Be a rectangle: its first row and column, and how many of each it has."""

    top: int
    left: int
    height: int
    width: int


def picture(
    scenario: Scenario,
    tokens: Mapping[str, Place],
    weapons: Mapping[str, str],
    marks: Mapping[Place, str] | None = None,
    ascii_only: bool = False,
) -> Picture:
    """Make the picture of a table; a token that is on no card is the detective's, drawn as @ (S1-02)."""
    pieces: list[Piece] = []
    for piece, place in (*tokens.items(), *weapons.items()):
        if card := scenario.cards.get(piece):
            name = spell(card.name.within(language()), ascii_only)
            mark = spell(card.letter, ascii_only) or _two_letters(name, {other.mark for other in pieces})
            pieces.append(Piece(piece, mark, name, place, card.colour))
        else:
            pieces.append(Piece(piece, "@", spell(_("Detective"), ascii_only), place, AMBER))
    return Picture(scenario.board, tuple(pieces), marks or {}, ascii_only, scenario)


def _two_letters(name: str, taken: Collection[str]) -> str:
    """Return two lower-case letters of `name` that no other piece has, else one with a number."""
    first, *others = [c for c in name.casefold() if c.isalnum()] or ["?"]
    return next(
        mark for mark in (first + str(other) for other in chain(others, count(1))) if mark not in taken
    )


def areas(picture: Picture) -> list[Area]:
    """Return the rooms and last the middle, if there is one."""
    board = picture.board
    places: list[Room | Middle] = [*board.rooms, *([board.middle] if board.middle else [])]
    return [
        Area(
            place.id,
            place.letter,
            spell(place.name.within(language()), picture.ascii_only),
            place.doors if isinstance(place, Room) else (),
        )
        for place in places
    ]


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


def passages(picture: Picture, place: str) -> list[str]:
    """Return for each secret passage from a room an arrow and where it leads."""
    names = {area.id: area.name for area in areas(picture)}
    arrow = ">" if picture.ascii_only else "»"
    return [arrow + names[room] for room in picture.passages_from(place)]


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
            best = max(best, Box(row, column, height, width), key=lambda box: box.height * box.width**1.5)
    return best
