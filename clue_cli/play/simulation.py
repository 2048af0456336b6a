"""Play many games among the opponents, on one core or several, and count what came of each.

It prints nothing and reads no clock: the same seeds give the same report and files, however many cores
play.
"""

import json
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import sqrt
from multiprocessing import active_children, get_context
from pathlib import Path
from statistics import NormalDist

from clue_cli.play.keeping import drafts
from clue_cli.play.replay import lines, replay
from clue_cli.play.seating import rotated
from clue_cli.play.session import Record, Seat, Session
from clue_cli.rules.events import Accused, Suggested
from clue_cli.rules.model import Scenario
from clue_cli.scenario.load import from_document

LONGEST = 10_000
"""Actions after which a game is given up: a real one has hundreds."""


_SURE = NormalDist().inv_cdf(0.975)
"""Standard deviations to either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Count what came of one game, with the mind of each seat in it.

    `winner` is a seat or None, and a game given up has not `ended`.
    """

    seed: int
    minds: tuple[str, ...]
    winner: int | None
    ended: bool
    turns: int
    suggestions: int
    wrong_accusations: int


@dataclass(frozen=True, slots=True)
class Share:
    """Say how many of how many games were won, and the `fair` share, that of players who are all alike."""

    wins: int
    games: int
    fair: float

    @property
    def share(self) -> float:
        """The part of the games won, of 1."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, by Wilson's score (J. Am. Stat. Assoc. 22, 1927, 209-212)."""
        z2 = _SURE**2 / self.games
        middle = self.share + z2 / 2
        spread = sqrt(z2 * (self.share * (1 - self.share) + z2 / 4))
        return max(0.0, (middle - spread) / (1 + z2)), min(1.0, (middle + spread) / (1 + z2))


@dataclass(frozen=True, slots=True)
class Report:
    """Hold the tallies of all games of one table, by seed; `seats` are those of the first game."""

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

    @property
    def rotated(self) -> bool:
        """Whether minds changed seats between games."""
        return len({tally.minds for tally in self.tallies}) > 1

    def wins(self, seat: int) -> int:
        """Count the games that a seat won."""
        return sum(tally.winner == seat for tally in self.tallies)

    def of_seat(self, seat: int) -> Share:
        """Return what a seat won, whoever sat there."""
        return Share(self.wins(seat), len(self.tallies), 1 / len(self.seats))

    def of_mind(self, mind: str) -> Share:
        """Return what the seats of a mind won together, wherever they were."""
        winners = (tally.minds[tally.winner] for tally in self.tallies if tally.winner is not None)
        seats = sum(seat.mind == mind for seat in self.seats)
        return Share(sum(winner == mind for winner in winners), len(self.tallies), seats / len(self.seats))


def tally(record: Record) -> Tally:
    """Play a game without a person to its end, or until it is too long, and count what happened in it."""
    return _counted(_played(record))


def _played(record: Record) -> Session:
    session = Session(record, scenario=_scenario(json.dumps(record.document)))
    while not session.over and len(session.record.log) < LONGEST:
        session.step()
    return session


@lru_cache(maxsize=1)
def _scenario(document: str) -> Scenario:
    """Return the scenario of a document in JSON, built once for all games of a process."""
    return from_document(json.loads(document), "").scenario


def _counted(session: Session) -> Tally:
    view, outcome = session.view(), session.state.outcome()
    return Tally(
        session.record.seed,
        tuple(seat.mind for seat in session.record.seats),
        outcome.winner if outcome else None,
        outcome is not None,
        view.table.turn,
        sum(isinstance(event, Suggested) for event in view.history),
        sum(isinstance(event, Accused) and not event.right for event in view.history),
    )


def simulate(
    first: Record,
    games: int,
    jobs: int,
    told: Callable[[], None],
    folder: Path | None = None,
    *,
    rotate: bool = False,
) -> Report:
    """Play as many games as wanted, from the seed of the `first` on; `told` is called after each.

    Where minds `rotate`, each moves on by one seat from game to game, and the suspects stay. The whole
    truth of each game is written into `folder`, if one is given, as SCENARIO-SEED.jsonl. Raises
    keeping.Unreadable when that can't be done: before any game is played, if nothing can be written there.
    """
    records = [
        replace(first, seed=first.seed + n, seats=rotated(first.seats, n if rotate else 0))
        for n in range(games)
    ]
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
