"""Tell scenarios and case logs apart, so that a file that is of the other sort is refused in one line.

It looks at the names of the keys alone.
"""

from clue_cli.scenario.faults import Located, ScenarioFaults
from clue_cli.scenario.source import Source
from clue_cli.words import _

_OF_SCENARIOS = {"format", "id", "game", "board", "rules", "category"}
_OF_LOGS = {"puzzle", "event", "players", "me", "hand"}


def no_log(source: Source) -> None:
    """Refuse a file that is a case log; raise ScenarioFaults."""
    keys = source.document.keys()
    if keys & _OF_LOGS and not keys & _OF_SCENARIOS:
        puzzle = _("is a puzzle, no scenario: 'clue puzzle check {file}' checks it")
        log = _("is a case log, no scenario: 'clue deduce {file}' reads it")
        raise _refusal(source, puzzle if "puzzle" in keys else log)


def no_scenario(source: Source) -> None:
    """Refuse a file that is a scenario; raise ScenarioFaults."""
    keys = source.document.keys()
    if keys & _OF_SCENARIOS and not keys & _OF_LOGS:
        raise _refusal(source, _("is a scenario, no case log: 'clue scenarios check {file}' checks it"))


def _refusal(source: Source, message: str) -> ScenarioFaults:
    return ScenarioFaults([Located(source.name, 0, 0, "", message.format(file=source.name))])
