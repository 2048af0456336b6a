"""Prove of a puzzle what it claims: one answer, its level and none below, and no event to spare.

Uniqueness is read off the exact count of deals, and each level off the reasoner of that tier on the view
that `clue deduce` has. What it takes to suppose things is done anew here, from the list of all facts.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from clue_cli.play import caselog
from clue_cli.play.caselog import CaseLog
from clue_cli.reasoning.deals import count
from clue_cli.reasoning.deduction import Contradiction, blank
from clue_cli.reasoning.facts import Fact, Holder, Holds, Lacks, Tier, facts, holders
from clue_cli.reasoning.knowledge import known, read
from clue_cli.reasoning.notebook import Notebook
from clue_cli.rules.events import TurnedUp
from clue_cli.rules.table import View


def cases(log: CaseLog) -> list[tuple[str, ...]]:
    """List the cases that agree with a log, by the exact count of deals."""
    return [case for case, _odds in count(known(log.view())).cases()]


def level(view: View) -> int | None:
    """Return the weakest way that finds the case: 1 ticks, 2 thumb, 3 supposing, 4 all; None for none."""
    ways = (
        read(view, Tier.TICKS).case(),
        read(view, Tier.PASSES).case(),
        _by_supposing(view).case(),
        read(view, Tier.ALL).case(),
    )
    return next((number for number, case in enumerate(ways, 1) if case), None)


def _by_supposing(view: View) -> Notebook:
    """Suppose each open thing, one at a time, on top of all facts, and write down what can't be."""
    found = list(facts(view, Tier.ALL))
    while True:
        page = _thumb(view, found)
        assert page is not None
        news = [
            otherwise
            for card, holder in _open(view, page)
            for one, otherwise in (
                (Holds(holder, card), Lacks(holder, card)),
                (Lacks(holder, card), Holds(holder, card)),
            )
            if _thumb(view, [*found, one]) is None
        ]
        if not news:
            return page
        found += news


def _open(view: View, page: Notebook) -> Iterator[tuple[str, Holder]]:
    for card in view.scenario.cards:
        if page.held(card) is None:
            yield from ((card, holder) for holder in page.holders if page.may_hold(card, holder))


def _thumb(view: View, found: list[Fact]) -> Notebook | None:
    try:
        return blank(view.scenario.categories, holders(view)).note(found).notebook
    except Contradiction:
        return None


def shorter(log: CaseLog) -> Iterator[CaseLog]:
    """Yield the log without each of the things that happened."""
    for entry in log.entries:
        if not isinstance(entry.events[0], TurnedUp):
            yield replace(log, entries=tuple(other for other in log.entries if other is not entry))


def prove(document: dict[str, Any], wanted: int) -> CaseLog:
    """Assert all that a puzzle of that level claims, and return its log."""
    log = caselog.of("puzzle", document)
    (case,) = cases(log)
    assert known(log.view()).notebook.case() == case
    assert level(log.view()) == wanted
    for less in shorter(log):
        assert len(cases(less)) > 1
    return log
