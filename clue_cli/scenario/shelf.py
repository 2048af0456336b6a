"""Where scenarios, boards and puzzles are found: in the user's folder, and among the shipped ones.

A folder holds scenarios `ID.toml` and boards `boards/ID.toml`. Nothing is read here but folders.
A scenario refers to those beside it and to the shipped ones alone, so that it means the same wherever it
is sent.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path

from clue_cli.scenario.faults import Located, did_you_mean, near, shown
from clue_cli.words import Refused, _

STEM = "[a-z][a-z0-9]*(-[a-z0-9]+)*"
"""What the id of a scenario or a board looks like; its file bears the same name."""


class UnknownName(Refused):
    """Say in one line that nothing bears a name, and what was likely meant, or else where all are listed."""

    def __init__(self, name: str, message: str, hint: str = "", listed_by: str = "") -> None:
        """Hold the name and what is said of it; of a path no command lists what there is."""
        self.message, self.hint, self.listed_by = message, hint, listed_by
        self.name = name
        told = _("'{command}' shows all").format(command=listed_by) if listed_by else ""
        told = did_you_mean(hint) if hint else told
        super().__init__(shown(f"{message} ({told})" if told else message))

    def meaning(self, hint: str) -> "UnknownName":
        """Return the same, with what was likely meant."""
        return UnknownName(self.name, self.message, hint, self.listed_by)

    @property
    def located(self) -> Located:
        """The same as the fault of a file that was to be checked."""
        return Located(shown(self.name), 0, 0, "", self.message if self.hint else str(self), self.hint)


class Sort(StrEnum):
    """Tell what a name is of; a board may also be named by a scenario that is played on it."""

    SCENARIO = "scenario"
    BOARD = "board"
    PUZZLE = "puzzle"


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


def find(name: str, user_folder: Path | None = None, sort: Sort = Sort.SCENARIO) -> Path:
    """Return the file at that path, or what has that id; raise UnknownName when there is none."""
    if "/" in name or "\\" in name or "." in name:
        return _at(Path(name))
    known = known_of(sort, user_folder)
    if name not in known:
        what, listed_by = _UNKNOWN[sort]
        hint = near(name, known) or _beside(Path(f"{name}.toml"))
        raise UnknownName(name, what.format(name=name), hint, listed_by)
    return known[name]


_UNKNOWN = {
    Sort.SCENARIO: (_("there is no scenario '{name}'"), "clue scenarios list"),
    Sort.BOARD: (_("there is no scenario and no board '{name}'"), "clue scenarios list"),
    Sort.PUZZLE: (_("there is no puzzle '{name}'"), "clue puzzle list"),
}
"""What is told of an unknown name, and which command shows all that are known."""


def known_of(sort: Sort, user_folder: Path | None = None) -> dict[str, Path]:
    """Return the files by id; an own one hides a shipped one, and a scenario a board."""
    scenarios = {one.id: one.path for one in listing(user_folder)}
    match sort:
        case Sort.SCENARIO:
            return scenarios
        case Sort.BOARD:
            return boards(user_folder or shipped()) | scenarios
        case Sort.PUZZLE:
            return _within(shipped() / "puzzles") | (_within(user_folder) if user_folder else {})


def _at(path: Path) -> Path:
    name, there = str(path), False
    with suppress(OSError):  # a name that is too long
        if path.is_file():
            return path
        there = path.exists()
    if there:
        raise UnknownName(name, _("{path} is no plain file").format(path=name))
    raise UnknownName(name, _("there is no file '{name}'").format(name=name), _beside(path))


def _beside(path: Path) -> str:
    """Return the file beside that path whose name is near; empty when there is none."""
    names = []
    with suppress(OSError, ValueError):
        names = [one.stem for one in path.parent.iterdir() if one.suffix == path.suffix and one.is_file()]
    close = near(path.stem, names)  # alike in what comes before the ending, which they share
    return str(path.with_name(close + path.suffix)) if close else ""


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
        if re.fullmatch(STEM, path.stem)
        and path.is_file()
        and (not path.is_symlink() or path.resolve().is_relative_to(home))
    }
