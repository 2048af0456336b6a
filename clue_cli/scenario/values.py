"""What a single value of a scenario or board file may be: ids, letters, colours, names, cells.

The tables that hold such values are the business of `schema`.
"""

import re
import unicodedata
from itertools import groupby
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag, WithJsonSchema
from pydantic_core import PydanticCustomError

from clue_cli.scenario.shelf import STEM
from clue_cli.words import _, visible

ID = "[a-z][a-z0-9]*(_[a-z0-9]+)*"
"""What the id of a card or a place looks like."""
LETTER = "[A-Za-z]"
COLOUR = "#[0-9A-Fa-f]{6}"
_ID_LENGTH = 40
_NAME_LENGTH = 60
_STORY_LENGTH = 2000
_LINE_LENGTH = 200
_MOST_MARKS = 3  # on one letter; Vietnamese and vowelled Hebrew need two


def _fault(message: str) -> PydanticCustomError:
    # braces would be read as a template
    return PydanticCustomError("clue", "{message}", {"message": message})


def _id(value: str) -> str:
    if len(value) > _ID_LENGTH or not re.fullmatch(ID, value):
        raise _fault(
            _("an id is lower case words joined by '_', such as billiard_room, of 40 characters at most")
        )
    return value


def _stem(value: str) -> str:
    if len(value) > _ID_LENGTH or not re.fullmatch(STEM, value):
        raise _fault(_("an id is lower case words joined by '-', such as my-house, of 40 characters at most"))
    return value


def _letter(value: str) -> str:
    if not re.fullmatch(LETTER, value):
        raise _fault(_("must be one letter, A to Z or a to z"))
    return value


def _colour(value: str) -> str:
    if not re.fullmatch(COLOUR, value):
        raise _fault(_("must be a colour written #RRGGBB, such as #D55E00"))
    return value


def _language(value: str) -> str:
    if not re.fullmatch("[a-z]{2}", value):
        raise _fault(_("must be a language of two lower case letters, such as en"))
    return value


def _clean(value: str, length: int, line_breaks: str) -> str:
    if len(value) > length:
        raise _fault(
            _("must have {most} characters at most, not {count}").format(most=length, count=len(value))
        )
    if not value:
        raise _fault(_("must not be empty"))
    if value != value.strip():
        raise _fault(_("must not start or end with a blank"))
    hidden = next((c for c in value if not visible(c) and c not in line_breaks), "")
    if hidden:
        raise _fault(_("holds the invisible character U+{code:04X}").format(code=ord(hidden)))
    kinds = [unicodedata.category(c)[0] for c in value]
    if set(kinds) <= {"M", "Z"}:
        raise _fault(_("must have a letter, a digit or a sign to be seen"))
    if any(kind == "M" and len(list(pile)) > _MOST_MARKS for kind, pile in groupby(kinds)):
        raise _fault(_("must not pile more than {most} marks on a letter").format(most=_MOST_MARKS))
    return value


def _name(value: str) -> str:
    return _clean(value, _NAME_LENGTH, "")


def _story(value: str) -> str:
    return _clean(value, _STORY_LENGTH, "\n")


def _line(value: str) -> str:
    return _clean(value, _LINE_LENGTH, "")


def _pattern(pattern: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": f"^{pattern}$", "maxLength": _ID_LENGTH})


def _length(most: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "minLength": 1, "maxLength": most})


def _words_or_languages(value: Any) -> str | None:
    return "(words)" if isinstance(value, str) else "(languages)" if isinstance(value, dict) else None


def _id_or_cell(value: Any) -> str | None:
    return "(id)" if isinstance(value, str) else "(cell)" if isinstance(value, list) else None


Id = Annotated[str, AfterValidator(_id), _pattern(ID)]
Stem = Annotated[str, AfterValidator(_stem), _pattern(STEM)]
Letter = Annotated[str, AfterValidator(_letter), _pattern(LETTER)]
Colour = Annotated[str, AfterValidator(_colour), _pattern(COLOUR)]
Language = Annotated[str, AfterValidator(_language), _pattern("[a-z]{2}")]
NameWords = Annotated[str, AfterValidator(_name), _length(_NAME_LENGTH)]
StoryWords = Annotated[str, AfterValidator(_story), _length(_STORY_LENGTH)]
Name = Annotated[
    Annotated[NameWords, Tag("(words)")]
    | Annotated[dict[Language, NameWords], Field(min_length=1), Tag("(languages)")],
    Discriminator(_words_or_languages),
]
Story = Annotated[
    Annotated[StoryWords, Tag("(words)")]
    | Annotated[dict[Language, StoryWords], Field(min_length=1), Tag("(languages)")],
    Discriminator(_words_or_languages),
]
Coordinate = Annotated[int, Field(ge=0, le=119)]
Cell = tuple[Coordinate, Coordinate]
Pips = Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(min_length=1, max_length=2)]
Whereabouts = Annotated[
    Annotated[Id, Tag("(id)")] | Annotated[Cell, Tag("(cell)")], Discriminator(_id_or_cell)
]
Mind = Literal["novice", "careful", "sleuth", "expert", "person"]
Line = Annotated[str, AfterValidator(_line), _length(_LINE_LENGTH)]
