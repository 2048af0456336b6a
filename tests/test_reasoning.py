"""What follows from what a seat has seen: rule by rule, and against every deal that may have been."""

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from clue_cli.reasoning.facts import ENVELOPE, Holder, Holds, HoldsOneOf, Lacks, NotAll, Size, Tier, facts
from clue_cli.reasoning.knowledge import read
from clue_cli.rules.events import (
    ONLOOKER,
    Accused,
    CaseSeen,
    Dealt,
    Ended,
    Event,
    Passed,
    Shown,
    Suggested,
    TurnBegan,
    Unrefuted,
)
from clue_cli.rules.model import Board, Card, Category, Game, Kind, Scenario, Text
from clue_cli.rules.options import Rules
from clue_cli.rules.table import Table, View

SUSPECTS = ("scarlett", "mustard", "plum")
WEAPONS = ("rope", "dagger", "wrench")
ROOMS = ("hall", "lounge", "study", "kitchen")
SIZES = (3, 2, 2)
"""Ten cards: three in the case, seven for three seats."""

NONE = Text({"": "-"})


def _category(kind: Kind, cards: tuple[str, ...]) -> Category:
    return Category(kind, NONE, tuple(Card(card, NONE) for card in cards))


CATEGORIES = (
    _category(Kind.SUSPECT, SUSPECTS),
    _category(Kind.WEAPON, WEAPONS),
    _category(Kind.ROOM, ROOMS),
)
BOARD = Board((), "none", NONE, frozenset(), ())
SCENARIO = Scenario("tiny", Game.CLUE, NONE, NONE, CATEGORIES, BOARD, Rules())
DEAL = tuple(Dealt(seat, None) for seat, size in enumerate(SIZES) for _ in range(size))


def seen_by(seat: int, hand: tuple[str, ...], *events: Event) -> View:
    """Return the view of a seat to which these events happened after the deal."""
    return View(
        SCENARIO, seat, Table(BOARD, SUSPECTS, {}, turn=1), frozenset(hand), (*DEAL, TurnBegan(1, 0), *events)
    )


HAND = ("scarlett", "rope", "hall")
NAMED = ("plum", "dagger", "study")


# --- facts -------------------------------------------------------------------------------------


def test_each_event_gives_the_facts_that_its_rule_makes_certain() -> None:
    """A pass, a card seen, a card not seen, a wrong accusation and the hand sizes each say one thing."""
    unseen = Shown(2, 1, NAMED, None)
    view = seen_by(0, HAND, Passed(1, NAMED), Shown(2, 0, NAMED, "plum"), unseen, Accused(1, NAMED, False))
    found = set(facts(view, Tier.PASSES))
    assert {Lacks(1, card) for card in NAMED} <= found
    assert Holds(2, "plum") in found
    assert HoldsOneOf(2, NAMED) in found
    assert NotAll(ENVELOPE, NAMED) in found
    assert {Size(0, 3), Size(1, 2), Size(2, 2)} <= found
    assert {Holds(0, card) for card in HAND} <= found
    assert {Lacks(0, card) for card in SCENARIO.cards if card not in HAND} <= found


def test_a_novice_heeds_only_the_cards_it_has_seen() -> None:
    """The ticks are the own hand, what is not in it, and the cards shown.

    Passes, covered cards, wrong accusations and the sizes of hands are not among them.
    """
    unseen = Shown(2, 1, NAMED, None)
    view = seen_by(0, HAND, Passed(1, NAMED), Shown(2, 0, NAMED, "plum"), unseen, Accused(1, NAMED, False))
    own = {Holds(0, card) if card in HAND else Lacks(0, card) for card in SCENARIO.cards}
    assert set(facts(view, Tier.TICKS)) == {*own, Holds(2, "plum")}


def test_an_onlooker_claims_nothing_about_a_hand_of_its_own() -> None:
    """Who only watches has no hand, and must not take that for knowing that it lacks every card."""
    found = set(facts(seen_by(ONLOOKER, (), Shown(2, 1, NAMED, None)), Tier.PASSES))
    assert found == {Size(0, 3), Size(1, 2), Size(2, 2), HoldsOneOf(2, NAMED)}


@pytest.mark.parametrize("tier", Tier)
def test_half_way_through_the_deal_no_hand_has_its_size(tier: Tier) -> None:
    """While cards are being dealt, a hand of one card is no sign of holding only one."""
    view = View(SCENARIO, 0, Table(BOARD, SUSPECTS, {}), frozenset({"rope"}), DEAL[:1])
    assert set(facts(view, tier)) == {Holds(0, "rope")}


# --- conclusions -------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", Tier)
def test_a_card_seen_is_held_by_one_and_by_nobody_else(tier: Tier) -> None:
    """A card is in one place only, so that a card seen is out of the envelope."""
    notebook = read(seen_by(0, HAND, Shown(2, 0, NAMED, "plum")), tier)
    assert notebook.held("plum") == 2
    assert [notebook.may_hold("plum", holder) for holder in (0, 1, 2, ENVELOPE)] == [
        False,
        False,
        True,
        False,
    ]
    assert notebook.candidates(CATEGORIES[0]) == ("mustard",)


@pytest.mark.rule("C-01")
@pytest.mark.parametrize("tier", Tier)
def test_the_last_card_of_a_category_is_in_the_case(tier: Tier) -> None:
    """The case has one card of each category: with all others seen, the last one is it."""
    seen = (Shown(1, 0, NAMED, "dagger"), Shown(2, 0, NAMED, "plum"))
    more = (Shown(1, 0, NAMED, "study"), Shown(2, 0, ("plum", "dagger", "lounge"), "lounge"))
    assert read(seen_by(0, HAND, *seen, *more[:1]), tier).held("wrench") == ENVELOPE
    assert read(seen_by(0, HAND, *seen, *more), tier).case() == ("mustard", "wrench", "kitchen")


@pytest.mark.rule("C-12")
@pytest.mark.parametrize("tier", Tier)
def test_who_has_looked_into_the_envelope_knows_the_case(tier: Tier) -> None:
    """A wrong accuser sees the case, and at the end everybody does; its cards rule out their categories."""
    for event in (CaseSeen(0, NAMED), Ended(1, NAMED)):
        notebook = read(seen_by(0, HAND, event), tier)
        assert notebook.case() == NAMED
        assert not notebook.may_hold("mustard", ENVELOPE)


@pytest.mark.rule("C-10")
def test_a_card_that_nobody_can_show_is_in_the_envelope() -> None:
    """A passed seat holds none of the cards; what no seat can hold is in the case. A novice misses it."""
    view = seen_by(0, HAND, Passed(1, NAMED), Passed(2, NAMED), Unrefuted(0, NAMED))
    assert read(view, Tier.PASSES).case() == NAMED
    assert read(view, Tier.TICKS).case() is None


def test_who_shows_a_card_and_lacks_two_shows_the_third() -> None:
    """One of three was shown, unseen; with two of them elsewhere, the third is with the one who showed."""
    view = seen_by(
        0, ("plum", "rope", "hall"), Passed(2, ("mustard", "dagger", "hall")), Shown(2, 1, NAMED, None)
    )
    assert read(view, Tier.PASSES).held("study") == 2
    assert read(view, Tier.TICKS).held("study") is None


@pytest.mark.rule("C-02")
def test_hands_are_as_large_as_they_were_dealt() -> None:
    """With both cards of a hand seen it has no others; with all but two ruled out it has those two."""
    seen = seen_by(0, HAND, Shown(1, 0, NAMED, "plum"), Shown(1, 0, NAMED, "study"))
    assert not any(read(seen, Tier.PASSES).may_hold(card, 1) for card in ("dagger", "wrench", "lounge"))
    passed = seen_by(0, HAND, Passed(1, NAMED), Passed(1, ("mustard", "dagger", "lounge")))
    assert [read(passed, Tier.PASSES).held(card) for card in ("wrench", "kitchen")] == [1, 1]


@pytest.mark.rule("C-12")
def test_a_wrong_accusation_rules_out_its_last_unknown_card() -> None:
    """With two of its cards known to be in the envelope, the third of a wrong accusation is not."""
    known = (Passed(1, ("plum", "dagger", "hall")), Passed(2, ("plum", "dagger", "hall")))
    notebook = read(seen_by(0, HAND, *known, Accused(1, NAMED, False)), Tier.PASSES)
    assert notebook.candidates(CATEGORIES[2]) == ("lounge", "kitchen")


def test_one_conclusion_leads_to_the_next() -> None:
    """Passes give suspect and weapon; so the wrong accusation rules out its room, and one room is left."""
    named = ("plum", "dagger", "hall")
    seen = (Passed(1, named), Passed(2, named), Shown(1, 0, ("scarlett", "rope", "kitchen"), "kitchen"))
    notebook = read(seen_by(0, HAND, *seen, Accused(1, NAMED, False)), Tier.PASSES)
    assert notebook.case() == ("plum", "dagger", "lounge")


# --- against enumeration -----------------------------------------------------------------------

HOLDERS: tuple[Holder, ...] = (0, 1, 2, ENVELOPE)
Places = dict[Holder, frozenset[str]]


def _every_deal(seat: int, hand: frozenset[str]) -> Iterator[Places]:
    """Go through every deal in which `seat` has that hand, in the plainest way."""
    for case in product(SUSPECTS, WEAPONS, ROOMS):
        deck = frozenset(SCENARIO.cards) - set(case)
        for first in map(frozenset, combinations(sorted(deck), SIZES[0])):
            for second in map(frozenset, combinations(sorted(deck - first), SIZES[1])):
                deal: Places = {0: first, 1: second, 2: deck - first - second, ENVELOPE: frozenset(case)}
                if seat == ONLOOKER or deal[seat] == hand:
                    yield deal


def _agrees(deal: Places, event: Event) -> bool:
    match event:
        case Passed(seat, cards):
            return not deal[seat] & set(cards)
        case Shown(seat, _, cards, None):
            return bool(deal[seat] & set(cards))
        case Shown(seat, _, _, card):
            return card in deal[seat]
        case Accused(_, cards, right):
            return (deal[ENVELOPE] == set(cards)) == right
        case CaseSeen(_, cards):
            return deal[ENVELOPE] == set(cards)
    return True


def _played(deal: Places, whims: random.Random) -> Iterator[tuple[int, Event, Event]]:
    """Play suggestions and wrong accusations at random: who knows more, what they see, what others see."""
    for _ in range(whims.randrange(1, 8)):
        by = whims.randrange(3)
        named = tuple(whims.choice(category.ids) for category in CATEGORIES)
        if whims.random() < 0.1 and deal[ENVELOPE] != set(named):
            yield by, Accused(by, named, False), Accused(by, named, False)
            case = tuple(card for card in SCENARIO.cards if card in deal[ENVELOPE])
            yield by, CaseSeen(by, case), Suggested(by, named)
            continue
        for seat in ((by + 1) % 3, (by + 2) % 3):
            if shown := [card for card in named if card in deal[seat]]:
                yield by, Shown(seat, by, named, whims.choice(shown)), Shown(seat, by, named, None)
                break
            yield by, Passed(seat, named), Passed(seat, named)


@pytest.mark.parametrize("seed", range(40))
def test_no_notebook_ever_says_what_some_deal_denies(seed: int) -> None:
    """Whatever a notebook rules in or out is so in every deal that agrees with what its seat has seen."""
    whims = random.Random(seed)
    seat = whims.choice((0, 1, 2, 0, 1, 2, ONLOOKER))
    deal = whims.choice(DEALS)
    hand = frozenset() if seat == ONLOOKER else deal[seat]
    events = [open_ if seat == by else covered for by, open_, covered in _played(deal, whims)]
    left = [d for d in _every_deal(seat, hand) if all(_agrees(d, event) for event in events)]
    assert deal in left
    for tier in Tier:
        notebook = read(seen_by(seat, tuple(hand), *events), tier)
        for card, holder in product(SCENARIO.cards, HOLDERS):
            having = sum(card in d[holder] for d in left)
            assert notebook.may_hold(card, holder) or having == 0
            assert notebook.held(card) != holder or having == len(left)


DEALS = tuple(_every_deal(0, frozenset(HAND)))
