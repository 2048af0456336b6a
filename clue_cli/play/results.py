"""Results: what came of the detective games that a person played to their end, and with what help."""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, get_args

from clue_cli.play import ledger, proof
from clue_cli.play.keeping import list_of, of
from clue_cli.play.ledger import Kept, Shelf, common, count, word
from clue_cli.play.proof import Row
from clue_cli.play.session import PERSON, Notes, Seat, Session
from clue_cli.rules.events import Accused, Suggested, TurnBegan
from clue_cli.rules.position import Position
from clue_cli.words import _


class Ending(StrEnum):
    """Tell how a game ended for the person.

    It was won by a right accusation, or as the last who made no wrong one; it was lost to another, by
    a person who was still in it or who was out; or nobody won.
    """

    SOLVED = "solved"
    LAST = "last"
    LOST = "lost"
    OUT = "out"
    NOBODY = "nobody"


class Help(StrEnum):
    """Tell the most help that a game was played with; a notebook that ticks what was seen is none."""

    NONE = "none"
    DEDUCE = "deduce"
    ODDS = "odds"
    HINTS = "hints"


class Group(NamedTuple):
    """Say what is counted together: a scenario id, the opponents' minds by their names, the help."""

    scenario: str
    opponents: tuple[str, ...]
    help: Help


@dataclass(frozen=True, slots=True)
class Course:
    """Count one game: how it ended for the person, its turns, their own, and what they said in them."""

    ending: Ending
    turns: int
    own_turns: int
    suggestions: int
    wrong_accusations: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Row):
    """Be the result of a detective game for the person at one of its seats."""

    seats: tuple[Seat, ...]
    notes: Notes
    course: Course

    @property
    def contest(self) -> tuple[object, ...]:
        """What it can be compared in: one game on one ground, the same seats, and as much help."""
        return self.game, self.ground, self.seats, self.help

    @property
    def suspect(self) -> str:
        """The suspect that the person was."""
        return self.seats[_person(self.seats)].suspect

    @property
    def opponents(self) -> tuple[str, ...]:
        """The minds of the other seats, in turn order."""
        return tuple(seat.mind for seat in self.seats if seat.mind != PERSON)

    @property
    def help(self) -> Help:
        """The most help that was used."""
        return help_of(self.hints, self.notes)

    @property
    def group(self) -> Group:
        """What it is counted with."""
        return Group(self.scenario, tuple(sorted(self.opponents)), self.help)

    @property
    def won(self) -> bool:
        """Whether the person won."""
        return self.course.ending in (Ending.SOLVED, Ending.LAST)

    def miscounted(self, position: Position) -> str:
        """Return how it differs from what the last position of its log gives; "" when it does not."""
        course = _course(position, _person(self.seats))
        if course == self.course:
            return ""
        return _("its log ends otherwise than it says, or after other turns")


@dataclass(frozen=True, slots=True)
class Summary:
    """Sum results up; `solved_in` are the person's own turns in the games they solved, the fewest first."""

    games: int
    wins: int
    solved_in: tuple[int, ...]

    @property
    def median(self) -> float | None:
        """The middle of the turns to solve a case; None where none was solved."""
        return median(self.solved_in) if self.solved_in else None

    @property
    def best(self) -> int | None:
        """The fewest turns in which a case was solved; None where none was."""
        return min(self.solved_in, default=None)


@dataclass(frozen=True, slots=True)
class Added:
    """Tell a new result, and the sum of all that are counted with it, the new one too unless it is `again`.

    A game is played again where the person had played that case to its end before, and so knew it.
    """

    result: Result
    alike: Summary
    again: bool = False
    remark: str = ""


def add(path: Path, session: Session) -> Added:
    """Add the result of a finished game that a person played, unless it is there.

    Raises Unreadable when that fails.
    """
    record = session.record
    course = _course(session.state, _person(record.seats))
    result = Result(**proof.left(session), seats=record.seats, notes=record.notes, course=course)
    remark = ledger.add(path, _SHELF, result, session).remark
    counted = first_of_each(kept(path))
    alike = summary([one for one in counted if one.group == result.group])
    again = all(one.identity != result.identity for one in counted)
    return Added(result, alike, again, remark)


def kept(path: Path) -> Kept[Result]:
    """Read all results and write nothing; raise Unreadable when no file of them can be read."""
    return ledger.kept(path, _SHELF)


def first_of_each(kept: Kept[Result]) -> list[Result]:
    """Return the first result of each case: whoever plays it again knows it."""
    first: dict[Hashable, Result] = {}
    for result in kept.rows:
        first.setdefault(_case(result, kept.documents[result.ground]), result)
    return list(first.values())


def _case(result: Result, document: Mapping[str, Any]) -> Hashable:
    """Return what the case follows from: the scenario alone where it fixes all of it, else the seed too."""
    begin, categories = document.get("begin"), document.get("category")
    fixed = begin.get("case") if isinstance(begin, dict) else None
    if isinstance(fixed, list) and isinstance(categories, list) and len(fixed) == len(categories):
        return result.ground
    return result.ground, result.game, result.seed


def grouped(results: Iterable[Result]) -> dict[Group, list[Result]]:
    """Return the results by what is counted together, in the order of their names, least help first."""
    groups: dict[Group, list[Result]] = {}
    levels = list(Help)
    for result in sorted(results, key=lambda one: (*one.group[:2], levels.index(one.help))):
        groups.setdefault(result.group, []).append(result)
    return groups


def summary(results: Collection[Result]) -> Summary:
    """Sum results up."""
    solved = (one.course.own_turns for one in results if one.course.ending is Ending.SOLVED)
    return Summary(len(results), sum(one.won for one in results), tuple(sorted(solved)))


def help_of(hints: int, notes: Notes) -> Help:
    """Return the most help of a game with so many hints and such notes."""
    if hints:
        return Help.HINTS
    return Help(notes) if notes in tuple(Help) else Help.NONE


def _person(seats: Iterable[Seat]) -> int:
    return [seat.mind for seat in seats].index(PERSON)


def _course(position: Position, person: int) -> Course:
    """Count a finished game for the person at that seat."""
    history = position.view(person).history
    accusations = [event.right for event in history if isinstance(event, Accused) and event.seat == person]
    return Course(
        _ending(position, person, solved=True in accusations),
        position.table.turn,
        sum(isinstance(event, TurnBegan) and event.seat == person for event in history),
        sum(isinstance(event, Suggested) and event.seat == person for event in history),
        accusations.count(False),
    )


def _ending(position: Position, person: int, *, solved: bool) -> Ending:
    outcome = position.outcome()
    assert outcome
    if solved:
        return Ending.SOLVED
    if outcome.winner == person:
        return Ending.LAST
    if outcome.winner is None:
        return Ending.NOBODY
    return Ending.OUT if person in position.table.out else Ending.LOST


def _read(row: Mapping[str, Any]) -> Result:
    seats = tuple(
        Seat(word(ledger.ID, seat["suspect"]), word(ledger.ID, seat["mind"]))
        for seat in list_of(dict, row["seats"])
    )
    if [seat.mind for seat in seats].count(PERSON) != 1 or row["notes"] not in get_args(Notes):
        raise ValueError("no game of a person")
    course = of(dict, row["course"])
    return Result(
        **common(row),
        seats=seats,
        notes=row["notes"],
        course=Course(
            Ending(course["ending"]),
            *(count(course[what]) for what in ("turns", "own_turns", "suggestions", "wrong_accusations")),
        ),
    )


_SHELF = Shelf("result", _read)
