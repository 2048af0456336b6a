"""Editors check scenario files by the schema as you type: proven with tombi, a checker that knows schemas."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from clue_cli.scenario import load, shelf
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.schema import board_schema_json, schema_json

SHIPPED = shelf.shipped()
FILES = sorted(
    str(path.relative_to(SHIPPED)) for path in [*SHIPPED.glob("*.toml"), *SHIPPED.glob("boards/*.toml")]
)
TOMBI = shutil.which("tombi", path=str(Path(sys.executable).parent)) or shutil.which("tombi")
pytestmark = pytest.mark.skipif(TOMBI is None, reason="tombi is not installed")


def linted(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    """Check files of a folder against the schemas that their first lines name."""
    (folder / "tombi.toml").write_text("[schema]\nenabled = true\n", encoding="utf-8")
    assert TOMBI
    return subprocess.run(
        [TOMBI, "lint", "--offline", *names],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"NO_COLOR": "1", "HOME": str(folder), "XDG_CACHE_HOME": str(folder)},
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the schemas of today and every shipped file."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(SHIPPED / name, tmp_path / name)
    (tmp_path / "scenario.schema.json").write_text(schema_json(), encoding="utf-8")
    (tmp_path / "boards" / "board.schema.json").write_text(board_schema_json(), encoding="utf-8")
    return tmp_path


def test_an_editor_finds_nothing_wrong_with_shipped_files(folder: Path) -> None:
    """Every shipped file names its schema in its first line and keeps to it."""
    for name in FILES:
        first = (folder / name).read_text(encoding="utf-8").split("\n")[0]
        assert first in ("#:schema ./scenario.schema.json", "#:schema ./board.schema.json"), name
    run = linted(folder, *FILES)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dice = 1", "dice = 3"),
        ("dice = 1", "dise = 1"),
        ('stay = "if_dragged"', 'stay = "sometimes"'),
        ('name = { en = "Suspect"', 'name = { english = "Suspect"'),
        ('colour = "#D55E00"', 'colour = "red"'),
        ("players = [3, 6]", 'players = "3 to 6"'),
        ('board = "classic"', "board = 7"),
    ],
)
def test_an_editor_underlines_what_check_names(old: str, new: str, folder: Path) -> None:
    """A fault of shape is found by the schema at the place where `clue scenarios check` finds it."""
    path = folder / "classic.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refusal:
        load.load(path)
    run = linted(folder, "classic.toml")
    assert run.returncode != 0
    for fault in refusal.value.located:
        assert f"classic.toml:{fault.line}:{fault.column}" in run.stdout + run.stderr
