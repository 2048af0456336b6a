"""The door to the rules: begin a game of any scenario; its states answer to the verbs of `table.State`."""

from collections.abc import Collection

from clue_cli.rules.model import Game, Kind, Scenario
from clue_cli.rules.setup import new_clue
from clue_cli.rules.solitaire import new_collect
from clue_cli.rules.table import State


class WrongSeats(ValueError):
    """Say that a scenario can't be played by these suspects."""


def new_game(scenario: Scenario, suspects: Collection[str] = ()) -> State:
    """Begin a game for the players of these suspects, seated in turn order (CL-03 C-13).

    Solitaire takes none. Raises WrongSeats when the number of players does not fit (CL-02) or a
    suspect is unknown or named twice.
    """
    if scenario.game is Game.COLLECT:
        if suspects:
            raise WrongSeats("no suspects are played in solitaire")
        return new_collect(scenario)
    seats = tuple(suspect for suspect in scenario.ids(Kind.SUSPECT) if suspect in suspects)
    rules = scenario.rules
    if len(seats) != len(suspects) or not rules.min_players <= len(seats) <= rules.max_players:
        raise WrongSeats(
            f"{scenario.id} is for {rules.min_players} to {rules.max_players} different suspects"
        )
    return new_clue(scenario, seats)
