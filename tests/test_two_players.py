"""Two players: four cards set aside, face up or hidden in rooms (C15-07, SG-05)."""

from dataclasses import replace

import pytest
from games import may, play, told
from playing import at_random

from clue_cli.opponents.levels import mind
from clue_cli.play.session import PERSON, Notes, Record, Seat, Session
from clue_cli.play.streams import Stream
from clue_cli.reasoning.facts import ENVELOPE, FACE_UP, ROOM_CARDS, Tier
from clue_cli.reasoning.knowledge import read
from clue_cli.rules.actions import Lay, TurnUp
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import ONLOOKER, Dealt, Laid, Looked, TurnedUp
from clue_cli.rules.model import Kind, Scenario
from clue_cli.rules.options import TwoPlayers
from clue_cli.rules.position import Position
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find
from clue_cli.ui.desk import Desk
from clue_cli.ui.telling import Teller
from clue_cli.ui.terminal import terminal

CASE = ("hide plum", "hide knife", "hide hall")
FOUR = ("rope", "green", "study", "wrench")


def duel(classic: Scenario, option: TwoPlayers, *, players: int = 2) -> Position:
    """Return a game whose case is drawn and whose four cards are still to be set aside."""
    rules = replace(classic.rules, players=(2, 6), setup_two_players=option)
    suspects = classic.ids(Kind.SUSPECT)[:players]
    return play(new_game(replace(classic, rules=rules), suspects), *CASE)


def dealt(state: Position, scarlett: str, mustard: str) -> Position:
    """Deal two hands in turn and stand the weapons in rooms, in the board's order."""
    for pair in zip(scarlett.split(), mustard.split(), strict=True):
        state = play(state, *(f"deal {card}" for card in pair))
    for weapon, room in zip(state.scenario.ids(Kind.WEAPON), state.scenario.ids(Kind.ROOM), strict=False):
        state = play(state, f"put {weapon} {room}")
    return state


def hidden(classic: Scenario) -> Position:
    """Return Scarlett's first turn: rope lies in the lounge, green, study and wrench in three other rooms."""
    lines = [
        f"lay {card} {room}" for card, room in zip(FOUR, ("lounge", "study", "hall", "kitchen"), strict=True)
    ]
    state = play(duel(classic, TwoPlayers.HIDDEN_IN_ROOMS), *lines)
    return dealt(
        state,
        "scarlett white candlestick revolver kitchen ballroom library",
        "mustard peacock lead_pipe conservatory billiard_room lounge dining_room",
    )


@pytest.mark.rule("C15-07", "SG-05")
@pytest.mark.parametrize("option", [option for option in TwoPlayers if option is not TwoPlayers.NONE])
def test_four_cards_are_set_aside_for_two_only(classic: Scenario, option: TwoPlayers) -> None:
    """Two players get seven cards each of the eighteen; three get all of them."""
    state = duel(classic, option)
    for _card in range(4):
        assert isinstance(next(iter(state.chance())), TurnUp | Lay)
        state = state.apply(next(iter(state.chance())))
    for _card in range(14):
        state = state.apply(next(iter(state.chance())))
    assert [len(hand) for hand in state.hands] == [7, 7]
    assert not isinstance(next(iter(duel(classic, option, players=3).chance())), TurnUp | Lay)


def test_option_two_players_none(classic: Scenario) -> None:
    """Without the option two players share the whole deck: nine cards each."""
    state = duel(classic, TwoPlayers.NONE)
    for _card in range(18):
        state = state.apply(next(iter(state.chance())))
    assert [len(hand) for hand in state.hands] == [9, 9]


@pytest.mark.rule("SG-05")
def test_option_two_players_face_up(classic: Scenario) -> None:
    """Four random cards lie face up, known to both and to whoever watches; none of them is in the case."""
    state = play(duel(classic, TwoPlayers.FACE_UP), *(f"turnup {card}" for card in FOUR))
    for seat in (0, 1, ONLOOKER):
        assert tuple(map(TurnedUp, FOUR)) == state.view(seat).history
    state = dealt(
        state,
        "scarlett white candlestick revolver kitchen ballroom library",
        "mustard peacock lead_pipe conservatory billiard_room lounge dining_room",
    )
    notebook = read(state.view(1), Tier.TICKS)
    for card in FOUR:
        assert notebook.held(card) == FACE_UP
        assert not notebook.may_hold(card, ENVELOPE)


@pytest.mark.rule("C15-07")
def test_option_two_players_hidden_in_rooms(classic: Scenario) -> None:
    """Each of the four lies in a room of its own, any room; all know where, nobody knows which."""
    state = duel(classic, TwoPlayers.HIDDEN_IN_ROOMS)
    places = {outcome.room for outcome in state.chance() if isinstance(outcome, Lay)}
    assert places == set(classic.ids(Kind.ROOM))
    state = play(state, "lay rope lounge")
    assert "lounge" not in {outcome.room for outcome in state.chance() if isinstance(outcome, Lay)}
    for seat in (0, 1, ONLOOKER):
        assert told(state, seat) == [Laid("lounge")]


@pytest.mark.rule("C15-07")
def test_option_two_players_hidden_in_corners(classic: Scenario) -> None:
    """In the quick game the four lie in the corner rooms: those that secret passages join (decided)."""
    state = duel(classic, TwoPlayers.HIDDEN_IN_CORNERS)
    places = {outcome.room for outcome in state.chance() if isinstance(outcome, Lay)}
    assert places == {"kitchen", "study", "conservatory", "lounge"}


@pytest.mark.rule("C15-07")
def test_who_enters_looks_alone_and_before_suggesting(classic: Scenario) -> None:
    """Scarlett enters the lounge and sees the rope; Mustard learns that she looked; it stays for him."""
    state = play(hidden(classic), "roll", "dice 6", "go 18,7", "end", "roll", "dice 6", "go 17,6", "end")
    state = play(state, "roll", "dice 2", "go lounge")
    assert Looked(0, "lounge", "rope") in told(state, 0)
    for seat in (1, ONLOOKER):
        assert Looked(0, "lounge", None) in told(state, seat)
        assert Looked(0, "lounge", "rope") not in told(state, seat)
    assert may(state, "suggest plum rope")
    state = play(state, "end", "roll", "dice 2", "go lounge")
    assert Looked(1, "lounge", "rope") in told(state, 1)


@pytest.mark.rule("C15-07")
def test_who_is_dragged_does_not_look(classic: Scenario) -> None:
    """A suggestion that drags Mustard into the lounge does not show him the card there (decided)."""
    state = play(hidden(classic), "roll", "dice 6", "go 18,7", "end", "roll", "dice 1", "go 17,1", "end")
    state = play(state, "roll", "dice 2", "go lounge", "suggest mustard candlestick", "show mustard")
    assert state.table.place(1) == "lounge"
    assert not any(isinstance(event, Looked) and event.seat == 1 for event in state.view(1).history)


@pytest.mark.rule("C15-07")
def test_what_nobody_shows_may_lie_in_a_room(classic: Scenario) -> None:
    """Unlike in a larger game, cards that the other can't show need not be the case."""
    state = play(hidden(classic), "roll", "dice 6", "go 18,7", "end", "roll", "dice 1", "go 17,1", "end")
    state = play(state, "roll", "dice 2", "go lounge", "suggest plum wrench", "show lounge")
    notebook = read(state.view(0), Tier.PASSES)
    assert notebook.held("rope") == ROOM_CARDS
    assert notebook.may_hold("plum", ROOM_CARDS)
    assert notebook.may_hold("plum", ENVELOPE)
    assert notebook.case() is None


@pytest.mark.rule("C15-07")
@pytest.mark.parametrize("notes", ["off", "ticks"])
def test_where_cards_lie_hidden_can_always_be_seen(capsys: pytest.CaptureFixture[str], notes: Notes) -> None:
    """Board and notebook name the four rooms, and a notebook that ticks also the card that was looked at."""
    seated = (Seat("countess", PERSON), Seat("guard", "careful"))
    session = Session(Record(load(find("night-train")).document, seated, 4, notes=notes))
    choose, looked = at_random(), list[Looked]()
    while not looked:
        session.act(choose(session)) if session.waits_for_person else session.step()
        looked = [event for event in session.view().told(Looked) if event.seat == 0]
    teller = Teller(session.scenario, session.view().table.seats, 0)
    desk = Desk(session, terminal(True), teller)
    desk.notebook()
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("A card lies hidden")]
    laid = {teller.name(event.room) for event in session.view().told(Laid)}
    (room, card) = (teller.name(looked[0].room), teller.name(str(looked[0].card)))
    told = {f"{room} ({card})" if notes == "ticks" and each == room else each for each in laid}
    assert set(line.removeprefix("A card lies hidden in: ").removesuffix(".").split(", ")) == told
    desk.board()
    drawn = [line for line in capsys.readouterr().out.splitlines() if "a hidden card" in line]
    assert {line.partition(":")[0] for line in drawn} == laid


@pytest.mark.parametrize("option", TwoPlayers)
def test_duels_end_and_are_won_by_knowledge(classic: Scenario, option: TwoPlayers) -> None:
    """Twenty duels an option end; nobody accuses wrongly, since both accuse only what they know."""
    for seed in range(20):
        rules = replace(classic.rules, players=(2, 6), setup_two_players=option)
        state = new_game(replace(classic, rules=rules), ("scarlett", "mustard"))
        minds = ("careful", "novice")
        for number in range(3000):
            if state.outcome():
                break
            stream = Stream(str(seed), "duel", number)
            if outcomes := state.chance():
                state = state.apply(stream.sample(outcomes))
                continue
            seat = state.seat
            assert seat is not None
            state = state.apply(mind(minds[seat]).decide(state.view(seat), state.legal(), stream))
        outcome = state.outcome()
        assert outcome, f"seed {seed} did not end"
        assert outcome.winner is not None
        dealt_cards = [event.card for event in state.histories[0] if isinstance(event, Dealt) and event.card]
        assert frozenset(dealt_cards) == state.hands[0]


@pytest.mark.rule("C15-03", "C15-07")
def test_duels_of_clue_2015_end_though_one_may_stay() -> None:
    """Forty duels in which one may stay on end: nobody sits where nothing more can be learnt."""
    document = load(find("clue-2015-traditional")).document
    for seed in range(20, 60):
        session = Session(Record(document, (Seat("scarlett", "careful"), Seat("mustard", "novice")), seed))
        while not session.over and session.state.table.turn < 300:
            session.step()
        assert session.over, f"seed {seed} did not end"


@pytest.mark.rule("SG-02")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_hands_are_as_even_as_can_be(players: int) -> None:
    """Whatever number plays Signature, no hand is more than one card larger than another."""
    scenario = load(find("signature")).scenario
    state = new_game(scenario, scenario.ids(Kind.SUSPECT)[:players])
    while not state.table.turn:
        state = state.apply(next(iter(state.chance())))
    sizes = {len(hand) for hand in state.hands}
    assert max(sizes) - min(sizes) <= 1
