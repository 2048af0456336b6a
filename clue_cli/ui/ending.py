"""How the program ends: every failure is a clear line on stderr and an exit code, never a traceback."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from types import FrameType

from clue_cli.words import Refused, _, printable

_MOMENT = 0.02  # seconds


class Exit(IntEnum):
    """Name the exit codes; typer exits with 2 on wrong usage."""

    DONE = 0
    FAILED = 1
    INTERRUPTED = 130


def guarded(call: Callable[[], None]) -> int:
    """Run a command and return its exit code, with SIGTERM and SIGHUP turned into a tidy exit."""
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup wants it ignored
            signal.signal(number, _leave)
    sys.unraisablehook = _unheard
    try:
        call()
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # whoever read the output has seen enough; the interpreter must not fail on its last flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FAILED
    except Exception as fault:
        if os.environ.get("CLUE_DEBUG"):
            raise
        _tell(fault)
        return Exit.FAILED
    return Exit.DONE


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _unheard(fault: "sys.UnraisableHookArgs") -> None:
    """Leave a moment later where a signal came while something was being cleaned up, which can't end."""
    if isinstance(fault.exc_value, SystemExit) and hasattr(signal, "setitimer"):
        number = int(str(fault.exc_value.code)) - 128
        signal.signal(signal.SIGALRM, lambda _number, frame: _leave(number, frame))
        signal.setitimer(signal.ITIMER_REAL, _MOMENT)
    else:
        sys.__unraisablehook__(fault)


def _tell(fault: Exception) -> None:
    """Print what went wrong, in letters that stderr can carry; a terminal that is gone hears nothing."""
    from clue_cli.ui.lettering import spell

    with suppress(OSError):
        words = _words(fault) + "\n"
        try:
            words.encode(sys.stderr.encoding)
        except (UnicodeEncodeError, LookupError):
            words = spell(words, ascii_only=True)
        sys.stderr.write(words)


def _words(fault: Exception) -> str:
    if isinstance(fault, Refused):
        what = printable(str(fault))
        return what if fault.placed else _("clue: error: {what}").format(what=what)
    return _("clue: error: this should not happen: {what}. CLUE_DEBUG=1 shows where.").format(
        what=printable(repr(fault))
    )
