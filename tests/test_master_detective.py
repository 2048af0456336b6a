"""Clue Master Detective, rule by rule, by action texts on its own board."""

from fractions import Fraction

import pytest
from games import dealt, may, offered, play, told

from clue_cli.reasoning.facts import Tier
from clue_cli.reasoning.knowledge import read
from clue_cli.rules.actions import Accuse, Draw, Suggest
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import (
    ONLOOKER,
    Contended,
    Dragged,
    Laid,
    Looked,
    Passed,
    Shown,
    Snooped,
    Stuck,
    TookPassage,
    TurnBegan,
    Unrefuted,
    Walked,
)
from clue_cli.rules.model import Kind, Scenario
from clue_cli.rules.options import FirstPlayer, Occupied, Passages, TwoPlayers, Weapons
from clue_cli.rules.position import Position
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

CASE = "plum rope courtyard"
HANDS = {
    "scarlett": "scarlett poison gazebo",
    "mustard": "green knife library",
    "white": "peacock wrench studio",
}
"""Three seats: 0 Scarlett, 1 Mustard, 2 White; the other cards are dealt in order."""


@pytest.fixture(scope="module")
def master() -> Scenario:
    """Return the shipped Master Detective."""
    return load(find("master-detective")).scenario


def three(master: Scenario, at: dict[str, object] | None = None, **options: object) -> Position:
    """Return Scarlett's first turn at a table of three."""
    return dealt(master, HANDS, CASE, at=at, **options)  # type: ignore[arg-type]


# --- setting up ------------------------------------------------------------------------------------


@pytest.mark.rule("MD-01")
def test_ten_suspects_twelve_scenes_eight_weapons(master: Scenario) -> None:
    """The thirteenth place, the cloak room, is on no card and sees no suggestion."""
    assert [len(master.ids(kind)) for kind in (Kind.SUSPECT, Kind.ROOM, Kind.WEAPON)] == [10, 12, 8]
    assert {room.id for room in master.board.rooms} - set(master.ids(Kind.ROOM)) == {"cloak_room"}
    assert master.rules.players == (2, 10)


@pytest.mark.rule("MD-02")
def test_all_start_in_the_cloak_room_and_weapons_off_the_board(master: Scenario) -> None:
    """Every token, played or not, stands in the cloak room; no weapon is on the board."""
    game = three(master)
    assert set(game.table.tokens.values()) == {"cloak_room"}
    assert len(game.table.tokens) == 10
    assert not game.table.pieces
    assert game.legal().claims(Suggest) is None
    assert three(master, setup_weapons=Weapons.RANDOM_ROOMS).table.pieces.keys() == set(
        master.ids(Kind.WEAPON)
    )


@pytest.mark.rule("MD-03")
def test_the_highest_throw_begins_and_ties_throw_again(master: Scenario) -> None:
    """Everybody throws; the two best throw again until one is higher, and play goes on to that one's left."""
    game = new_game(master, ("scarlett", "mustard", "white"))
    while str(next(iter(game.chance()))).split()[0] != "dice":
        game = game.apply(next(iter(game.chance())))
    game = play(game, "dice 2 2", "dice 5 4", "dice 6 3", "dice 1 1", "dice 1 2")
    throws = [event for event in game.histories[ONLOOKER] if isinstance(event, Contended)]
    assert [throw.seat for throw in throws] == [0, 1, 2, 1, 2]
    assert told(game, ONLOOKER)[-1] == TurnBegan(1, 2)
    game = play(game, "roll", "dice 1 1", "go 9,14", "end")
    assert game.seat == 0


@pytest.mark.rule("MD-03")
def test_the_throw_for_the_first_turn_is_no_roll_of_the_game(master: Scenario) -> None:
    """It is not counted as a roll; and where turn order decides nobody throws."""
    assert three(master).table.rolls == 0
    ordered = three(master, setup_first_player=FirstPlayer.ORDER)
    assert not any(isinstance(event, Contended) for event in ordered.histories[ONLOOKER])
    assert ordered.table.active == 0


# --- moving ----------------------------------------------------------------------------------------


@pytest.mark.rule("MD-04", "MD-12")
def test_a_passage_in_place_of_the_roll_or_within_it(master: Scenario) -> None:
    """From the kitchen to the library without a roll; with one it is the first step of a longer way."""
    game = three(master, at={"scarlett": "kitchen"})
    assert play(game, "passage library").table.place(0) == "library"
    rolled = play(game, "roll", "dice 1 2")
    assert may(rolled, "go library")
    # passage 1, out of the library 2, one square on 3
    walked = play(rolled, "go 18,24")
    assert told(walked, 0)[0] == Walked(0, (18, 24), ("library", (18, 25), (18, 24)))
    plain = play(
        three(master, at={"scarlett": "kitchen"}, move_passages=Passages.INSTEAD_OF_ROLL), "roll", "dice 1 2"
    )
    assert not may(plain, "go library")


@pytest.mark.rule("MD-05", "MD-06")
def test_a_room_is_crossed_as_one_step_and_not_entered_twice(master: Scenario) -> None:
    """From the carriage house through the trophy room into its corridor, and never back."""
    game = play(three(master, at={"scarlett": "carriage_house"}), "roll", "dice 2 2")
    # 11,4 and 11,5 are steps 1 and 2, the trophy room 3, and any square outside its doors 4
    assert {"go trophy_room", "go 8,8", "go 15,8", "go 11,13", "go 12,13"} <= offered(game)
    assert "go carriage_house" not in offered(game)
    blocked = play(
        three(master, at={"scarlett": "carriage_house"}, move_through_rooms=False), "roll", "dice 2 2"
    )
    assert "go trophy_room" in offered(blocked)
    assert "go 8,8" not in offered(blocked)


@pytest.mark.rule("MD-05")
def test_a_location_is_entered_without_the_exact_count(master: Scenario) -> None:
    """The dining room is six steps from the cloak room, and twelve reach it too."""
    for throw in ("dice 3 3", "dice 6 6"):
        assert may(play(three(master), "roll", throw), "go dining_room")
    assert not may(play(three(master), "roll", "dice 2 3"), "go dining_room")


@pytest.mark.rule("MD-07", "C-14")
def test_occupied_squares_are_jumped_and_never_stopped_on(master: Scenario) -> None:
    """A token on the only square outside the gazebo blocks nothing, but nobody stops there."""
    game = play(three(master, at={"scarlett": "gazebo", "mustard": (8, 35)}), "roll", "dice 1 1")
    assert may(game, "go courtyard") is False
    assert may(game, "go 8,26")  # by the paved path, over Mustard
    blocked = three(master, at={"scarlett": "gazebo", "mustard": (8, 35)}, move_occupied=Occupied.BLOCK)
    assert Stuck(0) in told(play(blocked, "roll", "dice 1 1"), 0)


@pytest.mark.rule("MD-07")
def test_the_exact_count_stops_one_short(master: Scenario) -> None:
    """Five steps end on Mustard's square, so the fourth is where the token stops."""
    game = three(master, at={"scarlett": (8, 37), "mustard": (8, 36)})
    assert not may(play(game, "roll", "dice 1 1"), "go 8,36")
    game = play(three(master, at={"scarlett": "garden_walk", "mustard": (8, 37)}), "roll", "dice 1 1")
    # garden walk 9,37 is step 1, Mustard's square would be 2: stop on 9,37
    assert may(game, "go 9,37")
    assert told(play(game, "go 9,37"), 0)[0] == Walked(0, (9, 37), ((9, 37),))


@pytest.mark.rule("MD-12")
def test_a_spot_holds_one_token(master: Scenario) -> None:
    """With White in the garden walk the passage from the cellar stairs is closed."""
    alone = three(master, at={"scarlett": "cellar_stairs"})
    assert may(alone, "passage garden_walk")
    assert told(play(alone, "passage garden_walk"), 1)[0] == TookPassage(0, "garden_walk")
    taken = three(master, at={"scarlett": "cellar_stairs", "white": "garden_walk"})
    assert not may(taken, "passage garden_walk")


@pytest.mark.rule("MD-12")
def test_a_spot_is_no_scene(master: Scenario) -> None:
    """After the passage into the garden walk there is nothing to suggest; the turn can be ended."""
    game = play(three(master, at={"scarlett": "cellar_stairs"}), "passage garden_walk")
    assert game.legal().claims(Suggest) is None
    assert may(game, "end")


# --- snooping --------------------------------------------------------------------------------------


def at_the_end(master: Scenario) -> Position:
    """Return the position after Scarlett ended her walk on the snoop square at 8,11."""
    return play(three(master, at={"scarlett": (8, 9)}), "roll", "dice 1 1", "go 8,11")


@pytest.mark.rule("MD-08")
def test_there_are_nine_snoop_squares(master: Scenario) -> None:
    """They lie where the printed board has its magnifying glasses."""
    printed = {(4, 14), (5, 21), (6, 27), (8, 11), (8, 36), (15, 36), (17, 27), (19, 11), (20, 23)}
    assert master.board.snoops == printed


@pytest.mark.rule("MD-08")
def test_who_ends_on_a_snoop_square_may_look_at_a_random_card(master: Scenario) -> None:
    """One opponent is named; each card of that hand is as likely, is seen by the two, and stays."""
    game = at_the_end(master)
    assert offered(game) == {"snoop mustard", "snoop white", "end"}
    game = play(game, "snoop mustard")
    hand = game.hands[1]
    assert dict(game.chance()) == dict.fromkeys(map(Draw, hand), Fraction(1, len(hand)))
    game = play(game, "draw knife")
    assert told(game, 0)[0] == told(game, 1)[0] == Snooped(0, 1, "knife")
    assert told(game, 2)[0] == told(game, ONLOOKER)[0] == Snooped(0, 1, None)
    assert game.hands[1] == hand
    assert read(game.view(0), Tier.TICKS).held("knife") == 1
    assert may(game, "end")


@pytest.mark.rule("MD-08")
def test_one_may_also_not_snoop(master: Scenario) -> None:
    """The turn is ended instead."""
    assert play(at_the_end(master), "end").seat == 1


@pytest.mark.rule("MD-08")
def test_a_stop_on_the_way_and_on_with_what_is_left(master: Scenario) -> None:
    """From 8,9 two steps to the glass; the other three go on, and no square is stepped on again."""
    game = play(three(master, at={"scarlett": (8, 9)}), "roll", "dice 2 3")
    assert may(game, "go 8,14 8,11")
    game = play(game, "go 8,14 8,11")
    assert told(game, 0)[0] == Walked(0, (8, 11), ((8, 10), (8, 11)))
    assert offered(game) == {"snoop mustard", "snoop white"}
    game = play(game, "snoop white", "draw studio")
    assert may(game, "go 8,14")
    assert not may(game, "go 8,10")
    assert not may(game, "go 8,9")
    # another end than the one in mind is open too, after what was seen
    assert may(game, "go 9,13")
    assert told(play(game, "go 8,14"), 0)[0] == Walked(0, (8, 14), ((8, 12), (8, 13), (8, 14)))


@pytest.mark.rule("MD-08")
def test_no_stop_where_the_rest_of_the_roll_leads_nowhere(master: Scenario) -> None:
    """A stop is open only on a walk that the whole roll allows."""
    game = play(three(master, at={"scarlett": (8, 9)}), "roll", "dice 1 1")
    assert not may(game, "go 8,12 8,11")
    assert not may(game, "go 8,11 8,11")
    assert not may(game, "go 8,11 8,10")


# --- suggesting and accusing -------------------------------------------------------------------------


@pytest.mark.rule("MD-09")
def test_a_weapon_comes_onto_the_board_by_being_named(master: Scenario) -> None:
    """The suspect comes from the cloak room, the weapon from off the board, and both stay."""
    game = play(three(master, at={"scarlett": "kitchen"}), "passage library", "suggest rose horseshoe")
    assert {Dragged("rose", "library"), Dragged("horseshoe", "library")} <= set(told(game, ONLOOKER))
    assert game.table.tokens["rose"] == game.table.pieces["horseshoe"] == "library"


@pytest.mark.rule("MD-10")
def test_everybody_answers_also_after_a_card_was_shown(master: Scenario) -> None:
    """Mustard shows the library, and White is asked all the same and shows the wrench."""
    game = play(three(master, at={"scarlett": "kitchen"}), "passage library", "suggest plum wrench")
    assert game.seat == 1
    game = play(game, "show library")
    assert game.seat == 2
    game = play(game, "show wrench")
    shown = [event for event in game.histories[0] if isinstance(event, Shown)]
    assert [(event.seat, event.card) for event in shown] == [(1, "library"), (2, "wrench")]
    assert not any(isinstance(event, Unrefuted) for event in game.histories[0])
    assert may(game, "end")


@pytest.mark.rule("MD-10")
def test_who_has_none_passes_and_the_next_is_asked(master: Scenario) -> None:
    """Mustard has none of the three; White shows; Scarlett's own card is nobody's to show."""
    game = play(three(master, at={"scarlett": "drawing_room"}), "passage conservatory")
    conservatory = next(seat for seat, hand in enumerate(game.hands) if "conservatory" in hand)
    game = play(game, "suggest plum wrench")
    passed = [event.seat for event in told(game, ONLOOKER) if isinstance(event, Passed)]
    assert passed == ([1] if conservatory != 1 else [])


@pytest.mark.rule("MD-11")
def test_no_staying_on_but_where_a_suggestion_dragged_one(master: Scenario) -> None:
    """Scarlett can't suggest again where she is; Mustard, dragged there, can, or leave as usual."""
    game = play(three(master, at={"scarlett": "kitchen"}), "passage library", "suggest mustard rope")
    while game.seat != 0 or not may(game, "end"):
        game = game.apply(next(iter(game.legal())))
    game = play(game, "end")
    assert game.seat == 1
    assert game.legal().claims(Suggest) is not None
    assert may(game, "roll")
    assert may(game, "passage kitchen")
    again = three(master, at={"scarlett": "library"})
    assert again.legal().claims(Suggest) is None


@pytest.mark.rule("MD-13")
def test_suggestion_and_accusation_in_one_turn(master: Scenario) -> None:
    """After a suggestion in the library Scarlett accuses in the courtyard, and wins."""
    game = play(three(master, at={"scarlett": "kitchen"}), "passage library", "suggest plum poison")
    while game.seat != 0:
        game = game.apply(next(iter(game.legal())))
    assert game.legal().claims(Accuse) is not None
    outcome = play(game, f"accuse {CASE}").outcome()
    assert outcome
    assert outcome.winner == 0


@pytest.mark.rule("MD-13")
def test_an_accusation_opens_a_turn_too(master: Scenario) -> None:
    """Any time in one's own turn, out of any place: also before the roll, in the cloak room."""
    assert three(master).legal().claims(Accuse) is not None


@pytest.mark.rule("MD-14")
def test_two_players_find_four_cards_in_rooms(master: Scenario) -> None:
    """Four cards lie in four different scenes; who ends a move there looks; who only crosses does not."""
    laid = {"trophy_room": "green", "kitchen": "knife", "library": "studio", "gazebo": "white"}
    hands = {"scarlett": "scarlett", "mustard": "mustard"}
    game = dealt(master, hands, CASE, at={"scarlett": "carriage_house"}, laid=laid)
    assert {event.room for event in game.histories[1] if isinstance(event, Laid)} == set(laid)
    assert sorted(map(len, game.hands)) == [11, 12]
    crossed = play(game, "roll", "dice 2 2", "go 8,8")
    assert not any(isinstance(event, Looked) for event in crossed.histories[0])
    entered = play(game, "roll", "dice 2 2", "go trophy_room")
    assert told(entered, 0)[-1] == Looked(0, "trophy_room", "green")
    assert told(entered, 1)[-1] == Looked(0, "trophy_room", None)


@pytest.mark.rule("MD-14")
def test_the_quick_game_hides_the_cards_where_passages_end(master: Scenario) -> None:
    """The four rooms with passages take the cards; the two spots take none."""
    hands = {"scarlett": "scarlett", "mustard": "mustard"}
    laid = {"drawing_room": "green", "kitchen": "knife", "library": "studio", "conservatory": "white"}
    game = dealt(master, hands, CASE, laid=laid, setup_two_players=TwoPlayers.HIDDEN_IN_CORNERS)
    assert game.table.covered == set(laid)
