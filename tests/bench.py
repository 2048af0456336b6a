"""Report what the engine costs: python tests/bench.py (asserts nothing)."""

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from clue_cli.play.saves import Slot
from clue_cli.play.session import Record, Seat, Session, begin
from clue_cli.rules.actions import parse
from clue_cli.rules.model import Place
from clue_cli.rules.movement import Move, gait
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

MINDS = ("careful", "novice", "careful", "novice")
SUSPECTS = ("scarlett", "mustard", "white", "green")


def taken(call: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def movement(name: str, tokens: int) -> None:
    """Time every place and roll of a scenario's empty board, then queries with tokens on it, and stops."""
    scenario = load(find(name)).scenario
    board, how = scenario.board, gait(scenario.rules)
    places: list[Place] = [*sorted(board.squares), *sorted(board.room_ids)]
    rolls = [(place, steps) for place in places for steps in range(2, 13)]
    seconds = taken(lambda: [Move(board, *roll, gait=how).ends() for roll in rolls])
    print(f"{name}: every (place, 2..12), {len(rolls)} of them, empty board: {seconds:.2f} s")
    chance = random.Random(1)
    ends, stops = [], []
    for _move in range(2000):
        others = frozenset[Place](chance.sample(sorted(board.squares), tokens))
        place, steps = chance.choice(rolls)
        others -= {place}
        move = Move(board, place, steps, others, gait=how)
        ends.append(1000 * taken(move.ends))
        for stop in sorted(board.snoops - others - {place})[:1]:
            end = chance.choice([*move.ends(), place])
            stops.append(1000 * taken(lambda: move.way_by(stop, end)))  # noqa: B023
    for what, times in (("list of ends", ends), ("way by a snoop square", stops)):
        if times:
            times.sort()
            last = times[len(times) * 99 // 100]
            print(f"  {tokens} tokens, {what}: median {median(times):.2f} ms, ", end="")
            print(f"99 of 100 under {last:.2f} ms, slowest {times[-1]:.0f} ms")


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
    movement("classic", 5)
    movement("master-detective", 9)
    games()
