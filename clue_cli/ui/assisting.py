"""Keep a case log at a real table: ask what happened, say what is certain now, and forget nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from typing import Any

from clue_cli.play import caselog, keeping
from clue_cli.play.folders import Folders, folders
from clue_cli.reasoning.facts import ENVELOPE
from clue_cli.reasoning.knowledge import known
from clue_cli.reasoning.notebook import Notebook
from clue_cli.rules.model import Kind
from clue_cli.rules.options import Asked
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.ui.assist_setup import begun
from clue_cli.ui.deducing import Findings, blame, refuse_clash, teller_of
from clue_cli.ui.prompter import Choice, Prompter, prompter
from clue_cli.ui.reasons import Reasoner
from clue_cli.ui.terminal import Terminal, terminal
from clue_cli.words import Refused, _, language, ngettext

Event = dict[str, Any]
"""An event as a case log has it."""


class _Back(Exception):
    """Say that the event is not to be told after all."""


class _Command(Enum):
    """Name what can be done between events."""

    NOTEBOOK = auto()
    ODDS = auto()
    QUESTIONS = auto()
    WHY = auto()
    UNDO = auto()
    QUIT = auto()


def assist(path: Path | None, *, plain: bool | None, home: Path | None) -> None:
    """Keep the log in a file, a new one where none is named, until the person quits.

    Raises ScenarioFaults where the file is at fault, and keeping.Unreadable where it can't be kept.
    """
    places, screen = folders(home), terminal(plain)
    path = path or _free(places)
    asks = prompter(screen)
    if path.exists():
        log = caselog.read(path, places.scenarios)
        refuse_clash(log)
        scribe = Scribe(path, log.source.document, path.read_bytes(), screen, asks, places)
    else:
        scribe = Scribe(path, begun(screen, asks, places.scenarios), None, screen, asks, places)
    try:
        scribe.run()
    except keeping.Unreadable:  # the last event could not be kept; what was kept before is whole
        raise
    except BaseException:
        _say_kept(path, screen)
        raise
    _say_kept(path, screen)


def _free(places: Folders) -> Path:
    """Return a file in the folder of logs that is not there yet."""
    number = 1
    while keeping.taken(path := places.cases / f"case-{number}.toml"):
        number += 1
    return path


def _say_kept(path: Path, screen: Terminal) -> None:
    """Say how to go on; a terminal that is gone hears nothing."""
    with suppress(OSError):
        screen.say("\n" + _("Kept. 'clue assist {path}' goes on.").format(path=path))


class Scribe:
    """Ask what happened, and keep it."""

    def __init__(
        self,
        path: Path,
        document: dict[str, Any],
        before: bytes | None,
        screen: Terminal,
        asks: Prompter,
        places: Folders,
    ) -> None:
        """Begin with a log that is sound; `before` is what the file holds, None where there is none."""
        self._path = path
        self._before = before
        self._screen = screen
        self._prompter = asks
        self._own = places.scenarios
        self._log = caselog.of(str(path), document, self._own)
        if before is None:
            self._keep(document)

    def run(self) -> None:
        """Ask until the person quits; raise prompter.InputEnded when the input ends."""
        count = len(self._log.source.document.get("event", ()))
        words = ngettext("{n} event is noted.", "{n} events are noted.", count)
        self._screen.say(words.format(n=count))
        while True:
            picked = self._prompter.choose(_("What happened?"), self._kinds(), self._commands())
            if picked is _Command.QUIT:
                return
            with suppress(_Back):
                if isinstance(picked, _Command):
                    self._obey(picked)
                else:
                    self._note(picked())

    def _kinds(self) -> list[Choice]:
        kinds = [
            Choice(_("A question was asked"), self._question),
            Choice(_("An accusation was made"), self._accusation),
            Choice(_("A card was shown to me alone, without my question"), lambda: self._seen("shown")),
            Choice(_("A card was revealed to all"), lambda: self._seen("reveal")),
            Choice(_("Nobody holds a card that was called for"), lambda: {"unheld": self._card()}),
        ]
        if self._log.roomcards:
            kinds.append(Choice(_("I looked at a card in a room"), self._look))
        return kinds

    def _commands(self) -> list[Choice]:
        commands = [
            Choice(_("Notebook"), _Command.NOTEBOOK),
            Choice(_("Odds"), _Command.ODDS),
            Choice(_("Best questions"), _Command.QUESTIONS),
            Choice(_("Why?"), _Command.WHY),
        ]
        if self._last() is not None:
            commands.append(Choice(_("Undo"), _Command.UNDO))
        return [*commands, Choice(_("Quit and save"), _Command.QUIT)]

    def _obey(self, command: _Command) -> None:
        found = Findings(self._log)
        try:
            match command:
                case _Command.NOTEBOOK:
                    found.show_notebook(self._screen)
                case _Command.ODDS:
                    self._tell([*found.odds(self._screen), *found.cases()])
                case _Command.QUESTIONS:
                    self._tell(found.questions())
                case _Command.WHY:
                    self._tell(found.reasons(self._card()))
                case _Command.UNDO:
                    self._undo()
        except keeping.Unreadable:
            raise
        except Refused as refusal:
            self._screen.say(str(refusal))

    # --- keeping -------------------------------------------------------------------------------

    def _note(self, event: Event) -> None:
        """Keep an event and say what is certain now; refuse one that can't be true."""
        document = self._log.source.document
        document = document | {"event": [*document.get("event", ()), event]}
        try:
            log = caselog.of(str(self._path), document, self._own)
        except ScenarioFaults as refusal:
            for fault in refusal.located:
                self._screen.say(_("Not noted: {what}.").format(what=f"{fault.key}: {fault.message}"))
            return
        if blamed := caselog.clash(log):
            self._screen.say(_("Not noted, since these can't all be true:"))
            for line in blame(log, blamed):
                self._screen.say(f"  {line}")
            return
        before = known(self._log.view()).notebook
        self._keep(document)
        self._log = log
        self._tell(self._news(before))

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._screen.say(line)

    def _undo(self) -> None:
        """Take the last event back."""
        last = self._last()
        assert last is not None
        document = self._log.source.document
        events = document["event"]
        told = [entry for entry in self._log.turns() if entry.path == ("event", last)]
        document = document | {"event": [*events[:last], *events[last + 1 :]]}
        log = caselog.of(str(self._path), document, self._own)
        self._keep(document)
        lines = blame(self._log, told)
        self._log = log
        self._screen.say(" ".join([_("Taken back."), *lines]))

    def _last(self) -> int | None:
        """Return the number of the last event that can be taken back: not where the deal left cards."""
        events = self._log.source.document.get("event", ())
        told = (n for n, event in enumerate(events) if not {"roomcards", "faceup"} & event.keys())
        return max(told, default=None)

    def _keep(self, document: dict[str, Any]) -> None:
        self._before = caselog.write(self._path, document, self._before)

    def _news(self, before: Notebook) -> Iterator[str]:
        """Tell what is certain that was not."""
        view, teller = self._log.view(), teller_of(self._log)
        now, name, reasoner = known(view).notebook, teller.name, Reasoner(view, teller)
        cards = list(self._log.scenario.cards)
        placed = {
            card: holder
            for card in cards
            if (holder := now.held(card)) is not None and before.held(card) is None
        }
        held = [f"{name(card)} ({reasoner.holder(holder)})" for card, holder in placed.items()]
        cleared = [
            name(card)
            for card in cards
            if card not in placed and before.may_hold(card, ENVELOPE) and not now.may_hold(card, ENVELOPE)
        ]
        if held:
            yield _("Certain now: {cards}.").format(cards=", ".join(held))
        if cleared:
            yield _("Not in the case: {cards}.").format(cards=", ".join(cleared))
        if not held and not cleared:
            yield _("Noted; no card more is certain.")
        if (case := now.case()) and not before.case():
            yield _("The case is solved: {cards}.").format(cards=", ".join(map(name, case)))

    # --- what happened -------------------------------------------------------------------------

    def _question(self) -> Event:
        """Ask for a question and the answers to it, in the order of the rules. Rules: CL-08 MD-10 PA-05."""
        by = self._player(_("Who asked?"))
        cards = self._case()
        others = self._left_of(by)
        passed: list[int] = []
        showed: dict[int, str] = {}  # by seat, the card where I saw it
        match self._log.scenario.rules.suggest_asked:
            case Asked.FIRST_TO_SHOW:
                shower = self._one_of(_("Who showed a card?"), others, _("Nobody could"))
                passed = others if shower is None else others[: others.index(shower)]
                showed = {} if shower is None else {shower: self._seen_card(shower, by, cards)}
            case Asked.EVERYONE | Asked.CHOSEN_PLAYER as rule:
                if rule is Asked.CHOSEN_PLAYER:
                    others = [self._one_of(_("Who was to answer?"), others) or 0]
                for seat in others:
                    if self._shows(seat):
                        showed[seat] = self._seen_card(seat, by, cards)
                    else:
                        passed.append(seat)
        return {"suggest": cards, "by": self._log.players[by], **self._answers(passed, showed)}

    def _answers(self, passed: Sequence[int], showed: Mapping[int, str]) -> Event:
        """Write the answers to a question as a log has them."""
        players = self._log.players
        names = [players[seat] for seat in showed]
        seen = {players[seat]: card for seat, card in showed.items() if card}
        answers: Event = {"passed": [players[seat] for seat in passed]} if passed else {}
        if names:
            answers["showed"] = names[0] if len(names) == 1 else names
        if seen:
            answers["card"] = seen[names[0]] if len(names) == 1 else seen
        return answers

    def _seen_card(self, seat: int, by: int, cards: Sequence[str]) -> str:
        """Ask which card I showed or was shown; "" for one I did not see, or where I hold none of them."""
        mine = seat == self._log.me
        offered = [card for card in cards if not mine or card in self._log.hand]
        if self._log.me not in (seat, by) or not offered:
            return ""
        words = _("Which card did you show?") if mine else _("Which card did {player} show you?")
        question = words.format(player=self._log.players[seat])
        return str(self._pick(question, [Choice(self._name(card), card) for card in offered]))

    def _shows(self, seat: int) -> bool:
        choices = [Choice(_("Could not show a card"), False), Choice(_("Showed a card"), True)]
        return bool(self._pick(_("{player}:").format(player=self._called(seat)), choices))

    def _accusation(self) -> Event:
        by = self._player(_("Who accused?"))
        cards = self._case()
        choices = [Choice(_("Wrong"), True), Choice(_("Right"), False)]
        wrong = self._pick(_("Was it right?"), choices)
        return {"accuse": cards, "by": self._log.players[by], "wrong": wrong}

    def _seen(self, verb: str) -> Event:
        others = [seat for seat in range(len(self._log.players)) if verb != "shown" or seat != self._log.me]
        by = self._one_of(_("Whose card?"), others)
        assert by is not None
        return {verb: self._card(), "by": self._log.players[by]}

    def _look(self) -> Event:
        rooms = [room.id for room in self._log.scenario.board.rooms]
        room = self._pick(_("In which room?"), [Choice(self._name(room), room) for room in rooms])
        return {"look": self._card(), "place": room}

    # --- asking --------------------------------------------------------------------------------

    def _pick(self, question: str, choices: Sequence[Choice]) -> Any:
        """Ask one question; raise _Back when the person goes back."""
        picked = self._prompter.choose(question, [*choices, Choice(_("Back"), _Back)])
        if picked is _Back:
            raise _Back
        return picked

    def _player(self, question: str) -> int:
        """Ask for a player; who has the next turn stands first."""
        view = self._log.view()
        seats = len(self._log.players)
        first = (view.table.active + 1) % seats if self._log.entries else 0
        return int(
            self._pick(
                question,
                [Choice(self._called(seat % seats), seat % seats) for seat in range(first, first + seats)],
            )
        )

    def _one_of(self, question: str, seats: Sequence[int], nobody: str = "") -> int | None:
        choices = [Choice(self._called(seat), seat) for seat in seats]
        picked = self._pick(question, [*choices, *([Choice(nobody, None)] if nobody else [])])
        return None if picked is None else int(picked)

    def _left_of(self, seat: int) -> list[int]:
        """Return the other seats in the order in which they are asked. Rule: C-10."""
        seats = len(self._log.players)
        return [other % seats for other in range(seat + 1, seat + seats)]

    def _case(self) -> list[str]:
        """Ask for one card of each category."""
        questions = {Kind.SUSPECT: _("Who?"), Kind.WEAPON: _("With what?"), Kind.ROOM: _("Where?")}
        cards = []
        for category in self._log.scenario.categories:
            words = _("{category}: {question}")
            question = words.format(
                category=category.name.within(language()), question=questions[category.kind]
            )
            cards.append(self._pick(question, [Choice(self._name(card), card) for card in category.ids]))
        return cards

    def _card(self) -> str:
        cards = [Choice(self._name(card), card) for card in self._log.scenario.cards]
        return str(self._pick(_("Which card?"), cards))

    def _name(self, thing: str) -> str:
        return teller_of(self._log).name(thing)

    def _called(self, seat: int) -> str:
        """Name a player, and say which of them is me."""
        player = self._log.players[seat]
        return _("{player} (you)").format(player=player) if seat == self._log.me else player
