"""Tell a saved game again: in lines, or as JSON Lines for other programs.

While a game goes on nobody is told more than the person at it knows: the truth waits for its end.
"""

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from clue_cli.play import saves
from clue_cli.play.folders import folders
from clue_cli.play.replay import Replay, lines, replay
from clue_cli.play.session import Session
from clue_cli.rules.events import ONLOOKER, Event
from clue_cli.ui.desk import lay
from clue_cli.ui.prompter import Choice, meant, prompter
from clue_cli.ui.telling import Teller
from clue_cli.ui.terminal import terminal
from clue_cli.words import Refused, _, language, printable


def show_replay(name: str, seat: str | None, *, as_json: bool, home: Path | None, step: bool = False) -> None:
    """Tell a saved game as `seat` was told it; without one the truth, or what the person knows so far.

    With `step`, the board is drawn after each turn, and the next one waits for Enter.

    Raises play.keeping.Unreadable when it can't be read, and Refused for a seat that is none, or whose
    cards may not be seen yet.
    """
    if as_json and step:
        raise Refused(_("--step draws boards for people, --json is for programs: leave one out"))
    session, remark = saves.slot(folders(home).home, name).look()
    if remark:
        sys.stderr.write(printable(remark) + "\n")
    game = replay(session.record, _told(session, name, seat))
    if as_json:
        sys.stdout.writelines(lines(game))
        return
    if step:
        _step(game, session)
        return
    for line in _lines(game, session):
        terminal().say(line)


def _step(game: Replay, session: Session) -> None:
    """Tell a game turn by turn, with the board as it lay after each; "q" ends it sooner."""
    screen, teller = terminal(), _teller(game, session)
    ask = prompter(screen)
    screen.say(_heading(session))
    told: list[Event] = []
    for turn, group in groupby(game.events, key=lambda each: each.turn):
        events = list(group)
        begun = len(told)
        told += [each.event for each in events]
        for line in teller.lines(told, begun):
            screen.say(line)
        lay(screen, game.scenario, events[-1].table, max(0, _listener(game)))
        if events[-1] is game.events[-1]:
            return
        words = _("Turn {turn} of {last}. Enter goes on, q ends:")
        if ask.line(words.format(turn=turn, last=game.events[-1].turn)).strip().lower() == "q":
            return


def _told(session: Session, name: str, typed: str | None) -> int | None:
    """Return the seat to tell the game to, or None for the truth."""
    person = session.record.person
    own = ONLOOKER if person is None else person
    wished = None if typed is None else _seat(session, typed)
    if session.over and not session.scenario.game.solitaire:
        return wished
    if wished not in (None, own):
        words = _("{name} is not over: until then it is told only as you know it, without --seat")
        raise Refused(words.format(name=name))
    return own


def _seat(session: Session, typed: str) -> int:
    """Return the seat of that number, or of the suspect of that id or name."""
    suspects = [seat.suspect for seat in session.record.seats]
    if typed.isascii() and typed.isdecimal() and int(typed[:6]) < len(suspects):
        return int(typed[:6])
    if typed and typed in suspects:
        return suspects.index(typed)
    cards = session.scenario.cards
    named = [Choice(cards[suspect].name.within(language()), suspect) for suspect in suspects if suspect]
    choice = None if typed.isdecimal() else meant(typed, named)
    if choice is None:
        words = _("{typed!r} is not one seat of this game; there are: {known}")
        known = ", ".join(f"{n} {suspect}".rstrip() for n, suspect in enumerate(suspects))
        raise Refused(words.format(typed=typed[:40], known=known))
    return suspects.index(str(choice.value))


def _lines(game: Replay, session: Session) -> Iterator[str]:
    """Tell the game in words."""
    teller = _teller(game, session)
    yield _heading(session)
    if game.case:
        yield _("The envelope holds {cards}.").format(cards=teller.names(game.case))
    for room, card in (game.hidden or {}).items():
        yield _("In the {room} lies {card}.").format(room=teller.name(room), card=teller.name(card))
    yield from teller.lines([told.event for told in game.events])


def _heading(session: Session) -> str:
    words = _("{name} — {game}, seed {seed}")
    name = session.scenario.name.within(language())
    return words.format(name=name, game=session.game, seed=session.record.seed)


def _teller(game: Replay, session: Session) -> Teller:
    return Teller(game.scenario, session.view().table.seats, _listener(game))


def _listener(game: Replay) -> int:
    return ONLOOKER if game.seat is None else game.seat
