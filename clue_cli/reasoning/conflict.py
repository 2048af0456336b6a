"""Which events of a log that contradicts itself are to blame: the fewest that can't all be true.

A set of events can't be all true just when it has one in common with every set of events without which
the rest can be. Such sets are gathered until the fewest events that meet them all can't be true together.
"""

from collections.abc import Callable, Sequence

from clue_cli.reasoning.deduction import possible
from clue_cli.reasoning.facts import Fact, Holder
from clue_cli.reasoning.reasons import explain
from clue_cli.rules.model import Category

_MOST = 100  # sets gathered; beyond it a few events that are all needed must do, be they the fewest or not


def fewest(
    categories: tuple[Category, ...],
    holders: tuple[Holder, ...],
    events: Sequence[Sequence[Fact]],
    given: Sequence[Fact] = (),
) -> tuple[int, ...] | None:
    """Return the numbers of the fewest events that can't all be true, each by the facts it gives.

    `given` are facts that are not in doubt. None is returned when all can be true.
    """

    def true(numbers: frozenset[int]) -> bool:
        told = [fact for number in numbers for fact in events[number]]
        return possible(categories, holders, [*given, *told])

    every = frozenset(range(len(events)))
    if true(every):
        return None
    gathered: list[frozenset[int]] = []
    while len(gathered) < _MOST:
        found = _meeting(gathered)
        if not true(found):
            return tuple(sorted(found))
        gathered.append(every - _grown(found, sorted(every - found), true))
    return explain(categories, holders, events, None, given)


def _grown(
    found: frozenset[int], others: Sequence[int], true: Callable[[frozenset[int]], bool]
) -> frozenset[int]:
    """Return `found` with as many of the others as can be true with it, none of which is left to add."""
    if true(found.union(others)):
        return found.union(others)
    if len(others) < 2:
        return found
    half = len(others) // 2
    return _grown(_grown(found, others[:half], true), others[half:], true)


def _meeting(gathered: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the fewest numbers of which every set has one."""
    size = 0
    while (found := _with(gathered, frozenset(), size)) is None:
        size += 1
    return found


def _with(gathered: Sequence[frozenset[int]], chosen: frozenset[int], more: int) -> frozenset[int] | None:
    """Return `chosen` and so many more numbers at most of which every set has one; None if there are none."""
    missed = min((each for each in gathered if not each & chosen), key=len, default=None)
    if missed is None:
        return chosen
    found = (_with(gathered, chosen | {number}, more - 1) for number in sorted(missed)) if more else ()
    return next((each for each in found if each is not None), None)
