"""Told events as values: at which moment of a game what is told, or done (a closed list of both).

Nothing here happens: that is the business of `tales`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the model holds tales
    from clue_cli.rules.model import Text


class Moment(StrEnum):
    """Name what lets a tale happen: all of it lies open, so that a tale gives nothing hidden away."""

    START = "start"
    """The first turn begins."""
    TURN = "turn"
    """The turn of a number begins."""
    ENTER = "enter"
    """A player comes into a place by a move of their own: a walk, a passage, or by a clue card's leave."""
    SUGGEST = "suggest"
    """Somebody suggests."""
    UNREFUTED = "unrefuted"
    """Nobody could show the one who suggested a card."""
    OUT = "out"
    """A player is put out of the game."""
    TAKE = "take"
    """A card is collected, or fetched."""
    END = "end"
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Tale:
    """Let something happen at a moment, once or `again` whenever it comes.

    Of the moment, `turn` is the number of a turn (from 1), `suspect` whose player it must be ("" for
    anybody's), `place` where to, and `card` what is named or taken ("" for any). Of what happens, `say` is
    told, `weapons` are carried to rooms, the card that lies in the room `uncover` is turned face up, the
    holder of `reveal` shows it to all, and the next rolls are `dice`.
    """

    when: Moment
    turn: int = 0
    suspect: str = ""
    place: str = ""
    card: str = ""
    again: bool = False
    say: "Text | None" = None
    weapons: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    uncover: str = ""
    reveal: str = ""
    dice: tuple[tuple[int, ...], ...] = ()
