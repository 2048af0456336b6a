"""The detective's notebook on paper: wide, folded for 80x24, or narrow beside the board.

It draws a `Page` that says what is to be shown, and draws no conclusion of its own. Names and the
player's own marks are strangers' text and reach the screen only as plain `Text`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from clue_cli.ui.lettering import beside, chip, cut, joined, spell
from clue_cli.words import _

_BOLD, _DIM, _PLAIN = Style(bold=True), Style(dim=True), Style()
_STATUS = 6  # columns for who holds a card, on a narrow page
_FOLDED = 60  # columns that a folded page needs at least
_PROMPT = 3  # rows left to the prompt
_GAP = 2  # columns between the sections of a folded page


class Tick(StrEnum):
    """Say what is known of one card and one holder."""

    HOLDS = "holds"
    LACKS = "lacks"
    UNKNOWN = "unknown"


_SIGNS = {Tick.HOLDS: "✓", Tick.LACKS: "✗", Tick.UNKNOWN: "·"}
_ASCII_SIGNS = {Tick.HOLDS: "+", Tick.LACKS: "x", Tick.UNKNOWN: "."}
_LOOKS = {Tick.HOLDS: _BOLD, Tick.LACKS: _DIM, Tick.UNKNOWN: _PLAIN}


@dataclass(frozen=True, slots=True)
class Seat:
    """Head a column with the letter and colour of a seat's token; `own` is the player's.

    A column of cards that are in no hand has a `meaning` in place of a colour.
    """

    letter: str
    colour: str
    own: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Be one line: a card, what is known of each seat and last of the case, and the player's own mark."""

    card: str
    ticks: tuple[Tick, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Group the entries of one category of cards."""

    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Hold all that the notebook shows: a column a seat and one for the case, a section a category."""

    seats: tuple[Seat, ...]
    sections: tuple[Section, ...]
    ascii_only: bool = False


def notebook(page: Page, columns: int, rows: int) -> Text:
    """Draw the page in the widest form that a window of so many columns and rows takes."""
    if columns < _FOLDED:
        return narrow(page, columns)
    drawn = wide(page, columns)
    return drawn if drawn.plain.count("\n") + _PROMPT < rows else folded(page, columns)


def wide(page: Page, columns: int = 80) -> Text:
    """Draw a table of three columns a seat, with space for the player's marks at its right."""
    case = spell(_("case"), page.ascii_only)
    names = min(_longest(page.sections), columns - 3 * len(page.seats) - cell_len(case) - 2)
    space = columns - names - 3 * len(page.seats) - cell_len(case) - 3
    lines = []
    for section in page.sections:
        lines.append(_name(page, section.name, names, _BOLD))
        for entry in section.entries:
            line = _name(page, entry.card, names)
            for tick in entry.ticks:
                line.append("  ").append(_sign(page, tick), _LOOKS[tick])
            line.pad_right(cell_len(case) - 1)
            lines.append(_with_mark(page, line, entry.mark, space))
    for seat in page.seats:
        lines[0].append("  ").append(seat.letter, _head(seat))
    lines[0].append("  " + case, _BOLD)
    return joined([*lines, _caption(page, columns)])


def folded(page: Page, columns: int = 80) -> Text:
    """Draw the sections side by side with one column a seat; ? heads that of the case."""
    ticks = len(page.seats) + 1
    natural = [_longest([section]) + 1 + ticks for section in page.sections]
    spare = (columns - _GAP * (len(natural) - 1) - sum(natural)) // len(natural)
    drawn, start = Text(), 0
    for section, width in zip(page.sections, natural, strict=True):
        names = width - 1 - ticks + min(0, spare)
        head = _name(page, section.name, names, _BOLD).append(" ")
        for seat in page.seats:
            head.append(seat.letter, _head(seat))
        lines = [head.append("?", _BOLD)]
        for entry in section.entries:
            line = _name(page, entry.card, names).append(" ")
            for tick in entry.ticks:
                line.append(_sign(page, tick), _LOOKS[tick])
            lines.append(_with_mark(page, line, entry.mark, spare - 1))
        drawn = beside(drawn, joined(lines), start)
        start += width + spare + _GAP
    return joined([drawn, _caption(page, columns)])


def narrow(page: Page, columns: int = 30) -> Text:
    """Draw one line a card with who holds it: yours, another seat's letter, or the case."""
    names = min(_longest(page.sections), columns - _STATUS - 1)
    lines = []
    for section in page.sections:
        lines.append(_name(page, section.name, names, _BOLD))
        for entry in section.entries:
            line = _name(page, entry.card, names).append(" ").append_text(_holder(page, entry))
            line.pad_right(names + 1 + _STATUS - line.cell_len)
            lines.append(_with_mark(page, line, entry.mark, columns - names - _STATUS - 2))
    signs = ((Tick.UNKNOWN, _("open")), (Tick.LACKS, _("not in the case")))
    words = [f"{_sign(page, tick)} {meaning}" for tick, meaning in signs]
    return joined([*lines, _note(page, words, columns)])


def _longest(sections: Iterable[Section]) -> int:
    return max(cell_len(entry.card) for section in sections for entry in section.entries)


def _name(page: Page, name: str, columns: int, style: Style = _PLAIN) -> Text:
    text = Text().append(cut(spell(name, page.ascii_only), columns, page.ascii_only), style)
    text.pad_right(columns - text.cell_len)
    return text


def _head(seat: Seat) -> Style:
    return chip(seat.colour) + Style(underline=seat.own)


def _sign(page: Page, tick: Tick) -> str:
    return (_ASCII_SIGNS if page.ascii_only else _SIGNS)[tick]


def _with_mark(page: Page, line: Text, mark: str, space: int) -> Text:
    """Write as much of the player's mark behind `line` as `space` columns take."""
    if mark and space > 0:
        line.append(" " + cut(spell(mark, page.ascii_only), space, page.ascii_only), Style(italic=True))
    return line


def _holder(page: Page, entry: Entry) -> Text:
    """Return who holds the card, or what is known of the case."""
    *hands, case = entry.ticks
    for seat, tick in zip(page.seats, hands, strict=True):
        if tick is Tick.HOLDS:
            return (
                _name(page, _("yours"), _STATUS, _BOLD)
                if seat.own
                else Text().append(seat.letter, _head(seat))
            )
    if case is Tick.HOLDS:
        return _name(page, _("case"), _STATUS, _BOLD)
    return Text().append(_sign(page, case), _LOOKS[case])


def _caption(page: Page, columns: int) -> Text:
    """Say what the signs mean and which seat is the player's."""
    signs = ((Tick.HOLDS, _("holds")), (Tick.LACKS, _("does not")), (Tick.UNKNOWN, _("unknown")))
    own = [" ".join((seat.letter, _("you"))) for seat in page.seats if seat.own]
    own += [f"{seat.letter} {seat.meaning}" for seat in page.seats if seat.meaning]
    return _note(page, [*(f"{_sign(page, tick)} {meaning}" for tick, meaning in signs), *own], columns)


def _note(page: Page, words: Iterable[str], columns: int) -> Text:
    return Text().append(cut(spell("  ".join(words), page.ascii_only), columns, page.ascii_only), _DIM)
