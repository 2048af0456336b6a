"""The command line: read the arguments, call, exit. Everything heavy is imported inside the command."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from clue_cli.rules.model import Game
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
pars = _group("par", _("Tell how good a play of a solitaire can be."))
scores = typer.Typer(help=_("List the best results by game, prove them, export them."), rich_markup_mode=None)
app.add_typer(scores, name="scores")

ScenarioName = Annotated[str, typer.Argument(help=_("Id or file of a scenario."), metavar="SCENARIO")]
BoardName = Annotated[str, typer.Argument(help=_("Id or file of a scenario: its board."), metavar="BOARD")]
Seed = Annotated[
    int | None, typer.Option(min=0, max=2**63 - 1, help=_("Number that gives the same cards and dice again."))
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


def _command(
    group: typer.Typer, name: str, words: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a command that ends every failure with one clear line and an exit code."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def command(*arguments: Any, **options: Any) -> None:
            _ended(lambda: function(*arguments, **options))

        group.command(name, help=words)(command)
        return command

    return register


def _ended(call: Callable[[], None]) -> None:
    """Run a command; end a failure with one clear line and an exit code."""
    from clue_cli.ui.ending import guarded

    code = guarded(call)
    if code:
        raise typer.Exit(code)


def _listed(named: str | None) -> list[str] | None:
    return None if named is None else [one.strip() for one in named.split(",")]


@_command(app, "play", _("Play a detective game."))
def play(
    scenario: ScenarioName = "classic",
    suspect: Annotated[str | None, typer.Option("--as", help=_("The suspect you play."))] = None,
    opponents: Annotated[
        str | None, typer.Option(help=_("Their minds, like careful,novice,careful."), metavar="MINDS")
    ] = None,
    seed: Seed = None,
    watch: Annotated[
        bool, typer.Option("--watch", help=_("Let the opponents play among themselves."))
    ] = False,
    notes: Annotated[
        Literal["off", "ticks", "deduce"],
        typer.Option(help=_("What your notebook fills in: nothing, what you saw, or all that follows.")),
    ] = "ticks",
    plain: PlainMode = None,
    answers: AnswersFile = None,
    saves: Saves = None,
) -> None:
    """Run `clue play`."""
    from clue_cli.ui import sitting

    wish = sitting.Wish(suspect, _listed(opponents), seed, watch, notes)
    sitting.play(scenario, Game.CLUE, wish, sitting.setting(saves, plain, answers))


@_command(solo, "collect", _("Collect every card in as few rolls as you can."))
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


@_command(solo, "errands", _("Fetch card after card as it is called for, in as few rolls as you can."))
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


@_command(app, "resume", _("Go on with a saved game."))
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


@_command(app, "replay", _("Tell a saved game again: the whole truth once it is over."))
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


@_command(app, "simulate", _("Play many games among opponents and count what came of them."))
def simulate(
    scenario: ScenarioName = "classic",
    minds: Annotated[
        str | None, typer.Option(help=_("Their minds, like careful,novice,careful."), metavar="MINDS")
    ] = None,
    games: Annotated[int, typer.Option(min=1, max=100_000, help=_("How many games."))] = 100,
    seed: Seed = None,
    jobs: Annotated[
        int, typer.Option(min=1, max=64, help=_("How many games at a time; the report is the same."))
    ] = 1,
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
        scenario, _listed(minds), games, seed, jobs, as_json=json, home=saves, keep=keep
    )


@_command(pars, "collect", _("Tell the exact par of a layout: the rolls of the best play, on average."))
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

    par.show_collect(scenario, board, _listed(rooms), _listed(weapons), seed, as_json=json, home=saves)


@_command(pars, "errands", _("Tell how many rolls a good plan takes, and what no play gets below."))
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


@_command(app, "saves", _("List the saved games and say where they are."))
def list_saves(saves: Saves = None) -> None:
    """Run `clue saves`."""
    from clue_cli.ui import looking

    looking.show_saves(saves)


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
        _ended(lambda: _show_scores(game, seed, saves))
    elif (game, seed, saves) != (None, None, None):
        raise typer.BadParameter(_("put options after {command}").format(command=context.invoked_subcommand))


def _show_scores(game: str | None, seed: int | None, saves: Path | None) -> None:
    from clue_cli.ui import scoring

    scoring.show_scores(game, seed, saves)


@_command(scores, "verify", _("Play the log of every score again and name those that it does not prove."))
def verify_scores(saves: Saves = None) -> None:
    """Run `clue scores verify`."""
    from clue_cli.ui import scoring

    scoring.show_proof(saves)


@_command(scores, "export", _("Print all scores for other programs."))
def export_scores(
    json: Annotated[bool, typer.Option("--json/--csv", help=_("As JSON or as CSV."))] = True,
    log: Annotated[bool, typer.Option("--log", help=_("With the log of each, in JSON."))] = False,
    saves: Saves = None,
) -> None:
    """Run `clue scores export`."""
    from clue_cli.ui import scoring

    scoring.export(as_json=json, with_log=log, home=saves)


@_command(app, "rules", _("Print the rules that a scenario is played by."))
def rules(scenario: ScenarioName = "classic", saves: Saves = None) -> None:
    """Run `clue rules`."""
    from clue_cli.ui import looking

    looking.show_rules(scenario, saves)


@_command(scenarios, "list", _("List the scenarios that can be played."))
def list_scenarios(saves: Saves = None) -> None:
    """Run `clue scenarios list`."""
    from clue_cli.ui import looking

    looking.show_scenarios(saves)


@_command(scenarios, "show", _("Print what a scenario is played with, in full."))
def show_scenario(scenario: ScenarioName, saves: Saves = None) -> None:
    """Run `clue scenarios show`."""
    from clue_cli.ui import looking

    looking.show_scenario(scenario, saves)


@_command(scenarios, "check", _("Name every fault of scenario files, with line and column."))
def check_scenarios(
    files: Annotated[list[Path], typer.Argument(help=_("Scenario files."), metavar="FILE...")],
    saves: Saves = None,
) -> None:
    """Run `clue scenarios check`."""
    from clue_cli.ui import looking

    looking.check(files, saves)


@_command(scenarios, "diff", _("Tell how two scenarios differ in rules, board and cards."))
def diff(first: ScenarioName, second: ScenarioName, json: Json = False, saves: Saves = None) -> None:
    """Run `clue scenarios diff`."""
    from clue_cli.ui import comparing

    comparing.show_difference(first, second, as_json=json, home=saves)


@_command(scenarios, "schema", _("Print the JSON Schema of scenario files."))
def schema(
    board: Annotated[bool, typer.Option("--board", help=_("That of board files."))] = False,
) -> None:
    """Run `clue scenarios schema`."""
    from clue_cli.ui import looking

    looking.show_schema(board=board)


@_command(boards, "show", _("Draw a board."))
def show_board(
    board: BoardName = "classic",
    svg: Annotated[Path | None, typer.Option(help=_("Write a picture to this file."), metavar="FILE")] = None,
    saves: Saves = None,
) -> None:
    """Run `clue board show`."""
    from clue_cli.ui import looking

    looking.show_board(board, svg, saves)


@_command(boards, "reach", _("Tell where a token may go with a roll."))
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
