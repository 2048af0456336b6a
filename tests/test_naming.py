"""Whatever a command is to be given by name: a slip is told with what was meant, and by which command."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_cli import clue

from clue_cli.play.folders import Folders
from clue_cli.rules.model import Game
from clue_cli.scenario.shelf import Sort, UnknownName
from clue_cli.ui import authoring, comparing, looking, naming, par, puzzles, puzzling, simulating, sitting
from clue_cli.words import Refused


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with a scenario, a faulty one and a board of one's own."""
    (tmp_path / "scenarios" / "boards").mkdir(parents=True)
    for name, text in (
        ("my-house", 'format = 1\nid = "my-house"\nruleset = "classic"\n'),
        ("ruin", "format = 2\n"),
        ("boards/cottage", ""),
    ):
        (tmp_path / "scenarios" / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("sort", "verb", "typed", "meant"),
    [
        (Sort.SCENARIO, "play", "my-huose", "my-house"),
        (Sort.SCENARIO, "play", "case-01", "clue puzzle play case-01"),
        (Sort.SCENARIO, "play", "case-1", "clue puzzle play case-01"),
        (Sort.SCENARIO, "play", "cottage", "clue board show cottage"),
        (Sort.BOARD, "play", "cotage", "cottage"),
        (Sort.BOARD, "play", "old-mil", "old-mill"),
        (Sort.BOARD, "check", "case-10", "clue puzzle check case-10"),
        (Sort.PUZZLE, "play", "case-1", "case-01"),
        (Sort.PUZZLE, "play", "mill", "clue play old-mill"),
        (Sort.PUZZLE, "play", "my-house", "clue play my-house"),
        (Sort.PUZZLE, "play", "collect", "clue solo collect collect"),
        (Sort.PUZZLE, "play", "ruin", "clue scenarios check ruin"),
        (Sort.PUZZLE, "check", "old-mill", "clue scenarios check old-mill"),
    ],
)
def test_a_slip_is_told_with_what_was_meant(
    home: Path, sort: Sort, verb: naming.Verb, typed: str, meant: str
) -> None:
    """A name of the sort looked for that is near, or the command for what has that name."""
    with pytest.raises(UnknownName) as unknown:
        naming.find(typed, sort, Folders(home), verb)
    assert str(unknown.value).endswith(f"'{typed}' (did you mean '{meant}'?)")


def test_what_is_near_to_nothing_is_told_with_the_list(home: Path) -> None:
    """And a path that is not there with no name of the shelf."""
    for sort, command in (
        (Sort.SCENARIO, "scenarios"),
        (Sort.BOARD, "scenarios"),
        (Sort.PUZZLE, "puzzle"),
    ):
        with pytest.raises(UnknownName, match=rf"\('clue {command} list' shows all\)\Z"):
            naming.find("zzz", sort, Folders(home))
    with pytest.raises(UnknownName, match=r"no file '.*/case-01'\Z"):
        naming.find(f"{home}/case-01", Sort.SCENARIO, Folders(home))


COMMANDS: dict[str, Callable[[str, Path], Any]] = {
    "play": lambda name, home: sitting.play(name, Game.CLUE, sitting.Wish(), sitting.setting(home, True)),
    "solo --board": lambda name, home: sitting.play(
        "collect", Game.COLLECT, sitting.Wish(board=name), sitting.setting(home, True)
    ),
    "rules": looking.show_rules,
    "scenarios show": looking.show_scenario,
    "scenarios check": lambda name, home: looking.check([name], home),
    "scenarios diff": lambda name, home: comparing.show_difference("classic", name, as_json=False, home=home),
    "scenarios new": lambda name, home: authoring.new_scenario(
        "x", name, "copy", None, plain=True, home=home
    ),
    "board show": lambda name, home: looking.show_board(name, None, home),
    "board reach": lambda name, home: looking.show_reach(name, "hall", 1, [], as_json=False, home=home),
    "simulate": lambda name, home: simulating.show_simulation(
        name, None, 1, 1, 1, as_json=False, home=home, keep=None, rotate=True, board=True
    ),
    "par errands": lambda name, home: par.show_errands(name, None, 1, as_json=False, home=home),
    "puzzle new": lambda name, home: puzzles.new(name, 1, 1, None, home),
    "puzzle play": lambda name, home: puzzling.play(name, "classic", None, None, plain=True, home=home),
    "puzzle check": lambda name, home: puzzles.check([name], home),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_takes_a_name_knows_what_is_near(command: str, tmp_path: Path) -> None:
    """There is one way to look for a name, and no command has another."""
    looked_for_puzzle = command in ("puzzle play", "puzzle check")
    typed, meant = ("case-1", "case-01") if looked_for_puzzle else ("clasic", "classic")
    with pytest.raises(Refused, match=rf"'{typed}' \(did you mean '{meant}'\?\)"):
        COMMANDS[command](typed, tmp_path)


def test_check_goes_on_past_an_unknown_name(home: Path) -> None:
    """Of several names each is looked at, and `--json` has the unknown ones too."""
    run = clue("scenarios", "check", "my-huose", "classic", "ruin", "--json", home=home)
    told = [(fault["file"], fault["line"], fault["hint"]) for fault in json.loads(run.stdout)]
    assert run.returncode == 1
    assert ("my-huose", 0, "my-house") in told
    assert any(file.endswith("ruin.toml") for file, _line, _hint in told)
    run = clue("puzzle", "check", "case-1", "case-02", home=home)
    assert run.stderr == "case-1: error: there is no puzzle 'case-1' (did you mean 'case-01'?)\n"
    assert run.stdout.startswith("case-02: level 1")
