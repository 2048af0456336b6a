"""What lies before the person: the board, the notebook and the news, drawn as the terminal allows."""

from collections.abc import Mapping

from clue_cli.play.session import Notes, Session
from clue_cli.reasoning.facts import ENVELOPE, Holder, Tier
from clue_cli.reasoning.notebook import read
from clue_cli.rules.events import TurnBegan
from clue_cli.rules.model import Card, Game, Kind, Place
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
_RECENT = 3  # turns told again when a game is gone on with


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
        layout = self._layout()
        wide = 2 * len(self._session.scenario.board.rows[0]) + 2
        if self._solitaire:
            self.board()
            self._progress()
        elif layout is Layout.FULL and self.screen.columns >= wide + _MARGIN:
            notes = paper.narrow(self._page(), self.screen.columns - wide)
            self.screen.show(beside(drawing.full(self._picture()), notes, wide))
        else:
            self.notebook()
            self.screen.say()
            self.board()

    def board(self, marks: Mapping[Place, str] | None = None) -> None:
        """Draw the board, with `marks` on places one may go to."""
        picture = self._picture(marks)
        view = self._session.view()
        match self._layout():
            case Layout.FULL:
                self.screen.show(drawing.full(picture))
            case Layout.COMPACT:
                self.screen.show(drawing.compact(picture, self.screen.columns))
            case Layout.LIST:
                for line in drawing.listing(picture, view.table.seats[max(view.seat, 0)]):
                    self.screen.say(line)

    def notebook(self) -> None:
        """Draw the notebook; in solitaire, list what is still to be collected."""
        if self._solitaire:
            self._progress()
            return
        self.screen.show(paper.notebook(self._page(), self.screen.columns, self.screen.rows))

    @property
    def _solitaire(self) -> bool:
        return self._session.scenario.game is Game.COLLECT

    def _layout(self) -> Layout:
        board = self._session.scenario.board
        return drawing.choose_layout(board, self.screen.columns, self.screen.rows, self.screen.plain)

    def _picture(self, marks: Mapping[Place, str] | None = None) -> Picture:
        view = self._session.view()
        return picture(view.scenario, view.table.tokens, view.table.pieces, marks, self.screen.ascii_only)

    def _page(self) -> paper.Page:
        return page(
            self._session.view(),
            self._session.record.notes,
            self._session.record.marks,
            self.screen.ascii_only,
        )

    def _progress(self) -> None:
        """Say how much is collected, and what is to be collected next (S1-05)."""
        view = self._session.view()
        taken, left = view.table.taken, []
        counts = []
        for category in view.scenario.categories:
            ids = category.ids
            done = sum(card in taken for card in ids)
            counts.append(f"{category.name.within(language())} {done}/{len(ids)}")
            left.append((category.kind, [card for card in ids if card not in taken]))
        self.screen.say(
            _("{counts}, rolls {rolls}.").format(counts=", ".join(counts), rolls=view.table.rolls)
        )
        for kind in (Kind.ROOM, Kind.SUSPECT, Kind.WEAPON):
            cards = dict(left)[kind]
            if cards:
                self.screen.say(_("To collect now: {cards}.").format(cards=self._where(view, cards)))
                return

    def _where(self, view: View, cards: list[str]) -> str:
        rooms = view.table.pieces
        return ", ".join(
            f"{self._teller.name(card)} ({self._teller.name(rooms[card])})"
            if card in rooms
            else self._teller.name(card)
            for card in cards
        )


def page(view: View, notes: Notes, marks: Mapping[str, str], ascii_only: bool) -> paper.Page:
    """Fill a notebook's page: with what the seat holds and was shown, unless `notes` is "off"."""
    cards, known = view.scenario.cards, read(view, Tier.TICKS)
    seats = range(len(view.table.seats))
    holders: tuple[Holder, ...] = (*seats, ENVELOPE)

    def tick(card: str, holder: Holder) -> paper.Tick:
        if notes == "off":
            return paper.Tick.UNKNOWN
        if known.held(card) == holder:
            return paper.Tick.HOLDS
        return paper.Tick.UNKNOWN if known.may_hold(card, holder) else paper.Tick.LACKS

    def entry(card: Card) -> paper.Entry:
        ticks = tuple(tick(card.id, holder) for holder in holders)
        return paper.Entry(card.name.within(language()), ticks, marks.get(card.id, ""))

    heads = tuple(
        paper.Seat(card.letter, card.colour, seat == view.seat)
        for seat, card in zip(seats, map(cards.__getitem__, view.table.seats), strict=True)
    )
    sections = tuple(
        paper.Section(category.name.within(language()), tuple(map(entry, category.cards)))
        for category in view.scenario.categories
    )
    return paper.Page(heads, sections, ascii_only)
