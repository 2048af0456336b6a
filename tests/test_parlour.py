"""The parlour game, rule by rule, by action texts in a ring of its nine rooms."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pytest
from games import dealt, may, offered, play, told

from clue_cli.reasoning.facts import ENVELOPE, FACE_UP, Tier
from clue_cli.reasoning.knowledge import read
from clue_cli.rules.actions import Accuse, Suggest
from clue_cli.rules.engine import WrongSeats, new_game
from clue_cli.rules.events import (
    ONLOOKER,
    Accused,
    Asked,
    CaseSeen,
    Dragged,
    Gave,
    Interrogated,
    Paid,
    Passed,
    PutOut,
    Revealed,
    Shown,
    TurnedUp,
    Walked,
    Yielded,
)
from clue_cli.rules.model import Kind, Scenario
from clue_cli.rules.options import Asked as Answers
from clue_cli.rules.options import Interrogation, Leftover, Wrong
from clue_cli.rules.position import Position
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find


@pytest.fixture(scope="module")
def parlour() -> Scenario:
    """Return the shipped parlour game, its rooms in a ring: each leads to the one before and after it."""
    scenario = load(find("parlour")).scenario
    rooms = [room.id for room in scenario.board.rooms]
    links = tuple(zip(rooms, [*rooms[1:], rooms[0]], strict=True))
    return replace(scenario, board=replace(scenario.board, links=links))


class Ring:
    """Name the rooms of the ring by number, and the case, whose room is the last."""

    def __init__(self, scenario: Scenario) -> None:
        self.rooms = scenario.ids(Kind.ROOM)
        self.case = f"lilac plum {self.rooms[8]}"
        self.hands = {
            "scarlett": f"scarlett saffron crimson mustard {self.rooms[0]} {self.rooms[1]}",
            "saffron": f"white fern ivory green {self.rooms[2]} {self.rooms[3]}",
            "white": f"peacock navy {self.rooms[4]} {self.rooms[5]} {self.rooms[6]} {self.rooms[7]}",
        }


def three(
    scenario: Scenario,
    at: Mapping[str, int] | None = None,
    hands: Mapping[str, str] | None = None,
    **options: object,
) -> Position:
    """Return Scarlett's first turn; tokens start in rooms 0, 3 and 6 of the ring where `at` says no other."""
    ring = Ring(scenario)
    numbers = {"scarlett": 0, "saffron": 3, "white": 6} | dict(at or {})
    places = {token: ring.rooms[number] for token, number in numbers.items()}
    return dealt(scenario, hands or ring.hands, ring.case, at=places, **options)  # type: ignore[arg-type]


def asked(scenario: Scenario, at: Mapping[str, int] | None = None, **options: object) -> Position:
    """Return the position after Scarlett went to room 1 and White, asked, had nothing to show."""
    ring = Ring(scenario)
    game = play(three(scenario, at, **options), f"go {ring.rooms[1]}", "suggest lilac plum", "ask white")
    assert Passed(2, ("lilac", "plum", ring.rooms[1])) in told(game, ONLOOKER)
    return game


# --- setting up ------------------------------------------------------------------------------------


@pytest.mark.rule("PA-01")
def test_a_woman_a_man_and_a_room_for_three_to_six(parlour: Scenario) -> None:
    """The case holds one of each; two players are too few, seven too many."""
    assert [category.name.within("en") for category in parlour.categories] == ["Woman", "Man", "Room"]
    assert [len(category.cards) for category in parlour.categories] == [6, 6, 9]
    suspects = parlour.ids(Kind.SUSPECT)
    for count in (2, 7):
        with pytest.raises(WrongSeats):
            new_game(parlour, suspects[:count])
    game = three(parlour)
    assert [card in category.ids for card, category in zip(game.case, parlour.categories, strict=True)] == [
        True
    ] * 3


@pytest.mark.rule("PA-02")
@pytest.mark.parametrize(("players", "each", "over"), [(3, 6, 0), (4, 4, 2), (5, 3, 3), (6, 3, 0)])
def test_hands_are_even_and_the_surplus_lies_face_up(
    parlour: Scenario, players: int, each: int, over: int
) -> None:
    """Eighteen cards: what does not go round evenly is known to all."""
    game = new_game(parlour, parlour.ids(Kind.SUSPECT)[:players])
    while not game.table.turn:
        game = game.apply(next(iter(game.chance())))
    assert [len(hand) for hand in game.hands] == [each] * players
    turned = [event.card for event in game.histories[ONLOOKER] if isinstance(event, TurnedUp)]
    assert len(turned) == over
    assert all(read(game.view(0), Tier.TICKS).held(card) == FACE_UP for card in turned)


@pytest.mark.rule("PA-02")
def test_where_the_surplus_is_dealt_hands_differ(parlour: Scenario) -> None:
    """The other value of the option deals all eighteen: five, five, four and four to four players."""
    rules = replace(parlour.rules, setup_leftover=Leftover.DEAL)
    game = new_game(replace(parlour, rules=rules), parlour.ids(Kind.SUSPECT)[:4])
    while not game.table.turn:
        game = game.apply(next(iter(game.chance())))
    assert sorted(map(len, game.hands)) == [4, 4, 5, 5]
    assert not game.table.face_up


@pytest.mark.rule("PA-03")
def test_each_token_starts_in_the_room_of_its_colour() -> None:
    """A woman and a man of one colour start in one room; only the players' tokens are on the board."""
    shipped = load(find("parlour")).scenario
    colours = {room.colour: room.id for room in shipped.board.rooms if room.colour}
    assert len(colours) == 6
    assert dict(shipped.starts) == {
        card: colours[shipped.cards[card].colour] for card in shipped.ids(Kind.SUSPECT)
    }
    game = new_game(shipped, ("scarlett", "crimson", "navy"))
    assert game.table.tokens.keys() == {"scarlett", "crimson", "navy"}
    assert game.table.place(0) == game.table.place(1)


# --- moving and asking -----------------------------------------------------------------------------


@pytest.mark.rule("PA-04")
def test_one_or_two_rooms_along_the_links(parlour: Scenario) -> None:
    """From room 0 of the ring lead 1, 2, 7 and 8; staying is no move."""
    ring = Ring(parlour)
    game = three(parlour)
    assert offered(game) == {f"go {ring.rooms[number]}" for number in (1, 2, 7, 8)}
    assert told(play(game, f"go {ring.rooms[2]}"), 1)[0] == Walked(
        0, ring.rooms[2], (ring.rooms[1], ring.rooms[2])
    )
    assert offered(three(parlour, move_rooms=1)) == {f"go {ring.rooms[number]}" for number in (1, 8)}


@pytest.mark.rule("PA-04")
def test_not_back_into_the_room_just_left(parlour: Scenario) -> None:
    """After 0 to 1 Scarlett goes on to 2 or 3: 0 is closed, so that 8 behind it is too."""
    ring = Ring(parlour)
    game = asked(parlour)
    game = play(game, f"go {ring.rooms[4]}", "suggest lilac plum", "ask white", "show " + ring.rooms[4])
    game = play(game, f"go {ring.rooms[7]}", "suggest lilac plum", "ask saffron")
    assert game.seat == 0
    assert offered(game) == {f"go {ring.rooms[number]}" for number in (2, 3)}


@pytest.mark.rule("PA-04")
def test_back_where_there_is_no_other_way(parlour: Scenario) -> None:
    """In a dead end the room just left is open again, since moving is compulsory."""
    rooms = Ring(parlour).rooms
    line = tuple(pairwise(rooms))
    scenario = replace(parlour, board=replace(parlour.board, links=line))
    game = three(scenario, {"scarlett": 1}, move_rooms=1)
    game = play(game, f"go {rooms[0]}", "suggest lilac plum", "ask white")
    while game.table.active:
        game = game.apply(next(iter(game.legal())))
    assert offered(game) == {f"go {rooms[1]}"}


@pytest.mark.rule("PA-05")
def test_one_chosen_player_is_asked_wherever_they_are(parlour: Scenario) -> None:
    """Saffron, two rooms off, shows a card to Scarlett alone; White is not asked, and no token moves."""
    ring = Ring(parlour)
    game = play(three(parlour), f"go {ring.rooms[1]}", "suggest white ivory")
    tokens = game.table.tokens
    assert offered(game) == {"ask saffron", "ask white"}
    game = play(game, "ask saffron")
    assert told(game, ONLOOKER) == [Asked(0, 1)]
    assert game.seat == 1
    assert offered(game) == {"show white", "show ivory"}
    game = play(game, "show ivory")
    named = ("white", "ivory", ring.rooms[1])
    assert told(game, 0)[0] == Shown(1, 0, named, "ivory")
    assert told(game, 2)[0] == Shown(1, 0, named, None)
    assert game.table.tokens == tokens
    assert game.table.active == 1


@pytest.mark.rule("PA-05")
def test_asking_is_compulsory_and_drags_nobody(parlour: Scenario) -> None:
    """In the new room there is no ending the turn without a question; as options both can be otherwise."""
    ring = Ring(parlour)
    game = play(three(parlour), f"go {ring.rooms[1]}")
    assert not may(game, "end")
    assert game.legal().claims(Suggest) is not None
    assert may(play(three(parlour, suggest_required=False), f"go {ring.rooms[1]}"), "end")
    dragging = play(three(parlour, suggest_drags=True), f"go {ring.rooms[1]}", "suggest saffron ivory")
    assert Dragged("saffron", ring.rooms[1]) in told(dragging, ONLOOKER)


@pytest.mark.rule("PA-05")
def test_a_chosen_player_without_the_cards_says_so_and_no_more(parlour: Scenario) -> None:
    """That White has none of the three tells nothing about Saffron."""
    notebook = read(asked(parlour).view(0), Tier.PASSES)
    assert not notebook.may_hold("lilac", 2)
    assert notebook.may_hold("lilac", 1)
    everyone = three(parlour, suggest_asked=Answers.FIRST_TO_SHOW)
    everyone = play(everyone, f"go {Ring(parlour).rooms[1]}", "suggest lilac plum")
    assert [event.seat for event in told(everyone, ONLOOKER) if isinstance(event, Passed)] == [1, 2]


# --- interrogation ---------------------------------------------------------------------------------


@pytest.mark.rule("PA-06")
def test_a_player_met_gives_a_card_for_good(parlour: Scenario) -> None:
    """Saffron stands in the room: she gives Scarlett a card, which only these two see, for good."""
    game = asked(parlour, {"saffron": 1})
    assert offered(game) == {"interrogate saffron"}
    game = play(game, "interrogate saffron")
    assert told(game, ONLOOKER) == [Interrogated(0, 1)]
    assert offered(game) == {"yield", *(f"give {card}" for card in game.hands[1])}
    game = play(game, "give fern")
    assert told(game, 0)[0] == told(game, 1)[0] == Gave(1, 0, "fern")
    assert told(game, 2)[0] == told(game, ONLOOKER)[0] == Gave(1, 0, None)
    assert "fern" in game.hands[0] == game.view(0).hand
    assert "fern" not in game.hands[1]
    assert game.view(1).hand == game.hands[1]
    assert game.table.active == 1


@pytest.mark.rule("PA-06")
def test_or_a_forfeit_that_the_asker_picks(parlour: Scenario) -> None:
    """Saffron yields; Scarlett picks one of what Saffron brought along, and it is gone."""
    game = play(asked(parlour, {"saffron": 1}), "interrogate saffron", "yield")
    assert told(game, ONLOOKER) == [Yielded(1)]
    assert game.seat == 0
    brought = [forfeit.id for forfeit in parlour.forfeits]
    assert offered(game) == {f"take {forfeit}" for forfeit in brought}
    game = play(game, f"take {brought[2]}")
    assert told(game, ONLOOKER)[0] == Paid(1, 0, brought[2])
    assert set(game.table.forfeits["saffron"]) == set(brought) - {brought[2]}
    assert set(game.table.forfeits["scarlett"]) == set(brought)


@pytest.mark.rule("PA-06")
def test_alone_in_the_room_or_without_the_option_the_turn_ends(parlour: Scenario) -> None:
    """Nobody is interrogated from afar, and in other games nobody at all."""
    assert asked(parlour).table.active == 1
    assert asked(parlour, {"saffron": 1}, suggest_interrogation=Interrogation.NONE).table.active == 1


@pytest.mark.rule("PA-06")
def test_one_of_several_is_picked(parlour: Scenario) -> None:
    """With both others in the room Scarlett chooses whom to interrogate."""
    assert offered(asked(parlour, {"saffron": 1, "white": 1})) == {"interrogate saffron", "interrogate white"}


@pytest.mark.rule("PA-08")
def test_without_forfeits_a_card_must_be_given(parlour: Scenario) -> None:
    """Who has none left to give must give a card; who has neither is not interrogated."""
    poor = asked(replace(parlour, forfeits=()), {"saffron": 1})
    assert offered(play(poor, "interrogate saffron")) == {f"give {card}" for card in poor.hands[1]}
    bare = replace(poor, hands=(poor.hands[0] | poor.hands[1], frozenset(), poor.hands[2]))
    assert "interrogate saffron" not in offered(bare)


@pytest.mark.rule("PA-06")
def test_the_third_player_reasons_soundly_about_a_card_given_unseen(parlour: Scenario) -> None:
    """White knew a card of Saffron's: it may now be Scarlett's, but the envelope's it is not."""
    ring = Ring(parlour)
    game = three(parlour, {"saffron": 1, "white": 0})
    game = play(game, f"go {ring.rooms[2]}", "suggest lilac plum", "ask white")
    game = play(game, f"go {ring.rooms[3]}", "suggest lilac plum", "ask white")
    game = play(game, f"go {ring.rooms[1]}", "suggest white plum", "ask saffron", "show white")
    assert read(game.view(2), Tier.PASSES).held("white") == 1
    while game.table.active != 0:
        game = game.apply(next(iter(game.legal())))
    game = play(game, f"go {ring.rooms[3]}", "suggest lilac plum", "ask white")
    game = play(game, "interrogate saffron", "give white")
    for tier in Tier:
        notebook = read(game.view(2), tier)
        assert notebook.held("white") is None
        assert notebook.may_hold("white", 0)
        assert not notebook.may_hold("white", ENVELOPE)
    assert read(game.view(1), Tier.PASSES).held("white") == 0


# --- accusing --------------------------------------------------------------------------------------


@pytest.mark.rule("PA-07")
def test_accusing_takes_the_place_of_moving_and_asking(parlour: Scenario) -> None:
    """It is open at the start of a turn alone."""
    game = three(parlour)
    assert game.legal().claims(Accuse) is not None
    game = play(game, f"go {Ring(parlour).rooms[1]}")
    assert game.legal().claims(Accuse) is None


@pytest.mark.rule("PA-07")
def test_a_false_accuser_pays_each_and_whoever_revealed_twice(parlour: Scenario) -> None:
    """Saffron reveals both named cards she holds and picks two forfeits, White picks one; play goes on."""
    ring = Ring(parlour)
    brought = [forfeit.id for forfeit in parlour.forfeits]
    game = play(three(parlour), f"accuse white ivory {ring.rooms[8]}")
    told_all = told(game, ONLOOKER)
    assert told_all[0] == Accused(0, ("white", "ivory", ring.rooms[8]), False)
    assert {Revealed(1, "white"), Revealed(1, "ivory")} <= set(told_all)
    assert not any(isinstance(event, PutOut | CaseSeen) for history in game.histories for event in history)
    assert game.seat == 1
    game = play(game, f"take {brought[0]}", f"take {brought[1]}")
    assert game.seat == 2
    game = play(game, f"take {brought[2]}")
    assert game.table.forfeits["scarlett"] == tuple(brought[3:])
    assert game.table.active == 1
    # all know now that White and Saffron lack the room, and so that Scarlett holds it or it is in the case
    assert not read(game.view(2), Tier.PASSES).may_hold(ring.rooms[8], 1)


@pytest.mark.rule("PA-07")
def test_an_accuser_who_names_an_own_card_is_only_told_that_it_is_false(parlour: Scenario) -> None:
    """The envelope decides; nobody else holds the card, so nobody reveals it."""
    game = play(three(parlour), f"accuse scarlett plum {Ring(parlour).rooms[8]}")
    assert told(game, ONLOOKER)[0] == Accused(0, ("scarlett", "plum", Ring(parlour).rooms[8]), False)
    assert not any(isinstance(event, Revealed) for event in told(game, ONLOOKER))


@pytest.mark.rule("PA-07")
def test_as_options_nobody_reveals_and_the_accuser_is_out(parlour: Scenario) -> None:
    """The other values: no card is revealed after a wrong accusation, or the accuser has no more turns."""
    wrong = f"accuse white ivory {Ring(parlour).rooms[8]}"
    silent = play(three(parlour, accuse_others_reveal=False), wrong)
    assert not any(isinstance(event, Revealed) for event in told(silent, ONLOOKER))
    out = play(three(parlour, accuse_wrong=Wrong.OUT), wrong)
    assert out.table.out == {0}


@pytest.mark.rule("PA-08")
def test_who_has_no_forfeit_left_pays_nothing(parlour: Scenario) -> None:
    """With one forfeit the first to the left takes it, and the others get nothing."""
    game = three(replace(parlour, forfeits=parlour.forfeits[:1]))
    game = play(game, f"accuse white ivory {Ring(parlour).rooms[8]}", f"take {parlour.forfeits[0].id}")
    assert game.table.active == 1
    assert game.seat == 1
    assert game.table.forfeits["scarlett"] == ()


@pytest.mark.rule("PA-09")
def test_who_names_both_culprits_and_the_room_wins(parlour: Scenario) -> None:
    """The first right accusation ends the game."""
    outcome = play(three(parlour), f"accuse {Ring(parlour).case}").outcome()
    assert outcome
    assert outcome.winner == 0
