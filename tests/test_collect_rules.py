"""The rules of the solitaire "collect", alone and as a race, played by action texts and by minds."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from games import NAMELESS, category, drawn, may, offered, play, told
from playing import COLLECTOR, at_random, document, played, small_house, steps

from clue_cli.opponents.levels import mind
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import parse
from clue_cli.rules.engine import WrongSeats, new_game
from clue_cli.rules.events import ONLOOKER, Ended, Stuck, Taken, TurnBegan
from clue_cli.rules.legal import IllegalAction
from clue_cli.rules.model import Game, Kind, Scenario
from clue_cli.rules.movement import Move
from clue_cli.rules.options import Rules
from clue_cli.rules.position import Position
from clue_cli.rules.table import Outcome
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.load import from_document, load
from clue_cli.scenario.shelf import find
from clue_cli.ui.telling import Teller

HOUSE = Scenario(
    "house",
    Game.COLLECT,
    NAMELESS,
    NAMELESS,
    (category(Kind.SUSPECT, "plum white"), category(Kind.WEAPON, "rope knife"), category(Kind.ROOM, "a b c")),
    drawn(
        "A#B#C",
        ".....",
        "##x##",
        doors=(((0, 0), (1, 0)), ((0, 2), (1, 2)), ((0, 4), (1, 4))),
    ),
    Rules(move_dice=2),
    start="stairs",
)
"""Three rooms on a corridor of five squares: B is 2 steps from the stairs, and 4 from A and from C."""

PLACED = ("put plum a", "put white c", "put rope a", "put knife c")


def turn(state: Position, dice: str, place: str) -> Position:
    """Roll, walk there and begin the next turn."""
    return play(state, "roll", f"dice {dice}", f"go {place}")


def begun(collect: Scenario) -> Position:
    """Return the first turn of the shipped game: the pieces stand in the first six rooms, in order."""
    pieces, rooms = (*collect.ids(Kind.SUSPECT), *collect.ids(Kind.WEAPON)), collect.ids(Kind.ROOM)
    return play(new_game(collect), *(f"put {piece} {rooms[n % 6]}" for n, piece in enumerate(pieces)))


# --- setting up --------------------------------------------------------------------------------


@pytest.mark.rule("S1-01")
def test_suspects_stand_in_different_rooms_at_random(collect: Scenario) -> None:
    """The first suspect is in any of 9 rooms with equal chances, the next in any of the other 8."""
    state = new_game(collect)
    free = list(collect.ids(Kind.ROOM))
    for suspect in collect.ids(Kind.SUSPECT):
        expected = {f"put {suspect} {room}": Fraction(1, len(free)) for room in free}
        assert {str(action): odds for action, odds in state.chance().items()} == expected
        state = play(state, f"put {suspect} {free.pop()}")
    assert len(free) == 3


@pytest.mark.rule("S1-01")
def test_a_weapon_stands_on_each_suspect(collect: Scenario) -> None:
    """Weapons go where a suspect is and no weapon yet: the first into any of 6, the last into the last."""
    state = new_game(collect)
    rooms = list(collect.ids(Kind.ROOM)[:6])
    state = play(state, *(f"put {suspect} {rooms[n]}" for n, suspect in enumerate(collect.ids(Kind.SUSPECT))))
    for weapon in collect.ids(Kind.WEAPON):
        expected = {f"put {weapon} {room}": Fraction(1, len(rooms)) for room in rooms}
        assert {str(action): odds for action, odds in state.chance().items()} == expected
        state = play(state, f"put {weapon} {rooms.pop()}")
    assert sorted(state.table.pieces.values()) == sorted(collect.ids(Kind.ROOM)[:6] * 2)
    assert told(state, 0)[-1] == TurnBegan(1, 0)


@pytest.mark.rule("S1-01")
@pytest.mark.parametrize("seats", [("plum",), ("", "plum"), ("",) * 7])
def test_solitaire_is_played_by_no_suspect(collect: Scenario, seats: tuple[str, ...]) -> None:
    """There is one detective, or up to six of them (S1-07), and no seat for a suspect."""
    assert len(new_game(collect).table.seats) == 1
    with pytest.raises(WrongSeats):
        new_game(collect, seats)


@pytest.mark.rule("S1-02")
def test_the_stairs_where_the_detective_starts_open_on_every_adjoining_square(collect: Scenario) -> None:
    """With a single step every corridor square that touches the stairs can be reached, and nothing else."""
    rows = collect.board.rows
    stairs = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "x"]
    beside = {(r + down, c + right) for r, c in stairs for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    expected = {f"go {r},{c}" for r, c in beside if rows[r][c] == "."}
    assert len(expected) == 24  # 5 above, 5 below, 7 on either side
    state = begun(replace(collect, rules=replace(collect.rules, move_dice=1)))
    assert state.table.place(0) == "stairs"
    assert offered(play(state, "roll", "dice 1")) == expected


# --- moving ------------------------------------------------------------------------------------


@pytest.mark.rule("S1-03")
def test_each_turn_rolls_two_dice(collect: Scenario) -> None:
    """There is nothing else to begin a turn with; each of the 36 ordered pairs has a chance of 1/36."""
    state = begun(collect)
    assert offered(state) == {"roll"}
    state = play(state, "roll")
    expected = {f"dice {a} {b}": Fraction(1, 36) for a in range(1, 7) for b in range(1, 7)}
    assert {str(action): odds for action, odds in state.chance().items()} == expected
    assert state.seat is None


@pytest.mark.rule("S1-03", "C-05")
def test_a_move_is_walked_with_the_sum_of_the_dice(collect: Scenario) -> None:
    """Nobody is in the way: what 7 steps reach on the empty board is open, and nothing else."""
    state = play(begun(collect), "roll", "dice 3 4")
    expected = Move(collect.board, "stairs", 7).ends()
    texts = {f"go {p}" if isinstance(p, str) else f"go {p[0]},{p[1]}" for p in expected}
    assert offered(state) == texts
    assert may(state, "go hall")
    assert not may(state, "go kitchen")


@pytest.mark.rule("S1-03")
def test_there_are_no_passages(collect: Scenario) -> None:
    """In the lounge, where the board has a passage, there is only the roll."""
    state = turn(begun(collect), "4 4", "lounge")
    assert state.table.place(0) == "lounge"
    assert offered(state) == {"roll"}
    assert not may(state, "passage conservatory")


@pytest.mark.rule("S1-04", "C-05")
def test_entering_a_room_ends_the_move() -> None:
    """The detective enters B with 2 of a roll of 12, and the next turn begins there."""
    state = turn(play(new_game(HOUSE), *PLACED), "6 6", "b")
    assert state.table.place(0) == "b"
    assert told(state, 0)[-1] == TurnBegan(2, 0)
    assert offered(state) == {"roll"}


@pytest.mark.rule("S1-04")
def test_the_room_just_left_is_closed_until_another_has_been_entered(collect: Scenario) -> None:
    """Out of the hall, turns in the corridor do not open it again; entering the lounge does."""
    state = turn(begun(collect), "1 1", "hall")
    state = turn(state, "1 1", "17,10")
    assert not may(play(state, "roll", "dice 1 1"), "go hall")
    state = turn(turn(state, "1 1", "17,8"), "1 1", "17,10")
    assert not may(play(state, "roll", "dice 6 6"), "go hall")
    state = turn(state, "3 3", "lounge")
    state = play(state, "roll", "dice 4 4")
    assert may(state, "go hall")
    assert not may(state, "go lounge")


# --- taking ------------------------------------------------------------------------------------


@pytest.mark.rule("S1-05", "S1-06")
def test_rooms_are_taken_first_then_suspects_then_weapons_one_an_entry() -> None:
    """A whole game on three rooms; B, where nobody stands, gives its room card and nothing after that."""
    state = play(new_game(HOUSE), *PLACED)
    taken = []
    way = ("2 2 a", "3 3 c", "3 3 a", "2 2 b", "2 2 c", "2 2 b", "2 2 c", "3 3 a", "2 2 b", "2 2 a", "3 3 c")
    for a, b, place in map(str.split, way):
        state = turn(state, f"{a} {b}", place)
        taken.append(next((event.card for event in told(state, 0) if isinstance(event, Taken)), None))
    assert taken == ["a", "c", None, "b", "white", None, None, "plum", None, "rope", "knife"]
    assert state.outcome() == Outcome(0, 11)


@pytest.mark.rule("S1-05")
def test_a_piece_taken_is_off_the_board_and_the_others_stay() -> None:
    """Plum is taken in A: the rope that stood with him is still there."""
    state = play(new_game(HOUSE), *PLACED)
    for dice, place in (("1 1", "b"), ("2 2", "a"), ("3 3", "c"), ("3 3", "a")):
        state = turn(state, dice, place)
    assert dict(state.table.pieces) == {"white": "c", "rope": "a", "knife": "c"}
    assert set(state.table.taken) == {"a", "b", "c", "plum"}


@pytest.mark.rule("S1-05")
def test_a_move_that_ends_in_the_corridor_takes_nothing() -> None:
    """Cards are taken on entering a room, not on the square before it."""
    state = turn(play(new_game(HOUSE), *PLACED), "1 2", "1,0")
    assert state.table.place(0) == (1, 0)
    assert dict(state.table.taken) == {}


@pytest.mark.rule("S1-06")
def test_standing_still_is_no_move() -> None:
    """With a roll in hand every open action leads to another place; ending the turn is not among them."""
    state = turn(play(new_game(HOUSE), *PLACED), "1 1", "b")
    state = play(state, "roll", "dice 2 2")
    assert offered(state) == {"go a", "go c"}
    for line in ("end", "go b", "roll"):
        assert not may(state, line)


@pytest.mark.rule("S1-06", "C-06")
def test_a_roll_without_any_move_counts_and_is_over() -> None:
    """On a corridor of one square the detective, back from the only room, can't enter it and can't step."""
    house = replace(
        HOUSE,
        board=drawn("A.x", doors=(((0, 0), (0, 1)),)),
        categories=(category(Kind.SUSPECT, "plum"), category(Kind.WEAPON, "rope"), category(Kind.ROOM, "a")),
    )
    state = turn(play(new_game(house), "put plum a", "put rope a"), "1 1", "a")
    state = turn(state, "1 1", "0,1")
    state = play(state, "roll", "dice 3 4")
    assert told(state, 0)[1:] == [Stuck(0), TurnBegan(4, 0)]
    assert state.table.rolls == 3
    assert offered(state) == {"roll"}


@pytest.mark.rule("S1-06")
def test_the_game_is_done_when_every_card_is_taken_and_scores_its_rolls() -> None:
    """Seven cards in seven entries: a score of 7 rolls; then nothing is open any more."""
    state = play(new_game(HOUSE), *PLACED)
    for dice, place in (("1 1", "b"), ("2 2", "a"), ("3 3", "c"), ("3 3", "a"), ("3 3", "c"), ("3 3", "a")):
        state = turn(state, dice, place)
        assert state.outcome() is None
    state = turn(state, "3 3", "c")
    assert state.outcome() == Outcome(0, 7)
    assert told(state, ONLOOKER)[-1] == Ended(0, ())
    assert (state.seat, len(state.legal()), len(state.chance())) == (None, 0, 0)
    with pytest.raises(IllegalAction):
        state.apply(parse("roll"))


def test_option_start(collect: Scenario) -> None:
    """A scenario says where the detective starts; a room is left by its doors."""
    state = begun(replace(collect, start="lounge"))
    assert state.table.place(0) == "lounge"
    assert offered(play(state, "roll", "dice 1 1")) == {"go 17,6", "go 18,5", "go 18,7"}


@pytest.mark.rule("S1-03")
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_option_dice(collect: Scenario, dice: int) -> None:
    """As many dice are thrown as the scenario says."""
    state = play(begun(replace(collect, rules=replace(collect.rules, move_dice=dice))), "roll")
    assert set(state.chance().values()) == {Fraction(1, 6**dice)}
    assert len(state.chance()) == 6**dice


@pytest.mark.rule("S1-04", "S1-02")
def test_a_start_that_is_a_room_is_a_room_just_left(collect: Scenario) -> None:
    """Beginning in the lounge, the detective can't enter it before another room has been entered."""
    state = begun(replace(collect, start="lounge"))
    state = play(state, "roll", "dice 1 1")
    square = next(action for action in state.legal() if "," in str(action))
    state = play(state, str(square), "roll", "dice 6 6")
    assert not may(state, "go lounge")
    state = play(state, "go dining_room", "roll", "dice 6 6")
    assert may(state, "go lounge")


# --- the race ------------------------------------------------------------------------------------

APART = ("put plum b", "put white c", "put rope b", "put knife c")
ALL_BUT_WEAPONS = ("2 2 a", "1 1 b", "3 3 c", "2 2 c", "2 2 b")


def race(*turns: str, seats: int = 2) -> Position:
    """Play turns of a race on the three rooms: each the dice, and where the seat whose turn it is goes."""
    state = play(new_game(HOUSE, ("",) * seats), *APART)
    for words in turns:
        dice, place = words.rsplit(" ", 1)
        state = turn(state, dice, place)
    return state


def careful(state: Position, number: int) -> str:
    """Return what a rival does who must act, by that stream."""
    assert state.seat is not None
    stream = Stream("race", "seat", number)
    return str(mind("careful").decide(state.view(state.seat), state.legal(), stream))


@pytest.mark.rule("S1-07", "S1-02")
def test_a_race_is_run_in_turn_from_one_start() -> None:
    """Three begin on the stairs, where there is room for all; after the third the first is next."""
    state = race(seats=3)
    assert [state.table.place(seat) for seat in range(3)] == ["stairs"] * 3
    order = []
    for dice, place in (("1 1", "b"), ("2 2", "a"), ("2 2", "c"), ("2 2", "a")):
        order.append(state.seat)
        state = turn(state, dice, place)
    assert order == [0, 1, 2, 0]


@pytest.mark.rule("S1-07", "S1-05")
def test_what_one_takes_is_gone_for_all() -> None:
    """Suspects come once all room cards are gone, whoever has them; and nobody finds a card twice."""
    state = race(*ALL_BUT_WEAPONS)
    assert dict(state.table.taken) == {"a": 0, "b": 1, "c": 0, "white": 1, "plum": 0}
    assert dict(state.table.pieces) == {"rope": "b", "knife": "c"}


@pytest.mark.rule("S1-07", "S1-04")
def test_each_is_barred_from_the_room_just_left_by_themselves() -> None:
    """Out of B the first can't go back, but the second enters it."""
    state = race("1 1 b", "1 1 1,1", "1 1 1,3", "1 1 b")
    assert offered(play(state, "roll", "dice 1 1")) == {"go 1,1", "go c"}


@pytest.mark.rule("S1-07", "CL-07")
def test_a_rival_in_the_corridor_can_neither_be_met_nor_passed() -> None:
    """The first stands between B and C: from the stairs the second gets to A with 4, and not to C."""
    state = race("1 1 1,3")
    assert offered(play(state, "roll", "dice 1 1")) == {"go b", "go 1,1"}
    assert offered(play(state, "roll", "dice 2 2")) == {"go b", "go a"}


@pytest.mark.rule("S1-07", "S1-06", "C-14")
def test_who_is_shut_in_has_rolled_in_vain_and_takes_nothing() -> None:
    """The second stands before the only door of B, where the first took Plum: the rope there stays."""
    state = play(race(*ALL_BUT_WEAPONS, "1 2 1,2"), "roll", "dice 3 3")
    assert told(state, 1)[1:] == [Stuck(0), TurnBegan(8, 1)]
    assert "rope" not in state.table.taken
    assert state.table.rolls == 7


@pytest.mark.rule("S1-07")
@pytest.mark.parametrize(
    ("turns", "seats", "winner"),
    [
        # 4 to 3, and the other took the last one; 3 to 4; 3 each, and 1
        ((*ALL_BUT_WEAPONS, "3 3 a", "2 2 c", "2 2 b"), 2, 0),
        ((*ALL_BUT_WEAPONS, "2 2 b", "2 2 a", "2 2 c"), 2, 1),
        (("2 2 a", "1 1 b", "2 2 c", "2 2 b", "2 2 c", "3 3 a", "2 2 c", "2 2 b"), 3, None),
    ],
    ids=["first", "second", "tie"],
)
def test_who_holds_most_cards_wins_a_race(turns: tuple[str, ...], seats: int, winner: int | None) -> None:
    """Not who takes the last card; where two hold most of them, nobody wins."""
    state = race(*turns, seats=seats)
    assert state.outcome() == Outcome(winner, len(turns))
    assert told(state, ONLOOKER)[-1] == Ended(winner, ())


@pytest.mark.rule("S1-07")
def test_a_race_is_told_with_who_holds_how_many() -> None:
    """Rivals have names of their own, and a tie is called one."""
    turns = ("2 2 a", "1 1 b", "2 2 c", "2 2 b", "2 2 c", "3 3 a", "2 2 c", "2 2 b")
    state = race(*turns, seats=3)
    *_, before, last = Teller(HOUSE, state.table.seats, 0).lines(state.view(0).history)
    assert before.startswith("8. Rival: rolled 2+2; entered")
    assert last == "Every card is collected (you 3, Rival 3, Rival 2 1): a tie, which nobody wins."


@pytest.mark.rule("S1-07")
def test_a_rival_goes_where_a_card_is_or_as_near_as_can_be() -> None:
    """B is empty: with 2 a rival goes to a square 2 steps from A or C; with 4 into one of these."""
    state = race("1 1 b")
    near, in_ = (play(state, "roll", f"dice {dice}") for dice in ("1 1", "2 2"))
    assert {careful(near, number) for number in range(20)} == {"go 1,1", "go 1,3"}
    assert {careful(in_, number) for number in range(20)} == {"go a", "go c"}
    assert careful(state, 0) == "roll"


@pytest.mark.rule("S1-07")
@pytest.mark.parametrize("rivals", [1, 2, 5])
def test_a_race_against_minds_ends_and_goes_on_from_its_log(rivals: int) -> None:
    """All cards are held in the end, most by the winner alone; read anew the game is what it was."""
    seats = (*COLLECTOR, *(Seat("", "careful"),) * rivals)
    session = played(Record(document("collect"), seats, 5), at_random())
    outcome = session.state.outcome()
    held = Counter(session.state.table.taken.values()).most_common()
    assert outcome
    assert sum(count for _seat, count in held) == 21
    assert outcome.winner == (None if held[1][1] == held[0][1] else held[0][0])
    assert session.game == f"collect/{rivals + 1}"
    log = session.record.log
    for cut in (len(log) // 3, len(log)):
        again = Session(replace(session.record, log=log[:cut]))
        for _ in steps(again, lambda it: parse(log[len(it.record.log)])):
            pass
        assert (again.record, again.state) == (session.record, session.state)


@pytest.mark.rule("S1-07")
@pytest.mark.parametrize("minds", [("careful", PERSON), (PERSON, PERSON), ("careful", "careful"), ()])
def test_a_person_has_the_first_seat_of_a_race(minds: tuple[str, ...]) -> None:
    """And nobody else is a person."""
    with pytest.raises(WrongSeats):
        Session(Record(document("collect"), tuple(Seat("", mind) for mind in minds), 1))


@pytest.mark.rule("S1-05", "S1-06", "S1-02")
@pytest.mark.parametrize("name", ["clue-2015", "master-detective"])
def test_a_solitaire_on_another_board_collects_all_of_it(name: str) -> None:
    """On the board of each edition random games end with every card of it taken, and go on from their log."""
    composed = on_board(load(find("collect")), load(find(name)))
    session = played(Record(composed.document, COLLECTOR, 2), at_random())
    assert set(session.state.table.taken) == set(load(find(name)).scenario.cards)
    assert session.game == f"collect-{name}/solo"
    assert Session(session.record).state == session.state


@pytest.mark.rule("S1-04", "S2-05")
@pytest.mark.parametrize("game", ["collect", "errands"])
def test_one_room_is_none_to_play_in(game: str) -> None:
    """It stays closed until another was entered: nobody ever walks there again."""
    one = small_house() | {"game": game}
    one["board"] |= {"grid": "B##\n...\n#x#\n", "room": one["board"]["room"][:1]}
    for pieces in one["category"][:2]:
        del pieces["cards"][1:]
    with pytest.raises(ScenarioFaults, match="there is one room only"):
        from_document(one, "small-house")
