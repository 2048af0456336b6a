"""Check what only shows when the tables of a scenario are held against each other.

Works on the tables as they were read, as far as each is sound; what is missing altogether is told elsewhere,
but for the options of the rules: which of those a game needs is known here.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from clue_cli.rules.model import Game, Kind, Rules, Weapons
from clue_cli.scenario.drawing import DIGITS, House, around, same_ids, same_names, tables
from clue_cli.scenario.faults import Fault, Key, near
from clue_cli.scenario.schema import CardTable, CategoryTable
from clue_cli.scenario.structure import sound
from clue_cli.words import _, ngettext


def _key(option: str) -> Key:
    """Return where a file has an option of the rules: `move_dice` is `dice` in `[rules.move]`."""
    return ("rules", *option.split("_", 1))


OPTIONS: Mapping[Game, Mapping[str, Key]] = {
    Game.CLUE: {field.name: _key(field.name) for field in fields(Rules)},
    Game.COLLECT: {"move_dice": _key("move_dice"), "start": ("start",)},
}
"""What each game must be told, by the option's name in the rules."""

_MOST_SUSPECTS = 12


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
        # which of two categories of one kind is meant to be another is not known
        self.cards = {
            kind: [
                (("category", i, "cards", j), card)
                for i, category in self.categories.items()
                if category.kind is kind and kinds[kind] == 1
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
        """Whether every category is sound and there is one of each kind, so that its cards can be counted."""
        return sorted(category.kind for category in self.categories.values()) == sorted(Kind)

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


_WITNESS = {"id": "a", "name": "a"}  # stands for cards, which are looked at one by one


def check(document: Mapping[str, Any]) -> list[Fault]:
    """List the faults between the tables of a scenario, all at once."""
    parts = Parts(document)
    looks: list[Callable[[Parts], Iterable[Fault]]] = [_kinds, _ids, _names, _suspects, _cards, _foreign]
    if parts.whole and parts.house.complete and parts.house.rows:
        looks += [
            _room_count,
            *{Game.CLUE: [_players, _clue], Game.COLLECT: [_collect], None: []}[parts.game],
        ]
    return [fault for look in looks for fault in look(parts)]


def missing(document: Mapping[str, Any]) -> list[Fault]:
    """List the options that the scenario's game needs and is not given."""
    parts = Parts(document)
    options = OPTIONS[parts.game].values() if parts.game else ()
    return [Fault(path, _("missing")) for path in options if parts.at(path) is None]


def _foreign(parts: Parts) -> Iterator[Fault]:
    """Find options that the scenario's game never reads."""
    if not parts.game:
        return
    for path in {path for options in OPTIONS.values() for path in options.values()} - set(
        OPTIONS[parts.game].values()
    ):
        if parts.at(path) is not None:
            message = _("means nothing in the game '{game}'").format(game=parts.game)
            yield Fault(path, message, on_key=True)


def _kinds(parts: Parts) -> Iterator[Fault]:
    listed = parts.document.get("category")
    if not isinstance(listed, list):
        return
    seen: set[Kind] = set()
    for i, category in parts.categories.items():
        if category.kind in seen:
            message = _("there is a category of kind '{kind}' already").format(kind=category.kind)
            yield Fault(("category", i, "kind"), message)
        seen.add(category.kind)
    if len(seen) == len(listed):
        for kind in Kind:
            if kind not in seen:
                message = _("there is no category of kind '{kind}'; each kind is needed once").format(
                    kind=kind
                )
                yield Fault(("category",), message)


def _ids(parts: Parts) -> Iterator[Fault]:
    places = (place.id for _path, place in parts.house.places())
    yield from same_ids(((path, card.id) for kind in Kind for path, card in parts.cards[kind]), places)


def _names(parts: Parts) -> Iterator[Fault]:
    for kind in Kind:
        yield from same_names((path, card.name) for path, card in parts.cards[kind])


def _suspects(parts: Parts) -> Iterator[Fault]:
    suspects = parts.cards[Kind.SUSPECT]
    if len(suspects) > _MOST_SUSPECTS:
        message = _("there are {count} suspects; {most} is the most")
        yield Fault(parts.path(Kind.SUSPECT), message.format(count=len(suspects), most=_MOST_SUSPECTS))
    seen: set[str] = set()
    for path, card in suspects:
        for key in ("letter", "colour"):
            if getattr(card, key) is None:
                yield Fault((*path, key), _("missing: a suspect's token needs it"))
        if card.letter and card.letter in seen:
            message = _("the letter '{letter}' is used twice").format(letter=card.letter)
            yield Fault((*path, "letter"), message)
        seen.add(card.letter or "")


def _cards(parts: Parts) -> Iterator[Fault]:
    for i, category in parts.categories.items():
        given = "cards" in parts.document["category"][i]
        if category.kind is Kind.ROOM and given:
            message = _("must be left out: the cards of this category are the rooms of the board")
            yield Fault(("category", i, "cards"), message, on_key=True)
        elif category.kind is not Kind.ROOM and not given:
            yield Fault(("category", i, "cards"), _("missing"))
    for path, card in parts.cards[Kind.WEAPON]:
        for key in ("letter", "colour"):
            if getattr(card, key) is not None:
                yield Fault((*path, key), _("must be left out: only suspects have it"), on_key=True)


def _room_count(parts: Parts) -> Iterator[Fault]:
    if not parts.count(Kind.ROOM):
        yield Fault(("board",), _("no room of the board is a scene, so that there is no room card"))


def _players(parts: Parts) -> Iterator[Fault]:
    players, most = parts.at(OPTIONS[Game.CLUE]["players"]), parts.count(Kind.SUSPECT)
    if not (isinstance(players, list) and len(players) == 2 and all(type(n) is int for n in players)):
        return
    low, high = players
    path = OPTIONS[Game.CLUE]["players"]
    if low > high:
        yield Fault(path, _("the fewest players are more than the most"))
    for i, number in enumerate(players):
        if not 1 <= number <= most:
            message = ngettext(
                "there can be 1 player at most, one a suspect, not {number}",
                "there can be 1 to {most} players, one a suspect, not {number}",
                most,
            )
            yield Fault((*path, i), message.format(most=most, number=number))


def _clue(parts: Parts) -> Iterator[Fault]:
    starts = sum(mark in DIGITS for mark in parts.house.marks.values())
    suspects, rooms = parts.count(Kind.SUSPECT), parts.count(Kind.ROOM)
    if starts < suspects:
        message = _("there are {suspects} suspects, but the board has {starts} start squares")
        yield Fault(parts.path(Kind.SUSPECT), message.format(suspects=suspects, starts=starts))
    path = OPTIONS[Game.CLUE]["setup_weapons"]
    if parts.at(path) == Weapons.RANDOM_ROOMS and parts.count(Kind.WEAPON) > rooms:
        message = _("there are {weapons} weapons, but only {rooms} rooms to put one each in")
        yield Fault(path, message.format(weapons=parts.count(Kind.WEAPON), rooms=rooms))


def _collect(parts: Parts) -> Iterator[Fault]:
    suspects, weapons, rooms = (parts.count(kind) for kind in (Kind.SUSPECT, Kind.WEAPON, Kind.ROOM))
    if suspects > rooms:
        message = _("there are {suspects} suspects, but only {rooms} rooms to put one each in (S1-01)")
        yield Fault(parts.path(Kind.SUSPECT), message.format(suspects=suspects, rooms=rooms))
    if weapons > suspects:
        message = _("there are {weapons} weapons, but only {suspects} suspects to put one each on (S1-01)")
        yield Fault(parts.path(Kind.WEAPON), message.format(weapons=weapons, suspects=suspects))
    yield from _start(parts)


def _start(parts: Parts) -> Iterator[Fault]:
    start, house = parts.document.get("start"), parts.house
    places = [place.id for _path, place in house.places()]
    if not isinstance(start, str):
        return
    if start not in places:
        message = _("the board has no room or middle of the id '{id}'").format(id=start[:40])
        yield Fault(("start",), message, near(start, places))
    elif house.middle and start == house.middle.id:
        beside = {cell for inside in house.cells(house.middle.letter) for cell in around(inside)}
        if not beside & house.squares:
            yield Fault(
                ("start",), _("no corridor square touches the middle of the board, so none can leave it")
            )
