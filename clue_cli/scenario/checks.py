"""Check what only shows when the tables of a scenario are held against each other.

Works on the tables as they were read, as far as each is sound; what is missing altogether is told elsewhere.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from clue_cli.rules.model import SET_ASIDE, Asked, Effect, Game, Kind, Passages, TwoPlayers, Weapons
from clue_cli.scenario import checks_begin, checks_challenge, checks_seats, checks_tales
from clue_cli.scenario.drawing import DIGITS, same_ids, same_names, tables
from clue_cli.scenario.faults import Fault, near, value_text
from clue_cli.scenario.joints import pairs
from clue_cli.scenario.options import OPTIONS, foreign
from clue_cli.scenario.parts import Parts
from clue_cli.scenario.schema import MOST_CARDS, ClueTable, ForfeitTable
from clue_cli.scenario.schema_base import Table
from clue_cli.scenario.structure import sound
from clue_cli.words import _, ngettext

_MOST_SUSPECTS = 12
_T = TypeVar("_T", bound=Table)


def check(document: Mapping[str, Any]) -> list[Fault]:
    """List the faults between the tables of a scenario, all at once."""
    parts = Parts(document)
    looks: list[Callable[[Parts], Iterable[Fault]]] = [
        _kinds,
        _ids,
        _names,
        _suspects,
        _cards,
        _deck,
        foreign,
        checks_challenge.check,
        checks_tales.check,
    ]
    if parts.whole and parts.house.complete and parts.house.rows:
        looks += [
            _room_count,
            _locked,
            checks_begin.check,
            checks_seats.check,
            *(
                [_players, _two_players, _clue]
                if parts.game is Game.CLUE
                else [_solitaire]
                if parts.game
                else []
            ),
        ]
    return [fault for look in looks for fault in look(parts)]


def _kinds(parts: Parts) -> Iterator[Fault]:
    listed = parts.document.get("category")
    if not isinstance(listed, list):
        return
    seen: set[Kind] = set()
    clear = len(parts.categories) == len(listed)
    for i, category in parts.categories.items():
        if category.kind in seen and category.kind not in parts.may_repeat:
            message = _("there is a category of kind '{kind}' already").format(kind=category.kind)
            yield Fault(("category", i, "kind"), message)
            clear = False  # one of the two is meant to be another
        seen.add(category.kind)
    for kind in parts.needed if clear else ():
        if kind not in seen:
            message = _("there is no category of kind '{kind}'; each kind is needed once")
            yield Fault(("category",), message.format(kind=kind))


def _ids(parts: Parts) -> Iterator[Fault]:
    places = (place.id for _path, place in parts.house.places())
    cards = [(path, card.id) for kind in Kind for path, card in parts.cards[kind]]
    forfeits = [(("forfeits", i), one.id) for i, one in _sound(parts, "forfeits", ForfeitTable)]
    yield from same_ids((*cards, *forfeits), places)


def _names(parts: Parts) -> Iterator[Fault]:
    for kind in Kind:
        yield from same_names((path, card.name) for path, card in parts.cards[kind])
    yield from same_names((("forfeits", i), one.name) for i, one in _sound(parts, "forfeits", ForfeitTable))


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


def _locked(parts: Parts) -> Iterator[Fault]:
    """Find rooms without doors where no passage is taken: a solitaire knows none. Rules: C15-08 S1-03."""
    shut = parts.game is not Game.CLUE or (
        parts.rolled and parts.at(OPTIONS[Game.CLUE]["move_passages"]) == Passages.NO
    )
    joined = {end for ends in _passages(parts) for end in ends}  # others are faults of the board
    for room in parts.house.rooms.values() if shut and not parts.at(("board", "links")) else ():
        if room.id in joined and not room.doors:
            message = _("{place} has no door, and no passages are taken in this game")
            yield Fault(("board",), message.format(place=room.id))


def _players(parts: Parts) -> Iterator[Fault]:
    players, most = parts.at(OPTIONS[Game.CLUE]["players"]), parts.count(Kind.SUSPECT)
    if not (isinstance(players, list) and len(players) == 2 and all(type(n) is int for n in players)):
        return
    low, high = players
    path = OPTIONS[Game.CLUE]["players"]
    if low > high:
        yield Fault(path, _("the fewest players are more than the most"))
    if low < 2 and parts.at(OPTIONS[Game.CLUE]["suggest_asked"]) == Asked.CHOSEN_PLAYER:
        yield Fault(
            (*path, 0), _("must be 2 at least: with suggest.asked = 'chosen_player' another player is asked")
        )
    for i, number in enumerate(players):
        if not 1 <= number <= most:
            message = ngettext(
                "there can be 1 player at most, one a suspect, not {number}",
                "there can be 1 to {most} players, one a suspect, not {number}",
                most,
            )
            yield Fault((*path, i), message.format(most=most, number=number))


def _two_players(parts: Parts) -> Iterator[Fault]:
    """Find too few cards, or rooms, for the four that are set aside where two play. Rules: C15-07 SG-05."""
    path = OPTIONS[Game.CLUE]["setup_two_players"]
    match parts.at(OPTIONS[Game.CLUE]["players"]), parts.at(path):
        case [int(low), int(high)], str(becomes) if low <= 2 <= high and becomes != TwoPlayers.NONE:
            rooms = _hiding_places(parts, becomes)
            cards = sum(map(parts.count, Kind)) - len(parts.categories)
        case _:
            return
    if rooms is not None and rooms < SET_ASIDE:
        message = ngettext(
            "there is only {count} room to hide one of four cards in",
            "there are only {count} rooms to hide one of four cards each in",
            rooms,
        )
        yield Fault(path, message.format(count=rooms))
    elif cards < SET_ASIDE:
        message = ngettext(
            "only {count} card is dealt, too few to set four aside",
            "only {count} cards are dealt, too few to set four aside",
            cards,
        )
        yield Fault(path, message.format(count=cards))


def _hiding_places(parts: Parts, becomes: str) -> int | None:
    """Count the rooms that may hide a card; None where none is hidden."""
    rooms = {room.id for room in parts.house.rooms.values() if room.scene}
    match becomes:
        case TwoPlayers.HIDDEN_IN_ROOMS:
            return len(rooms)
        case TwoPlayers.HIDDEN_IN_CORNERS:
            return len(rooms & {end for ends in _passages(parts) for end in ends})
    return None


def _passages(parts: Parts) -> list[tuple[str, str]]:
    return [ends for _i, ends in pairs(parts.at(("board", "passages")))]


def _clue(parts: Parts) -> Iterator[Fault]:
    rooms, weapons = parts.count(Kind.ROOM), parts.count(Kind.WEAPON)
    path = OPTIONS[Game.CLUE]["setup_weapons"]
    if parts.at(path) == Weapons.RANDOM_ROOMS and weapons > rooms:
        message = _("there are {weapons} weapons, but only {rooms} rooms to put one each in")
        yield Fault(path, message.format(weapons=weapons, rooms=rooms))
    links = bool(parts.at(("board", "links")))
    if links and parts.rolled:
        yield Fault(("board",), _("has links, along which no dice are rolled: move.style must be 'rooms'"))
    if parts.linked and not links:
        message = _("has no links between its rooms, but with move.style = 'rooms' tokens move along them")
        yield Fault(("board",), message)
    if parts.document.get("start") is not None:
        yield from _start(parts)
    elif links or parts.linked:
        yield from _colours(parts)
    else:
        yield from _start_squares(parts)


def _start_squares(parts: Parts) -> Iterator[Fault]:
    starts, suspects = sum(mark in DIGITS for mark in parts.house.marks.values()), parts.count(Kind.SUSPECT)
    if starts < suspects:
        message = _("there are {suspects} suspects, but the board has {starts} start squares")
        yield Fault(parts.path(Kind.SUSPECT), message.format(suspects=suspects, starts=starts))


def _colours(parts: Parts) -> Iterator[Fault]:
    """Find tokens for which no room, or more than one, has their colour. Rule: PA-03."""
    colours = [room.colour for room in parts.house.rooms.values()]
    for path, card in parts.cards[Kind.SUSPECT]:
        if card.colour and colours.count(card.colour) != 1:
            message = ngettext(
                "{count} room of the board has the colour {colour}; a token starts in the one that has",
                "{count} rooms of the board have the colour {colour}; a token starts in the one that has",
                colours.count(card.colour),
            )
            yield Fault(
                (*path, "colour"), message.format(count=colours.count(card.colour), colour=card.colour)
            )


def _deck(parts: Parts) -> Iterator[Fault]:
    """Find clue cards that can't be followed. Rule: C15-09."""
    cards = {card.id for kind in Kind for _path, card in parts.cards[kind]}
    cards |= {room.id for room in parts.house.rooms.values() if room.scene}
    deck = list(_sound(parts, "clues", ClueTable))
    for i, clue in deck:
        if clue.effect is Effect.REVEAL:
            if clue.card is None:
                yield Fault(("clues", i, "card"), _("missing: the effect 'reveal' calls for a card"))
            elif clue.card not in cards and parts.whole and parts.house.complete:
                message = _("there is no card {card}").format(card=value_text(clue.card))
                yield Fault(("clues", i, "card"), message, near(clue.card, cards))
        elif clue.card is not None:
            message = _("must be left out: only the effect 'reveal' calls for a card")
            yield Fault(("clues", i, "card"), message, on_key=True)
        if clue.effect is Effect.PASSAGE and not _open_passages(parts):
            yield Fault(("clues", i, "effect"), _("there are no secret passages for a room to join"))
    if sum(clue.copies for _i, clue in deck) > MOST_CARDS:
        yield Fault(("clues",), _("there are more than {most} clue cards").format(most=MOST_CARDS))


def _open_passages(parts: Parts) -> bool:
    """Tell whether rooms are joined by passages that may be taken."""
    rooms = {room.id for room in parts.house.rooms.values()}
    closed = parts.at(OPTIONS[Game.CLUE]["move_passages"]) == Passages.NO
    return not closed and any(rooms.issuperset(ends) for ends in _passages(parts))


def _sound(parts: Parts, key: str, kind: type[_T]) -> Iterator[tuple[int, _T]]:
    for i, table in tables(parts.document.get(key)):
        if (read := sound(kind, table)) is not None:
            yield i, read


def _solitaire(parts: Parts) -> Iterator[Fault]:
    rule = "S1-01" if parts.game is Game.COLLECT else "S2-01"
    suspects, weapons, rooms = (parts.count(kind) for kind in (Kind.SUSPECT, Kind.WEAPON, Kind.ROOM))
    if suspects > rooms:
        message = _("there are {suspects} suspects, but only {rooms} rooms to put one each in ({rule})")
        yield Fault(parts.path(Kind.SUSPECT), message.format(suspects=suspects, rooms=rooms, rule=rule))
    if weapons > suspects:
        message = _("there are {weapons} weapons, but only {suspects} suspects to put one each on ({rule})")
        yield Fault(parts.path(Kind.WEAPON), message.format(weapons=weapons, suspects=suspects, rule=rule))
    if parts.house.complete and len(parts.house.rooms) == 1:
        message = _("there is one room only: a room just left is closed until another was entered (S1-04)")
        yield Fault(("board",), message)
    if parts.document.get("start") is not None:
        yield from _start(parts)


def _start(parts: Parts) -> Iterator[Fault]:
    start = parts.document.get("start")
    if isinstance(start, str):
        yield from checks_begin.standing(parts, ("start",), start)
