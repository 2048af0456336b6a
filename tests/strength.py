"""Measure each level against a table of the one below: python tests/strength.py [--cards N] [--boards N].

One of the better level sits among the worse, the seats rotated. A row is printed for each table;
docs/reasoning.md has the result.
"""

import argparse
from itertools import pairwise

from clue_cli.opponents.levels import LEVELS
from clue_cli.play.seating import among_themselves
from clue_cli.play.session import Record
from clue_cli.play.simulation import simulate
from clue_cli.scenario.boardless import without_board
from clue_cli.scenario.load import Loaded, load
from clue_cli.scenario.shelf import find

SEATS = (3, 4, 6)
BOARDS = ("classic", "clue-2015", "master-detective")


def row(what: str, game: Loaded, better: str, worse: str, seats: int, games: int, jobs: int) -> str:
    """Play the games of one table, and return what came of it."""
    first = Record(game.document, among_themselves(game.scenario, (better, *[worse] * (seats - 1))), 0)
    report = simulate(first, games, jobs, lambda: None, rotate=True)
    won = report.of_mind(better)
    low, high = won.interval
    cells = (
        what,
        f"{better} / {worse}",
        seats,
        f"{100 * won.share:.1f} %",
        f"{100 * low:.1f}–{100 * high:.1f}",
        f"{100 * won.fair:.1f}",
        f"{report.nobody + len(report.endless)}",
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    """Print all rows, each as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=1000, help="games of a table with the cards alone")
    parser.add_argument("--boards", type=int, default=400, help="games of a table on a board")
    parser.add_argument("--jobs", type=int, default=1)
    wish = parser.parse_args()
    print("| game | one / the others | players | won | 95 % interval | fair | won by nobody |")
    print("|---|---|---|---|---|---|---|")
    tables = [("classic, cards alone", without_board(load(find("classic"))), wish.cards)]
    tables += [(name, load(find(name)), wish.boards) for name in BOARDS]
    for what, game, games in tables:
        for worse, better in pairwise(LEVELS):
            for seats in SEATS:
                print(row(what, game, better, worse, seats, games, wish.jobs), flush=True)


if __name__ == "__main__":
    main()
