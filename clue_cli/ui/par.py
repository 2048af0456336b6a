"""Print the par of a solitaire: of a layout of the collection; of the errands what comes nearest to one."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from clue_cli.play.errands import Measured, measured, plan_for, rolls_by_plan
from clue_cli.play.folders import folders
from clue_cli.play.pars import Known, find
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.rules.model import Game, Kind, Scenario
from clue_cli.scenario.load import Loaded
from clue_cli.solver.advice import stages
from clue_cli.solver.collect import Stages
from clue_cli.solver.moves import Endless
from clue_cli.solver.sampling import Spread
from clue_cli.ui import histogram
from clue_cli.ui.coach import NO_PAR
from clue_cli.ui.looking import loaded
from clue_cli.ui.prompter import Choice, meant
from clue_cli.ui.sitting import played_on
from clue_cli.ui.terminal import terminal
from clue_cli.ui.waiting import progress
from clue_cli.words import Refused, _, figure, language

_PERCENTS = (5, 10, 25, 50, 75, 90, 95)


def show_collect(
    name: str,
    board: str | None,
    suspects: Sequence[str] | None,
    weapons: Sequence[str] | None,
    seed: int | None,
    *,
    as_json: bool,
    home: Path | None,
) -> None:
    """Print the par of one layout: with suspects and weapons in these rooms, or as that seed lays them out.

    Weapons are with all the suspects unless told otherwise. Raises Refused for rooms that do not fit.
    """
    game = _solitaire(name, Game.COLLECT, board, home)
    if (suspects is None) == (seed is None):
        raise Refused(_("name a layout by --rooms, or by --seed"))
    layout = _of_seed(game, seed) if seed is not None else _of_rooms(game.scenario, suspects or (), weapons)
    known = _found(game.scenario, layout, home)
    if as_json:
        sys.stdout.write(json.dumps(_facts(known), indent=2) + "\n")
        return
    screen = terminal()
    for line in _lines(game.scenario, known):
        screen.say(line)
    for line in histogram.drawn(known.spread, None, screen.columns, screen.ascii_only):
        screen.say(line)


def show_errands(
    name: str, board: str | None, games: int | None, *, as_json: bool, home: Path | None
) -> None:
    """Print how the plan fares at the errands on a board: as it was measured, or in so many games now.

    Raises Refused where nothing was measured and no games are asked for.
    """
    scenario = _solitaire(name, Game.ERRANDS, board, home).scenario
    found = measured(scenario) if games is None else _measured_now(scenario, games)
    if found is None:
        words = _("{name} was not measured; '--games 200' plays it now")
        raise Refused(words.format(name=scenario.id))
    if as_json:
        sys.stdout.write(json.dumps(_errands_facts(found), indent=2) + "\n")
        return
    screen = terminal()
    words = _("{name}: a good plan takes {mean} rolls on average. The best play is not known.")
    screen.say(words.format(name=scenario.name.within(language()), mean=figure(found.spread.mean, 2)))
    if found.bound is not None:
        screen.say(
            _("No play takes fewer than {bound} on average: that is proved.").format(
                bound=figure(found.bound, 2)
            )
        )
    screen.say(_told_spread(found.spread))
    for line in histogram.drawn(found.spread, None, screen.columns, screen.ascii_only):
        screen.say(line)


def _measured_now(scenario: Scenario, games: int) -> Measured:
    """Play that many games by the plan, with the seeds from 0 on; Ctrl-C ends it."""
    try:
        plan = plan_for(scenario)
    except Endless:
        raise Refused(NO_PAR) from None
    counts = Counter[int]()
    with progress() as bar:
        task = bar.add_task("", total=games)
        for seed in range(games):
            counts[rolls_by_plan(scenario, plan, seed)] += 1
            bar.advance(task)
    return Measured(Spread(tuple(counts[rolls] for rolls in range(max(counts) + 1))), None)


def _errands_facts(found: Measured) -> dict[str, Any]:
    return {
        "plan_mean": found.spread.mean,
        "plan_sd": found.spread.sd,
        "plan_percentiles": _percentiles(found.spread),
        "games": found.spread.games,
        "lower_bound": found.bound,
    }


def _solitaire(name: str, game: Game, board: str | None, home: Path | None) -> Loaded:
    """Return the solitaire of that name as it is played on that board; raise Refused for another game's."""
    found = loaded(name, home)
    if found.scenario.game is not game:
        words = _("{name} is no scenario of the solitaire '{game}'")
        raise Refused(words.format(name=name, game=game))
    return played_on(found, board, folders(home))


def _of_seed(game: Loaded, seed: int) -> Stages:
    """Return the layout with which the game of that seed begins."""
    session = Session(Record(game.document, (Seat("", PERSON),), seed))
    while not session.waits_for_person:
        session.step()
    return stages(game.scenario, session.view().history)


def _of_rooms(scenario: Scenario, suspects: Sequence[str], weapons: Sequence[str] | None) -> Stages:
    """Return the layout with a suspect in each of the rooms named, and a weapon with some of them (S1-01)."""
    with_suspect = _rooms(scenario, suspects, Kind.SUSPECT)
    with_weapon = _rooms(scenario, suspects if weapons is None else weapons, Kind.WEAPON)
    if not set(with_weapon) <= set(with_suspect):
        raise Refused(_("every weapon stands with a suspect: name its rooms among theirs"))
    return scenario.ids(Kind.ROOM), with_suspect, with_weapon


def _rooms(scenario: Scenario, named: Sequence[str], kind: Kind) -> tuple[str, ...]:
    rooms = scenario.ids(Kind.ROOM)
    offered = [Choice(scenario.cards[room].name.within(language()), room) for room in rooms]
    found = []
    for typed in named:
        choice = typed if typed in rooms else getattr(meant(typed, offered), "value", None)
        if choice is None:
            words = _("{typed!r} is not one room; there are: {known}")
            raise Refused(words.format(typed=typed[:40], known=", ".join(rooms)))
        found.append(choice)
    pieces = len(scenario.ids(kind))
    if len(set(found)) != len(named) or len(found) != pieces:
        words = {
            Kind.SUSPECT: _("there are {n} suspects: name {n} different rooms with --rooms"),
            Kind.WEAPON: _("there are {n} weapons: name {n} different rooms with --weapons"),
        }[kind]
        raise Refused(words.format(n=pieces))
    return tuple(room for room in rooms if room in found)


def _found(scenario: Scenario, layout: Stages, home: Path | None) -> Known:
    with progress() as bar:
        task = bar.add_task("", total=None)
        try:
            return find(
                scenario,
                layout,
                folders(home).pars,
                lambda done, every: bar.update(task, completed=done, total=every),
            )
        except Endless:
            raise Refused(NO_PAR) from None


def _facts(known: Known) -> dict[str, Any]:
    return {
        "par": known.par.rolls,
        "sd": known.spread.sd,
        "percentiles": _percentiles(known.spread),
        "games": known.spread.games,
        "states": known.par.states,
        "residual": known.par.residual,
    }


def _percentiles(spread: Spread) -> dict[str, int]:
    """Return the rolls within which some shares of the games were over, by the share in per cent."""
    return {str(percent): spread.percentile(percent) for percent in _PERCENTS}


def _lines(scenario: Scenario, known: Known) -> Iterator[str]:
    words = _("{name}: par is {par} rolls, the best that play can do on average.")
    yield words.format(name=scenario.name.within(language()), par=figure(known.par.rolls, 4))
    yield _("It knows {states} states, each to {residual:.0e} rolls.").format(
        states=figure(known.par.states), residual=known.par.residual
    )
    yield _told_spread(known.spread)


def _told_spread(spread: Spread) -> str:
    """Tell how the rolls of many games spread."""
    shares = ", ".join(f"{rolls} ({percent} %)" for percent, rolls in _percentiles(spread).items())
    words = _("{games} games of such play: sd {sd} rolls; over within {shares} of them.")
    return words.format(games=figure(spread.games), sd=figure(spread.sd, 2), shares=shares)
