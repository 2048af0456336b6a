"""Let a person solve a puzzle: a record to read, a notebook to mark by hand, a question to answer."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path

from clue_cli.play import keeping
from clue_cli.play.folders import folders
from clue_cli.play.puzzle import Puzzle
from clue_cli.play.puzzle_sheet import Drawer, Ending, Sheet
from clue_cli.reasoning.facts import ENVELOPE, FACE_UP, Holder, Holds, holders
from clue_cli.reasoning.grading import Level
from clue_cli.rules.model import Kind
from clue_cli.ui import desk, puzzles
from clue_cli.ui import notebook as paper
from clue_cli.ui.deducing import letters, teller_of
from clue_cli.ui.prompter import Choice, Prompter, prompter
from clue_cli.ui.reasons import Reasoner
from clue_cli.ui.sitting import new_seed
from clue_cli.ui.telling import raised
from clue_cli.ui.terminal import Terminal, terminal
from clue_cli.words import Refused, _, language


class _Leave(Exception):
    """Say that the person goes on another time."""


class _Command(Enum):
    """Name what can be done beside marking and answering."""

    RECORD = auto()
    NOTEBOOK = auto()
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
        wanted = Level(level or Level.THUMB)
        found = puzzles.made(ruleset, new_seed(seed), wanted, places)
        again = found.log.source.name.removeprefix(f"{ruleset}-{wanted:d}-")
        again = f"--seed {again} --level {wanted:d} --ruleset {ruleset}"
    elif seed is not None or level is not None:
        raise Refused(_("a puzzle that is named has its seed and level: leave --seed and --level out"))
    else:
        found, again = puzzles.opened(puzzles.find(name, places), places), name
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
        self._holders = holders(self._view)
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
        self._record()
        if self._sheet.ended is Ending.SOLVED:
            self._say([_("You have solved this puzzle before: {how}").format(how=self._course())])
        elif self._sheet.ended is Ending.SHOWN:
            self._say([_("You were shown the answer before.")])
        elif self._sheet.marks:
            self._notebook()
            return
        self._sheet = replace(self._sheet, marks={})  # of a puzzle that is over the result stays, not more

    def _record(self) -> None:
        log = self._puzzle.log
        sizes = zip(range(len(log.players)), log.sizes, strict=True)
        table = ", ".join(f"{self._teller.player(seat)} {size}" for seat, size in sizes)
        self._say([_("Cards in hand: {table}.").format(table=table)])
        self._say([*self._teller.lines(self._view.history), ""])

    def _obey(self, command: _Command) -> bool:
        """Do what a command says; return whether that is the end."""
        match command:
            case _Command.RECORD:
                self._record()
            case _Command.NOTEBOOK:
                self._notebook()
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

    def _notebook(self) -> None:
        """Draw the notebook with the own cards and the marks made, and name who stands in its columns."""
        log = self._puzzle.log
        heads = [paper.Seat(letter, "", seat == log.me) for seat, letter in enumerate(letters(log.players))]
        blank = desk.page(self._view, "off", {}, self._screen.ascii_only, None, heads)
        sections = [
            replace(
                section,
                entries=tuple(
                    self._entry(entry, card, [head.letter for head in blank.seats])
                    for entry, card in zip(section.entries, category.ids, strict=True)
                ),
            )
            for section, category in zip(blank.sections, log.scenario.categories, strict=True)
        ]
        page = replace(blank, sections=tuple(sections))
        self._screen.show(paper.notebook(page, self._screen.columns, self._screen.rows))
        named = zip(heads, log.players, strict=True)
        self._screen.say(", ".join(f"{head.letter} {player}" for head, player in named))

    def _entry(self, entry: paper.Entry, card: str, heads: Sequence[str]) -> paper.Entry:
        """Return a line with the marks of a card; a narrow page names those who are marked to lack it."""
        ticks = tuple(self._tick(card, holder) for holder in self._holders)
        note, lacking = (
            "",
            [
                head
                for n, (head, tick) in enumerate(zip(heads, ticks, strict=False))
                if tick is paper.Tick.LACKS and n != self._view.seat
            ],
        )
        if self._screen.columns < paper.FOLDED and lacking and paper.Tick.HOLDS not in ticks:
            note = _("not {letters}").format(letters="".join(lacking))
        return replace(entry, ticks=ticks, mark=note)

    def _tick(self, card: str, holder: Holder) -> paper.Tick:
        """Return what is marked; that a card lies open, or is marked to be somewhere, marks all its cells."""
        open_ = self._lies_open(card)
        where = open_ if open_ is not None else self._marked(card)
        if where is not None:
            return paper.Tick.HOLDS if where == holder else paper.Tick.LACKS
        unmarked = holder != self._view.seat and self._sheet.marks.get((card, holder)) is None
        return paper.Tick.UNKNOWN if unmarked else paper.Tick.LACKS

    def _lies_open(self, card: str) -> Holder | None:
        """Return who has a card that I hold or see face up all the time."""
        if card in self._view.hand:
            return self._view.seat
        return FACE_UP if card in self._view.table.face_up else None

    def _marked(self, card: str) -> Holder | None:
        return next((holder for holder in self._holders if self._sheet.marks.get((card, holder))), None)

    def _mark(self) -> bool:
        """Let the person mark that somebody has a card or has it not."""
        cards = [card for card in self._view.scenario.cards if self._lies_open(card) is None]
        card = self._card(cards)
        if card is None:
            return False
        others = [holder for holder in self._holders if holder not in (self._view.seat, FACE_UP)]
        choices = [
            Choice(words.format(holder=raised(self._reasoner.holder(holder))), (holder, has))
            for words, has in ((_("{holder}: no"), False), (_("{holder}: yes"), True))
            for holder in others
        ]
        choices += [Choice(_("Wipe the marks of this card"), ()), Choice(_("Back"), None)]
        question = _("{card}: who has it?").format(card=self._teller.name(card))
        picked = self._prompter.choose(question, choices)
        if picked is None:
            return False
        marks = {cell: has for cell, has in self._sheet.marks.items() if picked or cell[0] != card}
        if picked:
            holder, has = picked
            if has:  # one holder a card
                marks = {cell: old for cell, old in marks.items() if cell[0] != card or not old}
            marks[card, holder] = has
        self._keep(replace(self._sheet, marks=marks))
        self._notebook()
        return False

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
        self._say(self._reasoner.because(Holds(ENVELOPE, card)) for card in self._puzzle.answer)
        return True

    def _course(self) -> str:
        """Tell with how much help it was solved."""
        if self._sheet.clean:
            return _("Solved without help, at the first answer.")
        words = _("Solved. Cards explained: {helped}. Wrong answers: {wrong}.")
        return words.format(helped=len(self._sheet.helped), wrong=self._sheet.wrong)
