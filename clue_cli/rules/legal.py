"""Sets of open actions, which are listed only when somebody goes through them."""

from collections.abc import Collection, Iterator, Set
from itertools import chain, product
from typing import Any, TypeVar

from clue_cli.rules.actions import Accuse, Action, Suggest


class IllegalAction(ValueError):
    """Say that an action is not open in this state."""


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
        """Join the parts, in the order in which they are offered; `listed` has the actions of the tuples."""
        self.parts = tuple([part for part in parts if not isinstance(part, tuple | Claims) or part])
        self.listed: list[Action] = [a for part in self.parts if isinstance(part, tuple) for a in part]
        self._by_kind: dict[type[Action], list[Any]] = {}
        for action in self.listed:
            self._by_kind.setdefault(type(action), []).append(action)

    def __contains__(self, action: object) -> bool:
        """Tell whether `action` is open."""
        if isinstance(action, Action) and action in self._by_kind.get(type(action), ()):
            return True
        return any(action in part for part in self.parts if not isinstance(part, tuple))

    def __iter__(self) -> Iterator[Action]:
        """Go through every open action."""
        return chain.from_iterable(self.parts)

    def __len__(self) -> int:
        """Count the open actions."""
        return sum(map(len, self.parts))

    def __bool__(self) -> bool:
        """Tell whether any action is open."""
        return any(True for _action in self)

    @property
    def kinds(self) -> Set[type[Action]]:
        """The kinds of the open actions, but of those that are only listed when gone through."""
        return self._by_kind.keys()

    def of(self, kind: type[_A]) -> list[_A]:
        """List the open actions of exactly that kind, one of `kinds`."""
        return self._by_kind.get(kind, [])

    def claims(self, kind: type[Claim]) -> Claims | None:
        """Return the open claims of that kind (Suggest or Accuse), if there are any."""
        return next((part for part in self.parts if isinstance(part, Claims) and part.kind is kind), None)
