"""The command line as a player meets it without a terminal: pipes, files of answers, and bad input."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from clue_cli.play.saves import slot
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.rules.actions import Action, Go
from clue_cli.rules.model import Kind
from clue_cli.rules.movement import distances
from clue_cli.rules.table import collectable
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find, shipped
from clue_cli.ui.telling import Teller


def clue(
    *arguments: str, home: Path, stdin: str | int = subprocess.DEVNULL
) -> subprocess.CompletedProcess[str]:
    """Run the program with its files in `home`; `stdin` is a text, or a file descriptor."""
    env = {**os.environ, "CLUE_HOME": str(home), "CLUE_LANG": "en", "COLUMNS": "100", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "clue_cli", *arguments],
        env=env,
        text=True,
        capture_output=True,
        check=False,
        timeout=60,
        **({"input": stdin} if isinstance(stdin, str) else {"stdin": stdin}),
    )


def assert_refused(run: subprocess.CompletedProcess[str], *words: str) -> None:
    """Check that a run failed with a clear line on stderr and no traceback."""
    assert run.returncode == 1, run
    assert "Traceback" not in run.stdout + run.stderr
    assert "should not happen" not in run.stderr
    for word in words:
        assert word in run.stderr


# --- what bad input gets -----------------------------------------------------------------------


def test_an_unknown_scenario_is_named_with_a_near_one(tmp_path: Path) -> None:
    """A mistyped scenario is refused and the one meant is suggested."""
    assert_refused(clue("play", "clasic", home=tmp_path), "clasic", "did you mean 'classic'?")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("format = 1\nname = [\n", "broken.toml:"),
        ("format = 1\nid = 7\n", "broken.toml:2:6: error: id"),
        ("\x00\x01\x02", "broken.toml:1:1"),
        ("", "broken.toml"),
    ],
    ids=["cut short", "wrong type", "binary", "empty"],
)
def test_a_broken_scenario_is_refused_with_its_place(tmp_path: Path, text: str, where: str) -> None:
    """A file that is no scenario is named with line and column, by play and by check alike."""
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    assert_refused(clue("play", str(path), home=tmp_path), where, "error: ")
    assert_refused(clue("scenarios", "check", str(path), home=tmp_path), where, "error: ")


_BALLROOM = "[[5, 8], [5, 7]], [[5, 15], [5, 16]], [[7, 9], [8, 9]], [[7, 14], [8, 14]]"  # its doors


def _variant(folder: Path, **changes: str) -> Path:
    """Write a copy of the classic scenario and its board with some texts replaced."""
    (folder / "boards").mkdir()
    board = (shipped() / "boards" / "classic.toml").read_text(encoding="utf-8")
    scenario = (shipped() / "classic.toml").read_text(encoding="utf-8").replace('"classic"', '"mine"')
    for key, new in changes.items():
        old = {"rope": '"Rope"', "door": "[[6, 4], [7, 4]]", "doors": _BALLROOM}[key]
        assert old in board + scenario
        board, scenario = board.replace(old, new), scenario.replace(old, new)
    (folder / "boards" / "mine.toml").write_text(board.replace('"classic"', '"mine"'), encoding="utf-8")
    path = folder / "mine.toml"
    path.write_text(scenario, encoding="utf-8")
    return path


def test_a_door_into_nothing_is_refused(tmp_path: Path) -> None:
    """A door that leads to no corridor square is named in the board's file."""
    path = _variant(tmp_path, door="[[6, 4], [6, 5]]")
    assert_refused(clue("play", str(path), home=tmp_path), "boards/mine.toml:", "error: ", "doors")


def test_a_room_that_can_not_be_reached_is_refused(tmp_path: Path) -> None:
    """A room without a door or a passage can't be reached and is named."""
    path = _variant(tmp_path, doors="")
    assert_refused(clue("play", str(path), home=tmp_path), "boards/mine.toml:", "error: ")


def test_control_characters_in_a_name_are_refused(tmp_path: Path) -> None:
    """A name that could clear the screen is refused, and the message does not clear it either."""
    path = _variant(tmp_path, rope='"\\u001b[2J"')
    run = clue("play", str(path), home=tmp_path)
    assert_refused(run, "mine.toml:", "error: ")
    assert "\x1b" not in run.stdout + run.stderr


def test_markup_in_a_name_is_printed_as_it_is(tmp_path: Path) -> None:
    """A name like Rope[/] is a name: nothing takes it for markup."""
    path = _variant(tmp_path, rope='"Rope[/]"')
    run = clue("play", str(path), "--as", "plum", "--seed", "1", home=tmp_path, stdin="roll\n")
    assert_refused(run, "the input ended")
    assert "Rope[/]" in run.stdout


def test_a_save_of_a_changed_scenario_still_loads(tmp_path: Path) -> None:
    """A save carries its own copy of the scenario: editing or deleting the file does not matter."""
    path = _variant(tmp_path)
    clue("play", str(path), "--as", "plum", "--seed", "1", home=tmp_path, stdin="roll\n")
    path.write_text("nonsense", encoding="utf-8")
    run = clue("resume", "mine-1", home=tmp_path)
    assert_refused(run, "the input ended")
    assert "Where to?" in run.stdout


def test_a_save_cut_in_the_middle_falls_back_and_says_so(tmp_path: Path) -> None:
    """A damaged save is set aside and named, and the one before it is played on."""
    clue("play", "--as", "plum", "--seed", "1", home=tmp_path, stdin="roll\n")
    path = tmp_path / "classic-1.toml"
    path.write_bytes(path.read_bytes()[:500])
    run = clue("resume", "classic-1", home=tmp_path)
    assert "classic-1.toml.damaged-1" in run.stdout
    assert "the input ended" in run.stderr
    assert (tmp_path / "classic-1.toml.damaged-1").stat().st_size == 500


def test_answers_that_run_dry_keep_the_game(tmp_path: Path) -> None:
    """When a file of answers ends, its last line and what was open are named, and the game is saved."""
    answers = tmp_path / "answers.txt"
    answers.write_text("# my turn\nroll\n", encoding="utf-8")
    run = clue("play", "--as", "scarlett", "--seed", "1", "--answers", str(answers), home=tmp_path)
    assert_refused(run, "answers.txt:3: error: the answers end here; open are: go ")
    assert "clue resume classic-1" in run.stdout
    session, _remark = slot(tmp_path, "classic-1").open()
    assert session.record.log[-2] == "roll"


@pytest.mark.parametrize("line", ["go library", "fly library", "suggest plum rope", "go \x1b[2J"])
def test_an_answer_that_is_not_open_is_named(tmp_path: Path, line: str) -> None:
    """A line that can't be played is refused with its number and what was open instead."""
    answers = tmp_path / "answers.txt"
    answers.write_text(f"{line}\n", encoding="utf-8")
    run = clue("play", "--as", "scarlett", "--seed", "1", "--answers", str(answers), home=tmp_path)
    assert_refused(run, "answers.txt:1: error: ", "open are: roll")
    assert "\x1b" not in run.stderr


def test_stdin_that_is_closed_ends_the_game_clearly(tmp_path: Path) -> None:
    """A program started without any stdin asks, gets nothing, and says so."""
    command = f'"{sys.executable}" -m clue_cli solo collect --seed 1 <&-'
    env = {**os.environ, "CLUE_HOME": str(tmp_path)}
    run = subprocess.run(["sh", "-c", command], env=env, text=True, capture_output=True, check=False)
    assert_refused(run, "the input ended")
    assert "clue resume collect-1" in run.stdout


def test_an_unwritable_home_is_told_before_the_game(tmp_path: Path) -> None:
    """A folder that can't be written to is named at the first action, not after an evening's play."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    run = clue("solo", "collect", "--seed", "1", home=tmp_path / "file")
    assert_refused(run, str(tmp_path / "file"))


def test_a_reader_that_leaves_early_is_no_fault(tmp_path: Path) -> None:
    """Piping into a program that stops reading gives no traceback."""
    command = f'"{sys.executable}" -m clue_cli play --watch --seed 3 | head -n 1'
    env = {**os.environ, "CLUE_HOME": str(tmp_path)}
    run = subprocess.run(["sh", "-c", command], env=env, text=True, capture_output=True, check=False)
    assert run.stderr == ""


def test_a_pipe_in_place_of_a_save_keeps_nobody_waiting(tmp_path: Path) -> None:
    """A pipe in the folder of saves is named as no file, in the list and when it is to be played."""
    os.mkfifo(tmp_path / "classic-1.toml")
    assert "no plain file" in clue("saves", home=tmp_path).stdout
    assert_refused(clue("resume", "classic-1", home=tmp_path), "no plain file")


def test_a_save_that_fails_is_not_called_saved(tmp_path: Path) -> None:
    """When an action can't be written, the player is told so, and not that it was saved."""
    clue("solo", "collect", "--seed", "1", home=tmp_path)
    (tmp_path / "collect-1.toml.bak").unlink(missing_ok=True)
    (tmp_path / "collect-1.toml.bak").mkdir()
    run = clue("resume", "collect-1", home=tmp_path, stdin="roll\n")
    assert_refused(run, "can't write")
    assert "Saved." not in run.stdout


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_terminal_of_ascii_can_be_played_on(tmp_path: Path, language: str) -> None:
    """Where nothing but ASCII can be printed, accents and signs are written as near as can be."""
    env = {**os.environ, "CLUE_HOME": str(tmp_path), "CLUE_LANG": language, "PYTHONIOENCODING": "ascii"}
    run = subprocess.run(
        [sys.executable, "-m", "clue_cli", "solo", "collect", "--seed", "1"],
        env=env,
        input=b"1\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 1
    assert b"should not happen" not in run.stderr
    assert run.stdout.isascii()
    assert run.stderr.isascii()
    assert b'"dice ' in (tmp_path / "collect-1.toml").read_bytes()


# --- playing without a terminal ----------------------------------------------------------------


def test_a_number_or_the_start_of_a_name_answers(tmp_path: Path) -> None:
    """Numbered questions take the number, the start of a word, and say when they understood neither."""
    run = clue("play", "--seed", "1", home=tmp_path, stdin="plum\nxyzzy\nnot\n1\n")
    assert "Not understood: 'xyzzy'" in run.stdout
    assert "Professor Plum" in run.stdout
    assert "Your cards:" in run.stdout


def test_a_solitaire_from_answers_is_scored(tmp_path: Path) -> None:
    """A solitaire played through gives its rolls to the score table, the best one first."""
    needed = []
    for seed, aim in ((11, "first score"), (12, "best")):
        lines = _collect_lines(seed)
        needed.append(lines.count("roll"))
        answers = tmp_path / "answers.txt"
        answers.write_text("\n".join(lines), encoding="utf-8")
        run = clue("solo", "collect", "--seed", str(seed), "--answers", str(answers), home=tmp_path)
        assert run.returncode == 0, run.stderr
        assert f"You needed {needed[-1]} rolls." in run.stdout
        assert aim in run.stdout
        assert f"collect/solo#{seed}" in run.stdout
    table = clue("scores", home=tmp_path).stdout
    rolls = [int(number) for number in re.findall(r"(\d+) rolls", table)]
    assert rolls == sorted(needed)


def _collect_lines(seed: int) -> list[str]:
    """Play a solitaire by walking to the nearest room with a card to take; return the lines."""
    session = Session(Record(load(find("collect")).document, (Seat("", PERSON),), seed))
    lines = []
    while not session.over:
        if session.waits_for_person:
            action = min(session.legal(), key=lambda action: _way_left(session, action))
            lines.append(str(action))
            session.act(action)
        else:
            session.step()
    return lines


def _way_left(session: Session, action: Action) -> int:
    """Return the steps from where an action leads to the nearest room with a card to take."""
    table = session.state.table
    others = frozenset(session.scenario.ids(Kind.ROOM)) - {table.entered.get(table.seats[0])}
    aims = frozenset(collectable(session.scenario, table)) & others or others
    if not isinstance(action, Go) or action.place in aims:
        return 0
    ways = distances(session.scenario.board, action.place)
    return min(ways.get(room, 999) for room in aims)


def test_reach_prints_what_the_rules_say(tmp_path: Path) -> None:
    """`board reach --json` gives squares as [row, column] and room ids; C-14 blocks the only way."""
    run = clue("board", "reach", "classic", "--from", "24,7", "--steps", "8", "--json", home=tmp_path)
    found = json.loads(run.stdout)
    assert found["rooms"] == ["lounge"]
    assert [24, 7] not in found["squares"]
    blocked = ("board", "reach", "classic", "--from", "24,7", "--steps", "8", "--occupied", "23,7", "--json")
    assert json.loads(clue(*blocked, home=tmp_path).stdout) == {"squares": [], "rooms": [], "spots": []}


def test_the_schema_is_printed_as_it_is_kept(tmp_path: Path) -> None:
    """`scenarios schema` prints the file that editors use."""
    kept = (shipped() / "scenario.schema.json").read_text(encoding="utf-8")
    assert clue("scenarios", "schema", home=tmp_path).stdout == kept


def test_own_scenarios_are_found_by_id(tmp_path: Path) -> None:
    """A file in the player's folder is listed and played by its id."""
    (tmp_path / "scenarios").mkdir()
    own = tmp_path / "scenarios" / "two-dice.toml"
    text = 'format = 1\nid = "two-dice"\nruleset = "classic"\nname = "Two dice"\n[rules.move]\ndice = 2\n'
    own.write_text(text, encoding="utf-8")
    assert f"two-dice: Two dice (clue), {own}" in clue("scenarios", "list", home=tmp_path).stdout
    run = clue("play", "two-dice", "--watch", "--seed", "2", home=tmp_path)
    assert run.returncode == 0
    assert re.search(r"rolled \d\+\d", run.stdout)


def test_watched_games_never_show_a_hidden_card() -> None:
    """In forty games among opponents no line names a card that only some seats saw (C-02 C-10)."""
    document = load(find("classic")).document
    minds = ("careful", "novice", "careful", "novice", "careful", "novice")
    suspects = ("scarlett", "mustard", "white", "green", "peacock", "plum")
    for seed in range(40):
        seats = tuple(map(Seat, suspects, minds))[: 3 + seed % 4]
        session = Session(Record(document, seats, seed))
        while not session.over:
            session.step()
        view = session.view()
        lines = Teller(session.scenario, view.table.seats, view.seat).lines(view.history)
        names = [card.name.within("en") for card in session.scenario.cards.values()]
        for part in (part for line in lines for part in re.split(r"[:;] ", line.rstrip("."))):
            if "showed" in part:
                shower, asked = part.split(" showed a card to ")
                assert shower in names
                assert asked in names
            assert "Your cards" not in part
            assert "the envelope holds" not in part


@pytest.mark.parametrize("name", ["plum", "Professor", "professor plum"])
def test_a_suspect_is_named_by_id_or_by_any_word_of_the_name(tmp_path: Path, name: str) -> None:
    """`--as` takes what a numbered question would take, and the id in every language."""
    run = clue("play", "--as", name, "--seed", "1", home=tmp_path)
    assert_refused(run, "the input ended")
    assert slot(tmp_path, "classic-1").open()[0].record.person == 3


def test_answers_are_not_silently_ignored_when_watching(tmp_path: Path) -> None:
    """Who only watches has no turn that a file of answers could play."""
    run = clue("play", "--watch", "--answers", str(tmp_path / "none"), home=tmp_path)
    assert_refused(run, "--watch")
