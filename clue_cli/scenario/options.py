"""Check that a scenario is given the options that its game needs, and none that mean nothing in it."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import fields
from typing import Any

from clue_cli.rules.model import Game, Interrogation, Kind, Rules, Style, Wrong
from clue_cli.scenario.faults import Fault, Key
from clue_cli.scenario.parts import Parts
from clue_cli.words import _


def _key(option: str) -> Key:
    """Return where a file has an option of the rules: `move_dice` is `dice` in `[rules.move]`."""
    return ("rules", *option.split("_", 1))


OPTIONS: Mapping[Game, Mapping[str, Key]] = {
    Game.CLUE: {field.name: _key(field.name) for field in fields(Rules)},
    Game.COLLECT: {"move_dice": _key("move_dice"), "start": ("start",)},
    Game.ERRANDS: {"move_dice": _key("move_dice"), "start": ("start",)},
}
"""What each game must be told, by the option's name in the rules."""

MAY_BE_LEFT_OUT = {
    "setup_first_player",
    "setup_leftover",
    "move_style",
    "move_rooms",
    "move_occupied",
    "move_through_rooms",
    "suggest_required",
    "suggest_drags",
    "suggest_asked",
    "suggest_interrogation",
    "accuse_others_reveal",
    "accuse_wrong",
}
"""What may be left out, and then is as in the classic game."""

_ONLY_WITH: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("move_style", Style.ROOMS, ("move_rooms",)),
    (
        "move_style",
        Style.DICE,
        (
            "setup_first_player",
            "move_dice",
            "move_passages",
            "move_stay",
            "move_occupied",
            "move_through_rooms",
            "move_out_token",
        ),
    ),
    ("accuse_wrong", Wrong.OUT, ("accuse_last_standing", "move_out_token")),
)
"""Options that mean something only where another has a certain value."""


def missing(document: Mapping[str, Any]) -> list[Fault]:
    """List what the scenario's game needs and is not given."""
    parts = Parts(document)
    options = OPTIONS[parts.game] if parts.game else {}
    nothing = {option for option, _why in idle(parts)}
    faults = [
        Fault(path, _("missing"))
        for option, path in options.items()
        if option not in nothing | MAY_BE_LEFT_OUT and parts.at(path) is None
    ]
    if parts.game is Game.CLUE and _forfeits_paid(parts) and not parts.at(("forfeits",)):
        faults.append(Fault(("forfeits",), _("missing: players have nothing to part with (PA-06)")))
    return faults


def foreign(parts: Parts) -> Iterator[Fault]:
    """Find what the scenario's game never reads."""
    if not parts.game:
        return
    own = set(OPTIONS[parts.game].values())
    everything = {path for options in OPTIONS.values() for path in options.values()} - {("start",)}
    more = {("clues",), ("forfeits",)} if parts.game is not Game.CLUE else set()
    for path in sorted(everything - own | more):
        if parts.at(path) is not None:
            message = _("means nothing in the game '{game}'").format(game=parts.game)
            yield Fault(path, message, on_key=True)
    if parts.game is Game.CLUE:
        for option, why in idle(parts):
            if parts.at(path := OPTIONS[Game.CLUE].get(option, (option,))) is not None:
                yield Fault(path, _("means nothing {why}").format(why=why), on_key=True)


def pruned(document: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document laid over its base without what it took from there and means nothing in it."""
    parts, own = Parts(document), Parts(given)
    kept = deepcopy(dict(document))
    for option, _why in idle(parts) if parts.game is Game.CLUE else ():
        *tables, key = map(str, OPTIONS[Game.CLUE].get(option, (option,)))
        if own.at((*tables, key)) is None:
            table = kept
            for name in tables:
                table = table.get(name, {}) if isinstance(table, dict) else {}
            if isinstance(table, dict):
                table.pop(key, None)
    return kept


def idle(parts: Parts) -> Iterator[tuple[str, str]]:
    """Go through what means nothing in the scenario, each with what makes it so."""
    for other, value, options in _ONLY_WITH:
        if _value(parts, other) != value:
            why = _("where {key} is not '{value}'").format(key=_written(other), value=value)
            yield from ((option, why) for option in options)
    kinds = [category.kind for category in parts.categories.values()]
    if not parts.rolled and Kind.WEAPON not in kinds:
        yield "setup_weapons", _("where there are no weapons")
    if not parts.rolled:
        yield "clues", _("where no dice are rolled")
    if not _forfeits_paid(parts):
        yield "forfeits", _("where no forfeits are paid")


def _forfeits_paid(parts: Parts) -> bool:
    met, wrong = _value(parts, "suggest_interrogation"), _value(parts, "accuse_wrong")
    return bool(met == Interrogation.CARD_OR_FORFEIT or wrong == Wrong.PAYS_FORFEITS)


def _value(parts: Parts, option: str) -> Any:
    """Return the option's value, given or not."""
    given = parts.at(_key(option))
    return getattr(Rules(), option) if given is None else given


def _written(option: str) -> str:
    return option.replace("_", ".", 1)
