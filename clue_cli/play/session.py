"""Drive one game: draw chance, ask the minds, take the person's actions, keep the log.

The session is the one thing in the game that changes. What it holds is a `Record`, a value from which
the whole game can be played again.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from clue_cli.opponents.levels import LEVELS, mind
from clue_cli.play.scripts import Scripts
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import Action, UnreadableAction, parse
from clue_cli.rules.copying import changed
from clue_cli.rules.engine import WrongSeats, new_game
from clue_cli.rules.events import ONLOOKER
from clue_cli.rules.legal import IllegalAction, Legal
from clue_cli.rules.model import Scenario
from clue_cli.rules.position import Position
from clue_cli.rules.table import View
from clue_cli.scenario.load import from_document
from clue_cli.words import _

LONGEST_MARK = 12
"""The most characters of the person's own mark beside a card."""

Notes = Literal["off", "ticks", "deduce", "odds"]
"""What the person's notebook fills in by itself."""

PERSON = "person"
"""The mind of a seat that a person plays."""


class BrokenLog(ValueError):
    """Say at which line, from 1, a log is not one of a game of its scenario; the line may hold a secret."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Say who sits at the table: a suspect ("" in solitaire) and the mind that plays it."""

    suspect: str
    mind: str


@dataclass(frozen=True)
class Record:
    """Hold all that a game is: its scenario, seats and seed, every action so far, and the person's notes.

    `hints` counts how often the person asked what to do, or why something is certain.
    """

    document: Mapping[str, Any]
    seats: tuple[Seat, ...]
    seed: int
    log: tuple[str, ...] = ()
    notes: Notes = "ticks"
    marks: Mapping[str, str] = field(default_factory=dict)
    hints: int = 0

    @property
    def person(self) -> int | None:
        """The seat that a person plays, if any."""
        return next((n for n, seat in enumerate(self.seats) if seat.mind == PERSON), None)


def begin(scenario: Scenario, record: Record) -> Position:
    """Return the state before the first action; raise rules.engine.WrongSeats when the seats do not fit."""
    minds = [seat.mind for seat in record.seats]
    strange = [name for name in minds if name not in (*LEVELS, PERSON)]
    if strange:
        raise WrongSeats(_("nobody plays like {name!r}").format(name=strange[0][:40]))
    suspects = tuple(seat.suspect for seat in record.seats)
    state = new_game(scenario, suspects)
    if scenario.game.solitaire:
        fits = minds[:1] == [PERSON] and minds.count(PERSON) == 1
    else:
        fits = suspects == state.table.seats and minds.count(PERSON) <= 1
    if not fits:
        raise WrongSeats(_("one person at most, and all in turn order"))
    return state


def scripts(scenario: Scenario, record: Record) -> Scripts:
    """Return the scripts of a game's seats as it begins; a person follows none."""
    return Scripts.of(scenario, [None if seat.mind == PERSON else seat.suspect for seat in record.seats])


class Session:
    """Play one game from its record; `keep` is called with the session after everything that changes it."""

    def __init__(
        self,
        record: Record,
        keep: Callable[["Session"], None] = lambda _session: None,
        scenario: Scenario | None = None,
    ) -> None:
        """Replay the record's log; a `scenario` is the record's own, where it was built before.

        Raises scenario.faults.ScenarioFaults when its scenario is none, rules.engine.WrongSeats when
        the seats do not fit, and BrokenLog when a line of the log does not.
        """
        self.scenario = scenario or from_document(record.document, str(record.document.get("id"))).scenario
        self.record = replace(record, log=())
        self.state = begin(self.scenario, record)
        # a replay changes nothing that is worth keeping
        self._keep: Callable[[Session], None] = lambda _session: None
        self._scripts = scripts(self.scenario, record)
        self._before: list[Position] = []
        self._drawn = Counter[str]()  # how often each stream of chance was drawn from
        for number, line in enumerate(record.log, 1):
            try:
                action = parse(line)
                self._go_on(action, self.state.apply(action))
            except (UnreadableAction, IllegalAction) as fault:
                raise BrokenLog(number) from fault
        self._keep = keep

    @property
    def game(self) -> str:
        """The scenario and how many play it: scores of the same game can be compared."""
        seats = len(self.record.seats)
        mode = "solo" if self.scenario.game.solitaire and seats == 1 else str(seats)
        return f"{self.scenario.id}/{mode}"

    @property
    def game_id(self) -> str:
        """The game and its seed: with it the same cards and dice can be played again."""
        return f"{self.game}#{self.record.seed}"

    @property
    def waits_for_person(self) -> bool:
        """Whether the person must act before the game can go on."""
        return self.state.seat is not None and self.state.seat == self.record.person

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome() is not None

    def view(self) -> View:
        """Return what the person's seat may know, or an onlooker where no person plays."""
        person = self.record.person
        return self.state.view(ONLOOKER if person is None else person)

    def legal(self) -> Legal:
        """Offer what the person may do now; empty unless the person is waited for."""
        return self.state.legal() if self.waits_for_person else Legal()

    def step(self) -> None:
        """Let chance or an opponent act; the person must not be waited for."""
        if outcomes := self.state.chance():
            name = next(iter(outcomes)).stream
            action = Stream(self.game_id, name, self._drawn[name]).sample(outcomes)
            self._go_on(action, self.state.after(action))
            return
        seat = self.state.seat
        assert seat is not None
        legal = self.state.legal()
        if (cue := self._scripts.cue(self.state)) and cue.action:
            self._take(cue.action, legal)
            return
        # numbered by the log, so that a mind needs no counter that a save would have to hold
        stream = Stream(self.game_id, f"seat {seat}", len(self.record.log))
        self._take(mind(self.record.seats[seat].mind).decide(self.state.view(seat), legal, stream), legal)

    def act(self, action: Action) -> None:
        """Do what the person chose; raise IllegalAction when it is not open to the person."""
        self._take(action, self.legal())

    def _take(self, action: Action, legal: Legal) -> None:
        if action not in legal:
            raise IllegalAction(str(action))
        self._go_on(action, self.state.after(action))

    @property
    def may_undo(self) -> bool:
        """Whether the person's last action can be taken back: nothing hidden was revealed since."""
        return bool(self._before)

    def undo(self) -> None:
        """Take the person's last action back; it must be one that may be."""
        self.state = self._before.pop()
        self.record = replace(self.record, log=self.record.log[:-1])
        self._keep(self)

    def count_hint(self) -> None:
        """Note that the person was told what to do, or why something is certain: no undo takes that back."""
        self.record = replace(self.record, hints=self.record.hints + 1)
        self._keep(self)

    def mark(self, card: str, mark: str) -> None:
        """Write the person's own mark beside a card of the notebook; an empty one wipes it."""
        marks = {**self.record.marks, card: mark[:LONGEST_MARK]}
        self.record = replace(self.record, marks={card: mark for card, mark in marks.items() if mark})
        self._keep(self)

    def _go_on(self, action: Action, state: Position) -> None:
        """Go on to the state that an action led to."""
        before, by_person = self.state, self.waits_for_person
        self._scripts = self._scripts.after(before)
        self.state = state
        self.record = changed(self.record, log=(*self.record.log, str(action)))
        self._drawn[action.stream] += 1
        # only moves right before the present question: an opponent's answer to one would be taken back too
        if by_person and self.waits_for_person and not any(note.event.reveals for note in self.state.notes):
            self._before.append(before)
        else:
            self._before.clear()
        self._keep(self)
