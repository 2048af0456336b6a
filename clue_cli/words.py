"""The words of the program in the player's language, through gettext.

This is the lowest floor: everything may import it, and it imports nothing of the project.
"""

import gettext
import os
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
_VARIABLES = ("CLUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def language() -> str:
    """Return the two-letter code of the player's language, from CLUE_LANG or the locale; "en" without one."""
    chosen = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), "en")
    code = chosen[:2].lower()
    return code if code.isalpha() and code.isascii() and len(code) == 2 else "en"


_catalog = gettext.translation("clue", LOCALE, [language()], fallback=True)
_ = _catalog.gettext
ngettext = _catalog.ngettext
