"""Told events: each at its moment and once, told to all, kept in the game's log, and giving nothing away."""

import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from games import EDITIONS, dealt, play, told
from playing import COLLECTOR, at_random, document, played, seats, small_house, steps
from test_resampling import check_anew
from test_scenario_faults import COLLECT, TINY

from clue_cli.play.proof import doubt, left
from clue_cli.play.replay import lines, replay
from clue_cli.play.scores import Score
from clue_cli.play.session import PERSON, Record, Session
from clue_cli.reasoning.facts import ENVELOPE, ROOM_CARDS, Tier
from clue_cli.reasoning.knowledge import read
from clue_cli.rules.actions import Dice, Go, Passage
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import (
    ONLOOKER,
    Carried,
    Ended,
    Event,
    Looked,
    PutOut,
    Revealed,
    Rolled,
    Said,
    Suggested,
    Taken,
    TookPassage,
    TurnBegan,
    Uncovered,
    Unheld,
    Unrefuted,
    Walked,
)
from clue_cli.rules.model import Scenario, Text
from clue_cli.rules.position import Position
from clue_cli.rules.tale import Moment, Tale
from clue_cli.scenario.boardless import without_board
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.load import Loaded, from_document, load
from clue_cli.scenario.shelf import find
from clue_cli.ui.game import run
from clue_cli.ui.picture import picture
from clue_cli.ui.telling import Teller

HANDS = {
    "scarlett": "scarlett mustard white knife lounge dining_room",
    "mustard": "green wrench candlestick conservatory kitchen library",
    "white": "peacock revolver lead_pipe study ballroom billiard_room",
}
"""Three seats: 0 Scarlett, 1 Mustard, 2 White. Plum, rope and hall are in the case."""
TEXT = Text({"en": "A shot!\nThen silence.", "fr": "Un coup de feu !"})
NUMBERED = Text({"": "?"})
ALL = (0, 1, 2, ONLOOKER)
CLASSIC = EDITIONS["classic"].scenario


def game(*tales: Tale, scenario: Scenario = CLASSIC, **setting: Any) -> Position:
    """Return Scarlett's first turn in a game with these tales; she stands in the kitchen."""
    at = {"scarlett": "kitchen"}
    tales = tuple(
        replace(tale, say=Text({"": f"text {n}"})) if tale.say is NUMBERED else tale
        for n, tale in enumerate(tales)
    )
    return dealt(replace(scenario, tales=tales), HANDS, **{"at": at, "move_dice": 2, **setting})


def say(when: Moment, **more: Any) -> Tale:
    """Return a tale that only tells a text, that of its number in the game."""
    return Tale(when, say=NUMBERED, **more)


def said(number: int) -> Said:
    """Return the event in which the tale of that number tells its text."""
    return Said({"": f"text {number}"})


def since(position: Position) -> list[type[Event]]:
    """Return the kinds of what the last action told an onlooker."""
    return [type(event) for event in told(position, ONLOOKER)]


# --- moments -------------------------------------------------------------------------------------


def test_a_game_and_a_turn_begin_before_anything_else_is_done() -> None:
    """What is told at the start comes right after the first turn began, once; so at the turn of a number."""
    begun = game(say(Moment.START), say(Moment.TURN, turn=2))
    assert begun.view(1).history[-2:] == (TurnBegan(1, 0), said(0))
    second = play(begun, "passage study", "end")
    assert told(second, 2) == [TurnBegan(2, 1), said(1)]
    assert begun.view(1).told(Said) == [said(0)]


def test_a_room_is_entered_by_passage_or_on_foot() -> None:
    """The text comes right after the move that led there, to every seat and to an onlooker."""
    entered = play(game(say(Moment.ENTER, place="study")), "passage study")
    assert [told(entered, seat) for seat in ALL] == [[TookPassage(0, "study"), said(0)]] * 4
    walked = play(game(say(Moment.ENTER, place="ballroom")), "roll", "dice 6 6", "go ballroom")
    assert since(walked) == [Walked, Said]


def test_who_is_dragged_enters_nothing() -> None:
    """To be brought along by a suggestion is no move of one's own."""
    begun = game(say(Moment.ENTER, place="study", suspect="mustard"))
    assert Said not in since(play(begun, "passage study", "suggest mustard rope"))


def test_a_suspect_named_is_the_one_who_must_come() -> None:
    """What is meant for Mustard does not happen to Scarlett."""
    both = {"scarlett": "kitchen", "mustard": "kitchen"}
    first = play(game(say(Moment.ENTER, place="study", suspect="mustard"), at=both), "passage study")
    assert since(first) == [TookPassage]
    assert since(play(first, "end", "passage study")) == [TookPassage, Said]


def test_a_suggestion_of_a_card_and_one_that_nobody_refutes() -> None:
    """The one is told before the answers, the other after them."""
    tales = say(Moment.SUGGEST, card="rope"), say(Moment.UNREFUTED)
    hall = play(game(*tales, at={"scarlett": "study"}), "roll", "dice 6 6", "go hall")
    assert Said not in since(play(hall, "suggest plum wrench"))
    asked = play(hall, "suggest plum rope")
    kinds = since(asked)
    assert kinds.index(Said) == kinds.index(Suggested) + 1
    assert told(asked, 1)[-2:] == [Unrefuted(0, ("plum", "rope", "hall")), said(1)]


def test_a_player_put_out_and_the_end_of_the_game() -> None:
    """Both are told right after; the last word of the game is that of its tale."""
    tales = say(Moment.OUT), say(Moment.END, suspect="mustard"), say(Moment.END)
    closing = play(game(*tales, at={"scarlett": "study"}), "roll", "dice 6 6", "go hall", "suggest plum rope")
    wrong = play(closing, "accuse green rope hall")
    kinds = since(wrong)
    assert kinds[kinds.index(PutOut) + 1] is Said
    won = play(closing, "accuse plum rope hall")
    assert told(won, 2)[-2:] == [Ended(0, ("plum", "rope", "hall")), said(2)]


def test_it_happens_once_or_again() -> None:
    """A second time in the study is told only where the file says so."""
    once, again = say(Moment.ENTER, place="study"), say(Moment.ENTER, place="study", again=True)
    position = play(game(once, again, at={"scarlett": "kitchen", "mustard": "kitchen", "white": "kitchen"}))
    position = play(position, "passage study")
    assert told(position, 0)[1:] == [said(0), said(1)]
    position = play(position, "end", "passage study")
    assert told(position, 0)[1:] == [said(1)]


@pytest.mark.rule("S1-05")
def test_a_card_collected_is_a_moment_and_a_text_does_not_keep_it_from_being_taken() -> None:
    """In a solitaire the room entered tells its text first, and then gives its card."""
    tales = [
        {"when": "enter", "place": room, "say": "In."} for room in ("ballroom", "dining_room", "lounge")
    ] + [{"when": "take", "card": "lounge", "say": "Got it."}, {"when": "end", "say": "Done."}]
    session = played(Record(small_house() | {"tale": tales}, COLLECTOR, 3), at_random())
    history = session.view().history
    first = next(n for n, event in enumerate(history) if isinstance(event, Taken))
    assert [type(event) for event in history[first - 2 : first]] == [Walked, Said]
    lounge = next(n for n, event in enumerate(history) if isinstance(event, Taken) and event.card == "lounge")
    assert history[lounge + 1] == Said({"": "Got it."})
    assert (type(history[-2]), history[-1]) == (Ended, Said({"": "Done."}))


# --- what happens --------------------------------------------------------------------------------


@pytest.mark.rule("C15-10")
@pytest.mark.parametrize("card", ["green", "knife"])
def test_the_holder_shows_the_card_to_all_and_everybody_reasons_with_it(card: str) -> None:
    """It stays in the hand; every notebook knows where it is, at the lowest tier too."""
    entered = play(game(Tale(Moment.ENTER, place="study", reveal=card)), "passage study")
    holder = next(seat for seat, hand in enumerate(entered.hands) if card in hand)
    for seat in ALL:
        assert told(entered, seat)[1:] == [Revealed(holder, card)]
        assert read(entered.view(seat), Tier.TICKS).held(card) == holder
    assert card in entered.hands[holder]


@pytest.mark.rule("C15-10")
def test_that_nobody_holds_a_card_is_told_too() -> None:
    """Silence would tell who has read the file as much; so the notebooks are told, and know it."""
    entered = play(game(Tale(Moment.ENTER, place="study", reveal="plum")), "passage study")
    assert told(entered, 1)[1:] == [Unheld("plum")]
    assert read(entered.view(1), Tier.PASSES).held("plum") == ENVELOPE


@pytest.mark.rule("C15-07")
def test_a_card_hidden_in_a_room_is_turned_up_for_all() -> None:
    """It is known to lie in a room, and who wants to look at hidden cards need not go there any more."""
    duel = EDITIONS["clue-2015"].scenario
    hands = {"scarlett": "scarlett mustard", "mustard": "green wrench"}
    laid = {"study": "peacock", "hall": "knife", "lounge": "white", "library": "candlestick"}
    if "white" not in duel.cards:
        laid["lounge"] = "orchid"
    tales = (
        Tale(Moment.TURN, turn=1, uncover="study"),
        Tale(Moment.TURN, turn=1, uncover="kitchen", say=TEXT),
    )
    begun = dealt(replace(duel, tales=tales), hands, case="plum rope kitchen", laid=laid)
    for seat in (0, 1, ONLOOKER):
        view = begun.view(seat)
        assert view.history[-3:] == (TurnBegan(1, 0), Uncovered("study", "peacock"), Said(TEXT.words))
        assert view.looked_into == {"study"}
        assert read(view, Tier.TICKS).held("peacock") == ROOM_CARDS


@pytest.mark.rule("C15-07")
def test_a_card_turned_up_is_neither_hidden_nor_looked_at_any_more() -> None:
    """Who enters sees what all see; it is turned up once, and the board shows the other three."""
    duel = EDITIONS["clue-2015"].scenario
    hands = {"scarlett": "scarlett mustard", "mustard": "green wrench"}
    laid = {
        "study": "peacock",
        "hall": "knife",
        "lounge": "revolver",
        "library": "candlestick",
    }
    tales = (Tale(Moment.ENTER, place="study", again=True, uncover="study"),)
    begun = dealt(
        replace(duel, tales=tales), hands, case="plum rope kitchen", laid=laid, at={"scarlett": "kitchen"}
    )
    assert begun.table.hidden == set(laid)
    entered = play(begun, "passage study")
    assert entered.view(0).told(Uncovered) == [Uncovered("study", "peacock")]
    assert not entered.view(0).told(Looked)
    assert entered.table.hidden == set(laid) - {"study"}
    drawn = [piece.place for piece in picture(duel, entered.table).pieces if piece.name == "a hidden card"]
    assert drawn == ["hall", "library", "lounge"]


def test_weapons_are_carried_where_they_are_not_yet() -> None:
    """All see them stand there; of one that stands there already nothing is told."""
    weapons = {"rope": "study", "knife": "kitchen"}
    begun = game()
    assert begun.table.pieces["knife"] != "study"
    stands = begun.table.pieces["knife"]
    moved = game(Tale(Moment.TURN, turn=1, weapons={"rope": "study", "knife": stands}))
    assert moved.view(1).history[-1] == Carried("rope", "study")
    assert moved.table.pieces == {**begun.table.pieces, "rope": "study"}
    assert game(Tale(Moment.TURN, turn=1, weapons=weapons)).table.pieces["knife"] == "kitchen"


def test_the_next_rolls_are_those_of_the_tale_and_then_any() -> None:
    """They come before rolls that the beginning fixes, and nobody is told of them before they fall."""
    scenario = replace(CLASSIC, begin=replace(CLASSIC.begin, dice=((1, 1),)))
    begun = game(Tale(Moment.START, dice=((6, 6), (5, 6))), scenario=scenario)
    assert not any(isinstance(event, Rolled | Said) for event in begun.view(0).history)
    for pips in ((6, 6), (5, 6), (1, 1)):
        begun = play(begun, "roll")
        assert begun.chance() == {Dice(pips): 1}
        begun = play(begun, str(Dice(pips)))
        walks = [walk for walk in begun.legal().of(Go) if not isinstance(walk.place, str)]
        begun = play(begun, str(walks[0]), "end")
    assert len(play(begun, "roll").chance()) == 36


# --- nothing is given away -------------------------------------------------------------------------


def test_a_seat_does_not_know_what_will_be_told() -> None:
    """What a view knows of the scenario holds none of its tales."""
    assert game(say(Moment.END), Tale(Moment.START, dice=((6, 6),))).view(0).scenario.tales == ()


def tales_of(scenario: Scenario) -> tuple[Tale, ...]:
    """Return tales of every kind about the cards and the dice of that scenario."""
    dice = ((6,) * scenario.rules.move_dice,)
    return tuple(
        replace(tale, dice=dice if tale.dice else ())
        for tale in TALES
        if tale.reveal in scenario.cards or not tale.reveal
    )


TALES = (
    Tale(Moment.START, say=TEXT, reveal="knife"),
    Tale(Moment.UNREFUTED, say=TEXT, reveal="rope"),
    Tale(Moment.SUGGEST, card="plum", reveal="green"),
    Tale(Moment.ENTER, place="hall", again=True, weapons={"rope": "study"}, uncover="hall", dice=((6, 6),)),
    Tale(Moment.TURN, turn=3, uncover="study", reveal="plum"),
    Tale(Moment.OUT, say=TEXT, again=True, reveal="hall"),
    Tale(Moment.END, say=TEXT),
)


@pytest.mark.rule("C15-10")
@pytest.mark.parametrize(
    ("name", "count"), [("classic", 3), ("classic", 5), ("clue-2015-quick", 2), ("signature", 4)]
)
def test_hidden_cards_dealt_anew_make_no_difference_to_who_does_not_see_them(
    name: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With tales of every kind: same view, same open actions, same choices by every mind, same hint."""
    loaded = EDITIONS[name]
    tales = tales_of(loaded.scenario)
    monkeypatch.setitem(EDITIONS, name, replace(loaded, scenario=replace(loaded.scenario, tales=tales)))
    check_anew(name, count, 0)


# --- kept, gone on with, and told again ------------------------------------------------------------

TOLD = [
    {"when": "start", "say": {"en": "The lights go out.", "fr": "La lumière s’éteint."}, "dice": [[6]]},
    {"when": "turn", "turn": 3, "reveal": "rope"},
    {"when": "enter", "place": "hall", "again": True, "say": "It strikes.", "weapons": {"rope": "kitchen"}},
    {"when": "unrefuted", "say": "Nobody stirs.", "dice": [[1], [2]]},
    {"when": "suggest", "suspect": "mustard", "say": "The colonel clears his throat."},
    {"when": "end", "say": "The end."},
]


def tale_house(tales: Sequence[dict[str, Any]] = TOLD, base: str = "classic") -> dict[str, Any]:
    """Return the document of a game of that edition with these tales."""
    return deepcopy(document(base)) | {"tale": list(tales)}


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_with_tales_goes_on_where_it_was_broken_off(seed: int) -> None:
    """Played again from its log, or from any part of it, the game is the same: position, texts and dice."""
    record = Record(tale_house(), seats(PERSON, "careful", "novice"), seed)
    straight = played(record, at_random(seed, accusing=0.3))
    assert Session(straight.record).state == straight.state
    assert Said(TOLD[0]["say"]) in straight.view().history
    for cut in range(0, len(straight.record.log), 40):
        halfway = replace(record, log=straight.record.log[:cut])
        assert played(halfway, at_random(seed, accusing=0.3)).state == straight.state


def test_a_text_that_was_told_is_not_taken_back() -> None:
    """A move that leads to a text is final, as one that shows a card is; another may be undone."""
    for tells, tales in ((False, []), (True, [{"when": "enter", "place": "study", "say": "Dust."}])):
        house = tale_house(tales) | {"begin": {"tokens": {"scarlett": "kitchen"}}}
        session = Session(Record(house, seats(PERSON, "novice", "novice"), 5))
        while not session.waits_for_person:
            session.step()
        session.act(Passage("study"))
        assert bool(session.view().told(Said)) == tells
        assert session.may_undo != tells


def test_a_replay_tells_the_texts_to_programs_too() -> None:
    """Each event of a tale has its line, with the words by language; every seat is told."""
    record = Record(tale_house(), seats("careful", "careful", "novice"), 4)
    over = played(record, at_random())
    rows = [json.loads(line) for line in lines(replay(over.record, None))]
    texts = [row for row in rows if row["kind"] == "said"]
    assert texts[0]["words"] == TOLD[0]["say"]
    assert texts[0]["seen_by"] == [0, 1, 2]
    assert texts[-1]["words"] == {"": "The end."}
    kinds = [row["kind"] for row in rows]
    assert kinds.index("revealed") > kinds.index("turn_began")


def test_a_score_is_proved_with_the_dice_of_its_tales() -> None:
    """Other texts make no other game and other dice do; the log is proved by the tales that it had."""
    first = {"when": "start", "say": "Go.", "dice": [[6, 6], [5, 6]]}
    house = small_house() | {"tale": [first]}
    session = played(Record(house, COLLECTOR, 3), at_random())
    score = Score(**left(session), rolls=session.state.table.rolls)
    assert score.log.count("dice 6 6") >= 1
    assert doubt(score, house) == ""
    assert doubt(score, house | {"tale": [first | {"say": "Run."}]}) == ""
    assert doubt(score, house | {"tale": [first | {"dice": [[1, 1]]}]}) != ""
    assert doubt(score, house | {"tale": []}) != ""


# --- on the screen ---------------------------------------------------------------------------------


def test_a_text_stands_in_spokenof_its_own_between_those_of_the_turn() -> None:
    """The turn that goes on after it says again whose it is."""
    begun = game(say(Moment.START), Tale(Moment.ENTER, place="study", say=TEXT, weapons={"rope": "study"}))
    asked = play(begun, "passage study", "suggest green knife", "show green")
    spoken = Teller(CLASSIC, asked.table.seats, 0).lines(asked.view(0).history)
    assert spoken[1:] == [
        "text 0",
        "1. You: took the secret passage to the Study.",
        "A shot!\nThen silence.",
        "1. You: Rope is now in the Study; suggested Reverend Green, Knife, Study; "
        "Colonel Mustard showed you the card Reverend Green.",
    ]


def test_the_board_is_laid_out_at_the_start_of_a_turn_that_begins_with_a_text() -> None:
    """A text told as the person's turn begins does not keep the notebook and the board away."""

    class Desk:
        """Count how often the board is laid out."""

        spreads, is_out, only_looks_on = 0, False, False

        def spread(self) -> None:
            """Count."""
            self.spreads += 1

        def news(self) -> None:
            """Tell nothing."""

    class Walker:
        """Choose at random."""

        def choose(self) -> Any:
            """Return an open action."""
            return at_random(1, accusing=0.03)(session)

    counted = []
    for tales in ([], [{"when": "turn", "turn": turn, "say": "Tick."} for turn in range(1, 60)]):
        session = Session(Record(tale_house(tales, "signature"), seats(PERSON, "novice"), 2))
        desk = Desk()
        run(session, desk, Walker())  # type: ignore[arg-type]
        counted.append(desk.spreads)
    assert counted[0] == counted[1] > 1


# --- files -----------------------------------------------------------------------------------------


def _faults(tmp_path: Path, text: str) -> list[tuple[str, str, str]]:
    (tmp_path / "tiny.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refusal:
        load(tmp_path / "tiny.toml")
    return [(fault.key, fault.message, fault.hint) for fault in refusal.value.located]


@pytest.mark.parametrize(
    ("tale", "key", "message", "hint"),
    [
        ('when = "begin"\nsay = "x"', "when", "must be one of 'start'", ""),
        ('when = "turn"\nsay = "x"', "turn", "missing", ""),
        ('when = "turn"\nturn = 0\nsay = "x"', "turn", "must be 1 or more, not 0", ""),
        ('when = "enter"\nsay = "x"', "place", "missing", ""),
        (
            'when = "enter"\nplace = "hal"\nsay = "x"',
            "place",
            "there is no room or square named",
            "hall",
        ),
        ('when = "start"\nplace = "hall"\nsay = "x"', "place", "means nothing with when = 'start'", ""),
        ('when = "start"\nagain = true\nsay = "x"', "again", "means nothing with when = 'start'", ""),
        ('when = "take"\nsay = "x"', "when", "never comes in the game 'clue'", ""),
        ('when = "start"', "", "nothing happens", ""),
        ('when = "end"\nreveal = "pan"', "reveal", "means nothing once the game is over", ""),
        ('when = "out"\nsuspect = "bop"\nsay = "x"', "suspect", "there is no suspect 'bop'", "bob"),
        ('when = "suggest"\ncard = "rop"\nsay = "x"', "card", "there is no card 'rop'", "rope"),
        ('when = "start"\nreveal = "pam"', "reveal", "there is no card 'pam'", "pan"),
        ('when = "start"\nuncover = "hall"', "uncover", "means nothing where no card lies face down", ""),
        ('when = "start"\nuncover = "hal"', "uncover", "means nothing where no card lies face down", ""),
        ('when = "start"\nweapons = { pam = "hall" }', "weapons.pam", "there is no weapon 'pam'", "pan"),
        (
            'when = "start"\nweapons = { pan = "hal" }',
            "weapons.pan",
            "there is no room 'hal'",
            "hall",
        ),
        ('when = "start"\ndice = [[3], [7]]', "dice[1][0]", "must be 6 or less, not 7", ""),
        ('when = "start"\ndice = [[3, 3]]', "dice[0]", "a roll is 1 number here", ""),
        ('when = "start"\nsay = "a\\u200bb"', "say", "holds the invisible character U+200B", ""),
        ('when = "start"\nsay = ""', "say", "must not be empty", ""),
        ('when = "start"\nsays = "x"', "says", "unknown key", "say"),
    ],
)
def test_a_fault_of_a_tale_is_told_with_its_key(
    tmp_path: Path, tale: str, key: str, message: str, hint: str
) -> None:
    """Where it is, what was expected, and what was likely meant; and nothing else."""
    ((at, told, meant),) = _faults(tmp_path, f"{TINY}\n[[tale]]\n{tale}\n")
    assert (at, meant) == (f"tale[0].{key}".removesuffix("."), hint)
    assert told.startswith(message)


def test_to_say_that_it_happens_once_is_no_fault(tmp_path: Path) -> None:
    """What is the default may be written down anywhere."""
    (tmp_path / "tiny.toml").write_text(f'{TINY}\n[[tale]]\nwhen = "end"\nagain = false\nsay = "x"\n')
    assert load(tmp_path / "tiny.toml").scenario.tales == (Tale(Moment.END, say=Text({"": "x"})),)


def test_a_key_at_fault_does_not_hide_the_others(tmp_path: Path) -> None:
    """All faults of one tale are told at once."""
    text = f'{TINY}\n[[tale]]\nwhen = "enter"\nplace = "hal"\nagain = 1\nreveal = "pam"\n'
    assert {key for key, _message, _hint in _faults(tmp_path, text)} == {
        "tale[0].place",
        "tale[0].again",
        "tale[0].reveal",
    }


@pytest.mark.parametrize("key", ['suspect = "ann"', 'reveal = "pan"', 'weapons = { pan = "hall" }'])
def test_a_solitaire_has_no_hands_and_no_players(tmp_path: Path, key: str) -> None:
    """What needs them means nothing there."""
    text = f'{COLLECT}\n[[tale]]\nwhen = "enter"\nplace = "hall"\nsay = "x"\n{key}\n'
    at = f"tale[0].{key.split(maxsplit=1)[0]}"
    assert (at, "means nothing in the game 'collect'", "") in _faults(tmp_path, text)


def test_moments_that_the_rules_leave_out(tmp_path: Path) -> None:
    """Where only one player answers nothing is unrefuted, and who pays forfeits is never put out."""
    tales = '\n[[tale]]\nwhen = "unrefuted"\nsay = "x"\n[[tale]]\nwhen = "out"\nsay = "x"\n'
    text = 'format = 1\nid = "tiny"\nruleset = "parlour"\nname = "Tiny"\n' + tales
    assert [key for key, _message, _hint in _faults(tmp_path, text)] == ["tale[0].when", "tale[1].when"]


_AT_TABLE = """\
format = 1
id = "tiny"
ruleset = "{ruleset}"
name = "Tiny"
[[seat]]
suspect = "scarlett"
mind = "{mind}"
[[seat]]
suspect = "plum"
{more}
[[tale]]
when = "enter"
place = "hall"
{key}
"""
_THIRD = '[[seat]]\nsuspect = "green"'


@pytest.mark.parametrize(
    ("ruleset", "mind", "more", "key", "told"),
    [
        ("classic", "person", _THIRD, 'suspect = "green"', None),
        ("classic", "person", _THIRD, 'suspect = "white"', "nobody plays white: there is no [[seat]]"),
        # the person may sit down as White
        ("classic", "novice", "", 'suspect = "white"', None),
        ("clue-2015-traditional", "person", "", 'uncover = "hall"', None),
        ("clue-2015-traditional", "person", _THIRD, 'uncover = "hall"', "means nothing with these seats"),
        ("clue-2015-traditional", "novice", "", 'uncover = "hall"', "means nothing with these seats"),
    ],
)
def test_a_tale_fits_who_sits_at_the_table(
    tmp_path: Path, ruleset: str, mind: str, more: str, key: str, told: str | None
) -> None:
    """Where seats settle who plays, nobody else comes in, and cards lie in rooms for two alone (C15-07)."""
    text = _AT_TABLE.format(ruleset=ruleset, mind=mind, more=more, key=f'{key}\nsay = "x"')
    if told is None:
        (tmp_path / "tiny.toml").write_text(text, encoding="utf-8")
        assert len(load(tmp_path / "tiny.toml").scenario.tales) == 1
    else:
        ((at, message, _hint),) = _faults(tmp_path, text)
        assert at == f"tale[0].{key.split(maxsplit=1)[0]}"
        assert message.startswith(told)


def test_a_card_of_the_case_is_never_revealed(tmp_path: Path) -> None:
    """Where the beginning puts a card into the case no tale may call for it."""
    text = f'{TINY}\n[begin]\ncase = ["pan"]\n[[tale]]\nwhen = "start"\nreveal = "pan"\n'
    assert [key for key, _message, _hint in _faults(tmp_path, text)] == ["tale[0].reveal"]


def test_a_tale_belongs_to_its_own_file_and_board(tmp_path: Path) -> None:
    """It is not taken from a ruleset, nor to another board, nor to a game with the cards alone."""
    house = from_document(tale_house(), "told")
    assert len(house.scenario.tales) == len(TOLD)
    assert without_board(house).scenario.tales == ()
    mansion: Loaded = load(find("master-detective"))
    assert on_board(house, mansion).scenario.tales == ()
    base = (tmp_path / "tiny.toml", f'{TINY}\n[[tale]]\nwhen = "start"\nsay = "x"\n')
    heir = (tmp_path / "heir.toml", 'format = 1\nid = "heir"\nruleset = "tiny"\nname = "Heir"\n')
    for path, text in (base, heir):
        path.write_text(text, encoding="utf-8")
    assert len(load(base[0]).scenario.tales) == 1
    assert load(heir[0]).scenario.tales == ()


def test_games_with_tales_of_every_kind_are_played_to_their_end() -> None:
    """Opponents of every level play on whatever is told, at tables of two and more."""
    for base, minds in (
        ("classic", ("expert", "careful", "novice")),
        ("clue-2015-quick", ("careful", "sleuth")),
        ("master-detective", ("novice", "careful", "sleuth")),
    ):
        scenario = load(find(base)).scenario
        tales = tales_of(scenario)
        scenario = replace(scenario, tales=tales)
        session = Session(Record(document(base), seats(*minds), 1), scenario=scenario)
        for _ in steps(session, at_random()):
            pass
        assert session.over
        assert new_game(scenario, [seat.suspect for seat in session.record.seats]).tales == tales
