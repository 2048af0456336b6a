"""Setting up the detective game: the case, the cards set aside, the deal, the weapons, the first player.

What is due next follows from what lies on the table, so that no phase need know what comes after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from clue_cli.rules.actions import (
    Action,
    Deal,
    Dice,
    Hide,
    Lay,
    Put,
    TurnUp,
)
from clue_cli.rules.chance import even, throws
from clue_cli.rules.events import Contended, Dealt, Laid, Placed, TurnedUp
from clue_cli.rules.model import Kind, Place, Scenario
from clue_cli.rules.moving import Leaving, Picking, Starting
from clue_cli.rules.options import SET_ASIDE, FirstPlayer, Leftover, Passages, Style, TwoPlayers, Weapons
from clue_cli.rules.position import ChancePhase, Phase, Position, begin_turn, beginning
from clue_cli.rules.table import Table


def new_clue(scenario: Scenario, suspects: tuple[str, ...]) -> Position:
    """Set the board up for one seat a suspect, in turn order; no card is drawn yet. Rules: CL-03 C-13."""
    board, brought = scenario.board, tuple(forfeit.id for forfeit in scenario.forfeits)
    if scenario.rules.move_passages is Passages.NO:
        board = replace(board, passages=())
    opening, tokens = _opening(scenario, suspects)
    forfeits = MappingProxyType(dict.fromkeys(suspects, brought))
    return beginning(scenario, Table(board, suspects, tokens, forfeits=forfeits), Hiding(), opening)


def _opening(scenario: Scenario, suspects: tuple[str, ...]) -> tuple[Phase, Mapping[str, Place]]:
    """Return what a turn begins with and which tokens stand where: all, or only the players'. Rule: PA-03."""
    match scenario.rules.move_style:
        case Style.DICE:
            return Starting(), scenario.starts
        case Style.ANYWHERE:
            return Picking(), scenario.starts
        case Style.ROOMS:
            return Leaving(), MappingProxyType({token: scenario.starts[token] for token in suspects})


def _set_up(game: Position) -> Position:
    """Go on with what is due next."""
    phase = _due(game)
    return game.to(phase) if phase else begin_turn(game, _first(game))


def _first(game: Position) -> int:
    """Return the first seat, or where a suspect begins that one's, or who is next in turn order."""
    if not game.begin.first:
        return 0
    order = game.scenario.ids(Kind.SUSPECT)
    at = order.index(game.begin.first)
    return game.table.seat_of(next(one for one in (*order[at:], *order) if one in game.table.seats))


def _due(game: Position) -> Phase | None:
    """Return what is due next in setting up; None once play can begin with the first seat."""
    rules = game.scenario.rules
    if len(game.case) < len(game.scenario.categories):
        return Hiding()
    if not any(game.hands) and (aside := _set_aside(game)):
        return aside
    if len(game.deck) > _surplus(game):
        return Dealing()
    if game.deck:
        return TurningUp()
    if _off_board(game):
        return Placing()
    if rules.setup_first_player is FirstPlayer.HIGHEST_ROLL and not game.begin.first:
        return Contending(tuple(range(len(game.hands))), ())
    return None


def _set_aside(game: Position) -> Phase | None:
    """Take four cards out of the deal where only two play and the rules say so. Rules: C15-07 SG-05."""
    if len(game.hands) != 2 or len(game.table.face_up) + len(game.laid) == SET_ASIDE:
        return None
    match game.scenario.rules.setup_two_players:
        case TwoPlayers.NONE:
            return None
        case TwoPlayers.FACE_UP:
            return TurningUp()
        case TwoPlayers.HIDDEN_IN_ROOMS:
            return Laying(game.scenario.ids(Kind.ROOM))
        case TwoPlayers.HIDDEN_IN_CORNERS:
            rooms = game.scenario.ids(Kind.ROOM)
            return Laying(tuple(room for room in rooms if game.scenario.board.passages_from(room)))


def _surplus(game: Position) -> int:
    """Return how many cards of the deck are not dealt, so that hands are even. Rule: PA-02."""
    if game.scenario.rules.setup_leftover is Leftover.DEAL:
        return 0
    return (len(game.deck) + sum(map(len, game.hands))) % len(game.hands)


def hand_sizes(cards: int, seats: int, two_players: str, leftover: str) -> tuple[int, ...]:
    """Return how many of the `cards` outside the case each seat is dealt. Rules: C-02 C15-07 SG-05 PA-02."""
    aside = SET_ASIDE if seats == 2 and two_players != TwoPlayers.NONE else 0
    each, over = divmod(cards - aside, seats)
    return tuple(each + (leftover == Leftover.DEAL and seat < over) for seat in range(seats))


def _off_board(game: Position) -> tuple[str, ...]:
    """List the weapons that are still to be stood in a room."""
    everywhere = game.scenario.rules.setup_weapons is Weapons.RANDOM_ROOMS
    weapons = game.scenario.ids(Kind.WEAPON) if everywhere else game.begin.pieces
    return tuple(weapon for weapon in weapons if weapon not in game.table.pieces)


def _loose(game: Position) -> tuple[str, ...]:
    """Return the cards of the deck that are not meant for the hand of a player."""
    if not game.begin.hands:
        return game.deck
    meant = {card for suspect in game.table.seats for card in game.begin.hands.get(suspect, ())}
    return tuple(card for card in game.deck if card not in meant)


def _without(game: Position, card: str) -> Position:
    """Take a card out of the deck."""
    return replace(game, deck=tuple(other for other in game.deck if other != card))


@dataclass(frozen=True, slots=True)
class Hiding(ChancePhase):
    """Draw the case, category by category. Rule: C-01."""

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the cards of the next category, or the one that is fixed."""
        ids = game.scenario.categories[len(game.case)].ids
        loose = _loose(game)
        fixed = [card for card in ids if card in game.begin.case]
        return even(map(Hide, fixed or [card for card in ids if card in loose]))

    def apply(self, game: Position, action: Action) -> Position:
        """Put the card into the envelope; nobody is told anything."""
        assert isinstance(action, Hide)
        return _set_up(replace(_without(game, action.card), case=(*game.case, action.card)))


@dataclass(frozen=True, slots=True)
class TurningUp(ChancePhase):
    """Lay cards face up beside the board. Rules: SG-05 PA-02."""

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the loose cards of the deck."""
        return even(map(TurnUp, _loose(game)))

    def apply(self, game: Position, action: Action) -> Position:
        """Lay the card down before everybody."""
        assert isinstance(action, TurnUp)
        return _set_up(_without(game, action.card).tell(TurnedUp(action.card)))


@dataclass(frozen=True, slots=True)
class Laying(ChancePhase):
    """Lay cards face down, each in one of `rooms` of its own. Rule: C15-07."""

    rooms: tuple[str, ...]

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List every loose card of the deck in every room that is free."""
        free = [room for room in self.rooms if room not in game.laid]
        return even(Lay(card, room) for card in _loose(game) for room in free)

    def apply(self, game: Position, action: Action) -> Position:
        """Lay the card down; all learn in which room one lies, nobody which."""
        assert isinstance(action, Lay)
        game = replace(game, laid=MappingProxyType({**game.laid, action.room: action.card}))
        return _set_up(_without(game, action.card).tell(Laid(action.room)))


@dataclass(frozen=True, slots=True)
class Dealing(ChancePhase):
    """Deal card by card, clockwise from the first seat. Rule: C-02."""

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the loose cards left in the deck, or the next one that is fixed for the hand."""
        fixed = game.begin.hands.get(game.table.seats[_next(game)], ())
        due = [card for card in fixed if card in game.deck]
        return even(map(Deal, due[:1] or _loose(game)))

    def apply(self, game: Position, action: Action) -> Position:
        """Give the card to the next seat, unseen by the others."""
        assert isinstance(action, Deal)
        seat = _next(game)
        hands = tuple(hand | {action.card} if s == seat else hand for s, hand in enumerate(game.hands))
        game = replace(_without(game, action.card), hands=hands)
        return _set_up(game.tell_apart(Dealt(seat, action.card), Dealt(seat, None), frozenset({seat})))


def _next(game: Position) -> int:
    """Return the seat that gets the next card."""
    return sum(map(len, game.hands)) % len(game.hands)


@dataclass(frozen=True, slots=True)
class Placing(ChancePhase):
    """Stand the weapons in rooms where a crime can be, at most one a room. Rule: C-07 sets no other limit.

    Where the room is fixed it may have several.
    """

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the rooms without a weapon, for the next one, or the room that is fixed for it."""
        weapon, fixed = _off_board(game)[0], game.begin.pieces
        if weapon in fixed:
            return even((Put(weapon, fixed[weapon]),))
        taken = {*game.table.pieces.values(), *fixed.values()}
        return even(Put(weapon, room) for room in game.scenario.ids(Kind.ROOM) if room not in taken)

    def apply(self, game: Position, action: Action) -> Position:
        """Stand the weapon in its room."""
        assert isinstance(action, Put)
        return _set_up(game.tell(Placed(action.piece, action.room)))


@dataclass(frozen=True, slots=True)
class Contending(ChancePhase):
    """Throw for the first turn, one of `seats` after the other; `thrown` holds the sums. Rule: MD-03."""

    seats: tuple[int, ...]
    thrown: tuple[int, ...]

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List every fall of the dice."""
        return throws(game.scenario.rules.move_dice)

    def apply(self, game: Position, action: Action) -> Position:
        """Let the highest throw begin; equal ones are thrown again."""
        assert isinstance(action, Dice)
        game = game.tell(Contended(self.seats[len(self.thrown)], action.pips))
        thrown = (*self.thrown, sum(action.pips))
        if len(thrown) < len(self.seats):
            return game.to(Contending(self.seats, thrown))
        best = tuple(seat for seat, roll in zip(self.seats, thrown, strict=True) if roll == max(thrown))
        return begin_turn(game, best[0]) if len(best) == 1 else game.to(Contending(best, ()))
