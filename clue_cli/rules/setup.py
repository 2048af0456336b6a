"""Setting up the detective game: the case, the deal, and where the weapons stand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clue_cli.rules.actions import Action, Deal, Hide, Put
from clue_cli.rules.chance import even
from clue_cli.rules.events import Dealt, Placed
from clue_cli.rules.model import Kind, Scenario, Weapons
from clue_cli.rules.position import ChancePhase, Position, beginning
from clue_cli.rules.table import Table
from clue_cli.rules.turn import begin_turn


def new_clue(scenario: Scenario, suspects: tuple[str, ...]) -> Position:
    """Set the board up for one seat a suspect, in turn order; no card is drawn yet. Rules: CL-03 C-13."""
    # a board may have more starts than the scenario has suspects; those left over are plain squares
    tokens = dict(zip(scenario.ids(Kind.SUSPECT), scenario.board.starts, strict=False))
    return beginning(scenario, Table(suspects, tokens), Hiding())


@dataclass(frozen=True, slots=True)
class Hiding(ChancePhase):
    """Draw the case, category by category. Rule: C-01."""

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the cards of the next category."""
        return even(map(Hide, game.scenario.categories[len(game.case)].ids))

    def apply(self, game: Position, action: Action) -> Position:
        """Put the card into the envelope; nobody is told anything."""
        assert isinstance(action, Hide)
        game = replace(game, case=(*game.case, action.card))
        if len(game.case) < len(game.scenario.categories):
            return game
        return game.to(Dealing(tuple(card for card in game.scenario.cards if card not in game.case)))


@dataclass(frozen=True, slots=True)
class Dealing(ChancePhase):
    """Deal the deck card by card, clockwise from the first seat. Rule: C-02."""

    deck: tuple[str, ...]

    def chance(self, _game: Position) -> Mapping[Action, Fraction]:
        """List the cards left in the deck."""
        return even(map(Deal, self.deck))

    def apply(self, game: Position, action: Action) -> Position:
        """Give the card to the next seat, unseen by the others."""
        assert isinstance(action, Deal)
        seat = sum(map(len, game.hands)) % len(game.hands)
        hands = tuple(hand | {action.card} if s == seat else hand for s, hand in enumerate(game.hands))
        game = replace(game, hands=hands)
        game = game.tell_apart(Dealt(seat, action.card), Dealt(seat, None), frozenset({seat}))
        deck = tuple(card for card in self.deck if card != action.card)
        return game.to(Dealing(deck)) if deck else _set_weapons(game)


def _set_weapons(game: Position) -> Position:
    if game.scenario.rules.setup_weapons is Weapons.OFF_BOARD:
        return begin_turn(game, 0)
    return game.to(Placing(game.scenario.ids(Kind.WEAPON)))


@dataclass(frozen=True, slots=True)
class Placing(ChancePhase):
    """Stand the weapons in rooms where a crime can be, at most one a room. Rule: C-07 sets no other limit."""

    weapons: tuple[str, ...]

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the rooms without a weapon."""
        taken = set(game.table.pieces.values())
        free = (room for room in game.scenario.ids(Kind.ROOM) if room not in taken)
        return even(Put(self.weapons[0], room) for room in free)

    def apply(self, game: Position, action: Action) -> Position:
        """Stand the weapon in its room."""
        assert isinstance(action, Put)
        game = game.tell(Placed(action.piece, action.room))
        return game.to(Placing(self.weapons[1:])) if self.weapons[1:] else begin_turn(game, 0)
