"""Whatever stands in a scenario file, it is refused by its faults or played, soon and in little memory.

`scenario_fuzz.py` does the same with as many files as one likes; docs/scenarios.md tells what came of 20,000.
"""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import scenario_fuzz

from clue_cli.scenario import load
from clue_cli.scenario.faults import ScenarioFaults

HEAD = 'format = 1\nid = "x"\nruleset = "classic"\n'
BOARD = (
    f"{HEAD}[board]\nformat = 1\nid = 'x'\nname = 'x'\nroom = [{{ id = 'a', letter = 'A', name = 'a' }}]\n"
)
ROWS = range(120)
EXHAUSTING = {
    "tables": HEAD + "[[category]]\n" * 70_000,
    "tables up to the limit": HEAD + "[[category]]\n" * 24_000,
    "keys": HEAD + "".join(f"k{i} = 1\n" for i in range(80_000)),
    "keys up to the limit": HEAD + "".join(f"k{i} = 1\n" for i in range(49_000)),
    "dotted keys": "".join(f"a.b{i}.c.d.e.f = 1\n" for i in range(45_000)),
    "dotted keys up to the limit": "".join(f"a.b{i}.c.d.e.f = 1\n" for i in range(8_000)),
    "a long list": f"{HEAD}rules.players = [{'1,' * 49_000}]\n",
    "many rows": BOARD + "grid = '''" + ".\n" * 49_000 + "'''\n",
    "a long text": f"{HEAD}story = '{'x' * 990_000}'\n",
    "line ends": f"{HEAD}story = '''{chr(10) * 990_000}'''\n",
    "a comment": f"{HEAD}#{'#' * 990_000}\n",
    "14,400 marks that mean nothing": BOARD
    + f"grid = '''\n{chr(10).join(''.join(chr(0x4E00 + 120 * r + c) for c in ROWS) for r in ROWS)}'''\n",
    "7,200 squares that nobody reaches": BOARD
    + f"grid = '''\n{chr(10).join(''.join('.#'[(r + c) % 2] for c in ROWS) for r in ROWS)}'''\n",
    "a room in 7,200 pieces": BOARD
    + f"grid = '''\n{chr(10).join(''.join('.A'[(r + c) % 2] for c in ROWS) for r in ROWS)}'''\n",
    "an open field": BOARD + "grid = '''\n" + ("." * 120 + "\n") * 120 + "'''\n",
}
MEASURED = """
import sys
from pathlib import Path
from clue_cli.scenario import load
from clue_cli.scenario.faults import ScenarioFaults
try:
    load.load(Path(sys.argv[1]))
except ScenarioFaults as faults:
    assert faults.located
status = Path("/proc/self/status").read_text()  # what getrusage tells began with the parent's memory
print(next(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM")))
"""


def test_damaged_files_are_refused_or_played(tmp_path: Path) -> None:
    """300 shipped files with bytes, marks, lines and values changed: faults or a game, and nothing else."""
    results = list(scenario_fuzz.outcomes(300, 1, tmp_path))
    assert [(result.name, result.end) for result in results if result.end not in ("faults", "played")] == []
    ends = Counter(result.end for result in results)
    assert min(ends["faults"], ends["played"]) > 10


@pytest.mark.skipif(sys.platform != "linux", reason="how much memory was used is told by Linux alone")
@pytest.mark.parametrize("name", EXHAUSTING)
def test_a_file_made_to_exhaust_takes_little_time_and_memory(name: str, tmp_path: Path) -> None:
    """Files up to 1 MB, up to the limits and over them, come to an end, and take 300 MB at most."""
    path = tmp_path / "x.toml"
    path.write_text(EXHAUSTING[name], encoding="utf-8")
    assert path.stat().st_size <= 1_000_000
    run = subprocess.run(
        [sys.executable, "-c", MEASURED, str(path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert int(run.stdout) < scenario_fuzz.MEMORY


def test_of_very_many_faults_the_first_are_told(tmp_path: Path) -> None:
    """Nobody reads 14,400 lines; one sees that there are more."""
    path = tmp_path / "x.toml"
    path.write_text(EXHAUSTING["14,400 marks that mean nothing"], encoding="utf-8")
    with pytest.raises(ScenarioFaults) as refusal:
        load.load(path)
    *faults, told = refusal.value.located
    assert len(faults) == 100
    assert told.message == "more faults are not told"


def test_a_drawing_is_no_long_key(tmp_path: Path) -> None:
    """A row of 30 small rooms with corridors between is a drawing, though it looks like a dotted key."""
    path = tmp_path / "boards" / "row.toml"
    path.parent.mkdir()
    letters = "ABCDEFGHIJKLMNPQRSTUVWXYZabcde"
    rooms = "".join(
        f"[[room]]\nid = 'r{i}'\nletter = '{letter}'\nname = '{i}'\ndoors = [[[0, {2 * i}], [1, {2 * i}]]]\n"
        for i, letter in enumerate(letters)
    )
    grid = f"{'.'.join(letters)}\n{'.' * 59}\n"
    path.write_text(f"format = 1\nid = 'row'\nname = 'Row'\ngrid = '''\n{grid}'''\n{rooms}", encoding="utf-8")
    assert len(load.load_board(path).rooms) == 30


@pytest.mark.parametrize(
    "text", ["Ro\u200bpe", "Ro\u202epe", "Ro\u0007pe", "Ro\u00adpe", "Ro\ufeffpe", "Ro\nEvil"]
)
@pytest.mark.parametrize("key", ["name", "category"])
def test_no_text_holds_what_can_t_be_seen(text: str, key: str, tmp_path: Path) -> None:
    """Zero-width, right-to-left and control characters could hide or forge words on the screen."""
    path = tmp_path / "x.toml"
    word = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    where = (
        f'name = "{word}"' if key == "name" else f'[[category]]\nkind = "room"\nname = {{ en = "{word}" }}'
    )
    path.write_text(HEAD + where, encoding="utf-8")
    with pytest.raises(ScenarioFaults, match=r"holds the invisible character U\+") as refusal:
        load.load(path)
    assert text not in str(refusal.value)
