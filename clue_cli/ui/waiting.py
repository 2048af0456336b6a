"""Progress of long work: a bar on stderr that leaves no trace."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from clue_cli.ui.terminal import wants_plain


def progress() -> Progress:
    """Return a bar on stderr; it is seen only at a terminal that may be redrawn."""
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=wants_plain() or not sys.stderr.isatty(),
    )
