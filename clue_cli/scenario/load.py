"""Load a scenario: read its files, lay it over its base, check all of it, build it.

A scenario is built only when nothing is wrong; until then all that is wrong is gathered.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clue_cli.rules.model import Board, Scenario
from clue_cli.scenario import (
    checks,
    checks_begin,
    checks_challenge,
    joints,
    options,
    schema,
    shelf,
    sorts,
    structure,
)
from clue_cli.scenario.build import built, built_board
from clue_cli.scenario.faults import Fault, Located, ScenarioFaults, near, value_text
from clue_cli.scenario.options import pruned
from clue_cli.scenario.source import Source
from clue_cli.words import _

OWN = ("format", "id", "begin", "seat", "challenge", "tale")
"""What no scenario takes from another: its ids, and what is about its own house."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Hold a scenario and the document that rebuilds it without any file."""

    scenario: Scenario
    document: dict[str, Any]


def load(path: Path) -> Loaded:
    """Load the scenario file; raise ScenarioFaults with all that is wrong with it, its base and its board."""
    source = Source.read(path)
    sorts.no_log(source)
    faults = _file_id(path, source.document)
    document, more, located = _over_base(source, path)
    faults += more
    based = not more and not located
    board, more, board_located = _board(document.get("board"), path)
    faults += more
    if board is None:
        faults += _faults(document, based)
    else:
        document["board"] = board
        # what is wrong within the board is told in its own file
        faults += [
            fault
            for fault in _faults(document, based)
            if fault.path[:1] != ("board",) or len(fault.path) == 1
        ]
    located += source.located(faults, document.keys() - source.document.keys()) + board_located
    if located:
        raise ScenarioFaults(located)
    return Loaded(built(document), document)


def load_board(path: Path) -> Board:
    """Load a board file alone; raise ScenarioFaults with all that is wrong with it."""
    source = Source.read(path)
    if faults := _board_faults(path, source):
        raise ScenarioFaults(source.located(faults))
    return built_board(structure.parse(schema.BoardTable, source.document))


def from_document(document: Mapping[str, Any], name: str) -> Loaded:
    """Build the scenario of an effective document, called `name`; raise ScenarioFaults when it is none."""
    source = Source.of(name, dict(document))
    faults = _faults(source.document, based=True)
    if "ruleset" in document:
        faults.append(Fault(("ruleset",), _("must be left out here: nothing may be missing"), on_key=True))
    if isinstance(document.get("board"), str):
        faults.append(Fault(("board",), _("must be given in full here")))
    if faults:
        raise ScenarioFaults(source.located(faults))
    return Loaded(built(source.document), source.document)


def _faults(document: dict[str, Any], based: bool) -> list[Fault]:
    """List the faults of a scenario's document; what is missing is no fault while its base is not known."""
    shape = structure.check(schema.WholeTable if based else schema.ScenarioTable, document)
    others = options.missing(document) if based else []
    board = document.get("board")
    if isinstance(board, dict):
        others += [fault.under("board") for fault in joints.check(board)]
    faults = structure.joined(document, shape, others + checks.check(document))
    if faults or not (based and isinstance(board, dict) and document.keys() & {"begin", "challenge"}):
        return faults
    # only in a house without a fault it is known how far it is to walk
    scenario = built(document)
    return [*checks_challenge.unreachable(scenario), *checks_begin.shut_in(scenario)]


def _file_id(path: Path, document: Mapping[str, Any]) -> list[Fault]:
    named = document.get("id")
    if not isinstance(named, str) or named == path.stem or not re.fullmatch(shelf.STEM, named):
        return []
    message = _("{id} is not the name of the file, {name}")
    return [Fault(("id",), message.format(id=value_text(named), name=value_text(path.stem)))]


def _over_base(source: Source, path: Path) -> tuple[dict[str, Any], list[Fault], list[Located]]:
    """Return the document laid over its base, the faults of the reference, and those of the base."""
    given = source.document
    ruleset = given.get("ruleset")
    if not isinstance(ruleset, str):
        return dict(given), [], []
    known = shelf.beside(path)
    if ruleset not in known:
        message = _("there is no scenario {name} to take the rest from").format(name=value_text(ruleset))
        return dict(given), [Fault(("ruleset",), message, near(ruleset, known))], []
    try:
        if "ruleset" in Source.read(known[ruleset]).document:
            message = _("{name} has a ruleset itself; name one that has none").format(
                name=value_text(ruleset)
            )
            return dict(given), [Fault(("ruleset",), message)], []
        base = load(known[ruleset]).document
    except ScenarioFaults as refusal:
        return dict(given), [], list(refusal.located)
    if given.get("game", base["game"]) != base["game"]:
        message = _("{name} is a scenario of the game '{game}'").format(
            name=value_text(ruleset), game=base["game"]
        )
        return dict(given), [Fault(("ruleset",), message)], []
    return laid_over(base, given), [], []


def laid_over(base: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Lay a document over its base: options of the rules one by one, all else as a whole."""
    merged = {key: value for key, value in base.items() if key not in OWN} | given
    del merged["ruleset"]
    if isinstance(given.get("rules"), dict):
        merged["rules"] = base["rules"] | given["rules"]
        for table, options in base["rules"].items():
            if isinstance(options, dict) and isinstance(merged["rules"][table], dict):
                merged["rules"][table] = options | merged["rules"][table]
    return pruned(merged, given)


def _board(named: Any, path: Path) -> tuple[dict[str, Any] | None, list[Fault], list[Located]]:
    """Return the board of that id, the faults of the reference, and those of the board's own file."""
    if not isinstance(named, str):
        return None, [], []
    known = shelf.boards(path.parent, without=path)
    if named not in known:
        message = _("there is no board {name}").format(name=value_text(named))
        return None, [Fault(("board",), message, near(named, known))], []
    try:
        source = Source.read(known[named])
    except ScenarioFaults as refusal:
        return None, [], list(refusal.located)
    return source.document, [], source.located(_board_faults(known[named], source))


def _board_faults(path: Path, source: Source) -> list[Fault]:
    document = source.document
    shape = structure.check(schema.BoardTable, document)
    return _file_id(path, document) + structure.joined(document, shape, joints.check(document))
