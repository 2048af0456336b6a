"""The shape of the table `[challenge]` of a scenario file."""

from typing import Annotated

from pydantic import Field

from clue_cli.rules.challenge import Medal
from clue_cli.scenario.schema_base import Table

_Most = Annotated[int, Field(ge=1, le=999)]


class MedalsTable(Table):
    """The most of something that still earns each medal; a better one allows less."""

    gold: _Most | None = None
    """The most that earns gold."""
    silver: _Most | None = None
    """The most that earns silver."""
    bronze: _Most | None = None
    """The most that earns bronze."""


class ChallengeTable(Table):
    """What the person is challenged to do: to win at all, or within so many turns, suggestions or rolls.

    A solitaire counts rolls, and only where it is played alone; Clue counts turns, suggestions or nothing.
    """

    turns: MedalsTable | None = None
    """In Clue: the most turns of one's own in which the case must be solved, for each medal."""
    suggestions: MedalsTable | None = None
    """In Clue: the most suggestions of one's own with which the case must be solved, for each medal."""
    rolls: MedalsTable | None = None
    """In a solitaire: the most rolls in which every card must be taken, for each medal (S1-06, S2-06)."""
    help: bool = True
    """Whether hints, and in Clue a notebook that fills in more than was seen, are allowed."""


def bounds(table: MedalsTable) -> tuple[tuple[Medal, int], ...]:
    """Return the medals that have a number, the best first, each with the most that earns it."""
    return tuple((medal, most) for medal in Medal if (most := getattr(table, medal)) is not None)
