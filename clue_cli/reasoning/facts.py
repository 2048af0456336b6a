"""What a seat has seen, as facts about who holds which card.

Which facts arise is settled here, once for every level; what follows from them is for others to
say. Nothing here draws a conclusion or looks beyond the view it is given.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clue_cli.rules.events import (
    ONLOOKER,
    Accused,
    CaseSeen,
    Dealt,
    Ended,
    Event,
    Gave,
    Looked,
    Passed,
    Revealed,
    Shown,
    Snooped,
    TurnedUp,
    Uncovered,
    Unheld,
)
from clue_cli.rules.table import View

Holder = int | str
"""Who may hold a card: a seat by its number, or the envelope."""

ENVELOPE = "envelope"
"""The holder of the case."""

ROOM_CARDS = "roomcards"
"""The holder of all cards that lie face down in rooms."""

FACE_UP = "faceup"
"""The holder of all cards that lie face up beside the board."""


class Tier(StrEnum):
    """Say how much of what it sees a reasoner heeds."""

    TICKS = "ticks"
    """The cards it has seen: its own, those shown to it, those in the envelope."""
    PASSES = "passes"
    """All facts: also who could show nothing, who showed one of three, and the sizes of the hands."""
    ALL = "all"
    """All facts, and all that follows from them, where the others draw conclusions by rules of thumb."""


@dataclass(frozen=True, slots=True)
class Fact:
    """State one thing that is certain about `holder`."""

    holder: Holder


@dataclass(frozen=True, slots=True)
class Holds(Fact):
    """State that the holder has the card."""

    card: str


@dataclass(frozen=True, slots=True)
class Lacks(Fact):
    """State that the holder does not have the card."""

    card: str


@dataclass(frozen=True, slots=True)
class HoldsOneOf(Fact):
    """State that the holder has at least one of the cards (C-10)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotAll(Fact):
    """State that the holder does not have all of the cards: a wrong accusation (C-12)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Size(Fact):
    """State how many cards the holder has (C-02)."""

    count: int


def holders(view: View) -> tuple[Holder, ...]:
    """List who may hold a card: the seats, the envelope, and the rooms and the row where cards lie there."""
    seats = range(len(view.table.seats))
    return (
        *seats,
        *((ROOM_CARDS,) if view.table.covered else ()),
        *((FACE_UP,) if view.table.face_up else ()),
        ENVELOPE,
    )


def facts(view: View, tier: Tier) -> Iterator[Fact]:
    """Say what the view tells of who holds what now: first the deal, then the events in their order."""
    yield from deal_facts(view, tier)
    for _event, found in by_event(view, tier):
        yield from found


def by_event(view: View, tier: Tier) -> Sequence[tuple[Event, Sequence[Fact]]]:
    """Say of each event that the view tells what follows from it of who holds what now."""
    seats = range(len(view.table.seats))
    told: list[tuple[Event, Sequence[Fact]]] = []
    for event in view.history:
        if isinstance(event, Gave):
            told = [
                (old, [still for fact in found for still in left_after(event, fact)]) for old, found in told
            ]
        told.append((event, event_facts(event, seats, tier)))
    return told


def event_facts(event: Event, seats: Sequence[int], tier: Tier) -> Sequence[Fact]:
    """Say what one event tells at `tier` of who holds what right after it."""
    found = _from_event(event, seats)
    return [fact for fact in found if _is_tick(fact)] if tier is Tier.TICKS else found


def _is_tick(fact: Fact) -> bool:
    """Tell whether the fact is a card seen, be it where it is or only that it is not in the envelope."""
    return isinstance(fact, Holds) or (isinstance(fact, Lacks) and fact.holder == ENVELOPE)


def deal_facts(view: View, tier: Tier) -> Iterator[Fact]:
    """Say what the deal tells: one's own hand, and once it is finished how many cards each has."""
    yield from (Holds(view.seat, card) for card in view.hand)
    if view.table.turn:  # half-way through the deal hands grow
        yield from _from_deal(view, tier)


def _from_deal(view: View, tier: Tier) -> Iterator[Fact]:
    if view.seat != ONLOOKER:
        yield from (Lacks(view.seat, card) for card in view.scenario.cards if card not in view.hand)
    if tier is not Tier.TICKS:
        got = Counter(event.seat for event in view.history if isinstance(event, Dealt))
        got.update(event.to for event in view.history if isinstance(event, Gave))
        got.subtract(event.seat for event in view.history if isinstance(event, Gave))
        yield from (Size(seat, got[seat]) for seat in range(len(view.table.seats)))
        if view.table.covered:
            yield Size(ROOM_CARDS, len(view.table.covered))
        if view.table.face_up:
            yield Size(FACE_UP, len(view.table.face_up))


def _from_event(event: Event, seats: Sequence[int]) -> Sequence[Fact]:
    match event:
        case TurnedUp(card):
            return (Holds(FACE_UP, card),)
        case Looked(_, _, str(card)) | Uncovered(_, card):
            return (Holds(ROOM_CARDS, card),)
        case Passed(seat, cards):
            return [Lacks(seat, card) for card in cards]
        case Unheld(card):
            return [Lacks(seat, card) for seat in seats]
        case Shown(seat, _, cards, None):
            return (HoldsOneOf(seat, cards),) if cards else ()
        case (
            Shown(seat, _, _, str(card))
            | Revealed(seat, card)
            | Snooped(_, seat, str(card))
            | Gave(_, seat, str(card))
        ):
            return (Holds(seat, card),)
        case Accused(_, cards, False):
            return (NotAll(ENVELOPE, cards),)
        case CaseSeen(_, cards) | Ended(_, cards):
            return [Holds(ENVELOPE, card) for card in cards]
    return ()


def left_after(gave: Gave, fact: Fact) -> Sequence[Fact]:
    """Say what is left of a fact about hands once a card, perhaps unseen, has changed hands. Rule: PA-06.

    That a card was in a hand goes on telling that it is not in the envelope.
    """
    match fact:
        case Holds(gave.seat, card) if gave.card in (None, card):
            return (Lacks(ENVELOPE, card),)
        case HoldsOneOf(gave.seat, cards) if gave.card is None or gave.card in cards:
            return (NotAll(ENVELOPE, cards),)
        case Lacks(gave.to, card) if gave.card in (None, card):
            return ()
    return (fact,)
