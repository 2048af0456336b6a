"""Scores: what is told after a game, the tables of the best, their proof, and their export."""

import csv
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clue_cli.play import scores
from clue_cli.play.folders import folders
from clue_cli.play.scores import Added, Contest, Kept, Score
from clue_cli.ui.telling import mind_name
from clue_cli.ui.terminal import terminal
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
    """List the ten best results of each contest; of one game, and of one seed, when they are given.

    A game is named with its mode, like collect/solo, or without.
    """
    screen = terminal()
    kept = scores.kept(folders(home).scores)
    if kept.remark:
        screen.say(kept.remark)
    tables = _tables(kept, game, seed)
    if not kept.scores:
        screen.say(_("No scores yet: 'clue solo collect' makes one."))
    elif not tables:
        screen.say(_("There are no such scores; 'clue scores' lists all."))
    named = Counter(_heading(contest, kept) for contest in tables)
    for contest, results in tables.items():
        heading = _heading(contest, kept)
        # scenarios of one id but other rules are told apart by a few signs of what they were played on
        screen.say(heading if named[heading] == 1 else f"{heading} ({contest.ground[:4]})")
        for place, score in enumerate(results[:_SHOWN], 1):
            told = (_result(score), f"#{score.seed}", score.date[:10], _help(score))
            screen.say(f"  {place:2}. " + "  ".join(filter(None, told)))


def _tables(kept: Kept, game: str | None, seed: int | None) -> dict[Contest, list[Score]]:
    """Return what is asked for of each contest, without the empty ones."""
    asked = {
        contest: [score for score in results if seed in (None, score.seed)]
        for contest, results in kept.contests().items()
        if game in (None, contest.game, contest.game.partition("/")[0])
    }
    return {contest: results for contest, results in asked.items() if results}


def show_proof(home: Path | None) -> None:
    """Play every score's log again and name those that it does not prove.

    Raises Refused if there are any, or when the scores are not those of the newest file.
    """
    screen, path = terminal(), folders(home).scores
    kept = scores.kept(path)
    failed = 0
    for number, score, doubt in kept.doubts():
        if doubt:
            failed += 1
            words = _("{path}: score {number}, {game}#{seed}: {doubt}")
            screen.say(words.format(path=path, number=number, game=score.game, seed=score.seed, doubt=doubt))
    proved = len(kept.scores) - failed
    screen.say(ngettext("{n} score verified.", "{n} scores verified.", proved).format(n=proved))
    if undiced := sum(not score.proves_dice for score in kept.scores):
        words = ngettext(
            "{n} score is from before seeds were bound to a game: its dice are taken as they are.",
            "{n} scores are from before seeds were bound to a game: their dice are taken as they are.",
            undiced,
        )
        screen.say(words.format(n=undiced))
    words = ngettext("{n} score is not proved by its log", "{n} scores are not proved by their logs", failed)
    faults = [kept.remark, words.format(n=failed) if failed else ""]
    if any(faults):
        raise Refused("; ".join(filter(None, faults)))


def export(*, as_json: bool, with_log: bool, home: Path | None) -> None:
    """Write all scores to stdout in the order in which they were made, as JSON or as CSV."""
    if with_log and not as_json:
        raise Refused(_("--log needs --json: a log is too long for a line of CSV"))
    kept = scores.kept(folders(home).scores)
    if kept.remark:
        sys.stderr.write(printable(kept.remark) + "\n")
    facts = [_facts(score, kept) for score in kept.scores]
    if as_json:
        logs = [{"log": score.log} if with_log else {} for score in kept.scores]
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


def _facts(score: Score, kept: Kept) -> dict[str, Any]:
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


def _heading(contest: Contest, kept: Kept) -> str:
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
