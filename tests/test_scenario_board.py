"""The shipped boards are the published ones: their counts, doors, passages and walking distances."""

import pytest

from clue_cli.rules.model import Board, Place, Square
from clue_cli.rules.movement import distances
from clue_cli.scenario import load, shelf

BOARDS = {
    name: load.load(shelf.find(scenario)).scenario.board
    for name, scenario in (("classic", "classic"), ("clue-2015", "clue-2015-traditional"))
}
CLASSIC, CLUE_2015 = BOARDS.values()
MASTER, PARLOUR = (load.load(shelf.find(name)).scenario.board for name in ("master-detective", "parlour"))
ROOMS = {room.letter: room.id for room in CLASSIC.rooms}

# Steps from each room, and each start square, to each room, walking: tables that an independent program
# worked out from its own drawings of the printed boards.
DISTANCES = {
    "classic": """
   K  B  C  I  L  S  H  O  D
K  .  7 20 17 23 28 19 19 11
B  7  .  4  6 12 17 13 15  7
C 20  4  .  7 14 20 20 27 19
I 17  6  7  .  4 15 15 22 14
L 23 12 14  4  .  7  7 14 14
S 28 17 20 15  7  .  4 17 17
H 19 13 20 15  7  4  .  8  8
O 19 15 27 22 14 17  8  .  4
D 11  7 19 14 14 17  8  4  .
1 23 19 31 26 18 21 12  8 10
2 23 19 31 26 18 21 12  8  8
3 13  8 25 22 28 33 24 24 16
4 24  8 10 13 19 24 24 31 23
5 23  9  7 10 17 23 23 30 22
6 32 21 24 19 11  8 10 21 21
""",
    "clue-2015": """
   K  B  C  I  L  S  H  O  D
K  .  7 19 17 23 28 19 19 11
B  7  .  5  6 12 17 13 15  7
C 19  5  .  6 13 19 19 26 18
I 17  6  6  .  4 15 15 22 14
L 23 12 13  4  .  7  7 14 14
S 28 17 19 15  7  . 10 17 17
H 19 13 19 15  7 10  .  8  8
O 19 15 26 22 14 17  8  .  4
D 11  7 18 14 14 17  8  4  .
1 23 19 30 26 18 21 12  8 10
2 23 19 30 26 18 21 12  8  8
3 13  8 24 22 28 33 24 24 16
4 24  8 11 13 19 24 24 31 23
5 22 10  7  9 16 22 22 29 21
6 32 21 23 19 11  8 14 21 21
""",
}
ROWS = [(name, row[0]) for name, table in DISTANCES.items() for row in table.splitlines()[2:]]


def place(board: Board, mark: str) -> Place:
    """Return the start square of that number, or the room of that letter."""
    return board.starts[int(mark) - 1] if mark.isdigit() else ROOMS[mark]


def doors(board: Board) -> set[tuple[str, Square, Square]]:
    """Return every door as its room, the cell inside and the square outside."""
    return {(room.id, door.inside, door.outside) for room in board.rooms for door in room.doors}


@pytest.mark.parametrize(("name", "squares", "doorways"), [("classic", 182, 17), ("clue-2015", 181, 16)])
def test_counts_are_those_of_the_printed_board(name: str, squares: int, doorways: int) -> None:
    """25 rows of 24 squares: corridor, 6 squares to start from, doors, 2 passages, the same 9 rooms."""
    board = BOARDS[name]
    assert (len(board.rows), {len(row) for row in board.rows}) == (25, {24})
    assert (len(board.squares), len(board.starts)) == (squares + 6, 6)
    assert len(doors(board)) == sum(len(room.doors) for room in board.rooms) == doorways
    assert len(board.passages) == 2
    assert {room.letter: room.id for room in board.rooms} == ROOMS
    assert len(ROOMS) == 9
    assert set(board.starts) < board.squares
    assert all(set(words.words) == {"en", "fr"} for words in (board.name, *board.places.values()))


@pytest.mark.rule("CL-03")
def test_start_squares_are_in_turn_order() -> None:
    """Scarlett starts by the lounge, then clockwise: Mustard, White, Green, Peacock, Plum."""
    assert CLASSIC.starts == ((24, 7), (17, 0), (0, 9), (0, 14), (6, 23), (19, 23))


@pytest.mark.rule("C15-04")
def test_start_squares_of_2015_are_in_turn_order() -> None:
    """Scarlett starts by the lounge, then clockwise; Peacock one square nearer the billiard room."""
    assert CLUE_2015.starts == ((24, 7), (17, 0), (0, 9), (0, 14), (7, 23), (19, 23))


def test_the_board_of_2015_differs_where_the_printed_one_does() -> None:
    """The conservatory opens below, the hall has no side door, Peacock starts one square lower: no more."""
    assert doors(CLASSIC) - doors(CLUE_2015) == {
        ("conservatory", (5, 19), (5, 18)),
        ("hall", (20, 14), (20, 15)),
    }
    assert doors(CLUE_2015) - doors(CLASSIC) == {("conservatory", (5, 18), (6, 18))}
    assert CLASSIC.squares - CLUE_2015.squares == {(5, 18), (6, 23)}
    assert CLUE_2015.squares - CLASSIC.squares == {(7, 23)}


@pytest.mark.rule("C15-08")
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_passages_join_the_corners(board: Board) -> None:
    """Passages join kitchen and study, conservatory and lounge."""
    assert {frozenset(ends) for ends in board.passages} == {
        frozenset({"kitchen", "study"}),
        frozenset({"conservatory", "lounge"}),
    }


@pytest.mark.rule("C-03", "C-05")
@pytest.mark.parametrize(("name", "mark"), ROWS)
def test_walking_distances_are_the_published_ones(name: str, mark: str) -> None:
    """From every room and start square, each room is as many steps away as on the printed board."""
    row = next(row for row in DISTANCES[name].splitlines() if row.startswith(mark))
    figures = zip("KBCILSHOD", row.split()[1:], strict=True)
    expected = {ROOMS[letter]: int(steps) for letter, steps in figures if steps != "."}
    assert distances(BOARDS[name], place(BOARDS[name], mark)) == expected


@pytest.mark.rule("MD-01", "MD-08", "MD-12")
def test_counts_of_the_master_detective_board_are_those_of_the_printed_one() -> None:
    """24 rows of 39 squares: 175 of corridor, 9 of them to snoop from, 13 rooms, 2 spots, 35 doors."""
    assert (len(MASTER.rows), {len(row) for row in MASTER.rows}) == (24, {39})
    assert (len(MASTER.squares), len(MASTER.snoops), len(MASTER.starts)) == (175, 9, 0)
    assert (len(MASTER.rooms), len(MASTER.spots)) == (13, 2)
    assert MASTER.snoops < MASTER.squares
    assert {room.id for room in MASTER.rooms if not room.scene} == {"cloak_room"}
    counted = {"T": 6, "K": 1, "D": 3, "R": 1, "G": 1, "F": 1, "Y": 6, "H": 2, "V": 1, "U": 3, "I": 3, "L": 1}
    counted |= {"A": 3, "c": 1, "w": 2}
    assert {place.letter: len(place.doors) for place in (*MASTER.rooms, *MASTER.spots)} == counted
    assert all(set(words.words) == {"en", "fr"} for words in (MASTER.name, *MASTER.places.values()))


@pytest.mark.rule("MD-12")
def test_passages_and_paths_of_the_master_detective_board() -> None:
    """Two passages join rooms and one joins the two spots; two paved paths run along the courtyard."""
    assert {frozenset(ends) for ends in MASTER.passages} == {
        frozenset({"drawing_room", "conservatory"}),
        frozenset({"kitchen", "library"}),
        frozenset({"cellar_stairs", "garden_walk"}),
    }
    assert {frozenset(ends) for ends in MASTER.paths} == {
        frozenset({(8, 26), (8, 35)}),
        frozenset({(15, 26), (15, 35)}),
    }
    for (row, left), (_row, right) in MASTER.paths:
        assert set(MASTER.rows[row][left + 1 : right]) == {"~"}


@pytest.mark.rule("PA-03", "PA-04")
def test_each_link_of_the_parlour_house_is_a_wall_that_two_rooms_share() -> None:
    """Nine rooms without corridors, six of a colour; one can see on the plan where one can go."""
    ids = {room.letter: room.id for room in PARLOUR.rooms}
    cells = {(r, c): ids[mark] for r, row in enumerate(PARLOUR.rows) for c, mark in enumerate(row)}
    touching = {
        frozenset({room, cells[side]})
        for (r, c), room in cells.items()
        for side in ((r + 1, c), (r, c + 1))
        if side in cells
    }
    assert {frozenset(link) for link in PARLOUR.links} <= touching
    assert len(ids) == len(set(cells.values())) == 9
    assert len({room.colour for room in PARLOUR.rooms if room.colour}) == 6
    assert not PARLOUR.squares
    assert all(set(words.words) == {"en", "fr"} for words in (PARLOUR.name, *PARLOUR.places.values()))


@pytest.mark.rule("PA-04")
def test_the_parlour_house_has_no_dead_end_and_no_long_way() -> None:
    """From each room lead two to four links, and two turns of two rooms lead from any room to any other."""
    near = {room.id: {b for a, b in _both_ways(PARLOUR) if a == room.id} for room in PARLOUR.rooms}
    assert {len(rooms) for rooms in near.values()} <= {2, 3, 4}
    for start in near:
        reached = {start}
        for _turn in range(4):
            reached |= {room for passed in reached for room in near[passed]}
        assert reached == set(near)


def _both_ways(board: Board) -> set[tuple[str, str]]:
    return {*board.links} | {(b, a) for a, b in board.links}
