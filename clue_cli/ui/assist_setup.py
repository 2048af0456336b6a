"""What is asked before a case log begins: which game, who plays, how many cards each has, one's own hand."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clue_cli.play import caselog
from clue_cli.rules.model import Scenario
from clue_cli.rules.options import SET_ASIDE, Leftover, TwoPlayers
from clue_cli.scenario import shelf
from clue_cli.scenario.faults import ScenarioFaults, did_you_mean
from clue_cli.scenario.load import load
from clue_cli.ui.prompter import Choice, Prompter, meant
from clue_cli.ui.terminal import Terminal
from clue_cli.words import _, language, ngettext


def begun(screen: Terminal, prompter: Prompter, own: Path) -> dict[str, Any]:
    """Ask for all that a log begins with, and return it; `own` is the folder of the player's scenarios.

    Raises prompter.InputEnded when the input ends.
    """
    return _Setup(screen, prompter, own).document()


class _Setup:
    """Ask question after question until each is answered as a log can hold it."""

    def __init__(self, screen: Terminal, prompter: Prompter, own: Path) -> None:
        self._screen = screen
        self._prompter = prompter
        self._own = own
        self._document: dict[str, Any] = {}

    def document(self) -> dict[str, Any]:
        """Return the log before anything has happened."""
        scenario = self._scenario()
        while not self._set("players", self._players()):
            pass
        self._sizes(scenario)
        players = self._document["players"]
        choices = [Choice(player, player) for player in players]
        self._document["me"] = self._prompter.choose(_("Which of them are you?"), choices)
        size = self._document["cards"][players.index(self._document["me"])]
        words = ngettext("Your {n} card:", "Your {n} cards, with commas between:", size)
        while not (self._set("hand", self._cards(scenario, words.format(n=size), size)) and self._can_be()):
            pass
        return self._document

    def _can_be(self) -> bool:
        """Tell whether any deal has this hand; say so where none has, as with all cards of a category."""
        possible = caselog.clash(caselog.of("", self._document, self._own)) is None
        if not possible:
            self._screen.say(_("No deal has such a hand: one card of each category is in the case."))
        return possible

    def _set(self, key: str, value: Any) -> bool:
        """Write down an answer; where a log can't hold it, say why and tell so."""
        self._document[key] = value
        found = caselog.faults(self._document, key, self._own)
        for fault in found:
            hint = f" ({did_you_mean(fault.hint)})" if fault.hint else ""
            self._screen.say(_("That will not do: {what}.").format(what=f"{fault.message}{hint}"))
        return not found

    def _scenario(self) -> Scenario:
        """Ask which scenario is played."""
        found: dict[str, Scenario] = {}
        for shelved in shelf.listing(self._own):
            try:
                scenario = load(shelved.path).scenario
            except ScenarioFaults:
                continue
            if not scenario.game.solitaire:
                found[shelved.id] = scenario
        choices = [
            Choice(f"{scenario.name.within(language())} ({name})", name) for name, scenario in found.items()
        ]
        chosen = str(self._prompter.choose(_("What is played?"), choices))
        self._document["ruleset"] = chosen
        return found[chosen]

    def _players(self) -> list[str]:
        words = _("Who sits at the table, clockwise, yourself too? Names, with commas between:")
        return _parts(self._prompter.line(words))

    def _sizes(self, scenario: Scenario) -> None:
        """Ask how many cards each has, and where those are that nobody has."""
        count = len(self._document["players"])
        total = len(scenario.cards) - len(scenario.categories)
        usual = _usual(scenario, count, total)
        while True:
            words = _("How many cards does each of them hold? Enter for {usual}:")
            typed = _parts(self._prompter.line(words.format(usual=", ".join(map(str, usual)))))
            if not all(part.isascii() and part.isdecimal() for part in typed):
                self._screen.say(_("Type numbers with commas between, or only Enter."))
                continue
            sizes = [int(part[:3]) for part in typed] or list(usual)
            rest = total - sum(sizes)
            self._document.pop("event", None)
            if rest > 0 and len(sizes) == count:
                self._document["event"] = [self._aside(scenario, rest)]
            if self._set("cards", sizes):
                return

    def _aside(self, scenario: Scenario, rest: int) -> dict[str, Any]:
        """Ask where the cards are that nobody has, and return the event that tells it."""
        words = ngettext("{n} card is in no hand. Where?", "{n} cards are in no hand. Where?", rest)
        choices = [Choice(_("Face up beside the board"), True), Choice(_("Face down in rooms"), False)]
        if not self._prompter.choose(words.format(n=rest), choices):
            return {"roomcards": rest}
        words = ngettext("The {n} card face up:", "The {n} cards face up, with commas between:", rest)
        return {"faceup": self._cards(scenario, words.format(n=rest), rest)}

    def _cards(self, scenario: Scenario, question: str, count: int) -> list[str]:
        """Ask for so many different cards in one line, each by the start of a word of its name."""
        choices = [Choice(card.name.within(language()), card.id) for card in scenario.cards.values()]
        while True:
            found = []
            typed = _parts(self._prompter.line(question))
            for part in typed:
                exact = Choice(part, part) if part in scenario.cards else None
                # a number would mean the card of that number, and none was shown
                choice = exact or (None if part.isdecimal() else meant(part, choices))
                if choice is None:
                    self._screen.say(_("Which card is {typed}?").format(typed=repr(part[:40])))
                else:
                    found.append(str(choice.value))
            if len(found) == len(set(found)) == len(typed) == count:
                return found
            words = ngettext("{n} card is needed.", "{n} different cards are needed.", count)
            self._screen.say(words.format(n=count))


def _parts(line: str) -> list[str]:
    return [part.strip() for part in line.split(",") if part.strip()]


def _usual(scenario: Scenario, players: int, total: int) -> Sequence[int]:
    """Return how many cards each has who is dealt to by the rules, from the first seat on. Rule: C-02."""
    rules = scenario.rules
    if players == 2 and rules.setup_two_players is not TwoPlayers.NONE:
        total -= SET_ASIDE
    if rules.setup_leftover is Leftover.FACE_UP:
        total -= total % players
    return [len(range(seat, total, players)) for seat in range(players)]
