"""Words on a terminal: spelt, cut, coloured, packed into lines and laid side by side.

It knows letters and columns, and nothing of boards, cards or windows. Names come from strangers' files:
they reach a `Text` as plain words with a style beside them, never as markup.
"""

import unicodedata
from collections.abc import Iterable
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

Word = tuple[str, Style]

PLAIN = Style()
BLACK, WHITE = "#000000", "#FFFFFF"


_TYPEWRITER = str.maketrans(
    {"’": "'", "«": '"', "»": '"', "—": "-", "–": "-", "…": "...", "œ": "oe", "Œ": "OE"}
)


def spell(words: str, ascii_only: bool) -> str:
    """Return `words`, or the nearest to them that ASCII can write."""
    if not ascii_only:
        return words
    parts = unicodedata.normalize("NFKD", words.translate(_TYPEWRITER))
    return "".join(c if c.isascii() else "?" for c in parts if not unicodedata.combining(c))


def cut(words: str, columns: int, ascii_only: bool) -> str:
    """Return `words` in at most `columns` columns; … (in ASCII :) says that the end is missing."""
    if cell_len(words) <= columns:
        return words
    return set_cell_size(words, columns - 1).rstrip() + (":" if ascii_only else "…")


def chip(colour: str) -> Style:
    """Return the style of a letter on `colour` (#rrggbb, or empty for none) that can be read on it."""
    if not colour:
        return Style(bold=True)
    return Style(color=ink(colour), bgcolor=colour, bold=True)


def ink(colour: str) -> str:
    """Return black or white, whichever contrasts more with `colour` (WCAG 2 relative luminance)."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    shares = zip((0.2126, 0.7152, 0.0722), (red, green, blue), strict=True)
    light = sum(share * (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4) for share, v in shares)
    return BLACK if (light + 0.05) ** 2 > 1.05 * 0.05 else WHITE


def taken(words: Iterable[Word]) -> int:
    """Return the columns that `words` take with a blank behind each."""
    return sum(cell_len(word) + 1 for word, _style in words)


def packed(words: Iterable[Word], columns: int, ascii_only: bool) -> list[list[Word]]:
    """Break `words` into lines of at most `columns` columns, with a blank between two words."""
    lines: list[list[Word]] = []
    left = -1
    for word, style in words:
        shown = cut(word, columns, ascii_only)
        left -= cell_len(shown) + 1
        if left < 0:
            lines.append([])
            left = columns - cell_len(shown)
        lines[-1].append((shown, style))
    return lines


def spaced(words: Iterable[Word]) -> Text:
    """Write `words` in one line, with a blank between two words."""
    return Text(" ").join(Text(word, style) for word, style in words)


def joined(lines: Iterable[Text]) -> Text:
    """Put `lines` below one another; a window too narrow for them cuts them off."""
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


def beside(left: Text, right: Text, column: int) -> Text:
    """Put `right` beside `left`, from column `column` on."""
    lines = []
    for one, other in zip_longest(left.split(allow_blank=True), right.split(allow_blank=True)):
        line = one.copy() if one else Text()
        if other:
            line.pad_right(max(0, column - line.cell_len))
            line.append_text(other)
        lines.append(line)
    return joined(lines)
