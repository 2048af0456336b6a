"""Saved games: a readable header, the log with its secrets sealed, and the scenario it is played by."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from clue_cli.play import keeping
from clue_cli.play.keeping import Damaged, Unreadable, list_of, of
from clue_cli.play.sealing import sealed, unsealed
from clue_cli.play.session import LONGEST_MARK, BrokenLog, Notes, Record, Seat, Session
from clue_cli.rules.actions import parse
from clue_cli.rules.engine import WrongSeats
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.words import _, harmless

FORMAT = 1
_NO_SAVE = (KeyError, TypeError, ValueError)
_COVER = "?"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")


@dataclass(frozen=True, slots=True)
class Listed:
    """Show one saved game in a list; `fault` says what is wrong with its file, no title that all of it is."""

    name: str
    saved: str = ""
    title: str = ""
    turn: int = 0
    over: bool = False
    fault: str = ""
    game: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """Be the place of one saved game."""

    folder: Path
    name: str

    @property
    def path(self) -> Path:
        """The file."""
        return self.folder / f"{self.name}.toml"

    def keep(self, session: Session) -> None:
        """Save the session's game; raise Unreadable when that fails."""
        record = session.record
        content = _header(session) | _body(record) | {"scenario": record.document}
        keeping.write(self.path, FORMAT, content)

    def open(self) -> tuple[Session, str]:
        """Return the saved game and what to tell the player ("" when all is well).

        What was read from the file before it is saved anew. Raises Unreadable when there is none that
        can be read, or none that can be played again.
        """
        found = keeping.read(self.path, FORMAT)
        session = self._session(found.content, self.keep)
        if found.remark:
            self.keep(session)
        return session, found.remark

    def look(self) -> tuple[Session, str]:
        """Return the saved game as `open` does, but write nothing: another run may be playing it."""
        found = keeping.glance(self.path, FORMAT)
        return self._session(found.content, lambda _session: None), found.remark

    def _session(self, content: Mapping[str, Any], keep: Callable[[Session], None]) -> Session:
        try:
            session = Session(_record(content), keep)
        except BrokenLog as fault:
            what = _("{path}: its log does not fit at line {number}")
            raise Damaged(what.format(path=self.path, number=fault)) from fault
        except WrongSeats as fault:
            what = _("{path}: its seats do not fit: {fault}")
            raise Damaged(what.format(path=self.path, fault=fault)) from fault
        except ScenarioFaults as faults:
            what = _("{path}: its scenario has faults: {fault}")
            raise Damaged(what.format(path=self.path, fault=faults.lines()[0])) from faults
        except _NO_SAVE as fault:
            raise Damaged(_("{path} is no saved game of clue").format(path=self.path)) from fault
        if not session.record.marks.keys() <= session.scenario.cards.keys():
            raise Damaged(_("{path} has marks beside cards that it has not").format(path=self.path))
        return session


def slot(folder: Path, name: str) -> Slot:
    """Return the slot of a saved game; raise Unreadable when there is none of that name."""
    if not _NAME.fullmatch(name):
        raise Unreadable(_("{name!r} is no name of a saved game").format(name=name))
    found = Slot(folder, name)
    if not keeping.taken(found.path):
        raise Unreadable(_("there is no saved game {name}").format(name=name))
    return found


@contextmanager
def new_slot(folder: Path, scenario: str) -> Iterator[Slot]:
    """Hold the first free slot for a game of that scenario id: classic-1, classic-2 and so on."""
    number = 1
    while True:
        free = Slot(folder, f"{scenario}-{number}")
        if not keeping.taken(free.path):
            try:
                with held(free):
                    if not keeping.taken(free.path):
                        yield free
                        return
            except BeingPlayed:
                pass
        number += 1


class BeingPlayed(Unreadable):
    """Say that a saved game is being played by another run of the program."""


@contextmanager
def held(place: Slot) -> Iterator[Slot]:
    """Hold a slot, so that no other run of the program plays it; raise BeingPlayed when one does."""
    busy = BeingPlayed(_("{name} is being played in another window").format(name=place.name))
    with keeping.locked(place.path, 0, busy):
        yield place


def listing(folder: Path) -> list[Listed]:
    """List the saved games of a folder, the one saved last first; a damaged one by the file before it."""
    names = (path.name for path in (*folder.glob("*.toml"), *folder.glob("*.toml.bak")))
    stems = {name.removesuffix(".bak").removesuffix(".toml") for name in names}
    slots = [Slot(folder, stem) for stem in stems - {"scores"} if _NAME.fullmatch(stem)]
    return sorted(map(_listed, slots), key=lambda game: (game.saved, game.name), reverse=True)


def _listed(place: Slot) -> Listed:
    try:
        found = keeping.glance(place.path, FORMAT)
        content = found.content
        return Listed(
            place.name,
            of(str, content["saved"]),
            of(str, content["title"]),
            of(int, content["turn"]),
            of(bool, content["over"]),
            found.remark,
            of(str, of(dict, content["scenario"])["game"]),
        )
    except FileNotFoundError:
        return Listed(place.name, fault=_("{path} is gone").format(path=place.path))
    except Unreadable as fault:
        return Listed(place.name, fault=str(fault))
    except _NO_SAVE:
        return Listed(place.name, fault=_("{path} is no saved game of clue").format(path=place.path))


def _header(session: Session) -> dict[str, Any]:
    table = session.state.table
    return {
        "title": session.game_id,
        "saved": datetime.now().astimezone().isoformat(timespec="milliseconds"),
        "turn": table.turn,
        "over": session.over,
    }


def _body(record: Record) -> dict[str, Any]:
    log = [_COVER if parse(line).secret else line for line in record.log]
    hidden = [line for line, told in zip(record.log, log, strict=True) if told == _COVER]
    return {
        "seed": record.seed,
        "notes": record.notes,
        "hints": record.hints,
        "log": log,
        "sealed": sealed(hidden),
        "marks": dict(record.marks),
        "seat": [{"suspect": seat.suspect, "mind": seat.mind} for seat in record.seats],
    }


def _record(content: Mapping[str, Any]) -> Record:
    """Read what `_body` wrote; raise one of _NO_SAVE when it is anything else."""
    hidden = iter(unsealed(of(str, content["sealed"])))
    record = Record(
        document=of(dict, content["scenario"]),
        seats=tuple(
            Seat(of(str, seat["suspect"]), of(str, seat["mind"])) for seat in list_of(dict, content["seat"])
        ),
        seed=of(int, content["seed"]),
        log=tuple(next(hidden, line) if line == _COVER else line for line in list_of(str, content["log"])),
        notes=content["notes"],
        marks={card: of(str, mark) for card, mark in of(dict, content["marks"]).items()},
        hints=of(int, content.get("hints", 0)),  # a save from before there were hints has no such line
    )
    if (
        not 0 <= record.seed < 2**63
        or record.hints < 0
        or record.notes not in get_args(Notes)
        or next(hidden, None) is not None
    ):
        raise ValueError("not as it was written")
    if not all(len(mark) <= LONGEST_MARK and all(map(harmless, mark)) for mark in record.marks.values()):
        raise ValueError("marks that nobody wrote")
    return record
