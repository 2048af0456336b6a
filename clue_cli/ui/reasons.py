"""Tell in sentences why a card must or can't be somewhere, so that a player can check each step."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from clue_cli.reasoning.facts import (
    ENVELOPE,
    FACE_UP,
    ROOM_CARDS,
    Fact,
    Holder,
    Holds,
    HoldsOneOf,
    Lacks,
    Size,
    Tier,
    event_facts,
)
from clue_cli.reasoning.knowledge import read
from clue_cli.reasoning.reasons import Conclusion
from clue_cli.reasoning.why import Step, chain, why
from clue_cli.rules.events import Accused, CaseSeen, Ended, Event, Passed, Shown, Snooped, TurnedUp
from clue_cli.rules.table import View
from clue_cli.ui.telling import Teller, raised
from clue_cli.words import _, ngettext


class Reasoner:
    """Give the reasons for what is certain from one view."""

    def __init__(self, view: View, teller: Teller) -> None:
        self._view, self._teller = view, teller

    def about(self, card: str) -> Iterator[str]:
        """Tell where a card is and why; where that is open, who may have it, and why others can't."""
        notebook, name = read(self._view, Tier.ALL), self._teller.name(card)
        holder = notebook.held(card)
        if holder == self._view.seat:
            yield _("You hold {card}.").format(card=name)
        elif holder == FACE_UP:
            yield _("{card} lies face up.").format(card=name)
        elif holder is not None:
            yield self.because(Holds(holder, card))
        else:
            may = self._holders([each for each in notebook.holders if notebook.may_hold(card, each)])
            yield _("The card {card} is still open. Who may have it: {holders}.").format(
                card=name, holders=may
            )
            for other in notebook.holders:
                if other not in (self._view.seat, FACE_UP) and not notebook.may_hold(card, other):
                    yield self.because(Lacks(other, card))

    def because(self, conclusion: Holds | Lacks) -> str:
        """Tell why something is certain, which it must be, in one sentence."""
        steps = why(self._view, conclusion)
        assert steps is not None
        words = _("{steps}: so {conclusion}.")
        return raised(
            words.format(steps=_("; ").join(self.clauses(steps)), conclusion=self._concluded(conclusion))
        )

    def proof(self, conclusions: Sequence[Holds | Lacks]) -> Iterator[str]:
        """Tell why all of this is certain, which it must be, in short sentences that build on one another."""
        for link in chain(self._view, conclusions):
            words = _("{steps}: so {conclusion}.")
            steps = [*map(self._concluded, link.before), *self.clauses(link.steps)]
            yield raised(words.format(steps=_("; ").join(steps), conclusion=self._concluded(link.conclusion)))

    def clauses(self, steps: Sequence[Step]) -> Iterator[str]:
        """Tell each turn in which something was seen, then what is in sight all the time."""
        events = [step for step in steps if step.event]
        for turn, seen in groupby(events, lambda step: step.turn):
            told = ", ".join(self._seen(list(alike)) for _key, alike in groupby(seen, _not_shown))
            yield _("in turn {turn} {events}").format(turn=turn, events=told) if turn else told
        yield from self._in_sight([fact for step in steps if not step.event for fact in step.facts])

    def _seen(self, steps: Sequence[Step]) -> str:
        """Tell one event, or who could not show the same cards, one after the other."""
        step = steps[0]
        if lacked := _not_shown(step):
            players = ", ".join(self.holder(each.facts[0].holder) for each in steps)
            words = _("{player} could not show {cards}")
            return words.format(player=players, cards=self._teller.names(lacked))
        assert step.event
        words = self._told(step.event)
        meant = event_facts(step.event, range(len(self._view.table.seats)), Tier.ALL)
        if set(step.facts) <= set(meant):
            return words
        return _("{event} (a card was given away since)").format(event=words)

    def _told(self, event: Event) -> str:
        """Tell an event, with a word on who and what where the line of its turn would do without."""
        teller = self._teller
        match event:
            case Shown(seat, to, cards, None):
                words = _("{player} showed {to} one of {cards}")
                return words.format(
                    player=teller.player(seat), to=teller.player(to), cards=teller.names(cards)
                )
            case Snooped(seat, of, str(card)):
                words = _("{player} saw {card} in the hand of {of}")
                return words.format(player=teller.player(seat), card=teller.name(card), of=teller.player(of))
            case Accused(seat, cards, _right):
                words = _("{player} accused {cards}, which was wrong")
                return words.format(player=teller.player(seat), cards=teller.names(cards))
            case TurnedUp(card):
                return _("{card} lies face up").format(card=teller.name(card))
            case Ended(int(seat), cards) if Accused(seat, cards, True) in self._view.history:
                words = _("{player} accused {cards}, which was right")
                return words.format(player=teller.player(seat), cards=teller.names(cards))
            case Ended(_winner, cards):
                return teller.words(CaseSeen(self._view.seat, cards))
        return teller.words(event)

    def _in_sight(self, facts: Sequence[Fact]) -> Iterator[str]:
        """Tell what the own hand holds, what it does not, and how many cards others have."""
        name = self._teller.names
        held = [fact.card for fact in facts if isinstance(fact, Holds)]
        lacked = [fact.card for fact in facts if fact.holder == self._view.seat and isinstance(fact, Lacks)]
        covered = [fact.card for fact in facts if fact.holder == FACE_UP and isinstance(fact, Lacks)]
        if held:
            yield _("you hold {cards}").format(cards=name(held))
        if lacked:
            yield _("you do not hold {cards}").format(cards=name(lacked))
        if covered:
            words = ngettext("{cards} does not lie face up", "{cards} do not lie face up", len(covered))
            yield words.format(cards=name(covered))
        for fact in facts:
            if isinstance(fact, Size):
                yield self._size(fact.holder, fact.count)

    def _size(self, holder: Holder, count: int) -> str:
        words = ngettext("{player} has {n} card", "{player} has {n} cards", count)
        if holder == ROOM_CARDS:
            words = ngettext("{n} card lies hidden in a room", "{n} cards lie hidden in rooms", count)
        return words.format(player=self.holder(holder), n=count)

    def _concluded(self, conclusion: Conclusion) -> str:
        if isinstance(conclusion, HoldsOneOf):
            words = _("{player} holds one of {cards}")
            return words.format(
                player=self.holder(conclusion.holder), cards=self._teller.names(conclusion.cards)
            )
        holds, lacks = {
            ENVELOPE: (_("{card} is in the case"), _("{card} is not in the case")),
            ROOM_CARDS: (_("{card} lies hidden in a room"), _("{card} does not lie hidden in a room")),
        }.get(str(conclusion.holder), (_("{player} holds {card}"), _("{player} does not hold {card}")))
        words = holds if isinstance(conclusion, Holds) else lacks
        return words.format(card=self._teller.name(conclusion.card), player=self.holder(conclusion.holder))

    def _holders(self, holders: Sequence[Holder]) -> str:
        """Name several holders; players may be called like cards, so it is said that they are players."""
        players = [self.holder(each) for each in holders if isinstance(each, int)]
        words = ngettext("the player {players}", "the players {players}", len(players))
        told = [words.format(players=", ".join(players))] if players else []
        return _("; ").join([*told, *(self.holder(each) for each in holders if not isinstance(each, int))])

    def holder(self, holder: Holder) -> str:
        """Name a holder: a player, the case, or where cards lie."""
        if isinstance(holder, int):
            return self._teller.player(holder)
        return {ENVELOPE: _("the case"), ROOM_CARDS: _("a room"), FACE_UP: _("the cards face up")}[holder]


def _not_shown(step: Step) -> tuple[str, ...]:
    """Return the cards that matter of those that a player could not show; none at any other event."""
    lacked = (fact.card for fact in step.facts if isinstance(fact, Lacks))
    return tuple(lacked) if isinstance(step.event, Passed) else ()
