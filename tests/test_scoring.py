"""Scores as the player sees them: told after a game, listed, proved, and exported."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from playing import at_random, played, small, small_house

from clue_cli.play import keeping, ledger, scores
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.ui.scoring import announcement, export, show_proof, show_scores
from clue_cli.words import Refused


def finished(seed: int, *minds: str, hints: int = 0) -> Session:
    """Return a finished game in the small house, alone or against these minds."""
    seats = (Seat("", PERSON), *(Seat("", mind) for mind in minds))
    session = played(Record(small_house(), seats, seed), at_random())
    for _ in range(hints):
        session.count_hint()
    return session


def keep(home: Path, *games: Session) -> None:
    """Add the scores of these games."""
    for game in games:
        scores.add(home / "scores.toml", game)


def rolls(game: Session) -> int:
    """Count the rolls of a game played alone, from its log."""
    return sum(line.startswith("dice ") for line in game.record.log)


def clue(home: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the program on the scores of a home."""
    command = [sys.executable, "-m", "clue_cli", "scores", *arguments]
    environment = os.environ | {"CLUE_HOME": str(home)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def fewer_and_more() -> tuple[Session, Session]:
    """Return two games, the one of fewer rolls first."""
    games = {rolls(game): game for game in map(finished, range(6))}
    few, *_, many = sorted(games)
    return games[few], games[many]


# --- after a game ------------------------------------------------------------------------------


def told(home: Path, game: Session) -> list[str]:
    """Add a score and return what is said of it."""
    return list(announcement(scores.add(home / "scores.toml", game)))


def test_a_score_is_told_with_the_best_of_its_kind(
    tmp_path: Path, fewer_and_more: tuple[Session, Session]
) -> None:
    """First, new best, best so far: each is said, and of how many rolls."""
    few, many = map(rolls, fewer_and_more)
    fewer, more = fewer_and_more
    assert told(tmp_path, more) == [f"You needed {many} rolls.", "The first score for small-house/solo."]
    assert told(tmp_path, fewer) == [f"You needed {few} rolls.", f"A new best! It was {many} rolls."]
    assert told(tmp_path, more) == [f"You needed {many} rolls.", f"The best is {few} rolls."]


def test_help_is_told_beside_the_score_and_has_a_best_of_its_own(tmp_path: Path) -> None:
    """Two hints are named; the record of the clean ones is not touched."""
    keep(tmp_path, finished(1))
    game = finished(2, hints=2)
    assert told(tmp_path, game) == [
        f"You needed {rolls(game)} rolls, helped by 2 hints.",
        "The first score for small-house/solo with help.",
    ]


def test_cards_are_told_of_a_race(tmp_path: Path) -> None:
    """Who races hears how many cards they took, and in how many rolls of their own."""
    game = finished(1, "careful")
    taken = sum(seat == 0 for seat in game.state.table.taken.values())
    words, _first = told(tmp_path, game)
    # the two take turns, and the person begins
    assert words == f"You took {taken} cards in {(rolls(game) + 1) // 2} rolls."


# --- the tables --------------------------------------------------------------------------------


def test_clean_helped_and_raced_scores_have_a_table_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each heading says game, board, opponents and help; each line result, seed, day and hints."""
    alone, helped, raced = finished(1), finished(2, hints=1), finished(3, "careful", "novice")
    keep(tmp_path, raced, helped, alone)
    show_scores(None, None, tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0::2] == [
        "small-house/3; board small; against careful, novice",
        "small-house/solo; board small",
        "small-house/solo; board small; with help",
    ]
    assert lines[3].startswith(f"   1. {rolls(alone)} rolls  #1  20")
    assert lines[5].startswith(f"   1. {rolls(helped)} rolls  #2  20")
    assert lines[5].endswith("  helped by 1 hint")
    assert " cards, " in lines[1]


def test_ten_of_each_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The eleventh is kept, but not shown."""
    keep(tmp_path, *map(finished, range(11)))
    show_scores(None, None, tmp_path)
    assert len(capsys.readouterr().out.splitlines()) == 1 + 10


@pytest.mark.parametrize("name", ["small-house", "small-house/solo"])
def test_a_seed_has_a_table_of_its_own(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Two who played the same dice find each other's results, and nothing of other dice."""
    keep(tmp_path, finished(1), finished(2), played(small(1), at_random(salt=1)))
    show_scores(name, 1, tmp_path)
    _heading, *lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all("  #1  " in line for line in lines)


@pytest.mark.parametrize(("name", "seed"), [("small", None), ("collect", 1), (None, 2)])
def test_what_is_not_there_is_said(
    tmp_path: Path, name: str | None, seed: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game or a seed without a score gives a line that says where to look."""
    keep(tmp_path, finished(1))
    show_scores(name, seed, tmp_path)
    assert capsys.readouterr().out == "There are no such scores; 'clue scores' lists all.\n"


# --- proof and export --------------------------------------------------------------------------


def forge(home: Path) -> None:
    """Take a roll off the second score, as somebody would who knows how the file is sealed."""
    content = keeping.look(home / "scores.toml", ledger.FORMAT)
    content["score"][1]["rolls"] -= 1
    keeping.write(home / "scores.toml", ledger.FORMAT, content)


def test_proved_scores_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing but the count is said of a table that holds."""
    keep(tmp_path, finished(1), finished(2, hints=1), finished(3, "careful"))
    show_proof(tmp_path)
    assert capsys.readouterr().out == "3 scores verified.\n"


def test_a_score_without_proof_is_named_with_its_file_and_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file, the number of the score in it, its game and seed, and what its log gives in truth."""
    keep(tmp_path, finished(1), finished(2))
    forge(tmp_path)
    with pytest.raises(Refused, match="1 score is not proved by its log"):
        show_proof(tmp_path)
    few = rolls(finished(2))
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'scores.toml'}: score 2, small-house/solo#2: its log has {few} rolls, not {few - 1}",
        "1 score verified.",
    ]


def test_a_game_that_is_told_twice_is_one_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A row that was copied is named with the one it was copied from."""
    keep(tmp_path, finished(1), finished(2))
    content = keeping.look(tmp_path / "scores.toml", ledger.FORMAT)
    content["score"].append(content["score"][0])
    keeping.write(tmp_path / "scores.toml", ledger.FORMAT, content)
    with pytest.raises(Refused, match="1 score is not proved"):
        show_proof(tmp_path)
    assert "score 3, small-house/solo#1: the same game as number 1" in capsys.readouterr().out


def test_scores_that_can_t_prove_their_dice_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever takes the line out that binds a seed to its dice is told how many do without."""
    keep(tmp_path, finished(1), finished(2))
    content = keeping.look(tmp_path / "scores.toml", ledger.FORMAT)
    del content["score"][0]["streams"]
    keeping.write(tmp_path / "scores.toml", ledger.FORMAT, content)
    show_proof(tmp_path)
    assert capsys.readouterr().out.splitlines() == [
        "2 scores verified.",
        "1 score is from before seeds were bound to a game: its dice are taken as they are.",
    ]


def test_a_damaged_table_is_not_proved_by_the_one_before_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What can still be read is verified, and the command fails all the same."""
    keep(tmp_path, finished(1), finished(2))
    (tmp_path / "scores.toml").write_bytes(b"damaged")
    with pytest.raises(Refused, match=r"scores\.toml is damaged; the one before it is used"):
        show_proof(tmp_path)
    assert capsys.readouterr().out == "1 score verified.\n"


def test_json_and_csv_hold_the_same_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object or row a score, in the order in which they were made; the log in JSON when it is wanted."""
    games = (finished(2), finished(1, "careful", "novice"), finished(3, hints=2))
    keep(tmp_path, *games)
    texts = []
    for as_json, with_log in ((True, True), (True, False), (False, False)):
        export(as_json=as_json, with_log=with_log, home=tmp_path)
        texts.append(capsys.readouterr().out)
    logged, facts = map(json.loads, texts[:2])
    rows = list(csv.DictReader(io.StringIO(texts[2])))
    assert [list(game.record.log) for game in games] == [fact.pop("log") for fact in logged]
    assert logged == facts
    assert [(fact["game"], fact["board"], fact["mode"], fact["opponents"]) for fact in facts] == [
        ("small-house", "small", "solo", []),
        ("small-house", "small", "3", ["careful", "novice"]),
        ("small-house", "small", "solo", []),
    ]
    assert [(fact["seed"], fact["hints"], fact["clean"]) for fact in facts] == [
        (2, 0, True),
        (1, 0, True),
        (3, 2, False),
    ]
    assert (facts[0]["rolls"], facts[0]["cards"]) == (rolls(games[0]), 6)
    for fact, row in zip(facts, rows, strict=True):
        assert fact.keys() == row.keys()
        assert row["opponents"] == " ".join(fact["opponents"])
        assert row["clean"] == json.dumps(fact["clean"])
        plain = fact.keys() - {"opponents", "clean"}
        assert {key: str(fact[key]) for key in plain} == {key: row[key] for key in plain}


def test_a_table_of_nothing_is_still_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where there are no scores a program reads an empty list, or a header alone; nothing is created."""
    export(as_json=True, with_log=False, home=tmp_path / "home")
    export(as_json=False, with_log=False, home=tmp_path / "home")
    empty, header = capsys.readouterr().out.splitlines()
    assert empty == "[]"
    assert header.startswith("game,board,mode,opponents,seed,")
    assert not (tmp_path / "home").exists()


def test_the_commands_end_with_their_exit_codes(tmp_path: Path) -> None:
    """0 when all holds, 1 when a score fails or a log can't be in CSV, 2 for an option that would be lost."""
    keep(tmp_path, finished(1), finished(2))
    listed = clue(tmp_path, "--seed", "1")
    assert (listed.returncode, len(listed.stdout.splitlines())) == (0, 2)
    assert clue(tmp_path, "verify").returncode == 0
    assert json.loads(clue(tmp_path, "export").stdout)
    assert clue(tmp_path, "export", "--csv").stdout.startswith("game,")
    logged = clue(tmp_path, "export", "--csv", "--log")
    assert (logged.returncode, logged.stdout) == (1, "")
    assert "--log needs --json" in logged.stderr
    misplaced = clue(tmp_path, "--seed", "1", "verify")
    assert misplaced.returncode == 2
    assert "put options after verify" in misplaced.stderr
    forge(tmp_path)
    failed = clue(tmp_path, "verify")
    assert (failed.returncode, failed.stderr) == (1, "clue: error: 1 score is not proved by its log\n")
