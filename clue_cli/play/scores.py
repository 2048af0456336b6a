"""Results of finished solitaire games, each with the log that proves it.

Nothing here prints. The seed, the dice and the count of a score can be proved from its log; the hints,
the day, and what the opponents of a race chose are as they were written.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from clue_cli.play import keeping
from clue_cli.play.keeping import Damaged, Unreadable, list_of, of
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import UnreadableAction, parse
from clue_cli.rules.engine import WrongSeats
from clue_cli.rules.events import Rolled
from clue_cli.rules.legal import IllegalAction
from clue_cli.rules.model import Game, Scenario
from clue_cli.rules.position import Position
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.scenario.shelf import STEM
from clue_cli.words import _

FORMAT = 1
_PATIENCE = 30.0  # seconds to wait for another run that is writing its score
_STREAMS = 2
"""How chance comes from a seed: by the game's id. With 1, in scores of old, it came from the seed alone."""

_GAME = re.compile(f"{STEM}/(solo|[2-6])")
_GROUND = re.compile("[0-9a-f]{16}")
_ID = re.compile("[a-z][a-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Contest:
    """Say what competes: one game (scenario/players), on one ground, against the same minds, helped or no."""

    game: str
    ground: str
    opponents: tuple[str, ...]
    clean: bool


@dataclass(frozen=True, slots=True)
class Score:
    """Be one result of a game (scenario/players) of some seed: the person's rolls and cards.

    `cards` is None in a score from before they were counted. `hints` is how often the person asked what
    to do, `opponents` the minds of the other seats.
    """

    game: str
    ground: str
    seed: int
    rolls: int
    date: str
    log: tuple[str, ...]
    cards: int | None = None
    hints: int = 0
    opponents: tuple[str, ...] = ()
    streams: int = 1

    @property
    def clean(self) -> bool:
        """Whether it was made without a hint."""
        return self.hints == 0

    @property
    def proves_dice(self) -> bool:
        """Whether its seed tells the cards and the dice that its log must have."""
        return self.streams == _STREAMS

    @property
    def contest(self) -> Contest:
        """What it competes in."""
        return Contest(self.game, self.ground, self.opponents, self.clean)

    @property
    def rank(self) -> tuple[int, int]:
        """The lower, the better: of a race most cards, then, as alone, fewest rolls (S1-06 S1-07)."""
        return -(self.cards or 0) if self.opponents else 0, self.rolls


@dataclass(frozen=True, slots=True)
class Added:
    """Tell what a new score is beside those it competes with: the best so far (None for a first one)."""

    score: Score
    best_before: Score | None
    remark: str = ""

    @property
    def is_best(self) -> bool:
        """Whether it beats every score before it."""
        return self.best_before is None or self.score.rank < self.best_before.rank


@dataclass(frozen=True, slots=True)
class Kept:
    """Hold the scores in the order in which they were made, the document of each ground, and what to tell."""

    scores: tuple[Score, ...] = ()
    documents: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    remark: str = ""

    def board(self, ground: str) -> str:
        """Return the id of the board of a ground."""
        return str(self.documents[ground]["board"]["id"])

    def contests(self) -> dict[Contest, list[Score]]:
        """Return the scores by what they compete in, clean before helped, the best first."""
        contests: dict[Contest, list[Score]] = {}
        for score in sorted(
            self.scores, key=lambda score: (score.game, not score.clean, score.rank, score.date)
        ):
            contests.setdefault(score.contest, []).append(score)
        return contests

    def doubts(self) -> Iterator[tuple[int, Score, str]]:
        """Play every score's log again; yield its number from 1, and why it is no proof ("" when it is)."""
        first: dict[tuple[object, ...], int] = {}
        for number, score in enumerate(self.scores, 1):
            earlier = first.setdefault((score.contest, score.seed, score.log), number)
            if earlier < number:
                yield number, score, _("the same game as score {number}").format(number=earlier)
            else:
                yield number, score, _doubt(score, self.documents[score.ground])


def add(path: Path, session: Session) -> Added:
    """Add the score of a finished solitaire, unless it is there; raise Unreadable when that fails.

    A game whose score could not be written is scored when it is looked at again.
    """
    busy = Unreadable(_("another game is writing {path}; try again").format(path=path))
    score = _made(session)
    with keeping.locked(path, _PATIENCE, busy):
        content, remark = _mended(path)
        same = [other for other in _kept(path, content).scores if other.contest == score.contest]
        others = [other for other in same if (other.seed, other.log) != (score.seed, score.log)]
        if len(others) == len(same):
            content.setdefault("scenario", {}).setdefault(score.ground, session.record.document)
            content.setdefault("score", []).append(asdict(score))
            keeping.write(path, FORMAT, content)
    return Added(score, min(others, key=lambda other: other.rank, default=None), remark)


def kept(path: Path) -> Kept:
    """Read all scores and write nothing; raise Unreadable when neither the file nor the one before can be."""
    try:
        found = keeping.glance(path, FORMAT)
    except FileNotFoundError:
        return Kept()
    return _kept(path, found.content, found.remark)


# --- a new score -------------------------------------------------------------------------------


def _made(session: Session) -> Score:
    record = session.record
    rolls, cards = _counted(session.state)
    return Score(
        session.game,
        _ground(session.scenario),
        record.seed,
        rolls,
        datetime.now().astimezone().isoformat(timespec="seconds"),
        record.log,
        cards,
        record.hints,
        tuple(seat.mind for seat in record.seats[1:]),  # the person sits first
        _STREAMS,
    )


def _counted(position: Position) -> tuple[int, int]:
    """Count the rolls that the person made, and the cards taken."""
    history = position.view(0).history
    rolls = sum(isinstance(event, Rolled) and event.seat == 0 for event in history)
    return rolls, sum(seat == 0 for seat in position.table.taken.values())


def _ground(scenario: Scenario) -> str:
    """Return a digest of all that a score depends on: dice, cards, squares and doors, but no names."""
    board = scenario.board
    doors = [(room.id, [door.outside for door in room.doors], room.scene) for room in board.rooms]
    cards = [(category.kind, category.ids) for category in scenario.categories]
    middle = board.middle and (board.middle.id, board.cells(board.middle.letter))
    ground: tuple[object, ...] = (
        scenario.rules.move_dice,
        scenario.start,
        cards,
        sorted(board.squares),
        doors,
        middle,
    )
    # what the first scores knew nothing of is left out where there is none of it
    if board.spots or board.paths:
        spots = [(spot.id, [door.outside for door in spot.doors]) for spot in board.spots]
        ground += (spots, sorted(board.paths))
    if scenario.game is not Game.COLLECT:
        ground += (scenario.game,)
    return hashlib.sha256(repr(ground).encode()).hexdigest()[:16]


# --- proving one -------------------------------------------------------------------------------


def _doubt(score: Score, document: Mapping[str, Any]) -> str:
    """Return why the log of a score does not prove it; "" when it does."""
    # one document stands for all scenarios of a ground; the chance of a seed depends on which it is
    own = {**document, "id": score.game.partition("/")[0]}
    seats = (Seat("", PERSON), *(Seat("", mind) for mind in score.opponents))
    try:
        session = Session(Record(own, seats, score.seed))
        fits = (session.game, _ground(session.scenario)) == (score.game, score.ground)
    except ScenarioFaults:
        return _("its scenario has faults")
    except WrongSeats:
        fits = False
    if not fits:
        return _("its scenario or its opponents are not those of {game}").format(game=score.game)
    return _misplayed(score, session)


def _misplayed(score: Score, session: Session) -> str:
    """Return where the log of a score is no game of its seed, or how the score differs from it."""
    position, drawn = session.state, Counter[str]()
    for line, text in enumerate(score.log, 1):
        chance = position.chance()
        try:
            action = parse(text)
            position = position.apply(action)
        except (UnreadableAction, IllegalAction):
            return _("its log is no game: line {line} does not fit").format(line=line)
        if chance and score.proves_dice:
            fallen = Stream(session.game_id, action.stream, drawn[action.stream]).sample(chance)
            drawn[action.stream] += 1
            if fallen != action:
                words = _("not the dice of seed {seed}: line {line} of its log is {found!r}, not {fallen!r}")
                return words.format(seed=score.seed, line=line, found=str(action), fallen=str(fallen))
    return _miscounted(score, position)


def _miscounted(score: Score, position: Position) -> str:
    """Return how the score differs from what the last position of its log gives."""
    if position.outcome() is None:
        return _("its log ends before the game does")
    rolls, cards = _counted(position)
    if rolls != score.rolls:
        return _("its log has {found} rolls, not {told}").format(found=rolls, told=score.rolls)
    if score.cards not in (None, cards):
        return _("its log has {found} cards, not {told}").format(found=cards, told=score.cards)
    return ""


# --- reading -----------------------------------------------------------------------------------


def _mended(path: Path) -> tuple[dict[str, Any], str]:
    """Read the file; a damaged one without an earlier one is set aside, and the table begins anew."""
    try:
        found = keeping.read(path, FORMAT)
    except FileNotFoundError:
        return {}, ""
    except Damaged as fault:
        return {}, str(fault)
    return found.content, found.remark


def _kept(path: Path, content: Mapping[str, Any], remark: str = "") -> Kept:
    """Understand what was read; raise Unreadable when `add` did not write it."""
    try:
        rows = list_of(dict, content.get("score", []))
        documents = {
            ground: of(dict, document) for ground, document in of(dict, content.get("scenario", {})).items()
        }
    except (KeyError, TypeError, ValueError) as fault:
        raise Unreadable(_("{path} holds what is no score").format(path=path)) from fault
    scores = []
    for number, row in enumerate(rows, 1):
        try:
            scores.append(_score(row))
            _like(_ID, of(dict, documents[scores[-1].ground]["board"])["id"])
        except (KeyError, TypeError, ValueError) as fault:
            words = _("{path}: score {number} is none")
            raise Unreadable(words.format(path=path, number=number)) from fault
    return Kept(tuple(scores), documents, remark)


def _score(row: Mapping[str, Any]) -> Score:
    """Read a row; what the first scores had not is what it was for them."""
    date = of(str, row["date"])
    if datetime.fromisoformat(date).isoformat(timespec="seconds") != date:
        raise ValueError("no day")
    return Score(
        _like(_GAME, row["game"]),
        _like(_GROUND, row["ground"]),
        _count(row["seed"]),
        _count(row["rolls"]),
        date,
        tuple(list_of(str, row["log"])),
        _count(row["cards"]) if "cards" in row else None,
        _count(row.get("hints", 0)),
        tuple(_like(_ID, mind) for mind in list_of(str, row.get("opponents", []))),
        _stream(row.get("streams", 1)),
    )


def _like(pattern: re.Pattern[str], value: object) -> str:
    """Return a word of that pattern, which is harmless wherever it is written, in a spreadsheet too."""
    word = of(str, value)
    if not pattern.fullmatch(word):
        raise ValueError("no such word")
    return word


def _stream(value: object) -> int:
    if value not in range(1, _STREAMS + 1):
        raise ValueError("chance of another kind")
    return _count(value)


def _count(value: object) -> int:
    count = of(int, value)
    if not 0 <= count < 2**63:
        raise ValueError("no count")
    return count
