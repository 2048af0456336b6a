"""Find the line and the column of a value in the text of a TOML file.

Imported only when there is a fault to show. It decides nothing about validity: tomllib read the text before.
"""

import tomllib

import tree_sitter_toml
from tree_sitter import Language, Node, Parser, Point

from clue_cli.scenario.faults import Key

Span = tuple[int, int, int]
"""Line and column, from 1 and in characters, and how many characters to mark."""


class Locator:
    """Map the key paths of one file to places in its text."""

    def __init__(self, text: str) -> None:
        self._source = text.encode()
        self._lines = text.split("\n")
        self._keys: dict[Key, Node] = {}
        self._values: dict[Key, Node] = {}
        self._newest: dict[Key, int] = {}
        self._ends: dict[Point, tuple[Key, Node]] = {}
        for node in (
            Parser(Language(tree_sitter_toml.language())).parse(self._source).root_node.named_children
        ):
            if _is_pair(node):
                self._pair(node, ())
            elif node.type in ("table", "table_array_element") and node.named_children:
                self._table(node)

    def span(self, path: Key, on_key: bool = False) -> Span:
        """Return the place of the value at `path`, or of its key; of the nearest parent if it is missing."""
        for length in range(len(path), 0, -1):
            known, rest = path[:length], path[length:]
            places = self._keys if on_key and not rest else self._values
            if known in places:
                return self._cell(places[known], rest) or self._place(places[known])
        return 1, 1, 1

    def again(self, line: int, column: int) -> tuple[Key, Span, Span] | None:
        """Return the key of the entry that ends before that place, its place, and where it was given first.

        Of a key of several parts, as many as were given before; None where that can't be told.
        """
        end = Point(line - 1, len(self._lines[line - 1][: column - 1].encode()))
        path, key = self._ends.get(end, ((), None))
        for length in range(len(path), 0, -1):
            first = self._keys[path[:length]]
            if key and first.start_byte < key.start_byte:
                return path[:length], self._place(key), self._place(first)
        return None

    def _table(self, node: Node) -> None:
        head, *pairs = node.named_children
        if head.has_error:
            return
        base: Key = ()
        parts = self._parts(head)
        for i, part in enumerate(parts):
            base = (*base, part)
            self._keys.setdefault(base, head)
            if node.type == "table_array_element" and i == len(parts) - 1:
                self._newest[base] = self._newest.get(base, -1) + 1
            self._values.setdefault(base, head)
            if base in self._newest:
                base = (*base, self._newest[base])
        self._ends[head.end_point] = base, head
        self._keys.setdefault(base, head)
        self._values[base] = head
        for pair in filter(_is_pair, pairs):
            self._pair(pair, base)

    def _parts(self, node: Node) -> list[str]:
        if node.type == "dotted_key":
            return [part for child in node.named_children for part in self._parts(child)]
        raw = self._source[node.start_byte : node.end_byte].decode()
        return list(tomllib.loads(raw + "=0")) if node.type == "quoted_key" else [raw]

    def _pair(self, node: Node, base: Key) -> None:
        key, value = _spoken(node)[:2]
        for part in self._parts(key):
            base = (*base, part)
            self._keys.setdefault(base, key)
            self._values.setdefault(base, key)
        self._ends[node.end_point] = base, key
        self._value(value, base)

    def _value(self, node: Node, path: Key) -> None:
        self._values[path] = node
        if node.type == "array":
            for i, child in enumerate(_spoken(node)):
                self._value(child, (*path, i))
        elif node.type == "inline_table":
            for child in filter(_is_pair, node.named_children):
                self._pair(child, path)

    def _place(self, node: Node) -> Span:
        (row, start), (last, end) = node.start_point, node.end_point
        line = self._lines[row].encode()
        column = len(line[:start].decode())
        end = len(line[:end].decode()) if row == last else len(self._lines[row])
        return row + 1, column + 1, max(1, end - column)

    def _cell(self, node: Node, rest: Key) -> Span | None:
        """Return the place of a row, or of a row and column, of the drawing in a multi-line string."""
        raw = self._source[node.start_byte : node.end_byte].decode()
        if not rest or not isinstance(rest[0], int) or raw[:3] not in ("'''", '"""') or "\\" in raw:
            return None
        skipped = raw.startswith("\n", 3)
        row = node.start_point[0] + skipped + rest[0]
        before = 0 if skipped or rest[0] else self._place(node)[1] + 2
        column, length = (rest[1], 1) if len(rest) > 1 else (0, len(self._lines[row]) - before)
        return row + 1, before + int(column) + 1, max(1, length)


def _is_pair(node: Node) -> bool:
    """Tell whether a node is a key with its value, and whole: in a text with a slip some are not."""
    return node.type == "pair" and not node.has_error


def _spoken(node: Node) -> list[Node]:
    """Return the named children without the comments, which the grammar counts among them."""
    return [child for child in node.named_children if child.type != "comment"]
