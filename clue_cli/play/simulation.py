"""Play many games among the opponents, on one core or several, and count what came of each.

It prints nothing and reads no clock: the same seeds give the same report, however many cores play.
"""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import active_children, get_context

from clue_cli.play.session import Record, Seat, Session
from clue_cli.rules.events import Accused, Suggested

LONGEST = 10_000
"""Actions after which a game is given up: a real one has hundreds."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Count what came of one game: `winner` is a seat or None, and a game given up has not `ended`."""

    seed: int
    winner: int | None
    ended: bool
    turns: int
    suggestions: int
    wrong_accusations: int


@dataclass(frozen=True, slots=True)
class Report:
    """Hold the tallies of all games of one table, by seed."""

    seats: tuple[Seat, ...]
    tallies: tuple[Tally, ...]

    @property
    def ended(self) -> tuple[Tally, ...]:
        """The games that came to an end."""
        return tuple(tally for tally in self.tallies if tally.ended)

    @property
    def endless(self) -> tuple[int, ...]:
        """The seeds of the games given up."""
        return tuple(tally.seed for tally in self.tallies if not tally.ended)

    @property
    def nobody(self) -> int:
        """The games that ended and that nobody won."""
        return sum(tally.winner is None for tally in self.ended)

    def wins(self, seat: int) -> int:
        """Count the games that a seat won."""
        return sum(tally.winner == seat for tally in self.tallies)

    def wins_of(self, mind: str) -> int:
        """Count the games that the seats of a mind won."""
        return sum(self.wins(n) for n, seat in enumerate(self.seats) if seat.mind == mind)


def tally(record: Record) -> Tally:
    """Play a game without a person to its end, or until it is too long, and count what happened in it."""
    session = Session(record)
    while not session.over and len(session.record.log) < LONGEST:
        session.step()
    view, outcome = session.view(), session.state.outcome()
    return Tally(
        record.seed,
        outcome.winner if outcome else None,
        outcome is not None,
        view.table.turn,
        sum(isinstance(event, Suggested) for event in view.history),
        sum(isinstance(event, Accused) and not event.right for event in view.history),
    )


def simulate(first: Record, games: int, jobs: int, told: Callable[[], None]) -> Report:
    """Play as many games as wanted, from the seed of the `first` on; `told` is called after each."""
    records = [replace(first, seed=first.seed + n) for n in range(games)]
    tallies = []
    with _mapped(records, jobs) as results:
        for result in results:
            tallies.append(result)
            told()
    return Report(first.seats, tuple(tallies))


@contextmanager
def _mapped(records: list[Record], jobs: int) -> Iterator[Iterator[Tally]]:
    """Yield the tallies in the records' order, from processes that are gone when the block is left."""
    if jobs == 1:
        yield map(tally, records)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        try:
            with _deaf():
                tallies = pool.map(tally, records)
            yield tallies
        except BaseException:
            # else the games under way would be played out first
            for process in active_children():
                process.terminate()
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def _deaf() -> Iterator[None]:
    """Let processes that start within never hear Ctrl-C, which a terminal sends to all: this one ends them.

    A Ctrl-C that comes meanwhile is heard by this process afterwards.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
