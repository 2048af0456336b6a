"""Hold a document against the schema, and say each fault of shape in the words of a scenario's author.

It looks at one value at a time; `checks` compares them.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import CoreConfig, ErrorDetails, SchemaValidator

from clue_cli.scenario.faults import MOST_FAULTS, Fault, Key, enough, near, value_text
from clue_cli.scenario.schema_base import Table
from clue_cli.words import _

TableT = TypeVar("TableT", bound=Table)

_EXPECTED = {
    "string_type": _("must be text, not {value}"),
    "int_type": _("must be a whole number, not {value}"),
    "bool_type": _("must be true or false, not {value}"),
    "tuple_type": _("must be a list, not {value}"),
    "model_type": _("must be a table, not {value}"),
    "literal_error": _("must be {expected}, not {value}"),
    "enum": _("must be one of {expected}, not {value}"),
    "greater_than_equal": _("must be {ge} or more, not {value}"),
    "less_than_equal": _("must be {le} or less, not {value}"),
    "too_long": _("must have {max_length} entries at most, not {actual_length}"),
    "too_short": _("must have {min_length} entries at least, not {actual_length}"),
}
_EITHER = {  # by key; with a point, by that of the table in which it stands
    "board": _("must be the id of a board or a table, not {value}"),
    "categories": _("must be a table of lists of cards by name, or a list of such lists, not {value}"),
    "showed": _("must be a player or a list of players, not {value}"),
    "card": _("must be a card, or a table of cards by player, not {value}"),
    "tokens.": _("must be the id of a place, or [row, column] of a square, not {value}"),
    "": _("must be text, or a table of texts by language, not {value}"),
}


def parse(model: type[TableT], document: dict[str, Any]) -> TableT:
    """Build the table; raise pydantic's ValidationError when the document has not its shape.

    It goes through JSON: strict Python input would refuse a list for a tuple and a text for a choice.
    """
    return model.model_validate_json(_json(document))


def salvaged(model: type[TableT], value: Any) -> TableT:
    """Build the table of what is sound of it, whatever else is at fault, key by key and entry by entry.

    None stands for each value at fault, in lists too, which so keep their positions, and for what is missing
    and has no default. A misspelt key is one at fault. `model_fields_set` holds the keys that are given, at
    fault or not. Lengths are not looked at.
    """
    table: TableT = _lenient(model).validate_json(_json(value if isinstance(value, dict) else {}))
    return table


def _json(document: dict[str, Any]) -> str:
    # a date is written as something that fits nowhere
    return json.dumps(document, default=lambda value: [str(value)])


@cache
def _lenient(model: type[Table]) -> SchemaValidator:
    return SchemaValidator(
        _excused(model.__pydantic_core_schema__), CoreConfig(strict=True, extra_fields_behavior="allow")
    )


def _excused(schema: Any) -> Any:
    """Return the schema with None in place of each value that does not fit it."""
    if isinstance(schema, list):
        return [_excused(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: part if key == "metadata" else _excused(part) for key, part in schema.items()}
    match schema.get("type"):
        case "model":
            schema = _constructing(schema)
        case "model-field" if schema["schema"]["type"] == "default":
            schema["schema"]["schema"] = _or_none(schema["schema"]["schema"])
        case "model-field":
            schema["schema"] = _or_none(schema["schema"])
        case "tuple" if "variadic_item_index" in schema or schema["items_schema"][0]["type"] != "int":
            # of two numbers that belong together, such as a square's, one says nothing alone
            schema["items_schema"] = [_or_none(item) for item in schema["items_schema"]]
        case "dict":
            schema |= {"keys_schema": {"type": "str"}, "values_schema": _or_none(schema["values_schema"])}
    return {key: part for key, part in schema.items() if key not in ("min_length", "max_length")}


def _constructing(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a table that is built of its fields, whatever is at fault in them."""
    model: type[Table] = schema["cls"]
    known = model.model_fields.keys()

    def built(found: tuple[dict[str, Any], Any, set[str]]) -> Table:
        values, _unknown, given = found
        meant = {near(key, known - given) for key in islice(given - known, MOST_FAULTS)} - {""}
        return model.model_construct((given & known) | meant, **values | dict.fromkeys(meant))

    after = {"type": "function-after", "function": {"type": "no-info", "function": built}}
    return after | {key: part for key, part in schema.items() if key in ("schema", "ref")}


def _or_none(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "default", "schema": schema, "default": None, "on_error": "default"}


def check(model: type[Table], document: dict[str, Any]) -> list[Fault]:
    """List the faults of shape of the document, as far as enough of them are told."""
    try:
        parse(model, document)
    except ValidationError as error:
        details = filter(_real, error.errors(include_url=False))
        return enough(_fault(model, document, detail) for detail in details)
    return []


def joined(document: dict[str, Any], shape: Iterable[Fault], others: Iterable[Fault]) -> list[Fault]:
    """Put the faults of shape and the others together, but for those that only echo one of shape.

    That is a second fault of the same value, or of the same key, and what is missing for a misspelt key.
    In a list of tables, what is wrong with a value does not matter where its key must go.
    """
    others = list(others)
    going = {fault.path for fault in others if fault.on_key and isinstance(fault.path[-2:][0], int)}
    shape = [
        fault
        for fault in shape
        if fault.on_key or going.isdisjoint(fault.path[:n] for n in range(len(fault.path) + 1))
    ]
    told = {(fault.path, fault.on_key) for fault in shape}
    faults = shape + [fault for fault in others if (fault.path, fault.on_key) not in told]
    misspelt = {(*fault.path[:-1], fault.hint) for fault in faults if fault.on_key and fault.hint}

    def meant(path: Key) -> bool:
        there = _walk(document, path)[0]
        return there != path and path[: len(there) + 1] in misspelt

    return [fault for fault in faults if not meant(fault.path)]


def _real(detail: ErrorDetails) -> bool:
    """Tell whether the fault is one: pydantic calls a list too short when an entry of it is at fault."""
    return detail["type"] != "too_short" or len(detail["input"]) < detail["ctx"]["min_length"]


def _fault(model: type[Table], document: dict[str, Any], detail: ErrorDetails) -> Fault:
    kind = detail["type"]
    path, value = _walk(document, detail["loc"])
    if kind == "missing":
        return Fault((*path, detail["loc"][-1]), _("missing"))
    if kind == "extra_forbidden":
        return Fault(path, _("unknown key"), near(path[-1], _keys(model, path[:-1])), on_key=True)
    if kind == "union_tag_not_found":
        known = [
            _EITHER[key] for key in (str(path[-1]), f"{path[-2]}." if path[1:] else "") if key in _EITHER
        ]
        return Fault(path, (*known, _EITHER[""])[0].format(value=value_text(value)))
    context = detail.get("ctx", {})
    if context.get("actual_length", 0) is None:  # of a table that is too long it is not counted
        context = context | {"actual_length": len(value)}
    choices = str(context.get("expected", "")).replace(" or ", ", ")
    message = _EXPECTED[kind] if kind in _EXPECTED else detail["msg"].replace("{", "{{").replace("}", "}}")
    message = message.format(**context | {"value": value_text(value), "expected": choices})
    hint = near(value, re.findall("'([^']*)'", choices))
    return Fault(path, message, hint, on_key=detail["loc"][-1:] == ("[key]",))


def _walk(document: Any, loc: Key) -> tuple[Key, Any]:
    """Return the part of `loc` that leads through the document, and the value there.

    What pydantic adds on the way, such as which branch of a union it took, leads nowhere.
    """
    path: Key = ()
    for part in loc:
        known = part in document if isinstance(document, dict) else False
        if known or (isinstance(document, list) and isinstance(part, int) and part < len(document)):
            path, document = (*path, part), document[part]
    return path, document


def leads(document: Any, path: Key) -> bool:
    """Tell whether there is something in the document at `path`."""
    return _walk(document, path)[0] == path


def _keys(model: type[BaseModel], path: Key) -> list[str]:
    """List the keys that the table at `path` may have."""
    for part in path:
        if isinstance(part, str) and part in model.model_fields:
            model = next(_tables(model.model_fields[part].annotation), model)
    return list(model.model_fields)


def _tables(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _tables(part)
