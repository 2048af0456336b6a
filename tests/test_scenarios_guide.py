"""The guide to scenario files is true: its tables are the schema's, and its path leads to a played game."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from scenarios_guide import GUIDE, written
from test_cli import clue

from clue_cli.scenario import load, shelf
from clue_cli.scenario.keys import TableRows, tables
from clue_cli.scenario.load import Loaded

TOLD, ASKED = "night-falls", "six-questions"
TEXT = GUIDE.read_text(encoding="utf-8")


def test_the_tables_of_keys_are_those_of_the_schema() -> None:
    """`python tests/scenarios_guide.py` brings the guide up to date when this fails."""
    assert written(TEXT) == TEXT
    assert TEXT.count("| key | values |") > 10


@pytest.mark.parametrize("table", list(tables()), ids=lambda table: table.heading)
def test_every_key_is_explained(table: TableRows) -> None:
    """Each key has a meaning, and where it is a choice each value is spoken of in it."""
    for key in table.keys:
        assert key.meaning, key.name
        assert key.meaning.endswith("."), key.name
        assert [one for one in key.choices if f'"{one}"' not in key.meaning] == [], key.name


def test_rule_ids_are_those_of_the_rules() -> None:
    """No table names a rule that there is not."""
    known = (GUIDE.parent / "rules.md").read_text(encoding="utf-8")
    named = {rule for table in tables() for key in table.keys for rule in key.rules}
    assert "C-01" in named
    assert {rule for rule in named if rule not in known} == set()


def blocks(section: str) -> Iterator[tuple[str, str]]:
    """Go through the fenced blocks of a section of the guide: the language of each, and what it holds."""
    words = TEXT[TEXT.index(f"## {section}\n") :]
    words = words[: words.index("\n## ")]
    yield from re.findall(r"```(\w+)\n(.*?)```", words, re.DOTALL)


def edited(text: str, change: str) -> str:
    """Return the text with the change of a diff block made, whose lines are found once."""
    lines = change.splitlines()
    old = "".join(f"{line[1:]}\n" for line in lines if line[0] in "- ")
    new = "".join(f"{line[1:]}\n" for line in lines if line[0] in "+ ")
    assert text.count(old) == 1, old
    return text.replace(old, new)


def test_the_path_of_the_guide_leads_to_a_played_house(tmp_path: Path) -> None:
    """Who runs each command and makes each change as written ends with a house that was played."""
    path = tmp_path / "scenarios" / "my-house.toml"
    told, run = "", None
    for kind, words in blocks("From nothing to a house of one's own"):
        match kind:
            case "diff":
                path.write_text(edited(path.read_text(encoding="utf-8"), words), encoding="utf-8")
            case "text":
                assert run is not None
                assert run.returncode == 1
                assert [line for line in words.splitlines() if line not in told] == []
                run = None
            case "sh":
                assert run is None or run.returncode == 0, told
                for line in words.splitlines():
                    # a person at the table picks a suspect, looks, and leaves the game for later
                    run = clue(*shlex.split(line)[1:], home=tmp_path, stdin="1\nboard\nquit\n")
                    told = run.stdout + run.stderr
                    assert "should not happen" not in told
    assert run is not None
    assert run.returncode == 0, told
    scenario = load.load(path).scenario
    assert (scenario.name.within("fr"), scenario.rules.players) == ("Le moulin", (2, 4))
    names = [scenario.cards[card].name.within("en") for card in ("miller", "millstone", "mill_room")]
    assert names == ["The Miller’s Son", "Millstone", "Mill Room"]
    assert len(scenario.board.snoops) == 4
    assert (tmp_path / "my-house-1.toml").exists() or list(tmp_path.glob("**/my-house-1*"))


def examples() -> list[str]:
    """Return the whole files that the guide shows."""
    return [
        block for block in re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL) if block.startswith("format")
    ]


@pytest.mark.parametrize("block", examples())
def test_every_file_shown_is_sound(block: str, tmp_path: Path) -> None:
    """Whoever copies an example of the guide has a scenario, or a board, without faults."""
    named = re.search(r'^id = "(.*)"', block, re.MULTILINE)
    assert named
    folder = tmp_path if "ruleset" in block else tmp_path / "boards"
    folder.mkdir(exist_ok=True)
    path = folder / f"{named[1]}.toml"
    path.write_text(block, encoding="utf-8")
    loaded = load.load(path) if folder == tmp_path else load.load_board(path)
    assert isinstance(loaded, Loaded) == (folder == tmp_path)


def test_the_tale_shown_is_told(tmp_path: Path) -> None:
    """The story of the guide is heard by those who look on, and the challenge by whoever plays."""
    shown = {one: next(block for block in examples() if f'id = "{one}"' in block) for one in (TOLD, ASKED)}
    (tmp_path / "scenarios").mkdir()
    for one, block in shown.items():
        (tmp_path / "scenarios" / f"{one}.toml").write_text(block, encoding="utf-8")
    told = clue("play", TOLD, "--watch", "--seed", "3", home=tmp_path).stdout
    heard = [words for words in re.findall(r'say = .*?"(.*?)"', shown[TOLD]) if words in told]
    assert len(heard) == 5
    asked = clue("play", ASKED, "--as", "plum", "--seed", "1", home=tmp_path, stdin="quit\n").stdout
    assert "gold" in asked


def test_the_limits_told_are_those_kept(tmp_path: Path) -> None:
    """A file with one sign of structure too many is refused, and the fullest board is far from that."""
    path = tmp_path / "full.toml"
    head = 'format = 1\nid = "full"\nruleset = "classic"\n'
    for more, refused in ((0, False), (1, True)):
        signs = 50_000 - head.count("=") - head.count(".")
        path.write_text(f"{head}#{',' * (signs + more)}\n", encoding="utf-8")
        if refused:
            with pytest.raises(load.ScenarioFaults, match="too many keys and values"):
                load.load(path)
        else:
            assert load.load(path).scenario.rules == load.load(shelf.find("classic")).scenario.rules
