"""Deals counted card by card: what matters of the cards laid so far is what the tallies have come to.

A state is what each tally that is begun and not yet complete has come to, packed into one integer; a
step gives the next card to one of those who may have it. Sums over the ways to a state and over the
ways on from it give the odds of every card. There are no signs, so that floats lose nothing by cancelling;
the number of deals is exact all the same: it is also counted modulo 2^64.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from clue_cli.reasoning.deals_sheet import Sheet, Tally
from clue_cli.reasoning.matching import bits_in

Array = npt.NDArray[Any]
Blocks = dict[int, tuple[Array, list[int]]]
"""By the categories that the envelope has: a row a state, a column for each set of cards it may have."""

Parts = dict[tuple[int, bool], tuple[Array, list[int]]]
"""The same in the making: the columns with the card of the level in the envelope, and those without."""

_WIDTH = 63  # bits of a state
_EXACT = 1e30  # below it a float is within 2^63 of the sum it stands for


class TooWide(ValueError):
    """Say that a state does not fit into one integer."""


@dataclass(frozen=True, slots=True)
class Step:
    """Give a card to one holder: the states from which that goes, those it leads to, and what it is worth."""

    holder: int
    source: npt.NDArray[np.intp]
    target: npt.NDArray[np.intp]
    worth: Array


@dataclass(frozen=True, slots=True)
class Level:
    """Hold the states before a card is given, and the steps that give it."""

    card: int
    states: npt.NDArray[np.uint64]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """Say where in a state a tally is kept, where it stops counting, and whether it stays when complete."""

    tally: Tally
    at: int
    mask: int
    cap: int
    stays: bool


@dataclass(frozen=True, slots=True)
class Frontier:
    """Hold all states and steps, and the sums that follow from them.

    `total` is as of a lattice; `cells` and `cases` are worth the same but for one factor.
    """

    sheet: Sheet
    levels: tuple[Level, ...]
    total: int | Fraction
    cells: Mapping[tuple[int, int], float]

    @property
    def cases(self) -> dict[int, float]:
        """The worth of the deals of each case, by the set of its open cards."""
        seat, top = self.sheet.envelope, _top(self.sheet)
        full = (1 << (_WIDTH - top)) - 1
        states = [*(level.states for level in self.levels), np.array([full << top], np.uint64)]
        middle = len(self.levels) // 2
        before: Blocks = {0: (np.ones((1, 1)), [0])}
        for level, then in zip(self.levels[:middle], states[1:], strict=False):
            before = _laid(level, then, before, seat, top)
        after: Blocks = {full: (np.ones((1, 1)), [0])}
        for level in reversed(self.levels[middle:]):
            after = _to_come(level, states.pop(), after, seat, top)
        cases: dict[int, float] = {}
        for block, (rows, begun) in before.items():
            others, rest = after.get(block, (None, []))
            if others is not None:
                for start, line in zip(begun, (rows.T @ others).tolist(), strict=True):
                    for end, worth in zip(rest, line, strict=True):
                        cases[start | end] = cases.get(start | end, 0.0) + worth
        return {case: worth for case, worth in cases.items() if worth}


def frontier(sheet: Sheet) -> Frontier:
    """Count the deals of a sheet; raise TooWide when there are more tallies at a time than can be kept."""
    levels = tuple(_levels(sheet))
    ahead = _ahead(levels, np.dtype(np.float64))
    ways, cells = np.ones(1), {}
    for level, then in zip(levels, ahead[1:], strict=True):
        further = np.zeros(len(then))
        for step in level.steps:
            come = ways[step.source] * step.worth
            cells[level.card, step.holder] = float(come @ then[step.target])
            further += np.bincount(step.target, come, len(then))
        ways = further
    return Frontier(sheet, levels, _total(sheet, levels, float(ahead[0][0])), cells)


def _total(sheet: Sheet, levels: Sequence[Level], nearly: float) -> int | Fraction:
    """Return what all deals are worth: their exact number when they are all alike."""
    if any(max(tally.worth) > 1 for tally in sheet.tallies):
        return Fraction(nearly) * prod(max(tally.worth) for tally in sheet.tallies)
    if nearly > _EXACT:
        return int(_ahead(levels, np.dtype(object))[0][0])
    rest = int(_ahead(levels, np.dtype(np.uint64))[0][0])
    return rest + (round(nearly) - rest + (1 << 63) >> 64 << 64)


def _ahead(levels: Sequence[Level], dtype: np.dtype[Any]) -> list[Array]:
    """Return, for each level and after the last, what the ways on from each state are worth."""
    then = np.ones(1, dtype)
    found = [then]
    for level in reversed(levels):
        now = np.zeros(len(level.states), dtype)
        for step in level.steps:
            worth = step.worth if dtype.kind == "f" else np.ones((), dtype)
            now[step.source] += then[step.target] * worth
        found.append(then := now)
    return found[::-1]


# --- the states --------------------------------------------------------------------------------


def _levels(sheet: Sheet) -> Iterator[Level]:
    """Yield the levels, the cards in an order that keeps few tallies begun at a time."""
    order = _order(sheet)
    slots = _slots(sheet, order)
    states, done = np.zeros(1, np.uint64), 0
    for card in order:
        done |= card
        met = [slot for slot in slots if slot.tally.cards & card]
        counts = [(states >> np.uint64(slot.at) & np.uint64(slot.mask)).astype(np.intp) for slot in met]
        turns = [
            (slot.tally.holder, count, _turned(slot, False, done), _turned(slot, True, done))
            for slot, count in zip(met, counts, strict=True)
        ]
        found = []
        for n, may in enumerate(sheet.may):
            if may & card:
                met_by = [(count, got if n == owner else not_got) for owner, count, not_got, got in turns]
                found.append((n, *_given(states, met_by)))
        reached = np.concatenate([new for _, _, new, _ in found])
        # the index is asked for since the sort then is one that merges: the states come in sorted runs
        then, _, target = np.unique(reached, return_index=True, return_inverse=True)
        ends = np.cumsum([len(source) for _, source, _, _ in found])
        targets = np.split(target, ends[:-1])
        steps = [Step(n, at, to, worth) for (n, at, _, worth), to in zip(found, targets, strict=True)]
        yield Level(card, states, tuple(step for step in steps if len(step.source)))
        states = then


@dataclass(frozen=True, slots=True)
class Turn:
    """Say what a card does to a tally by what it has come to; None where it does nothing."""

    alive: Array | None
    change: Array | None
    worth: Array | None


def _turned(slot: Slot, got: bool, done: int) -> Turn:
    """Return what becomes of a tally when its holder got the last of the cards `done`, or did not."""
    worth, left = slot.tally.worth, (slot.tally.cards & ~done).bit_count()
    after = [min(v + got, slot.cap) for v in range(slot.mask + 1)]
    alive = np.array([any(worth[v : v + left + 1]) for v in after])
    closed = not left
    kept = [0 if closed and not slot.stays else v for v in after]
    change = np.array([(v - old << slot.at) % (1 << 64) for old, v in enumerate(kept)], np.uint64)
    told = np.array([worth[v] / max(worth) for v in after]) if closed and max(worth) > 1 else None
    return Turn(None if alive.all() else alive, change if change.any() else None, told)


def _given(states: Array, met: Sequence[tuple[Array, Turn]]) -> tuple[Array, Array, Array]:
    """Return the states from which a card can go to a holder, those they become, and what that is worth."""
    alive: Array | None = None
    for count, turn in met:
        if turn.alive is not None:
            fine = turn.alive[count]
            alive = fine if alive is None else alive & fine
    source = np.arange(len(states)) if alive is None else np.flatnonzero(alive)
    new, worth = states[source], np.ones(())
    for count, turn in met:
        if turn.change is not None:
            new += turn.change[count[source]]
        if turn.worth is not None:
            worth = worth * turn.worth[count[source]]
    return source, new, worth


def _order(sheet: Sheet) -> list[int]:
    """Return the cards in an order with few states, as far as can be told without looking for them."""
    return min((_greedy(sheet, weight) for weight in (1, 2)), key=lambda order: _burden(sheet, order))


def _greedy(sheet: Sheet, weight: int) -> list[int]:
    """Return the cards, each time one that few holders may have and after which few tallies are half told."""
    left, order, done = list(bits_in(sheet.cards)), list[int](), 0

    def cost(card: int) -> int:
        half_told = sum(bool(t.cards & (done | card) and t.cards & ~(done | card)) for t in sheet.tallies)
        return weight * half_told + sum(bool(may & card) for may in sheet.may)

    while left:
        order.append(min(left, key=cost))
        left.remove(order[-1])
        done |= order[-1]
    return order


def _burden(sheet: Sheet, order: Sequence[int]) -> float:
    """Return a number that grows with the states: the root of all that half-told tallies could come to."""
    burden, done = 0.0, 0
    for card in order:
        done |= card
        ways = 1
        for tally in sheet.tallies:
            told, left = (tally.cards & done).bit_count(), (tally.cards & ~done).bit_count()
            ways *= 1 + min(told, left, _cap(tally.worth))
        burden += sqrt(ways)
    return burden


def _top(sheet: Sheet) -> int:
    """Return the lowest of the bits that say of which categories the envelope has a card."""
    return _WIDTH - len(_categories(sheet))


def _categories(sheet: Sheet) -> list[Tally]:
    groups = {group & sheet.may[sheet.envelope] for group in sheet.deck.groups}
    return [tally for tally in sheet.tallies if tally.holder == sheet.envelope and tally.cards in groups]


def _slots(sheet: Sheet, order: Sequence[int]) -> list[Slot]:
    """Give each tally its place in the state, from its first card to its last."""
    categories, top = _categories(sheet), _top(sheet)
    slots = []
    used: list[tuple[int, int]] = []  # the last card of a slot, and its bits
    for tally in sorted(sheet.tallies, key=lambda tally: _span(tally, order)):
        first, last = _span(tally, order)
        cap = _cap(tally.worth)
        mask = (1 << max(k for k in range(cap + 1) if tally.worth[k] or not k).bit_length()) - 1
        if tally in categories:
            slots.append(Slot(tally, top + categories.index(tally), mask, cap, True))
            continue
        used = [(end, bits) for end, bits in used if end >= first]
        taken = sum(bits for _, bits in used)
        at = next(n for n in range(_WIDTH) if not taken & mask << n)
        if mask << at >> top:
            raise TooWide
        used.append((last, mask << at))
        slots.append(Slot(tally, at, mask, cap, False))
    return slots


def _span(tally: Tally, order: Sequence[int]) -> tuple[int, int]:
    """Return the places in the order of the first and the last card of a tally."""
    places = [k for k, card in enumerate(order) if tally.cards & card]
    return places[0], places[-1]


def _cap(worth: Sequence[int]) -> int:
    """Return the number from which on more cards are worth the same."""
    return max((k for k in range(1, len(worth)) if worth[k] != worth[k - 1]), default=0)


# --- the case ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """Cut out of a step what leads from one block of states to one: rows there, rows here, and the worth."""

    envelope: bool
    block: int
    to: int
    source: npt.NDArray[np.intp]
    target: npt.NDArray[np.intp]
    worth: Array


def _spans(states: Array, top: int) -> dict[int, tuple[int, int]]:
    """Return the first of the states with each set of categories, and the one after the last."""
    blocks, first = np.unique(states >> np.uint64(top), return_index=True)
    ends = [*first[1:].tolist(), len(states)]
    return dict(zip(blocks.tolist(), zip(first.tolist(), ends, strict=True), strict=True))


def _moves(level: Level, then: Array, seat: int, top: int) -> Iterator[Move]:
    """Yield the steps of a level, block by block."""
    here, there = _spans(level.states, top), _spans(then, top)
    for step in level.steps:
        worth = np.broadcast_to(step.worth, step.source.shape)[:, None]
        for block, span in here.items():
            cut = slice(*np.searchsorted(step.source, span).tolist())
            if cut.start < cut.stop:
                to = int(then[step.target[cut.start]]) >> top
                source, target = step.source[cut] - span[0], step.target[cut] - there[to][0]
                yield Move(step.holder == seat, block, to, source, target, worth[cut])


def _laid(level: Level, then: Array, rows: Blocks, seat: int, top: int) -> Blocks:
    """Return what the ways to each of the states `then` are worth, by the cards in the envelope."""
    spans = _spans(then, top)
    parts: Parts = {}
    for move in _moves(level, then, seat, top):
        come = rows[move.block][0][move.source] * move.worth
        sums = _part(parts, move, move.to, spans[move.to], rows[move.block][1], level.card)
        order = np.argsort(move.target, kind="stable")
        ends, first = np.unique(move.target[order], return_index=True)
        sums[ends] += np.add.reduceat(come[order], first, axis=0)
    return _joined(parts)


def _to_come(level: Level, then: Array, rows: Blocks, seat: int, top: int) -> Blocks:
    """Return what the ways on from each state are worth, by the cards that the envelope is still given."""
    spans = _spans(level.states, top)
    parts: Parts = {}
    for move in _moves(level, then, seat, top):
        if move.to in rows:
            come = rows[move.to][0][move.target] * move.worth
            sums = _part(parts, move, move.block, spans[move.block], rows[move.to][1], level.card)
            sums[move.source] += come
    return _joined(parts)


def _part(parts: Parts, move: Move, block: int, span: tuple[int, int], cases: list[int], card: int) -> Array:
    """Return the sums of a block to which the move adds; those with the card in the envelope are apart."""
    named = [case | card for case in cases] if move.envelope else cases
    blank = np.zeros((span[1] - span[0], len(cases)))
    return parts.setdefault((block, move.envelope), (blank, named))[0]


def _joined(parts: Parts) -> Blocks:
    """Put the columns of each block side by side."""
    return {
        block: (
            np.hstack([parts[key][0] for key in sorted(parts) if key[0] == block]),
            [case for key in sorted(parts) if key[0] == block for case in parts[key][1]],
        )
        for block in {key[0] for key in parts}
    }
