"""Advise a detective: what the expert would do in the person's place, and why, in a sentence or two.

It knows what the person's view tells and nothing else. It brings numpy along: only who asks waits for it.
"""

from collections.abc import Callable, Iterator

from clue_cli.opponents import cards
from clue_cli.opponents.cards import Telling
from clue_cli.opponents.expert import EXPERT, Advice, Reason
from clue_cli.opponents.weights import unseen_rooms, weighed
from clue_cli.reasoning.facts import ENVELOPE, Tier
from clue_cli.reasoning.knowledge import read
from clue_cli.reasoning.questions import Question
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
    Passage,
    Reveal,
    Roll,
    Show,
    Snoop,
    Suggest,
    Take,
    Yield,
    place_text,
)
from clue_cli.rules.events import ClueDrawn
from clue_cli.rules.legal import Legal
from clue_cli.rules.options import AccuseWhen, AccuseWhere
from clue_cli.rules.table import View
from clue_cli.ui.telling import Teller
from clue_cli.ui.waiting import finished
from clue_cli.words import _, figure, ngettext

_LONG_ODDS = 0.1  # told as "1 in so many" below
_NOTHING = 0.01  # bits that an answer can't be said to tell, and odds that nobody can tell from none


def counsel(
    view: View, legal: Legal, teller: Teller, asked: Callable[[Action], bool], *, explains: bool
) -> Iterator[str]:
    """Tell what is best of what is open to the view's seat, where there is a choice, and why.

    `asked` says which actions the question leads to that the player is at: from there one must go back to
    any other. `explains` says whether the player can ask why a card is where it is.
    """
    action, advice = finished(lambda: advised(view, legal))
    words = _Counsel(view, legal, teller, explains=explains)
    reason = words.reason(advice, action)
    told = _("{action}: {reason}.") if reason else _("{action}.")
    told = told.format(action=words.action(action, advice.room), reason=reason)
    yield told if asked(action) else _("Go back. {advice}").format(advice=told)
    weights = weighed(view)
    if weights and legal.claims(Accuse) and not isinstance(action, Accuse):
        yield words.likeliest(*weights.likeliest)


def advised(view: View, legal: Legal) -> tuple[Action, Advice]:
    """Return what is best of what is open, and the expert's advice that it comes from."""
    advice = EXPERT.advise(view, legal)
    action = advice.actions[0]
    if isinstance(action, Accuse) and advice.reason is Reason.HABIT:  # to an expert any guess is as good
        weights = weighed(view)
        action = Accuse(weights.likeliest[0]) if weights else action
    return action, advice


class _Counsel:
    """Put an advice into words."""

    def __init__(self, view: View, legal: Legal, teller: Teller, *, explains: bool) -> None:
        self._view, self._legal, self._teller, self._explains = view, legal, teller, explains
        self._notebook = read(view, Tier.ALL)

    def likeliest(self, case: tuple[str, ...], chance: float) -> str:
        """Tell why not to accuse."""
        words = _("The likeliest case is {cards} at {chance}: waiting is better.")
        if chance < _LONG_ODDS:
            words = _("No case is likelier than {chance}: waiting is better.")
        return words.format(cards=self._teller.names(case), chance=_chance(chance))

    # --- what to do ------------------------------------------------------------------------------

    def action(self, action: Action, aim: str) -> str:
        """Tell what to do, and which room it aims at."""
        teller = self._teller
        match action:
            case Suggest():
                room = teller.place(self._view.table.place(self._view.seat))
                return _("Suggest {cards} in the {room}").format(cards=teller.names(action.cards), room=room)
            case Accuse():
                return _("Accuse {cards}").format(cards=teller.names(action.cards))
            case Ask() | Snoop() | Interrogate():
                player = teller.player(self._view.table.seat_of(action.suspect))
                return _TURNS[type(action)].format(player=player)
            case Show() | Reveal() | Give() | Name():
                return _CARDS[type(action)].format(card=teller.name(action.card))
            case Take():
                return _("Take {forfeit}").format(forfeit=teller.name(action.forfeit))
            case Yield():
                return _("Give a forfeit")
            case End():
                return _("End the turn")
        way = self._way(action)
        if not aim or action in (Go(aim), Passage(aim)):
            return way
        return _("{action}, to reach the {room}").format(action=way, room=self._teller.name(aim))

    def _way(self, action: Action) -> str:
        """Tell where to go."""
        match action:
            case Roll():
                return ngettext("Roll the die", "Roll the dice", self._view.scenario.rules.move_dice)
            case Passage(room):
                words = _("Take the secret passage to the {room}")
                return words.format(room=self._teller.name(room))
            case Join(room):
                return _("Join the {room} to the secret passages").format(room=self._teller.name(room))
            case Go(place, None) if place == self._view.table.place(self._view.seat):
                return _("Stay in the {room}").format(room=self._teller.place(place))
            case Go(place, None) if place in self._view.table.board.room_ids:
                return _("Enter the {room}").format(room=self._teller.place(place))
            case Go(place, None):
                return _("Walk to {place}").format(place=self._teller.place(place))
            case Go(place, (int(), int()) as stop):
                words = _("Go by the snoop square at {square} to {place}")
                return words.format(square=place_text(stop), place=self._teller.place(place))
        raise AssertionError(action)

    # --- why -------------------------------------------------------------------------------------

    def reason(self, advice: Advice, action: Action) -> str:
        """Tell why; "" where there is nothing to tell."""
        match advice.reason:
            case Reason.CERTAIN:
                by_reason = _("the case is certain, and 'Why?' tells why")
                return by_reason if self._explains else _("the case is certain by what you have seen")
            case Reason.ODDS:
                words = _("{chance} that it is the case, and waiting is worse")
                return words.format(chance=_chance(advice.odds))
            case Reason.QUESTION if advice.question:
                return self._question(advice.question)
            case Reason.WAY:
                return self._aim(advice.room, action)
        return self._habit(action)

    def _question(self, question: Question) -> str:
        """Tell what a question is worth, and which of its cards that is about."""
        open_ = [card for card in question.cards if self._notebook.held(card) is None]
        if question.bits < _NOTHING and not question.chance:
            return _("there is nothing new to be learnt here")
        about = _("{chance} that it is the case").format(chance=_chance(question.chance))
        if not question.chance:
            words = _("the answer will be about {cards}, since you know where the rest is")
            about = words.format(cards=self._teller.names(open_))
        return _("{about}; {then}").format(about=about, then=_then(question))

    def _aim(self, room: str, action: Action) -> str:
        """Tell what a way is for: a look into a hand or at a card, or a question in a room."""
        if isinstance(action, Go) and (action.stop or action.place) in self._view.table.board.snoops:
            return _("there you may look into a hand")
        return self._errand(room) if room in self._view.scenario.cards else ""

    def _errand(self, room: str) -> str:
        """Tell what there is to do in a room."""
        if room in unseen_rooms(self._view):
            return _("a card lies there that you have not looked at")
        groups = [category.ids for category in self._view.scenario.categories if room not in category.ids]
        weights = weighed(self._view)
        assert weights, "a way is only chosen by odds"
        _claims, question = weights.best(room, groups)
        if question.bits < _NOTHING and not question.chance:
            return _("there is nothing better to be done")
        return _("if you ask there, {then}").format(then=_then(question))

    def _habit(self, action: Action) -> str:
        """Tell why where the odds have no say: another player waits, or the case is certain."""
        match action:
            case Show() | Reveal() | Give():
                return self._known_to(action)
            case Yield():
                return _("your cards stay yours, and who accuses of what is certain needs no forfeits")
            case Take():
                return _("one forfeit is as good as another")
            case Ask() | Snoop() | Interrogate():
                return self._turned_to(action)
            case Name(card):
                return self._named(card)
            case Join():
                return _("it will be quicker to reach")
            case Accuse():
                return _("there is nothing more to be learnt")
            case End() if self._legal.of(Snoop):
                return _("no hand holds anything new to you")
        return self._certain()

    def _known_to(self, action: Telling) -> str:
        """Tell who has seen a card."""
        seen = cards.seen_by(self._view)[action.card]
        if not seen:
            return _("nobody has seen any of these cards, and one of a large category tells least")
        players = ", ".join(map(self._teller.player, sorted(seen)))
        return _("it has been seen before by {players}").format(players=players)

    def _turned_to(self, action: cards.Turning) -> str:
        """Tell why it is this player."""
        if isinstance(action, Ask) and not isinstance(self._view.history[-1], ClueDrawn):
            news = cards.new_cards(self._view, self._notebook, action)
            words = _("that hand may hold {cards}") if news else _("nobody has anything new to show")
            return words.format(cards=self._teller.names(news))
        return _("no hand is less known to you")

    def _named(self, card: str) -> str:
        if self._notebook.held(card) is None and self._notebook.may_hold(card, ENVELOPE):
            return _("it may be in the case, and then nobody reveals it")
        return _("that tells the others least")

    def _certain(self) -> str:
        """Tell what is still to be done about a case that is certain."""
        if not self._notebook.case():
            return ""
        rules = self._view.scenario.rules
        if rules.accuse_when is AccuseWhen.IF_UNREFUTED:
            return _("the case is certain, and you may accuse once nobody could answer your question")
        if rules.accuse_where is AccuseWhere.ANY_ROOM:
            return _("the case is certain, and you may accuse in any room")
        if rules.accuse_when is AccuseWhen.END_OF_TURN:
            return _("the case is certain, and you may accuse at the end of the turn")
        return _("the case is certain, and you may accuse in your next turn")


_TURNS = {
    Ask: _("Ask {player}"),
    Snoop: _("Look into the hand of {player}"),
    Interrogate: _("Interrogate {player}"),
}
_CARDS = {
    Show: _("Show {card}"),
    Reveal: _("Reveal {card}"),
    Give: _("Give {card}"),
    Name: _("Name {card}"),
}


def _chance(odds: float) -> str:
    """Write odds below 1: in per cent, long odds as one in so many."""
    if 0 < odds < _LONG_ODDS:
        return _("1 in {n}").format(n=figure(1 / odds))
    return _per_cent(min(odds, 0.99))


def _then(question: Question) -> str:
    """Tell how sure one should be once the answer is known."""
    if question.guess > 1 - _NOTHING:
        return _("the answer settles the case")
    return _("the answer should bring the likeliest case to {guess}").format(guess=_chance(question.guess))


def _per_cent(part: float) -> str:
    return _("{n} %").format(n=figure(100 * part))
