"""Games told again: an independent referee reads them, nobody is told too much, and the page is true."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from playing import SUSPECTS, at_random, classic, collect, document, played
from referee import Referee
from test_cli import assert_refused, clue

from clue_cli.opponents.decider import Stream
from clue_cli.opponents.levels import LEVELS, mind
from clue_cli.play.replay import lines, replay
from clue_cli.play.saves import Slot, held
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.play.simulation import simulate
from clue_cli.rules.actions import Accuse, Action
from clue_cli.rules.events import ONLOOKER, Event
from clue_cli.rules.legal import Claims, Legal
from clue_cli.rules.model import Kind
from clue_cli.rules.table import View
from clue_cli.scenario.load import from_document, load
from clue_cli.scenario.shelf import listing
from clue_cli.ui.replaying import show_replay
from clue_cli.words import Refused

PAGE = (Path(__file__).parents[1] / "docs" / "replay.md").read_text(encoding="utf-8")
UNREFEREED = ("locked-room", "theatre", "tutorial")
"""Games of which the referee does not know the house: rooms without doors, accusing among links, tales."""

DETECTIVE_GAMES = [one.id for one in listing() if not load(one.path).scenario.game.solitaire]
Row = dict[str, Any]


@dataclass(frozen=True)
class Whim:
    """Do anything that is open, and accuse at random now and then."""

    def decide(self, _view: View, legal: Legal, stream: Stream) -> Action:
        accusations = legal.claims(Accuse)
        if accusations and not stream.pick(range(20)):
            return _picked(accusations, stream)
        parts = [part for part in legal.parts if part is not accusations and any(True for _one in part)]
        part = stream.pick(parts)
        return _picked(part, stream) if isinstance(part, Claims) else stream.pick(list(part))


def _picked(claims: Claims, stream: Stream) -> Action:
    return claims.kind(tuple(stream.pick(group) for group in claims.groups))


@pytest.fixture(autouse=True)
def _whims(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clue_cli.play.session.LEVELS", (*LEVELS, "whim"))
    monkeypatch.setattr(
        "clue_cli.play.session.mind", lambda level: Whim() if level == "whim" else mind(level)
    )


@lru_cache
def _game(name: str, seed: int, *minds: str) -> Record:
    """Play a game among these minds to its end."""
    suspects = from_document(document(name), name).scenario.ids(Kind.SUSPECT)
    session = Session(Record(document(name), tuple(map(Seat, suspects, minds)), seed))
    while not session.over:
        session.step()
    return session.record


def _tables(name: str) -> Iterator[tuple[str, ...]]:
    """Go through minds for the fewest players, for one more, and for the most: some are wrong, one is not."""
    low, high = from_document(document(name), name).scenario.rules.players
    for count in sorted({low, min(low + 1, high), high}):
        yield ("whim", "careful", *("novice", "whim") * count)[:count]


def _rows(record: Record, seat: int | None = None) -> list[Row]:
    return [json.loads(line) for line in lines(replay(record, seat))]


# --- the referee -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in DETECTIVE_GAMES if name not in UNREFEREED])
def test_a_referee_can_follow_every_game(name: str) -> None:
    """From the lines alone, by the board's drawing and the rules page, no game breaks a rule."""
    for minds in _tables(name):
        for seed in range(2):
            Referee(lines(replay(_game(name, seed, *minds), None))).check()


def _index(rows: list[Row], kind: str, **wanted: Any) -> int:
    return next(n for n, row in enumerate(rows) if row["kind"] == kind and wanted.items() <= row.items())


def _another_roll(rows: list[Row]) -> None:
    at = next(
        n for n, row in enumerate(rows) if row["kind"] == "walked" and not isinstance(row["place"], str)
    )
    rows[at - 1]["dice"][0] ^= 1


def _too_high_a_roll(rows: list[Row]) -> None:
    rows[_index(rows, "rolled")]["dice"][0] = 7


def _a_leap(rows: list[Row]) -> None:
    way = next(row["way"] for row in rows if row["kind"] == "walked" and len(row["way"]) > 2)
    del way[1]


def _there_and_back(rows: list[Row]) -> None:
    way = next(row["way"] for row in rows if row["kind"] == "walked" and len(row["way"]) > 2)
    way[2:] = [way[0], way[1], *way[2:]][: len(way) - 2]


def _a_turn_out_of_order(rows: list[Row]) -> None:
    rows[_index(rows, "turn_began", turn=2)]["seat"] = 2


def _a_card_dealt_twice(rows: list[Row]) -> None:
    rows[_index(rows, "dealt", seat=1)]["card"] = rows[_index(rows, "dealt", seat=0)]["card"]


def _a_card_that_is_not_held(rows: list[Row]) -> None:
    for row in rows:
        if row["kind"] == "shown":
            row["card"] = next(card for card in row["cards"] if card != row["card"])


def _a_card_that_was_not_named(rows: list[Row]) -> None:
    row = rows[_index(rows, "shown")]
    hand = [one["card"] for one in rows if one["kind"] == "dealt" and one["seat"] == row["seat"]]
    row["card"] = next(card for card in hand if card not in row["cards"])


def _a_lie(rows: list[Row]) -> None:
    row = rows[_index(rows, "shown")]
    row["kind"] = "passed"
    row["seen_by"] = [0, 1, 2]


def _one_who_is_not_asked(rows: list[Row]) -> None:
    del rows[_index(rows, "passed")]


def _another_room(rows: list[Row]) -> None:
    row = rows[_index(rows, "suggested")]
    row["cards"][2] = "hall" if row["cards"][2] != "hall" else "study"


def _an_onlooker_to_a_card(rows: list[Row]) -> None:
    rows[_index(rows, "shown")]["seen_by"] = [0, 1, 2]


def _another_winner(rows: list[Row]) -> None:
    rows[-1]["winner"] = (rows[-1]["winner"] + 1) % 3


def _a_wrong_accusation_that_wins(rows: list[Row]) -> None:
    row = rows[_index(rows, "accused", right=True)]
    row["cards"][0] = next(card for card in SUSPECTS if card != row["cards"][0])


@pytest.mark.parametrize(
    "tamper",
    [
        *(_another_roll, _too_high_a_roll, _a_leap, _there_and_back, _a_turn_out_of_order),
        *(_a_card_dealt_twice, _a_card_that_is_not_held, _a_card_that_was_not_named, _a_lie),
        *(_one_who_is_not_asked, _another_room, _an_onlooker_to_a_card, _another_winner),
        _a_wrong_accusation_that_wins,
    ],
    ids=lambda tamper: tamper.__name__.strip("_"),
)
def test_the_referee_is_not_blind(tamper: Callable[[list[Row]], None]) -> None:
    """A game that is changed in one place breaks a rule, and the referee says so."""
    rows = _rows(_game("classic", 2, "careful", "careful", "novice"))
    Referee(map(json.dumps, rows)).check()
    tamper(rows)
    with pytest.raises(AssertionError):
        Referee(map(json.dumps, rows)).check()


# --- who is told what --------------------------------------------------------------------------


def _covered(row: Row) -> Row | None:
    """Return what those are told of an event who may not know all of it."""
    return None if row["kind"] == "case_seen" else row | {"card": None}


@pytest.mark.parametrize("name", DETECTIVE_GAMES)
def test_a_seat_is_told_what_it_saw_and_no_more(name: str) -> None:
    """As a seat, or as an onlooker, the same events are told, with each card that it did not see covered."""
    for minds in list(_tables(name))[:2]:
        record = _game(name, 0, *minds)
        header, *truth = _rows(record)
        ended = next(row for row in truth if row["kind"] == "ended")  # a tale may follow
        assert sorted(header["case"]) == sorted(ended["case"])
        for seat in range(ONLOOKER, len(minds)):
            header, *told = _rows(record, seat)
            assert (header["case"], header["hidden"], header["truth"]) == (None, None, False)
            rows = [row for row in truth if row["kind"] != "off_script"]  # of that nobody is told
            seen = [row if seat in row["seen_by"] or not _is_secret(row) else _covered(row) for row in rows]
            assert told == [row for row in seen if row]


def _is_secret(row: Row) -> bool:
    return row["kind"] in ("dealt", "looked", "snooped", "gave", "shown", "case_seen")


def _saved(home: Path, record: Record, left_out: int = 0) -> None:
    """Save a game as game-1 with a person on seat 1, and its last actions left out."""
    seats = tuple(replace(seat, mind=PERSON) if n == 1 else seat for n, seat in enumerate(record.seats))
    log = record.log[: len(record.log) - left_out]
    Slot(home, "game-1").keep(Session(replace(record, seats=seats, log=log)))


Tell = Callable[..., str]


@pytest.fixture
def tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Tell:
    """Return a function that prints a saved game as `clue replay` does, and returns what was printed."""

    def printed(name: str, seat: str | None = None, *, as_json: bool = False) -> str:
        show_replay(name, seat, as_json=as_json, home=tmp_path)
        return capsys.readouterr().out

    return printed


def _read(lines_: str) -> list[Row]:
    return [json.loads(line) for line in lines_.splitlines()]


SEATED = ("scarlett", "mustard", "white")


@pytest.mark.parametrize("seat", ["1", "mustard", "Colonel Mustard", "colonel"])
def test_a_game_that_is_over_is_told_as_any_seat_saw_it(tmp_path: Path, tell: Tell, seat: str) -> None:
    """`--seat` takes a number from 0, the id, or any word of the name."""
    record = _game("classic", 2, "careful", "careful", "novice")
    _saved(tmp_path, record)
    header, *told = _read(tell("game-1", seat, as_json=True))
    assert told == _rows(record, 1)[1:]
    assert header["seat"] == 1
    assert [one["mind"] for one in header["seats"]] == ["careful", PERSON, "novice"]


def test_the_whole_truth_of_a_game_that_is_over(tmp_path: Path) -> None:
    """Without `--seat` every hand lies open under its player's name, and every card shown has its name."""
    record = _game("classic", 2, "careful", "careful", "novice")
    _saved(tmp_path, record)
    run = clue("replay", "game-1", home=tmp_path)
    assert run.returncode == 0
    heading, case, *told = run.stdout.splitlines()
    names = {card.id: card.name.within("en") for card in Session(record).scenario.cards.values()}
    truth = _rows(record)
    assert heading == "Classic Clue — classic/3, seed 2"
    assert case == "The envelope holds {}.".format(", ".join(names[card] for card in truth[0]["case"]))
    for seat, suspect in enumerate(SEATED):
        hand = [names[row["card"]] for row in truth[1:] if row["kind"] == "dealt" and row["seat"] == seat]
        assert f"{names[suspect]} holds: {', '.join(hand)}." in told
    text = "\n".join(told)
    assert "showed a card" not in text
    for row in truth:
        if row["kind"] == "shown":
            assert f"showed {names[SEATED[row['to']]]} the card {names[row['card']]}" in text


def test_hidden_cards_are_named_in_the_truth_alone(tmp_path: Path, tell: Tell) -> None:
    """C15-07: which card lies in which room is told when the game is over, and not as a seat was told it."""
    record = _game("clue-2015-quick", 1, "careful", "careful")
    _saved(tmp_path, record)
    assert len(re.findall(r"^In the [A-Z]\w+ lies ", tell("game-1"), re.MULTILINE)) == 4
    assert not re.search("^In the ", tell("game-1", "0"), re.MULTILINE)


@pytest.mark.parametrize("seat", [None, "mustard"])
def test_a_game_under_way_is_told_as_the_person_knows_it(
    tmp_path: Path, tell: Tell, seat: str | None
) -> None:
    """Until a game is over nothing is told that the person does not know: neither hands nor the case."""
    record = _game("classic", 2, "careful", "careful", "novice")
    _saved(tmp_path, record, left_out=4)
    header, *told = _read(tell("game-1", seat, as_json=True))
    assert (header["over"], header["truth"], header["case"], header["seat"]) == (False, False, None, 1)
    assert told == _rows(record, 1)[1:][: len(told)]
    assert {row["seat"] for row in told if row["kind"] == "dealt" and row["card"]} == {1}
    plain = tell("game-1", seat)
    assert "Your cards: " in plain
    assert "holds:" not in plain


@pytest.mark.parametrize("seat", ["0", "white", "Mrs White"])
def test_the_cards_of_others_wait_for_the_end(tmp_path: Path, tell: Tell, seat: str) -> None:
    """Another seat's game is refused as long as the game goes on."""
    _saved(tmp_path, _game("classic", 2, "careful", "careful", "novice"), left_out=4)
    with pytest.raises(Refused, match="game-1 is not over"):
        tell("game-1", seat)


def test_a_game_that_nobody_plays_is_told_as_an_onlooker_sees_it(tmp_path: Path, tell: Tell) -> None:
    """A game under way among opponents alone tells no card that only some of them know."""
    record = _game("classic", 2, "careful", "careful", "novice")
    Slot(tmp_path, "game-1").keep(Session(replace(record, log=record.log[:-4])))
    header, *told = _read(tell("game-1", as_json=True))
    assert (header["truth"], header["seat"]) == (False, None)
    assert all(row["card"] is None for row in told if row["kind"] in ("dealt", "shown"))
    with pytest.raises(Refused, match="game-1 is not over"):
        tell("game-1", "0")


@pytest.mark.parametrize("seat", ["3", "-1", "plum", "m", "", "²", "9" * 5000])
def test_a_seat_that_is_none_is_refused(tmp_path: Path, tell: Tell, seat: str) -> None:
    """A seat that does not play, or could be either of two, is refused, and those that do are named."""
    _saved(tmp_path, _game("classic", 2, "careful", "careful", "novice"))
    with pytest.raises(
        Refused, match="is not one seat of this game; there are: 0 scarlett, 1 mustard, 2 white"
    ):
        tell("game-1", seat)


def test_a_game_that_is_not_there_is_refused(tmp_path: Path, tell: Tell) -> None:
    """A name that no saved game has is said to be none; the same for one that could lead elsewhere."""
    assert_refused(clue("replay", "classic-9", home=tmp_path), "there is no saved game classic-9")
    with pytest.raises(Refused, match="is no name of a saved game"):
        tell("../../etc")


def test_a_damaged_game_is_told_from_the_file_before_it(tmp_path: Path) -> None:
    """What is wrong with the file is said on stderr: the lines on stdout stay JSON, and nothing is mended."""
    _saved(tmp_path, _game("classic", 2, "careful", "careful", "novice"))
    _saved(tmp_path, _game("classic", 2, "careful", "careful", "novice"))
    (tmp_path / "game-1.toml").write_bytes(b"\x00")
    run = clue("replay", "game-1", "--json", home=tmp_path)
    assert "game-1.toml is damaged; the one before it is used" in run.stderr
    assert all(json.loads(line)["kind"] for line in run.stdout.splitlines())
    assert run.stdout.count("\n") > 30
    assert (tmp_path / "game-1.toml").read_bytes() == b"\x00"


def test_a_game_that_is_being_played_is_told(tmp_path: Path, tell: Tell) -> None:
    """A game that is open in another window is told as far as it went: to tell it only reads."""
    record = _game("classic", 2, "careful", "careful", "novice")
    _saved(tmp_path, record, left_out=4)
    before = (tmp_path / "game-1.toml").read_bytes()
    with held(Slot(tmp_path, "game-1")):
        header, *told = _read(tell("game-1", as_json=True))
    assert not header["over"]
    assert len(told) > 30
    assert told == _rows(record, 1)[1 : len(told) + 1]
    assert (tmp_path / "game-1.toml").read_bytes() == before


def test_a_solitaire_is_told_as_it_was_played(tmp_path: Path, tell: Tell) -> None:
    """Nothing is hidden in the solitaire: it is told as to the one who played, and has no case."""
    session = played(collect(3), at_random())
    Slot(tmp_path, "collect-1").keep(session)
    header, *told = _read(tell("collect-1", as_json=True))
    assert header["starts"] == {"detective": "stairs"}
    assert header["rules"] == {"move.dice": 2}
    assert header["case"] is None
    assert sum(row["kind"] == "taken" for row in told) == 21
    assert "\n1. You: rolled " in tell("collect-1")


# --- simulated games that are kept -------------------------------------------------------------


def test_simulated_games_are_kept_the_same_on_one_core_and_two(tmp_path: Path) -> None:
    """Each game is one file of lines, named for scenario and seed, and it is the game of that seed."""
    options = ("--minds", "careful,careful,novice", "--games", "3", "--seed", "2")
    for jobs in ("1", "2"):
        run = clue("simulate", *options, "--jobs", jobs, "--keep", str(tmp_path / jobs), home=tmp_path)
        assert run.returncode == 0, run.stderr
    kept = [{path.name: path.read_text("utf-8") for path in (tmp_path / jobs).iterdir()} for jobs in "12"]
    assert kept[0] == kept[1]
    assert sorted(kept[0]) == ["classic-2.jsonl", "classic-3.jsonl", "classic-4.jsonl"]
    record = _game("classic", 2, "careful", "careful", "novice")
    assert kept[0]["classic-2.jsonl"] == "".join(lines(replay(record, None)))


def test_an_earlier_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    """Simulating again into the same folder leaves the new games alone, whole, and no drafts."""
    old = tmp_path / "classic-7.jsonl"
    old.write_text("old", encoding="utf-8")
    simulate(classic(7, "careful", "careful", "novice"), 1, 1, lambda: None, tmp_path)
    Referee(old.read_text(encoding="utf-8").splitlines()).check()
    assert list(tmp_path.iterdir()) == [old]


def test_a_folder_that_can_not_be_written_is_refused_before_any_game(tmp_path: Path) -> None:
    """A file in the place of the folder is named at once, though games without end were asked for."""
    taken = tmp_path / "taken"
    taken.write_text("mine", encoding="utf-8")
    run = clue("simulate", "--games", "100000", "--keep", str(taken), home=tmp_path)
    assert_refused(run, f"can't write {taken}/classic-", "File exists")
    assert taken.read_text(encoding="utf-8") == "mine"


# --- the page ----------------------------------------------------------------------------------


def _table(heading: str) -> dict[str, tuple[str, ...]]:
    """Return the rows of the table under a heading: the names in the second cell, by that in the first."""
    part = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0].rsplit("|---|", 1)[1]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", part, re.MULTILINE)
    return {name: tuple(re.findall(r"`(\w+)`", cell)) for name, cell in rows}


def test_every_event_and_field_is_on_the_page() -> None:
    """The page lists each kind of event with each of its fields in order, and no other."""

    def kind(event: type[Event]) -> str:
        return "".join(f"_{c.lower()}" if c.isupper() else c for c in event.__name__).removeprefix("_")

    kinds = {kind(event): tuple(field.name for field in fields(event)) for event in Event.__subclasses__()}
    spelt = {name: tuple("dice" if one == "pips" else one for one in given) for name, given in kinds.items()}
    assert _table("The events") == spelt


@pytest.mark.parametrize("name", ["classic", "parlour", "collect"])
def test_every_key_of_the_header_is_on_the_page(name: str) -> None:
    """The page lists the keys of the header in order, whatever the game."""
    record = (
        played(collect(3), at_random()).record if name == "collect" else _game(name, 0, *next(_tables(name)))
    )
    assert list(_table("The header")) == list(_rows(record)[0])


def test_the_example_is_a_game(tmp_path: Path) -> None:
    """The lines on the page are told of the game that it names, in that order."""
    example = re.findall(r"^\{.*\}$", PAGE, re.MULTILINE)
    answers = tmp_path / "answers"
    answers.write_text("roll\ngo lounge\nsuggest plum rope\nend\n", encoding="utf-8")
    options = ("--as", "scarlett", "--opponents", "novice,novice", "--seed", "83", "--answers", str(answers))
    clue("play", "clue-2015", *options, home=tmp_path)
    told = iter(clue("replay", "clue-2015-1", "--json", home=tmp_path).stdout.splitlines())
    assert len(example) > 10
    assert all(line in told for line in example)
