"""Drive the real program through a pseudo-terminal and read its screen as a person would."""

import os
import sys
import time
from pathlib import Path
from typing import Self

import pexpect
import pyte

_DOWN = "\x1b[B"
_POINTER = "»"
_ANSWERED = b"\x1b[?2004l"
"""What the terminal is told once a menu has been answered: pasting is plain again."""

_PATIENCE = 30.0


class Screen:
    """Run `clue` with some arguments on a terminal of so many rows and columns."""

    def __init__(self, *arguments: str, home: Path, rows: int = 40, columns: int = 100, **env: str) -> None:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "CLUE_HOME": str(home),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            **env,
        }
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "clue_cli", *arguments],
            env=environment,
            dimensions=(rows, columns),
            timeout=_PATIENCE,
            cwd=str(home),
        )
        # a program may ask the terminal where its cursor is
        self._screen.write_process_input = self.child.send

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.child.close(force=True)

    @property
    def text(self) -> str:
        """What stands on the screen, line by line."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def cursor_hidden(self) -> bool:
        """Whether the program left the cursor invisible."""
        return self._screen.cursor.hidden

    @property
    def colours(self) -> set[str]:
        """Every colour other than the terminal's own that a character on the screen has."""
        cells = (cell for row in self._screen.buffer.values() for cell in row.values())
        return {colour for cell in cells for colour in (cell.fg, cell.bg)} - {"default"}

    def read(self) -> bool:
        """Take in what the program printed; false once it has ended."""
        try:
            block = self.child.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += block
        self._stream.feed(block)
        return True

    def wait_for(self, *wanted: str) -> None:
        """Read until each of `wanted` stands on the screen."""
        end = time.monotonic() + _PATIENCE
        while not all(words in self.text for words in wanted):
            if not self.read() and not all(words in self.text for words in wanted):
                raise AssertionError(f"the program ended without {wanted}:\n{self.text}")
            if time.monotonic() > end:
                raise AssertionError(f"{wanted} did not come up:\n{self.text}")

    def menu(self) -> list[str]:
        """Return the choices of the menu on the screen, from the one pointed at on."""
        lines = self.text.split("\n")
        first = max(n for n, line in enumerate(lines) if line.startswith(f" {_POINTER} "))
        below = [line[3:] for line in lines[first:] if line.startswith(("   ", f" {_POINTER} "))]
        return [line for line in below if line and not line.startswith("---")]

    def pick(self, label: str) -> None:
        """Move to the choice whose label begins so, and press Enter."""
        self.wait_for(f"{_POINTER} ", label)
        menu = self.menu()
        steps = next(n for n, choice in enumerate(menu) if choice.startswith(label))
        answered = self.raw.count(_ANSWERED)
        self.child.send(_DOWN * steps + "\r")
        end = time.monotonic() + _PATIENCE
        # not until the menu is gone: the next one may stand there before anybody looks
        while self.raw.count(_ANSWERED) == answered and self.read():
            assert time.monotonic() < end, self.text

    def end(self) -> int:
        """Read to the program's end and return its exit code, or 128 and its signal."""
        end = time.monotonic() + _PATIENCE
        while self.read():
            assert time.monotonic() < end, f"the program did not end:\n{self.text}"
        self.child.wait()
        return self.child.exitstatus if self.child.exitstatus is not None else 128 + self.child.signalstatus
