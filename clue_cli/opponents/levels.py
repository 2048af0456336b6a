"""The levels of play by name, the easiest first."""

from functools import cache

from clue_cli.opponents.decider import Decider
from clue_cli.opponents.minds import CAREFUL, NOVICE, SLEUTH

_BY_HABIT = {"novice": NOVICE, "careful": CAREFUL, "sleuth": SLEUTH}

LEVELS = (*_BY_HABIT, "expert")


@cache
def mind(level: str) -> Decider:
    """Return the mind of a level; raise KeyError for none of them."""
    if level == "expert":
        # it brings numpy along, which a game without it should not wait for
        from clue_cli.opponents.expert import EXPERT

        return EXPERT
    return _BY_HABIT[level]
