"""Roll counts of finished solitaire games, each with the log that proves it."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import tomli_w

from clue_cli.play import keeping
from clue_cli.play.keeping import Damaged, Unreadable, list_of, of
from clue_cli.play.session import Session
from clue_cli.words import _

FORMAT = 1
_PATIENCE = 30.0  # seconds to wait for another run that is writing its score


@dataclass(frozen=True, slots=True)
class Score:
    """Be one result: the game it was (scenario/mode), its seed, its rolls and its day."""

    game: str
    seed: int
    rolls: int
    date: str


@dataclass(frozen=True, slots=True)
class Added:
    """Tell what a new score is beside the ones before it: the best so far (None for a first one)."""

    rolls: int
    best_before: int | None
    remark: str = ""

    @property
    def is_best(self) -> bool:
        """Whether it beats every score before it."""
        return self.best_before is None or self.rolls < self.best_before


def add(path: Path, session: Session) -> Added:
    """Add the score of a finished solitaire, unless it is there; raise Unreadable when that fails.

    A game whose score could not be written is scored when it is looked at again.
    """
    with _locked(path):
        content, remark = _read(path)
        log = list(session.record.log)
        rows = list(zip(_scores(path, content), content.get("score", []), strict=True))
        others = [score.rolls for score, row in rows if score.game == session.game and row.get("log") != log]
        rolls = session.state.table.rolls
        added = Added(rolls, min(others, default=None), remark)
        if len(others) < sum(score.game == session.game for score, _row in rows):
            return added
        document = tomli_w.dumps(session.record.document)
        key = hashlib.sha256(document.encode()).hexdigest()[:16]
        content.setdefault("scenario", {})[key] = session.record.document
        content.setdefault("score", []).append(
            {
                "game": session.game,
                "seed": session.record.seed,
                "rolls": rolls,
                "date": datetime.now().astimezone().isoformat(timespec="seconds"),
                "played_by": key,
                "log": log,
            }
        )
        keeping.write(path, FORMAT, content)
    return added


def listing(path: Path) -> tuple[dict[str, list[Score]], str]:
    """Return the scores by game, the fewest rolls first, and what to tell the player ("" for nothing).

    Raises Unreadable when the file can't be read and no earlier one either.
    """
    content, remark = _read(path)
    games: dict[str, list[Score]] = {}
    for score in sorted(_scores(path, content), key=lambda score: (score.game, score.rolls, score.date)):
        games.setdefault(score.game, []).append(score)
    return games, remark


def _read(path: Path) -> tuple[dict[str, Any], str]:
    """Read the file; a damaged one without an earlier one is set aside, and the table begins anew."""
    try:
        found = keeping.read(path, FORMAT)
    except FileNotFoundError:
        return {}, ""
    except Damaged as fault:
        return {}, str(fault)
    return found.content, found.remark


def _scores(path: Path, content: Mapping[str, Any]) -> list[Score]:
    """Read the scores; raise Unreadable when `add` did not write them."""
    try:
        of(dict, content.get("scenario", {}))
        return [
            Score(of(str, row["game"]), of(int, row["seed"]), of(int, row["rolls"]), of(str, row["date"]))
            for row in list_of(dict, content.get("score", []))
        ]
    except (KeyError, TypeError) as fault:
        raise Unreadable(_("{path} holds what is no score").format(path=path)) from fault


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    import filelock

    lock = filelock.FileLock(path.with_name(f".{path.name}.lock"), timeout=_PATIENCE)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except filelock.Timeout:
        raise Unreadable(_("another game is writing {path}; try again").format(path=path)) from None
    except OSError as fault:
        raise keeping.cant_write(path, fault) from fault
    try:
        yield
    finally:
        lock.release()
