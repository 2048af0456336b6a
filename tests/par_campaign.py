"""Play the best moves of "collect" by the engine, and hold the rolls against par.

`python tests/par_campaign.py [GAMES] [--jobs 2]` plays three layouts of each of three boards that many times,
20,000 if no number is given, and prints a line a layout; docs/campaign.md has a result. With --bench it
prints what it costs to solve a layout of each board, each in a fresh process: time, states and memory.
"""

import argparse
import resource
import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev

from clue_cli.rules.actions import Action, Go
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import ONLOOKER
from clue_cli.rules.model import Game, Scenario
from clue_cli.rules.position import Position
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
from clue_cli.solver.advice import options, stages
from clue_cli.solver.collect import Par, solve
from clue_cli.solver.moves import moves

HOUSES = ("classic", "clue-2015", "master-detective")
LAYOUTS = (1, 2, 3)  # seeds


def collect(house: str) -> Scenario:
    """Return the solitaire as it is played on the board of that scenario."""
    return on_board(load(find(Game.COLLECT)), load(find(house))).scenario


def set_out(scenario: Scenario, draw: Random) -> Position:
    """Return the first turn of a game whose pieces were placed by chance."""
    game = new_game(scenario)
    while outcomes := game.chance():
        game = game.apply(drawn(outcomes, draw))
    return game


def drawn(outcomes: Mapping[Action, Fraction], draw: Random) -> Action:
    """Draw one of the outcomes of chance, all equally likely in this game."""
    (_odds,) = set(outcomes.values())
    return draw.choice(list(outcomes))


class Player:
    """Play one layout again and again, each move a best one by `par`; a choice made once is remembered."""

    def __init__(self, begun: Position, par: Par, draw: Random) -> None:
        self._begun, self._par, self._draw = begun, par, draw
        self._chosen: dict[tuple[object, ...], Action] = {}

    def rolls(self) -> int:
        """Play a game; return the rolls it took."""
        game = self._begun
        while (outcome := game.outcome()) is None:
            outcomes = game.chance()
            action = drawn(outcomes, self._draw) if outcomes else self._choose(game)
            game = game.apply(action)
        return outcome.rolls

    def _choose(self, game: Position) -> Action:
        table = game.table
        if not table.pips:
            (roll,) = game.legal()
            return roll
        key = (table.place(0), *table.entered.values(), frozenset(table.taken), sum(table.pips))
        if key not in self._chosen:
            self._chosen[key] = Go(options(self._par, game.scenario, table)[0].place)
        return self._chosen[key]


def solved(scenario: Scenario, begun: Position) -> Par:
    """Solve the layout of a game that has just begun."""
    board = moves(scenario.board, scenario.start, scenario.rules.move_dice)
    return solve(board, stages(scenario, begun.histories[ONLOOKER]))


def campaign(task: tuple[str, int, int]) -> str:
    """Play one layout of one house so many times; return the line to print."""
    house, layout, games = task
    scenario, draw = collect(house), Random(layout)
    begun = set_out(scenario, draw)
    par = solved(scenario, begun)
    player = Player(begun, par, draw)
    rolls = [player.rolls() for _game in range(games)]
    error = stdev(rolls) / games**0.5
    z = (mean(rolls) - par.rolls) / error
    return f"| {house} | {layout} | {par.rolls:.3f} | {mean(rolls):.3f} | {error:.3f} | {z:+.2f} |"


def bench(house: str) -> str:
    """Solve one layout cold; return the line to print."""
    scenario = collect(house)
    begun = set_out(scenario, Random(LAYOUTS[0]))
    before, began = _memory(), time.perf_counter()
    board = moves(scenario.board, scenario.start, scenario.rules.move_dice)
    listed = time.perf_counter()
    par = solve(board, stages(scenario, begun.histories[ONLOOKER]))
    ended = time.perf_counter()
    seconds = f"{listed - began:.1f} | {ended - listed:.1f}"
    return f"| {house} | {seconds} | {par.states:,} | {par.residual:.0e} | {before} | {_memory()} |"


def _memory() -> int:
    """Return the most memory that this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def lines(arguments: argparse.Namespace) -> Iterator[str]:
    """Give the table to print, line by line."""
    # a process does one task: its memory is that of the task
    pool = get_context("spawn").Pool(1 if arguments.bench else arguments.jobs, maxtasksperchild=1)
    with pool:
        if arguments.bench:
            yield "| board | moves, s | solving, s | states | residual | MiB before | MiB at most |"
            yield "|---|---|---|---|---|---|---|"
            yield from pool.imap(bench, HOUSES, chunksize=1)
        else:
            yield "| board | layout | par | mean | standard error | z |"
            yield "|---|---|---|---|---|---|"
            tasks = [(house, layout, arguments.games) for house, layout in product(HOUSES, LAYOUTS)]
            yield from pool.imap(campaign, tasks, chunksize=1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--bench", action="store_true")
    for line in lines(parser.parse_args()):
        print(line, flush=True)
