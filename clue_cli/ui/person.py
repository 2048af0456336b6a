"""The person at the table: each decision as a question, and what can be looked at meanwhile."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from typing import Any

from clue_cli.play.challenge import forbids_help
from clue_cli.play.session import Session
from clue_cli.rules.actions import (
    Accuse,
    Action,
    Ask,
    End,
    Give,
    Go,
    Interrogate,
    Join,
    Name,
    Passage,
    Reveal,
    Roll,
    Show,
    Snoop,
    Suggest,
    Take,
    Yield,
    place_text,
)
from clue_cli.rules.events import ClueDrawn, Suggested
from clue_cli.rules.legal import Claim, Claims, Legal
from clue_cli.rules.model import Board, Kind, Place
from clue_cli.rules.movement import distances, gait
from clue_cli.rules.options import Wrong
from clue_cli.rules.table import collectable
from clue_cli.ui.desk import Desk
from clue_cli.ui.prompter import Choice, Prompter, folded
from clue_cli.ui.telling import Teller
from clue_cli.words import _, harmless, language, ngettext

_NAMED_AHEAD = 4  # rooms named beside a square that leads to them
_QUESTIONS: Mapping[type[Action], str] = {
    Ask: _("Which player do you ask?"),
    Name: _("Which card must be revealed?"),
    Reveal: _("Which card do you reveal to all?"),
    Join: _("Which room joins the secret passages?"),
    Snoop: _("Into whose hand do you look?"),
    Interrogate: _("Whom do you interrogate?"),
}


class Leave(Exception):
    """Say that the person wants to save and quit."""


class Undone(Exception):
    """Say that the person took the last action back."""


class _Command(Enum):
    """Name what can be done at any prompt."""

    BOARD = auto()
    NOTEBOOK = auto()
    MARK = auto()
    WHY = auto()
    HINT = auto()
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

    def watches(self) -> bool:
        """Ask who is out of the game whether to be told the rest; raise InputEnded as choose does."""
        choices = [Choice(_("Watch the rest"), True), Choice(_("Go to the end"), False)]
        return bool(self._prompter.choose(_("You are out of the game. What now?"), choices))

    def _choice_of(self, legal: Legal) -> Action | None:
        """Ask the one question that the open actions make; None when the person went back."""
        if forced := self._forced(legal):
            return forced
        walks = [walk.place for walk in legal.of(Go)]
        choices = self._walks(legal, walks) if walks else list(map(self._simple, legal.listed))
        for kind, label in ((Suggest, _("Suggest")), (Accuse, _("Accuse"))):
            claims = legal.claims(kind)
            if claims:
                at = 0 if kind is Suggest else len(choices)
                choices.insert(at, Choice(label, lambda claims=claims: self._claim(claims)))
        if walks and self._desk.is_low:
            self._desk.near(len(choices), walks)
        chosen = self._ask(_("Where to?") if walks else self._question(legal), choices)
        action: Action | None = chosen() if callable(chosen) else chosen
        return action

    def _forced(self, legal: Legal) -> Action | None:
        """Return the only answer to what others ask of the person, which needs no question (C-10)."""
        for kind in (Show, Reveal, Give, Take, Interrogate):
            answers = legal.of(kind)
            if len(answers) == 1 and len(legal) == 1:
                return answers[0]
        return None

    def _question(self, legal: Legal) -> str:
        """Word the question that the first of the open actions answers."""
        action = next(iter(legal))
        match action:
            case Show():
                return _("Which card do you show to {player}?").format(player=self._shown_to())
            case Give() | Yield():
                return _("What do you give to {player}?").format(player=self._active())
            case Take():
                return _("Which forfeit do you take?")
        return _QUESTIONS.get(type(action), _("What do you do?"))

    def _active(self) -> str:
        return self._teller.player(self._session.view().table.active)

    def _shown_to(self) -> str:
        """Return who sees the card: the one who suggested, or as a clue card bids the next on the left."""
        view = self._session.view()
        asked = (event for event in reversed(view.history) if isinstance(event, Suggested | ClueDrawn))
        if isinstance(next(asked), Suggested):
            return self._active()
        return self._teller.player((view.seat + 1) % len(view.table.seats))

    def _ask(
        self,
        question: str,
        choices: Sequence[Choice],
        leads_to: Callable[[Action], bool] = lambda _action: True,
    ) -> Any:
        """Ask until one of `choices` is picked, and do what the commands picked meanwhile say.

        Of all open actions `leads_to` tells those that can be reached from here without going back.
        """
        while True:
            picked = self._prompter.choose(question, choices, self._commands())
            if not isinstance(picked, _Command):
                return picked
            self._obey(picked, leads_to)

    def _commands(self) -> list[Choice]:
        commands = [Choice(_("Board"), _Command.BOARD), Choice(_("Notebook"), _Command.NOTEBOOK)]
        if not self._session.scenario.game.solitaire:
            commands.append(Choice(_("Mark a card"), _Command.MARK))
        if self._desk.gives_reasons:
            commands.append(Choice(_("Why?"), _Command.WHY))
        if self._desk.gives_hints:
            hint = _("Hint (gives the challenge up)") if forbids_help(self._session) else _("Hint")
            commands.append(Choice(hint, _Command.HINT))
        commands.append(Choice(_("History"), _Command.HISTORY))
        if self._session.may_undo:
            commands.append(Choice(_("Undo"), _Command.UNDO))
        return [*commands, Choice(_("Quit and save"), _Command.QUIT)]

    def _obey(self, command: _Command, leads_to: Callable[[Action], bool]) -> None:
        match command:
            case _Command.BOARD:
                self._desk.board()
                if self._desk.is_low:
                    self._prompter.line(_("Enter goes on."))
                    self._desk.legend()
            case _Command.NOTEBOOK:
                self._desk.notebook()
            case _Command.MARK:
                self._mark()
            case _Command.WHY:
                if card := self._card():
                    self._desk.why(card)
            case _Command.HINT:
                self._desk.hint(leads_to)
            case _Command.HISTORY:
                self._desk.history()
            case _Command.UNDO:
                self._session.undo()
                raise Undone
            case _Command.QUIT:
                raise Leave

    def _mark(self) -> None:
        """Let the person write a short mark beside a card."""
        card = self._card()
        if card is None:
            return
        typed = self._prompter.line(_("Your mark (empty wipes it):")).strip()
        self._session.mark(card, "".join(filter(harmless, typed)))
        self._desk.notebook()

    def _card(self) -> str | None:
        """Ask for a card; None when the person goes back."""
        cards = [Choice(self._teller.name(card), card) for card in self._session.scenario.cards]
        card: str | None = self._prompter.choose(_("Which card?"), [*cards, Choice(_("Back"), None)])
        return card

    def _simple(self, action: Action) -> Choice:
        name = self._teller.name
        match action:
            case Roll():
                dice = self._session.scenario.rules.move_dice
                return Choice(ngettext("Roll the die", "Roll the dice", dice), action)
            case Passage(room):
                words = _("Take the secret passage to the {room}")
                return Choice(words.format(room=name(room)), action)
            case Ask(thing) | Snoop(thing) | Interrogate(thing) | Join(thing) | Take(thing):
                return Choice(name(thing), action)
            case Show(thing) | Name(thing) | Reveal(thing) | Give(thing):
                return Choice(name(thing), action)
            case Yield():
                return Choice(_("A forfeit, which {player} picks").format(player=self._active()), action)
            case End():
                return Choice(_("End the turn"), action)
        raise AssertionError(action)

    # --- walking -----------------------------------------------------------------------------

    def _walks(self, legal: Legal, places: Sequence[Place]) -> list[Choice]:
        """Offer the rooms, then the best squares for the rooms out of reach, then every square."""
        rooms = [place for place in places if place in self._board.room_ids]
        squares = [place for place in places if place not in rooms]
        choices = self._rooms(legal, rooms)
        for square, ahead in self._ahead(squares, rooms).items():
            words = _("Walk to {square} ({rooms})")
            label = words.format(square=self._teller.place(square), rooms=self._steps(ahead))
            choices.append(Choice(label, lambda square=square: self._way(legal, square)))
        if len(choices) - len(rooms) < len(squares):
            choices.append(Choice(_("Another square"), lambda: self._square(legal, squares)))
        return choices

    def _steps(self, ahead: Sequence[tuple[int, str]]) -> str:
        """Name the first of the rooms ahead, each with the steps to it."""
        (steps, room), *others = ahead
        first = ngettext("{room} {n} step", "{room} {n} steps", steps)
        named = [first.format(room=self._teller.name(room), n=steps)]
        named += [f"{self._teller.name(room)} {steps}" for steps, room in others[: _NAMED_AHEAD - 1]]
        return ", ".join(named) + ("…" if ahead[_NAMED_AHEAD:] else "")

    def _rooms(self, legal: Legal, rooms: Sequence[str]) -> list[Choice]:
        """Offer to enter each room; by name, but first those with a card to collect, which say so (S1-05)."""
        view = self._session.view()
        here = view.table.place(view.seat)
        gains = collectable(view.scenario, view.table) if view.scenario.game.solitaire else {}
        choices = []
        for room in sorted(rooms, key=lambda room: (room not in gains, folded(self._teller.name(room)))):
            words = _("Stay in the {room}") if room == here else _("Enter the {room}")
            if room in gains:
                words = _("Enter the {room} and take {card}")
            gain = self._teller.name(gains[room]) if room in gains else ""
            label = words.format(room=self._teller.name(room), card=gain)
            choices.append(Choice(label, lambda room=room: self._way(legal, room)))
        return choices

    def _way(self, legal: Legal, place: Place) -> Action | None:
        """Ask for the way to `place` where one leads over snoop squares; None when the person goes back."""
        stops = [stop for stop in sorted(self._board.snoops) if Go(place, stop) in legal]
        if not stops:
            return Go(place)
        words = _("By the snoop square at {square}, to look at a card")
        choices = [Choice(_("Straight there"), Go(place))]
        choices += [Choice(words.format(square=place_text(stop)), Go(place, stop)) for stop in stops]
        question = _("Which way to {place}?").format(place=self._teller.place(place))
        choices.append(Choice(_("Back"), None))
        chosen = self._ask(question, choices, lambda action: isinstance(action, Go) and action.place == place)
        assert chosen is None or isinstance(chosen, Go)
        return chosen

    @property
    def _board(self) -> Board:
        return self._session.view().table.board

    def _ahead(self, squares: Sequence[Place], reached: Sequence[str]) -> dict[Place, list[tuple[int, str]]]:
        """Give each room out of reach to the square nearest to it, with the steps left; the nearest first."""
        view = self._session.view()
        how = gait(view.scenario.rules)
        ways = {square: distances(self._board, square, gait=how) for square in squares}
        token = view.table.seats[view.seat]
        # where the room just left is closed, there is no walking to it (S1-04)
        left = view.table.entered.get(token) if view.scenario.game.solitaire else None
        near = [
            min(found)
            for room in self._board.rooms
            if room.id not in (*reached, view.table.tokens[token], left)
            and (
                found := [
                    (way[room.id], place_text(square), square, room.id)
                    for square, way in ways.items()
                    if room.id in way
                ]
            )
        ]
        ahead: dict[Place, list[tuple[int, str]]] = {}
        for steps, _text, square, room in sorted(near):
            ahead.setdefault(square, []).append((steps, room))
        return ahead

    def _square(self, legal: Legal, squares: Sequence[Place]) -> Action | None:
        self._desk.board({square: str(number) for number, square in enumerate(squares, 1)})
        choices = [
            Choice(f"{self._teller.place(square)} ({n})", square) for n, square in enumerate(squares, 1)
        ]
        chosen = self._ask(
            _("Which square: row,column (mark)?"),
            [*choices, Choice(_("Back"), None)],
            lambda action: isinstance(action, Go) and action.place in squares,
        )
        return None if chosen is None else self._way(legal, chosen)

    # --- claims and cards ----------------------------------------------------------------------

    def _claim(self, claims: Claims) -> Action | None:
        """Ask for one card of each group; None when the person goes back."""
        cards: list[str] = []
        while len(cards) < len(claims.groups):
            group = claims.groups[len(cards)]
            choices = [Choice(self._teller.name(card), card) for card in group]
            question = self._group_question(claims.kind, group)
            choices.append(Choice(_("Back"), None))
            picked = self._ask(question, choices, partial(_goes_on, claims.kind, tuple(cards)))
            if picked is None and not cards:
                return None
            cards = [*cards, str(picked)] if picked is not None else cards[:-1]
        action = claims.kind(tuple(cards))
        if isinstance(action, Accuse) and not self._sure(action.cards):
            return None
        return action

    def _group_question(self, claim: type[Claim], group: Sequence[str]) -> str:
        """Word the question for a card of one category, which is named where there are two of its kind."""
        who = _("Whom do you suspect?") if claim is Suggest else _("Whom do you accuse?")
        questions = {Kind.SUSPECT: who, Kind.WEAPON: _("With what?"), Kind.ROOM: _("Where?")}
        categories = self._session.scenario.categories
        asked = next(category for category in categories if group[0] in category.ids)
        if sum(category.kind is asked.kind for category in categories) == 1:
            return questions[asked.kind]
        words = _("{category}: {question}")
        return words.format(category=asked.name.within(language()), question=questions[asked.kind])

    def _sure(self, cards: Sequence[str]) -> bool:
        words = {
            Wrong.OUT: _("You accuse {cards}. A wrong accusation puts you out."),
            Wrong.PAYS_FORFEITS: _("You accuse {cards}. A wrong accusation costs you forfeits."),
        }[self._session.scenario.rules.accuse_wrong]
        choices = [Choice(_("No, not yet"), False), Choice(_("Accuse"), True)]
        question = words.format(cards=self._teller.names(cards))
        return bool(self._ask(question, choices, partial(_goes_on, Accuse, tuple(cards))))


def _goes_on(kind: type[Claim], cards: tuple[str, ...], action: Action) -> bool:
    """Tell whether an action is a claim of that kind that begins with these cards."""
    return isinstance(action, kind) and action.cards[: len(cards)] == cards
