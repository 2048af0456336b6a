"""Watch games of every shipped scenario from beginning to end, as one who looks on is told them.

python tests/shelf_campaign.py [GAMES] [SCENARIO…] prints a line a scenario: how many games ended, and the
median number of turns or rolls. docs/campaign.md has a result.
"""

import sys
from random import Random
from statistics import median

from games import collecting
from playing import COLLECTOR, at_random, steps

from clue_cli.play.seating import among_themselves
from clue_cli.play.session import Record, Session
from clue_cli.rules.events import ONLOOKER, Rolled, TurnBegan
from clue_cli.rules.model import Game
from clue_cli.scenario.load import Loaded, load
from clue_cli.scenario.shelf import listing
from clue_cli.ui.telling import Teller


def watched(loaded: Loaded, seed: int) -> tuple[Session, list[str]]:
    """Play a game to its end, by minds or as one wanders through a solitaire, and tell it to an onlooker."""
    scenario, rng = loaded.scenario, Random(seed)
    if scenario.game.solitaire:
        game = Session(Record(loaded.document, COLLECTOR, seed))
        wander = at_random(seed)
        for _by_person in steps(
            game, wander if scenario.game is Game.ERRANDS else lambda session: collecting(session.state, rng)
        ):
            pass
    else:
        low, high = scenario.rules.players
        minds = None if scenario.seats else ("careful", "novice") * high
        seats = among_themselves(scenario, minds and minds[: low + seed % (high - low + 1)])
        game = Session(Record(loaded.document, seats, seed))
        while not game.over:
            game.step()
    players = [seat.suspect or "detective" for seat in game.record.seats]
    history = game.state.histories[0] if scenario.game.solitaire else game.view().history
    return game, list(Teller(scenario, players, ONLOOKER).lines(history))


def main(games: int, wanted: list[str]) -> None:
    """Watch so many games a scenario, seeds from 1."""
    print("| scenario | games | ended | median turns or rolls |")
    print("|---|---|---|---|")
    for loaded in (load(shelved.path) for shelved in listing()):
        if wanted and loaded.scenario.id not in wanted:
            continue
        counted = Rolled if loaded.scenario.game.solitaire else TurnBegan
        lengths, ended = [], 0
        for seed in range(1, games + 1):
            game, lines = watched(loaded, seed)
            lengths.append(sum(isinstance(event, counted) for event in game.state.histories[0]))
            ended += game.over and bool(lines)
        print(f"| {loaded.scenario.id} | {games} | {ended} | {median(lengths):g} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 50, sys.argv[2:])
