"""How a scenario may fix what chance decides elsewhere, and who sits at its table, as frozen values.

It is no part of what players know of their scenario: it tells where cards are, and what will be rolled.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Begin:
    """Hold what is fixed of a beginning; what is not is left to chance.

    `case` holds cards of different categories, `hands` the first cards of each suspect's hand, in the
    order in which they are dealt, `dice` the first rolls of the game, `pieces` the room of each weapon (and,
    in a solitaire, of each suspect), `first` the suspect whose turn is the first ("" for none), and `pile`
    the first cards that are turned up on errands.
    """

    case: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    dice: tuple[tuple[int, ...], ...] = ()
    pieces: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    first: str = ""
    pile: tuple[str, ...] = ()


NOTHING = Begin()
"""A beginning that is all by chance."""


@dataclass(frozen=True, slots=True)
class Role:
    """Say who plays a suspect: a mind, and what it does as long as that can be done, one action a line."""

    suspect: str
    mind: str
    script: tuple[str, ...] = ()
