"""Scores and results survive: several runs that write at once, and a kill in the middle of a write."""

from pathlib import Path
from random import Random
from signal import SIGKILL
from subprocess import TimeoutExpired

import pytest
from playing import at_once, run

from clue_cli.play import keeping, ledger, scores

ADD = """
import os, signal, sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from playing import at_random, played, small, solved
from clue_cli.play import ledger, results, scores

def add(seed):
    # another seed makes it another game; to play one for each would take longer than to write them
    game, kind = ((alone, scores), (case, results))[seed % 2]
    game.record = replace(game.record, seed=seed)
    kind.add(path, game)

path, first = Path(sys.argv[1]), int(sys.argv[2])
ledger.PATIENCE = 120.0  # on a busy machine
alone, case = played(small(5), at_random()), solved(5)
"""

TWENTY_FIVE = """
print("ready", flush=True)
sys.stdin.readline()
for seed in range(first, first + 25):
    add(seed)
"""

WITHOUT_END = """
for seed in count(first):
    add(seed)
    print(seed, flush=True)
"""

KILLED_AT = """
left = int(sys.argv[3])

def killing(call):
    def counted(*arguments, **options):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return call(*arguments, **options)
    return counted

add(first)
print(first, flush=True)
os.fsync, os.link, Path.replace = map(killing, (os.fsync, os.link, Path.replace))
add(first + 1)
print(first + 1, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the place of scores and results."""
    return tmp_path / "scores.toml"


def seeds(path: Path) -> list[int]:
    """Read the file itself, not the one before it, and return the seeds in it, the lowest first."""
    content = keeping.look(path, ledger.FORMAT)
    return sorted(row["seed"] for kind in ("score", "result") for row in content.get(kind, []))


def test_nothing_is_lost_where_four_runs_end_at_once(path: Path) -> None:
    """Four windows that add 25 scores and results each at the same time: all hundred are there."""
    at_once(*(run(ADD + TWENTY_FIVE, str(path), str(first)) for first in range(0, 100, 25)))
    assert list(range(100)) == seeds(path)
    assert {each.name for each in path.parent.iterdir()} - {f".{path.name}.lock"} == {
        "scores.toml",
        "scores.toml.bak",
    }


def test_a_kill_at_any_moment_loses_nothing_that_was_there(path: Path) -> None:
    """Runs that only write are killed, one after the other: what was told to be kept is in the file."""
    rng, acknowledged = Random(4), set[int]()
    for first in range(0, 6_000, 1_000):
        child = run(ADD + WITHOUT_END, str(path), str(first))
        assert child.stdout
        acknowledged.add(int(child.stdout.readline()))
        with pytest.raises(TimeoutExpired):
            child.wait(rng.uniform(0, 0.2))
        child.kill()
        acknowledged |= {int(line) for line in child.communicate()[0].splitlines()}
        assert acknowledged <= set(seeds(path))
        assert scores.kept(path).remark == ""


@pytest.mark.parametrize("call", range(5))
def test_a_kill_between_any_two_steps_of_a_write_loses_nothing(path: Path, call: int) -> None:
    """Killed before each call to the disk in turn, the file holds the row before, and takes the next."""
    child = run(ADD + KILLED_AT, str(path), "1", str(call))
    assert child.communicate()[0] == "1\n"
    assert child.returncode == -SIGKILL
    # the new one is there once it has been renamed, though nobody was told so yet
    assert seeds(path) == ([1] if call < 4 else [1, 2])
    after = run(ADD + "add(first)", str(path), "3")
    after.communicate()
    assert seeds(path)[-1] == 3
    assert scores.kept(path).remark == ""
