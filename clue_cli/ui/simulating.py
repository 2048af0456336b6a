"""Simulate games among opponents, with a progress bar at a terminal, and print what came of them."""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean, median
from typing import Any

from clue_cli.play.seating import among_themselves
from clue_cli.play.session import Record
from clue_cli.play.simulation import LONGEST, Report, Share, Tally, simulate
from clue_cli.rules.model import Scenario
from clue_cli.scenario.boardless import without_board
from clue_cli.ui.looking import loaded
from clue_cli.ui.sitting import new_seed
from clue_cli.ui.telling import mind_name
from clue_cli.ui.terminal import terminal
from clue_cli.ui.waiting import progress
from clue_cli.words import Refused, _, figure, language, ngettext, printable

_MEASURES: dict[str, Callable[[Tally], int]] = {
    "turns": lambda tally: tally.turns,
    "suggestions": lambda tally: tally.suggestions,
    "wrong_accusations": lambda tally: tally.wrong_accusations,
}
"""What is measured in each game that ended, by its name in JSON."""

_SEEDS_SHOWN = 10


def show_simulation(
    name: str,
    minds: Sequence[str] | None,
    games: int,
    seed: int | None,
    jobs: int,
    *,
    as_json: bool,
    home: Path | None,
    keep: Path | None,
    rotate: bool,
    board: bool,
) -> None:
    """Play games among these minds and print the report; with `keep`, write each game into that folder.

    Minds may `rotate` over the seats, unless the scenario says who sits in which; without the `board`
    any room may be entered each turn. Raises Refused when the scenario is not for them, or when nothing
    can be written there.
    """
    found = loaded(name, home)
    if found.scenario.game.solitaire:
        words = _("{name} is a solitaire: there are no opponents to play it among themselves")
        raise Refused(words.format(name=name))
    if not board:
        found = without_board(found)
    first = Record(found.document, among_themselves(found.scenario, minds), new_seed(seed))
    began = time.perf_counter()
    bars = progress()
    bar = bars.add_task("", total=games)
    try:
        with bars:
            moved = rotate and not (found.scenario.seats and minds is None)
            report = simulate(first, games, jobs, lambda: bars.advance(bar), keep, rotate=moved)
    except KeyboardInterrupt:
        _say_stopped(int(bars.tasks[bar].completed), games, keep)
        raise
    rate = games / (time.perf_counter() - began)
    if as_json:
        sys.stdout.write(json.dumps(_facts(found.scenario, report, rate), indent=2) + "\n")
        return
    for line in _lines(found.scenario, report, rate):
        terminal().say(line)


def _say_stopped(played: int, games: int, keep: Path | None) -> None:
    """Say on stderr how many games came to be played; a reader that is gone hears nothing."""
    words = _("Stopped: {n} of {games} games were played.")
    if keep:
        words = _("Stopped: {n} of {games} games were played, and are kept in {folder}.")
    with suppress(OSError):
        sys.stderr.write(printable(words.format(n=played, games=games, folder=keep)) + "\n")


def _facts(scenario: Scenario, report: Report, rate: float) -> dict[str, Any]:
    """Return the report for other programs: but for the games per second nothing depends on the machine."""
    facts = {
        "scenario": scenario.id,
        "seed": report.tallies[0].seed,
        "games": len(report.tallies),
        "rotated": report.rotated,
        "seats": [
            {"suspect": seat.suspect, "mind": None if report.rotated else seat.mind}
            | _fact(report.of_seat(n))
            for n, seat in enumerate(report.seats)
        ],
        "minds": {
            mind: {"seats": sum(seat.mind == mind for seat in report.seats)} | _fact(share)
            for mind, share in _by_mind(report).items()
        },
        "nobody": report.nobody,
        "endless": list(report.endless),
    } | {
        name: {"total": sum(counts), "median": median(counts), "mean": round(fmean(counts), 3)}
        if (counts := [measure(tally) for tally in report.ended])
        else None
        for name, measure in _MEASURES.items()
    }
    return facts | {"games_per_second": round(rate, 1)}


def _fact(share: Share) -> dict[str, Any]:
    low, high = share.interval
    shares = {"share": share.share, "low": low, "high": high, "fair": share.fair}
    return {"wins": share.wins} | {name: round(part, 4) for name, part in shares.items()}


def _by_mind(report: Report) -> dict[str, Share]:
    return {mind: report.of_mind(mind) for mind in sorted({seat.mind for seat in report.seats})}


def _lines(scenario: Scenario, report: Report, rate: float) -> Iterator[str]:
    """Write the report for people."""
    games = len(report.tallies)
    seed = report.tallies[0].seed
    words = ngettext(
        "{n} game of {name}, from seed {seed} on", "{n} games of {name}, from seed {seed} on", games
    )
    yield words.format(n=games, name=scenario.name.within(language()), seed=seed)
    if report.rotated:
        yield _("The minds move on by one seat from game to game.")
    yield _("Wins by seat, with the interval of 95 %, and a fair share:")
    names = [scenario.cards[seat.suspect].name.within(language()) for seat in report.seats]
    minds = ["" if report.rotated else f" ({mind_name(seat.mind)})" for seat in report.seats]
    who = map("".join, zip(names, minds, strict=True))
    yield from _shares({name: report.of_seat(n) for n, name in enumerate(who)})
    yield _("Wins by mind, likewise:")
    yield from _shares({mind_name(mind): share for mind, share in _by_mind(report).items()})
    yield _("Nobody won: {n}").format(n=report.nobody)
    if report.endless:
        seeds = ", ".join(map(str, report.endless[:_SEEDS_SHOWN])) + "…" * (
            len(report.endless) > _SEEDS_SHOWN
        )
        words = _("Given up after {most} actions: {n} (seeds {seeds})")
        yield words.format(most=LONGEST, n=len(report.endless), seeds=seeds)
    yield from _measured(report)
    yield _("{rate} games a second").format(rate=figure(rate, 1))


def _shares(shares: Mapping[str, Share]) -> Iterator[str]:
    width = max(map(len, shares))
    for name, share in shares.items():
        won, low, high, fair = (
            f"{figure(100 * part, 1):>5}" for part in (share.share, *share.interval, share.fair)
        )
        yield f"  {name:{width}}  {share.wins:6}  {won} %  [{low} – {high} %]  {fair} %"


def _measured(report: Report) -> Iterator[str]:
    titles = [_("Turns"), _("Suggestions"), _("Wrong accusations")]
    for title, measure in zip(titles, _MEASURES.values(), strict=True):
        if counts := [measure(tally) for tally in report.ended]:
            words = _("{what} in a game: median {median}, mean {mean}")
            yield words.format(what=title, median=f"{median(counts):g}", mean=figure(fmean(counts), 2))
