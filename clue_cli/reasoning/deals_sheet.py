"""What is to be counted: the cards whose holder is open, and what a holder's share of them is worth.

Every fact, the sizes of the hands, the one card of each category in the envelope and the chance that a
refuter shows the card it showed say the same kind of thing: of some cards a holder has so many, and so
many are worth so much. A deal is worth the product. Worths are integers, so that sums are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from clue_cli.reasoning.deduction import Contradiction, Deck, Deduction
from clue_cli.reasoning.facts import ENVELOPE, Holder


@dataclass(frozen=True, slots=True)
class Show:
    """State that the holder showed one of the cards, which it picked at random from those it had (C-10)."""

    holder: Holder
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """Say what it is worth that holder number `holder` has 0, 1, 2 … of the cards."""

    holder: int
    cards: int
    worth: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Hold the open cards, which of them each holder may have, and the tallies.

    `sizes` are the open cards that each holder has, None when that is not known. A deal's likelihood is
    the product of its worths times `scale`.
    """

    deck: Deck
    cards: int
    may: tuple[int, ...]
    sizes: tuple[int | None, ...]
    tallies: tuple[Tally, ...]
    scale: Fraction

    @property
    def envelope(self) -> int:
        """The number of the envelope among the holders."""
        return self.deck.holders.index(ENVELOPE)

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of the holders that may have open cards, the envelope among them."""
        return tuple(n for n, may in enumerate(self.may) if may)


def sheet(known: Deduction, shows: Sequence[Show] = ()) -> Sheet:
    """Write down what `known` leaves open; raise Contradiction when a show can't have been."""
    deck = known.deck
    taken = sum(known.has)
    may = tuple(here & ~held for here, held in zip(known.may, known.has, strict=True))
    sizes = tuple(
        None if size is None else size - held.bit_count()
        for size, held in zip(known.sizes, known.has, strict=True)
    )
    found = [*_of_quotas(known, may), *_of_facts(known, may)]
    scale = Fraction(1)
    for show in shows:
        n, cards = deck.holders.index(show.holder), deck.union(show.cards)
        held, free = (known.has[n] & cards).bit_count(), cards & may[n]
        ways = range(held, held + free.bit_count() + 1)
        if not ways[-1]:
            raise Contradiction
        whole = lcm(*(way for way in ways if way))
        scale /= whole
        found.append(Tally(n, free, tuple(whole // way if way else 0 for way in ways)))
    tallies, factor = _merged(found)
    return Sheet(deck, deck.everything & ~taken, may, sizes, tallies, scale * factor)


def _of_quotas(known: Deduction, may: Sequence[int]) -> list[Tally]:
    """Say how many each holder has: only that number is worth anything."""
    found = []
    for n, group, count in known.quotas:
        cards, left = group & may[n], count - (known.has[n] & group).bit_count()
        found.append(Tally(n, cards, tuple(int(k == left) for k in range(cards.bit_count() + 1))))
    return found


def _of_facts(known: Deduction, may: Sequence[int]) -> list[Tally]:
    """Say that none is worth nothing where one of the cards is held, and all where not all are."""
    some = [(n, cards & may[n]) for n, cards in known.one_of]
    less = [(n, cards & may[n]) for n, cards in known.not_all]
    return [
        *(Tally(n, cards, (0,) + (1,) * cards.bit_count()) for n, cards in some),
        *(Tally(n, cards, (1,) * cards.bit_count() + (0,)) for n, cards in less),
    ]


def _merged(found: Sequence[Tally]) -> tuple[tuple[Tally, ...], int]:
    """Make one tally of all that speak of the same cards, in least terms, and return what was divided out."""
    worths: dict[tuple[int, int], tuple[int, ...]] = {}
    for tally in found:
        key = tally.holder, tally.cards
        old = worths.get(key, (1,) * len(tally.worth))
        worths[key] = tuple(a * b for a, b in zip(old, tally.worth, strict=True))
    factor, tallies = 1, []
    for (n, cards), worth in worths.items():
        common = gcd(*worth)
        factor *= common
        least = tuple(value // common for value in worth)
        if set(least) != {1}:
            tallies.append(Tally(n, cards, least))
    return tuple(tallies), factor
