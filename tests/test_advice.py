"""What a collector is told: each end of a move in rolls, and a finished game beside best play."""

from pathlib import Path
from statistics import mean, stdev

import pytest
from playing import Chooser, at_random, collect, played, small, steps

from clue_cli.play.pars import find
from clue_cli.play.session import Record, Session
from clue_cli.rules.actions import Action, Go
from clue_cli.rules.events import Placed, Rolled, Taken, Walked
from clue_cli.rules.model import Kind
from clue_cli.solver.advice import options, review, stages, to_next, worst, worth
from clue_cli.solver.collect import Par, solve
from clue_cli.solver.moves import moves


def par_of(session: Session) -> Par:
    """Solve the layout of a small game."""
    scenario = session.scenario
    board = moves(scenario.board, scenario.start, scenario.rules.move_dice)
    return solve(board, stages(scenario, session.view().history))


def set_out(record: Record) -> Session:
    """Return a game whose pieces have been placed."""
    session = Session(record)
    while not session.waits_for_person:
        session.step()
    return session


def gos(session: Session) -> list[Go]:
    """Return the open moves; none before a roll."""
    return [action for action in session.legal() if isinstance(action, Go)]


def best(par: Par) -> Chooser:
    """Choose a best move each time."""

    def choose(session: Session) -> Action:
        if gos(session):
            return Go(options(par, session.scenario, session.state.table)[0].place)
        return next(iter(session.legal()))

    return choose


@pytest.mark.rule("S1-04", "S1-05")
@pytest.mark.parametrize("seed", range(6))
def test_each_open_move_is_told_with_its_card_and_what_it_is_worth(seed: int) -> None:
    """The moves told are those offered, best first; each is worth what the position after it is worth."""
    session = set_out(small(seed))
    par, scenario = par_of(session), session.scenario
    for _by_person in steps(session, at_random(seed)):
        if gos(session):
            told = options(par, scenario, session.state.table)
            assert {option.place for option in told} == {go.place for go in gos(session)}
            assert [option.rolls for option in told] == sorted(option.rolls for option in told)
            for option in told:
                after = session.state.apply(Go(option.place))
                events = [note.event for note in after.notes]
                assert option.card == next((event.card for event in events if isinstance(event, Taken)), "")
                assert option.rolls == pytest.approx(worth(par, scenario, after.table), abs=1e-9)
                assert (option.rolls == 0) == (after.outcome() is not None)


@pytest.mark.parametrize("seed", range(4))
def test_rolls_to_the_next_card_are_all_rolls_where_it_is_the_last(seed: int) -> None:
    """After a move that leaves one card they are the rolls to come, after the last card none, else fewer."""
    session = set_out(small(seed))
    par, scenario, met = par_of(session), session.scenario, set[int]()
    for _by_person in steps(session, at_random(seed)):
        if gos(session):
            table = session.state.table
            for option in options(par, scenario, table):
                left = len(scenario.cards) - len(table.taken) - bool(option.card)
                rolls = to_next(par, scenario, table, option)
                met.add(min(left, 2))
                if left < 2:
                    assert rolls == pytest.approx(option.rolls, abs=1e-9)
                else:
                    assert 1 <= rolls < option.rolls
    assert met == {0, 1, 2}


@pytest.mark.rule("S1-06")
@pytest.mark.parametrize("seed", range(8))
def test_rolls_are_par_and_what_was_lost_and_luck(seed: int) -> None:
    """The three add up to the rolls of the game; no choice gains anything, since the best is the best."""
    session = played(small(seed), at_random(seed))
    told = review(par_of(session), session.scenario, session.view().history)
    outcome = session.state.outcome()
    assert outcome
    assert told.rolls == outcome.rolls == len(told.steps)
    assert told.par + told.lost + told.luck == pytest.approx(outcome.rolls, abs=1e-9)
    assert min(step.lost for step in told.steps) >= 0


def test_a_review_goes_through_the_game_roll_by_roll() -> None:
    """Each step has the number and the dice of its roll, begins where the last one ended, and ends there."""
    session = played(small(3), at_random(3))
    history = session.view().history
    told = review(par_of(session), session.scenario, history).steps
    ends = [event.place for event in history if isinstance(event, Walked)]
    pips = [sum(event.pips) for event in history if isinstance(event, Rolled)]
    assert [step.roll for step in told] == [*range(1, len(pips) + 1)]
    assert [step.pips for step in told] == pips
    assert [step.end for step in told] == ends
    assert [step.start for step in told] == ["stairs", *ends[:-1]]
    assert all(step.lost < 1e-9 for step in told if step.end == step.best)


def test_best_moves_lose_nothing_and_their_luck_evens_out() -> None:
    """Over 60 games of best moves nothing is lost, and luck comes to nothing within three standard errors."""
    lucks = []
    for seed in range(60):
        begun = set_out(small(seed))
        par = par_of(begun)
        session = played(begun.record, best(par))
        told = review(par, session.scenario, session.view().history)
        assert told.lost < 1e-9
        assert worst(told.steps, 3) == ()
        lucks.append(told.luck)
    assert abs(mean(lucks)) < 3 * stdev(lucks) / 60**0.5


def test_the_worst_choices_come_first_and_small_ones_not_at_all() -> None:
    """Of the most careless of ten games the costliest are told, but none that would be told as 0.00."""
    sessions = [played(small(seed), at_random(seed)) for seed in range(10)]
    reviews = [review(par_of(one), one.scenario, one.view().history) for one in sessions]
    told = max(reviews, key=lambda each: len(worst(each.steps, 99)))
    costs = sorted((step.lost for step in told.steps if step.lost >= 0.005), reverse=True)
    assert 3 < len(costs) < len(told.steps)
    assert [step.lost for step in worst(told.steps, 3)] == costs[:3]
    assert [step.lost for step in worst(told.steps, 99)] == costs


@pytest.mark.rule("S1-01", "S1-05")
def test_the_stages_are_those_of_the_layout_however_far_the_game_is() -> None:
    """All rooms come first, then the rooms of the suspects, then those of the weapons, as first set out."""
    record = small(4)
    placed = {
        event.piece: event.room for event in set_out(record).view().history if isinstance(event, Placed)
    }
    session = played(record, at_random(4))
    rooms = session.scenario.ids(Kind.ROOM)
    suspects = {placed[suspect] for suspect in session.scenario.ids(Kind.SUSPECT)}
    weapons = {placed[weapon] for weapon in session.scenario.ids(Kind.WEAPON)}
    found = stages(session.scenario, session.view().history)
    assert found == (
        rooms,
        tuple(room for room in rooms if room in suspects),
        tuple(room for room in rooms if room in weapons),
    )
    assert (len(found[1]), len(found[2])) == (2, 1)


@pytest.mark.rule("S1-06")
def test_a_game_on_the_classic_board_is_reviewed_by_its_own_par(tmp_path: Path) -> None:
    """On the shipped board too rolls are par, what was lost, and luck; best play loses nothing."""
    begun = set_out(collect(7))
    par = find(begun.scenario, stages(begun.scenario, begun.view().history), tmp_path).par
    for choose, loses in ((best(par), False), (at_random(7), True)):
        session = played(begun.record, choose)
        told = review(par, session.scenario, session.view().history)
        assert told.par + told.lost + told.luck == pytest.approx(told.rolls, abs=1e-9)
        assert (told.lost > 1e-9) == loses
