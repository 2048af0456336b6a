"""The notebook of a puzzle: the player's marks as a page, and what they leave of each card shown unseen.

It adds up what is marked, and draws no conclusion.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clue_cli.play.puzzle_sheet import MAYBE, NO, YES, Mark
from clue_cli.reasoning.facts import FACE_UP, Holder, holders
from clue_cli.rules.events import Event, Shown, TurnBegan
from clue_cli.rules.table import View
from clue_cli.ui import desk
from clue_cli.ui import notebook as paper
from clue_cli.ui.reasons import Reasoner
from clue_cli.ui.telling import Teller, raised
from clue_cli.ui.terminal import Terminal
from clue_cli.words import _


@dataclass(frozen=True, slots=True)
class Marking:
    """Read the marks made on one view; `letters` are those of the seats."""

    view: View
    teller: Teller
    letters: Sequence[str]
    marks: Mapping[tuple[str, Holder], Mark]

    # --- one cell ------------------------------------------------------------------------------

    def lies_open(self, card: str) -> Holder | None:
        """Return who has a card that I hold or see face up all the time."""
        if card in self.view.hand:
            return self.view.seat
        return FACE_UP if card in self.view.table.face_up else None

    def tick(self, card: str, holder: Holder) -> paper.Tick:
        """Return what is marked; that a card lies open, or is marked to be somewhere, marks all its cells."""
        where = self.lies_open(card)
        if where is None:
            where = next((one for one in holders(self.view) if self.marks.get((card, one)) == YES), None)
        if where is not None:
            return paper.Tick.HOLDS if where == holder else paper.Tick.LACKS
        crossed = holder == self.view.seat or self.marks.get((card, holder)) == NO
        return paper.Tick.LACKS if crossed else paper.Tick.UNKNOWN

    def sign(self, card: str, holder: Holder) -> str:
        """Return the sign with which a card is marked to be there perhaps; "" for none."""
        mark = self.marks.get((card, holder), "")
        return mark if mark in MAYBE and self.tick(card, holder) is paper.Tick.UNKNOWN else ""

    # --- the page ------------------------------------------------------------------------------

    def page(self, screen: Terminal) -> paper.Page:
        """Return the notebook with the own cards and the marks made."""
        heads = [paper.Seat(letter, "", seat == self.view.seat) for seat, letter in enumerate(self.letters)]
        blank = desk.page(self.view, "off", {}, screen.ascii_only, None, heads)
        columns = [*(head.letter for head in blank.seats), "?"]
        sections = tuple(
            replace(
                section,
                entries=tuple(
                    self._entry(entry, card, columns, note=screen.columns < paper.FOLDED)
                    for entry, card in zip(section.entries, category.ids, strict=True)
                ),
            )
            for section, category in zip(blank.sections, self.view.scenario.categories, strict=True)
        )
        return replace(blank, sections=sections)

    def _entry(self, entry: paper.Entry, card: str, columns: Sequence[str], *, note: bool) -> paper.Entry:
        """Return a line with the marks of a card; a narrow page has them in a note."""
        everybody = holders(self.view)
        ticks = tuple(self.tick(card, holder) for holder in everybody)
        signs = tuple(self.sign(card, holder) for holder in everybody)
        told = self._note(ticks, signs, columns) if note and paper.Tick.HOLDS not in ticks else ""
        return replace(entry, ticks=ticks, signs=signs, mark=told)

    def _note(self, ticks: Sequence[paper.Tick], signs: Sequence[str], columns: Sequence[str]) -> str:
        """Name who is marked to lack a card, then who may have it, each with the sign."""
        hands = list(zip(columns, ticks, signs, strict=True))[:-1]
        lacking = [
            head
            for seat, (head, tick, _sign) in enumerate(hands)
            if tick is paper.Tick.LACKS and seat != self.view.seat
        ]
        maybe = [f"{head}{sign}" for head, _tick, sign in hands if sign]
        return ", ".join(
            [*([_("not {letters}").format(letters="".join(lacking))] if lacking else []), *maybe]
        )

    # --- what is left --------------------------------------------------------------------------

    def shown(self, reasoner: Reasoner, about: str | None = None) -> Iterator[str]:
        """Tell of each card that somebody showed unseen, or that may be `about`, which the marks leave."""
        turn = 0
        for event in self.view.history:
            turn = event.turn if isinstance(event, TurnBegan) else turn
            match event:
                case Shown(seat, _to, cards, None) if seat != self.view.seat and about in (None, *cards):
                    yield self._left(turn, event)
        for sign, cells in self.groups().items():
            if about is None or about in [card for card, _holder in cells]:
                yield f"{sign}. {self.group(cells, reasoner)}."

    def _left(self, turn: int, event: Shown) -> str:
        ticks = {card: self.tick(card, event.seat) for card in event.cards}
        held = [card for card, tick in ticks.items() if tick is paper.Tick.HOLDS]
        left = held or [card for card, tick in ticks.items() if tick is not paper.Tick.LACKS]
        if held:
            words = _("{turn}. {player} showed {to} a card. Marked as held: {cards}.")
        elif len(left) == 1:
            words = _("{turn}. {player} showed {to} a card. Not crossed out: {cards} alone.")
        elif left:
            words = _("{turn}. {player} showed {to} one of {cards}.")
        else:
            words = _("{turn}. {player} showed {to} a card, but none is left: look at your marks.")
        player, to = raised(self.teller.player(event.seat)), self.teller.player(event.to)
        return words.format(turn=turn, player=player, to=to, cards=self.teller.names(left))

    def groups(self) -> dict[str, list[tuple[str, Holder]]]:
        """Return the cells that share a letter, by the letter."""
        cells = [
            (sign, (card, holder))
            for (card, holder) in self.marks
            if (sign := self.sign(card, holder)) in MAYBE[1:]
        ]
        return {sign: [cell for one, cell in cells if one == sign] for sign in MAYBE if sign in dict(cells)}

    def group(self, cells: Sequence[tuple[str, Holder]], reasoner: Reasoner) -> str:
        """Tell cells: the cards of each holder."""
        cards: dict[Holder, list[str]] = {}
        for card, holder in cells:
            cards.setdefault(holder, []).append(card)
        words = _("{holder}: {cards}")
        return _("; ").join(
            words.format(holder=raised(reasoner.holder(holder)), cards=self.teller.names(held))
            for holder, held in cards.items()
        )


def seen(view: View) -> Iterator[Event]:
    """Yield the history, with the card that I showed myself where only one of mine could be shown."""
    for event in view.history:
        match event:
            case Shown(seat, _to, cards, None) if seat == view.seat:
                own = [card for card in cards if card in view.hand]
                yield replace(event, card=own[0]) if len(own) == 1 else event
            case _:
                yield event
