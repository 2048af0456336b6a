"""The score table: every score is kept and proved by its log, and no damaged table is lost."""

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from playing import COLLECTOR, at_once, at_random, collect, document, played, run, small, small_house

from clue_cli.play import keeping, scores
from clue_cli.play.keeping import Newer, Unreadable
from clue_cli.play.scores import Added, Score
from clue_cli.play.session import Record, Session


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the place of a score table in a folder that is not there yet."""
    return tmp_path / "home" / "scores.toml"


def finished(seed: int, salt: int = 0) -> Session:
    """Return a finished game in the small house."""
    return played(small(seed), at_random(salt))


def by_rolls() -> list[Session]:
    """Return three games of different roll counts, the fewest first."""
    games = {game.state.table.rolls: game for game in map(finished, range(12))}
    few, *_, many = sorted(games)
    return [games[few], games[sorted(games)[1]], games[many]]


def of_small_house(listed: dict[tuple[str, str], list[Score]]) -> list[Score]:
    """Return the scores of the small house, which were all made on one ground."""
    (rows,) = (rows for (game, _ground), rows in listed.items() if game == "small-house/solo")
    return rows


def bak(path: Path) -> Path:
    """Return the table before it."""
    return path.with_name("scores.toml.bak")


def names(path: Path) -> set[str]:
    """List the files beside the table but its lock."""
    return {each.name for each in path.parent.iterdir() if not each.name.endswith(".lock")}


def forge(path: Path, content: dict[str, Any], file_format: int = 1) -> bytes:
    """Write a table with the right digest, whatever it holds; return its bytes."""
    body = f"format = {file_format}\n{tomli_w.dumps(content)}"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'digest = "{hashlib.sha256(body.encode()).hexdigest()}"\n{body}', encoding="utf-8")
    return path.read_bytes()


# --- announcing --------------------------------------------------------------------------------


@pytest.mark.rule("S1-06")
def test_a_score_is_told_beside_the_best_before_it(path: Path) -> None:
    """The first one is a first; fewer rolls are a new best; more, or just as many, are not."""
    best, middling, worst = by_rolls()
    few, some, many = (game.state.table.rolls for game in (best, middling, worst))
    assert few < some < many
    assert Added(some, None) == scores.add(path, middling)
    assert (False, some) == ((added := scores.add(path, worst)).is_best, added.best_before)
    assert (True, some) == ((added := scores.add(path, best)).is_best, added.best_before)
    assert (False, few) == ((added := scores.add(path, _twin(best))).is_best, added.best_before)
    assert Added(some, None).is_best


def _twin(game: Session) -> Session:
    """Return another game that took as many rolls."""
    others = map(finished, range(100, 300))
    return next(other for other in others if other.state.table.rolls == game.state.table.rolls)


def test_a_game_is_scored_once(path: Path) -> None:
    """A finished game that is looked at again has its one score, and stays what it was beside the others."""
    best, _middling, worst = by_rolls()
    scores.add(path, worst)
    first = scores.add(path, best)
    assert first == scores.add(path, best)
    listed, _remark = scores.listing(path)
    assert len(of_small_house(listed)) == 2


def test_each_game_has_its_own_best(path: Path) -> None:
    """A short game of a small house does not beat one of the great board."""
    scores.add(path, finished(1))
    added = scores.add(path, played(collect(1), at_random()))
    assert added.best_before is None


def test_the_table_is_listed_by_game_and_by_rolls(path: Path) -> None:
    """The fewest rolls come first; among equals the older one, who got there first."""
    best, middling, worst = by_rolls()
    twin = _twin(best)
    for game in (worst, best, middling, twin):
        scores.add(path, game)
    scores.add(path, played(collect(1), at_random()))
    listed, remark = scores.listing(path)
    assert [game for game, _ground in listed] == ["collect/solo", "small-house/solo"]
    rows = of_small_house(listed)
    assert [game.state.table.rolls for game in (best, twin, middling, worst)] == [row.rolls for row in rows]
    assert [game.record.seed for game in (best, twin, middling, worst)] == [row.seed for row in rows]
    assert rows[0].date <= rows[1].date
    assert not remark


def test_there_are_no_scores_where_there_is_no_folder(path: Path) -> None:
    """Asking for the table creates nothing."""
    assert scores.listing(path) == ({}, "")
    assert not path.parent.exists()


@pytest.mark.rule("S1-06")
@pytest.mark.parametrize("session", [finished(4), played(collect(2), at_random())], ids=["small", "great"])
def test_the_log_of_a_score_proves_it(path: Path, session: Session) -> None:
    """Played again from what the table holds, the game ends with the rolls that the table says."""
    scores.add(path, finished(5))
    scores.add(path, session)
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    row = table["score"][1]
    again = Session(Record(table["scenario"][row["ground"]], COLLECTOR, row["seed"], tuple(row["log"])))
    outcome = again.state.outcome()
    assert outcome
    assert row["rolls"] == outcome.rolls == sum(line.startswith("dice ") for line in row["log"])
    assert row["game"] == again.game
    assert row["seed"] == again.record.seed


def test_a_scenario_is_kept_once_for_all_its_scores(path: Path) -> None:
    """Two scores of one scenario share its document; one of the same id with other rules has its own."""
    scores.add(path, finished(1))
    scores.add(path, finished(2))
    scores.add(path, played(replace(small(3), document=one_die()), at_random()))
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    one, same, other = (row["ground"] for row in table["score"])
    assert one == same != other
    assert {one: small_house(), other: one_die()} == table["scenario"]
    assert list(table["score"][0]) == ["game", "ground", "seed", "rolls", "date", "log"]


# --- what competes -----------------------------------------------------------------------------


def one_die() -> dict[str, Any]:
    """Return the small house as it is played with one die."""
    house = small_house()
    house["rules"].setdefault("move", {})["dice"] = 1
    return house


def another_door() -> dict[str, Any]:
    """Return the small house with a lounge that is entered from another square."""
    house = small_house()
    house["board"]["grid"] = "B#DL#\n.....\n##x##\n"
    house["board"]["room"][2]["doors"] = [[[0, 3], [1, 3]]]
    return house


def another_card() -> dict[str, Any]:
    """Return the small house with one more weapon to collect."""
    house = small_house()
    house["category"][1]["cards"].append(document("collect")["category"][1]["cards"][1])
    return house


@pytest.mark.parametrize("other", [one_die, another_door, another_card])
def test_what_is_played_otherwise_does_not_compete(path: Path, other: Callable[[], dict[str, Any]]) -> None:
    """Of two scenarios of one id with other rules, another board or other cards each has its own best."""
    first = finished(1)
    changed = played(replace(small(1), document=other()), at_random())
    again = finished(2)
    assert first.game == changed.game
    assert scores.add(path, first).best_before is None
    assert scores.add(path, changed).best_before is None
    assert first.state.table.rolls == scores.add(path, again).best_before
    listed, _remark = scores.listing(path)
    assert [game for game, _ground in listed] == [first.game] * 2
    assert {(1, 2), (1,)} == {tuple(sorted(row.seed for row in rows)) for rows in listed.values()}
    for (game, ground), rows in listed.items():
        assert {(game, ground)} == {(row.game, row.ground) for row in rows}


def test_other_words_for_the_same_game_do_compete(path: Path) -> None:
    """A scenario whose name, story or card names are told otherwise is beaten by the rolls of before."""
    renamed = small_house() | {"name": {"en": "Other words"}, "story": {"en": "Another evening."}}
    renamed["board"]["name"] = {"en": "Another house"}
    renamed["board"]["room"][0]["name"] = "Dance hall"
    renamed["category"][0]["cards"][0]["name"] = "Somebody else"
    first, changed = finished(1), played(replace(small(2), document=renamed), at_random())
    scores.add(path, first)
    assert first.state.table.rolls == scores.add(path, changed).best_before
    assert {1, 2} == {row.seed for row in of_small_house(scores.listing(path)[0])}
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    assert [small_house()] == list(table["scenario"].values())


# --- many at once ------------------------------------------------------------------------------

ADD = """
import sys
from pathlib import Path
from playing import at_random, played, small
from clue_cli.play import scores
scores._PATIENCE = 120.0  # on a busy machine
sessions = [played(small(seed), at_random()) for seed in range(int(sys.argv[2]), int(sys.argv[2]) + 25)]
print("ready", flush=True)
sys.stdin.readline()
for session in sessions:
    scores.add(Path(sys.argv[1]), session)
"""


def test_no_score_is_lost_where_four_runs_end_at_once(path: Path) -> None:
    """Four windows that add 25 scores each at the same time: all hundred are in the table."""
    runs = [run(ADD, str(path), str(first)) for first in range(0, 100, 25)]
    at_once(*runs)
    rows = of_small_house(scores.listing(path)[0])
    assert list(range(100)) == sorted(row.seed for row in rows)
    assert {"scores.toml", "scores.toml.bak"} == names(path)


def test_a_table_that_another_run_does_not_let_go_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting has an end, and says what it waited for."""
    monkeypatch.setattr(scores, "_PATIENCE", 0.1)
    with (
        keeping.locked(path, 0, Unreadable("nobody else is here")),
        pytest.raises(Unreadable, match=r"another game is writing .*scores"),
    ):
        scores.add(path, finished(1))


# --- damage ------------------------------------------------------------------------------------


def test_a_damaged_table_gives_way_to_the_one_before_it(path: Path) -> None:
    """All scores but the last are still there, the player is told, and the damaged file is kept."""
    for seed in (1, 2):
        scores.add(path, finished(seed))
    damaged = path.read_bytes()[:-9]
    path.write_bytes(damaged)
    added = scores.add(path, finished(3))
    assert "is now scores.toml.damaged-1; the one before it is used" in added.remark
    assert damaged == path.with_name("scores.toml.damaged-1").read_bytes()
    assert {1, 3} == {row.seed for row in of_small_house(scores.listing(path)[0])}


@pytest.mark.parametrize("damage", [b"", b"\x00\xff", b'digest = "1"\nformat = 1\n'])
def test_a_damaged_table_alone_is_set_aside_and_the_table_begins_anew(path: Path, damage: bytes) -> None:
    """A score just made is kept even then; what was there stays under the name that is told."""
    path.parent.mkdir()
    path.write_bytes(damage)
    added = scores.add(path, finished(1))
    assert "is now scores.toml.damaged-1; there is no earlier one" in added.remark
    assert added.best_before is None
    for seed in (2, 3):
        assert not scores.add(path, finished(seed)).remark
    assert damage == path.with_name("scores.toml.damaged-1").read_bytes()
    assert len(of_small_house(scores.listing(path)[0])) == 3


def test_a_damaged_table_is_named_in_the_listing(path: Path) -> None:
    """Looking at the scores shows the earlier ones and tells where the damaged file went."""
    for seed in (1, 2):
        scores.add(path, finished(seed))
    path.write_bytes(b"damaged")
    listed, remark = scores.listing(path)
    assert [row.seed for row in of_small_house(listed)] == [1]
    assert "scores.toml.damaged-1" in remark
    assert path.with_name("scores.toml.damaged-1").read_bytes() == b"damaged"


def test_two_damaged_tables_are_both_kept(path: Path) -> None:
    """Where the earlier table is damaged too it is not overwritten by the next scores."""
    path.parent.mkdir()
    path.write_bytes(b"one")
    bak(path).write_bytes(b"two")
    for seed in (1, 2, 3):
        scores.add(path, finished(seed))
    assert path.with_name("scores.toml.damaged-1").read_bytes() == b"one"
    assert path.with_name("scores.toml.bak.damaged-1").read_bytes() == b"two"


def test_a_newer_table_is_refused_and_left_alone(path: Path) -> None:
    """An old version of the program neither sets a newer table aside nor adds to it."""
    before = forge(path, {"leagues": {"first": []}}, file_format=2)
    for attempt in (lambda: scores.add(path, finished(1)), lambda: scores.listing(path)):
        with pytest.raises(Newer, match="is of format 2"):
            attempt()
    assert before == path.read_bytes()
    assert {"scores.toml"} == names(path)


ROW = {"game": "collect/solo", "ground": "x", "seed": 1, "rolls": 9, "date": "2026-11-30", "log": ["roll"]}


@pytest.mark.parametrize(
    "content",
    [
        {"score": 5},
        {"score": {"game": "x"}},
        {"score": [5]},
        {"score": ["game"]},
        {"score": [ROW | {"rolls": "9"}]},
        {"score": [ROW | {"rolls": float("inf")}]},
        {"score": [ROW | {"rolls": True}]},
        {"score": [ROW | {"seed": 1.5}]},
        {"score": [ROW | {"game": ["x"]}]},
        {"score": [ROW | {"ground": 7}]},
        {"score": [ROW | {"log": "roll"}]},
        {"score": [ROW | {"log": [1]}]},
        {"score": [ROW | {"rolls": "9", "log": []}]},
        *({"score": [{key: part for key, part in ROW.items() if key != missing}]} for missing in ROW),
        {"score": [ROW], "scenario": 3},
        {"score": [ROW], "scenario": ["x"]},
    ],
)
def test_a_forged_table_is_refused_and_left_alone(path: Path, content: dict[str, Any]) -> None:
    """Right digest, wrong content: one clear line with the file's name, and the file stays as it is."""
    before = forge(path, content)
    for attempt in (lambda: scores.add(path, finished(1)), lambda: scores.listing(path)):
        with pytest.raises(Unreadable, match=r"\A.*scores\.toml holds what is no score\Z"):
            attempt()
    assert before == path.read_bytes()


def test_a_folder_in_place_of_the_table_is_refused(path: Path) -> None:
    """A folder of that name gives a clear line and stays."""
    path.mkdir(parents=True)
    with pytest.raises(Unreadable, match="is no plain file"):
        scores.add(path, finished(1))
    with pytest.raises(Unreadable, match="is no plain file"):
        scores.listing(path)
    assert path.is_dir()
