"""What follows from a case log: the notebook, the odds, the likeliest cases, and why a card is somewhere."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from clue_cli.play import caselog
from clue_cli.play.caselog import CaseLog
from clue_cli.play.caselog_events import Entry
from clue_cli.play.caselog_names import Names
from clue_cli.play.folders import folders
from clue_cli.reasoning.deals import Deals, TooWide, count, ways
from clue_cli.reasoning.deduction import Deduction
from clue_cli.reasoning.facts import ENVELOPE, Holder
from clue_cli.reasoning.knowledge import known, shows
from clue_cli.reasoning.matching import bits_in
from clue_cli.reasoning.questions import Question, weigh
from clue_cli.rules.table import View
from clue_cli.scenario.faults import Fault, Located, ScenarioFaults, did_you_mean
from clue_cli.ui import desk
from clue_cli.ui import notebook as paper
from clue_cli.ui.lettering import cut
from clue_cli.ui.reasons import Reasoner
from clue_cli.ui.telling import Teller
from clue_cli.ui.terminal import Terminal, terminal
from clue_cli.ui.waiting import progress
from clue_cli.words import Refused, _, figure, language, ngettext

_CASES = 10  # of the likeliest
_QUESTIONS = 5  # of the best
_TELLING = 0.005  # bits, the fewest that are not told as 0.00
_QUICK = 1 << 14  # ways to fill hands that are counted without a sign


class Uncountable(Refused):
    """Say that deals can't be counted in any time that a person would wait."""


def show_deduction(path: Path, card: str | None, *, as_json: bool, home: Path | None) -> None:
    """Print what follows from the log in a file, or why a card is where it is.

    Raises ScenarioFaults where the log is at fault, or contradicts itself.
    """
    if as_json and card is not None:
        raise Refused(_("--why tells people, --json is for programs: leave one out"))
    log = caselog.read(path, folders(home).scenarios)
    refuse_clash(log)
    found = Findings(log)
    if card is not None:
        for line in found.why(card):
            terminal().say(line)
    elif as_json:
        sys.stdout.write(json.dumps(found.document()) + "\n")
    else:
        screen = terminal()
        found.show_notebook(screen)
        for line in found.lines(screen):
            screen.say(line)


def refuse_clash(log: CaseLog) -> None:
    """Raise ScenarioFaults where the log contradicts itself, with the fewest entries to blame."""
    if (blamed := caselog.clash(log)) is None:
        return
    words = ngettext(
        "the log contradicts itself: this can't be true",
        "the log contradicts itself: these {n} entries can't all be true, but any {others} of them can",
        len(blamed),
    )
    faults = [Fault(entry.path, line) for entry, line in zip(blamed, blame(log, blamed), strict=True)]
    heading = Located(log.source.name, 0, 0, "", words.format(n=len(blamed), others=len(blamed) - 1))
    raise ScenarioFaults([heading, *log.source.located(faults)])


def blame(log: CaseLog, entries: Sequence[Entry]) -> list[str]:
    """Tell each entry in one line."""
    teller = teller_of(log)
    return [" ".join(teller.lines(entry.events)) for entry in entries]


def teller_of(log: CaseLog) -> Teller:
    """Return who tells of the log, in which players have names of their own."""
    return Teller(log.scenario, log.players, log.me, log.players)


@dataclass(frozen=True)
class Findings:
    """Hold what follows from one log, each part found when it is first asked for."""

    log: CaseLog

    @cached_property
    def view(self) -> View:
        """What I may know."""
        return self.log.view()

    @cached_property
    def known(self) -> Deduction:
        """All that is certain."""
        return known(self.view)

    @cached_property
    def alike(self) -> Deals:
        """The deals, each as likely as any other; raise Uncountable where they are too many."""
        return self._count(shown=False)

    @cached_property
    def at_random(self) -> Deals:
        """The deals, where a refuter shows a random matching card; raise Uncountable as `alike` does."""
        return self._count(shown=True)

    def _count(self, *, shown: bool) -> Deals:
        """Count, with a sign of it on stderr where that takes its time."""
        slow = ways(self.known) > _QUICK
        try:
            with progress() if slow else nullcontext() as bar:
                if bar:
                    bar.add_task("", total=None)
                return count(self.known, shows(self.view) if shown else ())
        except TooWide:
            words = _("so many cards of so many players are open that the deals can't be counted yet")
            raise Uncountable(words) from None

    # --- for other programs --------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """Return what is found, for other programs."""
        return {
            "deals": self.alike.total,
            "odds": self._odds(self.alike),
            "random_show": self._odds(self.at_random),
            "held": self._cells(self.known.has),
            "not_held": self._cells([self.known.deck.everything & ~may for may in self.known.may]),
            "case": [[*cards, odds] for cards, odds in self.alike.cases()[:_CASES]],
        }

    def _odds(self, deals: Deals) -> dict[str, dict[str, float]]:
        return {
            card: {self._called(holder): p for holder, p in odds.items()} for card, odds in deals.odds.items()
        }

    def _cells(self, masks: Sequence[int]) -> list[list[str]]:
        """List the cards in these sets, one a holder, each with its holder."""
        deck = self.known.deck
        cards = {bit: card for card, bit in deck.bits.items()}
        return [
            [cards[bit], self._called(holder)]
            for holder, mask in zip(deck.holders, masks, strict=True)
            for bit in bits_in(mask)
        ]

    def _called(self, holder: Holder) -> str:
        return self.log.players[holder] if isinstance(holder, int) else holder

    # --- for people ----------------------------------------------------------------------------

    def show_notebook(self, screen: Terminal) -> None:
        """Draw the notebook, and say whose letters head its columns."""
        heads = [
            paper.Seat(letter, "", seat == self.log.me)
            for seat, letter in enumerate(letters(self.log.players))
        ]
        deals = None
        with suppress(Uncountable):
            deals = self.alike
        page = desk.page(self.view, "odds", {}, screen.ascii_only, deals, heads)
        screen.show(paper.notebook(page, screen.columns, screen.rows))
        named = zip(heads, self.log.players, strict=True)
        screen.say(", ".join(f"{head.letter} {player}" for head, player in named))

    def lines(self, screen: Terminal) -> Iterator[str]:
        """Tell the odds of the case, the likeliest cases, and the best questions."""
        yield ""
        yield from self.odds(screen)
        yield ""
        yield from self.cases()
        yield ""
        yield from self.questions()

    def odds(self, screen: Terminal) -> Iterator[str]:
        """Tell the chances of each card to be in the case, by both weightings."""
        yield _("In the case, in per cent: if every deal is as likely as any other (A),")
        yield _("and if a refuter shows a random matching card (B).")
        cards = self.view.scenario.cards
        names = {card: cut(one.name.within(language()), 24, screen.ascii_only) for card, one in cards.items()}
        width = max(map(len, names.values()))
        yield f"{'':{width}}  {'A':>6}  {'B':>6}"
        for category in self.view.scenario.categories:
            yield category.name.within(language())
            odds = {card: self.alike.odds[card][ENVELOPE] for card in category.ids}
            for card in sorted(category.ids, key=lambda card: -odds[card]):
                if odds[card]:
                    both = odds[card], self.at_random.odds[card][ENVELOPE]
                    yield f"{names[card]:{width}}  " + "  ".join(f"{figure(100 * p, 1):>6}" for p in both)

    def cases(self) -> Iterator[str]:
        """Tell the likeliest cases."""
        cases = self.alike.cases()
        yield _("The likeliest cases, if every deal is as likely as any other:")
        teller = teller_of(self.log)
        for cards, odds in cases[:_CASES]:
            words = _("{percent} %  {cards}")
            yield words.format(percent=f"{figure(100 * odds, 1):>5}", cards=teller.names(cards))

    def questions(self) -> Iterator[str]:
        """Tell which questions tell most about the case; of those that tell the same only one."""
        teller = teller_of(self.log)
        if case := self.known.notebook.case():
            yield _("The case is solved: {cards}.").format(cards=teller.names(case))
            return
        scenario, seats = self.view.scenario, len(self.log.players)
        groups = [category.ids for category in scenario.categories]
        others = [seat % seats for seat in range(self.log.me + 1, self.log.me + seats)]
        weighed = weigh(self.alike, groups, others, scenario.rules.suggest_asked)
        alike: dict[tuple[int, ...], Question] = {}
        for cards in product(*groups):
            places = tuple(place[card] for place, card in zip(weighed.places, cards, strict=True))
            if places not in alike:
                alike[places] = weighed.of(cards)
        telling = [question for question in alike.values() if question.bits >= _TELLING]
        if not telling:
            yield _("No question is likely to tell more about the case.")
            return
        yield _("The questions that tell most about the case, if you may name any card:")
        for question in sorted(telling, key=lambda question: -question.bits)[:_QUESTIONS]:
            words = _("about {bits} bits  {cards}")
            yield words.format(bits=figure(question.bits, 2), cards=teller.names(question.cards))

    def why(self, named: str) -> Iterator[str]:
        """Tell why the card of that id or name is where it is; raise Refused when there is none."""
        faults: list[Fault] = []
        card = Names(self.log.scenario, self.log.players).card(named, (), faults)
        if card is None:
            hint = f" ({did_you_mean(faults[0].hint)})" if faults[0].hint else ""
            raise Refused(f"{faults[0].message}{hint}")
        return self.reasons(card)

    def reasons(self, card: str) -> Iterator[str]:
        """Tell why a card is where it is, or can't be."""
        return Reasoner(self.view, teller_of(self.log)).about(card)


def letters(players: Sequence[str]) -> list[str]:
    """Return a letter for each player: one of the name where one is free, else a digit or any letter."""
    taken: list[str] = []
    for player in players:
        own = [character.upper() for character in player if character.isascii() and character.isalpha()]
        spare = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        taken.append(next(letter for letter in (*own, *spare) if letter not in taken))
    return taken
