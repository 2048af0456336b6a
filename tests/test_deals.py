"""Deals counted exactly: against every deal one by one, method against method, and published figures."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import comb, factorial, prod

import pytest

from clue_cli.reasoning.deals import Deals, Show, count, read_off
from clue_cli.reasoning.deals_frontier import TooWide, frontier
from clue_cli.reasoning.deals_lattice import lattice, points
from clue_cli.reasoning.deals_sheet import sheet
from clue_cli.reasoning.deduction import Contradiction, Deduction, deduce
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
)
from clue_cli.reasoning.reasons import explain
from clue_cli.rules.model import Card, Category, Kind, Text

NONE = Text({"": "-"})
Deal = dict[str, Holder]
"""Who holds each card."""


def _categories(*counts: int) -> tuple[Category, ...]:
    kinds = (Kind.SUSPECT, Kind.WEAPON, Kind.ROOM)
    return tuple(
        Category(kind, NONE, tuple(Card(f"{kind.value}_{n}", NONE) for n in range(number)))
        for kind, number in zip(kinds, counts, strict=True)
    )


TINY = _categories(2, 3, 3)
CLASSIC = _categories(6, 6, 9)
MASTER = _categories(10, 8, 12)


@dataclass(frozen=True)
class Log:
    """Hold what seat 0 has seen of a deal: turn by turn what it is told, and all shows."""

    categories: tuple[Category, ...]
    sizes: dict[Holder, int]
    deal: Deal
    turns: tuple[tuple[Fact, ...], ...]
    shows: tuple[Show, ...]

    @property
    def holders(self) -> tuple[Holder, ...]:
        return (*self.sizes, ENVELOPE)

    @property
    def facts(self) -> list[Fact]:
        return [fact for turn in self.turns for fact in turn]

    @property
    def known(self) -> Deduction:
        return deduce(self.categories, self.holders, self.facts)


def _cards(categories: Sequence[Category]) -> list[str]:
    return [card for category in categories for card in category.ids]


def _dealt(whims: random.Random, categories: tuple[Category, ...], sizes: dict[Holder, int]) -> Deal:
    deal: Deal = {whims.choice(category.ids): ENVELOPE for category in categories}
    rest = [card for card in _cards(categories) if card not in deal]
    whims.shuffle(rest)
    places = [holder for holder, size in sizes.items() for _ in range(size)]
    return deal | dict(zip(rest, places, strict=True))


def _log(
    whims: random.Random,
    categories: tuple[Category, ...],
    sizes: dict[Holder, int],
    turns: int,
    everyone: bool = False,
) -> Log:
    """Play questions at random: who can't show is seen by all, a card shown by seat 0 and the asker."""
    deal = _dealt(whims, categories, sizes)
    first: list[Fact] = [(Holds if deal[card] == 0 else Lacks)(0, card) for card in deal]
    first += [Size(holder, size) for holder, size in sizes.items()]
    first += [Holds(FACE_UP, card) for card in deal if deal[card] == FACE_UP]
    seats = [holder for holder in sizes if isinstance(holder, int)]
    told, shows = [tuple(first)], []
    for turn in range(turns):
        asker, found = turn % len(seats), list[Fact]()
        named = tuple(whims.choice(category.ids) for category in categories)
        if whims.random() < 0.1 and any(deal[card] != ENVELOPE for card in named):
            found.append(NotAll(ENVELOPE, named))
        for seat in (*seats[asker + 1 :], *seats[:asker]):
            match = [card for card in named if deal[card] == seat]
            if not match:
                found += [Lacks(seat, card) for card in named]
                continue
            found.append(Holds(seat, whims.choice(match)) if asker == 0 else HoldsOneOf(seat, named))
            shows.append(Show(seat, named))
            if not everyone:
                break
        told.append(tuple(found))
    return Log(categories, sizes, deal, tuple(told), tuple(shows))


# --- against enumeration -----------------------------------------------------------------------

TABLES: tuple[dict[Holder, int], ...] = (
    {0: 2, 1: 2, 2: 1},
    {0: 1, 1: 2, ROOM_CARDS: 2},
    {0: 2, 1: 2, FACE_UP: 1},
    {0: 1, 1: 1, 2: 1, 3: 1, FACE_UP: 1},
)
"""Who has how many of the five cards that are not in the envelope."""


@cache
def _every_deal(table: int) -> tuple[Deal, ...]:
    """List all deals of the tiny deck, in the plainest way."""
    return tuple(
        deal | dict.fromkeys(case, ENVELOPE)
        for case in product(*(category.ids for category in TINY))
        for deal in _shares([card for card in _cards(TINY) if card not in case], list(TABLES[table].items()))
    )


def _shares(cards: list[str], sizes: list[tuple[Holder, int]]) -> Iterator[Deal]:
    if not sizes:
        yield {}
        return
    (holder, size), *others = sizes
    for hand in combinations(cards, size):
        for rest in _shares([card for card in cards if card not in hand], others):
            yield rest | dict.fromkeys(hand, holder)


def _agrees(deal: Deal, fact: Fact) -> bool:
    match fact:
        case Holds(holder, card):
            return deal[card] == holder
        case Lacks(holder, card):
            return deal[card] != holder
        case HoldsOneOf(holder, cards):
            return any(deal[card] == holder for card in cards)
        case NotAll(holder, cards):
            return any(deal[card] != holder for card in cards)
    return True


def _likelihood(deal: Deal, shows: Sequence[Show]) -> Fraction:
    """Return how likely random picks make the shows: for each one in so many as could be shown."""
    return Fraction(1, prod(sum(deal[card] == show.holder for card in show.cards) for show in shows))


def _both(known: Deduction, shows: Sequence[Show]) -> tuple[Deals, Deals]:
    """Count by both methods."""
    page = sheet(known, shows)
    return read_off(known, page, lattice(page)), read_off(known, page, frontier(page))


def check_small(seed: int) -> None:
    """Compare one small random log with all its deals, one by one."""
    whims = random.Random(seed)
    table = seed % len(TABLES)
    log = _log(whims, TINY, TABLES[table], whims.randrange(6), everyone=whims.random() < 0.3)
    known = log.known
    left = [deal for deal in _every_deal(table) if all(_agrees(deal, fact) for fact in log.facts)]
    assert count(known).total == len(left)
    for card, (n, holder) in product(log.deal, enumerate(log.holders)):
        having = sum(deal[card] == holder for deal in left)
        assert bool(known.has[n] & known.deck.bits[card]) == (having == len(left))
        assert bool(known.may[n] & known.deck.bits[card]) == (having > 0)
    for shows in ((), log.shows):
        worth = [_likelihood(deal, shows) for deal in left]
        for found in _both(known, shows):
            assert float(found.total) == pytest.approx(float(sum(worth)), rel=1e-12)
            for card, holder in product(log.deal, log.holders):
                having = sum(w for deal, w in zip(left, worth, strict=True) if deal[card] == holder)
                assert found.odds[card][holder] == pytest.approx(float(having / sum(worth)), rel=1e-12)
            _check_cases(found, left, worth)


def _check_cases(found: Deals, left: Sequence[Deal], worth: Sequence[Fraction]) -> None:
    odds = found.cases()
    assert [p for _, p in odds] == sorted((p for _, p in odds), reverse=True)
    cases: dict[tuple[str, ...], Fraction] = {}
    for deal, w in zip(left, worth, strict=True):
        case = tuple(card for card in _cards(TINY) if deal[card] == ENVELOPE)
        cases[case] = cases.get(case, Fraction(0)) + w
    assert dict(odds) == pytest.approx({case: float(w / sum(worth)) for case, w in cases.items()}, rel=1e-12)


@pytest.mark.rule("C-01", "C-02", "C-10", "C-12")
@pytest.mark.parametrize("tens", range(20))
def test_counts_odds_and_conclusions_are_those_of_all_deals(tens: int) -> None:
    """Listing the deals one by one gives the same number, odds, cases, and certain cells, by each method."""
    for seed in range(10 * tens, 10 * tens + 10):
        check_small(seed)


@pytest.mark.parametrize("seed", range(40))
def test_facts_that_no_deal_agrees_with_are_refused(seed: int) -> None:
    """A log that contradicts itself is refused just when no deal is left, and the events to blame are few."""
    whims = random.Random(seed)
    log = _log(whims, TINY, TABLES[0], 5)
    lies = [Lacks(1, card) for card in whims.sample(_cards(TINY), whims.randrange(1, 5))]
    turns = [*log.turns, *((lie,) for lie in lies)]

    def left(numbers: Sequence[int]) -> bool:
        told = [fact for number in numbers for fact in turns[number]]
        return any(all(_agrees(deal, fact) for fact in told) for deal in _every_deal(0))

    blamed = explain(TINY, log.holders, turns, None, log.turns[0])
    if left(range(len(turns))):
        assert blamed is None
        return
    with pytest.raises(Contradiction):
        deduce(TINY, log.holders, [fact for turn in turns for fact in turn])
    assert blamed is not None
    assert not left([0, *blamed])
    assert all(left([0, *(other for other in blamed if other != number)]) for number in blamed)


@pytest.mark.parametrize("seed", range(20))
def test_every_event_of_a_reason_is_needed(seed: int) -> None:
    """A conclusion follows from the events named; with any one of them left out some deal denies it."""
    whims = random.Random(seed)
    log = _log(whims, TINY, TABLES[0], 6)
    known, given = log.known, [fact for fact in log.turns[0] if not isinstance(fact, Holds)]
    turns = [*((fact,) for fact in log.turns[0] if isinstance(fact, Holds)), *log.turns[1:]]
    for (n, holder), (card, bit) in product(enumerate(log.holders), known.deck.bits.items()):
        if known.has[n] & bit:
            conclusion: Holds | Lacks = Holds(holder, card)
        elif known.may[n] & bit:
            assert explain(TINY, log.holders, turns, Lacks(holder, card), given) is None
            continue
        else:
            conclusion = Lacks(holder, card)
        reason = explain(TINY, log.holders, turns, conclusion, given)
        assert reason is not None
        for left_out in (None, *reason):
            told = [*given, *(fact for number in reason if number != left_out for fact in turns[number])]
            left = [deal for deal in _every_deal(0) if all(_agrees(deal, fact) for fact in told)]
            assert all(_agrees(deal, conclusion) for deal in left) == (left_out is None)


# --- method against method ---------------------------------------------------------------------


def check_full(seed: int) -> None:
    """Compare both methods on one random log of a full deck."""
    whims = random.Random(seed)
    deck = whims.choice((CLASSIC, CLASSIC, MASTER))
    seats = whims.randrange(2, 7 if deck is CLASSIC else 11)
    extra: dict[Holder, int] = {whims.choice((ROOM_CARDS, FACE_UP)): 4} if seats == 2 else {}
    dealt = len(_cards(deck)) - 3 - sum(extra.values())
    sizes: dict[Holder, int] = {seat: len(range(seat, dealt, seats)) for seat in range(seats)}
    log = _log(whims, deck, sizes | extra, whims.randrange(40), everyone=whims.random() < 0.3)
    known = log.known
    for shows in ((), log.shows):
        if points(sheet(known, shows)) > 1 << 13:
            continue  # possible, but not quick
        first, second = _both(known, shows)
        assert float(first.total) == pytest.approx(float(second.total), rel=1e-11)
        assert shows or first.total == second.total
        for card in log.deal:
            assert first.odds[card] == pytest.approx(second.odds[card], rel=1e-11)
            assert first.odds[card][log.deal[card]] > 0
        assert dict(first.cases()) == pytest.approx(dict(second.cases()), rel=1e-11)


@pytest.mark.parametrize("tens", range(4))
def test_two_methods_agree_on_full_decks(tens: int) -> None:
    """The sum with signs over all sets and the count card by card have no step in common."""
    for seed in range(10 * tens, 10 * tens + 10):
        check_full(seed)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_learnt_turn_by_turn_is_what_is_learnt_at_once(seed: int) -> None:
    """A notebook kept through the game says at its end what one filled in then would say, and grows only."""
    log = _log(random.Random(seed), MASTER, {seat: 3 - (seat > 6) for seat in range(10)}, 25)
    kept = [deduce(MASTER, log.holders, log.turns[0])]
    for turn in log.turns[1:]:
        kept.append(kept[-1].learn(turn))
    assert (kept[-1].has, kept[-1].may) == (log.known.has, log.known.may)
    for before, after in pairwise(kept):
        assert all(old & ~new == 0 for old, new in zip(before.has, after.has, strict=True))
        assert all(new & ~old == 0 for old, new in zip(before.may, after.may, strict=True))
    assert kept[-1].learn(log.facts) is kept[-1]


def test_hands_whose_size_is_not_told_may_have_any() -> None:
    """Half-way through a deal a hand may be of any size: two cards between two seats lie in four ways."""
    tiny = _categories(1, 1, 3)
    known = deduce(tiny, (0, 1, ENVELOPE), [Lacks(ENVELOPE, "room_0")])
    assert count(known).total == 2 * 4  # two cases, and each of the other two cards with either seat
    assert count(known.learn([Size(0, 2)])).total == 2


# --- published figures -------------------------------------------------------------------------


def _start(hand: Sequence[int], sizes: Sequence[int]) -> Deduction:
    """Return what a player knows who has seen only a hand of so many cards of each category."""
    held = [card for category, n in zip(CLASSIC, hand, strict=True) for card in category.ids[:n]]
    facts: list[Fact] = [(Holds if card in held else Lacks)(0, card) for card in _cards(CLASSIC)]
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
    tiny = _categories(1, 2, 2)
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
    assert [found.total for found in _both(known, ())] == [number, number]


def test_more_than_a_state_can_hold_is_refused() -> None:
    """Ten seats with six half-told shows each don't fit into one integer: that is said, not miscounted."""
    whims = random.Random(1)
    known = deduce(MASTER, (*range(10), ENVELOPE), [Size(seat, 3 - (seat > 6)) for seat in range(10)])
    named = [tuple(whims.choice(category.ids) for category in MASTER) for _ in range(60)]
    with pytest.raises(TooWide):
        count(known, [Show(n % 10, cards) for n, cards in enumerate(named)])
