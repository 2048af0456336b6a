"""Why a card must or can't be somewhere: the few events from which that follows.

What follows from some events is settled by complete deduction, so that none of those named can be left
out. How they are told is for others to say.
"""

from collections.abc import Sequence

from clue_cli.reasoning.deduction import possible
from clue_cli.reasoning.facts import Fact, Holder, Holds, HoldsOneOf, Lacks
from clue_cli.rules.model import Category

Conclusion = Holds | Lacks | HoldsOneOf
"""What may be proved."""


def explain(
    categories: tuple[Category, ...],
    holders: tuple[Holder, ...],
    events: Sequence[Sequence[Fact]],
    conclusion: Conclusion | None,
    given: Sequence[Fact] = (),
) -> tuple[int, ...] | None:
    """Return the numbers of events that together prove the conclusion and of which each is needed.

    Each event is the facts it gives; `given` are those that need no telling, as the sizes of hands. The
    conclusion None is that the facts can't all be true. None is returned when it does not follow.
    """
    denied = (*given, *_denial(conclusion))

    def proved(numbers: Sequence[int]) -> bool:
        told = [fact for number in numbers for fact in events[number]]
        return not possible(categories, holders, [*denied, *told])

    if not proved(range(len(events))):
        return None
    needed: list[int] = []  # from the last to the first
    while not proved(needed):
        # the fewest of the first events with which it is proved: the last of them is needed
        low, high = 0, needed[-1] if needed else len(events)
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if proved([*needed, *range(middle)]) else (middle + 1, high)
        needed.append(low - 1)
    return tuple(reversed(needed))


def _denial(conclusion: Conclusion | None) -> tuple[Fact, ...]:
    """Return facts that are true just when the conclusion is not."""
    match conclusion:
        case Holds(holder, card):
            return (Lacks(holder, card),)
        case Lacks(holder, card):
            return (Holds(holder, card),)
        case HoldsOneOf(holder, cards):
            return tuple(Lacks(holder, card) for card in cards)
    return ()
