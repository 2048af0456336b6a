"""Say in plain words what keeps a text from being TOML, and where.

tomllib tells it in English, for programmers, and of a key that is there twice it names the end of the value.
Imported only when there is such a slip to tell.
"""

import re

from clue_cli.scenario.faults import key_text, value_text
from clue_cli.scenario.locate import Locator, Span
from clue_cli.words import _

_QUOTES = _("the closing quotes are missing")
_COMMA = _("a , or the closing {sign} is missing")
_WORDS = {
    "Invalid statement": _("a line begins with a key, a [table] or a # comment, and this is none of them"),
    "Expected newline or end of document after a statement": _("the line should end here"),
    "Expected '=' after a key in a key/value pair": _("the = behind the key is missing"),
    "Expected ']' at the end of a table declaration": _("the closing ] is missing"),
    "Expected ']]' at the end of an array declaration": _("the closing ]] is missing"),
    "Invalid initial character for a key part": _(
        "no key begins so: in a key, all but letters, digits, _ and - stands in quotes"
    ),
    "Invalid value": _("this is no value: text stands in quotes, a list in [ ], a table in { }"),
    "Invalid date or datetime": _("there is no such date or time"),
    "Unclosed array": _COMMA.format(sign="]"),
    "Unclosed inline table": _COMMA.format(sign="}"),
    "Unterminated string": _QUOTES,
    'Expected "\'"': _QUOTES,
    "Expected \"'''\"": _QUOTES,
    "Unescaped '\\' in a string": _("in double quotes a backslash is written twice"),
    "Invalid hex value": _("no character is written so"),
    "Escaped character is not a Unicode scalar value": _("no character is written so"),
}
"""The words of tomllib for what people often mistype, and ours."""
_TWICE = re.compile("Cannot overwrite|Cannot declare|Cannot redefine|Cannot mutate|Duplicate inline")
_UNFIT = re.compile("Illegal character|Found invalid character")
_LONG_NUMBER = re.compile("[0-9][0-9_]{4000}")  # Python reads 4300 digits at most
_LONGEST = 200  # characters told of what tomllib says


def slip(error: ValueError, text: str) -> tuple[str, Span]:
    """Return what is wrong with a text that tomllib refuses, and the place."""
    found = re.fullmatch(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
    if not found:
        number = _LONG_NUMBER.search(text)
        return _("holds a number of more than 64 bits"), _span(text, number.start() if number else len(text))
    said, line, column = found.groups()
    place = (int(line), int(column), 1) if line else _span(text, len(text))
    if _TWICE.match(said):
        return _twice(text, place)
    if _UNFIT.match(said):
        return _unfit(text, place), place
    other = _("is no TOML: {reason}").format(reason=said[:_LONGEST])
    return _WORDS.get(said, other), place


def _span(text: str, at: int) -> Span:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at), 1


def _twice(text: str, behind: Span) -> tuple[str, Span]:
    """Tell of a key that was there before; tomllib finds that out behind its value."""
    if not (found := Locator(text).again(*behind[:2])):
        return _("the key is given twice"), behind
    path, place, (line, *_rest) = found
    words = _("{key} is given already, in line {line}")
    return words.format(key=value_text(key_text(path)), line=line), place


def _unfit(text: str, place: Span) -> str:
    rest = text.split("\n")[place[0] - 1][place[1] - 1 :]
    words = _("the character U+{code:04X} can't stand here")
    return words.format(code=ord(rest[0])) if rest else _QUOTES
