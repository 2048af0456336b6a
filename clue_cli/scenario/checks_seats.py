"""Check who sits at the table of a scenario, and that scripts speak of what there is."""

from collections.abc import Iterable, Iterator

from clue_cli.rules import actions
from clue_cli.rules.actions import (
    Accuse,
    Action,
    Ask,
    Give,
    Go,
    Interrogate,
    Join,
    Name,
    Passage,
    Reveal,
    Show,
    Snoop,
    Suggest,
    Take,
    UnreadableAction,
    place_text,
)
from clue_cli.rules.model import Game, Kind, Place
from clue_cli.scenario.drawing import tables
from clue_cli.scenario.faults import Fault, near, value_text
from clue_cli.scenario.options import OPTIONS
from clue_cli.scenario.parts import Parts
from clue_cli.scenario.schema import ForfeitTable
from clue_cli.scenario.schema_begin import SeatTable
from clue_cli.scenario.structure import sound
from clue_cli.words import _, ngettext

_PERSON = "person"
_VERBS = [verb for verb, kind in actions.VERBS.items() if not kind.stream]
"""What players do: what chance does is in no script."""


def check(parts: Parts) -> Iterator[Fault]:
    """List the faults of the seats in a house whose cards and places are all known."""
    if "seat" in parts.document and parts.game is not Game.CLUE:
        message = _("means nothing in the game '{game}'").format(game=parts.game)
        yield Fault(("seat",), message, on_key=True)
        return
    suspects, seen = parts.ids(Kind.SUSPECT), dict[str, int]()
    for i, seat in _seats(parts):
        if seat.suspect not in suspects:
            message = _("there is no suspect {name}").format(name=value_text(seat.suspect))
            yield Fault(("seat", i, "suspect"), message, near(seat.suspect, suspects))
        elif seat.suspect in seen:
            yield Fault(("seat", i, "suspect"), _("{id} has a seat already").format(id=seat.suspect))
        if seat.mind == _PERSON and _PERSON in seen:
            yield Fault(("seat", i, "mind"), _("one person plays at most, and there is one already"))
        if seat.mind == _PERSON and seat.script:
            yield Fault(("seat", i, "script"), _("must be left out: a person follows no script"), on_key=True)
        seen |= {seat.suspect: i, seat.mind: i}
        for line, text in enumerate(seat.script):
            if fault := _misread(parts, text):
                what, hint = fault
                yield Fault(("seat", i, "script", line), what, hint)
    yield from _count(parts)


def _seats(parts: Parts) -> Iterator[tuple[int, SeatTable]]:
    for i, table in tables(parts.document.get("seat")):
        if seat := sound(SeatTable, table):
            yield i, seat


def seated(parts: Parts) -> tuple[str, ...]:
    """Return the suspects who play, in turn order; empty while that is not settled."""
    listed = parts.document.get("seat")
    seats = [seat for _i, seat in _seats(parts)]
    playing = {seat.suspect for seat in seats}
    whole = isinstance(listed, list) and len(playing) == len(seats) == len(listed)
    if not whole or _PERSON not in [seat.mind for seat in seats]:
        return ()
    return tuple(suspect for suspect in parts.ids(Kind.SUSPECT) if suspect in playing)


def _count(parts: Parts) -> Iterator[Fault]:
    """Find too few or too many players: without a seat of its own, the person has one more (CL-02)."""
    seats = parts.document.get("seat")
    match parts.at(OPTIONS[Game.CLUE]["players"]):
        case [int(low), int(high)] if isinstance(seats, list) and seats:
            own = any(seat.get("mind") == _PERSON for _i, seat in tables(seats))
            players = len(seats) + (not own)
            if not low <= players <= high:
                message = ngettext(
                    "with these seats {count} player is at the table, but it takes {low} to {high}",
                    "with these seats {count} players are at the table, but it takes {low} to {high}",
                    players,
                )
                yield Fault(("seat",), message.format(count=players, low=low, high=high), on_key=True)


# --- scripts -----------------------------------------------------------------------------------


def _misread(parts: Parts, text: str) -> tuple[str, str] | None:
    """Return what is wrong with a line of a script, and what was likely meant."""
    verb = text.partition(" ")[0]
    if verb not in _VERBS:
        words = _("{verb} is nothing that a player does; there are: {known}")
        return words.format(verb=value_text(verb), known=", ".join(sorted(_VERBS))), near(verb, _VERBS)
    try:
        action = actions.parse(text)
    except UnreadableAction:
        return _("{line} can't be read as an action").format(line=value_text(text)), ""
    return _strange(parts, action)


def _strange(parts: Parts, action: Action) -> tuple[str, str] | None:
    """Return what an action speaks of that is not there."""
    match action:
        case Go(place, stop):
            return _no_place(parts, place) or (_no_place(parts, stop) if stop else None)
        case Passage(place) | Join(place):
            return _no_place(parts, place)
        case Suggest(cards) | Accuse(cards):
            return _misnamed(parts, cards, all_=isinstance(action, Accuse))
        case Show(card) | Name(card) | Reveal(card) | Give(card):
            return _unknown(_("there is no card {name}"), card, parts.of_category())
        case Ask(suspect) | Snoop(suspect) | Interrogate(suspect):
            return _unknown(_("nobody plays {name}"), suspect, seated(parts) or parts.ids(Kind.SUSPECT))
        case Take(forfeit):
            known = [
                one.id
                for _i, table in tables(parts.document.get("forfeits"))
                if (one := sound(ForfeitTable, table))
            ]
            return _unknown(_("there is no forfeit {name}"), forfeit, known)
    return None


def _unknown(words: str, name: str, known: Iterable[str]) -> tuple[str, str] | None:
    known = list(known)
    return None if name in known else (words.format(name=value_text(name)), near(name, known))


def _no_place(parts: Parts, place: Place) -> tuple[str, str] | None:
    known = [one.id for _path, one in parts.house.places()]
    if isinstance(place, str):
        return _unknown(_("there is no place {name}"), place, known)
    if place in parts.house.squares:
        return None
    return _("{square} is no corridor square").format(square=place_text(place)), ""


def _misnamed(parts: Parts, cards: tuple[str, ...], *, all_: bool) -> tuple[str, str] | None:
    """Find cards that are not one of each category, in order; a suggestion leaves the room out (C-08)."""
    known = parts.of_category()
    for card in cards:
        if fault := _unknown(_("there is no card {name}"), card, known):
            return fault
    asked = [i for i, category in parts.categories.items() if all_ or category.kind is not Kind.ROOM]
    if [known[card] for card in cards] == asked:
        return None
    names = " ".join(f"<{parts.categories[i].kind}>" for i in asked)
    return _("names one card of each: {names}, in this order").format(names=names), ""
