"""Look back at a finished detective game: when the case could be proved, from each seat.

What a seat could prove is all that follows from what it was told, whatever the mind that sat there made
of it. Nothing here prints.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from clue_cli.play.session import Record, begin
from clue_cli.reasoning.facts import Tier, event_facts
from clue_cli.reasoning.knowledge import known
from clue_cli.rules.actions import Accuse, parse
from clue_cli.rules.events import Accused, CaseSeen, TurnBegan
from clue_cli.rules.position import Position
from clue_cli.scenario.load import from_document


@dataclass(frozen=True, slots=True)
class Review:
    """Hold the turn in which each seat could first prove the case, None where it never could.

    `chance` is the turn in which the person could first make the accusation so proved, `accused` that of
    the person's last accusation, `seen` that in which a wrong one let the person see the envelope; None
    where there was none. `late` counts the person's own turns from the one to the other, or to the end.
    """

    proved: tuple[int | None, ...]
    chance: int | None
    accused: int | None
    seen: int | None
    late: int


def review(record: Record, person: int) -> Review:
    """Look back at a finished game, by its record, from the seat `person`."""
    proved: list[int | None] = [None] * len(record.seats)
    own: list[int] = []  # the person's turns
    chance = accused = seen = None
    for turn, position in _positions(record):
        for note in position.notes:
            match note.event:
                case TurnBegan(begun, seat) if seat == person:
                    own.append(begun)
                case Accused(seat) if seat == person:
                    accused = turn
                case CaseSeen(seat) if seat == person:
                    seen = turn
        for seat, known_since in enumerate(proved):
            if known_since is None and _proves(position, seat):
                proved[seat] = turn
        can = position.seat == person and proved[person] is not None and position.legal().claims(Accuse)
        chance = position.table.turn if can and chance is None else chance
    late = 0
    if chance is not None:
        # an accusation before was another one
        until = accused if accused is not None and accused >= chance else own[-1]
        late = sum(chance < turn <= until for turn in own)
    return Review(tuple(proved), chance, accused, seen, late)


def _positions(record: Record) -> Iterator[tuple[int, Position]]:
    """Go through a game: each position, and the turn in which came about what led to it."""
    scenario = from_document(record.document, str(record.document.get("id"))).scenario
    position = begin(scenario, record)
    for line in record.log:
        turn = position.table.turn
        position = position.apply(parse(line))
        yield turn, position


def _proves(position: Position, seat: int) -> bool:
    """Tell whether the case follows from what the seat was told, by the last action too.

    Who is out has seen it, and so has everybody at the end.
    """
    everybody = range(len(position.hands))
    news = (note.event for note in position.notes if seat in note.seats)
    if seat in position.table.out or position.outcome() is not None:
        return False
    if not any(event_facts(event, everybody, Tier.ALL) for event in news):
        return False
    return known(position.view(seat)).notebook.case() is not None
