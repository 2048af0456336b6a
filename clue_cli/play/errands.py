"""How a good plan fares at the errands on the shipped boards: measured, and shipped with the program.

No exact solution of the errands is practical, so that there is no par: there is what the plan of
`solver.errands` took in many games, and what no plan can get below.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import Any

from clue_cli.rules.actions import Go, Roll
from clue_cli.rules.engine import new_game
from clue_cli.rules.model import Kind, Scenario
from clue_cli.solver.advice import errand_options
from clue_cli.solver.errands import Plan, plan
from clue_cli.solver.moves import moves_of
from clue_cli.solver.sampling import Spread


@dataclass(frozen=True, slots=True)
class Measured:
    """Hold the rolls of the plan's games, and rolls that no play gets below on average over all layouts."""

    spread: Spread
    bound: float | None


def measured(scenario: Scenario) -> Measured | None:
    """Return what was measured on that board with as many cards; None where nothing was."""
    found = _shipped().get(key(scenario))
    if found is None:
        return None
    return Measured(Spread(tuple(found["counts"])), found["bound"])


def key(scenario: Scenario) -> str:
    """Name all that the errands depend on: the moves of the board, and how many suspects and weapons."""
    board = moves_of(scenario)
    pieces = (len(scenario.ids(Kind.SUSPECT)), len(scenario.ids(Kind.WEAPON)))
    depends = (board.places, board.rolls, board.sets, scenario.ids(Kind.ROOM), pieces)
    return hashlib.sha256(repr(depends).encode() + board.ends.tobytes()).hexdigest()[:24]


def plan_for(scenario: Scenario) -> Plan:
    """Return the plan for the errands of a scenario; raise solver.moves.Endless where a room is cut off."""
    return plan(moves_of(scenario), scenario.ids(Kind.ROOM))


def rolls_by_plan(scenario: Scenario, plan: Plan, seed: int) -> int:
    """Play one game by the plan, with cards, pile and dice by `seed`, and return its rolls."""
    chance, game = Random(seed), new_game(scenario)
    while game.outcome() is None:
        if outcomes := game.chance():
            game = game.apply(chance.choices(list(outcomes), list(map(float, outcomes.values())))[0])
        elif Roll() in game.legal():
            game = game.apply(Roll())
        else:
            game = game.apply(Go(errand_options(plan, scenario, game.table)[0].place))
    return game.table.rolls


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Any]:
    path = files("clue_cli") / "solver" / "tables" / "errands.json"
    shipped: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return shipped
