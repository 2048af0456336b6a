"""The file of all that finished games left: scores and results, and the scenario that each was played by.

Nothing here prints. A row is written once, and none that was written is lost.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from clue_cli.play import keeping
from clue_cli.play.keeping import Damaged, Unreadable, list_of, of
from clue_cli.play.proof import STREAMS, Row, doubt
from clue_cli.play.session import Session
from clue_cli.scenario.shelf import STEM
from clue_cli.words import _

FORMAT = 1
PATIENCE = 30.0
"""Seconds to wait for another run that is writing."""

ID = re.compile("[a-z][a-z0-9_-]*")
_GAME = re.compile(f"{STEM}/(solo|[1-9][0-9]?)")
_GROUND = re.compile("[0-9a-f]{16}")
_R = TypeVar("_R", bound=Row)


@dataclass(frozen=True, slots=True)
class Shelf(Generic[_R]):
    """Name a kind of rows as the file does, and read one: KeyError, TypeError or ValueError for none."""

    name: str
    read: Callable[[Mapping[str, Any]], _R]


@dataclass(frozen=True, slots=True)
class Kept(Generic[_R]):
    """Hold rows in the order in which they were made, the document of each ground, and what to tell."""

    rows: tuple[_R, ...] = ()
    documents: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    remark: str = ""

    def board(self, ground: str) -> str:
        """Return the id of the board of a ground."""
        return str(self.documents[ground]["board"]["id"])

    def doubts(self) -> Iterator[tuple[int, _R, str]]:
        """Play every row's log again; yield its number from 1, and why it is no proof ("" when it is)."""
        first: dict[Hashable, int] = {}
        for number, row in enumerate(self.rows, 1):
            earlier = first.setdefault(row.identity, number)
            if earlier < number:
                yield number, row, _("the same game as number {number}").format(number=earlier)
            else:
                yield number, row, doubt(row, self.documents[row.ground])


def add(path: Path, shelf: Shelf[_R], row: _R, session: Session) -> Kept[_R]:
    """Add the row of a finished game, unless it is there; return the others.

    Raises Unreadable when that fails; then the game leaves its row when it is looked at again.
    """
    busy = Unreadable(_("another game is writing {path}; try again").format(path=path))
    with keeping.locked(path, PATIENCE, busy):
        content, remark = _mended(path)
        kept = _understood(path, shelf, content, remark)
        others = tuple(other for other in kept.rows if other.identity != row.identity)
        if len(others) == len(kept.rows):
            content.setdefault("scenario", {}).setdefault(row.ground, session.record.document)
            content.setdefault(shelf.name, []).append(asdict(row))
            keeping.write(path, FORMAT, content)
    return Kept(others, kept.documents, remark)


def kept(path: Path, shelf: Shelf[_R]) -> Kept[_R]:
    """Read all rows and write nothing; raise Unreadable when neither the file nor the one before can be."""
    try:
        found = keeping.glance(path, FORMAT)
    except FileNotFoundError:
        return Kept()
    return _understood(path, shelf, found.content, found.remark)


def _mended(path: Path) -> tuple[dict[str, Any], str]:
    """Read the file; a damaged one without an earlier one is set aside, and it begins anew."""
    try:
        found = keeping.read(path, FORMAT)
    except FileNotFoundError:
        return {}, ""
    except Damaged as fault:
        return {}, str(fault)
    return found.content, found.remark


def _understood(path: Path, shelf: Shelf[_R], content: Mapping[str, Any], remark: str) -> Kept[_R]:
    """Understand what was read; raise Unreadable when `add` did not write it."""
    try:
        written = list_of(dict, content.get(shelf.name, []))
        documents = {
            ground: of(dict, document) for ground, document in of(dict, content.get("scenario", {})).items()
        }
    except (KeyError, TypeError, ValueError) as fault:
        raise Unreadable(_("{path} holds what is no score").format(path=path)) from fault
    rows = []
    for number, each in enumerate(written, 1):
        try:
            rows.append(shelf.read(each))
            word(ID, of(dict, documents[rows[-1].ground]["board"])["id"])
        except (KeyError, TypeError, ValueError) as fault:
            words = _("{path}: {kind} {number} is none")
            raise Unreadable(words.format(path=path, kind=shelf.name, number=number)) from fault
    return Kept(tuple(rows), documents, remark)


# --- reading a row -----------------------------------------------------------------------------


def common(row: Mapping[str, Any]) -> dict[str, Any]:
    """Read what every row has; what the first ones had not is what it was for them."""
    date = of(str, row["date"])
    if datetime.fromisoformat(date).isoformat(timespec="seconds") != date:
        raise ValueError("no day")
    if row.get("streams", 1) not in range(1, STREAMS + 1):
        raise ValueError("chance of another kind")
    return {
        "game": word(_GAME, row["game"]),
        "ground": word(_GROUND, row["ground"]),
        "seed": count(row["seed"]),
        "date": date,
        "log": tuple(list_of(str, row["log"])),
        "hints": count(row.get("hints", 0)),
        "streams": count(row.get("streams", 1)),
    }


def word(pattern: re.Pattern[str], value: object) -> str:
    """Return a word of that pattern, which is harmless wherever it is written, in a spreadsheet too."""
    written = of(str, value)
    if not pattern.fullmatch(written):
        raise ValueError("no such word")
    return written


def count(value: object) -> int:
    """Return a whole number that is none too large."""
    number = of(int, value)
    if not 0 <= number < 2**63:
        raise ValueError("no count")
    return number
