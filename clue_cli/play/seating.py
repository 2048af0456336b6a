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
    _refuse_unknown(wished)
    if not low <= len(wished) <= high:
        words = _("{name} takes {low} to {high} players, not {count}")
        if persons:
            words = _("{name} takes {low} to {high} opponents here, not {count}")
        raise Refused(words.format(name=scenario.id, low=low, high=high, count=len(wished)))
    return wished


def _refuse_unknown(minds: Sequence[str]) -> None:
    unknown = [mind for mind in minds if mind not in LEVELS]
    if unknown:
        known = ", ".join(LEVELS)
        raise Refused(
            _("there is no opponent {name!r}; there are: {known}").format(name=unknown[0][:40], known=known)
        )


def among_themselves(scenario: Scenario, wished: Sequence[str] | None) -> tuple[Seat, ...]:
    """Seat opponents alone, as the scenario has seats for them or as the first suspects.

    Raises Refused as `opponents` does, and as `at_their_seats`.
    """
    if scenario.seats:
        return at_their_seats(scenario, "", wished)
    return tuple(map(Seat, scenario.ids(Kind.SUSPECT), opponents(scenario, wished, persons=0)))


def own_seat(scenario: Scenario) -> str:
    """Return the suspect whose seat the scenario keeps for the person; "" where it keeps none."""
    return next((role.suspect for role in scenario.seats if role.mind == PERSON), "")


def open_to_person(scenario: Scenario) -> tuple[str, ...]:
    """List the suspects that the person may play: that of the seat that is kept, else those without one."""
    if kept := own_seat(scenario):
        return (kept,)
    taken = {role.suspect for role in scenario.seats}
    return tuple(suspect for suspect in scenario.ids(Kind.SUSPECT) if suspect not in taken)


def at_their_seats(scenario: Scenario, mine: str, wished: Sequence[str] | None) -> tuple[Seat, ...]:
    """Seat those for whom the scenario has seats, beside the person as suspect `mine` ("" for nobody).

    Minds that are wished for take the places of the scenario's, in turn order. Raises Refused for one that
    there is not, and when they are not as many as the opponents.
    """
    suspects = scenario.ids(Kind.SUSPECT)
    minds = {role.suspect: role.mind for role in scenario.seats}
    # a mind sits in for the person, or where the person could sit
    minds |= {mine or open_to_person(scenario)[0]: PERSON if mine else _DEFAULT_MINDS[0]}
    others = [suspect for suspect in suspects if minds.get(suspect, PERSON) != PERSON]
    if wished is not None:
        _refuse_unknown(wished)
        if len(wished) != len(others):
            words = _("{name} has seats for {most} opponents, not {count}")
            raise Refused(words.format(name=scenario.id, most=len(others), count=len(wished)))
        minds |= dict(zip(others, wished, strict=True))
    return tuple(Seat(suspect, minds[suspect]) for suspect in suspects if suspect in minds)


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
