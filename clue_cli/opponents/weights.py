"""What a seat's questions, rooms and looks are worth, by the exact odds of what it knows.

All are weighed by one measure: how much the odds rise that the likeliest case is the right one. The
odds hold what the view tells, and what others did not do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
import numpy.typing as npt

from clue_cli.reasoning.deals import Deals, Show, TooWide, count
from clue_cli.reasoning.deduction import Contradiction, Deduction
from clue_cli.reasoning.facts import ENVELOPE, HoldsOneOf
from clue_cli.reasoning.knowledge import known, shows
from clue_cli.reasoning.questions import Question, Questions, glimpse, weigh
from clue_cli.rules.events import Accused, TurnBegan, Unrefuted
from clue_cli.rules.model import Kind
from clue_cli.rules.options import AccuseWhen
from clue_cli.rules.table import View

AFTER = 0.5
"""What the odds after an answer are worth beside those of being right at once."""


_ALIKE = 1e-9  # worths that differ by less are alike


@dataclass(frozen=True, slots=True)
class Weights:
    """Hold what is worth what: `rooms` by the best question in each.

    `likeliest` is the likeliest case and its odds, `look` what the best look into a hand is worth.
    """

    likeliest: tuple[tuple[str, ...], float]
    rooms: Mapping[str, float]
    look: float
    _questions: Questions
    _gain: npt.NDArray[np.float64]
    _room: int  # the axis of the rooms

    def best(self, room: str, groups: Sequence[Sequence[str]]) -> tuple[list[tuple[str, ...]], Question]:
        """Return the cards of `groups` that are best asked for in a room, and what that is worth."""
        places = list(self._questions.places)
        gain = self._gain.take(places.pop(self._room)[room], axis=self._room)
        claims = [
            cards
            for at in np.argwhere(gain >= gain.max() - _ALIKE)
            for cards in product(
                *(
                    [card for card in group if place[card] == n]
                    for group, place, n in zip(groups, places, at, strict=True)
                )
            )
        ]
        first = [*claims[0][: self._room], room, *claims[0][self._room :]]
        return claims, self._questions.of(first)


_Told = tuple[tuple[Show, ...], tuple[HoldsOneOf, ...]]
"""What was shown, and what can be read from what others did not do."""

_last: dict[int, tuple[Deduction, _Told, Weights | None]] = {}  # by seat, as what it knows is kept


def weighed(view: View) -> Weights | None:
    """Weigh what can be done by what the view tells; None where so much is open that there are no odds."""
    certain = known(view)
    told = shows(view), tuple(_unsaid(view))
    last = _last.get(view.seat)
    if last is None or last[0] is not certain or last[1] != told:
        last = _last[view.seat] = certain, told, _weighed(view, certain, told)
    return last[2]


def _weighed(view: View, certain: Deduction, told: _Told) -> Weights | None:
    try:
        deals = _deals(certain, *told)
    except TooWide:
        return None
    categories = view.scenario.categories
    groups = [category.ids for category in categories]
    seats = len(view.table.seats)
    asked = [(view.seat + step) % seats for step in range(1, seats)]
    questions = weigh(deals, groups, asked, view.scenario.rules.suggest_asked)
    now = prod(max(deals.odds[card][ENVELOPE] for card in group) for group in groups)
    gain = AFTER * (questions.guess - now)
    if not view.table.covered:  # else nobody's refuting it does not prove a case
        gain = gain + questions.chance
    room = [category.kind for category in categories].index(Kind.ROOM)
    best = gain.max(axis=tuple(axis for axis in range(len(categories)) if axis != room))
    rooms = {card: float(best[at]) for card, at in questions.places[room].items()}
    looks = (glimpse(deals, groups, seat, size) for seat in asked if (size := certain.sizes[seat]))
    look = AFTER * (max(looks, default=now) - now) if view.table.board.snoops else 0.0
    return Weights(deals.cases()[0], rooms, look, questions, gain, room)


def unseen_rooms(view: View) -> frozenset[str]:
    """Return the rooms in which a card lies that the seat has not looked at (C15-07)."""
    return view.table.covered - view.looked_into


def _deals(certain: Deduction, shown: tuple[Show, ...], unsaid: tuple[HoldsOneOf, ...]) -> Deals:
    """Count the deals, with what others did not do read too, where that may be so."""
    try:
        return count(certain.learn(unsaid), shown)
    except Contradiction:  # somebody did not do what was to be expected
        return count(certain, shown)


def _unsaid(view: View) -> Iterator[HoldsOneOf]:
    """Read who accused nobody after a question that nobody could refute: a card asked for is their own.

    There is nothing to read where cards lie hidden, where one accuses only in place of moving, or where a
    card asked for is known to be elsewhere.
    """
    if view.table.covered or view.scenario.rules.accuse_when is AccuseWhen.INSTEAD_OF_MOVE:
        return
    notebook = known(view).notebook
    asked: Unrefuted | None = None
    for event in view.history:
        match event:
            case Unrefuted(seat) if seat != view.seat:
                asked = event
            case Accused():
                asked = None
            case TurnBegan() if asked:
                if all(notebook.held(card) in (None, ENVELOPE) for card in asked.cards):
                    yield HoldsOneOf(asked.seat, asked.cards)
                asked = None
