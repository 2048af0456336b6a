"""A game of every shipped scenario is told to every seat, word for word as it was read and found right."""

from difflib import unified_diff

import pytest
from transcripts import FOLDER, record, transcript

from clue_cli.play.replay import replay
from clue_cli.rules.events import (
    ONLOOKER,
    Asked,
    Called,
    CaseSeen,
    Cleared,
    ClueDrawn,
    Contended,
    Dealt,
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
    Reshuffled,
    Revealed,
    Rolled,
    Said,
    SetAside,
    Shown,
    Snooped,
    Taken,
    TookPassage,
    TurnedUp,
    Unheld,
    Unrefuted,
    Walked,
    Yielded,
)
from clue_cli.scenario.shelf import listing

NAMES = tuple(shelved.id for shelved in listing())


@pytest.mark.parametrize("name", NAMES)
def test_a_transcript_is_told_as_it_was(name: str) -> None:
    """The log plays by the rules, and each seat hears of it what it heard when the file was last read."""
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    told = transcript(record(name))
    difference = "\n".join(unified_diff(kept.split("\n"), told.split("\n"), "kept", "told", lineterm=""))
    assert kept == told, (
        f"{difference}\n'python tests/transcripts.py' writes it anew: read it before you keep it"
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_transcript_tells_a_whole_game(name: str) -> None:
    """Each is a story with an end, after which only its tale may speak."""
    last = [told.event for told in replay(record(name), None).events if not isinstance(told.event, Said)][-1]
    assert isinstance(last, Ended)


@pytest.mark.rule("C-02", "C-10", "C15-07", "MD-08", "PA-06")
@pytest.mark.parametrize("name", NAMES)
def test_a_hidden_card_is_told_to_its_parties_alone(name: str) -> None:
    """Who is dealt, looks at, shows, is shown, gives or gets a card reads which; the others do not."""
    game = record(name)
    for seat in (ONLOOKER, *range(len(game.seats))):
        for event in (told.event for told in replay(game, seat).events):
            if isinstance(event, Dealt | Looked | Shown | Snooped | Gave):
                party = seat in (event.seat, getattr(event, "to", None), getattr(event, "of", None))
                assert (event.card is not None) == party


@pytest.mark.rule("C-12")
@pytest.mark.parametrize("name", NAMES)
def test_the_envelope_is_told_to_a_wrong_accuser_alone(name: str) -> None:
    """Who accused wrongly reads what it holds, and nobody else does before the end."""
    game = record(name)
    wrong = {told.event.seat for told in replay(game, None).events if isinstance(told.event, PutOut)}
    for seat in (ONLOOKER, *range(len(game.seats))):
        seen = [told.event.seat for told in replay(game, seat).events if isinstance(told.event, CaseSeen)]
        assert seen == [seat] * (seat in wrong)


HAPPENS: dict[str, set[type[Event]]] = {
    "classic": {TookPassage, Passed, Unrefuted, CaseSeen, PutOut, Cleared},
    "clue-2015": {ClueDrawn, Named, Asked, Revealed, Shown, Joined, Moved, TookPassage},
    "clue-2015-large": {ClueDrawn, Revealed, Unheld},
    "clue-2015-quick": {Laid, Looked, TookPassage, Moved},
    "clue-2015-traditional": {Laid, Looked},
    "collect": {Placed, Rolled, Taken},
    "collect-house": {Placed, Rolled, Taken},
    "collect-mill": {Placed, Rolled, Taken},
    "collect-train": {Placed, Rolled, Taken},
    "errands": {Placed, Called, Rolled, Taken, SetAside, Reshuffled},
    "errands-house": {Placed, Called, Rolled, Taken, SetAside, Reshuffled},
    "errands-mill": {Placed, Called, Rolled, Taken, SetAside, Reshuffled},
    "errands-train": {Placed, Called, Rolled, Taken, SetAside, Reshuffled},
    "grand-hotel": {Contended, TookPassage, Walked},
    "locked-room": {TookPassage, Walked, Shown},
    "master-detective": {Contended, Snooped, Shown, Passed},
    "night-train": {Laid, Looked, Shown, Walked},
    "old-mill": {TookPassage, Passed, Unrefuted},
    "parlour": {Asked, Interrogated, Gave, Yielded, Paid, Revealed},
    "signature": {TurnedUp, TookPassage, CaseSeen, PutOut},
    "theatre": {Walked, Shown, Unrefuted},
    "tutorial": {Said, TookPassage, Passed, Shown, Unrefuted},
}
"""What is the scenario's own, by the events that tell it."""


@pytest.mark.parametrize("name", NAMES)
def test_what_is_its_own_happens_in_a_transcript(name: str) -> None:
    """A story of an edition tells what sets that edition apart."""
    assert {type(told.event) for told in replay(record(name), None).events} >= HAPPENS[name]


@pytest.mark.rule("MD-04", "MD-05", "MD-07")
def test_the_master_detective_transcript_walks_through_places_and_over_tokens() -> None:
    """A place is crossed, a passage is taken inside a roll, and an occupied square is jumped."""
    walks = [
        told.event.way
        for told in replay(record("master-detective"), None).events
        if isinstance(told.event, Walked)
    ]
    assert any("trophy_room" in way[:-1] for way in walks)
    assert ("drawing_room", "conservatory") in [way[-2:] for way in walks]
    stopped = walks[walks.index(next(way for way in walks if way[-1] == (6, 12))) + 1]
    assert stopped[0] == (6, 12)
