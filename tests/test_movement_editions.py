"""Movement in every edition, held against a slow enumerator that walks every walk on the drawing."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise, permutations
from random import Random

import pytest
from games import NAMELESS, drawn

from clue_cli.rules.model import Board, Door, Place, Scenario, Spot, Square
from clue_cli.rules.movement import Gait, Move, distances, gait, rooms_within
from clue_cli.rules.options import Occupied, Passages, Rules
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

Walk = tuple[Place, ...]

NOTHING: frozenset[Place] = frozenset()
PLAIN = Gait()
MASTER = Gait(jump=True, through_rooms=True, passages=True)

# --- the slow way ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """Be one question: from where, how many steps, where others stand, and where the move has been."""

    start: Place
    steps: int
    tokens: frozenset[Place] = NOTHING
    used: frozenset[Place] = NOTHING

    def after(self, leg: Walk) -> "Question":
        """Return what is left of the move after its first steps."""
        return Question(leg[-1], self.steps - len(leg), self.tokens, self.used | {self.start, *leg})


class Floor:
    """Know a board from its drawing and its tables alone, and walk every walk on it by a gait, one by one."""

    def __init__(self, board: Board, by: Gait) -> None:
        self.board, self.by = board, by
        marked = {(r, c): mark for r, row in enumerate(board.rows) for c, mark in enumerate(row)}
        self.squares = {cell for cell, mark in marked.items() if mark in ".o123456789"}
        self.rooms = {room.id for room in board.rooms}
        self.spots = {spot.id for spot in board.spots}
        self.next: dict[Place, set[Place]] = {cell: self._beside(cell) for cell in self.squares}
        self.next |= {place: set() for place in self.rooms | self.spots}
        joins: list[tuple[Place, Place]] = list(board.paths)
        joins += [(room.id, door.outside) for room in board.rooms for door in room.doors]
        joins += [(spot.id, door.outside) for spot in board.spots for door in spot.doors]
        joins += board.passages if by.passages else ()
        for a, b in joins:
            self.next[a].add(b)
            self.next[b].add(a)
        if board.middle:
            cells = (cell for cell, mark in marked.items() if mark == board.middle.letter)
            self.next[board.middle.id] = set().union(*map(self._beside, cells))

    def move(self, asked: Question) -> Move:
        """Return the same question as the program is asked it."""
        return Move(self.board, asked.start, asked.steps, asked.tokens, asked.used, self.by)

    def _beside(self, cell: Square) -> set[Place]:
        """Return the corridor squares above, below, left and right of a cell."""
        r, c = cell
        return {side for side in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if side in self.squares}

    def walks(self, move: Question) -> Iterator[Walk]:
        """Go through all walks of one step up to the whole roll, wherever they end."""
        shut = move.used | {move.start} | (NOTHING if self.by.jump else move.tokens - self.rooms)
        todo: list[Walk] = [()]
        while todo:
            walk = todo.pop()
            if walk:
                yield walk
            inside = bool(walk) and walk[-1] in self.rooms
            if len(walk) < move.steps and (self.by.through_rooms or not inside):
                onto = self.next[walk[-1] if walk else move.start]
                todo += [(*walk, place) for place in onto if place not in shut and place not in walk]

    def ways(self, move: Question) -> dict[Place, set[Walk]]:
        """Return all places where the move may end, each with the walks to take there.

        Shortest ones into a room; of the whole roll onto a square or spot, else those cut short.
        """
        length, walks = self._open(move)
        ways: dict[Place, list[Walk]] = {}
        for walk in sorted(walks, key=len):
            ways.setdefault(walk[-1], []).append(walk)
        best = {end: len(found[0]) if end in self.rooms else length for end, found in ways.items()}
        return {
            end: {walk for walk in found if len(walk) == best[end]} or {*found} for end, found in ways.items()
        }

    def _open(self, move: Question) -> tuple[int, set[Walk]]:
        """Return how long a walk onto squares and spots has to be (C-06), and all walks that may be taken."""
        walks = list(self.walks(move))
        into = {walk for walk in walks if walk[-1] in self.rooms}
        for length in range(move.steps, 0, -1):
            onto = self._stops(walks, length, move.tokens - self.rooms)
            if onto or into:
                return length, onto | into
        return 0, set()

    def _stops(self, walks: list[Walk], length: int, tokens: frozenset[Place]) -> set[Walk]:
        """Return the walks of that length onto squares and spots, cut where they stop by MD-07."""
        whole = [walk for walk in walks if len(walk) == length and walk[-1] not in self.rooms]
        stops = {self._cut(walk, tokens) for walk in whole}
        return {walk for walk in stops if walk and walk[-1] not in self.rooms}

    def _cut(self, walk: Walk, tokens: frozenset[Place]) -> Walk:
        return self._cut(walk[:-1], tokens) if walk and walk[-1] in tokens else walk

    def leg(self, move: Question, stop: Square, end: Place) -> int:
        """Return the fewest steps to `stop` on a walk of the whole move to `end`, 0 if there is none."""
        _length, walks = self._open(move)
        legs = (walk.index(stop) + 1 for walk in walks if walk[-1] == end and stop in walk[:-1])
        return min(legs, default=0)

    def nearest(self, start: Place, tokens: frozenset[Place]) -> dict[Place, int]:
        """Return the fewest steps to each other room, wave by wave."""
        shut = NOTHING if self.by.jump else tokens - self.rooms
        far, queue = {start: 0}, [start]
        for here in queue:
            if here == start or here not in self.rooms or self.by.through_rooms:
                fresh = self.next[here] - far.keys() - shut
                far |= dict.fromkeys(fresh, far[here] + 1)
                queue += fresh
        return {room: far[room] for room in self.rooms - {start} if room in far}

    def few(self, move: Question, most: int) -> bool:
        """Tell whether there are at most so many walks, so that all of them can be walked."""
        return next(islice(self.walks(move), most, None), None) is None


def house(
    *rows: str,
    doors: tuple[tuple[Square, Square], ...] = (),
    passages: tuple[tuple[str, str], ...] = (),
    paths: tuple[tuple[Square, Square], ...] = (),
    links: tuple[tuple[str, str], ...] = (),
) -> Board:
    """Return the board of a drawing: as `drawn` does, `o` a corridor square too and `p` and `q` spots."""
    board = drawn(*rows, doors=doors)
    own = {
        mark: tuple(Door(inside, out) for inside, out in doors if inside in board.cells(mark))
        for mark in "pq"
        if board.cells(mark)
    }
    return replace(
        board,
        squares=board.squares | {*board.cells("o")},
        snoops=frozenset(board.cells("o")),
        spots=tuple(Spot(mark, mark, NAMELESS, found) for mark, found in own.items()),
        passages=passages,
        paths=paths,
        links=links,
    )


def check(floor: Floor, question: Question, some: Random | None = None) -> dict[Place, Walk]:
    """Hold the ends and the ways (of four ends, with `some`) against the slow way; return the ways."""
    expected = floor.ways(question)
    move = floor.move(question)
    answer = move.ends()
    assert set(answer) == set(expected), move
    assert answer.rooms == floor.rooms & set(expected)
    ends = some.sample(list(answer), min(4, len(answer))) if some else list(answer)
    ways = {end: move.way(end) for end in ends}
    for end, walk in ways.items():
        assert walk in expected[end], (move, end)
    return ways


def check_leg(floor: Floor, question: Question, stop: Square, end: Place) -> Walk:
    """Hold `way_by` against the slow way; return the leg."""
    leg = floor.move(question).way_by(stop, end)
    asked = (floor.board, floor.by, question, stop, end)
    assert len(leg) == floor.leg(question, stop, end), asked
    if leg:
        assert leg[-1] == stop, asked
        assert leg in floor.walks(question), asked
        assert end in floor.ways(question.after(leg)), asked
    return leg


def kinds(floor: Floor, move: Question, ways: dict[Place, Walk]) -> Iterator[str]:
    """Name what is to be met on these ways."""
    for end, walk in ways.items():
        pairs = {frozenset(pair) for pair in pairwise(walk)}
        met = {
            "across": floor.rooms & {*walk[:-1]},
            "spot": floor.spots & {*walk},
            "passage": pairs & {frozenset[Place](pair) for pair in floor.board.passages},
            "path": pairs & {frozenset[Place](pair) for pair in floor.board.paths},
            "jump": move.tokens & {*walk},
            "short": end not in floor.rooms and len(walk) < move.steps,
        }
        yield from (kind for kind, so in met.items() if so)


ALL_KINDS = {"across", "spot", "passage", "path", "jump", "short"}

# --- small boards ------------------------------------------------------------------------------


def sketch(rng: Random) -> Board:
    """Draw a small board of narrow corridors, with doors at half the places where one may be, or more."""
    width, height = rng.randint(2, 7), rng.randint(1, 4)
    marks, odds = ".o#~ABCpqx", (12, 2, 2, 1, 3, 2, 1, 1, 1, 1)
    rows = tuple("".join(rng.choices(marks, odds, k=width)) for _ in range(height))
    mark = {(r, c): rows[r][c] for r in range(height) for c in range(width)}
    squares = [cell for cell in mark if mark[cell] in ".o"]
    edges = [(a, b) for a in mark for b in squares if mark[a] in "ABCpq" and apart(a, b) == 1]
    far = [(a, b) for a in squares for b in squares if a < b and apart(a, b) > 1]
    rooms = sorted({mark for mark in "".join(rows) if mark.isupper()})
    joins = [(a.lower(), b.lower()) for a in rooms for b in rooms if a < b]
    joins += [("p", "q")] if {"p", "q"} <= {*mark.values()} else []
    return house(
        *rows,
        doors=tuple(rng.sample(edges, rng.randint((len(edges) + 1) // 2, len(edges)))),
        passages=tuple(rng.sample(joins, rng.randint(0, len(joins)))),
        paths=tuple(rng.sample(far, min(len(far), rng.choice((0, 0, 1, 2))))),
    )


def apart(a: Square, b: Square) -> int:
    """Return how many rows and columns lie between two cells."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def moves(seed: str, number: int, most: int) -> Iterator[tuple[Floor, Question]]:
    """Go through random moves on small boards, by any gait, each of at most so many walks."""
    rng = Random(seed)
    while number:
        floor = Floor(sketch(rng), Gait(*rng.choices((False, True), k=3)))
        start, *rest = rng.sample(places := sorted(floor.next, key=str), len(places)) or [""]
        tokens = frozenset(rng.sample(rest, rng.randint(0, len(rest) // 2)))
        used = frozenset(rng.sample(rest, min(len(rest), rng.choice((0, 0, 0, 1, 2)))))
        move = Question(start, rng.randint(1, 9), tokens, used)
        if places and floor.few(move, most):
            number -= 1
            yield floor, move


@pytest.mark.rule("C-03", "C-04", "C-05", "C-06", "C-07", "C-14", "MD-04", "MD-05", "MD-06", "MD-07", "MD-12")
@pytest.mark.parametrize("seed", range(4))
def test_every_end_and_every_way_on_small_boards_is_one_of_all_walks(seed: int) -> None:
    """By any gait, a move ends where some walk of the roll may end, and goes there by such a walk."""
    met = Counter[str]()
    for floor, move in moves(f"small {seed}", 800, 1000):
        met.update(kinds(floor, move, check(floor, move)))
    assert min(met[kind] for kind in ALL_KINDS) >= 15, met


@pytest.mark.rule("C-05", "MD-08")
def test_a_stop_makes_no_move_shorter() -> None:
    """By way of 1,1 the far end is three steps off, but a five has to be walked whole."""
    board = house("..##", "....")
    assert Move(board, (0, 1), 5, gait=MASTER).way_by((1, 1), (1, 3)) == ((0, 0), (1, 0), (1, 1))


@pytest.mark.rule("MD-06", "MD-08")
@pytest.mark.parametrize("seed", range(2))
def test_a_stop_on_small_boards_leaves_the_end_open(seed: int) -> None:
    """A stop on the way comes after as few steps as leave the end open, or not at all."""
    rng, met = Random(seed), Counter[bool]()
    for floor, move in moves(f"stop {seed}", 600, 100):
        stops, ends = floor.squares - move.tokens - {move.start}, floor.ways(move)
        if stops and ends:
            stop, end = rng.choice(sorted(stops)), rng.choice(sorted(ends, key=str))
            met[bool(check_leg(floor, move, stop, end))] += 1
    assert min(met[True], met[False]) >= 50, met


@pytest.mark.rule("C-03", "C-05", "C-14", "MD-05")
def test_the_distance_of_a_room_on_small_boards_is_the_shortest_walk_into_it() -> None:
    """A room is as far as the fewest steps by this gait, over or round the other tokens."""
    for floor, move in moves("far", 1000, 1000):
        expected = floor.nearest(move.start, move.tokens)
        assert expected == distances(floor.board, move.start, move.tokens, floor.by), (floor.board, move)


# --- the boards of the game --------------------------------------------------------------------


@pytest.fixture(scope="module")
def master() -> Scenario:
    """Return the shipped Master Detective."""
    return load(find("master-detective")).scenario


def crowd(floor: Floor, start: Place, rng: Random, most: int) -> frozenset[Place]:
    """Place up to so many tokens: half of them within three steps, if there is room, the rest anywhere."""
    number = rng.randint(0, most)
    close = sorted({walk[-1] for walk in floor.walks(Question(start, 3))}, key=str)
    anywhere = sorted(floor.next.keys() - {start}, key=str)
    tokens = rng.sample(close, min(len(close), number // 2)) + rng.sample(anywhere, number - number // 2)
    return frozenset(tokens)


@pytest.mark.rule("MD-04", "MD-05", "MD-06", "MD-07", "MD-12")
@pytest.mark.parametrize("seed", range(4))
def test_every_end_and_some_ways_on_the_master_detective_board_are_found_by_walking_every_walk(
    master: Scenario, seed: int
) -> None:
    """A move ends where some walk of the roll may end: 500 positions with up to nine other tokens."""
    floor, rng, met = Floor(master.board, gait(master.rules)), Random(f"master {seed}"), Counter[str]()
    named = sorted(floor.rooms | floor.spots)
    for number in range(125):
        starts: list[Place] = [*rng.sample(sorted(floor.squares), len(named)), *named]
        start = rng.choice(starts)
        used = frozenset(rng.sample(sorted(floor.rooms - {start}), rng.choice((0, 0, 1))))
        move = Question(start, 2 + number % 11, crowd(floor, start, rng, 9), used)
        if floor.few(move, 2000):
            met.update(kinds(floor, move, check(floor, move, rng)))
    assert min(met[kind] for kind in ALL_KINDS) >= 4, met


@pytest.mark.rule("MD-06", "MD-08")
@pytest.mark.parametrize("seed", range(2))
def test_a_stop_on_a_snoop_square_leaves_the_end_open(master: Scenario, seed: int) -> None:
    """Some way to the end leads over the snoop square, as soon as can be; and from there the move goes on."""
    floor, rng, met = Floor(master.board, gait(master.rules)), Random(f"snoop {seed}"), Counter[bool]()
    for number in range(100):
        stop = rng.choice(sorted(master.board.snoops))
        start = rng.choice(sorted({walk[-1] for walk in floor.walks(Question(stop, 3))}, key=str))
        move = Question(start, 2 + number % 8, crowd(floor, start, rng, 9) - {stop})
        ends = sorted(floor.ways(move), key=str) if floor.few(move, 1000) else []
        for end in rng.sample(ends, min(3, len(ends))):
            leg = check_leg(floor, move, stop, end)
            met[bool(leg)] += 1
            if leg:
                check(floor, move.after(leg), rng)
    assert min(met[True], met[False]) >= 10, met


@pytest.mark.rule("C-03", "C-04", "C-05", "C-06", "C-14")
@pytest.mark.parametrize("name", ["classic", "clue-2015-traditional"])
def test_the_way_of_a_move_on_the_boards_of_one_die_and_two_is_one_of_all_walks(name: str) -> None:
    """Where occupied squares block, the way goes round them, of the whole roll or the shortest to a room."""
    scenario, rng = load(find(name)).scenario, Random(name)
    floor = Floor(scenario.board, gait(scenario.rules))
    named = [*sorted(floor.rooms), "stairs"]
    for number in range(200):
        starts: list[Place] = [*rng.sample(sorted(floor.squares), 2 * len(named)), *named]
        start = rng.choice(starts)
        move = Question(start, 1 + number % 9, crowd(floor, start, rng, 8))
        if floor.few(move, 1000):
            check(floor, move, rng)


WALKING = """
T  .  8 10 19 23 23 13  3  6  7 15 20  6
K  8  .  7 19 23 30 15  - 17 14 22 27  8
D 10  7  .  6 14 22  7  - 19 16 14 19  6
R 19 19  6  . 10 18  8  - 28 23 17 20 12
G 23 23 14 10  . 10  3  - 31 25 18 15 16
F 23 30 22 18 10  .  3  - 23 17 10  7 15
Y 13 15  7  8  3  3  .  - 17 12  6  6  5
H  3  -  -  -  -  -  -  .  -  -  -  -  -
V  6 17 19 28 31 23 17  -  .  7 15 20 12
U  7 14 16 23 25 17 12  -  7  .  4 14  7
I 15 22 14 17 18 10  6  - 15  4  .  7  7
L 20 27 19 20 15  7  6  - 20 14  7  . 12
A  6  8  6 12 16 15  5  - 12  7  7 12  .
c  2  9 11 20 24 23 14  - 10  7 15 20  7
w 26 26 17 13  5  5  6  - 26 20 13 10 18
"""
CROSSING = """
T  .  8 10  7  8  8  9  3  6  7 11  9  6
K  8  .  7 13 10  8  7 11 14 12  8  1  8
D 10  7  .  6 10 10  7 13  7 13 13  8  6
R  7 13  6  . 10 11  8 10  1  8 12 14 12
G  8 10 10 10  .  6  3 11 11 13  9  9  8
F  8  8 10 11  6  .  3 11 12 13  9  7  8
Y  9  7  7  8  3  3  . 12  9 10  6  6  5
H  3 11 13 10 11 11 12  .  9 10 14 12  9
V  6 14  7  1 11 12  9  9  .  7 11 15 12
U  7 12 13  8 13 13 10 10  7  .  4 11  7
I 11  8 13 12  9  9  6 14 11  4  .  7  7
L  9  1  8 14  9  7  6 12 15 11  7  .  9
A  6  8  6 12  8  8  5  9 12  7  7  9  .
c  2  9 11  9  6  6  7  5  8  7 11 10  7
w  3 10 12 10  5  5  6  6  9  8 12 10  8
"""


@pytest.mark.rule("MD-04", "MD-05", "MD-12")
@pytest.mark.parametrize(("table", "by"), [(WALKING, PLAIN), (CROSSING, MASTER)])
def test_rooms_of_the_master_detective_board_are_as_far_apart_as_was_counted(
    master: Scenario, table: str, by: Gait
) -> None:
    """The steps from each place to the rooms T K D R G F Y H V U I L A, counted apart from this program."""
    board = master.board
    ids = {room.letter: room.id for room in board.rooms} | {spot.letter: spot.id for spot in board.spots}
    for line in table.split("\n")[1:-1]:
        letter, *steps = line.split()
        expected = {
            ids[room]: int(far) for room, far in zip("TKDRGFYHVUILA", steps, strict=True) if far.isdigit()
        }
        assert expected == distances(board, ids[letter], gait=by), letter


PRINT_WAYS = """
from clue_cli.rules.movement import Gait, Move
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
board, by = load(find("master-detective")).scenario.board, Gait(True, True, True)
for start in ("cloak_room", "courtyard", (8, 22)):
    move = Move(board, start, 6, gait=by)
    print([move.way(end) for end in move.ends()])
"""


def test_a_move_goes_the_same_way_in_every_run() -> None:
    """A game that is played again goes by the same squares, whatever order a run keeps its sets in."""
    runs = {
        subprocess.run(
            [sys.executable, "-c", PRINT_WAYS],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(runs) == 1


# --- drawn by hand -----------------------------------------------------------------------------


def found(
    board: Board,
    start: Place,
    steps: int,
    tokens: frozenset[Place] = NOTHING,
    used: frozenset[Place] = NOTHING,
    by: Gait = MASTER,
) -> set[Place]:
    """Return all places where the move may end."""
    return set(Move(board, start, steps, tokens, used, by).ends())


def at(*places: Place) -> frozenset[Place]:
    """Return these places."""
    return frozenset(places)


ROW = house(".......")

PASSAGE = house(
    "A......B",
    doors=(((0, 0), (0, 1)), ((0, 7), (0, 6))),
    passages=(("a", "b"),),
)
"""Two rooms seven steps apart along the corridor and one by the passage."""

ACROSS = house(
    "..A..",
    doors=(((0, 2), (0, 1)), ((0, 2), (0, 3))),
)
"""A corridor of two squares, a room, and two squares more behind it."""

SPOTS = house(
    "..p#q..",
    "..~~~.#",
    doors=(((0, 2), (0, 1)), ((0, 4), (0, 5))),
    passages=(("p", "q"),),
    paths=(((1, 1), (1, 5)),),
)
"""Two single squares joined by a passage, and below them a paved path."""


@pytest.mark.rule("MD-04", "MD-07")
def test_the_rules_tell_how_tokens_move() -> None:
    """A gait is what three options say: a passage instead of a roll is no part of one."""
    assert gait(Rules()) == PLAIN
    assert gait(Rules(move_passages=Passages.INSTEAD_OF_ROLL)) == PLAIN
    assert Gait(passages=True) == gait(Rules(move_passages=Passages.ALSO_DURING_ROLL))
    assert Gait(jump=True) == gait(Rules(move_occupied=Occupied.JUMP))
    assert Gait(through_rooms=True) == gait(Rules(move_through_rooms=True))


@pytest.mark.rule("MD-04")
def test_a_passage_within_a_roll_is_one_step() -> None:
    """From (0,2) room A is two steps away, B behind the passage three, the square outside B four."""
    assert {"a", (0, 4)} == found(PASSAGE, (0, 2), 2)
    assert {"a", "b", (0, 5)} == found(PASSAGE, (0, 2), 3)
    assert {"a", "b", (0, 5)} == found(PASSAGE, (0, 2), 5)
    assert Move(PASSAGE, (0, 2), 5, gait=MASTER).way("b") == ((0, 1), "a", "b")
    assert Move(PASSAGE, (0, 2), 5, gait=MASTER).way((0, 5)) == ((0, 1), "a", "b", (0, 6), (0, 5))
    assert {"b", (0, 1)} == found(PASSAGE, "a", 1)


@pytest.mark.rule("MD-04", "MD-05")
def test_without_the_options_a_passage_is_no_step_and_a_room_ends_the_walk() -> None:
    """B is then five steps from (0,2); with passages alone a roll from room A may end in B, not behind it."""
    assert {"a", (0, 5)} == found(PASSAGE, (0, 2), 3, by=PLAIN)
    assert {"a", "b"} == found(PASSAGE, (0, 2), 5, by=PLAIN)
    assert {(0, 1)} == found(PASSAGE, "a", 1, by=PLAIN)
    assert {"b", (0, 3), (0, 5)} == found(PASSAGE, "a", 3, by=MASTER)
    assert {"b", (0, 3)} == found(PASSAGE, "a", 3, by=Gait(passages=True))


@pytest.mark.rule("MD-05")
def test_a_room_is_crossed_as_one_step_and_entered_with_any_count() -> None:
    """From (0,0) the room is the second step, the squares behind it the third and the fourth."""
    expected = {1: {(0, 1)}, 2: {"a"}, 3: {"a", (0, 3)}, 4: {"a", (0, 4)}, 5: {"a"}, 12: {"a"}}
    assert expected == {steps: found(ACROSS, (0, 0), steps) for steps in expected}
    assert {"a"} == found(ACROSS, (0, 0), 3, by=Gait(jump=True, passages=True))
    assert Move(ACROSS, (0, 0), 3, gait=MASTER).way((0, 3)) == ((0, 1), "a", (0, 3))


@pytest.mark.rule("MD-06")
def test_a_crossed_room_is_not_entered_again() -> None:
    """In at the west, out at the east, round to the south: there the walk ends, four steps long."""
    board = house(
        "#.#",
        ".A.",
        "#..",
        doors=tuple(((1, 1), outside) for outside in ((0, 1), (1, 0), (1, 2), (2, 1))),
    )
    assert {"a", (2, 1), (1, 2)} == found(board, (1, 0), 4)
    assert {"a"} == found(board, (1, 0), 6)
    assert set() == found(board, (1, 0), 4, used=at("a"))
    assert {(1, 2)} == found(board, (2, 1), 6, used=at("a", (1, 0)))
    assert "a" not in found(board, "a", 4)


@pytest.mark.rule("C-04", "MD-06")
def test_a_move_that_goes_on_enters_nothing_that_it_has_used() -> None:
    """After a stop on (0,3), come from (0,1), only the squares ahead are left."""
    assert {(0, 5)} == found(ROW, (0, 3), 2, used=at((0, 1), (0, 2)))
    assert {(0, 1), (0, 5)} == found(ROW, (0, 3), 2)
    assert set() == found(ROW, (0, 0), 3, used=at((0, 1)))


@pytest.mark.rule("MD-07")
def test_an_occupied_square_is_jumped_and_counts() -> None:
    """With a token on (0,2) a three leads to (0,3) all the same."""
    assert {(0, 3)} == found(ROW, (0, 0), 3, at((0, 2)))
    assert Move(ROW, (0, 0), 3, at((0, 2)), gait=MASTER).way((0, 3)) == ((0, 1), (0, 2), (0, 3))


@pytest.mark.rule("MD-07")
def test_an_exact_count_onto_an_occupied_square_stops_one_short() -> None:
    """With a token on (0,3) a three stops on (0,2); with one there too, on (0,1)."""
    assert {(0, 2)} == found(ROW, (0, 0), 3, at((0, 3)))
    assert {(0, 1)} == found(ROW, (0, 0), 3, at((0, 3), (0, 2)))
    assert Move(ROW, (0, 0), 3, at((0, 3), (0, 2)), gait=MASTER).way((0, 1)) == ((0, 1),)
    assert {(0, 4)} == found(ROW, (0, 0), 4, at((0, 3), (0, 2)))


@pytest.mark.rule("MD-07")
def test_stopping_short_is_on_the_walk_that_was_taken() -> None:
    """Two walks lead onto the token at (1,1): each stops one short of it, and no square else will do."""
    board = house("..", "..", "..")
    assert {(0, 1), (1, 0), (2, 0)} == found(board, (0, 0), 2, at((1, 1)))
    tee = house("....", "#.##")
    assert {(0, 2), (1, 1)} == found(tee, (0, 0), 2)
    assert {(0, 1), (1, 1)} == found(tee, (0, 0), 2, at((0, 2)))


@pytest.mark.rule("C-06", "MD-07")
def test_a_walk_over_nothing_but_tokens_is_not_open() -> None:
    """With three tokens ahead no step of three is free: a four leads beyond them, a three one step back."""
    tokens = at((0, 2), (0, 3), (0, 4))
    assert {(0, 5)} == found(ROW, (0, 1), 4, tokens)
    assert {(0, 0)} == found(ROW, (0, 1), 3, tokens)
    assert set() == found(ROW, (0, 1), 3, tokens | {(0, 0)})


@pytest.mark.rule("MD-07")
def test_a_crossed_room_counts_as_free() -> None:
    """A three from (0,0) onto the token behind the room stops in the room, not on the square before it."""
    assert {"a"} == found(ACROSS, (0, 0), 3, at((0, 3)))
    assert {"a"} == found(ACROSS, (0, 0), 4, at((0, 3), (0, 4)))
    assert {"a", (0, 4)} == found(ACROSS, (0, 0), 4, at((0, 3)))


@pytest.mark.rule("MD-08")
def test_a_stop_is_as_early_as_the_end_allows() -> None:
    """On a ring of eight squares (0,2) is two steps from the corner one way round, and six the other."""
    ring = house("...", ".#.", "...")
    assert Move(ring, (0, 0), 7, gait=MASTER).way_by((0, 2), (1, 0)) == ((0, 1), (0, 2))
    assert Move(ring, (0, 0), 4, gait=MASTER).way_by((0, 2), (2, 2)) == ((0, 1), (0, 2))
    assert Move(ring, (0, 0), 2, gait=MASTER).way_by((0, 2), (2, 0)) == ()
    around = ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2))
    assert around == Move(ring, (0, 0), 7, gait=MASTER).way_by((0, 2), (0, 1))
    assert Move(ring, (0, 0), 6, gait=MASTER).way_by((0, 2), (0, 1)) == ()
    assert Move(ring, (0, 0), 7, used=at((0, 1)), gait=MASTER).way_by((0, 2), (1, 0)) == ()


@pytest.mark.rule("MD-12")
def test_spots_are_squares_with_a_name_and_a_passage_between_them_is_one_step() -> None:
    """From (0,0) the first spot is two steps away, the other three, the square outside that four."""
    assert {"p", (1, 1)} == found(SPOTS, (0, 0), 2)
    assert {"q", (0, 1), (1, 0), (1, 5)} == found(SPOTS, (0, 0), 3)
    assert {(0, 5), "p"} == found(SPOTS, (0, 0), 4)
    assert Move(SPOTS, (0, 0), 4, used=at((1, 1)), gait=MASTER).way((0, 5)) == ((0, 1), "p", "q", (0, 5))
    assert {"q", (0, 1)} == found(SPOTS, "p", 1)
    assert {(0, 1)} == found(SPOTS, "p", 1, by=PLAIN)
    assert "q" not in found(SPOTS, (0, 0), 3, by=PLAIN)
    assert not Move(SPOTS, (0, 0), 3, gait=MASTER).ends().rooms


@pytest.mark.rule("MD-07", "MD-12")
def test_a_spot_holds_one_token() -> None:
    """A spot that is taken is passed over, or stops the token one short; where tokens block it is closed."""
    walled = at((1, 1))
    assert {"p"} == found(SPOTS, (0, 0), 3, at("q"), walled)
    assert {(0, 5)} == found(SPOTS, (0, 0), 4, at("q"), walled)
    assert {(0, 1)} == found(SPOTS, (0, 0), 3, at("p", "q"), walled)
    assert {"p"} == found(SPOTS, (0, 1), 4, at("q"), walled | {(0, 0)}, Gait(passages=True))
    assert set() == found(SPOTS, (0, 1), 4, at("p"), walled | {(0, 0)}, Gait(passages=True))


@pytest.mark.rule("MD-12")
def test_a_paved_path_is_one_step_for_everyone() -> None:
    """From (1,0) the far end of the path is two steps away, by any gait; a token there is in the way."""
    for by in (PLAIN, MASTER):
        assert (1, 5) in found(SPOTS, (1, 0), 2, by=by)
        assert Move(SPOTS, (1, 0), 2, gait=by).way((1, 5)) == ((1, 1), (1, 5))
        assert (1, 5) not in found(SPOTS, (1, 0), 2, at((1, 5)), by=by)
    assert {(0, 5)} == found(SPOTS, (1, 1), 2, at((1, 5)), at((0, 1), (1, 0)))
    assert set() == found(SPOTS, (1, 1), 2, at((1, 5)), at((0, 1), (1, 0)), PLAIN)


@pytest.mark.rule("C-14", "MD-07")
def test_a_token_outside_a_door_shuts_it_only_where_tokens_block() -> None:
    """The only door of the room lies at (0,1): with a token there it is jumped, or shut both ways."""
    board = house("A...", doors=(((0, 0), (0, 1)),))
    guard = at((0, 1))
    assert {"a"} == found(board, (0, 2), 2, guard)
    assert {(0, 2)} == found(board, "a", 2, guard)
    assert set() == found(board, "a", 1, guard)
    assert {(0, 3)} == found(board, (0, 2), 2, guard, by=PLAIN)
    assert set() == found(board, "a", 2, guard, by=PLAIN)


@pytest.mark.rule("C-06", "MD-07")
def test_the_longest_walks_are_those_with_the_jumped_squares_counted() -> None:
    """From (0,2) the corridor is two squares long to the west and four to the east, whoever stands there."""
    assert {(0, 6)} == found(ROW, (0, 2), 9)
    assert {(0, 5)} == found(ROW, (0, 2), 9, at((0, 6)))
    assert {(0, 4)} == found(ROW, (0, 2), 9, at((0, 5), (0, 6)))
    assert {(0, 0), (0, 4)} == found(ROW, (0, 2), 9, at((0, 5)), by=PLAIN)


@pytest.mark.rule("C-07")
def test_tokens_in_a_room_are_in_nobody_s_way() -> None:
    """A room holds any number: others in it change nothing for those who enter or cross."""
    for steps in range(1, 6):
        assert found(ACROSS, (0, 0), steps) == found(ACROSS, (0, 0), steps, at("a"))
        assert found(ACROSS, (0, 0), steps, by=PLAIN) == found(ACROSS, (0, 0), steps, at("a"), by=PLAIN)


@pytest.mark.rule("MD-12")
def test_ends_are_gone_through_rooms_first_then_spots_then_squares() -> None:
    """The places of a move are listed once each, in an order that never changes."""
    board = house(
        "B.A#",
        "....",
        "q.p#",
        doors=(((0, 0), (0, 1)), ((0, 2), (0, 1)), ((2, 0), (2, 1)), ((2, 2), (2, 1))),
    )
    answer = Move(board, (1, 0), 3, gait=MASTER).ends()
    assert list(answer) == ["a", "b", "p", "q", (1, 3)]
    assert len(answer) == 5
    assert all(end in answer for end in ("a", "q", (1, 3)))


@pytest.mark.parametrize("end", [(0, 4), (0, 0), "attic", (9, 9)])
def test_a_way_to_where_the_move_may_not_end_is_refused(end: Place) -> None:
    """There is a way only to the ends of the move: not to a square too far, the start or nowhere."""
    with pytest.raises(ValueError):
        Move(ROW, (0, 0), 3, gait=MASTER).way(end)


# --- from room to room -------------------------------------------------------------------------

LINKED = house(
    "AB#",
    "DCE",
    links=(("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("c", "e")),
)
"""Four rooms in a ring, and a fifth behind the one across from the first."""


@pytest.mark.rule("PA-04")
def test_a_turn_leads_one_or_two_rooms_along_the_links() -> None:
    """From A two rooms are next door, the one across is two links away, and the fifth three."""
    expected = {1: {"b", "d"}, 2: {"b", "c", "d"}, 3: {"b", "c", "d", "e"}, 4: {"b", "c", "d", "e"}}
    assert expected == {most: set(rooms_within(LINKED, "a", most)) for most in expected}
    assert {"b", "d", "e"} == set(rooms_within(LINKED, "c", 1))


@pytest.mark.rule("PA-04")
def test_a_closed_room_is_neither_entered_nor_passed() -> None:
    """With one neighbour closed the other leads on; with both, or before a dead end, no room is left."""
    assert rooms_within(LINKED, "a", 1, frozenset({"b"})) == {"d": ("d",)}
    assert rooms_within(LINKED, "a", 2, frozenset({"b"})) == {"d": ("d",), "c": ("d", "c")}
    assert rooms_within(LINKED, "a", 2, frozenset({"b", "d"})) == {}
    assert rooms_within(LINKED, "e", 2, frozenset({"c"})) == {}
    assert rooms_within(LINKED, "e", 1) == {"c": ("c",)}


@pytest.mark.rule("PA-04")
def test_the_rooms_of_the_parlour_house_are_found_link_by_link() -> None:
    """From every room, with any one room closed, one or two links lead where they lead by hand."""
    board = load(find("parlour")).scenario.board
    steps = {*board.links} | {(b, a) for a, b in board.links}
    for start, shut in permutations(sorted(board.room_ids), 2):
        near = {b: {(b,)} for a, b in steps if a == start and b != shut}
        far: dict[str, set[tuple[str, ...]]] = {}
        for a, b in steps:
            if a in near and b not in {start, shut, *near}:
                far.setdefault(b, set()).add((a, b))
        for most, expected in ((1, near), (2, near | far)):
            answer = rooms_within(board, start, most, frozenset({shut}))
            assert answer.keys() == expected.keys(), (start, shut, most)
            assert all(answer[room] in ways for room, ways in expected.items()), (start, shut, most)
