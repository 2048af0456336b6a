"""The solitaire "errands": the pile of cards to be fetched one by one. Nobody knows its order."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clue_cli.rules.actions import Action, Turn
from clue_cli.rules.chance import even
from clue_cli.rules.events import ONLOOKER, Called, Reshuffled, SetAside
from clue_cli.rules.model import Scenario
from clue_cli.rules.position import ChancePhase, Position, begin_turn
from clue_cli.rules.solitaire import over, set_out, taken

ROLLS = 2
"""The rolls in which the card called for must be fetched (S2-02)."""


def new_errands(scenario: Scenario) -> Position:
    """Set out the pieces, with all cards in the pile. Rule: S2-01."""
    game = set_out(scenario, 1, _next, _arrived)
    return replace(game, table=replace(game.table, pile=frozenset(scenario.cards)))


def _next(game: Position) -> Position:
    """Go on to the next card; once the pile is through, to those set aside; then to the end. Rule: S2-04."""
    if game.table.pile:
        return game.to(TurningUp())
    return game.tell(Reshuffled()).to(TurningUp()) if game.table.aside else over(game, 0)


def _arrived(game: Position) -> Position:
    """Fetch the card called for, roll once more for it, or set it aside. Rules: S2-02 S2-03."""
    game = taken(game, game.table.place(0))
    if not game.table.called:
        return _next(game)
    if game.table.tries < ROLLS:
        return begin_turn(game, 0)
    return _next(game.tell(SetAside(game.table.called)))


@dataclass(frozen=True, slots=True)
class TurningUp(ChancePhase):
    """Turn up a card of the pile. Rule: S2-02."""

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the cards left in the pile, each as likely, or the next of the first ones that are fixed."""
        first, told = game.begin.pile, game.histories[ONLOOKER]
        if first and (turned := sum(isinstance(event, Called) for event in told)) < len(first):
            return even((Turn(first[turned]),))
        return even(Turn(card) for card in game.scenario.cards if card in game.table.pile)

    def apply(self, game: Position, action: Action) -> Position:
        """Call for the card; where the detective stands in its room it is fetched at once (S2-05)."""
        assert isinstance(action, Turn)
        game = taken(game.tell(Called(action.card)), game.table.place(0))
        return begin_turn(game, 0) if game.table.called else _next(game)
