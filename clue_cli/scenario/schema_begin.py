"""The shape of the tables `[begin]` and `[[seat]]` of a scenario file: what is fixed, and who plays."""

from typing import Annotated

from pydantic import Field

from clue_cli.scenario.schema_base import Table
from clue_cli.scenario.values import Id, Line, Mind, Pips, Whereabouts

MOST_SEATS = 12
"""The most seats at a table, one a suspect."""

_MOST = 60  # cards of a category
_MOST_ROLLS = 500


class BeginTable(Table):
    """What is fixed of a beginning; all that is left out is by chance, from the seed."""

    case: Annotated[tuple[Id, ...], Field(max_length=MOST_SEATS)] = ()
    """In Clue: cards in the case, at most one of a category (C-01)."""
    hands: Annotated[
        dict[Id, Annotated[tuple[Id, ...], Field(max_length=3 * _MOST)]], Field(max_length=12)
    ] = Field(default_factory=dict)
    """In Clue: cards in hands, a list by suspect. What a suspect holds whom nobody plays is dealt like
    any other card (C-02)."""
    dice: Annotated[tuple[Pips, ...], Field(max_length=_MOST_ROLLS)] = ()
    """The first rolls of the game, whoever makes them, each a list of one number of pips a die; throws
    for the first turn are none of them (CL-01, S1-03)."""
    weapons: Annotated[dict[Id, Id], Field(max_length=_MOST)] = Field(default_factory=dict)
    """The rooms of weapons, by weapon; a room may have several. In a solitaire each must be a room in
    which `tokens` stands a suspect, and have one weapon (S1-01)."""
    tokens: Annotated[dict[Id, Whereabouts], Field(max_length=_MOST)] = Field(default_factory=dict)
    """Where suspects' tokens stand, by suspect: the id of a room or of the middle, or [row, column] of
    a square, which holds one token; together they leave a way from room to room. In a solitaire it is
    a room, and each has one suspect (S1-01)."""
    first: Id | None = None
    """In Clue: the suspect whose turn is the first, or whoever is next in turn order where nobody plays
    that one (C-13)."""
    pile: Annotated[tuple[Id, ...], Field(max_length=3 * _MOST)] = ()
    """On errands: the first cards that are turned up (S2-02)."""


class SeatTable(Table):
    """A seat at the table of Clue: who plays a suspect, and by what script."""

    suspect: Id
    """The suspect."""
    mind: Mind = "careful"
    """Who plays: "novice", "careful", "sleuth", "expert", or "person" for the one who sits at the
    keyboard. Without a "person", that one picks a suspect who has no seat."""
    script: Annotated[tuple[Line, ...], Field(max_length=_MOST_ROLLS)] = ()
    """What the seat does, an action a line as in answer files and saves, such as "go lounge", "suggest
    plum rope" or "show hall". Once a line can't be done in its turn, or the script ends, the mind plays."""
