"""Interrogation: a player met in the room one enters gives a card, for good, or a forfeit. Rule: PA-06."""

from dataclasses import dataclass, replace

from clue_cli.rules.actions import (
    Action,
    Give,
    Interrogate,
    Yield,
)
from clue_cli.rules.closing import close, others, pay
from clue_cli.rules.events import Gave, Interrogated, Yielded
from clue_cli.rules.legal import Legal
from clue_cli.rules.options import Interrogation
from clue_cli.rules.position import Phase, Position


def interrogate(game: Position) -> Position:
    """Go on to pick somebody who stands here and can give something, or else end the turn. Rule: PA-08."""
    if game.scenario.rules.suggest_interrogation is Interrogation.NONE or not _met(game):
        return close(game)
    return game.to(Interrogating())


def _met(game: Position) -> list[int]:
    """List the other players in the active player's room who have a card or a forfeit."""
    table = game.table
    here = table.place(table.active)
    return [
        seat
        for seat in others(game, table.active)
        if table.place(seat) == here and (game.hands[seat] or table.forfeits[table.seats[seat]])
    ]


@dataclass(frozen=True, slots=True)
class Interrogating(Phase):
    """Pick one of the players who stand here."""

    def legal(self, game: Position) -> Legal:
        """Offer those who can give something."""
        return Legal(tuple(Interrogate(game.table.seats[seat]) for seat in _met(game)))

    def apply(self, game: Position, action: Action) -> Position:
        """Put the choice to that player."""
        assert isinstance(action, Interrogate)
        of = game.table.seat_of(action.suspect)
        return game.tell(Interrogated(game.table.active, of)).to(Answering(of))


@dataclass(frozen=True, slots=True)
class Answering(Phase):
    """Give a card or a forfeit. Rules: PA-06 PA-08."""

    by: int

    def seat(self, _game: Position) -> int | None:
        """Let the player who was picked act."""
        return self.by

    def legal(self, game: Position) -> Legal:
        """Offer each card in hand, and a forfeit where one is left."""
        cards = tuple(Give(card) for card in game.scenario.cards if card in game.hands[self.by])
        return Legal(cards, (Yield(),) if game.table.forfeits[game.table.seats[self.by]] else ())

    def apply(self, game: Position, action: Action) -> Position:
        """Let the card change hands unseen by the others, or let the asker pick a forfeit."""
        to = game.table.active
        if isinstance(action, Yield):
            return pay(game.tell(Yielded(self.by)), self.by, (to,), close)
        assert isinstance(action, Give)
        # the giver loses the card and the asker gets it
        hands = tuple(
            hand ^ {action.card} if seat in (self.by, to) else hand for seat, hand in enumerate(game.hands)
        )
        gave = Gave(self.by, to, action.card)
        game = replace(game, hands=hands).tell_apart(gave, replace(gave, card=None), frozenset({self.by, to}))
        return close(game)
