"""Check that each tale has its moment in the game, does something, and names only what there is."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from clue_cli.rules.model import Asked, Game, Kind, TwoPlayers, Wrong
from clue_cli.rules.tale import Moment
from clue_cli.scenario.checks_begin import unthrown
from clue_cli.scenario.drawing import tables
from clue_cli.scenario.faults import Fault, Key, near, value_text
from clue_cli.scenario.options import OPTIONS
from clue_cli.scenario.parts import Parts
from clue_cli.scenario.schema_tale import TaleTable
from clue_cli.scenario.structure import sound
from clue_cli.words import _

_OF_MOMENT: Mapping[Moment, Collection[str]] = {
    Moment.START: (),
    Moment.TURN: ("turn",),
    Moment.ENTER: ("place", "suspect", "again"),
    Moment.SUGGEST: ("suspect", "card", "again"),
    Moment.UNREFUTED: ("suspect", "again"),
    Moment.OUT: ("suspect", "again"),
    Moment.TAKE: ("card", "again"),
    Moment.END: ("suspect",),
}
"""The keys that may say more of each moment."""

_NEEDED = {Moment.TURN: "turn", Moment.ENTER: "place"}
_WITNESS = {"when": Moment.START.value}
_DONE = ("say", "weapons", "uncover", "reveal", "dice")
_OF_CLUE = ("suspect", "weapons", "uncover", "reveal")


def check(parts: Parts) -> Iterator[Fault]:
    """Find tales that can't happen, do nothing, or name what there is not."""
    for i, value in tables(parts.document.get("tale")):
        # a key at fault does not keep the others from being looked at
        named = {key: value[key] for key in TaleTable.model_fields if key in value}
        clear = {key: part for key, part in named.items() if sound(TaleTable, {**_WITNESS, key: part})}
        if tale := sound(TaleTable, clear):
            found = [*_moment(parts, tale, value), *_effects(parts, tale, value), *_names(parts, tale)]
            found += unthrown(parts, tale.dice) if tale.dice else ()
            yield from (fault.under("tale", i) for fault in found)


def _moment(parts: Parts, tale: TaleTable, given: Collection[str]) -> Iterator[Fault]:
    """Find a moment that never comes, and keys that say too much or too little of it."""
    if never := _never(parts, tale.when):
        yield Fault(("when",), never)
    known = {key for keys in _OF_MOMENT.values() for key in keys}
    idle = known.intersection(given) - {*_OF_MOMENT[tale.when]} - ({"again"} if not tale.again else set())
    for key in sorted(idle):
        message = _("means nothing with when = '{when}'").format(when=tale.when)
        yield Fault((key,), message, on_key=True)
    needed = _NEEDED.get(tale.when, "when")
    if needed not in given:
        yield Fault((needed,), _("missing"))


def _never(parts: Parts, moment: Moment) -> str:
    """Say why a moment never comes in the game; "" where it may."""
    solitaire = moment is Moment.TAKE
    questions = moment in (Moment.SUGGEST, Moment.UNREFUTED, Moment.OUT)
    if parts.game and (questions if parts.game.solitaire else solitaire):
        return _("never comes in the game '{game}'").format(game=parts.game)
    if moment is Moment.UNREFUTED and _option(parts, "suggest_asked") == Asked.CHOSEN_PLAYER:
        return _("never comes with suggest.asked = 'chosen_player': only that player answers")
    if moment is Moment.OUT and _option(parts, "accuse_wrong") == Wrong.PAYS_FORFEITS:
        return _("never comes with accuse.wrong = 'pays_forfeits'")
    return ""


def _effects(parts: Parts, tale: TaleTable, given: Collection[str]) -> Iterator[Fault]:
    """Find a tale that does nothing, and what it can't do."""
    done = [key for key in _DONE if key in given]
    if not done:
        yield Fault((), _("nothing happens: it must have one of {keys}").format(keys=", ".join(_DONE)))
    for key in done:
        if tale.when is Moment.END and key != "say":
            yield Fault((key,), _("means nothing once the game is over"), on_key=True)
    for key in _OF_CLUE if parts.game and parts.game.solitaire else ():
        if key in given:
            message = _("means nothing in the game '{game}'").format(game=parts.game)
            yield Fault((key,), message, on_key=True)
    if tale.uncover and parts.game is Game.CLUE and not _hides_cards(parts):
        message = _("means nothing where no card lies face down in a room: see setup.two_players")
        yield Fault(("uncover",), message, on_key=True)
    case = parts.at(("begin", "case"))
    if tale.reveal and isinstance(case, list) and tale.reveal in case:
        message = _("{card} is in the case by begin.case: no player can reveal it")
        yield Fault(("reveal",), message.format(card=value_text(tale.reveal)))


def _hides_cards(parts: Parts) -> bool:
    hidden = (TwoPlayers.HIDDEN_IN_ROOMS, TwoPlayers.HIDDEN_IN_CORNERS)
    return _option(parts, "setup_two_players") in hidden


def _names(parts: Parts, tale: TaleTable) -> Iterator[Fault]:
    """Find names of cards and places that there are not; all must be known to tell."""
    if not (parts.whole and parts.house.complete):
        return
    cards, suspects = parts.of_category(), parts.ids(Kind.SUSPECT)
    scenes, weapons = parts.ids(Kind.ROOM), parts.ids(Kind.WEAPON)
    places = [place.id for _path, place in parts.house.walled()]
    yield from _unknown(("place",), tale.place, places, _("there is no room or square named {name}"))
    yield from _unknown(("suspect",), tale.suspect, suspects, _("there is no suspect {name}"))
    yield from _unknown(("card",), tale.card, cards, _("there is no card {name}"))
    yield from _unknown(("reveal",), tale.reveal, cards, _("there is no card {name}"))
    yield from _unknown(("uncover",), tale.uncover, scenes, _("there is no room {name} with a card"))
    for weapon, room in (tale.weapons or {}).items():
        path = ("weapons", weapon)
        for fault in _unknown(path, weapon, weapons, _("there is no weapon {name}")):
            yield replace(fault, on_key=True)
        yield from _unknown(path, room, scenes, _("there is no room {name} with a card"))


def _unknown(path: Key, name: str | None, known: Collection[str], message: str) -> Iterator[Fault]:
    if name and name not in known:
        yield Fault(path, message.format(name=value_text(name)), near(name, known))


def _option(parts: Parts, option: str) -> object:
    return parts.at(OPTIONS[Game.CLUE][option])
