"""What a seat is told, at random, of deals few enough to list; and each claim on them held against the list.

The list knows nothing of facts, rules or counting: events strike deals off it, one after the other.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from playing import document

from clue_cli.reasoning.deals import Deals, Show, count, read_off
from clue_cli.reasoning.deals_frontier import frontier
from clue_cli.reasoning.deals_lattice import lattice, points
from clue_cli.reasoning.deals_sheet import sheet
from clue_cli.reasoning.deduction import Deduction, deduce
from clue_cli.reasoning.facts import ENVELOPE, FACE_UP, ROOM_CARDS, Holder, Tier, facts, holders
from clue_cli.reasoning.knowledge import known, shows
from clue_cli.rules.events import (
    Accused,
    CaseSeen,
    Dealt,
    Event,
    Gave,
    Laid,
    Looked,
    Passed,
    Revealed,
    Shown,
    Snooped,
    Suggested,
    TurnBegan,
    TurnedUp,
    Unheld,
)
from clue_cli.rules.model import Card, Category, Kind, Text
from clue_cli.rules.position import Position
from clue_cli.rules.table import Table, View
from clue_cli.scenario.load import from_document

NONE = Text({"": "-"})
KINDS = (Kind.SUSPECT, Kind.WEAPON, Kind.ROOM)
HOUSE = from_document(document("classic"), "classic").scenario
Array = np.ndarray[Any, np.dtype[Any]]


def hand_of(seat: int, history: Iterable[Event]) -> frozenset[str]:
    """Return the cards that `seat` holds by what it was told: dealt to it, and given since (PA-06)."""
    hand: set[str] = set()
    for event in history:
        match event:
            case Dealt(to, str(card)) if to == seat:
                hand.add(card)
            case Gave(giver, to, str(card)) if seat in (giver, to):
                hand ^= {card}
    return frozenset(hand)


def categories(*counts: int) -> tuple[Category, ...]:
    """Return categories of so many cards."""
    return tuple(
        Category(kind, NONE, tuple(Card(f"{kind.value}_{n}", NONE) for n in range(number)))
        for kind, number in zip(KINDS, counts, strict=False)
    )


def cards(deck: Sequence[Category]) -> list[str]:
    """List the cards of a deck."""
    return [card for category in deck for card in category.ids]


CLASSIC = categories(6, 6, 9)
MASTER = categories(10, 8, 12)


@dataclass(frozen=True)
class Log:
    """Hold what a seat has been told, and who holds each card in truth."""

    view: View
    truth: dict[str, Holder]

    @property
    def changed(self) -> bool:
        """Whether a card has changed hands."""
        return any(isinstance(event, Gave) for event in self.view.history)

    @property
    def earlier(self) -> View:
        """What the seat had been told when a third of what it was told in play was still to come."""
        history = self.view.history
        dealt = next(n for n, event in enumerate(history) if isinstance(event, TurnBegan))
        history = history[: dealt + (len(history) - dealt) * 2 // 3]
        return replace(self.view, history=history, hand=hand_of(self.view.seat, history))


def where(position: Position) -> dict[str, Holder]:
    """Return who holds each card in truth."""
    truth: dict[str, Holder] = {card: seat for seat, hand in enumerate(position.hands) for card in hand}
    truth |= dict.fromkeys(position.case, ENVELOPE) | dict.fromkeys(position.laid.values(), ROOM_CARDS)
    return truth | dict.fromkeys(position.table.face_up, FACE_UP)


# --- logs at random ----------------------------------------------------------------------------


class Telling:
    """Deal cards, and tell seat 0 what happens by chance, as some edition would have it."""

    def __init__(self, whims: Random, deck: tuple[Category, ...], sizes: dict[Holder, int]) -> None:
        """Deal so many cards to each holder; the rest is the case."""
        self.whims, self.deck = whims, deck
        self.seats = [holder for holder in sizes if isinstance(holder, int)]
        self.truth: dict[str, Holder] = {whims.choice(category.ids): ENVELOPE for category in deck}
        rest = [card for card in cards(deck) if card not in self.truth]
        whims.shuffle(rest)
        places = [holder for holder, size in sizes.items() for _ in range(size)]
        self.truth |= dict(zip(rest, places, strict=True))
        self.history = [self._dealt(card) for card in rest]
        self.turn = 0

    def _dealt(self, card: str) -> Event:
        match self.truth[card]:
            case int(seat):
                return Dealt(seat, self._seen(card, seat))
            case holder:
                return TurnedUp(card) if holder == FACE_UP else Laid(f"under {card}")

    def _seen(self, card: str, *by: int) -> str | None:
        """Return the card where it was seat 0 that saw it."""
        return card if 0 in by else None

    def _some(self, holder: Holder, named: Sequence[str] = ()) -> list[str]:
        """Pick one of the cards named, or of all, that the holder has, if there is one."""
        match = [card for card in named or self.truth if self.truth[card] == holder]
        return self.whims.sample(match, min(len(match), 1))

    def log(self) -> Log:
        """Return what seat 0 has been told so far."""
        names = tuple(f"seat {seat}" for seat in self.seats)
        table = Table(HOUSE.board, names, dict.fromkeys(names, "hall"))
        for event in self.history:
            table = table.after(event)
        history, scenario = tuple(self.history), replace(HOUSE, categories=self.deck)
        return Log(View(scenario, 0, table, hand_of(0, history), history), dict(self.truth))

    def question(self, answering: str) -> None:
        """Let a turn begin with a question to the `first` player who can answer, to `one`, or to `all`."""
        asker = self.turn % len(self.seats)
        self.turn += 1
        named = tuple(self.whims.choice(category.ids) for category in self.deck)
        self.history += [TurnBegan(self.turn, asker), Suggested(asker, named)]
        others = [*self.seats[asker + 1 :], *self.seats[:asker]]
        for seat in [self.whims.choice(others)] if answering == "one" else others:
            found = self._some(seat, named)
            self.history += [Shown(seat, asker, named, self._seen(card, seat, asker)) for card in found]
            self.history += [] if found else [Passed(seat, named)]
            if found and answering != "all":
                return

    def mishap(self, kind: str) -> None:
        """Let something else happen to the player whose turn it is, of that kind, if it can."""
        seat = self.turn % len(self.seats)
        of = self.whims.choice([other for other in self.seats if other != seat])
        match kind:
            case "accuse":
                case = tuple(card for card in cards(self.deck) if self.truth[card] == ENVELOPE)
                # mostly near the truth: far from it a wrong accusation tells little
                names = zip(case, (self.whims.choice(category.ids) for category in self.deck), strict=True)
                named = tuple(self.whims.choice(pair) for pair in names)
                self.history += [Accused(seat, named, right=False)] if named != case else []
                if seat == 0 and named != case and self.whims.random() < 0.2:
                    self.history.append(CaseSeen(0, case))
            case "snoop":
                self.history += [Snooped(seat, of, self._seen(card, seat, of)) for card in self._some(of)]
            case "reveal":
                self.history += [Revealed(of, card) for card in self._some(of)]
            case "call":
                unheld = [card for card, holder in self.truth.items() if not isinstance(holder, int)]
                self.history.append(Unheld(self.whims.choice(unheld)))
            case "look":
                looked = self._some(ROOM_CARDS)
                self.history += [Looked(seat, f"under {card}", self._seen(card, seat)) for card in looked]
            case "show":
                self.history += [Shown(of, seat, (), self._seen(card, of, seat)) for card in self._some(of)]
            case "give":
                for card in self._some(of):
                    self.truth[card] = seat
                    self.history.append(Gave(of, seat, self._seen(card, of, seat)))


MISHAPS = ("accuse", "snoop", "reveal", "call", "look", "show")
"""What is told of cards beside answers, in all editions but the one in which cards change hands."""


def told(
    whims: Random,
    deck: tuple[Category, ...],
    sizes: dict[Holder, int],
    turns: int,
    mishaps: Sequence[str] = MISHAPS,
    answering: str = "",
) -> Log:
    """Return a log of so many questions, with a mishap, if there are any, after every other one."""
    telling = Telling(whims, deck, sizes)
    answering = answering or whims.choice(("first", "first", "one", "all"))
    for _ in range(turns):
        telling.question(answering)
        if mishaps and whims.random() < 1 / 2:
            telling.mishap(whims.choice(mishaps))
    return telling.log()


def small(seed: int, mishaps: Sequence[str] = MISHAPS) -> Log:
    """Return a log of a deck so small that its deals can be listed."""
    whims = Random(seed)
    counts = whims.choice(((2, 3, 3), (3, 3, 3), (2, 2, 5), (3, 3, 4), (2, 3, 5), (4, 5)))
    extra: dict[Holder, int] = {ROOM_CARDS: whims.choice((0, 0, 1, 2)), FACE_UP: whims.choice((0, 0, 1))}
    dealt, seats = sum(counts) - len(counts) - sum(extra.values()), whims.choice((2, 3, 3, 4))
    sizes: dict[Holder, int] = {seat: len(range(seat, dealt, seats)) for seat in range(seats)}
    sizes |= {holder: size for holder, size in extra.items() if size}
    return told(whims, categories(*counts), sizes, whims.randrange(1, 7), mishaps)


def full(seed: int) -> Log:
    """Return a log of a full deck."""
    whims = Random(seed)
    deck = whims.choice((CLASSIC, CLASSIC, MASTER))
    seats = whims.randrange(2, 7 if deck is CLASSIC else 11)
    extra: dict[Holder, int] = {whims.choice((ROOM_CARDS, FACE_UP)): 4} if seats == 2 else {}
    dealt = len(cards(deck)) - 3 - sum(extra.values())
    sizes: dict[Holder, int] = {seat: len(range(seat, dealt, seats)) for seat in range(seats)}
    return told(whims, deck, sizes | extra, whims.randrange(1, 40))


# --- all deals, one by one ---------------------------------------------------------------------


@cache
def every_deal(counts: tuple[int, ...], sizes: tuple[int, ...]) -> Array:
    """List all deals: a row a deal, a column a card, in it the number of the holder; the envelope is last."""
    ends = list(accumulate(counts))
    rows = []
    for case in product(*(range(end - n, end) for end, n in zip(ends, counts, strict=True))):
        rest = [card for card in range(ends[-1]) if card not in case]
        for hands in _shares(rest, sizes):
            owner = {card: n for n, hand in enumerate((*hands, case)) for card in hand}
            rows.append([owner[card] for card in range(ends[-1])])
    return np.array(rows, np.int8)


def _shares(rest: list[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for hand in combinations(rest, sizes[0]):
        for others in _shares([card for card in rest if card not in hand], sizes[1:]):
            yield (hand, *others)


def deals(view: View) -> Array:
    """List the deals with hands as large as they were dealt in the view."""
    dealt = [event.seat for event in view.history if isinstance(event, Dealt)]
    of = {ROOM_CARDS: len(view.table.covered), FACE_UP: len(view.table.face_up)}
    sizes = tuple(of[n] if isinstance(n, str) else dealt.count(n) for n in holders(view)[:-1])
    return every_deal(tuple(len(category.ids) for category in view.scenario.categories), sizes)


def left(who: Array, view: View, events: Sequence[Event]) -> Array:
    """Return what the deals `who` have become where all events can have been."""
    columns = {card: n for n, card in enumerate(view.scenario.cards)}
    number = {holder: n for n, holder in enumerate(holders(view))}

    def has(holder: Holder, *named: str) -> Array:
        """Tell for each deal and card named whether the holder has it."""
        found: Array = who[:, [columns[card] for card in named]] == number[holder]
        return found

    for event in events:
        match event:
            case Passed(seat, named):
                who = who[~has(seat, *named).any(axis=1)]
            case Shown(seat, _, named, None) if named:
                who = who[has(seat, *named).any(axis=1)]
            case Dealt(seat, str(card)) | Revealed(seat, card) | Snooped(_, seat, str(card)):
                who = who[has(seat, card)[:, 0]]
            case Shown(seat, _, _, str(card)):
                who = who[has(seat, card)[:, 0]]
            case TurnedUp(card):
                who = who[has(FACE_UP, card)[:, 0]]
            case Looked(_, _, str(card)):
                who = who[has(ROOM_CARDS, card)[:, 0]]
            case Unheld(card):
                who = who[
                    ~np.any([has(seat, card)[:, 0] for seat in number if isinstance(seat, int)], axis=0)
                ]
            case Accused(_, named, False):
                who = who[~has(ENVELOPE, *named).all(axis=1)]
            case CaseSeen(_, named):
                who = who[has(ENVELOPE, *named).all(axis=1)]
            case Gave(seat, to, card):
                after = []
                for given in [card] if card else view.scenario.cards:
                    after.append(who[has(seat, given)[:, 0]])
                    after[-1][:, columns[given]] = to
                who = np.unique(np.concatenate(after), axis=0)
    return who


def likelihoods(who: Array, view: View) -> Array:
    """Return how likely random picks make the shows: for each one in so many as could be shown."""
    columns = {card: n for n, card in enumerate(view.scenario.cards)}
    worth = np.ones(len(who))
    for event in view.history:
        if isinstance(event, Shown) and event.cards and event.seat != view.seat:
            worth /= (who[:, [columns[card] for card in event.cards]] == event.seat).sum(axis=1)
    return worth


# --- checks ------------------------------------------------------------------------------------


def anew(view: View) -> Deduction:
    """Return what follows from a view that is read at once, from its first event to its last."""
    return deduce(view.scenario.categories, holders(view), facts(view, Tier.ALL))


def both(found: Deduction, seen: Sequence[Show]) -> tuple[Deals, Deals]:
    """Count by both methods."""
    page = sheet(found, seen)
    return read_off(found, page, lattice(page)), read_off(found, page, frontier(page))


def check_small(log: Log) -> None:
    """Compare what is concluded and counted of a small log with all its deals."""
    view = log.view
    known(log.earlier)  # so that the rest is added to it
    found, who = known(view), left(deals(view), view, view.history)
    assert (found.has, found.may) == (anew(view).has, anew(view).may)
    for n, (column, bit) in product(range(len(found.has)), enumerate(found.deck.bits.values())):
        having = who[:, column] == n
        assert bool(found.has[n] & bit) == having.all()
        assert bool(found.may[n] & bit) == having.any()
    assert count(found).total == len(who)
    for seen, worth in (((), np.ones(len(who))), (shows(view), likelihoods(who, view))):
        for odds in (count(found, seen), *both(found, seen)):
            _check_odds(odds, who, worth)


def _check_odds(found: Deals, who: Array, worth: Array) -> None:
    """Compare the number of deals, the odds of each card and those of each case."""
    whole = worth.sum()
    assert float(found.total) == pytest.approx(whole, rel=1e-12)
    for column, odds in enumerate(found.odds.values()):
        having = [worth[who[:, column] == n].sum() / whole for n in range(len(odds))]
        assert list(odds.values()) == pytest.approx(having, rel=1e-12)
    names, envelope = list(found.odds), len(next(iter(found.odds.values()))) - 1
    cases: dict[tuple[str, ...], float] = {}
    for row, w in zip((who == envelope).tolist(), worth.tolist(), strict=True):
        case = tuple(card for card, inside in zip(names, row, strict=True) if inside)
        cases[case] = cases.get(case, 0.0) + w / whole
    listed = found.cases()
    assert dict(listed) == pytest.approx(cases, rel=1e-11)
    assert [p for _, p in listed] == sorted((p for _, p in listed), reverse=True)


def check_sound(log: Log) -> tuple[int, int]:
    """Check that all that is concluded is so in each deal that is left; count what is, and what could be.

    Where cards have changed hands some of what follows is not found.
    """
    known(log.earlier)
    found, who = known(log.view), left(deals(log.view), log.view, log.view.history)
    assert (found.has, found.may) == (anew(log.view).has, anew(log.view).may)
    drawn = certain = 0
    for n, (column, bit) in product(range(len(found.has)), enumerate(found.deck.bits.values())):
        having = who[:, column] == n
        assert having.all() or not found.has[n] & bit
        assert found.may[n] & bit or not having.any()
        drawn += bool(found.has[n] & bit) or not found.may[n] & bit
        certain += bool(having.all()) or not having.any()
    return drawn, certain


def check_methods(log: Log, most: int) -> bool:
    """Compare both methods on a log of a full deck, and the odds with what is concluded and with the truth.

    Return False where the sums over all sets have more than `most` points in either weighting: that is
    possible, but not quick. Then there is only one method, and nothing to compare it with.
    """
    known(log.earlier)
    found = known(log.view)
    assert (found.has, found.may) == (anew(log.view).has, anew(log.view).may)
    narrow = True
    for seen in ((), shows(log.view)):
        page = sheet(found, seen)
        one = read_off(found, page, frontier(page))
        for (card, bit), (n, holder) in product(found.deck.bits.items(), enumerate(found.deck.holders)):
            odds = one.odds[card][holder]
            assert (odds > 0) == bool(found.may[n] & bit)
            assert (odds == 1) == bool(found.has[n] & bit)
            assert odds > 0 or log.truth[card] != holder
        narrow = narrow and points(page) <= most
        if narrow:
            _check_alike(one, read_off(found, page, lattice(page)), exact=not seen)
    return narrow


def _check_alike(one: Deals, other: Deals, *, exact: bool) -> None:
    assert float(one.total) == pytest.approx(float(other.total), rel=1e-11)
    assert not exact or one.total == other.total
    for card in one.odds:
        assert one.odds[card] == pytest.approx(other.odds[card], rel=1e-11)
    assert dict(one.cases()) == pytest.approx(dict(other.cases()), rel=1e-11)
