"""The shelf: each house is what its story promises, games in it end, and the lesson teaches its reader."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from games import EDITIONS, dealt, may, offered, play, whims
from playing import COLLECTOR, document
from shelf_campaign import watched
from test_cli import clue

from clue_cli.opponents.levels import LEVELS
from clue_cli.play import caselog, puzzle
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.rules.actions import parse
from clue_cli.rules.challenge import Measure
from clue_cli.rules.events import Ended, Event, PutOut, Said, Shown, Suggested, TurnBegan, Unrefuted
from clue_cli.rules.model import Kind, Scenario
from clue_cli.rules.movement import Move, distances, gait
from clue_cli.rules.position import Position
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.load import from_document, load
from clue_cli.scenario.shelf import find, listing, shipped

HOUSES = ("grand-hotel", "locked-room", "night-train", "old-mill", "theatre", "tutorial")
CHALLENGES = {game: [f"{game}-{at}" for at in ("mill", "house", "train")] for game in ("collect", "errands")}
PUZZLES = sorted((shipped() / "puzzles").glob("*.toml"))


@cache
def scenario(name: str) -> Scenario:
    """Return a shipped scenario."""
    return load(find(name)).scenario


# --- all of it ---------------------------------------------------------------------------------


def test_every_file_of_the_shelf_passes_check(tmp_path: Path) -> None:
    """`clue scenarios check` has nothing to say against any of them."""
    run = clue("scenarios", "check", *(str(one.path) for one in listing()), home=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count("no faults") == len(listing())


@pytest.mark.parametrize("name", [one.id for one in listing()])
def test_stories_and_tales_are_told_in_english_and_french(name: str) -> None:
    """Whatever a player reads of a scenario is there in both languages, and no hint stays untranslated."""
    told = [
        scenario(name).name,
        scenario(name).story,
        *(tale.say for tale in scenario(name).tales if tale.say),
    ]
    assert [set(text.words) for text in told] == [{"en", "fr"}] * len(told)
    assert all(text.words["en"] != text.words["fr"] for text in told[1:])


@pytest.mark.parametrize("name", [*HOUSES, *CHALLENGES["collect"], *CHALLENGES["errands"]])
@pytest.mark.parametrize("seed", [51, 52])
def test_a_watched_game_ends(name: str, seed: int) -> None:
    """A game of each is told to its end (50 of each: shelf_campaign.py), and no shown card is named."""
    game, lines = watched(load(find(name)), seed)
    assert game.over
    ended = [event for event in game.state.histories[0] if isinstance(event, Ended)]
    assert len(ended) == 1
    shown = sum(isinstance(event, Shown) for event in game.state.histories[0])
    assert len(re.findall("showed a card to", "\n".join(lines))) == shown


# --- the houses --------------------------------------------------------------------------------


@pytest.mark.rule("CL-02")
def test_the_small_house_deals_hands_of_one_size() -> None:
    """Three or four play at the mill, and nobody is dealt a card more than another."""
    mill = scenario("old-mill")
    dealt_cards = len(mill.cards) - len(mill.categories)
    assert mill.rules.players == (3, 4)
    assert [dealt_cards % players for players in (3, 4)] == [0, 0]
    assert len(mill.cards) < len(scenario("classic").cards)


def test_the_large_house_is_large() -> None:
    """The hotel is at least 30 squares each way, with more cards than any other house, for eight."""
    hotel = scenario("grand-hotel")
    rows, columns = len(hotel.board.rows), len(hotel.board.rows[0])
    assert min(rows, columns) >= 30
    assert hotel.rules.players[1] == 8
    most = max(len(loaded.scenario.cards) for name, loaded in EDITIONS.items() if name != "grand-hotel")
    assert len(hotel.cards) > most


def test_the_theatre_has_links_and_no_squares() -> None:
    """Whoever plays there never rolls."""
    theatre = scenario("theatre")
    assert theatre.board.links
    assert not theatre.board.squares


@pytest.mark.rule("C15-07", "MD-07")
def test_the_duel_is_for_two_who_look_at_hidden_cards() -> None:
    """Two play for cards that lie face down in four coaches, each with as many in hand."""
    begun = Session(
        Record(document("night-train"), (Seat("countess", "careful"), Seat("guard", "careful")), 1)
    )
    while not begun.state.table.turn:
        begun.step()
    assert scenario("night-train").rules.players == (2, 2)
    assert len(begun.state.table.covered) == 4
    assert len({len(hand) for hand in begun.state.hands}) == 1


@pytest.mark.rule("C15-08", "MD-04", "MD-05")
def test_a_locked_room_is_entered_and_left_by_passages_alone() -> None:
    """No door leads in; one comes through the library within a roll, and out by any of three passages."""
    castle = scenario("locked-room")
    locked = {room.id for room in castle.board.rooms if not room.doors}
    assert locked == {"locked_room", "crypt"}
    bare = gait(castle.rules)
    beside = Move(castle.board, (7, 12), 6, gait=bare).ends()
    assert "locked_room" not in beside  # the wall is next to it
    through = Move(castle.board, (4, 7), 2, gait=bare).ends()
    assert "locked_room" in through  # into the library and on
    hands = {"scarlett": "", "mustard": "", "white": ""}
    begun = dealt(castle, hands, case="plum rope library", at={"scarlett": "locked_room"})
    assert {"passage library", "passage gallery", "passage crypt"} <= offered(begun)
    entered = play(begun, "passage crypt")
    assert entered.table.place(0) == "crypt"
    assert may(entered, "suggest plum rope")


@pytest.mark.rule("S1-03")
@pytest.mark.parametrize("game", CHALLENGES)
def test_no_solitaire_is_played_where_a_room_has_no_door(game: str) -> None:
    """A detective who knows no passages would never get into the locked room, which is said at once."""
    castle = document("locked-room")
    house = {"board": castle["board"], "category": castle["category"], "start": "great_hall"}
    with pytest.raises(ScenarioFaults, match="locked_room has no door"):
        from_document(document(game) | house, "test")


# --- the lesson --------------------------------------------------------------------------------

FOLLOWED = """roll
go mill_floor
suggest thistle sack
end
show bakery
roll
go stable
suggest thistle sickle
end
show pitchfork
passage wheel_house
suggest thistle sickle
accuse thistle sickle wheel_house
"""


@pytest.mark.parametrize(
    ("language", "steps"),
    [
        (
            "en",
            "begins with the dice|you may ask|asked one after the other|Listen when|first to answer|a trick"
            "|Nobody could show a card!|Secret passages join|one accusation|The game is yours",
        ),
        (
            "fr",
            "commence par les dés|vous pouvez questionner|interrogées l’une après|Écoutez|premier à répondre"
            "|une ruse|Personne n’a pu montrer|passages secrets relient|qu’à une accusation|est à vous",
        ),
    ],
)
def test_who_follows_the_lesson_solves_the_case(language: str, steps: str, tmp_path: Path) -> None:
    """At the real program each step is explained as it comes, in order, and the case is solved in turn 7."""
    answers = tmp_path / "answers"
    answers.write_text(FOLLOWED, encoding="utf-8")
    env = {**os.environ, "CLUE_HOME": str(tmp_path), "CLUE_LANG": language, "COLUMNS": "200"}
    command = [sys.executable, "-m", "clue_cli", "play", "tutorial", "--plain", "--answers", str(answers)]
    run = subprocess.run(command, env=env, text=True, capture_output=True, check=False, timeout=60)
    assert (run.returncode, run.stderr) == (0, "")
    places = [run.stdout.index(step) for step in steps.split("|")]
    assert places == sorted(places)
    assert "7." in run.stdout
    assert "8." not in run.stdout[: places[-1]]


def lesson(seed: int) -> Session:
    """Return a new lesson, with Mr Grist for the person."""
    table = (Seat("grist", PERSON), Seat("crumb", "novice"), Seat("barley", "novice"))
    return Session(Record(document("tutorial"), table, seed))


@pytest.mark.parametrize("seed", [1, 2])
def test_what_the_lesson_says_is_true(seed: int) -> None:
    """Whatever the seed, the card shown to Crumb is Brook, and the last question names the case."""
    game, lines = lesson(seed), FOLLOWED.splitlines()
    while not game.over:
        if game.waits_for_person:
            game.act(parse(lines.pop(0)))
        else:
            game.step()
    shown = [event for event in game.state.histories[1] if isinstance(event, Shown)]
    assert {event.card for event in shown if event.to == 1} == {"brook", "sack"}
    ended = next(event for event in game.state.histories[0] if isinstance(event, Ended))
    assert (ended.winner, ended.case) == (0, ("thistle", "sickle", "wheel_house"))
    assert len(game.state.view(0).told(Said)) == 10


def holds(state: Position, *cards: str) -> bool:
    """Tell whether all these cards are Mr Grist's."""
    return state.hands[0] >= {*cards}


SO: dict[str, Callable[[Position, Event], bool]] = {
    "Nine steps lead there": lambda state, _event: (
        distances(state.scenario.board, state.scenario.starts["grist"])["mill_floor"]
        == sum(document("tutorial")["begin"]["dice"][0])
    ),
    "Once in a room you may ask": lambda state, event: state.table.turn == 1 and isinstance(event, TurnBegan),
    "Doctor Thistle and the Sack": lambda state, _event: not holds(state, "thistle", "sack"),
    "from your left: Mrs Crumb, then Miss Barley": lambda state, event: (
        isinstance(event, Suggested) and state.table.seats == ("grist", "crumb", "barley")
    ),
    "you hold the Pitchfork and the Bakery": lambda state, _event: holds(state, "pitchfork", "bakery"),
    "When Miss Barley asks, you are the first": lambda state, _event: state.table.seats[-1] == "barley",
    "the Stable is a card of yours, and the Bakery": lambda state, _event: holds(state, "stable", "bakery"),
    # nobody can ever show these two, so that the advice is good whenever it is followed
    "Doctor Thistle with the Sickle": lambda state, _event: {*state.case} >= {"thistle", "sickle"},
    "Nobody could show a card!": lambda state, event: (
        isinstance(event, Unrefuted) and event.seat == 0 and not state.table.face_up
    ),
    "Secret passages join the Stable and the Wheel House, the Bakery and the Granary": lambda state, _event: (
        {*map(frozenset, state.scenario.board.passages)}
        == {frozenset(("stable", "wheel_house")), frozenset(("bakery", "granary"))}
    ),
    "The Wheel House is not in your hand. Ask here": lambda state, _event: (
        not holds(state, "wheel_house") and state.table.place(0) == "wheel_house"
    ),
    "You have one accusation": lambda state, _event: 0 not in state.table.out,
    "Go through the notebook": lambda state, _event: not state.table.face_up,
    "Miss Barley and the Pitchfork, which you hold": lambda state, _event: holds(
        state, "barley", "pitchfork"
    ),
    "That was too early": lambda _state, event: event == PutOut(0),
    "The game is yours!": lambda _state, event: isinstance(event, Ended) and event.winner == 0,
    "Mrs Crumb wins": lambda _state, event: isinstance(event, Ended) and event.winner == 1,
    "Miss Barley wins": lambda _state, event: isinstance(event, Ended) and event.winner == 2,
}
"""What the lesson says of the moment at which it is said, and whether that is so after this event."""

LESSONS = (
    "the dice",
    "may ask",
    "is in a hand",
    "may accuse",
    "Listen",
    "a trick",
    "passages",
    "the notebook:",
)
"""What is said by the fourth turn of one's own, if everybody has asked something by then."""


@pytest.mark.parametrize("mind", ["whims", *LEVELS])
@pytest.mark.parametrize("seed", range(6))
def test_the_lesson_is_true_wherever_one_wanders(mind: str, seed: int) -> None:
    """However Mr Grist plays, no text is false or told twice, and no lesson is left out."""
    grist, *others = lesson(seed).record.seats
    grist = replace(grist, mind=PERSON if mind == "whims" else mind)
    game, rng, heard = Session(replace(lesson(seed).record, seats=(grist, *others))), Random(seed), 0
    choose = whims(lambda: game.state.case, accusing=0.05)
    told: list[str] = []
    while not game.over:
        if game.waits_for_person:
            game.act(choose(game.state, rng))
        else:
            game.step()
        events = game.state.histories[0]
        for n, event in enumerate(events[heard:], heard):
            if isinstance(event, Said):
                told.append(event.words["en"])
                last = next(other for other in reversed(events[:n]) if not isinstance(other, Said))
                claims = [so for words, so in SO.items() if words in told[-1]]
                assert claims, told[-1]
                assert all(so(game.state, last) for so in claims), told[-1]
        heard = len(events)
    assert len({*told}) == len(told)
    asked = {event.seat for event in events if isinstance(event, Suggested)}
    if game.state.table.turn > 10 and asked == {0, 1, 2}:
        assert [words for words in LESSONS if not any(words in text for text in told)] == []


# --- challenges --------------------------------------------------------------------------------


GOOD = {
    "collect-mill": 20.15,
    "collect-house": 33.50,
    "collect-train": 26.80,
    "errands-mill": 25.9,
    "errands-house": 45.3,
    "errands-train": 42.4,
}
"""What good play takes on average, in rolls, as `clue par` tells (`--seed 1`, or `--games 200`)."""


@pytest.mark.rule("S1-06", "S2-06")
@pytest.mark.parametrize("game", CHALLENGES)
def test_challenges_ask_for_more_and_more(game: str) -> None:
    """Gold lies above what good play takes at first and below it at last; bronze is always within reach."""
    room = []
    for name in CHALLENGES[game]:
        challenge = scenario(name).challenge
        assert challenge is not None
        assert challenge.measure is Measure.ROLLS
        gold, silver, bronze = (most for _medal, most in challenge.bounds)
        assert gold < silver < bronze
        assert GOOD[name] < bronze
        room.append((gold - GOOD[name]) / GOOD[name])
    assert room[0] > 0 > room[2]
    assert room == sorted(room, reverse=True)


def test_only_the_last_challenges_forbid_hints() -> None:
    """Who has met the first two may be expected to walk alone."""
    for names in CHALLENGES.values():
        asked = [scenario(name).challenge for name in names]
        assert [challenge and challenge.help for challenge in asked] == [True, True, False]


@pytest.mark.rule("S1-01")
@pytest.mark.parametrize("name", [*CHALLENGES["collect"], *CHALLENGES["errands"]])
def test_a_challenge_has_the_same_layout_for_every_seed(name: str) -> None:
    """Whoever plays it finds everybody and everything in the same rooms."""
    layouts = []
    for seed in (1, 2):
        game = Session(Record(document(name), COLLECTOR, seed))
        while not (game.waits_for_person or game.over):
            game.step()
        layouts.append(dict(game.state.table.pieces))
    assert layouts[0] == layouts[1]
    assert set(layouts[0]) >= {*scenario(name).ids(Kind.SUSPECT), *scenario(name).ids(Kind.WEAPON)}


# --- the series of puzzles -----------------------------------------------------------------------


def test_there_are_ten_puzzles_that_grow_harder() -> None:
    """They lie in the order of their levels, each with a name and a line of story in both languages."""
    found = [puzzle.of(caselog.read(path)) for path in PUZZLES]
    assert [int(one.level) for one in found] == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
    for one in found:
        assert one.story is not None
        assert set(one.story.words) == set(one.name.words) == {"en", "fr"}
    assert len({one.name.within("en") for one in found}) == len({one.id for one in found}) == 10


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_a_puzzle_of_the_series_has_one_answer_and_nothing_to_spare(path: Path) -> None:
    """What it states of itself is so, counted exactly."""
    found = puzzle.of(caselog.read(path))
    assert found.faults() == []
    assert list(found.spare()) == []
    assert found.stated == found.level


def test_a_puzzle_of_the_series_is_found_by_its_name(tmp_path: Path) -> None:
    """`clue puzzle play case-01` opens it, and the list has all ten in order."""
    listed = clue("puzzle", "list", home=tmp_path)
    assert re.findall(r"case-\d\d", listed.stdout) == [path.stem for path in PUZZLES]
    opened = clue("puzzle", "play", "case-01", "--plain", home=tmp_path, stdin="")
    assert "Flour on the stairs" in opened.stdout
