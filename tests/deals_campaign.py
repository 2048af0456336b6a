"""Hold deduction, counts and odds against all deals one by one, and method against method in real games.

`python tests/deals_campaign.py [--cases N] [--logs M] [--seed S]` prints a line a part; docs/reasoning.md has
a result. At the first difference it prints the log on which that was found, and ends with exit code 1.
"""

import argparse
import sys
import traceback
from collections.abc import Callable, Iterator
from itertools import count
from math import ceil
from random import Random
from typing import TypeVar

from deals import MISHAPS, Log, check_methods, check_small, check_sound, small, where
from games import EDITIONS, TABLES, actors, driven

from clue_cli.rules.actions import Hide
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import ONLOOKER
from clue_cli.rules.model import Kind
from clue_cli.rules.position import Position

MINDS = ("novice", "careful")
POINTS = 1 << 13
"""Sets up to which all of them are summed over: a log of more is counted card by card only."""

_T = TypeVar("_T")


class Different(Exception):
    """Say on which log something is not as it should be; the fault is its cause."""


def checked(log: Log, check: Callable[[Log], _T]) -> _T:
    """Return what a check says of a log; raise Different where it fails."""
    try:
        return check(log)
    except Exception as fault:
        raise Different(log) from fault


def listed(first: int, cases: int) -> str:
    """Check so many small logs; return the line to print."""
    for seed in range(first, first + cases):
        checked(small(seed), check_small)
        progress(seed - first + 1, cases)
    return (
        f"{cases:,} small logs: what is certain, the number of deals, the odds of each card and of each "
        "case, in both weightings and by both methods, are those of all deals listed one by one"
    )


def given(first: int, cases: int) -> str:
    """Check so many small logs in which cards change hands; return the line to print."""
    drawn = certain = 0
    for seed in range(first, first + cases):
        here, there = checked(small(seed, ("give", "give", *MISHAPS)), check_sound)
        drawn, certain = drawn + here, certain + there
        progress(seed - first + 1, cases)
    return (
        f"{cases:,} small logs in which cards change hands: nothing is concluded that a deal denies, and "
        f"{drawn / max(certain, 1):.2%} of what is certain is found"
    )


def told(edition: str, seats: int, rng: Random) -> Iterator[Log]:
    """Play a game of minds and of whims, which accuse wrongly; yield what some seat knew at a few moments."""
    scenario = EDITIONS[edition].scenario
    start = new_game(scenario, rng.sample(scenario.ids(Kind.SUSPECT), seats))
    case: list[str] = []
    states: list[Position] = []
    for before, action, _ in driven(start, rng, actors(seats, lambda: tuple(case), rng, MINDS)):
        case.extend([action.card] if isinstance(action, Hide) else [])
        states.extend([before] if before.table.turn else [])
    for state in rng.sample(states, min(4, len(states))):
        yield Log(state.view(rng.choice([*range(seats), ONLOOKER])), where(state))


def methods(first: int, edition: str, logs: int) -> str:
    """Check so many logs or a few more at each number of players; return the line to print."""
    players = [seats for name, seats in TABLES if name == edition]
    both = one = changed = 0
    for seats in players:
        enough = both + logs
        for number in count(first):
            for log in told(edition, seats, Random(f"deals {edition} {seats} {number}")):
                alike = checked(log, lambda log: check_methods(log, POINTS))
                both, one, changed = both + alike, one + (not alike), changed + log.changed
            progress(both, enough)
            if both >= enough:
                break
    return f"| {edition} | {players[0]}-{players[-1]} | {both} | {one} | {changed} |"


def progress(done: int, of: int) -> None:
    """Show at a terminal how far a part has come."""
    if sys.stderr.isatty() and (done % 20 == 0 or done >= of):
        sys.stderr.write(f"\r{done:,} of {of:,} " if done < of else "\r\x1b[K")


def lines(arguments: argparse.Namespace) -> Iterator[str]:
    """Give what is to be printed, part by part."""
    yield listed(arguments.seed, arguments.cases)
    yield given(arguments.seed, arguments.cases)
    yield "| logs of games | players | both methods agree | one method only | cards changed hands |"
    yield "|---|---|---|---|---|"
    for edition in EDITIONS:
        yield methods(arguments.seed, edition, ceil(arguments.logs / len(TABLES)))


def main() -> None:
    """Print a line a part; leave with 1 at the first difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=5_000)
    parser.add_argument("--logs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    try:
        for line in lines(parser.parse_args()):
            print(line, flush=True)
    except Different as difference:
        traceback.print_exception(difference)
        (log,) = difference.args
        view = log.view
        told = "\n".join(map(str, view.history))
        sys.exit(f"seat {view.seat} of {len(view.table.seats)} was told\n{told}\nand in truth {log.truth}")


if __name__ == "__main__":
    main()
