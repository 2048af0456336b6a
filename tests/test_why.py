"""Why a card must or can't be somewhere: each step is true and needed, and a sentence tells it."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from games import EDITIONS, dealt
from playing import document

from clue_cli.play import caselog, puzzle
from clue_cli.play.saves import slot
from clue_cli.play.seating import among_themselves
from clue_cli.play.session import Record, Session
from clue_cli.reasoning.deduction import possible
from clue_cli.reasoning.facts import (
    ENVELOPE,
    FACE_UP,
    ROOM_CARDS,
    Fact,
    Holder,
    Holds,
    HoldsOneOf,
    Lacks,
    NotAll,
    Size,
    Tier,
    facts,
    holders,
)
from clue_cli.reasoning.knowledge import read
from clue_cli.reasoning.why import Step, chain, contradiction, why
from clue_cli.rules.events import Accused, Ended, Event, Gave, Passed, Shown, TurnBegan
from clue_cli.rules.model import Kind
from clue_cli.rules.position import Position
from clue_cli.rules.table import View
from clue_cli.scenario.shelf import shipped
from clue_cli.ui.deducing import teller_of
from clue_cli.ui.reasons import Reasoner
from clue_cli.ui.telling import Teller


def late(edition: str, seed: int) -> Position:
    """Return the last position before the end of a game of so many players by careful minds."""
    scenario = EDITIONS[edition].scenario
    low, high = scenario.rules.players
    minds = ("careful",) * min(high, low + seed)
    session = Session(Record(document(edition), among_themselves(scenario, minds), seed))
    before = session.state
    while not session.over:
        before = session.state
        session.step()
    return before


def conclusions(view: View) -> list[Holds | Lacks]:
    """List all that is certain and not in sight."""
    notebook = read(view, Tier.ALL)
    held = {card: notebook.held(card) for card in view.scenario.cards}
    return [
        *(Holds(who, card) for card, who in held.items() if who not in (None, view.seat)),
        *(
            Lacks(who, card)
            for card, holder in held.items()
            for who in notebook.holders
            if holder is None and who != view.seat and not notebook.may_hold(card, who)
        ),
    ]


def proves(view: View, conclusion: Holds | Lacks | None, steps: Sequence[Step]) -> bool:
    """Tell whether no deal agrees with the steps where the conclusion is denied."""
    denial: list[Fact] = []
    if conclusion:
        other = Lacks if isinstance(conclusion, Holds) else Holds
        denial = [other(conclusion.holder, conclusion.card)]
    told = [fact for step in steps for fact in step.facts]
    return not possible(view.scenario.categories, holders(view), [*denial, *told])


def without_one(steps: Sequence[Step]) -> Iterator[Sequence[Step]]:
    """Leave out one fact of one step after the other, and so the step where it is the only one."""
    for n, step in enumerate(steps):
        for m in range(len(step.facts)):
            rest = (*step.facts[:m], *step.facts[m + 1 :])
            yield [*steps[:n], replace(step, facts=rest), *steps[n + 1 :]]


def is_true(fact: Fact, hands: dict[Holder, frozenset[str]]) -> bool:
    """Tell whether a fact holds of the cards where they really are."""
    hand = hands[fact.holder]
    match fact:
        case Holds(_, card):
            return card in hand
        case Lacks(_, card):
            return card not in hand
        case HoldsOneOf(_, cards):
            return not hand.isdisjoint(cards)
        case NotAll(_, cards):
            return not hand.issuperset(cards)
        case Size(_, count):
            return len(hand) == count
    raise AssertionError(fact)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_reason_proves_what_it_says_and_nothing_of_it_can_be_left_out(edition: str, seed: int) -> None:
    """Late in a game of each edition, from two seats: true steps, in order, of which each is needed."""
    position = late(edition, seed)
    truth: dict[Holder, frozenset[str]] = dict(enumerate(position.hands))
    truth |= {ENVELOPE: frozenset(position.case), FACE_UP: frozenset(position.table.face_up)}
    truth[ROOM_CARDS] = frozenset(position.laid.values())
    for seat in (0, 1):
        view = position.view(seat)
        found = conclusions(view)
        for conclusion in Random(seed).sample(found, min(4, len(found))):
            steps = why(view, conclusion)
            assert steps
            assert proves(view, conclusion, steps)
            assert not any(proves(view, conclusion, rest) for rest in without_one(steps))
            assert [step.turn for step in steps] == sorted(step.turn for step in steps)
            assert all(is_true(fact, truth) for step in steps for fact in step.facts)


PUZZLES = sorted((shipped() / "puzzles").glob("*.toml"))


@pytest.mark.parametrize("path", PUZZLES, ids=[path.stem for path in PUZZLES])
def test_a_chain_of_short_proofs_proves_the_case_of_a_puzzle(path: Path) -> None:
    """Each stands on the record and on those before it, nothing to spare, and is no longer than one alone."""
    log = caselog.read(path)
    view, told = log.view(), set(facts(log.view(), Tier.ALL))
    answer = [Holds(ENVELOPE, card) for card in puzzle.of(log).answer]
    whole = max(sum(len(step.facts) for step in why(view, each) or ()) for each in answer)
    proved: list[Fact] = []
    for link in chain(view, answer):
        assert set(link.before) <= set(proved)
        seen = [fact for step in link.steps for fact in step.facts]
        assert set(seen) <= told
        premises = [*link.before, *seen]
        assert follows(view, link.conclusion, premises)
        for n in range(len(premises)):
            assert not follows(view, link.conclusion, [*premises[:n], *premises[n + 1 :]])
        proved.append(link.conclusion)
        assert len(premises) <= whole
    assert set(answer) <= set(proved)


def follows(view: View, conclusion: Holds | Lacks | HoldsOneOf, premises: Sequence[Fact]) -> bool:
    """Tell whether no deal agrees with the premises and with what the conclusion denies."""
    cards = conclusion.cards if isinstance(conclusion, HoldsOneOf) else (conclusion.card,)
    denied: type[Holds | Lacks] = Holds if isinstance(conclusion, Lacks) else Lacks
    denial = [denied(conclusion.holder, card) for card in cards]
    return not possible(view.scenario.categories, holders(view), [*denial, *premises])


def test_the_torn_letter_is_told_in_short_sentences() -> None:
    """One proof of the room of this puzzle takes a page; no sentence of the chain has ten premises."""
    log = caselog.read(next(path for path in PUZZLES if path.stem == "case-07"))
    (room,) = [card for card in puzzle.of(log).answer if card in log.scenario.ids(Kind.ROOM)]
    links = chain(log.view(), [Holds(ENVELOPE, room)])
    assert max(len(link.before) + sum(len(step.facts) for step in link.steps) for link in links) < 10
    told = list(Reasoner(log.view(), teller_of(log)).proof([Holds(ENVELOPE, room)]))
    assert any("Anna showed Ben one of" in each and "so Anna holds one of" in each for each in told)
    assert told[-1].endswith("so Billiard Room is in the case.")


PEACOCK_HAND = {"green": "knife lounge", "peacock": "rope", "plum": "hall kitchen"}
GREEN, PEACOCK, PLUM = range(3)


def told(*events: Event) -> View:
    """Return what Plum, who holds the hall, knows of a game of three in which this happened."""
    view = dealt(EDITIONS["classic"].scenario, PEACOCK_HAND, case="mustard wrench study").view(PLUM)
    return replace(view, history=(*view.history, *events))


def reasons(view: View) -> Reasoner:
    """Give reasons in the words of the program."""
    return Reasoner(view, Teller(view.scenario, view.table.seats, view.seat))


THREE_CARDS = (
    TurnBegan(2, GREEN),
    Passed(PEACOCK, ("plum", "knife", "study")),
    TurnBegan(4, GREEN),
    Shown(PEACOCK, GREEN, ("plum", "rope", "hall"), None),
)


def test_a_sentence_names_the_questions_and_the_own_card() -> None:
    """One of three was shown; one of the others she does not hold, and one is in the own hand."""
    assert list(reasons(told(*THREE_CARDS)).about("rope")) == [
        "In turn 2 Mrs Peacock could not show Professor Plum; "
        "in turn 4 Mrs Peacock showed Reverend Green one of Professor Plum, Rope, Hall; "
        "you hold Hall: so Mrs Peacock holds Rope."
    ]


def test_an_open_card_is_told_with_who_can_not_have_it() -> None:
    """Who may have the card is named first, then why the others can't; of the own hand nothing is said."""
    assert list(reasons(told(*THREE_CARDS)).about("knife")) == [
        "The card Knife is still open. Who may have it: the player Reverend Green; the case.",
        "In turn 2 Mrs Peacock could not show Knife: so Mrs Peacock does not hold Knife.",
    ]


def test_cards_are_told_apart_from_the_players_called_like_them() -> None:
    """Where the suspects play, a sentence with their names says which is the card and who are players."""
    assert next(reasons(told()).about("green")) == (
        "The card Reverend Green is still open. "
        "Who may have it: the players Reverend Green, Mrs Peacock; the case."
    )


@pytest.mark.rule("C-12")
def test_a_right_accusation_is_told_with_who_made_it() -> None:
    """What it proves is proved by the accuser's being right; where nobody was, the envelope says it."""
    case = ("mustard", "wrench", "study")
    end = (Accused(GREEN, case, True), Ended(GREEN, case))
    assert list(reasons(told(TurnBegan(4, GREEN), *end)).about("study")) == [
        "In turn 4 Reverend Green accused Colonel Mustard, Wrench, Study, which was right: "
        "so Study is in the case."
    ]
    last = reasons(told(TurnBegan(4, GREEN), Ended(PLUM, case)))
    assert "the envelope holds Colonel Mustard, Wrench, Study" in next(last.about("study"))


def test_who_could_not_show_the_same_card_is_told_at_once() -> None:
    """The players asked one after the other stand in one clause."""
    view = told(
        TurnBegan(3, PLUM), *(Passed(seat, ("white", "wrench", "study")) for seat in (GREEN, PEACOCK))
    )
    (sentence,) = reasons(view).about("study")
    assert sentence.startswith("In turn 3 Reverend Green, Mrs Peacock could not show Study; you do not hold")
    assert sentence.endswith("so Study is in the case.")


def test_what_is_in_the_own_hand_needs_no_reason() -> None:
    """One's own card is said to be so."""
    assert list(reasons(told()).about("hall")) == ["You hold Hall."]


def test_what_does_not_follow_has_no_reason() -> None:
    """Of a card that nobody was asked about nothing is proved."""
    assert why(told(*THREE_CARDS), Holds(ENVELOPE, "white")) is None
    assert contradiction(told(*THREE_CARDS)) is None


@pytest.mark.rule("PA-06")
def test_a_card_given_away_leaves_what_is_true_still() -> None:
    """Who showed a card and then gave one away may not hold it now, but it is in no envelope."""
    shown, gave = Shown(PEACOCK, PLUM, ("plum", "rope", "hall"), "rope"), Gave(PEACOCK, GREEN, None)
    view = told(TurnBegan(3, PLUM), shown, TurnBegan(4, GREEN), gave)
    assert why(view, Holds(PEACOCK, "rope")) is None
    assert reasons(view).because(Lacks(ENVELOPE, "rope")) == (
        "In turn 3 Mrs Peacock showed you the card Rope (a card was given away since): "
        "so Rope is not in the case."
    )


def test_events_that_can_not_all_be_true_are_the_fewest() -> None:
    """Nobody can show nothing and one of the same cards; what else happened is not to blame."""
    passed, shown = (
        Passed(GREEN, ("plum", "rope", "study")),
        Shown(GREEN, PEACOCK, ("plum", "rope", "study"), None),
    )
    found = contradiction(told(*THREE_CARDS, TurnBegan(5, PEACOCK), passed, TurnBegan(8, PEACOCK), shown))
    assert found is not None
    assert [(step.turn, step.event) for step in found] == [(5, passed), (8, shown)]


def test_a_card_of_the_own_hand_shown_by_another_is_a_contradiction() -> None:
    """The own hand is a step too, which is no event."""
    shown = Shown(GREEN, PLUM, ("plum", "rope", "hall"), "hall")
    found = contradiction(told(TurnBegan(3, PLUM), shown))
    assert found is not None
    assert {step.event for step in found} == {None, shown}


def clue(home: Path, *arguments: str, stdin: str) -> str:
    """Run the program in lines, with its files in `home`, and return what it said."""
    environment = os.environ | {"CLUE_HOME": str(home), "CLUE_LANG": "en", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "clue_cli", *arguments]
    run = subprocess.run(
        command, env=environment, input=stdin, capture_output=True, text=True, check=False, timeout=120
    )
    return run.stdout


@pytest.mark.parametrize(("notes", "offered"), [("ticks", 0), ("odds", 1)])
def test_reasons_are_offered_where_they_give_nothing_away(notes: str, offered: int, tmp_path: Path) -> None:
    """Only a notebook that holds all that is certain says why; two looks at once are one hint."""
    asked = clue(tmp_path, "play", "--as", "plum", "--seed", "5", "--notes", notes, stdin="why\n1\nwhy\n2\n")
    assert ("Which card?" in asked) == bool(offered)
    session, _remark = slot(tmp_path, "classic-1").look()
    assert session.record.hints == offered
