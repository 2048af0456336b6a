"""What lies before the person: the board, the notebook and the news, drawn as the terminal allows."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from clue_cli.play.session import Notes, Session
from clue_cli.reasoning.facts import FACE_UP, ROOM_CARDS, Holder, Tier
from clue_cli.reasoning.knowledge import known, read
from clue_cli.rules.actions import Action, Go
from clue_cli.rules.errands import ROLLS
from clue_cli.rules.events import Looked, Rolled, TurnBegan
from clue_cli.rules.model import Board, Card, Game, Place, Scenario
from clue_cli.rules.table import Table, View, collectable
from clue_cli.ui import board as drawing
from clue_cli.ui import medals
from clue_cli.ui import notebook as paper
from clue_cli.ui.layout import Layout, choose_layout, edges_fit
from clue_cli.ui.lettering import beside
from clue_cli.ui.picture import Picture, picture, rows_about
from clue_cli.ui.reasons import Reasoner
from clue_cli.ui.telling import Teller
from clue_cli.ui.terminal import Terminal
from clue_cli.words import _, language, ngettext

if TYPE_CHECKING:
    from clue_cli.reasoning.deals import Deals  # numpy stands behind it
    from clue_cli.reasoning.deduction import Deduction
    from clue_cli.ui.coach import Coach  # numpy stands behind it

_MARGIN = 30  # columns that a narrow notebook needs beside the board
_BELOW = 5  # rows that the end of a notebook and a question need
_QUESTION = 3  # rows that a menu has beside its choices
_FIRST = 4  # choices that a turn begins with, at most
_FEWEST = 5  # rows of a board that still tell something
_RECENT = 3  # rounds after which a game gone on with tells its last round, and not all of it


class Desk:
    """Show what the person's seat sees, on a screen."""

    def __init__(
        self, session: Session, screen: Terminal, teller: Teller, coach: "Coach | None" = None
    ) -> None:
        """Begin with the news of the last few turns, or with all of a new game."""
        self.screen = screen
        self.coach = coach
        self._hinted: set[tuple[str, ...]] = set()  # the logs at which a hint was asked for
        self._counted: tuple[Deduction, Deals | None] | None = None
        self._session = session
        self._teller = teller
        turns = [n for n, event in enumerate(session.view().history) if isinstance(event, TurnBegan)]
        seats = len(session.record.seats)
        self._told = turns[-1 - seats] if len(turns) > _RECENT * seats else 0

    @property
    def only_looks_on(self) -> bool:
        """Whether nobody at the screen has a turn any more: what happens is told as it happens."""
        return self._session.record.person is None or self.is_out

    @property
    def is_out(self) -> bool:
        """Whether the person is out of the game."""
        view = self._session.view()
        return view.seat in view.table.out

    def news(self) -> None:
        """Tell what happened since the last time."""
        history = self._session.view().history
        for line in self._teller.lines(history, min(self._told, len(history))):
            self.screen.say(line)
        self._told = len(history)

    def skip(self) -> None:
        """Leave untold what happened before the last turn."""
        history = self._session.view().history
        self._told = max(self._told, *(n for n, event in enumerate(history) if isinstance(event, TurnBegan)))

    @property
    def gives_hints(self) -> bool:
        """Whether there is somebody to ask what to do, and something to choose: a race has nobody."""
        return self.coach is not None or (not self._solitaire and len(self._session.legal()) > 1)

    def hint(self, asked: Callable[[Action], bool]) -> None:
        """Tell what the coach, or in a detective game the expert, would do; note that this was asked.

        `asked` says which actions the question leads to at which the person is.
        """
        if self.coach and not self._session.legal().of(Go):
            self.screen.say(_("There is nothing to choose before the roll."))
            return
        lines = list(self.coach.hint() if self.coach else self._counsel(asked))
        self._note_hint()
        for line in lines:
            self.screen.say(line)

    def _counsel(self, asked: Callable[[Action], bool]) -> Iterator[str]:
        """Tell what the expert would do."""
        from clue_cli.ui.counsel import counsel  # numpy stands behind it

        session = self._session
        view, legal = session.view(), session.legal()
        return counsel(view, legal, self._teller, asked, explains=self.gives_reasons)

    @property
    def gives_reasons(self) -> bool:
        """Whether the notebook holds all that is certain, so that a reason gives nothing more away."""
        return not self._solitaire and self._session.record.notes in ("deduce", "odds")

    def why(self, card: str) -> None:
        """Tell where a card is or can't be, and why; note that this was asked."""
        self._note_hint()
        for line in Reasoner(self._session.view(), self._teller).about(card):
            self.screen.say(line)

    def _note_hint(self) -> None:
        """Count a hint, or several on one decision, as one."""
        if (decision := self._session.record.log) not in self._hinted:
            self._session.count_hint()
        self._hinted.add(decision)

    def history(self) -> None:
        """Tell the whole game so far."""
        for line in self._teller.lines(self._session.view().history):
            self.screen.say(line)

    def spread(self) -> None:
        """Lay out the notebook and the board at the start of a turn."""
        self.screen.say()
        self._forfeits()
        if self._solitaire:
            self._lay()
            self._progress()
        elif (space := self._space_beside()) >= _MARGIN:
            self._challenge()
            notes = paper.narrow(self._page(), space)
            self.screen.show(beside(drawing.full(self._picture()), notes, self.screen.columns - space))
        else:
            self.notebook()
            self.screen.say()
            self._lay()

    def _lay(self) -> None:
        """Draw the board; where it would be pushed away, the news and then the part of it that matters."""
        if self.is_low:
            self.news()
            self._challenge()
            self.near(_FIRST)
        else:
            self._challenge()
            self.board()

    @property
    def is_low(self) -> bool:
        """Whether the board, with its legend, finds no room above a question."""
        height = len(self._session.scenario.board.rows)
        is_pushed_off = self.screen.rows <= height + _QUESTION + _FIRST
        return self._layout() is Layout.BARE or (self._layout() is Layout.NARROW and is_pushed_off)

    def near(self, choices: int, offered: Iterable[Place] = ()) -> None:
        """Draw the rows about the person's token that find room above so many choices, if any do.

        What is `offered` is marked. A line of news stays above, too.
        """
        count = self.screen.rows - _QUESTION - choices - 2
        if count < _FEWEST:
            return
        view = self._session.view()
        snoops = view.table.board.snoops
        picture = self._picture({place: "o" if place in snoops else "x" for place in offered})
        rows = rows_about(picture, view.table.seats[view.seat], count)
        self.screen.show(drawing.narrow(picture, self.screen.columns, rows))

    def _space_beside(self) -> int:
        """Return the columns for a notebook beside a full board; 0 where it would push the board away."""
        scenario = self._session.scenario
        tall = len(scenario.cards) + len(scenario.categories) + _BELOW > self.screen.rows
        if tall or self._layout() is not Layout.FULL:
            return 0
        drawn = self._picture().margin + 2 * len(scenario.board.rows[0])
        return self.screen.columns - drawn - 2

    def board(self, marks: Mapping[Place, str] | None = None) -> None:
        """Draw the board, with `marks` on places one may go to; leave out a legend for which is no room."""
        if self._layout() is Layout.BARE:
            self.screen.show(drawing.bare(self._picture(marks)))
            return
        view = self._session.view()
        lay(self.screen, view.scenario, view.table, view.seat, marks)

    def legend(self) -> None:
        """Explain the board where its drawing left that out."""
        if self._layout() is Layout.BARE:
            self.screen.show(drawing.legend(self._picture(), self.screen.columns))

    def notebook(self) -> None:
        """Draw the notebook; in solitaire, list what is still to be collected or fetched."""
        if self._solitaire:
            self._progress()
            if pile := self._session.view().table.pile:
                self.screen.say(_("In the pile: {cards}.").format(cards=self._found(pile)))
            return
        self.screen.show(paper.notebook(self._page(), self.screen.columns, self.screen.rows))
        self._hidden()

    def _hidden(self) -> None:
        """Say where cards still lie face down, and with notes which of them the person saw (C15-07)."""
        view, name = self._session.view(), self._teller.name
        seen = {event.room: event.card for event in view.told(Looked) if event.card}
        if self._session.record.notes == "off":
            seen = {}
        rooms = [
            f"{name(room)} ({name(card)})" if (card := seen.get(room)) else name(room)
            for room in view.scenario.board.places
            if room in view.table.hidden
        ]
        if rooms:
            self.screen.say(_("A card lies hidden in: {rooms}.").format(rooms=", ".join(rooms)))

    @property
    def _solitaire(self) -> bool:
        return self._session.scenario.game.solitaire

    def _layout(self) -> Layout:
        return _layout(self.screen, self._session.scenario.board)

    def _picture(self, marks: Mapping[Place, str] | None = None) -> Picture:
        view = self._session.view()
        return _picture(self.screen, view.scenario, view.table, marks)

    def _page(self) -> paper.Page:
        return page(
            self._session.view(),
            self._session.record.notes,
            self._session.record.marks,
            self.screen.ascii_only,
            self._deals() if self._session.record.notes == "odds" else None,
        )

    def _deals(self) -> "Deals | None":
        """Count the deals that may be, anew only where more is known since; None where they are too many."""
        from clue_cli.reasoning.deals import TooWide, count

        now = known(self._session.view())
        if self._counted is None or self._counted[0] is not now:
            try:
                self._counted = now, count(now)
            except TooWide:
                self._counted = now, None
        return self._counted[1]

    def _forfeits(self) -> None:
        """Say how many forfeits each player still has, where such are paid (PA-08)."""
        table = self._session.view().table
        if not self._session.scenario.forfeits:
            return
        left = [
            f"{self._teller.player(seat)} {len(table.forfeits[token])}"
            for seat, token in enumerate(table.seats)
        ]
        self.screen.say(_("Forfeits left: {left}.").format(left=", ".join(left)))

    def _challenge(self) -> None:
        """Say how much is left of a challenge, where there is one."""
        for line in medals.during(self._session):
            self.screen.say(line)

    def _progress(self) -> None:
        """Say how much is collected, and what can be collected now (S1-05)."""
        view = self._session.view()
        taken = view.table.taken
        counts = [
            f"{category.name.within(language())} {len(taken.keys() & set(category.ids))}/{len(category.ids)}"
            for category in view.scenario.categories
        ]
        rolls = sum(isinstance(event, Rolled) and event.seat == view.seat for event in view.history)
        counts.append(_("rolls {rolls}").format(rolls=rolls))
        if self.coach and (par := self.coach.par()):
            counts.append(par)
        self.screen.say(", ".join(counts) + ".")
        if len(view.table.seats) > 1:
            held = self._teller.shares(Counter(taken.values()))
            self.screen.say(_("Cards held: {held}.").format(held=held))
        now = self._found(collectable(view.scenario, view.table).values())
        self.screen.say(_("To collect now: {cards}.").format(cards=now))
        if view.scenario.game is Game.ERRANDS:
            self._errand(view.table)

    def _errand(self, table: Table) -> None:
        """Say how many rolls are left for the card called for, and what comes after it (S2-02 S2-04)."""
        left = ROLLS - table.tries
        words = ngettext(
            "{n} roll for it. Left in the pile: {pile}.", "{n} rolls for it. Left in the pile: {pile}.", left
        )
        self.screen.say(words.format(n=left, pile=len(table.pile)))
        if table.aside:
            self.screen.say(_("Set aside: {cards}.").format(cards=self._found(table.aside)))

    def _found(self, cards: Collection[str]) -> str:
        """Name cards in the order of the scenario, each piece with the room where it stands."""
        view, name = self._session.view(), self._teller.name
        rooms = view.table.pieces
        return ", ".join(
            f"{name(card)} ({name(rooms[card])})" if card in rooms else name(card)
            for card in view.scenario.cards
            if card in cards
        )


def lay(
    screen: Terminal,
    scenario: Scenario,
    table: Table,
    seat: int,
    marks: Mapping[Place, str] | None = None,
) -> None:
    """Draw a table as the screen allows, with `marks` on places; where it is told in words, to `seat`."""
    drawn = _picture(screen, scenario, table, marks)
    match _layout(screen, table.board):
        case Layout.FULL:
            screen.show(drawing.full(drawn))
        case Layout.COMPACT:
            screen.show(drawing.compact(drawn, screen.columns))
        case Layout.NARROW:
            screen.show(drawing.narrow(drawn, screen.columns))
        case Layout.BARE:
            screen.show(drawing.legend(drawn, screen.columns))
            screen.show(drawing.bare(drawn))
        case Layout.LIST:
            for line in drawing.listing(drawn, table.seats[seat]):
                screen.say(line)


def _layout(screen: Terminal, board: Board) -> Layout:
    return choose_layout(board, screen.columns, screen.rows, screen.plain)


def _picture(
    screen: Terminal, scenario: Scenario, table: Table, marks: Mapping[Place, str] | None
) -> Picture:
    numbered = edges_fit(table.board, _layout(screen, table.board), screen.columns, screen.rows)
    return picture(scenario, table, marks, screen.ascii_only, numbered)


def page(
    view: View,
    notes: Notes,
    marks: Mapping[str, str],
    ascii_only: bool,
    deals: "Deals | None" = None,
    heads: Sequence[paper.Seat] = (),
) -> paper.Page:
    """Fill a notebook's page: by `notes` with nothing, with what the seat was shown, or all that follows.

    The odds are those of `deals`, where they are given. The columns of the seats bear their tokens, unless
    `heads` are given for them.
    """
    cards = view.scenario.cards
    notebook = read(view, Tier.ALL if notes in ("deduce", "odds") else Tier.TICKS)

    def tick(card: str, holder: Holder) -> paper.Tick:
        if notes == "off":
            return paper.Tick.UNKNOWN
        if notebook.held(card) == holder:
            return paper.Tick.HOLDS
        return paper.Tick.UNKNOWN if notebook.may_hold(card, holder) else paper.Tick.LACKS

    def entry(card: Card) -> paper.Entry:
        ticks = tuple(tick(card.id, holder) for holder in notebook.holders)
        odds = tuple(deals.odds[card.id][holder] for holder in notebook.holders) if deals else ()
        letter = "" if heads else card.letter  # the token's, as it heads a column
        name = f"{letter} {card.name.within(language())}".strip()
        return paper.Entry(name, ticks, marks.get(card.id, ""), odds)

    columns = tuple(heads) or tuple(
        paper.Seat(card.letter, card.colour, seat == view.seat)
        for seat, card in enumerate(map(cards.__getitem__, view.table.seats))
    )
    sections = tuple(
        paper.Section(category.name.within(language()), tuple(map(entry, category.cards)))
        for category in view.scenario.categories
    )
    # cards of no hand: hidden in rooms, or face up
    apart = {ROOM_CARDS: _("hidden in a room"), FACE_UP: _("face up")}
    columns += tuple(
        paper.Seat(meaning[0], "", meaning=meaning)
        for holder, meaning in apart.items()
        if holder in notebook.holders
    )
    return paper.Page(columns, sections, ascii_only, int(deals.total) if deals else None)
