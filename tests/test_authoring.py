"""A scenario of one's own begins with a question or two, and is played the same evening."""

import json
import subprocess
import sys
import tomllib
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import COLLECTOR, at_random, steps
from screen import Screen
from test_cli import assert_refused, clue

from clue_cli.play.seating import among_themselves
from clue_cli.play.session import Record, Session
from clue_cli.play.simulation import tally
from clue_cli.rules.events import Walked
from clue_cli.rules.model import Kind
from clue_cli.rules.movement import distances
from clue_cli.rules.options import Style
from clue_cli.scenario.load import Loaded, load
from clue_cli.scenario.shelf import find, listing
from clue_cli.scenario.source import Source
from clue_cli.scenario.writing import effective_document, toml_text, toml_value
from clue_cli.ui.authoring import new_scenario
from clue_cli.ui.looking import show_scenario

SHIPPED = {one.id: load(one.path) for one in listing()}
BASES = [one.id for one in listing() if "ruleset" not in Source.read(one.path).document]
GROUNDS = [
    (base, ground)
    for base in BASES
    for ground in ("copy", "blank", "links")
    if not (ground == "links" and SHIPPED[base].scenario.game.solitaire)
    and not (ground == "blank" and SHIPPED[base].scenario.rules.move_style is Style.ROOMS)
]


def made(home: Path, base: str, ground: str, size: str | None = None) -> Loaded:
    """Make a scenario by the given answers, and load it."""
    drawn = None if ground == "copy" else size or "20x24"
    new_scenario("My House", base, ground, drawn, plain=True, home=home)
    return load(home / "scenarios" / "my-house.toml")


# --- what is written ------------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "ground"), GROUNDS)
def test_whatever_is_chosen_can_be_played_at_once(base: str, ground: str, tmp_path: Path) -> None:
    """Each base with each board that goes with it gives a sound file, and games on it come to an end."""
    loaded = made(tmp_path, base, ground)
    scenario, shipped = loaded.scenario, SHIPPED[base].scenario
    assert (scenario.id, scenario.name.within("en")) == ("my-house", "My House")
    assert {kind: scenario.ids(kind) for kind in Kind} == {kind: shipped.ids(kind) for kind in Kind}
    if scenario.game.solitaire:
        session = Session(Record(loaded.document, COLLECTOR, 1))
        assert len(list(islice(steps(session, at_random()), 200))) > 100 or session.over
    else:
        assert tally(Record(loaded.document, among_themselves(scenario, None), 1)).ended


@pytest.mark.rule("C15-07", "PA-04")
def test_cards_hidden_in_linked_rooms_are_looked_at(tmp_path: Path) -> None:
    """In a house of links for two, too, who comes into a room is shown the card that lies there."""
    loaded = made(tmp_path, "clue-2015", "links")
    seats = among_themselves(loaded.scenario, ["careful", "careful"])
    session = Session(Record(loaded.document, seats, 1))
    while not session.over:
        session.step()
    events = session.state.histories[-1]
    entered = [
        i for i, one in enumerate(events) if isinstance(one, Walked) and one.place in session.state.laid
    ]
    assert entered
    for i in entered:
        assert (events[i + 1].seat, events[i + 1].room) == (events[i].seat, events[i].place)


@pytest.mark.rule("C-03")
@pytest.mark.parametrize("base", [base for base, ground in GROUNDS if ground == "blank"])
def test_in_a_blank_house_every_room_can_be_walked_to(base: str, tmp_path: Path) -> None:
    """From wherever a token starts there is a way into each room."""
    scenario = made(tmp_path, base, "blank").scenario
    for start in {*scenario.starts.values()} or {scenario.start}:
        reached = distances(scenario.board, start)
        assert scenario.board.room_ids - {start} <= reached.keys()


@pytest.mark.parametrize("ground", ["copy", "blank"])
def test_a_file_s_options_are_those_of_its_base_until_they_are_changed(ground: str, tmp_path: Path) -> None:
    """Every option stands in the file as a comment with its present value, and is one without its #."""
    loaded = made(tmp_path, "classic", ground)
    path = tmp_path / "scenarios" / "my-house.toml"
    lines = path.read_text(encoding="utf-8").split("\n")
    bare = [line.removeprefix("# ") if line.startswith("# ") and "  # " in line else line for line in lines]
    path.write_text("\n".join(bare), encoding="utf-8")
    assert "rules" in tomllib.loads("\n".join(bare))
    again = load(path)
    assert again.scenario == loaded.scenario
    assert again.scenario.rules == SHIPPED["classic"].scenario.rules
    options = effective_document(SHIPPED["classic"])["rules"]
    assert tomllib.loads("\n".join(bare))["rules"] == options


@pytest.mark.parametrize(("base", "ground"), GROUNDS)
def test_the_examples_at_the_end_are_true_of_the_house(base: str, ground: str, tmp_path: Path) -> None:
    """Without the # before them all of them hold at once: a beginning, seats, a tale and a challenge."""
    made(tmp_path, base, ground, "20x24" if base != "collect" else "90x90")
    path = tmp_path / "scenarios" / "my-house.toml"
    text, _comment, examples = path.read_text(encoding="utf-8").partition("# More that a scenario may have")
    bare = [line.removeprefix("# ") for line in examples.split("\n")[1:]]
    path.write_text("\n".join([text, *bare]), encoding="utf-8")
    scenario = load(path).scenario
    assert scenario.challenge
    assert scenario.tales
    assert len(scenario.seats) == (0 if scenario.game.solitaire else scenario.rules.players[0])


def test_editors_find_the_schema_beside_the_file(tmp_path: Path) -> None:
    """The first line names the schema, which lies where it says and is that of today."""
    made(tmp_path, "classic", "copy")
    folder = tmp_path / "scenarios"
    first = (folder / "my-house.toml").read_text(encoding="utf-8").split("\n")[0]
    assert first == "#:schema ./scenario.schema.json"
    schema = folder / first.removeprefix("#:schema ./")
    assert schema.read_text(encoding="utf-8") == clue("scenarios", "schema", home=tmp_path).stdout


@pytest.mark.parametrize(
    ("size", "rows", "columns"), [("16x13", 16, 13), ("31x40", 31, 40), ("120X120", 120, 120)]
)
def test_a_house_has_the_size_asked_for(size: str, rows: int, columns: int, tmp_path: Path) -> None:
    """From the smallest that holds nine rooms to the largest that there may be."""
    board = made(tmp_path, "classic", "blank", size).scenario.board
    assert (len(board.rows), len(board.rows[0])) == (rows, columns)
    assert Counter(map(len, board.rows)) == {columns: rows}


# --- how it is asked for --------------------------------------------------------------------------


def test_questions_are_answered_by_numbers_or_by_menus(tmp_path: Path) -> None:
    """Without options both ways of asking lead to the same file; a size that can't be is asked for again."""
    run = clue("scenarios", "new", "mill", home=tmp_path, stdin="1\n2\n4x4\n16x18\n")
    assert (run.returncode, run.stderr) == (0, "")
    assert "9 rooms need 16 rows and 13 columns at least" in run.stdout
    path = tmp_path / "scenarios" / "mill.toml"
    plain = path.read_bytes()
    path.unlink()
    with Screen("scenarios", "new", "mill", home=tmp_path, rows=40, columns=100) as screen:
        screen.pick("Classic Clue")
        screen.pick("A plain house")
        screen.wait_for("Rows and columns")
        screen.child.send("16x18\r")
        assert screen.end() == 0
        screen.wait_for("clue play mill")
    assert path.read_bytes() == plain
    assert len(load(path).scenario.board.rows) == 16


def test_a_name_gives_its_id_and_an_id_its_name(tmp_path: Path) -> None:
    """People may type either; accents and signs do not get into the id."""
    for typed, stem, name in (
        ("grey-barn", "grey-barn", "Grey Barn"),
        ("Le Château d’If", "le-chateau-d-if", "Le Château d’If"),
    ):
        run = clue("scenarios", "new", typed, "--base", "classic", "--board", "copy", home=tmp_path)
        assert run.returncode == 0, run
        assert load(tmp_path / "scenarios" / f"{stem}.toml").scenario.name.within("en") == name


@pytest.mark.parametrize("name", ["!!", "7", "", "é" * 61, "a\x1b[2J", "a" * 300])
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    """Nothing is written anywhere but into the folder of scenarios, under a name that can be typed."""
    run = clue("scenarios", "new", name, "--base", "classic", "--board", "copy", home=tmp_path)
    assert_refused(run, "is no name")
    assert "\x1b" not in run.stderr
    assert not list(tmp_path.glob("**/*.toml"))


@pytest.mark.parametrize("name", ["../x", "x/", "c:\\x", "x.toml"])
def test_a_path_is_no_name(name: str, tmp_path: Path) -> None:
    """Who gives a path is told where the file would be written, and nothing is written."""
    run = clue("scenarios", "new", name, "--base", "classic", "--board", "copy", home=tmp_path)
    assert_refused(run, "is a path: give a name", f"is written into {tmp_path / 'scenarios'}")
    assert not list(tmp_path.glob("**/*.toml"))


def test_no_file_is_written_over(tmp_path: Path) -> None:
    """One's own work is never lost to a name that was taken, nor is a shipped scenario hidden."""
    arguments = ("scenarios", "new", "mill", "--base", "classic", "--board", "copy")
    assert clue(*arguments, home=tmp_path).returncode == 0
    path = tmp_path / "scenarios" / "mill.toml"
    path.write_text("mine", encoding="utf-8")
    assert_refused(clue(*arguments, home=tmp_path), "mill.toml is there already")
    assert path.read_text(encoding="utf-8") == "mine"
    assert_refused(clue("scenarios", "new", "classic", home=tmp_path), "is the id of a shipped scenario")


def test_two_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    """Of two that write the same name at the same moment one is refused, and the file is the other's."""
    sizes = ("16x16", "17x17", "18x18")
    command = ["scenarios", "new", "mill", "--base", "classic", "--board", "blank", "--size"]
    code = "import sys; from clue_cli.__main__ import main; main()"
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", code, *command, size, "--saves", str(tmp_path)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for size in sizes
    ]
    codes = [run.wait(timeout=60) for run in runs]
    assert sorted(codes) == [0, 1, 1]
    rows = len(load(tmp_path / "scenarios" / "mill.toml").scenario.board.rows)
    assert f"{rows}x{rows}" == sizes[codes.index(0)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--base", "clasic"), "did you mean 'classic'?"),
        (("--base", "clue-2015-quick"), "takes its rules from 'clue-2015': give --base clue-2015"),
        (("--base", str(find("classic"))), "--base takes an id: classic, "),
        (("--base", "case-01"), "did you mean 'clue puzzle play case-01'?"),
        (
            ("--base", "collect", "--board", "links"),
            "can be copy, blank with the rules of",
        ),
        (
            ("--base", "parlour", "--board", "blank"),
            "can be copy, links with the rules of",
        ),
        (("--base", "classic", "--board", "copy", "--size", "9x9"), "leave out --size"),
        (("--base", "classic", "--board", "blank", "--size", "15x13"), "need 16 rows and 13 columns"),
        (("--base", "classic", "--board", "links", "--size", "12x8"), "need 12 rows and 9 columns"),
        (("--base", "classic", "--board", "blank", "--size", "121x24"), "is no size"),
        (("--base", "classic", "--board", "blank", "--size", "big"), "is no size"),
        ((), "the input ended, and nothing was written"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    """The line says what can be done instead, and nothing is written."""
    assert_refused(clue("scenarios", "new", "mill", *arguments, home=tmp_path), words)
    assert not list(tmp_path.glob("**/*.toml"))


def test_what_next_is_said_in_french_too(tmp_path: Path) -> None:
    """The comments of the file are in the player's language, and the file is as sound."""
    with Screen(
        *("scenarios", "new", "moulin", "--base", "classic", "--board", "blank", "--size", "20x20"),
        home=tmp_path,
        CLUE_LANG="fr",
    ) as screen:
        assert screen.end() == 0
        assert "Open it" not in screen.text
    path = tmp_path / "scenarios" / "moulin.toml"
    assert "Options of the rules" not in path.read_text(encoding="utf-8")
    assert "# 1 à 2 (CL-01" in path.read_text(encoding="utf-8")
    assert load(path).scenario.board.rows


# --- the complete file ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_the_complete_file_is_the_same_scenario(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What `show --effective` prints loads by itself, from anywhere, to an equal scenario."""
    path = tmp_path / f"{name}.toml"
    show_scenario(name, tmp_path, effective=True)
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    document = Source.read(path).document
    assert "ruleset" not in document
    assert isinstance(document["board"], dict)
    assert load(path).scenario == SHIPPED[name].scenario
    # nothing is left to be filled in
    assert effective_document(load(path)) == document


def test_the_complete_file_spells_out_what_was_left_out(tmp_path: Path) -> None:
    """Defaults stand in it: of the rules, of clue cards and of rooms."""
    shown = tomllib.loads(clue("scenarios", "show", "clue-2015-large", "--effective", home=tmp_path).stdout)
    assert shown["rules"]["suggest"]["asked"] == "first_to_show"
    assert shown["rules"]["move"]["style"] == "dice"
    assert all("copies" in clue_card for clue_card in shown["clues"])
    assert all("scene" in room for room in shown["board"]["room"])


words = st.text(
    st.characters(codec="utf-8", exclude_characters="\r\x7f", exclude_categories=["Cc", "Cs"]) | st.just("\n")
)
values = st.recursive(
    words | st.integers(-(2**63), 2**63 - 1) | st.booleans(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(words, values, max_size=5))
def test_what_is_written_reads_back(document: dict[str, object]) -> None:
    """Any text, number, list and table comes out of the file as it went in."""
    assert tomllib.loads(toml_text(document)) == document
    assert tomllib.loads(f"a = {toml_value(document)}") == {"a": document}


# --- faults as facts ------------------------------------------------------------------------------


def test_faults_are_told_as_data(tmp_path: Path) -> None:
    """`--json` names the same places as the lines do, for all files at once, with the same exit code."""
    good, bad, worse = (tmp_path / f"{name}.toml" for name in ("good", "bad", "worse"))
    good.write_text('format = 1\nid = "good"\nruleset = "classic"\n', encoding="utf-8")
    bad.write_text('format = 1\nid = "bad"\nruleset = "clasic"\nnam = "Bad"\n', encoding="utf-8")
    worse.write_text("format = 1\n]", encoding="utf-8")
    files = [str(one) for one in (good, bad, worse)]
    run = clue("scenarios", "check", "--json", *files, home=tmp_path)
    assert (run.returncode, run.stderr) == (1, "")
    faults = json.loads(run.stdout)
    assert [(fault["file"], fault["line"], fault["column"], fault["key"]) for fault in faults] == [
        (str(bad), 3, 11, "ruleset"),
        (str(bad), 4, 1, "nam"),
        (str(worse), 2, 1, ""),
    ]
    assert [fault["hint"] for fault in faults] == ["classic", "name", ""]
    assert faults[1]["message"] == "unknown key"
    told = clue("scenarios", "check", *files, home=tmp_path)
    places = [line.split(": error: ")[0] for line in told.stderr.splitlines() if ": error: " in line]
    assert places == [f"{fault['file']}:{fault['line']}:{fault['column']}" for fault in faults]


def test_a_sound_file_has_an_empty_list_of_faults(tmp_path: Path) -> None:
    """Another program need only look whether there is anything in the list."""
    run = clue("scenarios", "check", "--json", str(find("classic")), "parlour", home=tmp_path)
    assert (run.returncode, json.loads(run.stdout), run.stderr) == (0, [], "")
