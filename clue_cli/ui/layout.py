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
    height, width = len(board.rows), len(board.rows[0])
    if plain:
        return Layout.LIST
    if columns >= 2 * width and rows >= height + _BELOW_FULL:
        return Layout.FULL
    # rooms that touch can't be told apart without walls
    folds = columns >= 2 * width and rows >= -(-height // 2) + _BELOW_COMPACT and not board.links
    explained = len(board.rooms) + len(board.spots) + 2  # the legend may be the higher
    if folds and columns >= 2 * width + _LEGEND and rows >= explained + _BELOW_COMPACT:
        return Layout.COMPACT
    # the prompt may scroll the top away: the next smaller picture would be none
    if columns >= width + _LEGEND and rows >= height:
        return Layout.NARROW
    return Layout.BARE if folds else Layout.LIST


def edges_fit(board: Board, layout: Layout, columns: int, rows: int) -> bool:
    """Tell whether numbers of rows and columns find room around a board of squares with its legend."""
    height, width = len(board.rows), len(board.rows[0])
    margin = len(str(height - 1))
    wide, high = {
        Layout.FULL: (2 * width, height + _BELOW_FULL),
        Layout.COMPACT: (2 * width + _LEGEND, -(-height // 2) + _BELOW_COMPACT),
        Layout.NARROW: (width + _LEGEND, 0),
        Layout.BARE: (2 * width, -(-height // 2) + _BELOW_COMPACT),
        Layout.LIST: (columns, rows),
    }[layout]
    return bool(board.squares) and columns >= margin + wide and rows > high
