"""Deduction puzzles: one answer, a level that is proved, nothing to spare; and a person who solves them."""

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w
from deals import CLASSIC, told
from puzzle_proof import prove
from screen import Screen
from test_cli import clue

from clue_cli.play import caselog, keeping, puzzle
from clue_cli.play.caselog_shape import PuzzleTable
from clue_cli.play.keeping import Unreadable
from clue_cli.play.puzzle_making import STORIES, NoPuzzle, make
from clue_cli.play.sealing import sealed, unsealed
from clue_cli.reasoning.deduction import blank
from clue_cli.reasoning.facts import ENVELOPE, Holder, Tier, facts, holders
from clue_cli.reasoning.grading import Level, supposed
from clue_cli.reasoning.knowledge import read
from clue_cli.rules.events import Accused, Shown
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
from clue_cli.ui import puzzles
from clue_cli.ui.deducing import show_deduction, teller_of
from clue_cli.ui.marking import Marking, seen
from clue_cli.ui.prompter import InputEnded
from clue_cli.ui.puzzling import play
from clue_cli.ui.reasons import Reasoner
from clue_cli.words import Refused

RULESETS = ("classic", "signature", "clue-2015", "parlour", "master-detective")
SCENARIOS = {ruleset: load(find(ruleset)).scenario for ruleset in RULESETS}
Document = dict[str, Any]


def _made(level: int, seed: int = 0, ruleset: str = "classic") -> Document:
    return make(SCENARIOS[ruleset], seed, Level(level))


# --- what is made ------------------------------------------------------------------------------


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", range(6))
def test_a_puzzle_has_one_answer_its_level_and_nothing_to_spare(level: Level, seed: int) -> None:
    """By the exact count of deals one case is left, and two or more without any one event.

    The reasoner of the level finds the case, and no weaker one does.
    """
    document = _made(level, 1000 + seed, RULESETS[seed % len(RULESETS)])
    log = prove(document, level)
    found = puzzle.of(log)
    assert (found.level, found.faults(), list(found.spare())) == (level, [], [])
    assert tuple(unsealed(document["puzzle"]["answer"])) == found.answer
    assert not any(card in tomli_w.dumps(document["puzzle"]) for card in found.answer)


def test_a_seed_makes_the_same_puzzle_again() -> None:
    """Whoever is told a seed and a level has the same puzzle; another seed or level is another puzzle."""
    assert _made(2, 5) == _made(2, 5)
    ids = {puzzle.of(caselog.of("", _made(level, seed))).id for level in (2, 3) for seed in (5, 6)}
    assert len(ids) == 4


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_solves_it_is_told_which_card_they_showed(ruleset: str) -> None:
    """One's own cards are no secret: the record says which was shown, or only one could be."""
    for seed, level in product(range(2), (2, 3, 4)):
        log = caselog.of("", _made(level, seed, ruleset))
        events = [event for event in seen(log.view()) if isinstance(event, Shown) and event.seat == log.me]
        assert all(event.card in log.hand for event in events)


def test_every_story_is_told_in_english_and_french() -> None:
    """A puzzle reads well in both languages of the shipped scenarios."""
    assert all(story.keys() == {"en", "fr"} for story in STORIES)
    assert _made(1)["puzzle"]["name"].keys() == {"en", "fr"}


def test_a_deck_too_small_for_a_level_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing has to be thought through, no puzzle of level 4 is promised."""
    scenario = SCENARIOS["classic"]
    few = tuple(replace(category, cards=category.cards[:2]) for category in scenario.categories)
    monkeypatch.setattr("clue_cli.play.puzzle_making._TRIES", 30)
    with pytest.raises(NoPuzzle, match="no puzzle of level 4"):
        make(replace(scenario, categories=few), 0, Level.COMPLETE)


@pytest.mark.parametrize("seed", range(12))
def test_supposing_finds_no_less_than_the_rules_of_thumb_and_no_more_than_all(seed: int) -> None:
    """What is found by supposing is certain, and what the rules of thumb find is among it."""
    view = told(Random(seed), CLASSIC, {0: 6, 1: 6, 2: 6}, 12).view
    known = blank(view.scenario.categories, holders(view)).note(facts(view, Tier.ALL))
    found, thumb, all_ = supposed(known).notebook, read(view, Tier.PASSES), read(view, Tier.ALL)
    for card in view.scenario.cards:
        assert thumb.held(card) in (None, found.held(card))
        assert found.held(card) in (None, all_.held(card))
        for holder in found.holders:
            assert thumb.may_hold(card, holder) >= found.may_hold(card, holder) >= all_.may_hold(card, holder)


# --- files -------------------------------------------------------------------------------------


def _written(folder: Path, document: Document, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(tomli_w.dumps(document), encoding="utf-8")
    return path


def _table(**changes: Any) -> Callable[[Document], Document]:
    """Return a change to the table of a puzzle; what is None is left out."""

    def change(document: Document) -> Document:
        table = document["puzzle"] | changes
        return document | {"puzzle": {key: value for key, value in table.items() if value is not None}}

    return change


@pytest.mark.parametrize(
    ("change", "key", "what"),
    [
        (lambda document: {k: v for k, v in document.items() if k != "puzzle"}, "puzzle", "no puzzle"),
        (lambda document: document | {"event": document["event"][1:]}, "puzzle", "more than one case"),
        (_table(name=None), "puzzle.name", "missing"),
        (_table(nmae="x", name=None), "puzzle.nmae", "did you mean 'name'?"),
        (_table(name="a\u202eb"), "puzzle.name", "invisible character U+202E"),
        (_table(story="x" * 2001), "puzzle.story", "2000 characters at most"),
        (_table(level=5), "puzzle.level", "must be 4 or less"),
        (_table(level=2), "puzzle.level", "is 2, but the puzzle is of level 3"),
        (_table(answer="plum"), "puzzle.answer", "is no sealed answer"),
        (_table(answer=sealed(["green", "rope", "hall"])), "puzzle.answer", "is not the case that follows"),
        (lambda document: document | {"ruleset": "clasic"}, "ruleset", "did you mean 'classic'?"),
    ],
)
def test_each_fault_of_a_puzzle_is_told_where_it_is(
    tmp_path: Path, change: Callable[[Document], Document], key: str, what: str
) -> None:
    """Line, column and key, what is wrong, and what was likely meant; and no faulty puzzle is played."""
    path = _written(tmp_path, change(_made(3)))
    with pytest.raises(ScenarioFaults) as refused:
        puzzles.check([str(path)], tmp_path)
    assert re.search(rf"mine\.toml:\d+:\d+: error: {re.escape(key)}: .*{re.escape(what)}", str(refused.value))
    with pytest.raises(ScenarioFaults) as unplayed:
        play(str(path), "classic", None, None, plain=True, home=tmp_path)
    assert str(unplayed.value) == str(refused.value)


def test_a_puzzle_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    """The fewest events that can't all be true are named, as `clue deduce` names them."""
    document = _made(3)
    wrong = {"accuse": list(unsealed(document["puzzle"]["answer"])), "by": document["players"][0]}
    path = _written(tmp_path, document | {"event": [*document["event"], wrong]})
    with pytest.raises(ScenarioFaults, match="contradicts itself"):
        puzzles.check([str(path)], tmp_path)


def test_mutated_puzzles_are_refused_or_sound(tmp_path: Path) -> None:
    """Lines deleted, doubled, exchanged or garbled give faults with their places, or another sound puzzle."""
    whims = Random(6)
    lines = tomli_w.dumps(_made(3)).split("\n")
    values = [line.split("=", 1)[1] for line in lines if "=" in line]
    path, refused = tmp_path / "mine.toml", list[str]()
    for _ in range(60):
        changed = list(lines)
        for _ in range(whims.randint(1, 3)):
            at = whims.randrange(len(changed))
            key, sign, _value = changed[at].partition("=")
            garbled = "".join(whims.choice([c, c, c, chr(whims.randrange(1, 300))]) for c in changed[at])
            changed[at : at + 1] = whims.choice(
                [[], [changed[at]] * 2, [key + sign + whims.choice(values) if sign else ""], [garbled]]
            )
        path.write_text("\n".join(changed), encoding="utf-8", newline="")
        try:
            puzzles.check([str(path)], tmp_path)
        except ScenarioFaults as refusal:
            refused.append(str(refusal))
    assert refused
    assert all("mine.toml" in told for told in refused)


def test_check_tells_the_level_and_what_could_be_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who writes a puzzle by hand needs neither level nor answer, and learns what is told twice."""
    document = _table(level=None, answer=None)(_made(3))
    path = _written(tmp_path, document)
    puzzles.check([str(path)], tmp_path)
    said = capsys.readouterr().out
    assert f"level 3, {len(document['event'])} events." in said
    assert re.search(r"One case, in [\d,]+ deals?\.", said)
    assert "left out" not in said
    twice = document | {"event": [*document["event"], document["event"][0]]}
    puzzles.check([str(_written(tmp_path, twice))], tmp_path)
    said = capsys.readouterr().out
    assert "event[0] could be left out." in said
    assert f"event[{len(document['event'])}] could be left out." in said


def test_new_keeps_a_puzzle_that_deduce_reads_and_overwrites_none(tmp_path: Path) -> None:
    """The file is a case log too; a second puzzle of the same name is refused."""
    run = clue("puzzle", "new", "--seed", "4", "--level", "3", home=tmp_path)
    assert run.returncode == 0, run.stderr
    path = tmp_path / "puzzles" / "classic-3-4.toml"
    assert "'clue puzzle play classic-3-4' plays it." in run.stdout
    assert tomllib.loads(path.read_text("utf-8")) == _made(3, 4)
    show_deduction(path, None, as_json=False, home=tmp_path)
    with pytest.raises(Refused, match="there already"):
        puzzles.new("classic", 4, 3, None, tmp_path)
    with pytest.raises(Refused, match="no detective game"):
        puzzles.new("collect", 4, 3, None, tmp_path)
    with pytest.raises(Refused, match=r"did you mean 'classic-3-4'\?"):
        play("classic-3-5", "classic", None, None, plain=True, home=tmp_path)


# --- solving -----------------------------------------------------------------------------------


@dataclass
class Solver:
    """Play one puzzle of a home of the test's own, in this process, by lines typed in."""

    home: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]
    level: int = 3

    @property
    def names(self) -> list[str]:
        """The names of the cards of the answer."""
        answer = unsealed(_made(self.level)["puzzle"]["answer"])
        return [SCENARIOS["classic"].cards[card].name.within("en") for card in answer]

    @property
    def other(self) -> str:
        """The name of a suspect who did not do it."""
        suspects = SCENARIOS["classic"].categories[0].cards
        return next(name for card in suspects if (name := card.name.within("en")) != self.names[0])

    def __call__(self, *lines: str) -> str:
        """Return what is printed; raise InputEnded when the lines neither solve nor quit."""
        self.monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))
        play(None, "classic", 0, self.level, plain=True, home=self.home)
        return self.capsys.readouterr().out

    @property
    def sheet(self) -> Path:
        """The file of what was made of the puzzle."""
        (path,) = (self.home / "puzzles" / "sheets").glob("*.toml")
        return path


@pytest.fixture
def solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Solver:
    """Return a solver with a home of its own."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "60")
    return Solver(tmp_path, monkeypatch, capsys)


def test_a_puzzle_is_read_and_solved(solver: Solver) -> None:
    """Story, level, hands and record are told; the right answer ends it, and it counts as solved."""
    told = solver("Name", *solver.names)
    document = _made(3)
    assert document["puzzle"]["story"]["en"][:40] in told
    assert "Level 3: suppose one thing at a time" in told
    assert f"{document['players'][0]} " in told
    assert "Your cards: " in told
    assert f"\n{len(document['event'])}. " in told
    assert f"Right: it was {', '.join(solver.names)}." in told
    assert "Solved without help, at the first answer." in told
    puzzles.listing(solver.home)
    assert "Level 3: 1 solved, 1 of them without help" in solver.capsys.readouterr().out


def test_help_and_wrong_answers_are_counted_once_it_is_over_no_more(solver: Solver) -> None:
    """A card explained counts once, however often; what is asked after the end changes nothing."""
    wrong = ["Name", solver.other, *solver.names[1:]]
    explained = ["Help", solver.names[0], "Help", solver.names[0]]
    told = solver(*wrong, *explained, "Name", *solver.names)
    assert "is not the case." in told
    assert f"so {solver.names[0]} is in the case" in told
    assert "Solved. Cards explained: 1. Wrong answers: 1." in told
    again = solver("Help", solver.names[1], "Name", *solver.names)
    assert "You have solved this puzzle before: Solved. Cards explained: 1. Wrong answers: 1." in again
    assert again.count("Cards explained: 1. Wrong answers: 1.") == 2


def test_marks_are_kept_and_gone_on_with(solver: Solver) -> None:
    """What was marked stands in the notebook the next time; a card at one holder is at no other."""
    document = _made(3)
    me, held = document["me"], document["hand"][0]
    first, second = [player for player in document["players"] if player != me][:2]
    card = solver.other
    quit_ = solver("Mark", card, f"{first}: no", f"{second}: yes", "Done", "Back", "Quit")
    assert "Kept. 'clue puzzle play --seed 0 --level 3 --ruleset classic' goes on." in quit_
    (line,) = {line for line in solver("Quit").split("\n") if line.startswith(card) and "✓" in line}
    marks = line.removeprefix(card).split()[: len(document["players"]) + 1]
    assert marks == ["✓" if player == second else "✗" for player in [*document["players"], "case"]]
    own = SCENARIOS["classic"].cards[held].name.within("en")
    assert own not in solver("Mark", "Back", "Quit").split("Which card?")[1]  # it lies open
    wiped = solver("Mark", card, "Wipe", "Done", "Back", "Quit").rsplit(f"\n{card}", 1)[1].split("\n")[0]
    assert wiped.split().count("·") == len(document["players"])


# An evening of which I, Anna, saw no card: Ben showed Cleo one, Cleo showed Ben one, and I showed two.
EVENING: Document = {
    "ruleset": "classic",
    "players": ["Anna", "Ben", "Cleo"],
    "cards": [6, 6, 6],
    "me": "Anna",
    "hand": ["green", "knife", "lead_pipe", "wrench", "ballroom", "library"],
    "event": [
        {"suggest": ["plum", "rope", "library"], "by": "Cleo", "passed": [], "showed": "Anna"},
        {"suggest": ["green", "knife", "hall"], "by": "Cleo", "showed": "Anna"},
        {"suggest": ["plum", "knife", "hall"], "by": "Cleo", "showed": "Ben"},
        {"suggest": ["white", "rope", "study"], "by": "Ben", "showed": "Cleo"},
        {"accuse": ["white", "rope", "study"], "by": "Ben"},
    ],
}


def evening(marks: dict[tuple[str, Holder], str]) -> Marking:
    """Return how marks on that evening read."""
    log = caselog.of("", EVENING)
    return Marking(log.view(), teller_of(log), "ABC", marks)


def _left(marking: Marking, about: str | None = None) -> list[str]:
    return list(marking.shown(Reasoner(marking.view, marking.teller), about))


BEN, CLEO = 1, 2
OF_BEN, OF_CLEO = "3. Ben showed Cleo ", "4. Cleo showed Ben "


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        ({}, [OF_BEN + "one of Professor Plum, Hall.", OF_CLEO + "one of Mrs White, Rope, Study."]),
        (
            {("hall", BEN): "no", ("white", BEN): "no", ("rope", CLEO): "?"},
            [
                OF_BEN + "a card. Not crossed out: Professor Plum alone.",
                OF_CLEO + "one of Mrs White, Rope, Study.",
            ],
        ),
        (
            {("hall", BEN): "yes", ("white", ENVELOPE): "yes"},
            [OF_BEN + "a card. Marked as held: Hall.", OF_CLEO + "one of Rope, Study."],
        ),
        (
            {("hall", BEN): "no", ("plum", CLEO): "yes"},
            [
                OF_BEN + "a card, but none is left: look at your marks.",
                OF_CLEO + "one of Mrs White, Rope, Study.",
            ],
        ),
        (
            {("plum", BEN): "a", ("hall", BEN): "a", ("rope", CLEO): "b", ("rope", BEN): "yes"},
            [
                OF_BEN + "one of Professor Plum, Hall.",
                OF_CLEO + "one of Mrs White, Study.",
                "a. Ben: Professor Plum, Hall.",
            ],
        ),
    ],
)
def test_what_is_left_of_a_card_shown_is_what_the_marks_leave(
    marks: dict[tuple[str, Holder], str], told: list[str]
) -> None:
    """Own cards and crossed out ones are gone, nothing else: what would follow is not told."""
    assert _left(evening(marks)) == told
    assert _left(evening(marks), "study") == [line for line in told if line.startswith(OF_CLEO)]


def test_cells_of_one_letter_are_told_by_holder() -> None:
    """However the marks were made one after the other, each holder is named once."""
    marks = {("plum", BEN): "a", ("rope", CLEO): "a", ("hall", BEN): "a"}
    assert _left(evening(marks))[-1] == "a. Ben: Professor Plum, Hall; Cleo: Rope."


def test_who_showed_a_card_knows_which_it_was() -> None:
    """Of my own cards the one that could be shown is told; where two could, the log alone knows."""
    view = evening({}).view
    told = teller_of(caselog.of("", EVENING)).lines(list(seen(view)))
    assert "you showed Cleo the card Library." in told[1]
    assert "you showed a card to Cleo." in told[2]


ASKED = ("until one can show", "each of them", "chooses one player")


@pytest.mark.parametrize(
    ("ruleset", "asked"),
    [("classic", ASKED[:1]), ("master-detective", ASKED[1:2]), ("parlour", ASKED[2:]), (None, ())],
)
@pytest.mark.rule("CL-08", "MD-10", "PA-05")
def test_the_rules_that_are_told_are_those_of_the_log(ruleset: str | None, asked: Sequence[str]) -> None:
    """Who is asked is told as the edition has it; with cards of one's own nothing is known of that."""
    kinds = {f"{category.kind}s": [*category.ids] for category in SCENARIOS["classic"].categories}
    own = {key: value for key, value in EVENING.items() if key != "ruleset"} | {"categories": kinds}
    log = caselog.of("", _made(2, 0, ruleset) if ruleset else own)
    told = " ".join(puzzles.premises(log, teller_of(log)))
    assert [words for words in ASKED if words in told] == [*asked]
    happened = [event for entry in log.entries for event in entry.events]
    assert ("accusation" in told) == any(isinstance(event, Accused) for event in happened)


@pytest.mark.parametrize(
    ("aside", "told"),
    [
        ([], ""),
        ([{"faceup": ["white", "study", "hall"]}], "face up"),
        ([{"roomcards": 3}], "hidden in rooms"),
    ],
)
@pytest.mark.rule("C-02", "PA-02", "C15-07")
def test_the_rules_tell_of_cards_in_no_hand(aside: list[Document], told: str) -> None:
    """Where all are dealt nothing is said of cards that lie elsewhere."""
    log = caselog.of("", EVENING | {"cards": [6, 6, 6] if not aside else [6, 5, 4], "event": aside})
    rules = " ".join(puzzles.premises(log, teller_of(log)))
    assert [words for words in ("face up", "hidden in rooms") if words in rules] == ([told] if told else [])


def test_a_stranger_is_told_the_rules(solver: Solver) -> None:
    """At level 1 before the record, at the others when asked for; all cards are listed."""
    harder = solver("Rules", "Quit").split("What now?")
    assert "must show one" not in harder[0]
    assert "must show one" in harder[1]
    assert all(card.name.within("en") in harder[1] for card in SCENARIOS["classic"].cards.values())
    solver.level = 1
    begun = solver("Quit")
    assert begun.index("must show one") < begun.index("\n1. ")


def test_perhaps_is_marked_and_kept(solver: Solver) -> None:
    """Cards that share a letter are a set: the first takes a new one, the next may join it."""
    other = next(player for player in _made(3)["players"] if player != _made(3)["me"])
    held = _made(3)["hand"]
    one, two, three = [
        card.name.within("en") for card in SCENARIOS["classic"].categories[2].cards if card.id not in held
    ][:3]
    perhaps = f"{other}: perhaps"
    marked = solver(
        *("Mark", one, perhaps, "a (a new", "Done", two, perhaps, f"a ({other}", "Done"),
        *(three, perhaps, "? (alone)", "Done", "Back", "Quit"),
    )
    assert f"a. {other}: {one}, {two}." in marked
    again = solver("Notebook", "Quit").split("What now?")[1]
    (head,) = [line for line in again.split("\n") if line.startswith("Suspect")]
    column = head.split().index(other[0])
    for name, sign in ((one, "a"), (two, "a"), (three, "?")):
        (line,) = [line for line in again.split("\n") if line.startswith(name)]
        assert line.removeprefix(name).split()[column - 1] == sign
    assert "? or a small letter: perhaps" in again


def test_a_sheet_of_before_is_still_read(solver: Solver) -> None:
    """Marks kept when there was no perhaps stand where they stood."""
    solver("Mark", solver.other, "The case: no", "Done", "Back", "Quit")
    card = next(
        card for card in SCENARIOS["classic"].categories[0].cards if card.name.within("en") == solver.other
    )
    content = {"marks": [[card.id, "envelope", "yes"]], "helped": [], "wrong": 0, "ended": "open"}
    keeping.write(solver.sheet, 1, content)
    (line,) = [line for line in solver("Quit").split("\n") if line.startswith(solver.other)]
    assert line.removeprefix(solver.other).split() == ["✗"] * len(_made(3)["players"]) + ["✓"]


def test_nothing_is_told_of_what_does_not_lie_open(solver: Solver) -> None:
    """The notebook before any mark has the own cards in it and no conclusion."""
    page = solver("Notebook", "Quit").split("What now?")[1]
    hand = {SCENARIOS["classic"].cards[card].name.within("en") for card in _made(3)["hand"]}
    assert {line.split("  ")[0] for line in page.split("\n") if "✓" in line and "holds" not in line} == hand


def test_the_answer_is_shown_to_who_gives_up(solver: Solver) -> None:
    """With the reasons of each card; and it does not count as solved."""
    told = solver("Show", "Go on", "Show", "Show")
    assert f"It was {', '.join(solver.names)}." in told
    assert all(f"so {name} is in the case" in told for name in solver.names)
    assert "You were shown the answer before." in solver("Name", *solver.names)
    puzzles.listing(solver.home)
    assert "solved" not in solver.capsys.readouterr().out


def test_input_that_ends_loses_nothing(solver: Solver) -> None:
    """The marks made before are kept."""
    with pytest.raises(InputEnded):
        solver("Mark", solver.other, "The case: no")
    assert "goes on." in solver.capsys.readouterr().out
    assert "envelope" in solver.sheet.read_text("utf-8")


def test_a_damaged_sheet_is_set_aside(solver: Solver) -> None:
    """What is no sheet is kept under another name, said, and the puzzle can be solved."""
    solver("Mark", solver.other, "The case: no", "Done", "Back", "Quit")
    solver.sheet.with_name(f"{solver.sheet.name}.bak").unlink(missing_ok=True)
    solver.sheet.write_text("marks = 3\n", encoding="utf-8")
    assert "was damaged and is now" in solver("Quit")


def test_a_forged_sheet_is_refused(solver: Solver) -> None:
    """A sheet that speaks of cards that are not played is refused in one line."""
    solver("Mark", solver.other, "The case: no", "Done", "Back", "Quit")
    path = solver.sheet
    keeping.write(path, 1, {"marks": [["axe", "envelope", "no"]], "helped": [], "wrong": 0, "ended": "open"})
    with pytest.raises(Unreadable, match="no sheet of this puzzle"):
        solver("Quit")


def test_a_named_puzzle_takes_no_seed(tmp_path: Path) -> None:
    """A file has its answer already: a seed beside it is a mistake."""
    with pytest.raises(Refused, match="leave --seed and --level out"):
        play("x.toml", "classic", 1, None, plain=True, home=tmp_path)


def test_a_narrow_terminal_with_menus_solves_it_too(tmp_path: Path, solver: Solver) -> None:
    """Forty columns and arrow keys: who lacks a card is told in letters, and no line is cut off."""
    puzzles.new("classic", 0, 3, None, tmp_path)
    other = next(player for player in _made(3)["players"] if player != _made(3)["me"])
    with Screen("puzzle", "play", "classic-3-0", home=tmp_path, rows=40, columns=40) as screen:
        screen.pick("Mark a card")
        screen.wait_for("Which card?")
        screen.child.send(f"{solver.other}\r")
        screen.pick(f"{other}: no")
        screen.wait_for(f"({other}: no)")
        screen.pick("Done with this card")
        screen.pick("Back")
        screen.wait_for("not ", "What now?")
        screen.pick("Name the case")
        for name in solver.names:
            screen.pick(name)
        screen.wait_for("Right: it was")
        assert screen.end() == 0


def test_the_guide_tells_the_truth(tmp_path: Path) -> None:
    """The example of docs/puzzles.md is a puzzle of its level, and every key is explained."""
    page = (Path(__file__).parents[1] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"<!-- puzzle -->\n```toml\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "example.toml"
    path.write_text(shown, encoding="utf-8")
    found = puzzle.of(caselog.read(path))
    assert found.stated == found.level
    assert not list(found.spare())
    assert [key for key in PuzzleTable.model_fields if f"`{key}`" not in page] == []
