"""Games played at random from seeds: what must hold in every state of every game."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from games import EDITIONS, TABLES, Step, collecting, driven, whims

from clue_cli.rules.actions import (
    Accuse,
    Action,
    Deal,
    Dice,
    Hide,
    Lay,
    Show,
    Suggest,
    TurnUp,
    parse,
)
from clue_cli.rules.begin import NOTHING
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import (
    ONLOOKER,
    Accused,
    Asked,
    Carried,
    CaseSeen,
    Cleared,
    ClueDrawn,
    Contended,
    Dealt,
    Dragged,
    Ended,
    Event,
    Gave,
    Interrogated,
    Joined,
    Laid,
    Looked,
    Moved,
    Named,
    Paid,
    Passed,
    Placed,
    PutOut,
    Revealed,
    Rolled,
    Said,
    Shown,
    Snooped,
    Stuck,
    Suggested,
    Taken,
    TookPassage,
    TurnBegan,
    TurnedUp,
    Uncovered,
    Unheld,
    Unrefuted,
    Walked,
    Yielded,
)
from clue_cli.rules.legal import IllegalAction
from clue_cli.rules.model import Kind, Scenario
from clue_cli.rules.position import Position
from clue_cli.rules.table import Outcome

LINES = (
    "roll",
    "end",
    "go hall",
    "go 17,7",
    "go 0,0",
    "go attic",
    "passage study",
    "passage lounge",
    "suggest plum rope",
    "suggest plum rope hall",
    "accuse plum rope hall",
    "accuse rope plum hall",
    "show plum",
    "show rope",
    "show hall",
    "hide plum",
    "deal rope",
    "put rope hall",
    "dice 1",
    "dice 1 1",
    "dice 1 1 1",
    "turnup rope",
    "lay rope hall",
    "clue show_left",
    "clue reveal plum",
    "draw plum",
    "go hall 7,7",
    "name plum",
    "reveal rope",
    "join hall",
    "ask plum",
    "snoop plum",
    "interrogate plum",
    "give plum",
    "yield",
    "take song",
)
"""Actions of which most are not open in most states."""


# --- what must hold in each state --------------------------------------------------------------


def check_one_is_due(state: Position) -> None:
    """Check that a seat, or chance, must act, or the game is over: one of the three, and never none."""
    due = {"seat": bool(state.legal()), "chance": bool(state.chance()), "end": state.outcome() is not None}
    assert list(due.values()).count(True) == 1, due
    assert due["seat"] == (state.seat is not None)


def check_chance_is_whole(state: Position) -> None:
    """Check that the outcomes of chance are all possible and their probabilities sum to exactly 1."""
    odds = list(state.chance().values())
    assert all(one > 0 for one in odds)
    assert not odds or sum(odds) == 1


def check_refused(state: Position, rng: Random) -> None:
    """Check that an action that is not open is refused and leaves the state as it was."""
    action = parse(rng.choice(LINES))
    if action in state.legal() or action in state.chance():
        return
    before = appearance(state)
    with pytest.raises(IllegalAction):
        state.apply(action)
    assert appearance(state) == before


def appearance(state: Position) -> str:
    """Return all that can change in a state, as text; a history is a tuple, so its length is enough."""
    views = [state.view(seat) for seat in (*range(len(state.table.seats)), ONLOOKER)]
    seen = [(sorted(view.hand), len(view.history)) for view in views]
    return repr((state.table, state.notes, state.seat, seen))


def check_text(action: Action) -> None:
    """Check that the text of an action reads back as that action."""
    assert parse(str(action)) == action


def check_events(step: Step) -> None:
    """Check that each event of the step reached the seats it is for, no other, and nothing else was told."""
    before, _, after = step
    for seat in (*range(len(after.table.seats)), ONLOOKER):
        news = tuple(note.event for note in after.notes if seat in note.seats)
        assert after.view(seat).history == before.view(seat).history + news
        assert after.view(seat).table == after.table
    everybody = frozenset((*range(len(after.table.seats)), ONLOOKER))
    for note in after.notes:
        assert note.seats == audience(note.event, everybody), note
    # what is told in two versions reaches each seat in one of them
    for kind in {type(note.event) for note in after.notes} & (set(WHO_SEES) - {CaseSeen}):
        reached = [seat for note in after.notes if isinstance(note.event, kind) for seat in note.seats]
        assert sorted(reached) == sorted(everybody)


WHO_SEES: dict[type[Event], tuple[str, ...]] = {
    Dealt: ("seat",),  # C-02: each player knows only their own hand
    Looked: ("seat",),  # C15-07: privately
    Shown: ("seat", "to"),  # C-10, and C15-09: the next player on the left only
    Snooped: ("seat", "of"),  # MD-08: looks, and gives it back
    Gave: ("seat", "to"),  # PA-06: it changes hands
    CaseSeen: ("seat",),  # C-12: the case stays secret to the others
}
"""The events that tell of a hidden card, and whom they name that sees it."""

PUBLIC = frozenset(
    {
        *(TurnedUp, Laid, Placed, Contended, TurnBegan, Rolled, Walked, TookPassage, Moved, Stuck, Cleared),
        *(ClueDrawn, Named, Revealed, Unheld, Joined, Suggested, Dragged, Asked, Passed, Unrefuted),
        *(Interrogated, Yielded, Paid, Accused, PutOut, Taken, Ended, Said, Carried, Uncovered),
    }
)
"""What happens before everybody: C-10 who showed and who could not, SG-05, MD-03, C15-09, C15-10, PA-07."""


def audience(event: Event, everybody: frozenset[int]) -> frozenset[int]:
    """Return who is to be told: those who see a card, or of a covered one, all others."""
    if type(event) not in WHO_SEES:
        assert type(event) in PUBLIC
        return everybody
    informed = frozenset(getattr(event, name) for name in WHO_SEES[type(event)])
    return everybody - informed if getattr(event, "card", "") is None else informed


class Ledger:
    """Keep the log of a game, and what the log says of where the cards are."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.case: tuple[str, ...] = ()
        self.aside: list[str] = []

    def case_drawn(self) -> tuple[str, ...]:
        """Return the case."""
        return self.case

    def write(self, step: Step) -> None:
        """Write the action of a step down."""
        action = step[1]
        self.log.append(str(action))
        match action:
            case Hide(card):
                self.case = (*self.case, card)
            case TurnUp(card) | Lay(card, _):
                self.aside.append(card)

    def check_cards(self, state: Position) -> None:
        """Check that case, hands, what lies apart and deck hold all cards, each once; all know their hand."""
        aside = any(isinstance(action, Lay | TurnUp) for action in state.chance())
        if len(self.case) < 3 or aside or state.begin != NOTHING:  # then not all of the deck is offered
            deck = [*state.deck]
        else:
            deck = [action.card for action in state.chance() if isinstance(action, Deal)]
        hands = [state.view(seat).hand for seat in range(len(state.table.seats))]
        assert tuple(hands) == state.hands
        assert Counter([*state.table.face_up, *state.laid.values()]) == Counter(self.aside)
        held = [*self.case, *self.aside, *deck, *(card for hand in hands for card in hand)]
        assert Counter(held) == Counter(list(state.scenario.cards))


def check_replay(start: Position, log: list[str], end: Position) -> None:
    """Check that the log, read line by line, leads to an equal state."""
    for line in log:
        start = start.apply(parse(line))
    assert start == end


def checked(start: Position, rng: Random, accusing: float) -> Iterator[Position]:
    """Play a random game to its end, check in each state all that must hold, and yield the states."""
    state, ledger, other = start, Ledger(), Random(0)
    for step in driven(start, rng, whims(ledger.case_drawn, accusing)):
        before, _action, state = step
        check_one_is_due(before)
        check_chance_is_whole(before)
        ledger.check_cards(before)
        if other.random() < 0.1:
            check_refused(before, other)
        check_text(step[1])
        check_events(step)
        ledger.write(step)
        yield state
    check_one_is_due(state)
    ledger.check_cards(state)
    check_refused(state, other)
    check_replay(start, ledger.log, state)


# --- the detective game ------------------------------------------------------------------------


@pytest.mark.rule("C-01", "C-02", "C-10", "C-12")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("part", range(5))
def test_random_games_of_classic_end_and_hold_together(classic: Scenario, seats: int, part: int) -> None:
    """320 games: each ends, and in each state one side is due, chances sum to 1, cards and secrets keep."""
    winners: Counter[bool] = Counter()
    for game in range(16):
        rng = Random(f"classic {seats} {part} {game}")
        *_, end = checked(new_game(classic, rng.sample(classic.ids(Kind.SUSPECT), seats)), rng, 0.2)
        outcome = end.outcome()
        assert outcome is not None
        winners[outcome.winner is None] += 1
    assert min(winners[True], winners[False]) > 0, "games are won and lost"


@pytest.mark.rule("C-10", "CL-08", "C-13", "C-12", "C-11")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_ask_and_take_turns_as_the_rules_say(classic: Scenario, seats: int) -> None:
    """In 25 games a size: the first seat clockwise with a named card is asked and shows one, out or not."""
    for game in range(25):
        rng = Random(f"asking {seats} {game}")
        state = new_game(classic, rng.sample(classic.ids(Kind.SUSPECT), seats))
        ledger = Ledger()
        suggestions: Counter[int] = Counter()
        for before, action, after in driven(state, rng, whims(ledger.case_drawn)):
            ledger.write((before, action, after))
            asker = before.table.active
            if isinstance(action, Suggest):
                suggestions[before.table.turn] += 1
                named = next(note.event.cards for note in after.notes if isinstance(note.event, Suggested))
                round_ = [(asker + step) % seats for step in range(1, seats)]
                holders = [seat for seat in round_ if before.view(seat).hand & set(named)]
                if holders:
                    assert after.seat == holders[0]
                    shows = {Show(card) for card in after.view(holders[0]).hand & set(named)}
                    assert set(after.legal()) == shows
                else:
                    assert after.table.active == asker
            if after.table.turn != before.table.turn and before.table.turn:
                round_ = [(asker + step) % seats for step in range(1, seats + 1)]
                assert after.table.active == next(seat for seat in round_ if seat not in after.table.out)
        assert set(suggestions.values()) <= {1}


@pytest.mark.rule("C-12")
def test_a_random_game_is_won_by_who_names_the_case_and_by_nobody_else(classic: Scenario) -> None:
    """In 40 games the last accusation decides: right, and its seat wins; wrong, and all are out."""
    for game in range(40):
        rng = Random(f"ending {game}")
        state = new_game(classic, rng.sample(classic.ids(Kind.SUSPECT), 3 + game % 4))
        ledger = Ledger()
        rolls = 0
        for before, action, after in driven(state, rng, whims(ledger.case_drawn)):
            ledger.write((before, action, after))
            rolls += isinstance(action, Dice)
            if isinstance(action, Accuse):
                right = action.cards == ledger.case
                everybody_out = len(after.table.out) == len(after.table.seats)
                winner = before.seat if right else None
                expected = Outcome(winner, rolls) if right or everybody_out else None
                assert after.outcome() == expected
            else:
                assert after.outcome() is None


# --- the solitaire -----------------------------------------------------------------------------


def wanted(state: Position, room: str) -> str | None:
    """Return the card that entering `room` must give: its room card, a suspect, a weapon, or none (S1-05)."""
    taken, pieces = state.table.taken, state.table.pieces
    if not set(state.scenario.ids(Kind.ROOM)) <= set(taken):
        return room if room not in taken else None
    for kind in (Kind.SUSPECT, Kind.WEAPON):
        left = [card for card in state.scenario.ids(kind) if card not in taken]
        if left:
            return next((card for card in left if pieces[card] == room), None)
    return None


@pytest.mark.rule("S1-01", "S1-03", "S1-04", "S1-05", "S1-06")
@pytest.mark.parametrize("part", range(8))
def test_random_games_of_collect_end_and_hold_together(collect: Scenario, part: int) -> None:
    """64 games: each ends, scores its rolls, takes cards in order, never enters a room twice running."""
    for game in range(8):
        rng = Random(f"collect {part} {game}")
        start = state = new_game(collect)
        ledger = Ledger()
        entered: list[str] = []
        rolls = 0
        for step in driven(start, rng, collecting):
            before, action, state = step
            check_one_is_due(before)
            check_chance_is_whole(before)
            check_events(step)
            if rng.random() < 0.1:
                check_refused(before, rng)
            ledger.write(step)
            rolls += any(isinstance(note.event, Rolled) for note in state.notes)
            place = getattr(action, "place", None)
            took = [note.event.card for note in state.notes if isinstance(note.event, Taken)]
            card = wanted(before, place) if isinstance(place, str) else None
            assert took == ([card] if card else [])
            if isinstance(place, str):
                assert entered[-1:] != [place]
                entered.append(place)
        assert state.outcome() == Outcome(0, rolls)
        assert set(state.table.taken) == set(collect.cards)
        check_replay(start, ledger.log, state)


# --- every table -------------------------------------------------------------------------------


@pytest.mark.rule("C-01", "C-02", "C-10", "C-12", "SG-05", "C15-07", "C15-09", "MD-08", "MD-14", "PA-06")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_games_at_every_table_end_and_hold_together(name: str, seats: int) -> None:
    """At each number of players of each edition: one side is due, cards and secrets keep, games end."""
    for start, rng in tables(name, seats):
        *_, end = checked(start, rng, 0.1)
        assert end.outcome()


def tables(name: str, seats: int) -> Iterator[tuple[Position, Random]]:
    """Go through the games of a table: how each begins, and what it is played with."""
    scenario = EDITIONS[name].scenario
    for game in range(3):
        rng = Random(f"{name} {seats} {game}")
        yield new_game(scenario, rng.sample(scenario.ids(Kind.SUSPECT), seats)), rng


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("signature", {TurnedUp}),
        ("clue-2015", {Laid, Looked, ClueDrawn, Named, Asked, Revealed, Unheld, Shown, Moved, Joined}),
        ("clue-2015-large", {Laid, Looked, ClueDrawn, Named, Asked, Revealed, Unheld, Shown, Moved}),
        ("clue-2015-quick", {Laid, Looked, ClueDrawn, Shown}),
        ("master-detective", {Contended, Snooped, Laid, Looked, CaseSeen}),
        ("parlour", {TurnedUp, Asked, Interrogated, Gave, Yielded, Paid, Revealed}),
    ],
)
def test_random_games_see_all_that_an_edition_adds(name: str, kinds: set[type[Event]]) -> None:
    """The games above do reach what is new: else what they check of it would be nothing."""
    seen: set[type[Event]] = set()
    for seats in (seats for edition, seats in TABLES if edition == name):
        for start, rng in tables(name, seats):
            case: list[str] = []
            for _before, action, state in driven(start, rng, whims(lambda: tuple(case), 0.1)):  # noqa: B023
                case += [action.card] if isinstance(action, Hide) else []
                seen |= {type(note.event) for note in state.notes}
    assert kinds <= seen
