"""Check that a challenge is one of its game, and that it is not known beforehand that nobody can meet it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import ceil

from clue_cli.rules.challenge import Measure
from clue_cli.rules.model import Board, Game, Kind, Place, Scenario, around
from clue_cli.scenario.faults import Fault, Key
from clue_cli.scenario.parts import Parts
from clue_cli.scenario.schema_challenge import MedalsTable, bounds
from clue_cli.words import _, ngettext

_PIPS = 6  # the most that a die shows


def check(parts: Parts) -> Iterator[Fault]:
    """Find a challenge that does not fit its game, or whose medals are in no order."""
    challenge = parts.table.challenge
    if challenge is None or parts.game is None:
        return
    counted = [measure for measure in Measure if measure in challenge.model_fields_set]
    solitaire = parts.game.solitaire
    own = [measure for measure in counted if (measure is Measure.ROLLS) is solitaire]
    for measure in counted:
        if measure not in own:
            message = _("means nothing in the game '{game}'").format(game=parts.game)
            yield Fault(("challenge", measure), message, on_key=True)
    for measure in own[1:]:
        message = _("must be left out: there is '{measure}' already").format(measure=own[0])
        yield Fault(("challenge", measure), message, on_key=True)
    if solitaire and not own:
        message = _("missing: that every card is taken in the end is no challenge")
        yield Fault(("challenge", Measure.ROLLS), message)
    for measure in counted:
        if most := getattr(challenge, measure):
            yield from _medals(("challenge", measure), most)


def _medals(path: Key, table: MedalsTable) -> Iterator[Fault]:
    allowed = bounds(table)
    if not table.model_fields_set:
        yield Fault(path, _("must have a number for gold, silver or bronze"))
    for (_better, less), (medal, most) in pairwise(allowed):
        if most <= less:
            message = _("must be {least} or more, not {most}: a better medal allows {less}")
            yield Fault((*path, medal), message.format(least=less + 1, most=most, less=less))


def unreachable(scenario: Scenario) -> Iterator[Fault]:
    """Find medals for fewer rolls than the quickest game takes."""
    challenge = scenario.challenge
    if challenge is None or challenge.measure is not Measure.ROLLS:
        return
    fewest = fewest_rolls(scenario)
    words = ngettext(
        "can't be met: no game takes fewer than {n} roll",
        "can't be met: no game takes fewer than {n} rolls",
        fewest,
    )
    for medal, most in challenge.bounds:
        if most < fewest:
            yield Fault(("challenge", Measure.ROLLS, medal), words.format(n=fewest))


def fewest_rolls(scenario: Scenario) -> int:
    """Return a number of rolls that no game of a solitaire stays below, whatever the dice.

    To enter a room takes the shortest way to it from the nearest place to be in, at the most pips a roll.
    In "collect" every card takes an entry of its own (S1-04 S1-05), the suspects and likewise the weapons
    in different rooms (S1-01). In "errands" a room is entered once at least, but for the start (S2-05).
    """
    entries = _entries(scenario)
    if scenario.game is Game.ERRANDS:
        return sum(rolls for room, rolls in entries.items() if room != scenario.start)
    quickest = sorted(entries.values())
    return sum(sum(quickest[: len(scenario.ids(kind))]) for kind in Kind)


def _entries(scenario: Scenario) -> dict[str, int]:
    """Return, for each room on a card, the fewest rolls in which it is entered from any other place."""
    pips = _PIPS * scenario.rules.move_dice
    joined = _joined(scenario.board)
    others: set[Place] = {*scenario.board.room_ids, scenario.start}
    return {room: ceil(_steps(joined, room, others - {room}) / pips) for room in scenario.ids(Kind.ROOM)}


def _steps(joined: Mapping[Place, set[Place]], room: Place, others: set[Place]) -> int:
    """Return the fewest steps between a room and the nearest of the others; 1 where none is joined to it."""
    here, seen, steps = {room}, {room}, 0
    while here and not here & others:
        here = set[Place]().union(*(joined[place] for place in here)) - seen
        seen |= here
        steps += 1
    return steps if here else 1


def _joined(board: Board) -> Mapping[Place, set[Place]]:
    """Return the places that are one step from each place, whichever way."""
    joined: dict[Place, set[Place]] = defaultdict(set)
    for square in board.squares:
        joined[square] |= board.squares.intersection(around(square))
    steps: list[tuple[Place, Place]] = list(board.paths)
    steps += [(room.id, door.outside) for room in board.rooms for door in room.doors]
    steps += [(spot.id, door.outside) for spot in board.spots for door in spot.doors]
    if board.middle:
        beside = (square for cell in board.cells(board.middle.letter) for square in around(cell))
        steps += [(board.middle.id, square) for square in beside]
    for one, other in steps:
        joined[one].add(other)
        joined[other].add(one)
    return joined
