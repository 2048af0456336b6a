"""The rules of the solitaire "errands", played by action texts and at random."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from games import drawn, driven, may, offered, play, told
from playing import COLLECTOR, played
from test_collect_rules import HOUSE, PLACED

from clue_cli.play.session import Record, Session
from clue_cli.rules.actions import (
    Action,
    Dice,
    Go,
    Turn,
)
from clue_cli.rules.engine import WrongSeats, new_game
from clue_cli.rules.events import Called, Ended, Reshuffled, Rolled, SetAside, Stuck, Taken, TurnBegan, Walked
from clue_cli.rules.model import Game, Kind, Place
from clue_cli.rules.movement import distances
from clue_cli.rules.position import Position
from clue_cli.rules.table import Outcome
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.load import Loaded, load
from clue_cli.scenario.shelf import find

ERRANDS = load(find("errands"))
BOARDS = {name: on_board(ERRANDS, load(find(name))) for name in ("classic", "clue-2015", "master-detective")}
ROWS = replace(HOUSE, game=Game.ERRANDS)
"""Three rooms in a row: B is 2 steps from the stairs, and 4 from A and from C. Plum and rope are in A,
White and knife in C."""


def begun(card: str) -> Position:
    """Return the position in which that card is the first turned up."""
    return play(new_game(ROWS), *PLACED, f"turn {card}")


def roll(state: Position, dice: str, place: str) -> Position:
    """Roll and walk there."""
    return play(state, "roll", f"dice {dice}", f"go {place}")


def pile(state: Position) -> dict[str, Fraction]:
    """Return the cards that chance may turn up next."""
    assert all(isinstance(action, Turn) for action in state.chance())
    return {str(action).split()[1]: odds for action, odds in state.chance().items()}


# --- setting up --------------------------------------------------------------------------------


@pytest.mark.rule("S2-01")
def test_pieces_stand_in_pairs_and_all_cards_are_in_the_pile() -> None:
    """Each of 6 pairs has a room of its own; then any of the 21 cards may lie on top, each as likely."""
    state = new_game(ERRANDS.scenario)
    free = list(state.scenario.ids(Kind.ROOM))
    for suspect in state.scenario.ids(Kind.SUSPECT):
        odds = {f"put {suspect} {room}": Fraction(1, len(free)) for room in free}
        assert {str(action): chance for action, chance in state.chance().items()} == odds
        state = play(state, f"put {suspect} {free.pop()}")
    rooms = set(state.table.pieces.values())
    for weapon in state.scenario.ids(Kind.WEAPON):
        assert {str(action) for action in state.chance()} == {f"put {weapon} {room}" for room in rooms}
        state = play(state, f"put {weapon} {rooms.pop()}")
    assert pile(state) == dict.fromkeys(state.scenario.cards, Fraction(1, 21))
    assert not state.table.turn


@pytest.mark.rule("S2-01")
def test_errands_are_run_by_one() -> None:
    """There is one detective, and no suspect is played."""
    for seats in (("plum",), ("", "")):
        with pytest.raises(WrongSeats):
            new_game(ERRANDS.scenario, seats)


# --- a card --------------------------------------------------------------------------------------


@pytest.mark.rule("S2-02", "S2-03")
def test_a_card_reached_with_the_first_roll_is_out_of_the_game() -> None:
    """B is called for and entered: its card is fetched, and the next one of the other 6 is turned up."""
    state = begun("b")
    assert told(state, 0) == [Called("b"), TurnBegan(1, 0)]
    state = roll(state, "1 1", "b")
    assert told(state, 0)[-1] == Taken(0, "b")
    assert pile(state) == dict.fromkeys(("plum", "white", "rope", "knife", "a", "c"), Fraction(1, 6))


@pytest.mark.rule("S2-02", "S2-03")
@pytest.mark.parametrize(("card", "room"), [("plum", "a"), ("rope", "a"), ("knife", "c")])
def test_a_suspect_or_a_weapon_is_picked_up_where_it_stands(card: str, room: str) -> None:
    """Its card calls for that room; it leaves the board, and what else is there stays."""
    state = begun(card)
    before = dict(state.table.pieces)
    state = roll(state, "2 2", room)
    assert told(state, 0)[-1] == Taken(0, card)
    assert dict(state.table.pieces) == {piece: at for piece, at in before.items() if piece != card}


@pytest.mark.rule("S2-02")
def test_a_first_roll_that_misses_is_followed_by_a_second() -> None:
    """It is compulsory: nothing else is open; and reached with it the card is fetched all the same."""
    state = roll(begun("a"), "1 1", "1,1")
    assert (state.table.called, state.table.tries) == ("a", 1)
    assert offered(state) == {"roll"}
    state = roll(state, "1 1", "a")
    assert told(state, 0)[-1] == Taken(0, "a")


@pytest.mark.rule("S2-02")
def test_another_room_only_ends_the_move() -> None:
    """On the way to A the detective enters B: its card stays, and the second roll starts there."""
    state = roll(begun("a"), "1 1", "b")
    assert told(state, 0) == [Walked(0, "b", ((1, 2), "b")), TurnBegan(2, 0)]
    assert state.table.called == "a"
    assert told(roll(state, "2 2", "a"), 0)[-1] == Taken(0, "a")


@pytest.mark.rule("S2-03")
def test_a_card_not_reached_in_two_rolls_is_set_aside() -> None:
    """After the second roll it is gone from this pass: not taken, its piece stays, another is turned up."""
    state = roll(roll(begun("plum"), "1 1", "1,1"), "1 1", "1,3")
    assert told(state, 0)[-1] == SetAside("plum")
    assert set(state.table.aside) == {"plum"}
    assert state.table.pieces["plum"] == "a"
    assert "plum" not in pile(state)
    assert len(pile(state)) == 6


@pytest.mark.rule("S2-02", "C-06")
def test_a_roll_that_allows_no_step_is_one_of_the_two() -> None:
    """Back from the only room, on a corridor of one square, both rolls are lost and the card is set aside."""
    house = replace(ROWS, board=drawn("A.x", doors=(((0, 0), (0, 1)),)))
    state = roll(play(new_game(house), *PLACED, "turn plum"), "1 1", "a")
    state = play(roll(play(state, "turn white"), "1 1", "0,1"), "roll", "dice 3 4")
    assert told(state, 0)[1:] == [Stuck(0), SetAside("white")]


# --- the piles -------------------------------------------------------------------------------------


@pytest.mark.rule("S2-04")
def test_the_cards_set_aside_are_the_next_pile() -> None:
    """Of 7 cards A and C are missed: when the other five are through these two come again, in any order."""
    state = roll(roll(begun("a"), "1 1", "1,1"), "1 1", "1,3")
    state = roll(roll(play(state, "turn c"), "1 1", "1,1"), "1 1", "1,3")
    state = roll(roll(play(state, "turn b"), "1 1", "1,1"), "1 1", "b")
    for card in ("plum", "rope", "white", "knife"):
        assert set(pile(state)).isdisjoint({"a", "c"})
        state = play(state, f"turn {card}")
        if state.table.called:  # rope and knife are fetched where plum and white were
            state = roll(state, "6 6", {"plum": "a", "white": "c"}[card])
    assert told(state, 0)[-1] == Reshuffled()
    assert pile(state) == {"a": Fraction(1, 2), "c": Fraction(1, 2)}
    assert not state.table.aside


@pytest.mark.rule("S2-04", "S2-06")
def test_the_game_is_over_when_no_card_is_left_and_scores_its_rolls() -> None:
    """One card is missed with 2 rolls, 3 rooms are entered with 1 each, and it takes 1 more: 6 rolls."""
    state = roll(roll(begun("a"), "1 1", "1,1"), "1 1", "1,3")
    way = ("b", "b"), ("plum", "a"), ("rope", ""), ("knife", "c"), ("c", ""), ("white", ""), ("a", "a")
    for card, room in way:
        assert state.outcome() is None
        state = play(state, f"turn {card}")
        state = roll(state, "6 6", room) if room else state
    assert state.outcome() == Outcome(0, 2 + 4)
    assert told(state, 0)[-1] == Ended(0, ())
    assert (state.seat, len(state.legal()), len(state.chance())) == (None, 0, 0)


# --- moving ----------------------------------------------------------------------------------------


@pytest.mark.rule("S2-05")
def test_a_card_of_the_room_one_stands_in_is_fetched_without_a_roll() -> None:
    """In A, where plum was fetched, rope and the room card follow without a turn or a roll."""
    state = roll(begun("plum"), "2 2", "a")
    for card in ("rope", "a"):
        state = play(state, f"turn {card}")
        assert told(state, 0) == [Called(card), Taken(0, card)]
    assert state.table.rolls == 1


@pytest.mark.rule("S2-05", "S1-04")
def test_the_room_just_left_is_closed_even_to_its_card() -> None:
    """Out of B in the corridor its card is turned up: B can't be entered before another room has been."""
    state = roll(begun("plum"), "1 1", "b")
    state = roll(state, "1 1", "1,1")  # plum is missed
    state = play(state, "turn b", "roll", "dice 1 2")
    assert not may(state, "go b")
    state = play(state, "go a", "roll", "dice 2 2")
    assert may(state, "go b")


@pytest.mark.rule("S2-05", "S1-02", "S1-03")
@pytest.mark.parametrize("name", BOARDS)
def test_there_are_no_passages_on_any_board(name: str) -> None:
    """Where the detective starts, and in every room with a passage, there is nothing but the roll."""
    scenario = BOARDS[name].scenario
    ends = {end for ends in scenario.board.passages for end in ends}
    assert ends
    state = new_game(scenario)
    assert not state.table.board.passages
    start = scenario.board.middle.id if scenario.board.middle else "cloak_room"
    assert state.table.place(0) == start


# --- at random -------------------------------------------------------------------------------------


def chasing(state: Position, rng: Random) -> Action:
    """Go after the card called for, now and then astray."""
    table, walks = state.table, [action for action in state.legal() if isinstance(action, Go)]
    if not walks or rng.random() < 0.1:
        return rng.choice(list(state.legal()))
    room = table.pieces.get(table.called, table.called)

    def way(place: Place) -> int:
        return 0 if place == room else distances(table.board, place).get(room, 99)

    return min(walks, key=lambda walk: way(walk.place))


@pytest.mark.rule("S2-02", "S2-03", "S2-04", "S2-05", "S2-06")
@pytest.mark.parametrize("name", BOARDS)
def test_random_games_of_errands_end_and_hold_together(name: str) -> None:
    """6 games a board, followed on paper: the piles, two rolls a card, what is fetched, and the score."""
    scenario = BOARDS[name].scenario
    for game in range(6):
        in_pile, aside, fetched = set(scenario.cards), set[str](), set[str]()
        room_of = {room: room for room in scenario.ids(Kind.ROOM)}
        rolls = tries = 0
        card = ""
        for before, action, state in driven(new_game(scenario), Random(f"{name} {game}"), chasing):
            words = str(action).split()
            if words[0] == "put":
                room_of[words[1]] = words[2]
            if words[0] == "turn":
                assert set(pile(before)) == in_pile
                card, tries = words[1], 0
                in_pile.remove(card)
            rolls, tries = rolls + isinstance(action, Dice), tries + isinstance(action, Dice)
            moved = isinstance(action, Turn | Go) or Stuck(0) in told(state, 0)
            if moved and state.table.place(0) == room_of[card]:
                fetched.add(card)
            elif moved and tries == 2:
                aside.add(card)
            if moved and not in_pile and card in fetched | aside:
                in_pile, aside = aside, set()
            assert tries <= 2
            assert (set(state.table.taken), set(state.table.aside)) == (fetched, aside)
        assert fetched == set(scenario.cards)
        assert state.outcome() == Outcome(0, rolls)
        assert rolls == sum(isinstance(event, Rolled) for event in state.view(0).history)


# --- at the table ----------------------------------------------------------------------------------


def chased(loaded: Loaded, seed: int, salt: int) -> Session:
    """Return a game of a person who chases, and strays by the salt."""
    rng = Random(salt)
    return played(Record(loaded.document, COLLECTOR, seed), lambda session: chasing(session.state, rng))


@pytest.mark.rule("S2-04")
def test_the_first_pile_of_a_seed_is_the_same_whatever_the_player_does() -> None:
    """Who plays a seed again meets the cards of the first pass, and the dice, in the same order."""
    orders = []
    for salt in (1, 2):
        log = chased(ERRANDS, 5, salt).record.log
        turned = [line for line in log if line.startswith("turn ")]
        orders.append((turned[:21], [line for line in log if line.startswith("dice")][:30]))
    assert orders[0] == orders[1]
    assert len(set(orders[0][0])) == 21


@pytest.mark.rule("S2-02", "S2-04")
def test_neither_a_roll_nor_a_card_seen_is_ever_taken_back() -> None:
    """Undo gives back the walk after a first miss; what the dice or the pile brought stays in the log."""
    session = Session(Record(ERRANDS.document, COLLECTOR, 6))
    rng = Random(6)
    undone = 0
    while not session.over:
        if not session.waits_for_person:
            session.step()
            continue
        if session.may_undo and rng.random() < 0.3:
            seen = [line for line in session.record.log if line.split()[0] in ("dice", "turn", "put")]
            session.undo()
            undone += 1
            assert seen == [line for line in session.record.log if line.split()[0] in ("dice", "turn", "put")]
            assert isinstance(next(iter(session.legal())), Go)
            continue
        session.act(chasing(session.state, rng))
    assert undone > 3


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_of_errands_goes_on_from_its_log(name: str) -> None:
    """Broken off at any of five moments, it is the same position when read, and goes on as it would have."""
    whole = chased(BOARDS[name], 3, 3)
    log = whole.record.log
    for cut in range(0, len(log), len(log) // 4):
        again = Session(replace(whole.record, log=log[:cut]))
        while not again.over:
            line = log[len(again.record.log)]
            if again.waits_for_person:
                again.act(next(action for action in again.legal() if str(action) == line))
            else:
                again.step()
        assert (again.record, again.state) == (whole.record, whole.state)


@pytest.mark.rule("S2-05")
def test_errands_ship_on_the_classic_board() -> None:
    """From the stairs, with two dice and 21 cards."""
    scenario = ERRANDS.scenario
    assert (scenario.game, scenario.start, scenario.rules.move_dice) == (Game.ERRANDS, "stairs", 2)
    assert len(scenario.cards) == 21
