"""Let a person solve a puzzle: a record to read, a notebook to mark by hand, a question to answer."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path

from clue_cli.play import keeping
from clue_cli.play.folders import folders
from clue_cli.play.puzzle import Puzzle
from clue_cli.play.puzzle_sheet import MAYBE, NO, YES, Drawer, Ending, Mark, Sheet
from clue_cli.reasoning.facts import ENVELOPE, FACE_UP, Holder, Holds, holders
from clue_cli.reasoning.grading import Level
from clue_cli.rules.model import Kind
from clue_cli.scenario.shelf import Sort
from clue_cli.ui import naming, puzzles
from clue_cli.ui import notebook as paper
from clue_cli.ui.deducing import letters, teller_of
from clue_cli.ui.marking import Marking, seen
from clue_cli.ui.prompter import Choice, Prompter, prompter
from clue_cli.ui.reasons import Reasoner
from clue_cli.ui.sitting import new_seed
from clue_cli.ui.telling import raised
from clue_cli.ui.terminal import Terminal, terminal
from clue_cli.ui.waiting import finished
from clue_cli.words import Refused, _, language


class _Leave(Exception):
    """Say that the person goes on another time."""


class _Command(Enum):
    """Name what can be done beside marking and answering."""

    RECORD = auto()
    NOTEBOOK = auto()
    SHOWN = auto()
    RULES = auto()
    HELP = auto()
    SHOW = auto()
    QUIT = auto()


def play(
    name: str | None,
    ruleset: str,
    seed: int | None,
    level: int | None,
    *,
    plain: bool | None,
    home: Path | None,
) -> None:
    """Let a person solve the puzzle of that name or file, or one made of a seed.

    Raises Refused, ScenarioFaults or keeping.Unreadable where there is none, or nothing can be kept.
    """
    places, screen = folders(home), terminal(plain)
    if name is None:
        wanted, seed = Level(level or Level.THUMB), new_seed(seed)
        found = puzzles.made(ruleset, seed, wanted, places)
        again = f"--seed {seed} --level {wanted:d} --ruleset {ruleset}"
    elif seed is not None or level is not None:
        raise Refused(_("a puzzle that is named has its seed and level: leave --seed and --level out"))
    else:
        found, again = puzzles.opened(naming.find(name, Sort.PUZZLE, places), places), name
    sheets = puzzles.drawer(places)
    with sheets.held(found):
        solver = _Solver(found, sheets, screen, prompter(screen))
        try:
            solver.run()
        except keeping.Unreadable:  # the last mark could not be kept
            raise
        except BaseException as reason:
            with suppress(OSError):  # a terminal that is gone hears nothing
                screen.say("\n" + _("Kept. 'clue puzzle play {again}' goes on.").format(again=again))
            if not isinstance(reason, _Leave):
                raise


class _Solver:
    """Ask the person until the puzzle is solved or given up, and keep what was marked meanwhile."""

    def __init__(self, puzzle: Puzzle, sheets: Drawer, screen: Terminal, asks: Prompter) -> None:
        self._puzzle, self._sheets = puzzle, sheets
        self._screen, self._prompter = screen, asks
        self._view = puzzle.log.view()
        self._teller = teller_of(puzzle.log)
        self._reasoner = Reasoner(self._view, self._teller)
        self._sheet, self._remark = sheets.sheet(puzzle)

    def run(self) -> None:
        """Ask until the end; raise _Leave when the person goes on another time."""
        self._begin()
        choices = [Choice(_("Name the case"), self._answer), Choice(_("Mark a card"), self._mark)]
        commands = [
            Choice(_("Record"), _Command.RECORD),
            Choice(_("Notebook"), _Command.NOTEBOOK),
            Choice(_("Cards shown"), _Command.SHOWN),
            Choice(_("Rules"), _Command.RULES),
            Choice(_("Help on a card"), _Command.HELP),
            Choice(_("Show the answer"), _Command.SHOW),
            Choice(_("Quit and save"), _Command.QUIT),
        ]
        over = False
        while not over:
            picked = self._prompter.choose(_("What now?"), choices, commands)
            over = self._obey(picked) if isinstance(picked, _Command) else picked()

    def _begin(self) -> None:
        """Tell the story and the record, and what came of it before."""
        title = self._puzzle.name.within(language())
        self._say([self._remark] if self._remark else [])
        self._say([title, *([self._puzzle.story.within(language())] if self._puzzle.story else [])])
        told = puzzles.LEVELS[self._puzzle.level]
        self._say([_("Level {level}: {told}.").format(level=int(self._puzzle.level), told=told), ""])
        if self._puzzle.level is Level.SEEN:
            self._rules()
        self._record()
        if self._sheet.ended is Ending.SOLVED:
            self._say([_("You have solved this puzzle before: {how}").format(how=self._course())])
        elif self._sheet.ended is Ending.SHOWN:
            self._say([_("You were shown the answer before.")])
        elif self._sheet.marks:
            self._notebook()
            return
        self._sheet = replace(self._sheet, marks={})  # of a puzzle that is over the result stays, not more

    def _rules(self) -> None:
        self._say([*puzzles.premises(self._puzzle.log, self._teller), ""])

    def _record(self) -> None:
        log = self._puzzle.log
        sizes = zip(range(len(log.players)), log.sizes, strict=True)
        table = ", ".join(f"{self._teller.player(seat)} {size}" for seat, size in sizes)
        self._say([_("Cards in hand: {table}.").format(table=table)])
        self._say([*self._teller.lines(list(seen(self._view))), ""])

    def _obey(self, command: _Command) -> bool:
        """Do what a command says; return whether that is the end."""
        match command:
            case _Command.RECORD:
                self._record()
            case _Command.NOTEBOOK:
                self._notebook()
            case _Command.SHOWN:
                told = list(self._marking.shown(self._reasoner))
                self._say(told or [_("Nobody showed a card that you did not see.")])
            case _Command.RULES:
                self._rules()
            case _Command.HELP:
                self._help()
            case _Command.SHOW:
                return self._give_up()
            case _Command.QUIT:
                raise _Leave
        return False

    def _say(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._screen.say(line)

    # --- the notebook --------------------------------------------------------------------------

    @property
    def _marking(self) -> Marking:
        """The marks as they are now."""
        return Marking(self._view, self._teller, letters(self._puzzle.log.players), self._sheet.marks)

    def _notebook(self) -> None:
        """Draw the notebook with the own cards and the marks made, and say what stands in it."""
        self._screen.show(
            paper.notebook(self._marking.page(self._screen), self._screen.columns, self._screen.rows)
        )
        named = zip(self._marking.letters, self._puzzle.log.players, strict=True)
        told = [f"{letter} {player}" for letter, player in named]
        if not {*self._sheet.marks.values()} <= {YES, NO}:
            told.append(_("in a cell, ? or a small letter: perhaps"))
        self._screen.say(", ".join(told))

    def _mark(self) -> bool:
        """Let the person mark card after card; draw the notebook when that is done."""
        cards = [card for card in self._view.scenario.cards if self._marking.lies_open(card) is None]
        before = self._sheet
        while (card := self._card(cards)) is not None:
            while self._mark_card(card):
                pass
        if self._sheet is not before:
            self._notebook()
        return False

    def _mark_card(self, card: str) -> bool:
        """Let the person mark what a holder is to a card; return whether there may be more of it to mark."""
        choices = [
            Choice(_told(self._reasoner, holder, mark), (holder, mark))
            for mark in (NO, YES, MAYBE[0])
            for holder in holders(self._view)
            if holder not in (self._view.seat, FACE_UP)
        ]
        choices += [Choice(_("Wipe the marks of this card"), ()), Choice(_("Done with this card"), None)]
        picked = self._prompter.choose(self._question(card), choices)
        if picked is None:
            return False
        marks = {cell: mark for cell, mark in self._sheet.marks.items() if picked or cell[0] != card}
        if picked:
            holder, mark = picked
            if mark == YES:  # one holder a card
                marks = {cell: old for cell, old in marks.items() if cell[0] != card or old != YES}
            marks[card, holder] = self._sign() if mark in MAYBE else mark
        self._keep(replace(self._sheet, marks=marks))
        self._say(self._marking.shown(self._reasoner, card))
        return True

    def _question(self, card: str) -> str:
        """Ask who has a card, and say what is marked of it."""
        marks = [
            _told(self._reasoner, holder, mark)
            for (marked, holder), mark in self._sheet.marks.items()
            if marked == card
        ]
        words = _("{card} ({marks}): who has it?") if marks else _("{card}: who has it?")
        return words.format(card=self._teller.name(card), marks=", ".join(marks))

    def _sign(self) -> Mark:
        """Let the person pick a sign for a card that is perhaps there: cards of one set share a letter."""
        groups = self._marking.groups()
        told = [f"{sign} ({self._marking.group(cells, self._reasoner)})" for sign, cells in groups.items()]
        fresh = [sign for sign in MAYBE[1:] if sign not in self._sheet.marks.values()][:1]
        labels = [_("? (alone)"), *told, *(_("{sign} (a new set)").format(sign=sign) for sign in fresh)]
        signs = [MAYBE[0], *groups, *fresh]
        choices = [Choice(label, sign) for label, sign in zip(labels, signs, strict=True)]
        picked: Mark = self._prompter.choose(_("With which sign?"), choices)
        return picked

    def _card(self, cards: Iterable[str]) -> str | None:
        """Ask for a card; None when the person goes back."""
        choices = [Choice(self._teller.name(card), card) for card in cards]
        picked: str | None = self._prompter.choose(_("Which card?"), [*choices, Choice(_("Back"), None)])
        return picked

    def _keep(self, sheet: Sheet) -> None:
        """Write the sheet as it is now."""
        self._sheet = sheet
        self._sheets.keep(self._puzzle, sheet)

    # --- help and the answer -------------------------------------------------------------------

    def _help(self) -> None:
        """Tell what is certain of a card, and why; each card counts once."""
        card = self._card(self._view.scenario.cards)
        if card is None:
            return
        if self._sheet.ended is Ending.OPEN and card not in self._sheet.helped:
            self._keep(replace(self._sheet, helped=(*self._sheet.helped, card)))
        self._say(self._reasoner.about(card))

    def _answer(self) -> bool:
        """Ask for the case; tell whether that is it, and return so."""
        case = self._named()
        if case is None:
            return False
        if case != self._puzzle.answer:
            if self._sheet.ended is Ending.OPEN:
                self._keep(replace(self._sheet, wrong=self._sheet.wrong + 1))
            self._say([_("No: {cards} is not the case.").format(cards=self._teller.names(case))])
            return False
        if self._sheet.ended is Ending.OPEN:
            self._keep(replace(self._sheet, ended=Ending.SOLVED))
        self._say([_("Right: it was {cards}.").format(cards=self._teller.names(case)), self._course()])
        return True

    def _named(self) -> tuple[str, ...] | None:
        """Ask for one card of each category; None when the person goes back."""
        questions = {Kind.SUSPECT: _("Who?"), Kind.WEAPON: _("With what?"), Kind.ROOM: _("Where?")}
        cards: list[str] = []
        for category in self._view.scenario.categories:
            words = _("{category}: {question}")
            question = words.format(
                category=category.name.within(language()), question=questions[category.kind]
            )
            choices = [Choice(self._teller.name(card), card) for card in category.ids]
            picked = self._prompter.choose(question, [*choices, Choice(_("Back"), None)])
            if picked is None:
                return None
            cards.append(picked)
        return tuple(cards)

    def _give_up(self) -> bool:
        """Show the answer and why it is the case, if the person is sure; return whether that is so."""
        choices = [Choice(_("Go on alone"), False), Choice(_("Show it"), True)]
        if not self._prompter.choose(_("Give the puzzle up?"), choices):
            return False
        if self._sheet.ended is Ending.OPEN:
            self._keep(replace(self._sheet, ended=Ending.SHOWN))
        self._say([_("It was {cards}.").format(cards=self._teller.names(self._puzzle.answer))])
        conclusions = [Holds(ENVELOPE, card) for card in self._puzzle.answer]
        self._say(finished(lambda: [*self._reasoner.proof(conclusions)]))
        return True

    def _course(self) -> str:
        """Tell with how much help it was solved."""
        if self._sheet.clean:
            return _("Solved without help, at the first answer.")
        words = _("Solved. Cards explained: {helped}. Wrong answers: {wrong}.")
        return words.format(helped=len(self._sheet.helped), wrong=self._sheet.wrong)


def _told(reasoner: Reasoner, holder: Holder, mark: Mark) -> str:
    """Tell a mark: whether a holder has a card, and with a letter which others it belongs to."""
    words = {NO: _("{holder}: no"), YES: _("{holder}: yes")}.get(mark, _("{holder}: perhaps"))
    sign = f" {mark}" if mark in MAYBE[1:] else ""
    return words.format(holder=raised(reasoner.holder(holder))) + sign
