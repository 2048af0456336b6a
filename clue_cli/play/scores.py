"""Scores: the results of finished solitaire games, and what each competes in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clue_cli.play import ledger, proof
from clue_cli.play.keeping import list_of
from clue_cli.play.ledger import Kept, Shelf, common, count, word
from clue_cli.play.proof import Row
from clue_cli.play.session import PERSON, Seat, Session
from clue_cli.rules.events import Rolled
from clue_cli.rules.position import Position
from clue_cli.words import _


@dataclass(frozen=True, slots=True)
class Contest:
    """Say what competes: one game (scenario/players), on one ground, against the same minds, helped or no."""

    game: str
    ground: str
    opponents: tuple[str, ...]
    clean: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(Row):
    """Be the result of a solitaire: the person's rolls and cards.

    `cards` is None in a score from before they were counted, `opponents` the minds of the other seats.
    """

    rolls: int
    cards: int | None = None
    opponents: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether it was made without a hint."""
        return self.hints == 0

    @property
    def contest(self) -> Contest:
        """What it competes in."""
        return Contest(self.game, self.ground, self.opponents, self.clean)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sat at the table: the person first."""
        return Seat("", PERSON), *(Seat("", mind) for mind in self.opponents)

    @property
    def rank(self) -> tuple[int, int]:
        """The lower, the better: of a race most cards, then, as alone, fewest rolls (S1-06 S1-07)."""
        return -(self.cards or 0) if self.opponents else 0, self.rolls

    def miscounted(self, position: Position) -> str:
        """Return how it differs from what the last position of its log gives; "" when it does not."""
        rolls, cards = _counted(position)
        if rolls != self.rolls:
            return _("its log has {found} rolls, not {told}").format(found=rolls, told=self.rolls)
        if self.cards not in (None, cards):
            return _("its log has {found} cards, not {told}").format(found=cards, told=self.cards)
        return ""


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


def add(path: Path, session: Session) -> Added:
    """Add the score of a finished solitaire, unless it is there; raise Unreadable when that fails."""
    rolls, cards = _counted(session.state)
    minds = tuple(seat.mind for seat in session.record.seats[1:])
    score = Score(**proof.left(session), rolls=rolls, cards=cards, opponents=minds)
    others = ledger.add(path, _SHELF, score, session)
    same = (other for other in others.rows if other.contest == score.contest)
    return Added(score, min(same, key=lambda other: other.rank, default=None), others.remark)


def kept(path: Path) -> Kept[Score]:
    """Read all scores and write nothing; raise Unreadable when neither the file nor the one before can be."""
    return ledger.kept(path, _SHELF)


def contests(scores: Iterable[Score]) -> dict[Contest, list[Score]]:
    """Return the scores by what they compete in, clean before helped, the best first."""
    ranked: dict[Contest, list[Score]] = {}
    for score in sorted(scores, key=lambda score: (score.game, not score.clean, score.rank, score.date)):
        ranked.setdefault(score.contest, []).append(score)
    return ranked


def _counted(position: Position) -> tuple[int, int]:
    """Count the rolls that the person made, and the cards taken."""
    history = position.view(0).history
    rolls = sum(isinstance(event, Rolled) and event.seat == 0 for event in history)
    return rolls, sum(seat == 0 for seat in position.table.taken.values())


def _read(row: Mapping[str, Any]) -> Score:
    return Score(
        **common(row),
        rolls=count(row["rolls"]),
        cards=count(row["cards"]) if "cards" in row else None,
        opponents=tuple(word(ledger.ID, mind) for mind in list_of(str, row.get("opponents", []))),
    )


_SHELF = Shelf("score", _read)
