"""Play by habit: the levels up to sleuth.

A mind is what it heeds (its tier), which rooms it wishes to be in, which card it shows, and whom it
asks. It accuses of what it knows to be the case, and so is right; it guesses only where it is walled in
for ever and would learn nothing more.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clue_cli.opponents.cards import (
    Telling,
    any_card,
    guesses,
    known_card,
    least_known,
    likely_to_answer,
    may_answer,
    names,
    unknown,
)
from clue_cli.opponents.collecting import gathering
from clue_cli.opponents.decider import Stream, best
from clue_cli.opponents.walks import Wishes, moves
from clue_cli.reasoning.facts import ENVELOPE, Tier
from clue_cli.reasoning.knowledge import read
from clue_cli.reasoning.notebook import Notebook
from clue_cli.rules.actions import (
    Accuse,
    Action,
    Ask,
    End,
    Give,
    Go,
    Interrogate,
    Join,
    Name,
    Reveal,
    Roll,
    Show,
    Snoop,
    Suggest,
    Take,
    Yield,
)
from clue_cli.rules.events import ClueDrawn, Stuck, Unrefuted
from clue_cli.rules.legal import Legal
from clue_cli.rules.model import Game, Kind
from clue_cli.rules.options import AccuseWhere
from clue_cli.rules.table import View


@dataclass(frozen=True, slots=True)
class Mind:
    """Play a whole game by a few habits, each of which keeps of the open actions those it likes best."""

    tier: Tier
    wishes: Callable[[View, Notebook], Wishes]
    show: Callable[[View, Sequence[Telling]], Sequence[Telling]]
    ask: Callable[[View, Notebook, Sequence[Ask]], Sequence[Ask]]

    def decide(self, view: View, legal: Legal, stream: Stream) -> Action:
        """Return the action that this mind takes: by chance, among those that it likes alike."""
        return stream.pick(self.likes(view, legal))

    def likes(self, view: View, legal: Legal) -> Sequence[Action]:
        """Return the open actions that this mind likes best.

        Where nothing is hidden (S1-07) there is nothing to be good at but walking: there all minds are one.
        """
        if view.scenario.game is Game.COLLECT:
            return gathering(view, legal)
        notebook = read(view, self.tier)
        case = _case(view, notebook)
        if case and Accuse(case) in legal:
            return (Accuse(case),)
        return self._picks(view, notebook, legal) or self._plays(view, notebook, legal)

    def _picks(self, view: View, notebook: Notebook, legal: Legal) -> Sequence[Action]:
        """Return what to do where a card, a player or a forfeit is to be picked; nothing elsewhere."""
        if _PICKED.isdisjoint(legal.kinds):
            return ()
        if len(legal.listed) == 1:
            return legal.listed
        if Yield() in legal:
            return (Yield(),)  # no mind needs forfeits for anything else: what it accuses of is right
        tellings: list[Telling] = [*legal.of(Show), *legal.of(Reveal), *legal.of(Give)]
        if tellings:
            return self.show(view, tellings)
        if asks := legal.of(Ask):
            called = isinstance(view.history[-1], ClueDrawn)
            return least_known(view, notebook, asks) if called else self.ask(view, notebook, asks)
        if snoops := legal.of(Snoop):
            return least_known(view, notebook, snoops) if unknown(view, notebook) else legal.of(End) or snoops
        if options := legal.of(Interrogate):
            return least_known(view, notebook, options)
        return names(view, notebook, legal.of(Name)) or legal.of(Take)

    def _plays(self, view: View, notebook: Notebook, legal: Legal) -> Sequence[Action]:
        """Return what to do with a turn; raise AssertionError where nothing that is open is known."""
        suggestions = guesses(legal.claims(Suggest), notebook)
        if joins := legal.of(Join):
            wishes = self._wishes(view, notebook)
            return best(joins, lambda join: tuple(join.room in rooms for rooms in wishes))
        if Roll() in legal or legal.of(Go):
            snoops = view.table.board.snoops
            worth_a_stop = snoops if snoops and unknown(view, notebook) else frozenset()
            return moves(view, self._wishes(view, notebook), legal, suggestions, worth_a_stop)
        if suggestions:
            return suggestions
        if _is_walled_in(view) and (accusations := guesses(legal.claims(Accuse), notebook)):
            return accusations
        assert End() in legal, f"no mind knows what to do with {sorted({one.verb for one in legal})}"
        return (End(),)

    def _wishes(self, view: View, notebook: Notebook) -> Wishes:
        """Wish for any room once only the accusation is left to make there (C15-05).

        Else wish for rooms with a card not looked at yet before all that only teaches by asking (C15-07).
        """
        if view.scenario.rules.accuse_where is AccuseWhere.ANY_ROOM and _case(view, notebook):
            return (view.table.board.room_ids,)
        laid = view.table.covered
        if not laid or laid <= (seen := view.looked_into):
            return self.wishes(view, notebook)
        # rooms that the other could not refute are told apart by the cards that lie hidden, not by asking
        tried = {card for cards in _unrefuted(view) for card in cards}
        # who was dragged to a card has to leave before entering to look at it
        return (((_possible_rooms(notebook) - tried) | (laid - seen)) - {view.table.place(view.seat)},)


# --- the rooms a mind wishes to be in ----------------------------------------------------------


def _rooms_unknown(view: View, notebook: Notebook) -> Wishes:
    """Wish for the rooms that may be in the case; the room known, for those that isolate the other cards.

    A room in which nobody could refute the seat is not tried again before the others: a mind that
    heeds no passes would learn nothing there.
    """
    rooms = _possible_rooms(notebook)
    if len(rooms) == 1:
        return (rooms | _own_rooms(view),)
    return (rooms.difference(*_unrefuted(view)),)


def _rooms_useful(view: View, notebook: Notebook) -> Wishes:
    """Wish as `_rooms_unknown` does, but also for one's own rooms while more than the room is open.

    A suggestion in any of these, of cards that may be in the case, teaches something: this is why
    a game comes to its end.
    """
    rooms = _possible_rooms(notebook)
    more = any(
        len(notebook.candidates(category)) > 1
        for category in notebook.categories
        if category.kind is not Kind.ROOM
    )
    if len(rooms) > 1 and more:
        return rooms, _own_rooms(view)
    return _rooms_unknown(view, notebook)


def _possible_rooms(notebook: Notebook) -> frozenset[str]:
    return frozenset(
        room
        for category in notebook.categories
        if category.kind is Kind.ROOM
        for room in notebook.candidates(category)
    )


def _own_rooms(view: View) -> frozenset[str]:
    return view.hand.intersection(view.scenario.ids(Kind.ROOM))


# --- what ends a game ----------------------------------------------------------------------------


def _case(view: View, notebook: Notebook) -> tuple[str, ...] | None:
    """Return the case where the notebook has it, or else what nobody could refute the seat on.

    That is the case too where none of it is known to be elsewhere, and no cards lie hidden in rooms.
    """
    if (case := notebook.case()) or view.table.covered:
        return case
    certain = (
        cards for cards in _unrefuted(view) if all(notebook.may_hold(card, ENVELOPE) for card in cards)
    )
    return next(certain, None)


def _unrefuted(view: View) -> list[tuple[str, ...]]:
    """List what nobody could refute the seat on."""
    return [event.cards for event in view.told(Unrefuted) if event.seat == view.seat]


def _is_walled_in(view: View) -> bool:
    """Tell whether nothing more can be learnt: stuck, with nobody left in play who could make way."""
    alone = len(view.table.out) == len(view.table.seats) - 1
    return alone and Stuck(view.seat) in view.history[-2:]


_PICKED = frozenset({Ask, Give, Interrogate, Name, Reveal, Show, Snoop, Take, Yield})


NOVICE = Mind(Tier.TICKS, _rooms_unknown, any_card, may_answer)
CAREFUL = Mind(Tier.PASSES, _rooms_useful, known_card, likely_to_answer)
SLEUTH = Mind(Tier.ALL, _rooms_useful, known_card, likely_to_answer)
"""As careful, but it misses nothing that is certain."""
