"""Where a mind goes: into a room it wishes for, or as near to one as it can get, past a hand to look into.

Everything here narrows what is open down to what is best; which of these it is to be is left to chance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clue_cli.opponents.decider import best
from clue_cli.rules.actions import (
    Action,
    Go,
    Passage,
    Roll,
)
from clue_cli.rules.legal import Legal
from clue_cli.rules.model import Board, Kind, Place, Square
from clue_cli.rules.movement import distances, gait, rooms_within
from clue_cli.rules.options import Rules, Style
from clue_cli.rules.table import View

Wishes = tuple[frozenset[str], ...]
"""Rooms to suggest in, the dearest set first."""

_FAR = 10_000
"""More steps than any way on a board."""

_DETOUR = 2
"""How many steps a look into a hand is worth."""


@dataclass(frozen=True, slots=True)
class Going:
    """Hold what decides how far it is from place to place: the board, the rules, what is in the way."""

    board: Board
    rules: Rules
    still: frozenset[Place]


def moves(
    view: View, wishes: Wishes, legal: Legal, suggestions: Sequence[Action], snoops: frozenset[Square]
) -> Sequence[Action]:
    """Suggest where one is, or enter a room, where that room is wished for; else roll, or come nearer to one.

    On the way, or at its end, a stop is made on one of `snoops` where that costs little (MD-08).
    """
    here = view.table.place(view.seat)
    walks = legal.of(Go)
    for rooms in wishes:
        if suggestions and here in rooms:
            return suggestions
        if passages := [passage for passage in legal.of(Passage) if passage.room in rooms]:
            return passages
        if entering := [walk for walk in walks if walk.place in rooms]:
            # a clue card lets one stay, but who is moved by it may suggest in this very turn
            return stopping(legal, best(entering, lambda walk: (walk.place != here,)), snoops)
    return (Roll(),) if Roll() in legal else stopping(legal, _nearest(view, wishes, walks, snoops), snoops)


def stopping(legal: Legal, walks: Sequence[Go], snoops: frozenset[Square]) -> Sequence[Go]:
    """Return the walks with a stop on the way where there are any, else as they are."""
    stops = [Go(walk.place, stop) for walk in walks for stop in sorted(snoops)]
    return [walk for walk in stops if walk in legal] or walks


def _nearest(view: View, wishes: Wishes, walks: Sequence[Go], snoops: frozenset[Square]) -> Sequence[Go]:
    """Return the walks that end nearest to a room wished for; a snoop square counts as a little nearer."""
    here = view.table.place(view.seat)
    every = frozenset(view.scenario.ids(Kind.ROOM))
    rooms = frozenset().union(*wishes) - {here} or every - {here}
    how = going(view)
    return best(walks, lambda walk: (_DETOUR * (walk.place in snoops) - _way(how, walk.place, rooms),))


def _way(how: Going, place: Place, rooms: frozenset[str]) -> int:
    """Return the fewest steps from `place` into one of `rooms`; a passage is one, in place of a roll too."""
    if place in rooms:
        return 0
    if not rooms.isdisjoint(how.board.passages_from(place)):
        return 1
    return min((far for room, far in steps(how, place).items() if room in rooms), default=_FAR)


def going(view: View) -> Going:
    """Return how one goes about now.

    Only tokens that nobody will move are in the way: the others will have gone on by then.
    """
    table = view.table
    playing = {token for seat, token in enumerate(table.seats) if seat not in table.out}
    still = frozenset(place for token, place in table.tokens.items() if token not in playing)
    return Going(table.board, view.scenario.rules, still - table.board.room_ids)


def steps(going: Going, place: Place) -> Mapping[str, int]:
    """Return the steps, or links, from a place to each room."""
    match going.rules.move_style:
        case Style.ANYWHERE:
            return {room.id: 1 for room in going.board.rooms if room.scene}
        case Style.ROOMS:
            return _links(going.board, str(place))
        case Style.DICE:
            return distances(going.board, place, going.still, gait(going.rules))


def _links(board: Board, room: str) -> Mapping[str, int]:
    return {end: len(way) for end, way in rooms_within(board, room, len(board.rooms)).items()}
