"""Clue cards: drawn for each loupe thrown, read aloud, and followed before the move.

Rules: C15-01 C15-09 C15-10. A card goes under the pile: once each was drawn, the order is known.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clue_cli.rules.actions import (
    Action,
    Ask,
    DrawClue,
    Go,
    Join,
    Name,
    Reveal,
    Show,
)
from clue_cli.rules.asking import look
from clue_cli.rules.chance import even
from clue_cli.rules.closing import others, with_cards
from clue_cli.rules.events import Asked, ClueDrawn, Joined, Moved, Named, Revealed, Shown
from clue_cli.rules.legal import Legal
from clue_cli.rules.model import Clue, Effect, Kind
from clue_cli.rules.position import ChancePhase, Phase, Position, Then


def draw_clues(game: Position, count: int, then: Then) -> Position:
    """Draw and follow `count` clue cards, one after the other, and go on with `then`; no deck, no cards."""
    return game.to(DrawingClue(count, then)) if count and (game.clues or game.under) else then(game)


@dataclass(frozen=True, slots=True)
class DrawingClue(ChancePhase):
    """Turn up the next clue card; `count` are to be drawn with it."""

    count: int
    then: Then

    def chance(self, game: Position) -> Mapping[Action, Fraction]:
        """List the cards not drawn yet, by how many of each there are; after them the first one drawn."""
        if not game.clues:
            return even((DrawClue(game.under[0]),))
        deck = game.clues
        return {DrawClue(clue): Fraction(deck.count(clue), len(deck)) for clue in dict.fromkeys(deck)}

    def apply(self, game: Position, action: Action) -> Position:
        """Read the card aloud, put it under the pile, and follow it."""
        assert isinstance(action, DrawClue)
        at = (game.clues or game.under).index(action.clue)
        if game.clues:
            game = replace(game, clues=game.clues[:at] + game.clues[at + 1 :])
        else:
            game = replace(game, under=game.under[1:])
        game = replace(game, under=(*game.under, action.clue))
        game = game.tell(ClueDrawn(game.table.active, action.clue))
        return _EFFECTS[action.clue.effect](game, action.clue, _Rest(self.count - 1, self.then))


@dataclass(frozen=True, slots=True)
class _Rest:
    """Go on once a clue card is followed: draw so many more, and then do what follows them."""

    count: int
    then: Then

    def __call__(self, game: Position) -> Position:
        return draw_clues(game, self.count, self.then)


# --- revealing ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Naming(Phase):
    """Name a card of a kind, which its holder must reveal."""

    kind: Kind
    then: Then

    def legal(self, game: Position) -> Legal:
        """Offer every card of the kind, one's own too."""
        return Legal(tuple(map(Name, game.scenario.ids(self.kind))))

    def apply(self, game: Position, action: Action) -> Position:
        """Call for the card."""
        assert isinstance(action, Name)
        return self.then(game.tell(Named(game.table.active, action.card)).reveal(action.card))


def _choose(game: Position, then: Then) -> Position:
    """Let the drawer pick another player who has a card to reveal."""
    return game.to(ChoosingPlayer(then)) if with_cards(game, others(game, game.table.active)) else then(game)


@dataclass(frozen=True, slots=True)
class ChoosingPlayer(Phase):
    """Pick a player, who reveals a card of their choice."""

    then: Then

    def legal(self, game: Position) -> Legal:
        """Offer every other player who has a card."""
        seats = with_cards(game, others(game, game.table.active))
        return Legal(tuple(Ask(game.table.seats[seat]) for seat in seats))

    def apply(self, game: Position, action: Action) -> Position:
        """Put the choice of the card to that player."""
        assert isinstance(action, Ask)
        of = game.table.seat_of(action.suspect)
        return game.tell(Asked(game.table.active, of)).to(Revealing((of,), self.then))


@dataclass(frozen=True, slots=True)
class _InTurn(Phase):
    """Let `seats` do something one after the other."""

    seats: tuple[int, ...]
    then: Then

    def seat(self, _game: Position) -> int | None:
        """Let the first of them act."""
        return self.seats[0]

    def _next(self, game: Position) -> Position:
        return _in_turn(game, type(self), self.seats[1:], self.then)


def _in_turn(game: Position, phase: type[_InTurn], seats: tuple[int, ...], then: Then) -> Position:
    return game.to(phase(seats, then)) if seats else then(game)


def _all(game: Position) -> tuple[int, ...]:
    """List every seat in turn order from the drawer, players who are out too (C15-10)."""
    return (game.table.active, *others(game, game.table.active))


@dataclass(frozen=True, slots=True)
class Revealing(_InTurn):
    """Show a card of one's choice to all."""

    def legal(self, game: Position) -> Legal:
        """Offer the whole hand, also what others have seen already."""
        hand = game.hands[self.seats[0]]
        return Legal(tuple(Reveal(card) for card in game.scenario.cards if card in hand))

    def apply(self, game: Position, action: Action) -> Position:
        """Show it, and let the next one."""
        assert isinstance(action, Reveal)
        return self._next(game.tell(Revealed(self.seats[0], action.card)))


@dataclass(frozen=True, slots=True)
class ShowingLeft(_InTurn):
    """Show a card of one's choice to the player on the left, and to nobody else."""

    def legal(self, game: Position) -> Legal:
        """Offer the whole hand."""
        hand = game.hands[self.seats[0]]
        return Legal(tuple(Show(card) for card in game.scenario.cards if card in hand))

    def apply(self, game: Position, action: Action) -> Position:
        """Show it, and let the next one."""
        assert isinstance(action, Show)
        seat, to = self.seats[0], others(game, self.seats[0])[0]
        shown = Shown(seat, to, (), action.card)
        return self._next(game.tell_apart(shown, replace(shown, card=None), frozenset({seat, to})))


# --- moving and passages -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moving(_InTurn):
    """Move one's token to a room of one's choice, or leave it where it is in one."""

    def legal(self, game: Position) -> Legal:
        """Offer every room."""
        return Legal(tuple(Go(room.id) for room in game.table.board.rooms))

    def apply(self, game: Position, action: Action) -> Position:
        """Move there and look at a card that lies there, and let the next one."""
        assert isinstance(action, Go)
        seat, room = self.seats[0], str(action.place)
        if game.table.place(seat) == room:
            return self._next(game)
        return self._next(look(game.tell(Moved(seat, room)), seat))


def _join(game: Position, then: Then) -> Position:
    """Let the drawer pick a room that no passage leads to yet, where there is one, and passages."""
    return game.to(Joining(then)) if _unjoined(game) and game.table.board.passages else then(game)


def _unjoined(game: Position) -> list[str]:
    board = game.table.board
    return [room.id for room in board.rooms if not board.passages_from(room.id)]


@dataclass(frozen=True, slots=True)
class Joining(Phase):
    """Pick a room to join to the secret passages for the rest of the game."""

    then: Then

    def legal(self, game: Position) -> Legal:
        """Offer every room that no passage leads to."""
        return Legal(tuple(map(Join, _unjoined(game))))

    def apply(self, game: Position, action: Action) -> Position:
        """Open the passages."""
        assert isinstance(action, Join)
        return self.then(game.tell(Joined(game.table.active, action.room)))


_EFFECTS: Mapping[Effect, Callable[[Position, Clue, Then], Position]] = {
    Effect.REVEAL: lambda game, clue, then: then(game.reveal(clue.card)),
    Effect.NAME_SUSPECT: lambda game, _clue, then: game.to(Naming(Kind.SUSPECT, then)),
    Effect.NAME_WEAPON: lambda game, _clue, then: game.to(Naming(Kind.WEAPON, then)),
    Effect.NAME_ROOM: lambda game, _clue, then: game.to(Naming(Kind.ROOM, then)),
    Effect.CHOOSE_PLAYER: lambda game, _clue, then: _choose(game, then),
    Effect.ALL_REVEAL: lambda game, _clue, then: _in_turn(
        game, Revealing, with_cards(game, _all(game)), then
    ),
    Effect.SHOW_LEFT: lambda game, _clue, then: _in_turn(
        game, ShowingLeft, with_cards(game, _all(game)), then
    ),
    Effect.ALL_MOVE: lambda game, _clue, then: _in_turn(game, Moving, _playing(game), then),
    Effect.PASSAGE: lambda game, _clue, then: _join(game, then),
}


def _playing(game: Position) -> tuple[int, ...]:
    return tuple(seat for seat in _all(game) if seat not in game.table.out)
