"""Progress of long work: a bar on stderr that leaves no trace."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from clue_cli.ui.terminal import wants_plain

_AT_ONCE = 0.5  # seconds that work may take before a bar is seen

T = TypeVar("T")


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


def finished(work: Callable[[], T]) -> T:
    """Return what comes of work, under a bar where it takes long; what it raises passes through."""
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(work)
        if wait([done], _AT_ONCE).not_done:
            with progress() as bar:
                bar.add_task("", total=None)
                wait([done])
        return done.result()
