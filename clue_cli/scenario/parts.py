"""What is sound of a scenario's tables, for the checks that hold them against each other.

Nothing here judges.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from clue_cli.rules.model import Game, Kind, Style
from clue_cli.scenario.drawing import House, tables
from clue_cli.scenario.faults import Key
from clue_cli.scenario.schema import CardTable, CategoryTable
from clue_cli.scenario.structure import sound

_WITNESS = {"id": "a", "name": "a"}  # stands for cards, which are looked at one by one


class Parts:
    """Hold what is sound of a scenario."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        board = document.get("board")
        self.house = House.of(board if isinstance(board, dict) else {})
        self.categories = {
            i: category
            for i, table in tables(document.get("category"))
            if (category := sound(CategoryTable, {**table, "cards": [_WITNESS]}))
        }
        kinds = Counter(category.kind for category in self.categories.values())
        # which of two categories of one kind is meant to be another is not known, but where there may be two
        self.cards = {
            kind: [
                (("category", i, "cards", j), card)
                for i, category in self.categories.items()
                if category.kind is kind and (kinds[kind] == 1 or kind in self.may_repeat)
                for j, table in tables(document["category"][i].get("cards"))
                if (card := sound(CardTable, table))
            ]
            for kind in Kind
        }

    @property
    def game(self) -> Game | None:
        """The game, None when the file names none that there is."""
        game = self.document.get("game")
        return Game(game) if game in list(Game) else None

    @property
    def whole(self) -> bool:
        """Whether every category is sound and the kinds are those needed, so that cards can be counted."""
        kinds = Counter(category.kind for category in self.categories.values())
        return all(kinds[kind] == 1 or (kinds[kind] > 1 and kind in self.may_repeat) for kind in self.needed)

    @property
    def linked(self) -> bool:
        """Whether tokens move from room to room along links."""
        return bool(self.at(("rules", "move", "style")) == Style.ROOMS)

    @property
    def rolled(self) -> bool:
        """Whether tokens move by dice."""
        return not (self.linked or self.at(("rules", "move", "style")) == Style.ANYWHERE)

    @property
    def may_repeat(self) -> tuple[Kind, ...]:
        """The kinds of which there may be several categories."""
        return () if self.rolled else (Kind.SUSPECT,)

    @property
    def needed(self) -> tuple[Kind, ...]:
        """The kinds of which there must be a category."""
        return tuple(Kind) if self.rolled else (Kind.SUSPECT, Kind.ROOM)

    def ids(self, kind: Kind) -> list[str]:
        """List the ids of the cards of a kind, the suspects in turn order; rooms are the scenes."""
        if kind is Kind.ROOM:
            return [room.id for room in self.house.rooms.values() if room.scene]
        return [card.id for _path, card in self.cards[kind]]

    def of_category(self) -> dict[str, int]:
        """Return the number of its category for each card."""
        rooms = [i for i, category in self.categories.items() if category.kind is Kind.ROOM]
        of = {card.id: int(path[1]) for kind in Kind for path, card in self.cards[kind]}
        return of | {room: i for i in rooms for room in self.ids(Kind.ROOM)}

    def count(self, kind: Kind) -> int:
        """Count the cards of a kind; rooms are the scenes on the board."""
        if kind is Kind.ROOM:
            return sum(room.scene for room in self.house.rooms.values())
        return sum(1 for _card in self._listed(kind))

    def path(self, kind: Kind) -> Key:
        """Return the key path of the cards of that kind."""
        return next(("category", i, "cards") for i, one in self.categories.items() if one.kind is kind)

    def at(self, path: Key) -> Any:
        """Return the value at a path of table keys; None when there is none."""
        value: Any = self.document
        for part in path:
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def _listed(self, kind: Kind) -> Iterator[Any]:
        for i, category in self.categories.items():
            cards = self.document["category"][i].get("cards")
            if category.kind is kind and isinstance(cards, list):
                yield from cards
