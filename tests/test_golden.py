"""A game of every shipped scenario is told to every seat, word for word as it was read and found right."""

from difflib import unified_diff

import pytest
from transcripts import FOLDER, record, transcript

from clue_cli.play.replay import replay
from clue_cli.rules.events import Dealt, Ended, Event
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
    """Each is a story with an end."""
    assert isinstance(replay(record(name), None).events[-1].event, Ended)


@pytest.mark.parametrize("name", NAMES)
def test_no_seat_is_told_a_hidden_card(name: str) -> None:
    """What a seat is told is the truth or less: a card is named to it only where the truth says it saw it."""
    game = record(name)
    truth = {(told.turn, told.event): told.seen_by for told in replay(game, None).events}
    for seat in range(len(game.seats)):
        for told in replay(game, seat).events:
            seen_by = truth.get((told.turn, told.event))
            assert seat in seen_by if seen_by is not None else _covered(told.event)


def _covered(event: Event) -> bool:
    """Tell whether the event is one of which the seat is told no card."""
    return getattr(event, "card", "") is None


@pytest.mark.parametrize("name", NAMES)
def test_every_player_hears_of_the_own_cards(name: str) -> None:
    """Each hand is told to its player, card by card, and to nobody else."""
    game = record(name)
    for seat in range(len(game.seats)):
        dealt = [told.event for told in replay(game, seat).events if isinstance(told.event, Dealt)]
        assert all((event.card is not None) == (event.seat == seat) for event in dealt)
