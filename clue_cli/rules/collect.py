"""The solitaire "collect", alone or as a race: what follows a walk, and who has won."""

from collections import Counter

from clue_cli.rules.events import Walked
from clue_cli.rules.model import Scenario
from clue_cli.rules.position import Position, begin_turn
from clue_cli.rules.solitaire import over, set_out, taken
from clue_cli.rules.table import collectable


def new_collect(scenario: Scenario, seats: int) -> Position:
    """Set out the pieces for a detective and the rivals, of whom there may be none. Rules: S1-01 S1-07."""
    return set_out(scenario, seats, _begin, _arrived)


def _begin(game: Position) -> Position:
    return begin_turn(game, 0)


def _arrived(game: Position) -> Position:
    """Take what a room just entered has to give; the last card ends the game. Rules: S1-05 S1-06."""
    if any(isinstance(note.event, Walked) for note in game.notes):  # who could not step has entered nothing
        game = taken(game, game.table.place(game.table.active))
    if collectable(game.scenario, game.table):
        return begin_turn(game, (game.table.active + 1) % len(game.table.seats))
    return over(game, _winner(game))


def _winner(game: Position) -> int | None:
    """Return the seat that holds most cards; None where several do. Rule: S1-07."""
    held = Counter(game.table.taken.values())
    first, *others = (seat for seat, count in held.items() if count == max(held.values()))
    return None if others else first
