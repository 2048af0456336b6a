"""Play many games among the opponents, on one core or several, and count what came of each.

It prints nothing and reads no clock: the same seeds give the same report and files, however many cores
play.
"""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path

from clue_cli.play.keeping import drafts
from clue_cli.play.replay import lines, replay
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
    return _counted(_played(record))


def _played(record: Record) -> Session:
    session = Session(record)
    while not session.over and len(session.record.log) < LONGEST:
        session.step()
    return session


def _counted(session: Session) -> Tally:
    view, outcome = session.view(), session.state.outcome()
    return Tally(
        session.record.seed,
        outcome.winner if outcome else None,
        outcome is not None,
        view.table.turn,
        sum(isinstance(event, Suggested) for event in view.history),
        sum(isinstance(event, Accused) and not event.right for event in view.history),
    )


def simulate(
    first: Record, games: int, jobs: int, told: Callable[[], None], folder: Path | None = None
) -> Report:
    """Play as many games as wanted, from the seed of the `first` on; `told` is called after each.

    The whole truth of each game is written into `folder`, if one is given, as SCENARIO-SEED.jsonl. Raises
    keeping.Unreadable when that can't be done: before any game is played, if nothing can be written there.
    """
    records = [replace(first, seed=first.seed + n) for n in range(games)]
    tallies = []
    if folder:
        with drafts(_file(folder, first)):
            pass  # what can't be written is known now
    with _mapped(partial(_game, kept=folder is not None), records, jobs) as results:
        for record, (tallied, text) in zip(records, results, strict=True):
            if folder:
                _write(_file(folder, record), text)
            tallies.append(tallied)
            told()
    return Report(first.seats, tuple(tallies))


def _game(record: Record, *, kept: bool) -> tuple[Tally, str]:
    """Play a game; return its tally, and the whole truth of it as text if that is to be kept."""
    session = _played(record)
    return _counted(session), "".join(lines(replay(session.record, None))) if kept else ""


def _file(folder: Path, record: Record) -> Path:
    return folder / f"{record.document['id']}-{record.seed}.jsonl"


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all, in place of the one that may be there."""
    with drafts(path) as beside:
        draft = beside / path.name
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)


_Game = Callable[[Record], tuple[Tally, str]]


@contextmanager
def _mapped(play: _Game, records: list[Record], jobs: int) -> Iterator[Iterator[tuple[Tally, str]]]:
    """Yield the games in the records' order, from processes that are gone when the block is left."""
    if jobs == 1:
        yield map(play, records)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        try:
            with _deaf():
                played = pool.map(play, records)
            yield played
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
