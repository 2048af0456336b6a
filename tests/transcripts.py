"""Golden transcripts: a game of each shipped scenario by its action lines, told to every seat.

A file in `golden/` names its scenario and seats, holds the log, and then what everybody at the table
is told.
After a change of wording `python tests/transcripts.py` tells all of them anew; read them before you
keep them.
"""

import os
import textwrap
from collections.abc import Iterator
from pathlib import Path

os.environ["CLUE_LANG"] = "en"

from clue_cli.play.replay import replay
from clue_cli.play.session import PERSON, Record, Seat
from clue_cli.rules.events import ONLOOKER
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
from clue_cli.ui.telling import Teller

FOLDER = Path(__file__).parent / "golden"


def record(name: str) -> Record:
    """Return the game that the file of a scenario holds."""
    head, *_told = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n\n## ")
    _title, seats, *log = (line for line in head.split("\n") if line)
    named = seats.removeprefix("seats: ")
    people = (Seat("", PERSON),) if named == "detective" else tuple(Seat(s, "careful") for s in named.split())
    return Record(load(find(name)).document, people, 0, tuple(log))


def transcript(game: Record) -> str:
    """Write a game as its file holds it."""
    name = str(game.document["id"])
    seats = " ".join(seat.suspect for seat in game.seats) or "detective"
    parts = [f"# {name}\nseats: {seats}", "\n".join(game.log)]
    listeners: dict[str, int | None] = {"the detective": 0}
    if game.seats[0].suspect:
        listeners = {"the whole truth": None, "who looks on": ONLOOKER}
        listeners |= {seat.suspect: number for number, seat in enumerate(game.seats)}
    for who, seat in listeners.items():
        parts.append("\n".join((f"## {who}", *_lines(game, seat))))
    return "\n\n".join(parts) + "\n"


def _lines(game: Record, seat: int | None) -> Iterator[str]:
    """Tell the game to a seat, in lines of at most 100 characters."""
    told = replay(game, seat)
    suspects = [one.suspect or "detective" for one in game.seats]
    teller = Teller(told.scenario, suspects, ONLOOKER if seat is None else seat)
    for line in teller.lines([one.event for one in told.events]):
        yield from textwrap.wrap(line, 100, subsequent_indent="    ")


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.txt")):
        file.write_text(transcript(record(file.stem)), encoding="utf-8")
