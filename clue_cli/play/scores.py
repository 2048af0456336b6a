"""Roll counts of finished solitaire games, each with the log that proves it."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from clue_cli.play import keeping
from clue_cli.play.keeping import Damaged, Unreadable, list_of, of
from clue_cli.play.session import Session
from clue_cli.rules.model import Scenario
from clue_cli.words import _

FORMAT = 1
_PATIENCE = 30.0  # seconds to wait for another run that is writing its score


@dataclass(frozen=True, slots=True)
class Score:
    """Be one result: the game (scenario/mode), what it was played on, its seed, its rolls and its day."""

    game: str
    ground: str
    seed: int
    rolls: int
    date: str


@dataclass(frozen=True, slots=True)
class Added:
    """Tell what a new score is beside the ones before it: the best so far (None for a first one)."""

    rolls: int
    best_before: int | None
    remark: str = ""

    @property
    def is_best(self) -> bool:
        """Whether it beats every score before it."""
        return self.best_before is None or self.rolls < self.best_before


def add(path: Path, session: Session) -> Added:
    """Add the score of a finished solitaire, unless it is there; raise Unreadable when that fails.

    A game whose score could not be written is scored when it is looked at again.
    """
    busy = Unreadable(_("another game is writing {path}; try again").format(path=path))
    with keeping.locked(path, _PATIENCE, busy):
        content, remark = _read(path)
        ground, log = _ground(session.scenario), list(session.record.log)
        rows = zip(_scores(path, content), content.get("score", []), strict=True)
        same = [
            (score, row["log"]) for score, row in rows if (score.game, score.ground) == (session.game, ground)
        ]
        others = [score.rolls for score, its_log in same if its_log != log]
        rolls = session.state.table.rolls
        if len(others) == len(same):
            date = datetime.now().astimezone().isoformat(timespec="seconds")
            score = Score(session.game, ground, session.record.seed, rolls, date)
            content.setdefault("scenario", {}).setdefault(ground, session.record.document)
            content.setdefault("score", []).append(asdict(score) | {"log": log})
            keeping.write(path, FORMAT, content)
    return Added(rolls, min(others, default=None), remark)


def _ground(scenario: Scenario) -> str:
    """Return a digest of all that a score depends on: dice, cards, squares and doors, but no names."""
    board = scenario.board
    doors = [(room.id, [door.outside for door in room.doors], room.scene) for room in board.rooms]
    cards = [(category.kind, category.ids) for category in scenario.categories]
    middle = board.middle and (board.middle.id, board.cells(board.middle.letter))
    ground = (scenario.rules.move_dice, scenario.start, cards, sorted(board.squares), doors, middle)
    return hashlib.sha256(repr(ground).encode()).hexdigest()[:16]


def listing(path: Path) -> tuple[dict[tuple[str, str], list[Score]], str]:
    """Return the scores by game and ground, the fewest rolls first, and what to tell the player.

    Raises Unreadable when the file can't be read and no earlier one either.
    """
    content, remark = _read(path)
    games: dict[tuple[str, str], list[Score]] = {}
    for score in sorted(_scores(path, content), key=lambda score: (score.game, score.rolls, score.date)):
        games.setdefault((score.game, score.ground), []).append(score)
    return games, remark


def _read(path: Path) -> tuple[dict[str, Any], str]:
    """Read the file; a damaged one without an earlier one is set aside, and the table begins anew."""
    try:
        found = keeping.read(path, FORMAT)
    except FileNotFoundError:
        return {}, ""
    except Damaged as fault:
        return {}, str(fault)
    return found.content, found.remark


def _scores(path: Path, content: Mapping[str, Any]) -> list[Score]:
    """Read the scores; raise Unreadable when `add` did not write them."""
    try:
        of(dict, content.get("scenario", {}))
        return list(map(_score, list_of(dict, content.get("score", []))))
    except (KeyError, TypeError) as fault:
        raise Unreadable(_("{path} holds what is no score").format(path=path)) from fault


def _score(row: Mapping[str, Any]) -> Score:
    list_of(str, row["log"])
    game, ground, date = (of(str, row[key]) for key in ("game", "ground", "date"))
    return Score(game, ground, of(int, row["seed"]), of(int, row["rolls"]), date)
