"""The commands that play games, go on with them, tell them again and simulate them."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from clue_cli.cli.frame import (
    AnswersFile,
    Daily,
    Elsewhere,
    Json,
    Minds,
    PlainMode,
    Saves,
    ScenarioName,
    Seed,
    Svg,
    app,
    command,
    listed,
    solo,
)
from clue_cli.rules.model import Game
from clue_cli.words import _


@command(app, "play", _("Play a detective game."))
def play(
    scenario: ScenarioName = "classic",
    suspect: Annotated[str | None, typer.Option("--as", help=_("The suspect you play."))] = None,
    opponents: Minds = None,
    seed: Seed = None,
    watch: Annotated[
        bool, typer.Option("--watch", help=_("Let the opponents play among themselves."))
    ] = False,
    notes: Annotated[
        Literal["off", "ticks", "deduce", "odds"],
        typer.Option(
            help=_("What your notebook fills in: nothing, what you saw, all that follows, the odds too.")
        ),
    ] = "ticks",
    plain: PlainMode = None,
    answers: AnswersFile = None,
    saves: Saves = None,
) -> None:
    """Run `clue play`."""
    from clue_cli.ui import sitting

    wish = sitting.Wish(suspect, listed(opponents), seed, watch, notes)
    sitting.play(scenario, Game.CLUE, wish, sitting.setting(saves, plain, answers))


@command(solo, "collect", _("Collect every card in as few rolls as you can."))
def collect(
    scenario: ScenarioName = "collect",
    board: Elsewhere = None,
    opponents: Annotated[
        int, typer.Option(min=0, max=5, help=_("How many race you for most of the cards."))
    ] = 0,
    seed: Seed = None,
    daily: Daily = False,
    plain: PlainMode = None,
    answers: AnswersFile = None,
    svg: Svg = None,
    saves: Saves = None,
) -> None:
    """Run `clue solo collect`."""
    from clue_cli.ui import sitting

    wish = sitting.Wish(opponents=("careful",) * opponents, seed=seed, board=board, daily=daily)
    sitting.play(scenario, Game.COLLECT, wish, sitting.setting(saves, plain, answers, svg))


@command(solo, "errands", _("Fetch card after card as it is called for, in as few rolls as you can."))
def errands(
    scenario: ScenarioName = "errands",
    board: Elsewhere = None,
    seed: Seed = None,
    daily: Daily = False,
    plain: PlainMode = None,
    answers: AnswersFile = None,
    svg: Svg = None,
    saves: Saves = None,
) -> None:
    """Run `clue solo errands`."""
    from clue_cli.ui import sitting

    wish = sitting.Wish(seed=seed, board=board, daily=daily)
    sitting.play(scenario, Game.ERRANDS, wish, sitting.setting(saves, plain, answers, svg))


@command(app, "resume", _("Go on with a saved game."))
def resume(
    name: Annotated[str | None, typer.Argument(help=_("A saved game; the last one when left out."))] = None,
    plain: PlainMode = None,
    answers: AnswersFile = None,
    svg: Svg = None,
    saves: Saves = None,
) -> None:
    """Run `clue resume`."""
    from clue_cli.ui import sitting

    sitting.resume(name, sitting.setting(saves, plain, answers, svg))


@command(app, "replay", _("Tell a saved game again: the whole truth once it is over."))
def replay(
    name: Annotated[str, typer.Argument(help=_("A saved game."), metavar="NAME")],
    seat: Annotated[
        str | None,
        typer.Option(help=_("As this seat was told it: a number from 0, or a suspect."), metavar="SEAT"),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help=_("Turn by turn, with the board after each."))] = False,
    json: Annotated[bool, typer.Option("--json", help=_("Print JSON Lines."))] = False,
    saves: Saves = None,
) -> None:
    """Run `clue replay`."""
    from clue_cli.ui import replaying

    replaying.show_replay(name, seat, as_json=json, step=step, home=saves)


@command(app, "simulate", _("Play many games among opponents and count what came of them."))
def simulate(
    scenario: ScenarioName = "classic",
    minds: Minds = None,
    games: Annotated[int, typer.Option(min=1, max=100_000, help=_("How many games."))] = 100,
    seed: Seed = None,
    jobs: Annotated[
        int, typer.Option(min=1, max=64, help=_("How many games at a time; the report is the same."))
    ] = 1,
    rotate: Annotated[
        bool, typer.Option("--rotate/--no-rotate", help=_("Move the minds on by a seat after each game."))
    ] = True,
    no_board: Annotated[
        bool,
        typer.Option("--no-board", help=_("Play with the cards alone: any room may be entered each turn.")),
    ] = False,
    keep: Annotated[
        Path | None,
        typer.Option(help=_("Folder in which to write each game as JSON Lines."), metavar="DIR"),
    ] = None,
    json: Json = False,
    saves: Saves = None,
) -> None:
    """Run `clue simulate`."""
    from clue_cli.ui import simulating

    simulating.show_simulation(
        *(scenario, listed(minds), games, seed, jobs),
        as_json=json,
        home=saves,
        keep=keep,
        rotate=rotate,
        board=not no_board,
    )


@command(app, "saves", _("List the saved games and say where they are."))
def list_saves(saves: Saves = None) -> None:
    """Run `clue saves`."""
    from clue_cli.ui import looking

    looking.show_saves(saves)
