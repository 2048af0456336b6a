"""Find the line and the column of a value in the text of a JSON file.

Imported only when there is a fault to show. It decides nothing about validity: json read the text before.
"""

import json
import re
from collections.abc import Iterator

from clue_cli.scenario.faults import Key
from clue_cli.scenario.locate import Span

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}:,]|[^][{}:,"\s]+')
_CLOSING = {"{": "}", "[": "]"}


class JsonLocator:
    """Map the key paths of one file to places in its text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._keys: dict[Key, re.Match[str]] = {}
        self._values: dict[Key, re.Match[str]] = {}
        tokens = _TOKEN.finditer(text)
        self._value(next(tokens), tokens, ())

    def span(self, path: Key, on_key: bool = False) -> Span:
        """Return the place of the value at `path`, or of its key; of the nearest parent if it is missing."""
        for length in range(len(path), 0, -1):
            places = self._keys if on_key and length == len(path) else self._values
            if path[:length] in places:
                return self._place(places[path[:length]])
        return 1, 1, 1

    def _value(self, first: re.Match[str], tokens: Iterator[re.Match[str]], path: Key) -> None:
        """Note where the value that begins with the token `first` is, and what it holds."""
        self._values[path] = first
        closing = _CLOSING.get(first[0])
        if not closing:
            return
        part: str | int = -1
        for token in tokens:
            if token[0] == closing:
                return
            if token[0] == ",":
                continue
            if closing == "}":
                part = json.loads(token[0])
                self._keys[*path, part] = token
                next(tokens)  # the colon
                token = next(tokens)  # noqa: PLW2901  (the value behind its key)
            else:
                part = int(part) + 1
            self._value(token, tokens, (*path, part))

    def _place(self, token: re.Match[str]) -> Span:
        before = self._text[: token.start()]
        return before.count("\n") + 1, len(before) - before.rfind("\n"), len(token[0])
