"""The solitaire "collect": its phases. Nothing in it is hidden."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clue_cli.rules.actions import Action, Dice, Go, Legal, Put, Roll
from clue_cli.rules.chance import even, throws
from clue_cli.rules.events import Ended, Placed, Rolled, Stuck, Taken, Walked
from clue_cli.rules.model import Kind, Place, Scenario
from clue_cli.rules.movement import Reach, reach, way
from clue_cli.rules.position import ChancePhase, Over, Phase, Position, begin_turn, beginning
from clue_cli.rules.table import Outcome, Table

DETECTIVE = "detective"
"""The token of the one who collects."""


def new_collect(scenario: Scenario) -> Position:
    """Set the detective on the start; suspects and weapons are placed by chance. Rules: S1-01 S1-02."""
    # a start that is a room has been entered, so it can't be the first one entered (S1-04)
    rooms = {room.id for room in scenario.board.rooms}
    entered = {DETECTIVE: scenario.start} if scenario.start in rooms else {}
    board = replace(scenario.board, passages=())  # S1-03
    table = Table(board, (DETECTIVE,), {DETECTIVE: scenario.start}, entered=entered)
    pieces = (*scenario.ids(Kind.SUSPECT), *scenario.ids(Kind.WEAPON))
    return beginning(scenario, table, Spreading(pieces), Rolling())


def collectable(scenario: Scenario, table: Table) -> Mapping[str, str]:
    """Return each card that may be taken now, by the room it is taken in. Rule: S1-05.

    Room cards come first, then the suspects, then the weapons; each kind only once the one before is gone.
    """
    for kind in (Kind.ROOM, Kind.SUSPECT, Kind.WEAPON):
        left = [card for card in scenario.ids(kind) if card not in table.taken]
        if left:
            return {table.pieces.get(card, card): card for card in left}
    return {}


@dataclass(frozen=True, slots=True)
class Spreading(ChancePhase):
    """Stand each suspect in a room of its own, and each weapon with one of them. Rule: S1-01."""

    pieces: tuple[str, ...]

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the rooms for the next piece: empty ones for a suspect, for a weapon those with a suspect."""
        standing = list(game.table.pieces.values())
        company = 0 if self.pieces[0] in game.scenario.ids(Kind.SUSPECT) else 1
        free = (room for room in game.scenario.ids(Kind.ROOM) if standing.count(room) == company)
        return even(Put(self.pieces[0], room) for room in free)

    def apply(self, game: Position, action: Action) -> Position:
        """Stand the piece in its room."""
        assert isinstance(action, Put)
        game = game.tell(Placed(action.piece, action.room))
        return game.to(Spreading(self.pieces[1:])) if self.pieces[1:] else begin_turn(game, 0)


@dataclass(frozen=True, slots=True)
class Rolling(Phase):
    """Throw the dice: there is nothing else to do. Rule: S1-03."""

    def legal(self, _game: Position) -> Legal:
        """Offer the throw."""
        return Legal((Roll(),))

    def apply(self, game: Position, _action: Action) -> Position:
        """Throw."""
        return game.to(Throwing())


@dataclass(frozen=True, slots=True)
class Throwing(ChancePhase):
    """Let the dice fall. Rule: S1-03."""

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List every fall of the dice."""
        return throws(game.scenario.rules.move_dice)

    def apply(self, game: Position, action: Action) -> Position:
        """Read the dice; a detective who can't step at all has rolled in vain (C-06 S1-06)."""
        assert isinstance(action, Dice)
        game = game.tell(Rolled(game.table.active, action.pips))
        return game.to(Walking()) if _reach(game) else begin_turn(game.tell(Stuck(0)), 0)


def _barred(game: Position) -> frozenset[Place]:
    """Return the room entered last, which can't be entered. Rule: S1-04."""
    return frozenset({game.table.entered[DETECTIVE]} if DETECTIVE in game.table.entered else ())


def _reach(game: Position) -> Reach:
    table = game.table
    return reach(table.board, table.place(table.active), sum(table.pips), used=_barred(game))


@dataclass(frozen=True, slots=True)
class Walking(Phase):
    """Walk with the roll. Rules: C-03…C-05 S1-06."""

    def legal(self, game: Position) -> Legal:
        """Offer the places where the walk may end; standing still is none of them."""
        return Legal(tuple(map(Go, _reach(game))))

    def apply(self, game: Position, action: Action) -> Position:
        """Walk there and take what a room has to give; the last card ends the game."""
        assert isinstance(action, Go)
        table, seat = game.table, game.table.active
        steps = way(table.board, table.place(seat), action.place, sum(table.pips), used=_barred(game))
        game = game.tell(Walked(seat, action.place, steps))
        if card := collectable(game.scenario, game.table).get(str(action.place)):
            game = game.tell(Taken(seat, card))
        if collectable(game.scenario, game.table):
            return begin_turn(game, seat)
        return game.tell(Ended(seat, ())).to(Over(Outcome(seat, game.table.rolls)))
