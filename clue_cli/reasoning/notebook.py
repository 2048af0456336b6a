"""A seat's notebook: which cards each holder has, can't have, or may have.

It is filled from facts by rules of thumb that a person uses at the table, repeated until nothing
more follows. All it says is certain; it does not find everything that is certain, and it guesses
nothing. A set of cards is one integer, a bit a card, since a notebook is read at every decision.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from clue_cli.reasoning.facts import (
    ENVELOPE,
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
from clue_cli.rules.model import Category
from clue_cli.rules.table import View


@dataclass(frozen=True, slots=True)
class Notebook:
    """Hold what is known of every card and every holder."""

    categories: tuple[Category, ...]
    holders: tuple[Holder, ...]
    _bits: Mapping[str, int] = field(repr=False)
    _has: Mapping[Holder, int] = field(repr=False)
    _may: Mapping[Holder, int] = field(repr=False)

    def held(self, card: str) -> Holder | None:
        """Return who must hold the card; None when that is not known."""
        bit = self._bits[card]
        return next((holder for holder in self.holders if self._has[holder] & bit), None)

    def may_hold(self, card: str, holder: Holder) -> bool:
        """Tell whether the holder may have the card, as far as is known."""
        return bool(self._may[holder] & self._bits[card])

    def candidates(self, category: Category) -> tuple[str, ...]:
        """List the cards of the category that may still be in the envelope."""
        return tuple(card for card in category.ids if self.may_hold(card, ENVELOPE))

    def case(self) -> tuple[str, ...] | None:
        """Return the case, a card of each category in order, or None while it is not known."""
        found = tuple(card for card in self._bits if self.held(card) == ENVELOPE)
        return found if len(found) == len(self.categories) else None


def read(view: View, tier: Tier) -> Notebook:
    """Fill a notebook with what `view` tells at `tier`."""
    return conclude(view.scenario.categories, holders(view), facts(view, tier))


def conclude(
    categories: tuple[Category, ...], holders: tuple[Holder, ...], found: Iterable[Fact]
) -> Notebook:
    """Fill a notebook with what follows from the facts `found`."""
    bits = {card: 1 << n for n, card in enumerate(card for category in categories for card in category.ids)}
    marks = _Marks(holders, bits)
    marks.quotas.extend((ENVELOPE, marks.set(category.ids), 1) for category in categories)
    for fact in found:
        marks.note(fact)
    marks.settle()
    return Notebook(categories, holders, bits, marks.has, marks.may)


class _Marks:
    """Hold the marks while they are made: `has` only grows and `may` only shrinks, so it comes to an end."""

    def __init__(self, holders: tuple[Holder, ...], bits: dict[str, int]) -> None:
        self.bits = bits
        self.all = (1 << len(bits)) - 1
        self.has: dict[Holder, int] = dict.fromkeys(holders, 0)
        self.may: dict[Holder, int] = dict.fromkeys(holders, self.all)
        # quotas: the holder has exactly so many of these cards
        self.quotas: list[tuple[Holder, int, int]] = []
        # dicts, not lists: the same question is often answered the same way, and once is enough
        self.one_of: dict[tuple[Holder, int], None] = {}
        self.not_all: dict[tuple[Holder, int], None] = {}

    def set(self, cards: tuple[str, ...]) -> int:
        return sum(self.bits[card] for card in cards)

    def note(self, fact: Fact) -> None:
        """Write down a fact, or keep it for `settle`."""
        match fact:
            case Holds(holder, card):
                self.has[holder] |= self.bits[card]
            case Lacks(holder, card):
                self.may[holder] &= ~self.bits[card]
            case HoldsOneOf(holder, cards):
                self.one_of[holder, self.set(cards)] = None
            case NotAll(holder, cards):
                self.not_all[holder, self.set(cards)] = None
            case Size(holder, count):
                self.quotas.append((holder, self.all, count))

    def settle(self) -> None:
        """Draw conclusions until there are no more."""
        before = None
        while before != (now := (*self.has.values(), *self.may.values())):
            before = now
            self._one_holder_a_card()
            for holder, cards, count in self.quotas:
                self._exactly(holder, cards, count)
            for holder, cards in self.one_of:
                self._at_least_one(holder, cards)
            for holder, cards in self.not_all:
                self._not_every(holder, cards)

    def _one_holder_a_card(self) -> None:
        """Give each card one holder: what one has, no other can have; what only one can have, it has."""
        taken = once = twice = 0
        for has in self.has.values():
            taken |= has
        for holder, has in self.has.items():
            self.may[holder] &= ~taken | has
            twice |= once & self.may[holder]
            once |= self.may[holder]
        for holder, may in self.may.items():
            self.has[holder] |= may & once & ~twice

    def _exactly(self, holder: Holder, cards: int, count: int) -> None:
        """Rule out the rest when the quota is found; rule in what may be when it only fills the quota."""
        has, may = self.has[holder] & cards, self.may[holder] & cards
        if has.bit_count() == count:
            self.may[holder] &= ~cards | has
        elif may.bit_count() == count:
            self.has[holder] |= may

    def _at_least_one(self, holder: Holder, cards: int) -> None:
        """Give the holder the last of the cards that it may have."""
        left = self.may[holder] & cards
        if left.bit_count() == 1:
            self.has[holder] |= left

    def _not_every(self, holder: Holder, cards: int) -> None:
        """Rule out the last of the cards when the holder has all the others."""
        left = cards & ~self.has[holder]
        if left.bit_count() == 1:
            self.may[holder] &= ~left
