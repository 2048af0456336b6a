"""The shape of the tables `[[tale]]` of a scenario file: what is told, or done, at a moment of the game."""

from typing import Annotated

from pydantic import Field

from clue_cli.rules.tale import Moment
from clue_cli.scenario.schema_base import Table
from clue_cli.scenario.values import Id, Pips, Story

_MOST = 60  # rolls, and weapons


class TaleTable(Table):
    """What is told, or done, at a moment of the game that all see; at least one thing is.

    Of several tales of one moment the first one happens first; within one, in the order of the keys below.
    """

    when: Moment
    """The moment. "start": the first turn begins; "turn": turn number `turn` does; "enter": a player comes
    into `place` by a move of their own; "suggest": somebody suggests; "unrefuted": and nobody could show
    a card; "out": a player is put out (C-12); "take": a card is collected or fetched (S1-05, S2-03);
    "end": the game is over. Clue has no "take", solitaires have none of those about suggestions and players
    put out."""
    turn: Annotated[int, Field(ge=1, le=9999)] | None = None
    """The number of the turn, counted over all players from 1; for "turn" alone, which needs it."""
    place: Id | None = None
    """The room or the square with a name that is entered; for "enter" alone, which needs it."""
    suspect: Id | None = None
    """In Clue: whose player it must be who enters, suggests, is put out or wins; without it, any."""
    card: Id | None = None
    """The card that must be suggested or taken; without it, any."""
    again: bool = False
    """Whether it happens each time the moment comes, and not only the first time; the game starts and
    ends, and each turn comes, but once."""
    say: Story | None = None
    """What is told to all: a string, or one string a language."""
    weapons: Annotated[dict[Id, Id], Field(min_length=1, max_length=_MOST)] | None = None
    """In Clue: the rooms that weapons are moved to, by weapon. What a suggestion names is brought into its
    room after the tales of that suggestion (C-08)."""
    uncover: Id | None = None
    """In Clue: the room in which a card lies face down, which is turned face up; nothing happens where
    none lies (C15-07)."""
    reveal: Id | None = None
    """In Clue: the card whose holder shows it to all; where no player holds it, all are told so
    (C15-10)."""
    dice: Annotated[tuple[Pips, ...], Field(min_length=1, max_length=_MOST)] | None = None
    """The next rolls, whoever makes them, each a list of one number of pips a die; after them come those
    of `begin.dice` that are left, if any."""
