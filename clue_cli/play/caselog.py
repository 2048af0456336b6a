"""A case log: what one player saw at a real table, as a view from which everything follows as in a game.

A log says what happened and no more; whether all of it can be true is for the reasoning to find.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any

import tomli_w

from clue_cli.play import keeping
from clue_cli.play.caselog_events import Entry, EventReader
from clue_cli.play.caselog_names import Names
from clue_cli.play.caselog_shape import MOST_EVENTS, CaseTable, EventTable, PartTable, PuzzleTable
from clue_cli.play.sealing import unsealed
from clue_cli.reasoning.conflict import fewest
from clue_cli.reasoning.deduction import possible
from clue_cli.reasoning.facts import Size, Tier, deal_facts, event_facts, holders
from clue_cli.rules.events import Accused, Dealt, Event, Looked, Suggested, TurnBegan, TurnedUp
from clue_cli.rules.model import Board, Card, Category, Game, Kind, Room, Scenario, Text
from clue_cli.rules.options import Rules
from clue_cli.rules.table import Table, View
from clue_cli.scenario import shelf, sorts, structure
from clue_cli.scenario.drawing import entries
from clue_cli.scenario.faults import Fault, Key, Located, ScenarioFaults, near, value_text
from clue_cli.scenario.load import load
from clue_cli.scenario.source import Source
from clue_cli.words import _

RESERVED = ("envelope", "roomcards", "faceup")
"""What holders that are no players are called, so that no player can be."""

_LIST = re.compile(r'\[\n((?:    ["\d].*,\n)+)\]')  # of names or numbers, one a line, as tomli-w writes it


@dataclass(frozen=True, slots=True)
class CaseLog:
    """Hold a log in which every value is sound; `sizes` are the cards of the players' hands, in seat order.

    `roomcards` is how many cards lie face down in rooms.
    """

    source: Source
    scenario: Scenario
    players: tuple[str, ...]
    sizes: tuple[int, ...]
    me: int
    hand: tuple[str, ...]
    roomcards: int
    entries: tuple[Entry, ...]

    def view(self) -> View:
        """Return what I may know, as a seat of a game that went like this."""
        history = (*self._deal(), *(event for entry in self.turns() for event in entry.events))
        began = [event for event in history if isinstance(event, TurnBegan)]
        table = Table(
            self.scenario.board,
            self.players,
            MappingProxyType({}),
            turn=max(1, len(began)),
            active=began[-1].seat if began else 0,
            face_up=tuple(event.card for event in history if isinstance(event, TurnedUp)),
            covered=frozenset(f"room {n}" for n in range(self.roomcards)),
        )
        return View(self.scenario, self.me, table, frozenset(self.hand), history)

    def turns(self) -> tuple[Entry, ...]:
        """Return the entries; each question and each accusation begins a turn, counted from 1."""
        turn, found = 0, []
        for entry in self.entries:
            first, events = entry.events[0], entry.events
            if isinstance(first, Suggested | Accused):
                turn += 1
                events = (TurnBegan(turn, first.seat), *events)
            found.append(Entry(entry.path, events))
        return tuple(found)

    def _deal(self) -> list[Event]:
        deal: list[Event] = [Dealt(self.me, card) for card in self.hand]
        for seat, size in enumerate(self.sizes):
            deal += [Dealt(seat, None)] * (size if seat != self.me else 0)
        return deal


def clash(log: CaseLog) -> tuple[Entry, ...] | None:
    """Return the fewest entries that can't all be true, my hand first where it is needed; None if all can."""
    view = log.view()
    seats = range(len(log.players))
    deal = list(deal_facts(view, Tier.ALL))
    told = [
        [fact for event in entry.events for fact in event_facts(event, seats, Tier.ALL)]
        for entry in log.entries
    ]
    found = fewest(log.scenario.categories, holders(view), told, deal)
    looks = _clashing_looks(log)
    if looks and not (found and len(found) < len(looks)):
        return tuple(log.turns()[number] for number in looks)
    if found is None:
        return None
    blamed = tuple(log.turns()[number] for number in found)
    sizes = [fact for fact in deal if isinstance(fact, Size)]
    without_hand = [*sizes, *(fact for number in found for fact in told[number])]
    if possible(log.scenario.categories, holders(view), without_hand):
        return (Entry(("hand",), tuple(Dealt(log.me, card) for card in log.hand)), *blamed)
    return blamed


def _clashing_looks(log: CaseLog) -> tuple[int, int] | None:
    """Return the first two entries by which a room has two cards or a card two rooms. Rule: C15-07."""
    looks = [
        (number, event)
        for number, entry in enumerate(log.entries)
        for event in entry.events
        if isinstance(event, Looked)
    ]
    for (first, one), (second, other) in combinations(looks, 2):
        if (one.room == other.room) != (one.card == other.card):
            return first, second
    return None


def read(path: Path, own: Path | None = None) -> CaseLog:
    """Read a log of TOML or JSON; raise ScenarioFaults with all that is wrong with it.

    `own` is the folder of the player's own scenarios.
    """
    source = Source.read_either(path)
    sorts.no_scenario(source)
    return _Reader(source, own).log()


def of(name: str, document: dict[str, Any], own: Path | None = None) -> CaseLog:
    """Take a log that is not in a file yet; raise ScenarioFaults as `read` does."""
    return _Reader(Source.of(name, document), own).log()


def faults(document: dict[str, Any], key: str, own: Path | None = None) -> list[Fault]:
    """List what is wrong with one key of a log that is not finished."""
    with suppress(ScenarioFaults):
        reader = _Reader(Source.of("", document), own)
        reader.log()
    return [fault for fault in reader.faults if fault.path[:1] == (key,)]


def write(path: Path, document: dict[str, Any], before: bytes | None) -> bytes:
    """Keep a log in a file so that it can't be lost, and return what was written.

    Raises keeping.Unreadable where that fails, and where the file does not hold `before` any more.
    """
    try:
        if before is not None and path.read_bytes() != before:
            raise keeping.Unreadable(_("{path} was changed by somebody else").format(path=path))
    except OSError as fault:
        raise keeping.cant_write(path, fault) from fault
    as_json = path.suffix.lower() == ".json"
    text = (
        json.dumps(document, indent=1) + "\n" if as_json else _LIST.sub(_in_one_line, tomli_w.dumps(document))
    )
    keeping.write_text(path, text.encode())
    return text.encode()


def _in_one_line(found: re.Match[str]) -> str:
    return "[" + ", ".join(line.strip().removesuffix(",") for line in found[1].split("\n")[:-1]) + "]"


class _Reader:
    """Read one log, and gather what is wrong with it."""

    def __init__(self, source: Source, own: Path | None) -> None:
        self._source = source
        self._document = source.document
        self._own = own
        self.faults: list[Fault] = []
        self._elsewhere: list[Located] = []

    def log(self) -> CaseLog:
        """Return the log; raise ScenarioFaults when anything is wrong."""
        shape = structure.check(CaseTable, self._document)
        part = structure.salvaged(PartTable, self._document)
        tables: list[tuple[Key, EventTable]] = [
            (("event", n), table) for n, table in entries(part.event, MOST_EVENTS)
        ]
        scenario = self._scenario(part, [table.place for _path, table in tables if table.place])
        players = self._players(part)
        me = self._me(part, players)
        names = Names(scenario, players)
        hand = self._hand(part, names)
        reader = EventReader(names, me)
        happened = reader.read(tables)
        self.faults += reader.faults
        self._hands_fit(part, players, me)
        if scenario and _countable(part, [*shape, *self.faults]):
            aside = len(reader.face_up) + (reader.roomcards or 0)
            self._add_up(sum(part.cards or ()), aside, scenario)
        if scenario and part.puzzle:
            self._answer(part.puzzle, scenario)
        self.faults = structure.joined(self._document, shape, self.faults)
        if self.faults or self._elsewhere:
            raise ScenarioFaults(self._source.located(self.faults) + self._elsewhere)
        assert scenario
        assert part.cards is not None
        return CaseLog(self._source, scenario, players, part.cards, me, hand, reader.roomcards or 0, happened)

    # --- what is played ------------------------------------------------------------------------

    def _scenario(self, part: PartTable, places: Sequence[str]) -> Scenario | None:
        """Return the scenario named, or one of the cards listed."""
        given = part.model_fields_set & {"ruleset", "categories"}
        if len(given) == 2:
            self._fault(("categories",), _("must be left out where a ruleset is named"), on_key=True)
        elif not given:
            message = _("missing: name the scenario that is played, or list its cards in 'categories'")
            self._fault(("ruleset",), message)
        if part.ruleset is not None:
            return self._ruleset(part.ruleset)
        return self._of_cards(part.categories, places) if part.categories is not None else None

    def _ruleset(self, named: str) -> Scenario | None:
        known = {shelved.id: shelved.path for shelved in shelf.listing(self._own)}
        if named not in known:
            message = _("there is no scenario {name}").format(name=value_text(named))
            self._fault(("ruleset",), message, near(named, known))
            return None
        try:
            scenario = load(known[named]).scenario
        except ScenarioFaults as refusal:
            self._elsewhere += refusal.located
            return None
        if scenario.game.solitaire:
            message = _("{name} is a solitaire: nobody asks anybody there")
            self._fault(("ruleset",), message.format(name=value_text(named)))
            return None
        return scenario

    def _of_cards(
        self, listed: Mapping[str, tuple[str, ...]] | tuple[tuple[str, ...], ...], places: Sequence[str]
    ) -> Scenario | None:
        """Return a scenario of these cards; the rooms in which I looked are those of its board.

        There is none where two names are alike, or one is at fault.
        """
        if isinstance(listed, tuple):
            named = {_("Category {n}").format(n=n): cards for n, cards in enumerate(listed, 1)}
        else:
            named = dict(listed)
        keys: Iterable[str | int] = range(len(listed)) if isinstance(listed, tuple) else listed
        places_of = zip(keys, named.values(), strict=True)
        different = self._different(
            [(("categories", key, n), card) for key, cards in places_of for n, card in entries(cards)]
        )
        if not different or any(not cards or None in cards for cards in named.values()):
            return None
        kinds = [*Kind, *[Kind.SUSPECT] * len(named)]
        categories = tuple(
            Category(kind, _text(name), tuple(Card(card, _text(card)) for card in cards))
            for kind, (name, cards) in zip(kinds, named.items(), strict=False)
        )
        known = {Names.folded(card) for category in categories for card in category.ids}
        others = {Names.folded(place): place for place in places if Names.folded(place) not in known}
        rooms = tuple(Room(place, "", _text(place), ()) for place in others.values())
        nothing = _text("")
        return Scenario(
            "", Game.CLUE, nothing, nothing, categories, Board((), "", nothing, frozenset(), rooms), Rules()
        )

    # --- who plays -----------------------------------------------------------------------------

    def _players(self, part: PartTable) -> tuple[str, ...]:
        players = part.players or ()
        named: list[tuple[Key, str]] = [(("players", n), player) for n, player in entries(players)]
        for path, player in named:
            if player in RESERVED:
                self._fault(path, _("is what the program calls a place for cards: name the player otherwise"))
        self._different(named)
        return players if len(players) > 1 else ()  # who else plays is not known

    def _me(self, part: PartTable, players: tuple[str, ...]) -> int:
        """Return my seat; -1 when it is not known."""
        if part.me is None or not players:
            return -1
        seat = Names(None, players).player(part.me, ("me",), self.faults)
        return -1 if seat is None else seat

    def _hand(self, part: PartTable, names: Names) -> tuple[str, ...]:
        """Return my cards as far as they are known."""
        hand: list[str] = []
        for n, named in entries(part.hand):
            card = names.card(named, ("hand", n), self.faults)
            if card and card in hand:
                self._fault(("hand", n), _("is named already"))
            elif card is not None:
                hand.append(card)
        return tuple(hand)

    def _hands_fit(self, part: PartTable, players: tuple[str, ...], me: int) -> None:
        """Find too few or too many hand sizes, and my hand where it has not mine."""
        sizes = part.cards
        if sizes is None or not players:
            return
        if len(sizes) != len(players):
            message = _("must have one number a player: {players}, not {count}")
            self._fault(("cards",), message.format(players=len(players), count=len(sizes)))
        elif me >= 0 and part.hand is not None and len(part.hand) != (size := sizes[me]) is not None:
            message = _("has {count} cards, but by 'cards' {player} holds {size}")
            self._fault(("hand",), message.format(count=len(part.hand), player=players[me], size=size))

    def _add_up(self, hands: int, aside: int, scenario: Scenario) -> None:
        """Count all cards. Rules: C-01 C-02."""
        case, cards = len(scenario.categories), len(scenario.cards)
        if hands + aside + case != cards:
            message = _(
                "do not add up: {hands} in hands, {aside} face up or in rooms and {case} in the case "
                "make {total}, but there are {cards} cards"
            )
            total = hands + aside + case
            self._fault(
                ("cards",), message.format(hands=hands, aside=aside, case=case, total=total, cards=cards)
            )

    def _answer(self, puzzle: PuzzleTable, scenario: Scenario) -> None:
        """Find an answer that is none, or names cards that are not there."""
        if puzzle.answer is None:
            return
        try:
            cards = unsealed(puzzle.answer)
        except ValueError:
            self._fault(("puzzle", "answer"), _("is no sealed answer; it may be left out"))
            return
        categories = scenario.categories
        if [sum(card in one.ids for card in cards) for one in categories] != [1] * len(categories):
            self._fault(("puzzle", "answer"), _("is not the case that follows from the record"))

    def _different(self, named: Sequence[tuple[Key, str]]) -> bool:
        """Tell whether no two names are alike."""
        seen: set[str] = set()
        for path, name in named:
            if Names.folded(name) in seen:
                self._fault(path, _("{name} is named already").format(name=value_text(name)))
            seen.add(Names.folded(name))
        return len(seen) == len(named)

    def _fault(self, path: Key, message: str, hint: str = "", *, on_key: bool = False) -> None:
        self.faults.append(Fault(path, message, hint, on_key))


def _countable(part: PartTable, told: Iterable[Fault]) -> bool:
    """Tell whether hands, and the cards face up or in rooms, are all known, so that they must add up."""
    known = all(
        listed is not None and None not in listed for listed in (part.cards, part.event, part.players)
    )
    aside = {"faceup", "roomcards"}
    return (
        known
        and len(part.cards or ()) == len(part.players or ()) > 1
        and not any(aside & {*fault.path, fault.hint} for fault in told)
    )


def _text(words: str) -> Text:
    return Text({"": words})
