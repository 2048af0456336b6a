"""Hints in detective games: what is best of what is open, why, and that they give nothing away."""

import os
import re
import subprocess
import sys
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from games import EDITIONS, actors, dealt, driven
from playing import classic, played, signature

from clue_cli.opponents.expert import Reason
from clue_cli.play.saves import slot
from clue_cli.play.session import PERSON, Session
from clue_cli.rules.actions import Accuse, Action, Ask, End, Go, Hide, Roll, Show, Snoop, Suggest
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import Ended, Event, Passed, Shown, Suggested
from clue_cli.rules.legal import Claims, Legal
from clue_cli.rules.model import Kind, Place
from clue_cli.rules.table import View
from clue_cli.ui.counsel import advised, counsel
from clue_cli.ui.desk import Desk
from clue_cli.ui.telling import Teller
from clue_cli.ui.terminal import terminal

CLASSIC = EDITIONS["classic"].scenario
HANDS = {
    "scarlett": "scarlett mustard knife candlestick ballroom kitchen",
    "green": "white green revolver lounge library conservatory",
    "plum": "peacock wrench lead_pipe study dining_room billiard_room",
}
"""The case is plum, rope, hall."""
GREEN, PLUM = 1, 2
GROUPS = tuple(category.ids for category in CLASSIC.categories)
ACCUSATIONS = Claims(Accuse, GROUPS)
SUGGESTIONS = Claims(Suggest, GROUPS[:2])
CLAIMS = (Suggest, Accuse)
HALL: Mapping[str, Place] = {"scarlett": "hall"}
BALLROOM: Mapping[str, Place] = {"scarlett": "ballroom"}


def seen(*events: Event, at: Mapping[str, Place] | None = None) -> View:
    """Return the first turn of the first player in turn order, who stands `at` a room, after these events."""
    view = dealt(CLASSIC, HANDS, at=at).view(0)
    return replace(view, history=(*view.history, *events))


def shown(*cards: str) -> list[Shown]:
    """Tell that all cards of the others but these were shown to the first player."""
    return [
        Shown(seat, 0, (card,), card)
        for seat, hand in enumerate(HANDS.values())
        for card in hand.split()
        if seat and card not in cards
    ]


def told(view: View, *parts: Collection[Action], explains: bool = False) -> list[str]:
    """Return the hint where these actions are open."""
    teller = Teller(view.scenario, view.table.seats, view.seat)
    return list(counsel(view, Legal(*parts), teller, lambda _action: True, explains=explains))


# --- accusing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("explains", "why"), [(False, "by what you have seen"), (True, "and 'Why?' tells why")]
)
def test_a_certain_case_is_to_be_accused_of(explains: bool, why: str) -> None:
    """Every other card was seen; only who can ask why is sent there."""
    expected = f"Accuse Professor Plum, Rope, Hall: the case is certain, {why}."
    hint = told(seen(*shown()), ACCUSATIONS, (End(),), explains=explains)
    assert hint == [expected.replace("certain, by", "certain by")]


def test_without_a_clue_waiting_is_better() -> None:
    """Who holds two cards of each category of 6, 6 and 9 guesses right once in 4 x 4 x 7."""
    assert told(seen(), ACCUSATIONS, (End(),)) == [
        "End the turn.",
        "No case is likelier than 1 in 112: waiting is better.",
    ]


def test_two_cases_left_are_even_odds() -> None:
    """Of two weapons not seen one is the last card of a hand: three players can wait for it."""
    view = seen(*shown("wrench"))
    end, likeliest = told(view, ACCUSATIONS, (End(),))
    assert end == "End the turn."
    assert likeliest == "The likeliest case is Professor Plum, Rope, Hall at 50 %: waiting is better."


def test_the_odds_are_told_where_they_are_worth_a_risk() -> None:
    """With six at the table somebody else would be right before one's next turn."""
    state = dealt(CLASSIC, dict.fromkeys(CLASSIC.ids(Kind.SUSPECT), ""))
    view = state.view(0)
    open_ = next(card for card in CLASSIC.ids(Kind.WEAPON) if card != "rope" and card not in view.hand)
    events = [
        Shown(seat, 0, (card,), card)
        for seat, hand in enumerate(state.hands)
        for card in sorted(hand)
        if seat and card != open_
    ]
    view = replace(view, history=(*view.history, *events))
    _best, advice = advised(view, Legal(ACCUSATIONS, (End(),)))
    (hint,) = told(view, ACCUSATIONS, (End(),))
    assert advice.reason is Reason.ODDS
    assert hint.startswith("Accuse Professor Plum, ")
    assert hint.endswith(", Hall: 50 % that it is the case, and waiting is worse.")


# --- asking --------------------------------------------------------------------------------------


def test_a_question_between_two_cases_settles_it() -> None:
    """Asked of one of the two, with cards known to be the case, half of the cases are left: one."""
    (hint,) = told(seen(*shown("wrench"), at=HALL), SUGGESTIONS)
    what, why = hint.split(": ")
    assert "Rope" in what or "Wrench" in what
    assert what.endswith(" in the Hall")
    assert why == "50 % that it is the case; the answer settles the case."


def test_a_question_in_ones_own_room_is_about_the_rest() -> None:
    """The room is in the own hand: it can't be the case, and only the weapon is open."""
    (hint,) = told(seen(*shown("wrench"), at=BALLROOM), SUGGESTIONS)
    what, why = hint.split(": ")
    weapon = "Rope" if "Rope" in what else "Wrench"
    assert why == (
        f"the answer will be about {weapon}, since you know where the rest is; the answer settles the case."
    )


def test_a_certain_case_is_asked_for_where_that_must_come_first() -> None:
    """In the classic game one may accuse only after a question that nobody could answer (CL-09)."""
    words = "the case is certain, and you may accuse once nobody could answer your question."
    (hint,) = told(seen(*shown(), at=HALL), SUGGESTIONS)
    assert hint == f"Suggest Professor Plum, Rope in the Hall: {words}"
    assert told(seen(*shown(), at=BALLROOM), (Go("hall"), Go((17, 9)))) == [f"Enter the Hall: {words}"]


# --- going ---------------------------------------------------------------------------------------


def test_a_room_is_entered_to_ask_there() -> None:
    """What a question there tells is said; a square is only on the way to a room."""
    (enter,) = told(seen(), (Go("hall"), Go((17, 9))))
    assert enter.startswith(
        "Enter the Hall: if you ask there, the answer should bring the likeliest case to "
    )
    (walk,) = told(seen(), (Go((17, 9)), Go((17, 8))))
    assert walk.startswith(("Walk to 17,9, to reach the ", "Walk to 17,8, to reach the "))


@pytest.mark.rule("C15-07")
def test_a_room_is_entered_to_look_at_its_card() -> None:
    """Where cards lie hidden in rooms, a look at one is what the room is for."""
    scenario = EDITIONS["clue-2015"].scenario
    hidden = [card for card in scenario.ids(Kind.SUSPECT) if card != "plum"]
    rooms = [room for room in scenario.ids(Kind.ROOM) if room != "hall"]
    laid = dict(zip(rooms, hidden[:4], strict=False))
    view = dealt(scenario, {"scarlett": "", "mustard": ""}, laid=laid).view(0)
    (hint,) = told(view, (Go(rooms[0]),))
    assert hint.endswith(": a card lies there that you have not looked at.")


# --- answering -----------------------------------------------------------------------------------


@pytest.mark.rule("C-10")
def test_a_card_that_the_asker_has_seen_is_shown_again() -> None:
    """It tells nothing new; a card seen by another than who asks now comes before one that nobody saw."""
    asked = ("mustard", "knife", "ballroom")
    green, plum = Suggested(GREEN, asked), Suggested(PLUM, asked)
    before = (green, Shown(0, GREEN, asked, "knife"))
    options = (Show("mustard"), Show("knife"), Show("ballroom"))
    assert told(seen(*before, green), options) == ["Show Knife: it has been seen before by Reverend Green."]
    both = (*before, plum, Shown(0, PLUM, asked, "ballroom"))
    (hint,) = told(seen(*both, plum), options)
    assert hint == "Show Ballroom: it has been seen before by Professor Plum."
    (hint,) = told(seen(green), options)
    assert hint.endswith(": nobody has seen any of these cards, and one of a large category tells least.")


# --- whom to ask ---------------------------------------------------------------------------------


@pytest.mark.rule("PA-05")
def test_who_may_have_something_to_show_is_asked() -> None:
    """Who could not show these cards before can't now: the other one is asked."""
    asked = ("plum", "rope", "hall")
    view = seen(Suggested(PLUM, asked), Passed(GREEN, asked), Suggested(0, asked))
    expected = "Ask Professor Plum: that hand may hold Professor Plum, Rope, Hall."
    assert told(view, (Ask("green"), Ask("plum"))) == [expected]


@pytest.mark.rule("MD-08")
def test_the_hand_least_known_is_looked_into() -> None:
    """All of one hand was seen, nothing of the other."""
    green = [event for event in shown() if event.seat == GREEN]
    expected = "Look into the hand of Professor Plum: no hand is less known to you."
    assert told(seen(*green), (Snoop("green"), Snoop("plum"))) == [expected]


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_is_a_hint_at_every_choice_and_it_can_be_done(edition: str) -> None:
    """In a game of every edition, for whoever must act; what is best is open, whatever there is to choose."""
    scenario, rng = EDITIONS[edition].scenario, Random(edition)
    seats = min(4, scenario.rules.players[1])
    state, case = new_game(scenario, scenario.ids(Kind.SUSPECT)[:seats]), list[str]()
    asked = set[tuple[object, ...]]()
    for before, action, _after in driven(state, rng, actors(seats, lambda: tuple(case), rng, ["novice"])):
        if isinstance(action, Hide):
            case.append(action.card)
        legal = before.legal()
        choice = *sorted(kind.verb for kind in legal.kinds), *(legal.claims(kind) is None for kind in CLAIMS)
        if before.seat is None or len(legal) < 2 or choice in asked:
            continue
        asked.add(choice)
        view = before.view(before.seat)
        best, _advice = advised(view, legal)
        hint, *more = told(view, *legal.parts)
        assert best in legal
        assert hint.endswith(".")
        assert "{" not in hint
        assert bool(more) == (legal.claims(Accuse) is not None and not isinstance(best, Accuse))
    assert len(asked) >= 3


def followed(session: Session) -> Action:
    """Do what the hint says."""
    return advised(session.view(), session.legal())[0]


def test_who_follows_the_hints_wins_more_than_a_fair_share() -> None:
    """Ten games against two novices: the share is one in three, and luck alone wins seven in one of fifty."""
    games = [played(signature(seed, PERSON, "novice", "novice"), followed) for seed in range(1, 11)]
    ends = [game.view().history[-1] for game in games]
    assert sum(end.winner == 0 for end in ends if isinstance(end, Ended)) >= 7


def test_at_a_question_that_does_not_lead_there_one_must_go_back() -> None:
    """Asked whom to suspect, a player who had better roll is not told to roll as if that were offered."""
    options = (Roll(), End())
    (offered,) = told(seen(), options)
    view, legal = seen(), Legal(options)
    teller = Teller(view.scenario, view.table.seats, view.seat)
    questions = [lambda _action: False, lambda action: action == Roll()]
    hints = [next(counsel(view, legal, teller, asked, explains=False)) for asked in questions]
    assert hints == [f"Go back. {offered}", offered]


# --- at the table --------------------------------------------------------------------------------


def test_one_decision_counts_as_one_hint_also_after_a_step_back() -> None:
    """Asked twice, and again when the walk was taken back: one; there and back in between: one more."""
    session = Session(classic(5))
    teller = Teller(session.scenario, session.view().table.seats, 0)
    desk = Desk(session, terminal(True), teller)
    while not (session.waits_for_person and session.legal().of(Go)):
        assert not (session.waits_for_person and desk.gives_hints), "nothing to choose before the roll"
        if session.waits_for_person:
            session.act(Roll())
        else:
            session.step()
    desk.hint(lambda _action: True)
    desk.hint(lambda _action: True)
    assert session.record.hints == 1
    session.act(session.legal().of(Go)[0])
    session.undo()
    assert desk.gives_hints
    desk.hint(lambda _action: True)
    assert session.record.hints == 1


def test_a_hint_is_asked_for_at_the_question(tmp_path: Path) -> None:
    """By its name among the commands, once there is something to choose."""
    environment = os.environ | {"CLUE_HOME": str(tmp_path), "CLUE_LANG": "en", "LC_ALL": "C.UTF-8"}
    run = subprocess.run(
        [sys.executable, "-m", "clue_cli", "play", "--plain", "--as", "scarlett", "--seed", "5"],
        env=environment,
        input="hint\n1\nhint\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    session, _remark = slot(tmp_path, "classic-1").look()
    assert session.record.hints == 1
    teller = Teller(session.scenario, session.view().table.seats, 0)
    (hint, *_more) = counsel(session.view(), session.legal(), teller, lambda _action: True, explains=False)
    assert run.stdout.count(hint) == 1


def test_rooms_are_offered_in_the_order_of_their_names_as_they_are_read(tmp_path: Path) -> None:
    """In French too, where the names of the ids would make another order, and accents count for nothing."""
    environment = os.environ | {"CLUE_HOME": str(tmp_path), "CLUE_LANG": "fr", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "clue_cli", "play", "theatre", "--plain", "--as", "scarlett"]
    run = subprocess.run(
        command, env=environment, input="", capture_output=True, text=True, check=False, timeout=120
    )
    # from the foyer, over one or two links
    names = re.findall(r"^ +[0-9]+\. \S+ \S+ «\s(.+)\s»$", run.stdout, re.MULTILINE)
    assert len(names) > 3
    assert names == sorted(names, key=lambda name: name.replace("è", "e"))
