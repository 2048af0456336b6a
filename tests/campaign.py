"""Play hundreds of games of every detective scenario at every player count.

python tests/campaign.py [GAMES] [SCENARIO…] prints a line a table: how many ended, the median number of
turns, and who won. docs/campaign.md has a result.
"""

import sys
from statistics import median

from clue_cli.play.session import Record, Seat
from clue_cli.play.simulation import simulate
from clue_cli.rules.model import Game, Kind
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import listing

MINDS = ("careful", "careful", "novice")


def main(games: int, wanted: list[str]) -> None:
    """Play so many games a table, seeds from 1, on two cores."""
    print("| scenario | players | ended | median turns | wrong accusations | wins by seat |")
    print("|---|---|---|---|---|---|")
    for loaded in (load(shelved.path) for shelved in listing()):
        scenario = loaded.scenario
        if scenario.game is not Game.CLUE or (wanted and scenario.id not in wanted):
            continue
        low, high = scenario.rules.players
        for players in range(low, high + 1):
            minds = (MINDS * players)[:players]
            seats = tuple(map(Seat, scenario.ids(Kind.SUSPECT), minds))
            report = simulate(Record(loaded.document, seats, 1), games, 2, lambda: None)
            turns = median(tally.turns for tally in report.ended)
            wrong = sum(tally.wrong_accusations for tally in report.tallies)
            wins = " ".join(str(report.wins(seat)) for seat in range(players))
            print(
                f"| {scenario.id} | {players} | {len(report.ended)} | {turns:g} | {wrong} | {wins} |",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 300, sys.argv[2:])
