"""All that follows from what a seat has seen: every card that must or can't be somewhere.

The rules of thumb come first. They leave cells open of which some are settled, so that each open cell
is then proved by a deal in which the holder has the card: one deal proves many cells, and the next
deal is most often the last one with two cards exchanged. A cell for which a full search finds no deal
is ruled out. The deals are kept, since most of them outlive the next fact. Nothing here looks beyond
the facts it is given, and nothing is guessed: a set of cards is one integer, a bit a card.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, invert, or_

from clue_cli.reasoning.facts import (
    ENVELOPE,
    Fact,
    Holder,
    Holds,
    HoldsOneOf,
    Lacks,
    NotAll,
    Size,
)
from clue_cli.reasoning.matching import bits_in, match
from clue_cli.reasoning.notebook import Notebook
from clue_cli.rules.copying import changed
from clue_cli.rules.model import Category
from clue_cli.words import Refused, _

Hands = tuple[int, ...]
"""The cards of each holder in a deal, in the order of the holders."""

_MOST_TRIES = 1_000  # for one deal; in games of the shipped editions 46 were the most
_MOST_DEALS = 24  # more prove no more cells, and each is looked at for every fact


class Tangled(Refused):
    """Say that what was told can't be settled in a reasonable time; no game that was played is such."""

    def __init__(self) -> None:
        words = _("what was told is too tangled to settle in a reasonable time: leave a few events out")
        super().__init__(words)


class Contradiction(ValueError):
    """Say that the facts can't all be true: no deal agrees with them."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Hold what is the same in all deals: who may hold cards, and the bits of each card and category."""

    categories: tuple[Category, ...]
    holders: tuple[Holder, ...]
    bits: Mapping[str, int]
    groups: tuple[int, ...]
    everything: int

    def union(self, cards: Iterable[str]) -> int:
        """Return the set of these cards."""
        mask = 0
        for card in cards:
            mask |= self.bits[card]
        return mask


@dataclass(frozen=True)
class Deduction:
    """Hold all that is certain, and the facts that may still settle more.

    `has` and `may` are the cards that each holder must and may have, `sizes` the cards it has, None when
    that is not known. `one_of` and `not_all` are the facts of these kinds that are not yet met by what
    is certain, each with the number of its holder. `quotas` say of how many of some cards a holder has.
    """

    deck: Deck
    has: Hands
    may: Hands
    sizes: tuple[int | None, ...]
    quotas: tuple[tuple[int, int, int], ...]
    one_of: tuple[tuple[int, int], ...] = ()
    not_all: tuple[tuple[int, int], ...] = ()
    _deals: tuple[Hands, ...] = field(default=(), repr=False)

    @property
    def notebook(self) -> Notebook:
        """Return the notebook with every cell that is certain filled in."""
        deck = self.deck
        has, may = (dict(zip(deck.holders, masks, strict=True)) for masks in (self.has, self.may))
        return Notebook(deck.categories, deck.holders, deck.bits, has, may)

    def learn(self, found: Iterable[Fact]) -> "Deduction":
        """Return what follows with the facts `found` too; raise Contradiction when no deal agrees."""
        told = _told(self, found)
        return self if told is None else _complete(told)

    def note(self, found: Iterable[Fact]) -> "Deduction":
        """Return what the rules of thumb alone find with the facts `found` too.

        Raises Contradiction where they find that no deal agrees; they do not find all.
        """
        told = _told(self, found)
        if told is None:
            return self
        has, may = list(told.has), list(told.may)
        _settle(told, has, may)
        return _unmet(changed(told, has=tuple(has), may=tuple(may)))


def deduce(categories: tuple[Category, ...], holders: tuple[Holder, ...], found: Iterable[Fact]) -> Deduction:
    """Return all that follows from the facts `found`; raise Contradiction when no deal agrees with them."""
    return _complete(_first(categories, holders, found))


def blank(categories: tuple[Category, ...], holders: tuple[Holder, ...]) -> Deduction:
    """Return what is certain of a deck before anything is known: nothing is concluded yet."""
    cards = [card for category in categories for card in category.ids]
    bits = {card: 1 << n for n, card in enumerate(cards)}
    groups = tuple(sum(bits[card] for card in category.ids) for category in categories)
    deck = Deck(categories, holders, bits, groups, (1 << len(bits)) - 1)
    sizes = tuple(len(categories) if holder == ENVELOPE else None for holder in holders)
    quotas = tuple((holders.index(ENVELOPE), group, 1) for group in groups)
    return Deduction(deck, (0,) * len(holders), (deck.everything,) * len(holders), sizes, quotas)


def possible(categories: tuple[Category, ...], holders: tuple[Holder, ...], found: Iterable[Fact]) -> bool:
    """Tell whether any deal agrees with all facts `found`; raise Tangled when that is too hard to tell."""
    try:
        told = _first(categories, holders, found)
        return _search(told, list(told.has), list(told.may)) is not None
    except Contradiction:
        return False


def _first(categories: tuple[Category, ...], holders: tuple[Holder, ...], found: Iterable[Fact]) -> Deduction:
    """Return the facts alone, before anything is concluded from them."""
    empty = blank(categories, holders)
    return _told(empty, found) or empty


def _told(old: Deduction, found: Iterable[Fact]) -> Deduction | None:
    """Return `old` with the facts written down that it does not hold yet, None when there are none."""
    deck = old.deck
    has, may, sizes = list(old.has), list(old.may), list(old.sizes)
    one_of, not_all = dict.fromkeys(old.one_of), dict.fromkeys(old.not_all)
    for fact in found:
        n = deck.holders.index(fact.holder)
        match fact:
            case Holds(_, card):
                has[n] |= deck.bits[card]
            case Lacks(_, card):
                may[n] &= ~deck.bits[card]
            case HoldsOneOf(_, cards):
                one_of[n, deck.union(cards)] = None
            case NotAll(_, cards):
                not_all[n, deck.union(cards)] = None
            case Size(_, count):
                if sizes[n] not in (None, count):
                    raise Contradiction
                sizes[n] = count
    told = _unmet(changed(old, has=tuple(has), may=tuple(may), one_of=one_of, not_all=not_all))
    if sizes != list(old.sizes):
        return _sized(told, sizes)
    same = (told.has, told.may, told.one_of, told.not_all) == (old.has, old.may, old.one_of, old.not_all)
    return None if same else told


def _unmet(told: Deduction) -> Deduction:
    """Drop the facts that are met by what is certain."""
    has, may = told.has, told.may
    return changed(
        told,
        one_of=tuple([pair for pair in told.one_of if not has[pair[0]] & pair[1]]),
        not_all=tuple([pair for pair in told.not_all if not pair[1] & ~may[pair[0]]]),
    )


def _sized(told: Deduction, sizes: list[int | None]) -> Deduction:
    """Add the sizes and their quotas; the last size that is not known is the cards that are left."""
    if sizes.count(None) == 1:
        sizes[sizes.index(None)] = len(told.deck.bits) - sum(size or 0 for size in sizes)
    seat = told.deck.holders.index(ENVELOPE)
    quotas = [quota for quota in told.quotas if quota[0] == seat]
    quotas += [
        (n, told.deck.everything, size) for n, size in enumerate(sizes) if size is not None and n != seat
    ]
    return changed(told, sizes=tuple(sizes), quotas=tuple(quotas))


def _settle(told: Deduction, has: list[int], may: list[int]) -> None:
    """Draw the conclusions of the rules of thumb, until there are no more; raise Contradiction."""
    before: list[int] = []
    while before != (now := has + may):
        before = now
        _one_holder_a_card(told.deck.everything, has, may)
        _exactly(told, has, may)
        for n, cards in told.one_of:
            here = may[n] & cards
            if not here & (here - 1):
                has[n] |= here or cards  # none of them: more than it may have, which the next round finds
        for n, cards in told.not_all:
            left = cards & ~has[n]
            if not left & (left - 1):
                may[n] &= ~(left or cards)


def _one_holder_a_card(everything: int, has: list[int], may: list[int]) -> None:
    """Give each card one holder: what one has, no other can have; what only one can have, it has."""
    taken = once = twice = 0
    for held in has:
        if taken & held:
            raise Contradiction
        taken |= held
    for n, held in enumerate(has):
        may[n] = here = may[n] & (~taken | held)
        if held & ~here:
            raise Contradiction
        twice |= once & here
        once |= here
    if once != everything:
        raise Contradiction
    for n, here in enumerate(may):
        has[n] |= here & ~twice


def _exactly(told: Deduction, has: list[int], may: list[int]) -> None:
    """Rule out the rest when a quota is found; rule in what may be when it only fills the quota."""
    for n, cards, count in told.quotas:
        held, here = has[n] & cards, may[n] & cards
        found, most = held.bit_count(), here.bit_count()
        if not found <= count <= most:
            raise Contradiction
        if found == count:
            may[n] &= ~cards | held
        elif most == count:
            has[n] |= here


def _search(
    told: Deduction, has: list[int], may: list[int], tries: Iterator[int] | None = None
) -> Hands | None:
    """Return a deal in which each holder has and may have these cards, or None when there is none.

    The cards are laid out by the sizes alone; then what a fact misses is tried card by card, as long as there
    are `tries`. Raises Tangled when these are used up.
    """
    tries = tries or iter(range(_MOST_TRIES))
    if next(tries, None) is None:
        raise Tangled
    try:
        _settle(told, has, may)
    except Contradiction:
        return None
    deal = _laid_out(told, has, may)
    if deal is None:
        return None
    for n, cards in told.one_of:
        if not deal[n] & cards:
            return _with_one(told, has, may, n, cards, tries)
    for n, cards in told.not_all:
        if not cards & ~deal[n]:
            return _without_one(told, has, may, n, cards, tries)
    return deal


def _with_one(
    told: Deduction, has: list[int], may: list[int], n: int, cards: int, tries: Iterator[int]
) -> Hands | None:
    """Return a deal in which holder `n` has one of the cards."""
    for bit in bits_in(cards & may[n]):
        deal = _search(told, [held | bit if m == n else held for m, held in enumerate(has)], may[:], tries)
        if deal is not None:
            return deal
        may[n] &= ~bit
    return None


def _without_one(
    told: Deduction, has: list[int], may: list[int], n: int, cards: int, tries: Iterator[int]
) -> Hands | None:
    """Return a deal in which holder `n` lacks one of the cards."""
    for bit in bits_in(cards & ~has[n]):
        deal = _search(told, has[:], [here & ~bit if m == n else here for m, here in enumerate(may)], tries)
        if deal is not None:
            return deal
        has[n] |= bit
    return None


def _laid_out(told: Deduction, has: Sequence[int], may: Sequence[int]) -> Hands | None:
    """Return a deal that heeds the sizes and the one card of each category in the envelope, or None."""
    deck = told.deck
    seat = deck.holders.index(ENVELOPE)
    sized = [n for n, size in enumerate(told.sizes) if size is not None and n != seat]
    others = [n for n, size in enumerate(told.sizes) if size is None]  # together they have the rest
    rest = len(deck.bits) - sum(size for size in told.sizes if size is not None)
    places = [
        *((may[seat] & group, has[seat] & group, 1) for group in deck.groups),
        *((may[n], has[n], told.sizes[n] or 0) for n in sized),
        (_all(may, others), _all(has, others), rest),
    ]
    hands = match(deck.everything, places)
    if hands is None:
        return None
    deal = [0] * len(has)
    for n, hand in zip([seat] * len(deck.groups) + sized, hands, strict=False):
        deal[n] |= hand
    for bit in bits_in(hands[-1]):
        deal[next(n for n in others if may[n] & bit)] |= bit
    return tuple(deal)


def _all(masks: Sequence[int], numbers: Sequence[int]) -> int:
    """Return the cards of these holders together."""
    return reduce(or_, (masks[n] for n in numbers), 0)


def _complete(told: Deduction) -> Deduction:
    """Find a deal for each open cell, and rule out the cells for which there is none."""
    has, may = list(told.has), list(told.may)
    _settle(told, has, may)
    deals = [deal for deal in told._deals if _agrees(told, deal, may)]
    covered = [reduce(or_, hands, 0) for hands in zip(*deals, strict=True)] or [0] * len(has)
    n = 0
    while n < len(may):
        cell = may[n] & ~covered[n]
        cell &= -cell
        if not cell:
            n += 1
            continue
        found = _with(told, cell, n, deals, has, may)
        if found is None:
            may[n] &= ~cell
            _settle(told, has, may)
        else:
            deals.append(found)
            covered = list(map(or_, covered, found))
    if not deals:
        raise Contradiction
    settled = changed(told, has=tuple(has), may=tuple(may), _deals=tuple(deals[-_MOST_DEALS:]))
    return _unmet(settled)


def _agrees(told: Deduction, deal: Hands, may: Sequence[int]) -> bool:
    """Tell whether a deal that agreed with the older facts agrees with all."""
    return not any(map(and_, deal, map(invert, may))) and _heeds(told, deal)


def _heeds(told: Deduction, deal: Hands) -> bool:
    """Tell whether a deal that heeds the sizes agrees with the other facts."""
    return all(deal[n] & cards for n, cards in told.one_of) and all(
        cards & ~deal[n] for n, cards in told.not_all
    )


def _with(
    told: Deduction,
    card: int,
    n: int,
    deals: Sequence[Hands],
    has: Sequence[int],
    may: Sequence[int],
) -> Hands | None:
    """Return a deal in which holder `n` has the card: a known one with two cards exchanged, or a new one."""
    for deal in reversed(deals):
        for exchanged in _exchanges(told, deal, card, n, has, may):
            if _heeds(told, exchanged):
                return exchanged
    return _search(told, [held | card if m == n else held for m, held in enumerate(has)], list(may))


def _exchanges(
    told: Deduction,
    deal: Hands,
    card: int,
    n: int,
    has: Sequence[int],
    may: Sequence[int],
) -> Iterator[Hands]:
    """Yield the deals in which holder `n` gets the card for one of its own that the other may have."""
    other = next(m for m, hand in enumerate(deal) if hand & card)
    back = deal[n] & ~has[n] & may[other]
    if ENVELOPE in (told.deck.holders[n], told.deck.holders[other]):
        back &= next(group for group in told.deck.groups if group & card)
    for bit in bits_in(back):
        hands = list(deal)
        hands[n] ^= card | bit
        hands[other] ^= card | bit
        yield tuple(hands)
