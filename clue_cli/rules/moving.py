"""The first part of a turn: how a token moves, by dice, by passage, or from room to room; and snooping.

A roll is Starting -> Throwing -> (clue cards) -> Walking, and Snooping -> Drawing where one stops on a
snoop square; what is left of the roll is walked from there.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from clue_cli.rules.actions import (
    Action,
    Dice,
    Draw,
    End,
    Go,
    Passage,
    Roll,
    Snoop,
    Suggest,
)
from clue_cli.rules.asking import enter, look, scene, suggest, suggestions
from clue_cli.rules.chance import even, throw
from clue_cli.rules.closing import accusations, accuse, close, end, others, with_cards
from clue_cli.rules.clues import draw_clues
from clue_cli.rules.events import Snooped, Stuck, TookPassage, Walked
from clue_cli.rules.legal import Legal
from clue_cli.rules.model import Kind, Place, Square
from clue_cli.rules.movement import Move, Reach, gait, rooms_within
from clue_cli.rules.options import Stay
from clue_cli.rules.position import ChancePhase, Phase, Position

_LOUPE = 1  # the pip that a loupe stands in the place of (C15-01)


# --- from room to room -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Leaving(Phase):
    """Move along links, or accuse. Rules: C15-07 PA-04 PA-07."""

    def legal(self, game: Position) -> Legal:
        """Offer the rooms that can be moved to."""
        return Legal(tuple(map(Go, _links(game))), accusations(game, opening=True))

    def apply(self, game: Position, action: Action) -> Position:
        """Move there, or check the accusation."""
        if not isinstance(action, Go):
            return accuse(game, action)
        rooms = _links(game)
        return _arrive(game.tell(Walked(game.table.active, action.place, rooms[str(action.place)])))


def _links(game: Position) -> Mapping[str, tuple[str, ...]]:
    """Return the way to each room in reach; back where the last move began only if there is no other."""
    table, most = game.table, game.scenario.rules.move_rooms
    here, token = str(table.place(table.active)), table.seats[table.active]
    left = frozenset({str(table.left[token])} if token in table.left else ())
    return rooms_within(table.board, here, most, left) or rooms_within(table.board, here, most)


# --- into any room -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Picking(Phase):
    """Enter any room where a crime can be, also the one stood in, or accuse. Rule: CL-04."""

    def legal(self, game: Position) -> Legal:
        """Offer all these rooms."""
        rooms = tuple(map(Go, game.scenario.ids(Kind.ROOM)))
        return Legal(rooms, accusations(game, opening=True))

    def apply(self, game: Position, action: Action) -> Position:
        """Be there, or check the accusation."""
        if not isinstance(action, Go):
            return accuse(game, action)
        return _arrive(game.tell(Walked(game.table.active, action.place, (action.place,))))


# --- by dice or by passage ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Starting(Phase):
    """Choose between dice, passage and suggesting where one is. Rules: CL-04 CL-05 C15-08 MD-04."""

    def legal(self, game: Position) -> Legal:
        """Offer the ways to start a turn."""
        stay = suggestions(game) if _may_stay(game) else ()
        return Legal((Roll(),), _passages(game), stay, accusations(game, opening=True))

    def apply(self, game: Position, action: Action) -> Position:
        """Throw the dice, take the passage, or suggest in their place."""
        match action:
            case Roll():
                return game.to(Throwing())
            case Passage(room):
                return _arrive(game.tell(TookPassage(game.table.active, room)))
            case Suggest(cards):
                return suggest(game, cards)
            case _:
                return accuse(game, action)


def _passages(game: Position) -> tuple[Passage, ...]:
    """List the passages from here; one to a spot where a token stands is closed (MD-12)."""
    board = game.table.board
    taken = game.table.occupied() - board.room_ids
    ends = board.passages_from(game.table.place(game.table.active))
    return tuple(Passage(end) for end in ends if end not in taken)


def _may_stay(game: Position) -> bool:
    """Tell whether the active player may suggest in place of moving."""
    match game.scenario.rules.move_stay:
        case Stay.ALWAYS:
            return scene(game) is not None
        case Stay.IF_DRAGGED:
            return _was_moved(game)
        case Stay.NEVER:
            return False


def _was_moved(game: Position) -> bool:
    """Tell whether the active token stands in a room to which a suggestion or a clue card moved it."""
    return scene(game) is not None and game.table.seats[game.table.active] in game.table.dragged


@dataclass(frozen=True, slots=True)
class Throwing(ChancePhase):
    """Let the dice fall. Rules: CL-01 C15-01."""

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List every fall of the dice."""
        return throw(game.dice, game.scenario.rules.move_dice)

    def apply(self, game: Position, action: Action) -> Position:
        """Read the dice; each loupe draws a clue card, where there is a deck, before the walk."""
        assert isinstance(action, Dice)
        return draw_clues(game.throw(action.pips), action.pips.count(_LOUPE), _set_out)


def _set_out(game: Position) -> Position:
    return _walk(game, sum(game.table.pips), frozenset())


def _walk(game: Position, left: int, used: frozenset[Place]) -> Position:
    """Walk on with what is left of the roll; a token that can't step at all stays where it is (C-06)."""
    walking = Walking(left, used)
    if walking.move(game).ends():
        return game.to(walking)
    game = game.tell(Stuck(game.table.active))
    # a token that is stuck in a room did not enter it this turn, so no suggestion follows (CL-06)
    return enter(game) if _was_moved(game) else close(game)


@dataclass(frozen=True, slots=True)
class Walking(Phase):
    """Walk `left` steps, onto no place `used` in this move. Rules: C-03…C-07 C-14 MD-05…MD-08."""

    left: int
    used: frozenset[Place]

    def legal(self, game: Position) -> Legal:
        """Offer the ends of the walk, the stops on the way, and to suggest in the room a clue card led to."""
        move = self.move(game)
        ends = _walks_to(move.ends())
        stops = Stops(move, ends) if move.board.snoops and _may_snoop(game) else ()
        stay = suggestions(game) if _was_moved(game) else ()
        return Legal(ends, stops, stay, accusations(game))

    def apply(self, game: Position, action: Action) -> Position:
        """Walk there, or only as far as the stop."""
        match action:
            case Go(place, None):
                return self._arrive(game, place)
            case Go(place, stop) if stop:
                return self._stop(game, place, stop)
            case Suggest(cards):
                return suggest(game, cards)
            case _:
                return accuse(game, action)

    def move(self, game: Position) -> Move:
        """Return what decides where this walk may go."""
        table = game.table
        place = table.place(table.active)
        others_at = table.occupied() - {place}
        return Move(table.board, place, self.left, others_at, self.used, gait(game.scenario.rules))

    def _arrive(self, game: Position, place: Place) -> Position:
        """End the move there; on a snoop square one may look into a hand."""
        move = self.move(game)
        steps = move.way(place)
        game = game.tell(Walked(game.table.active, place, steps))
        if place in move.board.snoops and _may_snoop(game):
            return game.to(Snooping(0, frozenset()))
        return _arrive(game)

    def _stop(self, game: Position, place: Place, stop: Square) -> Position:
        """Stop a step there; the rest of the roll is walked from there. Rule: MD-08."""
        move = self.move(game)
        steps = move.way_by(stop, place)
        assert steps
        used = self.used | {move.start, *steps[:-1]}
        game = game.tell(Walked(game.table.active, stop, steps))
        return game.to(Snooping(self.left - len(steps), used))


@lru_cache(maxsize=8192)
def _walks_to(ends: Reach) -> tuple[Go, ...]:
    return tuple(map(Go, ends))


class Stops(Collection[Action]):
    """Hold the walks to one of `ends` that stop on a snoop square, without listing them. Rule: MD-08."""

    def __init__(self, move: Move, ends: tuple[Go, ...]) -> None:
        self._move = move
        self._ends = ends

    def __contains__(self, action: object) -> bool:
        """Tell whether `action` is one of these walks."""
        return (
            isinstance(action, Go)
            and action.stop in self._squares()
            and Go(action.place) in self._ends
            and self._leads(action)
        )

    def __iter__(self) -> Iterator[Action]:
        """Go through the walks, end by end."""
        walks = (Go(end.place, stop) for end in self._ends for stop in self._squares())
        return filter(self._leads, walks)

    def __len__(self) -> int:
        """Count the walks."""
        return sum(1 for _walk in self)

    def _squares(self) -> list[Square]:
        move = self._move
        return sorted(move.board.snoops - move.occupied - move.used - {move.start})

    def _leads(self, walk: Go) -> bool:
        move = self._move
        assert walk.stop
        return walk.stop != walk.place and bool(move.way_by(walk.stop, walk.place))


def _arrive(game: Position) -> Position:
    """Look at a card that lies here, and go on to what a room is entered for. Rule: C15-07."""
    return enter(look(game, game.table.active))


# --- snooping ----------------------------------------------------------------------------------


def _may_snoop(game: Position) -> bool:
    return bool(with_cards(game, others(game, game.table.active)))


@dataclass(frozen=True, slots=True)
class Snooping(Phase):
    """Pick the player whose hand is looked into; with no steps `left` one may also not. Rule: MD-08."""

    left: int
    used: frozenset[Place]

    def legal(self, game: Position) -> Legal:
        """Offer every other player who has a card."""
        seats = with_cards(game, others(game, game.table.active))
        players = tuple(Snoop(game.table.seats[seat]) for seat in seats)
        if self.left:
            return Legal(players, accusations(game))
        return Legal(players, accusations(game, closing=True), (End(),))

    def apply(self, game: Position, action: Action) -> Position:
        """Draw from that hand."""
        if not isinstance(action, Snoop):
            return end(game, action)
        of = game.table.seat_of(action.suspect)
        return game.to(Drawing(of, self.left, self.used))


@dataclass(frozen=True, slots=True)
class Drawing(ChancePhase):
    """Draw a card out of a hand, look at it, and give it back. Rule: MD-08."""

    of: int
    left: int
    used: frozenset[Place]

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the cards of the hand."""
        hand = game.hands[self.of]
        return even(Draw(card) for card in game.scenario.cards if card in hand)

    def apply(self, game: Position, action: Action) -> Position:
        """Let the two players see the card, and walk on with what is left of the roll."""
        assert isinstance(action, Draw)
        seat = game.table.active
        snooped = Snooped(seat, self.of, action.card)
        game = game.tell_apart(snooped, replace(snooped, card=None), frozenset({seat, self.of}))
        return _walk(game, self.left, self.used) if self.left else close(game)
