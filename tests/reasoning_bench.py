"""Report what reasoning costs: milliseconds of CPU a step, and games a second of each mind.

`python tests/reasoning_bench.py [--logs N] [--seconds S]` asserts nothing; docs/reasoning.md has a result.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time

from deals import CLASSIC, MASTER, Log, cards, told

from clue_cli.opponents.levels import LEVELS
from clue_cli.play.seating import among_themselves
from clue_cli.play.session import Record
from clue_cli.play.simulation import tally
from clue_cli.reasoning.deals import count
from clue_cli.reasoning.facts import ROOM_CARDS, Holder
from clue_cli.reasoning.knowledge import known, shows
from clue_cli.rules.events import TurnBegan
from clue_cli.rules.table import View
from clue_cli.scenario.boardless import without_board
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

ASKED = (0, 5, 10, 20, 40)
SEATS = (2, 3, 4, 5, 6, 10)


def taken(call: Callable[[], object]) -> float:
    """Return the milliseconds of CPU that a call takes."""
    began = process_time()
    call()
    return 1000 * (process_time() - began)


def log(seats: int, seed: int) -> Log:
    """Return a log of questions at random: with ten seats of the large deck, which all answer."""
    deck, answering = (MASTER, "all") if seats > 6 else (CLASSIC, "first")
    extra: dict[Holder, int] = {ROOM_CARDS: 4} if seats == 2 else {}
    dealt = len(cards(deck)) - 3 - sum(extra.values())
    sizes: dict[Holder, int] = {seat: len(range(seat, dealt, seats)) for seat in range(seats)}
    return told(Random(f"bench {seats} {seed}"), deck, sizes | extra, ASKED[-1] + 1, (), answering)


def after(whole: View, asked: int) -> View:
    """Return what was told of so many questions."""
    began = [n for n, event in enumerate(whole.history) if isinstance(event, TurnBegan)]
    return replace(whole, history=whole.history[: began[asked] + 1])


def spread(times: Sequence[float], digits: int) -> str:
    """Return the median, what 99 of 100 are under, and the worst."""
    ordered = sorted(times)
    shown = (median(ordered), ordered[(len(ordered) - 1) * 99 // 100], ordered[-1])
    return " | ".join(f"{value:.{digits}f}" for value in shown)


def steps(logs: int) -> Iterator[str]:
    """Time the update by one question's answers, and the odds, after so many questions."""
    yield "| | | update, ms | | | odds, deals alike, ms | | | odds, shows at random, ms | | |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    yield "| players | asked | " + " | ".join(("median", "99 %", "worst") * 3) + " |"
    for seats in SEATS:
        wholes = [log(seats, seed).view for seed in range(logs)]
        for asked in ASKED:
            times: list[tuple[float, float, float]] = []
            for whole in wholes:
                view = after(whole, asked)
                if asked:
                    known(after(whole, asked - 1))
                update = taken(lambda: known(view))  # noqa: B023 (called at once)
                found, seen = known(view), shows(view)
                alike, random = taken(lambda: count(found)), taken(lambda: count(found, seen))  # noqa: B023
                times.append((update, alike, random))
            columns = zip(*times, strict=True)
            yield f"| {seats} | {asked} | " + " | ".join(map(spread, columns, (2, 1, 1))) + " |"


def games(seconds: float) -> Iterator[str]:
    """Count the games a second among minds that are all alike, on the classic board and without one."""
    yield "| mind | 3 players | 6 players | 3, no board | 6, no board |"
    yield "|---|---|---|---|---|"
    house = load(find("classic"))
    for level in LEVELS:
        rates = []
        for game in (house, without_board(house)):
            for players in (3, 6):
                seats = among_themselves(game.scenario, (level,) * players)
                played, spent = 0, 0.0
                while spent < 1000 * seconds:
                    spent += taken(lambda: tally(Record(game.document, seats, played)))  # noqa: B023
                    played += 1
                rates.append(f"{1000 * played / spent:.3g}")
        yield f"| {level} | " + " | ".join(rates) + " |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    arguments = parser.parse_args()
    for part in (steps(arguments.logs), games(arguments.seconds)):
        for line in part:
            print(line, flush=True)
        print()
