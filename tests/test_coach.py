"""A lone player beside the coach: par, hints and the review, as they stand on the screen."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import tomli_w
from playing import small_house

from clue_cli.play import saves
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.rules.actions import Go, Roll
from clue_cli.rules.events import Stuck, Walked
from clue_cli.scenario.load import from_document
from clue_cli.solver import advice
from clue_cli.solver.collect import Par, solve
from clue_cli.solver.moves import moves


def clue(*arguments: str, home: Path, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the program in lines, with its files in `home`."""
    environment = os.environ | {"CLUE_HOME": str(home), "CLUE_LANG": "en", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "clue_cli", *arguments],
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def house(home: Path) -> str:
    """Write the small house as the player's own scenario, and return its id."""
    (home / "scenarios").mkdir(parents=True)
    own = home / "scenarios" / "small-house.toml"
    own.write_text(tomli_w.dumps(small_house()))
    return own.stem


def par_of(session: Session) -> Par:
    """Solve the layout of a game."""
    scenario = session.scenario
    board = moves(scenario.board, scenario.start, scenario.rules.move_dice)
    return solve(board, advice.stages(scenario, session.view().history))


def best_game(seed: int) -> Session:
    """Play the small house by the best moves."""
    scenario = from_document(small_house(), "small-house").scenario
    session, par = Session(Record(small_house(), (Seat("", PERSON),), seed)), None
    while not session.over:
        if not session.waits_for_person:
            session.step()
        elif Roll() in session.legal():
            session.act(Roll())
        else:
            par = par or par_of(session)
            session.act(Go(advice.options(par, scenario, session.view().table)[0].place))
    return session


@pytest.mark.parametrize("board", ["classic", "clue-2015", "master-detective"])
@pytest.mark.parametrize("game", ["collect", "errands"])
def test_each_solitaire_asks_where_to_go_on_each_board(game: str, board: str, tmp_path: Path) -> None:
    """The first roll leads to the question where to go, also where no square leads to some room."""
    told = clue("solo", game, "--board", board, "--seed", "33", home=tmp_path, stdin="1\n")
    assert "Where to?" in told.stdout
    assert told.stderr == "clue: error: the input ended before the game did\n"


def test_shipped_par_stands_beside_the_rolls_from_the_first_question_on(tmp_path: Path) -> None:
    """On a shipped board the first line of progress tells par, as 'clue par' does."""
    told = clue("solo", "collect", "--seed", "5", home=tmp_path).stdout
    exact = clue("par", "collect", "--seed", "5", home=tmp_path).stdout
    par = float(exact.partition("par is ")[2].split()[0])
    assert f"rolls 0, par {par:.1f}." in told


def test_a_hint_names_the_best_move_and_counts_once_a_roll(tmp_path: Path) -> None:
    """The first move named is one of the least rolls to come, and the save knows that it was asked for."""
    name = house(tmp_path)
    told = clue("solo", "collect", name, "--seed", "3", home=tmp_path, stdin="hint\n1\nhint\nhint\n").stdout
    assert "There is nothing to choose before the roll." in told
    session, _remark = saves.slot(tmp_path, f"{name}-1").look()
    assert session.record.hints == 1
    best = advice.options(par_of(session), session.scenario, session.view().table)[0]
    named = told[: told.index(" to the end.")].splitlines()[-1]
    cards = session.scenario.board.places | {}
    place = cards[best.place].within("en") if isinstance(best.place, str) else "{},{}".format(*best.place)
    assert named.startswith(place)
    assert named.endswith(f"{best.rolls:.1f} rolls")


def test_hints_stay_counted_after_a_pause(tmp_path: Path) -> None:
    """A game gone on with is still one that was helped, and its score is told as such."""
    name = house(tmp_path)
    clue("solo", "collect", name, "--seed", "3", home=tmp_path, stdin="1\nhint\n")
    told = clue("resume", home=tmp_path, stdin="1\n" * 400).stdout
    assert "helped by 1 hint" in told


def test_after_a_game_the_rolls_stand_among_those_of_best_play(tmp_path: Path) -> None:
    """Best play has lost nothing by choice; its rolls are marked in the picture, and in the drawing."""
    name, session = house(tmp_path), best_game(4)
    rolls = sum(isinstance(event, Walked | Stuck) for event in session.view().history)
    answers = tmp_path / "answers"
    answers.write_text(
        "".join(f"{line}\n" for line in session.record.log if line.split()[0] in ("roll", "go"))
    )
    drawing = tmp_path / "rolls.svg"
    arguments = ("--seed", "4", "--answers", str(answers), "--svg", str(drawing))
    told = clue("solo", "collect", name, *arguments, home=tmp_path)
    assert f"You needed {rolls} rolls." in told.stdout
    assert "Your choices cost 0.00" in told.stdout
    (mine,) = [line for line in told.stdout.splitlines() if line.endswith(" < you")]
    assert mine.split()[0] == str(rolls)
    texts = [text.text or "" for text in ElementTree.parse(drawing).iter() if text.tag.endswith("text")]
    assert sum("you" in text for text in texts) == 1


@pytest.mark.parametrize("where", ["", "nowhere/rolls.svg"])
def test_a_drawing_needs_a_file_before_the_game_begins(where: str, tmp_path: Path) -> None:
    """A folder, or a file in none, is refused at once: nobody plays to the end for nothing."""
    told = clue("solo", "collect", "--svg", str(tmp_path / where), home=tmp_path)
    assert told.returncode == 1
    assert told.stdout == ""
    assert str(tmp_path) in told.stderr
    assert "draw" in told.stderr


@pytest.mark.rule("S1-07")
def test_a_racer_is_told_the_own_rolls(tmp_path: Path) -> None:
    """Once all three have rolled, the person has made one roll."""
    arguments = ("solo", "collect", "--opponents", "2", "--seed", "2")
    told = clue(*arguments, home=tmp_path, stdin="1\n1\n").stdout
    assert "rolls 0." in told
    assert "rolls 1." in told
    assert "rolls 3." not in told


def test_par_is_that_of_the_solitaire_named(tmp_path: Path) -> None:
    """The player's own solitaire, with one die, has its own par; a detective game has none."""
    one_die = small_house() | {"id": "one-die"}
    one_die["rules"] = {"move": {"dice": 1}}
    house(tmp_path)
    (tmp_path / "scenarios" / "one-die.toml").write_text(tomli_w.dumps(one_die))
    rooms = ("--rooms", "ballroom,lounge", "--weapons", "lounge", "--json")
    pars = [clue("par", "collect", name, *rooms, home=tmp_path).stdout for name in ("small-house", "one-die")]
    assert len(set(pars)) == 2
    told = clue("par", "collect", "classic", *rooms, home=tmp_path)
    assert told.returncode == 1
    assert told.stderr == "clue: error: classic is no scenario of the solitaire 'collect'\n"
