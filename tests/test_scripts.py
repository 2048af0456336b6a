"""Scripted opponents: what a seat does line by line, when its mind takes over, and who sits at the table."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from playing import SUSPECTS, at_random, document, played
from test_begin import HEAD, faults
from test_cli import assert_refused, clue

from clue_cli.opponents.levels import LEVELS
from clue_cli.opponents.scripted import Cue, cue
from clue_cli.play.replay import lines, replay
from clue_cli.play.seating import among_themselves, at_their_seats, open_to_person
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.rules.actions import Accuse, Action, End, Go, Name, Passage, Roll, Show, Suggest, parse
from clue_cli.rules.events import ONLOOKER, OffScript, Rolled, Suggested, TurnBegan, Walked
from clue_cli.rules.legal import Claims, Legal
from clue_cli.scenario.load import from_document, load
from clue_cli.scenario.values import Mind
from clue_cli.words import Refused

CLAIMS = Claims(Suggest, (("plum", "green"), ("rope", "knife")))
ACCUSATIONS = Claims(Accuse, (("plum",), ("rope",), ("hall", "study")))


def script(*texts: str) -> tuple[Action, ...]:
    """Return the lines of these texts."""
    return tuple(map(parse, texts))


# --- line by line ------------------------------------------------------------------------------

HALL, STUDY = Go("hall"), Go("study")
FOLLOWED: list[tuple[str, tuple[Action, ...], Legal, bool, Cue]] = [
    ("a line that is open", (HALL,), Legal((HALL, STUDY)), True, Cue(HALL, ())),
    (
        "a suggestion",
        script("suggest plum rope"),
        Legal(CLAIMS, (End(),)),
        True,
        Cue(*script("suggest plum rope"), ()),
    ),
    (
        "an accusation",
        script("accuse plum rope hall"),
        Legal(ACCUSATIONS, (End(),)),
        True,
        Cue(*script("accuse plum rope hall"), ()),
    ),
    (
        "the roll before a walk needs no line",
        (HALL,),
        Legal((Roll(),), (Passage("study"),)),
        True,
        Cue(Roll(), (HALL,)),
    ),
    ("nor does the end of a turn", (HALL,), Legal(ACCUSATIONS, (End(),)), True, Cue(End(), (HALL,))),
    (
        "nor what is the only thing to do",
        script("suggest plum rope"),
        Legal((Roll(),)),
        True,
        Cue(Roll(), script("suggest plum rope")),
    ),
    (
        "a line that can't be done is the last",
        (HALL, STUDY),
        Legal((STUDY, Go((1, 2)))),
        True,
        Cue(None, (), HALL),
    ),
    (
        "a passage does not stand for a roll",
        script("passage hall"),
        Legal((Roll(),), CLAIMS),
        True,
        Cue(None, (), Passage("hall")),
    ),
    (
        "an answer that fits",
        script("show hall"),
        Legal((Show("hall"), Show("rope"))),
        False,
        Cue(Show("hall"), ()),
    ),
    (
        "answers come in any order",
        (*script("show rope", "show hall"), STUDY),
        Legal((Show("hall"), Show("plum"))),
        False,
        Cue(Show("hall"), (*script("show rope"), STUDY)),
    ),
    (
        "an answer to none of them is up to the mind",
        (*script("show rope"), STUDY),
        Legal((Show("hall"), Show("plum"))),
        False,
        Cue(None, (*script("show rope"), STUDY)),
    ),
    ("a walk is no answer", (HALL,), Legal((HALL, STUDY)), False, Cue(None, (HALL,))),
    (
        "answers nobody asked for are passed over",
        (*script("show rope"), HALL, STUDY),
        Legal((HALL, STUDY)),
        True,
        Cue(HALL, (STUDY,)),
    ),
    (
        "they stay until a turn of the script is done",
        (*script("show rope"), HALL),
        Legal((Roll(),)),
        True,
        Cue(Roll(), (*script("show rope"), HALL)),
    ),
    (
        "a clue card asks, in one's own turn too",
        (HALL,),
        Legal((Name("plum"), Name("green"))),
        True,
        Cue(None, (HALL,)),
    ),
    (
        "and may be answered by the script",
        (*script("name green"), HALL),
        Legal((Name("plum"), Name("green"))),
        True,
        Cue(Name("green"), (HALL,)),
    ),
    (
        "after the last turn of the script it is over",
        script("show rope"),
        Legal((Roll(),), CLAIMS),
        True,
        Cue(None, ()),
    ),
    (
        "but not within that turn",
        script("show rope"),
        Legal(ACCUSATIONS, (End(),)),
        True,
        Cue(End(), script("show rope")),
    ),
]


@pytest.mark.parametrize(
    ("left", "legal", "own_turn", "expected"), [row[1:] for row in FOLLOWED], ids=[row[0] for row in FOLLOWED]
)
def test_a_line_is_done_when_it_can_be(
    left: tuple[Action, ...], legal: Legal, own_turn: bool, expected: Cue
) -> None:
    """What a seat does by its script in one decision, and what is left of the script then."""
    assert cue(left, legal, own_turn=own_turn) == expected


# --- a game ------------------------------------------------------------------------------------

MANOR: dict[str, Any] = {
    **document("classic"),
    "id": "manor",
    "begin": {
        "case": ["plum", "rope", "study"],
        "hands": {
            "scarlett": ["green", "hall"],
            "mustard": ["white", "lounge"],
            "white": ["knife", "library"],
        },
        "tokens": {"mustard": "lounge", "white": [17, 10]},
        "dice": [[3], [6], [6]],
    },
    "seat": [
        {"suspect": "scarlett", "mind": "person"},
        {
            "suspect": "mustard",
            "mind": "novice",
            "script": ["go 18,1", "show lounge", "go lounge", "suggest plum rope"],
        },
        {
            "suspect": "white",
            "mind": "novice",
            "script": ["go lounge", "suggest white wrench", "go hall", "end"],
        },
    ],
}


def record(seed: int = 1, document: dict[str, Any] = MANOR, mine: str = "scarlett") -> Record:
    """Return a new game of the manor, played by the person as `mine` ("" for nobody)."""
    return Record(document, at_their_seats(from_document(document, "manor").scenario, mine, None), seed)


def of_script(game: Record) -> list[OffScript]:
    """Return how the scripts of a game ended, in the order in which they did."""
    return [told.event for told in replay(game, None).events if isinstance(told.event, OffScript)]


def decided(game: Record, seat: int) -> list[str]:
    """Return what a seat did, as the log tells it."""
    session = Session(replace(game, log=()))
    state, done = session.state, []
    for line in game.log:
        if state.seat == seat:
            done.append(line)
        state = state.apply(parse(line))
    return done


@pytest.mark.parametrize("seed", range(4))
def test_a_seat_follows_its_script_and_then_its_mind(seed: int) -> None:
    """White walks into the lounge with a 6 and asks what is written, whatever the person does before."""
    game = played(record(seed, mine=""), at_random()).record
    white = decided(game, 2)
    assert white[:3] == ["roll", "go lounge", "suggest white wrench"]
    asked = [event for event in Session(game).state.histories[ONLOOKER] if isinstance(event, Suggested)]
    assert next(one.cards for one in asked if one.seat == 2) == ("white", "wrench", "lounge")
    mustard = decided(game, 1)
    assert mustard[:2] == ["roll", "go 18,1"]


def test_a_line_that_cannot_be_done_ends_the_script() -> None:
    """No roll leads Mustard to the study at once: from there on the mind plays, and the truth says so."""
    manor = {
        **MANOR,
        "seat": [
            *MANOR["seat"][:1],
            {**MANOR["seat"][1], "script": ["go study", "go 18,1"]},
            MANOR["seat"][2],
        ],
    }
    game = played(record(1, manor, mine=""), at_random()).record
    assert OffScript(1, "go study") in of_script(game)
    plain = {**manor, "seat": [{key: row[key] for key in ("suspect", "mind")} for row in manor["seat"]]}
    unscripted = played(record(1, plain, mine=""), at_random()).record
    assert not of_script(unscripted)


def test_the_end_of_a_script_is_told_where_it_came() -> None:
    """A line that can't be done before what is done instead, the last line before another's turn begins."""
    lost = {**MANOR["seat"][1], "script": ["go study"]}
    over = {**MANOR["seat"][2], "script": ["go lounge", "end"]}
    manor = {**MANOR, "seat": [MANOR["seat"][0], lost, over]}
    told = [one.event for one in replay(played(record(1, manor, mine=""), at_random()).record, None).events]
    at = told.index(OffScript(1, "go study"))
    assert isinstance(told[at - 1], Rolled)
    assert isinstance(told[at + 1], Walked)
    at = told.index(OffScript(2, ""))
    turns = [event for event in told[: at + 2] if isinstance(event, TurnBegan)]
    assert (turns[-1], turns[-2].seat) == (told[at + 1], 2)


def test_how_scripts_end_is_told_with_the_truth_alone() -> None:
    """Players and onlookers are told nothing of scripts; the truth is, in lines for programs too."""
    game = played(record(3, mine=""), at_random()).record
    assert {one.seat for one in of_script(game)} == {1, 2}
    for seat in (0, 1, 2, ONLOOKER):
        assert not any(isinstance(told.event, OffScript) for told in replay(game, seat).events)
    rows = [json.loads(line) for line in lines(replay(game, None))]
    off = [row for row in rows if row.get("kind") == "off_script"]
    assert [(row["seat"], row["seen_by"]) for row in off] == [(one.seat, []) for one in of_script(game)]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_resumed_at_any_line_goes_on_as_it_would_have(seed: int) -> None:
    """How far the scripts were followed is counted again from the log, whoever sat there."""
    game = played(record(seed), at_random()).record
    for cut in range(30, min(len(game.log), 120), 7):
        session = Session(replace(game, log=game.log[:cut]))
        choose = at_random()
        while not session.over and len(session.record.log) < len(game.log):
            session.act(choose(session)) if session.waits_for_person else session.step()
        assert session.record.log == game.log


def test_an_undone_move_leaves_the_scripts_where_they_were() -> None:
    """The person goes, takes it back, and goes: the others do what they would have done."""
    plain, undone = Session(record(1)), Session(record(1))
    choose = at_random(4)
    taken_back = 0
    for _ in range(400):
        if plain.over:
            break
        for session in (plain, undone):
            session.act(choose(session)) if session.waits_for_person else session.step()
        if undone.may_undo and taken_back < 3:
            undone.undo()
            undone.act(choose(undone))
            taken_back += 1
    assert taken_back
    assert undone.record.log == plain.record.log


def test_the_person_follows_no_script() -> None:
    """Whoever sits at a scripted seat in a saved game plays it as they like."""
    seated = (Seat("scarlett", "careful"), Seat("mustard", "novice"), Seat("white", PERSON))
    session = Session(Record(MANOR, seated, 1))
    while not session.waits_for_person:
        session.step()
    session.act(Roll())
    session.step()
    assert Go((17, 4)) in session.legal()


# --- who sits where ----------------------------------------------------------------------------


def table(
    seated: Sequence[tuple[str, str]], mine: str, wished: Sequence[str] | None = None
) -> tuple[Seat, ...]:
    """Seat a game of classic with these seats."""
    manor = {**document("classic"), "seat": [{"suspect": one, "mind": mind} for one, mind in seated]}
    scenario = from_document(manor, "manor").scenario
    return at_their_seats(scenario, mine, wished) if mine else among_themselves(scenario, wished)


KEPT = (("plum", "sleuth"), ("white", PERSON), ("scarlett", "novice"))
FREE = (("plum", "sleuth"), ("white", "novice"))


@pytest.mark.rule("C-13")
@pytest.mark.parametrize(
    ("seated", "mine", "wished", "expected"),
    [
        (KEPT, "white", None, "scarlett novice white person plum sleuth"),
        (KEPT, "", None, "scarlett novice white careful plum sleuth"),
        (KEPT, "white", ("careful", "novice"), "scarlett careful white person plum novice"),
        (KEPT, "", ("expert", "sleuth", "novice"), "scarlett expert white sleuth plum novice"),
        (FREE, "peacock", None, "white novice peacock person plum sleuth"),
        (FREE, "", None, "scarlett careful white novice plum sleuth"),
    ],
)
def test_exactly_these_sit_at_the_table(
    seated: Sequence[tuple[str, str]], mine: str, wished: Sequence[str] | None, expected: str
) -> None:
    """In turn order, the person in the seat that is kept or a free one; among themselves a mind sits in."""
    words = expected.split()
    assert table(seated, mine, wished) == tuple(map(Seat, words[::2], words[1::2]))


def test_minds_wished_for_must_be_as_many_as_opponents() -> None:
    """Two seats take two minds: neither one nor three."""
    for wished in (["novice"], ["novice"] * 3, ["novice", "nobody"]):
        with pytest.raises(Refused):
            table(KEPT, "white", wished)


def test_who_may_sit_where() -> None:
    """Where a seat is kept for the person it is that one; else those are free that nobody has."""
    for seated, free in (
        (KEPT, {"white"}),
        (FREE, {*SUSPECTS} - {"plum", "white"}),
        ((), {*SUSPECTS}),
    ):
        manor = {**document("classic"), "seat": [{"suspect": one, "mind": mind} for one, mind in seated]}
        assert set(open_to_person(from_document(manor, "manor").scenario)) == free


# --- files and commands ------------------------------------------------------------------------


def test_minds_in_files_are_the_levels_and_the_person() -> None:
    """A seat may have every mind that there is."""
    assert get_args(Mind) == (*LEVELS, PERSON)


VERBS = "accuse, ask, end, give, go, interrogate, join, name, passage, reveal, roll, show, snoop, "
VERBS += "suggest, take, yield"
UNREADABLE = "can't be read as an action: it must be"
SEATS = '[[seat]]\nsuspect = "scarlett"\nmind = "person"\n[[seat]]\nsuspect = "white"\n'
SEATS += '[[seat]]\nsuspect = "plum"\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '[[seat]]\nsuspect = "plumb"\n[[seat]]\nsuspect = "white"',
            ["seat[0].suspect: there is no suspect 'plumb' (plum)"],
        ),
        (
            '[[seat]]\nsuspect = "plum"\n[[seat]]\nsuspect = "plum"',
            ["seat[1].suspect: plum has a seat already"],
        ),
        (
            '[[seat]]\nsuspect = "plum"\nmind = "person"\n[[seat]]\nsuspect = "white"\nmind = "person"\n'
            '[[seat]]\nsuspect = "green"',
            ["seat[1].mind: one person plays at most, and there is one already"],
        ),
        (
            '[[seat]]\nsuspect = "plum"',
            ["seat: with these seats 2 players are at the table, but it takes 3 to 6"],
        ),
        (
            '[[seat]]\nsuspect = "plum"\nmind = "person"\nscript = ["roll"]\n[[seat]]\nsuspect = "white"\n'
            '[[seat]]\nsuspect = "green"',
            ["seat[0].script: must be left out: a person follows no script"],
        ),
        (
            '[[seat]]\nsuspect = "plum"\nmind = "carful"\n[[seat]]\nsuspect = "white"',
            [
                "seat[0].mind: must be 'novice', 'careful', 'sleuth', 'expert', 'person', not 'carful' "
                "(careful)"
            ],
        ),
        (
            SEATS
            + 'script = ["sugest plum rope", "go loung", "go 0,0", "suggest rope plum", "suggest plum roap", '
            '"show hal", "accuse plum rope", "dice 6", "ask green", "go", "take tea", "end", "show", '
            '"accuse a", "go nowhere", "suggest plam roap", "take", "roll 7"]',
            [
                f"seat[2].script[0]: 'sugest' is nothing that a player does; there are: {VERBS} (suggest)",
                "seat[2].script[1]: there is no place 'loung' (lounge)",
                "seat[2].script[2]: 0,0 is no corridor square",
                "seat[2].script[3]: names one card of each: <suspect> <weapon>, in this order",
                "seat[2].script[4]: there is no card 'roap' (rope)",
                "seat[2].script[5]: there is no card 'hal' (hall)",
                "seat[2].script[6]: names one card of each: <suspect> <weapon> <room>, in this order",
                f"seat[2].script[7]: 'dice' is nothing that a player does; there are: {VERBS}",
                "seat[2].script[8]: 'ask' means nothing by the rules of this scenario",
                f"seat[2].script[9]: 'go' {UNREADABLE} 'go <place or row,column> [row,column]'",
                "seat[2].script[10]: 'take' means nothing by the rules of this scenario",
                f"seat[2].script[12]: 'show' {UNREADABLE} 'show <card>'",
                f"seat[2].script[13]: 'accuse a' {UNREADABLE} 'accuse <suspect> <weapon> <room>'",
                "seat[2].script[14]: there is no place 'nowhere'; there are: kitchen, ballroom, "
                "conservatory, billiard_room, library, study, hall, lounge, dining_room, stairs",
                "seat[2].script[15]: there is no card 'plam' (plum)",
                "seat[2].script[15]: there is no card 'roap' (rope)",
                "seat[2].script[16]: 'take' means nothing by the rules of this scenario",
                f"seat[2].script[17]: 'roll 7' {UNREADABLE} 'roll'",
            ],
        ),
    ],
)
def test_seats_that_cannot_be_are_told_whole(tmp_path: Path, text: str, expected: list[str]) -> None:
    """Each fault of a seat or a script is told at its place, with what was likely meant."""
    assert faults(tmp_path, "classic", text) == expected


@pytest.mark.rule("PA-04", "PA-05", "PA-06", "PA-07", "C15-09")
@pytest.mark.parametrize(
    ("ruleset", "idle"),
    [
        ("classic", "ask give interrogate join name reveal take yield"),
        ("parlour", "join name reveal roll"),
        ("master-detective", "ask give interrogate join name reveal take yield"),
        ("clue-2015", "give interrogate take yield"),
    ],
)
def test_a_script_says_nothing_that_no_rule_allows(tmp_path: Path, ruleset: str, idle: str) -> None:
    """What is asked, given, paid or named in one edition alone is a slip in the script of another."""
    lines = ["ask plum", "give hall", "interrogate plum", "join hall", "name plum", "reveal hall", "roll"]
    text = SEATS + f"script = {[*lines, 'take tea', 'yield']}"
    told = faults(tmp_path, ruleset, text)
    assert sorted(one.split("'")[1] for one in told if "means nothing" in one) == idle.split()
    if ruleset == "parlour":
        assert [one for one in told if "no forfeit" in one] == [
            "seat[2].script[7]: there is no forfeit 'tea'"
        ]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with a scenario of one's own in it."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "mine.toml").write_text(
        HEAD.format("classic")
        + 'begin.first = "white"\n'
        + SEATS.replace('"white"\n', '"white"\nscript = ["passage conservatory"]\n')
        + '[begin.tokens]\nwhite = "lounge"\n',
        encoding="utf-8",
    )
    return tmp_path


def test_the_table_is_set_as_the_file_says(home: Path, tmp_path: Path) -> None:
    """Played without a word on suspects and opponents, exactly these sit down, and play as it is written."""
    answers = tmp_path / "answers"
    answers.write_text("roll\n", encoding="utf-8")
    run = clue("play", "mine", "--seed", "4", "--answers", str(answers), home=home)
    assert "At the table: you, Mrs White (careful), Professor Plum (careful)." in run.stdout
    watched = clue("play", "mine", "--seed", "4", "--watch", home=home)
    assert "Miss Scarlett (careful), Mrs White (careful), Professor Plum (careful)" in watched.stdout
    assert "1. Mrs White: took the secret passage to the Conservatory" in watched.stdout
    assert_refused(clue("play", "mine", "--as", "plum", home=home), "is played as scarlett alone")
    assert_refused(
        clue("play", "mine", "--as", "scarlett", "--opponents", "novice", home=home), "2 opponents"
    )


def test_simulated_games_are_those_of_the_file(home: Path) -> None:
    """Minds stay in the seats that the file gives them, and the scripts of all games can be read."""
    run = clue("simulate", "mine", "--games", "2", "--seed", "1", "--keep", str(home / "kept"), home=home)
    assert run.returncode == 0
    for path in (home / "kept").iterdir():
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert [seat["suspect"] for seat in rows[0]["seats"]] == ["scarlett", "white", "plum"]
        assert [(row["seat"], row["line"]) for row in rows if row["kind"] == "off_script"] == [(1, "")]
    assert load(home / "scenarios" / "mine.toml").scenario.seats[1].script == ("passage conservatory",)


def test_the_page_shows_a_beginning_that_loads(tmp_path: Path) -> None:
    """The example of the page is a scenario with a beginning, three seats and a script."""
    page = (Path(__file__).parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (tmp_path / "stormy-night.toml").write_text(
        page.split("## A fixed beginning")[1].split("```toml\n")[1].split("```")[0], encoding="utf-8"
    )
    scenario = load(tmp_path / "stormy-night.toml").scenario
    assert scenario.begin.hands["scarlett"] == ("green", "hall")
    assert [bool(role.script) for role in scenario.seats] == [False, False, True]
