"""Make puzzles: deal, let the players ask as people do, then cut the record down to what is needed.

The same seed gives the same puzzle. Nothing here prints or writes a file.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from clue_cli.play import puzzle
from clue_cli.play.caselog import CaseLog
from clue_cli.play.caselog_events import EventReader
from clue_cli.play.caselog_names import Names
from clue_cli.play.caselog_shape import EventTable
from clue_cli.play.streams import Stream
from clue_cli.reasoning.grading import Evidence, Level, Numbers
from clue_cli.rules.model import Scenario
from clue_cli.rules.options import Asked, Leftover
from clue_cli.scenario import structure
from clue_cli.scenario.source import Source
from clue_cli.words import Refused, _

_NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jan", "Kim", "Leo")
_FEWEST, _MOST = 3, 5  # players: two have too little to say, and more make long records
_SHORTEST = 4  # events of a puzzle
_QUESTIONS = {True: 12, False: 3}  # that are asked, for each card, by whether only what is seen counts
_TRIES = 1000  # records cut down before a deck is given up
_BLUFF = {True: 0.8, False: 0.4}  # how often a card is named that was seen before
_RASH = 0.04  # how often one accuses in place of a question

STORIES = (
    {
        "en": "The lights went out at nine. When they came on again, one guest was missing and nobody had "
        "seen a thing. All evening the others asked each other questions; these are your notes.",
        "fr": "À neuf heures, la lumière s’est éteinte. Quand elle est revenue, un invité manquait et "
        "personne n’avait rien vu. Toute la soirée, les autres se sont interrogés ; voici vos notes.",
    },
    {
        "en": "The storm has cut the telephone, and the police will not come before morning. There is time "
        "to think: what was asked tonight, and who had an answer, is written down here.",
        "fr": "La tempête a coupé le téléphone, et la police n’arrivera pas avant le matin. C’est le moment "
        "de réfléchir : ce qu’on a demandé ce soir, et qui a su répondre, est noté ici.",
    },
    {
        "en": "Tea was served as if nothing had happened. You kept your cup in one hand and your pencil in "
        "the other; this is what you wrote.",
        "fr": "Le thé fut servi comme si de rien n’était. Votre tasse dans une main, le crayon dans "
        "l’autre, voici ce que vous avez écrit.",
    },
    {
        "en": "The inspector has left his notebook on the piano. Half of its pages are torn out, but what "
        "is left will do.",
        "fr": "L’inspecteur a oublié son carnet sur le piano. La moitié des pages est arrachée, mais ce "
        "qui reste suffira.",
    },
)
"""What may be told before a puzzle: each in every language of the shipped scenarios."""


class NoPuzzle(Refused):
    """Say that no puzzle of a level was found with the cards of a scenario."""


def make(
    scenario: Scenario, seed: int, level: Level, told: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Return the document of a puzzle that has one answer, is of that level, and has no event to spare.

    `told` is called before each record that is tried. Raises NoPuzzle when none is found.
    """
    for number in range(_TRIES):
        told()
        whims = Stream(f"puzzle/{scenario.id}/{level}#{seed}", "record", number)
        seen = level is Level.SEEN
        table = _Table.dealt(scenario, whims, _BLUFF[seen])
        table.play(_QUESTIONS[seen] * len(scenario.cards))
        if events := _cut_down(table, level, whims):
            return table.head() | {"puzzle": _heading(seed, level, table.case, whims), "event": events}
    words = _("no puzzle of level {level} was found with the cards of {name}: try another seed or level")
    raise NoPuzzle(words.format(level=int(level), name=scenario.id))


def _heading(seed: int, level: Level, case: Sequence[str], whims: Stream) -> dict[str, Any]:
    names = {"en": f"Puzzle {seed}", "fr": f"Énigme {seed}"}
    return {
        "name": names,
        "story": whims.pick(STORIES),
        "level": int(level),
        "answer": puzzle.seal(tuple(case)),
    }


def _cut_down(table: "_Table", level: Level, whims: Stream) -> list[dict[str, Any]]:
    """Return the events of a table that are needed; none where they make no puzzle of that level."""
    evidence = puzzle.evidence(table.log())
    apart = bool(table.face_up)  # what lies face up is told first, and stays
    needed = _needed(evidence, level, table.case, apart, whims)
    if needed is None or len(needed) - apart < _SHORTEST or evidence.grade(needed) is not level:
        return []
    for number in needed[apart:]:
        if evidence.is_unique([other for other in needed if other != number], table.case):
            return []
    return [table.told(number) for number in needed]


def _needed(
    evidence: Evidence, level: Level, case: Sequence[str], apart: int, whims: Stream
) -> list[int] | None:
    """Return the first events that solve the case in the way of the level, without those it does not need.

    Which are left out first is chance; None where all of them do not solve it.
    """

    def solved(numbers: Numbers) -> bool:
        if level is Level.SEEN:
            return evidence.is_seen(numbers)
        if level is Level.THUMB:
            return evidence.is_by_thumb(numbers)
        return evidence.is_unique(numbers, case)

    heeded = [n for n in evidence.every if level is not Level.SEEN or evidence.seen[n + 1]]
    if not solved(heeded):
        return None
    low, high = 0, len(heeded)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if solved(heeded[:middle]) else (middle + 1, high)
    needed = heeded[: max(low, apart)]
    for number in _shuffled(needed[apart:], whims):
        rest = [other for other in needed if other != number]
        needed = rest if solved(rest) else needed
    return needed


def _shuffled(things: Sequence[int], whims: Stream) -> Iterator[int]:
    left = list(things)
    while left:
        yield left.pop(left.index(whims.pick(left)))


# --- what happens at the table -----------------------------------------------------------------


@dataclass
class _Table:
    """Hold a deal, and what has happened since; `hands` is by seat, `known` the cards each seat has seen.

    `bluff` is how often a card is named that its asker has seen. `picked` are the cards that I showed where I
    could have shown another, by the number of the event: no reasoner needs them.
    """

    scenario: Scenario
    whims: Stream
    case: tuple[str, ...]
    hands: list[list[str]]
    face_up: list[str]
    me: int
    known: list[set[str]]
    bluff: float
    events: list[dict[str, Any]] = field(default_factory=list)
    picked: dict[int, str] = field(default_factory=dict)

    @classmethod
    def dealt(cls, scenario: Scenario, whims: Stream, bluff: float) -> "_Table":
        """Deal to three players or more. Rules: C-01 C-02 PA-02."""
        low, high = scenario.rules.players
        players = whims.pick(range(min(max(low, _FEWEST), _MOST), min(high, _MOST) + 1) or [low])
        case = tuple(whims.pick(category.ids) for category in scenario.categories)
        rest = [card for card in scenario.cards if card not in case]
        pile = [rest.pop(rest.index(whims.pick(rest))) for _ in range(len(rest))]
        over = len(pile) % players if scenario.rules.setup_leftover is Leftover.FACE_UP else 0
        face_up, pile = pile[:over], pile[over:]
        hands = [pile[seat::players] for seat in range(players)]
        known = [{*hand, *face_up} for hand in hands]
        return cls(scenario, whims, case, hands, face_up, whims.pick(range(players)), known, bluff)

    def play(self, questions: int) -> None:
        """Let each in turn ask or accuse, until so many questions were asked."""
        seats, out = len(self.hands), set[int]()
        for turn in range(questions):
            seat = turn % seats
            if seat in out:
                continue
            # somebody stays to ask, and I have not been wrong
            if seat != self.me and len(out) < seats - 2 and self._chance() < _RASH:
                self._accuse(seat)
                out.add(seat)
            else:
                self._ask(seat)

    def _chance(self) -> float:
        return self.whims.pick(range(1000)) / 1000

    def _accuse(self, seat: int) -> None:
        """Let a seat accuse wrongly, of cards that it has not seen. Rule: C-12."""
        cards = [
            self.whims.pick([card for card in category.ids if card not in self.known[seat]])
            for category in self.scenario.categories
        ]
        if cards != list(self.case):
            self.events.append({"accuse": cards, "by": _NAMES[seat]})

    def _ask(self, seat: int) -> None:
        """Let a seat ask, and the others answer. Rules: C-08 C-10 MD-10 PA-05."""
        cards = [self._named(seat, category.ids) for category in self.scenario.categories]
        if cards == list(self.case):
            return  # nobody would have an answer, which gives all away
        seats = len(self.hands)
        others = [other % seats for other in range(seat + 1, seat + seats)]
        asked = self.scenario.rules.suggest_asked
        if asked is Asked.CHOSEN_PLAYER:
            others = [self.whims.pick(others)]
        passed: list[str] = []
        shown: dict[str, str] = {}
        for other in others:
            matching = [card for card in cards if card in self.hands[other]]
            if not matching:
                passed.append(_NAMES[other])
                continue
            shown[_NAMES[other]] = card = self.whims.pick(matching)
            if other == self.me and len(matching) > 1:
                self.picked[len(self.events)] = card
            self.known[seat].add(card)
            if asked is not Asked.EVERYONE:
                break
        self.events.append(self._question(seat, cards, passed, shown))

    def _named(self, seat: int, cards: Sequence[str]) -> str:
        """Pick a card to ask for: at times one seen before, its own rather than another's, else a new one."""
        own = [card for card in cards if card in self.hands[seat]]
        old = own or [card for card in cards if card in self.known[seat]]
        new = [card for card in cards if card not in self.known[seat]]
        return self.whims.pick(old if old and self._chance() < self.bluff else new or list(cards))

    def _question(
        self, seat: int, cards: list[str], passed: list[str], shown: dict[str, str]
    ) -> dict[str, Any]:
        """Write a question and its answers as a log has them."""
        event: dict[str, Any] = {"suggest": cards, "by": _NAMES[seat]}
        if passed:
            event["passed"] = passed
        if shown:
            event["showed"] = next(iter(shown)) if len(shown) == 1 else list(shown)
        if shown and seat == self.me:
            event["card"] = next(iter(shown.values())) if len(shown) == 1 else shown
        return event

    # --- as a log ------------------------------------------------------------------------------

    @property
    def record(self) -> list[dict[str, Any]]:
        """All that a log of what I saw tells."""
        apart: list[dict[str, Any]] = [{"faceup": self.face_up}] if self.face_up else []
        return [*apart, *self.events]

    def told(self, number: int) -> dict[str, Any]:
        """Return an event of the record, with the card that I showed where it could have been another."""
        event = self.record[number]
        card = self.picked.get(number - bool(self.face_up))
        if card is None:
            return event
        return event | {"card": card if isinstance(event["showed"], str) else {_NAMES[self.me]: card}}

    def head(self) -> dict[str, Any]:
        """Return the log before its events."""
        return {
            "ruleset": self.scenario.id,
            "players": list(_NAMES[: len(self.hands)]),
            "cards": [len(hand) for hand in self.hands],
            "me": _NAMES[self.me],
            "hand": [card for card in self.scenario.cards if card in self.hands[self.me]],
        }

    def log(self) -> CaseLog:
        """Return the log as it is read, without looking for the scenario once more."""
        document = self.head() | {"event": self.record}
        players = tuple(document["players"])
        reader = EventReader(Names(self.scenario, players), self.me)
        tables = [
            (("event", n), structure.parse(EventTable, event)) for n, event in enumerate(document["event"])
        ]
        return CaseLog(
            Source.of("", document),
            self.scenario,
            players,
            tuple(document["cards"]),
            self.me,
            tuple(document["hand"]),
            0,
            reader.read(tables),
        )
