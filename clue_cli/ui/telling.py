"""Tell events in words: one line a turn, as one seat saw it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clue_cli.rules.actions import place_text
from clue_cli.rules.events import (
    Accused,
    Called,
    Carried,
    CaseSeen,
    Cleared,
    ClueDrawn,
    Contended,
    Dealt,
    Ended,
    Event,
    Gave,
    Interrogated,
    Joined,
    Laid,
    Looked,
    Moved,
    Named,
    OffScript,
    Paid,
    Passed,
    PutOut,
    Reshuffled,
    Revealed,
    Rolled,
    Said,
    SetAside,
    Shown,
    Snooped,
    Stuck,
    Suggested,
    Taken,
    TookPassage,
    TurnBegan,
    TurnedUp,
    Uncovered,
    Unheld,
    Unrefuted,
    Walked,
    Yielded,
)
from clue_cli.rules.model import Clue, Effect, Game, Place, Scenario, Text
from clue_cli.rules.solitaire import DETECTIVES
from clue_cli.words import _, language

_MINDS: Mapping[str, str] = {
    "novice": _("novice"),
    "careful": _("careful"),
    "sleuth": _("sleuth"),
    "expert": _("expert"),
}


@dataclass(slots=True)
class _Line:
    """Gather what is told of one turn."""

    head: str
    parts: list[str] = field(default_factory=list)
    text: str = ""  # of a tale, told as it is

    def __str__(self) -> str:
        if self.text:
            return self.text
        told = _("; ").join(self.parts)
        return f"{self.head} {told}." if self.head else raised(f"{told}.")


def mind_name(mind: str) -> str:
    """Return the name of a mind in the player's language, its id where it has none: scores can be forged."""
    return _MINDS.get(mind, mind)


def token_name(token: str) -> str:
    """Return the name of a token that is on no card: the detective's, or a rival's (S1-07)."""
    number = DETECTIVES.index(token)
    if not number:
        return _("Detective")
    return _("Rival") if number == 1 else _("Rival {n}").format(n=number)


class Teller:
    """Put names to what one seat sees; `seats` holds the token of each seat, `me` is the seat told.

    Players who are called otherwise than the suspects of their tokens are `named` in seat order.
    """

    def __init__(self, scenario: Scenario, seats: Sequence[str], me: int, named: Sequence[str] = ()) -> None:
        self._scenario = scenario
        self._seats = seats
        self._me = me
        self._named = named
        self._rooms = scenario.board.room_ids
        cards = {card.id: card.name for card in scenario.cards.values()}
        forfeits = {forfeit.id: forfeit.name for forfeit in scenario.forfeits}
        names = scenario.board.places | cards | forfeits
        self._names = {token: token_name(token) for token in seats if token in DETECTIVES}
        self._names |= {thing: name.within(language()) for thing, name in names.items()}

    def name(self, thing: str) -> str:
        """Return the name of a card, a forfeit, or a place that has one."""
        return self._names[thing]

    def names(self, things: Iterable[str]) -> str:
        """Return the names, with commas between them."""
        return ", ".join(map(self.name, things))

    def place(self, place: Place) -> str:
        """Return the name of a place, or a square as row,column."""
        return self.name(place) if isinstance(place, str) else place_text(place)

    def player(self, seat: int) -> str:
        """Return who plays `seat`: "you", or the suspect's name, or the player's where there is one."""
        if seat == self._me:
            return _("you")
        return self._named[seat] if self._named else self.name(self._seats[seat])

    def opponent(self, seat: int, mind: str) -> str:
        """Return who plays `seat` with a mind of that name."""
        return f"{self.player(seat)} ({mind_name(mind)})"

    def shares(self, held: Mapping[int, int]) -> str:
        """Return who holds how many cards; `held` counts them by seat."""
        return ", ".join(f"{self.player(seat)} {held.get(seat, 0)}" for seat in range(len(self._seats)))

    def lines(self, history: Sequence[Event], since: int = 0) -> list[str]:
        """Tell the events from number `since` on, those of one turn in one line."""
        turned = [event.card for event in history[since:] if isinstance(event, TurnedUp)]
        laid = [event.room for event in history[since:] if isinstance(event, Laid)]
        hands = self._hands(history[since:])
        apart = ((_("Face up:"), turned), (_("A card was hidden in:"), laid), *hands.items())
        told = [_Line(heading, [self.names(things)]) for heading, things in apart if things]
        throws = [event for event in history[since:] if isinstance(event, Contended)]
        if throws:
            parts = [f"{self.player(throw.seat)} {sum(throw.pips)}" for throw in throws]
            told.append(_Line(_("Throws for the first turn:"), parts))
        head, right = "", False
        new_turn = True
        for number, event in enumerate(history):
            if isinstance(event, TurnBegan):
                head = _("{turn}. {player}:").format(turn=event.turn, player=raised(self.player(event.seat)))
                new_turn = True
            elif isinstance(event, Ended):
                head, new_turn = "", True
            if isinstance(event, Accused):
                right = event.right
            if isinstance(event, Said) and number >= since:
                told.append(_Line("", text=self.words(event)))
                new_turn = True
                continue
            words = self.words(event) if number >= since else ""
            if isinstance(event, Ended) and number >= since:
                words = self._ending(event, right=right) if event.case else self._done(event, history)
            if not words:
                continue
            if new_turn:
                told.append(_Line(head))
                new_turn = False
            told[-1].parts.append(words)
        return [str(line) for line in told]

    def _hands(self, history: Sequence[Event]) -> dict[str, list[str]]:
        """Return the cards told to have been dealt, by whose they are: all players' where all is told."""
        hands: dict[str, list[str]] = {}
        for event in history:
            if isinstance(event, Dealt) and event.card:
                hands.setdefault(self._whose(event.seat), []).append(event.card)
        return hands

    def _whose(self, seat: int) -> str:
        return _("Your cards:") if seat == self._me else _("{player} holds:").format(player=self.player(seat))

    def words(self, event: Event) -> str:
        """Tell one event as part of the line of its turn; "" where nothing is told of it."""
        for tell in (
            self._tale,
            self._moving,
            self._fetching,
            self._following,
            self._answer,
            self._accusing,
            self._owing,
        ):
            if words := tell(event):
                return words
        return ""

    def _tale(self, event: Event) -> str:
        """Tell what the scenario itself tells, or does."""
        match event:
            case Said(texts):
                return Text(texts).within(language())
            case Carried(weapon, room):
                words = _("{weapon} is now in the {room}")
                return words.format(weapon=self.name(weapon), room=self.name(room))
            case Uncovered(room, card):
                words = _("the card in the {room} was turned up: {card}")
                return words.format(room=self.name(room), card=self.name(card))
        return ""

    def _moving(self, event: Event) -> str:
        """Tell how tokens came to where they are."""
        match event:
            case Rolled(_seat, pips):
                return _("rolled {roll}").format(roll="+".join(map(str, pips)))
            case Walked(_seat, place, way):
                return self._walked(place, way)
            case TookPassage(_seat, place):
                words = _("took the secret passage to the {room}")
                return words.format(room=self.name(place))
            case Moved(seat, room):
                words = _("{player} moved to the {room}")
                return words.format(player=self.player(seat), room=self.name(room))
            case Stuck():
                return _("could not move")
            case OffScript(seat, ""):
                return _("{player} came to the end of the script").format(player=self.player(seat))
            case OffScript(seat, line):
                words = _("{player} left the script, as “{line}” could not be done")
                return words.format(player=self.player(seat), line=line)
            case Cleared(seat, room):
                words = _("{player} made way into the {room}")
                return words.format(player=self.player(seat), room=self.name(room))
            case Taken(_seat, card):
                return _("took {card}").format(card=self.name(card))
        return ""

    def _fetching(self, event: Event) -> str:
        """Tell what is called for on errands."""
        match event:
            case Called(card):
                return _("turned up {card}").format(card=self.name(card))
            case SetAside(card):
                return _("set {card} aside").format(card=self.name(card))
            case Reshuffled():
                return _("shuffled the cards set aside")
        return ""

    def _walked(self, place: Place, way: Sequence[Place]) -> str:
        """Tell a walk: where to, and the rooms and spots that were crossed on the way (MD-05)."""
        words = _("entered the {place}") if place in self._rooms else _("walked to {place}")
        crossed = [step for step in way[:-1] if isinstance(step, str)]
        if crossed:
            words += _(" by way of {places}").format(places=self.names(crossed))
        return words.format(place=self.place(place))

    def _following(self, event: Event) -> str:
        """Tell a clue card and what came of it."""
        match event:
            case ClueDrawn(_seat, clue):
                return _("drew a clue card: “{words}”").format(words=self.clue(clue))
            case Named(_seat, card):
                return _("named {card}").format(card=self.name(card))
            case Revealed(seat, card):
                words = _("{player} revealed the card {card}")
                return words.format(player=self.player(seat), card=self.name(card))
            case Unheld(card):
                return _("no player holds {card}").format(card=self.name(card))
            case Joined(_seat, room):
                words = _("joined the {room} to the secret passages")
                return words.format(room=self.name(room))
        return ""

    def clue(self, clue: Clue) -> str:
        """Return what a clue card says."""
        return {
            Effect.REVEAL: _("whoever holds {card} reveals it"),
            Effect.NAME_SUSPECT: _("name a suspect; whoever holds the card reveals it"),
            Effect.NAME_WEAPON: _("name a weapon; whoever holds the card reveals it"),
            Effect.NAME_ROOM: _("name a room; whoever holds the card reveals it"),
            Effect.CHOOSE_PLAYER: _("choose a player, who reveals a card"),
            Effect.ALL_REVEAL: _("every player reveals a card"),
            Effect.SHOW_LEFT: _("every player shows a card to the next player on the left"),
            Effect.ALL_MOVE: _("every player moves to a room of their choice"),
            Effect.PASSAGE: _("choose a room that joins the secret passages for the rest of the game"),
        }[clue.effect].format(card=self.name(clue.card) if clue.card else "")

    def _answer(self, event: Event) -> str:
        """Tell what came of looking at cards, or of a suggestion: the answer says who was asked."""
        match event:
            case Suggested(_seat, cards):
                return _("suggested {cards}").format(cards=self.names(cards))
            case Looked(seat, room, None):
                words = _("{player} looked at the card in the {room}")
                return words.format(player=self.player(seat), room=self.name(room))
            case Looked(seat, room, str(card)):
                words = _("{player} looked at the card in the {room}: {card}")
                return words.format(player=self.player(seat), room=self.name(room), card=self.name(card))
            case Snooped(_seat, of, None):
                return _("looked at a card of {player}").format(player=self.player(of))
            case Snooped(_seat, of, str(card)):
                mine, theirs = (
                    _("looked at one of your cards: {card}"),
                    _("looked at a card of {player}: {card}"),
                )
                words = mine if of == self._me else theirs
                return words.format(player=self.player(of), card=self.name(card))
            case Passed(seat, cards) if len(cards) == len(self._scenario.categories):
                # some of the cards named: their holder has just revealed the others
                return _("{player} could not show").format(player=self.player(seat))
            case Shown(seat, to, _cards, None):
                words = _("{player} showed a card to {to}")
                return words.format(player=self.player(seat), to=self.player(to))
            case Shown(seat, to, _cards, str(card)):
                words = _("{player} showed {to} the card {card}")
                return words.format(player=self.player(seat), to=self.player(to), card=self.name(card))
            case Unrefuted():
                return _("nobody could show a card")
        return ""

    def _accusing(self, event: Event) -> str:
        """Tell an accusation and what it led to."""
        match event:
            case Accused(_seat, cards, right):
                words = _("accused {cards}: right") if right else _("accused {cards}: wrong")
                return words.format(cards=self.names(cards))
            case PutOut():
                return _("out of the game")
            case CaseSeen(_seat, cards):
                return _("the envelope holds {cards}").format(cards=self.names(cards))
        return ""

    def _owing(self, event: Event) -> str:
        """Tell an interrogation, and forfeits; who parts with one has just accused, or chosen to."""
        match event:
            case Interrogated(_seat, of):
                return _("interrogated {player}").format(player=self.player(of))
            case Gave(seat, to, None):
                words = _("{player} gave a card to {to}")
                return words.format(player=self.player(seat), to=self.player(to))
            case Gave(seat, to, str(card)):
                words = _("{player} gave {to} the card {card}")
                return words.format(player=self.player(seat), to=self.player(to), card=self.name(card))
            case Yielded(seat):
                return _("{player} gave a forfeit instead").format(player=self.player(seat))
            case Paid(_seat, to, forfeit):
                words = _("{to} took {forfeit}")
                return words.format(to=self.player(to), forfeit=self.name(forfeit))
        return ""

    def _ending(self, event: Ended, *, right: bool) -> str:
        """Tell how the game ended and what the case was; `right` is whether the last accusation was."""
        if event.winner is None:
            who = _("Nobody was right and the murderer slips away")
        elif right:
            who = _("{player} solved the case").format(player=raised(self.player(event.winner)))
        else:
            who = _("Won by the last one in the game, {player}").format(player=self.player(event.winner))
        return _("{who}: it was {cards}").format(who=who, cards=self.names(event.case))

    def _done(self, event: Ended, history: Iterable[Event]) -> str:
        """Tell how a solitaire ended; of a race, who holds how many cards and who won (S1-07)."""
        if self._scenario.game is Game.ERRANDS:
            return _("Every errand is done")
        if len(self._seats) == 1:
            return _("Every card is collected")
        held = self.shares(Counter(event.seat for event in history if isinstance(event, Taken)))
        if event.winner is None:
            return _("Every card is collected ({held}): a tie, which nobody wins").format(held=held)
        words = _("Every card is collected ({held}): the race is won by {player}")
        return words.format(held=held, player=self.player(event.winner))


def raised(words: str) -> str:
    """Begin with a capital, as a sentence does."""
    return words[:1].upper() + words[1:]
