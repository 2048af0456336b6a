"""What a person answers by typing: at a menu, at a numbered question, and what is done where nothing fits."""

import io
from collections.abc import Callable, Iterator

import pyte
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from rich.console import Console

from clue_cli.ui.prompter import Choice, InputEnded, Menus, Plain
from clue_cli.ui.terminal import Terminal

SUSPECTS = ("Miss Scarlett", "Colonel Mustard", "Mrs White", "Reverend Green", "Mrs Peacock", "Madame Épine")
COMMANDS = ("Board", "Notebook", "Mark a card", "Hint", "History", "Quit and save")
FINAL = "You accuse Mrs White, Wrench, Wardrobe. A wrong accusation puts you out."
KEYS = "(type to find, arrows, Enter)"
SURE = ("No, not yet", "Accuse")
_WRONG = "mustrd\r"
_WIPED = "\x7f" * 6


def _named(*labels: str) -> list[Choice]:
    return [Choice(label, label) for label in labels]


class Window:
    """A terminal of some size, at which menus are answered by keys."""

    def __init__(self, columns: int, rows: int, keys: PipeInput) -> None:
        self._keys = keys
        self._screen = pyte.Screen(columns, rows)
        self._written = io.StringIO()
        self.output = Vt100_Output(self._written, lambda: Size(rows, columns), enable_cpr=False)

    def answer(self, keys: str, question: str, *labels: str, commands: tuple[str, ...] = COMMANDS) -> object:
        """Return what keys answer at a menu."""
        self._keys.send_text(keys)
        asking = Menus(Terminal(False, Console()))
        return asking.choose(question, _named(*labels), _named(*commands))

    @property
    def words(self) -> list[str]:
        """What stands on the screen in the end, broken at blanks and ends of lines."""
        pyte.Stream(self._screen).feed(self._written.getvalue())
        return " ".join(self._screen.display).split()


@pytest.fixture(params=[(80, 24), (80, 50), (40, 24)], ids=lambda size: "{}x{}".format(*size))
def window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """Return a window in which commands are folded, one in which they are not, and a narrow one."""
    columns, rows = request.param
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    with create_pipe_input() as keys:
        window = Window(columns, rows, keys)
        with create_app_session(keys, window.output):
            yield window


@pytest.mark.parametrize("wiped", [_WIPED, "\x1bx", "\x1b\r"], ids=["backspace", "alt", "alt enter"])
def test_what_fits_nothing_answers_nothing(window: Window, wiped: str) -> None:
    """Enter behind a mistyped word takes no choice, in any window; wiped, all can be chosen again."""
    assert window.answer(f"{_WRONG}\r\x1b[B\x1b[A\r{wiped}\x1b[B\r", "Whom?", *SUSPECTS) == "Colonel Mustard"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("must", "Colonel Mustard"),
        ("MRS P", "Mrs Peacock"),
        ("epine", "Madame Épine"),
        ("épi", "Madame Épine"),
        ("mrs\x1b[B", "Mrs Peacock"),
        ("mrs\x1b[A", "Mrs Peacock"),
        ("mrs \x7f\x7f\x7f\x7freve", "Reverend Green"),
        ("\x1b[200~green\n\x1b[201~", "Reverend Green"),
        ("hist", "History"),
        ("quit", "Quit and save"),
    ],
)
def test_typing_searches_every_menu(window: Window, typed: str, answer: str) -> None:
    """The start of any word finds, accents or not; arrows move among what was found, commands too."""
    assert window.answer(f"{typed}\r", "Whom?", *SUSPECTS) == answer


@pytest.mark.parametrize("window", [(80, 24)], indirect=True, ids=["80x24"])
def test_folded_commands_are_found_by_what_stands_for_them(window: Window) -> None:
    """What is seen can be typed: first the line that unfolds them, then a command, or the way back."""
    assert window.answer("more\rback\rmore\rhist\r", "Whom?", *SUSPECTS) == "History"


def test_the_whole_name_comes_first(window: Window) -> None:
    """Who types a name in full gets it, though others before it in the menu begin or go on like it."""
    halls = ("Great Hall", "Hallway", "Hall of Fame", "Hall")
    assert window.answer("hall\r", "Where?", *halls, commands=()) == "Hall"


@pytest.mark.parametrize("keys", ["\x04", "must\x04"])
def test_the_input_ends_at_a_menu(window: Window, keys: str) -> None:
    """Ctrl-D ends the game's input whatever was typed before."""
    with pytest.raises(InputEnded):
        window.answer(keys, "Whom?", *SUSPECTS)


def test_a_question_breaks_between_words(window: Window) -> None:
    """Neither the question nor the keys told behind it are torn within a word."""
    with pytest.raises(KeyboardInterrupt):
        window.answer("\x03", FINAL, *SURE)
    assert window.words == [">", *FINAL.split(), *KEYS.split()]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """Return what is said to lines typed at a numbered question, and last the answer."""

    def ask(typed: str, *labels: str) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed + "\n1\n"))
        answer = Plain(Terminal(True, Console())).choose("What?", _named(*labels), _named(*COMMANDS))
        said = capsys.readouterr().out.splitlines()[len(labels) + 2 :]
        return [line for line in said if not line.startswith("Choose ")] + [str(answer)]

    return ask


@pytest.mark.parametrize(
    ("typed", "labels", "answer"),
    [
        ("no", SURE, "No, not yet"),
        ("not", SURE, "No, not yet"),
        ("note", SURE, "Notebook"),
        ("2", SURE, "Accuse"),
        ("board", ("Board Room", "Hall"), "Board"),
        ("mark", ("Hallmark", "Hall"), "Mark a card"),
        ("enter", ("Enter the Hall", "Roll the die"), "Enter the Hall"),
    ],
)
def test_whole_words_answer_before_the_starts_of_others(
    asked: Callable[..., list[str]], typed: str, labels: tuple[str, ...], answer: str
) -> None:
    """Who types a word of an answer means it, and not another that only begins so."""
    assert asked(typed, *labels) == [answer]


@pytest.mark.parametrize(
    ("typed", "labels", "meant"),
    [
        ("n", SURE, "No, not yet or Notebook"),
        ("enter", ("Enter the Hall", "Enter the Study"), "Enter the Hall or Enter the Study"),
        ("h", ("Hall", "Study"), "Hall, Hint or History"),
        ("row", tuple(f"Row {n}" for n in range(9)), "Row 0, Row 1, Row 2, Row 3, Row 4…"),
    ],
)
def test_what_a_word_could_mean_is_told(
    asked: Callable[..., list[str]], typed: str, labels: tuple[str, ...], meant: str
) -> None:
    """Where several fit equally well none is answered, and they are named: numbered ones, then commands."""
    assert asked(typed, *labels) == [f"'{typed}' could be {meant}. Type more of it.", labels[0]]
