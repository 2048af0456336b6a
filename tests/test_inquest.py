"""The look back at a detective game: when each seat could prove the case, and what the person made of it."""

from dataclasses import replace

import pytest
from games import EDITIONS
from playing import at_random, classic, directed, document, signature, steps

from clue_cli.opponents.levels import mind
from clue_cli.play.review import review
from clue_cli.play.seating import among_themselves
from clue_cli.play.session import PERSON, Record, Session
from clue_cli.play.streams import Stream
from clue_cli.reasoning.deduction import possible
from clue_cli.reasoning.facts import ENVELOPE, Holds, Tier, facts, holders
from clue_cli.rules.actions import Accuse, Action, parse
from clue_cli.rules.events import TurnBegan
from clue_cli.rules.position import Position
from clue_cli.rules.table import View
from clue_cli.ui.inquest import inquest
from clue_cli.ui.telling import Teller


def is_proved(view: View) -> bool:
    """Tell whether in each category all cards but one would contradict what the seat was told."""
    told = [*facts(view, Tier.ALL)]

    def may_be(card: str) -> bool:
        return possible(view.scenario.categories, holders(view), [*told, Holds(ENVELOPE, card)])

    return all(sum(map(may_be, category.ids)) == 1 for category in view.scenario.categories)


def finished(edition: str, seed: int) -> Session:
    """Return a game that careful minds played."""
    scenario = EDITIONS[edition].scenario
    low, high = scenario.rules.players
    minds = ("careful",) * min(high, max(low, 3))
    session = Session(Record(document(edition), among_themselves(scenario, minds), seed))
    while not session.over:
        session.step()
    return session


def positions(session: Session) -> list[tuple[int, Position]]:
    """Play a game again: each position before the end, and the turn in which its last news came."""
    again = Session(replace(session.record, log=()))
    state, found = again.state, []
    for line in session.record.log[:-1]:
        turn = state.table.turn
        state = state.apply(parse(line))
        found.append((turn, state))
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_case_was_proved_in_that_turn_and_not_in_the_one_before(edition: str) -> None:
    """At every seat, by trying each card that the case might hold."""
    session = finished(edition, 3)
    before_end = positions(session)
    for seat, proved in enumerate(review(session.record, 0).proved):
        last = {turn: state for turn, state in before_end if seat not in state.table.out}
        if proved is not None:
            assert is_proved(last[proved].view(seat))
        # in a game in which a card changes hands, what was certain may be so no longer
        doubted = max(last) if proved is None else proved - 1
        assert doubted < 1 or not is_proved(last[doubted].view(seat))


class Late:
    """Play carefully until the case is proved and `wait` own turns more have begun, then accuse."""

    def __init__(self, wait: int, case: tuple[str, ...]) -> None:
        self.wait, self.case, self.since = wait, case, -1

    def __call__(self, session: Session) -> Action:
        """Choose as the session stands."""
        view, legal = session.view(), session.legal()
        begun = sum(isinstance(event, TurnBegan) and event.seat == view.seat for event in view.history)
        can = bool(legal.claims(Accuse))
        if can and self.since < 0 and is_proved(view):
            self.since = begun
        if can and 0 <= self.since <= begun - self.wait:
            return Accuse(self.case)
        if self.since >= 0:
            return at_random()(session)
        return mind("careful").decide(view, legal, Stream("late", "person", len(session.record.log)))


def played(seed: int, wait: int) -> Session:
    """Return a game in which the person accuses so many turns late."""
    record = classic(seed, "person", "novice", "novice")
    session = Session(record)
    for _by_person in steps(session, Late(wait, positions(finished("classic", seed))[-1][1].case)):
        pass
    return session


@pytest.mark.parametrize("wait", [0, 2])
def test_turns_lost_are_those_between_proof_and_accusation(wait: int) -> None:
    """Who could have accused two own turns ago is told so, and who did at once is told that."""
    games = (played(seed, wait) for seed in range(20))
    session = next(game for game in games if game.view().history[-1].winner == 0)
    told = review(session.record, 0)
    assert (told.late, told.accused) == (wait, session.view().table.turn)
    words = list(inquest(session.record, 0, Teller(session.scenario, session.view().table.seats, 0)))
    expected = "2 turns of yours later than you could have." if wait else "as soon as you could."
    assert words[1].endswith(expected)


def test_an_accusation_without_proof_is_told_as_such() -> None:
    """The first accusation of the first turn proves nothing, right or wrong."""
    session = Session(classic(5, "person", "careful", "careful"))
    for _by_person in steps(session, at_random(2, accusing=1.0)):
        pass
    told = review(session.record, 0)
    assert (told.proved[0], told.chance) == (None, None)
    words = list(inquest(session.record, 0, Teller(session.scenario, session.view().table.seats, 0)))
    assert words[1] == f"You accused in turn {told.accused}, before it was proved."


@pytest.mark.rule("C-12")
def test_who_saw_the_envelope_is_not_told_that_the_case_was_not_proved_yet() -> None:
    """A wrong accusation shows the case: what is told of is the time before it."""
    session = directed(signature(1, PERSON, "novice", "novice"), wrong=[0], right=[1])
    turn = next(n for n, event in enumerate(session.view().told(TurnBegan), 1) if event.seat == 0)
    (first, *_more) = inquest(session.record, 0, Teller(session.scenario, session.view().table.seats, 0))
    assert first == f"Until you saw the envelope in turn {turn}, what you were told did not prove the case."


@pytest.mark.parametrize(
    ("notes", "hints", "told"),
    [
        ("ticks", 0, "Help: none."),
        ("deduce", 0, "Help: a notebook that deduces."),
        ("odds", 2, "Help: a notebook that deduces, with odds, 2 hints."),
    ],
)
def test_help_is_told(notes: str, hints: int, told: str) -> None:
    """A notebook that concludes is help, and so is each hint; ticks are what anybody would write down."""
    record = replace(finished("classic", 3).record, notes=notes, hints=hints)
    teller = Teller(EDITIONS["classic"].scenario, [seat.suspect for seat in record.seats], 0)
    assert list(inquest(record, 0, teller))[-1] == told
