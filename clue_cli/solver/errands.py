"""A plan for the solitaire "errands": how many rolls each move leaves, as well as can be told.

No exact solution is practical: a pile of 21 cards has some 27 million states, at each of 1,900 places. The
plan rests on one table, which is exact: `alone`, the rolls it takes on average to walk to a room from a
place when nothing else is to be done. From it come three estimates.

- A place is worth the mean of its `alone` over the cards that may be turned up next: those left in the
  pile, or those set aside once the pile is through.
- To set a card aside costs `unit` rolls, the mean of `alone` from one room to another, and one less where
  another card set aside calls for the same room: one walk may fetch both.
- Every card after the next takes 1.45 (unit - 0.8) rolls. This is the same for all ends of a move: it only
  tells how long the game will be.

Within the card called for nothing is estimated: both rolls are weighed to the end.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from clue_cli.rules.model import Place
from clue_cli.solver.moves import NEVER, Moves, Settled, Values, settle

Calls = Mapping[str, int]
"""How many cards call for each room; a suspect or a weapon calls for the room where it stands (S2-02)."""

# a line through the means of 2,000 games on each of three boards, right to 0.7 rolls at every number of cards
_SLOPE, _BASE = 1.45, 0.8


@dataclass(frozen=True, slots=True)
class Errand:
    """Be a card called for, seen before a move: where one stands, and the other cards.

    `more` tells whether a second roll is to come if this one misses (S2-02).
    """

    place: Place
    barred: str | None
    called: str
    more: bool
    pile: Calls
    aside: Calls


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan over the pile. `alone` has a game for each room: to walk there. `unit` is in rolls."""

    moves: Moves
    alone: Settled
    unit: float

    def worth(self, place: Place, barred: str | None, pile: Calls, aside: Calls) -> float:
        """Return the rolls to come, before a card is turned up there."""
        before = self.alone.before[self.moves.places.index(place), self.moves.column(barred)]
        odds = self._odds(pile, aside) * (np.array(self.moves.rooms) != place)  # S2-05
        return float(before @ odds) + self._later(pile, aside)

    def ends(self, errand: Errand, roll: int) -> dict[Place, float]:
        """Return the rolls to come after each end of that roll's move; NEVER after the barred room."""
        moves, column = self.moves, self.moves.column(errand.barred)
        fetched, ends = self._fetched(errand), self._last_ends(errand)
        if errand.more:
            entering = np.full((len(moves.rooms), 1), np.nan)
            entering[moves.rooms.index(errand.called)] = fetched
            ends = landed(moves, rolled(moves, ends), entering)
        row = moves.ends[moves.places.index(errand.place), list(moves.rolls).index(roll), column]
        return {moves.places[end]: float(ends[end, column, 0]) for end in moves.choices(int(row))}

    def _last_ends(self, errand: Errand) -> Values:
        """Return the rolls to come after each end of the last move for a card."""
        called = self.moves.rooms.index(errand.called)
        aside = {**errand.aside, errand.called: errand.aside.get(errand.called, 0) + 1}
        ends = self.alone.after @ self._odds(errand.pile, aside)[:, None]
        ends += self._later(errand.pile, errand.aside) + self._toll(errand)
        open_ = np.arange(len(self.moves.rooms) + 1) != called
        ends[self.moves.squares + called, open_] = self._fetched(errand)
        return ends

    def _fetched(self, errand: Errand) -> float:
        """Return the rolls to come once the card is fetched."""
        return self.worth(errand.called, errand.called, errand.pile, errand.aside)

    def _toll(self, errand: Errand) -> float:
        """Return the rolls that it costs to set the card aside; nothing where it is the only one left."""
        if not _count(errand.pile) + _count(errand.aside):
            return 0.0
        return self.unit - (errand.aside.get(errand.called, 0) > 0)

    def _odds(self, pile: Calls, aside: Calls) -> Values:
        """Return the chance of each room to be called for next: all 0 when no card is left."""
        calls = pile if _count(pile) else aside
        return np.array([calls.get(room, 0) for room in self.moves.rooms]) / max(_count(calls), 1)

    def _later(self, pile: Calls, aside: Calls) -> float:
        """Return the rolls for all cards after the next."""
        return _SLOPE * (self.unit - _BASE) * max(_count(pile) + _count(aside) - 1, 0)


def plan(moves: Moves, called: Collection[str]) -> Plan:
    """Make the plan for a board where cards call for those rooms; raises Endless where a room is cut off."""
    rooms = np.arange(len(moves.rooms))
    alone = settle(moves, np.where(np.eye(len(rooms)), 0, np.nan))
    wanted = np.flatnonzero(np.isin(moves.rooms, list(called)))
    between = alone.before[moves.squares + wanted, wanted][:, wanted]
    # from a room to itself is no errand
    others = between[~np.eye(len(wanted), dtype=bool)]
    return Plan(moves, alone, float(others.mean()) if others.size else 0.0)


def landed(moves: Moves, before: Values, entering: Values) -> Values:
    """Return what each end of a move is worth when `before` is what standing there before a roll is worth.

    `entering` has the value of each room entered, by game, or NaN where it is that of standing in it.
    """
    rooms = np.arange(len(moves.rooms))
    first = moves.squares
    ends = before.copy()
    ends[first : first + len(rooms)] = np.where(np.isnan(entering), before[first + rooms, rooms], entering)[
        :, None
    ]
    ends[first + rooms, rooms] = NEVER  # S1-04
    return ends


def rolled(moves: Moves, ends: Values) -> Values:
    """Return what each place is worth before a roll, by the best `ends` of its moves."""
    values = np.concatenate((ends, np.empty((len(moves.sets), *ends.shape[1:]))))
    moves.weigh(values)
    return moves.expect(values)


def _count(calls: Calls) -> int:
    return sum(calls.values())
