"""How a board is shown in a window: the largest way that finds room above the prompt.

It counts rows and columns, and draws nothing.
"""

from enum import StrEnum

from clue_cli.rules.model import Board

_BELOW_FULL, _BELOW_COMPACT = 7, 5  # rows left to the prompt
_LEGEND = 24  # columns that a legend needs at least, and two blanks before it


class Layout(StrEnum):
    """Name the ways to show a board."""

    FULL = "full"
    COMPACT = "compact"
    NARROW = "narrow"
    BARE = "bare"
    """Compact, with the legend on a page of its own."""
    LIST = "list"


def choose_layout(board: Board, columns: int, rows: int, plain: bool = False) -> Layout:
    """Choose how to show `board` in a window of so many columns and rows; `plain` asks for lines."""
    # of a folded board there are no walls, which tell rooms that touch apart
    left_out = {Layout.COMPACT, Layout.BARE} if board.links else set()
    sizes = {Layout.LIST: (0, 0)} if plain else _sizes(board)
    fits = (one for one, (wide, high) in sizes.items() if columns >= wide and rows >= high)
    return next(one for one in fits if one not in left_out)


def edges_fit(board: Board, layout: Layout, columns: int, rows: int) -> bool:
    """Tell whether numbers of rows and columns find room around a board of squares with its legend."""
    wide, high = _sizes(board, len(str(len(board.rows) - 1)), 1)[layout]
    return bool(board.squares) and layout is not Layout.LIST and columns >= wide and rows >= high


def _sizes(board: Board, margin: int = 0, edge: int = 0) -> dict[Layout, tuple[int, int]]:
    """Return the columns and rows that each way needs, the largest first; numbers at two edges need more."""
    height, width = len(board.rows), len(board.rows[0])
    folded = -(-height // 2) + _BELOW_COMPACT + edge
    explained = len(board.rooms) + len(board.spots) + 2 + _BELOW_COMPACT  # the legend may be the higher
    return {
        Layout.FULL: (2 * width + margin, height + _BELOW_FULL + edge),
        Layout.COMPACT: (2 * width + _LEGEND + margin, max(folded, explained)),
        # the prompt may scroll the top away: the next smaller picture would be none
        Layout.NARROW: (width + _LEGEND + margin, height),
        Layout.BARE: (2 * width + margin, folded),
        Layout.LIST: (0, 0),
    }
