"""The program at a real terminal: whole games, leaving, coming back, and every kind of window."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from clue_cli.opponents.levels import mind
from clue_cli.play.saves import slot
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import (
    Accuse,
    Action,
    End,
    Go,
    Passage,
    Roll,
    Show,
    Suggest,
    place_text,
)
from clue_cli.rules.model import Scenario
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
from tests.screen import Screen

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal"),
    # pyte and pexpect are older than the warnings of newer Pythons
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

_SEED = 35  # a game that a careful player in the first seat wins in a few turns


def _careful_game(seed: int) -> tuple[Session, list[Action]]:
    """Play a game as a careful person would, and return that person's actions."""
    seats = (Seat("scarlett", PERSON), Seat("mustard", "novice"), Seat("white", "careful"))
    session = Session(Record(load(find("classic")).document, seats, seed))
    actions = []
    while not session.over:
        if not session.waits_for_person:
            session.step()
            continue
        whims = Stream(session.game_id, "seat 0", len(session.record.log))
        action = mind("careful").decide(session.view(), session.legal(), whims)
        actions.append(action)
        session.act(action)
    return session, actions


def _labels(scenario: Scenario, action: Action, menu: list[str]) -> list[str]:
    """Return the menu choices that make up an action, the first of them in `menu`."""
    names = {card.id: card.name.within("en") for card in scenario.cards.values()}
    match action:
        case Roll():
            return ["Roll the die"]
        case End():
            return ["End the turn"]
        case Passage(room):
            return [f"Take the secret passage to the {names[room]}"]
        case Go(str(room)):
            return [f"Enter the {names[room]}"]
        case Go(square):
            near = f"Walk to {place_text(square)}"
            return [near] if any(line.startswith(near) for line in menu) else ["Another square", near[8:]]
        case Suggest(cards):
            return ["Suggest", *(names[card] for card in cards)]
        case Accuse(cards):
            return ["Accuse", *(names[card] for card in cards), "Accuse"]
        case Show(card):
            return [names[card]]
    raise AssertionError(action)


def test_a_whole_game_is_won_at_the_menus(tmp_path: Path) -> None:
    """A person who plays well by menus alone wins, is told the case, and exits with 0."""
    played, actions = _careful_game(_SEED)
    outcome = played.state.outcome()
    assert outcome is not None
    assert outcome.winner == 0
    arguments = ("play", "--as", "scarlett", "--opponents", "novice,careful", "--seed", str(_SEED))
    with Screen(*arguments, home=tmp_path, rows=50, columns=120) as screen:
        shown = Session(Record(played.record.document, played.record.seats, _SEED))
        for action in actions:
            while not shown.waits_for_person:
                shown.step()
            forced = isinstance(action, Show) and len(shown.legal()) == 1
            if not forced:
                screen.wait_for("» ")
                for label in _labels(played.scenario, action, screen.menu()):
                    screen.pick(label)
            shown.act(action)
        assert screen.end() == 0
        screen.wait_for("You solved the case", f"classic/3#{_SEED}")
    saved, _remark = slot(tmp_path, "classic-1").open()
    assert saved.record.log == played.record.log


def test_ctrl_c_keeps_the_game_and_resume_goes_on(tmp_path: Path) -> None:
    """Ctrl-C at a prompt says how to go on, exits with 130, and the game goes on where it was."""
    with Screen("play", "--as", "plum", "--seed", "5", home=tmp_path) as screen:
        screen.pick("Roll the die")
        screen.wait_for("Where to?")
        screen.child.send("\x03")
        assert screen.end() == 130
        assert "clue resume classic-1" in screen.text
        assert not screen.cursor_hidden
    with Screen("resume", home=tmp_path) as screen:
        screen.wait_for("Ballroom", "Where to?", "Walk to")
        screen.child.send("\x03")
        assert screen.end() == 130


@pytest.mark.parametrize("path", [["Mark a card", "Rope"], []], ids=["at a line", "at a menu"])
def test_ctrl_d_keeps_the_game(tmp_path: Path, path: list[str]) -> None:
    """Ctrl-D ends the input, in a menu as where text is typed: the game is kept and the exit code is 1."""
    with Screen("play", "--as", "plum", "--seed", "5", home=tmp_path) as screen:
        for label in path:
            screen.pick(label)
        screen.wait_for("Your mark" if path else "Roll the die")
        screen.child.send("\x04")
        assert screen.end() == 1
        assert "clue resume classic-1" in screen.text


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_keeps_the_game_and_the_terminal(tmp_path: Path, number: signal.Signals, code: int) -> None:
    """SIGTERM and SIGHUP leave a saved game, a visible cursor and their own exit code."""
    with Screen("solo", "collect", "--seed", "3", home=tmp_path) as screen:
        screen.pick("Roll the dice")
        screen.wait_for("Where to?")
        os.kill(screen.child.pid, number)
        assert screen.end() == code
        assert not screen.cursor_hidden
    session, remark = slot(tmp_path, "collect-1").open()
    assert remark == ""
    assert session.waits_for_person
    assert session.state.table.rolls == 1


def test_a_terminal_of_80_by_24_shows_board_and_menu(tmp_path: Path) -> None:
    """On 80x24 the compact board, its legend and the whole menu stand on one screen."""
    with Screen("play", "--as", "plum", "--seed", "5", home=tmp_path, rows=24, columns=80) as screen:
        screen.wait_for("Roll the die", "More:", "Kitchen", "Corridor")
        assert all(len(line) <= 80 for line in screen.text.split("\n"))


def test_a_small_window_keeps_a_low_board_above_its_question(tmp_path: Path) -> None:
    """On 80x24 the whole parlour house and the question stand on one screen."""
    arguments = ("play", "parlour", "--as", "scarlett", "--seed", "5")
    with Screen(*arguments, home=tmp_path, rows=24, columns=80) as screen:
        screen.wait_for("Where to?", "More:", "Library", "Music Room", "Ballroom", "Lounge")
        assert screen.text.count("┌") == 9


def test_a_small_window_shows_a_high_board_about_the_token(tmp_path: Path) -> None:
    """On 80x24 Master Detective's rows about the person stand above each question, with their numbers."""
    arguments = ("play", "master-detective", "--as", "scarlett", "--seed", "5")
    with Screen(*arguments, home=tmp_path, rows=24, columns=80) as screen:
        screen.wait_for("What do you do?", "More:", "20   25   30", "Cloak Room")
        assert {10, 11, 12, 13} <= _rows(screen), "the cloak room, where everybody begins"
        screen.pick("Roll the dice")
        screen.wait_for("Where to?", "You: rolled", "20   25   30", "More:")
        assert {10, 11, 12, 13} <= _rows(screen)
        screen.pick("More:")
        screen.pick("Board")
        screen.wait_for("Enter goes on.")
        assert set(range(1, 24)) <= _rows(screen)
        screen.child.send("\r")
        screen.wait_for("Where to?", "More:")


def test_a_large_board_and_its_legend_take_turns(tmp_path: Path) -> None:
    """On 80x24 the grand hotel is drawn whole where asked for, and explained by the Enter after that.

    What is typed at the menu is searched for; where nothing fits, Enter does nothing, and Esc begins anew.
    """
    arguments = ("play", "grand-hotel", "--as", "jade", "--seed", "3")
    with Screen(*arguments, home=tmp_path, rows=24, columns=80) as screen:
        screen.wait_for("What do you do?", "More:")
        screen.child.send("broad\r")
        screen.wait_for("What do you do? broad", "No answer begins so")
        screen.child.send("\x1b")
        screen.wait_for("Roll the dice")
        screen.child.send("board\r")
        screen.wait_for("Enter goes on.", "Ballroom", "Winter Garden", "Swimming Bath", "\n32")
        assert "Bell Rope" not in screen.text
        screen.child.send("\r")
        screen.wait_for("Roll the dice", "Bell Rope", "Swimming Bath")


def _rows(screen: Screen) -> set[int]:
    """Return the rows of the board that stand on the screen, by the numbers before them."""
    return {int(line[:2]) for line in screen.text.split("\n") if re.match(r" \d[^\d]|\d\d[^.]", line)}


def test_who_is_out_may_go_to_the_end(tmp_path: Path) -> None:
    """After a wrong accusation the person is asked once what they want, and told how the game ended."""
    arguments = ("play", "master-detective", "--as", "scarlett", "--seed", "5")
    with Screen(*arguments, home=tmp_path, rows=60, columns=120) as screen:
        screen.wait_for("What do you do?", "Accuse", "Your cards: ")
        own = re.split("[,.]", screen.text.partition("Your cards: ")[2])[0]
        screen.pick("Accuse")
        for question in ("Whom do you accuse?", "With what?", "Where?"):
            screen.wait_for(f"> {question} (")
            screen.pick(own if own in screen.menu() else screen.menu()[0])
        screen.pick("Accuse")
        screen.wait_for("You are out of the game", "Watch the rest")
        screen.pick("Go to the end")
        assert screen.end() == 0
        assert len(re.findall(r"^\d+\. ", screen.text, re.MULTILINE)) <= 4, "the turns between are skipped"
        assert "it was " in screen.text
        assert "plays it again" in screen.text


def test_a_narrow_window_lists_instead_of_drawing(tmp_path: Path) -> None:
    """A window too narrow for the board tells in lines where everybody is."""
    with Screen("solo", "collect", "--seed", "27", home=tmp_path, rows=24, columns=40) as screen:
        screen.wait_for("Kitchen: Mrs Peacock, Wrench", "Roll the dice", "To collect now")
        assert "─" not in screen.text.replace("---", "")


def test_no_color_is_obeyed(tmp_path: Path) -> None:
    """With NO_COLOR nothing on the screen has a colour, and every token is still told by its letter."""
    with Screen("play", "--as", "plum", "--seed", "5", home=tmp_path, NO_COLOR="1") as screen:
        screen.wait_for("Roll the die", "Lounge")
        assert screen.colours == set()
    with Screen("play", "--as", "plum", "--seed", "5", home=tmp_path) as screen:
        screen.wait_for("Roll the die", "Lounge")
        assert screen.colours != set()


def test_french_is_spoken_where_asked(tmp_path: Path) -> None:
    """With CLUE_LANG=fr the cards, rooms and questions are French."""
    with Screen("solo", "collect", "--seed", "3", home=tmp_path, rows=45, CLUE_LANG="fr") as screen:
        screen.wait_for("La collecte", "Salle de bal", "Lancer les dés")


@pytest.mark.parametrize(
    "keys", ["\x1b\r", "\x0f", "\x1b#", "\x1a"], ids=["esc enter", "ctrl-o", "alt-#", "ctrl-z"]
)
def test_keys_that_mean_nothing_here_do_nothing(tmp_path: Path, keys: str) -> None:
    """Whatever is pressed at a menu, the menu stays and can be answered."""
    with Screen("solo", "collect", "--seed", "3", home=tmp_path) as screen:
        screen.wait_for("Roll the dice")
        screen.child.send(keys)
        screen.pick("Roll the dice")
        screen.wait_for("Where to?")
        os.kill(screen.child.pid, signal.SIGINT)
        assert screen.end() == 130


def test_undo_takes_a_walk_back_but_not_the_roll(tmp_path: Path) -> None:
    """After a walk the person may choose another way with the same dice."""
    with Screen("solo", "collect", "--seed", "3", home=tmp_path, rows=50) as screen:
        screen.pick("Roll the dice")
        screen.pick("Enter the Ballroom and take Ballroom")
        screen.pick("Undo")
        screen.wait_for("Taken back", "Enter the Hall")
        screen.pick("Enter the Hall")
        screen.wait_for("took Hall", "rolls 1")
