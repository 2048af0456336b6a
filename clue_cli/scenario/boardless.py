"""Play a detective game with its cards alone: nobody walks, and any room may be asked about each turn.

Nothing is read here; what comes of it is checked like any scenario.
"""

from typing import Any

from clue_cli.rules.options import AccuseWhen, AccuseWhere, Interrogation, Style, Weapons
from clue_cli.scenario.load import Loaded, from_document
from clue_cli.scenario.options import pruned

_RULES = {
    "setup": {"weapons": Weapons.OFF_BOARD.value},
    "move": {"style": Style.ANYWHERE.value},
    # nobody is brought to a room, or met in one
    "suggest": {"drags": False, "interrogation": Interrogation.NONE.value},
    "accuse": {"when": AccuseWhen.ON_TURN.value, "where": AccuseWhere.ANYWHERE.value},
}
"""The options of a game without a board; who answers, and what a wrong accusation costs, stay as they are."""

_CARDS = ("case", "hands", "first")
"""What is fixed of a beginning that has nothing to do with the board."""


def without_board(game: Loaded) -> Loaded:
    """Return a detective game in which one may enter any room each turn, and accuse after suggesting.

    What hangs on dice, squares or tokens met is left out: clue cards, snoop squares, interrogation, and the
    tales. Cards hidden in rooms are looked at by who picks the room (C15-07).
    """
    rules: dict[str, Any] = dict(game.document["rules"])
    for table, options in _RULES.items():
        rules[table] = rules.get(table, {}) | options
    document = game.document | {"id": f"{game.scenario.id}-no-board", "rules": rules, "tale": []}
    if "begin" in document:
        document["begin"] = {key: value for key, value in document["begin"].items() if key in _CARDS}
    return from_document(pruned(document, {}), document["id"])
