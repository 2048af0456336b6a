"""Many games at once: what is counted is what happened, on one core as on two, and Ctrl-C ends it."""

import json
import os
import pickle
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from typing import Any

import pytest
from games import EDITIONS
from playing import classic
from referee import Referee
from screen import Screen
from test_cli import assert_refused, clue

from clue_cli.opponents.decider import Stream
from clue_cli.opponents.levels import LEVELS, mind
from clue_cli.play import simulation
from clue_cli.play.session import Record, Seat, Session
from clue_cli.play.simulation import Share, simulate, tally
from clue_cli.reasoning.facts import ENVELOPE, Tier
from clue_cli.reasoning.knowledge import read
from clue_cli.rules.actions import Accuse, Action
from clue_cli.rules.events import Walked
from clue_cli.rules.legal import Legal
from clue_cli.rules.model import Kind
from clue_cli.rules.table import View
from clue_cli.scenario.boardless import without_board
from clue_cli.scenario.load import Loaded

_MINDS = ("careful", "careful", "novice")


@dataclass(frozen=True)
class Rash:
    """Accuse at random as soon as the rules let one; else play like a novice."""

    def decide(self, view: View, legal: Legal, stream: Stream) -> Action:
        accusations = legal.claims(Accuse)
        if accusations:
            return accusations.kind(tuple(stream.pick(group) for group in accusations.groups))
        return mind("novice").decide(view, legal, stream)


@pytest.fixture
def _rash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clue_cli.play.session.LEVELS", (*LEVELS, "rash"))
    monkeypatch.setattr(
        "clue_cli.play.session.mind", lambda level: Rash() if level == "rash" else mind(level)
    )


def _log(seed: int, *minds: str) -> tuple[str, ...]:
    session = Session(classic(seed, *minds))
    while not session.over:
        session.step()
    return session.record.log


def _case(log: tuple[str, ...]) -> set[str]:
    return {line.split()[1] for line in log if line.startswith("hide ")}


def _accusations(log: tuple[str, ...]) -> list[bool]:
    """Tell of each accusation in the log whether it names the case."""
    return [set(line.split()[1:]) == _case(log) for line in log if line.startswith("accuse ")]


def _turns(log: tuple[str, ...]) -> int:
    """Count the turns: each begins with a roll, a passage, or a suggestion where the token was dragged."""
    words = [line.split()[0] for line in log]
    moved = ("go", "passage")
    return sum(
        word in ("roll", "passage") or (word == "suggest" and before not in moved)
        for before, word in pairwise(words)
    )


def _simulated(home: Path, *options: str) -> dict[str, Any]:
    run = clue("simulate", "classic", "--json", *options, home=home)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    report: dict[str, Any] = json.loads(run.stdout)
    return report


def _record(loaded: Loaded, minds: Sequence[str], seed: int = 1) -> Record:
    return Record(loaded.document, tuple(map(Seat, loaded.scenario.ids(Kind.SUSPECT), minds)), seed)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_counted_as_its_log_tells(seed: int) -> None:
    """Turns, suggestions, the winner: what one counts by hand from the lines of the game's log."""
    log = _log(seed, *_MINDS)
    counted = tally(classic(seed, *_MINDS))
    assert counted.turns == _turns(log)
    assert counted.suggestions == sum(line.startswith("suggest ") for line in log)
    assert _accusations(log)[-1:] == [True]
    # these minds are never wrong, so that nobody is out and turns go round
    assert counted.wrong_accusations == 0
    assert counted.winner == (counted.turns - 1) % len(_MINDS)
    assert counted.ended


@pytest.mark.usefixtures("_rash")
def test_wrong_accusations_and_games_nobody_won_are_counted() -> None:
    """Where all accuse at random, an accusation of other cards than the case counts, and nobody wins."""
    report = simulate(classic(1, "rash", "rash", "rash"), 12, 1, lambda: None)
    logs = [_log(seed, "rash", "rash", "rash") for seed in range(1, 13)]
    accused = [_accusations(log) for log in logs]
    assert [game.wrong_accusations for game in report.tallies] == [each.count(False) for each in accused]
    assert report.nobody == sum(True not in each for each in accused) > 0


def test_wins_sum_to_games_and_averages_are_those_of_the_logs(tmp_path: Path) -> None:
    """Each game is won by one seat, by nobody, or given up; the averages are over the games played."""
    options = ("--minds", ",".join(_MINDS), "--games", "9", "--seed", "20", "--no-rotate")
    report = _simulated(tmp_path, *options)
    assert not report["rotated"]
    assert [seat["mind"] for seat in report["seats"]] == list(_MINDS)
    wins = [seat["wins"] for seat in report["seats"]]
    assert sum(wins) + report["nobody"] + len(report["endless"]) == 9
    by_mind = {mind: facts["wins"] for mind, facts in report["minds"].items()}
    assert by_mind == {"careful": wins[0] + wins[1], "novice": wins[2]}
    turns = [_turns(_log(seed, *_MINDS)) for seed in range(20, 29)]
    assert report["turns"]["total"] == sum(turns)
    assert report["turns"]["median"] == median(turns)
    assert report["turns"]["mean"] == pytest.approx(mean(turns), abs=0.001)


def test_two_cores_report_the_same(tmp_path: Path) -> None:
    """Which game ends first on which core does not show: the report is the same, but for its speed."""
    options = ("simulate", "classic", "--games", "7", "--seed", "3", "--json")
    one, two = (clue(*options, "--jobs", jobs, home=tmp_path) for jobs in ("1", "2"))
    assert one.returncode == two.returncode == 0
    reports = [json.loads(run.stdout) for run in (one, two)]
    assert all(report.pop("games_per_second") > 0 for report in reports)
    assert reports[0] == reports[1]


def test_a_game_of_the_report_can_be_watched(tmp_path: Path) -> None:
    """The seed of a simulated game plays the same game with `--watch`."""
    report = _simulated(tmp_path, "--minds", "novice,novice,careful", "--games", "1", "--seed", "11")
    run = clue("play", "--watch", "--opponents", "novice,novice,careful", "--seed", "11", home=tmp_path)
    (winner,) = (seat["suspect"] for seat in report["seats"] if seat["wins"])
    names = {"scarlett": "Miss Scarlett", "mustard": "Colonel Mustard", "white": "Mrs White"}
    assert f"{names[winner]} solved the case" in run.stdout


def test_a_game_without_end_is_given_up_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that goes on for ever is named by its seed, counts for nobody, and the others are played."""
    lengths = {seed: len(_log(seed, *_MINDS)) for seed in range(6)}
    longest = sorted(lengths.values())[3]
    monkeypatch.setattr(simulation, "LONGEST", longest)
    report = simulate(classic(0, *_MINDS), 6, 1, lambda: None)
    assert report.endless == tuple(seed for seed, length in lengths.items() if length > longest)
    assert report.endless
    assert sum(report.wins(seat) for seat in range(3)) == 6 - len(report.endless)
    assert report.nobody == 0


def test_the_person_reads_the_same_numbers_and_the_speed(tmp_path: Path) -> None:
    """Without --json the report is told in lines, each seat by name, and how fast games went."""
    run = clue("simulate", "classic", "--games", "4", "--seed", "1", home=tmp_path)
    report = _simulated(tmp_path, "--games", "4", "--seed", "1")
    assert run.returncode == 0
    assert f"Turns in a game: median {report['turns']['median']:g}" in run.stdout
    assert "The minds move on by one seat" in run.stdout
    assert "Miss Scarlett (" not in run.stdout
    fixed = clue("simulate", "--games", "2", "--no-rotate", home=tmp_path).stdout
    assert "Miss Scarlett (careful)" in fixed
    assert "move on" not in fixed
    assert "games a second" in run.stdout
    assert run.stderr == ""


# --- shares and their intervals ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_share_is_the_published_one(wins: int, games: int, low: float, high: float) -> None:
    """Wilson's intervals of the four examples in R. G. Newcombe, Stat. Med. 17 (1998), 857-872, table I."""
    assert Share(wins, games, 0.5).interval == pytest.approx((low, high), abs=0.00005)
    # what is lost is the mirror of what is won
    assert Share(games - wins, games, 0.5).interval == pytest.approx((1 - high, 1 - low), abs=0.00005)


def test_each_share_stands_within_its_interval_beside_the_fair_one(tmp_path: Path) -> None:
    """Of three seats two are careful: fair is two games of three; a seat's fair share is one of three."""
    report = _simulated(tmp_path, "--minds", ",".join(_MINDS), "--games", "12", "--seed", "5")
    assert {mind: facts["fair"] for mind, facts in report["minds"].items()} == {
        "careful": pytest.approx(2 / 3, abs=0.0001),
        "novice": pytest.approx(1 / 3, abs=0.0001),
    }
    assert {mind: facts["seats"] for mind, facts in report["minds"].items()} == {"careful": 2, "novice": 1}
    for facts in (*report["minds"].values(), *report["seats"]):
        assert facts["share"] == pytest.approx(facts["wins"] / 12, abs=0.0001)
        assert 0 <= facts["low"] <= facts["share"] <= facts["high"] <= 1
    assert [seat["fair"] for seat in report["seats"]] == [pytest.approx(1 / 3, abs=0.0001)] * 3


# --- seats in turn -------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [3, 4, 6])
def test_each_mind_sits_in_each_seat_equally_often(count: int, tmp_path: Path) -> None:
    """The one careful player among novices sits in every seat equally often, each time moved on by one."""
    loaded = EDITIONS["classic"]
    first = _record(loaded, ("careful", *("novice",) * (count - 1)))
    report = simulate(first, 2 * count, 1, lambda: None, tmp_path, rotate=True)
    sat = [game.minds.index("careful") for game in report.tallies]
    assert sat == [*range(count), *range(count)]
    assert all(game.minds.count("careful") == 1 for game in report.tallies)
    # and so it was played, by the same suspects
    for game in report.tallies:
        header = json.loads((tmp_path / f"classic-{game.seed}.jsonl").read_text("utf-8").split("\n")[0])
        assert tuple(seat["mind"] for seat in header["seats"]) == game.minds
        assert [seat["suspect"] for seat in header["seats"]] == [seat.suspect for seat in first.seats]


def test_wins_are_the_winners_mind_wherever_it_sat(tmp_path: Path) -> None:
    """A mind's wins are the games whose winning seat it held in that game, as the kept games tell them."""
    folder = tmp_path / "kept"
    report = _simulated(
        tmp_path, "--minds", ",".join(_MINDS), "--games", "6", "--seed", "1", "--keep", str(folder)
    )
    won = Counter[str]()
    for path in folder.iterdir():
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        won[rows[0]["seats"][rows[-1]["winner"]]["mind"]] += 1
    assert {mind: facts["wins"] for mind, facts in report["minds"].items()} == {
        mind: won[mind] for mind in _MINDS
    }
    assert report["rotated"]
    assert [seat["mind"] for seat in report["seats"]] == [None] * 3


def test_no_seat_changes_where_all_minds_are_alike() -> None:
    """Three novices moved on are three novices: the report says that each seat has its mind."""
    report = simulate(_record(EDITIONS["classic"], ("novice",) * 3), 3, 1, lambda: None, rotate=True)
    assert not report.rotated


# --- without a board -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_every_game_can_be_played_without_its_board(name: str, tmp_path: Path) -> None:
    """With the fewest players, and three, all games end, nobody rolls, and a referee finds nothing wrong."""
    loaded = without_board(EDITIONS[name])
    low, high = loaded.scenario.rules.players
    for count in {low, max(low, min(3, high))}:
        minds = ("careful", "novice", "novice", "novice")[:count]
        report = simulate(_record(loaded, minds), 4, 1, lambda: None, tmp_path, rotate=True)
        assert not report.endless
        assert report.nobody == 0
        for path in tmp_path.iterdir():
            lines = path.read_text("utf-8").splitlines()
            if name != "tutorial":  # of scripts the referee knows nothing
                Referee(lines).check()
            kinds = Counter(json.loads(line)["kind"] for line in lines)
            assert not kinds.keys() & {"rolled", "took_passage", "snooped", "clue_drawn", "dragged", "placed"}
            # a turn enters a room, but for one that opens with an accusation
            opened = sum(
                a["kind"] == "turn_began" and b["kind"] == "accused" for a, b in pairwise(_rows(lines))
            )
            assert kinds["walked"] == kinds["turn_began"] - opened


def _rows(lines: list[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines]


def test_a_mind_goes_where_it_may_learn_something() -> None:
    """Where any room may be picked no careful player ever asks about a room that can't be the one."""
    session = Session(_record(without_board(EDITIONS["classic"]), ("careful",) * 3, seed=4))
    while not session.over:
        seat, before = session.state.seat, session.state
        session.step()
        if seat is not None and isinstance(event := session.state.notes[0].event, Walked):
            notebook = read(before.view(seat), Tier.PASSES)
            own = event.place in before.view(seat).hand
            assert own or notebook.may_hold(str(event.place), ENVELOPE)


def test_accusing_after_ones_own_suggestion_is_allowed_without_a_board(tmp_path: Path) -> None:
    """Though the classic game has it otherwise, who was refuted may accuse at once in --no-board games."""
    report = _simulated(
        tmp_path, "--no-board", "--games", "3", "--seed", "4", "--keep", str(tmp_path / "kept")
    )
    assert report["scenario"] == "classic-no-board"
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == [
        f"classic-no-board-{seed}.jsonl" for seed in (4, 5, 6)
    ]
    header = json.loads((tmp_path / "kept" / "classic-no-board-4.jsonl").read_text("utf-8").split("\n")[0])
    assert header["rules"]["move.style"] == "anywhere"
    assert header["rules"]["accuse.when"] == "on_turn"
    assert header["rules"]["accuse.where"] == "anywhere"


def test_without_a_board_the_same_seed_gives_the_same_report(tmp_path: Path) -> None:
    """On one core as on two, with seats in turn, the report is the same, but for its speed."""
    options = ("--no-board", "--games", "8", "--seed", "3")
    reports = [_simulated(tmp_path, *options, "--jobs", jobs) for jobs in ("1", "2")]
    assert all(report.pop("games_per_second") > 0 for report in reports)
    assert reports[0] == reports[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["collect"], "collect is a solitaire"),
        (["collect", "--no-board"], "collect is a solitaire"),
        (["classic", "--minds", "careful,genius,novice"], "there is no opponent 'genius'"),
        (["classic", "--minds", "careful,novice"], "takes 3 to 6 players, not 2"),
        (["clasic"], "did you mean 'classic'?"),
    ],
    ids=["solitaire", "solitaire without board", "unknown mind", "too few", "unknown scenario"],
)
def test_what_can_not_be_simulated_is_said(tmp_path: Path, arguments: list[str], words: str) -> None:
    """A solitaire, an unknown mind or too few of them is refused with a clear line."""
    assert_refused(clue("simulate", *arguments, home=tmp_path), words)


@pytest.mark.parametrize("options", [["--games", "0"], ["--jobs", "0"], ["--seed", "-1"]], ids=" ".join)
def test_a_number_out_of_range_is_wrong_usage(tmp_path: Path, options: list[str]) -> None:
    """No games, no cores or a negative seed is wrong usage."""
    assert clue("simulate", *options, home=tmp_path).returncode == 2


def test_a_game_can_be_sent_to_another_process() -> None:
    """What another core gets and gives back, a record and a tally, comes through whole."""
    record = classic(3, *_MINDS)
    assert pickle.loads(pickle.dumps(record)) == record
    counted = tally(record)
    assert pickle.loads(pickle.dumps(counted)) == counted


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_it_cleanly(tmp_path: Path, jobs: str) -> None:
    """Ctrl-C while games are played exits with 130 and a count: no traceback, process or bar is left."""
    with Screen("simulate", "--games", "9000", "--seed", "1", "--jobs", jobs, home=tmp_path) as screen:
        screen.wait_for("/9000")
        while re.search(r" [0-2]/9000", screen.text):
            assert screen.read()
        screen.child.send("\x03")
        assert screen.end() == 130
        said = re.fullmatch(
            r"Stopped: (\d+) of 9000 games were played\.", screen.text.replace("^C", "").strip()
        )
        assert said
        assert 3 <= int(said[1]) < 9000
        assert b"Traceback" not in screen.raw
        assert not screen.cursor_hidden
        _wait_until_gone(screen.child.pid)


def test_ctrl_c_says_how_many_games_are_kept(tmp_path: Path) -> None:
    """With --keep the games that were played before Ctrl-C stand in the folder, each of them whole."""
    folder = tmp_path / "kept"
    options = ("--games", "9000", "--seed", "1", "--keep", str(folder))
    with Screen("simulate", *options, home=tmp_path, columns=200) as screen:
        screen.wait_for("/9000")
        while re.search(r" [0-2]/9000", screen.text):
            assert screen.read()
        screen.child.send("\x03")
        assert screen.end() == 130
        said = re.search(r"Stopped: (\d+) of 9000 games were played, and are kept in (.*)\.", screen.text)
        assert said
        assert said[2] == str(folder)
        kept = [path.read_text("utf-8").splitlines()[-1] for path in folder.iterdir()]
        assert all(json.loads(line)["kind"] == "ended" for line in kept)
        # one more may stand there where Ctrl-C came before it was counted
        assert len(kept) - int(said[1]) in (0, 1)


def _wait_until_gone(group: int) -> None:
    for _attempt in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("processes are left")


def test_the_bar_goes_when_the_games_are_played(tmp_path: Path) -> None:
    """At a terminal the bar is wiped once all is counted; the report stands alone."""
    with Screen("simulate", "--games", "2", "--seed", "1", home=tmp_path) as screen:
        assert screen.end() == 0
        assert b"2/2" in screen.raw
        assert "2/2" not in screen.text
        assert "Wins by mind" in screen.text


def test_accessible_terminals_get_no_bar(tmp_path: Path) -> None:
    """A screen reader is not disturbed by a bar that is redrawn."""
    with Screen("simulate", "--games", "2", "--seed", "1", home=tmp_path, ACCESSIBLE="1") as screen:
        assert screen.end() == 0
        assert b"2/2" not in screen.raw
        assert "Wins by mind" in screen.text
