"""Play a solitaire on the board of another scenario, with that scenario's suspects, weapons and rooms.

Nothing is read here; what comes of it is checked like any scenario.
"""

from typing import Any

from clue_cli.rules.model import Scenario, Text
from clue_cli.scenario.load import OWN, Loaded, from_document
from clue_cli.words import Refused, _


def on_board(game: Loaded, house: Loaded) -> Loaded:
    """Return the solitaire `game` as it is played in `house`: the game itself where that is its own house.

    Raises Refused where nobody can walk or there is no place to start, and ScenarioFaults where suspects
    or weapons are too many (S1-01 S2-01).
    """
    here, there = game.scenario, house.scenario
    if (here.board, here.categories) == (there.board, there.categories):
        return game
    if not there.board.squares:
        words = _("the board of {name} has no corridors to walk along with dice")
        raise Refused(words.format(name=there.id))
    document = {key: value for key, value in game.document.items() if key not in OWN} | {
        "format": game.document["format"],
        "id": f"{here.id}-{there.id}",
        "name": _name(here.name, there.name),
        "board": house.document["board"],
        "start": _start(there),
        "category": house.document["category"],
    }
    return from_document(document, document["id"])


def _start(house: Scenario) -> str:
    """Return the middle of the board, else the place where all tokens start. Rule: S1-02."""
    start = house.board.middle.id if house.board.middle else house.start
    if not start:
        words = _("the board of {name} has no middle, and tokens do not all start in one place there")
        raise Refused(words.format(name=house.id))
    return start


def _name(game: Text, house: Text) -> Any:
    """Join two names, in each language of either."""
    if game.words == house.words:
        return dict(game.words) if "" not in game.words else game.words[""]
    languages = (game.words.keys() | house.words.keys()) - {""}
    named = {code: f"{game.within(code)} — {house.within(code)}" for code in sorted(languages)}
    return named or f"{game.within('')} — {house.within('')}"
