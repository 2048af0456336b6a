"""The vocabulary: action texts and their inverse, and what is open without listing it."""

from itertools import product

import pytest
from games import dealt, play
from hypothesis import example, given
from hypothesis import strategies as st

from clue_cli.rules.actions import (
    Accuse,
    Action,
    Deal,
    Dice,
    End,
    Go,
    Hide,
    Lay,
    Passage,
    Put,
    Roll,
    Show,
    Suggest,
    TurnUp,
    UnreadableAction,
    parse,
    parse_place,
    place_text,
)
from clue_cli.rules.legal import Claims, Legal
from clue_cli.rules.model import Scenario

ids = st.from_regex(r"[a-z][a-z0-9]{0,7}([_-][a-z0-9]{1,4}){0,2}", fullmatch=True)
squares = st.tuples(st.integers(0, 999), st.integers(0, 999))
cards = st.lists(ids, min_size=2, max_size=5).map(tuple)
ACTIONS = {
    "hide": st.builds(Hide, ids),
    "deal": st.builds(Deal, ids),
    "turnup": st.builds(TurnUp, ids),
    "lay": st.builds(Lay, ids, ids),
    "put": st.builds(Put, ids, ids),
    "dice": st.builds(Dice, st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple)),
    "roll": st.just(Roll()),
    "passage": st.builds(Passage, ids),
    "go": st.builds(Go, ids | squares),
    "suggest": st.builds(Suggest, cards),
    "show": st.builds(Show, ids),
    "accuse": st.builds(Accuse, cards),
    "end": st.just(End()),
}
EXAMPLES = {
    "hide plum": Hide("plum"),
    "deal lead_pipe": Deal("lead_pipe"),
    "turnup green": TurnUp("green"),
    "lay rope hall": Lay("rope", "hall"),
    "put rope billiard_room": Put("rope", "billiard_room"),
    "dice 6": Dice((6,)),
    "dice 2 5": Dice((2, 5)),
    "roll": Roll(),
    "passage study": Passage("study"),
    "go library": Go("library"),
    "go 17,0": Go((17, 0)),
    "suggest plum rope": Suggest(("plum", "rope")),
    "show rope": Show("rope"),
    "accuse plum rope hall": Accuse(("plum", "rope", "hall")),
    "end": End(),
}


@pytest.mark.parametrize("verb", ACTIONS)
@given(st.data())
def test_reading_is_the_exact_inverse_of_writing(verb: str, data: st.DataObject) -> None:
    """Whatever an action holds, its text reads back as the same action, and begins with its verb."""
    action: Action = data.draw(ACTIONS[verb])
    assert parse(str(action)) == action
    assert str(action).split(" ")[0] == verb


@pytest.mark.parametrize("text", EXAMPLES)
def test_action_texts_are_those_of_logs_and_answer_files(text: str) -> None:
    """The text form is fixed: logs and scores of yesterday must be read tomorrow."""
    assert parse(text) == EXAMPLES[text]
    assert str(EXAMPLES[text]) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "ROLL",
        "Roll",
        " roll",
        "roll ",
        "roll\n",
        "roll now",
        "roll  ",
        "end turn",
        "stay here",
        "dice",
        "dice 0",
        "dice 7",
        "dice 12",
        "dice one",
        "dice 1,2",
        "dice ٣",
        "dice 1 ²",
        "hide",
        "hide plum rope",
        "deal",
        "put rope",
        "put rope hall study",
        "go",
        "go hall study",
        "go Hall",
        "go 3, 4",
        "go -1,4",
        "passage",
        "suggest",
        "suggest plum",
        "accuse",
        "accuse plum",
        "suggest plum  rope",
        "suggest plum\trope",
        "suggest [plum] rope",
        "show",
        "show plum rope",
        "show pl\u00fcm",
        "show \u001b[2J",
        "show rope\u0000",
        "show rope\n",
        "fly kitchen",
        "action",
        "roll;end",
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    """Anything but the exact text form is unreadable, and nothing else goes wrong."""
    with pytest.raises(UnreadableAction):
        parse(text)


_words = st.text(max_size=8) | ids | st.from_regex(r"[0-9,]{1,7}", fullmatch=True)


@given(
    st.text()
    | st.builds(
        lambda verb, words: " ".join((verb, *words)),
        st.sampled_from(sorted(ACTIONS)),
        st.lists(_words, max_size=4),
    )
)
@example("go 01,2")
@example("go 1000,2")
@example("go 1,2,3")
def test_any_text_reads_as_an_action_of_that_text_or_is_refused(text: str) -> None:
    """No two texts read as the same action, and no text fails in another way."""
    try:
        action = parse(text)
    except UnreadableAction:
        return
    assert str(action) == text


@given(ids | squares)
def test_places_read_back_as_they_were_written(place: str | tuple[int, int]) -> None:
    """A room's id and a square have one text form each."""
    assert parse_place(place_text(place)) == place


# --- what is open ------------------------------------------------------------------------------

_group = st.lists(st.sampled_from("abcdef"), unique=True, max_size=4).map(tuple)


@given(st.sampled_from([Suggest, Accuse]), st.lists(_group, min_size=2, max_size=3).map(tuple))
def test_claims_hold_exactly_one_card_of_each_group(
    kind: type[Suggest | Accuse], groups: tuple[tuple[str, ...], ...]
) -> None:
    """Membership, iteration and length agree with the product of the groups."""
    claims: Claims[Action] = Claims(kind, groups)
    expected = [kind(cards) for cards in product(*groups)]
    assert list(claims) == expected
    assert len(claims) == len(expected)
    assert bool(claims) == bool(expected)
    every = {kind(cards) for cards in product("abcdefg", repeat=len(groups))}
    assert {action for action in every if action in claims} == set(expected)


def test_claims_take_only_their_own_kind_and_count_of_cards() -> None:
    """A suggestion is no accusation of the same cards, and two cards are no three."""
    claims: Claims[Action] = Claims(Suggest, (("a", "b"), ("c",)))
    assert Suggest(("a", "c")) in claims
    for other in (
        Accuse(("a", "c")),
        Suggest(("a", "c", "c")),
        Suggest(("c", "a")),
        Show("a"),
        "suggest a c",
        None,
    ):
        assert other not in claims


_some = st.lists(st.sampled_from([Roll(), End(), Go("hall"), Go((1, 2)), Passage("hall")]), unique=True)


@given(_some.map(tuple), _group, _group)
def test_what_is_open_is_the_sum_of_its_parts(
    actions: tuple[Action, ...], suspects: tuple[str, ...], weapons: tuple[str, ...]
) -> None:
    """Membership, iteration, length and truth agree, and the claims in it can be found by kind."""
    claims: Claims[Action] = Claims(Suggest, (suspects, weapons))
    legal = Legal(actions, claims)
    expected = [*actions, *map(Suggest, product(suspects, weapons))]
    assert list(legal) == expected
    assert len(legal) == len(expected)
    assert bool(legal) == bool(expected)
    candidates = {*expected, Roll(), End(), Go("study"), Suggest(("a", "b")), Accuse(("a", "b"))}
    assert {action for action in candidates if action in legal} == set(expected)
    assert legal.claims(Suggest) is (claims if suspects and weapons else None)
    assert legal.claims(Accuse) is None


def test_every_action_that_is_listed_as_open_can_be_taken(classic: Scenario) -> None:
    """In the lounge, after the walk, all 36 suggestions, 324 accusations and the end of the turn lead on."""
    state = dealt(classic, {"scarlett": "", "mustard": "", "white": ""}, at={"scarlett": (18, 6)})
    state = play(state, "roll", "dice 1", "go lounge")
    legal = state.legal()
    assert len(legal) == len(set(legal)) == 36 + 324 + 1
    for action in legal:
        assert action in legal
        assert state.apply(action) != state
