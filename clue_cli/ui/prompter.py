"""Ask the person one question: by an arrow menu on a terminal, by numbered lines everywhere else."""

import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import Any, Protocol

from clue_cli.ui.terminal import Terminal
from clue_cli.words import Refused, _

_LOW = 32  # rows below which board and menu need each line
MOST_TYPED = 100
"""Letters that are compared, of what is typed or pasted: no label is longer."""

_NAMED = 5  # choices named in a message, at most
_MORE = object()


class InputEnded(Refused):
    """Say that no more answers will come."""

    def __str__(self) -> str:
        return _("the input ended before the game did")


@dataclass(frozen=True, slots=True)
class Choice:
    """Offer one answer: its label, and what it stands for."""

    label: str
    value: Any


class Prompter(Protocol):
    """Ask questions. Every way of asking raises InputEnded when the input ends."""

    def choose(self, question: str, choices: Sequence[Choice], commands: Sequence[Choice] = ()) -> Any:
        """Return the value of the choice or of the command picked."""

    def line(self, question: str) -> str:
        """Return a line of text."""


def prompter(screen: Terminal) -> Prompter:
    """Return the way to ask that the terminal allows."""
    return Plain(screen) if screen.plain else Menus(screen)


class Menus:
    """Ask by menus that the arrow keys move through; a low window folds the commands into one line."""

    def __init__(self, screen: Terminal) -> None:
        self._screen = screen

    def choose(self, question: str, choices: Sequence[Choice], commands: Sequence[Choice] = ()) -> Any:
        """Return the value picked with Enter; typing finds folded commands, too."""
        if not commands or self._screen.rows >= _LOW:
            return self._picked(question, choices, commands, commands)
        names = ", ".join(each.label for each in commands if each in (*commands[:2], commands[-1]))
        more = Choice(_("More: {commands}…").format(commands=names), _MORE)
        back = Choice(_("Back"), _MORE)
        while True:
            picked = self._picked(question, choices, [more], [*commands, more])
            if picked is _MORE:
                picked = self._picked(question, commands, [back], [back])
            if picked is not _MORE:
                return picked

    def line(self, question: str) -> str:
        """Return the line typed."""
        from clue_cli.ui.menu import line

        return line(self._screen, question)

    def _picked(
        self, question: str, choices: Sequence[Choice], below: Sequence[Choice], found: Sequence[Choice]
    ) -> Any:
        """Ask by a menu with some choices below a line, in whose place others may be `found`."""
        from clue_cli.ui.menu import Menu

        return Menu(self._screen, question, choices, below, [*choices, *found]).ask()


class Plain:
    """Ask by numbered lines; a number or the start of a word of the label answers."""

    def __init__(self, screen: Terminal) -> None:
        self._screen = screen

    def choose(self, question: str, choices: Sequence[Choice], commands: Sequence[Choice] = ()) -> Any:
        """Return the value of the choice that the line typed means."""
        self._screen.say(question)
        for number, choice in enumerate(choices, 1):
            self._screen.say(f"  {number}. {choice.label}")
        if commands:
            self._screen.say(_("  also: {names}").format(names=", ".join(c.label for c in commands)))
        while True:
            typed = self.line(
                _("Choose 1-{count}:").format(count=len(choices)) if choices[1:] else _("Choose 1:")
            )
            match _meanings(typed, choices, commands):
                case [picked]:
                    return picked.value
                case []:
                    words = _("Not understood: {typed}. Type a number or the start of a name.")
                    self._screen.say(words.format(typed=repr(typed)))
                case several:
                    words = _("{typed} could be {names}. Type more of it.")
                    self._screen.say(words.format(typed=repr(typed), names=_either(several)))

    def line(self, question: str) -> str:
        """Return the line typed, and print it where the terminal does not."""
        self._screen.ask(question)
        if not sys.stdin:
            raise InputEnded
        sys.stdout.flush()
        try:
            typed = sys.stdin.readline()
        except (OSError, ValueError):
            raise InputEnded from None
        if not typed:
            raise InputEnded
        typed = typed.strip()
        if not sys.stdin.isatty():
            self._screen.say(typed)
        return typed


def meant(typed: str, choices: Sequence[Choice]) -> Choice | None:
    """Return the one choice that `typed` means: by number, by a label, or by the start of a word."""
    several = _meanings(typed, choices)
    return several[0] if len(several) == 1 else None


def fitting(typed: str, choices: Iterable[Choice]) -> list[Choice]:
    """Return the choices with a word that begins as typed, the likeliest first."""
    return [choice for _fit, choice in _fits(typed, choices)]


def _meanings(typed: str, choices: Sequence[Choice], commands: Sequence[Choice] = ()) -> list[Choice]:
    """Return the choice of the number typed, or the choices and commands that fit it best."""
    if typed.isascii() and typed.isdecimal():
        number = int(typed[:6])
        return [choices[number - 1]] if 1 <= number <= len(choices) else []
    fits = _fits(typed, [*choices, *commands])
    return [choice for fit, choice in fits if fit == fits[0][0]]


def _fits(typed: str, choices: Iterable[Choice]) -> list[tuple[int, Choice]]:
    """Return the choices that fit what was typed, each with how well, 0 being best, and the best first.

    A whole label comes first, then whole words at its start, whole words within, and the starts of words.
    """
    wanted = re.escape(folded(typed[:MOST_TYPED]))
    if not wanted:
        return []
    start, end = r".*(?<!\w)", r"(?!\w)"
    patterns = (wanted + r"\Z", wanted + end, start + wanted + end, wanted, start + wanted)
    ways = [re.compile(pattern) for pattern in patterns]
    fits = [
        (fit, choice)
        for choice in choices
        for fit in islice((n for n, way in enumerate(ways) if way.match(folded(choice.label))), 1)
    ]
    return sorted(fits, key=itemgetter(0))


def _either(several: Sequence[Choice]) -> str:
    """Name choices as one of which something may be meant."""
    names = [choice.label for choice in several]
    if names[_NAMED:]:
        return ", ".join(names[:_NAMED]) + "…"
    *others, last = names
    return _("{names} or {last}").format(names=", ".join(others), last=last)


def folded(words: str) -> str:
    """Return words as they are compared: without case, accents and kinds of blank."""
    parts = unicodedata.normalize("NFKD", words.casefold())
    return " ".join("".join(c for c in parts if not unicodedata.combining(c)).split())
