"""Build the rules' values out of the tables of a scenario that has been checked.

Nothing is judged here, and nothing is read.
"""

from dataclasses import replace
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from clue_cli.rules.begin import Begin, Role
from clue_cli.rules.challenge import Challenge, Measure
from clue_cli.rules.model import (
    Board,
    Card,
    Category,
    Clue,
    Door,
    Forfeit,
    Kind,
    Middle,
    Place,
    Room,
    Scenario,
    Spot,
    Square,
)
from clue_cli.rules.options import Rules
from clue_cli.rules.tale import Tale
from clue_cli.scenario import drawing, options, schema, structure
from clue_cli.scenario.faults import key_text
from clue_cli.scenario.schema_challenge import ChallengeTable, bounds
from clue_cli.scenario.schema_tale import TaleTable


def built(document: dict[str, Any]) -> Scenario:
    """Build the scenario of a document in which nothing is wrong or missing."""
    table = structure.parse(schema.WholeTable, document)
    board = built_board(structure.parse(schema.BoardTable, document["board"]))
    rules = _built_rules(table)
    scenario = Scenario(
        table.id,
        table.game,
        schema.text(table.name),
        schema.text(table.story),
        tuple(_built_category(category, board) for category in table.category),
        board,
        rules,
        table.start or "",
        clues=tuple(
            Clue(clue.effect, clue.card or "") for clue in table.clues for _copy in range(clue.copies)
        ),
        forfeits=tuple(Forfeit(forfeit.id, schema.text(forfeit.name)) for forfeit in table.forfeits),
        begin=_built_begin(table),
        seats=tuple(Role(seat.suspect, seat.mind, seat.script) for seat in table.seat),
        challenge=built_challenge(table.challenge) if table.challenge else None,
        tales=tuple(map(_built_tale, table.tale)),
    )
    if table.game.solitaire:
        return scenario
    return replace(scenario, starts=MappingProxyType(_starts(scenario) | table.begin.tokens))


def _built_rules(table: schema.WholeTable) -> Rules:
    """Take the options that are given; those left out keep their value of `Rules`."""
    named = options.OPTIONS[table.game].items()
    given = {option: attrgetter(key_text(path))(table) for option, path in named if path[0] == "rules"}
    return Rules(**{option: value for option, value in given.items() if value is not None})


def _built_begin(table: schema.WholeTable) -> Begin:
    """Build the beginning; in Clue a token is no piece, but starts elsewhere."""
    begin = table.begin
    standing = {token: str(room) for token, room in begin.tokens.items()} if table.game.solitaire else {}
    return Begin(
        begin.case,
        MappingProxyType(begin.hands),
        begin.dice,
        MappingProxyType(begin.weapons | standing),
        begin.first or "",
        begin.pile,
    )


def _starts(scenario: Scenario) -> dict[str, Place]:
    """Return where each suspect's token starts: in the one place for all, by its colour, or by turn order."""
    suspects = scenario.ids(Kind.SUSPECT)
    if scenario.start:
        return dict.fromkeys(suspects, scenario.start)
    if scenario.board.links:
        rooms = {room.colour: room.id for room in scenario.board.rooms}
        return {suspect: rooms[scenario.cards[suspect].colour] for suspect in suspects}
    # a board may have more starts than the scenario has suspects; those left over are plain squares
    return dict(zip(suspects, scenario.board.starts, strict=False))


def _built_category(table: schema.CategoryTable, board: Board) -> Category:
    if table.kind is Kind.ROOM:
        cards = tuple(Card(room.id, room.name) for room in board.rooms if room.scene)
    else:
        cards = tuple(
            Card(card.id, schema.text(card.name), card.letter or "", card.colour or "")
            for card in table.cards or ()
        )
    return Category(table.kind, schema.text(table.name), cards)


def _built_tale(table: TaleTable) -> Tale:
    return Tale(
        table.when,
        table.turn or 0,
        table.suspect or "",
        table.place or "",
        table.card or "",
        table.again,
        schema.text(table.say) if table.say else None,
        MappingProxyType(table.weapons or {}),
        table.uncover or "",
        table.reveal or "",
        table.dice or (),
    )


def built_challenge(table: ChallengeTable) -> Challenge:
    """Build a challenge in whose table nothing is wrong."""
    measure = next((one for one in Measure if getattr(table, one)), None)
    return Challenge(measure, bounds(getattr(table, measure)) if measure else (), table.help)


def built_board(table: schema.BoardTable) -> Board:
    """Build a board in whose table and drawing nothing is wrong."""
    rows = drawing.rows_of(table.grid)
    cells = [((r, c), mark) for r, row in enumerate(rows) for c, mark in enumerate(row)]
    marks = {mark: cell for cell, mark in cells}
    return Board(
        rows,
        table.id,
        schema.text(table.name),
        frozenset(drawing.House.of(table).squares),
        tuple(_built_room(room) for room in table.room),
        tuple(marks[digit] for digit in drawing.DIGITS if digit in marks),
        table.passages,
        _built_middle(table.middle),
        tuple(
            Spot(spot.id, spot.letter, schema.text(spot.name), _built_doors(spot.doors))
            for spot in table.spot
        ),
        table.paths,
        frozenset(cell for cell, mark in cells if mark == drawing.SNOOP),
        table.links,
    )


def _built_room(table: schema.RoomTable) -> Room:
    name, doors = schema.text(table.name), _built_doors(table.doors)
    return Room(table.id, table.letter, name, doors, table.scene, table.colour or "")


def _built_doors(doors: tuple[tuple[Square, Square], ...]) -> tuple[Door, ...]:
    return tuple(Door(inside, outside) for inside, outside in doors)


def _built_middle(table: schema.MiddleTable | None) -> Middle | None:
    return Middle(table.id, table.letter, schema.text(table.name)) if table else None
