"""Check that each tale has its moment in the game, does something, and names only what there is."""

from collections.abc import Collection, Iterator, Mapping

from clue_cli.rules.model import Game, Kind
from clue_cli.rules.options import Asked, TwoPlayers, Wrong
from clue_cli.rules.tale import Moment
from clue_cli.scenario.checks_begin import unthrown
from clue_cli.scenario.checks_seats import UNPLAYED, at_table, seated
from clue_cli.scenario.drawing import entries
from clue_cli.scenario.faults import Fault, unknown, value_text
from clue_cli.scenario.options import OPTIONS
from clue_cli.scenario.parts import Parts
from clue_cli.scenario.schema_tale import TaleTable
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
_DONE = ("say", "weapons", "uncover", "reveal", "dice")
_OF_CLUE = ("suspect", "weapons", "uncover", "reveal")


def check(parts: Parts) -> Iterator[Fault]:
    """Find tales that can't happen, do nothing, or name what there is not."""
    for i, tale in entries(parts.table.tale):
        idle = [*_moment(parts, tale), *_effects(parts, tale)]
        keys = {fault.path[0] for fault in idle if fault.on_key}
        # what a key names does not matter where the key must go
        named = (fault for fault in _names(parts, tale) if fault.path[0] not in keys)
        yield from (fault.under("tale", i) for fault in (*idle, *named))


def _moment(parts: Parts, tale: TaleTable) -> Iterator[Fault]:
    """Find a moment that never comes, and keys that say too much or too little of it."""
    if tale.when is None:
        return
    if never := _never(parts, tale.when):
        yield Fault(("when",), never)
    known = {key for keys in _OF_MOMENT.values() for key in keys}
    given = tale.model_fields_set - ({"again"} if tale.again is False else set())
    for key in sorted(known & given - {*_OF_MOMENT[tale.when]}):
        message = _("means nothing with when = '{when}'").format(when=tale.when)
        yield Fault((key,), message, on_key=True)
    needed = _NEEDED.get(tale.when, "when")
    if needed not in tale.model_fields_set:
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


def _effects(parts: Parts, tale: TaleTable) -> Iterator[Fault]:
    """Find a tale that does nothing, and what it can't do."""
    given = tale.model_fields_set
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
    if "uncover" in given and parts.game is Game.CLUE and (why := _no_card_lies(parts)):
        yield Fault(("uncover",), why, on_key=True)
    if tale.reveal and tale.reveal in (parts.at(("begin", "case")) or ()):
        message = _("{card} is in the case by begin.case: no player can reveal it")
        yield Fault(("reveal",), message.format(card=value_text(tale.reveal)))
    if tale.dice and tale.when is not Moment.END:
        yield from unthrown(parts, tale.dice)


def _no_card_lies(parts: Parts) -> str:
    """Say why no card lies face down in a room, as some do where two play; "" where they may (C15-07)."""
    if _option(parts, "setup_two_players") in (TwoPlayers.NONE, TwoPlayers.FACE_UP):
        return _("means nothing where no card lies face down in a room: see setup.two_players")
    if at_table(parts) not in (None, 2):
        return _("means nothing with these seats: cards lie face down in rooms only where two play")
    return ""


def _names(parts: Parts, tale: TaleTable) -> Iterator[Fault]:
    """Find names of cards and places that there are not, and of suspects whom nobody plays."""
    cards, suspects = parts.of_category, parts.ids(Kind.SUSPECT)
    scenes, weapons = parts.ids(Kind.ROOM), parts.ids(Kind.WEAPON)
    places = [one.id for _path, one in parts.house.walled()] + [None] * (None in parts.house.ids)
    yield from unknown(("place",), tale.place, places, _("there is no room or square named {name}"))
    yield from unknown(("suspect",), tale.suspect, suspects, _("there is no suspect {name}"))
    table = seated(parts)
    if table and tale.suspect and tale.suspect in suspects and tale.suspect not in table:
        yield Fault(("suspect",), UNPLAYED.format(suspect=tale.suspect))
    yield from unknown(("card",), tale.card, cards, _("there is no card {name}"))
    yield from unknown(("reveal",), tale.reveal, cards, _("there is no card {name}"))
    yield from unknown(("uncover",), tale.uncover, scenes, _("there is no room {name} with a card"))
    for weapon, room in (tale.weapons or {}).items():
        path = ("weapons", weapon)
        yield from unknown(path, weapon, weapons, _("there is no weapon {name}"), on_key=True)
        yield from unknown(path, room, scenes, _("there is no room {name} with a card"))


def _option(parts: Parts, option: str) -> object:
    return parts.at(OPTIONS[Game.CLUE][option])
