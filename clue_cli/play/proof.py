"""What a finished game leaves, and its proof: its log is played again, and must give what it says.

Nothing here reads a file. The seed, the cards, the dice and all that is counted can be proved; the help
used, the day, and what opponents chose are as they were written.
"""

import hashlib
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from clue_cli.play.session import Record, Seat, Session
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import UnreadableAction, parse
from clue_cli.rules.begin import NOTHING
from clue_cli.rules.engine import WrongSeats
from clue_cli.rules.legal import IllegalAction
from clue_cli.rules.model import Game, Scenario
from clue_cli.rules.position import Position
from clue_cli.scenario.faults import ScenarioFaults
from clue_cli.words import _

STREAMS = 2
"""How chance comes from a seed: by the game's id. With 1, in scores of old, it came from the seed alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(ABC):
    """Be what one finished game (scenario/players) of some seed left; `hints` is how often the person asked.

    `ground` stands for all that the game depends on beside its id.
    """

    game: str
    ground: str
    seed: int
    date: str
    log: tuple[str, ...]
    hints: int = 0
    streams: int = 1

    @property
    def scenario(self) -> str:
        """The id of its scenario."""
        return self.game.partition("/")[0]

    @property
    def proves_dice(self) -> bool:
        """Whether its seed tells the cards and the dice that its log must have."""
        return self.streams == STREAMS

    @property
    def identity(self) -> Hashable:
        """What no two rows of different games share."""
        return self.contest, self.seed, self.log

    @property
    @abstractmethod
    def contest(self) -> Hashable:
        """What it can be compared in."""

    @property
    @abstractmethod
    def seats(self) -> tuple[Seat, ...]:
        """Who sat at the table."""

    @abstractmethod
    def miscounted(self, position: Position) -> str:
        """Return how it differs from what the last position of its log gives; "" when it does not."""


def left(session: Session) -> dict[str, Any]:
    """Return what every row has of a finished game."""
    record = session.record
    return {
        "game": session.game,
        "ground": ground(session),
        "seed": record.seed,
        "date": datetime.now().astimezone().isoformat(timespec="seconds"),
        "log": record.log,
        "hints": record.hints,
        "streams": STREAMS,
    }


def ground(session: Session) -> str:
    """Return a digest of all that a game depends on; of a solitaire, other names make no other game."""
    scenario = session.scenario
    if scenario.game.solitaire:
        return _digest(repr(_walked(scenario)))
    return _digest(json.dumps(session.record.document, sort_keys=True))


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def _walked(scenario: Scenario) -> tuple[object, ...]:
    """Return what a solitaire depends on: dice, cards, squares and doors, but no names."""
    board = scenario.board
    doors = [(room.id, [door.outside for door in room.doors], room.scene) for room in board.rooms]
    cards = [(category.kind, category.ids) for category in scenario.categories]
    middle = board.middle and (board.middle.id, board.cells(board.middle.letter))
    walked: tuple[object, ...] = (
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
        walked += (spots, sorted(board.paths))
    if scenario.game is not Game.COLLECT:
        walked += (scenario.game,)
    if (begin := scenario.begin) != NOTHING:
        walked += (begin.dice, sorted(begin.pieces.items()), begin.pile)
    # a text makes no other game, but dice do
    loaded = [(str(t.when), t.turn, t.place, t.card, t.again, t.dice) for t in scenario.tales if t.dice]
    if loaded:
        walked += (loaded,)
    if challenge := scenario.challenge:
        walked += (challenge.measure, challenge.bounds, challenge.help)
    return walked


def doubt(row: Row, document: Mapping[str, Any]) -> str:
    """Return why the log of a row does not prove it; "" when it does."""
    # one document stands for all solitaires of a ground; the chance of a seed depends on which it is
    own = {**document, "id": row.scenario}
    try:
        session = Session(Record(own, row.seats, row.seed))
        fits = (session.game, ground(session)) == (row.game, row.ground)
    except ScenarioFaults:
        return _("its scenario has faults")
    except WrongSeats:
        fits = False
    if not fits:
        return _("its scenario or its opponents are not those of {game}").format(game=row.game)
    return _misplayed(row, session)


def _misplayed(row: Row, session: Session) -> str:
    """Return where the log of a row is no game of its seed, or how the row differs from it."""
    position, drawn = session.state, Counter[str]()
    for line, text in enumerate(row.log, 1):
        chance = position.chance()
        try:
            action = parse(text)
            position = position.apply(action)
        except (UnreadableAction, IllegalAction):
            return _("its log is no game: line {line} does not fit").format(line=line)
        if chance and row.proves_dice:
            fallen = Stream(session.game_id, action.stream, drawn[action.stream]).sample(chance)
            drawn[action.stream] += 1
            if fallen != action:
                words = _("not the dice of seed {seed}: line {line} of its log is {found!r}, not {fallen!r}")
                return words.format(seed=row.seed, line=line, found=str(action), fallen=str(fallen))
    if position.outcome() is None:
        return _("its log ends before the game does")
    return row.miscounted(position)
