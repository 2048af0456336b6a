"""The door to the terminal: what it can do, and everything that is printed on it.

Nothing printed is ever parsed for markup: names come from files that anybody may have written.
"""

import os
import shutil
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console, RenderableType
from rich.text import Text

from clue_cli.ui.lettering import spell
from clue_cli.words import Refused, _, printable

_NEITHER = ("", "0", "false")


@dataclass(frozen=True, slots=True)
class Terminal:
    """Print on a terminal or into a pipe; `plain` means neither menus nor colours, as screen readers need."""

    plain: bool
    console: Console = field(repr=False)

    @property
    def columns(self) -> int:
        """The width, in characters."""
        return shutil.get_terminal_size().columns

    @property
    def rows(self) -> int:
        """The height, in lines."""
        return shutil.get_terminal_size().lines

    @property
    def ascii_only(self) -> bool:
        """Whether the output can't carry more than ASCII."""
        try:
            "✓✗·▀█│─".encode(self.console.encoding)
        except (UnicodeEncodeError, LookupError):
            return True
        return os.environ.get("TERM") == "dumb"

    def say(self, words: str = "") -> None:
        """Print a line, broken between words; what a terminal might obey is made harmless."""
        if self.console.is_terminal:
            # not left to Rich, which breaks lines at blanks that hold words together
            words = "\n".join(
                textwrap.fill(line, self.columns, break_on_hyphens=False) for line in words.split("\n")
            )
        self.show(self._shown(words))

    def ask(self, words: str) -> None:
        """Print a question that is answered behind it in the same line."""
        self.console.print(self._shown(words), end=" ")

    def _shown(self, words: str) -> Text:
        return Text(spell(printable(words), self.ascii_only))

    def show(self, picture: RenderableType) -> None:
        """Print something drawn."""
        self.console.print(picture, highlight=False, soft_wrap=not self.console.is_terminal)


def write_picture(path: Path, drawing: str) -> None:
    """Write a drawing to a file; raise Refused when that fails."""
    try:
        path.write_text(drawing, encoding="utf-8")
    except OSError as fault:
        raise Refused(_("can't write {path}: {why}").format(path=path, why=fault.strerror or fault)) from None


def wants_plain() -> bool:
    """Tell whether the environment wants lines that stay where they are: ACCESSIBLE, or a dumb TERM."""
    return os.environ.get("TERM") == "dumb" or os.environ.get("ACCESSIBLE", "").lower() not in _NEITHER


def terminal(plain: bool | None = None) -> Terminal:
    """Look at the streams and the environment: ACCESSIBLE, NO_COLOR, FORCE_COLOR and TERM."""
    tty = bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())
    is_plain = plain if plain is not None else (wants_plain() or not tty)
    forced = os.environ.get("FORCE_COLOR", "").lower() not in _NEITHER
    coloured = not os.environ.get("NO_COLOR") and (forced or (tty and not is_plain))
    # decided here once: Rich alone would take FORCE_COLOR=0 for a wish, and keep bold with NO_COLOR
    console = Console(
        markup=False,
        emoji=False,
        highlight=False,
        no_color=not coloured,
        color_system="auto" if coloured else None,
        force_terminal=True if coloured and forced else None,
    )
    return Terminal(is_plain or not tty, console)
