"""The strongest level: it asks what tells most where it can walk, and accuses when the odds beat waiting.

It knows no more than its view tells. Where the odds are of no use it does as a sleuth does: that is also
how it looks at cards that lie hidden in rooms.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from clue_cli.opponents.cards import least_telling
from clue_cli.opponents.decider import Stream
from clue_cli.opponents.minds import SLEUTH, Mind
from clue_cli.opponents.outlook import LASTS, into, on_foot
from clue_cli.opponents.walks import going, stopping
from clue_cli.opponents.weights import Weights, unseen_rooms, weighed
from clue_cli.reasoning.knowledge import known
from clue_cli.reasoning.questions import Question
from clue_cli.rules.actions import Accuse, Action, Go, Passage, Roll, Suggest
from clue_cli.rules.legal import Claims, Legal
from clue_cli.rules.model import Place
from clue_cli.rules.options import AccuseWhen
from clue_cli.rules.table import View

_ENOUGH = {4: 0.5, 5: 0.4, 6: 0.35}
"""The odds from which on an accusation beats waiting, by the players still in the game; fewer wait."""

_ALIKE = 1e-9  # worths that differ by less are alike
_MOVING = frozenset({Go, Roll, Passage})


class Reason(StrEnum):
    """Say why the expert likes what it likes."""

    CERTAIN = "certain"
    ODDS = "odds"
    QUESTION = "question"
    WAY = "way"
    HABIT = "habit"


@dataclass(frozen=True, slots=True)
class Advice:
    """Hold the actions that the expert likes alike, and why.

    `question` is what it asks, `room` where it is heading, `odds` those of what it accuses of.
    """

    actions: Sequence[Action]
    reason: Reason
    question: Question | None = None
    room: str = ""
    odds: float = 0.0


@dataclass(frozen=True, slots=True)
class Expert:
    """Play by the exact odds; `habits` say what to do where they are of no use."""

    habits: Mind

    def decide(self, view: View, legal: Legal, stream: Stream) -> Action:
        """Return the action that the expert takes: by chance, among those that it likes alike."""
        return stream.pick(self.advise(view, legal).actions)

    def advise(self, view: View, legal: Legal) -> Advice:
        """Return what the expert likes of what is open, and why."""
        suggestions, accusations = legal.claims(Suggest), legal.claims(Accuse)
        moving = bool(suggestions or not _MOVING.isdisjoint(legal.kinds))
        certain = known(view).notebook.case()
        if certain and accusations:
            return Advice((Accuse(certain),), Reason.CERTAIN, odds=1.0)
        weights = weighed(view) if (moving or accusations) and not certain else None
        if weights is None:
            return Advice(self.habits.likes(view, legal), Reason.HABIT)
        if accusations and (not moving or _is_now_or_never(view)):
            case, odds = weights.likeliest
            if odds >= _enough(view):
                return Advice((Accuse(case),), Reason.ODDS, odds=odds)
        unseen = unseen_rooms(view)
        if moving and not unseen:
            return _Choice(view, weights).advice(legal, suggestions)
        liked = self.habits.likes(view, legal)
        if suggestions and isinstance(liked[0], Suggest):
            return _question(view, weights, suggestions)
        looks = [walk for walk in liked if isinstance(walk, Go) and walk.place in unseen]
        return Advice(looks, Reason.WAY, room=str(looks[0].place)) if looks else Advice(liked, Reason.HABIT)


EXPERT = Expert(replace(SLEUTH, show=least_telling))


def _enough(view: View) -> float:
    playing = len(view.table.seats) - len(view.table.out)
    return _ENOUGH.get(min(playing, max(_ENOUGH)), 1.0)


def _is_now_or_never(view: View) -> bool:
    """Tell whether one can't accuse after having moved (PA-07)."""
    return view.scenario.rules.accuse_when is AccuseWhen.INSTEAD_OF_MOVE


def _question(view: View, weights: Weights, suggestions: Claims) -> Advice:
    """Return the best questions in the room where the seat stands."""
    room = str(view.table.place(view.seat))
    claims, question = weights.best(room, suggestions.groups)
    return Advice(tuple(map(suggestions.kind, claims)), Reason.QUESTION, question, room)


class _Choice:
    """Choose one of the ways on by what they are worth."""

    def __init__(self, view: View, weights: Weights) -> None:
        self._view, self._weights, self._going = view, weights, going(view)

    def advice(self, legal: Legal, suggestions: Claims | None) -> Advice:
        """Return the questions or the ways that are worth most."""
        here = self._view.table.place(self._view.seat)
        ways: list[tuple[float, str, Action]] = []
        ways += [(self._worth(way.room), way.room, way) for way in legal.of(Passage)]
        ways += [(*self._rolled(here), roll) for roll in legal.of(Roll)]
        ways += [(self._worth(walk.place), self._heading(walk.place), walk) for walk in legal.of(Go)]
        most = max((worth for worth, _room, _way in ways), default=0.0)
        if suggestions and self._worth(here) >= most:
            return _question(self._view, self._weights, suggestions)
        liked = [way for worth, _room, way in ways if worth >= most - _ALIKE]
        room = next(room for worth, room, _way in ways if worth >= most - _ALIKE)
        walks = [way for way in liked if isinstance(way, Go)]
        if walks and self._weights.look:
            return Advice(stopping(legal, walks, self._view.table.board.snoops), Reason.WAY, room=room)
        return Advice(liked, Reason.WAY, room=room)

    def _worth(self, place: Place) -> float:
        """Return what it is worth to be at a place now, with the next room in mind."""
        look = self._weights.look if place in self._view.table.board.snoops else 0.0
        return self._weights.rooms.get(str(place), 0.0) + look + self._next(place)[0]

    def _next(self, place: Place) -> tuple[float, str]:
        """Return what the best next room is worth at a place, and which it is."""
        rooms = self._weights.rooms
        ahead = [(odds * rooms.get(room, 0.0), room) for room, odds in into(self._going, place).items()]
        return max(((worth, room) for worth, room in ahead if room != place), default=(0.0, ""))

    def _rolled(self, here: Place) -> tuple[float, str]:
        """Return what a roll is worth, and the room it is for."""
        ahead = on_foot(self._going, here).items()
        return max(((odds / LASTS * self._worth(room), room) for room, odds in ahead), default=(0.0, ""))

    def _heading(self, place: Place) -> str:
        return str(place) if place in self._weights.rooms else self._next(place)[1]
