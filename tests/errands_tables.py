"""Measure the plan for the errands on the boards named, and the bound that no plan gets below.

Run `python tests/errands_tables.py 5000 classic clue-2015 master-detective`: games, then boards. The plan
plays through the engine, with layouts, pile and dice drawn by Python's generator from a fixed seed. The
bound is the mean over all layouts of nine rooms; with more rooms there is none (it would take too long).
"""

import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from clue_cli.play.errands import key, plan_for, rolls_by_plan
from clue_cli.rules.model import Game, Kind, Scenario
from clue_cli.scenario import shelf
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.load import load
from clue_cli.solver.errands import Plan
from clue_cli.solver.errands_bound import TooManyPiles, lower_bound
from clue_cli.solver.moves import moves_of

TABLE = Path(__file__).parents[1] / "clue_cli" / "solver" / "tables" / "errands.json"


@lru_cache(maxsize=1)
def setting(house: str) -> tuple[Scenario, Plan]:
    """Return the errands in a house, and the plan for them."""
    scenario = on_board(load(shelf.find(Game.ERRANDS)), load(shelf.find(house))).scenario
    return scenario, plan_for(scenario)


def rolls(house: str, seed: int) -> int:
    """Play one game by the plan and return its rolls."""
    return rolls_by_plan(*setting(house), seed)


def bound(house: str) -> float | None:
    """Return the mean of the bound over all layouts: a suspect and a weapon in each of as many rooms."""
    scenario, _plan = setting(house)
    rooms = scenario.ids(Kind.ROOM)
    layouts = list(combinations(rooms, len(scenario.ids(Kind.SUSPECT))))
    try:
        found = [
            lower_bound(moves_of(scenario), {room: 3 if room in pairs else 1 for room in rooms})
            for pairs in layouts
        ]
    except TooManyPiles:
        return None
    return sum(found) / len(found)


def main(games: int, houses: list[str]) -> None:
    """Measure each board and keep what was found."""
    table = json.loads(TABLE.read_text("utf-8"))
    for house in houses:
        with ProcessPoolExecutor(2) as pool:
            lowest = pool.submit(bound, house)
            spread = Counter(pool.map(rolls, [house] * games, range(games), chunksize=20))
        counts = [spread[n] for n in range(max(spread) + 1)]
        table[key(setting(house)[0])] = {"board": house, "counts": counts, "bound": lowest.result()}
        TABLE.write_text(json.dumps(table) + "\n", "utf-8")
        mean = sum(n * count for n, count in enumerate(counts)) / games
        print(f"{house}: {games} games, mean {mean:.2f}, no plan below {lowest.result()}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
