"""Deals counted over all sets of open cards at once: zeta transforms, and a sum with signs.

F(T) is what the hand T is worth to a holder and Z(S) the sum of F over the hands inside S. Hands whose
sizes add up to the cards cover all of them only if no two overlap, so that by inclusion and exclusion
the deals are worth the sum over S of (-1)^(n-|S|) times the product of the Z(S). Without its own
factor and transformed back, the same product says what the rest is worth when a holder has the hand T.
Cards of which nothing tells one from the other are lumped, and a set is how many it has of each lump:
at the start that is a closed form. The signs cancel nearly everything, hence integers only: modulo
2^64 where the sum is known to be smaller, else Python's own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import comb, factorial, prod
from operator import mul
from typing import Any

import numpy as np
import numpy.typing as npt

from clue_cli.reasoning.deals_sheet import Sheet, Tally
from clue_cli.reasoning.matching import bits_in

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Lattice:
    """Hold what all deals are worth, those with an open card (its bit) at a holder, and those with a case."""

    total: int
    cells: Mapping[tuple[int, int], int]
    cases: Mapping[int, int]


def lumps(sheet: Sheet) -> tuple[int, ...]:
    """Return the sets of open cards that nothing tells apart."""
    found: dict[tuple[tuple[bool, ...], ...], int] = {}
    for bit in bits_in(sheet.cards):
        places = tuple(bool(may & bit) for may in sheet.may)
        told = tuple(bool(tally.cards & bit) for tally in sheet.tallies)
        found[places, told] = found.get((places, told), 0) | bit
    return tuple(found.values())


def points(sheet: Sheet) -> int:
    """Return how many sets there are to sum over."""
    return prod(lump.bit_count() + 1 for lump in lumps(sheet))


def is_small(sheet: Sheet) -> bool:
    """Tell whether all sums stay below 2^64."""
    return _bound(sheet) < 1 << 64


def _bound(sheet: Sheet) -> int:
    """Return a number that no sum reaches: the deals by sizes alone, each worth the most there is."""
    n = sheet.cards.bit_count()
    deals = factorial(n) // prod(factorial(size or 0) for size in sheet.sizes)
    return (n + 1) * deals * prod(max(tally.worth) for tally in sheet.tallies)


def lattice(sheet: Sheet) -> Lattice:
    """Count the deals of a sheet; all sizes have to be known."""
    lump = lumps(sheet)
    dtype = np.dtype(np.uint64 if is_small(sheet) else object)
    shape = [cards.bit_count() + 1 for cards in lump]
    hands = {n: _hands(sheet, n, lump, dtype) for n in sheet.seats}
    inside = {n: _summed(hand, up=True) for n, hand in hands.items()}
    signs = reduce(mul, (_signs(axis, shape, dtype) for axis in range(len(lump))), np.ones((), dtype))
    cells: dict[tuple[int, int], int] = {}
    cases: dict[int, int]
    cases, total = {}, 1
    for n, rest in _rests(inside, signs):
        axes = tuple(axis for axis, size in enumerate(hands[n].shape) if size == 1)
        worth = hands[n] * _summed(rest.sum(axis=axes, keepdims=True, dtype=dtype), up=False)
        total = int(worth.sum(dtype=dtype))
        for axis, cards in enumerate(lump):
            if sheet.may[n] & cards:
                held = _held(worth, axis, dtype) // cards.bit_count()
                cells |= {(bit, n): held for bit in bits_in(cards)}
        if n == sheet.envelope:
            cases = dict(_cases(worth, lump))
    return Lattice(total, cells, cases or {0: total})


def _hands(sheet: Sheet, n: int, lump: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """Return what each hand is worth to holder `n`: an axis for each lump, of length 1 where it has none."""
    shape = [cards.bit_count() + 1 if cards & sheet.may[n] else 1 for cards in lump]
    worth = np.ones(shape, dtype)
    for tally in sheet.tallies:
        if tally.holder == n:
            worth = worth * np.array(tally.worth, dtype)[_number(tally, lump)]
    return worth


def _number(tally: Tally, lump: tuple[int, ...]) -> npt.NDArray[np.intp]:
    """Return how many of the tally's cards each hand has."""
    number = np.zeros((1,) * len(lump), np.intp)
    for axis, cards in enumerate(lump):
        if cards & tally.cards:
            number = number + _along(np.arange(cards.bit_count() + 1), axis, len(lump))
    return number


def _along(values: Array, axis: int, axes: int) -> Array:
    return values.reshape([-1 if n == axis else 1 for n in range(axes)])


def _signs(axis: int, shape: list[int], dtype: np.dtype[Any]) -> Array:
    """Return, for 0, 1 … cards of a lump, the sets that have so many, with their sign."""
    cards = shape[axis] - 1
    signed = [comb(cards, k) * (-1) ** (cards - k) for k in range(cards + 1)]
    if dtype.kind == "u":
        signed = [value % (1 << 64) for value in signed]
    return _along(np.array(signed, dtype), axis, len(shape))


def _summed(values: Array, *, up: bool) -> Array:
    """Return the sums over the sets inside each set, or (not `up`) over the sets around it."""
    summed = values.copy()
    for axis, size in enumerate(values.shape):
        line = np.moveaxis(summed, axis, 0)
        for first in range(1, size) if up else range(size - 1, 0, -1):
            for k in range(size - 1, first - 1, -1) if up else range(first, size):
                low, high = line[k - 1 : k], line[k : k + 1]  # slices: single numbers warn when they wrap
                if up:
                    high += low
                else:
                    low += high
    return summed


def _rests(inside: Mapping[int, Array], signs: Array) -> Iterator[tuple[int, Array]]:
    """Yield each holder with the product of the signs and all other holders' sums."""
    numbers = list(inside)
    after = [np.ones((), signs.dtype)]
    for n in reversed(numbers[1:]):
        after.append(after[-1] * inside[n])
    before = signs
    for n in numbers:
        yield n, before * after.pop()
        before = before * inside[n]


def _held(worth: Array, axis: int, dtype: np.dtype[Any]) -> int:
    """Return how many cards of the lump the holder has in all deals together."""
    others = tuple(n for n in range(worth.ndim) if n != axis)
    line = worth.sum(axis=others, dtype=dtype)
    return int((line * np.arange(len(line)).astype(dtype)).sum(dtype=dtype))


def _cases(worth: Array, lump: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield each set of open cards that the envelope may have, and what its deals are worth."""
    for point in np.argwhere(worth):
        taken = [list(bits_in(cards)) for cards, k in zip(lump, point, strict=True) if k]
        each = int(worth[tuple(point)]) // prod(len(cards) for cards in taken)
        for bits in product(*taken):
            yield sum(bits), each
