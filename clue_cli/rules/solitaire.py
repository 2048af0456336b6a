"""What the two solitaires share: setting out the pieces, rolling, and walking. Nothing of it is hidden.

What there is to take, and whose turn is next, is the business of each game: it comes in as a `Then`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clue_cli.rules.actions import (
    Action,
    Dice,
    Go,
    Put,
    Roll,
)
from clue_cli.rules.chance import even, throw
from clue_cli.rules.events import Ended, Placed, Stuck, Taken, Walked
from clue_cli.rules.legal import Legal
from clue_cli.rules.model import Kind, Place, Scenario
from clue_cli.rules.movement import Move
from clue_cli.rules.position import ChancePhase, Over, Phase, Position, Then, beginning
from clue_cli.rules.table import Outcome, Table, collectable

DETECTIVES = ("detective", "rival", "rival_2", "rival_3", "rival_4", "rival_5")
"""The tokens of those who play, by seat; only the first of them plays alone."""


def set_out(scenario: Scenario, seats: int, begin: Then, arrived: Then) -> Position:
    """Set the detectives on the start; chance places suspects and weapons. Rules: S1-01 S1-02 S2-01.

    `begin` follows when all stand, `arrived` each walk, and each roll that allows none.
    """
    tokens = DETECTIVES[:seats]
    # a start that is a room has been entered, so it can't be the first one entered (S1-04)
    in_room = scenario.start in scenario.board.room_ids
    entered = dict.fromkeys(tokens, scenario.start) if in_room else {}
    board = replace(scenario.board, passages=())  # S1-03
    table = Table(board, tokens, dict.fromkeys(tokens, scenario.start), entered=entered)
    pieces = (*scenario.ids(Kind.SUSPECT), *scenario.ids(Kind.WEAPON))
    return beginning(scenario, table, Spreading(pieces, begin), Rolling(arrived))


def taken(game: Position, place: Place) -> Position:
    """Let the active seat take the card that `place` has to give, if it has one. Rules: S1-05 S2-03."""
    card = collectable(game.scenario, game.table).get(str(place))
    return game.tell(Taken(game.table.active, card)) if card else game


def over(game: Position, winner: int | None) -> Position:
    """End the game: no case is told, since there is none."""
    return game.tell(Ended(winner, ())).to(Over(Outcome(winner, game.table.rolls)))


@dataclass(frozen=True, slots=True)
class Spreading(ChancePhase):
    """Stand each suspect in a room of its own, and each weapon with one of them. Rules: S1-01 S2-01."""

    pieces: tuple[str, ...]
    begin: Then

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the rooms for the next piece: empty ones for a suspect, for a weapon those with a suspect.

        What is fixed goes into its room, and that is free for no other piece of the kind.
        """
        piece, standing, fixed = self.pieces[0], list(game.table.pieces.values()), game.begin.pieces
        if piece in fixed:
            return even((Put(piece, fixed[piece]),))
        suspects = game.scenario.ids(Kind.SUSPECT)
        company = 0 if piece in suspects else 1
        kept = [room for one, room in fixed.items() if (one in suspects) == (piece in suspects)]
        rooms = (room for room in game.scenario.ids(Kind.ROOM) if room not in kept)
        return even(Put(piece, room) for room in rooms if standing.count(room) == company)

    def apply(self, game: Position, action: Action) -> Position:
        """Stand the piece in its room."""
        assert isinstance(action, Put)
        game = game.tell(Placed(action.piece, action.room))
        return game.to(replace(self, pieces=self.pieces[1:])) if self.pieces[1:] else self.begin(game)


@dataclass(frozen=True, slots=True)
class Rolling(Phase):
    """Throw the dice: there is nothing else to do. Rule: S1-03."""

    arrived: Then

    def legal(self, _game: Position) -> Legal:
        """Offer the throw."""
        return Legal((Roll(),))

    def apply(self, game: Position, _action: Action) -> Position:
        """Throw."""
        return game.to(Throwing(self.arrived))


@dataclass(frozen=True, slots=True)
class Throwing(ChancePhase):
    """Let the dice fall. Rule: S1-03."""

    arrived: Then

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List every fall of the dice."""
        return throw(game.dice, game.scenario.rules.move_dice)

    def apply(self, game: Position, action: Action) -> Position:
        """Read the dice; a detective who can't step at all has rolled in vain (C-06 S1-06)."""
        assert isinstance(action, Dice)
        game = game.throw(action.pips)
        return (
            game.to(Walking(self.arrived))
            if _move(game).ends()
            else self.arrived(game.tell(Stuck(game.table.active)))
        )


@dataclass(frozen=True, slots=True)
class Walking(Phase):
    """Walk with the roll. Rules: C-03…C-05 S1-06."""

    arrived: Then

    def legal(self, game: Position) -> Legal:
        """Offer the places where the walk may end; standing still is none of them."""
        return Legal(tuple(map(Go, _move(game).ends())))

    def apply(self, game: Position, action: Action) -> Position:
        """Walk there."""
        assert isinstance(action, Go)
        steps = _move(game).way(action.place)
        return self.arrived(game.tell(Walked(game.table.active, action.place, steps)))


def _move(game: Position) -> Move:
    """Return the active detective's move.

    Where the others stand is closed (S1-07), and so is the room entered last (S1-04).
    """
    table = game.table
    mine = table.seats[table.active]
    others = frozenset(place for token, place in table.tokens.items() if token != mine)
    barred = frozenset({table.entered[mine]} if mine in table.entered else ())
    return Move(table.board, table.tokens[mine], sum(table.pips), others, barred)
