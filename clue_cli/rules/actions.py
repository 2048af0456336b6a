"""What can be done: actions, each with one text form and its exact inverse, and sets of open ones.

Players, opponents, logs, saves and tests all speak in these values.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product
from typing import ClassVar, Self, TypeVar

from clue_cli.rules.model import Place


class UnreadableAction(ValueError):
    """Say that a text is no action in any game."""


class IllegalAction(ValueError):
    """Say that an action is not open in this state."""


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
class Roll(Action):
    """Throw the dice."""

    verb: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Passage(Action):
    """Take the secret passage to `room` (C15-08)."""

    verb: ClassVar[str] = "passage"
    room: str

    def words(self) -> tuple[str, ...]:
        """Return the room."""
        return (self.room,)


@dataclass(frozen=True, slots=True)
class Go(Action):
    """Walk to `place` with the roll."""

    verb: ClassVar[str] = "go"
    place: Place

    def words(self) -> tuple[str, ...]:
        """Return the room's id, or the square as row,column."""
        return (place_text(self.place),)

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Read the place."""
        (word,) = words
        return cls(parse_place(word))


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
class Accuse(_OnCards):
    """Accuse: one card of each category, the final claim (C-12)."""

    verb: ClassVar[str] = "accuse"


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn."""

    verb: ClassVar[str] = "end"


_VERBS: Mapping[str, type[Action]] = {
    kind.verb: kind
    for kind in (Hide, Deal, TurnUp, Lay, Put, Dice, Roll, Passage, Go, Suggest, Show, Accuse, End)
}
_WORD = re.compile(r"[a-z0-9][a-z0-9,_-]*")
_SQUARE = re.compile(r"(0|[1-9][0-9]{0,2}),(0|[1-9][0-9]{0,2})")


def parse(text: str) -> Action:
    """Read one action from its text form; raise UnreadableAction when it is none."""
    verb, *words = text.split(" ")
    if verb not in _VERBS or not all(map(_WORD.fullmatch, words)):
        raise UnreadableAction(text)
    try:
        return _VERBS[verb].of(tuple(words))
    except (TypeError, ValueError) as fault:
        raise UnreadableAction(text) from fault


def stream_of(line: str) -> str:
    """Return the stream of chance of the action whose text form `line` is."""
    return _VERBS[line.partition(" ")[0]].stream


def place_text(place: Place) -> str:
    """Write a place: a room's id as it is, a square as row,column."""
    return place if isinstance(place, str) else f"{place[0]},{place[1]}"


def parse_place(text: str) -> Place:
    """Read a place; the exact inverse of `place_text`."""
    square = _SQUARE.fullmatch(text)
    return (int(square[1]), int(square[2])) if square else text


Claim = Suggest | Accuse
_A = TypeVar("_A", bound=Action)


class Claims(Collection[Claim]):
    """Hold all suggestions or accusations without listing them: one card of each group."""

    def __init__(self, kind: type[Suggest] | type[Accuse], groups: tuple[tuple[str, ...], ...]) -> None:
        """Make the claims of `kind` (Suggest or Accuse) that take one card of each of `groups`."""
        self.kind = kind
        self.groups = groups

    def __contains__(self, action: object) -> bool:
        """Tell whether `action` is one of these claims."""
        return (
            isinstance(action, self.kind)
            and len(action.cards) == len(self.groups)
            and all(card in group for card, group in zip(action.cards, self.groups, strict=True))
        )

    def __iter__(self) -> Iterator[Claim]:
        """Go through the claims, the last group's cards fastest."""
        return map(self.kind, product(*self.groups))

    def __len__(self) -> int:
        """Count the claims."""
        count = 1
        for group in self.groups:
            count *= len(group)
        return count


class Legal(Collection[Action]):
    """Offer the open actions: truth, membership and iteration, listed only when gone through."""

    def __init__(self, *parts: Collection[Action]) -> None:
        """Join the parts, in the order in which they are offered."""
        self.parts = tuple(part for part in parts if part)

    def __contains__(self, action: object) -> bool:
        """Tell whether `action` is open."""
        return any(action in part for part in self.parts)

    def __iter__(self) -> Iterator[Action]:
        """Go through every open action."""
        return chain.from_iterable(self.parts)

    def __len__(self) -> int:
        """Count the open actions."""
        return sum(map(len, self.parts))

    def of(self, kind: type[_A]) -> list[_A]:
        """List the open actions of that kind; claims are not listed."""
        listed = chain.from_iterable(part for part in self.parts if not isinstance(part, Claims))
        return [action for action in listed if isinstance(action, kind)]

    def claims(self, kind: type[Claim]) -> Claims | None:
        """Return the open claims of that kind (Suggest or Accuse), if there are any."""
        return next((part for part in self.parts if isinstance(part, Claims) and part.kind is kind), None)
