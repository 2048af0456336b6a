"""Check what is fixed of a beginning: that its cards, places and dice are there, and none is used twice."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from clue_cli.rules.model import Game, Kind, Place, Scenario, Square, around
from clue_cli.rules.movement import distances, gait
from clue_cli.rules.options import Leftover, Occupied, Style, TwoPlayers
from clue_cli.rules.setup import hand_sizes
from clue_cli.scenario.checks_seats import UNPLAYED, at_table, seated
from clue_cli.scenario.drawing import DIGITS, entries
from clue_cli.scenario.faults import Fault, Key, near, unknown
from clue_cli.scenario.options import OPTIONS
from clue_cli.scenario.parts import Parts
from clue_cli.scenario.schema import SpotTable
from clue_cli.scenario.schema_begin import MOST_SEATS
from clue_cli.words import _, ngettext

_READ = {
    Game.CLUE: {"case", "hands", "dice", "weapons", "tokens", "first"},
    Game.COLLECT: {"dice", "weapons", "tokens"},
    Game.ERRANDS: {"dice", "weapons", "tokens", "pile"},
}
"""The keys that each game reads."""

_NO_CARD = _("there is no card {name}")
_NO_SUSPECT = _("there is no suspect {name}")
_NO_ROOM = _("there is no room {name} with a card")


def check(parts: Parts) -> Iterator[Fault]:
    """List the faults of a beginning."""
    begin = parts.table.begin
    if begin is None or parts.game is None:
        return
    for key in sorted(begin.model_fields_set - _READ[parts.game]):
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
        if key in _READ[parts.game] and (value := getattr(begin, key)):
            yield from look(parts, value)


# --- cards -------------------------------------------------------------------------------------


def _case(parts: Parts, case: tuple[str, ...]) -> Iterator[Fault]:
    cards, seen = parts.of_category, dict[int, str]()
    for i, card in entries(case):
        if card not in cards:
            yield from unknown(("begin", "case", i), card, cards, _NO_CARD)
        elif cards[card] in seen:
            message = _("the case holds one card of a category, and there is {other} already")
            yield Fault(("begin", "case", i), message.format(other=seen[cards[card]]))
        else:
            seen[cards[card]] = card


def _hands(parts: Parts, hands: Mapping[str, tuple[str, ...]]) -> Iterator[Fault]:
    cards, suspects = parts.of_category, parts.ids(Kind.SUSPECT)
    case = parts.table.begin.case
    held = {card: _("in the case") for _i, card in entries(case)}
    for suspect, hand in hands.items():
        yield from unknown(("begin", "hands", suspect), suspect, suspects, _NO_SUSPECT, on_key=True)
        for i, card in entries(hand, None):
            if card not in cards:
                yield from unknown(("begin", "hands", suspect, i), card, cards, _NO_CARD)
            elif card in held:
                message = _("{card} is {where} already").format(card=card, where=held[card])
                yield Fault(("begin", "hands", suspect, i), message)
            held.setdefault(card, _("in the hand of {suspect}").format(suspect=suspect))
    # where not all cards are known, nor those of the case, one may be left
    for i in parts.categories if case is not None and None not in (*cards, *case) else ():
        of_category = {card for card, category in cards.items() if category == i}
        if of_category and all(card in held for card in of_category) and of_category.isdisjoint(case):
            message = _("all cards of a category are in hands ({cards}), and none is left for the case")
            names = ", ".join(sorted(filter(None, of_category)))
            yield Fault(("begin", "hands"), message.format(cards=names), on_key=True)
    yield from _too_big(parts, hands)


def _too_big(parts: Parts, hands: Mapping[str, tuple[str, ...]]) -> Iterator[Fault]:
    """Find hands of more cards than a player is dealt, at the table where that is fewest."""
    table = seated(parts)
    for suspect, hand in hands.items():
        if table and suspect not in table and suspect in parts.ids(Kind.SUSPECT):
            yield Fault(("begin", "hands", suspect), UNPLAYED.format(suspect=suspect), on_key=True)
            continue
        most = _fewest_dealt(parts, suspect, table)
        if most is not None and hand and len(hand) > most:
            message = ngettext(
                "a hand holds {most} card at this table, not {count}",
                "a hand holds {most} cards at this table, not {count}",
                most,
            )
            if parts.table.seat == ():
                message = ngettext(
                    "with most players a hand holds {most} card, not {count}",
                    "with most players a hand holds {most} cards, not {count}",
                    most,
                )
            yield Fault(("begin", "hands", suspect), message.format(most=most, count=len(hand)))


def _fewest_dealt(parts: Parts, suspect: str, table: tuple[str, ...]) -> int | None:
    """Return the fewest cards that a suspect can hold; None where players or cards are not known."""
    if not parts.counted:
        return None
    if table:
        return _sizes(parts, len(table))[table.index(suspect)] if suspect in table else None
    if parts.table.seat != ():
        players = at_table(parts)
        return _sizes(parts, players)[-1] if players else None
    match parts.at(OPTIONS[Game.CLUE]["players"]):
        case (low, high) if 1 <= low <= high <= min(parts.count(Kind.SUSPECT), MOST_SEATS):
            return min(_sizes(parts, players)[-1] for players in range(low, high + 1))
    return None


def _sizes(parts: Parts, players: int) -> tuple[int, ...]:
    options = OPTIONS[Game.CLUE]
    aside = parts.at(options["setup_two_players"]) or TwoPlayers.NONE
    leftover = parts.at(options["setup_leftover"]) or Leftover.DEAL
    cards = sum(map(parts.count, Kind)) - len(parts.categories)
    return hand_sizes(cards, players, str(aside), str(leftover))


def _pile(parts: Parts, pile: tuple[str, ...]) -> Iterator[Fault]:
    cards, seen = parts.of_category, set[str]()
    for i, card in entries(pile, None):
        yield from unknown(("begin", "pile", i), card, cards, _NO_CARD)
        if card in cards and card in seen:
            yield Fault(("begin", "pile", i), _("{card} is given twice").format(card=card))
        seen.add(card)


# --- dice, places, turns -----------------------------------------------------------------------


def _dice(parts: Parts, rolls: tuple[tuple[int, ...], ...]) -> Iterator[Fault]:
    yield from (fault.under("begin") for fault in unthrown(parts, rolls))


def unthrown(parts: Parts, rolls: tuple[tuple[int, ...], ...]) -> Iterator[Fault]:
    """Find rolls where none are made, and those of too many or too few dice; they stand at `dice`."""
    if parts.game is None:
        return
    if parts.game is Game.CLUE and parts.unrolled:
        yield Fault(("dice",), _("means nothing where no dice are rolled"), on_key=True)
        return
    dice = parts.at(OPTIONS[parts.game]["move_dice"])
    for i, pips in entries(rolls, None):
        if dice and len(pips) != dice:
            message = ngettext(
                "a roll is {dice} number here, one a die, not {count}",
                "a roll is {dice} numbers here, one a die, not {count}",
                dice,
            )
            yield Fault(("dice", i), message.format(dice=dice, count=len(pips)))


def _weapons(parts: Parts, weapons: Mapping[str, str]) -> Iterator[Fault]:
    known, rooms = parts.ids(Kind.WEAPON), parts.ids(Kind.ROOM)
    tokens = parts.table.begin.tokens
    # one that is at fault could stand anywhere
    standing = {None} if tokens is None else {*tokens.values()}
    seen = set[str]()
    for weapon, room in weapons.items():
        path = ("begin", "weapons", weapon)
        yield from unknown(path, weapon, known, _("there is no weapon {name}"), on_key=True)
        if room not in rooms:
            yield from unknown(path, room, rooms, _NO_ROOM)
        elif parts.game is not Game.CLUE and room not in standing and None not in standing:
            yield Fault(path, _("begin.tokens stands no suspect there, on whom the weapon could be (S1-01)"))
        elif parts.game is not Game.CLUE and room in seen:
            yield Fault(path, _("there is a weapon already, and each room has one at most (S1-01)"))
        seen.add(room)


def _tokens(parts: Parts, tokens: Mapping[str, Place]) -> Iterator[Fault]:
    suspects = parts.ids(Kind.SUSPECT)
    taken: dict[Place, str] = {
        place: token for token, place in _start_squares(parts).items() if token not in tokens
    }
    for token, place in tokens.items():
        path = ("begin", "tokens", token)
        yield from unknown(path, token, suspects, _NO_SUSPECT, on_key=True)
        if place is None:
            continue
        if parts.game is not Game.CLUE:
            yield from _stood(parts, path, place)
        elif isinstance(place, str):
            yield from standing(parts, path, place)
        elif parts.style is Style.ROOMS:
            yield Fault(path, _("must be a room: tokens move from room to room here"))
        elif parts.house.rows and place not in parts.house.squares:
            message = _("row {row}, column {column} is no corridor square")
            yield Fault(path, message.format(row=place[0], column=place[1]))
        if place in taken and (isinstance(place, tuple) or parts.game is not Game.CLUE):
            yield Fault(path, _("{token} stands there already").format(token=taken[place]))
        taken[place] = token


def _start_squares(parts: Parts) -> dict[str, Square]:
    """Return the square on which each token starts that starts on one of its own."""
    if parts.game is not Game.CLUE or parts.given(("start",)) or parts.style in (Style.ROOMS, None):
        return {}
    squares = {mark: cell for cell, mark in parts.house.marks.items() if mark in DIGITS}
    # in the order of the digits, as the board is built
    starting = zip(parts.ids(Kind.SUSPECT), (squares[mark] for mark in sorted(squares)), strict=False)
    return {suspect: square for suspect, square in starting if suspect}


def _stood(parts: Parts, path: Key, place: Place) -> Iterator[Fault]:
    """Find a place where no suspect of a solitaire stands. Rule: S1-01."""
    if isinstance(place, tuple):
        yield Fault(path, _("must be a room: in a solitaire suspects stand in rooms (S1-01)"))
    else:
        yield from unknown(path, place, parts.ids(Kind.ROOM), _NO_ROOM)


def standing(parts: Parts, path: Key, place: str) -> Iterator[Fault]:
    """Find a place where tokens can't start: they can in a room, and in the middle if it can be left."""
    house = parts.house
    # a spot holds one token alone (MD-12)
    places = [one.id for _path, one in house.places() if not isinstance(one, SpotTable)]
    if place not in places:
        if None not in house.ids:
            message = _("the board has no room or middle of the id '{id}'").format(id=place[:40])
            yield Fault(path, message, near(place, places))
    elif house.middle and place == house.middle.id:
        cells = house.cells(house.middle.letter)
        if cells and house.squares.isdisjoint(side for inside in cells for side in around(inside)):
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
        onward = {*distances(board, room, blocking, gait(rules)), *board.passages_from(room)}
        reached += sorted(onward & board.room_ids - set(reached))
    if shut := [room for room in others if room not in reached]:
        words = _("leave no way between '{room}' and '{other}'")
        yield Fault(("begin", "tokens"), words.format(room=first, other=shut[0]), on_key=True)


def _first(parts: Parts, first: str) -> Iterator[Fault]:
    yield from unknown(("begin", "first"), first, parts.ids(Kind.SUSPECT), _NO_SUSPECT)
