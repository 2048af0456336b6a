"""The solitaires on any board: what is composed of two scenarios, and the commands that play it."""

import re
from collections.abc import Callable
from copy import deepcopy
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playing import COLLECTOR, at_random, document, played
from test_cli import assert_refused, clue
from test_errands_rules import chased

from clue_cli.play.saves import slot
from clue_cli.play.session import PERSON, Record, Seat
from clue_cli.rules.engine import new_game
from clue_cli.rules.model import Kind
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.load import from_document, load
from clue_cli.scenario.shelf import find
from clue_cli.words import Refused

GAMES = {name: load(find(name)) for name in ("collect", "errands")}


def house(change: Callable[[dict[str, Any]], None]) -> Any:
    """Return the classic scenario with a change to its document."""
    changed = deepcopy(document("classic"))
    change(changed)
    return from_document(changed, "house")


def _without_a_middle(scenario: dict[str, Any]) -> None:
    del scenario["board"]["middle"]
    scenario["board"]["grid"] = scenario["board"]["grid"].replace("x", "#")


def _without_suspects(scenario: dict[str, Any]) -> None:
    del scenario["category"][0]["cards"][3:]
    scenario["rules"]["players"] = [3, 3]


@pytest.mark.rule("S1-01", "S1-02", "S2-01", "S2-05")
@pytest.mark.parametrize("game", GAMES)
def test_the_house_gives_board_and_cards_and_the_game_all_else(game: str) -> None:
    """In Master Detective 10 suspects stand in 12 rooms, 8 with a weapon; one starts in the cloak room."""
    there = load(find("master-detective")).scenario
    composed = on_board(GAMES[game], load(find("master-detective")))
    scenario = composed.scenario
    assert (scenario.id, scenario.game) == (f"{game}-master-detective", game)
    assert (scenario.board, scenario.categories) == (there.board, there.categories)
    assert scenario.rules == GAMES[game].scenario.rules
    assert scenario.start == "cloak_room"
    english, french = {"collect": ("Collect", "La collecte"), "errands": ("Errands", "Les courses")}[game]
    assert scenario.name.within("en") == f"{english} — Clue Master Detective"
    assert scenario.name.within("fr") == f"{french} — Clue Master Detective"
    state = new_game(scenario)
    while "put" in str(next(iter(state.chance()), "")):
        state = state.apply(next(iter(state.chance())))
    pieces = state.table.pieces
    suspects = {pieces[suspect] for suspect in scenario.ids(Kind.SUSPECT)}
    assert (len(suspects), len({pieces[weapon] for weapon in scenario.ids(Kind.WEAPON)} & suspects)) == (
        10,
        8,
    )
    assert from_document(composed.document, scenario.id) == composed


@pytest.mark.rule("S1-02")
@pytest.mark.parametrize("game", GAMES)
def test_a_board_with_a_middle_is_begun_there(game: str) -> None:
    """The board of 2015 has stairs; its own suspects are collected."""
    scenario = on_board(GAMES[game], load(find("clue-2015"))).scenario
    assert scenario.start == "stairs"
    assert "orchid" in scenario.cards


@pytest.mark.parametrize("name", ["classic", "signature", "collect"])
def test_its_own_house_leaves_a_game_as_it_is(name: str) -> None:
    """On the board and with the cards that it has anyway it is no other game, with other dice."""
    assert on_board(GAMES["collect"], load(find(name))) is GAMES["collect"]


def test_what_has_no_squares_or_no_start_is_refused() -> None:
    """Nobody can walk in the parlour; and a board without a middle, or one start, leaves nowhere to begin."""
    with pytest.raises(Refused, match="the board of parlour has no corridors"):
        on_board(GAMES["collect"], load(find("parlour")))
    with pytest.raises(Refused, match="the board of classic has no middle"):
        on_board(GAMES["errands"], house(_without_a_middle))


@pytest.mark.rule("S1-01", "S2-01")
@pytest.mark.parametrize(("game", "rule"), [("collect", "S1-01"), ("errands", "S2-01")])
def test_too_many_weapons_are_refused_by_the_rule(game: str, rule: str) -> None:
    """Six weapons can't stand on three suspects."""
    with pytest.raises(ScenarioFaults, match=rf"6 weapons, but only 3 suspects .*\({rule}\)"):
        on_board(GAMES[game], house(_without_suspects))


# --- at the terminal -----------------------------------------------------------------------------


def answers(record: Record, folder: Path) -> Path:
    """Write what the person did in a game as a file of answers."""
    lines, turn = list[str](), -1
    for line in record.log:
        turn += line == "roll"
        # rivals roll and walk too: the person has the first of every so many turns
        if line.split()[0] in ("roll", "go") and turn % len(record.seats) == 0:
            lines.append(line)
    path = folder / "answers.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_errands_are_scored_by_their_rolls(tmp_path: Path) -> None:
    """Played through from answers, the score is the number of rolls in them."""
    path = answers(chased(GAMES["errands"], 8, 8).record, tmp_path)
    run = clue("solo", "errands", "--seed", "8", "--answers", str(path), home=tmp_path)
    rolls = path.read_text("utf-8").split("\n").count("roll")
    assert (run.returncode, run.stderr) == (0, "")
    assert (
        f"Every errand is done.\nGame errands/solo#8: '--seed 8' plays it again.\nYou needed {rolls}"
        in run.stdout
    )
    assert f"{rolls} rolls  #8" in clue("scores", home=tmp_path).stdout


@pytest.mark.rule("S1-07")
def test_a_race_tells_who_won_and_is_scored_by_its_cards(tmp_path: Path) -> None:
    """Who races one rival reads at the end how many cards each holds; rolls alone would tell nothing."""
    seats = (*COLLECTOR, Seat("", "careful"))
    path = answers(played(Record(document("collect"), seats, 9), at_random()).record, tmp_path)
    run = clue("solo", "collect", "--opponents", "1", "--seed", "9", "--answers", str(path), home=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert "At the table: you, Rival.\n" in run.stdout
    held = re.search(
        r"Every card is collected \(you (\d+), Rival (\d+)\): the race is won by (\w+)", run.stdout
    )
    assert held
    mine, theirs = int(held[1]), int(held[2])
    assert mine + theirs == 21
    assert held[3] == ("you" if mine > theirs else "Rival")
    assert f" {mine} cards" in clue("scores", home=tmp_path).stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_game_on_another_board_is_kept_whole(game: str, tmp_path: Path) -> None:
    """Broken off, it is gone on with by its name alone: the save needs neither of the two files."""
    run = clue("solo", game, "--board", "clue-2015", "--seed", "3", home=tmp_path, stdin="1\n")
    assert f"clue resume {game}-clue-2015-1" in run.stdout
    session, remark = slot(tmp_path, f"{game}-clue-2015-1").open()
    assert (remark, session.game) == ("", f"{game}-clue-2015/solo")
    assert session.scenario.board.id == "clue-2015"
    run = clue("resume", f"{game}-clue-2015-1", home=tmp_path, stdin="")
    assert f"{game}-clue-2015/solo, seed 3" in run.stdout


def test_the_game_of_the_day_has_the_date_for_its_seed(tmp_path: Path) -> None:
    """All who play on one day meet the same game; the date is told. It can't have another seed as well."""
    days = [datetime.now().astimezone().date()]
    run = clue("solo", "errands", "--daily", home=tmp_path, stdin="1\n")
    days.append(datetime.now().astimezone().date())
    assert any(
        f"The game of the day, {day}.\nErrands — errands/solo, seed {day:%Y%m%d}\n" in run.stdout
        for day in days
    )
    session, _remark = slot(tmp_path, "errands-1").open()
    assert session.record.seed in {int(f"{day:%Y%m%d}") for day in days}
    assert session.record.seats == (Seat("", PERSON),)
    run = clue("solo", "collect", "--daily", "--seed", "1", home=tmp_path)
    assert_refused(run, "--daily takes its seed from the date", "leave out --seed")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["collect", "--board", "parlour"], "the board of parlour has no corridors"),
        (["errands", "--board", "clasic"], "did you mean 'classic'?"),
        (["errands", "collect"], "collect is played by 'clue solo collect collect'"),
        (["collect", "errands"], "errands is played by 'clue solo errands errands'"),
    ],
    ids=["no squares", "unknown board", "another solitaire", "the other solitaire"],
)
def test_what_can_not_be_played_is_refused_in_a_line(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    """And nothing is saved."""
    assert_refused(clue("solo", *arguments, home=tmp_path), words)
    assert not list(tmp_path.glob("*.toml"))
