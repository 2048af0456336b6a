"""How the minds play each decision of a turn, on a board of one corridor and four rooms."""

import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from clue_cli.opponents.levels import mind as level_of
from clue_cli.rules.actions import (
    Accuse,
    Action,
    Deal,
    End,
    Go,
    Passage,
    Roll,
    Show,
    Suggest,
)
from clue_cli.rules.events import Dealt, Event, Passed, Shown, Stuck, Suggested, TurnBegan, Unrefuted
from clue_cli.rules.legal import Claims, Legal
from clue_cli.rules.model import Board, Card, Category, Door, Game, Kind, Place, Room, Scenario, Text
from clue_cli.rules.movement import Move
from clue_cli.rules.options import Rules
from clue_cli.rules.table import Table, View

SUSPECTS = ("scarlett", "mustard", "plum")
WEAPONS = ("rope", "dagger", "wrench")
ROOMS = ("hall", "lounge", "study", "kitchen")
NONE = Text({"": "-"})
ROWS = (
    "H#####L#####S",
    ".............",
    "###K#########",
)


def _room(room: str, row: int, column: int) -> Room:
    return Room(room, ROWS[row][column], NONE, (Door((row, column), (1, column)),))


BOARD = Board(
    ROWS,
    "corridor",
    NONE,
    frozenset((1, column) for column in range(13)),
    (_room("hall", 0, 0), _room("lounge", 0, 6), _room("study", 0, 12), _room("kitchen", 2, 3)),
    passages=(("hall", "study"),),
)
CATEGORIES = tuple(
    Category(kind, NONE, tuple(Card(card, NONE) for card in cards))
    for kind, cards in ((Kind.SUSPECT, SUSPECTS), (Kind.WEAPON, WEAPONS), (Kind.ROOM, ROOMS))
)
SCENARIO = Scenario("tiny", Game.CLUE, NONE, NONE, CATEGORIES, BOARD, Rules())
DEAL = (*(Dealt(0, None),) * 3, *(Dealt(1, None),) * 2, *(Dealt(2, None),) * 2)
ACCUSATIONS = Claims(Accuse, (SUSPECTS, WEAPONS, ROOMS))
SUGGESTIONS = Claims(Suggest, (SUSPECTS, WEAPONS))

HAND = ("scarlett", "rope", "kitchen")
habit = pytest.mark.parametrize("mind", ["novice", "careful", "sleuth"])
every = pytest.mark.parametrize("mind", ["novice", "careful", "sleuth", "expert"])
_T = TypeVar("_T")


class Seeded:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, options: Sequence[_T]) -> _T:
        return self.random.choice(options)


def seen(
    *events: Event,
    hand: Collection[str] = HAND,
    at: Place = (1, 9),
    others: tuple[Place, Place] = ("study", "study"),
    out: Collection[int] = (),
) -> View:
    """Return the view of seat 0, whose token stands `at` a place, after these events."""
    tokens = dict(zip(SUSPECTS, (at, *others), strict=True))
    table = Table(BOARD, SUSPECTS, tokens, turn=1, out=frozenset(out))
    return View(SCENARIO, 0, table, frozenset(hand), (*DEAL, TurnBegan(1, 0), *events))


def shown(card: str, by: int = 1) -> Shown:
    """Tell that a seat showed `card` to seat 0, which named it with cards of its own hand."""
    return Shown(by, 0, (card, "rope"), card)


def answers(mind: str, view: View, *parts: Collection[Action]) -> set[Action]:
    """Return all that the mind does there, over many streams; it must always be something open."""
    legal = Legal(*parts)
    found = {level_of(mind).decide(view, legal, Seeded(seed)) for seed in range(40)}
    assert all(action in legal for action in found)
    return found


def walks(view: View, steps: int) -> tuple[Go, ...]:
    """Return the walks open to seat 0 with that roll."""
    here = view.table.place(0)
    return tuple(map(Go, Move(BOARD, here, steps, view.table.occupied() - {here}).ends()))


# --- accusing ----------------------------------------------------------------------------------

SOLVED = (shown("mustard"), shown("dagger"), shown("hall", 2), shown("lounge", 2))
"""With HAND, all that is not the case: plum, wrench, study."""


@every
def test_a_mind_that_knows_the_case_accuses_as_soon_as_it_may(mind: str) -> None:
    """Every card but one of each category was seen: the accusation comes before any suggestion."""
    case = {Accuse(("plum", "wrench", "study"))}
    assert answers(mind, seen(*SOLVED), SUGGESTIONS, ACCUSATIONS, (End(),)) == case
    assert answers(mind, seen(*SOLVED), ACCUSATIONS, (End(),)) == case
    assert answers(mind, seen(*SOLVED), (Roll(),)) == {Roll()}


@every
def test_a_mind_in_doubt_ends_its_turn_instead_of_accusing(mind: str) -> None:
    """With two rooms left, an accusation could be wrong: no mind makes it."""
    assert answers(mind, seen(*SOLVED[:-1]), ACCUSATIONS, (End(),)) == {End()}


@every
def test_a_mind_accuses_of_what_nobody_could_refute_it_on(mind: str) -> None:
    """All others passed on three cards that it does not hold: they are the case, as any beginner sees.

    Where cards lie hidden in rooms, they may be among those.
    """
    named = ("plum", "wrench", "study")
    view = seen(Suggested(0, named), Passed(1, named), Passed(2, named), Unrefuted(0, named))
    assert answers(mind, view, ACCUSATIONS, (End(),)) == {Accuse(named)}
    dealt = (*DEAL[:-1], *view.history[len(DEAL) :])  # the card that lies in the hall is in no hand
    hidden = replace(view, table=replace(view.table, covered=frozenset({"hall"})), history=dealt)
    assert answers(mind, hidden, ACCUSATIONS, (End(),)) == {End()}


def test_careful_heeds_every_pass_and_novice_only_those_that_settle_all() -> None:
    """In the kitchen, its own, two passes settle suspect and weapon; the rooms shown leave the study."""
    named = ("plum", "wrench", "kitchen")
    passes = (Suggested(0, named), Passed(1, named), Passed(2, named), Unrefuted(0, named))
    view = seen(shown("hall"), shown("lounge", 2), *passes)
    assert answers("careful", view, ACCUSATIONS, (End(),)) == {Accuse(("plum", "wrench", "study"))}
    assert answers("novice", view, ACCUSATIONS, (End(),)) == {End()}


# --- suggesting --------------------------------------------------------------------------------


@habit
def test_a_mind_suggests_every_card_that_may_be_in_the_case_and_no_other(mind: str) -> None:
    """Its own cards and those it was shown teach nothing; among the others chance decides."""
    found = answers(mind, seen(shown("mustard")), SUGGESTIONS, (End(),))
    assert found == {Suggest(("plum", "dagger")), Suggest(("plum", "wrench"))}


# --- showing -----------------------------------------------------------------------------------


def test_careful_shows_again_what_this_asker_has_seen_and_novice_shows_any() -> None:
    """A card shown twice to the same player gives nothing away; one shown to a third does not count."""
    named = ("scarlett", "rope", "kitchen")
    earlier = (Shown(0, 1, named, "rope"), Suggested(2, named), Shown(0, 2, named, "kitchen"))
    before = (*earlier, Suggested(1, named))
    shows = tuple(map(Show, named))
    assert answers("careful", seen(*before), shows) == {Show("rope")}
    assert answers("novice", seen(*before), shows) == set(shows)


def test_careful_shows_any_card_to_who_has_seen_none() -> None:
    """With nothing shown to the asker yet, chance decides."""
    shows = (Show("rope"), Show("kitchen"))
    assert answers("careful", seen(Suggested(2, ("plum", "rope", "kitchen"))), shows) == set(shows)


# --- beginning a turn --------------------------------------------------------------------------


@habit
def test_a_mind_takes_the_passage_to_a_room_that_may_be_the_scene(mind: str) -> None:
    """A passage is sure, dice are not; but a passage to a room seen elsewhere is not worth a turn."""
    start = ((Roll(),), (Passage("study"),))
    assert answers(mind, seen(at="hall"), *start) == {Passage("study")}
    assert answers(mind, seen(shown("study"), at="hall"), *start) == {Roll()}


@every
@pytest.mark.rule("CL-05")
def test_a_mind_dragged_to_a_room_that_may_be_the_scene_stays(mind: str) -> None:
    """Who was dragged may suggest at once: worth it in a room that may be in the case, else not."""
    start = ((Roll(),), SUGGESTIONS)
    assert answers(mind, seen(at="lounge"), *start) <= set(SUGGESTIONS)
    assert answers(mind, seen(shown("lounge"), at="lounge"), *start) == {Roll()}
    assert answers(mind, seen(at="hall"), (Roll(),), (Passage("study"),), SUGGESTIONS) <= set(SUGGESTIONS)


# --- walking -----------------------------------------------------------------------------------


@habit
def test_a_mind_enters_any_room_in_reach_that_may_be_the_scene(mind: str) -> None:
    """From the middle between lounge and study both are in reach; the lounge seen, only the study is left."""
    view = seen()
    assert answers(mind, view, walks(view, 5)) == {Go("lounge"), Go("study")}
    view = seen(shown("lounge"))
    assert answers(mind, view, walks(view, 5)) == {Go("study")}


@every
def test_a_mind_out_of_reach_takes_the_shortest_way_to_such_a_room(mind: str) -> None:
    """Three steps from column 8, the study is 5 away and the hall, the only other, 9: it goes right."""
    view = seen(shown("lounge"), at=(1, 8))
    assert answers(mind, view, walks(view, 3)) == {Go((1, 11))}
    view = seen(shown("lounge"), shown("study"), at=(1, 8))
    assert answers(mind, view, walks(view, 3)) == {Go((1, 5))}


@every
def test_a_token_that_nobody_will_move_is_gone_around(mind: str) -> None:
    """A player who is out stands before the lounge for good: the way leads to the hall, though it is longer.

    A token of a player still in will have moved on, and is no reason to turn.
    """
    hand = ("scarlett", "rope", "dagger")
    known = (shown("study"), shown("kitchen", 2))
    view = seen(*known, hand=hand, at=(1, 4), others=((1, 6), "study"), out={1})
    assert answers(mind, view, walks(view, 1)) == {Go((1, 3))}
    view = seen(*known, hand=hand, at=(1, 4), others=((1, 6), "study"))
    assert answers(mind, view, walks(view, 1)) == {Go((1, 5))}


@habit
def test_a_mind_that_knows_the_room_goes_there_or_to_a_room_of_its_own(mind: str) -> None:
    """The study is the scene and the kitchen in hand: in both, a refutation must show another card."""
    known = (shown("hall"), shown("lounge", 2))
    view = seen(*known, at=(1, 8))
    assert answers(mind, view, walks(view, 6)) == {Go("study"), Go("kitchen")}
    view = seen(*known, at=(1, 4))
    assert answers(mind, view, walks(view, 4)) == {Go("kitchen")}


@habit
def test_a_mind_standing_in_the_only_useful_room_goes_elsewhere_to_come_back(mind: str) -> None:
    """It may not stay and no other room is useful: it makes for the nearest, so that the game goes on."""
    known = (shown("hall"), shown("study", 2), shown("kitchen"))
    view = seen(*known, hand=("scarlett", "rope", "dagger"), at="lounge")
    assert answers(mind, view, walks(view, 3)) == {Go((1, 4))}


def test_careful_uses_its_own_room_while_more_than_the_room_is_open() -> None:
    """In the kitchen, its own, every answer is about suspect or weapon. A novice only looks for rooms."""
    view = seen(at=(1, 4))
    assert answers("careful", view, walks(view, 2)) == {Go("kitchen")}
    assert answers("novice", view, walks(view, 2)) == {Go((1, 6))}
    solved_but_for_the_room = seen(*SOLVED[:2], shown("hall", 2), at=(1, 4))
    assert answers("careful", solved_but_for_the_room, walks(solved_but_for_the_room, 2)) == {Go((1, 6))}


def test_novice_does_not_try_a_room_again_where_nobody_could_refute_it() -> None:
    """It can't tell what a silence means, and would go on asking the same for ever."""
    view = seen(Unrefuted(0, ("plum", "wrench", "lounge")))
    assert answers("novice", view, walks(view, 5)) == {Go("study")}


# --- all of it ---------------------------------------------------------------------------------


@every
def test_the_same_view_and_stream_give_the_same_answer(mind: str) -> None:
    """A mind keeps nothing to itself: what it did in between changes nothing."""
    view = seen(at="study")
    legal = Legal(SUGGESTIONS, (End(),))
    first = [level_of(mind).decide(view, legal, Seeded(seed)) for seed in range(20)]
    level_of(mind).decide(seen(*SOLVED), Legal(ACCUSATIONS), Seeded(0))
    assert [level_of(mind).decide(view, legal, Seeded(seed)) for seed in range(20)] == first


@every
def test_a_question_unknown_to_minds_is_a_fault_and_not_passed_over(mind: str) -> None:
    """A new question must be taught to them: nothing is answered that was not asked."""
    with pytest.raises(AssertionError, match="deal"):
        level_of(mind).decide(seen(), Legal((Deal("plum"),)), Seeded(0))


@every
def test_a_mind_walled_in_for_ever_accuses(mind: str) -> None:
    """Who is stuck while all the others are out will learn no more: it names cards that may be the case."""
    alone = seen(Stuck(0), at="hall", out=(1, 2))
    for action in answers(mind, alone, ACCUSATIONS, (End(),)):
        assert isinstance(action, Accuse)
        assert not set(action.cards) & alone.hand
    assert answers(mind, seen(Stuck(0), at="hall", out=(1,)), ACCUSATIONS, (End(),)) == {End()}
