"""What a game is made of, as frozen values: cards, categories, a board, the rules, a scenario.

Nothing here decides anything, reads a file or knows of a game in progress.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from clue_cli.rules.begin import NOTHING, Begin, Role
from clue_cli.rules.challenge import Challenge
from clue_cli.rules.options import Rules
from clue_cli.rules.tale import Tale

Square = tuple[int, int]
"""A corridor square as (row, column), counted from 0 at the top left."""

Place = Square | str
"""Where a token may stand: a square, or the id of a room, of a spot, or of the middle of the board."""


def around(cell: Square) -> tuple[Square, ...]:
    """Return the four cells that touch `cell` by a side."""
    row, column = cell
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)


@dataclass(frozen=True, slots=True)
class Text:
    """Hold a sentence or a name in one or several languages, by language code ("" for any)."""

    words: Mapping[str, str]

    def within(self, language: str) -> str:
        """Return the words for `language`, else those for any, else English, else the first given."""
        for code in (language, "", "en"):
            if code in self.words:
                return self.words[code]
        return next(iter(self.words.values()))


class Kind(StrEnum):
    """Tell what the cards of a category stand for."""

    SUSPECT = "suspect"
    WEAPON = "weapon"
    ROOM = "room"


@dataclass(frozen=True, slots=True)
class Card:
    """Name one card; a suspect's also says how its token is drawn (one letter, one colour)."""

    id: str
    name: Text
    letter: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Category:
    """Group the cards of which the case holds exactly one (C-01)."""

    kind: Kind
    name: Text
    cards: tuple[Card, ...]

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The card ids, in the order of the notebook."""
        return tuple(card.id for card in self.cards)


@dataclass(frozen=True, slots=True)
class Door:
    """Join the room cell `inside` to the corridor square `outside` (C-03)."""

    inside: Square
    outside: Square


@dataclass(frozen=True, slots=True)
class Room:
    """Describe one room; `scene` is false for a room that is on no card.

    Tokens of its `colour`, if it has one, start in it where no dice are rolled (PA-03).
    """

    id: str
    letter: str
    name: Text
    doors: tuple[Door, ...]
    scene: bool = True
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """Describe a square with a name, walled in but for its doors; it holds one token (MD-12)."""

    id: str
    letter: str
    name: Text
    doors: tuple[Door, ...]


@dataclass(frozen=True, slots=True)
class Middle:
    """Describe the closed middle of the board: a place to start from, never to enter (S1-02)."""

    id: str
    letter: str
    name: Text


@dataclass(frozen=True)
class Board:
    """Draw the house: `rows` of one character a square, and what the letters in them mean.

    `passages` join two rooms or two spots, `paths` make two squares far apart one step (MD-12), `snoops`
    are the squares from which to look into a hand (MD-08), and `links` join rooms where no dice are
    rolled (PA-04).
    """

    rows: tuple[str, ...]
    id: str
    name: Text
    squares: frozenset[Square]
    rooms: tuple[Room, ...]
    starts: tuple[Square, ...] = ()
    passages: tuple[tuple[str, str], ...] = ()
    middle: Middle | None = None
    spots: tuple[Spot, ...] = ()
    paths: tuple[tuple[Square, Square], ...] = ()
    snoops: frozenset[Square] = frozenset()
    links: tuple[tuple[str, str], ...] = ()

    def __hash__(self) -> int:
        """Look at the drawing alone: a board is the key of tables that are asked at every move."""
        return hash(self.rows)

    @property
    def places(self) -> dict[str, Text]:
        """The name of every place that has one: the rooms, the spots and the middle."""
        places = {room.id: room.name for room in self.rooms} | {spot.id: spot.name for spot in self.spots}
        return places | ({self.middle.id: self.middle.name} if self.middle else {})

    @cached_property
    def room_ids(self) -> frozenset[str]:
        """The ids of the rooms: a token in one of them is in no corridor."""
        return frozenset(room.id for room in self.rooms)

    def room(self, room_id: str) -> Room:
        """Return the room of that id; raise KeyError when there is none."""
        for room in self.rooms:
            if room.id == room_id:
                return room
        raise KeyError(room_id)

    def passages_from(self, place: Place) -> tuple[str, ...]:
        """List the rooms or spots that a secret passage joins to `place`."""
        return _other_ends(self.passages, place)

    def links_from(self, place: Place) -> tuple[str, ...]:
        """List the rooms that a link joins to `place` (PA-04)."""
        return _other_ends(self.links, place)

    def joined(self, room: str) -> "Board":
        """Return the board on which passages lead from `room` to all rooms that have one (C15-09)."""
        ends = sorted({end for passage in self.passages for end in passage} & self.room_ids - {room})
        fresh = tuple((room, end) for end in ends if end not in self.passages_from(room))
        return replace(self, passages=(*self.passages, *fresh))

    def cells(self, letter: str) -> tuple[Square, ...]:
        """List the cells drawn with `letter`, row by row."""
        return tuple(
            (r, c) for r, row in enumerate(self.rows) for c, mark in enumerate(row) if mark == letter
        )


def _other_ends(pairs: tuple[tuple[str, str], ...], place: Place) -> tuple[str, ...]:
    return tuple(b if place == a else a for a, b in pairs if place in (a, b))


class Effect(StrEnum):
    """Name what a clue card makes players do: a closed list (C15-09)."""

    REVEAL = "reveal"
    NAME_SUSPECT = "name_suspect"
    NAME_WEAPON = "name_weapon"
    NAME_ROOM = "name_room"
    CHOOSE_PLAYER = "choose_player"
    ALL_REVEAL = "all_reveal"
    SHOW_LEFT = "show_left"
    ALL_MOVE = "all_move"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True)
class Clue:
    """Be one clue card; `card` is the one whose holder must reveal it, for the effect that names one."""

    effect: Effect
    card: str = ""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Name one thing that every player brings along, and may have to part with (PA-06 PA-07)."""

    id: str
    name: Text


class Game(StrEnum):
    """Name the games that a scenario can be."""

    CLUE = "clue"
    COLLECT = "collect"
    ERRANDS = "errands"

    @property
    def solitaire(self) -> bool:
        """Whether it is played by detectives, who are on no card: one alone, or several in a race (S1-07)."""
        return self is not Game.CLUE


@dataclass(frozen=True, slots=True)
class Scenario:
    """Hold all that a game is played by: cards, board, rules and words.

    `start` is the place where every token starts, where they all start in one; `starts` says where
    each does. Clue cards come one for each in the deck. What is fixed of the beginning, and who `seats` are
    for, is not for players to know: in the `View` of a game there is nothing of it.
    """

    id: str
    game: Game
    name: Text
    story: Text
    categories: tuple[Category, ...]
    board: Board
    rules: Rules
    start: str = ""
    starts: Mapping[str, Place] = field(default_factory=lambda: MappingProxyType({}))
    clues: tuple[Clue, ...] = ()
    forfeits: tuple[Forfeit, ...] = ()
    begin: Begin = NOTHING
    seats: tuple[Role, ...] = ()
    challenge: Challenge | None = None
    tales: tuple[Tale, ...] = ()
    cards: Mapping[str, Card] = field(init=False, compare=False, repr=False)
    _ids: Mapping[Kind, tuple[str, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Index the cards by id, and the ids by kind."""
        cards = {card.id: card for category in self.categories for card in category.cards}
        object.__setattr__(self, "cards", MappingProxyType(cards))
        ids = {kind: sum((c.ids for c in self.categories if c.kind is kind), ()) for kind in Kind}
        object.__setattr__(self, "_ids", ids)

    def ids(self, kind: Kind) -> tuple[str, ...]:
        """List the ids of the cards of that kind; for suspects this is the turn order (C-13)."""
        return self._ids[kind]
