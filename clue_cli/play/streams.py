"""Chance of a game: one stream for the deal, one for the dice, one for each opponent.

Each draw is made from the game's id, the stream's name and the draw's number alone, so that the n-th
roll of a game is the same whatever the player does, and a resumed game goes on as it would have.
The id holds scenario, players and seed: the cards of one edition tell nothing of those of another.
`Random.random` seeded by a string is the primitive that Python promises to keep.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import TypeVar

from clue_cli.rules.actions import Action

_T = TypeVar("_T")


class Stream:
    """Draw by a game's id, like "classic/3#33", a stream's name and the number of the draw in it."""

    def __init__(self, game_id: str, name: str, number: int) -> None:
        self._seed = f"{game_id}/{name}/{number}"

    @cached_property
    def _random(self) -> Callable[[], float]:
        return Random(self._seed).random  # slow to seed, and not always wanted

    def pick(self, options: Sequence[_T]) -> _T:
        """Return one of `options`, each as likely; nothing is drawn where there is one."""
        return options[int(self._random() * len(options))] if len(options) > 1 else options[0]

    def sample(self, outcomes: Mapping[Action, Fraction]) -> Action:
        """Return one of `outcomes` by its probability."""
        # a float is a fraction, exactly: no outcome gains or loses by rounding sums
        above, below = self._random().as_integer_ratio()
        chances = list(outcomes.values())
        if chances.count(chances[0]) == len(chances) == chances[0].denominator:  # all alike: no need to sum
            return list(outcomes)[above * len(chances) // below]
        point = Fraction(above, below)
        for action, probability in outcomes.items():
            point -= probability
            if point < 0:
                return action
        raise ValueError("probabilities sum to less than 1")
