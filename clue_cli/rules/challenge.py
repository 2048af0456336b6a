"""What a scenario may challenge the person to do, as frozen values: in how few turns, and with what help.

Nothing here plays or counts; the rules of a game know nothing of it.
"""

from dataclasses import dataclass
from enum import StrEnum


class Measure(StrEnum):
    """Say what is counted: the person's own turns, suggestions, or rolls."""

    TURNS = "turns"
    SUGGESTIONS = "suggestions"
    ROLLS = "rolls"


class Medal(StrEnum):
    """Name what is earned by a challenge that was met, the best first."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say what the person is to do: to win at all, or by at most so much of a `measure` for each medal.

    `bounds` begin with the best medal, which has the least. Without `help`, no hint may be asked for, and
    the notebook may fill in no more than what was seen.
    """

    measure: Measure | None = None
    bounds: tuple[tuple[Medal, int], ...] = ()
    help: bool = True

    def medal(self, used: int) -> Medal | None:
        """Return the best medal that a game with so much of the measure earns; gold where none is set."""
        if self.measure is None:
            return Medal.GOLD
        return next((medal for medal, most in self.bounds if used <= most), None)
