"""Tell events in words: one line a turn, as one seat saw it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from clue_cli.rules.actions import place_text
from clue_cli.rules.events import (
    Accused,
    CaseSeen,
    Cleared,
    Dealt,
    Ended,
    Event,
    Laid,
    Looked,
    Passed,
    Rolled,
    Shown,
    Stuck,
    Suggested,
    Taken,
    TookPassage,
    TurnBegan,
    TurnedUp,
    Unrefuted,
    Walked,
)
from clue_cli.rules.model import Place, Scenario
from clue_cli.words import _, language


@dataclass(slots=True)
class _Line:
    """Gather what is told of one turn."""

    head: str
    parts: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = _("; ").join(self.parts)
        return f"{self.head} {told}.".lstrip()


class Teller:
    """Put names to what one seat sees; `seats` holds the token of each seat, `me` is the seat told."""

    def __init__(self, scenario: Scenario, seats: Sequence[str], me: int) -> None:
        self._scenario = scenario
        self._seats = seats
        self._me = me
        names = scenario.board.places | {card.id: card.name for card in scenario.cards.values()}
        self._names = {thing: name.within(language()) for thing, name in names.items()}

    def name(self, thing: str) -> str:
        """Return the name of a card, a room or the middle of the board."""
        return self._names[thing]

    def names(self, things: Iterable[str]) -> str:
        """Return the names, with commas between them."""
        return ", ".join(map(self.name, things))

    def place(self, place: Place) -> str:
        """Return the name of a room, or a square as row,column."""
        return self.name(place) if isinstance(place, str) else place_text(place)

    def player(self, seat: int) -> str:
        """Return who plays `seat`: "you", or the suspect's name."""
        return _("you") if seat == self._me else self.name(self._seats[seat])

    def lines(self, history: Sequence[Event], since: int = 0) -> list[str]:
        """Tell the events from number `since` on, those of one turn in one line."""
        hand = [event.card for event in history[since:] if isinstance(event, Dealt) and event.card]
        turned = [event.card for event in history[since:] if isinstance(event, TurnedUp)]
        laid = [event.room for event in history[since:] if isinstance(event, Laid)]
        apart = ((_("Face up:"), turned), (_("A card lies hidden in:"), laid), (_("Your cards:"), hand))
        told = [_Line(heading, [self.names(things)]) for heading, things in apart if things]
        head = ""
        new_turn = True
        for number, event in enumerate(history):
            if isinstance(event, TurnBegan):
                head = _("{turn}. {player}:").format(turn=event.turn, player=_raised(self.player(event.seat)))
                new_turn = True
            elif isinstance(event, Ended):
                head, new_turn = "", True
            words = self._words(event) if number >= since else ""
            if not words:
                continue
            if new_turn:
                told.append(_Line(head))
                new_turn = False
            told[-1].parts.append(words)
        return [str(line) for line in told]

    def _words(self, event: Event) -> str:
        match event:
            case Rolled(_seat, pips):
                return _("rolled {roll}").format(roll="+".join(map(str, pips)))
            case Walked(_seat, place):
                return (
                    _("entered the {place}") if isinstance(place, str) else _("walked to {place}")
                ).format(place=self.place(place))
            case TookPassage(_seat, room):
                return _("took the secret passage to the {room}").format(room=self.name(room))
            case Stuck():
                return _("could not move")
            case Suggested(_seat, cards):
                return _("suggested {cards}").format(cards=self.names(cards))
            case Taken(_seat, card):
                return _("took {card}").format(card=self.name(card))
            case Looked(seat, room, None):
                words = _("{player} looked at the card in the {room}")
                return words.format(player=self.player(seat), room=self.name(room))
            case Looked(seat, room, str(card)):
                words = _("{player} looked at the card in the {room}: {card}")
                return words.format(player=self.player(seat), room=self.name(room), card=self.name(card))
            case Cleared(seat, room):
                return _("{player} made way into the {room}").format(
                    player=self.player(seat), room=self.name(room)
                )
            case Ended(winner, case):
                return self.ending(winner, case)
        return self._answer(event)

    def _answer(self, event: Event) -> str:
        """Tell what came of a suggestion or an accusation."""
        match event:
            case Passed(seat):
                return _("{player} could not show").format(player=self.player(seat))
            case Shown(seat, to, _cards, None):
                return _("{player} showed a card to {to}").format(
                    player=self.player(seat), to=self.player(to)
                )
            case Shown(seat, to, _cards, str(card)):
                return _("{player} showed {card} to {to}").format(
                    player=self.player(seat), to=self.player(to), card=self.name(card)
                )
            case Unrefuted():
                return _("nobody could show a card")
            case Accused(_seat, cards, right):
                return (
                    _("accused {cards}: right") if right else _("accused {cards}: wrong, and is out")
                ).format(cards=self.names(cards))
            case CaseSeen(_seat, cards):
                return _("the envelope holds {cards}").format(cards=self.names(cards))
        return ""

    def ending(self, winner: int | None, case: tuple[str, ...]) -> str:
        """Tell how the game ended and what the case was."""
        if not case:
            return _("Every card is collected")
        if winner is None:
            who = _("Nobody was right and the murderer slips away")
        else:
            who = _("{player} solved the case").format(player=_raised(self.player(winner)))
        return _("{who}: it was {cards}").format(who=who, cards=self.names(case))


def _raised(words: str) -> str:
    """Begin with a capital, as a sentence does."""
    return words[:1].upper() + words[1:]
