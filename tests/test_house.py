"""The house: who may import whom, what start-up loads, lint, types, the wheel, a test for every rule."""

import ast
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import extract, mofile, pofile

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "clue_cli"

FLOORS = {
    "words": set(),
    "rules": {"words"},
    "scenario": {"words", "rules"},
    "reasoning": {"words", "rules"},
    "opponents": {"words", "rules", "reasoning"},
    "solver": {"words", "rules"},
    "play": {"words", "rules", "scenario", "reasoning", "opponents", "solver"},
    "ui": {"words", "rules", "scenario", "reasoning", "opponents", "solver", "play"},
    "cli": {"words", "rules", "ui"},
}
VOCABULARY = {"copying", "model", "options", "actions", "legal", "events", "table", "movement"}
ABOVE_PLAY = {"random", "time", "datetime", "secrets", "rich", "typer", "questionary"}
HEAVY = {"questionary", "prompt_toolkit", "rich", "numpy", "pydantic"}
_TEXTS = ("_", "ngettext")
_GAP = re.compile(r"\{\w*(?:![rs])?\}")
EXPECTED_RULES = {
    *(f"C-{n:02}" for n in range(1, 15)),
    *(f"CL-{n:02}" for n in range(1, 11)),
    *(f"S1-{n:02}" for n in range(1, 8)),
    *(f"S2-{n:02}" for n in range(1, 7)),
    *(f"C15-{n:02}" for n in range(1, 11)),
    *(f"SG-{n:02}" for n in range(1, 7)),
    *(f"MD-{n:02}" for n in range(1, 15)),
    *(f"PA-{n:02}" for n in range(1, 10)),
}


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _modules() -> list[tuple[str, Path]]:
    files = [path for path in PACKAGE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py")]
    return [(path.relative_to(PACKAGE).parts[0].removesuffix(".py"), path) for path in files]


@pytest.mark.parametrize(("floor", "path"), _modules(), ids=lambda value: getattr(value, "stem", value))
def test_imports_run_one_way(floor: str, path: Path) -> None:
    """A floor imports only what lies below it; reasoning and opponents have no name for the truth."""
    inner = [name.split(".")[1:] for name in _imports(path) if name.startswith("clue_cli.")]
    assert {parts[0] for parts in inner} <= FLOORS[floor] | {floor}
    if floor in ("reasoning", "opponents"):
        assert {parts[1] for parts in inner if parts[0] == "rules" and len(parts) > 1} <= VOCABULARY


@pytest.mark.parametrize(("floor", "path"), _modules(), ids=lambda value: getattr(value, "stem", value))
def test_below_play_nothing_knows_chance_clock_or_screen(floor: str, path: Path) -> None:
    """The rules, the loader and the opponents can't roll dice, read a clock or print."""
    if floor not in ("play", "ui", "cli"):
        assert {name.split(".")[0] for name in _imports(path)}.isdisjoint(ABOVE_PLAY)


def test_the_screen_is_given_views_and_never_the_position() -> None:
    """Nothing that draws or asks reaches past the session to the position, which holds the case."""
    for path in (PACKAGE / "ui").glob("*.py"):
        named = {
            node.attr
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Attribute)
        }
        assert named.isdisjoint({"state", "hands", "laid"}), path


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_start_up_loads_nothing_heavy(argument: str) -> None:
    """Asking for help or the version is quick: no prompt, drawing or validation library is loaded."""
    code = (
        "import sys; from clue_cli.__main__ import main\n"
        f"sys.argv = ['clue', {argument!r}]\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print('|' + ' '.join(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in run.stdout.rsplit("|", 1)[1].split()}
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
    ],
    ids=" ".join,
)
def test_lint_and_types_are_clean(command: list[str]) -> None:
    """Ruff finds nothing to complain of or to reformat, and mypy --strict no wrong type."""
    run = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_wheel_plays_outside_the_source_tree(tmp_path: Path) -> None:
    """A wheel carries the scenarios, schemas and texts: installed elsewhere it lists and plays them."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    env = os.environ | {"PYTHONPATH": str(tmp_path / "site"), "CLUE_HOME": str(tmp_path / "home")}

    def clue(*arguments: str) -> str:
        run = [sys.executable, "-m", "clue_cli", *arguments]
        return subprocess.run(
            run, cwd=tmp_path, env=env, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
        ).stdout

    where = [sys.executable, "-c", "import clue_cli; print(clue_cli.__file__)"]
    found = subprocess.run(where, cwd=tmp_path, env=env, capture_output=True, text=True, check=True).stdout
    assert str(tmp_path / "site") in found
    assert {"classic:", "collect:"} <= set(clue("scenarios", "list").split())
    assert "solved the case" in clue("play", "--watch", "--seed", "1")
    assert "C-01" in clue("rules", "classic")


def test_every_rule_has_a_test() -> None:
    """Each rule ID of the rules page is carried by at least one test, and tests name no unknown rule."""
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    on_page = set(re.findall(r"\b(?:C|CL|C15|SG|MD|PA|S1|S2)-\d\d\b", page))
    marked: set[str] = set()
    for path in (ROOT / "tests").glob("test_*.py"):
        for marks in re.findall(r"mark\.rule\(([^)]*)\)", path.read_text(encoding="utf-8")):
            marked |= set(re.findall(r'"([A-Z0-9]+-\d\d)"', marks))
    assert on_page >= EXPECTED_RULES
    assert EXPECTED_RULES - marked == set()
    assert marked <= on_page


def test_no_translation_is_missing_or_stale() -> None:
    """Every text of the program has a French one with the same gaps, and the compiled catalog is its."""
    folder = PACKAGE / "locale" / "fr" / "LC_MESSAGES"
    found = extract.extract_from_dir(str(PACKAGE), [("**.py", "python")])
    used = {message for _file, _line, message, _comments, _context in found}
    with (folder / "clue.po").open("rb") as file:
        catalog = pofile.read_po(file, locale="fr")
    given = {message.id: message for message in catalog if message.id}
    assert used - given.keys() == set()
    assert given.keys() - used == set()
    for key, message in given.items():
        asked, said = _flat(key), _flat(message.string)
        assert said, key
        assert all(said), key
        assert not message.fuzzy, key
        assert {gap for text in said for gap in _GAP.findall(text)} == set(_GAP.findall(asked[-1])), key
    with (folder / "clue.mo").open("rb") as compiled:
        played = {
            _flat(message.id): _flat(message.string) for message in mofile.read_mo(compiled) if message.id
        }
    assert played == {_flat(key): _flat(message.string) for key, message in given.items()}


def test_no_text_hides_in_an_f_string() -> None:
    """Texts inside f-strings stay unseen when those to be translated are gathered: there are none."""
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for _floor, path in _modules()
        for words in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(words, ast.JoinedStr)
        for call in ast.walk(words)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _TEXTS
    ]
    assert hidden == []


def _flat(words: str | tuple[str, ...]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)
