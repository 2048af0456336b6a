"""How the rolls of many games spread, with one game marked among them: in the terminal and as SVG."""

from collections.abc import Iterator
from dataclasses import dataclass

from clue_cli.solver.sampling import Spread
from clue_cli.words import _

_MOST_BARS = 16
_EIGHTHS = " ▏▎▍▌▋▊▉"
_BAR, _ROW, _LEFT = 400, 22, 60  # user units of the SVG


@dataclass(frozen=True, slots=True)
class Bar:
    """Count the games that took `first` to `last` rolls; `mine` is one of these."""

    first: int
    last: int
    games: int
    mine: bool

    @property
    def rolls(self) -> str:
        """The rolls in figures."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def bars(spread: Spread, mine: int | None) -> list[Bar]:
    """Put the games into at most 16 bars of equally many rolls; those of one's own game are among them."""
    taken = [rolls for rolls, games in enumerate(spread.counts) if games]
    low, high = min(taken), max(taken)
    width = -(-(high - low + 1) // _MOST_BARS)
    found = [_bar(spread, first, width, mine) for first in range(low, high + 1, width)]
    if mine is not None and not any(bar.mine for bar in found):
        # far off, with nothing between
        alone = _bar(spread, mine, 1, mine)
        found = [alone, *found] if mine < low else [*found, alone]
    return found


def _bar(spread: Spread, first: int, width: int, mine: int | None) -> Bar:
    rolls = range(first, first + width)
    return Bar(first, rolls[-1], sum(spread.counts[first : first + width]), mine in rolls)


def drawn(spread: Spread, mine: int | None, columns: int, ascii_only: bool) -> Iterator[str]:
    """Draw a line for each bar, none wider than `columns`."""
    found = bars(spread, mine)
    head = max(len(bar.rolls) for bar in found)
    mark = _("you")
    longest = max(1, min(columns, 72) - head - len(mark) - 5)
    most = max(bar.games for bar in found)
    for bar in found:
        line = f"{bar.rolls:>{head}} {_length(bar.games * longest / most, ascii_only)}"
        yield line + (f" < {mark}" if bar.mine else "")


def _length(length: float, ascii_only: bool) -> str:
    whole, eighths = divmod(round(length * 8), 8)
    if ascii_only:
        return "#" * round(length)
    return ("█" * whole + _EIGHTHS[eighths]).rstrip()


def svg(spread: Spread, mine: int | None) -> str:
    """Draw the bars as an SVG file that refers to nothing outside itself."""
    found = bars(spread, mine)
    most = max(bar.games for bar in found)
    width, height = _LEFT + _BAR + 60, _ROW * (len(found) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="Georgia, \'DejaVu Serif\', serif" font-size="14">',
        f'<rect width="{width}" height="{height}" fill="#F4EFE1"/>',
    ]
    for row, bar in enumerate(found):
        top = _ROW // 2 + row * _ROW
        length = round(_BAR * bar.games / most, 1)
        colour, mark = ("#B5462F", " " + _("you")) if bar.mine else ("#5B7C99", "")
        parts.append(f'<text x="{_LEFT - 8}" y="{top + 15}" text-anchor="end">{bar.rolls}</text>')
        parts.append(
            f'<rect x="{_LEFT}" y="{top + 2}" width="{length}" height="{_ROW - 4}" fill="{colour}"/>'
        )
        parts.append(f'<text x="{_LEFT + length + 6}" y="{top + 15}">{bar.games}{mark}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
