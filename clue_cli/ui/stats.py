"""Statistics: what came of the detective games that a person played, by scenario, opponents and help."""

import json
import sys
from collections.abc import Collection, Iterator
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from clue_cli.play import results, saves
from clue_cli.play.folders import Folders, folders
from clue_cli.play.ledger import Kept
from clue_cli.play.results import Added, Group, Help, Result, Summary, summary
from clue_cli.rules.model import Game
from clue_cli.ui.telling import mind_name
from clue_cli.ui.terminal import terminal
from clue_cli.words import _, figure, ngettext, printable

_APART = 2  # blanks between columns, where there is room for them


def announcement(added: Added) -> Iterator[str]:
    """Tell that a game counts, and how many that were played like it were won."""
    if added.remark:
        yield added.remark
    if added.again:
        yield _("You knew the case, as you had played it before: 'clue stats' does not count this game.")
        return
    words = ngettext(
        "'clue stats' counts it: {wins} of {n} game like this won.",
        "'clue stats' counts it: {wins} of {n} games like this won.",
        added.alike.games,
    )
    yield words.format(wins=added.alike.wins, n=added.alike.games)


def show_stats(*, as_json: bool, home: Path | None) -> None:
    """Print a table for each scenario and its opponents, with a line for each help, and one for all games.

    Raises play.keeping.Unreadable when the results can't be read.
    """
    screen, places = terminal(), folders(home)
    kept = results.kept(places.scores)
    if as_json:
        if kept.remark:
            sys.stderr.write(printable(kept.remark) + "\n")
        sys.stdout.write(json.dumps(_facts(kept, _open(places)), indent=2) + "\n")
        return
    if kept.remark:
        screen.say(kept.remark)
    for line in _lines(kept, _open(places), screen.columns):
        screen.say(line)


def _open(places: Folders) -> int:
    """Count the saved detective games that are not over."""
    games = saves.listing(places.home)
    return sum(game.game == Game.CLUE and not game.over for game in games)


# --- for other programs ------------------------------------------------------------------------


def _facts(kept: Kept[Result], unfinished: int) -> dict[str, Any]:
    rows = results.first_of_each(kept)
    counted = {row.identity for row in rows}
    groups = [
        {"scenario": group.scenario, "opponents": group.opponents, "help": group.help} | _sums(summary(alike))
        for group, alike in results.grouped(rows).items()
    ]
    return {
        "groups": groups,
        "total": _sums(summary(rows)),
        "open": unfinished,
        "results": [_result(row) | {"again": row.identity not in counted} for row in kept.rows],
    }


def _sums(sums: Summary) -> dict[str, Any]:
    return {
        "games": sums.games,
        "wins": sums.wins,
        "solved": len(sums.solved_in),
        "turns_to_solve": {"median": sums.median, "best": sums.best} if sums.solved_in else None,
    }


def _result(row: Result) -> dict[str, Any]:
    return {
        "id": f"{row.game}#{row.seed}",
        "suspect": row.suspect,
        "opponents": row.opponents,
        "notes": row.notes,
        "hints": row.hints,
        "won": row.won,
        **asdict(row.course),
        "date": row.date,
    }


# --- for people --------------------------------------------------------------------------------


def _lines(kept: Kept[Result], unfinished: int, columns: int) -> Iterator[str]:
    rows = results.first_of_each(kept)
    if rows:
        yield from _tables(rows, columns)
        yield _("Turns are your own until you solved the case: the median, and the best.")
    else:
        yield _("No detective game was played to its end yet: 'clue play' begins one.")
    if again := len(kept.rows) - len(rows):
        words = ngettext(
            "{n} game is not counted: its case was known from a game before.",
            "{n} games are not counted: their cases were known from games before.",
            again,
        )
        yield words.format(n=again)
    if unfinished:
        words = ngettext(
            "{n} game is open: 'clue saves' names it.",
            "{n} games are open: 'clue saves' names them.",
            unfinished,
        )
        yield words.format(n=unfinished)


def _tables(rows: Collection[Result], columns: int) -> Iterator[str]:
    """Write a heading and a line for each help, of each scenario with its opponents, and of all games."""
    titles = [_("help"), _("games"), _("won"), "", _("turns"), _("best")]
    shown: dict[str, list[list[str]]] = {"": [titles]}
    for group, alike in results.grouped(rows).items():
        shown.setdefault(_heading(group), []).append(_cells(_help(group.help), alike))
    by_help = {level: [row for row in rows if row.help is level] for level in Help}
    shown[_("All games")] = [_cells(_help(level), alike) for level, alike in by_help.items() if alike]
    shown[_("All games")].append(_cells(_("in all"), rows))
    widths = [max(map(len, column)) for column in zip(*chain(*shown.values()), strict=True)]
    gap = " " * (_APART if sum(widths) + _APART * len(widths) <= columns else 1)
    for heading, table in shown.items():
        if heading:
            yield heading
        for cells in table:
            yield lined(cells, widths, gap)


def lined(cells: list[str], widths: list[int], gap: str) -> str:
    """Write the cells of a line below each other: the first to the left, the others to the right."""
    first, *rest = cells
    label, *others = widths
    return gap + gap.join(
        [first.ljust(label), *(cell.rjust(n) for cell, n in zip(rest, others, strict=True))]
    )


def _cells(label: str, rows: Collection[Result]) -> list[str]:
    sums = summary(rows)
    share = f"{figure(100 * sums.wins / sums.games)} %"
    middle = "-" if sums.median is None else figure(sums.median, 1)
    best = "-" if sums.best is None else figure(sums.best)
    return [label, figure(sums.games), figure(sums.wins), share, middle, best]


def _heading(group: Group) -> str:
    minds = ", ".join(map(mind_name, group.opponents))
    return _("; ").join([group.scenario, _("against {minds}").format(minds=minds)])


def _help(level: Help) -> str:
    """Name a level of help in a word that fits a narrow column."""
    # the levels of the notebook go by the names that the option has
    return {Help.NONE: _("no help"), Help.HINTS: _("hints")}.get(level, str(level))
