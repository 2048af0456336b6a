"""Deals counted exactly: against every deal one by one, method against method, and published figures."""

from collections.abc import Sequence
from itertools import pairwise, product
from math import comb, factorial, prod
from random import Random

import pytest
from deals import (
    CLASSIC,
    MASTER,
    MISHAPS,
    Log,
    anew,
    both,
    cards,
    categories,
    check_methods,
    check_small,
    check_sound,
    deals,
    full,
    left,
    small,
    told,
)

from clue_cli.reasoning.deals import Show, count
from clue_cli.reasoning.deals_frontier import TooWide
from clue_cli.reasoning.deduction import Contradiction, Deduction, deduce
from clue_cli.reasoning.facts import (
    ENVELOPE,
    Fact,
    Holds,
    HoldsOneOf,
    Lacks,
    Size,
    Tier,
    deal_facts,
    event_facts,
    facts,
    holders,
)
from clue_cli.reasoning.reasons import explain
from clue_cli.rules.events import Dealt, Event, Passed

# --- against enumeration -----------------------------------------------------------------------


@pytest.mark.rule("C-01", "C-02", "C-10", "C-12", "C15-07", "C15-09", "C15-10", "SG-05", "MD-08", "MD-10")
@pytest.mark.parametrize("tens", range(10))
def test_counts_odds_and_conclusions_are_those_of_all_deals(tens: int) -> None:
    """Listing the deals one by one gives the same number, odds, cases, and certain cells, by each method."""
    for seed in range(10 * tens, 10 * tens + 10):
        check_small(small(seed))


@pytest.mark.rule("PA-06")
def test_what_is_concluded_of_hands_that_change_is_so() -> None:
    """With cards given unseen nothing is concluded that some deal denies, and little is missed."""
    found = [check_sound(small(seed, ("give", "give", *MISHAPS))) for seed in range(60)]
    drawn, certain = map(sum, zip(*found, strict=True))
    assert 0.98 < drawn / certain <= 1


def _gives(log: Log, event: Event) -> Sequence[Fact]:
    """Return the facts of an event, a card dealt to the seat among them."""
    if isinstance(event, Dealt) and event.card:
        return (Holds(event.seat, event.card),)
    return event_facts(event, range(len(log.view.table.seats)), Tier.ALL)


def _sizes(log: Log) -> list[Fact]:
    return [fact for fact in deal_facts(log.view, Tier.ALL) if isinstance(fact, Size)]


def _why(log: Log, history: Sequence[Event], conclusion: Holds | Lacks | None) -> list[Event] | None:
    """Return the events that explain a conclusion."""
    deck, given = log.view.scenario.categories, _sizes(log)
    found = explain(deck, holders(log.view), [_gives(log, one) for one in history], conclusion, given)
    return None if found is None else [history[number] for number in found]


def _but_one(events: Sequence[Event]) -> list[list[Event]]:
    return [[*events[:n], *events[n + 1 :]] for n in range(len(events))]


@pytest.mark.parametrize("seed", range(40))
def test_facts_that_no_deal_agrees_with_are_refused(seed: int) -> None:
    """A log that contradicts itself is refused just when no deal is left, and the events to blame are few."""
    whims, log = Random(seed), small(seed)
    names, everything = sorted(log.truth), deals(log.view)
    lies = [Passed(1, (card,)) for card in whims.sample(names, whims.randrange(1, 5))]
    history = [*log.view.history, *lies]
    blamed = _why(log, history, None)
    if len(left(everything, log.view, history)):
        assert blamed is None
        return
    with pytest.raises(Contradiction):
        anew(log.view).learn(fact for lie in lies for fact in _gives(log, lie))
    assert blamed is not None
    assert not len(left(everything, log.view, blamed))
    assert all(len(left(everything, log.view, fewer)) for fewer in _but_one(blamed))


@pytest.mark.parametrize("seed", range(20))
def test_every_event_of_a_reason_is_needed(seed: int) -> None:
    """A conclusion follows from the events named; with any one of them left out some deal denies it."""
    log = small(seed)
    found, everything = anew(log.view), deals(log.view)
    cells = product(enumerate(found.deck.holders), enumerate(found.deck.bits.items()))
    for (n, holder), (column, (card, bit)) in cells:
        if found.may[n] & bit and not found.has[n] & bit:
            assert _why(log, log.view.history, Lacks(holder, card)) is None
            assert _why(log, log.view.history, Holds(holder, card)) is None
            continue
        conclusion = (Holds if found.has[n] & bit else Lacks)(holder, card)
        reason = _why(log, log.view.history, conclusion)
        assert reason is not None

        def proved(events: Sequence[Event]) -> bool:
            having = left(everything, log.view, events)[:, column] == n  # noqa: B023 (called at once)
            return bool((having == isinstance(conclusion, Holds)).all())  # noqa: B023

        assert proved(reason)
        assert not any(map(proved, _but_one(reason)))


# --- method against method ---------------------------------------------------------------------


@pytest.mark.parametrize("tens", range(4))
def test_two_methods_agree_on_full_decks(tens: int) -> None:
    """The sum with signs over all sets and the count card by card have no step in common."""
    compared = [check_methods(full(seed), 1 << 13) for seed in range(10 * tens, 10 * tens + 10)]
    assert any(compared)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_learnt_turn_by_turn_is_what_is_learnt_at_once(seed: int) -> None:
    """A notebook kept through the game says at its end what one filled in then would say, and grows only."""
    log = told(Random(seed), MASTER, {seat: 3 - (seat > 6) for seat in range(10)}, 25)
    kept = [deduce(MASTER, holders(log.view), deal_facts(log.view, Tier.ALL))]
    for event in log.view.history:
        kept.append(kept[-1].learn(_gives(log, event)))
    assert (kept[-1].has, kept[-1].may) == (anew(log.view).has, anew(log.view).may)
    for before, after in pairwise(kept):
        assert all(old & ~new == 0 for old, new in zip(before.has, after.has, strict=True))
        assert all(new & ~old == 0 for old, new in zip(before.may, after.may, strict=True))
    assert kept[-1].learn(facts(log.view, Tier.ALL)) is kept[-1]


def test_hands_whose_size_is_not_told_may_have_any() -> None:
    """Half-way through a deal a hand may be of any size: two cards between two seats lie in four ways."""
    tiny = categories(1, 1, 3)
    known = deduce(tiny, (0, 1, ENVELOPE), [Lacks(ENVELOPE, "room_0")])
    assert count(known).total == 2 * 4  # two cases, and each of the other two cards with either seat
    assert count(known.learn([Size(0, 2)])).total == 2


# --- published figures -------------------------------------------------------------------------


def _start(hand: Sequence[int], sizes: Sequence[int]) -> Deduction:
    """Return what a player knows who has seen only a hand of so many cards of each category."""
    held = [card for category, n in zip(CLASSIC, hand, strict=True) for card in category.ids[:n]]
    facts: list[Fact] = [(Holds if card in held else Lacks)(0, card) for card in cards(CLASSIC)]
    facts += [Size(seat, size) for seat, size in enumerate(sizes)]
    return deduce(CLASSIC, (*range(len(sizes)), ENVELOPE), facts)


@pytest.mark.rule("C-01")
def test_two_cards_of_each_category_leave_103488_deals() -> None:
    """4 x 4 x 7 cases, and 12 cards between two other players: 112 x 924."""
    assert count(_start((2, 2, 2), (6, 6, 6))).total == 103_488


@pytest.mark.parametrize(
    ("sizes", "published"),
    [
        ((6, 6, 6), 110.85),
        ((5, 5, 4, 4), 136.42),
        ((4, 4, 4, 3, 3), 165.65),
        ((3, 3, 3, 3, 3, 3), 198.78),
    ],
)
def test_the_best_first_guess_is_right_as_often_as_published(
    sizes: tuple[int, ...], published: float
) -> None:
    """Whoever knows only the own hand is right once in so many games, over all hands that may be dealt."""
    chance = 0.0
    for hand in product(range(6), range(6), range(9)):
        if sum(hand) == sizes[0]:
            ways = comb(5, hand[0]) * comb(5, hand[1]) * comb(8, hand[2])
            chance += ways / comb(18, sizes[0]) * count(_start(hand, sizes)).cases()[0][1]
    assert 1 / chance == pytest.approx(published, abs=0.005)


def test_a_refuter_who_had_the_choice_makes_a_card_less_likely() -> None:
    """Of two cards shown once, unseen: with both in hand either could have been shown, at one half each."""
    tiny = categories(1, 2, 2)
    shown = ("weapon_0", "room_0")
    known = deduce(tiny, (0, 1, ENVELOPE), [Size(0, 0), Size(1, 2), HoldsOneOf(1, shown)])
    # hands: both of those shown (1/2), or one of them (1) with the other card that is left
    assert count(known).total == 3
    assert count(known).odds["weapon_0"][1] == pytest.approx(2 / 3)
    assert count(known, [Show(1, shown)]).odds["weapon_0"][1] == pytest.approx((1 / 2 + 1) / (1 / 2 + 1 + 1))
    assert count(known, [Show(1, shown)] * 2).odds["weapon_0"][1] == pytest.approx(1.25 / 2.25)


def test_a_number_of_deals_beyond_64_bits_is_exact() -> None:
    """30 cards, none seen, six seats: 10 x 8 x 12 cases times the ways to share out 27 cards."""
    hands = (5, 5, 5, 4, 4, 4)
    known = deduce(MASTER, (*range(6), ENVELOPE), [Size(seat, size) for seat, size in enumerate(hands)])
    number = 960 * factorial(27) // prod(factorial(size) for size in hands)
    assert number > 1 << 64
    assert [found.total for found in both(known, ())] == [number, number]


def test_more_than_a_state_can_hold_is_refused() -> None:
    """Ten seats with six half-told shows each don't fit into one integer: that is said, not miscounted."""
    whims = Random(1)
    known = deduce(MASTER, (*range(10), ENVELOPE), [Size(seat, 3 - (seat > 6)) for seat in range(10)])
    named = [tuple(whims.choice(category.ids) for category in MASTER) for _ in range(60)]
    with pytest.raises(TooWide):
        count(known, [Show(n % 10, cards) for n, cards in enumerate(named)])
