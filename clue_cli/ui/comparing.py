"""Tell how two scenarios differ in what they are played by: options of the rules, board and cards.

Their names, stories and pictures are not compared.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python

from clue_cli.rules.model import Board, Kind, Scenario
from clue_cli.scenario.faults import key_text
from clue_cli.scenario.options import OPTIONS, meaningless
from clue_cli.ui.looking import loaded
from clue_cli.ui.terminal import terminal
from clue_cli.words import _

_ABSENT = "-"


@dataclass(frozen=True, slots=True)
class Difference:
    """Hold what two scenarios have that the other has not, as their files spell it.

    `options` holds two values by option, None where a game has no such option or it means nothing there,
    and the id of the boards when they are drawn differently; `cards` what only the first and what only the
    second has, by kind; `order` the suspects of both in turn order (C-13) when nothing else is different
    about them.
    """

    options: Mapping[str, tuple[Any, Any]]
    cards: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    order: tuple[tuple[str, ...], ...]


def show_difference(first: str, second: str, *, as_json: bool, home: Path | None) -> None:
    """Print how two scenarios differ, as a table or as JSON."""
    one, two = (loaded(name, home).scenario for name in (first, second))
    found = difference(one, two)
    if as_json:
        sys.stdout.write(json.dumps({"scenarios": [one.id, two.id]} | _facts(found), indent=2) + "\n")
        return
    rows = list(_rows(found))
    if not rows:
        terminal().say(_("no difference"))
        return
    rows.insert(0, ("", one.id, two.id))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        terminal().say("  ".join(cells).rstrip())


def difference(one: Scenario, two: Scenario) -> Difference:
    """Compare two scenarios."""
    mine, theirs = _options(one), _options(two)
    options = {
        name: (mine.get(name), theirs.get(name))
        for name in mine | theirs
        if mine.get(name) != theirs.get(name)
    }
    if _plan(one.board) != _plan(two.board):
        options["board"] = (one.board.id, two.board.id)
    only = {
        str(kind): (_without(one.ids(kind), two.ids(kind)), _without(two.ids(kind), one.ids(kind)))
        for kind in Kind
    }
    cards = {kind: pair for kind, pair in only.items() if any(pair)}
    orders = (one.ids(Kind.SUSPECT), two.ids(Kind.SUSPECT))
    reordered = Kind.SUSPECT not in cards and orders[0] != orders[1]
    return Difference(options, cards, orders if reordered else ())


def _without(cards: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for card in cards if card not in others)


def _options(scenario: Scenario) -> dict[str, Any]:
    """Return what a scenario is played by, other than cards, by name as in its file: `move.dice`."""
    idle = meaningless(scenario.rules)
    rules = {
        key_text(path[1:]): getattr(scenario.rules, option)
        for option, path in OPTIONS[scenario.game].items()
        if path[0] == "rules" and option not in idle
    }
    start = {"start": scenario.start} if scenario.start else {}
    deck = Counter(f"clues.{clue.effect}" for clue in scenario.clues)
    brought = {"forfeits": [forfeit.id for forfeit in scenario.forfeits]} if scenario.forfeits else {}
    options: dict[str, Any] = to_jsonable_python({"game": scenario.game} | rules | start | deck | brought)
    return options | {"board": scenario.board.id}


def _plan(board: Board) -> tuple[object, ...]:
    """Return what a board is but for its names."""
    rooms = tuple((room.id, room.doors, room.scene, room.colour) for room in board.rooms)
    spots = tuple((spot.id, spot.doors) for spot in board.spots)
    return board.rows, board.passages, board.paths, board.links, rooms, spots


def _facts(found: Difference) -> dict[str, Any]:
    """Return the difference for other programs; it has the same keys even when there is none."""
    cards = {kind: {"removed": removed, "added": added} for kind, (removed, added) in found.cards.items()}
    return {"options": found.options, "cards": cards, "order": found.order}


def _rows(found: Difference) -> Iterator[tuple[str, str, str]]:
    """Write one row an option, and one a card."""
    for name, (mine, theirs) in found.options.items():
        # a board's id says nothing where two boards of one id are drawn differently
        other = _("{value}, drawn otherwise").format(value=theirs) if mine == theirs else _spelt(theirs)
        yield name, _spelt(mine), other
    for kind, (removed, added) in found.cards.items():
        yield from ((kind, card, _ABSENT) for card in removed)
        yield from ((kind, _ABSENT, card) for card in added)
    if found.order:
        one, two = map(", ".join, found.order)
        yield _("turn order"), one, two


def _spelt(value: Any) -> str:
    """Write a value as a scenario file spells it, a text without its quotes."""
    match value:
        case None:
            return _ABSENT
        case str():
            return value
    return json.dumps(value, ensure_ascii=False)
