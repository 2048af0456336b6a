"""Setting up the detective game: the case, the deal, and where the weapons stand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from clue_cli.rules.actions import Action, Deal, Hide, Lay, Put, TurnUp
from clue_cli.rules.chance import even
from clue_cli.rules.events import Dealt, Laid, Placed, TurnedUp
from clue_cli.rules.model import Kind, Scenario, TwoPlayers, Weapons
from clue_cli.rules.position import ChancePhase, Position, beginning
from clue_cli.rules.table import Table
from clue_cli.rules.turn import begin_turn


def new_clue(scenario: Scenario, suspects: tuple[str, ...]) -> Position:
    """Set the board up for one seat a suspect, in turn order; no card is drawn yet. Rules: CL-03 C-13."""
    # a board may have more starts than the scenario has suspects; those left over are plain squares
    tokens = dict(zip(scenario.ids(Kind.SUSPECT), scenario.board.starts, strict=False))
    return beginning(scenario, Table(suspects, tokens), Hiding())


_SET_ASIDE = 4  # cards, in every edition that sets any aside


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
        deck = tuple(card for card in game.scenario.cards if card not in game.case)
        return _set_aside(game, deck)


def _set_aside(game: Position, deck: tuple[str, ...]) -> Position:
    """Take four cards out of the deal where only two play and the rules say so. Rules: C15-07 SG-05."""
    option = game.scenario.rules.setup_two_players
    if len(game.hands) != 2 or option is TwoPlayers.NONE:
        return game.to(Dealing(deck))
    if option is TwoPlayers.FACE_UP:
        return game.to(TurningUp(deck, _SET_ASIDE))
    rooms = game.scenario.ids(Kind.ROOM)
    if option is TwoPlayers.HIDDEN_IN_CORNERS:
        rooms = tuple(room for room in rooms if game.scenario.board.passages_from(room))
    return game.to(Laying(deck, rooms, _SET_ASIDE))


@dataclass(frozen=True, slots=True)
class TurningUp(ChancePhase):
    """Lay cards face up beside the board. Rule: SG-05."""

    deck: tuple[str, ...]
    left: int

    def chance(self, _game: Position) -> Mapping[Action, Fraction]:
        """List the cards of the deck."""
        return even(map(TurnUp, self.deck))

    def apply(self, game: Position, action: Action) -> Position:
        """Lay the card down before everybody."""
        assert isinstance(action, TurnUp)
        game = game.tell(TurnedUp(action.card))
        deck = tuple(card for card in self.deck if card != action.card)
        return game.to(TurningUp(deck, self.left - 1) if self.left > 1 else Dealing(deck))


@dataclass(frozen=True, slots=True)
class Laying(ChancePhase):
    """Lay cards face down, each in a room of its own. Rule: C15-07."""

    deck: tuple[str, ...]
    rooms: tuple[str, ...]
    left: int

    def chance(self, _game: Position) -> Mapping[Action, Fraction]:
        """List every card of the deck in every room that is free."""
        return even(Lay(card, room) for card in self.deck for room in self.rooms)

    def apply(self, game: Position, action: Action) -> Position:
        """Lay the card down; all learn in which room one lies, nobody which."""
        assert isinstance(action, Lay)
        game = replace(game, laid=MappingProxyType({**game.laid, action.room: action.card}))
        game = game.tell(Laid(action.room))
        deck = tuple(card for card in self.deck if card != action.card)
        rooms = tuple(room for room in self.rooms if room != action.room)
        return game.to(Laying(deck, rooms, self.left - 1) if self.left > 1 else Dealing(deck))


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
