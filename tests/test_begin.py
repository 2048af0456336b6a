"""Fixed beginnings: what is fixed comes true, all else is by chance as it would be, and nobody is told."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w
from games import EDITIONS, NAMELESS, TABLES, category, drawn, driven, whims
from playing import at_random, document, played, seats, small_house

from clue_cli.play import proof, scores
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.rules.begin import NOTHING, Begin
from clue_cli.rules.engine import WrongSeats, new_game
from clue_cli.rules.events import ONLOOKER, Called, Contended, Rolled
from clue_cli.rules.model import Game, Kind, Scenario
from clue_cli.rules.options import Rules, Weapons
from clue_cli.rules.position import Position
from clue_cli.scenario.boardless import without_board
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.load import from_document, load
from clue_cli.scenario.shelf import find

ROWS = drawn("A#B#C", ".....", "##x##", doors=(((0, 0), (1, 0)), ((0, 2), (1, 2)), ((0, 4), (1, 4))))
TINY = Scenario(
    "tiny",
    Game.CLUE,
    NAMELESS,
    NAMELESS,
    (
        category(Kind.SUSPECT, "ann bob cat"),
        category(Kind.WEAPON, "rope pan"),
        category(Kind.ROOM, "a b c"),
    ),
    ROWS,
    Rules(players=(2, 3)),
    start="stairs",
    starts=dict.fromkeys(("ann", "bob", "cat"), "stairs"),
)
"""Eight cards, of which five are dealt."""

SOLITAIRE = replace(
    TINY,
    game=Game.COLLECT,
    categories=(category(Kind.SUSPECT, "ann bob"), category(Kind.WEAPON, "rope pan"), TINY.categories[2]),
    starts={},
)
HEAD = 'format = 1\nid = "mine"\nruleset = "{}"\nname = "Mine"\n'
Setting = tuple[object, ...]


def fixing(scenario: Scenario, **fixed: Any) -> Scenario:
    """Return the scenario with this fixed of its beginning."""
    return replace(scenario, begin=Begin(**fixed))


def settings(state: Position) -> dict[Setting, Fraction]:
    """Return every way in which chance can set a game up, with its exact probability."""
    found: dict[Setting, Fraction] = defaultdict(Fraction)
    todo = [(state, Fraction(1))]
    while todo:
        state, chance = todo.pop()
        if state.table.turn:
            found[state.case, state.hands, tuple(sorted(state.table.pieces.items()))] += chance
            continue
        todo += [(state.after(action), chance * one) for action, one in state.chance().items()]
    return found


@lru_cache
def free_settings() -> dict[Setting, Fraction]:
    """Return every way in which the tiny house can be set up where nothing is fixed."""
    return settings(new_game(TINY, ("ann", "bob", "cat")))


def given_that(
    found: Mapping[Setting, Fraction], begin: Begin, suspects: tuple[str, ...]
) -> dict[Setting, Fraction]:
    """Return the ways that agree with what is fixed, with their probabilities among themselves."""
    fitting = {}
    for way, chance in found.items():
        case, hands, pieces = way
        assert isinstance(case, tuple)
        assert isinstance(hands, tuple)
        assert isinstance(pieces, tuple)
        held = zip(suspects, hands, strict=False)
        if (
            set(begin.case) <= set(case)
            and all(set(begin.hands.get(suspect, ())) <= hand for suspect, hand in held)
            and set(begin.pieces.items()) <= set(pieces)
        ):
            fitting[way] = chance
    whole = sum(fitting.values())
    return {way: chance / whole for way, chance in fitting.items()}


def set_up(state: Position, rng: Random) -> Position:
    """Return the first turn of a game, as chance sets it up."""
    return next(after for *_, after in driven(state, rng, whims(tuple)) if after.table.turn)


FIXED = {
    "a card of the case": {"case": ("bob",)},
    "the whole case": {"case": ("a", "bob", "pan")},
    "a hand in part": {"hands": {"cat": ("rope",)}},
    "two hands": {"hands": {"ann": ("a", "pan"), "bob": ("ann",)}},
    "case and hand": {"case": ("cat",), "hands": {"bob": ("a", "b")}},
    "a hand that leaves one card of a category": {"hands": {"ann": ("rope",), "cat": ("c",)}},
    "the hand of nobody who plays": {"hands": {"zoe": ("rope",)}},
    "a weapon": {"pieces": {"pan": "b"}},
    "cards and weapons": {"case": ("rope",), "hands": {"ann": ("c",)}, "pieces": {"rope": "a", "pan": "c"}},
}


@pytest.mark.rule("C-01", "C-02")
@pytest.mark.parametrize("fixed", FIXED.values(), ids=FIXED)
def test_what_is_left_is_by_chance_as_in_any_game_that_begins_so(fixed: dict[str, Any]) -> None:
    """Of a tiny house every deal is worked out: those that agree with what is fixed, and no others, may come.

    Each has the probability that it has among the games without anything fixed that begin so.
    """
    suspects = ("ann", "bob", "cat")
    scenario = fixing(TINY, **fixed)
    expected = given_that(free_settings(), scenario.begin, suspects)
    assert settings(new_game(scenario, suspects)) == expected


@pytest.mark.rule("S1-01")
@pytest.mark.parametrize(
    "pieces", [{"bob": "b"}, {"bob": "b", "rope": "b"}, {"ann": "c", "bob": "a", "pan": "c", "rope": "a"}]
)
def test_so_it_is_in_a_solitaire(pieces: dict[str, str]) -> None:
    """Pieces that are fixed stand in their rooms, the others by chance in those that are left."""
    free, scenario = settings(new_game(SOLITAIRE)), fixing(SOLITAIRE, pieces=pieces)
    assert settings(new_game(scenario)) == given_that(free, scenario.begin, ())


@pytest.mark.rule("C-02", "C15-07", "SG-05", "PA-02")
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_edition_deals_round_what_is_fixed(name: str, players: int) -> None:
    """With cards of case and hands fixed, every edition deals all cards once, and hands as big as ever."""
    scenario = EDITIONS[name].scenario
    rng = Random(f"fixed {name} {players}")
    suspects = scenario.ids(Kind.SUSPECT)[:players]
    plain = set_up(new_game(scenario, suspects), rng)
    case = tuple(rng.sample(plain.case, 2))
    hands = {
        one: tuple(rng.sample(sorted(hand), len(hand) // 2))
        for one, hand in zip(suspects, plain.hands, strict=True)
    }
    state = set_up(new_game(fixing(scenario, case=case, hands=hands), suspects), rng)
    assert set(case) <= set(state.case)
    for suspect, hand in zip(suspects, state.hands, strict=True):
        assert set(hands[suspect]) <= hand
    lying = [
        *state.case,
        *state.laid.values(),
        *state.table.face_up,
        *(card for hand in state.hands for card in hand),
    ]
    assert sorted(lying) == sorted(scenario.cards)
    assert [len(hand) for hand in state.hands] == [len(hand) for hand in plain.hands]


@pytest.mark.rule("C-02")
def test_a_hand_must_not_be_bigger_than_it_is_dealt() -> None:
    """Of five cards three seats get two, two and one: a second card for the last one is refused."""
    hands = {"cat": ("rope", "a")}
    with pytest.raises(WrongSeats):
        new_game(fixing(TINY, hands=hands), ("ann", "bob", "cat"))
    assert new_game(fixing(TINY, hands=hands), ("ann", "cat"))


def test_players_are_told_nothing_of_what_is_fixed() -> None:
    """What a seat may know has the cards, the rules and the board, but neither deal nor dice nor scripts."""
    manor = from_document(MANOR, "manor").scenario
    assert manor.begin.dice
    state = new_game(manor, ("scarlett", "mustard", "green"))
    for seat in (0, 1, 2, ONLOOKER):
        known = state.view(seat).scenario
        assert known == replace(manor, begin=NOTHING, seats=())


# --- dice, places, turns -----------------------------------------------------------------------


def manor(**begin: Any) -> dict[str, Any]:
    """Return the document of a classic game that begins so."""
    return {**document("classic"), "id": "manor", "begin": begin}


MANOR = manor(
    case=["plum", "rope"],
    hands={"scarlett": ["green", "hall"], "mustard": ["knife"]},
    dice=[[3], [5], [6]],
    weapons={"rope": "hall", "knife": "hall"},
    tokens={"green": "lounge", "plum": [7, 5]},
    first="green",
)
MINDS = seats("careful", "novice", "careful", "novice")


def rolls(session: Session) -> list[tuple[int, ...]]:
    """Return the rolls of a game."""
    return [event.pips for event in session.state.histories[ONLOOKER] if isinstance(event, Rolled)]


@pytest.mark.rule("CL-01")
@pytest.mark.parametrize("seed", range(3))
def test_the_first_rolls_are_fixed_and_the_next_as_ever(seed: int) -> None:
    """Three rolls are those of the file, whoever makes them; the fourth is the fourth of the seed's dice."""
    plain, fixed = (
        rolls(played(Record(manor(**begin), MINDS, seed), at_random()))
        for begin in ({}, {"dice": [[3], [5], [6]]})
    )
    assert fixed[:3] == [(3,), (5,), (6,)]
    assert fixed[3:10] == plain[3:10]


@pytest.mark.rule("C-07", "C-13")
def test_tokens_weapons_and_the_first_turn_are_where_they_are_put() -> None:
    """Green begins in the lounge; two weapons may share a room; who is not named is where chance has it."""
    session = Session(Record(MANOR, MINDS, 1))
    while not session.state.table.turn:
        session.step()
    table = session.state.table
    assert (table.tokens["green"], table.tokens["plum"]) == ("lounge", (7, 5))
    assert table.tokens["scarlett"] == session.scenario.board.starts[0]
    assert (table.pieces["rope"], table.pieces["knife"]) == ("hall", "hall")
    assert len(set(table.pieces.values())) == 5
    assert table.seats[table.active] == "green"


@pytest.mark.rule("C-13", "MD-03")
def test_who_begins_throws_for_it_no_more() -> None:
    """With the first turn fixed nobody throws; of a suspect whom nobody plays it is the next one's turn."""
    scenario = replace(EDITIONS["master-detective"].scenario, begin=Begin(first="white"))
    order = scenario.ids(Kind.SUSPECT)
    after, before = order[order.index("white") + 1], order[order.index("white") - 1]
    for others, first in (((order[0], "white", after), "white"), ((order[0], before, after), after)):
        state = set_up(new_game(scenario, others), Random(1))
        assert state.table.seats[state.table.active] == first
        assert not any(isinstance(event, Contended) for event in state.histories[ONLOOKER])
    state = set_up(new_game(scenario, tuple(one for one in order if order.index(one) < 3)), Random(1))
    assert state.table.active == (order[:3].index("white") if "white" in order[:3] else 0)


def test_weapons_off_the_board_come_onto_it_one_by_one() -> None:
    """Where weapons are off the board until they are named, those that are fixed stand in their rooms."""
    tiny = fixing(
        replace(TINY, rules=replace(TINY.rules, setup_weapons=Weapons.OFF_BOARD)), pieces={"pan": "b"}
    )
    ways = settings(new_game(tiny, ("ann", "bob", "cat")))
    assert {pieces for _case, _hands, pieces in ways} == {(("pan", "b"),)}


@pytest.mark.rule("S2-02")
def test_the_first_errands_are_fixed() -> None:
    """The pile gives the cards of the file first, and only once: shuffled anew it has no order again."""
    errands = document("errands")
    pile = ["rope", "plum", "hall", "green"]
    begin = {"pile": pile, "tokens": {"plum": "hall"}, "weapons": {"rope": "hall"}, "dice": [[1, 1]] * 6}
    called = []
    for seed in range(3):
        session = played(Record({**errands, "begin": begin}, (Seat("", PERSON),), seed), at_random(seed))
        called.append([one.card for one in session.state.histories[ONLOOKER] if isinstance(one, Called)])
        assert rolls(session)[:6] == [(1, 1)] * 6
        assert session.state.histories[ONLOOKER]
    cards = set(load(find("errands")).scenario.cards)
    for one in called:
        assert one[:4] == pile
        assert set(one[: len(cards)]) == cards
    assert len({tuple(one[len(cards) : len(cards) + 4]) for one in called}) > 1


@pytest.mark.rule("S1-06")
def test_a_score_with_fixed_dice_is_proved_and_competes_with_its_like(tmp_path: Path) -> None:
    """Its log holds the dice of the file, then those of the seed; the game without them is another one."""
    fixed = {**small_house(), "begin": {"dice": [[1, 2], [6, 6]], "tokens": {"mustard": "lounge"}}}
    path = tmp_path / "scores.toml"
    session = played(Record(fixed, (Seat("", PERSON),), 3), at_random())
    made = scores.add(path, session)
    scores.add(path, played(Record(small_house(), (Seat("", PERSON),), 3), at_random()))
    kept = scores.kept(path)
    assert len(scores.contests(kept.rows)) == 2
    assert not proof.doubt(made.score, fixed)
    assert proof.doubt(made.score, small_house())
    other = played(Record(fixed, (Seat("", PERSON),), 3), at_random(9)).record.log
    forged = [line if line != "dice 1 2" else "dice 6 6" for line in other]
    assert proof.doubt(replace(made.score, log=tuple(forged)), fixed)


@pytest.mark.parametrize("cut", [0, 3, 30, 60])
def test_a_resumed_game_goes_on_with_the_dice_that_are_left(cut: int) -> None:
    """Played again from any line of its log, a game goes on as it did."""
    whole = played(Record({**MANOR, "id": "manor"}, MINDS, 5), at_random()).record
    session = Session(replace(whole, log=whole.log[:cut]))
    while not session.over:
        session.step()
    assert session.record.log == whole.log


def test_elsewhere_nothing_is_fixed_but_cards() -> None:
    """On another board a solitaire begins by chance; with the cards alone Clue keeps its fixed cards."""
    collect = {**document("collect"), "begin": {"dice": [[1, 1]], "tokens": {"plum": "hall"}}}
    moved = on_board(from_document(collect, "collect"), EDITIONS["master-detective"])
    assert moved.scenario.begin == NOTHING
    bare = without_board(from_document(MANOR, "manor")).scenario.begin
    assert bare == Begin(
        ("plum", "rope"), {"scarlett": ("green", "hall"), "mustard": ("knife",)}, first="green"
    )


def test_a_beginning_is_not_taken_from_the_ruleset(tmp_path: Path) -> None:
    """Who bases a house on a locked room gets the house, not the room's fixed cards and seats."""
    room = {key: value for key, value in MANOR.items() if key != "id"} | {"id": "room"}
    minds = {"scarlett": "novice", "mustard": "novice", "plum": "person"}
    room["seat"] = [{"suspect": suspect, "mind": mind} for suspect, mind in minds.items()]
    room["rules"] = {**room["rules"], "players": [2, 6]}
    (tmp_path / "room.toml").write_text(tomli_w.dumps(room), encoding="utf-8")
    (tmp_path / "mine.toml").write_text(HEAD.format("room"), encoding="utf-8")
    assert load(tmp_path / "room.toml").scenario.seats
    mine = load(tmp_path / "mine.toml").scenario
    assert (mine.begin, mine.seats) == (NOTHING, ())
    assert mine.rules.players == (2, 6)


# --- faults ------------------------------------------------------------------------------------


def faults(tmp_path: Path, ruleset: str, text: str) -> list[str]:
    """Return what is wrong with a file: each fault's key, message and hint."""
    path = tmp_path / "mine.toml"
    path.write_text(HEAD.format(ruleset) + text, encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refused:
        load(path)
    assert all(fault.line for fault in refused.value.located)
    return [f"{one.key}: {one.message}" + f" ({one.hint})" * bool(one.hint) for one in refused.value.located]


FAULTS = [
    ("classic", '[begin]\ncase = ["plum", "roap"]', ["begin.case[1]: there is no card 'roap' (rope)"]),
    (
        "classic",
        '[begin]\ncase = ["plum", "green"]',
        ["begin.case[1]: the case holds one card of a category, and there is plum already"],
    ),
    (
        "classic",
        '[begin]\ncase = ["plum"]\n[begin.hands]\nscarlett = ["plum", "rope"]\nwhite = ["rope"]\n'
        'whit = ["hal"]',
        [
            "begin.hands.scarlett[0]: plum is in the case already",
            "begin.hands.white[0]: rope is in the hand of scarlett already",
            "begin.hands.whit: there is no suspect 'whit' (white)",
            "begin.hands.whit[0]: there is no card 'hal' (hall)",
        ],
    ),
    (
        "classic",
        '[begin.hands]\nscarlett = ["knife", "candlestick", "revolver"]\n'
        'plum = ["rope", "lead_pipe", "wrench"]',
        [
            "begin.hands: all cards of a category are in hands (candlestick, knife, lead_pipe, revolver, "
            "rope, "
            "wrench), and none is left for the case"
        ],
    ),
    (
        "classic",
        '[begin.hands]\nscarlett = ["knife", "hall", "rope", "plum"]',
        ["begin.hands.scarlett: with most players a hand holds 3 cards, not 4"],
    ),
    (  # how many play is not known
        "classic",
        '[begin.hands]\nscarlett = ["knife", "hall", "rope", "plum"]\n'
        '[[seat]]\nsuspect = "white"\nmind = "person"\n[[seat]]\nsuspect = "plum"\n'
        '[[seat]]\nsuspect = "scarlet"',
        ["seat[2].suspect: there is no suspect 'scarlet' (scarlett)"],
    ),
    (
        "classic",
        '[begin.hands]\nscarlett = ["knife", "hall", "rope", "plum"]\n'
        '[[seat]]\nsuspect = "white"\nmind = "person"\n[[seat]]\nsuspect = "plum"\n'
        '[[seat]]\nsuspect = "white"',
        ["seat[2].suspect: white has a seat already"],
    ),
    (  # with the person three play, of 18 cards
        "classic",
        '[begin.hands]\nscarlett = ["knife", "hall", "rope", "plum", "study", "lounge", "kitchen"]\n'
        '[[seat]]\nsuspect = "white"\n[[seat]]\nsuspect = "plum"',
        ["begin.hands.scarlett: a hand holds 6 cards at this table, not 7"],
    ),
    (
        "classic",
        '[begin.hands]\nplum = ["hall"]\ngreen = ["knife", "lounge", "rope", "plum", "kitchen", '
        '"study", "library"]\n'
        '[[seat]]\nsuspect = "green"\nmind = "person"\n[[seat]]\nsuspect = "white"\n[[seat]]\n'
        'suspect = "mustard"',
        [
            "begin.hands.plum: nobody plays plum: there is no [[seat]] of that suspect",
            "begin.hands.green: a hand holds 6 cards at this table, not 7",
        ],
    ),
    (
        "classic",
        "[begin]\ndice = [[1], [2, 3], [7]]",
        [
            "begin.dice[1]: a roll is 1 number here, one a die, not 2",
            "begin.dice[2][0]: must be 6 or less, not 7",
        ],
    ),
    (
        "classic",
        "[begin]\ndice = [[1], [2, 3]]",
        ["begin.dice[1]: a roll is 1 number here, one a die, not 2"],
    ),
    ("parlour", "[begin]\ndice = [[1]]", ["begin.dice: means nothing where no dice are rolled"]),
    (
        "classic",
        '[begin.weapons]\nrop = "hall"\nknife = "hal"',
        [
            "begin.weapons.rop: there is no weapon 'rop' (rope)",
            "begin.weapons.knife: there is no room 'hal' with a card (hall)",
        ],
    ),
    (
        "classic",
        '[begin.tokens]\nplumb = "hall"\nplum = "hal"\npeacock = 3',
        [
            "begin.tokens.plumb: there is no suspect 'plumb' (plum)",
            "begin.tokens.plum: the board has no room or middle of the id 'hal' (hall)",
            "begin.tokens.peacock: must be the id of a place, or [row, column] of a square, not 3",
        ],
    ),
    (
        "classic",
        '[begin.tokens]\nplumb = "hall"\npeacock = "hal"\ngreen = [0, 0]\nwhite = [7, 5]\nmustard = [7, 5]',
        [
            "begin.tokens.plumb: there is no suspect 'plumb' (plum)",
            "begin.tokens.peacock: the board has no room or middle of the id 'hal' (hall)",
            "begin.tokens.green: row 0, column 0 is no corridor square",
            "begin.tokens.mustard: white stands there already",
        ],
    ),
    (
        "classic",
        "[begin.tokens]\nplum = [24, 7]",
        ["begin.tokens.plum: scarlett stands there already"],
    ),
    (
        "parlour",
        "[begin.tokens]\nplum = [2, 2]",
        ["begin.tokens.plum: must be a room: tokens move from room to room here"],
    ),
    ("classic", '[begin]\nfirst = "plumb"', ["begin.first: there is no suspect 'plumb' (plum)"]),
    ("classic", '[begin]\npile = ["plum"]', ["begin.pile: means nothing in the game 'clue'"]),
    (
        "collect",
        '[begin]\ncase = ["plum"]\nhands = {}\nfirst = "plum"\npile = []\n[[seat]]\nsuspect = "plum"',
        [
            "begin.case: means nothing in the game 'collect'",
            "begin.hands: means nothing in the game 'collect'",
            "begin.first: means nothing in the game 'collect'",
            "begin.pile: means nothing in the game 'collect'",
            "seat: means nothing in the game 'collect'",
        ],
    ),
    (
        "errands",
        '[begin]\npile = ["plum", "plum", "plm"]\nweapons = { rope = "hall", knife = "study", wrench = '
        '"study" }\n'
        'tokens = { plum = "study", green = "study", white = "stairs", peacock = [7, 5] }',
        [
            "begin.pile[1]: plum is given twice",
            "begin.pile[2]: there is no card 'plm' (plum)",
            "begin.weapons.rope: begin.tokens stands no suspect there, on whom the weapon could be (S1-01)",
            "begin.weapons.wrench: there is a weapon already, and each room has one at most (S1-01)",
            "begin.tokens.green: plum stands there already",
            "begin.tokens.white: there is no room 'stairs' with a card",
            "begin.tokens.peacock: must be a room: in a solitaire suspects stand in rooms (S1-01)",
        ],
    ),
    ("classic", '[begin]\ndeck = ["plum"]', ["begin.deck: unknown key"]),
    (
        "classic",  # the squares outside the four doors of the ballroom, which has no passage
        "[begin]\ntokens = { green = [5, 7], peacock = [5, 16], plum = [8, 9], white = [8, 14] }",
        ["begin.tokens: leave no way between 'kitchen' and 'ballroom'"],
    ),
    (  # what has nothing to do with walking hides it not
        "classic",
        "[begin]\ntokens = { green = [5, 7], peacock = [5, 16], plum = [8, 9], white = [8, 14] }\n"
        '[[seat]]\nsuspect = "whit"\n[[seat]]\nsuspect = "plum"\n'
        '[[tale]]\nwhen = "enter"\nplace = "hal"\nsay = "x"',
        [
            "begin.tokens: leave no way between 'kitchen' and 'ballroom'",
            "seat[0].suspect: there is no suspect 'whit' (white)",
            "tale[0].place: there is no room or square named 'hal' (hall)",
        ],
    ),
]


@pytest.mark.parametrize(("ruleset", "text", "expected"), FAULTS)
def test_a_beginning_that_cannot_be_is_told_whole(
    tmp_path: Path, ruleset: str, text: str, expected: list[str]
) -> None:
    """Each fault is told at its place, with what was likely meant."""
    assert faults(tmp_path, ruleset, text) == expected


def test_one_free_door_is_enough(tmp_path: Path) -> None:
    """Three of the ballroom's four doors are blocked: whoever wants in takes the last."""
    path = tmp_path / "mine.toml"
    tokens = "[begin]\ntokens = { green = [5, 7], peacock = [5, 16], plum = [8, 9] }"
    path.write_text(HEAD.format("classic") + tokens, encoding="utf-8")
    assert load(path).scenario.starts["plum"] == (8, 9)
