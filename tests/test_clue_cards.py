"""Clue 2015's loupe dice and clue cards, one effect after the other, by action texts on its own board."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from games import dealt, may, offered, play, told

from clue_cli.reasoning.facts import ENVELOPE, Tier
from clue_cli.reasoning.knowledge import read
from clue_cli.rules.actions import (
    Accuse,
    DrawClue,
    Suggest,
    parse,
)
from clue_cli.rules.engine import new_game
from clue_cli.rules.events import (
    ONLOOKER,
    ClueDrawn,
    Event,
    Joined,
    Looked,
    Moved,
    Named,
    Revealed,
    Rolled,
    Shown,
    Stuck,
    Unheld,
)
from clue_cli.rules.model import Clue, Effect, Kind, Scenario
from clue_cli.rules.position import Position
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

HANDS = {
    "scarlett": "scarlett mustard orchid knife lounge dining_room",
    "mustard": "green wrench candlestick conservatory kitchen library",
    "orchid": "peacock revolver lead_pipe study ballroom billiard_room",
}
"""Three seats: 0 Scarlett, 1 Mustard, 2 Orchid. Plum, rope and hall are in the case."""
ALL = (0, 1, 2, ONLOOKER)


@pytest.fixture(scope="module")
def clue() -> Scenario:
    """Return the shipped Clue 2015."""
    return load(find("clue-2015")).scenario


def with_deck(clue: Scenario, *deck: Clue) -> Position:
    """Return Scarlett's first turn with a deck of these clue cards."""
    return dealt(replace(clue, clues=deck), HANDS)


def drawn(clue: Scenario, effect: Effect, card: str = "") -> Position:
    """Return the position after Scarlett threw one loupe and drew this card, the only one of its deck."""
    return play(with_deck(clue, Clue(effect, card)), "roll", "dice 1 4", str(DrawClue(Clue(effect, card))))


def heard(position: Position, seat: int, kind: type[Event]) -> list[Event]:
    """Return what `seat` was told of that kind by the last action."""
    return [event for event in told(position, seat) if isinstance(event, kind)]


# --- the dice and the deck -----------------------------------------------------------------------


@pytest.mark.rule("C15-01")
def test_a_loupe_counts_one_and_draws_a_card_before_the_move(clue: Scenario) -> None:
    """A throw of loupe and four is five steps, and before them one card is due, each of nine alike."""
    game = play(dealt(clue, HANDS), "roll", "dice 1 4")
    assert game.seat is None
    outcomes = game.chance()
    assert sum(outcomes.values()) == 1
    assert outcomes[parse("clue choose_player")] == Fraction(2, 9)
    assert all(odds == Fraction(1, 9) for card, odds in outcomes.items() if str(card) != "clue choose_player")
    game = play(game, "clue name_room", "name hall")
    # five steps from Scarlett's start do not reach the lounge, which eight do
    assert not may(game, "go lounge")
    assert sum(game.table.pips) == 5


@pytest.mark.rule("C15-01")
def test_two_loupes_draw_two_cards_one_after_the_other(clue: Scenario) -> None:
    """The first card is followed to its end before the second is turned up; then comes the move."""
    game = play(dealt(clue, HANDS), "roll", "dice 1 1", "clue name_room")
    assert offered(game) == {f"name {room}" for room in clue.ids(Kind.ROOM)}
    game = play(game, "name hall")
    assert game.seat is None
    assert "clue name_room" not in map(str, game.chance())
    game = play(game, "clue name_weapon", "name rope")
    assert game.seat == 0
    assert all(text.startswith("go ") for text in offered(game))


@pytest.mark.rule("C15-01")
def test_no_loupe_no_card(clue: Scenario) -> None:
    """A throw without a loupe is walked at once."""
    game = play(dealt(clue, HANDS), "roll", "dice 4 4")
    assert game.seat == 0
    assert may(game, "go lounge")


@pytest.mark.rule("C15-01", "C15-09")
def test_used_cards_go_under_the_pile(clue: Scenario) -> None:
    """Once every card was drawn they come again in the order in which they were drawn."""
    first, second = Clue(Effect.REVEAL, "green"), Clue(Effect.REVEAL, "peacock")
    game = play(with_deck(clue, first, second), "roll", "dice 1 1")
    assert set(map(str, game.chance())) == {"clue reveal green", "clue reveal peacock"}
    game = play(game, "clue reveal peacock")
    assert set(map(str, game.chance())) == {"clue reveal green"}
    game = play(game, "clue reveal green", "go 22,7", "roll", "dice 1 1")
    assert dict(game.chance()) == {DrawClue(second): 1}
    assert dict(play(game, "clue reveal peacock").chance()) == {DrawClue(first): 1}


@pytest.mark.rule("C15-02")
def test_without_the_deck_a_loupe_is_only_a_one() -> None:
    """In traditional play nothing is drawn for a one."""
    game = dealt(load(find("clue-2015-traditional")).scenario, HANDS)
    assert play(game, "roll", "dice 1 1").seat == 0


@pytest.mark.rule("C15-03")
def test_a_passage_and_staying_draw_no_card(clue: Scenario) -> None:
    """Only a roll shows loupes: who takes a passage or stays goes straight on."""
    game = dealt(clue, HANDS, at={"scarlett": "lounge"})
    assert play(game, "passage conservatory").seat == 0
    assert play(game, "suggest green knife").seat == 1


@pytest.mark.rule("C15-09")
def test_the_nine_cards_and_the_twenty_nine(clue: Scenario) -> None:
    """Nine cards: eight effects, one of them twice. Twenty-nine: one for each playing card, and the eight."""
    special = Counter(effect for effect in Effect if effect is not Effect.REVEAL)
    assert Counter(card.effect for card in clue.clues) == special + Counter([Effect.CHOOSE_PLAYER])
    large = load(find("clue-2015-large")).scenario
    named = Counter(card.card for card in large.clues if card.effect is Effect.REVEAL)
    assert named == Counter(large.cards.keys())
    assert Counter(card.effect for card in large.clues if card.effect is not Effect.REVEAL) == special
    assert len(large.clues) == 29


# --- revealing -----------------------------------------------------------------------------------


@pytest.mark.rule("C15-09")
def test_a_card_called_for_is_revealed_by_its_holder_to_all(clue: Scenario) -> None:
    """Everybody, also who only watches, learns who holds it."""
    game = drawn(clue, Effect.REVEAL, "wrench")
    for seat in ALL:
        assert heard(game, seat, ClueDrawn) == [ClueDrawn(0, Clue(Effect.REVEAL, "wrench"))]
        assert heard(game, seat, Revealed) == [Revealed(1, "wrench")]
    assert game.seat == 0
    assert "wrench" in game.hands[1]


@pytest.mark.rule("C15-10")
def test_a_card_that_nobody_holds_is_told_of(clue: Scenario) -> None:
    """All learn that no player holds it; with nothing set aside a notebook knows it to be in the envelope."""
    game = drawn(clue, Effect.REVEAL, "hall")
    assert all(heard(game, seat, Unheld) == [Unheld("hall")] for seat in ALL)
    for seat in range(3):
        assert read(game.view(seat), Tier.PASSES).held("hall") == ENVELOPE


@pytest.mark.rule("C15-09")
@pytest.mark.parametrize(
    ("effect", "kind"),
    [
        (Effect.NAME_SUSPECT, Kind.SUSPECT),
        (Effect.NAME_WEAPON, Kind.WEAPON),
        (Effect.NAME_ROOM, Kind.ROOM),
    ],
)
def test_the_drawer_names_a_card_of_the_kind(clue: Scenario, effect: Effect, kind: Kind) -> None:
    """Any card of the kind may be named, one's own too; its holder reveals it, and then comes the move."""
    game = drawn(clue, effect)
    assert game.seat == 0
    assert offered(game) == {f"name {card}" for card in clue.ids(kind)}
    for holder, hand in enumerate(game.hands):
        card = next(card for card in clue.ids(kind) if card in hand)
        named = play(game, f"name {card}")
        assert all(told(named, seat) == [Named(0, card), Revealed(holder, card)] for seat in ALL)
        assert any(text.startswith("go ") for text in offered(named))


@pytest.mark.rule("C15-09")
def test_the_chosen_player_reveals_a_card_of_their_choice(clue: Scenario) -> None:
    """The drawer picks another player; that one may pick any card in hand."""
    game = drawn(clue, Effect.CHOOSE_PLAYER)
    assert offered(game) == {"ask mustard", "ask orchid"}
    game = play(game, "ask orchid")
    assert game.seat == 2
    assert offered(game) == {f"reveal {card}" for card in HANDS["orchid"].split()}
    game = play(game, "reveal study")
    assert all(told(game, seat) == [Revealed(2, "study")] for seat in ALL)
    assert game.seat == 0


@pytest.mark.rule("C15-09")
def test_every_player_reveals_in_turn_from_the_drawer(clue: Scenario) -> None:
    """Each reveals one card of their choice: first the drawer, then clockwise."""
    game = drawn(clue, Effect.ALL_REVEAL)
    for seat, card in enumerate(("knife", "green", "study")):
        assert game.seat == seat
        game = play(game, f"reveal {card}")
    shown = [event for event in game.histories[ONLOOKER] if isinstance(event, Revealed)]
    assert shown == [Revealed(0, "knife"), Revealed(1, "green"), Revealed(2, "study")]
    assert game.seat == 0


@pytest.mark.rule("C15-09")
def test_every_player_shows_the_left_neighbour_alone(clue: Scenario) -> None:
    """Scarlett shows Mustard, Mustard Orchid, Orchid Scarlett; the third at the table sees no card."""
    game = drawn(clue, Effect.SHOW_LEFT)
    for seat, card in enumerate(("knife", "green", "study")):
        assert game.seat == seat
        game = play(game, f"show {card}")
        left, third = (seat + 1) % 3, (seat + 2) % 3
        assert heard(game, left, Shown) == heard(game, seat, Shown) == [Shown(seat, left, (), card)]
        assert heard(game, third, Shown) == heard(game, ONLOOKER, Shown) == [Shown(seat, left, (), None)]
    assert game.seat == 0
    # what was only shown to a neighbour is no answer to a suggestion
    assert not game.table.refuted
    assert read(game.view(1), Tier.PASSES).held("knife") == 0
    assert read(game.view(2), Tier.PASSES).held("knife") is None


@pytest.mark.rule("C15-10")
def test_who_is_out_still_reveals_and_shows(clue: Scenario) -> None:
    """A wrong accuser obeys the cards that make players reveal, and is the third here to do it."""
    deck = (Clue(Effect.ALL_REVEAL), Clue(Effect.SHOW_LEFT))
    game = play(dealt(replace(clue, clues=deck), HANDS, at={"scarlett": "study"}), "accuse green rope hall")
    assert game.table.out == {0}
    game = play(game, "roll", "dice 1 2", "clue all_reveal", "reveal green", "reveal study")
    assert game.seat == 0
    game = play(game, "reveal knife")
    assert game.seat == 1
    assert Revealed(0, "knife") in game.histories[ONLOOKER]


# --- moving and passages ---------------------------------------------------------------------------


@pytest.mark.rule("C15-09")
def test_every_player_moves_to_a_room_of_their_choice(clue: Scenario) -> None:
    """In turn order from the drawer; who stands in a room may stay; tokens without a player stay."""
    game = dealt(replace(clue, clues=(Clue(Effect.ALL_MOVE),)), HANDS, at={"mustard": "kitchen"})
    spare = game.table.tokens["green"]
    game = play(game, "roll", "dice 1 4", "clue all_move")
    assert offered(game) == {f"go {room.id}" for room in clue.board.rooms}
    game = play(game, "go hall")
    assert all(told(game, seat) == [Moved(0, "hall")] for seat in ALL)
    assert game.seat == 1
    game = play(game, "go kitchen")
    assert told(game, ONLOOKER) == []
    game = play(game, "go study")
    assert [game.table.place(seat) for seat in range(3)] == ["hall", "kitchen", "study"]
    assert game.table.tokens["green"] == spare
    assert game.seat == 0


@pytest.mark.rule("C15-09")
def test_the_drawer_moved_by_a_card_walks_on_or_suggests_there(clue: Scenario) -> None:
    """The throw is walked from the new room, not back into it; or the suggestion is made in its place."""
    game = play(drawn(clue, Effect.ALL_MOVE), "go hall", "go kitchen", "go study")
    assert game.legal().claims(Suggest) is not None
    assert not may(game, "go hall")
    assert any(text.startswith("go ") for text in offered(game))
    asked = play(game, "suggest green knife")
    assert asked.seat == 1
    walked = play(game, sorted(text for text in offered(game) if "," in text)[0])
    assert walked.table.place(0) != "hall"


@pytest.mark.rule("C15-09", "C-06")
def test_the_drawer_moved_into_a_blocked_room_may_still_suggest(clue: Scenario) -> None:
    """Where the only door is blocked the walk is lost, but not the suggestion."""
    game = dealt(replace(clue, clues=(Clue(Effect.ALL_MOVE),)), HANDS, at={"plum": (20, 17)})
    game = play(game, "roll", "dice 1 4", "clue all_move", "go study", "go kitchen", "go kitchen")
    assert Stuck(0) in told(game, 0)
    assert game.legal().claims(Suggest) is not None
    assert may(game, "end")


@pytest.mark.rule("C15-07", "C15-09")
def test_who_moves_to_a_hidden_card_by_choice_looks_at_it(clue: Scenario) -> None:
    """Coming into a room by a clue card is coming into it; staying there is not."""
    laid = {"hall": "wrench", "study": "knife", "lounge": "mustard", "kitchen": "orchid"}
    scenario = replace(clue, clues=(Clue(Effect.ALL_MOVE),))
    hands = {"scarlett": "scarlett", "mustard": "green"}
    game = dealt(scenario, hands, "plum rope ballroom", at={"mustard": "kitchen"}, laid=laid)
    game = play(game, "roll", "dice 1 4", "clue all_move", "go hall")
    assert told(game, 0) == [Moved(0, "hall"), Looked(0, "hall", "wrench")]
    assert told(game, 1) == [Moved(0, "hall"), Looked(0, "hall", None)]
    assert told(play(game, "go kitchen"), 1) == []


@pytest.mark.rule("C15-09")
def test_a_room_joins_the_secret_passages_for_the_rest_of_the_game(clue: Scenario) -> None:
    """The room chosen is joined to all four corner rooms, both ways; those keep their own passages."""
    game = drawn(clue, Effect.PASSAGE)
    corners = {"kitchen", "study", "conservatory", "lounge"}
    assert offered(game) == {f"join {room}" for room in clue.ids(Kind.ROOM) if room not in corners}
    game = play(game, "join hall")
    assert all(told(game, seat) == [Joined(0, "hall")] for seat in ALL)
    board = game.table.board
    assert set(board.passages_from("hall")) == corners
    assert set(board.passages_from("kitchen")) == {"study", "hall"}
    assert clue.board.passages_from("hall") == ()


@pytest.mark.rule("C15-09")
def test_a_joined_room_is_left_by_its_passages(clue: Scenario) -> None:
    """On a later turn the passages are taken in place of the roll."""
    game = dealt(
        replace(clue, clues=(Clue(Effect.PASSAGE),)), HANDS, at={"mustard": "hall", "scarlett": "lounge"}
    )
    game = play(game, "roll", "dice 1 2", "clue passage", "join hall")
    game = play(game, sorted(text for text in offered(game) if "," in text)[0])
    while game.seat != 1:
        game = play(game, "end")
    assert may(game, "passage kitchen")
    assert play(game, "passage kitchen").table.place(1) == "kitchen"


@pytest.mark.rule("C15-09")
def test_facts_of_clue_cards_stay_between_the_players(clue: Scenario) -> None:
    """A revealed card is in everybody's notebook, whatever mind they have."""
    game = play(drawn(clue, Effect.CHOOSE_PLAYER), "ask orchid", "reveal study")
    for seat in (0, 1):
        for tier in Tier:
            assert read(game.view(seat), tier).held("study") == 2


@pytest.mark.rule("C15-05")
def test_no_accusation_while_a_clue_card_is_followed(clue: Scenario) -> None:
    """A clue card bids one thing; accusing waits until it is done."""
    game = dealt(replace(clue, clues=(Clue(Effect.NAME_ROOM),)), HANDS, at={"scarlett": "lounge"})
    assert game.legal().claims(Accuse) is not None
    game = play(game, "roll", "dice 1 4", "clue name_room")
    assert game.legal().claims(Accuse) is None


def test_a_roll_told_before_the_clue_card(clue: Scenario) -> None:
    """The dice are told first, then the card that they call for."""
    game = play(with_deck(clue, Clue(Effect.REVEAL, "green")), "roll", "dice 1 4")
    assert told(game, 1) == [Rolled(0, (1, 4))]


def test_a_scenario_may_switch_the_cards_on_elsewhere(clue: Scenario) -> None:
    """Signature with a clue deck draws too: the deck alone decides."""
    signature = load(find("signature")).scenario
    scenario = replace(signature, clues=clue.clues)
    game = new_game(scenario, ("scarlett", "mustard", "white"))
    while not game.table.turn:
        game = game.apply(next(iter(game.chance())))
    assert set(map(str, play(game, "roll", "dice 1 3").chance())) >= {"clue all_move", "clue passage"}
