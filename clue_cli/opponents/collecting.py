"""How a rival collects: into a room that gives a card, or as near to one as a walk leads (S1-07)."""

from collections.abc import Sequence

from clue_cli.opponents.decider import best
from clue_cli.rules.actions import Action, Go
from clue_cli.rules.legal import Legal
from clue_cli.rules.model import Place
from clue_cli.rules.movement import distances
from clue_cli.rules.table import View, collectable

_FAR = 10_000
"""More steps than any way on a board."""


def gathering(view: View, legal: Legal) -> Sequence[Action]:
    """Return the walks that leave the fewest steps to a card that may be taken now; else the roll."""
    return best(legal.of(Go), lambda walk: (-_way(view, walk.place),)) or tuple(legal)


def _way(view: View, place: Place) -> int:
    """Return the steps from `place` into a room that gives a card; there, none.

    Tokens count for nothing: they will have gone on by then. The room entered last is closed (S1-04).
    """
    table, gains = view.table, collectable(view.scenario, view.table).keys()
    if place in gains:
        return 0
    closed = place if place in table.board.room_ids else table.entered.get(table.seats[view.seat])
    ways = distances(table.board, place)
    return min((steps for room, steps in ways.items() if room in gains and room != closed), default=_FAR)
