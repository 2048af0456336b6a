"""Check who sits at the table of a scenario, and that scripts speak of what there is."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields

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
from clue_cli.rules.model import Effect, Game, Kind, Place
from clue_cli.rules.options import Asked, Interrogation, Rules, Style, Wrong
from clue_cli.scenario.drawing import entries
from clue_cli.scenario.faults import Fault, near, unknown, value_text
from clue_cli.scenario.options import OPTIONS
from clue_cli.scenario.parts import Parts
from clue_cli.words import _, ngettext

UNPLAYED = _("nobody plays {suspect}: there is no [[seat]] of that suspect")
_NO_CARD = _("there is no card {name}")
_PERSON = "person"
_VERBS = [verb for verb, kind in actions.VERBS.items() if not kind.stream]
"""What players do: what chance does is in no script."""

_CARD_OR_FORFEIT = ("suggest_interrogation", Interrogation.CARD_OR_FORFEIT)
_ONLY_BY: Mapping[str, tuple[tuple[str, object], ...]] = {
    "roll": (("move_style", Style.DICE),),
    "interrogate": (_CARD_OR_FORFEIT,),
    "give": (_CARD_OR_FORFEIT,),
    "yield": (_CARD_OR_FORFEIT,),
    "take": (_CARD_OR_FORFEIT, ("accuse_wrong", Wrong.PAYS_FORFEITS)),
    "ask": (("suggest_asked", Asked.CHOSEN_PLAYER),),
    "name": (),
    "reveal": (),
    "join": (),
}
"""The options by one of which somebody does what the verb says; clue cards may bid it too."""

_BIDDEN: Mapping[str, tuple[Effect, ...]] = {
    "ask": (Effect.CHOOSE_PLAYER,),
    "name": (Effect.NAME_SUSPECT, Effect.NAME_WEAPON, Effect.NAME_ROOM),
    "reveal": (Effect.CHOOSE_PLAYER, Effect.ALL_REVEAL),
    "join": (Effect.PASSAGE,),
}
"""The clue cards that bid what the verb says (C15-09)."""


def check(parts: Parts) -> Iterator[Fault]:
    """List the faults of the seats."""
    if parts.game is None:
        return
    if parts.given(("seat",)) and parts.game is not Game.CLUE:
        message = _("means nothing in the game '{game}'").format(game=parts.game)
        yield Fault(("seat",), message, on_key=True)
        return
    suspects, seen = parts.ids(Kind.SUSPECT), set[str]()
    for i, seat in entries(parts.table.seat):
        path = ("seat", i, "suspect")
        yield from unknown(path, seat.suspect, suspects, _("there is no suspect {name}"))
        if seat.suspect in suspects and seat.suspect in seen:
            yield Fault(path, _("{id} has a seat already").format(id=seat.suspect))
        if seat.mind == _PERSON and _PERSON in seen:
            yield Fault(("seat", i, "mind"), _("one person plays at most, and there is one already"))
        if seat.mind == _PERSON and seat.script:
            yield Fault(("seat", i, "script"), _("must be left out: a person follows no script"), on_key=True)
        seen |= {one for one in (seat.suspect, seat.mind) if one}
        for line, text in entries(seat.script, None):
            for what, hint in _misread(parts, text):
                yield Fault(("seat", i, "script", line), what, hint)
    yield from _count(parts)


def seated(parts: Parts) -> tuple[str, ...]:
    """Return the suspects who play, in turn order; empty while that is not settled."""
    listed = parts.table.seat or ()
    playing = {seat.suspect: seat.mind for _i, seat in entries(listed)}
    table = tuple(suspect for suspect in parts.ids(Kind.SUSPECT) if suspect and suspect in playing)
    return table if len(table) == len(listed) and _PERSON in playing.values() else ()


def at_table(parts: Parts) -> int | None:
    """Count the players where there are seats, the person among them; None while that is not settled."""
    seats = parts.table.seat or ()
    known = {suspect for suspect in parts.ids(Kind.SUSPECT) if suspect}
    minds = [seat and seat.mind for seat in seats]
    if not seats or None in minds or len(known & {seat.suspect for seat in seats}) < len(seats):
        return None
    return len(seats) + (_PERSON not in minds)


def _count(parts: Parts) -> Iterator[Fault]:
    """Find too few or too many players: without a seat of its own, the person has one more (CL-02)."""
    seats = parts.table.seat or ()
    minds = [seat and seat.mind for seat in seats]
    match parts.at(OPTIONS[Game.CLUE]["players"]):
        case (low, high) if low <= high and (_PERSON in minds or (minds and None not in minds)):
            players = len(seats) + (_PERSON not in minds)
            if not low <= players <= high:
                message = ngettext(
                    "with these seats {count} player is at the table, but it takes {low} to {high}",
                    "with these seats {count} players are at the table, but it takes {low} to {high}",
                    players,
                )
                yield Fault(("seat",), message.format(count=players, low=low, high=high), on_key=True)


# --- scripts -----------------------------------------------------------------------------------


def _misread(parts: Parts, text: str) -> Iterator[tuple[str, str]]:
    """Go through what is wrong with a line of a script, each with what was likely meant."""
    verb = text.partition(" ")[0]
    if verb not in _VERBS:
        words = _("{verb} is nothing that a player does; there are: {known}")
        yield words.format(verb=value_text(verb), known=", ".join(sorted(_VERBS))), near(verb, _VERBS)
        return
    if _idle(parts, verb):
        yield _("{verb} means nothing by the rules of this scenario").format(verb=value_text(verb)), ""
        return
    try:
        action = actions.parse(text)
    except UnreadableAction:
        words = _("{line} can't be read as an action: it must be '{form}'")
        yield words.format(line=value_text(text), form=_form(parts, verb)), ""
    else:
        yield from _strange(parts, action)


def _idle(parts: Parts, verb: str) -> bool:
    """Tell whether nobody ever does what the verb says, whatever happens in a game."""
    if verb not in _ONLY_BY:
        return False
    for option, value in _ONLY_BY[verb]:
        if parts.settled(OPTIONS[Game.CLUE][option], getattr(Rules(), option)) in (value, None):
            return False
    bidding = _BIDDEN.get(verb, ())
    effects = [clue and clue.effect for clue in (parts.table.clues or (None,))]
    return parts.table.clues == () or not any(effect is None or effect in bidding for effect in effects)


def _form(parts: Parts, verb: str) -> str:
    """Write how an action of that verb is written, with the categories of the scenario."""
    kind, place, square = actions.VERBS[verb], _("<place or row,column>"), _("[row,column]")
    if kind in (Suggest, Accuse):
        return f"{verb} {_claimed(parts, all_=kind is Accuse)}"
    words = [f"<{one.name}>" for one in fields(kind)]
    return " ".join([verb, *([place, square] if kind is Go else words)])


def _strange(parts: Parts, action: Action) -> Iterator[tuple[str, str]]:
    """Go through what an action speaks of that is not there."""
    match action:
        case Go(place, stop):
            yield from _no_place(parts, place)
            if stop:
                yield from _no_place(parts, stop)
        case Passage(place) | Join(place):
            yield from _no_place(parts, place)
        case Suggest(cards) | Accuse(cards):
            yield from _misnamed(parts, cards, all_=isinstance(action, Accuse))
        case Show(card) | Name(card) | Reveal(card) | Give(card):
            yield from _none(_NO_CARD, card, parts.of_category)
        case Ask(suspect) | Snoop(suspect) | Interrogate(suspect):
            yield from _none(_("nobody plays {name}"), suspect, seated(parts) or parts.ids(Kind.SUSPECT))
        case Take(forfeit):
            known: list[str | None] = [one.id for _i, one in entries(parts.table.forfeits)]
            known += [None] * (parts.table.forfeits is None or None in parts.table.forfeits)
            yield from _none(_("there is no forfeit {name}"), forfeit, known)


def _none(words: str, name: str, known: Collection[str | None]) -> Iterator[tuple[str, str]]:
    yield from ((fault.message, fault.hint) for fault in unknown((), name, known, words))


def _no_place(parts: Parts, place: Place) -> Iterator[tuple[str, str]]:
    house = parts.house
    if isinstance(place, str):
        for what, hint in _none(_("there is no place {name}"), place, house.ids):
            known = ", ".join(filter(None, house.ids))
            yield what if hint else _("{what}; there are: {known}").format(what=what, known=known), hint
    elif house.rows and place not in house.squares:
        yield _("{square} is no corridor square").format(square=place_text(place)), ""


def _misnamed(parts: Parts, cards: tuple[str, ...], *, all_: bool) -> Iterator[tuple[str, str]]:
    """Find cards that are not one of each category, in order; a suggestion leaves the room out (C-08)."""
    known = parts.of_category
    for card in cards:
        yield from _none(_NO_CARD, card, known)
    if not parts.whole or any(card not in known for card in cards):
        return
    if [known[card] for card in cards] != list(_asked(parts, all_=all_)):
        words = _("names one card of each: {names}, in this order")
        yield words.format(names=_claimed(parts, all_=all_)), ""


def _asked(parts: Parts, *, all_: bool) -> Iterator[int]:
    yield from (i for i, one in parts.categories.items() if all_ or one.kind is not Kind.ROOM)


def _claimed(parts: Parts, *, all_: bool) -> str:
    return " ".join(f"<{parts.categories[i].kind}>" for i in _asked(parts, all_=all_))
