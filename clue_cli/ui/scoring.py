"""Scores: what is told after a game, the tables of the best, the proof of all, and their export."""

import csv
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clue_cli.play import results, scores
from clue_cli.play.folders import folders
from clue_cli.play.ledger import Kept
from clue_cli.play.results import Result
from clue_cli.play.scores import Added, Contest, Score
from clue_cli.ui import medals
from clue_cli.ui.telling import mind_name
from clue_cli.ui.terminal import Terminal, terminal
from clue_cli.words import Refused, _, ngettext, printable

_SHOWN = 10


def announcement(added: Added) -> Iterator[str]:
    """Tell a score just made, and how it stands among those it competes with."""
    score, best = added.score, added.best_before
    if added.remark:
        yield added.remark
    words = _("You took {cards} in {rolls}.") if score.opponents else _("You needed {rolls}.")
    yield words.format(cards=_cards(score), rolls=", ".join(filter(None, (_rolls(score), _help(score)))))
    if best is None:
        words = (
            _("The first score for {game}.") if score.clean else _("The first score for {game} with help.")
        )
        yield words.format(game=score.game)
    elif added.is_best:
        words = _("A new best! It was {best}.") if score.clean else _("A new best with help! It was {best}.")
        yield words.format(best=_result(best))
    else:
        words = _("The best is {best}.") if score.clean else _("The best with help is {best}.")
        yield words.format(best=_result(best))


def show_scores(game: str | None, seed: int | None, home: Path | None) -> None:
    """List the ten best results of each contest, and the medals; of one game and one seed, when given.

    A game is named with its mode, like collect/solo, or without.
    """
    screen = terminal()
    path = folders(home).scores
    kept = scores.kept(path)
    if kept.remark:
        screen.say(kept.remark)
    tables = _tables(kept, game, seed)
    won = list(medals.table((kept, results.kept(path)), game, seed, screen.columns))
    if not (kept.rows or won):
        screen.say(_("No scores yet: 'clue solo collect' makes one."))
    elif not (tables or won):
        screen.say(_("There are no such scores; 'clue scores' lists all."))
    named = Counter(_heading(contest, kept) for contest in tables)
    for contest, ranked in tables.items():
        heading = _heading(contest, kept)
        # scenarios of one id but other rules are told apart by a few signs of what they were played on
        screen.say(heading if named[heading] == 1 else f"{heading} ({contest.ground[:4]})")
        for place, score in enumerate(ranked[:_SHOWN], 1):
            told = (_result(score), f"#{score.seed}", score.date[:10], _help(score))
            screen.say(f"  {place:2}. " + "  ".join(filter(None, told)))
    for line in won:
        screen.say(line)


def _tables(kept: Kept[Score], game: str | None, seed: int | None) -> dict[Contest, list[Score]]:
    """Return what is asked for of each contest, without the empty ones."""
    asked = {
        contest: [score for score in ranked if seed in (None, score.seed)]
        for contest, ranked in scores.contests(kept.rows).items()
        if game in (None, contest.game, contest.game.partition("/")[0])
    }
    return {contest: ranked for contest, ranked in asked.items() if ranked}


def show_proof(home: Path | None) -> None:
    """Play the log of every score and result again and name those that it does not prove.

    Raises Refused if there are any, or when what was read is not the newest file.
    """
    screen, path = terminal(), folders(home).scores
    made, ended = scores.kept(path), results.kept(path)
    bad_scores = _unproved(made, _("{path}: score {number}, {game}#{seed}: {doubt}"), path, screen)
    bad_results = _unproved(ended, _("{path}: result {number}, {game}#{seed}: {doubt}"), path, screen)
    good = len(made.rows) - bad_scores
    screen.say(ngettext("{n} score verified.", "{n} scores verified.", good).format(n=good))
    if ended.rows:
        good = len(ended.rows) - bad_results
        screen.say(ngettext("{n} result verified.", "{n} results verified.", good).format(n=good))
    if undiced := sum(not score.proves_dice for score in made.rows):
        words = ngettext(
            "{n} score is from before seeds were bound to a game: its dice are taken as they are.",
            "{n} scores are from before seeds were bound to a game: their dice are taken as they are.",
            undiced,
        )
        screen.say(words.format(n=undiced))
    if faults := [*filter(None, [made.remark]), *_failures(bad_scores, bad_results)]:
        raise Refused("; ".join(faults))


def _failures(bad_scores: int, bad_results: int) -> Iterator[str]:
    """Count what is not proved, where there is any."""
    if bad_scores:
        yield ngettext(
            "{n} score is not proved by its log", "{n} scores are not proved by their logs", bad_scores
        ).format(n=bad_scores)
    if bad_results:
        yield ngettext(
            "{n} result is not proved by its log", "{n} results are not proved by their logs", bad_results
        ).format(n=bad_results)


def _unproved(kept: Kept[Score] | Kept[Result], words: str, path: Path, screen: Terminal) -> int:
    """Name the rows that their logs do not prove, and count them."""
    failed = 0
    for number, row, doubt in kept.doubts():
        if doubt:
            failed += 1
            screen.say(words.format(path=path, number=number, game=row.game, seed=row.seed, doubt=doubt))
    return failed


def export(*, as_json: bool, with_log: bool, home: Path | None) -> None:
    """Write all scores to stdout in the order in which they were made, as JSON or as CSV."""
    if with_log and not as_json:
        raise Refused(_("--log needs --json: a log is too long for a line of CSV"))
    kept = scores.kept(folders(home).scores)
    if kept.remark:
        sys.stderr.write(printable(kept.remark) + "\n")
    facts = [_facts(score, kept) for score in kept.rows]
    if as_json:
        logs = [{"log": score.log} if with_log else {} for score in kept.rows]
        rows = [fact | log for fact, log in zip(facts, logs, strict=True)]
        sys.stdout.write(json.dumps(rows, indent=2) + "\n")
        return
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(_COLUMNS)
    for fact in facts:
        words = fact | {"opponents": " ".join(fact["opponents"]), "clean": json.dumps(fact["clean"])}
        table.writerow(words[column] for column in _COLUMNS)


_COLUMNS = (
    "game",
    "board",
    "mode",
    "opponents",
    "seed",
    "rolls",
    "cards",
    "hints",
    "clean",
    "date",
    "ground",
)


def _facts(score: Score, kept: Kept[Score]) -> dict[str, Any]:
    game, _slash, mode = score.game.partition("/")
    return {
        "game": game,
        "board": kept.board(score.ground),
        "mode": mode,
        "opponents": score.opponents,
        "seed": score.seed,
        "rolls": score.rolls,
        "cards": score.cards,
        "hints": score.hints,
        "clean": score.clean,
        "date": score.date,
        "ground": score.ground,
    }


def _heading(contest: Contest, kept: Kept[Score]) -> str:
    parts = [contest.game, _("board {board}").format(board=kept.board(contest.ground))]
    if contest.opponents:
        parts.append(_("against {minds}").format(minds=", ".join(map(mind_name, contest.opponents))))
    if not contest.clean:
        parts.append(_("with help"))
    return "; ".join(parts)


def _result(score: Score) -> str:
    return f"{_cards(score)}, {_rolls(score)}" if score.opponents else _rolls(score)


def _rolls(score: Score) -> str:
    return ngettext("{n} roll", "{n} rolls", score.rolls).format(n=score.rolls)


def _cards(score: Score) -> str:
    return ngettext("{n} card", "{n} cards", score.cards or 0).format(n=score.cards or 0)


def _help(score: Score) -> str:
    """Tell how often the person was told what to do; "" for a clean score."""
    words = ngettext("helped by {n} hint", "helped by {n} hints", score.hints)
    return "" if score.clean else words.format(n=score.hints)
