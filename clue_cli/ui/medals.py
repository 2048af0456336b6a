"""Challenges in words: the goal, what is left of it, whether it was met, and the table of medals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from clue_cli.play import challenge as challenges
from clue_cli.play.challenge import Attempt
from clue_cli.play.ledger import Kept
from clue_cli.play.results import Result
from clue_cli.play.scores import Score
from clue_cli.play.session import Session
from clue_cli.rules.challenge import Challenge, Measure, Medal
from clue_cli.rules.model import Scenario
from clue_cli.ui.stats import lined
from clue_cli.words import _, figure

_APART = 2  # blanks between columns


def goal(challenge: Challenge, *, solitaire: bool) -> str:
    """Say what is to be done for which medal, and without what help."""
    words = {
        None: _("Challenge: win the game."),
        Measure.TURNS: _("Challenge: solve the case. Your turns at most: {most}."),
        Measure.SUGGESTIONS: _("Challenge: solve the case. Your suggestions at most: {most}."),
        Measure.ROLLS: _("Challenge: take every card. Rolls at most: {most}."),
    }[challenge.measure]
    said = [words.format(most=_bounds(challenge.bounds))]
    if not challenge.help:
        said.append(_("No hints.") if solitaire else _("No hints, and no notes but 'off' or 'ticks'."))
    return " ".join(said)


def before(session: Session) -> Iterator[str]:
    """Say what the person is challenged to do, if anything."""
    if challenge := challenges.taken_up(session):
        yield goal(challenge, solitaire=session.scenario.game.solitaire)


def left_out(scenario: Scenario, session: Session) -> Iterator[str]:
    """Say that the challenge of a scenario is not played for, in a race or on the board of another."""
    if scenario.challenge and session.record.person is not None and not challenges.taken_up(session):
        words = _("No challenge here: that of {name} is for one alone, on its own board.")
        yield words.format(name=scenario.id)


def during(session: Session) -> Iterator[str]:
    """Say how much is left of the challenge that the person plays for, if any."""
    challenge = challenges.taken_up(session)
    if challenge is None or session.over:
        return
    left = challenges.left(session, challenge)
    if left.helped:
        yield _("Challenge: with help, it can't be met any more.")
    elif not left.medals:
        yield _("Challenge: it can't be met any more.")
    elif challenge.measure:
        words = {
            Measure.TURNS: _("Challenge: turns left, this one too: {left}."),
            Measure.SUGGESTIONS: _("Challenge: suggestions left: {left}."),
            Measure.ROLLS: _("Challenge: rolls left: {left}."),
        }[challenge.measure]
        yield words.format(left=_bounds(left.medals))


def after(session: Session, row: Score | Result) -> Iterator[str]:
    """Say whether a finished game met its challenge, if it had one, and what a better medal takes."""
    challenge = session.scenario.challenge
    if challenge is None or (tried := challenges.attempt(challenge, row)) is None:
        return
    if tried.medal:
        said = [_("Challenge met: {medal}!").format(medal=_medal(tried.medal))]
    else:
        said = [_("Challenge not met: {why}.").format(why=_why(tried))]
    if challenge.measure:
        words = {
            Measure.TURNS: _("Your turns: {n}."),
            Measure.SUGGESTIONS: _("Your suggestions: {n}."),
            Measure.ROLLS: _("Rolls: {n}."),
        }[challenge.measure]
        said.append(words.format(n=figure(tried.used)))
    if tried.better:
        medal, most = tried.better
        said.append(_("At most for {medal}: {n}.").format(medal=_medal(medal), n=figure(most)))
    yield " ".join(said)


def table(
    kept: Sequence[Kept[Score] | Kept[Result]], game: str | None, seed: int | None, columns: int
) -> Iterator[str]:
    """List the medals by challenge, each in a line; of one game, and of one seed, when they are given."""
    tried: dict[tuple[str, Challenge], list[Attempt]] = {}
    for each in kept:
        for row, attempt in challenges.attempts(each):
            if game in (None, row.game, row.scenario) and seed in (None, row.seed):
                tried.setdefault((row.scenario, attempt.challenge), []).append(attempt)
    if not tried:
        return
    names = Counter(name for name, _challenge in tried)
    titles = [_("challenge"), *map(_medal, Medal), _("games"), _("best")]
    lines = [titles, *(_cells(*key, names, tried[key]) for key in sorted(tried, key=itemgetter(0)))]
    yield _("Medals")
    widths = _widths(lines)
    if sum(widths) + _APART * len(widths) > columns:
        # the titles are wider than what stands below them
        yield ", ".join(titles)
        lines = lines[1:]
        widths = _widths(lines)
    for cells in lines:
        yield lined(cells, widths, " " * _APART)


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*lines, strict=True)]


def _cells(name: str, challenge: Challenge, names: Counter[str], tried: Iterable[Attempt]) -> list[str]:
    sums = challenges.summary(tried)
    # a scenario whose challenge was changed has another one now
    most = "/".join(str(most) for _medal, most in challenge.bounds)
    label = name if names[name] == 1 else f"{name} ({most})"
    counts = [figure(sums.medals.get(medal, 0)) for medal in Medal]
    best = "-" if challenge.measure is None or sums.best is None else figure(sums.best)
    return [label, *counts, figure(sums.games), best]


def _bounds(medals: Sequence[tuple[Medal, int]]) -> str:
    return ", ".join(f"{figure(most)} ({_medal(medal)})" for medal, most in medals)


def _medal(medal: Medal) -> str:
    return {Medal.GOLD: _("gold"), Medal.SILVER: _("silver"), Medal.BRONZE: _("bronze")}[medal]


def _why(tried: Attempt) -> str:
    if not tried.won:
        return _("you did not solve the case") if tried.challenge.measure else _("you did not win")
    return _("you had help") if tried.helped else _("too many")
