"""Where a player's files are. Finding out creates nothing."""

import os
from dataclasses import dataclass
from pathlib import Path

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
    def scenarios(self) -> Path:
        """The folder of the player's own scenarios."""
        return self.home / "scenarios"


def folders(saves: Path | None = None) -> Folders:
    """Return the folders: `saves` when given, else CLUE_HOME, else a checkout's saves/, else the user's."""
    if saves is not None:
        return Folders(saves)
    if home := os.environ.get("CLUE_HOME"):
        return Folders(Path(os.path.expanduser(home)))  # noqa: PTH111  # never fails, whoever is named
    if (_CHECKOUT / "saves").is_dir() and (_CHECKOUT / "pyproject.toml").is_file():
        return Folders(_CHECKOUT / "saves")
    import platformdirs

    return Folders(platformdirs.user_data_path("clue", appauthor=False))
