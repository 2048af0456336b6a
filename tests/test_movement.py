"""Where a token may go, held against a slow enumerator that walks every walk on the drawing of the board."""

from collections import Counter
from random import Random

import pytest
from games import drawn
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clue_cli.rules.model import Board, Place, Scenario, Square
from clue_cli.rules.movement import Move, UnknownPlace, distances

NOTHING: frozenset[Place] = frozenset()

# --- the slow way ------------------------------------------------------------------------------


class Floor:
    """Know a board from its drawing and its list of doors alone, and walk every walk on it, one by one."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.squares = self._marked(".123456789")
        self.near = {square: self.beside(square) for square in self.squares}
        self.doors: dict[Square, set[str]] = {}
        for room in board.rooms:
            for door in room.doors:
                self.doors.setdefault(door.outside, set()).add(room.id)

    def _marked(self, marks: str) -> set[Square]:
        rows = enumerate(self.board.rows)
        return {(r, c) for r, row in rows for c, mark in enumerate(row) if mark in marks}

    def beside(self, cell: Square) -> list[Square]:
        """List the corridor squares above, below, left and right of a cell."""
        r, c = cell
        return [side for side in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if side in self.squares]

    def first_steps(self, start: Place) -> set[Square]:
        """Return the squares onto which a first step may lead."""
        if isinstance(start, tuple):
            return set(self.near[start])
        if self.board.middle and start == self.board.middle.id:
            return {side for cell in self._marked(self.board.middle.letter) for side in self.beside(cell)}
        return {square for square, rooms in self.doors.items() if start in rooms}

    def walks(
        self, start: Place, steps: int, occupied: frozenset[Place]
    ) -> tuple[list[set[Square]], set[str]]:
        """Return the ends in the corridor of all walks, by length from 0, and the rooms walked into."""
        ends: list[set[Square]] = [set() for _ in range(steps + 1)]
        rooms = set(self.doors.get(start, ())) if isinstance(start, tuple) else set()
        visited: set[Place] = {start}

        def walk(onto: set[Square] | list[Square], count: int) -> None:
            for square in onto:
                if square in visited or square in occupied:
                    continue
                ends[count].add(square)
                if count < steps:
                    rooms.update(self.doors.get(square, ()))
                    visited.add(square)
                    walk(self.near[square], count + 1)
                    visited.remove(square)

        walk(self.first_steps(start), 1)
        return ends, rooms - {str(start)}

    def reach(
        self,
        start: Place,
        steps: int,
        occupied: frozenset[Place] = NOTHING,
        barred: frozenset[str] = frozenset(),
    ) -> tuple[set[Square], set[str]]:
        """Return the squares and the rooms where the move may end, by C-03 to C-06 and C-14."""
        ends, rooms = self.walks(start, steps, occupied)
        rooms -= barred
        if ends[steps] or rooms:
            return ends[steps], rooms
        return next((squares for squares in reversed(ends) if squares), set()), rooms


def found(
    board: Board,
    start: Place,
    steps: int,
    occupied: frozenset[Place] = NOTHING,
    barred: frozenset[str] = frozenset(),
) -> tuple[set[Square], set[str]]:
    """Return what the rules say, as the slow way does."""
    answer = Move(board, start, steps, occupied, barred).ends()
    return set(answer.squares), set(answer.rooms)


@pytest.mark.rule("C-03", "C-04", "C-05", "C-06", "C-14", "CL-07")
@pytest.mark.parametrize("seed", range(10))
def test_every_end_of_a_move_on_the_classic_board_is_found_by_walking_every_walk(
    classic: Scenario, seed: int
) -> None:
    """A move ends where some walk of the roll ends, or in a room: 2,400 random positions, walked in full."""
    floor, rng = Floor(classic.board), Random(seed)
    squares = sorted(floor.squares)
    rooms = [room.id for room in classic.board.rooms]
    for number in range(240):
        start: Place = rng.choice([rng.choice(squares), rng.choice(rooms), rng.choice(squares), "stairs"])
        tokens = rng.sample([square for square in squares if square != start], rng.randint(0, 8))
        barred = frozenset(rng.sample(rooms, rng.choice((0, 0, 1))))
        steps = 1 + number % 12
        expected = floor.reach(start, steps, frozenset(tokens), barred)
        assert expected == found(classic.board, start, steps, frozenset(tokens), barred), (
            start,
            steps,
            tokens,
        )


@pytest.mark.rule("C-06", "C-14")
@pytest.mark.parametrize("seed", range(2))
def test_tokens_crowded_round_a_token_leave_the_same_moves_as_walking_every_walk(
    classic: Scenario, seed: int
) -> None:
    """With the tokens close by, doors are shut and walks cut short: 400 random positions, walked in full."""
    floor, rng = Floor(classic.board), Random(f"crowd {seed}")
    squares = sorted(floor.squares)
    rooms = [room.id for room in classic.board.rooms]
    kinds: Counter[str] = Counter()
    for number in range(200):
        start: Place = rng.choice([rng.choice(squares), rng.choice(rooms)])
        close = {end for ends in floor.walks(start, 3, NOTHING)[0] for end in ends}
        tokens = frozenset(rng.sample(sorted(close), min(len(close), rng.randint(1, 8))))
        steps = 1 + number % 6
        expected = floor.reach(start, steps, tokens)
        assert expected == found(classic.board, start, steps, tokens), (start, steps, tokens)
        full = floor.walks(start, steps, tokens)[0][steps]
        kinds["stuck" if not any(expected) else "short" if not full and not expected[1] else "full"] += 1
    assert min(kinds[kind] for kind in ("stuck", "short", "full")) >= 5, kinds


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, Place, int, frozenset[Place], frozenset[str]]:
    """Draw a small board of narrow corridors, a start on it, a roll, tokens and barred rooms."""
    width, height = draw(st.integers(2, 6)), draw(st.integers(1, 5))
    marks = st.sampled_from("......##ABx")
    rows = tuple("".join(draw(marks) for _ in range(width)) for _ in range(height))
    floor = Floor(drawn(*rows))
    edges = [
        ((r, c), side)
        for r, row in enumerate(rows)
        for c, mark in enumerate(row)
        if mark.isupper()
        for side in floor.beside((r, c))
    ]
    doors = draw(st.lists(st.sampled_from(edges), unique=True)) if edges else []
    board = drawn(*rows, doors=tuple(doors))
    squares = sorted(floor.squares)
    rooms = [room.id for room in board.rooms]
    starts: list[Place] = [*squares, *rooms, *(["stairs"] if board.middle else [])]
    assume(starts)
    start = draw(st.sampled_from(starts))
    tokens = draw(st.sets(st.sampled_from(squares), max_size=3)) if squares else set()
    barred = draw(st.sets(st.sampled_from(rooms), max_size=1)) if rooms else set()
    return board, start, draw(st.integers(1, 12)), frozenset(tokens - {start}), frozenset(barred)


@pytest.mark.rule("C-03", "C-04", "C-05", "C-06", "C-14")
@settings(max_examples=600)
@given(positions())
def test_every_end_of_a_move_on_small_boards_is_found_by_walking_every_walk(
    position: tuple[Board, Place, int, frozenset[Place], frozenset[str]],
) -> None:
    """In narrow corridors, too, a move ends exactly where some walk ends, or where the longest ones end."""
    board, start, steps, tokens, barred = position
    assert Floor(board).reach(start, steps, tokens, barred) == found(board, start, steps, tokens, barred)


@pytest.mark.rule("C-03", "C-05")
@settings(max_examples=300)
@given(positions())
def test_the_distance_of_a_room_is_the_shortest_walk_into_it(
    position: tuple[Board, Place, int, frozenset[Place], frozenset[str]],
) -> None:
    """A room is as far as the smallest roll that reaches it."""
    board, start, _, tokens, _ = position
    floor = Floor(board)
    expected: dict[str, int] = {}
    for steps in range(len(floor.squares) + 2, 0, -1):
        expected |= dict.fromkeys(floor.walks(start, steps, tokens)[1], steps)
    assert expected == distances(board, start, tokens)


# --- drawn by hand -----------------------------------------------------------------------------

RING = drawn(
    "......",
    ".####.",
    ".####A",
    "......",
    doors=(((2, 5), (3, 5)),),
)
"""A corridor of 15 squares bent round a block, open only at the room between (1,5) and (3,5)."""


def by_distance_and_parity(board: Board, start: Square, steps: int) -> set[Square]:
    """Return the squares near enough and an even or odd number of steps away, which is a wrong rule."""
    floor = Floor(board)
    away = {start: 0}
    queue = [start]
    for square in queue:
        for side in floor.near[square]:
            if side not in away:
                away[side] = away[square] + 1
                queue.append(side)
    return {square for square, far in away.items() if far <= steps and (steps - far) % 2 == 0}


@pytest.mark.rule("C-04")
def test_right_distance_and_parity_do_not_make_a_walk() -> None:
    """From (0,2) seven steps lead round to (3,2) alone; by distance and parity five more squares would do.

    West: (0,1) (0,0) (1,0) (2,0) (3,0) (3,1) (3,2). East the corridor ends at (1,5) after four steps.
    The room lies behind (3,5), ten steps away.
    """
    assert ({(3, 2)}, set()) == found(RING, (0, 2), 7)
    wrong = by_distance_and_parity(RING, (0, 2), 7)
    assert {(0, 1), (0, 3), (0, 5), (1, 0), (3, 0), (3, 2)} == wrong


@pytest.mark.rule("C-04")
def test_no_square_is_stepped_on_twice_the_first_included() -> None:
    """On a ring of four squares three steps lead round; the fourth would be the start again."""
    ring = drawn("..", "..")
    assert ({(0, 1), (1, 0)}, set()) == found(ring, (0, 0), 3)
    assert ({(1, 1)}, set()) == found(ring, (0, 0), 2)
    assert ({(0, 1), (1, 0)}, set()) == found(ring, (0, 0), 4)


@pytest.mark.rule("C-03")
def test_steps_are_never_diagonal_and_never_through_a_wall_or_the_side_of_a_room() -> None:
    """Squares that touch at a corner are apart; a room without a door there is closed from that side."""
    board = drawn(
        ".#.",
        "#A.",
        "...",
        doors=(((1, 1), (2, 1)),),
    )
    assert (set(), set()) == found(board, (0, 0), 1)
    assert ({(0, 2), (2, 2)}, set()) == found(board, (1, 2), 1)
    assert ({(2, 1)}, set()) == found(board, (1, 2), 2)
    assert ({(2, 0)}, {"a"}) == found(board, (1, 2), 3)


@pytest.mark.rule("C-05")
def test_corridors_use_the_whole_roll_and_rooms_are_entered_with_any_count() -> None:
    """The room two squares on takes three steps: a 2 is too few, 3 and everything above will do."""
    board = drawn(
        "..A......",
        ".........",
        doors=(((0, 2), (0, 1)),),
    )
    assert {steps: "a" in Move(board, (1, 0), steps).ends().rooms for steps in range(1, 7)} == {
        1: False,
        2: False,
        3: True,
        4: True,
        5: True,
        6: True,
    }
    line = drawn("A.......", doors=(((0, 0), (0, 1)),))
    assert ({(0, 6)}, {"a"}) == found(line, (0, 2), 4)


@pytest.mark.rule("C-05")
def test_a_token_outside_a_door_steps_in_with_one(classic: Scenario) -> None:
    """From the square outside the lounge one step leads in; from a room the first step leads out."""
    assert {"lounge"} == Move(classic.board, (18, 6), 1).ends().rooms
    assert frozenset() == Move(classic.board, "lounge", 1).ends().rooms
    assert frozenset({(18, 6)}) == Move(classic.board, "lounge", 1).ends().squares


@pytest.mark.rule("C-06")
def test_a_roll_that_fits_nowhere_leads_as_far_as_it_can() -> None:
    """In a dead end the longest walks count: of two arms, of three and two squares, the longer."""
    board = drawn("......")
    assert ({(0, 5)}, set()) == found(board, (0, 2), 5)
    assert ({(0, 0), (0, 4)}, set()) == found(board, (0, 2), 2)
    even = drawn(".....")
    assert ({(0, 0), (0, 4)}, set()) == found(even, (0, 2), 6)


@pytest.mark.rule("C-06")
def test_a_room_in_reach_leaves_no_shorter_walk_open() -> None:
    """Only if no room can be reached either is a shorter walk open; a barred room can't be reached."""
    board = drawn("A....", doors=(((0, 0), (0, 1)),))
    assert (set(), {"a"}) == found(board, (0, 3), 4)
    assert ({(0, 1)}, set()) == found(board, (0, 3), 4, barred=frozenset({"a"}))


@pytest.mark.rule("C-06", "CL-07")
def test_a_token_hemmed_in_stays() -> None:
    """With tokens on all sides no step is open, however high the roll."""
    board = drawn("...", "...", "...")
    tokens = frozenset({(0, 1), (1, 0), (1, 2), (2, 1)})
    for steps in (1, 6, 12):
        assert (set(), set()) == found(board, (1, 1), steps, tokens)
        assert not Move(board, (1, 1), steps, tokens).ends()


@pytest.mark.rule("CL-07")
def test_an_occupied_square_stops_and_lets_pass_nobody() -> None:
    """A token in a narrow corridor cuts it; in a wide one it is walked round but not stopped on."""
    narrow = drawn(".....")
    assert ({(0, 2)}, set()) == found(narrow, (0, 0), 4, frozenset({(0, 3)}))
    wide = drawn(".....", ".....")
    assert ({(0, 1), (0, 3), (1, 0), (1, 2)}, set()) == found(wide, (0, 0), 3)
    assert ({(0, 1), (1, 0), (1, 2)}, set()) == found(wide, (0, 0), 3, frozenset({(0, 2)}))
    assert ({(0, 3), (1, 4)}, set()) == found(wide, (0, 0), 5, frozenset({(0, 2)}))


@pytest.mark.rule("C-14")
def test_a_token_outside_the_only_door_shuts_it_both_ways(classic: Scenario) -> None:
    """With a token on (18,6) nobody leaves the lounge and nobody enters it, from near or from afar."""
    guard: frozenset[Place] = frozenset({(18, 6)})
    for steps in range(1, 13):
        assert (set(), set()) == found(classic.board, "lounge", steps, guard)
    assert "lounge" in Move(classic.board, (18, 7), 2).ends().rooms
    for start in ((18, 7), (17, 6), (18, 5), (17, 0), "hall", "dining_room", "stairs"):
        assert "lounge" not in Move(classic.board, start, 12, guard).ends().rooms


@pytest.mark.rule("C-14")
def test_a_token_outside_one_door_leaves_the_others_open(classic: Scenario) -> None:
    """The library has two doors: a token before one of them leaves the way through the other."""
    guard: frozenset[Place] = frozenset({(13, 20)})
    assert ({(16, 16)}, set()) == found(classic.board, "library", 1, guard)
    assert "library" in Move(classic.board, (16, 15), 2, guard).ends().rooms
    assert "library" not in Move(classic.board, (13, 19), 2, guard).ends().rooms


@pytest.mark.rule("C-14")
def test_a_token_on_the_door_square_itself_may_go_in(classic: Scenario) -> None:
    """What shuts a door to others is no hindrance to the token that stands there."""
    assert {"lounge"} == Move(classic.board, (18, 6), 1, frozenset({(18, 5), (17, 6), (18, 7)})).ends().rooms


@pytest.mark.rule("C-04")
def test_a_move_does_not_go_back_into_the_room_it_started_from(classic: Scenario) -> None:
    """The hall has doors three steps apart and the ballroom four doors, yet no roll leads back in."""
    for room in classic.board.rooms:
        for steps in range(1, 13):
            assert room.id not in Move(classic.board, room.id, steps).ends().rooms


@pytest.mark.rule("S1-04")
def test_a_barred_room_is_not_entered_but_its_door_square_is_walked_on(classic: Scenario) -> None:
    """Barring a room takes it, and nothing else, from what can be reached while a whole walk is left."""
    free = Move(classic.board, (17, 9), 6).ends()
    barred = Move(classic.board, (17, 9), 6, used=frozenset({"hall"})).ends()
    assert {"hall"} == free.rooms - barred.rooms
    assert free.squares == barred.squares


@pytest.mark.rule("C-07")
def test_tokens_in_a_room_keep_nobody_out(classic: Scenario) -> None:
    """A room holds any number of tokens: one inside changes no move into, past or out of it."""
    inside: frozenset[Place] = frozenset({"hall", "lounge"})
    for start in ((17, 9), "hall", "lounge"):
        assert found(classic.board, start, 8) == found(classic.board, start, 8, inside)


@pytest.mark.rule("S1-02")
def test_the_middle_opens_on_every_square_beside_it_and_is_never_entered() -> None:
    """From the stairs one step leads to each adjoining square, never diagonally; no walk leads back."""
    board = drawn(
        ".....",
        ".xx..",
        ".xx#.",
        ".....",
    )
    assert ({(0, 1), (0, 2), (1, 0), (2, 0), (3, 1), (3, 2), (1, 3)}, set()) == found(board, "stairs", 1)
    assert "stairs" not in Move(board, (0, 1), 1).ends()
    assert ({(0, 0), (0, 2)}, set()) == found(board, (0, 1), 1)


NOWHERE = pytest.mark.parametrize("nowhere", ["attic", "", (0, 0), (-1, 3), (99, 99), (3, 2)])


@NOWHERE
@pytest.mark.rule("C-03")
def test_a_move_from_a_place_that_the_board_does_not_have_is_told(classic: Scenario, nowhere: Place) -> None:
    """A move starts on a corridor square, in a room or on the middle; walls and cells of rooms are none."""
    with pytest.raises(UnknownPlace):
        Move(classic.board, nowhere, 3).ends()


@NOWHERE
@pytest.mark.rule("C-03")
def test_distances_from_a_place_that_the_board_does_not_have_are_told(
    classic: Scenario, nowhere: Place
) -> None:
    """Nothing is any number of steps away from a wall, a cell of a room or a place off the board."""
    with pytest.raises(UnknownPlace):
        distances(classic.board, nowhere)


def test_ends_are_gone_through_rooms_first_and_counted() -> None:
    """The places of a move are listed once each, rooms before squares, in an order that never changes."""
    board = drawn(
        "B...A",
        "#...#",
        doors=(((0, 0), (0, 1)), ((0, 4), (0, 3))),
    )
    answer = Move(board, (0, 2), 3).ends()
    assert list(answer) == ["a", "b", (0, 1), (0, 3), (1, 2)]
    assert len(list(answer)) == len(answer)
    assert all(place in answer for place in answer)
    assert (0, 2) not in answer
