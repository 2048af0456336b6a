"""What a seat can't know makes no difference to it: hidden cards dealt anew, same view, same choices."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from random import Random

import pytest
from games import driven, whims

from clue_cli.opponents.minds import MINDS
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import Action, Deal, Hide, Put, Show
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import ONLOOKER, Accused, CaseSeen, Dealt, Passed, Shown, Suggested
from clue_cli.rules.model import Kind, Scenario
from clue_cli.rules.position import Position

CASE = "case"
Holder = int | str
Deals = dict[Holder, list[str]]


@dataclass
class Known:
    """Hold what a seat knows of where the cards are, gathered from what it was told."""

    sizes: Counter[int] = field(default_factory=Counter)
    held: dict[str, Holder] = field(default_factory=dict)
    lacks: set[tuple[Holder, str]] = field(default_factory=set)
    one_of: set[tuple[Holder, tuple[str, ...]]] = field(default_factory=set)
    wrong: set[tuple[str, ...]] = field(default_factory=set)

    def allows(self, deal: Deals) -> bool:
        """Tell whether a whole deal agrees with everything known."""
        return (
            all(len(deal[seat]) == size for seat, size in self.sizes.items())
            and all(card in deal[holder] for card, holder in self.held.items())
            and not any(card in deal[holder] for holder, card in self.lacks)
            and all(set(deal[holder]) & set(cards) for holder, cards in self.one_of)
            and tuple(deal[CASE]) not in self.wrong
        )


def known_to(state: Position, seat: int) -> Known:
    """Gather what `seat` knows in a state after the deal."""
    view = state.view(seat)
    known = Known(held=dict.fromkeys(view.hand, seat))
    for event in view.history:
        match event:
            case Dealt(owner, _):
                known.sizes[owner] += 1
            case Passed(by, cards):
                known.lacks |= {(by, card) for card in cards}
            case Shown(by, _, cards, None):
                known.one_of.add((by, cards))
            case Shown(by, _, _, str(card)):
                known.held[card] = by
            case Accused(_, cards, False):
                known.wrong.add(cards)
            case CaseSeen(_, cards):
                known.held |= dict.fromkeys(cards, CASE)
    if state.seat not in (None, state.table.active):
        # a player is about to show a card: who it is, all can see
        asked = next(event.cards for event in reversed(view.history) if isinstance(event, Suggested))
        known.one_of.add((state.seat, asked))
    return known


def dealt_anew(scenario: Scenario, known: Known, rng: Random) -> Deals:
    """Return a random deal that agrees with what is known: the case first, then card by card, going back."""
    while True:
        case = [
            rng.choice([c for c in category.ids if known.held.get(c, CASE) == CASE])
            if not (fixed := [c for c in category.ids if known.held.get(c) == CASE])
            else fixed[0]
            for category in scenario.categories
        ]
        deal: Deals = {CASE: case, **{seat: [] for seat in known.sizes}}
        for card, holder in known.held.items():
            if holder != CASE:
                deal[holder].append(card)
        loose = [card for card in scenario.cards if card not in case and card not in known.held]
        if tuple(case) not in known.wrong and _hand_out(loose, deal, known, rng, [300]):
            return deal


def _hand_out(loose: list[str], deal: Deals, known: Known, rng: Random, patience: list[int]) -> bool:
    """Hand the loose cards out, the one with the fewest possible owners first; give up out of patience."""
    if not loose:
        return known.allows(deal)
    patience[0] -= 1
    room = {seat for seat, size in known.sizes.items() if len(deal[seat]) < size}
    owners = {card: [seat for seat in room if (seat, card) not in known.lacks] for card in loose}
    for seat, cards in known.one_of:
        if not any(card in deal[seat] or seat in owners.get(card, ()) for card in cards):
            return False
    card = min(rng.sample(loose, len(loose)), key=lambda card: len(owners[card]))
    rest = [one for one in loose if one != card]
    for owner in rng.sample(owners[card], len(owners[card])):
        deal[owner].append(card)
        if _hand_out(rest, deal, known, rng, patience):
            return True
        deal[owner].remove(card)
        if patience[0] <= 0:
            return False
    return False


def retold(start: Position, log: list[Action], seat: int, deal: Deals, rng: Random) -> Position:
    """Return the state that the same public actions lead to when the hidden cards are those of `deal`.

    What `seat` is dealt, shows and is shown stays; in shows between others any card that fits is shown.
    """
    state = start
    piles = {holder: iter(cards) for holder, cards in deal.items()}
    owners = cycle(range(len(start.table.seats)))
    for action in log:
        state = state.apply(_adapted(action, state, seat, piles, owners, rng))
    return state


def _adapted(
    action: Action,
    state: Position,
    seat: int,
    piles: Mapping[Holder, Iterator[str]],
    owners: Iterator[int],
    rng: Random,
) -> Action:
    match action:
        case Hide():
            return Hide(next(piles[CASE]))
        case Deal() if (owner := next(owners)) != seat:
            return Deal(next(piles[owner]))
        case Show() if seat not in (state.seat, state.table.active):
            return rng.choice(list(state.legal()))
    return action


Actor = Callable[[Position, Random], Action]


def actors(seats: int, case: Callable[[], tuple[str, ...]], rng: Random) -> Actor:
    """Return a chooser in which each seat is played by a mind or by whims, which accuse wrongly, too."""
    players = [rng.choice([*MINDS, "whims"]) for _ in range(seats)]
    whim = whims(case)

    def choose(state: Position, rng: Random) -> Action:
        assert state.seat is not None
        player = players[state.seat]
        if player == "whims":
            return whim(state, rng)
        stream = Stream(rng.randrange(10_000), player, 0)
        return MINDS[player].decide(state.view(state.seat), state.legal(), stream)

    return choose


@pytest.mark.rule("C-01", "C-02", "C-10", "C-12")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("part", range(4))
def test_what_a_seat_cannot_know_changes_neither_its_view_nor_its_choice(
    classic: Scenario, seats: int, part: int
) -> None:
    """In some 250 states of tables of all sizes the hidden cards are dealt anew as the seat could not tell.

    Its history, table, hand and open actions are equal, and so is what either mind does with them.
    """
    tried = anew = 0
    for game in range(2):
        rng = Random(f"resampling {seats} {part} {game}")
        start = new_game(classic, rng.sample(classic.ids(Kind.SUSPECT), seats))
        log: list[Action] = []
        states: list[Position] = []
        truth: list[str] = []
        for before, action, _ in driven(start, rng, actors(seats, lambda: tuple(truth), rng)):  # noqa: B023
            states.append(before)
            log.append(action)
            if isinstance(action, Hide):
                truth.append(action.card)
        acting = [n for n, state in enumerate(states) if state.seat is not None]
        assert not any(isinstance(action, Deal | Put) for action in log[acting[0] :])
        for number in rng.sample(acting, min(len(acting), 8)):
            state = states[number]
            assert state.seat is not None
            seat = rng.choice([state.seat, state.seat, *range(seats), ONLOOKER])
            known = known_to(state, seat)
            deal = dealt_anew(classic, known, rng)
            assert known.allows(deal)
            other = retold(start, log[:number], seat, deal, rng)
            tried += 1
            anew += any(state.view(n).hand != other.view(n).hand for n in range(seats))
            assert other.view(seat) == state.view(seat)
            assert other.seat == state.seat
            if seat == state.seat:
                assert list(other.legal()) == list(state.legal())
                for name, mind in MINDS.items():
                    choices = [
                        mind.decide(one.view(seat), one.legal(), Stream(part, f"seat {seat} {name}", number))
                        for one in (state, other)
                    ]
                    assert choices[0] == choices[1]
    assert tried >= 10
    assert anew >= tried / 2, "most of the deals differ from the true one"
