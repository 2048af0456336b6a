"""Report what the engine costs on the classic board: python tests/bench.py (asserts nothing)."""

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from clue_cli.play.saves import Slot
from clue_cli.play.session import Record, Seat, Session, begin
from clue_cli.rules.actions import parse
from clue_cli.rules.movement import reach
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

MINDS = ("careful", "novice", "careful", "novice")
SUSPECTS = ("scarlett", "mustard", "white", "green")


def taken(call: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def movement() -> None:
    """Time every place and roll of the empty board, then queries with five tokens on it."""
    board = load(find("classic")).scenario.board
    places = [*sorted(board.squares), *(room.id for room in board.rooms), "stairs"]
    rolls = [(place, steps) for place in places for steps in range(2, 13)]
    print(
        f"every (place, 2..12), empty board: {taken(lambda: [reach(board, *roll) for roll in rolls]):.2f} s"
    )
    chance = random.Random(1)
    times = []
    for _query in range(2000):
        tokens = frozenset(chance.sample(sorted(board.squares), 5))
        place, steps = chance.choice(rolls)
        times.append(1000 * taken(lambda: reach(board, place, steps, tokens)))  # noqa: B023 (called at once)
    times.sort()
    print(f"a query with 5 tokens: median {median(times):.2f} ms, 99 of 100 under {times[1980]:.2f} ms")


def games() -> None:
    """Time whole games of four opponents, their replay, and saving one of them."""
    document = load(find("classic")).document
    records = [Record(document, tuple(map(Seat, SUSPECTS, MINDS)), seed) for seed in range(20)]
    sessions = [Session(record) for record in records]

    def play(session: Session) -> None:
        while not session.over:
            session.step()

    seconds = taken(lambda: [play(session) for session in sessions])
    actions = sum(len(session.record.log) for session in sessions)
    print(
        f"a game of four: {1000 * seconds / len(sessions):.0f} ms, {1e6 * seconds / actions:.0f} µs an action"
    )

    def replay(session: Session) -> None:
        state = begin(session.scenario, session.record)
        for line in session.record.log:
            state = state.apply(parse(line))

    seconds = taken(lambda: [replay(session) for session in sessions])
    print(f"its replay by the engine alone: {1e6 * seconds / actions:.0f} µs an action")
    with tempfile.TemporaryDirectory() as folder:
        slot = Slot(Path(folder), "classic-1")
        times = [1000 * taken(lambda: slot.keep(session)) for session in sessions]  # noqa: B023 (the same)
    print(f"a save, synced to the disk: median {median(times):.1f} ms")


if __name__ == "__main__":
    movement()
    games()
