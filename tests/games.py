"""How the tests set a game up and drive it: by action texts, or at random from a seed.

Everything goes through the verbs that a game answers to; no state is built by hand.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from clue_cli.opponents.levels import LEVELS, mind
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import (
    Accuse,
    Action,
    Deal,
    Dice,
    Go,
    Hide,
    Lay,
    Put,
    parse,
)
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import Contended, Event, Walked
from clue_cli.rules.legal import Claims, IllegalAction, Legal
from clue_cli.rules.model import Board, Card, Category, Door, Kind, Middle, Place, Room, Scenario, Text
from clue_cli.rules.movement import distances
from clue_cli.rules.moving import Stops
from clue_cli.rules.position import Position
from clue_cli.scenario.load import Loaded, load
from clue_cli.scenario.shelf import listing

NAMELESS = Text({"": "-"})
CASE = "plum rope hall"

# --- every table --------------------------------------------------------------------------------

EDITIONS: dict[str, Loaded] = {
    one.id: loaded for one in listing() if not (loaded := load(one.path)).scenario.game.solitaire
}
"""The shipped detective games by id."""

TABLES = [
    (name, count)
    for name, loaded in EDITIONS.items()
    for count in range(loaded.scenario.rules.players[0], loaded.scenario.rules.players[1] + 1)
]
"""Each of them with each number of players that it takes."""


# --- boards ------------------------------------------------------------------------------------


def drawn(*rows: str, doors: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()) -> Board:
    """Return the board of a drawing: `.` corridor, `x` the middle, a capital the room of that name."""
    letters = sorted({mark for row in rows for mark in row if mark.isupper()})
    return Board(
        rows,
        "drawn",
        NAMELESS,
        frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."),
        tuple(
            Room(
                letter.lower(),
                letter,
                NAMELESS,
                tuple(Door(inside, out) for inside, out in doors if rows[inside[0]][inside[1]] == letter),
            )
            for letter in letters
        ),
        middle=Middle("stairs", "x", NAMELESS) if any("x" in row for row in rows) else None,
    )


def category(kind: Kind, ids: str) -> Category:
    """Return a category of these cards."""
    return Category(kind, NAMELESS, tuple(Card(card, NAMELESS) for card in ids.split()))


# --- by action texts ---------------------------------------------------------------------------


def play(state: Position, *lines: str) -> Position:
    """Return the state that the actions of these texts lead to."""
    for line in lines:
        state = state.apply(parse(line))
    return state


def may(state: Position, line: str) -> bool:
    """Tell whether the action of this text is open to a seat; if it is not, check that it is refused."""
    action = parse(line)
    if action in state.legal():
        return True
    with pytest.raises(IllegalAction):
        state.apply(action)
    return False


def offered(state: Position) -> set[str]:
    """Return the texts of all open actions but the suggestions and accusations."""
    parts = (part for part in state.legal().parts if not isinstance(part, Claims))
    return {str(action) for part in parts for action in part}


def told(state: Position, seat: int) -> list[Event]:
    """Return what the last action told `seat`."""
    return [note.event for note in state.notes if seat in note.seats]


def dealt(
    scenario: Scenario,
    hands: Mapping[str, str],
    case: str = CASE,
    at: Mapping[str, Place] | None = None,
    laid: Mapping[str, str] | None = None,
    **options: Any,
) -> Position:
    """Return the first turn of a game with this case and these cards in the hands of these suspects.

    Hands are filled up with cards that nobody was given; only such cards are turned up. `at` says where
    tokens start, `laid` which card lies in which room, and `options` change the rules. Weapons stand in
    the first rooms, in order, and where dice decide the first seat begins.
    """
    rules = replace(scenario.rules, **options)
    scenario = replace(scenario, starts={**scenario.starts, **(at or {})}, rules=rules)
    seats = [suspect for suspect in scenario.ids(Kind.SUSPECT) if suspect in hands]
    hidden = [Lay(card, room) for room, card in (laid or {}).items()]
    piles = [hands[suspect].split() for suspect in seats]
    given = {*case.split(), *(lay.card for lay in hidden), *(card for pile in piles for card in pile)}
    state = new_game(scenario, seats)
    while not state.table.turn:
        outcomes = list(state.chance())
        match outcomes[0]:
            case Hide():
                action: Action = Hide(case.split()[len(state.case)])
            case Lay():
                action = hidden.pop(0)
            case Dice(pips):
                action = Dice((1 if isinstance(state.notes[-1].event, Contended) else 6,) * len(pips))
            case Deal() if pile := piles[sum(map(len, state.hands)) % len(seats)]:
                action = Deal(pile.pop(0))
            case Put():
                action = outcomes[0]
            case _:
                action = next(one for one in outcomes if given.isdisjoint(str(one).split()))
        state = state.apply(action)
    return state


# --- at random ---------------------------------------------------------------------------------

Chooser = Callable[[Position, Random], Action]
Step = tuple[Position, Action, Position]


def driven(state: Position, rng: Random, choose: Chooser, limit: int = 20_000) -> Iterator[Step]:
    """Go through a game to its end: each state, the action taken in it, and the state it leads to.

    Chance falls by its probabilities, `choose` acts for every seat. A game of more than `limit`
    actions fails the test.
    """
    for _ in range(limit):
        if state.outcome() is not None:
            return
        outcomes = state.chance()
        if outcomes:
            (action,) = rng.choices(list(outcomes), [float(odds) for odds in outcomes.values()])
        else:
            action = choose(state, rng)
        following = state.apply(action)
        yield state, action, following
        state = following
    pytest.fail(f"the game goes on after {limit} actions")


def whims(case: Callable[[], tuple[str, ...]], accusing: float = 0.2) -> Chooser:
    """Return a chooser for the detective game: rooms and suggestions if it can, now and then an accusation.

    It accuses so often of the times it can. One accusation in four is right, so that some games are won;
    `case` tells what is right.
    """

    def choose(state: Position, rng: Random) -> Action:
        legal = state.legal()
        accusations = legal.claims(Accuse)
        if accusations and rng.random() < accusing:
            return Accuse(case()) if rng.random() < 0.25 else _claim(accusations, rng)
        part = rng.choice([part for part in legal.parts if part is not accusations])
        if isinstance(part, Stops):
            return _stop(legal, part, state.table.board, rng)
        return _claim(part, rng) if isinstance(part, Claims) else _into_a_room(list(part), rng)

    return choose


def _stop(legal: Legal, stops: Stops, board: Board, rng: Random) -> Action:
    """Return a walk that stops on a snoop square, if a few tries find one, else one that does not (MD-08)."""
    ends = [walk for walk in legal.of(Go) if walk.stop is None]
    tries = (Go(rng.choice(ends).place, rng.choice(sorted(board.snoops))) for _ in range(12))
    return next((walk for walk in tries if walk in stops), rng.choice(ends))


def _claim(claims: Claims, rng: Random) -> Action:
    return claims.kind(tuple(rng.choice(group) for group in claims.groups))


def _into_a_room(actions: list[Action], rng: Random) -> Action:
    rooms = [action for action in actions if isinstance(action, Go) and isinstance(action.place, str)]
    return rng.choice(rooms or actions)


def actors(
    seats: int, case: Callable[[], tuple[str, ...]], rng: Random, minds: Sequence[str] = LEVELS
) -> Chooser:
    """Return a chooser in which each seat is played by a mind or by whims, which accuse wrongly, too."""
    players = [rng.choice([*minds, "whims"]) for _ in range(seats)]
    whim = whims(case, accusing=0.06)

    def choose(state: Position, rng: Random) -> Action:
        assert state.seat is not None
        player = players[state.seat]
        if player == "whims":
            return whim(state, rng)
        stream = Stream(str(rng.randrange(10_000)), player, 0)
        return mind(player).decide(state.view(state.seat), state.legal(), stream)

    return choose


def collecting(state: Position, rng: Random) -> Action:
    """Choose for the solitaire: mostly a room that still holds something or the way there, else anything."""
    table, board = state.table, state.scenario.board
    walks = [action for action in state.legal() if isinstance(action, Go)]
    if not walks or rng.random() < 0.1:
        return rng.choice(list(state.legal()))
    rooms = state.scenario.ids(Kind.ROOM)
    walked = [event.place for event in state.view(0).history if isinstance(event, Walked)]
    closed = {next((place for place in reversed(walked) if place in rooms), None)}
    suspects = {table.pieces[one] for one in state.scenario.ids(Kind.SUSPECT) if one in table.pieces}
    worth = set(rooms) - set(table.taken) or suspects or set(table.pieces.values())
    worth = worth - closed or set(rooms) - closed

    def way(walk: Go) -> int:
        if walk.place in worth:
            return 0
        return min((far for room, far in distances(board, walk.place).items() if room in worth), default=99)

    shortest = min(map(way, walks))
    return rng.choice([walk for walk in walks if way(walk) == shortest])
