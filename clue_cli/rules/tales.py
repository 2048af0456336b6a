"""Told events as they happen: a scenario's tales, each right after the public event that is its moment.

Moments are open to all, and so is all that follows from a tale: where a card called for is not held by
anybody, that is told too, so that nothing can be read out of silence.
"""

from typing import TYPE_CHECKING

from clue_cli.rules.copying import changed
from clue_cli.rules.events import (
    Carried,
    Ended,
    Event,
    Moved,
    PutOut,
    Said,
    Suggested,
    Taken,
    TookPassage,
    TurnBegan,
    Uncovered,
    Unrefuted,
    Walked,
)
from clue_cli.rules.tale import Moment, Tale

if TYPE_CHECKING:  # a position tells events, and with them tales
    from clue_cli.rules.position import Position


def told_of(game: "Position", event: Event) -> "Position":
    """Let the tales happen whose moment is this event, which has just been told, in the order of the file."""
    for number, tale in enumerate(game.tales):
        if (tale.again or number not in game.happened) and _is_moment(tale, event, game.table.seats):
            game = _happen(changed(game, happened=game.happened | {number}), tale)
    return game


def _is_moment(tale: Tale, event: Event, seats: tuple[str, ...]) -> bool:
    seat: int | None
    match tale.when, event:
        case (
            (Moment.START, TurnBegan(1, seat))
            | (Moment.TURN, TurnBegan(tale.turn, seat))
            | (
                Moment.ENTER,
                Walked(seat, tale.place) | TookPassage(seat, tale.place) | Moved(seat, tale.place),
            )
            | (Moment.UNREFUTED, Unrefuted(seat))
            | (Moment.OUT, PutOut(seat))
            | (Moment.END, Ended(seat))
        ):
            named = True
        case Moment.SUGGEST, Suggested(seat, cards):
            named = tale.card in ("", *cards)
        case Moment.TAKE, Taken(seat, card):
            named = tale.card in ("", card)
        case _:
            return False
    return named and (not tale.suspect or (seat is not None and seats[seat] == tale.suspect))


def _happen(game: "Position", tale: Tale) -> "Position":
    if tale.say:
        game = game.tell(Said(tale.say.words))
    for weapon, room in tale.weapons.items():
        if game.table.pieces.get(weapon) != room:
            game = game.tell(Carried(weapon, room))
    if tale.uncover in game.table.hidden:
        game = game.tell(Uncovered(tale.uncover, game.laid[tale.uncover]))
    if tale.reveal:
        game = game.reveal(tale.reveal)
    # before rolls that are fixed already
    return changed(game, dice=(*tale.dice, *game.dice)) if tale.dice else game
