"""Where a player's files are. Finding out creates nothing."""

import os
from dataclasses import dataclass
from pathlib import Path

from clue_cli.words import Refused, _

_CHECKOUT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Folders:
    """Name the places under one home: saved games in it, scores beside them, own scenarios below."""

    home: Path

    @property
    def scores(self) -> Path:
        """The file of the scores."""
        return self.home / "scores.toml"

    @property
    def pars(self) -> Path:
        """The folder of the pars found so far."""
        return self.home / "pars"

    @property
    def cases(self) -> Path:
        """The folder of the case logs that were given no other place."""
        return self.home / "cases"

    @property
    def puzzles(self) -> Path:
        """The folder of the player's own puzzles; what was made of puzzles is kept below it."""
        return self.home / "puzzles"

    @property
    def scenarios(self) -> Path:
        """The folder of the player's own scenarios."""
        return self.home / "scenarios"


def folders(saves: Path | None = None) -> Folders:
    """Return the folders: `saves` when given, else CLUE_HOME, else a checkout's saves/, else the user's.

    Raises Refused when that home is there and is no folder.
    """
    home = _home(saves)
    if home.exists() and not home.is_dir():
        raise Refused(_("{path} is no folder").format(path=home))
    return Folders(home)


def _home(saves: Path | None) -> Path:
    if saves is not None:
        return saves
    if home := os.environ.get("CLUE_HOME"):
        return Path(os.path.expanduser(home))  # noqa: PTH111  (pathlib's fails for a user that is unknown)
    if (_CHECKOUT / "saves").is_dir() and (_CHECKOUT / "pyproject.toml").is_file():
        return _CHECKOUT / "saves"
    import platformdirs

    return platformdirs.user_data_path("clue", appauthor=False)
