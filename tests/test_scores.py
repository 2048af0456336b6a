"""The score table: every score is kept and proved by its log, and no damaged table is lost."""

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w
from playing import COLLECTOR, at_random, collect, document, played, small, small_house

from clue_cli.play import keeping, ledger, scores
from clue_cli.play.keeping import Newer, Unreadable
from clue_cli.play.ledger import Kept
from clue_cli.play.scores import Contest, Score
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.rules.events import Rolled, Taken


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


def contests(path: Path) -> dict[Contest, list[Score]]:
    """Return the scores of a table by what they compete in."""
    return scores.contests(scores.kept(path).rows)


def of_small_house(path: Path) -> list[Score]:
    """Return the scores of the small house, which were all made on one ground without help."""
    (rows,) = (rows for contest, rows in contests(path).items() if contest.game == "small-house/solo")
    return rows


def rolls_before(path: Path, game: Session) -> int | None:
    """Add a score; return the rolls of the best one before it, if there was one."""
    best = scores.add(path, game).best_before
    return best.rolls if best else None


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
    first = scores.add(path, middling)
    assert (True, None, some) == (first.is_best, first.best_before, first.score.rolls)
    later = ((worst, False, some), (best, True, some), (_twin(best), False, few))
    for game, is_best, fewest in later:
        added = scores.add(path, game)
        assert added.best_before
        assert (is_best, fewest) == (added.is_best, added.best_before.rolls)


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
    assert len(of_small_house(path)) == 2


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
    assert [contest.game for contest in contests(path)] == ["collect/solo", "small-house/solo"]
    rows = of_small_house(path)
    assert [game.state.table.rolls for game in (best, twin, middling, worst)] == [row.rolls for row in rows]
    assert [game.record.seed for game in (best, twin, middling, worst)] == [row.seed for row in rows]
    assert rows[0].date <= rows[1].date
    assert not scores.kept(path).remark


def test_there_are_no_scores_where_there_is_no_folder(path: Path) -> None:
    """Asking for the table creates nothing."""
    assert scores.kept(path) == Kept()
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
    assert first.state.table.rolls == rolls_before(path, again)
    listed = contests(path)
    assert [contest.game for contest in listed] == [first.game] * 2
    assert {(1, 2), (1,)} == {tuple(sorted(row.seed for row in rows)) for rows in listed.values()}


def test_other_words_for_the_same_game_do_compete(path: Path) -> None:
    """A scenario whose name, story or card names are told otherwise is beaten by the rolls of before."""
    renamed = small_house() | {"name": {"en": "Other words"}, "story": {"en": "Another evening."}}
    renamed["board"]["name"] = {"en": "Another house"}
    renamed["board"]["room"][0]["name"] = "Dance hall"
    renamed["category"][0]["cards"][0]["name"] = "Somebody else"
    first, changed = finished(1), played(replace(small(2), document=renamed), at_random())
    scores.add(path, first)
    assert first.state.table.rolls == rolls_before(path, changed)
    assert {1, 2} == {row.seed for row in of_small_house(path)}
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    assert [small_house()] == list(table["scenario"].values())


def race(seed: int, *minds: str) -> Session:
    """Return a finished race in the small house."""
    rivals = tuple(Seat("", mind) for mind in minds)
    return played(Record(small_house(), (Seat("", PERSON), *rivals), seed), at_random())


@pytest.mark.rule("S1-07")
def test_most_cards_are_best_in_a_race_and_then_fewest_rolls(path: Path) -> None:
    """Of races against the same two, who took more cards stands first, however many rolls it took."""
    games = [race(seed, "careful", "careful") for seed in range(12)]
    for game in games:
        scores.add(path, game)
    ((contest, rows),) = contests(path).items()
    assert (contest.game, contest.opponents) == ("small-house/3", ("careful", "careful"))
    mine = {
        game.record.seed: (
            sum(isinstance(event, Taken) and event.seat == 0 for event in game.view().history),
            sum(isinstance(event, Rolled) and event.seat == 0 for event in game.view().history),
        )
        for game in games
    }
    assert [mine[row.seed] for row in rows] == [(row.cards, row.rolls) for row in rows]
    assert len({cards for cards, _rolls in mine.values()}) > 1
    assert sorted(mine.values(), key=lambda one: (-one[0], one[1])) == [mine[row.seed] for row in rows]


def test_a_race_against_others_is_another_contest(path: Path) -> None:
    """Who beats novices has not beaten the careful; each has a best of its own."""
    for minds in (("careful",), ("novice",), ("careful", "careful")):
        assert scores.add(path, race(1, *minds)).best_before is None


def helped(game: Session, hints: int = 2) -> Session:
    """Return a game in which the person asked what to do."""
    for _ in range(hints):
        game.count_hint()
    return game


def test_a_helped_score_does_not_compete_with_clean_ones(path: Path) -> None:
    """Fewest rolls with hints are no record of those made without; the clean table stands first."""
    best, middling, worst = by_rolls()
    scores.add(path, helped(best))
    assert rolls_before(path, worst) is None
    assert rolls_before(path, helped(middling)) == best.state.table.rolls
    clean, with_help = contests(path).values()
    assert [(row.seed, row.hints) for row in clean] == [(worst.record.seed, 0)]
    assert [(row.seed, row.hints) for row in with_help] == [(best.record.seed, 2), (middling.record.seed, 2)]


def test_two_solitaires_of_one_house_are_played_on_two_grounds(path: Path) -> None:
    """The same cards, dice and doors are another game where other rules say what to do with them."""
    other = small_house() | {"id": "small-errands", "game": "errands"}
    scores.add(path, finished(1))
    scores.add(path, played(replace(small(1), document=other), at_random()))
    assert len({row.ground for row in scores.kept(path).rows}) == 2
    assert [doubt for _number, _score, doubt in scores.kept(path).doubts()] == ["", ""]


# --- proof -------------------------------------------------------------------------------------


def doubt_after(path: Path, change: Callable[[dict[str, Any]], object], *, game: Session) -> str:
    """Add a score, change its row, and return what is said of it then."""
    scores.add(path, finished(2))
    scores.add(path, game)
    content = keeping.look(path, ledger.FORMAT)
    change(content["score"][1])
    keeping.write(path, ledger.FORMAT, content)
    (one, _score, first), (two, _score, second) = scores.kept(path).doubts()
    assert (one, two, first) == (1, 2, "")
    return second


def invented(seed: int) -> list[str]:
    """Return the log of a whole game that begins as the seed has it, and whose dice somebody else threw."""
    session, rng = Session(small(seed)), Random(0)
    while not session.waits_for_person:
        session.step()
    position, log = session.state, list(session.record.log)
    while position.outcome() is None:
        action = rng.choice([*position.legal(), *position.chance()])
        position = position.apply(action)
        log.append(str(action))
    return log


@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        (lambda row: row.update(rolls=row["rolls"] - 1), "its log has {rolls} rolls, not {fewer}"),
        (lambda row: row.update(cards=5), "its log has 6 cards, not 5"),
        (lambda row: row["log"].pop(), "its log ends before the game does"),
        (lambda row: row.update(log=[]), "its log ends before the game does"),
        (lambda row: row["log"].insert(4, "go home"), "its log is no game: line 5 does not fit"),
        (lambda row: row["log"].insert(0, "\x1b"), "its log is no game: line 1 does not fit"),
        (lambda row: row["log"].append("roll"), "its log is no game: line {after} does not fit"),
        (lambda row: row.update(seed=9), "not the dice of seed 9: line "),
        (lambda row: row.update(log=invented(1)), "not the dice of seed 1: line 5 of its log is 'dice "),
        (lambda row: row.update(opponents=["careful"]), "its scenario or its opponents are not those of "),
        (lambda row: row.update(opponents=["nobody"]), "its scenario or its opponents are not those of "),
        (lambda row: row.update(game="other-house/solo"), "not the dice of seed 1: line "),
    ],
)
def test_a_score_that_its_log_does_not_give_is_named(
    path: Path, change: Callable[[dict[str, Any]], object], doubt: str
) -> None:
    """A forged count, a log cut short or made up, dice that never fell: each is told, the others hold."""
    game = finished(1)
    rolls = game.state.table.rolls
    words = doubt.format(rolls=rolls, fewer=rolls - 1, after=len(game.record.log) + 1)
    assert doubt_after(path, change, game=game).startswith(words)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("minds", [(), ("careful",), ("novice", "careful")])
def test_every_score_of_a_real_game_is_proved(path: Path, seed: int, minds: tuple[str, ...]) -> None:
    """Alone, helped or in a race, a score that the program wrote holds."""
    scores.add(path, race(seed, *minds))
    scores.add(path, helped(race(seed, *minds)))
    assert [doubt for _number, _score, doubt in scores.kept(path).doubts()] == ["", ""]


def test_the_dice_of_a_score_of_the_first_days_are_not_asked_for(path: Path) -> None:
    """Its seed meant other dice; its rolls are counted all the same."""

    def age(row: dict[str, Any]) -> None:
        for key in ("cards", "hints", "opponents", "streams"):
            del row[key]
        row["seed"] += 1

    assert not doubt_after(path, age, game=finished(1))
    content = keeping.look(path, ledger.FORMAT)
    content["score"][1]["rolls"] -= 1
    keeping.write(path, ledger.FORMAT, content)
    *_, (_number, _score, doubt) = scores.kept(path).doubts()
    assert "rolls, not" in doubt


def test_scenarios_of_one_ground_share_a_document_and_each_has_its_own_dice(path: Path) -> None:
    """A copy of a scenario under another id is scored apart, and proved by the dice of its own seed."""
    copy = played(replace(small(1), document=small_house() | {"id": "other-house"}), at_random())
    for game in (finished(1), copy):
        assert scores.add(path, game).best_before is None
    kept = scores.kept(path)
    assert len(kept.documents) == 1
    assert [doubt for _number, _score, doubt in kept.doubts()] == ["", ""]


@pytest.mark.parametrize(
    ("other", "doubt"),
    [
        (another_door(), "its scenario or its opponents are not those of small-house/solo"),
        (small_house() | {"category": []}, "its scenario has faults"),
    ],
)
def test_a_scenario_that_is_not_the_one_of_the_score_is_told(
    path: Path, other: dict[str, Any], doubt: str
) -> None:
    """A house with another door in place of the one that was played in proves nothing."""
    scores.add(path, finished(1))
    content = keeping.look(path, ledger.FORMAT)
    (ground,) = content["scenario"]
    content["scenario"][ground] = other
    keeping.write(path, ledger.FORMAT, content)
    assert [(1, doubt)] == [(number, why) for number, _score, why in scores.kept(path).doubts()]


# --- trouble -----------------------------------------------------------------------------------


def test_a_table_that_another_run_does_not_let_go_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting has an end, and says what it waited for."""
    monkeypatch.setattr(ledger, "PATIENCE", 0.1)
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
    assert {1, 3} == {row.seed for row in of_small_house(path)}


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
    assert len(of_small_house(path)) == 3


def test_a_damaged_table_is_named_in_the_listing(path: Path) -> None:
    """Looking at the scores shows the earlier ones and says so; it moves nothing."""
    for seed in (1, 2):
        scores.add(path, finished(seed))
    path.write_bytes(b"damaged")
    assert [row.seed for row in of_small_house(path)] == [1]
    assert "scores.toml is damaged; the one before it is used" in scores.kept(path).remark
    assert path.read_bytes() == b"damaged"


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
    for attempt in (lambda: scores.add(path, finished(1)), lambda: scores.kept(path)):
        with pytest.raises(Newer, match="is of format 2"):
            attempt()
    assert before == path.read_bytes()
    assert {"scores.toml"} == names(path)


ROW = {
    "game": "collect/solo",
    "ground": "0123456789abcdef",
    "seed": 1,
    "rolls": 9,
    "date": "2026-11-30T08:00:00+01:00",
    "log": ["roll"],
}
HOUSES = {ROW["ground"]: {"board": {"id": "classic"}}}


def test_a_score_of_the_first_days_is_read(path: Path) -> None:
    """A row without what was counted later is a clean one, alone, whose cards nobody counted."""
    forge(path, {"score": [ROW], "scenario": HOUSES})
    (score,) = scores.kept(path).rows
    assert (score.rolls, score.cards, score.hints, score.opponents) == (9, None, 0, ())
    assert score.clean


@pytest.mark.parametrize(
    "content",
    [
        {"score": 5},
        {"score": {"game": "x"}},
        {"score": [5]},
        {"score": ["game"]},
        *(
            {"score": [ROW | forged], "scenario": HOUSES}
            for forged in (
                {"rolls": "9"},
                {"rolls": float("inf")},
                {"rolls": True},
                {"rolls": -9},
                {"seed": 1.5},
                {"seed": 2**63},
                {"cards": -1},
                {"hints": "none"},
                {"streams": 1.0},
                {"streams": 0},
                {"streams": 3},
                {"opponents": "careful"},
                {"opponents": ["=1+1"]},
                {"game": ["x"]},
                {"game": "=cmd/solo"},
                {"game": "collect"},
                {"ground": 7},
                {"ground": "+1"},
                {"date": "yesterday"},
                {"date": "2026-11-30"},
                {"log": "roll"},
                {"log": [1]},
            )
        ),
        *(
            {"score": [{key: part for key, part in ROW.items() if key != missing}], "scenario": HOUSES}
            for missing in ROW
        ),
        {"score": [ROW], "scenario": 3},
        {"score": [ROW], "scenario": ["x"]},
        {"score": [ROW]},
        {"score": [ROW], "scenario": {ROW["ground"]: {"board": {"id": "=1+1"}}}},
    ],
)
def test_a_forged_table_is_refused_and_left_alone(path: Path, content: dict[str, Any]) -> None:
    """Right digest, wrong content: one clear line with the file's name, and the file stays as it is."""
    before = forge(path, content)
    for attempt in (lambda: scores.add(path, finished(1)), lambda: scores.kept(path)):
        with pytest.raises(
            Unreadable, match=r"\A.*scores\.toml(: score 1 is none| holds what is no score)\Z"
        ):
            attempt()
    assert before == path.read_bytes()


def test_a_folder_in_place_of_the_table_is_refused(path: Path) -> None:
    """A folder of that name gives a clear line and stays."""
    path.mkdir(parents=True)
    with pytest.raises(Unreadable, match="is no plain file"):
        scores.add(path, finished(1))
    with pytest.raises(Unreadable, match="is no plain file"):
        scores.kept(path)
    assert path.is_dir()
