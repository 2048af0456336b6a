"""What a game is made of, as frozen values: cards, categories, a board, the rules, a scenario.

Nothing here decides anything, reads a file or knows of a game in progress.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

Square = tuple[int, int]
"""A corridor square as (row, column), counted from 0 at the top left."""

Place = Square | str
"""Where a token may stand: a square, or the id of a room or of the middle of the board."""


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


@dataclass(frozen=True, slots=True)
class Category:
    """Group the cards of which the case holds exactly one (C-01)."""

    kind: Kind
    name: Text
    cards: tuple[Card, ...]

    @property
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
    """Describe one room; `scene` is false for a room that is on no card."""

    id: str
    letter: str
    name: Text
    doors: tuple[Door, ...]
    scene: bool = True


@dataclass(frozen=True, slots=True)
class Middle:
    """Describe the closed middle of the board: a place to start from, never to enter (S1-02)."""

    id: str
    letter: str
    name: Text


@dataclass(frozen=True)
class Board:
    """Draw the house: `rows` of one character a square, and what the letters in them mean."""

    rows: tuple[str, ...]
    id: str
    name: Text
    squares: frozenset[Square]
    rooms: tuple[Room, ...]
    starts: tuple[Square, ...] = ()
    passages: tuple[tuple[str, str], ...] = ()
    middle: Middle | None = None

    def __hash__(self) -> int:
        """Look at the drawing alone: a board is the key of tables that are asked at every move."""
        return hash(self.rows)

    @property
    def places(self) -> dict[str, Text]:
        """The name of every place that is no square: the rooms and the middle."""
        places = {room.id: room.name for room in self.rooms}
        return places | ({self.middle.id: self.middle.name} if self.middle else {})

    def room(self, room_id: str) -> Room:
        """Return the room of that id; raise KeyError when there is none."""
        for room in self.rooms:
            if room.id == room_id:
                return room
        raise KeyError(room_id)

    def passages_from(self, place: Place) -> tuple[str, ...]:
        """List the rooms that a secret passage joins to `place`."""
        return tuple(b if place == a else a for a, b in self.passages if place in (a, b))

    def cells(self, letter: str) -> tuple[Square, ...]:
        """List the cells drawn with `letter`, row by row."""
        return tuple(
            (r, c) for r, row in enumerate(self.rows) for c, mark in enumerate(row) if mark == letter
        )


class Weapons(StrEnum):
    """Say where the weapons are when play begins."""

    RANDOM_ROOMS = "random_rooms"
    OFF_BOARD = "off_board"


class TwoPlayers(StrEnum):
    """Say what becomes of four cards when only two play: nothing, hidden in rooms, or face up."""

    NONE = "none"
    HIDDEN_IN_ROOMS = "hidden_in_rooms"
    HIDDEN_IN_CORNERS = "hidden_in_corners"
    FACE_UP = "face_up"


class Passages(StrEnum):
    """Say when a secret passage may be taken."""

    NO = "no"
    INSTEAD_OF_ROLL = "instead_of_roll"


class Stay(StrEnum):
    """Say when a token in a room may stay there and suggest, without rolling."""

    NEVER = "never"
    IF_DRAGGED = "if_dragged"
    ALWAYS = "always"


class OutToken(StrEnum):
    """Say what becomes of the token of a player put out in front of a door."""

    STAYS = "stays"
    ENTERS_ROOM = "enters_room"


class AccuseWhen(StrEnum):
    """Say when in one's own turn an accusation may be made."""

    ON_TURN = "on_turn"
    END_OF_TURN = "end_of_turn"
    IF_UNREFUTED = "if_unrefuted"


class AccuseWhere(StrEnum):
    """Say where a token must stand for its player to accuse."""

    ANYWHERE = "anywhere"
    ANY_ROOM = "any_room"


class LastStanding(StrEnum):
    """Say what happens when all players but one have accused wrongly."""

    WINS = "wins"
    MUST_ACCUSE = "must_accuse"


@dataclass(frozen=True, slots=True)
class Rules:
    """Hold every option of a ruleset; each is read at one place of the engine.

    Options are named as in a scenario's `[rules]`: `move_dice` is `dice` in `[rules.move]`.
    """

    players: tuple[int, int] = (1, 1)
    setup_weapons: Weapons = Weapons.RANDOM_ROOMS
    setup_two_players: TwoPlayers = TwoPlayers.NONE
    move_dice: int = 2
    move_passages: Passages = Passages.NO
    move_stay: Stay = Stay.NEVER
    move_out_token: OutToken = OutToken.STAYS
    accuse_when: AccuseWhen = AccuseWhen.ON_TURN
    accuse_where: AccuseWhere = AccuseWhere.ANYWHERE
    accuse_last_standing: LastStanding = LastStanding.MUST_ACCUSE


class Game(StrEnum):
    """Name the games that a scenario can be."""

    CLUE = "clue"
    COLLECT = "collect"

    @property
    def solitaire(self) -> bool:
        """Whether one person plays it alone, as the detective."""
        return self is not Game.CLUE


@dataclass(frozen=True, slots=True)
class Scenario:
    """Hold all that a game is played by: cards, board, rules and words."""

    id: str
    game: Game
    name: Text
    story: Text
    categories: tuple[Category, ...]
    board: Board
    rules: Rules
    start: str = ""
    cards: Mapping[str, Card] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Index the cards by id."""
        cards = {card.id: card for category in self.categories for card in category.cards}
        object.__setattr__(self, "cards", MappingProxyType(cards))

    def passages_from(self, place: Place) -> tuple[str, ...]:
        """List the rooms that a secret passage may be taken to from `place` (C15-08)."""
        return () if self.rules.move_passages is Passages.NO else self.board.passages_from(place)

    def ids(self, kind: Kind) -> tuple[str, ...]:
        """List the ids of the cards of that kind; for suspects this is the turn order (C-13)."""
        return tuple(card for category in self.categories if category.kind is kind for card in category.ids)
