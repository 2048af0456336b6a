"""The expert: what it asks, where it goes, when it accuses, and what it reads from what others do not do."""

from math import isclose

import pytest
from test_opponents import ACCUSATIONS, HAND, SUGGESTIONS, answers, seen, shown

from clue_cli.opponents.levels import LEVELS, mind
from clue_cli.opponents.outlook import LASTS, in_time, into
from clue_cli.opponents.walks import going
from clue_cli.opponents.weights import weighed
from clue_cli.play.seating import rotated
from clue_cli.play.session import Record, Seat, Session
from clue_cli.rules.actions import End, Go, Passage, Roll, Show, Suggest
from clue_cli.rules.events import Accused, Event, Passed, PutOut, Shown, Suggested, TurnBegan, Unrefuted
from clue_cli.rules.model import Kind
from clue_cli.rules.table import View
from clue_cli.scenario.boardless import without_board
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

# --- asking --------------------------------------------------------------------------------------


def test_it_names_the_likeliest_case() -> None:
    """One of wrench and dagger was shown to another: what is left over in the case is the likelier card."""
    view = seen(shown("mustard"), at="study")
    likelier = seen(shown("mustard"), Passed(1, ("wrench", "study", "plum")), at="study")
    found = answers("expert", view, SUGGESTIONS, (End(),))
    assert found == {Suggest(("plum", "dagger")), Suggest(("plum", "wrench"))}
    assert answers("expert", likelier, SUGGESTIONS, (End(),)) == {Suggest(("plum", "wrench"))}


def test_it_names_cards_of_its_own_where_that_isolates_the_open_one() -> None:
    """In a room known to be elsewhere, with the suspect settled, what counts is the weapon alone."""
    view = seen(shown("mustard"), shown("study", 2), shown("hall", 1), at="study")
    for suggestion in answers("expert", view, SUGGESTIONS, (End(),)):
        assert isinstance(suggestion, Suggest)
        suspect, weapon = suggestion.cards
        assert weapon in {"dagger", "wrench"}, "the rope is its own and tells nothing"
        assert suspect in {"scarlett", "plum"}, "mustard's holder could show mustard again"


# --- showing -------------------------------------------------------------------------------------


def test_it_shows_again_what_was_seen_and_else_what_tells_least() -> None:
    """Of cards that nobody has seen, the room: it is one of four, where the others are one of three."""
    question = Suggested(1, ("scarlett", "rope", "kitchen"))
    options = tuple(map(Show, HAND))
    assert answers("expert", seen(question), options) == {Show("kitchen")}
    again = Shown(0, 1, ("scarlett", "rope", "hall"), "rope")
    assert answers("expert", seen(again, question), options) == {Show("rope")}


# --- going ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-03")
def test_a_room_is_worth_less_the_more_turns_it_takes() -> None:
    """With one die: a step is sure, two steps miss at a one, and then one more turn is sure."""
    assert isclose(in_time(1, 1), LASTS)
    assert isclose(in_time(1, 2), LASTS * (5 / 6 + LASTS / 6))
    assert isclose(in_time(2, 2), LASTS)
    assert isclose(in_time(2, 3), LASTS * (35 / 36 + LASTS / 36))


def test_the_next_room_is_looked_for_through_other_rooms_too() -> None:
    """From the kitchen the study is 11 steps on foot, or 5 to the hall and then a turn by the passage."""
    how = going(seen(at="hall"))
    assert isclose(into(how, "hall")["study"], LASTS)
    assert isclose(into(how, "hall")["kitchen"], in_time(2, 5))
    assert isclose(into(how, "hall")["lounge"], max(in_time(2, 8), LASTS * in_time(2, 8)))
    assert isclose(into(how, "kitchen")["study"], max(in_time(2, 11), in_time(2, 5) * LASTS))


def test_it_takes_the_passage_to_a_room_that_may_be_the_scene() -> None:
    """Two turns on foot or one by the passage: it goes where it can ask at once."""
    view = seen(shown("hall"), shown("lounge"), at="hall", others=("kitchen", "kitchen"))
    assert answers("expert", view, (Roll(), Passage("study"))) == {Passage("study")}


def test_it_enters_the_room_at_hand_and_asks_there() -> None:
    """A room that may be the scene can be entered now: no square is better."""
    view = seen(at=(1, 9))
    walks = (Go((1, 10)), Go("study"), Go((1, 8)))
    assert answers("expert", view, walks) == {Go("study")}


# --- accusing ------------------------------------------------------------------------------------


def test_it_waits_among_few_and_accuses_by_odds_among_many() -> None:
    """At even odds three players wait; six do not, of whom somebody else would solve it first."""
    open_room = seen(shown("mustard"), shown("dagger"), shown("hall", 2), at="kitchen")
    (case, odds) = weighed(open_room).likeliest
    assert isclose(odds, 0.5)
    assert answers("expert", open_room, ACCUSATIONS, (End(),)) == {End()}
    assert case[:2] == ("plum", "wrench")


# --- what others do not do -----------------------------------------------------------------------


def unaccused(*after: Event) -> View:
    """Return the view when nobody could refute seat 1 on three cards, and what came after."""
    named = ("mustard", "dagger", "hall")
    passes = (Passed(2, named), Passed(0, named))
    turn = (TurnBegan(2, 1), Suggested(1, named), *passes, Unrefuted(1, named))
    return seen(*turn, *after, at="study")


def test_who_does_not_accuse_has_asked_for_a_card_of_their_own() -> None:
    """Nobody could refute, and the next turn began: the three cards are not the case."""
    before = weighed(unaccused()).likeliest
    after = weighed(unaccused(TurnBegan(3, 2))).likeliest
    assert before[0] == ("mustard", "dagger", "hall")
    assert after[0] != ("mustard", "dagger", "hall")


def test_who_accused_has_shown_nothing_by_it() -> None:
    """A wrong accusation of other cards was made in that turn: it tells no more than that it was wrong."""
    wrong = Accused(1, ("mustard", "dagger", "lounge"), False)
    view = unaccused(wrong, PutOut(1), TurnBegan(3, 2))
    assert weighed(view).likeliest[0] == ("mustard", "dagger", "hall")


def test_it_is_not_confused_by_who_should_have_accused() -> None:
    """Seat 1 held back though it had the case: once its hand is known, the habit is no longer believed."""
    held = (shown("plum"), shown("wrench"))
    view = unaccused(TurnBegan(3, 2), *held, TurnBegan(4, 0))
    case, odds = weighed(view).likeliest
    assert case[:2] == ("mustard", "dagger")
    assert odds > 0
    assert answers("expert", view, SUGGESTIONS, (End(),))


# --- how strong ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("better", "worse"), [("careful", "novice"), ("expert", "sleuth")])
def test_a_level_beats_a_table_of_the_one_below(better: str, worse: str) -> None:
    """With the cards alone, 60 games of three: more than half are won, where a third would be fair."""
    game = without_board(load(find("classic")))
    seats = tuple(Seat(who, worse) for who in game.scenario.ids(Kind.SUSPECT)[1:3])
    table = (Seat(game.scenario.ids(Kind.SUSPECT)[0], better), *seats)
    won = 0
    for seed in range(60):
        session = Session(Record(game.document, rotated(table, seed), seed), scenario=game.scenario)
        while not session.over:
            session.step()
        outcome = session.state.outcome()
        assert outcome
        winner = outcome.winner
        won += winner is not None and session.record.seats[winner].mind == better
    assert won > 30


def test_every_level_has_a_mind() -> None:
    """The four levels by name, the easiest first; no other name is one."""
    assert LEVELS == ("novice", "careful", "sleuth", "expert")
    assert all(mind(level) for level in LEVELS)
    with pytest.raises(KeyError):
        mind("person")
