"""The commands that tell how well one played: par, scores and statistics."""

from pathlib import Path
from typing import Annotated

import typer

from clue_cli.cli.frame import (
    Elsewhere,
    Json,
    Saves,
    ScenarioName,
    Seed,
    app,
    command,
    ended,
    listed,
    pars,
    scores,
)
from clue_cli.words import _


@command(pars, "collect", _("Tell the exact par of a layout: the rolls of the best play, on average."))
def par_of_collect(
    scenario: ScenarioName = "collect",
    board: Elsewhere = None,
    rooms: Annotated[
        str | None, typer.Option(help=_("Rooms with a suspect, like hall,study."), metavar="ROOMS")
    ] = None,
    weapons: Annotated[
        str | None,
        typer.Option(help=_("Those with a weapon, where they are fewer."), metavar="ROOMS"),
    ] = None,
    seed: Seed = None,
    json: Json = False,
    saves: Saves = None,
) -> None:
    """Run `clue par collect`."""
    from clue_cli.ui import par

    par.show_collect(scenario, board, listed(rooms), listed(weapons), seed, as_json=json, home=saves)


@command(pars, "errands", _("Tell how many rolls a good plan takes, and what no play gets below."))
def par_of_errands(
    scenario: ScenarioName = "errands",
    board: Elsewhere = None,
    games: Annotated[
        int | None, typer.Option(min=1, max=100_000, help=_("Play as many games by the plan now."))
    ] = None,
    json: Json = False,
    saves: Saves = None,
) -> None:
    """Run `clue par errands`."""
    from clue_cli.ui import par

    par.show_errands(scenario, board, games, as_json=json, home=saves)


@scores.callback(invoke_without_command=True)
def list_scores(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Option(help=_("Only this game, like collect or collect/solo."), metavar="NAME")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**63 - 1, help=_("Only the cards and dice of this seed."))
    ] = None,
    saves: Saves = None,
) -> None:
    """Run `clue scores`."""
    if context.invoked_subcommand is None:
        ended(lambda: _show_scores(game, seed, saves))
    elif (game, seed, saves) != (None, None, None):
        raise typer.BadParameter(_("put options after {command}").format(command=context.invoked_subcommand))


def _show_scores(game: str | None, seed: int | None, saves: Path | None) -> None:
    from clue_cli.ui import scoring

    scoring.show_scores(game, seed, saves)


@command(scores, "verify", _("Play the log of every score and result again and name those not proved."))
def verify_scores(saves: Saves = None) -> None:
    """Run `clue scores verify`."""
    from clue_cli.ui import scoring

    scoring.show_proof(saves)


@command(scores, "export", _("Print all scores for other programs."))
def export_scores(
    json: Annotated[bool, typer.Option("--json/--csv", help=_("As JSON or as CSV."))] = True,
    log: Annotated[bool, typer.Option("--log", help=_("With the log of each, in JSON."))] = False,
    saves: Saves = None,
) -> None:
    """Run `clue scores export`."""
    from clue_cli.ui import scoring

    scoring.export(as_json=json, with_log=log, home=saves)


@command(app, "stats", _("Count your detective games by scenario, opponents and help."))
def stats(json: Json = False, saves: Saves = None) -> None:
    """Run `clue stats`."""
    from clue_cli.ui import stats

    stats.show_stats(as_json=json, home=saves)
