"""How soon a token comes into each room from a place, as the odds that the game still goes on by then.

A room that takes several turns is worth less than one at hand: each turn somebody else may solve the
case. Chance decides how many turns a walk takes; on the way one may stop in another room.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from statistics import fmean

from clue_cli.opponents.walks import Going, steps
from clue_cli.rules.model import Place
from clue_cli.rules.options import Style

LASTS = 0.4
"""The odds that a game lasts until one's next turn. It is much shorter than games are: measured so, it is
best to take what is at hand.
"""


@lru_cache(maxsize=4096)
def into(going: Going, place: Place) -> Mapping[str, float]:
    """Return the odds of coming into each room, if the next turn starts at `place`."""
    between = _between(going)
    if place in between:
        return between[str(place)]
    odds = _direct(going, place)
    for middle, first in list(odds.items()):
        for room, onward in between[middle].items():
            odds[room] = max(odds.get(room, 0.0), first * onward)
    return odds


@lru_cache(maxsize=64)
def _between(going: Going) -> Mapping[str, Mapping[str, float]]:
    """Return the odds from each room to each other, by any rooms on the way."""
    odds = {room: _direct(going, room) for room in going.board.room_ids}
    for middle, onward in odds.items():
        for start in odds.values():
            for room, last in onward.items():
                start[room] = max(start.get(room, 0.0), start.get(middle, 0.0) * last)
    return odds


def _direct(going: Going, place: Place) -> dict[str, float]:
    """Return the odds without a stop in another room."""
    passages = going.board.passages_from(place)
    return dict(on_foot(going, place)) | {room: LASTS for room in passages if room in going.board.room_ids}


@lru_cache(maxsize=4096)
def on_foot(going: Going, place: Place) -> Mapping[str, float]:
    """Return the odds of coming into each room by walking alone."""
    ways, rules = steps(going, place), going.rules
    match rules.move_style:
        case Style.ROOMS:
            return {room: LASTS ** -(-links // rules.move_rooms) for room, links in ways.items()}
        case Style.ANYWHERE:
            return dict.fromkeys(ways, LASTS)
        case Style.DICE:
            return {room: in_time(rules.move_dice, far) for room, far in ways.items()}


@lru_cache(maxsize=1024)
def in_time(dice: int, far: int) -> float:
    """Return the odds that a game lasts until so many dice, rolled once a turn, have covered the steps."""
    if far <= 0:
        return 1.0
    rolls = [sum(pips) for pips in product(range(1, 7), repeat=dice)]
    return LASTS * fmean(in_time(dice, far - roll) for roll in rolls)
