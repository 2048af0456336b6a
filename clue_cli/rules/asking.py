"""What a room is entered for: looking at a card that lies there, suggesting, and the answers."""

from dataclasses import dataclass, replace

from clue_cli.rules.actions import (
    Action,
    Ask,
    End,
    Show,
    Suggest,
)
from clue_cli.rules.closing import accusations, close, end, others
from clue_cli.rules.events import Asked, Dragged, Looked, Passed, Shown, Suggested, Unrefuted
from clue_cli.rules.interrogating import interrogate
from clue_cli.rules.legal import Claims, Legal
from clue_cli.rules.model import Kind
from clue_cli.rules.options import Asked as Answers
from clue_cli.rules.position import Phase, Position


def scene(game: Position) -> str | None:
    """Return the room in which the active token stands and can suggest; None elsewhere (C-08)."""
    place = game.table.place(game.table.active)
    return place if isinstance(place, str) and place in game.scenario.ids(Kind.ROOM) else None


def look(game: Position, seat: int) -> Position:
    """Let a seat look at the card that lies face down in the room it came into, if one does. Rule: C15-07."""
    room = game.table.place(seat)
    if not isinstance(room, str) or room not in game.table.hidden:
        return game
    looked = Looked(seat, room, game.laid[room])
    return game.tell_apart(looked, replace(looked, card=None), frozenset({seat}))


def enter(game: Position) -> Position:
    """Go on to the suggestion where one can be made, else end the turn. Rule: CL-06."""
    return game.to(Asking()) if scene(game) else close(game)


@dataclass(frozen=True, slots=True)
class Asking(Phase):
    """Suggest in the room just reached, or leave it where one may. Rules: C-08 C-09 C-11 CL-06 PA-05."""

    def legal(self, game: Position) -> Legal:
        """Offer every suggestion with this room, or none."""
        none = () if game.scenario.rules.suggest_required else (End(),)
        return Legal(suggestions(game), accusations(game, closing=True), none)

    def apply(self, game: Position, action: Action) -> Position:
        """Ask the others, or end the turn without."""
        return suggest(game, action.cards) if isinstance(action, Suggest) else end(game, action)


def suggestions(game: Position) -> Claims:
    """Return every suggestion: one card of each category but the room."""
    return Claims(Suggest, tuple(c.ids for c in game.scenario.categories if c.kind is not Kind.ROOM))


def suggest(game: Position, cards: tuple[str, ...]) -> Position:
    """Name the cards with the room one is in, drag what is named there, and ask. Rules: C-08 MD-09."""
    seat, room = game.table.active, scene(game)
    assert room
    rest = iter(cards)
    kinds = (category.kind for category in game.scenario.categories)
    named = tuple(room if kind is Kind.ROOM else next(rest) for kind in kinds)
    game = game.tell(Suggested(seat, named))
    if game.scenario.rules.suggest_drags:
        game = _drag(game, cards, room)
    match game.scenario.rules.suggest_asked:
        case Answers.FIRST_TO_SHOW:
            return _ask(game, named, others(game, seat), everyone=False)
        case Answers.EVERYONE:
            return _ask(game, named, others(game, seat), everyone=True)
        case Answers.CHOSEN_PLAYER:
            return game.to(Choosing(named))


def _drag(game: Position, pieces: tuple[str, ...], room: str) -> Position:
    for piece in pieces:
        if game.table.whereabouts(piece) != room:
            game = game.tell(Dragged(piece, room))
    return game


def _ask(game: Position, named: tuple[str, ...], queue: tuple[int, ...], *, everyone: bool) -> Position:
    """Ask the seats of `queue` in turn, until one shows or until all have answered. Rules: CL-08 MD-10."""
    for place, seat in enumerate(queue, 1):
        if game.hands[seat] & set(named):
            return game.to(Refuting(seat, named, queue[place:] if everyone else ()))
        game = game.tell(Passed(seat, named))
    if not game.table.refuted:
        game = game.tell(Unrefuted(game.table.active, named))
    return interrogate(game)


@dataclass(frozen=True, slots=True)
class Choosing(Phase):
    """Choose the one player who answers, wherever that one is. Rule: PA-05."""

    named: tuple[str, ...]

    def legal(self, game: Position) -> Legal:
        """Offer every other player."""
        return Legal(tuple(Ask(game.table.seats[seat]) for seat in others(game, game.table.active)))

    def apply(self, game: Position, action: Action) -> Position:
        """Let that player show a card, or say that there is none to show."""
        assert isinstance(action, Ask)
        of = game.table.seat_of(action.suspect)
        game = game.tell(Asked(game.table.active, of))
        if game.hands[of] & set(self.named):
            return game.to(Refuting(of, self.named, ()))
        return interrogate(game.tell(Passed(of, self.named)))


@dataclass(frozen=True, slots=True)
class Refuting(Phase):
    """Show one of the named cards, to the suggester alone; then `queue` is asked. Rules: C-10 CL-08 MD-10."""

    by: int
    named: tuple[str, ...]
    queue: tuple[int, ...]

    def seat(self, _game: Position) -> int | None:
        """Let the player asked act, out or not (C-12)."""
        return self.by

    def legal(self, game: Position) -> Legal:
        """Offer the named cards in hand."""
        return Legal(tuple(Show(card) for card in self.named if card in game.hands[self.by]))

    def apply(self, game: Position, action: Action) -> Position:
        """Show the card; others learn only that one was shown."""
        assert isinstance(action, Show)
        to = game.table.active
        shown = Shown(self.by, to, self.named, action.card)
        game = game.tell_apart(shown, replace(shown, card=None), frozenset({self.by, to}))
        return _ask(game, self.named, self.queue, everyone=True)
