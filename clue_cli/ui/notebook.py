"""The detective's notebook on paper: wide, folded for 80x24, or narrow beside the board.

It draws a `Page` that says what is to be shown, and draws no conclusion of its own. Names and the
player's own marks are strangers' text and reach the screen only as plain `Text`.
"""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from clue_cli.ui.lettering import beside, chip, cut, joined, packed, spaced, spell
from clue_cli.words import _, figure, ngettext

FOLDED = 60
"""Columns that a folded page needs at least; a narrow one tells of each card only who has it."""

_BOLD, _DIM, _PLAIN = Style(bold=True), Style(dim=True), Style()
_STATUS = 6  # columns for who holds a card, on a narrow page
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
    """Be one line: a card, what is known of each seat and last of the case, and the player's own mark.

    `odds` are the chances of each, from 0 to 1, where the page tells them; `signs` are what the player wrote
    for each in place of that it is unknown, "" for nothing.
    """

    card: str
    ticks: tuple[Tick, ...]
    mark: str = ""
    odds: tuple[float, ...] = ()
    signs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Group the entries of one category of cards."""

    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Hold all that the notebook shows: a column a seat and one for the case, a section a category.

    Where odds are told, `deals` is the number of deals that may be, else None.
    """

    seats: tuple[Seat, ...]
    sections: tuple[Section, ...]
    ascii_only: bool = False
    deals: int | None = None


def notebook(page: Page, columns: int, rows: int) -> Text:
    """Draw the page in the widest form that a window of so many columns and rows takes."""
    if columns < FOLDED:
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
            for n in range(len(entry.ticks)):
                line.append_text(_cell(page, entry, n, 3))
            line.pad_right(cell_len(case) - 1)
            lines.append(_with_mark(page, line, entry.mark, space))
    for seat in page.seats:
        lines[0].append("  ").append(seat.letter, _head(seat))
    lines[0].append("  " + case, _BOLD)
    return joined([*lines, *_caption(page, columns)])


def folded(page: Page, columns: int = 80) -> Text:
    """Draw the sections side by side with one column a seat; ? heads that of the case, and its odds."""
    case = 1 if page.deals is None else 3
    ticks = len(page.seats) + case
    space = columns + _GAP - len(page.sections) * (ticks + 1 + _GAP)
    widths = _shortened([_longest([section]) for section in page.sections], space)
    spare = (space - sum(widths)) // len(widths)
    drawn, start = Text(), 0
    for section, names in zip(page.sections, widths, strict=True):
        head = _name(page, section.name, names, _BOLD).append(" ")
        for seat in page.seats:
            head.append(seat.letter, _head(seat))
        lines = [head.append("?".rjust(case), _BOLD)]
        for entry in section.entries:
            line = _name(page, entry.card, names).append(" ")
            for n, tick in enumerate(entry.ticks[:-1]):
                line.append(_written(page, entry, n), _LOOKS[tick])
            line.append_text(_cell(page, entry, -1, case))
            lines.append(_with_mark(page, line, entry.mark, spare - 1))
        drawn = beside(drawn, joined(lines), start)
        start += names + 1 + ticks + spare + _GAP
    return joined([drawn, *_caption(page, columns, [" ".join(("?", _("case")))])])


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
    ruled_out = " ".join((_sign(page, Tick.LACKS), _("not in the case")))
    words = [_open(page, _("open"), _("1-99 odds")), ruled_out]
    return joined([*lines, *_notes(page, words, columns)])


def _shortened(widths: list[int], space: int) -> list[int]:
    """Take columns from the widest, one each time, until all fit into the space or none has any to give."""
    while sum(widths) > max(space, len(widths)):
        widths[widths.index(max(widths))] -= 1
    return widths


def _longest(sections: Iterable[Section]) -> int:
    return max(
        cell_len(name)
        for section in sections
        for name in (section.name, *(entry.card for entry in section.entries))
    )


def _name(page: Page, name: str, columns: int, style: Style = _PLAIN) -> Text:
    text = Text().append(cut(spell(name, page.ascii_only), columns, page.ascii_only), style)
    text.pad_right(columns - text.cell_len)
    return text


def _head(seat: Seat) -> Style:
    return chip(seat.colour) + Style(underline=seat.own)


def _sign(page: Page, tick: Tick) -> str:
    return (_ASCII_SIGNS if page.ascii_only else _SIGNS)[tick]


def _written(page: Page, entry: Entry, n: int) -> str:
    """Return the player's own sign for holder number `n`, where there is one, else what is known."""
    return (entry.signs[n] if entry.signs else "") or _sign(page, entry.ticks[n])


def _cell(page: Page, entry: Entry, n: int, columns: int) -> Text:
    """Return what is known of holder number `n`, at the right of so many columns: a sign, or the chance."""
    tick = entry.ticks[n]
    told = _chance(entry.odds[n]) if entry.odds and tick is Tick.UNKNOWN else _written(page, entry, n)
    return Text(told.rjust(columns), _LOOKS[tick])


def _chance(odds: float) -> str:
    """Return a chance in per cent, in two columns; what is open is never certain."""
    return "<1" if odds < 0.005 else str(min(99, round(100 * odds)))


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
    return _cell(page, entry, -1, 2 if entry.odds else 1)


def _open(page: Page, meaning: str, odds: str) -> str:
    """Say what stands for a card that may be there: the sign with its meaning, or the odds."""
    return f"{_sign(page, Tick.UNKNOWN)} {meaning}" if page.deals is None else odds


def _caption(page: Page, columns: int, heads: Iterable[str] = ()) -> list[Text]:
    """Say what the signs and `heads` of columns mean, and which seat is the player's."""
    signs = ((Tick.HOLDS, _("holds")), (Tick.LACKS, _("does not")))
    own = [" ".join((seat.letter, _("you"))) for seat in page.seats if seat.own]
    own += [f"{seat.letter} {seat.meaning}" for seat in page.seats if seat.meaning]
    meanings = [f"{_sign(page, tick)} {meaning}" for tick, meaning in signs]
    unknown = _open(page, _("unknown"), _("1-99 chance in per cent"))
    return _notes(page, [*meanings, unknown, *heads, *own], columns)


def _notes(page: Page, words: Iterable[str], columns: int) -> list[Text]:
    """Return the lines below a page: what the signs mean, and how many deals may be."""
    # with a blank more than packed puts between them
    meanings = [(spell(f"{word} ", page.ascii_only), _DIM) for word in words]
    lines = [spaced(line) for line in packed(meanings, columns, page.ascii_only)]
    if page.deals is not None:
        told = ngettext("{n} deal is possible.", "{n} deals are possible, all equally likely.", page.deals)
        told = spell(told.format(n=figure(page.deals)), page.ascii_only)
        lines += [Text(line, _DIM) for line in textwrap.wrap(told, columns)]
    return lines
