"""Build the rules' values out of the tables of a scenario that has been checked.

Nothing is judged here, and nothing is read.
"""

from operator import attrgetter
from typing import Any

from clue_cli.rules.model import Board, Card, Category, Door, Kind, Middle, Room, Rules, Scenario
from clue_cli.scenario import checks, drawing, schema, structure
from clue_cli.scenario.faults import key_text


def built(document: dict[str, Any]) -> Scenario:
    """Build the scenario of a document in which nothing is wrong or missing."""
    table = structure.parse(schema.WholeTable, document)
    board = built_board(structure.parse(schema.BoardTable, document["board"]))
    return Scenario(
        table.id,
        table.game,
        schema.text(table.name),
        schema.text(table.story),
        tuple(_built_category(category, board) for category in table.category),
        board,
        _built_rules(table),
        table.start or "",
    )


def _built_rules(table: schema.WholeTable) -> Rules:
    options = checks.OPTIONS[table.game].items()
    chosen: dict[str, Any] = {
        option: attrgetter(key_text(path))(table) for option, path in options if path[0] == "rules"
    }
    return Rules(**chosen)


def _built_category(table: schema.CategoryTable, board: Board) -> Category:
    if table.kind is Kind.ROOM:
        cards = tuple(Card(room.id, room.name) for room in board.rooms if room.scene)
    else:
        cards = tuple(
            Card(card.id, schema.text(card.name), card.letter or "", card.colour or "")
            for card in table.cards or ()
        )
    return Category(table.kind, schema.text(table.name), cards)


def built_board(table: schema.BoardTable) -> Board:
    """Build a board in whose table and drawing nothing is wrong."""
    rows = drawing.rows_of(table.grid)
    marks = {mark: (r, c) for r, row in enumerate(rows) for c, mark in enumerate(row)}
    return Board(
        rows,
        table.id,
        schema.text(table.name),
        frozenset(drawing.House.of({"grid": table.grid}).squares),
        tuple(_built_room(room) for room in table.room),
        tuple(marks[digit] for digit in drawing.DIGITS if digit in marks),
        table.passages,
        _built_middle(table.middle),
    )


def _built_room(table: schema.RoomTable) -> Room:
    doors = tuple(Door(inside, outside) for inside, outside in table.doors)
    return Room(table.id, table.letter, schema.text(table.name), doors, table.scene)


def _built_middle(table: schema.MiddleTable | None) -> Middle | None:
    return Middle(table.id, table.letter, schema.text(table.name)) if table else None
