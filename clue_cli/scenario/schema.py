"""The shape of scenario and board files: their tables and keys.

What a single value may be is told in `values`; what only shows when values are held against each other is
the business of `checks`.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from clue_cli.rules.model import Effect, Game, Kind, Text
from clue_cli.rules.options import (
    AccuseWhen,
    AccuseWhere,
    Asked,
    FirstPlayer,
    Interrogation,
    LastStanding,
    Leftover,
    Occupied,
    OutToken,
    Passages,
    Stay,
    Style,
    TwoPlayers,
    Weapons,
    Wrong,
)
from clue_cli.scenario.schema_base import Table
from clue_cli.scenario.schema_begin import MOST_SEATS, BeginTable, SeatTable
from clue_cli.scenario.schema_challenge import ChallengeTable
from clue_cli.scenario.schema_tale import TaleTable
from clue_cli.scenario.values import Cell, Colour, Id, Letter, Name, Stem, Story

MOST_CARDS = 60
"""The most cards of a category; also the most rooms, passages, and doors of a room."""


def _id_or_table(value: Any) -> str | None:
    return "(id)" if isinstance(value, str) else "(table)" if isinstance(value, dict) else None


class RoomTable(Table):
    """A room of the board."""

    id: Id
    """The id of the room and of its card; no two cards or places share one."""
    letter: Letter
    """The letter that draws the room in the grid."""
    name: Name
    """What people read: a string, or one string a language."""
    doors: Annotated[tuple[tuple[Cell, Cell], ...], Field(max_length=MOST_CARDS)] = ()
    """Each door as [[row, column] of a cell of the room, [row, column] of the square outside] (C-03)."""
    scene: bool = True
    """Whether a card stands for the room; without one it is only a place to be."""
    colour: Colour | None = None
    """The colour of the tokens that start in the room where no dice are rolled, #RRGGBB (PA-03)."""


class SpotTable(Table):
    """A square with a name, walled in but for its doors; it holds one token (MD-12)."""

    id: Id
    """The id of the spot."""
    letter: Letter
    """The letter that draws the spot in the grid: all cells of it are one square."""
    name: Name
    """What people read: a string, or one string a language."""
    doors: Annotated[tuple[tuple[Cell, Cell], ...], Field(min_length=1, max_length=MOST_CARDS)]
    """Each door as [[row, column] of a cell of the spot, [row, column] of the square outside] (C-03)."""


class MiddleTable(Table):
    """The closed middle of the board."""

    id: Id
    """The id of the place."""
    letter: Letter
    """The letter that draws the middle in the grid."""
    name: Name
    """What people read: a string, or one string a language."""


class BoardTable(Table):
    """A board: a drawing of one character a square, and what the letters in it mean."""

    format: Literal[1]
    """The version of this format."""
    id: Stem
    """The id of the board: the name of its file."""
    name: Name
    """What people read: a string, or one string a language."""
    grid: str
    """One character a square, 120 rows and columns at most: `.` corridor, `o` snoop square (MD-08), `#`
    closed, `~` paving (closed too), `1` to `9` start squares in the suspects' order, and the letters of
    rooms, spots and the middle."""
    room: Annotated[tuple[RoomTable, ...], Field(min_length=1, max_length=MOST_CARDS)]
    """The rooms."""
    passages: Annotated[tuple[tuple[Id, Id], ...], Field(max_length=MOST_CARDS)] = ()
    """The secret passages, each between two rooms or two spots (C15-08)."""
    paths: Annotated[tuple[tuple[Cell, Cell], ...], Field(max_length=MOST_CARDS)] = ()
    """The paved paths, each between two corridor squares that are one step apart by it (MD-12)."""
    links: Annotated[tuple[tuple[Id, Id], ...], Field(max_length=2 * MOST_CARDS)] = ()
    """The links between rooms that share a wall, where no dice are rolled (PA-04)."""
    spot: Annotated[tuple[SpotTable, ...], Field(max_length=MOST_CARDS)] = ()
    """The squares with a name (MD-12)."""
    middle: MiddleTable | None = None
    """The closed middle of the board, if there is one."""


class CardTable(Table):
    """A suspect or a weapon."""

    id: Id
    """The id of the card; no two cards or places share one."""
    name: Name
    """What people read: a string, or one string a language."""
    letter: Letter | None = None
    """The letter that draws a suspect's token; only suspects have it, and each needs one."""
    colour: Colour | None = None
    """The colour of a suspect's token, #RRGGBB; only suspects have it, and each needs one."""


class CategoryTable(Table):
    """A category of cards, of which the case holds exactly one (C-01)."""

    kind: Kind
    """What the cards stand for: "suspect", "weapon" or "room". There is one category of each kind; with
    move.style "rooms" or "anywhere" there may be several of suspects, and none of weapons (C-01)."""
    name: Name
    """What people read: a string, or one string a language."""
    cards: Annotated[tuple[CardTable, ...], Field(min_length=1, max_length=MOST_CARDS)] | None = None
    """The cards, suspects in turn order (C-13), 12 at most; it must be left out for rooms, which are those
    of the board."""


class ClueTable(Table):
    """A clue card: what it makes players do (C15-09)."""

    effect: Effect
    """What the card makes players do. "reveal": whoever holds `card` shows it to all; "name_suspect",
    "name_weapon", "name_room": the same with a card that the drawer names; "choose_player": one player
    of the drawer's choice reveals a card; "all_reveal": every player does; "show_left": every player
    shows the next one on the left a card; "all_move": every player moves to a room of their choice;
    "passage": a room of the drawer's choice joins the secret passages (C15-09)."""
    card: Id | None = None
    """The card whose holder must reveal it, for the effect 'reveal' alone."""
    copies: Annotated[int, Field(ge=1, le=9)] = 1
    """How often the card is in the deck."""


class ForfeitTable(Table):
    """A thing that every player brings along and may have to part with (PA-06, PA-07)."""

    id: Id
    """The id of the forfeit."""
    name: Name
    """What people read: a string, or one string a language."""


class SetupTable(Table):
    """How a game of Clue is set up."""

    first_player: FirstPlayer | None = None
    """Who moves first. "order": the first seat in turn order; "highest_roll": everybody throws, ties
    throw again (CL-03, MD-03)."""
    weapons: Weapons | None = None
    """Where the weapons are when play begins. "random_rooms": in random rooms, at most one a room;
    "off_board": nowhere, until they are named."""
    leftover: Leftover | None = None
    """What becomes of the cards that do not go round evenly. "deal": they are dealt all the same;
    "face_up": they lie open to all (C-02, PA-02)."""
    two_players: TwoPlayers | None = None
    """What becomes of four cards when only two play. "none": all are dealt; "hidden_in_rooms": face down
    in random rooms; "hidden_in_corners": in the rooms that passages join; "face_up": they lie open
    (C15-07, SG-05)."""


class MoveTable(Table):
    """How tokens move."""

    style: Style | None = None
    """How tokens move. "dice": over squares; "rooms": from room to room along the board's links;
    "anywhere": each turn into any room, on any board (CL-01, PA-04)."""
    dice: Annotated[int, Field(ge=1, le=2)] | None = None
    """How many dice are rolled (CL-01, S1-03)."""
    rooms: Annotated[int, Field(ge=1, le=4)] | None = None
    """With style "rooms": how many links a token moves at most (PA-04)."""
    passages: Passages | None = None
    """When a secret passage may be taken. "instead_of_roll": in place of the roll; "also_during_roll":
    or within it, as one step; "no": never (CL-04, C15-08, MD-04)."""
    stay: Stay | None = None
    """When a token may stay in its room and suggest again. "never"; "if_dragged": where a suggestion
    brought it; "always" (CL-04, CL-05)."""
    occupied: Occupied | None = None
    """What a square with a token on it is. "block": closed to others; "jump": a step like any other,
    but none to stop on (CL-07, MD-07)."""
    through_rooms: bool | None = None
    """Whether a room may be crossed as one step of a roll (C-05, MD-05)."""
    out_token: OutToken | None = None
    """What becomes of the token in front of a door when its player is out. "stays": it is in the way;
    "enters_room": it goes in (CL-10)."""


class SuggestTable(Table):
    """How one suggests."""

    required: bool | None = None
    """Whether who comes into a room must suggest there (PA-05)."""
    drags: bool | None = None
    """Whether the token and the weapon named come to the room (C-08)."""
    asked: Asked | None = None
    """Who answers. "first_to_show": from the left until one shows; "everyone": all do; "chosen_player":
    one, whom the asker chooses (CL-08, MD-10, PA-05)."""
    interrogation: Interrogation | None = None
    """What a player met in the room entered owes: "none", or "card_or_forfeit", as that player likes
    (PA-06)."""


class AccuseTable(Table):
    """How one accuses."""

    when: AccuseWhen | None = None
    """When in one's own turn an accusation may be made. "on_turn": at any time; "end_of_turn";
    "if_unrefuted": ending a turn in which no suggestion of one's own was refuted; "instead_of_move":
    opening a turn, in place of all else (CL-09, PA-07)."""
    where: AccuseWhere | None = None
    """Where a token must stand for its player to accuse: "anywhere", or in "any_room" (C-12)."""
    others_reveal: bool | None = None
    """Whether all others reveal the named cards they hold after a wrong accusation (PA-07)."""
    wrong: Wrong | None = None
    """What a wrong accuser suffers. "out": no more turns; "pays_forfeits": a forfeit to each of the
    others (C-12, PA-07)."""
    last_standing: LastStanding | None = None
    """What the last player is to do when all others have accused wrongly: "wins" at once, or
    "must_accuse" like anyone else."""


class RulesTable(Table):
    """The options of the rules."""

    players: tuple[int, int] | None = None
    """The fewest and the most players (CL-02)."""
    setup: SetupTable = SetupTable()
    """How a game of Clue is set up."""
    move: MoveTable = MoveTable()
    """How tokens move."""
    suggest: SuggestTable = SuggestTable()
    """How one suggests."""
    accuse: AccuseTable = AccuseTable()
    """How one accuses."""


class ScenarioTable(Table):
    """A scenario; with `ruleset`, what is not given here comes from that scenario."""

    format: Literal[1]
    """The version of this format."""
    id: Stem
    """The id of the scenario: the name of its file."""
    ruleset: Stem | None = None
    """The id of the scenario that gives all that this file leaves out."""
    game: Game | None = None
    """Which game is played: "clue", or one of the solitaires "collect" and "errands"."""
    name: Name | None = None
    """What people read: a string, or one string a language."""
    story: Story | None = None
    """What is told before the game begins: a string, or one string a language."""
    board: (
        Annotated[
            Annotated[Stem, Tag("(id)")] | Annotated[BoardTable, Tag("(table)")],
            Discriminator(_id_or_table),
        ]
        | None
    ) = None
    """The id of a board file, or a table of the same shape as a board file."""
    start: Id | None = None
    """The middle or the room where the detective starts, or in Clue all tokens; with move.style "rooms" only
    the players' are on the board (S1-02, MD-02, PA-03)."""
    clues: Annotated[tuple[ClueTable, ...], Field(max_length=MOST_CARDS)] = ()
    """The deck of clue cards; without one a loupe is only a 1 (C15-01, C15-02)."""
    forfeits: Annotated[tuple[ForfeitTable, ...], Field(max_length=20)] = ()
    """What every player brings along to part with, where forfeits are paid (PA-06, PA-07)."""
    begin: BeginTable = BeginTable()
    """What is fixed of the beginning; it is never taken from the `ruleset`."""
    seat: Annotated[tuple[SeatTable, ...], Field(max_length=MOST_SEATS)] = ()
    """Who sits at the table of Clue; without any, the player chooses suspect and opponents. Seats are
    never taken from the `ruleset`."""
    challenge: ChallengeTable | None = None
    """What the person is challenged to do; it is never taken from the `ruleset`."""
    tale: Annotated[tuple[TaleTable, ...], Field(max_length=MOST_CARDS)] = ()
    """What is told, or done, as the game goes on; it is never taken from the `ruleset`."""
    rules: RulesTable = RulesTable()
    """The options of the rules."""
    category: tuple[CategoryTable, ...] | None = None
    """The categories of cards: suspects, weapons and rooms."""


class WholeTable(ScenarioTable):
    """A scenario that leaves nothing out but options of the rules; `checks` knows which of those it needs."""

    game: Game
    name: Name
    story: Story
    board: Annotated[
        Annotated[Stem, Tag("(id)")] | Annotated[BoardTable, Tag("(table)")], Discriminator(_id_or_table)
    ]
    category: tuple[CategoryTable, ...]


def text(words: str | dict[str, str]) -> Text:
    """Return the words of a file as the rules' `Text`."""
    return Text({"": words} if isinstance(words, str) else words)


class _WithoutNull(GenerateJsonSchema):
    """Leave null out of the schema: TOML has none, a key is left out instead."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        if isinstance(schema.get("default"), bool):
            return super().default_schema(schema)
        return self.generate_inner(schema["schema"])


def _schema(model: type[Table], title: str) -> str:
    schema = model.model_json_schema(schema_generator=_WithoutNull)
    head = {"$schema": GenerateJsonSchema.schema_dialect, "title": title}
    return json.dumps(head | {key: part for key, part in schema.items() if key != "title"}, indent=2) + "\n"


def schema_json() -> str:
    """Return the JSON Schema of scenario files, for editors."""
    return _schema(ScenarioTable, "Clue scenario")


def board_schema_json() -> str:
    """Return the JSON Schema of board files, for editors."""
    return _schema(BoardTable, "Clue board")
