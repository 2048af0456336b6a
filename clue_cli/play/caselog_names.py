"""What the names in a case log mean: cards and rooms by id or by name in any language, and players."""

from collections.abc import Iterable

from clue_cli.rules.model import Scenario, Text
from clue_cli.scenario.faults import MOST_FAULTS, Fault, Key, near, unknown, value_text
from clue_cli.words import _


class Names:
    """Find cards, rooms and players by what a log calls them; without a scenario no card is known.

    None stands for a player whose name is at fault. Once there are more faults than are told, none is added.
    """

    def __init__(self, scenario: Scenario | None, players: tuple[str, ...]) -> None:
        self.scenario = scenario
        self.players = players
        self._seats = {self.folded(player): seat for seat, player in enumerate(players) if player}
        cards = scenario.cards.values() if scenario else ()
        rooms = scenario.board.rooms if scenario else ()
        self._cards = _by_name((card.id, card.name) for card in cards)
        self._rooms = _by_name((room.id, room.name) for room in rooms)

    @staticmethod
    def folded(name: str) -> str:
        """Return a name as it is compared: without case, and with one kind of blank between words."""
        return " ".join(name.casefold().replace("_", " ").split())

    def seat(self, named: str) -> int | None:
        """Return the seat of a player; None when there is none."""
        return self._seats.get(self.folded(named))

    def player(self, named: str, path: Key, faults: list[Fault]) -> int | None:
        """Return the seat of a player, or None and add a fault; only among known players one is at fault."""
        seat = self.seat(named)
        if seat is None and self.players and len(faults) <= MOST_FAULTS:
            faults += unknown(path, named, self.players, _("there is no player {name}"))
        return seat

    def card(self, named: str, path: Key, faults: list[Fault]) -> str | None:
        """Return the id of a card, or None and add a fault; without a scenario none is at fault."""
        found = self._cards.get(self.folded(named), set())
        if len(found) != 1 and self.scenario and len(faults) <= MOST_FAULTS:
            message = _("there is no card {card}") if not found else _("{card} may be several cards")
            hint = near(named, [*self.scenario.cards, *self._cards]) if not found else ""
            faults.append(Fault(path, message.format(card=value_text(named)), hint))
        return next(iter(found)) if len(found) == 1 else None

    def room(self, named: str, path: Key, faults: list[Fault]) -> str | None:
        """Return the id of a room, or None and add a fault; where cards are listed any name is a room's."""
        found = self._rooms.get(self.folded(named), set()) or self._cards.get(self.folded(named), set())
        if len(found) != 1 and self.scenario and len(faults) <= MOST_FAULTS:
            message = _("there is no room {room}").format(room=value_text(named))
            faults.append(Fault(path, message, near(named, self._rooms)))
        return next(iter(found)) if len(found) == 1 else None


def _by_name(things: Iterable[tuple[str, Text]]) -> dict[str, set[str]]:
    """Return the ids that each name may mean."""
    found: dict[str, set[str]] = {}
    for thing, name in things:
        for words in (thing, *name.words.values()):
            found.setdefault(Names.folded(words), set()).add(thing)
    return found
