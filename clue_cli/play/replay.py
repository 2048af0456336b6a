"""Tell a recorded game again, event by event: as one seat was told it, or the whole truth.

It prints nothing, and asks nobody whether the truth may be told yet.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_jsonable_python

from clue_cli.play.session import Record, begin, scripts
from clue_cli.rules.actions import parse
from clue_cli.rules.events import ONLOOKER, Ended, Event, OffScript, TurnBegan
from clue_cli.rules.model import Place, Scenario
from clue_cli.rules.position import Position
from clue_cli.rules.table import Table
from clue_cli.scenario.faults import key_text
from clue_cli.scenario.load import from_document
from clue_cli.scenario.options import OPTIONS

FORMAT = 1
_SPELT = {"pips": "dice"}
"""The fields of events that have another name in JSON."""


@dataclass(frozen=True, slots=True)
class Told:
    """Hold one event, in which turn it happened (0 before play), and the seats that know all of it.

    `table` is what lies open after the action that made it happen.
    """

    turn: int
    event: Event
    seen_by: tuple[int, ...]
    table: Table


@dataclass(frozen=True, slots=True)
class Replay:
    """Hold a game told again to `seat` (or ONLOOKER); None is the truth.

    `starts` holds where each token stood before play. `case`, and `hidden`, the card that lies face down
    in a room (C15-07), are known of the truth alone.
    """

    scenario: Scenario
    record: Record
    seat: int | None
    starts: Mapping[str, Place]
    events: tuple[Told, ...]
    over: bool
    case: tuple[str, ...] | None = None
    hidden: Mapping[str, str] | None = None


def replay(record: Record, seat: int | None) -> Replay:
    """Tell a game, whose log must be one of its scenario, as `seat` (or ONLOOKER) was told it, or truly."""
    scenario = from_document(record.document, str(record.document.get("id"))).scenario
    position = begin(scenario, record)
    starts, told = position.table.tokens, list[Told]()
    followed = scripts(scenario, record)
    for line in record.log:
        before, cue = position, followed.cue(position)
        followed, position = followed.after(before), before.apply(parse(line))
        news = list(_told(position, before.table.turn, seat))
        if seat is None and cue and not cue.rest and before.seat is not None:
            at = _over(news) if cue.action else 0
            event = OffScript(before.seat, str(cue.lost or ""))
            news.insert(at, Told(before.table.turn, event, (), (position if at else before).table))
        told += news
    secrets = (position.case, position.laid) if seat is None else ()
    return Replay(scenario, record, seat, starts, tuple(told), position.outcome() is not None, *secrets)


def _over(news: Sequence[Told]) -> int:
    """Return where what an action did in its own turn is over, among what it made happen."""
    return next((n for n, one in enumerate(news) if isinstance(one.event, TurnBegan | Ended)), len(news))


def _told(position: Position, turn: int, seat: int | None) -> Iterator[Told]:
    """Go through what `seat` was told of the last action, which was taken in that turn."""
    opened: tuple[int, ...] = ()
    for note in position.notes:
        if isinstance(note.event, TurnBegan):
            turn = note.event.turn
        # what covers an event for others comes right after it
        if not note.covered:
            opened = tuple(sorted(note.seats - {ONLOOKER}))
        if not note.covered if seat is None else seat in note.seats:
            yield Told(turn, note.event, opened, position.table)


# --- for other programs ------------------------------------------------------------------------


def lines(game: Replay) -> Iterator[str]:
    """Write a game as JSON Lines, the header first; docs/replay.md says what each key means."""
    yield json.dumps(_header(game)) + "\n"
    for told in game.events:
        yield json.dumps(_facts(told)) + "\n"


def _header(game: Replay) -> dict[str, Any]:
    scenario, document = game.scenario, game.record.document
    options = {key_text(path[1:]): option for option, path in OPTIONS[scenario.game].items() if path[1:]}
    header: dict[str, Any] = to_jsonable_python(
        {
            "kind": "game",
            "format": FORMAT,
            "scenario": scenario.id,
            "game": scenario.game,
            "seed": game.record.seed,
            "truth": game.seat is None,
            "seat": None if game.seat == ONLOOKER else game.seat,
            "over": game.over,
            "seats": [
                {"seat": n, "suspect": seat.suspect, "mind": seat.mind}
                for n, seat in enumerate(game.record.seats)
            ],
            "rules": {key: getattr(scenario.rules, option) for key, option in options.items()},
            "cards": [{"kind": category.kind, "cards": category.ids} for category in scenario.categories],
            "clues": scenario.clues,
            "forfeits": [forfeit.id for forfeit in scenario.forfeits],
            "board": document["board"],
            "starts": dict(game.starts),
            "case": game.case,
            "hidden": None if game.hidden is None else dict(game.hidden),
        }
    )
    return header


def _facts(told: Told) -> dict[str, Any]:
    fields = {_SPELT.get(name, name): value for name, value in to_jsonable_python(told.event).items()}
    # the class of an event is what happened: TurnBegan is turn_began
    kind = re.sub("(?<!^)(?=[A-Z])", "_", type(told.event).__name__).lower()
    return {"turn": told.turn, "kind": kind} | fields | {"seen_by": told.seen_by}
