"""How the minds play what only some editions have: clue cards, snoop squares, one player asked, forfeits."""

from dataclasses import replace

import pytest
from games import dealt, play

from clue_cli.opponents.levels import mind as level_of
from clue_cli.play.session import Record, Seat
from clue_cli.play.simulation import tally
from clue_cli.play.streams import Stream
from clue_cli.rules.actions import (
    Accuse,
    Action,
    Ask,
    DrawClue,
    End,
    Give,
    Go,
    Interrogate,
    Join,
    Name,
    Reveal,
    Roll,
    Show,
    Snoop,
    Suggest,
    Take,
    Yield,
    parse,
)
from clue_cli.rules.events import Passed, Revealed
from clue_cli.rules.model import Kind, Scenario
from clue_cli.rules.position import Position
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import find

both = pytest.mark.parametrize("mind", ["novice", "careful"])


def answers(mind: str, game: Position, *more: Passed | Revealed) -> set[Action]:
    """Return all that the mind does there over many streams, having seen `more`; it must be open."""
    assert game.seat is not None
    view, legal = game.view(game.seat), game.legal()
    view = replace(view, history=(*view.history, *more))
    found = {level_of(mind).decide(view, legal, Stream(str(seed), "seat", 0)) for seed in range(80)}
    assert all(action in legal for action in found)
    return found


def whole(game: Position, seat: int) -> list[Revealed]:
    """Tell every card of a seat's hand."""
    return [Revealed(seat, card) for card in sorted(game.hands[seat])]


# --- clue cards ----------------------------------------------------------------------------------

HANDS = {
    "scarlett": "scarlett mustard orchid knife lounge dining_room",
    "mustard": "green wrench candlestick conservatory kitchen library",
    "orchid": "peacock revolver lead_pipe study ballroom billiard_room",
}
"""Three seats: 0 Scarlett, 1 Mustard, 2 Orchid. Plum, rope and hall are in the case."""


@pytest.fixture(scope="module")
def clue() -> Scenario:
    """Return the shipped Clue 2015."""
    return load(find("clue-2015")).scenario


def drawn(clue: Scenario, *lines: str) -> Position:
    """Return Scarlett's first turn after these clue cards, "effect" or "reveal card", and what they bid.

    So many loupes are thrown as clue cards are drawn.
    """
    deck = [action.clue for action in map(parse, lines) if isinstance(action, DrawClue)]
    game = dealt(replace(clue, clues=tuple(deck)), HANDS, move_dice=len(deck))
    return play(game, "roll", "dice" + " 1" * len(deck), *lines)


@both
@pytest.mark.rule("C15-09")
def test_a_mind_names_a_card_that_may_be_in_the_case(clue: Scenario, mind: str) -> None:
    """Shown or not, it learns where that card is; its own cards and those it has seen teach nothing."""
    assert answers(mind, drawn(clue, "clue name_suspect")) == {Name("green"), Name("peacock"), Name("plum")}
    seen = drawn(clue, "clue reveal green", "clue name_suspect")
    assert answers(mind, seen) == {Name("peacock"), Name("plum")}


@both
@pytest.mark.rule("C15-09")
def test_a_mind_that_knows_the_suspect_names_one_that_all_have_seen(clue: Scenario, mind: str) -> None:
    """To call for the plum would tell the others that nobody has it, for its own card, that it has that."""
    known = drawn(clue, "clue reveal green", "clue reveal peacock", "clue name_suspect")
    assert answers(mind, known) == {Name("green"), Name("peacock")}


@both
@pytest.mark.rule("C15-09")
def test_a_mind_calls_on_the_player_it_knows_least_of(clue: Scenario, mind: str) -> None:
    """One of Mustard's six cards is known, none of Orchid's: she has more to tell."""
    assert answers(mind, drawn(clue, "clue reveal green", "clue choose_player")) == {Ask("orchid")}


@pytest.mark.rule("C15-09")
def test_careful_reveals_what_all_have_seen_and_novice_anything(clue: Scenario) -> None:
    """The knife was called for before: to show it again gives nothing away."""
    game = drawn(clue, "clue reveal knife", "clue all_reveal")
    assert answers("careful", game) == {Reveal("knife")}
    assert answers("novice", game) == {Reveal(card) for card in HANDS["scarlett"].split()}


@pytest.mark.rule("C15-09")
def test_careful_shows_the_left_neighbour_what_that_one_has_seen(clue: Scenario) -> None:
    """Mustard, on her left, was shown the lounge; that counts for more than what she showed to nobody yet."""
    shows = ("show lounge", "show green", "show peacock")
    game = drawn(clue, "clue show_left", *shows, "clue show_left")
    assert answers("careful", game) == {Show("lounge")}
    assert answers("novice", game) == {Show(card) for card in HANDS["scarlett"].split()}


@both
@pytest.mark.rule("C15-09")
def test_a_mind_moved_by_a_clue_card_goes_where_it_suggests_at_once(clue: Scenario, mind: str) -> None:
    """All rooms but its own two may be the scene; once there it suggests rather than walk on."""
    game = drawn(clue, "clue all_move")
    rooms = set(clue.ids(Kind.ROOM)) - {"lounge", "dining_room"}
    assert answers(mind, game) == {Go(room) for room in rooms}
    game = play(game, "go hall", "go lounge", "go lounge")
    assert all(isinstance(action, Suggest) for action in answers(mind, game))


@both
@pytest.mark.rule("C15-09")
def test_a_mind_joins_a_room_that_it_wishes_to_be_in(clue: Scenario, mind: str) -> None:
    """Of the five rooms without a passage the dining room is its own."""
    rooms = ("ballroom", "billiard_room", "library", "hall")
    assert answers(mind, drawn(clue, "clue passage")) == {Join(room) for room in rooms}


@both
@pytest.mark.rule("C15-05")
def test_a_mind_that_knows_the_case_makes_for_any_room_to_accuse(clue: Scenario, mind: str) -> None:
    """It stood in a corridor when it learnt the last card; whose card the room is does not matter now."""
    game = dealt(clue, HANDS, at={"scarlett": (7, 23), "peacock": (24, 7)})
    known = (*whole(game, 1), *whole(game, 2))
    assert answers(mind, game, *known) == {Roll()}
    game = play(game, "roll", "dice 2 6")
    rooms = {walk for walk in game.legal().of(Go) if isinstance(walk.place, str)}
    assert rooms
    assert answers(mind, game, *known) == rooms
    game = play(game, str(min(rooms, key=str)))
    assert answers(mind, game, *known) == {Accuse(("plum", "rope", "hall"))}


# --- snoop squares -------------------------------------------------------------------------------

MASTER = {"scarlett": "scarlett poison gazebo", "mustard": "green knife dining_room", "white": "peacock"}
"""Three seats; the other cards are dealt in order. Plum, rope and courtyard are in the case."""
HIDDEN = {"library": "gray", "drawing_room": "rose", "conservatory": "candlestick", "studio": "fountain"}
"""Where only Scarlett and Mustard play, these rooms hold cards face down."""


@pytest.fixture(scope="module")
def master() -> Scenario:
    """Return the shipped Master Detective."""
    return load(find("master-detective")).scenario


def thrown(master: Scenario, players: int, room: str, dice: str) -> Position:
    """Return the position in which Scarlett, in that room, has thrown these dice; two or three play."""
    hands = dict(list(MASTER.items())[:players])
    laid = HIDDEN if players == 2 else {}
    game = dealt(master, hands, "plum rope courtyard", at={"scarlett": room}, laid=laid)
    return play(game, "roll", f"dice {dice}")


@both
@pytest.mark.rule("MD-08")
def test_a_mind_stops_to_look_on_the_way_to_a_room(master: Scenario, mind: str) -> None:
    """Seven steps lead from the kitchen past a snoop square into the dining room, which may be the scene."""
    assert answers(mind, thrown(master, 3, "kitchen", "3 4")) == {Go("dining_room", (4, 14))}


@both
@pytest.mark.rule("MD-08")
def test_a_mind_ends_on_a_snoop_square_that_is_about_as_near(master: Scenario, mind: str) -> None:
    """Two steps from the dining room two squares are 4 steps from a room, and a snoop square is 5."""
    assert answers(mind, thrown(master, 3, "dining_room", "1 1")) == {Go((4, 14))}


@both
@pytest.mark.rule("MD-08")
def test_a_mind_looks_into_the_hand_it_knows_least_of(master: Scenario, mind: str) -> None:
    """All of Mustard's cards were seen: only White's can tell something."""
    game = play(thrown(master, 3, "dining_room", "1 1"), "go 4,14")
    assert answers(mind, game) == {Snoop("mustard"), Snoop("white")}
    assert answers(mind, game, *whole(game, 1)) == {Snoop("white")}


@both
@pytest.mark.rule("MD-08")
def test_a_mind_does_not_look_where_nothing_is_left_to_learn(master: Scenario, mind: str) -> None:
    """All of Mustard's cards were seen; what is still unknown lies in rooms, or is the case."""
    game = thrown(master, 2, "kitchen", "3 4")
    assert any(walk.stop for walk in answers(mind, game) if isinstance(walk, Go))
    assert not any(walk.stop for walk in answers(mind, game, *whole(game, 1)) if isinstance(walk, Go))
    game = play(thrown(master, 2, "dining_room", "1 1"), "go 4,14")
    assert answers(mind, game, *whole(game, 1)) == {End()}


# --- the parlour game ----------------------------------------------------------------------------

PARLOUR = {
    "scarlett": "scarlett saffron crimson mustard library hall",
    "saffron": "white fern ivory green study kitchen",
    "white": "peacock navy music_room conservatory lounge dining_room",
}
"""Three seats: 0 Scarlett, 1 Lady Saffron, 2 Mrs White. Lilac, plum and the ballroom are the case."""


@pytest.fixture(scope="module")
def parlour() -> Scenario:
    """Return the shipped parlour game."""
    return load(find("parlour")).scenario


def meeting(parlour: Scenario, *lines: str) -> Position:
    """Return the position after these lines; Scarlett starts in the library, both others in the study."""
    places = {"scarlett": "library", "saffron": "study", "white": "study"}
    return play(dealt(parlour, PARLOUR, "lilac plum ballroom", at=places), *lines)


@both
@pytest.mark.rule("PA-04")
def test_a_mind_goes_along_links_to_a_room_that_may_be_the_scene(parlour: Scenario, mind: str) -> None:
    """Within two links of the library lie the hall, its own, and music room, study, kitchen and ballroom."""
    rooms = ("music_room", "study", "kitchen", "ballroom")
    assert answers(mind, meeting(parlour)) == {Go(room) for room in rooms}


@pytest.mark.rule("PA-04")
def test_a_mind_goes_the_shortest_way_by_links(parlour: Scenario) -> None:
    """Lounge and conservatory are three links off; music room and ballroom are next to the conservatory."""
    hands = {**PARLOUR, "white": "peacock navy music_room conservatory ballroom dining_room"}
    game = dealt(parlour, hands, "lilac plum lounge", at={"scarlett": "library"})
    seen = [card for card in whole(game, 1) + whole(game, 2) if card.card != "conservatory"]
    assert answers("novice", game, *seen) == {Go("music_room"), Go("ballroom")}


@both
@pytest.mark.rule("PA-07")
def test_a_mind_that_knows_the_case_accuses_instead_of_moving(parlour: Scenario, mind: str) -> None:
    """It saw both hands whole; while one card is unknown it moves."""
    game = meeting(parlour)
    assert answers(mind, game, *whole(game, 1), *whole(game, 2)) == {Accuse(("lilac", "plum", "ballroom"))}
    assert all(isinstance(one, Go) for one in answers(mind, game, *whole(game, 1), *whole(game, 2)[1:]))


@both
@pytest.mark.rule("PA-05")
def test_a_mind_asks_nobody_whose_hand_it_knows(parlour: Scenario, mind: str) -> None:
    """In the ballroom Mrs White may have lilac or plum; Lady Saffron's cards were all seen."""
    game = meeting(parlour, "go ballroom", "suggest lilac plum")
    assert answers(mind, game) == {Ask("saffron"), Ask("white")}
    assert answers(mind, game, *whole(game, 1)) == {Ask("white")}


@pytest.mark.rule("PA-05")
def test_careful_asks_who_has_not_passed_and_novice_may_ask_again(parlour: Scenario) -> None:
    """Mrs White has none of the three, as all heard; who heeds no passes can't tell."""
    game, passed = (
        meeting(parlour, "go ballroom", "suggest lilac plum"),
        Passed(2, ("lilac", "plum", "ballroom")),
    )
    assert answers("careful", game, passed) == {Ask("saffron")}
    assert answers("novice", game, passed) == {Ask("saffron"), Ask("white")}


@pytest.mark.rule("PA-05")
def test_careful_asks_who_can_only_show_something_new(parlour: Scenario) -> None:
    """Lady Saffron was seen to have the study: asked there, she could show that again."""
    game = meeting(parlour, "go study", "suggest lilac plum")
    assert answers("careful", game, Revealed(1, "study")) == {Ask("white")}


@both
@pytest.mark.rule("PA-06")
def test_a_mind_interrogates_whose_cards_it_does_not_know(parlour: Scenario, mind: str) -> None:
    """Both stand in the study; a card of Lady Saffron's, all seen, would tell nothing."""
    game = meeting(parlour, "go study", "suggest lilac plum", "ask white")
    assert answers(mind, game, *whole(game, 1)) == {Interrogate("white")}


@both
@pytest.mark.rule("PA-06", "PA-08")
def test_a_mind_gives_a_forfeit_rather_than_a_card(parlour: Scenario, mind: str) -> None:
    """A card given away tells something; a forfeit nothing. The asker takes any."""
    game = meeting(parlour, "go study", "suggest lilac plum", "ask white", "interrogate white")
    assert answers(mind, game) == {Yield()}
    assert answers(mind, play(game, "yield")) == {Take(forfeit.id) for forfeit in parlour.forfeits}


@pytest.mark.rule("PA-06", "PA-08")
def test_careful_gives_a_card_that_the_asker_has_seen(parlour: Scenario) -> None:
    """With no forfeits Lady Saffron gives the fern, which she has just shown; a novice gives any card."""
    lines = ("go study", "suggest fern plum", "ask saffron", "show fern", "interrogate saffron")
    game = meeting(replace(parlour, forfeits=()), *lines)
    assert answers("careful", game) == {Give("fern")}
    assert answers("novice", game) == {Give(card) for card in PARLOUR["saffron"].split()}


# --- whole games ---------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    "edition",
    [
        *("classic", "clue-2015", "clue-2015-large", "clue-2015-quick", "clue-2015-traditional"),
        *("master-detective", "parlour", "signature"),
    ],
)
def test_no_game_goes_round_in_circles(edition: str, mind: str) -> None:
    """As few as can play, all of one mind: where least is told, each still comes to know the case."""
    scenario = load(find(edition))
    low, _high = scenario.scenario.rules.players
    table = tuple(Seat(suspect, mind) for suspect in scenario.scenario.ids(Kind.SUSPECT)[:low])
    for seed in range(3):
        result = tally(Record(scenario.document, table, seed))
        assert result.ended
        assert result.winner is not None
        assert result.wrong_accusations == 0
