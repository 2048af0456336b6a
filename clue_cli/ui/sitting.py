"""A sitting at the table: begin or go on with one game, keep it saved, and see it to its end or its pause."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from clue_cli.play import keeping, results, saves, scores, seating
from clue_cli.play.folders import Folders, folders
from clue_cli.play.saves import Slot
from clue_cli.play.session import PERSON, Notes, Record, Seat, Session
from clue_cli.rules.model import Game, Scenario
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.load import Loaded, load
from clue_cli.scenario.shelf import Sort
from clue_cli.ui import medals, naming, scoring, stats
from clue_cli.ui.answers import Answers
from clue_cli.ui.desk import Desk
from clue_cli.ui.game import Chooser, run
from clue_cli.ui.inquest import inquest
from clue_cli.ui.person import Leave, Person
from clue_cli.ui.prompter import Choice, meant, prompter
from clue_cli.ui.telling import Teller
from clue_cli.ui.terminal import Terminal, terminal, write_picture
from clue_cli.words import Refused, _, language

if TYPE_CHECKING:
    from clue_cli.ui.coach import Coach  # numpy stands behind it

_SEEDS = 1_000_000  # seeds that are short enough to be told to somebody


@dataclass(frozen=True, slots=True)
class Wish:
    """Hold what the player asked of a new game; None where nothing was asked.

    Of a solitaire, `board` names the scenario on whose board it is played, and the game that is `daily`
    has the date for its seed.
    """

    suspect: str | None = None
    opponents: Sequence[str] | None = None
    seed: int | None = None
    watch: bool = False
    notes: Notes = "ticks"
    board: str | None = None
    daily: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """Say where one sits down: the player's folders, the screen, a file of answers and one to draw into."""

    folders: Folders
    screen: Terminal
    answers: Path | None = None
    svg: Path | None = None


def setting(
    saves: Path | None, plain: bool | None, answers: Path | None = None, svg: Path | None = None
) -> Setting:
    """Look at the environment for what is not given; raise Refused where the drawing has no folder."""
    if svg and not svg.absolute().parent.is_dir():
        raise Refused(_("there is no folder {path} to draw into").format(path=svg.absolute().parent))
    if svg and svg.is_dir():
        raise Refused(_("{path} is a folder: name a file to draw into").format(path=svg))
    return Setting(folders(saves), terminal(plain), answers, svg)


def play(name: str, game: Game, wish: Wish, place: Setting) -> None:
    """Play a new game of a scenario.

    Raises shelf.UnknownName and scenario.faults.ScenarioFaults when there is no such scenario, and
    Refused when it is another game's or the wish does not fit it.
    """
    found = _find(name, place.folders, game)
    loaded = played_on(found, wish.board, place.folders)
    seed = _seed_of_today(wish, place.screen) if wish.daily else new_seed(wish.seed)
    seats = _seats(loaded.scenario, wish, place)
    record = Record(loaded.document, seats, seed, notes=wish.notes)
    if wish.watch and place.answers:
        raise Refused(_("--answers plays for you, but with --watch you play none"))
    if wish.watch:
        _sit(Session(record), None, place)
        return
    with saves.new_slot(place.folders.home, loaded.scenario.id) as slot:
        session = Session(record, slot.keep)
        for words in medals.left_out(found.scenario, session):
            place.screen.say(words)
        _sit(session, slot, place)


def resume(name: str | None, place: Setting) -> None:
    """Go on with a saved game, the last one played when none is named.

    Raises play.keeping.Unreadable when it can't be read, and Refused when there is none to go on with.
    """
    home = place.folders.home
    unfinished = (game.name for game in saves.listing(home) if game.title and not game.over)
    chosen = next(unfinished, None) if name is None else name
    if chosen is None:
        raise Refused(_("there is no saved game to go on with; 'clue play' begins one"))
    with saves.held(saves.slot(home, chosen)) as slot:
        session, remark = slot.open()
        if remark:
            place.screen.say(remark)
        _sit(session, slot, place)


def new_seed(wished: int | None) -> int:
    """Return the seed wished for, or one by chance."""
    return secrets.randbelow(_SEEDS) if wished is None else wished


def played_on(game: Loaded, board: str | None, places: Folders) -> Loaded:
    """Return a solitaire as it is played on the board of the scenario of that name, if one is given."""
    if board is None:
        return game
    return on_board(game, load(naming.find(board, Sort.SCENARIO, places)))


def _seed_of_today(wish: Wish, screen: Terminal) -> int:
    """Return today's date by the local clock, 20261130 for one, and tell it."""
    if wish.seed is not None:
        raise Refused(_("--daily takes its seed from the date: leave out --seed"))
    today = datetime.now().astimezone().date()
    screen.say(_("The game of the day, {date}.").format(date=today.isoformat()))
    return int(today.strftime("%Y%m%d"))


def _find(name: str, places: Folders, game: Game) -> Loaded:
    loaded = load(naming.find(name, Sort.SCENARIO, places))
    if loaded.scenario.game is game:
        return loaded
    words = _("{name} is played by 'clue {command} {name}'")
    raise Refused(words.format(name=name, command=naming.played_by(loaded.scenario.game)))


def _sit(session: Session, slot: Slot | None, place: Setting) -> None:
    """Play a session until it ends or pauses, and say how it can be gone on with."""
    screen = place.screen
    view = session.view()
    teller = Teller(session.scenario, view.table.seats, view.seat)
    coach = _coach(session, teller, place)
    desk = Desk(session, screen, teller, coach)
    chooser: Chooser = (
        Answers(session, place.answers) if place.answers else Person(session, prompter(screen), desk, teller)
    )
    _greet(session, screen, teller)
    try:
        run(session, desk, chooser)
    except Leave:
        _say_saved(slot, screen)
        return
    except keeping.Unreadable:  # the last action could not be saved; what was saved before is whole
        raise
    except BaseException:
        _say_saved(slot, screen)
        raise
    finally:
        if coach and not session.over:
            coach.close()
    words = _("Game {id}: '--seed {seed}' plays it again.")
    screen.say(words.format(id=session.game_id, seed=session.record.seed))
    for words in _counted(session, place.folders.scores):
        screen.say(words)
    if coach:
        _review(coach, session.view().table.rolls, place)
    elif session.record.person is not None and not session.scenario.game.solitaire:
        for words in inquest(session.record, session.record.person, teller):
            screen.say(words)


def _counted(session: Session, path: Path) -> Iterator[str]:
    """Keep what came of a finished game that a person played, and tell it."""
    if session.scenario.game.solitaire:
        made = scores.add(path, session)
        yield from medals.after(session, made.score)
        yield from scoring.announcement(made)
    elif session.record.person is not None:
        ended = results.add(path, session)
        yield from medals.after(session, ended.result)
        yield from stats.announcement(ended)


def _greet(session: Session, screen: Terminal, teller: Teller) -> None:
    scenario = session.scenario
    words = _("{name} — {game}, seed {seed}")
    screen.say(
        words.format(name=scenario.name.within(language()), game=session.game, seed=session.record.seed)
    )
    if not session.record.log:
        screen.say(scenario.story.within(language()))
    for words in medals.before(session):
        screen.say(words)
    if session.record.log:
        return
    seated = [
        teller.opponent(n, seat.mind) if seat.suspect and n != session.record.person else teller.player(n)
        for n, seat in enumerate(session.record.seats)
    ]
    if len(seated) > 1:
        screen.say(_("At the table: {players}.").format(players=", ".join(seated)))


def _say_saved(slot: Slot | None, screen: Terminal) -> None:
    """Say how to go on; a terminal that is gone hears nothing."""
    if slot is None or not slot.path.exists():
        return
    with suppress(OSError):
        screen.say("\n" + _("Saved. 'clue resume {name}' goes on.").format(name=slot.name))


def _coach(session: Session, teller: Teller, place: Setting) -> "Coach | None":
    """Return who tells a lone player how good the play is; raise Refused where nobody can draw it."""
    if session.scenario.game.solitaire and len(session.record.seats) == 1:
        from clue_cli.ui.coach import coach

        return coach(session, teller, place.folders.pars)
    if place.svg:
        raise Refused(_("--svg draws how good a solitaire was that is played alone"))
    return None


def _review(coach: "Coach", rolls: int, place: Setting) -> None:
    """Tell how good a finished game was, and draw its rolls among those of other games."""
    from clue_cli.ui import histogram

    screen = place.screen
    for words in coach.review():
        screen.say(words)
    if spread := coach.spread():
        for words in histogram.drawn(spread, rolls, screen.columns, screen.ascii_only):
            screen.say(words)
        if place.svg:
            write_picture(place.svg, histogram.svg(spread, rolls))
    elif place.svg:
        screen.say(_("Nothing is drawn: no games were measured on this board."))


# --- who sits where ----------------------------------------------------------------------------


def _seats(scenario: Scenario, wish: Wish, place: Setting) -> tuple[Seat, ...]:
    """Seat the person and the opponents; the person is asked for a suspect when none is named."""
    if scenario.game.solitaire:
        return tuple(Seat("", mind) for mind in (PERSON, *(wish.opponents or ())))
    if wish.watch:
        if wish.suspect:
            raise Refused(_("--as names your suspect, but with --watch you play none"))
        return seating.among_themselves(scenario, wish.opponents)
    minds = () if scenario.seats else seating.opponents(scenario, wish.opponents, persons=1)
    mine = _suspect(scenario, wish.suspect) if wish.suspect else _asked(scenario, place)
    if scenario.seats:
        return seating.at_their_seats(scenario, mine, wish.opponents)
    return seating.beside(scenario, mine, minds)


def _suspect(scenario: Scenario, typed: str) -> str:
    """Return the suspect of that id, or the one whose name is meant as at a numbered question."""
    suspects = seating.open_to_person(scenario)
    if typed in suspects:
        return typed
    choice = meant(typed, _offered(scenario))
    if choice is None and seating.own_seat(scenario):
        words = _("{name} is played as {suspect} alone: leave out --as")
        raise Refused(words.format(name=scenario.id, suspect=suspects[0]))
    if choice is None:
        words = _("{typed!r} is not one suspect; there are: {known}")
        raise Refused(words.format(typed=typed[:40], known=", ".join(suspects)))
    return str(choice.value)


def _offered(scenario: Scenario) -> list[Choice]:
    suspects = seating.open_to_person(scenario)
    return [Choice(scenario.cards[suspect].name.within(language()), suspect) for suspect in suspects]


def _asked(scenario: Scenario, place: Setting) -> str:
    """Ask which suspect the person plays who has no seat; answers from a file play the first."""
    if kept := seating.own_seat(scenario):
        return kept
    choices = _offered(scenario)
    if place.answers:
        return str(choices[0].value)
    if scenario.challenge:
        place.screen.say(medals.goal(scenario.challenge, solitaire=False))
    return str(prompter(place.screen).choose(_("Who are you?"), choices))
