"""The commands for a case at a real table."""

from pathlib import Path
from typing import Annotated

import typer

from clue_cli.cli.frame import Json, PlainMode, Saves, app, command
from clue_cli.words import _


@command(app, "deduce", _("Tell what follows from a case log, kept at a real table."))
def deduce(
    file: Annotated[Path, typer.Argument(help=_("A case log, TOML or JSON."), metavar="FILE")],
    why: Annotated[
        str | None, typer.Option("--why", help=_("Tell why this card is where it is."), metavar="CARD")
    ] = None,
    json: Json = False,
    saves: Saves = None,
) -> None:
    """Run `clue deduce`."""
    from clue_cli.ui import deducing

    deducing.show_deduction(file, why, as_json=json, home=saves)


@command(app, "assist", _("Keep a case log at a real table, and be told what follows."))
def assist(
    file: Annotated[
        Path | None, typer.Argument(help=_("The case log; a new one when left out."), metavar="FILE")
    ] = None,
    plain: PlainMode = None,
    saves: Saves = None,
) -> None:
    """Run `clue assist`."""
    from clue_cli.ui import assisting

    assisting.assist(file, plain=plain, home=saves)
