"""Results of detective games: kept once with their proof and the help used, and counted by `clue stats`."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playing import SUSPECTS, at_random, classic, directed, played, signature, small, solved, steps

from clue_cli.play import keeping, ledger, results, scores
from clue_cli.play.keeping import Unreadable
from clue_cli.play.results import Ending, Help
from clue_cli.play.saves import new_slot, slot
from clue_cli.play.seating import at_their_seats, beside
from clue_cli.play.session import PERSON, Record, Session
from clue_cli.rules.actions import Accuse, Action, Suggest
from clue_cli.rules.model import Kind
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
from clue_cli.ui.stats import announcement, show_stats
from tests.screen import Screen


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the place of the results in a home that is there."""
    return tmp_path / "scores.toml"


# --- what a result says ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("session", "ending", "won"),
    [
        (directed(signature(1, "novice", PERSON, "novice"), right=[1]), Ending.SOLVED, True),
        (directed(signature(1, "novice", PERSON, "novice"), wrong=[0, 2]), Ending.LAST, True),
        (directed(signature(1, "novice", PERSON, "novice"), right=[2]), Ending.LOST, False),
        (directed(signature(1, PERSON, "novice", "novice"), wrong=[0], right=[1]), Ending.OUT, False),
        (directed(classic(1), wrong=[0, 1, 2]), Ending.NOBODY, False),
    ],
    ids=["solved", "last", "lost", "out", "nobody"],
)
def test_each_way_to_end_is_told_apart(path: Path, session: Session, ending: Ending, won: bool) -> None:
    """Solved, won as the last one in the game, lost to a better one, put out before, won by nobody."""
    result = results.add(path, session).result
    assert (result.course.ending, result.won) == (ending, won)
    assert results.kept(path).rows == (result,)
    assert [doubt for _number, _row, doubt in results.kept(path).doubts()] == [""]


@pytest.mark.parametrize("seed", range(4))
def test_what_a_person_did_is_counted(path: Path, seed: int) -> None:
    """Turns of the game and of the person, questions and wrong accusations, as seen over their shoulder."""
    session = Session(classic(seed, "careful", PERSON, "novice"))
    chosen: list[Action] = []
    own: set[int] = set()

    def choose(session: Session) -> Action:
        chosen.append(at_random(seed, accusing=0.2)(session))
        return chosen[-1]

    for _by_person in steps(session, choose):
        if session.state.table.active == 1 and session.state.table.turn:
            own.add(session.state.table.turn)
    accusations = [action for action in chosen if isinstance(action, Accuse)]
    wrong = sum(action.cards != session.state.case for action in accusations)
    course = results.add(path, session).result.course
    assert (course.turns, course.own_turns) == (session.state.table.turn, len(own))
    assert course.suggestions == sum(isinstance(action, Suggest) for action in chosen)
    assert course.wrong_accusations == wrong


def test_who_played_and_what_helped_is_kept(path: Path) -> None:
    """The person's suspect, the minds of the others, the notebook's level and the number of hints."""
    minds = ("careful", PERSON, "novice")
    session = directed(replace(signature(5, *minds), notes="deduce", hints=2), right=[1])
    results.add(path, session)
    (result,) = results.kept(path).rows
    assert (result.game, result.seed, result.suspect) == ("signature/3", 5, SUSPECTS[1])
    assert result.opponents == ("careful", "novice")
    assert (result.notes, result.hints) == ("deduce", 2)
    assert result.log == session.record.log


@pytest.mark.parametrize(
    ("notes", "hints", "expected"),
    [
        ("off", 0, Help.NONE),
        ("ticks", 0, Help.NONE),
        ("deduce", 0, Help.DEDUCE),
        ("odds", 0, Help.ODDS),
        ("ticks", 1, Help.HINTS),
        ("odds", 3, Help.HINTS),
    ],
)
def test_the_most_help_counts(path: Path, notes: str, hints: int, expected: Help) -> None:
    """Ticks for what was seen are no help; deductions are, odds are more, and a hint is most."""
    assert results.add(path, solved(notes=notes, hints=hints)).result.help is expected


# --- kept once, however the end is reached -----------------------------------------------------


def test_a_game_is_counted_once(path: Path) -> None:
    """A finished game that is looked at again has its one result, after others of its seed too."""
    lost = directed(signature(1, PERSON, "novice"), wrong=[0])
    for session, again in ((lost, False), (lost, False), (solved(1), True), (lost, False), (solved(1), True)):
        added = results.add(path, session)
        assert (added.again, added.alike.games, added.alike.wins) == (again, 1, 0)
    assert len(results.kept(path).rows) == 2


def test_a_case_that_was_known_is_no_victory(path: Path, tmp_path: Path) -> None:
    """Lost, and then won with the case that the end told: kept and proved, but counted as lost alone."""
    results.add(path, directed(signature(1, PERSON, "novice"), wrong=[0]))
    (told,) = announcement(results.add(path, solved(1)))
    assert told == "You knew the case, as you had played it before: 'clue stats' does not count this game."
    facts = json.loads(clue(tmp_path, "stats", "--json").stdout)
    assert (facts["total"]["games"], facts["total"]["wins"]) == (1, 0)
    assert [each["again"] for each in facts["results"]] == [False, True]
    assert "1 game is not counted: its case was known from a game before." in clue(tmp_path, "stats").stdout


def test_a_case_that_its_scenario_fixes_is_known_by_any_seed(path: Path) -> None:
    """Every game of the tutorial has the same case, whatever else its seed decides."""
    loaded = load(find("tutorial"))
    seats = at_their_seats(loaded.scenario, loaded.scenario.seats[0].suspect, None)
    found = [results.add(path, played(Record(loaded.document, seats, seed), at_random())) for seed in (1, 2)]
    assert [each.again for each in found] == [False, True]


def test_results_and_scores_share_a_file(path: Path) -> None:
    """Neither loses the other, and each is counted and proved by itself."""
    for seed in (1, 2):
        scores.add(path, played(small(seed), at_random()))
        results.add(path, solved(seed))
    assert [row.seed for row in scores.kept(path).rows] == [1, 2]
    assert [row.seed for row in results.kept(path).rows] == [1, 2]


def clue(home: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the program on a home, nobody at the keyboard."""
    command = [sys.executable, "-m", "clue_cli", *arguments]
    environment = os.environ | {"CLUE_HOME": str(home), "CLUE_LANG": "en", "COLUMNS": "80"}
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def test_a_game_from_the_command_line_is_counted_and_once_when_resumed(path: Path, tmp_path: Path) -> None:
    """Played to its end it counts; told again it still counts once; what a crash left out, resuming adds."""
    answers = tmp_path / "answers.txt"
    chosen: list[str] = []

    def choose(session: Session) -> Action:
        action = at_random(3, accusing=0.5)(session)
        chosen.append(str(action))
        return action

    session = played(classic(3), choose)
    answers.write_text("\n".join(chosen), encoding="utf-8")
    options = ("--as", "scarlett", "--opponents", "novice,careful", "--seed", "3", "--notes", "deduce")
    run = clue(tmp_path, "play", "classic", *options, "--answers", str(answers))
    assert run.returncode == 0, run.stderr
    (result,) = results.kept(path).rows
    assert (result.game, result.seed, result.log) == ("classic/3", 3, session.record.log)
    assert result.help is Help.DEDUCE
    assert f"'clue stats' counts it: {int(result.won)} of 1 game like this won." in run.stdout
    assert clue(tmp_path, "resume", "classic-1").returncode == 0
    assert results.kept(path).rows == (result,)
    # as if the run had been killed after the last action, before it was counted
    path.unlink()
    assert clue(tmp_path, "resume", "classic-1").returncode == 0
    assert [row.identity for row in results.kept(path).rows] == [result.identity]


def test_a_watched_game_is_nobody_s_result(tmp_path: Path) -> None:
    """Opponents who play among themselves leave nothing."""
    assert clue(tmp_path, "play", "--watch", "--seed", "1").returncode == 0
    assert not (tmp_path / "scores.toml").exists()


# --- proof -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        (lambda row: row["course"].update(ending="last"), "its log ends otherwise than it says"),
        (lambda row: row["course"].update(own_turns=9), "its log ends otherwise than it says"),
        (lambda row: row["course"].update(turns=9), "its log ends otherwise than it says"),
        (lambda row: row["course"].update(suggestions=9), "its log ends otherwise than it says"),
        (lambda row: row["course"].update(wrong_accusations=1), "its log ends otherwise than it says"),
        (lambda row: row["log"].pop(), "its log ends before the game does"),
        (lambda row: row["log"].insert(0, "go home"), "its log is no game: line 1 does not fit"),
        (lambda row: row.update(seed=9), "not the dice of seed 9: line 1 "),
        (lambda row: row["seats"].pop(), "its scenario or its opponents are not those of signature/2"),
        (lambda row: row["seats"][1].update(mind="nobody"), "its scenario or its opponents are not those"),
        (
            lambda row: row.update(game="classic/2"),
            "its scenario or its opponents are not those of classic/2",
        ),
    ],
)
def test_a_result_that_its_log_does_not_give_is_named(
    path: Path, change: Callable[[dict[str, Any]], object], doubt: str
) -> None:
    """A victory that was none, a turn too few, another seat or seed: each is told, and the others hold."""
    for seed in (1, 2):
        results.add(path, solved(seed))
    content = keeping.look(path, ledger.FORMAT)
    change(content["result"][1])
    keeping.write(path, ledger.FORMAT, content)
    (_one, _row, first), (number, _other, second) = results.kept(path).doubts()
    assert (first, number) == ("", 2)
    assert second.startswith(doubt)


def test_another_rule_in_its_scenario_is_found(path: Path) -> None:
    """A result with its scenario changed afterwards proves nothing, though its log would still fit."""
    results.add(path, solved())
    content = keeping.look(path, ledger.FORMAT)
    (ground,) = content["scenario"]
    content["scenario"][ground]["rules"]["accuse"]["last_standing"] = "must_accuse"
    keeping.write(path, ledger.FORMAT, content)
    ((_number, _row, doubt),) = results.kept(path).doubts()
    assert doubt == "its scenario or its opponents are not those of signature/2"


@pytest.mark.parametrize(
    "scenario", ["classic", "clue-2015", "clue-2015-large", "master-detective", "parlour", "signature"]
)
def test_a_result_of_each_scenario_is_proved(path: Path, scenario: str) -> None:
    """Clue cards, snooping, forfeits: whatever happened, the log of a real game gives its result."""
    loaded = load(find(scenario))
    sat = beside(loaded.scenario, loaded.scenario.ids(Kind.SUSPECT)[1], ["careful", "novice"])
    results.add(path, played(Record(loaded.document, sat, 4), at_random(accusing=0.05)))
    assert [doubt for _number, _row, doubt in results.kept(path).doubts()] == [""]


def test_verify_counts_results_beside_scores(tmp_path: Path, path: Path) -> None:
    """`clue scores verify` proves both kinds; a forged victory is named and fails the command."""
    scores.add(path, played(small(1), at_random()))
    results.add(path, solved(2))
    assert clue(tmp_path, "scores", "verify").stdout == "1 score verified.\n1 result verified.\n"
    content = keeping.look(path, ledger.FORMAT)
    content["result"][0]["course"]["own_turns"] -= 1
    keeping.write(path, ledger.FORMAT, content)
    failed = clue(tmp_path, "scores", "verify")
    assert (failed.returncode, failed.stderr) == (1, "clue: error: 1 result is not proved by its log\n")
    assert f"{path}: result 1, signature/2#2: its log ends otherwise" in failed.stdout


@pytest.mark.parametrize(
    "forged",
    [
        {"notes": "all"},
        {"seats": []},
        {"seats": [{"suspect": "plum", "mind": "careful"}]},
        {"seats": [{"suspect": "plum", "mind": PERSON}] * 2},
        {"seats": [{"suspect": "=1+1", "mind": PERSON}]},
        {"seats": [{"suspect": "plum"}]},
        {"course": 3},
        {
            "course": {
                "ending": "glorious",
                "turns": 1,
                "own_turns": 1,
                "suggestions": 0,
                "wrong_accusations": 0,
            }
        },
        {
            "course": {
                "ending": "solved",
                "turns": 1,
                "own_turns": -1,
                "suggestions": 0,
                "wrong_accusations": 0,
            }
        },
        {"course": {"ending": "solved"}},
    ],
)
def test_a_forged_result_is_refused_and_left_alone(path: Path, forged: dict[str, Any]) -> None:
    """Right digest, wrong content: one clear line with the file's name, and the file stays as it is."""
    results.add(path, solved(1))
    content = keeping.look(path, ledger.FORMAT)
    content["result"][0] |= forged
    keeping.write(path, ledger.FORMAT, content)
    before = path.read_bytes()
    for attempt in (lambda: results.add(path, solved(2)), lambda: results.kept(path)):
        with pytest.raises(Unreadable, match=r"\A.*scores\.toml: result 1 is none\Z"):
            attempt()
    assert before == path.read_bytes()


# --- the count ---------------------------------------------------------------------------------


@pytest.fixture
def _six(path: Path) -> None:
    """Keep six results; each case that the person solved took one turn."""
    for session in (
        directed(signature(1, PERSON, "novice"), right=[0]),
        directed(signature(2, PERSON, "novice"), right=[0]),
        directed(signature(3, PERSON, "novice"), wrong=[1]),  # won, but not solved
        directed(signature(4, PERSON, "novice"), wrong=[0]),
        solved(5, notes="deduce"),
        directed(signature(6, "novice", "careful", PERSON), right=[0]),
    ):
        results.add(path, session)


@pytest.mark.usefixtures("_six")
def test_wins_and_turns_are_counted_by_scenario_opponents_and_help(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who won as the last one did not solve the case; opponents count alike in whatever order they sit."""
    show_stats(as_json=True, home=tmp_path)
    told = json.loads(capsys.readouterr().out)
    turns = {"median": 1, "best": 1}
    assert told["groups"] == [
        {"scenario": "signature", "opponents": ["careful", "novice"], "help": "none"}
        | {"games": 1, "wins": 0, "solved": 0, "turns_to_solve": None},
        {"scenario": "signature", "opponents": ["novice"], "help": "none"}
        | {"games": 4, "wins": 3, "solved": 2, "turns_to_solve": turns},
        {"scenario": "signature", "opponents": ["novice"], "help": "deduce"}
        | {"games": 1, "wins": 1, "solved": 1, "turns_to_solve": turns},
    ]
    assert told["total"] == {"games": 6, "wins": 4, "solved": 3, "turns_to_solve": turns}
    assert [each["id"] for each in told["results"]] == [
        *(f"signature/2#{seed}" for seed in range(1, 6)),
        "signature/3#6",
    ]
    endings = [each["ending"] for each in told["results"]]
    assert endings == ["solved", "solved", "last", "out", "solved", "lost"]


def test_median_and_best_are_of_the_own_turns_to_a_solution() -> None:
    """Of 4, 9 and 7 turns the best is 4 and the middle one 7; of two the middle is between them."""
    assert (results.Summary(5, 4, (4, 7, 9)).median, results.Summary(5, 4, (4, 7, 9)).best) == (7, 4)
    assert results.Summary(2, 2, (4, 7)).median == 5.5
    assert (results.Summary(1, 0, ()).median, results.Summary(1, 0, ()).best) == (None, None)


@pytest.mark.usefixtures("_six")
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # pyte and pexpect are older than those
@pytest.mark.parametrize("columns", [80, 40])
def test_the_table_fits_the_window(tmp_path: Path, columns: int) -> None:
    """At 80 and at 40 columns every line of figures stands in one row, its figures under their titles."""
    with Screen("stats", home=tmp_path, columns=columns) as screen:
        assert screen.end() == 0
        rows = [row.rstrip() for row in screen.text.split("\n")]
    title = next(row for row in rows if "games" in row)
    figures = [row for row in rows if row.rstrip().endswith(("1", "-")) and row.startswith(" ")]
    assert [row.split() for row in figures] == [
        ["no", "help", "1", "0", "0", "%", "-", "-"],
        ["no", "help", "4", "3", "75", "%", "1.0", "1"],
        ["deduce", "1", "1", "100", "%", "1.0", "1"],
        ["no", "help", "5", "3", "60", "%", "1.0", "1"],
        ["deduce", "1", "1", "100", "%", "1.0", "1"],
        ["in", "all", "6", "4", "67", "%", "1.0", "1"],
    ]
    assert {len(row) for row in figures} == {len(title)}
    assert any(row.startswith("signature; against novice") for row in rows)


def test_open_games_are_told_and_are_no_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing was played to its end a line says so; games that wait are counted, solitaires not."""
    nothing = "No detective game was played to its end yet: 'clue play' begins one.\n"
    show_stats(as_json=False, home=tmp_path / "empty")
    assert capsys.readouterr().out == nothing
    assert not (tmp_path / "empty").exists()
    for record, name in ((classic(1), "classic"), (classic(2), "classic"), (small(1), "small-house")):
        with new_slot(tmp_path, name) as place:
            Session(record, place.keep).step()
    show_stats(as_json=False, home=tmp_path)
    assert capsys.readouterr().out == f"{nothing}2 games are open: 'clue saves' names them.\n"
    slot(tmp_path, "classic-1").keep(solved())
    show_stats(as_json=True, home=tmp_path)
    total = {"games": 0, "wins": 0, "solved": 0, "turns_to_solve": None}
    assert json.loads(capsys.readouterr().out) == {"groups": [], "total": total, "open": 1, "results": []}


def test_what_is_told_after_a_game_counts_games_like_it(path: Path) -> None:
    """The same scenario, opponents and help: two won and one lost; a helped one begins a count of its own."""
    told = [
        *announcement(results.add(path, solved(1))),
        *announcement(results.add(path, directed(signature(2, PERSON, "novice"), wrong=[0]))),
        *announcement(results.add(path, solved(3))),
        *announcement(results.add(path, solved(4, hints=1))),
    ]
    assert told == [
        "'clue stats' counts it: 1 of 1 game like this won.",
        "'clue stats' counts it: 1 of 2 games like this won.",
        "'clue stats' counts it: 2 of 3 games like this won.",
        "'clue stats' counts it: 1 of 1 game like this won.",
    ]


def test_a_damaged_file_is_told_of_on_stderr_beside_json(path: Path, tmp_path: Path) -> None:
    """What can still be counted is counted, and programs read JSON alone."""
    for seed in (1, 2):
        results.add(path, solved(seed))
    path.write_bytes(b"damaged")
    run = clue(tmp_path, "stats", "--json")
    assert (run.returncode, json.loads(run.stdout)["total"]["games"]) == (0, 1)
    assert "scores.toml is damaged; the one before it is used" in run.stderr


def test_a_mind_that_this_program_does_not_know_goes_by_its_id(path: Path, tmp_path: Path) -> None:
    """A result from elsewhere is listed all the same."""
    results.add(path, solved(1))
    content = keeping.look(path, ledger.FORMAT)
    content["result"][0]["seats"][1]["mind"] = "oracle"
    keeping.write(path, ledger.FORMAT, content)
    assert "signature; against oracle\n" in clue(tmp_path, "stats").stdout
