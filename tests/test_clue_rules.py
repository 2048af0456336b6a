"""The rules of the detective game, one by one, played by action texts on the classic board."""

from dataclasses import replace
from fractions import Fraction

import pytest
from games import CASE, dealt, may, offered, play, told

from clue_cli.rules.actions import Put, parse
from clue_cli.rules.engine import WrongSeats, new_game
from clue_cli.rules.events import (
    ONLOOKER,
    Accused,
    CaseSeen,
    Cleared,
    Dealt,
    Dragged,
    Ended,
    Event,
    Looked,
    Passed,
    PutOut,
    Shown,
    Stuck,
    Suggested,
    TurnBegan,
    Unrefuted,
)
from clue_cli.rules.legal import IllegalAction
from clue_cli.rules.model import Kind, Place, Scenario
from clue_cli.rules.movement import Move
from clue_cli.rules.options import (
    AccuseWhen,
    AccuseWhere,
    LastStanding,
    OutToken,
    Passages,
    Stay,
    Style,
    Weapons,
)
from clue_cli.rules.position import Position
from clue_cli.rules.table import Outcome
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

RIGHT = f"accuse {CASE}"
WRONG = "accuse green rope hall"
HANDS = {
    "scarlett": "scarlett mustard white knife lounge dining_room",
    "mustard": "green wrench candlestick conservatory kitchen library",
    "white": "peacock revolver lead_pipe study ballroom billiard_room",
}
"""Three seats: 0 Scarlett, 1 Mustard, 2 White. Plum, rope and hall are in the case."""
ALL = (0, 1, 2, ONLOOKER)
LATE = [when for when in AccuseWhen if when is not AccuseWhen.INSTEAD_OF_MOVE]
"""When one can accuse after a move; the parlour game has the other."""


def three(classic: Scenario, at: dict[str, Place] | None = None, **options: object) -> Position:
    """Return Scarlett's first turn at a table of three."""
    return dealt(classic, HANDS, at=at, **options)


def in_lounge(classic: Scenario, **options: object) -> Position:
    """Return Scarlett's first turn: she stands before the lounge and is about to walk in."""
    return play(three(classic, {"scarlett": (18, 6)}, **options), "roll", "dice 1", "go lounge")


def step(state: Position) -> Position:
    """Let the seat that starts its turn take one step along the corridor, and end the turn."""
    state = play(state, "roll", "dice 1")
    square = min(text for text in offered(state) if "," in text)
    return play(state, square, "end")


# --- the case and the deal ---------------------------------------------------------------------


@pytest.mark.rule("C-01")
def test_the_case_takes_one_card_of_each_category_each_as_likely(classic: Scenario) -> None:
    """A suspect of 6, a weapon of 6, a room of 9 are drawn, and nothing else, with equal chances."""
    state = new_game(classic, ("scarlett", "mustard", "plum"))
    for kind, number, card in ((Kind.SUSPECT, 6, "plum"), (Kind.WEAPON, 6, "rope"), (Kind.ROOM, 9, "hall")):
        expected = {f"hide {one}": Fraction(1, number) for one in classic.ids(kind)}
        assert len(expected) == number
        assert expected == {str(action): odds for action, odds in state.chance().items()}
        state = play(state, f"hide {card}")
    assert "hide" not in {str(action).split()[0] for action in state.chance()}


@pytest.mark.rule("C-01")
def test_nobody_sees_the_case(classic: Scenario) -> None:
    """Drawing the case tells nobody anything: two games with different cases look the same to every seat."""
    games = [
        play(new_game(classic, ("scarlett", "mustard", "plum")), *(f"hide {card}" for card in case.split()))
        for case in ("plum rope hall", "green knife study")
    ]
    for seat in ALL:
        assert games[0].view(seat) == games[1].view(seat)
        assert games[0].view(seat).history == ()


@pytest.mark.parametrize(
    ("seats", "sizes"), [(3, [6, 6, 6]), (4, [5, 5, 4, 4]), (5, [4, 4, 4, 3, 3]), (6, [3] * 6)]
)
@pytest.mark.rule("C-02")
def test_all_other_cards_are_dealt_clockwise(classic: Scenario, seats: int, sizes: list[int]) -> None:
    """The 18 cards that are not in the case go round from the first seat until none is left."""
    suspects = classic.ids(Kind.SUSPECT)[:seats]
    state = dealt(classic, dict.fromkeys(suspects, ""))
    hands = [state.view(seat).hand for seat in range(seats)]
    assert sizes == [len(hand) for hand in hands]
    assert set(classic.cards) - set(CASE.split()) == frozenset().union(*hands)


@pytest.mark.rule("C-02")
def test_each_card_left_in_the_deck_is_as_likely(classic: Scenario) -> None:
    """The first card is one of 18, the second one of the other 17."""
    state = play(new_game(classic, ("scarlett", "mustard", "plum")), "hide plum", "hide rope", "hide hall")
    deck = set(classic.cards) - {"plum", "rope", "hall"}
    assert {f"deal {card}": Fraction(1, 18) for card in deck} == {
        str(a): p for a, p in state.chance().items()
    }
    state = play(state, "deal knife")
    deck -= {"knife"}
    assert {f"deal {card}": Fraction(1, 17) for card in deck} == {
        str(a): p for a, p in state.chance().items()
    }


@pytest.mark.rule("C-02")
def test_each_player_knows_only_their_own_hand(classic: Scenario) -> None:
    """A dealt card is told to its owner; the others, and who watches, learn only that one was dealt."""
    state = play(new_game(classic, ("scarlett", "mustard", "plum")), "hide plum", "hide rope", "hide hall")
    state = play(state, "deal knife", "deal wrench")
    assert [Dealt(1, "wrench")] == told(state, 1)
    for seat in (0, 2, ONLOOKER):
        assert [Dealt(1, None)] == told(state, seat)
        assert "wrench" not in state.view(seat).hand
    assert frozenset() == state.view(ONLOOKER).hand


@pytest.mark.rule("CL-02")
def test_from_three_to_six_can_play(classic: Scenario) -> None:
    """Classic is for 3 to 6 players: two are too few, a seventh has no suspect, nobody plays two seats."""
    suspects = classic.ids(Kind.SUSPECT)
    for count in (3, 4, 5, 6):
        assert new_game(classic, suspects[:count]).table.seats == suspects[:count]
    for seats in (
        (),
        suspects[:1],
        suspects[:2],
        (*suspects, "orchid"),
        ("plum", "green", "orchid"),
        ("plum", "plum", "green"),
        ("plum", "plum", "green", "white"),
    ):
        with pytest.raises(WrongSeats):
            new_game(classic, seats)


@pytest.mark.rule("CL-03")
def test_scarlett_begins_or_the_next_suspect_in_play(classic: Scenario) -> None:
    """Whatever the order in which players are named, they sit in turn order; the first of them begins."""
    assert new_game(classic, ("plum", "scarlett", "white")).table.seats == ("scarlett", "white", "plum")
    state = dealt(classic, {"plum": "", "white": "", "green": ""})
    assert state.table.seats == ("white", "green", "plum")
    assert state.seat == 0
    assert TurnBegan(1, 0) == state.view(2).history[-1]


@pytest.mark.rule("CL-03")
def test_every_suspect_stands_on_their_start_square_played_or_not(classic: Scenario) -> None:
    """Six tokens stand on the board, each on its own start square, at any number of players."""
    state = dealt(classic, {"scarlett": "", "white": "", "plum": ""})
    assert dict(state.table.tokens) == {
        "scarlett": (24, 7),
        "mustard": (17, 0),
        "white": (0, 9),
        "green": (0, 14),
        "peacock": (6, 23),
        "plum": (19, 23),
    }


# --- walking -----------------------------------------------------------------------------------


@pytest.mark.rule("CL-01")
def test_one_die_is_thrown(classic: Scenario) -> None:
    """A roll is one die: each number from 1 to 6 has a chance of a sixth."""
    state = play(three(classic), "roll")
    assert {f"dice {pips}": Fraction(1, 6) for pips in range(1, 7)} == {
        str(action): odds for action, odds in state.chance().items()
    }
    assert state.seat is None


@pytest.mark.rule("CL-04")
def test_a_turn_starts_with_the_die_or_a_passage(classic: Scenario) -> None:
    """On a square there is only the die; in a room with a passage that as well; nobody just ends."""
    assert {"roll"} == offered(three(classic))
    assert {"roll", "passage study"} == offered(three(classic, {"scarlett": "kitchen"}))
    assert {"roll"} == offered(three(classic, {"scarlett": "hall"}))
    for line in ("end", "suggest plum rope", "go 23,7", RIGHT):
        assert not may(three(classic), line)


@pytest.mark.rule("CL-04")
def test_after_the_die_there_is_nothing_but_to_walk(classic: Scenario) -> None:
    """Once the die has fallen the passage is closed, and the move can't be left out."""
    state = play(three(classic, {"scarlett": "kitchen"}), "roll", "dice 3")
    for line in ("passage study", "roll", "end", "suggest plum rope"):
        assert not may(state, line)


@pytest.mark.parametrize(
    ("here", "there"),
    [("kitchen", "study"), ("study", "kitchen"), ("conservatory", "lounge"), ("lounge", "conservatory")],
)
@pytest.mark.rule("C15-08", "CL-04", "CL-06")
def test_passages_join_opposite_corners_both_ways(classic: Scenario, here: str, there: str) -> None:
    """Kitchen and Study, Conservatory and Lounge: taken in place of the roll; a suggestion may follow."""
    state = three(classic, {"scarlett": here})
    assert {"roll", f"passage {there}"} == offered(state)
    state = play(state, f"passage {there}")
    assert state.table.place(0) == there
    assert state.table.rolls == 0
    assert may(state, "suggest plum rope")
    assert not may(state, "roll")


@pytest.mark.rule("C15-08")
def test_a_passage_is_taken_from_within_its_room_alone(classic: Scenario) -> None:
    """Neither from the square outside the room nor on the turn in which the room was walked into."""
    state = three(classic, {"scarlett": (7, 4)})
    assert not may(state, "passage study")
    state = play(state, "roll", "dice 1", "go kitchen")
    assert not may(state, "passage study")
    assert not may(play(state, "suggest plum rope"), "passage study")


@pytest.mark.rule("C15-08", "C-14")
def test_a_passage_leads_out_of_a_room_whose_door_is_shut(classic: Scenario) -> None:
    """A token outside the lounge's only door shuts the door, not the passage."""
    state = three(classic, {"scarlett": "lounge", "mustard": (18, 6)})
    assert play(state, "passage conservatory").table.place(0) == "conservatory"


@pytest.mark.rule("C-03", "C-04", "C-05", "CL-07")
@pytest.mark.parametrize("pips", range(1, 7))
def test_a_walk_ends_where_movement_says_and_nowhere_else(classic: Scenario, pips: int) -> None:
    """All other tokens, those nobody plays included, are in the way; one's own is not."""
    at: dict[str, Place] = {"scarlett": (17, 9), "mustard": (17, 8), "green": (16, 9), "plum": (18, 8)}
    state = play(three(classic, at), "roll", f"dice {pips}")
    expected = Move(
        classic.board, (17, 9), pips, frozenset({(17, 8), (16, 9), (18, 8), (0, 9), (6, 23)})
    ).ends()
    assert len(expected) > 0
    assert {f"go {p}" if isinstance(p, str) else f"go {p[0]},{p[1]}" for p in expected} == offered(state)
    for line in ("go 17,8", "go 16,9", "go kitchen", "go stairs", "go 0,0", "go attic"):
        assert not may(state, line)


@pytest.mark.rule("C-05", "CL-06")
def test_a_walk_into_the_corridor_ends_there_without_a_suggestion(classic: Scenario) -> None:
    """The token stands on the square walked to, and nothing can be suggested there."""
    state = play(three(classic), "roll", "dice 3", "go 21,7")
    assert state.table.place(0) == (21, 7)
    assert not may(state, "suggest plum rope")
    assert {"end"} == offered(state)


@pytest.mark.rule("C-06")
def test_a_token_that_cannot_step_stays_and_the_turn_is_closed(classic: Scenario) -> None:
    """Hemmed in on the start square the roll is lost: the turn has no move and no suggestion."""
    state = play(three(classic, {"mustard": (23, 7)}), "roll", "dice 6")
    assert Stuck(0) in told(state, 2)
    assert state.table.place(0) == (24, 7)
    assert state.table.rolls == 1
    assert {"end"} == offered(state)
    assert play(state, "end").seat == 1


@pytest.mark.rule("C-06")
def test_a_roll_too_long_for_a_dead_end_is_walked_as_far_as_it_goes(classic: Scenario) -> None:
    """Two tokens leave Scarlett five squares, hers included: 5 and 6 lead where the walks of 4 end."""
    start = three(classic, {"mustard": (21, 7), "plum": (21, 8)})
    expected = {1: {"23,7"}, 2: {"22,7", "23,8"}, 3: {"22,8"}, 4: {"22,7", "23,8"}}
    expected |= dict.fromkeys((5, 6), expected[4])
    for pips, squares in expected.items():
        assert {f"go {square}" for square in squares} == offered(play(start, "roll", f"dice {pips}"))


@pytest.mark.rule("C-14")
def test_a_token_outside_the_only_door_keeps_one_in_and_the_others_out(classic: Scenario) -> None:
    """Mustard stands before the lounge: Scarlett, inside, is stuck; White, outside, can't go in."""
    state = three(classic, {"scarlett": "lounge", "mustard": (18, 6), "white": (18, 7)})
    state = play(state, "roll", "dice 6")
    assert Stuck(0) in told(state, 0)
    assert not may(state, "suggest plum rope")
    state = three(classic, {"scarlett": (18, 7), "mustard": (18, 6)})
    assert not may(play(state, "roll", "dice 2"), "go lounge")
    state = three(classic, {"scarlett": (18, 7)})
    assert may(play(state, "roll", "dice 2"), "go lounge")


@pytest.mark.rule("C-07")
def test_a_room_holds_any_number_of_tokens_and_weapons(classic: Scenario) -> None:
    """Four tokens and three weapons meet in the kitchen, where the knife and Green stood from the start."""
    state = three(classic, {"scarlett": (7, 4), "mustard": "study", "green": "kitchen"})
    state = play(state, "roll", "dice 1", "go kitchen", "suggest plum rope", "show kitchen")
    state = play(state, "passage kitchen", "suggest plum wrench")
    table = state.table
    assert {"scarlett", "mustard", "green", "plum"} == {
        t for t in table.tokens if table.tokens[t] == "kitchen"
    }
    assert {"knife", "rope", "wrench"} == {
        piece for piece in table.pieces if table.pieces[piece] == "kitchen"
    }


# --- suggesting --------------------------------------------------------------------------------


@pytest.mark.rule("C-08")
def test_a_suggestion_names_the_room_one_is_in(classic: Scenario) -> None:
    """Only suspect and weapon are chosen: the room is where the token stands, and no other can be named."""
    state = in_lounge(classic)
    for line in (
        "suggest plum rope hall",
        "suggest plum rope lounge",
        "suggest rope plum",
        "suggest plum plum",
        "suggest plum hall",
        "suggest nobody rope",
    ):
        assert not may(state, line)
    state = play(state, "suggest plum rope")
    for seat in ALL:
        assert Suggested(0, ("plum", "rope", "lounge")) in told(state, seat)


@pytest.mark.rule("C-08")
def test_the_named_token_and_weapon_come_and_stay(classic: Scenario) -> None:
    """Whether somebody plays the suspect or not; they are still there when the turn has passed on."""
    state = play(in_lounge(classic), "suggest plum rope")
    assert (state.table.tokens["plum"], state.table.pieces["rope"]) == ("lounge", "lounge")
    state = step(play(state, "end"))
    assert (state.table.tokens["plum"], state.table.pieces["rope"]) == ("lounge", "lounge")
    state = play(in_lounge(classic), "suggest white rope")
    assert state.table.tokens["white"] == "lounge"
    assert {"scarlett", "white"} == {t for t, place in state.table.tokens.items() if place == "lounge"}


@pytest.mark.rule("C-08")
def test_the_suggester_and_everything_not_named_stay_where_they_are(classic: Scenario) -> None:
    """A suggestion moves one token and one weapon, no more."""
    before = in_lounge(classic)
    after = play(before, "suggest plum rope")
    assert {**before.table.tokens, "plum": "lounge"} == dict(after.table.tokens)
    assert {**before.table.pieces, "rope": "lounge"} == dict(after.table.pieces)


@pytest.mark.rule("C-09")
def test_one_may_name_ones_own_cards_and_token_and_what_is_there_already(classic: Scenario) -> None:
    """Scarlett names herself, her own knife, then a suspect and a weapon that are in the room already."""
    hands = {"scarlett": "scarlett knife lounge", "mustard": "", "white": ""}
    state = dealt(classic, hands, at={"scarlett": (18, 6), "plum": "lounge"})
    state = play(state, "roll", "dice 1", "go lounge")
    own = play(state, "suggest scarlett knife")
    assert Unrefuted(0, ("scarlett", "knife", "lounge")) in told(own, 1)
    assert own.table.place(0) == "lounge"
    there = play(state, "suggest plum rope")
    assert there.table.tokens["plum"] == "lounge"
    weapon_there = dealt(classic, hands, at={"scarlett": (7, 4)})
    weapon_there = play(weapon_there, "roll", "dice 1", "go kitchen")
    assert weapon_there.table.pieces["knife"] == "kitchen"
    assert play(weapon_there, "suggest plum knife").table.pieces["knife"] == "kitchen"


@pytest.mark.rule("C-10")
def test_who_holds_named_cards_must_show_exactly_one_of_choice(classic: Scenario) -> None:
    """White holds the revolver and the study: one of them is shown, neither both nor none nor another."""
    state = three(classic, {"scarlett": (20, 17)})
    state = play(state, "roll", "dice 1", "go study", "suggest plum revolver")
    assert state.seat == 2
    assert {"show revolver", "show study"} == offered(state)
    for line in ("end", "show plum", "show wrench", "roll", RIGHT):
        assert not may(state, line)
    for card in ("revolver", "study"):
        after = play(state, f"show {card}")
        assert after.seat != 2
        assert not may(after, "show revolver")
        assert not may(after, "show study")


@pytest.mark.rule("C-10")
def test_only_the_suggester_sees_the_card_but_all_see_who_showed_and_who_could_not(classic: Scenario) -> None:
    """Mustard can show nothing and all learn that; that White showed is public, what she showed is not."""
    state = three(classic, {"scarlett": (20, 17)})
    state = play(state, "roll", "dice 1", "go study", "suggest plum revolver")
    named = ("plum", "revolver", "study")
    for seat in ALL:
        assert Passed(1, named) in told(state, seat)
    state = play(state, "show study")
    for seat in (0, 2):
        assert [Shown(2, 0, named, "study")] == [e for e in told(state, seat) if isinstance(e, Shown)]
    for seat in (1, ONLOOKER):
        assert [Shown(2, 0, named, None)] == [e for e in told(state, seat) if isinstance(e, Shown)]


@pytest.mark.rule("C-10")
def test_who_holds_one_named_card_must_show_that(classic: Scenario) -> None:
    """The holder of a single named card has no choice and does not get out of it."""
    state = play(in_lounge(classic), "suggest plum wrench")
    assert (1, {"show wrench"}) == (state.seat, offered(state))


@pytest.mark.rule("C-11")
@pytest.mark.parametrize("options", [{}, {"accuse_when": AccuseWhen.ON_TURN, "move_stay": Stay.ALWAYS}])
def test_one_suggestion_a_turn(classic: Scenario, options: dict[str, object]) -> None:
    """Refuted or not, no second suggestion is open in the turn, nor another way to begin it."""
    unrefuted = play(in_lounge(classic, **options), "suggest plum rope")
    assert unrefuted.table.active == 0
    for line in ("suggest plum rope", "suggest green knife", "roll", "passage conservatory"):
        assert not may(unrefuted, line)
    refuted = play(in_lounge(classic, **options), "suggest plum wrench", "show wrench")
    for line in ("suggest plum rope", "suggest green knife", "passage conservatory"):
        assert refuted.table.active != 0 or not may(refuted, line)


@pytest.mark.rule("CL-06")
def test_a_suggestion_follows_a_move_into_a_room(classic: Scenario) -> None:
    """On walking in, on coming by passage; it may be left out."""
    assert may(in_lounge(classic), "suggest plum rope")
    assert may(play(three(classic, {"scarlett": "lounge"}), "passage conservatory"), "suggest plum rope")
    assert play(in_lounge(classic), "end").seat == 1


@pytest.mark.rule("CL-08")
def test_the_first_to_the_left_who_can_refutes_and_nobody_after(classic: Scenario) -> None:
    """Mustard and White both hold a named card: Mustard, at Scarlett's left, shows; White is not asked."""
    state = play(in_lounge(classic), "suggest peacock wrench")
    assert state.seat == 1
    state = play(state, "show wrench")
    assert (1, {"roll"}) == (state.seat, offered(state))
    assert not any(isinstance(e, Passed | Shown) and e.seat == 2 for e in state.view(ONLOOKER).history)


@pytest.mark.rule("CL-08", "C-13")
def test_asking_goes_round_past_the_last_seat_to_the_first(classic: Scenario) -> None:
    """White suggests: Scarlett, the next seat round, is asked before Mustard."""
    state = step(step(three(classic, {"white": (20, 17)})))
    state = play(state, "roll", "dice 1", "go study", "suggest plum wrench")
    named = ("plum", "wrench", "study")
    assert [Suggested(2, named), Passed(0, named)] == _asked(state, 1)
    assert state.seat == 1


@pytest.mark.rule("CL-08")
def test_a_suggestion_that_nobody_can_refute_is_told_to_all(classic: Scenario) -> None:
    """All the others pass, in order; the suggester, who holds the lounge, is not asked."""
    state = play(in_lounge(classic), "suggest plum rope")
    named = ("plum", "rope", "lounge")
    for seat in ALL:
        asked = [Suggested(0, named), Passed(1, named), Passed(2, named), Unrefuted(0, named)]
        assert asked == _asked(state, seat)


def _asked(state: Position, seat: int) -> list[Event]:
    """Return what a seat was told but for the pieces that the suggestion dragged."""
    return [event for event in told(state, seat) if not isinstance(event, Dragged)]


# --- dragged -----------------------------------------------------------------------------------


def dragged(classic: Scenario, **options: object) -> Position:
    """Return Mustard's first turn: Scarlett's suggestion has brought his token to the lounge."""
    return play(in_lounge(classic, **options), "suggest mustard rope", "end")


@pytest.mark.rule("CL-05", "CL-04")
def test_a_dragged_player_may_suggest_at_once_in_place_of_die_or_passage(classic: Scenario) -> None:
    """Dragged into the lounge, Mustard may roll, take the passage, or suggest there; he can't just end."""
    state = dragged(classic)
    assert state.seat == 1
    assert {"roll", "passage conservatory"} == offered(state)
    assert may(state, "suggest plum rope")
    assert not may(state, "end")
    state = play(state, "suggest plum rope")
    assert state.table.place(1) == "lounge"
    assert Suggested(1, ("plum", "rope", "lounge")) in told(state, 0)
    assert not may(state, "roll")


@pytest.mark.rule("CL-05")
def test_being_dragged_counts_until_the_end_of_the_next_own_turn(classic: Scenario) -> None:
    """Having used the chance, Mustard may not stay in the lounge a second time."""
    state = play(dragged(classic), "suggest plum rope", "show lounge")
    state = step(step(state))
    assert (state.seat, state.table.place(1)) == (1, "lounge")
    assert {"roll", "passage conservatory"} == offered(state)
    assert not may(state, "suggest plum rope")


@pytest.mark.rule("CL-05")
def test_whoever_moved_away_is_not_dragged_any_more(classic: Scenario) -> None:
    """Mustard, dragged, takes the passage and is in the conservatory by his own will: no staying there."""
    state = play(dragged(classic), "passage conservatory", "end")
    state = step(step(state))
    assert (state.seat, state.table.place(1)) == (1, "conservatory")
    assert not may(state, "suggest plum rope")


@pytest.mark.rule("CL-05")
def test_who_was_there_already_was_not_dragged_there(classic: Scenario) -> None:
    """Mustard stood in the lounge before Scarlett named him in it: no staying."""
    state = three(classic, {"scarlett": (18, 6), "mustard": "lounge"})
    state = play(state, "roll", "dice 1", "go lounge", "suggest mustard rope", "end")
    assert state.seat == 1
    assert not may(state, "suggest plum rope")


@pytest.mark.rule("CL-05")
def test_naming_oneself_does_not_count_as_being_dragged(classic: Scenario) -> None:
    """Scarlett named her own token in the lounge; on her next turn she has to leave."""
    state = play(in_lounge(classic), "suggest scarlett rope", "end")
    state = step(step(state))
    assert state.seat == 0
    assert not may(state, "suggest plum rope")


@pytest.mark.rule("CL-05")
def test_a_token_dragged_twice_may_still_stay(classic: Scenario) -> None:
    """White, dragged to the lounge by Scarlett and on to the study by Mustard, may suggest in the study."""
    state = three(classic, {"scarlett": (18, 6), "mustard": (20, 17)})
    state = play(state, "roll", "dice 1", "go lounge", "suggest white rope", "end")
    state = play(state, "roll", "dice 1", "go study", "suggest white rope", "show study")
    assert (state.seat, state.table.place(2)) == (2, "study")
    assert may(state, "suggest plum rope")


@pytest.mark.rule("CL-05", "C-09")
def test_a_token_named_again_where_it_was_dragged_may_still_stay(classic: Scenario) -> None:
    """White was dragged to the lounge; that Mustard names her there again takes nothing away."""
    state = three(classic, {"scarlett": (18, 6), "mustard": "conservatory"})
    state = play(state, "roll", "dice 1", "go lounge", "suggest white rope", "end")
    state = play(state, "passage lounge", "suggest white rope", "show white")
    assert (state.seat, state.table.place(2)) == (2, "lounge")
    assert may(state, "suggest plum rope")


@pytest.mark.rule("CL-04")
def test_a_player_who_came_by_walking_may_not_stay(classic: Scenario) -> None:
    """Back in turn, Scarlett can't suggest in the lounge again without leaving it."""
    state = step(step(play(in_lounge(classic), "suggest plum rope", "end")))
    assert state.seat == 0
    assert not may(state, "suggest plum rope")
    assert not may(state, "suggest plum rope")


# --- accusing ----------------------------------------------------------------------------------


@pytest.mark.rule("C-12")
def test_a_right_accusation_wins_at_once(classic: Scenario) -> None:
    """The game is over, the winner and the case are told to all, and nothing is open any more."""
    state = play(in_lounge(classic), RIGHT)
    for seat in ALL:
        assert [Accused(0, ("plum", "rope", "hall"), True), Ended(0, ("plum", "rope", "hall"))] == told(
            state, seat
        )
    assert Outcome(0, 1) == state.outcome()
    assert not state.legal()
    assert not state.chance()
    assert state.seat is None
    with pytest.raises(IllegalAction):
        state.apply(parse("end"))


@pytest.mark.rule("C-12")
def test_an_accusation_names_any_card_of_each_category(classic: Scenario) -> None:
    """One's own cards, too, and a room one is not in; but one of each category, no less and no more."""
    state = in_lounge(classic)
    for line in (RIGHT, WRONG, "accuse scarlett knife lounge", "accuse white wrench study"):
        assert may(state, line)
    for line in (
        "accuse plum rope",
        "accuse rope plum hall",
        "accuse plum green hall",
        "accuse plum rope hall hall",
        "accuse plum rope stairs",
    ):
        assert not may(state, line)
    accusations = [action for action in state.legal() if str(action).startswith("accuse")]
    assert 6 * 6 * 9 == len(accusations) == len(set(accusations))


@pytest.mark.rule("C-12")
@pytest.mark.parametrize(
    "wrong", ["accuse green rope hall", "accuse plum knife hall", "accuse plum rope study"]
)
def test_a_single_wrong_card_makes_an_accusation_wrong(classic: Scenario, wrong: str) -> None:
    """Two right cards of three do not win."""
    state = play(in_lounge(classic), wrong)
    assert state.outcome() is None
    assert frozenset({0}) == state.table.out


@pytest.mark.rule("C-12")
def test_a_wrong_accuser_sees_the_case_and_nobody_else_does(classic: Scenario) -> None:
    """All learn the accusation and that it is wrong; what the envelope holds is for the accuser alone."""
    state = play(in_lounge(classic), WRONG)
    accused, seen = Accused(0, ("green", "rope", "hall"), False), CaseSeen(0, ("plum", "rope", "hall"))
    assert [accused, seen, PutOut(0)] == [e for e in told(state, 0) if not isinstance(e, TurnBegan)]
    for seat in (1, 2, ONLOOKER):
        assert [accused, PutOut(0)] == [e for e in told(state, seat) if not isinstance(e, TurnBegan)]


@pytest.mark.rule("C-12", "C-13")
def test_a_player_who_is_out_is_skipped(classic: Scenario) -> None:
    """Scarlett is out: Mustard and White take turn after turn without her."""
    state = play(in_lounge(classic), WRONG)
    turns = []
    for _ in range(5):
        turns.append((state.table.turn, state.seat))
        state = step(state)
    assert turns == [(2, 1), (3, 2), (4, 1), (5, 2), (6, 1)]


@pytest.mark.rule("C-12", "CL-08")
def test_a_player_who_is_out_still_refutes(classic: Scenario) -> None:
    """Scarlett is out; asked by Mustard after White passed, she has to show her knife."""
    state = three(classic, {"scarlett": (18, 6), "mustard": (5, 18)})
    state = play(state, "roll", "dice 1", "go lounge", WRONG)
    state = play(state, "roll", "dice 1", "go conservatory", "suggest plum knife")
    assert (0, {"show knife"}) == (state.seat, offered(state))
    state = play(state, "show knife")
    assert Shown(0, 1, ("plum", "knife", "conservatory"), "knife") in told(state, 1)
    assert state.seat == 2


@pytest.mark.rule("C-13")
def test_play_goes_round_clockwise(classic: Scenario) -> None:
    """Seat after seat, and after the last one the first again; turns are counted from 1."""
    state = three(classic)
    turns = []
    for _ in range(7):
        turns.append((state.table.turn, state.seat))
        state = step(state)
    assert turns == [(1, 0), (2, 1), (3, 2), (4, 0), (5, 1), (6, 2), (7, 0)]


@pytest.mark.rule("CL-09")
def test_an_accusation_may_end_a_turn_without_a_suggestion(classic: Scenario) -> None:
    """After a walk in the corridor, in a room without suggesting, and when stuck."""
    corridor = play(three(classic), "roll", "dice 3", "go 21,7")
    stuck = play(three(classic, {"mustard": (23, 7)}), "roll", "dice 6")
    for state in (corridor, in_lounge(classic), stuck):
        assert may(state, RIGHT)
        assert Outcome(0, 1) == play(state, RIGHT).outcome()


@pytest.mark.rule("CL-09")
def test_an_accusation_may_follow_an_unrefuted_suggestion_but_no_refuted_one(classic: Scenario) -> None:
    """Nobody can refute plum and rope in the lounge: Scarlett may accuse. Shown a card, she may not."""
    assert may(play(in_lounge(classic), "suggest plum rope"), RIGHT)
    refuted = play(in_lounge(classic), "suggest plum wrench", "show wrench")
    assert (refuted.table.active, may(refuted, RIGHT)) == (1, False)


@pytest.mark.rule("CL-09")
def test_an_accusation_ends_a_turn_and_never_opens_one(classic: Scenario) -> None:
    """Neither in place of the roll, nor between roll and walk, nor out of turn."""
    state = three(classic, {"scarlett": (20, 17)})
    assert not may(state, RIGHT)
    assert not may(play(state, "roll", "dice 1"), RIGHT)
    asked = play(state, "roll", "dice 1", "go study", "suggest plum revolver")
    assert asked.seat == 2
    assert not may(asked, RIGHT)


@pytest.mark.rule("CL-10")
def test_a_player_put_out_before_a_door_moves_into_the_room(classic: Scenario) -> None:
    """Scarlett's wrong accusation on (18,6) would shut the lounge for good: her token goes in, before all."""
    state = play(three(classic, {"scarlett": (18, 7)}), "roll", "dice 1", "go 18,6", WRONG)
    assert state.table.tokens["scarlett"] == "lounge"
    for seat in ALL:
        assert Cleared(0, "lounge") in told(state, seat)
    assert state.seat == 1


@pytest.mark.rule("CL-10")
def test_a_player_put_out_elsewhere_stays_where_the_token_is(classic: Scenario) -> None:
    """A square that no door opens on blocks none; a room neither."""
    corridor = play(three(classic), "roll", "dice 3", "go 21,7", WRONG)
    assert corridor.table.tokens["scarlett"] == (21, 7)
    assert play(in_lounge(classic), WRONG).table.tokens["scarlett"] == "lounge"


@pytest.mark.rule("C-12")
def test_when_all_have_accused_wrongly_the_murderer_escapes(classic: Scenario) -> None:
    """The last one wrong ends the game: nobody wins, and the case is told."""
    state = three(classic)
    for _ in range(3):
        state = play(state, "roll", "dice 1")
        state = play(state, min(text for text in offered(state) if "," in text), WRONG)
    assert Outcome(None, 3) == state.outcome()
    assert Ended(None, ("plum", "rope", "hall")) in told(state, ONLOOKER)


# --- every option, every value -----------------------------------------------------------------


@pytest.mark.rule("CL-02")
@pytest.mark.parametrize(("fewest", "most"), [(2, 4), (5, 6)])
def test_option_players(classic: Scenario, fewest: int, most: int) -> None:
    """A ruleset says how few and how many can play."""
    scenario = replace(classic, rules=replace(classic.rules, players=(fewest, most)))
    suspects = classic.ids(Kind.SUSPECT)
    for count in range(1, 7):
        if fewest <= count <= most:
            assert count == len(new_game(scenario, suspects[:count]).table.seats)
        else:
            with pytest.raises(WrongSeats):
                new_game(scenario, suspects[:count])


@pytest.mark.rule("CL-01")
@pytest.mark.parametrize("dice", [1, 2])
def test_option_dice(classic: Scenario, dice: int) -> None:
    """Each die has six faces, and dice are told apart: 6 falls of one die, 36 of two, all as likely."""
    state = play(three(classic, move_dice=dice), "roll")
    assert {Fraction(1, 6**dice)} == set(state.chance().values())
    assert 6**dice == len(state.chance())
    fall = " ".join(["1", "2"][:dice])
    after = play(state, f"dice {fall}")
    expected = Move(classic.board, (24, 7), 1 if dice == 1 else 3).ends()
    assert set(expected.squares) == {parse(text).place for text in offered(after)}  # type: ignore[attr-defined]


@pytest.mark.rule("CL-03")
def test_option_weapons_random_rooms(classic: Scenario) -> None:
    """Before the first turn each weapon is put into a random room, at most one a room, before all eyes."""
    state = new_game(classic, ("scarlett", "mustard", "white"))
    state = play(state, *(f"hide {card}" for card in CASE.split()))
    for card in sorted(set(classic.cards) - set(CASE.split())):
        state = play(state, f"deal {card}")
    free = set(classic.ids(Kind.ROOM))
    for weapon in classic.ids(Kind.WEAPON):
        assert {f"put {weapon} {room}": Fraction(1, len(free)) for room in free} == {
            str(action): odds for action, odds in state.chance().items()
        }
        room = min(free)
        state = play(state, f"put {weapon} {room}")
        assert room == state.table.pieces[weapon]
        free.remove(room)
    assert state.seat == 0


def test_option_weapons_off_board(classic: Scenario) -> None:
    """No weapon stands anywhere until a suggestion brings it in."""
    state = in_lounge(classic, setup_weapons=Weapons.OFF_BOARD)
    assert dict(state.table.pieces) == {}
    assert dict(play(state, "suggest plum rope").table.pieces) == {"rope": "lounge"}


def test_option_passages_no(classic: Scenario) -> None:
    """Without passages there is nothing but the die, in the corner rooms too."""
    state = three(classic, {"scarlett": "kitchen"}, move_passages=Passages.NO)
    assert {"roll"} == offered(state)
    assert not may(state, "passage study")


@pytest.mark.rule("CL-04", "C15-08")
def test_option_passages_instead_of_roll(classic: Scenario) -> None:
    """A passage is taken in place of the roll."""
    state = three(classic, {"scarlett": "kitchen"}, move_passages=Passages.INSTEAD_OF_ROLL)
    assert {"roll", "passage study"} == offered(state)


def test_option_stay_never(classic: Scenario) -> None:
    """Not even a dragged token may stay."""
    state = dragged(classic, move_stay=Stay.NEVER)
    assert (state.seat, state.table.place(1)) == (1, "lounge")
    assert {"roll", "passage conservatory"} == offered(state)


@pytest.mark.rule("CL-04", "CL-05")
def test_option_stay_if_dragged(classic: Scenario) -> None:
    """A dragged token may stay, another may not."""
    assert may(dragged(classic, move_stay=Stay.IF_DRAGGED), "suggest plum rope")
    assert not may(three(classic, {"scarlett": "hall"}, move_stay=Stay.IF_DRAGGED), "suggest plum rope")


def test_option_stay_always(classic: Scenario) -> None:
    """In a room one may stay and suggest; in the corridor there is nothing to stay for."""
    state = three(classic, {"scarlett": "hall"}, move_stay=Stay.ALWAYS)
    assert may(state, "suggest plum rope")
    assert may(dragged(classic, move_stay=Stay.ALWAYS), "suggest plum rope")
    assert not may(three(classic, move_stay=Stay.ALWAYS), "suggest plum rope")


def test_option_out_token_stays(classic: Scenario) -> None:
    """The token of a player put out stands where it stood, door or not, and shuts the door."""
    state = three(classic, {"scarlett": (18, 7), "mustard": "lounge"}, move_out_token=OutToken.STAYS)
    state = play(state, "roll", "dice 1", "go 18,6", WRONG)
    assert state.table.tokens["scarlett"] == (18, 6)
    assert Stuck(1) in told(play(state, "roll", "dice 1"), 1)


@pytest.mark.rule("CL-10")
@pytest.mark.parametrize(
    ("square", "room"), [((17, 12), "hall"), ((13, 22), "billiard_room"), ((16, 6), "dining_room")]
)
def test_option_out_token_enters_room(classic: Scenario, square: tuple[int, int], room: str) -> None:
    """The token of a player put out before a door goes into that room, whichever of its doors it is."""
    state = three(
        classic,
        {"scarlett": square, "mustard": "lounge"},
        move_out_token=OutToken.ENTERS_ROOM,
        accuse_when=AccuseWhen.ON_TURN,
    )
    assert room == play(state, WRONG).table.tokens["scarlett"]


def refuted(classic: Scenario, when: AccuseWhen) -> Position:
    """Return the state in which Mustard has just shown Scarlett a card in the lounge."""
    return play(in_lounge(classic, accuse_when=when), "suggest plum wrench", "show wrench")


def test_option_accuse_on_turn(classic: Scenario) -> None:
    """At any point of one's own turn: before and after roll, walk and suggestion, refuted or not."""
    when = AccuseWhen.ON_TURN
    start = three(classic, accuse_when=when)
    for state in (
        start,
        play(start, "roll", "dice 3"),
        play(start, "roll", "dice 3", "go 21,7"),
        in_lounge(classic, accuse_when=when),
        refuted(classic, when),
    ):
        assert (state.seat, may(state, RIGHT)) == (0, True)
        assert play(state, RIGHT).outcome().winner == 0  # type: ignore[union-attr]
    assert not may(play(in_lounge(classic, accuse_when=when), "suggest plum wrench"), RIGHT)
    assert not may(play(start, "roll"), RIGHT)


def test_option_accuse_at_the_end_of_the_turn(classic: Scenario) -> None:
    """Once the move and the suggestion are done, refuted or not; not before."""
    when = AccuseWhen.END_OF_TURN
    start = three(classic, accuse_when=when)
    assert not may(start, RIGHT)
    assert not may(play(start, "roll", "dice 3"), RIGHT)
    for state in (
        play(start, "roll", "dice 3", "go 21,7"),
        in_lounge(classic, accuse_when=when),
        refuted(classic, when),
    ):
        assert (state.seat, may(state, RIGHT)) == (0, True)


@pytest.mark.rule("CL-09")
def test_option_accuse_if_unrefuted(classic: Scenario) -> None:
    """At the end of a turn in which no card was shown to one."""
    when = AccuseWhen.IF_UNREFUTED
    assert may(in_lounge(classic, accuse_when=when), RIGHT)
    after = refuted(classic, when)
    assert (after.table.active, may(after, RIGHT)) == (1, False)


@pytest.mark.rule("C-12")
@pytest.mark.parametrize("when", LATE)
def test_option_accuse_anywhere(classic: Scenario, when: AccuseWhen) -> None:
    """The token may stand in the corridor, and the room accused need not be the one it is in."""
    options = {"accuse_when": when, "accuse_where": AccuseWhere.ANYWHERE}
    assert may(play(three(classic, **options), "roll", "dice 3", "go 21,7"), RIGHT)
    assert may(in_lounge(classic, **options), RIGHT)


@pytest.mark.parametrize("when", LATE)
def test_option_accuse_in_any_room(classic: Scenario, when: AccuseWhen) -> None:
    """The token must stand in a room, but any will do; in the corridor the turn is over after the walk."""
    options = {"accuse_when": when, "accuse_where": AccuseWhere.ANY_ROOM}
    corridor = three(classic, **options)
    assert not may(corridor, RIGHT)
    walked = play(corridor, "roll", "dice 3", "go 21,7")
    assert walked.table.active == 1
    room = in_lounge(classic, **options)
    assert may(room, RIGHT)
    assert play(room, RIGHT).outcome().winner == 0  # type: ignore[union-attr]


def two_out(classic: Scenario, last: LastStanding) -> Position:
    """Return the state after Scarlett and Mustard have accused wrongly."""
    state = three(classic, {"scarlett": (18, 6)}, accuse_when=AccuseWhen.ON_TURN, accuse_last_standing=last)
    state = play(state, WRONG)
    assert state.outcome() is None
    return play(state, WRONG)


def test_option_last_standing_wins(classic: Scenario) -> None:
    """White is the only one left in and wins at once."""
    state = two_out(classic, LastStanding.WINS)
    assert Outcome(2, 0) == state.outcome()
    assert Ended(2, ("plum", "rope", "hall")) in told(state, 0)


@pytest.mark.rule("C-12", "C-13")
def test_option_last_standing_must_accuse(classic: Scenario) -> None:
    """White plays on alone, turn after turn, until she accuses; wrong, and nobody wins."""
    state = two_out(classic, LastStanding.MUST_ACCUSE)
    assert state.outcome() is None
    assert state.seat == 2
    state = play(state, "roll", "dice 1")
    state = play(state, min(offered(state)), "end")
    assert (2, {"roll"}) == (state.seat, offered(state))
    assert play(state, RIGHT).outcome().winner == 2  # type: ignore[union-attr]
    assert play(state, WRONG).outcome().winner is None  # type: ignore[union-attr]


# --- rooms that are no scene of a crime ---------------------------------------------------------


def no_scene(classic: Scenario, room: str, **options: object) -> Scenario:
    """Return the scenario with a room that is on no card, and with other options."""
    board = classic.board
    rooms = tuple(replace(r, scene=False) if r.id == room else r for r in board.rooms)
    categories = tuple(
        replace(c, cards=tuple(card for card in c.cards if card.id != room)) for c in classic.categories
    )
    rules = replace(classic.rules, **options)  # type: ignore[arg-type]
    return replace(classic, board=replace(board, rooms=rooms), categories=categories, rules=rules)


@pytest.mark.rule("C-08", "CL-06")
def test_no_suggestion_is_made_where_no_crime_can_be(classic: Scenario) -> None:
    """In a room that is on no card nothing can be suggested, neither on entering it nor by staying."""
    scenario = no_scene(classic, "lounge", move_stay=Stay.ALWAYS)
    state = dealt(scenario, {"scarlett": "", "mustard": "", "white": ""}, at={"scarlett": (18, 6)})
    state = play(state, "roll", "dice 1", "go lounge")
    assert not may(state, "suggest plum rope")
    state = play(state, "end")
    while not (state.seat == 0 and state.table.active == 0):
        state = step(state)
    assert not may(state, "suggest plum rope")


@pytest.mark.rule("C-07")
def test_no_weapon_starts_where_no_crime_can_be(classic: Scenario) -> None:
    """Weapons stand in rooms that are on a card."""
    scenario = no_scene(classic, "lounge")
    state = new_game(scenario, ("scarlett", "mustard", "white"))
    while not any(isinstance(outcome, Put) for outcome in state.chance()):
        state = state.apply(next(iter(state.chance())))
    assert "lounge" not in {outcome.room for outcome in state.chance() if isinstance(outcome, Put)}


# --- any room, each turn -------------------------------------------------------------------------

CORNERS = {"kitchen", "conservatory", "study", "lounge"}
ROOMS = CORNERS | {"ballroom", "billiard_room", "library", "hall", "dining_room"}


@pytest.mark.rule("CL-04")
def test_any_room_may_be_entered_where_no_board_is_walked(classic: Scenario) -> None:
    """A turn opens with every room, from a start square as from a room, that room too; there are no dice."""
    state = three(classic, move_style=Style.ANYWHERE)
    assert offered(state) == {f"go {room}" for room in ROOMS}
    state = play(state, "go study", "end", "go study", "end", "go kitchen", "end")
    assert state.table.place(0) == "study"
    assert offered(state) == {f"go {room}" for room in ROOMS}
    assert not may(state, "roll")
    assert not may(state, "passage kitchen")
    assert not may(state, "suggest plum rope")


@pytest.mark.rule("CL-04")
@pytest.mark.parametrize("room", ["study", "hall"], ids=["the same room", "another"])
def test_who_has_picked_a_room_suggests_there(classic: Scenario, room: str) -> None:
    """One suggests in the room picked, again in the same one if one likes, and what is named comes there."""
    state = play(three(classic, move_style=Style.ANYWHERE), "go study", "end", "go lounge", "end")
    state = play(state, "go library", "end", f"go {room}", "suggest green rope")
    assert Suggested(0, ("green", "rope", room)) in told(state, 1)
    assert state.table.whereabouts("green") == room


@pytest.mark.rule("CL-03")
def test_the_first_seat_begins_where_no_board_is_walked(classic: Scenario) -> None:
    """The first suspect played begins, then it goes on clockwise, and no dice decide anything."""
    hands = dict.fromkeys(("mustard", "green", "plum"), "")
    state = dealt(classic, hands, case="white rope hall", move_style=Style.ANYWHERE)
    assert state.table.seats[state.table.active] == "mustard"
    state = play(state, "go hall", "end")
    assert state.table.seats[state.table.active] == "green"


@pytest.mark.rule("CL-09")
@pytest.mark.parametrize("when", AccuseWhen)
def test_accusing_where_no_board_is_walked(classic: Scenario, when: AccuseWhen) -> None:
    """Before a room is picked one accuses where the rules let one open a turn so, and else after it."""
    state = three(classic, move_style=Style.ANYWHERE, accuse_when=when)
    opens = when in (AccuseWhen.ON_TURN, AccuseWhen.INSTEAD_OF_MOVE)
    assert may(state, RIGHT) == opens
    assert may(play(state, "go hall"), RIGHT) == (when is not AccuseWhen.INSTEAD_OF_MOVE)
    if when in LATE:
        refuted = play(state, "go hall", "suggest green wrench", "show green")
        assert (may(refuted, RIGHT) and refuted.table.active == 0) == (when is not AccuseWhen.IF_UNREFUTED)


@pytest.mark.rule("C15-07", "CL-04")
def test_who_picks_a_room_looks_at_the_card_there() -> None:
    """A card hidden in a room is seen by who picks the room, and by nobody else."""
    scenario = load(find("clue-2015-traditional")).scenario
    laid = {"study": "green", "hall": "rope", "lounge": "plum", "library": "knife"}
    state = dealt(
        scenario,
        {"scarlett": "", "mustard": ""},
        "peacock wrench kitchen",
        laid=laid,
        move_style=Style.ANYWHERE,
    )
    state = play(state, "go study")
    assert Looked(0, "study", "green") in told(state, 0)
    assert Looked(0, "study", None) in told(state, 1)
    assert not any(isinstance(event, Looked) for event in told(play(state, "end", "go kitchen"), 1))
