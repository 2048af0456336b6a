"""What a seat knows at a tier, by what it has seen: the one way from a view to what follows from it.

A game is looked into at every decision, each time a little further on. So what a seat knew last is kept,
and what has happened since is added to it; the answer is the same as if all had been read anew.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from clue_cli.reasoning.deals_sheet import Show
from clue_cli.reasoning.deduction import Deduction, blank
from clue_cli.reasoning.facts import Fact, Tier, deal_facts, event_facts, holders, left_after
from clue_cli.reasoning.notebook import Notebook
from clue_cli.rules.events import Event, Gave, Shown
from clue_cli.rules.model import Scenario
from clue_cli.rules.table import View

_Deal = tuple[tuple[str, ...], tuple[str, ...], frozenset[str]]


def _deal(view: View) -> _Deal:
    """Return who may hold cards: the seats, the row of cards face up, and the rooms in which cards lie."""
    return view.table.seats, view.table.face_up, view.table.covered


@dataclass(frozen=True, slots=True)
class _Read:
    """Remember what followed from a history, and the facts that its events tell of who holds what now."""

    scenario: Scenario
    deal: _Deal
    history: tuple[Event, ...] = ()
    told: tuple[Fact, ...] = ()
    known: Deduction | None = None

    def goes_on(self, view: View) -> bool:
        """Tell whether `view` is of the same game, as far or further on."""
        begun = view.history[: len(self.history)]
        return self.scenario is view.scenario and self.deal == _deal(view) and self.history == begun


_last: dict[tuple[int, Tier], _Read] = {}  # one by seat and tier: games are played one at a time


def known(view: View, tier: Tier = Tier.ALL) -> Deduction:
    """Return what follows from what `view` tells: all of it at Tier.ALL, else what rules of thumb find.

    Raises Contradiction when what it tells can't be true.
    """
    last = _last.get((view.seat, tier))
    if last is None or not last.goes_on(view):
        last = _Read(view.scenario, _deal(view))
    seats = range(len(view.table.seats))
    base, told, learnt = last.known, last.told, list[Fact]()
    for event in view.history[len(last.history) :]:
        if isinstance(event, Gave):  # what was certain of these hands no longer is
            left = (still for fact in (*told, *learnt) for still in left_after(event, fact))
            base, told, learnt = None, tuple(dict.fromkeys(left)), []
        if event.reveals:
            learnt += event_facts(event, seats, tier)
    told = (*told, *learnt)
    if base is None:
        empty = blank(view.scenario.categories, holders(view))
        found = _with(empty, (*deal_facts(view, tier), *told), tier)
    else:
        found = _with(base, learnt, tier) if learnt else base
    if view.table.turn:  # half-way through the deal hands grow
        _last[view.seat, tier] = _Read(view.scenario, _deal(view), view.history, told, found)
    return found


def _with(old: Deduction, found: Iterable[Fact], tier: Tier) -> Deduction:
    return old.learn(found) if tier is Tier.ALL else old.note(found)


def read(view: View, tier: Tier) -> Notebook:
    """Fill a notebook with what `view` tells at `tier`."""
    return known(view, tier).notebook


def shows(view: View) -> tuple[Show, ...]:
    """List the cards shown in answer to a suggestion, by whom and out of which, seen or not (C-10).

    There are none once a card has changed hands: what could be shown before is not known of the hands now.
    """
    if any(isinstance(event, Gave) for event in view.history):
        return ()
    return tuple(
        Show(event.seat, event.cards)
        for event in view.history
        if isinstance(event, Shown) and event.cards and event.seat != view.seat
    )
