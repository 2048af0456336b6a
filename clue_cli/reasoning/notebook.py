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
