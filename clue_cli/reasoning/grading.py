"""How hard a record is: the weakest way to reason by which the case follows from it.

Between the rules of thumb and all that follows lies what a patient person does on paper: to suppose one
thing about one card, and to find by the rules of thumb that it can't be. Nothing here guesses.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from clue_cli.reasoning.deduction import Contradiction, Deduction, blank, possible
from clue_cli.reasoning.facts import ENVELOPE, Fact, Holder, Holds, Lacks, NotAll
from clue_cli.reasoning.matching import bits_in
from clue_cli.rules.model import Category

Numbers = Sequence[int]
"""Which of the events are heeded."""


class Level(IntEnum):
    """Name the weakest way to reason that finds the case."""

    SEEN = 1
    """The cards seen (Tier.TICKS)."""
    THUMB = 2
    """All facts and the rules of thumb (Tier.PASSES)."""
    SUPPOSED = 3
    """The same, with one thing supposed at a time and found to be impossible by the rules of thumb."""
    COMPLETE = 4
    """Nothing less than all that follows (Tier.ALL)."""


@dataclass(frozen=True)
class Evidence:
    """Hold what a record tells: `given` at the start, then by each event; `seen` is the part that is seen.

    Of `seen` and `told` the first is what is given, and number n + 1 what event n tells.
    """

    categories: tuple[Category, ...]
    holders: tuple[Holder, ...]
    seen: tuple[Sequence[Fact], ...]
    told: tuple[Sequence[Fact], ...]

    @property
    def every(self) -> Numbers:
        """The numbers of all events."""
        return range(len(self.told) - 1)

    def grade(self, numbers: Numbers) -> Level | None:
        """Return the level of these events; None where the case does not follow from them."""
        ways: dict[Level, Callable[[Numbers], bool]] = {
            Level.SEEN: self.is_seen,
            Level.THUMB: self.is_by_thumb,
            Level.SUPPOSED: self._is_supposed,
        }
        found = next((level for level, solves in ways.items() if solves(numbers)), None)
        return found or (Level.COMPLETE if self.case(numbers) else None)

    def case(self, numbers: Numbers | None = None) -> tuple[str, ...] | None:
        """Return the case that follows from these events, or all; None where several may be."""
        facts = _heeded(self.told, self.every if numbers is None else numbers)
        return blank(self.categories, self.holders).learn(facts).notebook.case()

    def is_seen(self, numbers: Numbers) -> bool:
        """Tell whether the cards seen leave one case."""
        return _solved(self._noted(self.seen, numbers))

    def is_by_thumb(self, numbers: Numbers) -> bool:
        """Tell whether the rules of thumb find the case."""
        return _solved(self._noted(self.told, numbers))

    def is_unique(self, numbers: Numbers, case: Sequence[str]) -> bool:
        """Tell whether no other case than this one, which may be, agrees with the events."""
        other = NotAll(ENVELOPE, tuple(case))
        return not possible(self.categories, self.holders, [*_heeded(self.told, numbers), other])

    def _is_supposed(self, numbers: Numbers) -> bool:
        return _solved(supposed(self._noted(self.told, numbers)))

    def _noted(self, facts: Sequence[Sequence[Fact]], numbers: Numbers) -> Deduction:
        return blank(self.categories, self.holders).note(_heeded(facts, numbers))


def supposed(known: Deduction) -> Deduction:
    """Return what is found by supposing that a holder has a card, or has it not, as long as that tells more.

    `known` is what the rules of thumb find. Raises Contradiction where both suppositions are impossible.
    """
    before = None
    while before != (known.has, known.may):
        before = known.has, known.may
        cards = {bit: card for card, bit in known.deck.bits.items()}
        for n, holder in enumerate(known.deck.holders):
            for bit in bits_in(known.may[n] & ~known.has[n]):
                if known.may[n] & ~known.has[n] & bit:  # still open
                    known = _tried(known, holder, cards[bit])
    return known


def _tried(known: Deduction, holder: Holder, card: str) -> Deduction:
    """Return what is known once it was supposed that the holder has the card, and that it has it not."""
    for supposition, otherwise in (
        (Holds(holder, card), Lacks(holder, card)),
        (Lacks(holder, card), Holds(holder, card)),
    ):
        try:
            known.note([supposition])
        except Contradiction:
            return known.note([otherwise])
    return known


def _heeded(facts: Sequence[Sequence[Fact]], numbers: Numbers) -> list[Fact]:
    return [*facts[0], *(fact for number in numbers for fact in facts[number + 1])]


def _solved(known: Deduction) -> bool:
    return known.notebook.case() is not None
