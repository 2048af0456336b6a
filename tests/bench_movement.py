"""Report what movement costs on the classic board: python tests/bench_movement.py (asserts nothing)."""

import random
import time
from statistics import median

from clue_cli.rules.movement import reach
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find


def main() -> None:
    """Time every place and roll of the empty board, then queries with five tokens on it."""
    board = load(find("classic")).scenario.board
    places = [*sorted(board.squares), *(room.id for room in board.rooms), "stairs"]
    began = time.perf_counter()
    for place in places:
        for steps in range(2, 13):
            reach(board, place, steps)
    print(f"every (place, 2..12) of the empty board: {time.perf_counter() - began:.2f} s")
    chance = random.Random(1)
    times = []
    for _query in range(2000):
        tokens = frozenset(chance.sample(sorted(board.squares), 5))
        place, steps = chance.choice(places), chance.randint(2, 12)
        began = time.perf_counter()
        reach(board, place, steps, tokens)
        times.append(1000 * (time.perf_counter() - began))
    times.sort()
    print(f"with 5 tokens: median {median(times):.2f} ms, 99 of 100 under {times[1980]:.2f} ms")


if __name__ == "__main__":
    main()
