"""What can be done: actions, each with one text form and its exact inverse.

Players, opponents, logs, saves and tests all speak in these values.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from clue_cli.rules.model import Clue, Effect, Place, Square


class UnreadableAction(ValueError):
    """Say that a text is no action in any game."""


@dataclass(frozen=True, slots=True)
class Action:
    """Be one step of a game, by a seat or by chance; `str` gives its one text form."""

    verb: ClassVar[str] = ""
    secret: ClassVar[bool] = False
    """Whether a save seals the line, since reading it could spoil the game."""
    stream: ClassVar[str] = ""
    """Which stream of chance an outcome is drawn from; empty for what a seat does."""

    def words(self) -> tuple[str, ...]:
        """Return what follows the verb in the text form."""
        return ()

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Build the action from what follows its verb; raise ValueError or TypeError when it does not fit."""
        return cls(*words)

    def __str__(self) -> str:
        """Return the text form, of which `parse` is the exact inverse."""
        return " ".join((self.verb, *self.words()))


@dataclass(frozen=True, slots=True)
class _OnCard(Action):
    card: str

    def words(self) -> tuple[str, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class _OnCards(Action):
    cards: tuple[str, ...]

    def words(self) -> tuple[str, ...]:
        return self.cards

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        if len(words) < 2:  # a scenario has three categories at least, and a suggestion leaves the room out
            raise ValueError("too few cards")
        return cls(words)


@dataclass(frozen=True, slots=True)
class _OnPlayer(Action):
    suspect: str

    def words(self) -> tuple[str, ...]:
        return (self.suspect,)


@dataclass(frozen=True, slots=True)
class _OnPlace(Action):
    room: str

    def words(self) -> tuple[str, ...]:
        return (self.room,)


@dataclass(frozen=True, slots=True)
class Hide(_OnCard):
    """Put a card of the next category into the envelope, by chance (C-01)."""

    verb: ClassVar[str] = "hide"
    secret: ClassVar[bool] = True
    stream: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class Deal(_OnCard):
    """Give a card to the next seat, by chance (C-02)."""

    verb: ClassVar[str] = "deal"
    secret: ClassVar[bool] = True
    stream: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class TurnUp(_OnCard):
    """Lay a card face up beside the board, by chance (SG-05)."""

    verb: ClassVar[str] = "turnup"
    stream: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay a card face down in a room, by chance (C15-07)."""

    verb: ClassVar[str] = "lay"
    secret: ClassVar[bool] = True
    stream: ClassVar[str] = "deal"
    card: str
    room: str

    def words(self) -> tuple[str, ...]:
        """Return the card and the room."""
        return self.card, self.room


@dataclass(frozen=True, slots=True)
class Put(Action):
    """Stand a weapon or a suspect in a room before play begins, by chance."""

    verb: ClassVar[str] = "put"
    stream: ClassVar[str] = "deal"
    piece: str
    room: str

    def words(self) -> tuple[str, ...]:
        """Return the piece and the room."""
        return self.piece, self.room


@dataclass(frozen=True, slots=True)
class Dice(Action):
    """Let the dice fall, by chance: one number of pips a die."""

    verb: ClassVar[str] = "dice"
    stream: ClassVar[str] = "dice"
    pips: tuple[int, ...]

    def words(self) -> tuple[str, ...]:
        """Return the pips, die by die."""
        return tuple(map(str, self.pips))

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Read the pips; raise ValueError when one is not a number from 1 to 6."""
        if not words or not all(re.fullmatch("[1-6]", word) for word in words):
            raise ValueError("not dice")
        return cls(tuple(map(int, words)))


@dataclass(frozen=True, slots=True)
class DrawClue(Action):
    """Turn up the next clue card, by chance while any is unseen (C15-01)."""

    verb: ClassVar[str] = "clue"
    stream: ClassVar[str] = "clues"
    clue: Clue

    def words(self) -> tuple[str, ...]:
        """Return the effect, and the card whose holder it calls for, if it is one of those."""
        return (self.clue.effect, self.clue.card) if self.clue.card else (self.clue.effect,)

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Read the clue card; raise ValueError when its effect is none."""
        effect, *card = words
        return cls(Clue(Effect(effect), *card))


@dataclass(frozen=True, slots=True)
class Draw(_OnCard):
    """Draw a card out of the hand that is looked into, by chance (MD-08)."""

    verb: ClassVar[str] = "draw"
    secret: ClassVar[bool] = True
    stream: ClassVar[str] = "snoop"


@dataclass(frozen=True, slots=True)
class Turn(_OnCard):
    """Turn up the next card of the pile, by chance (S2-02)."""

    verb: ClassVar[str] = "turn"
    stream: ClassVar[str] = "pile"


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Throw the dice."""

    verb: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Passage(_OnPlace):
    """Take the secret passage to `room`, or to a spot (C15-08 MD-12)."""

    verb: ClassVar[str] = "passage"


@dataclass(frozen=True, slots=True)
class Go(Action):
    """Move to `place`; with a `stop`, only as far as that snoop square on a way there (MD-08)."""

    verb: ClassVar[str] = "go"
    place: Place
    stop: Square | None = None

    def words(self) -> tuple[str, ...]:
        """Return the place's id, or the square as row,column; the stop after it, if there is one."""
        return tuple(place_text(place) for place in (self.place, self.stop) if place is not None)

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Read the place and the stop; raise ValueError when the stop is no square."""
        place, *stops = map(parse_place, words)
        match stops:
            case []:
                return cls(place)
            case [(int(row), int(column))]:
                return cls(place, (row, column))
        raise ValueError("no way")


@dataclass(frozen=True, slots=True)
class Suggest(_OnCards):
    """Suggest one card of each category but the room, which is where one stands (C-08)."""

    verb: ClassVar[str] = "suggest"


@dataclass(frozen=True, slots=True)
class Show(_OnCard):
    """Show a named card to the suggester alone (C-10)."""

    verb: ClassVar[str] = "show"
    secret: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Name(_OnCard):
    """Name the card that its holder must reveal, as a clue card bids (C15-09)."""

    verb: ClassVar[str] = "name"


@dataclass(frozen=True, slots=True)
class Reveal(_OnCard):
    """Show a card of one's hand to all, as a clue card bids (C15-09)."""

    verb: ClassVar[str] = "reveal"


@dataclass(frozen=True, slots=True)
class Join(_OnPlace):
    """Join a room to the secret passages for the rest of the game, as a clue card bids (C15-09)."""

    verb: ClassVar[str] = "join"


@dataclass(frozen=True, slots=True)
class Ask(_OnPlayer):
    """Turn to one player for an answer: to a suggestion, or as a clue card bids (PA-05 C15-09)."""

    verb: ClassVar[str] = "ask"


@dataclass(frozen=True, slots=True)
class Snoop(_OnPlayer):
    """Look at one card out of a player's hand (MD-08)."""

    verb: ClassVar[str] = "snoop"


@dataclass(frozen=True, slots=True)
class Interrogate(_OnPlayer):
    """Make a player who stands in the room give a card or a forfeit (PA-06)."""

    verb: ClassVar[str] = "interrogate"


@dataclass(frozen=True, slots=True)
class Give(_OnCard):
    """Give a card of one's hand away for good (PA-06)."""

    verb: ClassVar[str] = "give"
    secret: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Yield(Action):
    """Give a forfeit in place of a card, whichever the asker picks (PA-06)."""

    verb: ClassVar[str] = "yield"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Pick a forfeit that is owed to one (PA-06 PA-07)."""

    verb: ClassVar[str] = "take"
    forfeit: str

    def words(self) -> tuple[str, ...]:
        """Return the forfeit."""
        return (self.forfeit,)


@dataclass(frozen=True, slots=True)
class Accuse(_OnCards):
    """Accuse: one card of each category, the final claim (C-12)."""

    verb: ClassVar[str] = "accuse"


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn."""

    verb: ClassVar[str] = "end"


VERBS: Mapping[str, type[Action]] = {
    kind.verb: kind
    for kind in (
        *(Hide, Deal, TurnUp, Lay, Put, Dice, DrawClue, Draw, Turn),
        *(Roll, Passage, Go, Suggest, Show, Accuse, End),
        *(Name, Reveal, Join, Ask, Snoop, Interrogate, Give, Yield, Take),
    )
}
"""Each kind of action by the word with which its text begins."""

_WORD = re.compile(r"[a-z0-9][a-z0-9,_-]*")
_SQUARE = re.compile(r"(0|[1-9][0-9]{0,2}),(0|[1-9][0-9]{0,2})")


def parse(text: str) -> Action:
    """Read one action from its text form; raise UnreadableAction when it is none."""
    verb, *words = text.split(" ")
    if verb not in VERBS or not all(map(_WORD.fullmatch, words)):
        raise UnreadableAction(text)
    try:
        return VERBS[verb].of(tuple(words))
    except (TypeError, ValueError) as fault:
        raise UnreadableAction(text) from fault


def place_text(place: Place) -> str:
    """Write a place: a room's id as it is, a square as row,column."""
    return place if isinstance(place, str) else f"{place[0]},{place[1]}"


def parse_place(text: str) -> Place:
    """Read a place; the exact inverse of `place_text`."""
    square = _SQUARE.fullmatch(text)
    return (int(square[1]), int(square[2])) if square else text
