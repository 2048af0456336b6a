"""Why a seat can be sure of something: the few things it has seen that together prove it.

What proves it is settled by complete deduction; none of the steps can be left out. Where they are many, a
chain of short proofs goes by way of other things that are certain. How they are told is for others to say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from clue_cli.reasoning.facts import (
    FACE_UP,
    Fact,
    Holds,
    HoldsOneOf,
    Lacks,
    Size,
    Tier,
    by_event,
    deal_facts,
    holders,
)
from clue_cli.reasoning.knowledge import read
from clue_cli.reasoning.reasons import Conclusion, explain
from clue_cli.rules.events import Event, TurnBegan
from clue_cli.rules.table import View

_SHORT = 5  # premises that are taken in at once


@dataclass(frozen=True, slots=True)
class Step:
    """Hold one thing seen: the event, its turn (0 before play), and the facts of it that are needed.

    There is no event to what is in sight all the time: a card in one's own hand, one that is not in it or
    not face up, the number of cards that a holder has. The facts are about the hands as they are now (PA-06).
    """

    turn: int
    event: Event | None
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Hold one proof of a chain: what follows from what links `before` it prove and from some steps.

    `length` is the number of premises in the longest proof that it rests on, its own or one before.
    """

    conclusion: Conclusion
    before: tuple[Conclusion, ...]
    steps: tuple[Step, ...]
    length: int


def why(view: View, conclusion: Holds | Lacks) -> tuple[Step, ...] | None:
    """Return the steps that prove the conclusion, in order, each needed; None when it does not follow."""
    return _proof(view, conclusion, _telling(view))


def chain(view: View, conclusions: Sequence[Holds | Lacks]) -> tuple[Link, ...]:
    """Return proofs, each from those before it, that prove the conclusions, which must follow.

    By the way are proved where other cards are and what is left of a card shown, where that makes it shorter.
    """
    told = _telling(view)
    certain = dict.fromkeys((*_certain(view, told), *conclusions))
    lengths = {each: len(_needed(view, each, [step.facts for step in told]) or ()) for each in certain}
    order = sorted(certain, key=lambda each: lengths[each])  # what is harder to prove never helps
    links: dict[Conclusion, Link] = {}
    needed: list[Conclusion] = [*conclusions]
    for each in needed:
        needed += [one for one in _link(view, each, order, told, links).before if one not in needed]
    return tuple(links[each] for each in order if each in needed)


def _certain(view: View, told: Sequence[Step]) -> Iterator[Conclusion]:
    """List what is certain and not told: where cards are, and what is left of each card shown."""
    page, known = read(view, Tier.ALL), dict.fromkeys(fact for step in told for fact in step.facts)
    held = [Holds(holder, card) for card in view.scenario.cards if (holder := page.held(card)) is not None]
    yield from (each for each in held if each not in known and each.holder not in (view.seat, FACE_UP))
    for fact in known:
        if isinstance(fact, HoldsOneOf):
            left = tuple(card for card in fact.cards if page.may_hold(card, fact.holder))
            if 1 < len(left) < len(fact.cards):
                yield HoldsOneOf(fact.holder, left)


def _link(
    view: View,
    conclusion: Conclusion,
    order: Sequence[Conclusion],
    told: Sequence[Step],
    links: dict[Conclusion, Link],
) -> Link:
    """Prove a conclusion from the steps told, or where that is shorter from what comes before it in order."""
    if conclusion not in links:
        easier = sorted(order[: order.index(conclusion)], key=lambda each: isinstance(each, HoldsOneOf))
        found = _linked(conclusion, (), _proof(view, conclusion, told))
        if found.length > _SHORT:
            given = [Step(0, None, (each,)) for each in easier]
            by_way = _linked(conclusion, easier, _proof(view, conclusion, [*given, *told]))
            lengths = [_link(view, each, order, told, links).length for each in by_way.before]
            by_way = replace(by_way, length=max([by_way.length, *lengths]))
            found = min(found, by_way, key=lambda link: link.length)
        links[conclusion] = found
    return links[conclusion]


def _linked(conclusion: Conclusion, easier: Sequence[Conclusion], proof: Sequence[Step] | None) -> Link:
    assert proof is not None
    before = tuple(each for each in easier if any(each in step.facts for step in proof))
    steps = tuple(step for step in proof if not {*step.facts} & {*before})
    return Link(conclusion, before, steps, sum(len(step.facts) for step in proof))


def _telling(view: View) -> list[Step]:
    """List the steps but for events that tell of the own hand alone, of which a look at it tells more."""
    return [
        step
        for step in _steps(view)
        if not step.event or any(fact.holder != view.seat for fact in step.facts)
    ]


def contradiction(view: View) -> tuple[Step, ...] | None:
    """Return steps that can't all be true, in order, each needed for that; None when all can be."""
    return _proof(view, None, tuple(_steps(view)))


def _proof(view: View, conclusion: Conclusion | None, steps: Sequence[Step]) -> tuple[Step, ...] | None:
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


def _fewest(view: View, conclusion: Conclusion | None, steps: Sequence[Step]) -> Sequence[int] | None:
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
    view: View, conclusion: Conclusion | None, told: Sequence[Sequence[Fact]]
) -> tuple[int, ...] | None:
    return explain(view.scenario.categories, holders(view), told, conclusion)
