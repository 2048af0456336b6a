"""The README tells the truth: its picture, its commands, and the one test command that CI runs."""

import re
from pathlib import Path

from typer.testing import CliRunner

from clue_cli.cli import app
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.rules.actions import parse
from clue_cli.rules.model import Scenario
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
from clue_cli.ui import board
from clue_cli.ui.picture import picture

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _turn() -> str:
    """Draw the board of the README's turn: the solitaire with seed 33, after its first walk."""
    session = Session(Record(load(find("collect")).document, (Seat("", PERSON),), 33))
    while not session.over and session.state.table.turn < 2:
        if session.waits_for_person:
            session.act(parse("roll") if not session.state.table.pips else next(iter(session.legal())))
        else:
            session.step()
    table = session.view().table
    drawn = board.full(picture(session.scenario, table)).plain
    return "\n".join(line.rstrip() for line in drawn.split("\n"))


def test_the_picture_is_what_is_drawn() -> None:
    """The board in the README is the one that the program draws."""
    shown = re.search(r"<!-- turn -->\n```text\n(.*?)\n```", README, re.DOTALL)
    assert shown
    assert shown[1] == _turn()


def test_every_command_is_there() -> None:
    """Each command line that the README's table names has a help page."""
    table = README[README.index("| command |") : README.index("At every question")]
    named = {tuple(command.split()) for command in re.findall(r"`clue ([a-z ]+)", table)}
    assert ("play",) in named
    for words in named:
        run = CliRunner().invoke(app, [*words, "--help"])
        assert run.exit_code == 0, (words, run.output)


def test_every_option_named_is_one() -> None:
    """Each option that the README names is an option of some command."""
    pages = [
        ["play"],
        ["solo", "collect"],
        ["par", "collect"],
        ["par", "errands"],
        ["resume"],
        ["replay"],
        ["scores"],
        ["scores", "export"],
        ["simulate"],
        ["deduce"],
        ["assist"],
        ["scenarios", "new"],
        ["scenarios", "show"],
        ["scenarios", "check"],
        ["scenarios", "diff"],
        ["board", "show"],
        ["board", "reach"],
    ]
    helped = "".join(CliRunner().invoke(app, [*page, "--help"]).output for page in pages)
    text = README[README.index("## What you see") :]
    assert {option for option in re.findall(r"`[^`]*?(--[a-z]+)", text) if option not in helped} == set()


def test_ci_runs_the_readme_command() -> None:
    """`.ci/run` takes the test command from the README, which runs pytest on what `dev` installs."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "README.md" in script
    command = re.search(r"<!-- test command -->\n```sh\n(.*?)\n```", README, re.DOTALL)
    assert command
    assert command[1].count("\n") == 0
    assert "'.[dev]'" in command[1]
    assert command[1].endswith("-m pytest")


def test_the_texts_are_in_both_languages(classic: Scenario, collect: Scenario) -> None:
    """Every shipped card, room, category and story has an English and a French name."""
    for scenario in (classic, collect):
        texts = [scenario.name, scenario.story, scenario.board.name]
        texts += [category.name for category in scenario.categories]
        texts += [card.name for card in scenario.cards.values()]
        texts += [room.name for room in scenario.board.rooms]
        assert all({"en", "fr"} <= text.words.keys() for text in texts)
