"""Damage shipped scenarios and boards, and see that each is refused by its faults or can be played.

`python tests/scenario_fuzz.py 20000 6` prints the table of docs/scenarios.md in some minutes; a seed for
other damages may follow. It ends with 1 when a file got another error, took too long or too much memory.
"""

import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from playing import COLLECTOR, at_random

from clue_cli.play.seating import among_themselves
from clue_cli.play.session import Record, Session
from clue_cli.scenario import load, shelf
from clue_cli.scenario.faults import ScenarioFaults

SHIPPED = shelf.shipped()
FILES = tuple(
    str(path.relative_to(SHIPPED))
    for path in sorted([*SHIPPED.glob("*.toml"), *SHIPPED.glob("boards/*.toml")])
)
SECONDS = 2.0  # of computing for a file
MEMORY = 300  # MB of the whole process
STEPS = 150  # actions of the game that is begun with a sound file
_VALUES = (
    *(["0", "-1", "1", "2", "7", "60", "9223372036854775807", "true", "false", "nan", "1.5", "1979-05-27"]),
    *(
        [
            '""',
            '"a"',
            '"S"',
            '"kitchen"',
            '"rope"',
            '"scarlett"',
            '"classic"',
            '"rooms"',
            '"anywhere"',
            '"face_up"',
            '"collect"',
        ]
    ),
    *(["[]", "{}", "[1,2]", "[6,4]", "[[1,2],[3,4]]", "[[[1],2],[3,4]]", "[[[6,4],[7,4]]]"]),
    *(['["kitchen","study"]', '{en="A",fr="A"}', '"#D55E00"', '"\\u200b"']),
    "'''\n.1#K\n'''",
    '"' + "x" * 3000 + '"',
    "[" * 30 + "]" * 30,
)
_MARKS = "#.~o123456789KBCILSHODxABcw \t\"'[]{}=,\x00é"


@dataclass(frozen=True, slots=True)
class Result:
    """Tell what became of a damaged file: "faults", "played", or what went wrong; and the seconds it took."""

    name: str
    kind: str
    end: str
    seconds: float
    content: bytes


def damaged(rng: Random) -> tuple[str, str, bytes]:
    """Return a shipped file with one to four damages of a kind: its name, the kind, and what it holds."""
    name = rng.choice(FILES)
    kind = rng.choice(list(_DAMAGES))
    content = (SHIPPED / name).read_bytes()
    for _round in range(rng.choice((1, 1, 1, 2, 4))):
        content = _DAMAGES[kind](content, rng)
    return name, kind, content


def _bytes(content: bytes, rng: Random) -> bytes:
    broken = bytearray(content)
    broken[rng.randrange(len(broken))] = rng.randrange(rng.choice((128, 256)))
    return bytes(broken)


def _marks(content: bytes, rng: Random) -> bytes:
    """Put other characters, such as a drawing has, in place of some."""
    text = list(content.decode(errors="replace"))
    for _mark in range(rng.randint(1, 4)):
        text[rng.randrange(len(text))] = rng.choice(_MARKS)
    return "".join(text).encode()


def _lines(content: bytes, rng: Random) -> bytes:
    """Leave out, double or swap lines."""
    lines = content.split(b"\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            del lines[i : i + rng.randint(1, 3)]
        case 1:
            lines.insert(j, lines[i])
        case _:
            lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines) or b"\n"


def _values(content: bytes, rng: Random) -> bytes:
    """Put another value in place of one, from elsewhere in the file or not."""
    text = content.decode(errors="replace")
    found = list(re.finditer(r"(?<== )(?:\"[^\"\n]*\"|\[[^\n]*\]|[\w.-]+)", text))
    if not found:
        return content
    spot, other = rng.choice(found), rng.choice(found)
    value = rng.choice([rng.choice(_VALUES), other[0]])
    return (text[: spot.start()] + value + text[spot.end() :]).encode()


def _cut(content: bytes, rng: Random) -> bytes:
    """Cut the file short, or double a part of it."""
    i, j = sorted((rng.randrange(len(content)), rng.randrange(len(content))))
    return (content[:i] + content[j:] if rng.random() < 0.5 else content[:j] + content[i:])[
        :2_000_000
    ] or b"\n"


_DAMAGES = {"bytes": _bytes, "marks": _marks, "lines": _lines, "values": _values, "cut": _cut}


def outcomes(count: int, seed: int, folder: Path) -> Iterator[Result]:
    """Try so many damaged files, in a folder beside the other shipped ones."""
    rng = Random(seed)
    (folder / "boards").mkdir(exist_ok=True)
    for _file in range(count):
        name, kind, content = damaged(rng)
        path = folder / name
        path.write_bytes(content)
        start = time.process_time()
        end = _tried(folder, name)
        yield Result(name, kind, end, time.process_time() - start, content)
        path.unlink()


def _tried(folder: Path, name: str) -> str:
    try:
        if not name.startswith("boards/"):
            return _played(load.load(folder / name))
        load.load_board(folder / name)
        # a board is looked at through the scenario that is played on it
        scenario = folder / name.removeprefix("boards/")
        scenario.write_bytes((SHIPPED / scenario.name).read_bytes())
        try:
            return _played(load.load(scenario))
        finally:
            scenario.unlink()
    except ScenarioFaults as faults:
        lines = faults.lines()
        clean = all(line.translate(dict.fromkeys((0xA0, 0x202F), " ")).isprintable() for line in lines)
        return "faults" if faults.located and clean else f"unclear faults: {lines[:3]}"
    except Exception as error:
        return repr(error)[:200]


def _played(loaded: load.Loaded) -> str:
    """Begin a game, save its log and go on with it."""
    scenario = loaded.scenario
    seats = COLLECTOR if scenario.game.solitaire else among_themselves(scenario, None)
    session = Session(Record(loaded.document, seats, 1))
    choose = at_random()
    for _step in range(STEPS):
        if session.over:
            break
        if session.waits_for_person:
            session.act(choose(session))
        else:
            session.step()
    assert Session(session.record).state == session.state
    return "played"


def memory() -> int:
    """Return the most memory that this process ever held, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1024 if sys.platform != "darwin" else 1024 * 1024)


def bad(result: Result) -> bool:
    """Tell whether a file was neither refused clearly nor played, or took too long."""
    return result.end not in ("faults", "played") or result.seconds > SECONDS


def main(count: int, seed: int) -> int:
    """Print what became of the files, and keep those that went wrong in the folder of temporary files."""
    counts: Counter[tuple[str, str]] = Counter()
    slowest, failed = 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        for n, result in enumerate(outcomes(count, seed, Path(folder)), 1):
            counts[result.kind, result.end if not bad(result) else "wrong"] += 1
            slowest = max(slowest, result.seconds)
            if bad(result):
                failed += 1
                kept = Path(tempfile.gettempdir()) / f"clue-fuzz-{seed}-{n}-{Path(result.name).name}"
                kept.write_bytes(result.content)
                print(f"{kept}: {result.end} after {result.seconds:.1f} s", file=sys.stderr)
            if n % 1000 == 0:
                print(f"{n} files, {memory()} MB", file=sys.stderr)
    print("| damage | files | refused by their faults | played | wrong |\n|---|---|---|---|---|")
    for kind in _DAMAGES:
        row = [counts[kind, end] for end in ("faults", "played", "wrong")]
        print(f"| {kind} | {sum(row)} | {row[0]} | {row[1]} | {row[2]} |")
    print(f"\nThe slowest took {slowest:.1f} s of computing; the process never held more than {memory()} MB.")
    return int(failed > 0 or memory() > MEMORY)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:3]]
    sys.exit(main(*(numbers + [300, 1][len(numbers) :])))
