"""Scenario files are untrusted: whatever bytes they hold, one gets a scenario or a clear refusal."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clue_cli.scenario import load, shelf
from clue_cli.scenario.faults import Key, Located, ScenarioFaults
from clue_cli.scenario.locate import Locator

SHIPPED = shelf.shipped()
CLASSIC = (SHIPPED / "classic.toml").read_text(encoding="utf-8")
SCENARIOS = ["classic.toml", "collect.toml", "clue-2015.toml", "master-detective.toml", "parlour.toml"]
BOARDS = [
    "boards/classic.toml",
    "boards/clue-2015.toml",
    "boards/master-detective.toml",
    "boards/parlour.toml",
]
FILES = [*SCENARIOS, *BOARDS]


def refusal(path: Path) -> Located:
    """Return the one fault for which a file is refused."""
    with pytest.raises(ScenarioFaults) as refused:
        load.load(path)
    (fault,) = refused.value.located
    return fault


def test_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    """A file saved by a Windows editor is the same scenario."""
    path = tmp_path / "classic.toml"
    path.write_bytes(b"\xef\xbb\xbf" + CLASSIC.replace("\n", "\r\n").encode())
    assert load.load(path).scenario == load.load(SHIPPED / "classic.toml").scenario


def test_a_fault_in_a_file_of_windows_is_told_at_its_place(tmp_path: Path) -> None:
    """Line ends of two characters and a byte order mark shift no line and no column."""
    path = tmp_path / "classic.toml"
    text = CLASSIC.replace("dice = 1", "dice = 5")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    fault = refusal(path)
    assert text.split("\n")[fault.line - 1][fault.column - 1 :].startswith("5  ")
    assert "\r" not in fault.source


def test_columns_are_counted_in_characters(tmp_path: Path) -> None:
    """A fault after accented letters is shown below the right character."""
    path = tmp_path / "classic.toml"
    path.write_text(
        CLASSIC.replace('"Révérend Olive" }, letter = "G"', '"Révérend Olive" }, letter = "GG"'), "utf-8"
    )
    fault = refusal(path)
    assert fault.source[fault.column - 1 :].startswith('"GG"')
    assert fault.length == 4


def test_text_that_is_not_utf_8_is_refused_at_its_place(tmp_path: Path) -> None:
    """An old encoding is told with the line and column of the first byte that does not fit."""
    path = tmp_path / "old.toml"
    path.write_bytes(b'format = 1\nname = "Caf\xe9"\n')
    fault = refusal(path)
    assert (fault.line, fault.column, fault.message) == (2, 12, "is not UTF-8 text")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("#" * 1_000_001, "is larger than 1 MB"),
        ("a = " + "[" * 5000 + "]" * 5000, "too deep"),
        ("a = " + "[" * 20 + "]" * 20, "too deep"),
        (".".join(["a"] * 100_000) + " = 1", "too deep"),
        (" . ".join(['"a b"'] * 100_000) + " = 1", "too deep"),
        ("dice = 0x1" + "0" * 5000, "more than 64 bits"),
        ("dice = 1" + "0" * 5000, "more than 64 bits"),
    ],
)
def test_a_file_made_to_exhaust_the_reader_is_refused(content: str, message: str, tmp_path: Path) -> None:
    """Size, nesting and numbers are bounded before anything is done with them."""
    path = tmp_path / "big.toml"
    path.write_text(content, encoding="utf-8")
    assert message in refusal(path).message


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A folder, a missing file or a pipe that never ends is told in one line, at once."""
    os.mkfifo(tmp_path / "pipe.toml")
    for name in ("pipe.toml", "missing.toml", "."):
        assert refusal(tmp_path / name).message == "is not there, or is no file"


def test_a_file_is_named_for_its_id(tmp_path: Path) -> None:
    """A copy under another name must get an id of its own, since scores and saves go by it."""
    path = tmp_path / "mine.toml"
    path.write_text(CLASSIC, encoding="utf-8")
    fault = refusal(path)
    assert fault.source[fault.column - 1 :] == '"classic"'
    assert fault.message == "'classic' is not the name of the file, 'mine'"


def leaves(value: Any, path: Key = ()) -> Iterator[tuple[Key, Any]]:
    """Go through the values of a document that hold no other values, with their key paths."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from leaves(part, (*path, key))
    if not isinstance(value, dict | list):
        yield path, value


@pytest.mark.parametrize("name", FILES)
def test_every_value_of_a_file_is_found_where_it_is_written(name: str) -> None:
    """Whatever value is at fault, the marks stand below it: what is marked reads back as that value."""
    text = (SHIPPED / name).read_text(encoding="utf-8")
    locator = Locator(text)
    lines = text.split("\n")
    for path, value in leaves(tomllib.loads(text)):
        line, column, length = locator.span(path)
        marked = lines[line - 1][column - 1 : column - 1 + length]
        if marked in ("'''", '"""'):
            assert isinstance(value, str)
        else:
            assert tomllib.loads(f"value = {marked}") == {"value": value}


VALUES = [
    "0",
    "-1",
    "true",
    '""',
    '"a"',
    "[]",
    "{}",
    "1979-05-27",
    "nan",
    "[[1, 2], [3, 4]]",
    "[[[[1], 2], [3, 4]]]",
    "'''\n.1#K\n'''",
    "'S'",
]


@st.composite
def mutations(draw: Any) -> tuple[str, bytes]:
    """Draw one of the shipped files with lines deleted, doubled or swapped, values replaced, bytes broken."""
    name = draw(st.sampled_from(FILES))
    lines = (SHIPPED / name).read_text(encoding="utf-8").split("\n")
    for _round in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(["delete", "double", "swap", "value", "cut"]))
        i, j = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        if kind == "delete":
            lines[i] = ""
        elif kind == "double":
            lines.insert(j, lines[i])
        elif kind == "swap":
            lines[i], lines[j] = lines[j], lines[i]
        elif kind == "value" and "=" in lines[i]:
            lines[i] = lines[i].partition("=")[0] + "= " + draw(st.sampled_from(VALUES))
        elif kind == "cut":
            lines[i] = lines[i][: draw(st.integers(0, len(lines[i])))] + draw(st.text(max_size=3))
    content = bytearray("\n".join(lines).encode(errors="replace"))
    for _round in range(draw(st.integers(0, 2))):
        content[draw(st.integers(0, len(content) - 1))] = draw(st.integers(0, 255))
    return name, bytes(content)


def attempt(loading: Callable[[], load.Loaded]) -> load.Loaded | ScenarioFaults:
    """Return what loading gives, be it faults."""
    try:
        return loading()
    except ScenarioFaults as faults:
        return faults


def obeyed_by_no_terminal(line: str) -> bool:
    """Tell whether a line shows characters alone; a no-break space is one, though Python denies it."""
    return line.translate(dict.fromkeys((0xA0, 0x202F), " ")).isprintable()


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(mutation=mutations())
def test_a_damaged_file_gives_a_scenario_or_its_faults(mutation: tuple[str, bytes], tmp_path: Path) -> None:
    """Whatever is wrong with a file, one sees located faults in printable lines, never another error."""
    name, content = mutation
    scenario = name.removeprefix("boards/")
    (tmp_path / "boards").mkdir(exist_ok=True)
    for file in (scenario, f"boards/{scenario}"):
        if file in FILES:
            (tmp_path / file).write_bytes(content if file == name else (SHIPPED / file).read_bytes())
    loaded = attempt(lambda: load.load(tmp_path / scenario))
    if isinstance(loaded, ScenarioFaults):
        assert loaded.located
        assert all(map(obeyed_by_no_terminal, loaded.lines()))
    else:
        assert load.from_document(loaded.document, "again").scenario == loaded.scenario


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Go through every place of a document at which a value can be put."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from spots(value[key])


DOCUMENTS = [load.load(SHIPPED / name).document for name in SCENARIOS]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_document_gives_a_scenario_or_its_faults(data: st.DataObject) -> None:
    """A save may hold anything in place of its scenario; it is played or refused, never crashed on."""
    document = deepcopy(data.draw(st.sampled_from(DOCUMENTS)))
    for _round in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(list(spots(document))))
        holder[key] = data.draw(
            st.sampled_from(
                [0, -1, 2.5, "", "a", "S", "kitchen", [], {}, [[[1, 2]]], [[[[1], 2], [3, 4]]], True]
            )
        )
    loaded = attempt(lambda: load.from_document(document, "a save"))
    if isinstance(loaded, ScenarioFaults):
        assert all(map(obeyed_by_no_terminal, loaded.lines()))
    else:
        assert loaded.document == document


def test_only_faults_load_the_locator_and_a_list_loads_no_models() -> None:
    """Listing scenarios stays quick, and a sound file costs no parser of positions."""
    for code, unwanted in (
        ("from clue_cli.scenario import shelf; shelf.listing()", ["pydantic", "tree_sitter", "tomllib"]),
        ("from clue_cli.scenario import load, shelf; load.load(shelf.find('classic'))", ["tree_sitter"]),
    ):
        seen = f"import sys; print([name for name in {unwanted} if name in sys.modules])"
        ran = subprocess.run(
            [sys.executable, "-c", f"{code}\n{seen}"], capture_output=True, text=True, check=True
        )
        assert ran.stdout == "[]\n"
