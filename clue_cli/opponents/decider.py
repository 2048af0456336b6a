"""What every player that is no person must be able to do, and where its whims come from."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from clue_cli.rules.actions import Action
from clue_cli.rules.legal import Legal
from clue_cli.rules.table import View

T = TypeVar("T")


class Stream(Protocol):
    """Give choices by chance; the caller seeds it, so that a game can be played again."""

    def pick(self, options: Sequence[T]) -> T:
        """Return one of `options` (at least one), each as likely as the others."""


class Decider(Protocol):
    """Choose what a seat does. It keeps nothing between two choices: what it knows is in the view."""

    def decide(self, view: View, legal: Legal, stream: Stream) -> Action:
        """Return one of the `legal` actions (never none); the same view and stream give the same one."""


def best(options: Iterable[T], worth: Callable[[T], tuple[int, ...]]) -> list[T]:
    """Return those of `options` that are worth most; tuples are compared item by item."""
    worths = [(option, worth(option)) for option in options]
    most = max((amount for _option, amount in worths), default=())
    return [option for option, amount in worths if amount == most]
