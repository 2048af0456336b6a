"""Check what only shows when the tables of a scenario are held against each other.

Works on what is sound of the tables; what is at fault in itself, or missing, is told elsewhere.
"""

from collections.abc import Callable, Iterable, Iterator

from clue_cli.rules.model import Effect, Game, Kind
from clue_cli.rules.options import SET_ASIDE, Asked, Passages, Style, TwoPlayers, Weapons
from clue_cli.scenario import checks_begin, checks_challenge, checks_seats, checks_tales
from clue_cli.scenario.drawing import DIGITS, entries, same_ids, same_names
from clue_cli.scenario.faults import Fault, unknown
from clue_cli.scenario.joints import clear, pairs
from clue_cli.scenario.options import OPTIONS, foreign
from clue_cli.scenario.parts import Parts
from clue_cli.scenario.schema import MOST_CARDS
from clue_cli.words import _, ngettext

_MOST_SUSPECTS = 12


def check(parts: Parts) -> Iterator[Fault]:
    """Go through the faults between the tables of a scenario."""
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
        checks_begin.check,
        checks_seats.check,
    ]
    if parts.counted:
        looks += [_room_count, _locked]
        looks += {Game.CLUE: [_players, _two_players, _clue], None: []}.get(parts.game, [_solitaire])
    for look in looks:
        yield from look(parts)


def _kinds(parts: Parts) -> Iterator[Fault]:
    seen: set[Kind] = set()
    sorted_ = parts.sorted
    for i, category in parts.categories.items():
        if category.kind in seen and category.kind not in parts.may_repeat:
            message = _("there is a category of kind '{kind}' already").format(kind=category.kind)
            yield Fault(("category", i, "kind"), message)
            sorted_ = False  # one of the two is meant to be another
        seen.add(category.kind)
    for kind in parts.needed if sorted_ else ():
        if kind not in seen:
            message = _("there is no category of kind '{kind}'; each kind is needed once")
            yield Fault(("category",), message.format(kind=kind))


def _ids(parts: Parts) -> Iterator[Fault]:
    places = (place.id for _path, place in parts.house.places())
    cards = [(path, card.id) for kind in Kind for path, card in parts.cards[kind]]
    forfeits = [(("forfeits", i), one.id) for i, one in entries(parts.table.forfeits)]
    yield from same_ids((*cards, *forfeits), places)


def _names(parts: Parts) -> Iterator[Fault]:
    for kind in Kind:
        yield from same_names((path, card.name) for path, card in parts.cards[kind])
    yield from same_names((("forfeits", i), one.name) for i, one in entries(parts.table.forfeits))


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
        given = "cards" in category.model_fields_set
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
    shut = parts.game in (Game.COLLECT, Game.ERRANDS) or (
        parts.style is Style.DICE and parts.at(OPTIONS[Game.CLUE]["move_passages"]) == Passages.NO
    )
    joined = {end for ends in _passages(parts) for end in ends}  # others are faults of the board
    for room in parts.house.rooms.values() if shut and not parts.house.board.links else ():
        if room.id in joined and room.doors == ():
            message = _("{place} has no door, and no passages are taken in this game")
            yield Fault(("board",), message.format(place=room.id))


def _players(parts: Parts) -> Iterator[Fault]:
    path = OPTIONS[Game.CLUE]["players"]
    if not (players := parts.at(path)):
        return
    (low, high), most = players, parts.count(Kind.SUSPECT)
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
        case (low, high), TwoPlayers() as becomes if low <= 2 <= high and becomes is not TwoPlayers.NONE:
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


def _hiding_places(parts: Parts, becomes: TwoPlayers) -> int | None:
    """Count the rooms that may hide a card; None where none is hidden, or not all are known."""
    rooms = parts.house.scenes
    match becomes:
        case TwoPlayers.HIDDEN_IN_ROOMS:
            return len(rooms)
        case TwoPlayers.HIDDEN_IN_CORNERS if None not in rooms and clear(parts.house.board.passages):
            return len({*rooms} & {end for ends in _passages(parts) for end in ends})
    return None


def _passages(parts: Parts) -> list[tuple[str, str]]:
    return [ends for _i, ends in pairs(parts.house.board.passages)]


def _clue(parts: Parts) -> Iterator[Fault]:
    rooms, weapons = parts.count(Kind.ROOM), parts.count(Kind.WEAPON)
    path = OPTIONS[Game.CLUE]["setup_weapons"]
    if parts.at(path) == Weapons.RANDOM_ROOMS and weapons > rooms:
        message = _("there are {weapons} weapons, but only {rooms} rooms to put one each in")
        yield Fault(path, message.format(weapons=weapons, rooms=rooms))
    links = parts.house.board.links
    if links and parts.style is Style.DICE:
        yield Fault(("board",), _("has links, along which no dice are rolled: move.style must be 'rooms'"))
    if parts.style is Style.ROOMS and links == ():
        message = _("has no links between its rooms, but with move.style = 'rooms' tokens move along them")
        yield Fault(("board",), message)
    if parts.given(("start",)):
        yield from _start(parts)
    elif links or parts.style is Style.ROOMS:
        yield from _colours(parts)
    elif links == () and parts.style:
        yield from _start_squares(parts)


def _start_squares(parts: Parts) -> Iterator[Fault]:
    starts, suspects = sum(mark in DIGITS for mark in parts.house.marks.values()), parts.count(Kind.SUSPECT)
    if starts < suspects:
        message = _("there are {suspects} suspects, but the board has {starts} start squares")
        yield Fault(parts.path(Kind.SUSPECT), message.format(suspects=suspects, starts=starts))


def _colours(parts: Parts) -> Iterator[Fault]:
    """Find tokens for which no room, or more than one, has their colour. Rule: PA-03."""
    colours = [room.colour for room in parts.house.rooms.values()]
    if any(room.colour is None and "colour" in room.model_fields_set for room in parts.house.rooms.values()):
        return
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
    cards = parts.of_category
    deck = list(entries(parts.table.clues))
    for i, clue in deck:
        given, path = "card" in clue.model_fields_set, ("clues", i, "card")
        if clue.effect in (Effect.REVEAL, None):
            yield from unknown(path, clue.card, cards, _("there is no card {name}"))
        if clue.effect is Effect.REVEAL and not given:
            yield Fault(path, _("missing: the effect 'reveal' calls for a card"))
        if clue.effect not in (Effect.REVEAL, None) and given:
            message = _("must be left out: only the effect 'reveal' calls for a card")
            yield Fault(path, message, on_key=True)
        if clue.effect is Effect.PASSAGE and not _open_passages(parts):
            yield Fault(("clues", i, "effect"), _("there are no secret passages for a room to join"))
    if sum(clue.copies or 1 for _i, clue in deck) > MOST_CARDS:
        yield Fault(("clues",), _("there are more than {most} clue cards").format(most=MOST_CARDS))


def _open_passages(parts: Parts) -> bool:
    """Tell whether rooms are joined by passages that may be taken."""
    rooms, listed = {room.id for room in parts.house.rooms.values()}, parts.house.board.passages
    closed = parts.at(OPTIONS[Game.CLUE]["move_passages"]) == Passages.NO
    unclear = None in parts.house.ids or not clear(listed)
    return not closed and (unclear or any(rooms.issuperset(ends) for ends in _passages(parts)))


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
    if parts.given(("start",)):
        yield from _start(parts)


def _start(parts: Parts) -> Iterator[Fault]:
    if start := parts.table.start:
        yield from checks_begin.standing(parts, ("start",), start)
