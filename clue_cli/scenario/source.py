"""One file or document as it was read: its name, its text and what the text says.

Reads a file within bounds, and places faults in it. It judges nothing but whether the text is TOML or JSON.
"""

import json
import re
import tomllib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Self

from clue_cli.scenario.faults import MOST_FAULTS, Fault, Key, Located, ScenarioFaults, key_text, value_text
from clue_cli.words import _

_BOM = b"\xef\xbb\xbf"
_LIMIT = 1_000_000  # bytes
_TOO_DEEP = _("tables or lists lie too deep in each other")
_DEPTH = 12  # tables and lists in each other; a board's doors need 6
_MOST_SIGNS = 50_000  # of structure in a TOML file; a board of the largest size, full of doors, has 40,000
_SIGNS = "=,.[{"
_LONG_KEY = re.compile(r"""(?:(?:(?<![\w-])[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){24}""")


@dataclass(frozen=True, slots=True)
class Source:
    """Hold what a file says; `text` is empty when the document comes from elsewhere."""

    name: str
    text: str
    document: dict[str, Any]
    is_json: bool = False

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a TOML file; raise ScenarioFaults when it can't be read or is no TOML."""
        name = str(path)
        text = _decoded(name, _bytes(path)).replace("\r\n", "\n")
        return cls(name, text, _parsed(name, text))._bounded()

    @classmethod
    def read_either(cls, path: Path) -> Self:
        """Read a file of TOML or JSON, which its name or its first character tells; raise ScenarioFaults."""
        name = str(path)
        text = _decoded(name, _bytes(path)).replace("\r\n", "\n")
        if path.suffix.lower() == ".json" or text.lstrip().startswith("{"):
            return cls(name, text, _parsed_json(name, text), is_json=True)._bounded()
        return cls(name, text, _parsed(name, text))._bounded()

    @classmethod
    def of(cls, name: str, document: dict[str, Any]) -> Self:
        """Take a document that was read elsewhere; raise ScenarioFaults when it is too deep to look into."""
        return cls(name, "", document)._bounded()

    def _bounded(self) -> Self:
        """Refuse what would choke those who look into it: endless nesting, and numbers beyond 64 bits."""
        level: list[tuple[Key, Any]] = [((), self.document)]
        huge: list[Fault] = []
        for _depth in range(_DEPTH):
            level = [((*path, key), part) for path, value in level for key, part in _parts(value)]
            huge += [
                Fault(path, _("holds a number of more than 64 bits"))
                for path, value in level
                if isinstance(value, int) and value.bit_length() > 63
            ]
        if level:  # too deep to look for its place
            raise _refusal(self.name, _TOO_DEEP)
        if huge:
            raise ScenarioFaults(self.located(huge[:1]))
        return self

    def located(self, faults: Iterable[Fault], inherited: Collection[str] = ()) -> list[Located]:
        """Place the faults in the text; those of `inherited` keys where the ruleset is named."""
        faults = list(faults)
        if not faults:
            return []
        more, faults = faults[MOST_FAULTS:], faults[:MOST_FAULTS]
        words = _("more faults are not told")
        if not self.text:
            found = [Located(self.name, 0, 0, key_text(f.path), f.message, f.hint) for f in faults]
            return found + [Located(self.name, 0, 0, "", words)] * bool(more)
        # only a file with faults needs these
        from clue_cli.scenario.locate import Locator
        from clue_cli.scenario.locate_json import JsonLocator

        locator = JsonLocator(self.text) if self.is_json else Locator(self.text)
        lines = self.text.split("\n")
        # at the end of the file, so that it is told last
        found = [Located(self.name, len(lines), len(lines[-1]) + 1, "", words)] if more else []
        for fault in faults:
            path: Key = ("ruleset",) if set(fault.path[:1]) & set(inherited) else fault.path
            line, column, length = locator.span(path, fault.on_key)
            key = key_text(fault.path)
            found.append(
                Located(self.name, line, column, key, fault.message, fault.hint, lines[line - 1], length)
            )
        return found


def _refusal(
    name: str, message: str, line: int = 0, column: int = 0, text: str = "", length: int = 1
) -> ScenarioFaults:
    source = text.split("\n")[line - 1].rstrip("\r") if line else ""
    return ScenarioFaults([Located(name, line, column, "", message, "", source, length)])


def _bytes(path: Path) -> bytes:
    name = str(path)
    try:
        if not path.is_file():
            raise _refusal(name, _("is not there, or is no file"))
        with path.open("rb") as file:
            content = file.read(_LIMIT + 1)
    except OSError as error:
        raise _refusal(name, _("can't be read: {reason}").format(reason=error.strerror)) from None
    if len(content) > _LIMIT:
        raise _refusal(name, _("is larger than 1 MB"))
    return content


def _decoded(name: str, content: bytes) -> str:
    content = content.removeprefix(_BOM)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise _refusal(name, _("is not UTF-8 text"), line, column, content.decode(errors="replace")) from None


def _parsed(name: str, text: str) -> dict[str, Any]:
    for line, words in enumerate(text.split("\n"), 1):
        # tomllib would take minutes over a key of thousands of parts; a row of a drawing is none
        if ("=" in words or "]" in words) and _LONG_KEY.search(words):
            raise _refusal(name, _TOO_DEEP, line, 1, text)
    if sum(map(text.count, _SIGNS)) > _MOST_SIGNS:
        raise _refusal(name, _("holds too many keys and values"), _crowded(text), 1, text)
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise _refusal(name, _TOO_DEEP) from None
    except ValueError as error:
        # only a file with a slip needs this
        from clue_cli.scenario.slips import slip

        message, (line, column, length) = slip(error, text)
        raise _refusal(name, message, line, column, text, length) from None
    return document


def _crowded(text: str) -> int:
    """Return the line, counted from 1, in which there are too many keys and values."""
    signs = accumulate(sum(map(line.count, _SIGNS)) for line in text.split("\n"))
    return next(line for line, so_far in enumerate(signs, 1) if so_far > _MOST_SIGNS)


def _parsed_json(name: str, text: str) -> dict[str, Any]:
    try:
        document = json.loads(text, object_pairs_hook=_once, parse_constant=_refused)
        json.dumps(document, ensure_ascii=False).encode()  # half a character can be spelt, and is none
    except RecursionError:
        raise _refusal(name, _TOO_DEEP) from None
    except UnicodeEncodeError:
        raise _refusal(name, _("is not UTF-8 text")) from None
    except json.JSONDecodeError as error:
        message = _("is no JSON: {reason}").format(reason=error.msg)
        raise _refusal(name, message, error.lineno, error.colno, text) from None
    except ValueError as error:
        raise _refusal(name, _("is no JSON: {reason}").format(reason=error)) from None
    if not isinstance(document, dict):
        raise _refusal(name, _("must be a table, not {value}").format(value=value_text(document)))
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(_("the key {key} is given twice").format(key=value_text(key)))
        table[key] = value
    # as in TOML, what is nothing is left out
    return {key: value for key, value in table.items() if value is not None}


def _refused(constant: str) -> Any:
    raise ValueError(constant)


def _parts(value: Any) -> Iterable[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()
