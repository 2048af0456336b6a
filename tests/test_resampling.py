"""What a seat can't know makes no difference to it: hidden cards dealt anew, same view, same choices."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import cycle
from random import Random

import pytest
from games import EDITIONS, Step, actors, driven

from clue_cli.opponents.levels import LEVELS, mind
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import (
    Action,
    Deal,
    Draw,
    Give,
    Go,
    Hide,
    Lay,
    Show,
)
from clue_cli.rules.begin import NOTHING, Begin
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import (
    ONLOOKER,
    Accused,
    CaseSeen,
    ClueDrawn,
    Dealt,
    Event,
    Gave,
    Interrogated,
    Laid,
    Looked,
    Passed,
    Revealed,
    Shown,
    Snooped,
    Suggested,
    TurnBegan,
    TurnedUp,
    Uncovered,
    Unheld,
)
from clue_cli.rules.model import Kind, Scenario
from clue_cli.rules.moving import Stops
from clue_cli.rules.position import Position
from clue_cli.ui.counsel import counsel
from clue_cli.ui.telling import Teller

CASE = "case"
FACE_UP = "face up"
Holder = int | str
"""Where a card is: a seat, the room it lies in, face up beside the board, or in the case."""
Deals = dict[Holder, list[str]]


@dataclass
class Known:
    """Hold what a seat knows of where the cards are when play begins, gathered from what it was told.

    `given` says where those are now that were given since.
    """

    sizes: Counter[Holder] = field(default_factory=Counter)
    held: dict[str, Holder] = field(default_factory=dict)
    lacks: set[tuple[Holder, str]] = field(default_factory=set)
    one_of: set[tuple[Holder, tuple[str, ...]]] = field(default_factory=set)
    wrong: set[tuple[str, ...]] = field(default_factory=set)
    given: dict[str, Holder] = field(default_factory=dict)

    def has(self, holder: Holder, card: str) -> None:
        """Note that a card was seen to be there."""
        if card not in self.given:
            self.held[card] = holder

    def has_none(self, holder: Holder, cards: Iterable[str]) -> None:
        """Note that none of the cards is there; what was given away says nothing of the deal."""
        self.lacks |= {(holder, card) for card in cards if card not in self.given}

    def has_one(self, holder: Holder, cards: tuple[str, ...]) -> None:
        """Note that one of the cards is there, unless it is there since it was given."""
        if all(self.given.get(card) != holder for card in cards):
            self.one_of.add((holder, tuple(card for card in cards if card not in self.given)))

    def allows(self, deal: Deals) -> bool:
        """Tell whether a whole deal agrees with everything known."""
        return (
            all(len(deal[seat]) == size for seat, size in self.sizes.items())
            and all(card in deal[holder] for card, holder in self.held.items())
            and not any(card in deal[holder] for holder, card in self.lacks)
            and all(set(deal[holder]) & set(cards) for holder, cards in self.one_of)
            and tuple(deal[CASE]) not in self.wrong
        )


def known_to(state: Position, seat: int, given: Iterable[str]) -> Known:
    """Gather what `seat` knows in a state after the deal.

    Of the cards `given` from hand to hand, in order, it is taken to know those too that it did not see:
    the deals that agree with that are some of those that agree with what it does know.
    """
    view = state.view(seat)
    known = Known()
    gifts = iter(given)
    for event in view.history:
        if isinstance(event, Gave):
            gift = next(gifts)
            known.has(event.seat, gift)
            known.given[gift] = event.to
        _set_up(known, event, seat)
        _seen(known, event, seat)
        _answered(known, event)
    asked = next(event for event in reversed(view.history) if isinstance(event, CALLS))
    if isinstance(asked, Suggested) and state.seat not in (None, state.table.active):
        # a player is about to show a card: who it is, all can see
        assert state.seat is not None
        known.has_one(state.seat, asked.cards)
    return known


def _set_up(known: Known, event: Event, seat: int) -> None:
    match event:
        case Dealt(owner, card):
            known.sizes[owner] += 1
            known.held |= {card: owner} if card and owner == seat else {}
        case Laid(room):
            known.sizes[room] = 1
        case TurnedUp(card):
            known.sizes[FACE_UP] += 1
            known.held[card] = FACE_UP


def _seen(known: Known, event: Event, seat: int) -> None:
    # told more than it may be, the seat would show it by another view of the cards dealt anew
    match event:
        case Looked(by, room, str(card)) if by == seat:
            known.held[card] = room
        case Uncovered(room, card):
            known.held[card] = room
        case Shown(by, to, _, str(card)) | Snooped(to, by, str(card)) if seat in (by, to):
            known.has(by, card)
        case Revealed(by, card):
            known.has(by, card)
        case CaseSeen(by, cards) if by == seat:
            known.held |= dict.fromkeys(cards, CASE)


def _answered(known: Known, event: Event) -> None:
    match event:
        case Unheld(card):
            for holder in known.sizes:
                if isinstance(holder, int):
                    known.has_none(holder, (card,))
        case Passed(by, cards):
            known.has_none(by, cards)
        case Shown(by, _, cards, None) if cards:
            known.has_one(by, cards)
        case Accused(_, cards, False):
            known.wrong.add(cards)


CALLS = TurnBegan | Suggested | ClueDrawn | Interrogated | Accused
"""What another player than the one whose turn it is can have to answer."""


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


def retold(start: Position, steps: list[Step], seat: int, deal: Deals, rng: Random) -> Position:
    """Return the state that the same public actions lead to when the hidden cards are those of `deal`.

    What `seat` sees of cards stays; where it does not see which card is shown or looked at, it is any
    that fits. What is given stays.
    """
    # what a seat can't know need not be as it is fixed
    state = replace(start, begin=replace(start.begin, case=(), hands={}), dice=())
    piles = {holder: iter(cards) for holder, cards in deal.items()}
    owners = cycle(range(len(start.table.seats)))

    def adapted(action: Action, *, unseen: bool) -> Action:
        match action:
            case Hide():
                return Hide(next(piles[CASE]))
            case Lay(_, room):
                return Lay(next(piles[room]), room)
            case Deal() if (owner := next(owners)) != seat:
                return Deal(next(piles[owner]))
            case Show() | Draw() if unseen:
                return rng.choice(list(state.legal()) or list(state.chance()))
        return action

    for _before, action, after in steps:
        unseen = any(note.covered and seat in note.seats for note in after.notes)
        state = state.apply(adapted(action, unseen=unseen))
    return state


def open_to(state: Position, rng: Random) -> tuple[object, ...]:
    """Return what is open to the seat that must act; of walks with a stop, some (MD-08)."""
    legal = state.legal()
    ends, snoops = legal.of(Go), sorted(state.table.board.snoops)
    walks = [Go(rng.choice(ends).place, rng.choice(snoops)) for _ in range(8 if ends and snoops else 0)]
    listed = [list(part) for part in legal.parts if not isinstance(part, Stops)]
    return listed, [walk in legal for walk in walks]


def check_anew(name: str, seats: int, part: int, begin: Begin = NOTHING) -> None:
    """Play two games; in eight states of each, deal anew what a seat cannot know, and compare."""
    scenario = replace(EDITIONS[name].scenario, begin=begin)
    tried = anew = 0
    for game in range(2):
        rng = Random(f"resampling {name} {seats} {part} {game}")
        start = new_game(scenario, rng.sample(scenario.ids(Kind.SUSPECT), seats))
        steps: list[Step] = []
        truth: list[str] = []
        for step in driven(start, rng, actors(seats, lambda: tuple(truth), rng)):  # noqa: B023
            steps.append(step)
            if isinstance(step[1], Hide):
                truth.append(step[1].card)
        acting = [n for n, (state, _, _) in enumerate(steps) if state.seat is not None]
        for number in rng.sample(acting, min(len(acting), 8)):
            state = steps[number][0]
            assert state.seat is not None
            seat = rng.choice([state.seat, state.seat, *range(seats), ONLOOKER])
            known = known_to(state, seat, [one.card for _, one, _ in steps[:number] if isinstance(one, Give)])
            deal = dealt_anew(scenario, known, rng)
            assert known.allows(deal)
            other = retold(start, steps[:number], seat, deal, rng)
            tried += 1
            anew += hidden(state) != hidden(other)
            assert other.view(seat) == state.view(seat)
            assert other.seat == state.seat
            if seat == state.seat:
                look = Random(number)
                assert open_to(other, Random(number)) == open_to(state, look)
                for level in LEVELS:
                    choices = [
                        mind(level).decide(
                            one.view(seat), one.legal(), Stream(str(part), f"seat {seat} {level}", number)
                        )
                        for one in (state, other)
                    ]
                    assert choices[0] == choices[1]
                hints = [
                    list(
                        counsel(
                            one.view(seat),
                            one.legal(),
                            Teller(scenario, start.table.seats, seat),
                            lambda _action: True,
                            explains=True,
                        )
                    )
                    for one in (state, other)
                ]
                assert hints[0] == hints[1]
    assert tried >= 8
    assert anew >= tried / 2, "most of the deals differ from the true one"


def hidden(state: Position) -> tuple[object, ...]:
    """Return where all the cards are."""
    return state.case, dict(state.laid), state.hands


@pytest.mark.rule("C-01", "C-02", "C-10", "C-12")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("part", range(4))
def test_what_a_seat_cannot_know_changes_neither_its_view_nor_its_choice(seats: int, part: int) -> None:
    """In some 250 states of tables of all sizes the hidden cards are dealt anew as the seat could not tell.

    Its history, table, hand and open actions are equal, and so are the choice of every mind and the hint.
    """
    check_anew("classic", seats, part)


@pytest.mark.rule(
    "C-01", "C-02", "C15-07", "C15-09", "C15-10", "SG-05", "MD-08", "MD-10", "PA-05", "PA-06", "PA-07"
)
@pytest.mark.parametrize(
    ("name", "seats"),
    [
        (name, seats)
        for name, loaded in EDITIONS.items()
        if name != "classic"
        for low, high in (loaded.scenario.rules.players,)
        for seats in sorted({low, high})
    ],
)
def test_so_it_is_in_every_edition(name: str, seats: int) -> None:
    """Cards in rooms not entered, set aside, snooped, revealed, called for in vain, and given: likewise."""
    check_anew(name, seats, 9)


@pytest.mark.rule("C-01", "C-02")
@pytest.mark.parametrize("part", range(2))
def test_so_it_is_from_a_fixed_beginning(part: int) -> None:
    """Players know of no case, hand or roll that the scenario fixes: they do as in any game that looks so."""
    begin = Begin(
        case=("plum", "rope"),
        hands={"scarlett": ("green", "hall"), "white": ("knife", "kitchen"), "peacock": ("lounge",)},
        dice=((6,), (1,), (5,), (4,)) * 3,
        pieces={"rope": "hall"},
        first="white",
    )
    check_anew("classic", 4, part, begin)
