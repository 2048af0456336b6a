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
    Laid,
    Looked,
    Passed,
    Shown,
    TurnBegan,
    TurnedUp,
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
    apart = {type(event) for event in view.history if isinstance(event, Laid | TurnedUp)}
    seats = range(len(view.table.seats))
    return (
        *seats,
        *((ROOM_CARDS,) if Laid in apart else ()),
        *((FACE_UP,) if TurnedUp in apart else ()),
        ENVELOPE,
    )


def facts(view: View, tier: Tier) -> Iterator[Fact]:
    """Say what the view tells at the tier: first what the deal does, then the events in their order."""
    found = (fact for event in view.history for fact in _from_event(event))
    yield from (Holds(view.seat, card) for card in view.hand)
    if any(isinstance(event, TurnBegan) for event in view.history):  # half-way through the deal hands grow
        yield from _from_deal(view, tier)
    yield from (fact for fact in found if tier is not Tier.TICKS or isinstance(fact, Holds))


def _from_deal(view: View, tier: Tier) -> Iterator[Fact]:
    """Say what the finished deal tells: what one does not hold oneself, and how many cards each has."""
    if view.seat != ONLOOKER:
        yield from (Lacks(view.seat, card) for card in view.scenario.cards if card not in view.hand)
    if tier is not Tier.TICKS:
        dealt = Counter(event.seat for event in view.history if isinstance(event, Dealt))
        yield from (Size(seat, dealt[seat]) for seat in range(len(view.table.seats)))
        if laid := sum(isinstance(event, Laid) for event in view.history):
            yield Size(ROOM_CARDS, laid)
        if turned := sum(isinstance(event, TurnedUp) for event in view.history):
            yield Size(FACE_UP, turned)


def _from_event(event: Event) -> Sequence[Fact]:
    match event:
        case TurnedUp(card):
            return (Holds(FACE_UP, card),)
        case Looked(_, _, str(card)):
            return (Holds(ROOM_CARDS, card),)
        case Passed(seat, cards):
            return [Lacks(seat, card) for card in cards]
        case Shown(seat, _, cards, None):
            return (HoldsOneOf(seat, cards),)
        case Shown(seat, _, _, str(card)):
            return (Holds(seat, card),)
        case Accused(_, cards, False):
            return (NotAll(ENVELOPE, cards),)
        case CaseSeen(_, cards) | Ended(_, cards):
            return [Holds(ENVELOPE, card) for card in cards]
    return ()
