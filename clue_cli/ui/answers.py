"""Play from a file of action lines, as a log holds them."""

from collections.abc import Iterator
from pathlib import Path

from clue_cli.play.session import Session
from clue_cli.rules.actions import Action, UnreadableAction, parse
from clue_cli.rules.legal import Claims
from clue_cli.words import Refused, _

_MAX_BYTES = 1_000_000
_NAMED = 8  # open actions named in a message


class BadAnswer(Refused):
    """Say which line of a file of answers can't be played, and what could."""

    placed = True


class Answers:
    """Take the person's actions from a file: one a line, but for blank lines and lines beginning with #."""

    def __init__(self, session: Session, path: Path) -> None:
        """Read the file; raise Refused when that fails."""
        self._session = session
        self._path = path
        try:
            with path.open("rb") as file:
                text = file.read(_MAX_BYTES + 1).decode("utf-8-sig")
        except OSError as fault:
            words = _("can't read {path}: {why}")
            raise Refused(words.format(path=path, why=fault.strerror or fault)) from None
        except UnicodeDecodeError:
            raise Refused(_("{path} is not UTF-8 text").format(path=path)) from None
        if len(text) > _MAX_BYTES:
            raise Refused(_("{path} is too large for a file of answers").format(path=path))
        self._lines = _actions(text)
        self._last = text.count("\n") + 1

    def choose(self) -> Action:
        """Return the action of the next line; raise Refused when there is none or it is not open."""
        legal = self._session.legal()
        number, line = next(self._lines, (self._last, ""))
        try:
            if (action := parse(line)) in legal:
                return action
        except UnreadableAction:
            pass
        what = _("{line!r} can't be done here").format(line=line[:80]) if line else _("the answers end here")
        raise BadAnswer(
            _("{path}:{number}: error: {what}; open are: {actions}").format(
                path=self._path, number=number, what=what, actions=_named(legal.parts)
            )
        )


def _actions(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        words = " ".join(line.split())
        if words and not words.startswith("#"):
            yield number, words


def _named(parts: tuple[object, ...]) -> str:
    """Name the open actions: a few of each, and claims by their form."""
    names: list[str] = []
    for part in parts:
        if isinstance(part, Claims):
            names.append(" ".join([part.kind.verb, *("|".join(group) for group in part.groups)]))
        elif isinstance(part, tuple):
            names += [str(action) for action in part[:_NAMED]] + (["…"] if len(part) > _NAMED else [])
    return ", ".join(names)
