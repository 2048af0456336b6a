"""What a player has made of a puzzle so far: the marks in the notebook, the help asked for, how it ended.

Each puzzle has a file of its own, named after its record. Nothing here prints.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from clue_cli.play import keeping
from clue_cli.play.keeping import Damaged, Unreadable, list_of, of
from clue_cli.play.puzzle import Puzzle
from clue_cli.reasoning.facts import Holder, holders
from clue_cli.words import _

FORMAT = 2  # 1 had no mark that a card is perhaps there

Mark = str
"""What a player writes into a cell of the notebook: YES, NO, or a sign of MAYBE."""

YES, NO = "yes", "no"

MAYBE = ("?", *"abcdefghi")
"""The signs for a card that is perhaps there; those of one letter belong together."""


class Ending(StrEnum):
    """Say how a puzzle ended for its player: not yet, solved, or given up."""

    OPEN = "open"
    SOLVED = "solved"
    SHOWN = "shown"


@dataclass(frozen=True)
class Sheet:
    """Hold the marks by card and holder, the cards explained, the wrong answers.

    How it `ended` first is what counts, with the help and the wrong answers until then.
    """

    marks: Mapping[tuple[str, Holder], Mark] = field(default_factory=dict)
    helped: tuple[str, ...] = ()
    wrong: int = 0
    ended: Ending = Ending.OPEN

    @property
    def clean(self) -> bool:
        """Whether it was solved without help and at the first answer."""
        return self.ended is Ending.SOLVED and not self.helped and not self.wrong


@dataclass(frozen=True, slots=True)
class Drawer:
    """Keep the sheets of one player in a folder."""

    folder: Path

    def _path(self, puzzle: Puzzle) -> Path:
        return self.folder / f"{puzzle.id}.toml"

    def held(self, puzzle: Puzzle) -> AbstractContextManager[None]:
        """Hold a sheet, so that no other run of the program writes on it; raise Unreadable when one does."""
        busy = Unreadable(_("this puzzle is open in another window"))
        return keeping.locked(self._path(puzzle), 0, busy)

    def sheet(self, puzzle: Puzzle) -> tuple[Sheet, str]:
        """Return the sheet of a puzzle, a blank one where there is none, and what to tell the player.

        Raises Unreadable when it can't be read; nothing is written but that a damaged one is set aside.
        """
        path = self._path(puzzle)
        try:
            found = keeping.read(path, FORMAT)
        except FileNotFoundError:
            return Sheet(), ""
        except Damaged as fault:
            return Sheet(), str(fault)
        return _read(path, found.content, puzzle), found.remark

    def look(self, puzzle: Puzzle) -> Sheet:
        """Return the sheet of a puzzle, a blank one where there is none that can be read."""
        path = self._path(puzzle)
        try:
            return _read(path, keeping.glance(path, FORMAT).content, puzzle)
        except (FileNotFoundError, Unreadable):
            return Sheet()

    def keep(self, puzzle: Puzzle, sheet: Sheet) -> None:
        """Write the sheet; raise Unreadable when that fails."""
        content = {
            "name": puzzle.name.within("en"),
            "level": int(puzzle.level),
            "kept": datetime.now().astimezone().isoformat(timespec="seconds"),
            "ended": sheet.ended.value,
            "helped": list(sheet.helped),
            "wrong": sheet.wrong,
            "marks": [
                [card, _holder_text(puzzle, holder), mark] for (card, holder), mark in sheet.marks.items()
            ],
        }
        keeping.write(self._path(puzzle), FORMAT, content)

    def tally(self) -> dict[int, tuple[int, int]]:
        """Count the puzzles solved by level, and those of them without help or a wrong answer."""
        found: dict[int, tuple[int, int]] = {}
        for path in sorted(self.folder.glob("*.toml")):
            try:
                content = keeping.glance(path, FORMAT).content
                solved = content["ended"] == Ending.SOLVED
                clean = solved and not of(list, content["helped"]) and not of(int, content["wrong"])
                level = of(int, content["level"])
            except (FileNotFoundError, Unreadable, KeyError, TypeError):
                continue
            if solved:
                all_, without = found.get(level, (0, 0))
                found[level] = all_ + 1, without + clean
        return dict(sorted(found.items()))


def _holder_text(puzzle: Puzzle, holder: Holder) -> str:
    return puzzle.log.players[holder] if isinstance(holder, int) else holder


def _read(path: Path, content: Mapping[str, Any], puzzle: Puzzle) -> Sheet:
    """Read what `keep` wrote; raise Unreadable where it is anything else."""
    known: dict[str, Holder] = {_holder_text(puzzle, each): each for each in holders(puzzle.log.view())}
    cards = puzzle.log.scenario.cards
    try:
        marks = {}
        for written in list_of(list, content["marks"]):
            card, holder, mark = list_of(str, written)
            marks[cards[card].id, known[holder]] = (YES, NO, *MAYBE)[(YES, NO, *MAYBE).index(mark)]
        helped = tuple(cards[card].id for card in list_of(str, content["helped"]))
        wrong = of(int, content["wrong"])
        return Sheet(marks, helped, wrong, Ending(content["ended"]))
    except (KeyError, TypeError, ValueError) as fault:
        raise Unreadable(_("{path} is no sheet of this puzzle").format(path=path)) from fault
