"""The end of a turn: accusing, what a wrong accusation costs, and whose turn is next."""

from collections.abc import Collection
from dataclasses import dataclass

from clue_cli.rules.actions import (
    Accuse,
    Action,
    End,
    Take,
)
from clue_cli.rules.events import Accused, CaseSeen, Cleared, Ended, Paid, Passed, PutOut, Revealed
from clue_cli.rules.legal import Claims, Legal
from clue_cli.rules.options import AccuseWhen, AccuseWhere, LastStanding, OutToken, Wrong
from clue_cli.rules.position import Over, Phase, Position, Then, begin_turn
from clue_cli.rules.table import Outcome


@dataclass(frozen=True, slots=True)
class Closing(Phase):
    """Accuse or end the turn. Rule: CL-09."""

    def legal(self, game: Position) -> Legal:
        """Offer every accusation, or none."""
        return Legal(accusations(game, closing=True), (End(),))

    def apply(self, game: Position, action: Action) -> Position:
        """Check the accusation, or go on to the next player."""
        return end(game, action)


def close(game: Position) -> Position:
    """End the turn, after the choice to accuse where there is one."""
    return game.to(Closing()) if accusations(game, closing=True) else next_turn(game)


def end(game: Position, action: Action) -> Position:
    """End the turn, or accuse, as the action says."""
    return next_turn(game) if isinstance(action, End) else accuse(game, action)


def next_turn(game: Position) -> Position:
    """Go on clockwise, skipping players who are out (C-13)."""
    seats = (*others(game, game.table.active), game.table.active)
    return begin_turn(game, next(seat for seat in seats if seat not in game.table.out))


def others(game: Position, seat: int) -> tuple[int, ...]:
    """List the other seats clockwise, the left neighbour first."""
    count = len(game.hands)
    return tuple((seat + step) % count for step in range(1, count))


def with_cards(game: Position, seats: tuple[int, ...]) -> tuple[int, ...]:
    """List those of `seats` whose hand holds a card."""
    return tuple(seat for seat in seats if game.hands[seat])


# --- accusing ----------------------------------------------------------------------------------


def accusations(game: Position, *, opening: bool = False, closing: bool = False) -> Collection[Action]:
    """Return the open accusations; `opening` before any move, `closing` once it is made."""
    rules = game.scenario.rules
    in_room = game.table.place(game.table.active) in game.table.board.room_ids
    if rules.accuse_where is AccuseWhere.ANY_ROOM and not in_room:  # any room: also one that is no scene
        return ()
    match rules.accuse_when:
        case AccuseWhen.ON_TURN:
            open_ = True
        case AccuseWhen.END_OF_TURN:
            open_ = closing
        case AccuseWhen.IF_UNREFUTED:
            # a turn in which nothing was suggested counts as unrefuted (CL-09, decided)
            open_ = closing and not game.table.refuted
        case AccuseWhen.INSTEAD_OF_MOVE:
            open_ = opening
    return Claims(Accuse, tuple(category.ids for category in game.scenario.categories)) if open_ else ()


def accuse(game: Position, action: Action) -> Position:
    """Compare with the envelope: right wins, wrong is paid for. Rules: C-12 PA-07 PA-09."""
    assert isinstance(action, Accuse)
    seat = game.table.active
    # both are in the order of the categories, so that equal cards are equal tuples
    right = action.cards == game.case
    game = game.tell(Accused(seat, action.cards, right))
    if right:
        return _finish(game, seat)
    revealing: tuple[int, ...] = ()
    if game.scenario.rules.accuse_others_reveal:
        game, revealing = _reveal(game, action.cards)
    if game.scenario.rules.accuse_wrong is Wrong.PAYS_FORFEITS:
        owed = (taker for taker in others(game, seat) for _one in range(1 + (taker in revealing)))
        return pay(game, seat, tuple(owed), next_turn)
    return _put_out(game, seat)


def _reveal(game: Position, cards: tuple[str, ...]) -> tuple[Position, tuple[int, ...]]:
    """Let all but the accuser reveal the named cards they hold; return also who did. Rule: PA-07."""
    revealing = []
    for seat in others(game, game.table.active):
        held = [card for card in cards if card in game.hands[seat]]
        for card in held:
            game = game.tell(Revealed(seat, card))
        # who holds the others is open now too
        if missing := tuple(card for card in cards if card not in held):
            game = game.tell(Passed(seat, missing))
        revealing += [seat] if held else []
    return game, tuple(revealing)


def _put_out(game: Position, seat: int) -> Position:
    """Let a wrong accuser see the case and take no more turns. Rules: C-12 SG-04 C15-06."""
    game = game.tell_alone(CaseSeen(seat, game.case), frozenset({seat}))
    game = _clear_door(game.tell(PutOut(seat)), seat)
    left = [s for s in range(len(game.hands)) if s not in game.table.out]
    if not left:
        return _finish(game, None)
    if len(left) == 1 and game.scenario.rules.accuse_last_standing is LastStanding.WINS:
        return _finish(game, left[0])
    return next_turn(game)


def _clear_door(game: Position, seat: int) -> Position:
    """Move the token of a player put out off the square outside a door, into that room. Rule: CL-10."""
    if game.scenario.rules.move_out_token is OutToken.STAYS:
        return game
    place = game.table.place(seat)
    for room in game.table.board.rooms:
        if any(door.outside == place for door in room.doors):
            return game.tell(Cleared(seat, room.id))
    return game


def _finish(game: Position, winner: int | None) -> Position:
    game = game.tell(Ended(winner, game.case))
    return game.to(Over(Outcome(winner, game.table.rolls)))


# --- forfeits ----------------------------------------------------------------------------------


def pay(game: Position, payer: int, takers: tuple[int, ...], then: Then) -> Position:
    """Let each of `takers` pick a forfeit of the payer's, while there is one left. Rule: PA-08."""
    owed = takers and game.table.forfeits[game.table.seats[payer]]
    return game.to(Taking(payer, takers, then)) if owed else then(game)


@dataclass(frozen=True, slots=True)
class Taking(Phase):
    """Pick a forfeit that is owed. Rules: PA-06 PA-07."""

    payer: int
    takers: tuple[int, ...]
    then: Then

    def seat(self, _game: Position) -> int | None:
        """Let the first of the takers act."""
        return self.takers[0]

    def legal(self, game: Position) -> Legal:
        """Offer what the payer has left."""
        return Legal(tuple(map(Take, game.table.forfeits[game.table.seats[self.payer]])))

    def apply(self, game: Position, action: Action) -> Position:
        """Hand the forfeit over."""
        assert isinstance(action, Take)
        game = game.tell(Paid(self.payer, self.takers[0], action.forfeit))
        return pay(game, self.payer, self.takers[1:], self.then)
