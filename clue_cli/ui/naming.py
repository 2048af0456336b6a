"""Find what a command names: a scenario, a board or a puzzle, by its id or its file.

What another command takes is told with that command.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from clue_cli.play.folders import Folders
from clue_cli.rules.model import Game
from clue_cli.scenario import shelf
from clue_cli.scenario.faults import ScenarioFaults, near
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import Sort, UnknownName

Verb = Literal["play", "check"]


def find(name: str, sort: Sort, places: Folders, verb: Verb = "play") -> Path:
    """Return the file at that path, or what has that id.

    Raises shelf.UnknownName when there is none; where another command is meant, that does the same with
    what it takes, it is named.
    """
    try:
        return shelf.find(name, _own(sort, places), sort)
    except UnknownName as unknown:
        meant = next(_elsewhere(unknown, sort, places, verb), "")
        raise unknown.meaning(meant) if meant else unknown from None


def played_by(game: Game) -> str:
    """Return the command that plays a game."""
    return f"solo {game}" if game.solitaire else "play"


def _own(sort: Sort, places: Folders) -> Path:
    return places.puzzles if sort is Sort.PUZZLE else places.scenarios


def _elsewhere(unknown: UnknownName, sort: Sort, places: Folders, verb: Verb) -> Iterator[str]:
    """Yield commands that take the name itself or, where none is near that was looked for, one near to it."""
    name, others = unknown.name, [other for other in Sort if other is not sort and unknown.listed_by]
    known = {other: shelf.known_of(other, _own(other, places)) for other in others}
    yield from (_command(name, paths[name], other, verb) for other, paths in known.items() if name in paths)
    for other, paths in known.items():
        if not unknown.hint and (close := near(name, paths)):
            yield _command(close, paths[close], other, verb)


def _command(name: str, path: Path, sort: Sort, verb: Verb) -> str:
    """Return the command that plays, shows or checks what bears a name."""
    if sort is Sort.PUZZLE:
        return f"clue puzzle {verb} {name}"
    if verb == "check":
        return f"clue scenarios check {name}"
    if sort is Sort.BOARD:
        return f"clue board show {name}"
    try:
        return f"clue {played_by(load(path).scenario.game)} {name}"
    except ScenarioFaults:
        return f"clue scenarios check {name}"
