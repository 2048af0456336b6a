"""A puzzle: a case log from which the case follows, with a name, a story, and how hard it is.

Nothing here makes puzzles or prints.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from clue_cli.play.caselog import CaseLog
from clue_cli.play.caselog_shape import PuzzleTable
from clue_cli.play.sealing import sealed, unsealed
from clue_cli.reasoning.facts import Tier, deal_facts, event_facts, holders
from clue_cli.reasoning.grading import Evidence, Level
from clue_cli.rules.events import TurnedUp
from clue_cli.rules.model import Text
from clue_cli.scenario import structure
from clue_cli.scenario.faults import Fault, ScenarioFaults
from clue_cli.words import _


@dataclass(frozen=True)
class Puzzle:
    """Hold a puzzle; `answer` is the only case that agrees with its log."""

    log: CaseLog
    name: Text
    story: Text | None
    answer: tuple[str, ...]
    stated: int | None

    @cached_property
    def evidence(self) -> Evidence:
        """What the log tells."""
        return evidence(self.log)

    @cached_property
    def level(self) -> Level:
        """How hard it is."""
        found = self.evidence.grade(self.evidence.every)
        assert found is not None
        return found

    @property
    def id(self) -> str:
        """A word of the record alone: puzzles that ask the same under other names share it."""
        record = {key: value for key, value in self.log.source.document.items() if key != "puzzle"}
        return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:16]

    def spare(self) -> Iterator[int]:
        """Yield the numbers of the entries without each of which the case still follows."""
        every = self.evidence.every
        for number, entry in enumerate(self.log.entries):
            happened = not isinstance(entry.events[0], TurnedUp)  # what lies face up is how things are
            rest = [other for other in every if other != number]
            if happened and self.evidence.is_unique(rest, self.answer):
                yield number

    def faults(self) -> list[Fault]:
        """List what its table states that is not so."""
        if self.stated in (None, self.level):
            return []
        message = _("is {stated}, but the puzzle is of level {level}")
        return [Fault(("puzzle", "level"), message.format(stated=self.stated, level=int(self.level)))]


def of(log: CaseLog) -> Puzzle:
    """Return the puzzle that a log is, which must not contradict itself.

    Raises ScenarioFaults where it is none, where the case does not follow, or is not the answer it names.
    """
    written = log.source.document.get("puzzle")
    if written is None:
        raise _refusal(log, ("puzzle",), _("missing: the log is no puzzle without a name"))
    table = structure.parse(PuzzleTable, written)
    told = evidence(log)
    answer = told.case()
    if answer is None:
        raise _refusal(log, ("puzzle",), _("the record leaves more than one case"))
    story = None if table.story is None else _text(table.story)
    puzzle = Puzzle(log, _text(table.name), story, answer, table.level)
    if table.answer is not None and tuple(unsealed(table.answer)) != answer:
        fault = Fault(("puzzle", "answer"), _("is not the case that follows from the record"))
        raise ScenarioFaults(log.source.located([fault, *puzzle.faults()]))
    return puzzle


def evidence(log: CaseLog) -> Evidence:
    """Return what a log tells, event by event."""
    view, seats = log.view(), range(len(log.players))
    seen, told = (
        (
            tuple(deal_facts(view, tier)),
            *(
                tuple(fact for event in entry.events for fact in event_facts(event, seats, tier))
                for entry in log.entries
            ),
        )
        for tier in (Tier.TICKS, Tier.ALL)
    )
    return Evidence(log.scenario.categories, holders(view), seen, told)


def seal(answer: tuple[str, ...]) -> str:
    """Return an answer as a puzzle's table has it."""
    return sealed(answer)


def _refusal(log: CaseLog, path: tuple[str, ...], message: str) -> ScenarioFaults:
    return ScenarioFaults(log.source.located([Fault(path, message)]))


def _text(words: str | dict[str, str]) -> Text:
    return Text({"": words} if isinstance(words, str) else words)
