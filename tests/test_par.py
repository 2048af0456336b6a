"""Par of "collect": the moves it knows are those of the engine, and no play does better.

Held against value iteration over positions of the engine on small boards, against the equation that best
play must satisfy on the classic one, and against other ways to play.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from games import NAMELESS, category, drawn, play
from test_movement_editions import house, sketch

from clue_cli.rules.actions import Roll
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import ONLOOKER
from clue_cli.rules.model import Board, Game, Kind, Place, Scenario
from clue_cli.rules.movement import Move, distances
from clue_cli.rules.options import Rules
from clue_cli.rules.position import Position
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
from clue_cli.solver.advice import stages
from clue_cli.solver.collect import Par, solve
from clue_cli.solver.moves import Endless, Values, moves
from clue_cli.solver.sampling import Spread, best_games

# --- the moves ---------------------------------------------------------------------------------

TWO_DICE = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""In how many of 36 ways two dice show each sum."""


def check_moves(board: Board, start: Place, dice: int) -> tuple[int, int]:
    """Hold every move against the engine's; return how many there are, and how many open nothing."""
    known = moves(board, start, dice)
    closed = replace(board, passages=())
    assert {*known.places} == board.squares | board.places.keys() - {"stairs"} | {start}
    count = stuck = 0
    for (n, place), (which, roll), barred in product(
        enumerate(known.places), enumerate(known.rolls), (*known.rooms, None)
    ):
        expected = {*Move(closed, place, roll, used=frozenset({barred} if barred else ())).ends()}
        row = int(known.ends[n, which, known.column(barred)])
        found = {known.places[end] for end in known.choices(row)} - {barred}
        # a room that can't be left at all is barred too, to one who stands in it
        assert found == (expected or {place} - {barred}), (board.rows, place, roll, barred)
        count, stuck = count + 1, stuck + (not expected)
    return count, stuck


@pytest.mark.rule("S1-03", "S1-04", "S1-06")
@pytest.mark.parametrize("name", ["classic", "clue-2015", "master-detective"])
def test_every_move_on_a_shipped_board_ends_where_the_engine_lets_it(name: str) -> None:
    """From every place, with any room barred or none, each roll leads to the same places; no passages."""
    scenario = on_board(load(find(Game.COLLECT)), load(find(name))).scenario
    known = moves(scenario.board, scenario.start, 2)
    assert {roll: pytest.approx(ways / 36) for roll, ways in TWO_DICE.items()} == known.rolls
    count, stuck = check_moves(scenario.board, scenario.start, 2)
    assert count == len(known.places) * 11 * (len(scenario.board.rooms) + 1)
    assert stuck == 0


@pytest.mark.rule("S1-03", "S1-04", "S1-06")
def test_every_move_on_small_boards_ends_where_the_engine_lets_it() -> None:
    """Sixty random boards: with pockets walled in, dead ends, spots, paths, and passages that are closed."""
    rng, boards, stuck = Random("par"), 0, 0
    while boards < 60:
        board = sketch(rng)
        if board.rooms and board.squares:
            start = rng.choice([*board.room_ids, *board.places])
            boards, stuck = boards + 1, stuck + check_moves(board, start, rng.choice((1, 1, 2)))[1]
    assert stuck > 100


@pytest.mark.rule("C-06", "S1-04")
def test_a_barred_room_at_the_end_of_a_dead_end_leaves_shorter_walks() -> None:
    """From (0,2) a four leads into A alone; with A barred, the longest walk is that of two steps to (0,4)."""
    board = house("A....", doors=(((0, 0), (0, 1)),))
    known = moves(board, "a", 1)
    look = {barred: known.ends[known.places.index((0, 2)), 3, known.column(barred)] for barred in ("a", None)}
    assert {barred: known.choices(int(row)) for barred, row in look.items()} == {
        None: [known.places.index("a")],
        "a": [known.places.index((0, 4))],
    }


def test_the_least_of_a_set_of_ends_is_the_least_of_its_places() -> None:
    """However the minima are built from each other, in one go or row by row, each is that of its own set."""
    scenario = load(find(Game.COLLECT)).scenario
    known, chance = moves(scenario.board, scenario.start, 2), np.random.default_rng(1)
    for games in (1, 30):
        values = np.empty((len(known.places) + len(known.sets), len(known.rooms) + 1, games))
        values[: len(known.places)] = chance.random((len(known.places), *values.shape[1:]))
        known.weigh(values)
        for row in range(len(values)):
            assert (values[row] == values[known.choices(row)].min(axis=0)).all()


# --- par on small boards, the slow way ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Small:
    """Be a small house: its board, where the suspects stand, and what there is to collect."""

    board: Board
    rooms: str
    suspects: str
    weapons: str
    dice: int = 1
    start: str = "stairs"

    def begun(self) -> Position:
        """Return the first turn: each piece stands in the room named for it, in order."""
        suspects = dict(zip(("plum", "white"), self.suspects.split(), strict=False))
        weapons = dict(zip(("rope", "knife"), self.weapons.split(), strict=False))
        scenario = Scenario(
            "house",
            Game.COLLECT,
            NAMELESS,
            NAMELESS,
            (
                category(Kind.SUSPECT, " ".join(suspects)),
                category(Kind.WEAPON, " ".join(weapons)),
                category(Kind.ROOM, self.rooms),
            ),
            self.board,
            Rules(move_dice=self.dice),
            start=self.start,
        )
        return play(
            new_game(scenario), *(f"put {piece} {room}" for piece, room in (suspects | weapons).items())
        )


def solved(begun: Position) -> Par:
    """Return the par of a game that has just begun."""
    scenario = begun.scenario
    board = moves(scenario.board, scenario.start, scenario.rules.move_dice)
    return solve(board, stages(scenario, begun.histories[ONLOOKER]))


State = tuple[Place, str | None, frozenset[str]]


def state(game: Position) -> State:
    """Return all that the rest of a game depends on, before a roll."""
    table = game.table
    return table.place(0), table.entered.get("detective"), frozenset(table.taken)


def turn(game: Position) -> Iterator[tuple[float, list[Position]]]:
    """Go through the falls of the dice: how likely each is, and the positions to choose from then."""
    thrown = game.apply(Roll())
    for dice, odds in thrown.chance().items():
        fallen = thrown.apply(dice)
        # a roll that opens no move has ended the turn already
        yield float(odds), [fallen.apply(go) for go in fallen.legal()] if fallen.table.pips else [fallen]


def slow_par(begun: Position) -> float:
    """Return the rolls of best play: values of all positions, swept from nothing until they stay the same."""
    turns: dict[State, list[tuple[float, list[State]]]] = {}
    todo = [begun]
    while todo:
        game = todo.pop()
        if state(game) not in turns and game.outcome() is None:
            falls = list(turn(game))
            turns[state(game)] = [(odds, [state(end) for end in ends]) for odds, ends in falls]
            todo += [end for _odds, ends in falls for end in ends]
    worth = dict.fromkeys(turns, 0.0)
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for here, choices in turns.items():
            rolls = 1 + sum(odds * min(worth.get(end, 0.0) for end in ends) for odds, ends in choices)
            change, worth[here] = max(change, rolls - worth[here]), rolls
    return worth[state(begun)]


RING = drawn(
    "#A#B#",
    ".....",
    ".x#.D",
    ".....",
    "#C###",
    doors=(((0, 1), (1, 1)), ((0, 3), (1, 3)), ((4, 1), (3, 1)), ((2, 4), (2, 3)), ((2, 4), (1, 4))),
)
SMALL = {
    "two rooms": Small(
        drawn("A....B", "###x##", doors=(((0, 0), (0, 1)), ((0, 5), (0, 4)))), "a b", "b", "b"
    ),
    "two dice": Small(
        drawn("A....B", "###x##", doors=(((0, 0), (0, 1)), ((0, 5), (0, 4)))), "a b", "a b", "a", dice=2
    ),
    "start in a room": Small(
        drawn(
            "A..B#",
            "##...",
            "##.#C",
            doors=(((0, 0), (0, 1)), ((0, 3), (0, 2)), ((0, 3), (1, 3)), ((2, 4), (1, 4))),
        ),
        "a b c",
        "a b",
        "b",
        start="a",
    ),
    "a room without a card": Small(RING, "a b c", "a c", "c"),
    "four rooms": Small(RING, "a b c d", "d b", "b"),
    "behind a room": Small(
        drawn(
            "A..B..C",
            "x######",
            doors=(((0, 0), (0, 1)), ((0, 3), (0, 2)), ((0, 3), (0, 4)), ((0, 6), (0, 5))),
        ),
        "a b c",
        "a c",
        "c",
        dice=2,
        start="b",
    ),
}


@pytest.mark.rule("S1-04", "S1-05", "S1-06")
@pytest.mark.parametrize("name", SMALL)
def test_par_is_the_value_of_the_game_that_the_engine_plays(name: str) -> None:
    """On small boards par is what trying every move of the engine gives, to a billionth of a roll."""
    begun = SMALL[name].begun()
    par = solved(begun)
    assert par.rolls == pytest.approx(slow_par(begun), abs=1e-9)
    assert par.residual < 1e-9


@pytest.mark.rule("S1-04")
def test_a_collection_that_can_t_be_completed_has_no_par() -> None:
    """Where there is one room, its suspect stays there: nobody can enter it twice running."""
    begun = Small(drawn("A.x", doors=(((0, 0), (0, 1)),)), "a", "a", "a").begun()
    with pytest.raises(Endless):
        solved(begun)


@pytest.mark.rule("S1-06")
def test_games_of_best_moves_take_par_on_average() -> None:
    """On a small board 20,000 games come within three standard errors of the value found the slow way."""
    begun, chance = SMALL["start in a room"].begun(), np.random.default_rng(5)
    rolls = best_games(solved(begun), 20_000, lambda rolls: chance.integers(6, size=rolls))
    assert abs(rolls.mean() - slow_par(begun)) < 3 * rolls.std() / 20_000**0.5


def test_a_spread_counts_games_by_their_rolls() -> None:
    """Of ten games one took 2 rolls, four took 3, and five took 5: 3.9 on average, 1.2 off it squared."""
    spread = Spread((0, 0, 1, 4, 0, 5))
    assert spread.games == 10
    assert spread.mean == pytest.approx(3.9)
    assert spread.sd**2 == pytest.approx((1.9**2 + 4 * 0.9**2 + 5 * 1.1**2) / 10)
    assert [spread.percentile(percent) for percent in (10, 11, 50, 51, 100)] == [2, 3, 3, 5, 5]
    assert [spread.slower(rolls) for rolls in (1, 2, 3, 4, 5, 99)] == [10, 9, 5, 5, 0, 0]


# --- par on the classic board ------------------------------------------------------------------

LAYOUTS = (
    "kitchen ballroom conservatory billiard_room library study",
    "kitchen conservatory library hall lounge dining_room",
    "ballroom billiard_room study hall lounge dining_room",
)
"""The rooms with a suspect and a weapon: around one corner, all round the house, and its middle."""


@pytest.fixture(scope="module")
def pars(collect: Scenario) -> list[Par]:
    """Solve the three layouts."""
    board = moves(collect.board, collect.start, 2)
    return [solve(board, (collect.ids(Kind.ROOM), *(tuple(rooms.split()),) * 2)) for rooms in LAYOUTS]


def entered(par: Par, stage: int, left: set[str], room: str) -> float:
    """Return the rolls to come when that room has just been entered, by what is kept of the sets."""
    rest = left - {room}
    if not rest and stage == 2:
        return 0.0
    stage, rest = (stage, rest) if rest else (stage + 1, {*par.stages[stage + 1]})
    return par.look(stage, rest).worth(room, room)


@pytest.mark.rule("S1-03", "S1-04", "S1-05")
def test_best_play_from_anywhere_is_a_roll_and_the_best_end_of_it(collect: Scenario, pars: list[Par]) -> None:
    """In 200 positions the worth is that of the best end for each roll, by the engine's own moves."""
    board, par, rng = replace(collect.board, passages=()), pars[1], Random(3)
    for _set in range(25):
        stage = rng.randrange(3)
        left = {*rng.sample(par.stages[stage], rng.randint(1, len(par.stages[stage])))}
        look = par.look(stage, left)
        worth = {room: entered(par, stage, left, room) for room in board.room_ids}
        assert look.settled.residual < 1e-9
        places: list[Place] = [*rng.sample(sorted(board.squares), 6), *rng.sample(sorted(board.room_ids), 2)]
        for place in places:
            barred = place if isinstance(place, str) else rng.choice([*board.room_ids])
            expected = 1.0
            for roll, ways in TWO_DICE.items():
                ends = {*Move(board, place, roll, used=frozenset({barred})).ends()}
                told = {end: rolls for end, rolls in look.ends(place, barred, roll).items() if end != barred}
                assert told == pytest.approx(
                    {
                        end: worth[end] if isinstance(end, str) else look.worth(end, str(barred))
                        for end in ends
                    },
                    abs=1e-9,
                )
                expected += ways / 36 * min(told.values())
            assert look.worth(place, str(barred)) == pytest.approx(expected, abs=1e-9)
    assert par.residual < 1e-9


@pytest.mark.rule("S1-02")
def test_par_is_what_the_first_roll_on_the_stairs_can_make_of_it(collect: Scenario, pars: list[Par]) -> None:
    """From the stairs, with no room barred, par is a roll and the best end of each."""
    board = replace(collect.board, passages=())
    for par in pars:
        look = par.look(0, par.stages[0])
        ends = {roll: look.ends("stairs", None, roll) for roll in TWO_DICE}
        assert {roll: {*Move(board, "stairs", roll).ends()} for roll in TWO_DICE} == {
            r: {*e} for r, e in ends.items()
        }
        expected = 1 + sum(ways / 36 * min(ends[roll].values()) for roll, ways in TWO_DICE.items())
        assert par.rolls == pytest.approx(expected, abs=1e-9)
        assert par.states == (511 + 63 + 63) * 198 * 10


# --- other ways to play ------------------------------------------------------------------------

Aim = Callable[[int, tuple[str, ...], int, int], Values]
"""Say how far each place is from where one wants to go: by stage, rooms left, place and column barred."""


def mean_of(par: Par, aim: Aim, games: int) -> tuple[float, float]:
    """Play games in which each move ends as near as it can to its aim; return the mean and its error."""
    known, chance = par.moves, np.random.default_rng(7)
    odds = list(known.rolls.values())
    choices = [known.choices(row) for row in range(len(known.places) + len(known.sets))]
    chosen: dict[tuple[int, tuple[str, ...], int, int, int], int] = {}
    counts = np.zeros(games)
    for game in range(games):
        at, barred, stage, left = known.places.index(known.start), len(known.rooms), 0, par.stages[0]
        rolls = iter(chance.choice(len(odds), 500, p=odds).tolist())
        while left:
            counts[game] += 1
            move = (stage, left, at, barred, next(rolls))
            if move not in chosen:
                far = aim(*move[:-1])
                ends = choices[known.ends[at, move[-1], barred]]
                chosen[move] = min(
                    (end for end in ends if end != known.squares + barred), key=far.__getitem__
                )
            at = chosen[move]
            if known.places[at] in known.rooms:
                barred = at - known.squares
                left = tuple(room for room in left if room != known.places[at])
                if not left and stage < 2:
                    stage, left = stage + 1, par.stages[stage + 1]
    return counts.mean(), counts.std() / games**0.5


def by_steps(par: Par, board: Board) -> Aim:
    """Aim at the room with a card that is fewest steps away; at any other room where that one is barred."""
    known = par.moves
    steps = np.full((len(known.places), len(known.rooms)), np.inf)
    for n, place in enumerate(known.places):
        for room, far in distances(board, place).items():
            steps[n, known.column(room)] = far

    def aim(_stage: int, left: tuple[str, ...], at: int, barred: int) -> Values:
        goals = {known.column(room) for room in left} - {barred} or {*range(len(known.rooms))} - {barred}
        goal = min(goals, key=lambda room: steps[at, room])
        far = steps[:, goal].copy()
        far[known.squares + goal] = 0
        return far

    return aim


def best_order(par: Par) -> tuple[float, list[list[str]]]:
    """Return the order of rooms, stage by stage, that takes fewest rolls; and how many, if it is kept to."""
    look = {room: par.nearest({room}) for room in par.moves.rooms}
    found: dict[str, tuple[float, list[list[str]]]] = {"": (0.0, [])}
    for stage in par.stages:
        found = {room: (rolls, [*orders, []]) for room, (rolls, orders) in found.items()}
        ways = {(frozenset[str](), last): way for last, way in found.items()}
        for _room in stage:
            longer: dict[tuple[frozenset[str], str], tuple[float, list[list[str]]]] = {}
            for (been, last), (rolls, orders) in ways.items():
                for room in stage:
                    if room not in been:
                        more = rolls + look[room].worth(last or par.moves.start, last or None)
                        way = (more, [*orders[:-1], [*orders[-1], room]])
                        longer[been | {room}, room] = min(way, longer.get((been | {room}, room), way))
            ways = longer
        found = {last: way for (_been, last), way in ways.items()}
    return min(found.values())


@pytest.mark.parametrize("layout", range(len(LAYOUTS)))
def test_the_nearest_room_by_steps_is_much_worse_than_par(
    collect: Scenario, pars: list[Par], layout: int
) -> None:
    """Who always walks towards the nearest card loses a twentieth to a quarter, by the layout."""
    par = pars[layout]
    mean, error = mean_of(par, by_steps(par, replace(collect.board, passages=())), 2000)
    assert (mean - 3 * error) / par.rolls > 1.04
    assert (mean + 3 * error) / par.rolls < 1.3


@pytest.mark.parametrize("layout", range(len(LAYOUTS)))
def test_the_card_that_is_fewest_rolls_away_is_worse_than_par(pars: list[Par], layout: int) -> None:
    """Who always makes for the next card alone, by best play, takes more rolls by three standard errors."""
    par, nearest = pars[layout], cache(pars[layout].nearest)

    def aim(_stage: int, left: tuple[str, ...], _at: int, barred: int) -> Values:
        return nearest(left).settled.after[:, barred, 0]

    mean, error = mean_of(par, aim, 4000)
    assert mean - 3 * error > par.rolls


@pytest.mark.parametrize("layout", range(len(LAYOUTS)))
def test_the_best_order_of_rooms_is_worse_than_par(pars: list[Par], layout: int) -> None:
    """The best order settled beforehand takes more rolls, on paper and in play, cards on the way taken."""
    par = pars[layout]
    rolls, orders = best_order(par)
    assert [{*order} for order in orders] == [{*stage} for stage in par.stages]
    after = {room: par.nearest({room}).settled.after[..., 0] for room in par.moves.rooms}

    def aim(stage: int, left: tuple[str, ...], _at: int, barred: int) -> Values:
        return after[next(room for room in orders[stage] if room in left)][:, barred]

    mean, error = mean_of(par, aim, 4000)
    assert rolls > par.rolls + 1e-9
    assert mean - 3 * error > par.rolls
    assert mean - 3 * error < rolls
