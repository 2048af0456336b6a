"""What a question is expected to tell, by the odds of each card: for all questions at once.

The odds are exact. Where the cards of one question lie is taken to be independent, which it nearly is:
they are of different categories, and share no more than the sizes of the hands. A player who can show
several shows each as likely.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, chain, combinations
from math import prod
from operator import add, mul
from typing import Any

import numpy as np
import numpy.typing as npt

from clue_cli.reasoning.deals import Deals
from clue_cli.reasoning.facts import ENVELOPE, Holder
from clue_cli.rules.options import Asked

Array = npt.NDArray[Any]
Odds = Mapping[str, Mapping[Holder, float]]

_NEVER = 1e-300  # in place of 0 where it is divided by
_NOTHING, _WHOLE = np.zeros(()), np.ones(())


@dataclass(frozen=True, slots=True)
class Question:
    """Say what it is worth to ask for these cards, one of each category in order.

    `chance` is the odds that they are the case, `guess` the odds that the likeliest case is right once
    the answer is known, and `bits` how much less is open about the case then.
    """

    cards: tuple[str, ...]
    chance: float
    guess: float
    bits: float


@dataclass(frozen=True, slots=True)
class Questions:
    """Hold what every question is worth: an axis a category, a place on it for each card, or cards alike."""

    places: tuple[Mapping[str, int], ...]
    chance: Array
    guess: Array
    _ways: tuple[tuple["_Axis", ...], ...]
    _answers: "Answers"

    def of(self, cards: Sequence[str]) -> Question:
        """Return what one question is worth."""
        at = tuple(place[card] for place, card in zip(self.places, cards, strict=True))
        ways = [tuple(axis.at_place(n) for axis, n in zip(axes, at, strict=True)) for axes in self._ways]
        now = _sum(axis.open(axis.envelope) for axis in ways[0])
        bits = now - np.minimum.reduce([self._answers(axes, _open) for axes in ways])
        return Question(tuple(cards), float(self.chance[at]), float(self.guess[at]), float(bits.item()))


def weigh(deals: Deals, groups: Sequence[Sequence[str]], asked: Sequence[int], answers: Asked) -> Questions:
    """Weigh every question for a card of each of `groups`, the categories in order.

    `asked` are the seats that answer, in their order. Where one player is chosen to answer (PA-05) it is
    the one who tells most.
    """
    places = tuple(_places(group, deals.odds) for group in groups)
    chance = np.zeros([max(place.values()) + 1 for place in places])
    for case, odds in deals.cases():
        chance[tuple(place[card] for place, card in zip(places, case, strict=True))] = odds
    told = _everyone if answers is Asked.EVERYONE else _first_to_show
    orders = [[seat] for seat in asked] if answers is Asked.CHOSEN_PLAYER else [asked]
    ways = tuple(_axes(places, deals.odds, order) for order in orders)
    guess = np.maximum.reduce([told(axes, _guess) for axes in ways])
    return Questions(places, chance, guess, ways, told)


def _places(group: Sequence[str], odds: Odds) -> dict[str, int]:
    """Return the place of each card on its axis: cards that are sure to be with one holder are alike."""
    first: dict[Holder, int] = {}
    sure = (next((holder for holder, p in odds[card].items() if p == 1), card) for card in group)
    return {card: first.setdefault(holder, len(first)) for card, holder in zip(group, sure, strict=True)}


@dataclass(frozen=True, slots=True, eq=False)
class _Axis:
    """Hold the odds of one category's cards, shaped to be multiplied with those of the others.

    `at` are the odds that the card is with each seat asked, `beyond` that it is with none so far. Where the
    card is not in the envelope, `best` are the odds of the likeliest other card of the category, and `rest`
    is what is open about these, in bits.
    """

    envelope: Array
    at: tuple[Array, ...]
    beyond: tuple[Array, ...]
    best: Array
    rest: Array

    def at_place(self, n: int) -> "_Axis":
        """Return the odds of the card at one place alone."""

        def one(odds: Array) -> Array:
            return odds.reshape(-1)[n : n + 1]

        return _Axis(
            one(self.envelope),
            tuple(map(one, self.at)),
            tuple(map(one, self.beyond)),
            one(self.best),
            one(self.rest),
        )

    def guess(self, envelope: Array) -> Array:
        """Return the odds of the category's likeliest card when those of this one have become `envelope`."""
        likeliest: Array = np.maximum(envelope, (1 - envelope) * self.best)
        return likeliest

    def open(self, envelope: Array) -> Array:
        """Return what is open about the category then, in bits."""
        split = _entropy(envelope) + _entropy(1 - envelope)
        whole: Array = split + (1 - envelope) * self.rest
        return whole


Then = Sequence[Array]
"""What the odds become, by axis, that each card is in the envelope."""

Measure = Callable[[Sequence[_Axis], Then], Array]
Answers = Callable[[Sequence[_Axis], Measure], Array]
"""What returns a measure of what is known once the answer is, on average."""


def _guess(axes: Sequence[_Axis], then: Then) -> Array:
    return _product(axis.guess(odds) for axis, odds in zip(axes, then, strict=True))


def _open(axes: Sequence[_Axis], then: Then) -> Array:
    return _sum(axis.open(odds) for axis, odds in zip(axes, then, strict=True))


def _axes(places: Sequence[Mapping[str, int]], odds: Odds, asked: Sequence[int]) -> tuple[_Axis, ...]:
    return tuple(_axis(place, odds, asked, n, len(places)) for n, place in enumerate(places))


def _axis(place: Mapping[str, int], odds: Odds, asked: Sequence[int], n: int, axes: int) -> _Axis:
    shape = [-1 if axis == n else 1 for axis in range(axes)]
    cards = list({at: card for card, at in place.items()}.values())
    case = {card: odds[card][ENVELOPE] for card in place}
    envelope = np.array([case[card] for card in cards])
    best = [max((case[other] for other in case if other != card), default=0.0) for card in cards]
    rest = [sum(_entropy(np.array(p)) for other, p in case.items() if other != card) for card in cards]
    without = np.maximum(1 - envelope, _NEVER)
    at = [np.array([odds[card][seat] for card in cards]).reshape(shape) for seat in asked]
    beyond = accumulate(at, lambda left, here: np.maximum(left - here, 0), initial=np.ones((1,) * axes))
    return _Axis(
        envelope.reshape(shape),
        tuple(at),
        tuple(beyond)[1:],
        (np.array(best) / without).reshape(shape),
        # the entropy of the others, scaled up to a whole
        np.maximum((np.array(rest) - _entropy(without)) / without, 0).reshape(shape),
    )


def _entropy(odds: Array) -> Array:
    """Return each one's part of an entropy, in bits."""
    part: Array = -odds * np.log2(np.maximum(odds, _NEVER))
    return part


def _first_to_show(axes: Sequence[_Axis], measure: Measure) -> Array:
    """Measure what is known when the first seat that can show has shown. Rule: C-10."""
    return _sum(chance * measure(axes, then) for chance, then in _outcomes(axes))


def _outcomes(axes: Sequence[_Axis]) -> Iterator[tuple[Array, Then]]:
    """Yield the odds of each answer, and what those of the envelope become."""
    for seat in range(len(axes[0].at)):
        for shown in axes:
            others = [axis for axis in axes if axis is not shown]
            chance = shown.at[seat] * _shown_before(others, seat)
            scale = shown.at[seat] / np.maximum(chance, _NEVER)
            rest = {id(axis): [other for other in others if other is not axis] for axis in others}
            yield (
                chance,
                [
                    _NOTHING if axis is shown else axis.envelope * _shown_before(rest[id(axis)], seat) * scale
                    for axis in axes
                ],
            )
    nobody = [axis.beyond[-1] for axis in axes]
    yield _product(nobody), [axis.envelope / np.maximum(axis.beyond[-1], _NEVER) for axis in axes]


def _shown_before(others: Sequence[_Axis], seat: int) -> Array:
    """Return the odds that a seat shows another card than these, and that no seat before has one of them."""
    return _picked([axis.at[seat] for axis in others], [axis.beyond[seat] for axis in others])


def _everyone(axes: Sequence[_Axis], measure: Measure) -> Array:
    """Measure what is known when each seat that can show has shown. Rules: CL-08 MD-10.

    What is shown of one category is taken apart from what is shown of the others.
    """
    shown, then = [], []
    for axis in axes:
        others = [other for other in axes if other is not axis]
        seen = _sum(
            here * _picked([other.at[n] for other in others], [1 - other.at[n] for other in others])
            for n, here in enumerate(axis.at)
        )
        shown.append(seen)
        then.append(axis.envelope / np.maximum(1 - seen, _NEVER))
    return _sum(
        _product(seen if n in told else 1 - seen for n, seen in enumerate(shown))
        * measure(axes, [_NOTHING if n in told else odds for n, odds in enumerate(then)])
        for told in _subsets(len(axes))
    )


def _picked(here: Sequence[Array], away: Sequence[Array]) -> Array:
    """Return the odds that a seat shows one card and none of the others, which are here with it or away."""
    return _sum(
        _product(here[n] if n in held else away[n] for n in range(len(here))) / (1 + len(held))
        for held in _subsets(len(here))
    )


def _subsets(count: int) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(range(count), size) for size in range(count + 1))


def _product(factors: Iterable[Array]) -> Array:
    return reduce(mul, factors, _WHOLE)


def _sum(parts: Iterable[Array]) -> Array:
    return reduce(add, parts, _NOTHING)


def glimpse(deals: Deals, groups: Sequence[Sequence[str]], holder: Holder, count: int) -> float:
    """Return the odds that the likeliest case is right after a look at one of so many cards of a holder."""
    tops = [sorted((deals.odds[card][ENVELOPE] for card in group), reverse=True)[:2] for group in groups]
    now = prod(top[0] for top in tops)
    guess = now
    for group, top in zip(groups, tops, strict=True):
        for card in group:
            case, seen = deals.odds[card][ENVELOPE], deals.odds[card][holder] / count
            best = top[0] if case < top[0] else (top[1:] or [0.0])[0]
            guess += seen * now * (best / (top[0] * max(1 - case, _NEVER)) - 1)
    return guess
