"""The commands that look at scenarios, rules and boards."""

from pathlib import Path
from typing import Annotated

import typer

from clue_cli.cli.frame import (
    BoardName,
    Json,
    PlainMode,
    Saves,
    ScenarioName,
    app,
    boards,
    command,
    scenarios,
)
from clue_cli.words import _


@command(app, "rules", _("Print the rules that a scenario is played by."))
def rules(scenario: ScenarioName = "classic", saves: Saves = None) -> None:
    """Run `clue rules`."""
    from clue_cli.ui import looking

    looking.show_rules(scenario, saves)


@command(scenarios, "list", _("List the scenarios that can be played."))
def list_scenarios(saves: Saves = None) -> None:
    """Run `clue scenarios list`."""
    from clue_cli.ui import looking

    looking.show_scenarios(saves)


@command(scenarios, "show", _("Print what a scenario is played with, in full."))
def show_scenario(
    scenario: ScenarioName,
    effective: Annotated[
        bool, typer.Option("--effective", help=_("As a complete file, with all defaults filled in."))
    ] = False,
    saves: Saves = None,
) -> None:
    """Run `clue scenarios show`."""
    from clue_cli.ui import looking

    looking.show_scenario(scenario, saves, effective=effective)


@command(scenarios, "new", _("Write a new scenario of your own, ready to be played and changed."))
def new_scenario(
    name: Annotated[str, typer.Argument(help=_("Its id, such as my-house, or its name."), metavar="NAME")],
    base: Annotated[
        str | None, typer.Option(help=_("Id of the scenario that gives rules and cards."), metavar="ID")
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            help=_("copy that of the base, draw a blank one with corridors, or links between rooms."),
            metavar="copy|blank|links",
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Option(help=_("Rows and columns of a board that is drawn, such as 20x24."), metavar="RxC"),
    ] = None,
    plain: PlainMode = None,
    saves: Saves = None,
) -> None:
    """Run `clue scenarios new`."""
    from clue_cli.ui import authoring

    authoring.new_scenario(name, base, board, size, plain=plain, home=saves)


@command(scenarios, "check", _("Name every fault of scenario files, with line and column."))
def check_scenarios(
    files: Annotated[list[str], typer.Argument(help=_("Ids or files of scenarios."), metavar="FILE...")],
    json: Json = False,
    saves: Saves = None,
) -> None:
    """Run `clue scenarios check`."""
    from clue_cli.ui import looking

    looking.check(files, saves, as_json=json)


@command(scenarios, "diff", _("Tell how two scenarios differ in rules, board and cards."))
def diff(first: ScenarioName, second: ScenarioName, json: Json = False, saves: Saves = None) -> None:
    """Run `clue scenarios diff`."""
    from clue_cli.ui import comparing

    comparing.show_difference(first, second, as_json=json, home=saves)


@command(scenarios, "schema", _("Print the JSON Schema of scenario files."))
def schema(
    board: Annotated[bool, typer.Option("--board", help=_("That of board files."))] = False,
) -> None:
    """Run `clue scenarios schema`."""
    from clue_cli.ui import looking

    looking.show_schema(board=board)


@command(scenarios, "keys", _("Print what each key of scenario files may be and means."))
def keys() -> None:
    """Run `clue scenarios keys`."""
    from clue_cli.ui import looking

    looking.show_keys()


@command(boards, "show", _("Draw a board."))
def show_board(
    board: BoardName = "classic",
    svg: Annotated[Path | None, typer.Option(help=_("Write a picture to this file."), metavar="FILE")] = None,
    saves: Saves = None,
) -> None:
    """Run `clue board show`."""
    from clue_cli.ui import looking

    looking.show_board(board, svg, saves)


@command(boards, "reach", _("Tell where a token may go with a roll."))
def reach(
    board: BoardName = "classic",
    start: Annotated[
        str, typer.Option("--from", help=_("Square as row,column, or a room's id."), metavar="PLACE")
    ] = ...,  # type: ignore[assignment]
    steps: Annotated[int, typer.Option(min=1, max=36, help=_("The roll."))] = ...,  # type: ignore[assignment]
    occupied: Annotated[
        list[str] | None,
        typer.Option(help=_("Square where another token stands; may be repeated."), metavar="SQUARE"),
    ] = None,
    json: Json = False,
    saves: Saves = None,
) -> None:
    """Run `clue board reach`."""
    from clue_cli.ui import looking

    looking.show_reach(board, start, steps, occupied or [], as_json=json, home=saves)
