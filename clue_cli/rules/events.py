"""What happened, as the seats it is addressed to may know it.

An event that only some seats may know in full is told twice: open to them, covered to the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from clue_cli.rules.model import Clue, Place

ONLOOKER = -1
"""The seat of somebody who watches and is told only what everybody is told."""


@dataclass(frozen=True, slots=True)
class Event:
    """Tell one thing that happened, as the seats it is addressed to may know it."""

    reveals: ClassVar[bool] = False
    """Whether it brought chance or a hidden card into the open, so that it can't be taken back."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """Tell that `seat` got a card; `card` is None to everybody else (C-02)."""

    reveals: ClassVar[bool] = True
    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """Tell that a card lies face up beside the board, known to all (SG-05)."""

    reveals: ClassVar[bool] = True
    card: str


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """Tell that some card lies face down in `room` (C15-07)."""

    reveals: ClassVar[bool] = True
    room: str


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """Tell that `seat` looked at the card that lies in `room`; None to everybody else (C15-07)."""

    reveals: ClassVar[bool] = True
    seat: int
    room: str
    card: str | None


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """Tell that a weapon or a suspect was stood in a room before play."""

    reveals: ClassVar[bool] = True
    piece: str
    room: str


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """Tell that turn number `turn` (from 1) is that of `seat`."""

    turn: int
    seat: int


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Tell the dice."""

    reveals: ClassVar[bool] = True
    seat: int
    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Contended(Event):
    """Tell what a seat threw for the first turn (MD-03)."""

    reveals: ClassVar[bool] = True
    seat: int
    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClueDrawn(Event):
    """Tell the clue card that a seat turned up (C15-01)."""

    reveals: ClassVar[bool] = True
    seat: int
    clue: Clue


@dataclass(frozen=True, slots=True)
class Named(Event):
    """Tell the card that a seat wants revealed (C15-09)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """Tell that `seat` showed a card of its hand to all (C15-09 PA-07)."""

    reveals: ClassVar[bool] = True
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Unheld(Event):
    """Tell that no player holds the card called for (C15-10)."""

    reveals: ClassVar[bool] = True
    card: str


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """Tell that a clue card moved a seat's token to `room`, by that player's choice (C15-09)."""

    seat: int
    room: str


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Tell that a seat joined `room` to the secret passages (C15-09)."""

    seat: int
    room: str


@dataclass(frozen=True, slots=True)
class Walked(Event):
    """Tell that a seat's token moved to `place`; `way` holds each step of it, `place` the last."""

    seat: int
    place: Place
    way: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Snooped(Event):
    """Tell that `seat` looked at a card of `of`; `card` is None to all but these two (MD-08)."""

    reveals: ClassVar[bool] = True
    seat: int
    of: int
    card: str | None


@dataclass(frozen=True, slots=True)
class TookPassage(Event):
    """Tell that a seat's token took a secret passage to `room`, or to a spot."""

    seat: int
    room: str


@dataclass(frozen=True, slots=True)
class Stuck(Event):
    """Tell that a seat's token could not move at all (C-06)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Suggested(Event):
    """Tell a suggestion, the room included (C-08)."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dragged(Event):
    """Tell that a suggestion moved a token or a weapon to `room`, from elsewhere (C-08)."""

    piece: str
    room: str


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """Tell that a seat turned to the player `of` for an answer (PA-05 C15-09)."""

    seat: int
    of: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """Tell that `seat` holds none of the cards named (C-10)."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """Tell that `seat` showed `to` one of `cards`; `card` is None to everybody else (C-10).

    No `cards` are named where any card of the hand could be shown (C15-09).
    """

    reveals: ClassVar[bool] = True
    seat: int
    to: int
    cards: tuple[str, ...]
    card: str | None


@dataclass(frozen=True, slots=True)
class Unrefuted(Event):
    """Tell that nobody could show `seat` any of `cards`."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Interrogated(Event):
    """Tell that a seat makes the player `of`, met in the room, give a card or a forfeit (PA-06)."""

    seat: int
    of: int


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """Tell that `seat` gave a card to `to`, for good; `card` is None to everybody else (PA-06)."""

    reveals: ClassVar[bool] = True
    seat: int
    to: int
    card: str | None


@dataclass(frozen=True, slots=True)
class Yielded(Event):
    """Tell that a seat gives a forfeit rather than a card (PA-06)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Tell that `seat` parted with a forfeit, which `to` picked (PA-06 PA-07)."""

    seat: int
    to: int
    forfeit: str


@dataclass(frozen=True, slots=True)
class Accused(Event):
    """Tell an accusation and whether it was right (C-12)."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class PutOut(Event):
    """Tell that a seat has no more turns, but goes on refuting (C-12)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CaseSeen(Event):
    """Tell a wrong accuser, alone, what the envelope holds (C-12)."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """Tell that the token of a seat put out made way into the room whose door it blocked (CL-10)."""

    seat: int
    room: str


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """Tell that a card was collected, or fetched (S1-05 S2-03)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Called(Event):
    """Tell the card turned up from the pile, which is to be fetched next (S2-02)."""

    reveals: ClassVar[bool] = True
    card: str


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """Tell that the card called for was not fetched in time, and waits for the next pile (S2-03)."""

    card: str


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """Tell that the pile is through, and that the cards set aside are the next one (S2-04)."""


@dataclass(frozen=True, slots=True)
class Said(Event):
    """Tell a text of the scenario: its words by language ("" for any)."""

    reveals: ClassVar[bool] = True
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Carried(Event):
    """Tell that a tale brought a weapon to `room`, from elsewhere."""

    reveals: ClassVar[bool] = True
    piece: str
    room: str


@dataclass(frozen=True, slots=True)
class Uncovered(Event):
    """Tell all the card that lay face down in `room` (C15-07)."""

    reveals: ClassVar[bool] = True
    room: str
    card: str


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """Tell that the game is over: who won (None for nobody) and what the case was."""

    reveals: ClassVar[bool] = True
    winner: int | None
    case: tuple[str, ...]


OF_TALES = Said | Carried | Uncovered | Revealed | Unheld
"""What tales make happen; clue cards and wrong accusations do some of it too."""


@dataclass(frozen=True, slots=True)
class OffScript(Event):
    """Tell that a seat's script is over: at a `line` that could not be done, or after its last one ("").

    It comes before what the seat did in place of that line, and after what it did by its last one.
    No seat is told so: it is part of the whole truth alone.
    """

    seat: int
    line: str


@dataclass(frozen=True, slots=True)
class Note:
    """Address an event to the seats that may know it; `covered` is what others are told of it."""

    event: Event
    seats: frozenset[int]
    covered: bool = False
