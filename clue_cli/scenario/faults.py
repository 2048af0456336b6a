"""What can be wrong with a scenario, and how it is told: `file:line:column: error: key: what`.

Nothing here looks for faults or reads a file.
"""

import difflib
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from clue_cli.words import Refused, _, printable

Key = tuple[str | int, ...]
"""The way to a value: table keys and list positions; within a drawing, its row and column."""

MOST_FAULTS = 100
"""Faults that are told of a file: one with more is no scenario, and nobody reads them."""

_WIDTH = 100  # characters shown of a line of the file
_VALUE = 40  # characters shown of a value or of a part of a key
_LONGEST = 400  # characters told of a fault
_LEADING_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")  # of a number within a name


@dataclass(frozen=True, slots=True)
class Fault:
    """Say what is wrong with the value at `path`, or with its key itself; `hint` is what was likely meant."""

    path: Key
    message: str
    hint: str = ""
    on_key: bool = False

    def under(self, *path: str | int) -> "Fault":
        """Return the same fault of a table that is itself found at `path`."""
        return Fault((*path, *self.path), self.message, self.hint, self.on_key)


def enough(faults: Iterable[Fault]) -> list[Fault]:
    """Take faults, and look for no more once there is one more than is told: a hint takes its time."""
    return list(islice(faults, MOST_FAULTS + 1))


@dataclass(frozen=True, slots=True)
class Located:
    """Place a fault in a file: line and column count from 1, and line 0 stands for the whole file."""

    file: str
    line: int
    column: int
    key: str
    message: str
    hint: str = ""
    source: str = ""
    length: int = 1

    def lines(self) -> Iterator[str]:
        """Write the fault in one line, then the line of the file with marks below it."""
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        key = f"{self.key}: " if self.key else ""
        hint = f" ({did_you_mean(self.hint)})" if self.hint else ""
        what = cut(f"{key}{self.message}{hint}", _LONGEST)
        yield shown(_("{where}: error: {what}").format(where=where, what=what))
        if self.source:
            first = max(0, self.column - _WIDTH // 2) if len(self.source) > _WIDTH else 0
            excerpt = shown(self.source[first : first + _WIDTH])
            marks = "^" * max(1, min(self.length, len(excerpt) - (self.column - 1 - first)))
            yield f"{self.line:6} | {excerpt}"
            yield f"{'':6} | {'':{self.column - 1 - first}}{marks}"


class ScenarioFaults(Refused):
    """Refuse a scenario, with all its faults in the order of the file."""

    placed = True

    def __init__(self, located: Iterable[Located]) -> None:
        self.located = tuple(sorted(located, key=lambda fault: (fault.file, fault.line, fault.column)))
        super().__init__(*self.lines())

    def lines(self) -> list[str]:
        """Write out every fault, ready to be printed as plain text."""
        return [line for fault in self.located for line in fault.lines()]

    def __str__(self) -> str:
        return "\n".join(self.lines())


def key_text(path: Key) -> str:
    """Write a path the way people do: `category[0].cards[2].id`."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{cut(part, _VALUE)}" for part in path)
    return "".join(parts).removeprefix(".")


def cut(text: str, most: int) -> str:
    """Return the text, or as many characters of it with a … behind them."""
    return text if len(text) <= most else f"{text[:most]}…"


def shown(text: str) -> str:
    """Make the text one line of printable characters, as many as it has."""
    return printable(text.replace("\t", " ")).replace("\n", "\N{REPLACEMENT CHARACTER}")


def value_text(value: Any) -> str:
    """Write a value of a file in few words."""
    match value:
        case dict():
            return _("a table")
        case list():
            return _("a list")
        case bool():
            return str(value).lower()
        case str():
            return f"'{cut(value, _VALUE)}'"
        case int() if abs(value) >= 10**_VALUE:
            return _("a huge number")
    return str(value)


def near(word: object, names: Iterable[str | None]) -> str:
    """Return the one of `names` nearest to `word`; empty when none is near."""
    plain = {_LEADING_ZEROS.sub("", name): name for name in names if name}
    close = difflib.get_close_matches(_LEADING_ZEROS.sub("", str(word)[:_VALUE]), plain, n=1)
    return plain[close[0]] if close else ""


def unknown(
    path: Key, name: str | None, known: Collection[str | None], message: str, *, on_key: bool = False
) -> Iterator[Fault]:
    """Find a name that is none of those known; where None is among these, not all of them are known."""
    if name is not None and name not in known and None not in known:
        yield Fault(path, message.format(name=value_text(name)), near(name, known), on_key)


def did_you_mean(name: str) -> str:
    """Ask whether `name` was meant."""
    return _("did you mean '{name}'?").format(name=name)
