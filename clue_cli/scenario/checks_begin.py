"""Check what is fixed of a beginning: that its cards, places and dice are there, and none is used twice."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from clue_cli.rules.model import (
    Game,
    Kind,
    Leftover,
    Occupied,
    Place,
    Scenario,
    Square,
    Style,
    TwoPlayers,
    around,
)
from clue_cli.rules.movement import distances, gait
from clue_cli.rules.setup import hand_sizes
from clue_cli.scenario.checks_seats import seated
from clue_cli.scenario.drawing import DIGITS
from clue_cli.scenario.faults import Fault, Key, near, value_text
from clue_cli.scenario.options import OPTIONS
from clue_cli.scenario.parts import Parts
from clue_cli.scenario.schema import SpotTable
from clue_cli.scenario.schema_begin import BeginTable
from clue_cli.scenario.structure import sound
from clue_cli.words import _, ngettext

_READ = {
    Game.CLUE: {"case", "hands", "dice", "weapons", "tokens", "first"},
    Game.COLLECT: {"dice", "weapons", "tokens"},
    Game.ERRANDS: {"dice", "weapons", "tokens", "pile"},
}
"""The keys that each game reads."""


def check(parts: Parts) -> Iterator[Fault]:
    """List the faults of a beginning in a house whose cards and places are all known."""
    given = parts.document.get("begin")
    if not isinstance(given, dict) or parts.game is None:
        return
    for key in given.keys() & set().union(*_READ.values()) - _READ[parts.game]:
        message = _("means nothing in the game '{game}'").format(game=parts.game)
        yield Fault(("begin", key), message, on_key=True)
    looks: dict[str, Callable[[Parts, Any], Iterable[Fault]]] = {
        "case": _case,
        "hands": _hands,
        "dice": _dice,
        "weapons": _weapons,
        "tokens": _tokens,
        "first": _first,
        "pile": _pile,
    }
    for key, look in looks.items():
        if key in _READ[parts.game] and (value := _value(parts, key)):
            yield from look(parts, value)


def _value(parts: Parts, key: str) -> Any:
    """Return a value of the beginning; one without any content where it is at fault, or not given."""
    given = parts.document.get("begin")
    read = sound(BeginTable, {key: given[key]} if isinstance(given, dict) and key in given else {})
    return getattr(read or BeginTable(), key)


# --- cards -------------------------------------------------------------------------------------


def _case(parts: Parts, case: tuple[str, ...]) -> Iterator[Fault]:
    cards, seen = parts.of_category(), dict[int, str]()
    for i, card in enumerate(case):
        if card not in cards:
            yield no_card(("begin", "case", i), card, cards)
        elif cards[card] in seen:
            message = _("the case holds one card of a category, and there is {other} already")
            yield Fault(("begin", "case", i), message.format(other=seen[cards[card]]))
        else:
            seen[cards[card]] = card


def no_card(path: Key, card: str, cards: Iterable[str]) -> Fault:
    """Say that a card is none of the scenario."""
    return Fault(path, _("there is no card {name}").format(name=value_text(card)), near(card, cards))


def _hands(parts: Parts, hands: Mapping[str, tuple[str, ...]]) -> Iterator[Fault]:
    cards, suspects = parts.of_category(), parts.ids(Kind.SUSPECT)
    held = dict.fromkeys(_value(parts, "case"), _("in the case"))
    for suspect, hand in hands.items():
        if suspect not in suspects:
            yield _no_suspect(("begin", "hands", suspect), suspect, suspects, on_key=True)
        for i, card in enumerate(hand):
            if card not in cards:
                yield no_card(("begin", "hands", suspect, i), card, cards)
            elif card in held:
                message = _("{card} is {where} already").format(card=card, where=held[card])
                yield Fault(("begin", "hands", suspect, i), message)
            held.setdefault(card, _("in the hand of {suspect}").format(suspect=suspect))
    for i in parts.categories:
        of_category = {card for card, category in cards.items() if category == i}
        if (
            of_category
            and all(card in held for card in of_category)
            and of_category.isdisjoint(_value(parts, "case"))
        ):
            message = _("all cards of a category are in hands ({cards}), and none is left for the case")
            yield Fault(("begin", "hands"), message.format(cards=", ".join(sorted(of_category))), on_key=True)
    yield from _too_big(parts, hands)


def _no_suspect(path: Key, suspect: str, suspects: Iterable[str], *, on_key: bool = False) -> Fault:
    message = _("there is no suspect {name}").format(name=value_text(suspect))
    return Fault(path, message, near(suspect, suspects), on_key=on_key)


def _too_big(parts: Parts, hands: Mapping[str, tuple[str, ...]]) -> Iterator[Fault]:
    """Find hands of more cards than a player is dealt, at the table where that is fewest."""
    table = seated(parts)
    for suspect, hand in hands.items():
        if table and suspect not in table and suspect in parts.ids(Kind.SUSPECT):
            message = _("nobody plays {suspect}: there is no [[seat]] of that suspect")
            yield Fault(("begin", "hands", suspect), message.format(suspect=suspect), on_key=True)
            continue
        most = _fewest_dealt(parts, suspect, table)
        if most is not None and len(hand) > most:
            message = ngettext(
                "a hand holds {most} card at this table, not {count}",
                "a hand holds {most} cards at this table, not {count}",
                most,
            )
            if not table:
                message = ngettext(
                    "with most players a hand holds {most} card, not {count}",
                    "with most players a hand holds {most} cards, not {count}",
                    most,
                )
            yield Fault(("begin", "hands", suspect), message.format(most=most, count=len(hand)))


def _fewest_dealt(parts: Parts, suspect: str, table: tuple[str, ...]) -> int | None:
    """Return the fewest cards that a suspect can hold; None where the players are not known."""
    if table:
        return _sizes(parts, len(table))[table.index(suspect)] if suspect in table else None
    match parts.at(OPTIONS[Game.CLUE]["players"]):
        case [int(low), int(high)] if 1 <= low <= high <= parts.count(Kind.SUSPECT):
            return min(_sizes(parts, players)[-1] for players in range(low, high + 1))
    return None


def _sizes(parts: Parts, players: int) -> tuple[int, ...]:
    options = OPTIONS[Game.CLUE]
    aside = parts.at(options["setup_two_players"]) or TwoPlayers.NONE
    leftover = parts.at(options["setup_leftover"]) or Leftover.DEAL
    cards = sum(map(parts.count, Kind)) - len(parts.categories)
    return hand_sizes(cards, players, str(aside), str(leftover))


def _pile(parts: Parts, pile: tuple[str, ...]) -> Iterator[Fault]:
    cards = parts.of_category()
    for i, card in enumerate(pile):
        if card not in cards:
            yield no_card(("begin", "pile", i), card, cards)
        elif card in pile[:i]:
            yield Fault(("begin", "pile", i), _("{card} is given twice").format(card=card))


# --- dice, places, turns -----------------------------------------------------------------------


def _dice(parts: Parts, rolls: tuple[tuple[int, ...], ...]) -> Iterator[Fault]:
    yield from (fault.under("begin") for fault in unthrown(parts, rolls))


def unthrown(parts: Parts, rolls: tuple[tuple[int, ...], ...]) -> Iterator[Fault]:
    """Find rolls where none are made, and those of too many or too few dice; they stand at `dice`."""
    if not parts.game or (parts.game is Game.CLUE and not parts.rolled):
        yield Fault(("dice",), _("means nothing where no dice are rolled"), on_key=True)
        return
    dice = parts.at(OPTIONS[parts.game]["move_dice"])
    for i, pips in enumerate(rolls):
        if type(dice) is int and len(pips) != dice:
            message = ngettext(
                "a roll is {dice} number here, one a die, not {count}",
                "a roll is {dice} numbers here, one a die, not {count}",
                dice,
            )
            yield Fault(("dice", i), message.format(dice=dice, count=len(pips)))


def _weapons(parts: Parts, weapons: Mapping[str, str]) -> Iterator[Fault]:
    known, rooms = parts.ids(Kind.WEAPON), parts.ids(Kind.ROOM)
    standing, seen = set(_value(parts, "tokens").values()), set[str]()
    for weapon, room in weapons.items():
        path = ("begin", "weapons", weapon)
        if weapon not in known:
            message = _("there is no weapon {name}").format(name=value_text(weapon))
            yield Fault(path, message, near(weapon, known), on_key=True)
        if room not in rooms:
            yield _no_room(path, room, rooms)
        elif parts.game is not Game.CLUE and room not in standing:
            yield Fault(path, _("begin.tokens stands no suspect there, on whom the weapon could be (S1-01)"))
        elif parts.game is not Game.CLUE and room in seen:
            yield Fault(path, _("there is a weapon already, and each room has one at most (S1-01)"))
        seen.add(room)


def _no_room(path: Key, room: object, rooms: Iterable[str]) -> Fault:
    message = _("there is no room {name} with a card").format(name=value_text(room))
    return Fault(path, message, near(room, rooms))


def _tokens(parts: Parts, tokens: Mapping[str, Place]) -> Iterator[Fault]:
    suspects = parts.ids(Kind.SUSPECT)
    taken: dict[Place, str] = {
        place: token for token, place in _start_squares(parts).items() if token not in tokens
    }
    for token, place in tokens.items():
        path = ("begin", "tokens", token)
        if token not in suspects:
            yield _no_suspect(path, token, suspects, on_key=True)
        if parts.game is not Game.CLUE:
            yield from _stood(parts, path, place)
        elif isinstance(place, str):
            yield from standing(parts, path, place)
        elif parts.linked:
            yield Fault(path, _("must be a room: tokens move from room to room here"))
        elif place not in parts.house.squares:
            message = _("row {row}, column {column} is no corridor square")
            yield Fault(path, message.format(row=place[0], column=place[1]))
        if place in taken and (isinstance(place, tuple) or parts.game is not Game.CLUE):
            yield Fault(path, _("{token} stands there already").format(token=taken[place]))
        taken[place] = token


def _start_squares(parts: Parts) -> dict[str, Square]:
    """Return the square on which each token starts that starts on one of its own."""
    if parts.game is not Game.CLUE or parts.document.get("start") is not None or parts.linked:
        return {}
    squares = {mark: cell for cell, mark in parts.house.marks.items() if mark in DIGITS}
    # in the order of the digits, as the board is built
    return dict(zip(parts.ids(Kind.SUSPECT), (squares[mark] for mark in sorted(squares)), strict=False))


def _stood(parts: Parts, path: Key, place: Place) -> Iterator[Fault]:
    """Find a place where no suspect of a solitaire stands. Rule: S1-01."""
    rooms = parts.ids(Kind.ROOM)
    if isinstance(place, tuple):
        yield Fault(path, _("must be a room: in a solitaire suspects stand in rooms (S1-01)"))
    elif place not in rooms:
        yield _no_room(path, place, rooms)


def standing(parts: Parts, path: Key, place: str) -> Iterator[Fault]:
    """Find a place where tokens can't start: they can in a room, and in the middle if it can be left."""
    house = parts.house
    # a spot holds one token alone (MD-12)
    places = [one.id for _path, one in house.places() if not isinstance(one, SpotTable)]
    if place not in places:
        message = _("the board has no room or middle of the id '{id}'").format(id=place[:40])
        yield Fault(path, message, near(place, places))
    elif house.middle and place == house.middle.id:
        beside = {cell for inside in house.cells(house.middle.letter) for cell in around(inside)}
        if not beside & house.squares:
            yield Fault(path, _("no corridor square touches the middle of the board, so none can leave it"))


def shut_in(scenario: Scenario) -> Iterator[Fault]:
    """Find tokens that leave no way from room to room: where nobody plays them they stay (CL-07)."""
    rules, board = scenario.rules, scenario.board
    blocking = frozenset(scenario.starts.values()) - board.room_ids - frozenset(board.starts)
    if not blocking or rules.move_style is not Style.DICE or rules.move_occupied is not Occupied.BLOCK:
        return
    first, *others = (room.id for room in board.rooms)
    reached = [first]
    for room in reached:
        near = {*distances(board, room, blocking, gait(rules)), *board.passages_from(room)}
        reached += sorted(near & board.room_ids - set(reached))
    if shut := [room for room in others if room not in reached]:
        words = _("leave no way between '{room}' and '{other}'")
        yield Fault(("begin", "tokens"), words.format(room=first, other=shut[0]), on_key=True)


def _first(parts: Parts, first: str) -> Iterator[Fault]:
    if first not in (suspects := parts.ids(Kind.SUSPECT)):
        yield _no_suspect(("begin", "first"), first, suspects)
