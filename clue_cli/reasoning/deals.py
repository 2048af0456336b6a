"""How many deals agree with what is known, and the odds that follow: exact, without listing the deals.

Odds need an assumption about the card that a refuter shows. Without shows every deal counts alike; with
them each refuter has picked at random from the cards it could show, and a deal counts by how likely
that makes all that was shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod

from clue_cli.reasoning.deals_frontier import Frontier, TooWide, frontier
from clue_cli.reasoning.deals_lattice import Lattice, is_small, lattice, points
from clue_cli.reasoning.deals_sheet import Sheet, Show, sheet
from clue_cli.reasoning.deduction import Contradiction, Deduction
from clue_cli.reasoning.facts import ENVELOPE, Holder

__all__ = ["Deals", "Show", "TooWide", "count", "ways"]

_LATTICE = {True: 1 << 12, False: 1 << 11}
"""Sets of cards up to which all of them are summed over, by whether the sums stay below 2^64: beyond it
the way card by card is quicker.
"""


_MOST_WAYS = 1 << 20


@dataclass(frozen=True, slots=True)
class Deals:
    """Hold what the deals that agree with all that is known are worth.

    `total` is their number where all count alike, an exact integer, else the sum of their likelihoods.
    """

    total: int | Fraction
    odds: Mapping[str, Mapping[Holder, float]]
    _known: Deduction = field(repr=False)
    _counted: Lattice | Frontier = field(repr=False)

    def cases(self) -> tuple[tuple[tuple[str, ...], float], ...]:
        """Return each case that may be, a card of each category in order, and its odds, likeliest first."""
        deck, found = self._known.deck, self._counted.cases
        certain = self._known.has[deck.holders.index(ENVELOPE)]
        whole = sum(found.values())
        cases = [
            (tuple(card for card, bit in deck.bits.items() if bit & (case | certain)), value / whole)
            for case, value in found.items()
        ]
        return tuple(sorted(cases, key=lambda case: (-case[1], case[0])))


def count(known: Deduction, shows: Sequence[Show] = ()) -> Deals:
    """Count the deals that `known` leaves, each as likely as it makes the `shows`; raise Contradiction.

    The shows are all that happened, seen or not, as often as they did; what each tells of who holds
    what has to be in `known` too. TooWide is raised when far more is open than in any shipped game.
    """
    if ways(known) > _MOST_WAYS:
        raise TooWide
    page = sheet(known, shows)
    if None not in page.sizes and points(page) <= _LATTICE[is_small(page)]:
        return read_off(known, page, lattice(page))
    return read_off(known, page, frontier(page))


def ways(known: Deduction) -> int:
    """Return in how many ways hands may be filled so far: with it grows the time to count deals."""
    hands = zip(known.deck.holders, known.sizes, known.has, strict=True)
    return prod((size or 0) - has.bit_count() + 1 for holder, size, has in hands if isinstance(holder, int))


def read_off(known: Deduction, page: Sheet, counted: Lattice | Frontier) -> Deals:
    """Return what a sheet says that was counted by either method; raise Contradiction at no deals."""
    if not counted.total:
        raise Contradiction
    total = counted.total * page.scale
    return Deals(int(total) if total.denominator == 1 else total, _odds(known, counted), known, counted)


def _odds(known: Deduction, counted: Lattice | Frontier) -> dict[str, dict[Holder, float]]:
    """Return the odds of each card at each holder; what is certain is exactly 0 or 1."""
    deck, cells = known.deck, counted.cells
    odds: dict[str, dict[Holder, float]] = {}
    for card, bit in deck.bits.items():
        worth = [cells.get((bit, n), int(bool(held & bit))) for n, held in enumerate(known.has)]
        whole = sum(worth)
        odds[card] = {holder: value / whole for holder, value in zip(deck.holders, worth, strict=True)}
    return odds
