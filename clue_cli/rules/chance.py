"""Outcomes of chance with their exact probabilities."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from clue_cli.rules.actions import Action, Dice


def even(actions: Iterable[Action]) -> Mapping[Action, Fraction]:
    """Give every action the same probability."""
    actions = tuple(actions)
    return dict.fromkeys(actions, Fraction(1, len(actions)))


@lru_cache(maxsize=8)
def throws(dice: int) -> Mapping[Action, Fraction]:
    """List every fall of that many dice, told apart from each other (CL-01 S1-03)."""
    return even(Dice(pips) for pips in product(range(1, 7), repeat=dice))


def throw(fixed: tuple[tuple[int, ...], ...], dice: int) -> Mapping[Action, Fraction]:
    """List every fall of that many dice, or the first of those that are `fixed`, if any are."""
    return even((Dice(fixed[0]),)) if fixed else throws(dice)
