"""Hold a document against the schema, and say each fault of shape in the words of a scenario's author.

It looks at one value at a time; `checks` compares them.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from clue_cli.scenario.faults import Fault, Key, near, value_text
from clue_cli.scenario.schema_base import Table
from clue_cli.words import _

TableT = TypeVar("TableT", bound=Table)

_MOST_FAULTS = 200  # of shape; a file with more is no scenario

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
    # a date is written as something that fits nowhere
    return model.model_validate_json(json.dumps(document, default=lambda value: [str(value)]))


def sound(model: type[TableT], value: Any) -> TableT | None:
    """Build the table as far as its known keys go; None when one of those is at fault."""
    if not isinstance(value, dict):
        return None
    try:
        return parse(model, {key: part for key, part in value.items() if key in model.model_fields})
    except ValidationError:
        return None


def check(model: type[Table], document: dict[str, Any]) -> list[Fault]:
    """List the faults of shape of the document."""
    try:
        parse(model, document)
    except ValidationError as error:
        details = filter(_real, error.errors(include_url=False))
        return [_fault(model, document, detail) for detail in islice(details, _MOST_FAULTS)]
    return []


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
