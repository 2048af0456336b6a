"""The events of a case log, each read as the events of the rules that it stands for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from clue_cli.play.caselog_names import Names
from clue_cli.play.caselog_shape import BESIDE, VERBS, EventTable
from clue_cli.rules.events import (
    Accused,
    Ended,
    Event,
    Looked,
    Passed,
    Revealed,
    Shown,
    Suggested,
    TurnedUp,
    Unheld,
    Unrefuted,
)
from clue_cli.rules.options import Asked
from clue_cli.scenario.drawing import entries
from clue_cli.scenario.faults import Fault, Key, value_text
from clue_cli.words import _, ngettext


@dataclass(frozen=True, slots=True)
class Entry:
    """Hold the events that one entry of a log stands for, and where in the log it is."""

    path: Key
    events: tuple[Event, ...]


@dataclass(slots=True)
class EventReader:
    """Read the entries of one log in their order, and gather what is wrong with them.

    None stands for what is at fault of a table. `roomcards` is how many cards lie face down in rooms, None
    until that is told, and `face_up` are those that lie face up.
    """

    names: Names
    me: int
    faults: list[Fault] = field(default_factory=list)
    roomcards: int | None = None
    face_up: list[str] = field(default_factory=list)
    _looks: set[tuple[str, str]] = field(default_factory=set)  # a room, and the card seen there

    def read(self, tables: Sequence[tuple[Key, EventTable]]) -> tuple[Entry, ...]:
        """Return the entries that stand for events and are not at fault."""
        entries = [entry for path, table in tables if (entry := self._entry(path, table))]
        # where looks contradict one another, these are at fault
        fewest = min(len(set(seen)) for seen in zip(*self._looks, strict=True)) if self._looks else 0
        if any(_at_fault(table, "roomcards") for _path, table in tables):
            fewest = 0  # how many lie there is not known
        if fewest > (most := self.roomcards or 0):
            looks = [path for path, table in tables if table.look is not None]
            message = ngettext(
                "{n} card lies in rooms by 'roomcards', but more rooms were looked into",
                "{n} cards lie in rooms by 'roomcards', but more rooms were looked into",
                most,
            )
            self._fault((*looks[-1], "look"), message.format(n=most))
        return tuple(entries)

    def _entry(self, path: Key, table: EventTable) -> Entry | None:
        before = len(self.faults)
        given = table.model_fields_set
        verbs = [verb for verb in VERBS if verb in given]
        if not verbs:
            message = _("must tell what happened: one of {verbs}")
            self._fault(path, message.format(verbs=", ".join(VERBS)))
            return None
        verb, *others = verbs
        for key in others:
            message = _("must be an event of its own: this one tells '{verb}'")
            self._fault((*path, key), message.format(verb=verb), on_key=True)
        for key in sorted(given - {*verbs, *BESIDE.get(verb, ())}):
            message = _("has no place beside '{verb}'").format(verb=verb)
            self._fault((*path, key), message, on_key=True)
        events = self._events(verb, path, table)
        return Entry(path, events) if events and len(self.faults) == before else None

    def _events(self, verb: str, path: Key, table: EventTable) -> tuple[Event, ...]:
        match verb:
            case "suggest":
                return self._question(path, table)
            case "accuse":
                return self._accusation(path, table)
            case "faceup":
                return self._faceup(path, table.faceup or ())
            case "roomcards":
                if self.roomcards is not None:
                    self._fault((*path, verb), _("is told already"))
                self.roomcards = table.roomcards
                return ()
            case "look":
                return self._look(path, table)
        card = self._card(getattr(table, verb), (*path, verb))
        if verb == "unheld":
            return (Unheld(card),) if card else ()
        by = self._by(path, table)
        if by is None or card is None:
            return ()
        if verb == "reveal":
            return (Revealed(by, card),)
        if by == self.me:
            self._fault((*path, "by"), _("'shown' tells of a card that another player shows me"))
        return (Shown(by, self.me, (), card),)

    def _question(self, path: Key, table: EventTable) -> tuple[Event, ...]:
        """Read a question and its answers. Rules: C-08 C-10."""
        by = self._by(path, table)
        cards = self._case((*path, "suggest"), table.suggest)
        passed = self._others((*path, "passed"), table.passed, by, ())
        showed = self._others((*path, "showed"), table.showed, by, passed)
        self._one_shows((*path, "showed"), showed)
        seen = self._seen_cards((*path, "card"), table, showed, cards)
        if by is None or cards is None:
            return ()
        answers: list[Event] = [Passed(seat, cards) for seat in passed]
        answers += [Shown(seat, by, cards, seen.get(seat)) for seat in showed]
        if len(passed) == len(self.names.players) - 1:
            answers.append(Unrefuted(by, cards))
        return (Suggested(by, cards), *answers)

    def _others(
        self, path: Key, named: str | tuple[str, ...] | None, by: int | None, taken: Sequence[int]
    ) -> list[int]:
        """Return the seats that answered: none twice, nor the one that asked."""
        seats: list[int] = []
        for n, player in entries((named,) if isinstance(named, str) else named):
            where = path if isinstance(named, str) else (*path, n)
            seat = self.names.player(player, where, self.faults)
            if seat is None:
                continue
            if seat == by:
                self._fault(where, _("{player} asked the question").format(player=value_text(player)))
            elif seat in seats:
                self._fault(where, _("{name} is named already").format(name=value_text(player)))
            elif seat in taken:
                message = _("{player} can't both have passed and have shown a card")
                self._fault(where, message.format(player=value_text(player)))
            seats.append(seat)
        return seats

    def _one_shows(self, path: Key, showed: list[int]) -> None:
        """Let several show only where the ruleset has everyone answer. Rules: CL-08 MD-10."""
        scenario = self.names.scenario
        if not scenario or not scenario.id or len(showed) < 2:
            return
        if scenario.rules.suggest_asked is not Asked.EVERYONE:
            message = _("only one player shows a card by the rules of {name}")
            self._fault(path, message.format(name=value_text(scenario.id)))

    def _seen_cards(
        self, path: Key, table: EventTable, showed: list[int], cards: tuple[str, ...] | None
    ) -> dict[int, str]:
        """Return the cards that I saw, by who showed them."""
        if table.card is None:
            return {}
        if not showed:
            if not table.showed and not _at_fault(table, "showed"):
                self._fault(path, _("has no place where nobody showed a card"), on_key=True)
            return {}
        found = {}
        for where, seat, named in self._named_cards(path, table.card, showed):
            card = self._card(named, where)
            if card and cards and card not in cards:
                self._fault(where, _("{card} was not asked for").format(card=value_text(named)))
            elif card:
                found[seat] = card
        return found

    def _named_cards(
        self, path: Key, given: str | dict[str, str], showed: Sequence[int]
    ) -> Iterator[tuple[Key, int, str]]:
        """Yield where in the log a card is named, who showed it, and its name."""
        if isinstance(given, str):
            if len(showed) == 1:
                yield path, showed[0], given
            else:
                self._fault(path, _("must be a table of cards by player: several showed one"))
            return
        for player, card in given.items():
            seat = self.names.player(player, (*path, player), self.faults)
            if card is None:
                continue
            if seat is not None and seat in showed:
                yield (*path, player), seat, card
            elif seat is not None:
                message = _("{player} showed nothing").format(player=value_text(player))
                self._fault((*path, player), message, on_key=True)

    def _accusation(self, path: Key, table: EventTable) -> tuple[Event, ...]:
        """Read an accusation; a right one tells the case. Rule: C-12."""
        by = self._by(path, table)
        cards = self._case((*path, "accuse"), table.accuse)
        if by is None or cards is None:
            return ()
        right = table.wrong is False
        return (Accused(by, cards, right), *((Ended(by, cards),) if right else ()))

    def _faceup(self, path: Key, named: tuple[str, ...]) -> tuple[Event, ...]:
        found: list[Event] = []
        for n, text in entries(named):
            card = self._card(text, (*path, "faceup", n))
            if card and card in self.face_up:
                self._fault((*path, "faceup", n), _("is named already"))
            elif card:
                self.face_up.append(card)
                found.append(TurnedUp(card))
        return tuple(found)

    def _look(self, path: Key, table: EventTable) -> tuple[Event, ...]:
        """Read a look at the card in a room. Rule: C15-07."""
        card = self._card(table.look, (*path, "look"))
        if table.place is None:
            if not _at_fault(table, "place"):
                self._fault((*path, "place"), _("missing"))
            return ()
        room = self.names.room(table.place, (*path, "place"), self.faults)
        if card is None or room is None:
            return ()
        self._looks.add((room, card))
        return (Looked(self.me, room, card),)

    def _by(self, path: Key, table: EventTable) -> int | None:
        if table.by is None:
            if not _at_fault(table, "by"):
                self._fault((*path, "by"), _("missing"))
            return None
        return self.names.player(table.by, (*path, "by"), self.faults)

    def _card(self, named: str | None, path: Key) -> str | None:
        return None if named is None else self.names.card(named, path, self.faults)

    def _case(self, path: Key, named: tuple[str, ...] | None) -> tuple[str, ...] | None:
        """Return one card of each category in their order. Rule: C-01."""
        if named is None:
            return None
        found = [self._card(text, (*path, n)) for n, text in enumerate(named)]
        scenario = self.names.scenario
        if scenario is None or (None in found and len(found) == len(scenario.categories)):
            return None
        by_category = [[card for card in found if card in category.ids] for category in scenario.categories]
        if any(len(cards) != 1 for cards in by_category):
            message = _("must be one card of each of the {n} categories")
            self._fault(path, message.format(n=len(scenario.categories)))
            return None
        return tuple(str(cards[0]) for cards in by_category)

    def _fault(self, path: Key, message: str, *, on_key: bool = False) -> None:
        self.faults.append(Fault(path, message, on_key=on_key))


def _at_fault(table: EventTable, key: str) -> bool:
    """Tell whether a key of a salvaged event is given, but not sound."""
    return key in table.model_fields_set and getattr(table, key) is None
