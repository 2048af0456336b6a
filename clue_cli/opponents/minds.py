"""The levels of play: novice and careful.

A mind is what it heeds (its tier), which rooms it wishes to be in, and which card it shows. It
accuses when its notebook has the case, and so is right; it guesses only where it is walled in for
ever and would learn nothing more.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from clue_cli.opponents.decider import Decider, Stream
from clue_cli.reasoning.facts import ENVELOPE, Tier
from clue_cli.reasoning.notebook import Notebook, read
from clue_cli.rules.actions import Accuse, Action, Claims, End, Go, Legal, Passage, Roll, Show, Suggest
from clue_cli.rules.events import Laid, Looked, Shown, Stuck, Suggested, Unrefuted
from clue_cli.rules.model import Kind, Place
from clue_cli.rules.movement import distances
from clue_cli.rules.table import View

_FAR = 10_000
"""More steps than any way on a board."""

Wishes = tuple[frozenset[str], ...]
"""Rooms to suggest in, the dearest set first."""


@dataclass(frozen=True, slots=True)
class Mind:
    """Play a whole game by a few habits."""

    tier: Tier
    wishes: Callable[[View, Notebook], Wishes]
    show: Callable[[View, Sequence[Show], Stream], Show]

    def decide(self, view: View, legal: Legal, stream: Stream) -> Action:
        """Return the action that this mind takes."""
        if shows := legal.of(Show):
            return self.show(view, shows, stream)
        notebook = read(view, self.tier)
        case = notebook.case()
        if case and Accuse(case) in legal:
            return Accuse(case)
        if Roll() in legal:
            return _begin(view, notebook, self._wishes(view, notebook), legal, stream)
        if suggestions := legal.claims(Suggest):
            return _claim(suggestions, notebook, stream)
        if walks := legal.of(Go):
            return _walk(view, self._wishes(view, notebook), walks, stream)
        accusations = legal.claims(Accuse)
        if accusations and _is_walled_in(view):
            return _claim(accusations, notebook, stream)
        return End()

    def _wishes(self, view: View, notebook: Notebook) -> Wishes:
        """Wish for rooms with a card not looked at yet before all that only teaches by asking (C15-07)."""
        laid = {event.room for event in view.history if isinstance(event, Laid)}
        seen = {e.room for e in view.history if isinstance(e, Looked) and e.seat == view.seat}
        if laid <= seen:
            return self.wishes(view, notebook)
        own = (e for e in view.history if isinstance(e, Unrefuted) and e.seat == view.seat)
        # rooms that the other could not refute are told apart by the cards that lie hidden, not by asking
        tried = {card for event in own for card in event.cards}
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
    unrefuted = (event for event in view.history if isinstance(event, Unrefuted) and event.seat == view.seat)
    return (rooms.difference(*(event.cards for event in unrefuted)),)


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


# --- the card a mind shows ---------------------------------------------------------------------


def _show_any(_view: View, shows: Sequence[Show], stream: Stream) -> Show:
    return stream.pick(shows)


def _show_again(view: View, shows: Sequence[Show], stream: Stream) -> Show:
    """Show a card that the asker has seen before, if there is one."""
    asker = next(event.seat for event in reversed(view.history) if isinstance(event, Suggested))
    seen = {
        event.card
        for event in view.history
        if isinstance(event, Shown) and event.seat == view.seat and event.to == asker
    }
    return stream.pick([show for show in shows if show.card in seen] or shows)


# --- what all minds do alike -------------------------------------------------------------------


def _is_walled_in(view: View) -> bool:
    """Tell whether nothing more can be learnt: stuck, with nobody left in play who could make way."""
    alone = len(view.table.out) == len(view.table.seats) - 1
    return alone and Stuck(view.seat) in view.history[-2:]


def _claim(claims: Claims, notebook: Notebook, stream: Stream) -> Action:
    """Name cards that may be in the case."""
    return claims.kind(
        tuple(
            stream.pick([card for card in group if notebook.may_hold(card, ENVELOPE)])
            for group in claims.groups
        )
    )


def _begin(view: View, notebook: Notebook, wishes: Wishes, legal: Legal, stream: Stream) -> Action:
    """Suggest where one is, or take a passage, where that leads to a room wished for; else roll."""
    passages = legal.of(Passage)
    for rooms in wishes:
        if (suggestions := legal.claims(Suggest)) and view.table.place(view.seat) in rooms:
            return _claim(suggestions, notebook, stream)
        if options := [passage for passage in passages if passage.room in rooms]:
            return stream.pick(options)
    return Roll()


def _walk(view: View, wishes: Wishes, walks: Sequence[Go], stream: Stream) -> Go:
    """Enter a room wished for; else come as near to one as the roll allows."""
    for rooms in wishes:
        if options := [walk for walk in walks if walk.place in rooms]:
            return stream.pick(options)
    here = view.table.place(view.seat)
    every = frozenset(view.scenario.ids(Kind.ROOM))
    rooms = frozenset().union(*wishes) - {here} or every - {here}
    ways = {walk: _way(view, walk.place, rooms) for walk in walks}
    shortest = min(ways.values())
    return stream.pick([walk for walk, way in ways.items() if way == shortest])


def _way(view: View, place: Place, rooms: frozenset[str]) -> int:
    """Return the fewest steps from `place` into one of `rooms`.

    Only tokens that nobody will move are in the way: the others will have gone on by then.
    """
    if place in rooms:
        return 0
    table = view.table
    playing = {token for seat, token in enumerate(table.seats) if seat not in table.out}
    still = frozenset(spot for token, spot in table.tokens.items() if token not in playing)
    ways = distances(view.scenario.board, place, still)
    return min((steps for room, steps in ways.items() if room in rooms), default=_FAR)


MINDS: Mapping[str, Decider] = MappingProxyType(
    {
        "novice": Mind(Tier.TICKS, _rooms_unknown, _show_any),
        "careful": Mind(Tier.PASSES, _rooms_useful, _show_again),
    }
)
"""The levels by name, the easiest first."""
