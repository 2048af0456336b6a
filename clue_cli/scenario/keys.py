"""Every key of a scenario file: its values, what holds without it, its meaning and its rules.

All of it is taken from the schema and the classic `Rules`, and written in their language. Nothing is checked.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from pydantic_core import to_jsonable_python

from clue_cli.rules.model import Game
from clue_cli.rules.options import Rules
from clue_cli.scenario import options, schema
from clue_cli.scenario.faults import Key
from clue_cli.scenario.schema_base import Table
from clue_cli.scenario.shelf import STEM
from clue_cli.scenario.values import COLOUR, ID, LETTER

_RULE = r"[A-Z]+[0-9]*-[0-9]+"
_RULES = re.compile(rf"\s*\(({_RULE}(?:, {_RULE})*)\)")
_KINDS = {
    ID: "an id such as `lead_pipe`",
    STEM: "an id such as `my-house`",
    LETTER: "one letter, A to Z or a to z",
    COLOUR: 'a colour, `"#RRGGBB"`',
}
_CLUE_KEYS = {path: option for option, path in options.OPTIONS[Game.CLUE].items()}


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Tell of one key: what it may be, what holds without it ("" for nothing), and its rule IDs."""

    name: str
    values: str
    choices: tuple[Any, ...]
    without: str
    meaning: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableRows:
    """Tell of one table: where it stands in a file, what it is for, and its keys that are no tables."""

    heading: str
    meaning: str
    keys: tuple[KeyRow, ...]


def tables() -> Iterator[TableRows]:
    """Go through the tables of a scenario file, the outer ones first."""
    shape = json.loads(schema.schema_json())
    defs = shape["$defs"] | {schema.ScenarioTable.__name__: shape}
    for name, places in _places(defs).items():
        rows = tuple(
            _row(name, key, one, defs, places[0].strip("[]"))
            for key, one in defs[name]["properties"].items()
            if not _only_table(one, defs)
        )
        heading = ", ".join(f"`{place}`" for place in places if place) or "The file"
        yield TableRows(heading, _words(defs[name].get("description", "")), rows)


def keys_text() -> str:
    """Write all tables in Markdown."""
    return "\n".join(_markdown(table) for table in tables())


def _places(defs: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return where each table stands in a file, as its heading there; the file itself has none."""
    places: dict[str, list[str]] = {}
    todo = [(schema.ScenarioTable.__name__, "", "")]
    while todo:
        name, path, heading = todo.pop(0)
        places.setdefault(name, []).append(heading)
        inner = []
        for key, one in defs[name]["properties"].items():
            if found := _table_of(one, defs):
                here = f"{path}.{key}".removeprefix(".")
                inner.append((found[0], here, f"[[{here}]]" if found[1] else f"[{here}]"))
        todo = inner + todo
    return places


def _table_of(shape: Mapping[str, Any], defs: Mapping[str, Any]) -> tuple[str, bool] | None:
    """Return the table that a value is, or a list of it holds."""
    name = str(shape.get("$ref", "")).rpartition("/")[2]
    if name in defs and "properties" in defs[name]:
        return name, False
    if "items" in shape and (found := _table_of(shape["items"], defs)):
        return found[0], True
    return next(filter(None, (_table_of(one, defs) for one in _either(shape))), None)


def _only_table(shape: Mapping[str, Any], defs: Mapping[str, Any]) -> bool:
    """Tell whether a key is a plain table, of which its own section tells all."""
    return "items" not in shape and not _either(shape) and bool(_table_of(shape, defs))


def _either(shape: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*shape.get("oneOf", ()), *shape.get("anyOf", ())]


def _row(name: str, key: str, shape: Mapping[str, Any], defs: Mapping[str, Any], path: str) -> KeyRow:
    described = str(shape.get("description", ""))
    rules = tuple(rule for group in _RULES.findall(described) for rule in group.split(", "))
    choices = tuple(defs.get(str(shape.get("$ref", "")).rpartition("/")[2], {}).get("enum", ()))
    without = _without(name, key, (*path.split("."), key))
    return KeyRow(key, _values(shape, defs), choices, without, _words(_RULES.sub("", described)), rules)


def _words(text: str) -> str:
    return " ".join(text.split())


# --- what a key may be ---------------------------------------------------------------------------


def _values(shape: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    """Say in words what a value may be."""
    if "const" in shape:
        return f"`{_toml(shape['const'])}`"
    name = str(shape.get("$ref", "")).rpartition("/")[2]
    if "enum" in defs.get(name, shape):
        return ", ".join(f"`{_toml(one)}`" for one in defs.get(name, shape)["enum"])
    if name or "properties" in shape:
        return "a table"
    if either := _either(shape):
        return ", or ".join(dict.fromkeys(_values(one, defs) for one in either))
    return str(_BY_TYPE[shape.get("type", "")](shape, defs))


def _text(shape: Mapping[str, Any], _defs: Mapping[str, Any]) -> str:
    pattern = str(shape.get("pattern", "")).removeprefix("^").removesuffix("$")
    if pattern:
        return _KINDS.get(pattern, "text")
    most = shape.get("maxLength")
    return f"text, {most} characters at most" if most else "text"


def _number(shape: Mapping[str, Any], _defs: Mapping[str, Any]) -> str:
    low, high = shape.get("minimum"), shape.get("maximum")
    if low is None and high is None:
        return "a number"
    return f"`{low}` to `{high}`" if high is not None else f"`{low}` or more"


def _list(shape: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    if "prefixItems" in shape:
        return f"`{_tuple(shape)}`"
    inner = "tables" if _table_of(shape["items"], defs) else _values(shape["items"], defs)
    most = f", {shape['maxItems']} at most" if "maxItems" in shape else ""
    return f"a list of {inner}{most}"


def _tuple(shape: Mapping[str, Any]) -> str:
    if "prefixItems" in shape:
        return f"[{', '.join(map(_tuple, shape['prefixItems']))}]"
    return "number" if shape.get("type") == "integer" else "id"


def _by_key(shape: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    inner = {**shape.get("patternProperties", {}), "": shape.get("additionalProperties")}
    values = {_values(one, defs) for one in inner.values() if isinstance(one, dict)}
    languages = "^[a-z]{2}$" in inner
    return "a table of such texts by language" if languages else f"a table of ({' or '.join(sorted(values))})"


_BY_TYPE = {
    "string": _text,
    "integer": _number,
    "number": _number,
    "boolean": lambda _shape, _defs: "`true`, `false`",
    "array": _list,
    "object": _by_key,
}


# --- what holds without it -----------------------------------------------------------------------


def _without(name: str, key: str, path: Key) -> str:
    """Say what holds where the key is left out."""
    option = _CLUE_KEYS.get(path)
    if option:
        may = option in options.MAY_BE_LEFT_OUT
        return f"`{_toml(getattr(Rules(), option))}`" if may else "the ruleset's"
    table = _classes(Table)[name]
    fields = table.model_fields
    if (
        table is schema.ScenarioTable
        and schema.WholeTable.model_fields[key].is_required() != fields[key].is_required()
    ):
        return "the ruleset's"
    if fields[key].is_required():
        return "a fault"
    default = fields[key].get_default(call_default_factory=True)
    plain = isinstance(default, bool | int | Enum)
    return f"`{_toml(default)}`" if plain or (isinstance(default, str) and default) else ""


def _classes(table: type[Table]) -> dict[str, type[Table]]:
    """Return the tables that are kinds of this one, by name."""
    inner = table.__subclasses__()
    return {one.__name__: one for one in inner} | {k: v for one in inner for k, v in _classes(one).items()}


def _toml(value: Any) -> str:
    return json.dumps(to_jsonable_python(value))


# --- Markdown --------------------------------------------------------------------------------------


def _markdown(table: TableRows) -> str:
    lines = [f"### {table.heading}", "", table.meaning, ""]
    if table.keys:
        lines += ["| key | values | without it | meaning | rules |", "|---|---|---|---|---|"]
        lines += [_markdown_row(row) for row in table.keys]
        lines.append("")
    return "\n".join(lines)


def _markdown_row(row: KeyRow) -> str:
    meaning = re.sub(r'"[^" ]+"', lambda found: f"`{found[0]}`", row.meaning)
    return f"| `{row.name}` | {row.values} | {row.without} | {meaning} | {', '.join(row.rules)} |"
