"""What is sound of a scenario's tables, for the checks that hold them against each other.

Nothing here judges.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from clue_cli.rules.model import Game, Kind
from clue_cli.rules.options import Rules, Style
from clue_cli.scenario.drawing import House, entries
from clue_cli.scenario.faults import Key
from clue_cli.scenario.schema import BoardTable, CardTable, ScenarioTable
from clue_cli.scenario.structure import salvaged


class Parts:
    """Hold what is sound of a scenario; None stands for what is at fault, as in `structure.salvaged`."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.table = salvaged(ScenarioTable, document)
        self.categories = {i: one for i, one in entries(self.table.category) if one.kind}

    @cached_property
    def house(self) -> House:
        """What is drawn."""
        board = self.table.board
        return House.of(board if isinstance(board, BoardTable) else salvaged(BoardTable, {}))

    @cached_property
    def cards(self) -> dict[Kind, list[tuple[Key, CardTable]]]:
        """The suspects and weapons by kind, each with its key path."""
        kinds = Counter(category.kind for category in self.categories.values())
        # which of two categories of one kind is meant to be another is not known, but where there may be two
        return {
            kind: [
                (("category", i, "cards", j), card)
                for i, category in self.categories.items()
                if category.kind is kind and (kinds[kind] == 1 or kind in self.may_repeat)
                for j, card in entries(category.cards)
            ]
            for kind in Kind
        }

    @property
    def game(self) -> Game | None:
        """The game, None when the file names none that there is."""
        return self.table.game

    @property
    def sorted(self) -> bool:
        """Whether the kind of every category is known."""
        return self.table.category is not None and len(self.table.category) == len(self.categories)

    @property
    def whole(self) -> bool:
        """Whether the kinds of category are those needed, so that cards can be counted."""
        kinds = Counter(category.kind for category in self.categories.values())
        return all(kinds[kind] == 1 or (kinds[kind] > 1 and kind in self.may_repeat) for kind in self.needed)

    @property
    def style(self) -> Style | None:
        """How tokens move, None where that is at fault."""
        style: Style | None = self.settled(("rules", "move", "style"), Rules().move_style)
        return style

    @property
    def counted(self) -> bool:
        """Whether it is known how many cards of each kind there are, and what is drawn."""
        listed = [one.cards for one in self.categories.values() if one.kind is not Kind.ROOM]
        return self.whole and None not in listed and self.house.complete and bool(self.house.rows)

    @property
    def unrolled(self) -> bool:
        """Whether it is known that no dice are rolled."""
        return self.style in (Style.ROOMS, Style.ANYWHERE)

    @property
    def may_repeat(self) -> tuple[Kind, ...]:
        """The kinds of which there may be several categories."""
        return () if self.style is Style.DICE else (Kind.SUSPECT,)

    @property
    def needed(self) -> tuple[Kind, ...]:
        """The kinds of which there must be a category."""
        return tuple(Kind) if self.style is Style.DICE else (Kind.SUSPECT, Kind.ROOM)

    def ids(self, kind: Kind) -> list[str | None]:
        """List the ids of the cards of a kind, the suspects in turn order; rooms are the scenes.

        None among them stands for those that are not known.
        """
        return self._ids[kind]

    @cached_property
    def _ids(self) -> dict[Kind, list[str | None]]:
        ids: dict[Kind, list[str | None]] = {Kind.ROOM: self.house.scenes}
        for kind in (Kind.SUSPECT, Kind.WEAPON):
            listed = [one.cards for one in self.categories.values() if one.kind is kind]
            unknown = not self.whole or any(cards is None or None in cards for cards in listed)
            ids[kind] = [card.id for _path, card in self.cards[kind]] + [None] * unknown
        return ids

    @cached_property
    def of_category(self) -> dict[str | None, int]:
        """The number of its category for each card; None is among them where one is not known."""
        rooms = [i for i, category in self.categories.items() if category.kind is Kind.ROOM]
        of: dict[str | None, int] = {
            card.id: int(path[1]) for kind in Kind for path, card in self.cards[kind]
        }
        of |= {room: i for i in rooms for room in self.ids(Kind.ROOM)}
        return of | ({None: -1} if any(None in self.ids(kind) for kind in Kind) else {})

    def count(self, kind: Kind) -> int:
        """Count the cards of a kind, those at fault among them; rooms are the scenes on the board."""
        if kind is Kind.ROOM:
            return len(self.house.scenes)
        return sum(len(one.cards or ()) for one in self.categories.values() if one.kind is kind)

    def path(self, kind: Kind) -> Key:
        """Return the key path of the cards of that kind."""
        return next(("category", i, "cards") for i, one in self.categories.items() if one.kind is kind)

    def at(self, path: Key) -> Any:
        """Return what is at a path of table keys; None where nothing is, or nothing sound."""
        value: Any = self.table
        for part in path:
            value = getattr(value, str(part), None)
        return value

    def given(self, path: Key) -> bool:
        """Tell whether the file has something at a path of table keys, sound or not."""
        table = self.at(path[:-1])
        return table is not None and path[-1] in table.model_fields_set

    def settled(self, path: Key, default: Any) -> Any:
        """Return what is at a path of table keys, or holds where nothing is given; None if at fault."""
        known = self.at(path[:-1]) is None or self.given(path)
        return self.at(path) if known else default
