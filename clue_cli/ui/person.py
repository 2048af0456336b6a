"""The person at the table: each decision as a question, and what can be looked at meanwhile."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from clue_cli.play.session import Session
from clue_cli.rules.actions import (
    Accuse,
    Action,
    Claim,
    Claims,
    End,
    Go,
    Legal,
    Passage,
    Roll,
    Show,
    Suggest,
    place_text,
)
from clue_cli.rules.collect import collectable
from clue_cli.rules.model import Kind, Place, Square
from clue_cli.rules.movement import distances
from clue_cli.ui.desk import Desk
from clue_cli.ui.prompter import Choice, Prompter
from clue_cli.ui.telling import Teller
from clue_cli.words import _, harmless, ngettext

_NAMED_AHEAD = 4  # rooms named beside a square that leads to them


class Leave(Exception):
    """Say that the person wants to save and quit."""


class Undone(Exception):
    """Say that the person took the last action back."""


class _Command(Enum):
    """Name what can be done at any prompt."""

    BOARD = auto()
    NOTEBOOK = auto()
    MARK = auto()
    HISTORY = auto()
    UNDO = auto()
    QUIT = auto()


class Person:
    """Ask a person what their seat does; every question also offers to look, to undo and to leave."""

    def __init__(self, session: Session, prompter: Prompter, desk: Desk, teller: Teller) -> None:
        self._session = session
        self._prompter = prompter
        self._desk = desk
        self._teller = teller

    def choose(self) -> Action:
        """Return the action chosen.

        Raises Leave to save and quit, Undone when the last action was taken back, and
        prompter.InputEnded when no answers come any more.
        """
        while True:
            action = self._choice_of(self._session.legal())
            if action is not None:
                return action

    def _choice_of(self, legal: Legal) -> Action | None:
        """Ask the one question that the open actions make; None when the person went back."""
        if shows := legal.of(Show):
            return self._show(shows)
        walks = [walk.place for walk in legal.of(Go)]
        choices = self._walks(walks) if walks else list(map(self._simple, legal.of(Action)))
        for kind, label in ((Suggest, _("Suggest")), (Accuse, _("Accuse"))):
            claims = legal.claims(kind)
            if claims:
                at = 0 if kind is Suggest else len(choices)
                choices.insert(at, Choice(label, lambda claims=claims: self._claim(claims)))
        question = _("Where to?") if walks else _("What do you do?")
        chosen = self._ask(question, choices)
        action: Action | None = chosen() if callable(chosen) else chosen
        return action

    def _ask(self, question: str, choices: Sequence[Choice]) -> Any:
        """Ask until one of `choices` is picked, and do what the commands picked meanwhile say."""
        while True:
            picked = self._prompter.choose(question, choices, self._commands())
            if not isinstance(picked, _Command):
                return picked
            self._obey(picked)

    def _commands(self) -> list[Choice]:
        commands = [Choice(_("Board"), _Command.BOARD), Choice(_("Notebook"), _Command.NOTEBOOK)]
        if not self._session.scenario.game.solitaire:
            commands.append(Choice(_("Mark a card"), _Command.MARK))
        commands.append(Choice(_("History"), _Command.HISTORY))
        if self._session.may_undo:
            commands.append(Choice(_("Undo"), _Command.UNDO))
        return [*commands, Choice(_("Quit and save"), _Command.QUIT)]

    def _obey(self, command: _Command) -> None:
        match command:
            case _Command.BOARD:
                self._desk.board()
            case _Command.NOTEBOOK:
                self._desk.notebook()
            case _Command.MARK:
                self._mark()
            case _Command.HISTORY:
                self._desk.history()
            case _Command.UNDO:
                self._session.undo()
                raise Undone
            case _Command.QUIT:
                raise Leave

    def _mark(self) -> None:
        """Let the person write a short mark beside a card."""
        cards = [Choice(self._teller.name(card), card) for card in self._session.scenario.cards]
        card = self._prompter.choose(_("Which card?"), [*cards, Choice(_("Back"), None)])
        if card is None:
            return
        typed = self._prompter.line(_("Your mark (empty wipes it):")).strip()
        self._session.mark(card, "".join(filter(harmless, typed)))
        self._desk.notebook()

    def _simple(self, action: Action) -> Choice:
        match action:
            case Roll():
                dice = self._session.scenario.rules.move_dice
                return Choice(ngettext("Roll the die", "Roll the dice", dice), action)
            case Passage(room):
                words = _("Take the secret passage to the {room}")
                return Choice(words.format(room=self._teller.name(room)), action)
            case End():
                return Choice(_("End the turn"), action)
        raise AssertionError(action)

    # --- walking -----------------------------------------------------------------------------

    def _walks(self, places: Sequence[Place]) -> list[Choice]:
        """Offer the rooms, then the best squares for the rooms out of reach, then every square."""
        rooms = [place for place in places if isinstance(place, str)]
        squares = [place for place in places if isinstance(place, tuple)]
        choices = self._rooms(rooms)
        for square, ahead in self._ahead(squares, rooms).items():
            named = ", ".join(f"{self._teller.name(room)} {steps}" for steps, room in ahead[:_NAMED_AHEAD])
            more = "…" if ahead[_NAMED_AHEAD:] else ""
            words = _("Walk to {square}, then {rooms}").format(square=place_text(square), rooms=named + more)
            choices.append(Choice(words, Go(square)))
        if len(choices) - len(rooms) < len(squares):
            choices.append(Choice(_("Another square"), lambda: self._square(squares)))
        return choices

    def _rooms(self, rooms: Sequence[str]) -> list[Choice]:
        """Offer to enter each room; those with a card to collect come first and say so (S1-05)."""
        view = self._session.view()
        gains = collectable(view.scenario, view.table) if view.scenario.game.solitaire else {}
        choices = []
        for room in sorted(rooms, key=lambda room: room not in gains):
            words = _("Enter the {room} and take {card}") if room in gains else _("Enter the {room}")
            gain = self._teller.name(gains[room]) if room in gains else ""
            choices.append(Choice(words.format(room=self._teller.name(room), card=gain), Go(room)))
        return choices

    def _ahead(
        self, squares: Sequence[Square], reached: Sequence[str]
    ) -> dict[Square, list[tuple[int, str]]]:
        """Give each room out of reach to the square nearest to it, with the steps left; the nearest first."""
        board = self._session.scenario.board
        view = self._session.view()
        ways = {square: distances(board, square) for square in squares}
        near = [
            min((way[room.id], square, room.id) for square, way in ways.items() if room.id in way)
            for room in board.rooms
            if ways and room.id not in reached and room.id != view.table.place(view.seat)
        ]
        ahead: dict[Square, list[tuple[int, str]]] = {}
        for steps, square, room in sorted(near):
            ahead.setdefault(square, []).append((steps, room))
        return ahead

    def _square(self, squares: Sequence[Square]) -> Action | None:
        self._desk.board({square: str(number) for number, square in enumerate(squares, 1)})
        choices = [Choice(f"{place_text(square)} ({n})", Go(square)) for n, square in enumerate(squares, 1)]
        chosen = self._ask(_("Which square: row,column (mark)?"), [*choices, Choice(_("Back"), None)])
        assert chosen is None or isinstance(chosen, Go)
        return chosen

    # --- claims and cards ----------------------------------------------------------------------

    def _claim(self, claims: Claims) -> Action | None:
        """Ask for one card of each group; None when the person goes back."""
        cards: list[str] = []
        while len(cards) < len(claims.groups):
            group = claims.groups[len(cards)]
            choices = [Choice(self._teller.name(card), card) for card in group]
            question = self._group_question(claims.kind, group)
            picked = self._ask(question, [*choices, Choice(_("Back"), None)])
            if picked is None and not cards:
                return None
            cards = [*cards, str(picked)] if picked is not None else cards[:-1]
        action = claims.kind(tuple(cards))
        if isinstance(action, Accuse) and not self._sure(action.cards):
            return None
        return action

    def _group_question(self, claim: type[Claim], group: Sequence[str]) -> str:
        scenario = self._session.scenario
        who = _("Whom do you suspect?") if claim is Suggest else _("Whom do you accuse?")
        questions = {Kind.SUSPECT: who, Kind.WEAPON: _("With what?"), Kind.ROOM: _("Where?")}
        return next(questions[kind] for kind in Kind if group[0] in scenario.ids(kind))

    def _sure(self, cards: Sequence[str]) -> bool:
        words = _("You accuse {cards}. A wrong accusation puts you out.").format(
            cards=self._teller.names(cards)
        )
        choices = [Choice(_("No, not yet"), False), Choice(_("Accuse"), True)]
        return bool(self._ask(words, choices))

    def _show(self, shows: Sequence[Show]) -> Action:
        """Ask which card to show; the only one is shown without asking (C-10)."""
        if len(shows) == 1:
            return shows[0]
        asker = self._teller.player(self._session.view().table.active)
        choices = [Choice(self._teller.name(show.card), show) for show in shows]
        picked = self._ask(_("Which card do you show to {player}?").format(player=asker), choices)
        assert isinstance(picked, Show)
        return picked
