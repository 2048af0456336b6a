"""The words of the program in the player's language, through gettext.

This is the lowest floor: everything may import it, and it imports nothing of the project.
"""

import gettext
import os
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
_VARIABLES = ("CLUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
_NO_BREAK = "\u00a0\u202f"  # blanks of French typography


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
