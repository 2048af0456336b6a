"""What a question is expected to tell, held against going through every deal or every place of its cards."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from math import isclose, log2, prod
from random import Random

import pytest

from clue_cli.reasoning.deals import Deals, count
from clue_cli.reasoning.deduction import deduce
from clue_cli.reasoning.facts import ENVELOPE, Fact, Holder, Holds, HoldsOneOf, Lacks, Size
from clue_cli.reasoning.questions import glimpse, weigh
from clue_cli.rules.options import Asked
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

CATEGORIES = load(find("classic")).scenario.categories
GROUPS = [category.ids for category in CATEGORIES]
CARDS = [card for group in GROUPS for card in group]
HOLDERS = (0, 1, 2, ENVELOPE)
HAND = ("plum", "rope", "hall", "study", "knife", "lounge")
ASKED = (1, 2)


def known(*found: Fact) -> Deals:
    """Count the deals for seat 0 of three with HAND, where these facts are known too."""
    own = [Holds(0, card) for card in HAND] + [Lacks(0, card) for card in CARDS if card not in HAND]
    sizes = [Size(seat, 6) for seat in range(3)]
    return count(deduce(CATEGORIES, HOLDERS, [*own, *sizes, *found]))


SOME = known(
    *(Lacks(1, card) for card in ("green", "revolver", "kitchen")),
    HoldsOneOf(2, ("green", "revolver", "kitchen")),
    HoldsOneOf(1, ("mustard", "wrench", "library")),
    Holds(2, "scarlett"),
)


def spots(deals: Deals, card: str) -> Iterator[tuple[Holder, float]]:
    """Go through those who may have the card, with the odds."""
    return ((holder, odds) for holder, odds in deals.odds[card].items() if odds)


def after(deals: Deals, cards: Sequence[str], then: Sequence[float]) -> tuple[float, float]:
    """Return the guess and what is open, when the cards are in the case with these odds."""
    guess, still = 1.0, 0.0
    for group, card, odds in zip(GROUPS, cards, then, strict=True):
        before = deals.odds[card][ENVELOPE]
        rest = [(1 - odds) * deals.odds[other][ENVELOPE] / (1 - before) for other in group if other != card]
        guess *= max(odds, *rest)
        still -= sum(p * log2(p) for p in (odds, *rest) if p)
    return guess, still


def by_hand(deals: Deals, cards: Sequence[str], asked: Sequence[int]) -> tuple[float, float]:
    """Return the guess and the bits by going through all places of the three cards, as if independent."""
    chance: defaultdict[object, float] = defaultdict(float)
    inside: defaultdict[object, list[float]] = defaultdict(lambda: [0.0] * len(cards))
    for places in product(*(list(spots(deals, card)) for card in cards)):
        odds = prod(p for _, p in places)
        held = [[n for n, (place, _) in enumerate(places) if place == seat] for seat in asked]
        shown = next(((seat, held[k]) for k, seat in enumerate(asked) if held[k]), (None, [0]))
        for card in shown[1]:
            answer = (shown[0], card)
            chance[answer] += odds / len(shown[1])
            for n, (place, _) in enumerate(places):
                inside[answer][n] += odds / len(shown[1]) * (place == ENVELOPE)
    told = [(p, after(deals, cards, [part / p for part in inside[answer]])) for answer, p in chance.items()]
    now = after(deals, cards, [deals.odds[card][ENVELOPE] for card in cards])
    return sum(p * guess for p, (guess, _) in told), now[1] - sum(p * still for p, (_, still) in told)


@pytest.mark.rule("C-10")
def test_a_question_is_worth_what_all_its_answers_are_worth_together() -> None:
    """Forty questions, weighed by going through where the three cards may lie and who then shows which."""
    rng = Random(5)
    weights = weigh(SOME, GROUPS, ASKED, Asked.FIRST_TO_SHOW)
    for _ in range(40):
        cards = [rng.choice(group) for group in GROUPS]
        question = weights.of(cards)
        guess, bits = by_hand(SOME, cards, ASKED)
        assert isclose(question.guess, guess, rel_tol=1e-9)
        assert isclose(question.bits, bits, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.rule("PA-05")
def test_the_one_who_tells_most_is_asked_where_one_is_chosen() -> None:
    """Of the two who can be asked alone, the one with the better answer counts."""
    rng = Random(6)
    weights = weigh(SOME, GROUPS, ASKED, Asked.CHOSEN_PLAYER)
    for _ in range(20):
        cards = [rng.choice(group) for group in GROUPS]
        alone = [by_hand(SOME, cards, [seat]) for seat in ASKED]
        assert isclose(weights.of(cards).guess, max(guess for guess, _ in alone), rel_tol=1e-9)
        assert isclose(weights.of(cards).bits, max(bits for _, bits in alone), rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize("answers", list(Asked))
def test_a_question_for_one_open_card_is_weighed_exactly(answers: Asked) -> None:
    """With two cards of one's own nothing is taken to be independent: each answer places the third."""
    weights = weigh(SOME, GROUPS, ASKED, answers)
    for weapon in GROUPS[1]:
        cards = ("plum", weapon, "hall")
        asked = (
            ASKED if answers is not Asked.CHOSEN_PLAYER else (max(ASKED, key=lambda s: SOME.odds[weapon][s]),)
        )
        guess, bits = by_hand(SOME, cards, asked)
        assert isclose(weights.of(cards).guess, guess, rel_tol=1e-9)
        assert isclose(weights.of(cards).bits, bits, rel_tol=1e-9, abs_tol=1e-9)


def test_the_chance_of_a_question_is_the_exact_odds_of_its_case() -> None:
    """All the odds of cases come to one, and those of a card of one's own are nothing."""
    weights = weigh(SOME, GROUPS, ASKED, Asked.FIRST_TO_SHOW)
    cases = dict(SOME.cases())
    assert isclose(sum(weights.of(case).chance for case in cases), 1.0, rel_tol=1e-9)
    for case, odds in cases.items():
        assert isclose(weights.of(case).chance, odds, rel_tol=1e-12)
    assert weights.of(("plum", "rope", "hall")).chance == 0
    assert abs(weights.of(("plum", "rope", "hall")).bits) < 1e-9, "nobody can answer it with anything new"


def test_a_look_into_a_hand_is_worth_the_average_over_its_cards() -> None:
    """Each card of the hand is drawn as likely; what the look is worth is the guess once it is out."""
    for seat in ASKED:
        now = prod(max(SOME.odds[card][ENVELOPE] for card in group) for group in GROUPS)
        average = 0.0
        for card in CARDS:
            group = next(group for group in GROUPS if card in group)
            tops = max(SOME.odds[other][ENVELOPE] for other in group if other != card)
            before = max(SOME.odds[other][ENVELOPE] for other in group)
            then = now / before * tops / (1 - SOME.odds[card][ENVELOPE]) if SOME.odds[card][seat] else 0.0
            average += SOME.odds[card][seat] / 6 * then
        assert isclose(glimpse(SOME, GROUPS, seat, 6), average, rel_tol=1e-9)
        assert glimpse(SOME, GROUPS, seat, 6) >= now
