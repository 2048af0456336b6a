"""Why a seat can be sure of something: the few things it has seen that together prove it.

What proves it is settled by complete deduction; none of the steps can be left out. How they are told is
for others to say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from clue_cli.reasoning.facts import FACE_UP, Fact, Holds, Lacks, Size, Tier, by_event, deal_facts, holders
from clue_cli.reasoning.reasons import explain
from clue_cli.rules.events import Event, TurnBegan
from clue_cli.rules.table import View


@dataclass(frozen=True, slots=True)
class Step:
    """Hold one thing seen: the event, its turn (0 before play), and the facts of it that are needed.

    There is no event to what is in sight all the time: a card in one's own hand, one that is not in it or
    not face up, the number of cards that a holder has. The facts are about the hands as they are now (PA-06).
    """

    turn: int
    event: Event | None
    facts: tuple[Fact, ...]


def why(view: View, conclusion: Holds | Lacks) -> tuple[Step, ...] | None:
    """Return the steps that prove the conclusion, in order, each needed; None when it does not follow."""
    # of the own hand nothing that was said tells more than a look at it
    told = [
        step
        for step in _steps(view)
        if not step.event or any(fact.holder != view.seat for fact in step.facts)
    ]
    return _proof(view, conclusion, told)


def contradiction(view: View) -> tuple[Step, ...] | None:
    """Return steps that can't all be true, in order, each needed for that; None when all can be."""
    return _proof(view, None, tuple(_steps(view)))


def _proof(view: View, conclusion: Holds | Lacks | None, steps: Sequence[Step]) -> tuple[Step, ...] | None:
    found = _fewest(view, conclusion, steps)
    if found is None:
        return None
    # not every fact of an event may be needed: of the three cards that could not be shown, one matters
    single = [(number, fact) for number in found for fact in steps[number].facts]
    needed = _needed(view, conclusion, [(fact,) for _number, fact in single])
    assert needed is not None
    kept = groupby((single[number] for number in needed), lambda pair: pair[0])
    return tuple(replace(steps[number], facts=tuple(fact for _, fact in pairs)) for number, pairs in kept)


def _steps(view: View) -> Iterator[Step]:
    """List all that the view tells: what is in sight all the time, then the events."""
    for fact in deal_facts(view, Tier.ALL):
        if not isinstance(fact, Size) or fact.holder not in (view.seat, FACE_UP):  # their cards say that
            yield Step(0, None, (fact,))
    if view.table.face_up:
        cards = (card for card in view.scenario.cards if card not in view.table.face_up)
        yield from (Step(0, None, (Lacks(FACE_UP, card),)) for card in cards)
    turn = 0
    for event, found in by_event(view, Tier.ALL):
        turn = event.turn if isinstance(event, TurnBegan) else turn
        if found:
            yield Step(turn, event, tuple(found))


def _fewest(view: View, conclusion: Holds | Lacks | None, steps: Sequence[Step]) -> Sequence[int] | None:
    """Return the numbers of the fewest steps found: those looked for first depend on the order."""
    forward = range(len(steps))
    events_first = sorted(forward, key=lambda number: steps[number].event is None)
    found = []
    for order in (forward, forward[::-1], events_first):
        needed = _needed(view, conclusion, [steps[number].facts for number in order])
        if needed is None:
            return None
        found.append(sorted(order[number] for number in needed))
    return min(found, key=len)


def _needed(
    view: View, conclusion: Holds | Lacks | None, told: Sequence[Sequence[Fact]]
) -> tuple[int, ...] | None:
    return explain(view.scenario.categories, holders(view), told, conclusion)
