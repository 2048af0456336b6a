"""The shipped classic board is the published one: its counts, doors, passages and walking distances."""

import pytest

from clue_cli.rules.model import Place
from clue_cli.rules.movement import distances
from clue_cli.scenario import load, shelf

BOARD = load.load(shelf.find("classic")).scenario.board
ROOMS = {room.letter: room.id for room in BOARD.rooms}

# Steps from each room, and each start square, to each room, walking: tables that an independent program
# worked out from its own drawing of the printed board.
ROOM_TO_ROOM = """
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
"""
START_TO_ROOM = """
   K  B  C  I  L  S  H  O  D
1 23 19 31 26 18 21 12  8 10
2 23 19 31 26 18 21 12  8  8
3 13  8 25 22 28 33 24 24 16
4 24  8 10 13 19 24 24 31 23
5 23  9  7 10 17 23 23 30 22
6 32 21 24 19 11  8 10 21 21
"""
TABLES = {line[0]: line for table in (ROOM_TO_ROOM, START_TO_ROOM) for line in table.split("\n")[2:-1]}


def place(mark: str) -> Place:
    """Return the start square of that number, or the room of that letter."""
    return BOARD.starts[int(mark) - 1] if mark.isdigit() else ROOMS[mark]


def test_counts_are_those_of_the_printed_board() -> None:
    """25 rows of 24 squares: 182 of corridor, 6 to start from, 17 doors, 2 passages, 9 rooms."""
    assert (len(BOARD.rows), {len(row) for row in BOARD.rows}) == (25, {24})
    assert (len(BOARD.squares), len(BOARD.starts)) == (182 + 6, 6)
    assert sum(len(room.doors) for room in BOARD.rooms) == 17
    assert (len(BOARD.passages), len(BOARD.rooms)) == (2, 9)
    assert set(BOARD.starts) < BOARD.squares


@pytest.mark.rule("CL-03")
def test_start_squares_are_in_turn_order() -> None:
    """Scarlett starts by the lounge, then clockwise: Mustard, White, Green, Peacock, Plum."""
    assert BOARD.starts == ((24, 7), (17, 0), (0, 9), (0, 14), (6, 23), (19, 23))


@pytest.mark.rule("C15-08")
def test_passages_join_the_corners() -> None:
    """Passages join kitchen and study, conservatory and lounge."""
    assert {frozenset(ends) for ends in BOARD.passages} == {
        frozenset({"kitchen", "study"}),
        frozenset({"conservatory", "lounge"}),
    }


@pytest.mark.rule("C-03", "C-05")
@pytest.mark.parametrize("mark", TABLES)
def test_walking_distances_are_the_published_ones(mark: str) -> None:
    """From every room and start square, each room is as many steps away as on the printed board."""
    figures = zip("KBCILSHOD", TABLES[mark].split()[1:], strict=True)
    expected = {ROOMS[letter]: int(steps) for letter, steps in figures if steps != "."}
    assert distances(BOARD, place(mark)) == expected
