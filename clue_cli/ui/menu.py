"""A menu at a terminal: arrows move through it, typing searches it, Enter answers; and a line to type.

It draws choices and reads keys, and knows nothing of games. Only a choice pointed at is ever answered.
"""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import questionary
from prompt_toolkit.application import Application
from prompt_toolkit.filters import is_done
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, FormattedTextControl, HSplit, Layout, Window
from rich.cells import cell_len

from clue_cli.ui.lettering import cut
from clue_cli.ui.prompter import MOST_TYPED, Choice, InputEnded, fitting
from clue_cli.ui.terminal import Terminal
from clue_cli.words import _

_BESIDE = 4  # columns that a menu needs beside its choices
_LINE = "-" * 15
# seconds in which a key behind Esc is one pressed with Alt
_ESCAPE, _ALT = 0.1, 0.2
_STYLE = questionary.Style(
    [
        ("qmark", "fg:#5f819d"),
        ("question", "bold"),
        ("answer", "fg:#FF9D00 bold"),
        # a no-break space, as French has before a question mark, looks like any other blank
        ("nbsp", "nounderline default"),
    ]
)


class Menu:
    """Offer choices, and below a line some more; typing searches those that are to be `found`."""

    def __init__(
        self,
        screen: Terminal,
        question: str,
        choices: Sequence[Choice],
        below: Sequence[Choice],
        found: Sequence[Choice],
    ) -> None:
        self._screen = screen
        self._question = question
        self._all = [*choices, *below]
        self._line = len(choices) if below else None
        self._found = found
        self._typed = ""
        self._at = 0
        self._answer: Choice | None = None

    def ask(self) -> Any:
        """Return the value of the choice on which Enter was pressed; raise InputEnded on Ctrl-D."""
        head = Window(FormattedTextControl(self._head), dont_extend_height=True)
        body = Window(FormattedTextControl(self._body, focusable=True), always_hide_cursor=True)
        application: Application[Choice] = Application(
            Layout(HSplit([head, ConditionalContainer(body, ~is_done)]), body),
            style=_STYLE,
            key_bindings=merge_key_bindings([self._keys(), _leaving()]),
        )
        application.ttimeoutlen, application.timeoutlen = _ESCAPE, _ALT
        return _run(application.run).value

    # --- keys --------------------------------------------------------------------------------

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        for key, step in (("down", 1), ("c-n", 1), ("up", -1), ("c-p", -1)):
            keys.add(key)(lambda _event, step=step: self._move(step))
        keys.add("backspace")(lambda _event: self._search(self._typed[:-1]))
        keys.add("enter")(self._enter)
        keys.add(Keys.Any)(self._type)
        for pressed in (("escape",), ("escape", Keys.Any)):
            keys.add(*pressed)(lambda _event: self._search(""))
        return keys

    def _move(self, step: int) -> None:
        if offered := self._offered():
            self._at = (self._at + step) % len(offered)

    def _search(self, words: str) -> None:
        self._typed, self._at = words[:MOST_TYPED], 0

    def _type(self, event: KeyPressEvent) -> None:
        """Take in what has a shape on the screen; other keys mean nothing here."""
        key = event.key_sequence[0].key
        if key is Keys.BracketedPaste or not isinstance(key, Keys):
            self._search(self._typed + "".join(filter(str.isprintable, event.data)))

    def _enter(self, event: KeyPressEvent) -> None:
        if offered := self._offered():
            self._answer = offered[self._at]
            event.app.exit(result=self._answer)

    # --- what is drawn -----------------------------------------------------------------------

    def _offered(self) -> Sequence[Choice]:
        """Return all choices, or those found by what was typed: what fits it best comes first."""
        return fitting(self._typed, self._found) if self._typed.strip() else self._all

    def _head(self) -> StyleAndTextTuples:
        """Write the question, and behind it the keys, what is searched for, or the answer."""
        first, *others = wrapped(self._question, self._screen.columns)
        lines: list[StyleAndTextTuples] = [[("class:qmark", "> "), ("class:question", first)]]
        lines += [[("class:question", f"  {line}")] for line in others]
        style, behind = "", self._typed or _("(type to find, arrows, Enter)")
        if self._answer:
            style, behind = "class:answer", self._answer.label
        if cell_len((others or [first])[-1]) + cell_len(behind) + _BESIDE <= self._screen.columns:
            lines[-1].append((style, f" {behind}"))
        else:
            lines += [[(style, f"  {line}")] for line in wrapped(behind, self._screen.columns)]
        return _below(lines)

    def _body(self) -> StyleAndTextTuples:
        lines = list(self._choices())
        if not lines:
            words = _("No answer begins so: Enter takes none, Esc shows all again.")
            lines = [[("", f"   {line}")] for line in wrapped(words, self._screen.columns - 1)]
        return _below(lines)

    def _choices(self) -> Iterator[StyleAndTextTuples]:
        offered = self._offered()
        for n, choice in enumerate(offered):
            if n == self._line and offered is self._all:
                yield [("", f"   {_LINE}")]
            label = cut(choice.label, self._screen.columns - _BESIDE, self._screen.ascii_only)
            if n == self._at:
                # prompt_toolkit scrolls to where the cursor is
                yield [("[SetCursorPosition]", ""), ("", f" » {label}")]
            else:
                yield [("", f"   {label}")]


def line(screen: Terminal, question: str) -> str:
    """Return the line typed behind a question; raise InputEnded on Ctrl-D."""
    words = "\n  ".join(wrapped(question, screen.columns))
    application = questionary.text(words, qmark=">", style=_STYLE).application
    application.key_bindings = merge_key_bindings([application.key_bindings or KeyBindings(), _leaving()])
    return str(_run(application.run))


def wrapped(words: str, columns: int) -> list[str]:
    """Break words at blanks into lines that have two columns free at their left."""
    return textwrap.wrap(words, max(1, columns - 3), break_on_hyphens=False) or [""]


def _below(lines: Sequence[StyleAndTextTuples]) -> StyleAndTextTuples:
    """Put lines below one another."""
    return [part for n, line in enumerate(lines) for part in ([("", "\n")] if n else []) + [*line]]


def _leaving() -> KeyBindings:
    """Let Ctrl-D end the input in menus as in lines, and SIGINT mean what Ctrl-C does."""
    keys = KeyBindings()
    keys.add("c-d", eager=True)(lambda event: event.app.exit(exception=EOFError))
    for key in ("c-c", "c-q", "<sigint>"):
        keys.add(key, eager=True)(lambda event: event.app.exit(exception=KeyboardInterrupt))
    return keys


def _run(asking: Callable[[], Any]) -> Any:
    try:
        return asking()
    except EOFError:
        raise InputEnded from None
