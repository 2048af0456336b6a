"""The shape of a case log: the tables and keys of a file that tells what one player saw at a real table.

What only shows when values are held against each other is the business of `caselog`.
"""

from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from clue_cli.scenario.schema import MOST_CARDS
from clue_cli.scenario.schema_base import Table
from clue_cli.scenario.values import Name, NameWords, Stem, Story

MOST_PLAYERS = 12
MOST_CATEGORIES = 6
MOST_EVENTS = 1000

VERBS = ("suggest", "accuse", "shown", "reveal", "unheld", "faceup", "roomcards", "look")
"""The keys of which an event has exactly one: what happened."""

BESIDE = {
    "suggest": ("by", "passed", "showed", "card"),
    "accuse": ("by", "wrong"),
    "shown": ("by",),
    "reveal": ("by",),
    "look": ("place",),
}
"""The keys that an event may have beside its verb; all of them are read where no other verb has them."""


def _one_or_list(value: Any) -> str | None:
    return "(one)" if isinstance(value, str) else "(list)" if isinstance(value, list) else None


def _one_or_table(value: Any) -> str | None:
    return "(one)" if isinstance(value, str) else "(table)" if isinstance(value, dict) else None


def _list_or_table(value: Any) -> str | None:
    return "(list)" if isinstance(value, list) else "(table)" if isinstance(value, dict) else None


Named = Annotated[tuple[NameWords, ...], Field(max_length=MOST_CARDS)]
Players = Annotated[tuple[NameWords, ...], Field(max_length=MOST_PLAYERS)]
Count = Annotated[int, Field(ge=0, le=MOST_CARDS)]
Cards = Annotated[tuple[NameWords, ...], Field(min_length=1, max_length=MOST_CARDS)]


class EventTable(Table):
    """One thing that happened at the table."""

    suggest: Named | None = None
    """The cards of a question, one of each category."""
    accuse: Named | None = None
    """The cards of an accusation, one of each category."""
    shown: NameWords | None = None
    """A card of the player `by` that I alone was shown, other than in answer to my question."""
    reveal: NameWords | None = None
    """A card that the player `by` showed to all."""
    unheld: NameWords | None = None
    """A card that was called for and that no player holds."""
    faceup: Named | None = None
    """Cards that lie face up beside the board."""
    roomcards: Count | None = None
    """How many cards lie face down in rooms."""
    look: NameWords | None = None
    """The card that I saw in the room `place`."""
    by: NameWords | None = None
    """The player who did it."""
    passed: Players = ()
    """The players who could show none of the cards of the question."""
    showed: (
        Annotated[
            Annotated[NameWords, Tag("(one)")] | Annotated[Players, Tag("(list)")],
            Discriminator(_one_or_list),
        ]
        | None
    ) = None
    """The player who showed one of them, or the list of those where everyone answers."""
    card: (
        Annotated[
            Annotated[NameWords, Tag("(one)")] | Annotated[dict[NameWords, NameWords], Tag("(table)")],
            Discriminator(_one_or_table),
        ]
        | None
    ) = None
    """The card shown, if I saw it; where several showed, a table of cards by player."""
    wrong: bool | None = None
    """Whether the accusation was wrong, which it is unless told otherwise."""
    place: NameWords | None = None
    """The room in which I looked."""


class PuzzleTable(Table):
    """What makes a case log a puzzle: whoever reads it is asked for the case, which must follow from it."""

    name: Name
    """What people read: a string, or one string a language."""
    story: Story | None = None
    """What is told before the record: a string, or one string a language."""
    level: Annotated[int, Field(ge=1, le=4)] | None = None
    """How hard it is, from 1 to 4: the weakest way to reason that solves it."""
    answer: Annotated[str, Field(max_length=10_000)] | None = None
    """The case, sealed so that nobody reads it by mistake."""


class PartTable(Table):
    """A case log, or a part of one."""

    ruleset: Stem | None = None
    """The id of the scenario that is played; its cards are those of the log."""
    categories: (
        Annotated[
            Annotated[dict[NameWords, Cards], Field(min_length=1, max_length=MOST_CATEGORIES), Tag("(table)")]
            | Annotated[tuple[Cards, ...], Field(min_length=1, max_length=MOST_CATEGORIES), Tag("(list)")],
            Discriminator(_list_or_table),
        ]
        | None
    ) = None
    """The cards by category, where no scenario is named: lists of cards, with or without a name."""
    players: Annotated[tuple[NameWords, ...], Field(min_length=2, max_length=MOST_PLAYERS)] | None = None
    """The players in the order in which they sit, clockwise."""
    cards: Annotated[tuple[Count, ...], Field(min_length=2, max_length=MOST_PLAYERS)] | None = None
    """How many cards each of them holds, in the same order."""
    me: NameWords | None = None
    """Which of them I am."""
    hand: Annotated[tuple[NameWords, ...], Field(max_length=MOST_CARDS)] | None = None
    """My cards."""
    event: Annotated[tuple[EventTable, ...], Field(max_length=MOST_EVENTS)] = ()
    """What happened, in order."""
    puzzle: PuzzleTable | None = None
    """The name, the story and the answer, where the log is a puzzle."""


class CaseTable(PartTable):
    """A case log that leaves nothing out."""

    players: Annotated[tuple[NameWords, ...], Field(min_length=2, max_length=MOST_PLAYERS)]
    cards: Annotated[tuple[Count, ...], Field(min_length=2, max_length=MOST_PLAYERS)]
    me: NameWords
    hand: Annotated[tuple[NameWords, ...], Field(max_length=MOST_CARDS)]
