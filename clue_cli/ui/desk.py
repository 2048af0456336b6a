"""What lies before the person: the board, the notebook and the news, drawn as the terminal allows."""

from collections.abc import Mapping

from clue_cli.play.session import Notes, Session
from clue_cli.reasoning.facts import FACE_UP, ROOM_CARDS, Holder, Tier
from clue_cli.reasoning.notebook import read
from clue_cli.rules.collect import collectable
from clue_cli.rules.events import TurnBegan
from clue_cli.rules.model import Card, Place
from clue_cli.rules.table import View
from clue_cli.ui import board as drawing
from clue_cli.ui import notebook as paper
from clue_cli.ui.board import Layout
from clue_cli.ui.lettering import beside
from clue_cli.ui.picture import Picture, picture
from clue_cli.ui.telling import Teller
from clue_cli.ui.terminal import Terminal
from clue_cli.words import _, language

_MARGIN = 30  # columns that a narrow notebook needs beside the board
_BELOW = 5  # rows that the end of a notebook and a question need
_RECENT = 3  # rounds after which a game gone on with tells its last round, and not all of it


class Desk:
    """Show what the person's seat sees, on a screen."""

    def __init__(self, session: Session, screen: Terminal, teller: Teller) -> None:
        """Begin with the news of the last few turns, or with all of a new game."""
        self.screen = screen
        self._session = session
        self._teller = teller
        turns = [n for n, event in enumerate(session.view().history) if isinstance(event, TurnBegan)]
        seats = len(session.record.seats)
        self._told = turns[-1 - seats] if len(turns) > _RECENT * seats else 0

    @property
    def only_looks_on(self) -> bool:
        """Whether nobody at the screen has a turn any more: what happens is told as it happens."""
        view = self._session.view()
        return self._session.record.person is None or view.seat in view.table.out

    def news(self) -> None:
        """Tell what happened since the last time."""
        history = self._session.view().history
        for line in self._teller.lines(history, min(self._told, len(history))):
            self.screen.say(line)
        self._told = len(history)

    def history(self) -> None:
        """Tell the whole game so far."""
        for line in self._teller.lines(self._session.view().history):
            self.screen.say(line)

    def spread(self) -> None:
        """Lay out the notebook and the board at the start of a turn."""
        self.screen.say()
        self._forfeits()
        if self._solitaire:
            self.board()
            self._progress()
        elif (space := self._space_beside()) >= _MARGIN:
            notes = paper.narrow(self._page(), space)
            self.screen.show(beside(drawing.full(self._picture()), notes, self.screen.columns - space))
        else:
            self.notebook()
            self.screen.say()
            self.board()

    def _space_beside(self) -> int:
        """Return the columns for a notebook beside a full board; 0 where it would push the board away."""
        scenario = self._session.scenario
        tall = len(scenario.cards) + len(scenario.categories) + _BELOW > self.screen.rows
        if tall or self._layout() is not Layout.FULL:
            return 0
        return self.screen.columns - 2 * len(scenario.board.rows[0]) - 2

    def board(self, marks: Mapping[Place, str] | None = None) -> None:
        """Draw the board, with `marks` on places one may go to."""
        picture = self._picture(marks)
        view = self._session.view()
        match self._layout():
            case Layout.FULL:
                self.screen.show(drawing.full(picture))
            case Layout.COMPACT:
                self.screen.show(drawing.compact(picture, self.screen.columns))
            case Layout.NARROW:
                self.screen.show(drawing.narrow(picture, self.screen.columns))
            case Layout.LIST:
                for line in drawing.listing(picture, view.table.seats[view.seat]):
                    self.screen.say(line)

    def notebook(self) -> None:
        """Draw the notebook; in solitaire, list what is still to be collected."""
        if self._solitaire:
            self._progress()
            return
        self.screen.show(paper.notebook(self._page(), self.screen.columns, self.screen.rows))

    @property
    def _solitaire(self) -> bool:
        return self._session.scenario.game.solitaire

    def _layout(self) -> Layout:
        board = self._session.scenario.board
        return drawing.choose_layout(board, self.screen.columns, self.screen.rows, self.screen.plain)

    def _picture(self, marks: Mapping[Place, str] | None = None) -> Picture:
        view = self._session.view()
        return picture(view.scenario, view.table, marks, self.screen.ascii_only)

    def _page(self) -> paper.Page:
        return page(
            self._session.view(),
            self._session.record.notes,
            self._session.record.marks,
            self.screen.ascii_only,
        )

    def _forfeits(self) -> None:
        """Say what each player can still part with, where forfeits are paid (PA-08)."""
        table = self._session.view().table
        if not self._session.scenario.forfeits:
            return
        left = [
            _("{player}: {things}").format(
                player=self._teller.player(seat), things=self._teller.names(table.forfeits[token]) or "-"
            )
            for seat, token in enumerate(table.seats)
        ]
        self.screen.say(_("Forfeits left: {left}.").format(left="; ".join(left)))

    def _progress(self) -> None:
        """Say how much is collected, and what can be collected now (S1-05)."""
        view = self._session.view()
        taken = view.table.taken
        counts = [
            f"{category.name.within(language())} {len(taken.keys() & set(category.ids))}/{len(category.ids)}"
            for category in view.scenario.categories
        ]
        self.screen.say(
            _("{counts}, rolls {rolls}.").format(counts=", ".join(counts), rolls=view.table.rolls)
        )
        name = self._teller.name
        now = [
            name(card) if card == room else f"{name(card)} ({name(room)})"
            for room, card in collectable(view.scenario, view.table).items()
        ]
        self.screen.say(_("To collect now: {cards}.").format(cards=", ".join(now)))


def page(view: View, notes: Notes, marks: Mapping[str, str], ascii_only: bool) -> paper.Page:
    """Fill a notebook's page: with what the seat holds and was shown, unless `notes` is "off"."""
    cards, known = view.scenario.cards, read(view, Tier.TICKS)

    def tick(card: str, holder: Holder) -> paper.Tick:
        if notes == "off":
            return paper.Tick.UNKNOWN
        if known.held(card) == holder:
            return paper.Tick.HOLDS
        return paper.Tick.UNKNOWN if known.may_hold(card, holder) else paper.Tick.LACKS

    def entry(card: Card) -> paper.Entry:
        ticks = tuple(tick(card.id, holder) for holder in known.holders)
        name = f"{card.letter} {card.name.within(language())}".strip()  # the letter is the token's
        return paper.Entry(name, ticks, marks.get(card.id, ""))

    heads = tuple(
        paper.Seat(card.letter, card.colour, seat == view.seat)
        for seat, card in enumerate(map(cards.__getitem__, view.table.seats))
    )
    sections = tuple(
        paper.Section(category.name.within(language()), tuple(map(entry, category.cards)))
        for category in view.scenario.categories
    )
    # cards of no hand: hidden in rooms, or face up
    apart = {ROOM_CARDS: _("hidden in a room"), FACE_UP: _("face up")}
    heads += tuple(
        paper.Seat(meaning[0], "", meaning=meaning)
        for holder, meaning in apart.items()
        if holder in known.holders
    )
    return paper.Page(heads, sections, ascii_only)
