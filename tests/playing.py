"""How the tests sit down at a table: documents, records, and persons who choose at random from a seed."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import Accuse, Action, Go
from clue_cli.rules.legal import Claims
from clue_cli.rules.model import Kind
from clue_cli.rules.position import Position
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

SUSPECTS = ("scarlett", "mustard", "white", "green", "peacock", "plum")  # in turn order (C-13)
COLLECTOR = (Seat("", PERSON),)

Chooser = Callable[[Session], Action]


@lru_cache
def document(scenario: str) -> dict[str, Any]:
    """Return the document of a shipped scenario; nobody may change it."""
    return load(find(scenario)).document


def small_house() -> dict[str, Any]:
    """Return the document of a "collect" of six cards, whose games and logs are short."""
    small = deepcopy(document("collect"))
    small["id"] = "small-house"
    small["board"] |= {"id": "small", "grid": "B#D#L\n.....\n##x##\n", "passages": []}
    small["board"]["room"] = [
        {"id": name, "name": name, "letter": letter, "doors": [[[0, at], [1, at]]]}
        for name, letter, at in (("ballroom", "B", 0), ("dining_room", "D", 2), ("lounge", "L", 4))
    ]
    suspects, weapons, _rooms = small["category"]
    del suspects["cards"][2:], weapons["cards"][1:]
    return small


def seats(*minds: str) -> tuple[Seat, ...]:
    """Seat these minds as the first suspects in turn order."""
    return tuple(map(Seat, SUSPECTS, minds))


def classic(seed: int = 7, *minds: str) -> Record:
    """Return a new game of classic Clue: by these minds, or by a person, a novice and a careful one."""
    return Record(document("classic"), seats(*(minds or (PERSON, "novice", "careful"))), seed)


def collect(seed: int = 7) -> Record:
    """Return a new game of the solitaire."""
    return Record(document("collect"), COLLECTOR, seed)


def small(seed: int = 7) -> Record:
    """Return a new game in the small house."""
    return Record(small_house(), COLLECTOR, seed)


def at_random(salt: int = 0, accusing: float = 0.0) -> Chooser:
    """Choose by the length of the log, so that the same position is always answered the same.

    In the solitaire half of the choices go into a room that still has something, so that games end.
    """

    def choose(session: Session) -> Action:
        rng = Random(f"{salt} {len(session.record.log)}")
        legal = session.legal()
        accusations = legal.claims(Accuse)
        if accusations and rng.random() < accusing:
            return rng.choice(list(accusations))
        part = rng.choice([part for part in legal.parts if part is not accusations])
        actions = list(part)
        wanted = [] if isinstance(part, Claims) else _wanted(session, actions)
        return rng.choice(wanted if wanted and rng.random() < 0.7 else actions)

    return choose


def _wanted(session: Session, actions: list[Action]) -> list[Action]:
    table = session.state.table
    rooms = {room for room in session.scenario.ids(Kind.ROOM) if room not in table.taken}
    rooms |= set(table.pieces.values())
    return [action for action in actions if isinstance(action, Go) and action.place in rooms]


def steps(session: Session, choose: Chooser, most: int = 5_000) -> Iterator[bool]:
    """Play to the end; yield after each action whether it was the person's."""
    for _ in range(most):
        if session.over:
            return
        by_person = session.waits_for_person
        if by_person:
            session.act(choose(session))
        else:
            session.step()
        yield by_person
    raise AssertionError(f"the game goes on after {most} actions")


def played(record: Record, choose: Chooser) -> Session:
    """Return a game played to its end."""
    session = Session(record)
    for _ in steps(session, choose):
        pass
    return session


def signature(seed: int, *minds: str) -> Record:
    """Return a new game in which everybody may accuse at the end of their turn."""
    return Record(document("signature"), seats(*minds), seed)


def directed(record: Record, right: Iterable[int] = (), wrong: Iterable[int] = ()) -> Session:
    """Return a finished game: these seats accuse as soon as they may, rightly or wrongly; others never do."""
    session, rng, drawn = Session(record), Random(record.seed), Counter[str]()
    position, log = session.state, []
    while position.outcome() is None:
        if chance := position.chance():
            stream = next(iter(chance)).stream
            action = Stream(session.game_id, stream, drawn[stream]).sample(chance)
            drawn[stream] += 1
        else:
            action = _directed(position, tuple(right), tuple(wrong), rng)
        log.append(str(action))
        position = position.apply(action)
    return Session(replace(record, log=tuple(log)))


def _directed(position: Position, right: tuple[int, ...], wrong: tuple[int, ...], rng: Random) -> Action:
    legal = position.legal()
    accusations = legal.claims(Accuse)
    if accusations and position.seat in right:
        return Accuse(position.case)
    if accusations and position.seat in wrong:
        return next(each for each in accusations if each != Accuse(position.case))
    parts = [part for part in legal.parts if part is not accusations]
    return rng.choice(list(rng.choice(parts)))


def solved(seed: int = 1, **how: Any) -> Session:
    """Return a short game that the person solves, with other notes or hints where they are given."""
    return directed(replace(signature(seed, PERSON, "novice"), **how), right=[0])


def run(code: str, *arguments: str) -> "subprocess.Popen[str]":
    """Run Python code in a process of its own, from which these functions can be imported too."""
    command = [sys.executable, "-c", code, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=Path(__file__).parent)


def at_once(*runs: "subprocess.Popen[str]") -> list[list[str]]:
    """Wait until every run says "ready", let them all go on, and return what each says then."""
    for each in runs:
        assert each.stdout
        assert each.stdout.readline() == "ready\n"
    for each in runs:
        assert each.stdin
        each.stdin.write("\n")
        each.stdin.flush()
    told = [each.communicate(timeout=200)[0].splitlines() for each in runs]
    assert [0] * len(runs) == [each.returncode for each in runs]
    return told
