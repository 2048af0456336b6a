"""Who sits where: the minds wished for, held against what a scenario takes, each given a suspect.

It asks nobody anything; which suspect the person plays is known by then.
"""

from collections.abc import Sequence
from dataclasses import replace

from clue_cli.opponents.levels import LEVELS
from clue_cli.play.session import PERSON, Seat
from clue_cli.rules.model import Kind, Scenario
from clue_cli.words import Refused, _

_DEFAULT_MINDS = ("careful", "novice", "careful")


def opponents(scenario: Scenario, wished: Sequence[str] | None, persons: int) -> Sequence[str]:
    """Return the minds wished for beside so many persons, or the usual ones.

    Raises Refused for a mind that there is not, and when they are too few or too many (CL-02).
    """
    low, high = (players - persons for players in scenario.rules.players)
    if wished is None:
        wanted = min(max(low, len(_DEFAULT_MINDS)), high)
        return (_DEFAULT_MINDS * wanted)[:wanted]
    unknown = [mind for mind in wished if mind not in LEVELS]
    if unknown:
        known = ", ".join(LEVELS)
        raise Refused(
            _("there is no opponent {name!r}; there are: {known}").format(name=unknown[0][:40], known=known)
        )
    if not low <= len(wished) <= high:
        words = _("{name} takes {low} to {high} players, not {count}")
        if persons:
            words = _("{name} takes {low} to {high} opponents here, not {count}")
        raise Refused(words.format(name=scenario.id, low=low, high=high, count=len(wished)))
    return wished


def among_themselves(scenario: Scenario, wished: Sequence[str] | None) -> tuple[Seat, ...]:
    """Seat opponents alone as the first suspects; raise Refused as `opponents` does."""
    return tuple(map(Seat, scenario.ids(Kind.SUSPECT), opponents(scenario, wished, persons=0)))


def rotated(seats: Sequence[Seat], by: int) -> tuple[Seat, ...]:
    """Return the same suspects with the minds moved on by so many seats."""
    minds = [seats[(n - by) % len(seats)].mind for n in range(len(seats))]
    return tuple(replace(seat, mind=mind) for seat, mind in zip(seats, minds, strict=True))


def beside(scenario: Scenario, mine: str, minds: Sequence[str]) -> tuple[Seat, ...]:
    """Seat the person as suspect `mine`, and the minds as the first suspects that are free."""
    others = [suspect for suspect in scenario.ids(Kind.SUSPECT) if suspect != mine]
    seated = {mine: PERSON} | dict(zip(others, minds, strict=False))
    # turn order is the scenario's (C-13)
    return tuple(
        Seat(suspect, seated[suspect]) for suspect in scenario.ids(Kind.SUSPECT) if suspect in seated
    )
