"""Challenges: what is left of one while it is played, and whether a finished game met it.

Nothing here is kept: a medal follows from the row that a game left, which its log proves.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from clue_cli.play.ledger import Kept
from clue_cli.play.results import Ending, Help, Result, help_of
from clue_cli.play.scores import Score
from clue_cli.play.session import Session
from clue_cli.rules.actions import Roll
from clue_cli.rules.challenge import Challenge, Measure, Medal
from clue_cli.rules.events import Rolled, Suggested, TurnBegan
from clue_cli.scenario.build import built_challenge
from clue_cli.scenario.schema_challenge import ChallengeTable
from clue_cli.scenario.structure import check, parse

_COUNTED: Mapping[Measure, type[TurnBegan | Suggested | Rolled]] = {
    Measure.TURNS: TurnBegan,
    Measure.SUGGESTIONS: Suggested,
    Measure.ROLLS: Rolled,
}


@dataclass(frozen=True, slots=True)
class Left:
    """Tell what is left of a challenge: of its measure, by each medal that may still be earned.

    A turn that is being played is still left. `helped` is whether help was had that is not allowed.
    """

    medals: tuple[tuple[Medal, int], ...]
    helped: bool


@dataclass(frozen=True, slots=True)
class Attempt:
    """Tell what a finished game came to: `used` is how much of the measure; 0 where nothing is counted."""

    challenge: Challenge
    won: bool
    used: int
    helped: bool

    @property
    def medal(self) -> Medal | None:
        """The medal that it earned, if any."""
        return None if self.helped or not self.won else self.challenge.medal(self.used)

    @property
    def better(self) -> tuple[Medal, int] | None:
        """The next better medal, with the most that earns it; None where there is none."""
        missed = [bound for bound in self.challenge.bounds if bound[1] < self.used]
        return missed[-1] if missed else None


@dataclass(frozen=True, slots=True)
class Attempts:
    """Sum up the attempts at one challenge; `best` is the least of its measure that met it."""

    games: int
    medals: Mapping[Medal, int]
    best: int | None


def taken_up(session: Session) -> Challenge | None:
    """Return the challenge that the person plays for: none in a race, and none who looks on."""
    if session.record.person is None or (session.scenario.game.solitaire and len(session.record.seats) > 1):
        return None
    return session.scenario.challenge


def forbids_help(session: Session) -> bool:
    """Tell whether the first hint would give up a challenge that can still be met."""
    challenge = taken_up(session)
    return challenge is not None and not challenge.help and not left(session, challenge).helped


def left(session: Session, challenge: Challenge) -> Left:
    """Return what is left of the challenge in a game that is not over."""
    view, record = session.view(), session.record
    helped = not challenge.help and help_of(record.hints, record.notes) is not Help.NONE
    if helped or view.seat in view.table.out:
        return Left((), helped)
    if challenge.measure is None:
        return Left(((Medal.GOLD, 0),), helped)
    kind = _COUNTED[challenge.measure]
    used = sum(isinstance(event, kind) and event.seat == view.seat for event in view.history)
    if challenge.measure is Measure.TURNS and used and view.table.active == view.seat:
        used -= 1
    # another turn is needed, and another roll before it is thrown; after suggestions one may still accuse
    needed = challenge.measure is Measure.TURNS or Roll() in session.legal()
    least = int(needed and challenge.measure is not Measure.SUGGESTIONS)
    medals = ((medal, most - used) for medal, most in challenge.bounds)
    return Left(tuple((medal, rest) for medal, rest in medals if rest >= least), helped)


def attempt(challenge: Challenge, row: Score | Result) -> Attempt | None:
    """Return what a finished game came to, None where it was a race."""
    if isinstance(row, Score):
        helped = not (challenge.help or row.clean)
        return None if row.opponents else Attempt(challenge, won=True, used=row.rolls, helped=helped)
    helped = not challenge.help and row.help is not Help.NONE
    if challenge.measure is None:
        return Attempt(challenge, row.won, 0, helped)
    course = row.course
    used = course.own_turns if challenge.measure is Measure.TURNS else course.suggestions
    return Attempt(challenge, course.ending is Ending.SOLVED, used, helped)


def attempts(kept: Kept[Score] | Kept[Result]) -> Iterable[tuple[Score | Result, Attempt]]:
    """Go through the rows of games with a challenge, each with what it came to."""
    known = {ground: _challenge(document) for ground, document in kept.documents.items()}
    for row in kept.rows:
        challenge = known[row.ground]
        if challenge and (tried := attempt(challenge, row)):
            yield row, tried


def summary(tried: Iterable[Attempt]) -> Attempts:
    """Sum attempts at one challenge up."""
    games = list(tried)
    medals = Counter(medal for each in games if (medal := each.medal))
    return Attempts(len(games), medals, min((each.used for each in games if each.medal), default=None))


def _challenge(document: Mapping[str, Any]) -> Challenge | None:
    given = document.get("challenge")
    if not isinstance(given, dict) or check(ChallengeTable, given):
        return None
    return built_challenge(parse(ChallengeTable, given))
