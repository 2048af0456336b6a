"""The door to the rules: begin a game of any scenario; what it is at any moment is a `Position`."""

from collections.abc import Collection

from clue_cli.rules.collect import new_collect
from clue_cli.rules.errands import new_errands
from clue_cli.rules.model import Game, Kind, Scenario
from clue_cli.rules.position import Position
from clue_cli.rules.setup import hand_sizes, new_clue
from clue_cli.rules.solitaire import DETECTIVES


class WrongSeats(ValueError):
    """Say that a scenario can't be played by these suspects."""


def new_game(scenario: Scenario, suspects: Collection[str] = ()) -> Position:
    """Begin a game for the players of these suspects, seated in turn order (CL-03 C-13).

    A seat of a solitaire plays no suspect, "", and there is one where none is given; several race each
    other (S1-07). Raises WrongSeats when the number of players does not fit (CL-02) or a suspect is unknown
    or named twice, and when more cards are fixed for a hand than it holds.
    """
    if scenario.game.solitaire:
        return _new_solitaire(scenario, suspects)
    seats = tuple(suspect for suspect in scenario.ids(Kind.SUSPECT) if suspect in suspects)
    low, high = scenario.rules.players
    if len(seats) != len(suspects) or not low <= len(seats) <= high:
        raise WrongSeats(f"{scenario.id} is for {low} to {high} different suspects")
    cards, rules = len(scenario.cards) - len(scenario.categories), scenario.rules
    sizes = hand_sizes(cards, len(seats), rules.setup_two_players, rules.setup_leftover)
    for suspect, size in zip(seats, sizes, strict=True):
        if len(scenario.begin.hands.get(suspect, ())) > size:
            raise WrongSeats(f"{suspect} holds {size} cards at this table")
    return new_clue(scenario, seats)


def _new_solitaire(scenario: Scenario, suspects: Collection[str]) -> Position:
    if any(suspects):
        raise WrongSeats("no suspects are played in solitaire")
    seats = len(suspects) or 1
    most = len(DETECTIVES) if scenario.game is Game.COLLECT else 1
    if seats > most:
        raise WrongSeats(f"{scenario.id} is for {most} at most")
    return new_collect(scenario, seats) if scenario.game is Game.COLLECT else new_errands(scenario)
