"""Work out the pars that are shipped: every layout of the boards named, with two dice.

Run `python tests/par_tables.py classic clue-2015`: some ten minutes a board of nine rooms on one core.
A table is found again by the moves it was made for, so that it must be made anew when those change.
"""

import sys
import zipfile
from itertools import combinations
from pathlib import Path

from clue_cli.play.pars import file_name, packed, work_out
from clue_cli.rules.model import Game, Kind
from clue_cli.scenario import shelf
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.load import load
from clue_cli.solver.moves import moves_of

TABLES = Path(__file__).parents[1] / "clue_cli" / "solver" / "tables"


def main(house: str) -> None:
    """Write the pars of all layouts of one board, of which each has as many weapons as suspects."""
    scenario = on_board(load(shelf.find(Game.COLLECT)), load(shelf.find(house))).scenario
    board = moves_of(scenario)
    rooms, suspects = scenario.ids(Kind.ROOM), len(scenario.ids(Kind.SUSPECT))
    TABLES.mkdir(exist_ok=True)
    with zipfile.ZipFile(TABLES / f"{scenario.board.id}.zip", "w") as tables:
        for with_pair in combinations(rooms, suspects):
            known = work_out(board, (rooms, with_pair, with_pair))
            # packed already, and the same bytes whenever it is made
            tables.writestr(zipfile.ZipInfo(file_name(board, (rooms, with_pair, with_pair))), packed(known))
            print(house, *with_pair, f"{known.par.rolls:.3f}", f"{known.spread.mean:.3f}", flush=True)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        main(name)
