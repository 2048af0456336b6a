"""Check that a scenario is given the options that its game needs, and none that mean nothing in it."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import fields
from typing import Any

from clue_cli.rules.model import Game, Kind
from clue_cli.rules.options import Interrogation, Rules, Style, Wrong
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


def meaningless(rules: Rules) -> frozenset[str]:
    """Return the options that mean nothing beside the others, whatever they are."""
    return frozenset(
        option for other, value, options in _ONLY_WITH if getattr(rules, other) != value for option in options
    )


def missing(parts: Parts) -> list[Fault]:
    """List what the scenario's game needs and is not given."""
    options = OPTIONS[parts.game] if parts.game else {}
    nothing = {option for option, _why in idle(parts, perhaps=True)}
    faults = [
        Fault(path, _("missing"))
        for option, path in options.items()
        # of a table at fault it is not known what it gives
        if option not in nothing | MAY_BE_LEFT_OUT and parts.at(path[:-1]) and not parts.given(path)
    ]
    if parts.game is Game.CLUE and _forfeits_paid(parts) and parts.table.forfeits == ():
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
        if parts.given(path):
            message = _("means nothing in the game '{game}'").format(game=parts.game)
            yield Fault(path, message, on_key=True)
    if parts.game is Game.CLUE:
        for option, why in idle(parts):
            if parts.given(path := OPTIONS[Game.CLUE].get(option, (option,))):
                yield Fault(path, _("means nothing {why}").format(why=why), on_key=True)


def pruned(document: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document laid over its base without what it took from there and means nothing in it."""
    parts, own = Parts(document), Parts(given)
    kept = deepcopy(dict(document))
    for option, _why in idle(parts) if parts.game is Game.CLUE else ():
        *tables, key = map(str, OPTIONS[Game.CLUE].get(option, (option,)))
        if not own.given((*tables, key)):
            table = kept
            for name in tables:
                table = table.get(name, {}) if isinstance(table, dict) else {}
            if isinstance(table, dict):
                table.pop(key, None)
    return kept


def idle(parts: Parts, *, perhaps: bool = False) -> Iterator[tuple[str, str]]:
    """Go through what means nothing in the scenario, each with what makes it so.

    With `perhaps`, also through what may mean nothing, as what would make it so is at fault.
    """
    for other, value, options in _ONLY_WITH:
        now = _value(parts, other)
        if now != value and (perhaps or now is not None):
            why = _("where {key} is not '{value}'").format(key=_written(other), value=value)
            yield from ((option, why) for option in options)
    if parts.unrolled or (perhaps and parts.style is None):
        kinds = [category.kind for category in parts.categories.values()]
        if Kind.WEAPON not in kinds and (perhaps or parts.sorted):
            yield "setup_weapons", _("where there are no weapons")
        yield "clues", _("where no dice are rolled")
    if _forfeits_paid(parts) is False:
        yield "forfeits", _("where no forfeits are paid")


def _forfeits_paid(parts: Parts) -> bool | None:
    """Tell whether players part with forfeits; None where that is not known."""
    met, wrong = _value(parts, "suggest_interrogation"), _value(parts, "accuse_wrong")
    if met is Interrogation.CARD_OR_FORFEIT or wrong is Wrong.PAYS_FORFEITS:
        return True
    return None if None in (met, wrong) else False


def _value(parts: Parts, option: str) -> Any:
    """Return the option's value, given or not; None where it is at fault."""
    return parts.settled(_key(option), getattr(Rules(), option))


def _written(option: str) -> str:
    return option.replace("_", ".", 1)
