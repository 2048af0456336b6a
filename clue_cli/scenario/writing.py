"""Write a scenario's document as TOML that people can read and change.

What is written reads back as the same document. Nothing is checked here, and no file is touched.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic_core import to_jsonable_python

from clue_cli.rules.model import Game
from clue_cli.scenario import options, schema, structure
from clue_cli.scenario.load import Loaded
from clue_cli.scenario.parts import Parts

SCHEMA_LINE = "#:schema ./scenario.schema.json\n"
"""The first line of a scenario file, by which editors find the schema beside it."""

_WIDTH = 120  # characters of a line; a card of two languages needs them


def effective_document(game: Loaded) -> dict[str, Any]:
    """Return the complete document of a scenario: nothing is inherited, and defaults are filled in."""
    table = structure.parse(schema.WholeTable, game.document)
    document: dict[str, Any] = _without_empty(
        table.model_dump(mode="json", exclude_none=True, warnings=False)
    )
    document["rules"] = _options(game)
    return document


def _options(game: Loaded) -> dict[str, Any]:
    """Return all options of the rules that mean something in the scenario."""
    parts, played = Parts(game.document), game.scenario.game
    idle = {option for option, _why in options.idle(parts)} if played is Game.CLUE else set()
    rules: dict[str, Any] = {}
    for option, (top, *inner) in options.OPTIONS[played].items():
        if top == "rules" and option not in idle:
            table, key = rules, str(inner[-1])
            if inner[1:]:
                table = rules.setdefault(str(inner[0]), {})
            table[key] = to_jsonable_python(getattr(game.scenario.rules, option))
    return rules


def _without_empty(value: Any) -> Any:
    """Leave out lists and tables that hold nothing."""
    if isinstance(value, dict):
        kept = {key: _without_empty(part) for key, part in value.items()}
        return {key: part for key, part in kept.items() if part not in ([], {})}
    return [_without_empty(part) for part in value] if isinstance(value, list) else value


def toml_text(document: Mapping[str, Any], path: str = "") -> str:
    """Write a document, or what the table at `path` holds, in TOML: plain values first, then its tables."""
    return "\n".join(_table(document, path)) + "\n"


def toml_value(value: Any) -> str:
    """Write a value in one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {toml_value(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def toml_line(key: str, value: Any) -> str:
    """Write a key and its value, in as many lines as they need."""
    if isinstance(value, str) and "\n" in value and "'''" not in value and not value.endswith("'"):
        return f"{_key(key)} = '''\n{value}'''"
    line = f"{_key(key)} = {toml_value(value)}"
    if isinstance(value, list | tuple) and len(line) > _WIDTH:
        return f"{_key(key)} = [\n" + "".join(f"    {toml_value(part)},\n" for part in value) + "]"
    return line


def _table(table: Mapping[str, Any], path: str) -> Iterator[str]:
    tables = {key for key, value in table.items() if _tabular(value, f"{path}.{key}")}
    yield from (toml_line(key, value) for key, value in table.items() if key not in tables)
    for key in filter(tables.__contains__, table):
        here, value = f"{path}.{_key(key)}".removeprefix("."), table[key]
        for part in value if isinstance(value, list) else [value]:
            yield f"\n[[{here}]]" if isinstance(value, list) else f"\n[{here}]"
            yield from _table(part, here)


def _tabular(value: Any, path: str = "") -> bool:
    """Tell whether a value gets a table of its own: what is longer than a line, or holds more than names."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(part, dict) for part in value) and any(map(_tabular, value))
    if not isinstance(value, dict):
        return False
    nested = any(isinstance(part, dict | list) and _nested(part) for part in value.values())
    return nested or len(toml_value(value)) > _WIDTH or path.startswith((".rules", "rules."))


def _nested(value: dict[str, Any] | list[Any]) -> bool:
    inner = value.values() if isinstance(value, dict) else value
    return any(isinstance(part, dict | list) for part in inner)


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)
