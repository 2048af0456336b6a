"""Where scenarios and boards are found: in the user's folder, and among the shipped ones.

A folder holds scenarios `ID.toml` and boards `boards/ID.toml`. Nothing is read here but folders.
A scenario refers to those beside it and to the shipped ones alone, so that it means the same wherever it
is sent.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path

from clue_cli.scenario.faults import did_you_mean, near, shown
from clue_cli.words import Refused, _

STEM = "[a-z][a-z0-9]*(-[a-z0-9]+)*"
"""What the id of a scenario or a board looks like; its file bears the same name."""


class UnknownScenario(Refused):
    """Say in one line that no scenario of that name is found, and which name is near."""


class Origin(StrEnum):
    """Tell whose a scenario is."""

    OWN = "own"
    SHIPPED = "shipped"


@dataclass(frozen=True, slots=True)
class Shelved:
    """Name a scenario that can be played, and its file."""

    id: str
    path: Path
    origin: Origin


def shipped() -> Path:
    """Return the folder of the shipped scenarios: in the package, or beside it in a source tree."""
    packaged = Path(str(files("clue_cli") / "scenarios"))
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "scenarios"


def listing(user_folder: Path | None = None) -> tuple[Shelved, ...]:
    """List the scenarios by id; one in the user's folder hides a shipped one of the same id."""
    own = _within(user_folder) if user_folder else {}
    found = {name: Shelved(name, path, Origin.SHIPPED) for name, path in _within(shipped()).items()}
    found |= {name: Shelved(name, path, Origin.OWN) for name, path in own.items()}
    return tuple(found[name] for name in sorted(found))


def find(name: str, user_folder: Path | None = None) -> Path:
    """Return the file of the scenario with that id or path; raise UnknownScenario when there is none."""
    if "/" in name or "\\" in name or name.endswith(".toml"):
        path = Path(name)
        if path.is_file():
            return path
        if path.exists():
            raise UnknownScenario(_("{path} is no plain file").format(path=shown(name)))
        raise UnknownScenario(_("there is no file '{name}'").format(name=shown(name)))
    known = {scenario.id: scenario.path for scenario in listing(user_folder)}
    if name in known:
        return known[name]
    close = near(name, known)
    hint = did_you_mean(close) if close else _("'clue scenarios list' shows all")
    raise UnknownScenario(_("there is no scenario '{name}' ({hint})").format(name=shown(name), hint=hint))


def beside(path: Path) -> dict[str, Path]:
    """Return the other scenarios that the one at `path` may be based on, the nearest first on a clash."""
    return _on(path.parent, "", without=path)


def boards(folder: Path, without: Path | None = None) -> dict[str, Path]:
    """Return the boards that a scenario in `folder` may name, the nearest first on a clash."""
    return _on(folder, "boards", without=without)


def _on(folder: Path, below: str, without: Path | None) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for shelf in (folder, shipped()):
        for name, path in _within(shelf / below).items():
            if without is None or not path.samefile(without):
                found.setdefault(name, path)
    return found


def _within(folder: Path) -> dict[str, Path]:
    """Return the files of a folder that bear an id and do not lead out of it."""
    home = folder.resolve()
    return {
        path.stem: path
        for path in folder.glob("*.toml")
        if re.fullmatch(STEM, path.stem) and path.is_file() and path.resolve().is_relative_to(home)
    }
