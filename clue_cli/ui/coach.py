"""Beside one who collects alone: par while they play, a hint when they ask, a review when they are done."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from clue_cli.play.errands import measured, plan_for
from clue_cli.play.pars import Known, Search
from clue_cli.play.session import Session
from clue_cli.rules.model import Game
from clue_cli.solver import advice
from clue_cli.solver.sampling import Spread
from clue_cli.ui.telling import Teller
from clue_cli.ui.waiting import progress
from clue_cli.words import _, figure

_AT_ONCE = 5.0  # seconds that a first par is waited for, at most, while it is looked for in files
_LOOK = 0.1  # seconds between two looks at work that goes on in the background
_NEXT_BEST = 2  # moves named beside the best one
_WORST = 3  # moves named after a game
NO_PAR = _("There is no par here: no play is sure to collect everything.")


class Coach(Protocol):
    """Tell a player of a solitaire how good the play is, as far as that can be known."""

    def par(self) -> str:
        """Return the par in words, "" while it is not known."""

    def hint(self) -> Iterator[str]:
        """Tell the best moves of the roll that lies on the table."""

    def review(self) -> Iterator[str]:
        """Tell a finished game beside the best play."""

    def spread(self) -> Spread | None:
        """Return how the rolls of best play spread, None where that is not known."""

    def close(self) -> None:
        """Give up what is not done yet."""


class CollectCoach:
    """Know the exact par of a collection; it is found in the background."""

    def __init__(self, session: Session, teller: Teller, folder: Path) -> None:
        self._session, self._teller, self._folder = session, teller, folder
        self._search: Search | None = None

    def par(self) -> str:
        """Return the par in words, "" while it is not known; the first call begins the search."""
        known = self._begun().known
        return _("par {par}").format(par=figure(known.par.rolls, 1)) if known else ""

    def hint(self) -> Iterator[str]:
        """Tell the best moves of the roll that lies on the table, by what they are worth on average."""
        known = awaited(self._begun())
        if known is None:
            yield NO_PAR
            return
        view = self._session.view()
        best, *others = advice.options(known.par, view.scenario, view.table)
        words = _("{place}: {next} to the next card on average, {end} to the end.")
        if best.card:
            words = _("{place}, for {card}: then {next} to the next one on average, {end} to the end.")
        if not best.rolls:
            words = _("{place}, for {card}: that is the last one.")
        yield self._told(words, known, best)
        if others:
            yield _next_best(others, self._teller)

    def _told(self, words: str, known: Known, option: advice.Option) -> str:
        view, card = self._session.view(), ""
        if option.card:
            card = _("its card") if option.card == option.place else self._teller.name(option.card)
        return words.format(
            place=self._teller.place(option.place),
            card=card,
            next=_rolls(advice.to_next(known.par, view.scenario, view.table, option)),
            end=_rolls(option.rolls),
        )

    def review(self) -> Iterator[str]:
        """Tell what the dice did and what the choices cost, and how many games of best play took longer."""
        known = awaited(self._begun())
        if known is None:
            yield NO_PAR
            return
        told = advice.review(known.par, self._session.scenario, self._session.view().history)
        words = _("Par is {par} rolls. Your choices cost {lost}, the dice {luck}.")
        if told.luck < 0:
            words = _("Par is {par} rolls. Your choices cost {lost}, the dice saved {luck}.")
        yield words.format(par=figure(told.par, 2), lost=figure(told.lost, 2), luck=figure(abs(told.luck), 2))
        yield from _worst(told.steps, self._teller)
        yield beaten(known.spread, told.rolls)

    def spread(self) -> Spread | None:
        """Return how the rolls of best play spread, None where that is not known."""
        known = awaited(self._begun())
        return known.spread if known else None

    def close(self) -> None:
        """Give up a search that is not done yet."""
        if self._search:
            self._search.stop()

    def _begun(self) -> Search:
        if self._search is None:
            scenario = self._session.scenario
            stages = advice.stages(scenario, self._session.view().history)
            self._search = Search(scenario, stages, self._folder)
            self._search.start()
            self._search.looked.wait(_AT_ONCE)
        return self._search


class ErrandsCoach:
    """Know a good plan for the errands, and how it fared in many games; nobody knows the best play."""

    def __init__(self, session: Session, teller: Teller) -> None:
        self._session, self._teller = session, teller
        scenario = session.scenario
        self._measured = measured(scenario)
        self._plan = plan_for(scenario)

    def par(self) -> str:
        """Return in words what the plan takes on average, "" on a board on which it was not measured."""
        if self._measured is None:
            return ""
        return _("a good plan takes {mean}").format(mean=figure(self._measured.spread.mean, 1))

    def hint(self) -> Iterator[str]:
        """Tell what the plan would do with the roll that lies on the table."""
        view = self._session.view()
        best, *others = advice.errand_options(self._plan, view.scenario, view.table)
        words = _("{place}: about {rolls} to the end.")
        if best.card:
            words = _("{place}, which fetches the card: about {rolls} to the end.")
        yield words.format(place=self._teller.place(best.place), rolls=_rolls(best.rolls))
        if others:
            yield _next_best(others, self._teller)

    def review(self) -> Iterator[str]:
        """Tell what the choices cost by the plan's estimates, and how many of its games took longer."""
        steps = advice.errand_steps(self._plan, self._session.scenario, self._session.view().history)
        words = _("By the plan's estimates your choices cost {lost} rolls.")
        yield words.format(lost=figure(sum(step.lost for step in steps), 1))
        yield from _worst(steps, self._teller)
        if self._measured:
            words = _("You were quicker than {n} of {games} games of the plan.")
            spread = self._measured.spread
            yield words.format(n=figure(spread.slower(len(steps))), games=figure(spread.games))

    def spread(self) -> Spread | None:
        """Return how the rolls of the plan's games spread, None where that was not measured."""
        return self._measured.spread if self._measured else None

    def close(self) -> None:
        """Do nothing: nothing goes on in the background."""


def coach(session: Session, teller: Teller, folder: Path) -> Coach:
    """Return the coach of a solitaire."""
    if session.scenario.game is Game.ERRANDS:
        return ErrandsCoach(session, teller)
    return CollectCoach(session, teller, folder)


def _next_best(others: Sequence[advice.Option], teller: Teller) -> str:
    """Name the moves that come after the best one."""
    words = _("{place}, {rolls} to the end")
    worse = [
        words.format(place=teller.place(each.place), rolls=_rolls(each.rolls)) for each in others[:_NEXT_BEST]
    ]
    return _("Next best: {moves}.").format(moves="; ".join(worse))


def _worst(steps: Sequence[advice.Step], teller: Teller) -> Iterator[str]:
    """Name the choices that cost most, and what was better."""
    for step in advice.worst(steps, _WORST):
        words = _("Roll {n}, {pips} from {start}: {end} cost {lost}; {best} was better.")
        start, end, best = map(teller.place, (step.start, step.end, step.best))
        yield words.format(
            n=step.roll, pips=step.pips, start=start, end=end, best=best, lost=figure(step.lost, 2)
        )


def awaited(search: Search) -> Known | None:
    """Wait for a par to be found, and return it; None where there is none."""
    if search.is_alive():
        with progress() as bar:
            task = bar.add_task("", total=None)
            while search.is_alive():
                search.join(_LOOK)
                bar.update(task, completed=search.done, total=search.every or None)
    if search.fault:
        raise search.fault
    return search.known


def beaten(spread: Spread, rolls: int) -> str:
    """Tell the share of the best games that took more rolls."""
    words = _("You were quicker than {n} of {games} games of best play.")
    return words.format(n=figure(spread.slower(rolls)), games=figure(spread.games))


def _rolls(rolls: float) -> str:
    return _("{rolls} rolls").format(rolls=figure(rolls, 1))
