"""Pars of layouts: shipped with the program, kept in the player's folder, or found now and kept.

What is kept is known by all that it depends on, the moves of the board and the rooms of the cards, so
that a change of either makes it another one. A file that is none is passed over and written anew.
"""

import hashlib
import io
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from threading import Event, Thread

import numpy as np

from clue_cli.play.keeping import Unreadable, drafts
from clue_cli.rules.model import Scenario
from clue_cli.solver.collect import Par, Stages, Told, silent, solve
from clue_cli.solver.moves import Endless, Moves, Values, moves_of
from clue_cli.solver.sampling import Spread, best_games

GAMES = 20_000
"""The games of best play that show how its rolls spread."""

_FORMAT = 1
_LARGEST = 64_000_000  # bytes of a file that is read


@dataclass(frozen=True, slots=True)
class Known:
    """Hold the par of a layout, and the spread of the rolls of best play from it."""

    par: Par
    spread: Spread


def find(scenario: Scenario, stages: Stages, folder: Path, told: Told = silent) -> Known:
    """Return the par of a layout; what takes long is told, and kept in `folder` for the next time.

    Raises solver.moves.Endless when nothing is sure to collect all, and what `told` raises.
    """
    board = moves_of(scenario)
    name = file_name(board, stages)
    kept = folder / name
    for read in (partial(_shipped, scenario.board.id, name), partial(_small, kept)):
        # a damaged file makes zipfile and numpy raise almost anything: zlib.error, TokenError, RuntimeError…
        with suppress(Exception):
            return _unpacked(board, stages, read())
    known = work_out(board, stages, told)
    # a par that can't be kept is found again the next time
    with suppress(Unreadable), drafts(kept) as draft:
        (draft / name).write_bytes(packed(known))
        (draft / name).replace(kept)
    return known


def work_out(board: Moves, stages: Stages, told: Told = silent) -> Known:
    """Solve a layout and play its best moves many times; raise Endless when nothing is sure to end."""
    told(0, 1)
    par = solve(board, stages, lambda done, every: told(done, 2 * every))
    chance, odds = np.random.default_rng(0), list(board.rolls.values())
    games = best_games(
        par,
        GAMES,
        lambda rolls: chance.choice(len(odds), rolls, p=odds),
        lambda done, every: told(every + done, 2 * every),
    )
    return Known(par, Spread(tuple(np.bincount(games).tolist())))


def file_name(board: Moves, stages: Stages) -> str:
    """Name what is kept of a layout by all that it depends on."""
    ground = (_FORMAT, GAMES, board.places, board.rolls, board.sets, stages)
    return hashlib.sha256(repr(ground).encode() + board.ends.tobytes()).hexdigest()[:24] + ".npz"


def packed(known: Known) -> bytes:
    """Return the bytes to keep."""
    tables = [_needed(known.par, stage) for stage in range(len(known.par.stages))]
    content = io.BytesIO()
    np.savez_compressed(content, *tables, residual=known.par.residual, counts=known.spread.counts)
    return content.getvalue()


def _needed(par: Par, stage: int) -> Values:
    """Return a table without the values of rooms that still have their card: to enter is to take it."""
    table = par.tables[stage].copy()
    for n, room in enumerate(par.stages[stage]):
        table[np.arange(len(table)) >> n & 1 == 1, par.moves.rooms.index(room)] = 0
    return table


def _unpacked(board: Moves, stages: Stages, content: bytes) -> Known:
    """Read what `packed` wrote; raise an exception of any kind when it is anything else."""
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        tables = tuple(arrays[f"arr_{n}"] for n in range(len(stages)))
        counts, residual = arrays["counts"], float(arrays["residual"])
    for table, stage in zip(tables, stages, strict=True):
        if table.shape != (2 ** len(stage), len(board.rooms)) or table.dtype != np.float64:
            raise ValueError("tables of another board")
        if not np.isfinite(table).all():
            raise ValueError("values that are none")
    if counts.ndim != 1 or counts.dtype.kind != "i" or counts.sum() != GAMES or (counts < 0).any():
        raise ValueError("not the games that were played")
    return Known(Par(board, stages, tables, residual), Spread(tuple(counts.tolist())))


def _shipped(board: str, name: str) -> bytes:
    with (
        (files("clue_cli") / "solver" / "tables" / f"{board}.zip").open("rb") as file,
        zipfile.ZipFile(file) as tables,
    ):
        return tables.read(name)


def _small(path: Path) -> bytes:
    if not path.is_file() or path.stat().st_size > _LARGEST:  # a pipe would be waited for
        raise ValueError("no par")
    return path.read_bytes()


class Stopped(Exception):
    """Say that a search was given up."""


class Search(Thread):
    """Find a par while the game goes on: `known` holds it once the thread has ended.

    It holds None where there is none, and `fault` what else went wrong. `looked` is set when the files
    have been looked through.
    """

    def __init__(self, scenario: Scenario, stages: Stages, folder: Path) -> None:
        super().__init__(daemon=True)
        self.known: Known | None = None
        self.fault: Exception | None = None
        self.looked = Event()
        self.done, self.every = 0, 0
        self._stop_it = Event()
        self._find = partial(find, scenario, stages, folder, self._told)

    def run(self) -> None:
        """Search; what can't be found is left unknown."""
        try:
            self.known = self._find()
        except (Stopped, Endless):
            pass
        except Exception as fault:
            self.fault = fault
        self.looked.set()

    def stop(self) -> None:
        """Give up, and wait until that is done."""
        self._stop_it.set()
        self.join()

    def _told(self, done: int, every: int) -> None:
        self.done, self.every = done, every
        self.looked.set()
        if self._stop_it.is_set():
            raise Stopped
