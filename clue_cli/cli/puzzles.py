"""The commands that make, play and check deduction puzzles."""

from pathlib import Path
from typing import Annotated

import typer

from clue_cli.cli.frame import PlainMode, Saves, Seed, command, puzzles
from clue_cli.words import _

Ruleset = Annotated[str, typer.Option(help=_("Id of the scenario whose cards are played."), metavar="ID")]


@command(puzzles, "play", _("Solve a puzzle: one of the shelf, of a file, or a new one."))
def play(
    name: Annotated[
        str | None, typer.Argument(help=_("Name or file of a puzzle; a new one when left out."))
    ] = None,
    seed: Seed = None,
    level: Annotated[
        int | None, typer.Option(min=1, max=4, help=_("How hard a new one is; 2 when left out."))
    ] = None,
    ruleset: Ruleset = "classic",
    plain: PlainMode = None,
    saves: Saves = None,
) -> None:
    """Run `clue puzzle play`."""
    from clue_cli.ui import puzzling

    puzzling.play(name, ruleset, seed, level, plain=plain, home=saves)


@command(puzzles, "new", _("Make a puzzle with one answer and nothing to spare, and keep it in a file."))
def new(
    seed: Seed = None,
    level: Annotated[int, typer.Option(min=1, max=4, help=_("How hard it is."))] = 2,
    ruleset: Ruleset = "classic",
    out: Annotated[
        Path | None, typer.Option(help=_("The file; one among your puzzles when left out."), metavar="FILE")
    ] = None,
    saves: Saves = None,
) -> None:
    """Run `clue puzzle new`."""
    from clue_cli.ui import puzzles

    puzzles.new(ruleset, seed, level, out, saves)


@command(puzzles, "check", _("Prove that puzzles have one answer, and tell how hard they are."))
def check(
    files: Annotated[list[str], typer.Argument(help=_("Names or files of puzzles."), metavar="FILE...")],
    saves: Saves = None,
) -> None:
    """Run `clue puzzle check`."""
    from clue_cli.ui import puzzles

    puzzles.check(files, saves)


@command(puzzles, "list", _("List the puzzles on the shelf, and what you have solved."))
def list_puzzles(saves: Saves = None) -> None:
    """Run `clue puzzle list`."""
    from clue_cli.ui import puzzles

    puzzles.listing(saves)
