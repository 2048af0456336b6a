"""Ask the person one question: by an arrow menu on a terminal, by numbered lines everywhere else."""

import re
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from clue_cli.ui.lettering import cut
from clue_cli.ui.terminal import Terminal
from clue_cli.words import Refused, _

_FILTER_FROM = 13  # longer menus are found through by typing
_LOW = 32  # rows below which board and menu need each line
_BESIDE = 4  # columns that a menu needs beside its choices
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
        """Return the value picked with Enter."""
        if not commands or self._screen.rows >= _LOW:
            return self._picked(question, choices, commands)
        while True:
            more = Choice(_("More: board, notebook, quit…"), _MORE)
            picked = self._picked(question, choices, [more])
            if picked is _MORE:
                picked = self._picked(question, commands, [Choice(_("Back"), _MORE)])
            if picked is not _MORE:
                return picked

    def line(self, question: str) -> str:
        """Return the line typed."""
        import questionary

        return str(_asked(questionary.text(question, qmark=">", style=_style())))

    def _picked(self, question: str, choices: Sequence[Choice], commands: Sequence[Choice]) -> Any:
        import questionary

        everything = [*choices, *commands]
        offered: list[Any] = [
            questionary.Choice(cut(choice.label, self._screen.columns - _BESIDE, self._screen.ascii_only), n)
            for n, choice in enumerate(everything)
        ]
        if commands:
            offered.insert(len(choices), questionary.Separator())
        long = len(offered) >= _FILTER_FROM
        hint = _("(type to find, arrows, Enter)") if long else _("(arrows, Enter)")
        while True:
            number = _asked(
                questionary.select(
                    question,
                    offered,
                    instruction=hint,
                    use_search_filter=long,
                    use_jk_keys=False,
                    qmark=">",
                    style=_style(),
                )
            )
            # the menu is left without a choice by keys of its editing library that are no answer here
            if isinstance(number, int):
                return everything[number].value


def _asked(question: Any) -> Any:
    """Ask, with Ctrl-D ending the input in menus as in lines, and SIGINT meaning what Ctrl-C does."""
    from prompt_toolkit.key_binding import KeyBindings, merge_key_bindings

    keys = KeyBindings()
    keys.add("c-d", eager=True)(lambda event: event.app.exit(exception=EOFError))
    keys.add("<sigint>", eager=True)(lambda event: event.app.exit(exception=KeyboardInterrupt))
    application = question.application
    application.key_bindings = merge_key_bindings([application.key_bindings, keys])
    try:
        return question.unsafe_ask()
    except EOFError:
        raise InputEnded from None


def _style() -> Any:
    """Let a no-break space, as French has before a question mark, look like any other blank."""
    import questionary

    return questionary.Style([("nbsp", "nounderline default")])


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
            picked = meant(typed, choices, commands)
            if picked:
                return picked.value
            self._screen.say(
                _("Not understood: {typed}. Type a number or the start of a name.").format(typed=repr(typed))
            )

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


def meant(typed: str, choices: Sequence[Choice], commands: Sequence[Choice] = ()) -> Choice | None:
    """Return the one choice that `typed` means: by number, by a label, or by the start of a word."""
    if typed.isascii() and typed.isdecimal():
        number = int(typed[:6])
        return choices[number - 1] if 1 <= number <= len(choices) else None
    wanted = _folded(typed)
    if not wanted:
        return None
    # a whole label before the start of one, and that before the start of a word within one
    for pattern in (rf"{re.escape(wanted)}\Z", re.escape(wanted), rf".*\b{re.escape(wanted)}"):
        hits = [choice for choice in (*choices, *commands) if re.match(pattern, _folded(choice.label))]
        if len(hits) == 1:
            return hits[0]
    return None


def _folded(words: str) -> str:
    """Return words as they are compared: without case, accents and kinds of blank."""
    parts = unicodedata.normalize("NFKD", words.casefold())
    return " ".join("".join(c for c in parts if not unicodedata.combining(c)).split())
