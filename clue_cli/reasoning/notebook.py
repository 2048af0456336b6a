"""A seat's notebook: which cards each holder has, can't have, or may have.

All it says is certain; how it was found is for others to say. A set of cards is one integer, a bit a
card, since a notebook is read at every decision.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from clue_cli.reasoning.facts import ENVELOPE, Holder
from clue_cli.rules.model import Category


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
        for holder, cards in self._has.items():
            if cards & bit:
                return holder
        return None

    def may_hold(self, card: str, holder: Holder) -> bool:
        """Tell whether the holder may have the card, as far as is known."""
        return bool(self._may[holder] & self._bits[card])

    def count(self, holder: Holder) -> int:
        """Count the cards that the holder must have."""
        return self._has[holder].bit_count()

    def candidates(self, category: Category) -> tuple[str, ...]:
        """List the cards of the category that may still be in the envelope."""
        bits, may = self._bits, self._may[ENVELOPE]
        return tuple([card for card in category.ids if may & bits[card]])

    def case(self) -> tuple[str, ...] | None:
        """Return the case, a card of each category in order, or None while it is not known."""
        case = self._has[ENVELOPE]
        if case.bit_count() != len(self.categories):
            return None
        return tuple(card for card, bit in self._bits.items() if case & bit)
