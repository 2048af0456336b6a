"""Play a game at the terminal: drive the session, show what the person's seat sees, ask for its actions."""

from itertools import takewhile
from typing import Protocol

from clue_cli.play.session import Session
from clue_cli.rules.actions import Action
from clue_cli.rules.events import OF_TALES, TurnBegan
from clue_cli.rules.table import View
from clue_cli.ui.desk import Desk
from clue_cli.ui.person import Person, Undone
from clue_cli.words import _


class Chooser(Protocol):
    """Choose the person's actions."""

    def choose(self) -> Action:
        """Return an open action."""


def run(session: Session, desk: Desk, chooser: Chooser) -> None:
    """Play to the end of the game, telling what happens; what the chooser raises passes through.

    A person put out of the game may go to its end at once.
    """
    asked, spread = False, False
    while not session.over:
        if desk.is_out and not asked and isinstance(chooser, Person):
            asked = True
            desk.news()
            if not chooser.watches():
                _finish(session)
                desk.skip()
                break
        if not session.waits_for_person:
            session.step()
            if desk.only_looks_on:
                desk.news()
            continue
        if not spread or _begins(session.view()):
            desk.spread()
            spread = True
        desk.news()
        try:
            session.act(chooser.choose())
        except Undone:
            desk.screen.say(_("Taken back."))
    desk.news()


def _begins(view: View) -> bool:
    """Tell whether nothing happened yet in this turn but what tales told and did."""
    since = takewhile(lambda event: not isinstance(event, TurnBegan), reversed(view.history))
    return all(isinstance(event, OF_TALES) for event in since)


def _finish(session: Session) -> None:
    """Play to the end without a word; who is out shows the first card that answers."""
    while not session.over:
        if session.waits_for_person:
            session.act(next(iter(session.legal())))
        else:
            session.step()
