"""Load a scenario: read its files, lay it over its base, check all of it, build it.

A scenario is built only when nothing is wrong; until then all that is wrong is gathered.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from clue_cli.rules.model import Board, Game, Scenario
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
from clue_cli.scenario.drawing import House
from clue_cli.scenario.faults import MOST_FAULTS, Fault, Located, ScenarioFaults, enough, near, value_text
from clue_cli.scenario.options import pruned
from clue_cli.scenario.parts import Parts
from clue_cli.scenario.source import Source
from clue_cli.words import _

OWN = ("format", "id", "begin", "seat", "challenge", "tale")
"""What no scenario takes from another: its ids, and what is about its own house."""

_NAMELESS = {"format": 1, "id": "none", "name": "none", "story": "none"}
_FAR_FROM_WALKING = [(key,) for key in (*_NAMELESS, "seat", "tale", "clues", "forfeits")]
"""What has nothing to do with how far it is to walk, whatever is wrong with it."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Hold a scenario and the document that rebuilds it without any file."""

    scenario: Scenario
    document: dict[str, Any]


def load(path: Path) -> Loaded:
    """Load the scenario file; raise ScenarioFaults with all that is wrong with it, its base and its board."""
    document, located = _read(path)
    if located:
        raise ScenarioFaults(located)
    return Loaded(built(document), document)


def _read(path: Path, above: tuple[Path, ...] = ()) -> tuple[dict[str, Any], list[Located]]:
    """Return the document of the file, laid over its base as far as both are sound, and all that is wrong.

    `above` are the files whose base it is. Raises ScenarioFaults where there is nothing to read.
    """
    source = Source.read(path)
    sorts.no_log(source)
    given = source.document
    if len(shape := structure.check(schema.ScenarioTable, given)) > MOST_FAULTS:
        raise ScenarioFaults(source.located(shape))
    faults = _file_id(path, given)
    base, more, located = _base(source, path, above)
    faults += more
    document = dict(given) if base is None else laid_over(base, given)
    named = document.get("board") if base is None else given.get("board")
    board, more, board_located = _board(named, path)
    faults += more
    if board is not None:
        document["board"] = board
    found = _faults(document, based=not located if base is not None else "ruleset" not in given)
    if board is not None:
        # what is wrong within the board is told in its own file
        found = [fault for fault in found if fault.path[:1] != ("board",) or len(fault.path) == 1]
    if base is not None and located:
        found = [fault for fault in found if _is_of(fault, given)]
    faults += found
    return document, located + source.located(faults, document.keys() - given.keys()) + board_located


def _is_of(fault: Fault, given: Mapping[str, Any]) -> bool:
    """Tell whether the fault lies in what the file gives itself, and not in what its base does."""
    if fault.path[:1] == ("rules",):
        return structure.leads(given, fault.path)
    return not fault.path or fault.path[0] in given or fault.path[0] in OWN


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
    parts, board = Parts(document), document.get("board")
    others = chain(
        options.missing(parts) if based else (),
        (fault.under("board") for fault in joints.check(parts.house)) if isinstance(board, dict) else (),
        checks.check(parts),
    )
    faults = structure.joined(document, shape, enough(others))
    if not (based and isinstance(board, dict) and document.keys() & {"begin", "challenge"}):
        return faults
    # only in a house without a fault it is known how far it is to walk
    if any(fault.path[:1] not in _FAR_FROM_WALKING for fault in faults):
        return faults
    at_fault = {fault.path[0] for fault in faults}
    sound = _NAMELESS | {key: value for key, value in document.items() if key not in at_fault}
    scenario = built(sound)
    return [*faults, *checks_challenge.unreachable(scenario), *checks_begin.shut_in(scenario)]


def _file_id(path: Path, document: Mapping[str, Any]) -> list[Fault]:
    named = document.get("id")
    if not isinstance(named, str) or named == path.stem or not re.fullmatch(shelf.STEM, named):
        return []
    message = _("{id} is not the name of the file, {name}")
    return [Fault(("id",), message.format(id=value_text(named), name=value_text(path.stem)))]


def _base(
    source: Source, path: Path, above: tuple[Path, ...]
) -> tuple[dict[str, Any] | None, list[Fault], list[Located]]:
    """Return the document of the base, the faults of the reference to it, and its own.

    There is no document where no base is named, or none that can serve.
    """
    ruleset = source.document.get("ruleset")
    if not isinstance(ruleset, str):
        return None, [], []
    known = shelf.beside(path)
    if ruleset not in known:
        message = _("there is no scenario {name} to take the rest from").format(name=value_text(ruleset))
        return None, [Fault(("ruleset",), message, near(ruleset, known))], []
    faults, above = [], (*above, path.resolve())
    try:
        if "ruleset" in Source.read(known[ruleset]).document:
            message = _("{name} has a ruleset itself; name one that has none")
            faults.append(Fault(("ruleset",), message.format(name=value_text(ruleset))))
            # of bases that are named in a circle, or in a long row, the rest says nothing more
            if len(above) > 1 or known[ruleset].resolve() in above:
                return None, faults, []
        base, located = _read(known[ruleset], above)
    except ScenarioFaults as refusal:
        return None, faults, list(refusal.located)
    game = base.get("game")
    if game in [*Game] and source.document.get("game", game) != game:
        message = _("{name} is a scenario of the game '{game}'").format(name=value_text(ruleset), game=game)
        return None, [*faults, Fault(("ruleset",), message)], located
    return base, faults, located


def laid_over(base: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Lay a document over its base: options of the rules one by one, all else as a whole."""
    merged = {key: value for key, value in base.items() if key not in OWN} | given
    del merged["ruleset"]
    if "rules" in given:
        merged["rules"] = _laid(base.get("rules"), given["rules"])
    return pruned(merged, given)


def _laid(base: Any, given: Any) -> Any:
    """Return the tables one over the other, and the tables in them; what is none as it is given."""
    if not isinstance(base, dict) or not isinstance(given, dict):
        return given
    return base | {key: _laid(base.get(key), value) for key, value in given.items()}


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
    house = House.of(structure.salvaged(schema.BoardTable, document))
    return _file_id(path, document) + structure.joined(document, shape, joints.check(house))
