"""The words of the program in the player's language, through gettext.

This is the lowest floor: everything may import it, and it imports nothing of the project.
"""

import gettext
import os
import re
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
_VARIABLES = ("CLUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
_NO_BREAK = "\u00a0\u202f"  # blanks of French typography
_UNSEEN = re.compile(
    # Unicode's Default_Ignorable_Code_Point, as far as it is printable, then what most fonts draw as nothing
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
    "\u2800\ufffc\U00016fe4\U0001d159]"
)
"""Characters that count as printable and leave nothing to see."""


def language() -> str:
    """Return the two-letter code of the player's language, from CLUE_LANG or the locale; "en" without one."""
    chosen = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), "en")
    code = chosen[:2].lower()
    return code if code.isalpha() and code.isascii() and len(code) == 2 else "en"


class Refused(Exception):
    """Say in plain words what can't be done, why, and what can: the player reads it as it is."""

    placed = False
    """Whether the words begin with the file and line that they speak of, as an editor wants them."""


def harmless(character: str) -> bool:
    """Tell whether a terminal shows the character, or a blank for it, and never obeys it."""
    return character.isprintable() or character in _NO_BREAK


def visible(character: str) -> bool:
    """Tell whether a character of a name is harmless, and leaves something to see or a blank."""
    return harmless(character) and not _UNSEEN.match(character)


def printable(text: str) -> str:
    """Replace each character that is not harmless; line ends stay."""
    return "".join(c if harmless(c) or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


_catalog = gettext.translation("clue", LOCALE, [language()], fallback=True)
_ = _catalog.gettext
ngettext = _catalog.ngettext


def figure(number: float, digits: int = 0) -> str:
    """Write a number with so many decimals, and signs between thousands, as the language does."""
    written = f"{number:,.{digits}f}".replace(",", "\0").replace(".", _("."))
    return written.replace("\0", _(","))
