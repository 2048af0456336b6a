"""A game being played: who may act, what can be taken back, and that going on later changes nothing."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from playing import (
    COLLECTOR,
    SUSPECTS,
    at_random,
    classic,
    collect,
    document,
    played,
    seats,
    small,
    steps,
)

from clue_cli.opponents.levels import LEVELS
from clue_cli.play.session import PERSON, BrokenLog, Record, Seat, Session
from clue_cli.rules.actions import (
    Dice,
    End,
    Roll,
    Show,
)
from clue_cli.rules.engine import WrongSeats
from clue_cli.rules.legal import IllegalAction
from clue_cli.scenario.faults import ScenarioFaults


def moments(verb: str, most: int, record: Record | None = None) -> Iterator[Session]:
    """Go through the moments right after the person did `verb`, in games of several seeds."""
    found = 0
    for seed in range(200):
        session = Session(replace(record or classic(), seed=seed))
        for by_person in steps(session, at_random(seed, accusing=0.5 if verb == "accuse" else 0)):
            if by_person and session.record.log[-1].split()[0] == verb:
                yield session
                found += 1
                if found == most:
                    return
                break
    raise AssertionError(f"nobody ever chose to {verb}")


# --- going on later ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "record", [classic(1), classic(2, "careful", "novice", PERSON), collect(3), small(4)]
)
def test_a_game_that_was_broken_off_goes_on_as_it_would_have(record: Record) -> None:
    """Wherever one stops, the same choices lead to the same game: dice, cards and opponents are the same."""
    straight = played(record, at_random()).record
    for cut in range(0, len(straight.log), len(straight.log) // 8):
        halfway = replace(straight, log=straight.log[:cut])
        assert straight == played(halfway, at_random()).record


def test_playing_a_log_again_gives_the_same_state() -> None:
    """A log alone proves a game: played again it ends in the same state, views and all."""
    session = played(classic(5), at_random())
    again = Session(session.record)
    assert session.state == again.state
    assert session.view() == again.view()


def test_opponents_need_no_memory_of_their_own() -> None:
    """A mind decides from its view alone: in a session made anew after each action it plays the same."""
    record = classic(6, "novice", "careful", "novice")
    straight = played(record, at_random())
    session = Session(record)
    for line in straight.record.log[:80]:
        session.step()
        assert line == session.record.log[-1]
        session = Session(session.record)


# --- who may act -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_person_is_asked_exactly_when_the_seat_must_act(seed: int) -> None:
    """Something is open to the person while the person is waited for, and nothing at any other time."""
    session = Session(classic(seed, "novice", PERSON, "careful"))
    for _ in steps(session, at_random(seed, accusing=0.02)):
        assert (session.state.seat == 1) == session.waits_for_person == bool(session.legal())
    assert not session.legal()


def test_the_person_chooses_neither_dice_nor_for_others() -> None:
    """An action that is open, but to chance or to an opponent, is refused, and nothing has changed."""
    session = next(moments("roll", 1))
    before = session.record
    for outcome in session.state.chance():
        with pytest.raises(IllegalAction):
            session.act(outcome)
    assert before == session.record
    other = Session(classic(7, "novice", "careful", PERSON))
    while other.state.seat is None:
        other.step()
    with pytest.raises(IllegalAction):
        other.act(Roll())


def test_an_action_that_is_not_open_changes_nothing() -> None:
    """A refused action leaves no trace in the state, the log or the save."""
    kept: list[Record] = []
    session = Session(next(moments("roll", 1)).record, lambda session: kept.append(session.record))
    before = session.record, session.state
    for action in (End(), Roll(), Show("rope"), Dice((7,))):
        with pytest.raises(IllegalAction):
            session.act(action)
    assert before == (session.record, session.state)
    assert not kept


def test_everything_that_changes_the_game_is_kept() -> None:
    """After each action, mark and undo the record to keep is the one in play; loading keeps nothing."""
    kept: list[Record] = []
    session = Session(classic(), lambda session: kept.append(session.record))
    for count, _ in enumerate(islice(steps(session, at_random()), 60), 1):
        assert count == len(kept)
        assert kept[-1] is session.record
    session.mark("rope", "!")
    assert kept[-1].marks == {"rope": "!"}
    kept.clear()
    Session(session.record, lambda session: kept.append(session.record))
    assert not kept


def test_watching_shows_what_everybody_is_told() -> None:
    """Where no person plays, the view holds no hand and no card that one seat alone was shown."""
    session = played(classic(3, "careful", "novice", "careful"), at_random())
    view = session.view()
    assert not view.hand
    assert all(getattr(event, "card", None) is None for event in view.history)


# --- taking back -------------------------------------------------------------------------------


@pytest.mark.rule("C15-08", "CL-05")
@pytest.mark.parametrize("verb", ["go", "passage"])
def test_a_move_can_be_taken_back_and_made_again(verb: str) -> None:
    """After a walk, a passage or a stay one may think again; undo and redo lead to the same state."""
    for session in moments(verb, 3):
        after, line = session.state, session.record.log[-1]
        rest = session.record.log[:-1]
        assert session.may_undo
        session.undo()
        assert rest == session.record.log
        assert Session(session.record).state == session.state
        (action,) = (action for action in session.legal() if str(action) == line)
        session.act(action)
        assert after == session.state
        assert session.may_undo


@pytest.mark.parametrize("verb", ["roll", "suggest", "show", "accuse"])
def test_what_brought_something_to_light_stays(verb: str) -> None:
    """Neither the dice nor a suggestion, a card shown or an accusation can be taken back."""
    for session in moments(verb, 3):
        assert not session.may_undo
        if not session.over and not session.waits_for_person:
            session.step()  # the dice fall, or another seat acts
            assert not session.may_undo


def taken_back_by_hand(session: Session) -> bool:
    """Tell by the log and by replaying whether the last line is the person's and revealed nothing."""
    log = session.record.log
    before = Session(replace(session.record, log=log[:-1]))
    return (
        before.waits_for_person
        and session.waits_for_person
        and log[-1].split()[0] in ("go", "passage", "end")
    )


@pytest.mark.parametrize("record", [classic(1), small(3)])
def test_undo_is_offered_for_moves_and_nothing_else(record: Record) -> None:
    """At every moment of a game: only when the person moved last, and is still to act.

    Several moves of one's own, with nothing revealed between them, can be taken back one by one.
    """
    session = Session(record)
    for _ in islice(steps(session, at_random(9, accusing=0.01)), 80):
        assert taken_back_by_hand(session) == session.may_undo


def test_a_walk_of_the_solitaire_can_be_taken_back_with_what_it_collected() -> None:
    """Until the next roll the walk can be chosen again; the card taken lies in its room again."""
    session = next(session for session in moments("go", 150, small()) if len(session.state.table.taken) == 1)
    session.undo()
    assert not session.state.table.taken
    assert not session.may_undo
    assert session.record.log[-1].startswith("dice ")


def test_a_game_gone_on_with_still_offers_to_undo() -> None:
    """Stopping right after a walk and coming back does not take the undo away."""
    session = next(moments("go", 1))
    again = Session(session.record)
    assert again.may_undo
    again.undo()
    session.undo()
    assert session.state == again.state


# --- the notebook's marks ----------------------------------------------------------------------


def test_a_mark_is_written_and_wiped() -> None:
    """A mark replaces the one before it, an empty one wipes it, and the other cards keep theirs."""
    session = Session(classic())
    session.mark("rope", "?")
    session.mark("hall", "not he")
    session.mark("rope", "!")
    assert session.record.marks == {"rope": "!", "hall": "not he"}
    session.mark("rope", "")
    assert session.record.marks == {"hall": "not he"}


# --- games that are none -----------------------------------------------------------------------


@pytest.mark.rule("CL-02", "C-13")
@pytest.mark.parametrize(
    "table",
    [
        (),
        seats(PERSON),
        (*seats(PERSON, "novice"), Seat("nobody", "novice")),
        (*seats(PERSON, "novice"), Seat("scarlett", "novice")),
        (*seats(PERSON, "novice"), Seat("", "novice")),
        (Seat("plum", PERSON), Seat("scarlett", "novice"), Seat("green", "novice")),
        seats(PERSON, PERSON, "novice"),
        seats(PERSON, "novice", "clairvoyant"),
        seats(PERSON, "novice", ""),
        COLLECTOR,
    ],
)
def test_seats_that_do_not_fit_are_refused_at_once(table: tuple[Seat, ...]) -> None:
    """Too few, twice the same, out of order, two persons, a mind that there is not: not a crash in turn 3."""
    with pytest.raises(WrongSeats):
        Session(replace(classic(), seats=table))


@pytest.mark.parametrize(
    "table", [(), (Seat("", "novice"),), (*COLLECTOR, *COLLECTOR), seats(PERSON), seats(PERSON, "novice")]
)
def test_solitaire_is_for_one_person(table: tuple[Seat, ...]) -> None:
    """The solitaire has one seat, without a suspect, and a person in it."""
    with pytest.raises(WrongSeats):
        Session(replace(collect(), seats=table))


@pytest.mark.parametrize(
    "bad", ["", "?", "dance", "hide rope", "dice 7", "deal plum plum", "go 3,4", "roll\n"]
)
def test_a_log_that_does_not_fit_names_the_line_and_keeps_its_secret(bad: str) -> None:
    """The fault says which line it is; not what it says, since that could be a hidden card."""
    log = played(classic(), at_random()).record.log
    with pytest.raises(BrokenLog, match=r"\A10\Z"):
        Session(classic_with(log=(*log[:9], bad, *log[9:])))


def test_a_log_does_not_go_on_after_the_end() -> None:
    """A finished game is finished."""
    record = played(small(), at_random()).record
    with pytest.raises(BrokenLog):
        Session(replace(record, log=(*record.log, "roll")))


def test_a_scenario_with_faults_is_not_played() -> None:
    """A record whose scenario lost its board is refused as a scenario is, with the key named."""
    broken: dict[str, Any] = {key: part for key, part in document("classic").items() if key != "board"}
    with pytest.raises(ScenarioFaults, match="board"):
        Session(replace(classic(), document=broken))


def classic_with(**changes: Any) -> Record:
    """Return a new game with these changes."""
    return replace(classic(), **changes)


# --- its names ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (classic(7), "classic/3#7"),
        (classic(0, *["novice"] * 6), "classic/6#0"),
        (collect(12), "collect/solo#12"),
    ],
)
def test_a_game_id_says_what_is_needed_to_play_it_again(record: Record, expected: str) -> None:
    """Scenario, number of players and seed; "solo" for the solitaire."""
    assert expected == Session(record).game_id


def test_the_turn_order_of_these_tests_is_that_of_the_scenario() -> None:
    """The suspects sit as the published order has it (C-13), and every mind there is can be seated."""
    assert tuple(card["id"] for card in document("classic")["category"][0]["cards"]) == SUSPECTS
    for mind in LEVELS:
        Session(classic(7, *[mind] * 6))
