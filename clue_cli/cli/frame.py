"""What all commands share: the groups they stand in, their options, and how a failure ends."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from clue_cli.words import _

app = typer.Typer(
    help=_("A detective game for one person: solve the case against computer opponents, or play solitaire."),
    epilog=_(
        "Exit codes: 0 done, 1 failed or the input ended, 2 wrong usage, 130 Ctrl-C, 143 SIGTERM, 129 SIGHUP."
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _group(name: str, words: str) -> typer.Typer:
    group = typer.Typer(help=words, no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(group, name=name)
    return group


solo = _group("solo", _("Play a solitaire game."))
scenarios = _group("scenarios", _("List, show and check scenario files."))
boards = _group("board", _("Look at a board."))
puzzles = _group("puzzle", _("Solve deduction puzzles, and make them."))
pars = _group("par", _("Tell how good a play of a solitaire can be."))
scores = typer.Typer(help=_("List the best results by game, prove them, export them."), rich_markup_mode=None)
app.add_typer(scores, name="scores")

ScenarioName = Annotated[str, typer.Argument(help=_("Id or file of a scenario."), metavar="SCENARIO")]
BoardName = Annotated[str, typer.Argument(help=_("Id or file of a scenario: its board."), metavar="BOARD")]
Seed = Annotated[
    int | None, typer.Option(min=0, max=2**63 - 1, help=_("Number that gives the same cards and dice again."))
]
Minds = Annotated[
    str | None,
    typer.Option(
        help=_("Their minds, the easiest first: novice, careful, sleuth, expert; like careful,novice."),
        metavar="MINDS",
    ),
]
Elsewhere = Annotated[
    str | None,
    typer.Option("--board", help=_("Id or file of a scenario on whose board to play."), metavar="BOARD"),
]
Daily = Annotated[bool, typer.Option("--daily", help=_("Play the game of the day: the date is the seed."))]
Saves = Annotated[
    Path | None, typer.Option("--saves", help=_("Folder of saved games, scores and own scenarios."))
]
PlainMode = Annotated[
    bool | None, typer.Option("--plain/--fancy", help=_("Numbered questions in place of menus and looking."))
]
Svg = Annotated[
    Path | None,
    typer.Option(help=_("Draw the rolls among those of other games into this file."), metavar="FILE"),
]
AnswersFile = Annotated[
    Path | None, typer.Option("--answers", help=_("File of actions to play, one a line."), metavar="FILE")
]
Json = Annotated[bool, typer.Option("--json", help=_("Print JSON."))]


def command(
    group: typer.Typer, name: str, words: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a command that ends every failure with one clear line and an exit code."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def command(*arguments: Any, **options: Any) -> None:
            ended(lambda: function(*arguments, **options))

        group.command(name, help=words)(command)
        return command

    return register


def ended(call: Callable[[], None]) -> None:
    """Run a command; end a failure with one clear line and an exit code."""
    from clue_cli.ui.ending import guarded

    code = guarded(call)
    if code:
        raise typer.Exit(code)


def listed(named: str | None) -> list[str] | None:
    """Return the names of a list with commas; None for none."""
    return None if named is None else [one.strip() for one in named.split(",")]
