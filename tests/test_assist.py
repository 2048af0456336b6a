"""Keeping a case log at a real table: all is kept at once, refused where it can't be, and gone on with."""

import json
import sys
import tomllib
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from screen import Screen
from test_cli import clue

from clue_cli.play import caselog
from clue_cli.play.keeping import Unreadable
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
from clue_cli.ui.assisting import assist
from clue_cli.ui.prompter import InputEnded

SETUP = ["Classic", "Anna, Ben, Cleo", "", "Anna", "green, plum, rope, wrench, hall, study"]
CLEO_ASKS = ["A question", "Cleo", "scarlett", "knife", "library", "Ben"]
I_ASK = ["A question", "Anna", "mustard", "knife", "library", "Cleo", "knife"]


@dataclass
class Assistant:
    """Keep a log in a folder of the test's own, in this process, by lines typed in."""

    home: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *lines: str, file: str | None = "log.toml") -> str:
        """Return what is printed; raise InputEnded when the lines do not quit."""
        self.monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))
        assist(self.home / file if file else None, plain=True, home=self.home)
        return self.capsys.readouterr().out

    def cut_short(self, *lines: str) -> str:
        """Return what is printed when the input ends too soon."""
        with pytest.raises(InputEnded):
            self(*lines)
        return self.capsys.readouterr().out

    @property
    def kept(self) -> list[dict[str, Any]]:
        """The events in the file."""
        return _kept(self.home)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Assistant:
    """Return an assistant at a table of its own."""
    monkeypatch.setenv("COLUMNS", "200")
    return Assistant(tmp_path, monkeypatch, capsys)


def _kept(home: Path) -> list[dict[str, Any]]:
    """Return the events in the file."""
    events: list[dict[str, Any]] = tomllib.loads((home / "log.toml").read_text("utf-8")).get("event", [])
    return events


def test_a_log_is_kept_and_says_what_is_certain(tmp_path: Path) -> None:
    """Two questions place two cards; the file is what `clue deduce` reads, with who passed written down."""
    lines = [*SETUP, *CLEO_ASKS, *I_ASK, "Why", "scarlett", "Notebook", "Odds", "Best", "Quit", ""]
    run = clue("assist", str(tmp_path / "log.toml"), home=tmp_path, stdin="\n".join(lines))
    assert run.returncode == 0, run.stderr
    assert "Certain now: Miss Scarlett (Ben), Knife (Cleo)." in run.stdout
    assert "so Ben holds Miss Scarlett" in run.stdout
    assert "A Anna, B Ben, C Cleo" in run.stdout
    assert "The likeliest cases" in run.stdout
    assert "The questions that tell most" in run.stdout
    assert "'clue assist" in run.stdout
    assert _kept(tmp_path) == [
        {"suggest": ["scarlett", "knife", "library"], "by": "Cleo", "passed": ["Anna"], "showed": "Ben"},
        {
            "suggest": ["mustard", "knife", "library"],
            "by": "Anna",
            "passed": ["Ben"],
            "showed": "Cleo",
            "card": "knife",
        },
    ]
    deduced = json.loads(clue("deduce", str(tmp_path / "log.toml"), "--json", home=tmp_path).stdout)
    assert ["knife", "Cleo"] in deduced["held"]
    assert 'suggest = ["scarlett", "knife", "library"]\n' in (tmp_path / "log.toml").read_text("utf-8")


def test_the_input_may_end_anywhere_and_nothing_is_lost(table: Assistant) -> None:
    """After each event it is in the file; a log is taken up again where it was, and goes on."""
    assert "Kept" not in table.cut_short(*SETUP[:3]), "there is no hand yet"
    table.cut_short(*SETUP, *CLEO_ASKS[:3])
    assert table.kept == []
    assert "goes on" in table.cut_short(*CLEO_ASKS, *I_ASK[:4])
    assert [event["by"] for event in table.kept] == ["Cleo"]
    told = table(*I_ASK, "Quit")
    assert "1 event is noted." in told
    assert "Certain now: Miss Scarlett (Ben), Knife (Cleo)." in told
    assert [event["by"] for event in table.kept] == ["Cleo", "Anna"]


def test_what_can_not_be_true_is_not_kept(table: Assistant) -> None:
    """The knife that Cleo showed is revealed by Ben: refused with both events, and the log is as before."""
    told = table(*SETUP, *I_ASK, "A card was revealed", "Ben", "knife", "Quit")
    refused = told.partition("Not noted, since these can't all be true:")[2]
    assert "Cleo showed you the card Knife" in refused
    assert "Ben revealed the card Knife." in refused
    assert len(table.kept) == 1


def test_who_holds_none_of_the_cards_can_not_have_shown_one(table: Assistant) -> None:
    """A slip about the own hand is refused with the hand."""
    told = table(*SETUP, *CLEO_ASKS[:5], "Anna", "Quit")
    assert "Your cards: Reverend Green" in told.partition("Not noted")[2]
    assert table.kept == []


def test_undo_takes_back_one_event_after_the_other(table: Assistant) -> None:
    """What was taken back is told, and is out of the file, also in a later sitting."""
    told = table(*SETUP, *CLEO_ASKS, *I_ASK, "Undo", "Quit")
    assert "Taken back. 2. You: suggested Colonel Mustard, Knife, Library" in told
    assert [event["by"] for event in table.kept] == ["Cleo"]
    told = table("Undo", "Quit")
    assert "Taken back. 1. Cleo:" in told
    assert table.kept == []
    assert "Undo" not in told.partition("Taken back")[2]


def test_undo_leaves_the_cards_of_the_deal_where_they_are(table: Assistant) -> None:
    """Where cards lie that nobody holds is no event to take back: alone it offers no undo."""
    told = table(*CLUE_2015, "Undo", "Quit")
    assert "Taken back. You looked at the card in the Ballroom: Knife." in told
    assert "Undo" not in told.partition("Taken back")[2]
    assert table.kept == [{"roomcards": 4}]
    path = table.home / "log.toml"
    edited = tomllib.loads(path.read_text("utf-8"))
    edited["event"].insert(0, {"look": "knife", "place": "ballroom"})
    caselog.write(path, edited, None)
    assert "Taken back. You looked" in table("Undo", "Quit")
    assert table.kept == [{"roomcards": 4}]


MASTER = ["Clue Master", "Anna, Ben, Cleo", "", "Anna"]
MASTER += ["plum, rose, peach, rope, wrench, knife, library, studio, kitchen", "A question", "Anna"]
MASTER += ["Mustard", "Revolver", "Courtyard", "Showed", "Revolver", "Showed", "Mustard"]
CLUE_2015 = ["Clue 2015 (", "Anna, Ben", "", "Face down", "Anna"]
CLUE_2015 += ["green, plum, wrench, rope, hall, study, kitchen", "I looked", "Ballroom", "knife"]


@pytest.mark.rule("MD-10", "C15-07")
@pytest.mark.parametrize(
    ("lines", "events"),
    [
        (
            MASTER,
            [
                {
                    "suggest": ["mustard", "revolver", "courtyard"],
                    "by": "Anna",
                    "showed": ["Ben", "Cleo"],
                    "card": {"Ben": "revolver", "Cleo": "mustard"},
                }
            ],
        ),
        (CLUE_2015, [{"roomcards": 4}, {"look": "knife", "place": "ballroom"}]),
    ],
    ids=["everyone answers", "cards hidden in rooms"],
)
def test_each_edition_is_asked_for_by_its_rules(
    table: Assistant, lines: list[str], events: list[dict[str, Any]]
) -> None:
    """Who answers, and where the cards are that nobody has, is asked as the rules have it."""
    table(*lines, "Quit")
    assert table.kept == events


@pytest.mark.rule("PA-02", "PA-05")
def test_the_parlour_game_has_cards_face_up_and_one_who_answers(table: Assistant) -> None:
    """The cards that do not go round evenly lie face up, and the player chosen alone answers."""
    scenario = load(find("parlour")).scenario
    cards = list(scenario.cards)
    hand, rest = divmod(len(cards) - len(scenario.categories), 4)
    face_up, mine = cards[-rest:], [scenario.categories[0].ids[0], *cards[-rest - hand + 1 : -rest]]
    setup = ["Parlour", "Anna, Ben, Cleo, Dan", "", "Face up", ", ".join(face_up), "Anna", ", ".join(mine)]
    table(*setup, "A question", "Ben", *["1"] * len(scenario.categories), "Anna", "Could not", "Quit")
    assert table.kept == [{"faceup": face_up}], "Anna holds the first card"
    asked = ["A question", "Ben", *["1"] * len(scenario.categories), "Dan", "Could not", "Quit"]
    table(*asked)
    named = [category.ids[0] for category in scenario.categories]
    assert table.kept == [{"faceup": face_up}, {"suggest": named, "by": "Ben", "passed": ["Dan"]}]


def test_answers_that_will_not_do_are_asked_for_again(table: Assistant) -> None:
    """Players twice, sizes that are no numbers or do not add up, cards that are none or too few."""
    lines = [
        "Classic",
        "Anna, anna",
        "Anna, Ben, envelope",
        "Anna, Ben, Cleo",
        "six",
        "6, 6, 8",
        "6, 6, 6",
        "1",
    ]
    lines += [
        "scarlett, mustard, white, green, peacock, plum",
        "green",
        "3, 4, 5, 6, 7, 8",
        "green, plum, rope, wrench, hall, nothing",
        SETUP[-1],
        "Quit",
    ]
    told = table(*lines)
    for words in (
        "'anna' is named already",
        "a place for cards",
        "Type numbers",
        "do not add up",
        "6 different cards are needed.",
        "Which card is '3'?",
        "Which card is 'nothing'?",
        "No deal has such a hand",
    ):
        assert words in told, words
    log = caselog.read(table.home / "log.toml")
    assert (log.players, log.sizes, len(log.hand)) == (("Anna", "Ben", "Cleo"), (6, 6, 6), 6)


def test_back_leaves_an_event_untold(table: Assistant) -> None:
    """Whoever began to tell the wrong thing goes back from any question of it."""
    table(*SETUP, *CLEO_ASKS[:4], "Back", "An accusation", "Ben", "Back", "Why", "Back", "Quit")
    assert table.kept == []


@pytest.mark.rule("C-12")
def test_a_right_accusation_solves_the_case(table: Assistant) -> None:
    """The case is told as soon as it is certain, and a wrong accusation is only noted."""
    wrong = ["An accusation", "Ben", "mustard", "knife", "kitchen", "Wrong"]
    right = ["An accusation", "Cleo", "white", "knife", "kitchen", "Right"]
    told = table(*SETUP, *wrong, *right, "Quit")
    assert "Noted; no card more is certain." in told
    assert "The case is solved: Mrs White, Knife, Kitchen." in told


def test_a_new_log_has_a_place_of_its_own(table: Assistant) -> None:
    """Without a file the log is kept among the player's files, under a new name each time."""
    for number in (1, 2):
        assert f"case-{number}.toml" in table(*SETUP, "Quit", file=None)
    assert caselog.read(table.home / "cases" / "case-2.toml").me == 0


def test_json_stays_json(table: Assistant) -> None:
    """A log of JSON is gone on with as JSON."""
    table(*SETUP, *CLEO_ASKS, "Quit", file="log.json")
    table(*I_ASK, "Quit", file="log.json")
    events = json.loads((table.home / "log.json").read_text("utf-8"))["event"]
    assert [event["by"] for event in events] == ["Cleo", "Anna"]


def test_a_log_at_fault_is_not_touched(table: Assistant) -> None:
    """A file that is no log, or contradicts itself, is refused as `clue deduce` does, and left as it is."""
    path = table.home / "log.toml"
    path.write_text('ruleset = "clasic"\n', encoding="utf-8")
    with pytest.raises(ScenarioFaults, match=r"log\.toml:1:11: error: ruleset"):
        table()
    assert "Kept" not in table.capsys.readouterr().out
    assert path.read_text("utf-8") == 'ruleset = "clasic"\n'


def test_what_somebody_else_wrote_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """Two windows on one log: the later one is refused rather than losing what the other kept."""
    path = tmp_path / "log.toml"
    first = caselog.write(path, {"me": "Anna"}, None)
    caselog.write(path, {"me": "Ben"}, first)
    with pytest.raises(Unreadable, match="was changed by somebody else"):
        caselog.write(path, {"me": "Cleo"}, first)
    assert tomllib.loads(path.read_text("utf-8")) == {"me": "Ben"}
    assert tomllib.loads((tmp_path / "log.toml.bak").read_text("utf-8")) == {"me": "Anna"}


@pytest.mark.parametrize("name", ['"', "\\", "a]", "[", "é, ö", "#", "= 1"])
def test_any_name_is_written_so_that_it_is_read_again(tmp_path: Path, name: str) -> None:
    """Names of signs that mean something in TOML come back as they were, alone and in lists."""
    document = {"players": [name, "Ben"], "cards": [3, 4], "me": name, "event": [{"passed": [name]}]}
    caselog.write(tmp_path / "log.toml", document, None)
    assert tomllib.loads((tmp_path / "log.toml").read_text("utf-8")) == document


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (24, 40)])
def test_at_a_terminal(tmp_path: Path, rows: int, columns: int) -> None:
    """By menus, in a small window, with Ctrl-C in the middle of an event: what was kept stays."""
    with Screen("assist", "log.toml", home=tmp_path, rows=rows, columns=columns) as screen:
        screen.pick("Classic Clue")
        for answer in SETUP[1:3]:
            screen.wait_for("between:" if answer else "Enter for")
            screen.child.send(answer + "\r")
        screen.pick("Anna")
        screen.wait_for("Your 6 cards")
        screen.child.send(SETUP[-1] + "\r")
        screen.pick("A question was asked")
        for label in ("Cleo", "Miss Scarlett", "Knife", "Library", "Ben"):
            screen.pick(label)
        screen.wait_for("Noted; no card more is certain.")
        screen.pick("An accusation was made")
        screen.wait_for("Who accused?")
        screen.child.send("\x03")
        assert screen.end() == 130
        assert "log.toml" in screen.text
        assert not screen.cursor_hidden
        assert all(len(line) <= columns for line in screen.text.split("\n"))
    assert [event["by"] for event in _kept(tmp_path)] == ["Cleo"]
