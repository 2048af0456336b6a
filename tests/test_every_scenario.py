"""Every shipped detective game at every table: played by minds and persons, saved, gone on with, watched."""

import re
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest
from games import EDITIONS, TABLES, whims
from playing import Chooser, steps
from test_cli import clue

from clue_cli.play.saves import Slot
from clue_cli.play.session import PERSON, Record, Seat, Session
from clue_cli.play.simulation import tally
from clue_cli.rules.events import Gave, Looked, Shown, Snooped
from clue_cli.rules.model import Kind


def table(name: str, minds: tuple[str, ...], seed: int) -> Record:
    """Seat these minds as the first suspects of a shipped game."""
    loaded = EDITIONS[name]
    return Record(loaded.document, tuple(map(Seat, loaded.scenario.ids(Kind.SUSPECT), minds)), seed)


def minds(count: int, person: int | None = None) -> tuple[str, ...]:
    """Return careful and novice in turn, and a person in seat `person`."""
    taking_turns = islice(cycle(("careful", "novice")), count)
    return tuple(PERSON if seat == person else mind for seat, mind in enumerate(taking_turns))


def whimsical(seed: int) -> Chooser:
    """Choose as a person without a plan does, now and then right."""
    rng = Random(seed)
    return lambda session: whims(lambda: session.state.case, accusing=0.05)(session.state, rng)


# --- games of minds ------------------------------------------------------------------------------


@pytest.mark.rule("C-12")
@pytest.mark.parametrize(("name", "count"), TABLES)
def test_minds_play_every_game_to_its_end(name: str, count: int) -> None:
    """With careful and novice in turn each game ends: somebody is right, or all were wrong (C-12)."""
    counted = tally(table(name, minds(count), 1))
    assert counted.ended
    assert counted.winner in range(count) or counted.wrong_accusations == count
    assert counted.suggestions > 0


# --- saved and gone on with ------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "count"), TABLES)
def test_a_game_goes_on_from_its_log_and_its_file_as_it_was(name: str, count: int, tmp_path: Path) -> None:
    """A person's game broken off at five moments, or over, is the same position when read, views and all."""
    rng = Random(f"saved {name} {count}")
    session = Session(table(name, minds(count, rng.randrange(count)), 2))
    states = [session.state for _by_person in steps(session, whimsical(2))]
    slot = Slot(tmp_path, "game")
    for number, last in enumerate([*rng.sample(range(len(states)), 5), len(states) - 1]):
        again = Session(replace(session.record, log=session.record.log[: last + 1]))
        assert again.state == states[last]
        if number >= 4:
            slot.keep(again)
            read, remark = slot.open()
            assert (read.state, read.record, remark) == (again.state, again.record, "")


# --- watched ---------------------------------------------------------------------------------------


def covered(session: Session) -> list[str]:
    """Return how an onlooker is to be told of cards that only players see, by the rules, in order."""
    names = {card.id: card.name for card in session.scenario.cards.values()}
    names |= session.scenario.board.places
    named = {one: name.within("en") for one, name in names.items()}
    player = [named[seat.suspect] for seat in session.record.seats]
    told = []
    for event in session.state.histories[0]:
        match event:
            case Shown(by, to):
                told.append(f"{player[by]} showed a card to {player[to]}")
            case Looked(by, room):
                told.append(f"{player[by]} looked at the card in the {named[room]}")
            case Snooped(_, of):
                told.append(f"looked at a card of {player[of]}")
            case Gave(by, to):
                told.append(f"{player[by]} gave a card to {player[to]}")
    return told


@pytest.mark.rule("C-02", "C-10", "C15-07", "C15-09", "MD-08", "PA-06")
@pytest.mark.parametrize("name", EDITIONS)
def test_who_watches_a_game_is_told_of_no_card_that_only_players_see(name: str, tmp_path: Path) -> None:
    """The game on the screen ends, and what is shown, looked at or given in it is "a card", each time."""
    record = table(name, minds(EDITIONS[name].scenario.rules.players[0]), 4)
    opponents = ",".join(seat.mind for seat in record.seats)
    run = clue("play", name, "--watch", "--opponents", opponents, "--seed", "4", home=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    turns = [line for line in run.stdout.splitlines() if re.match(r"\d+\. ", line)]
    parts = [part for line in turns for part in re.split("[:;] ", line.rstrip("."))]
    session = Session(record)
    while not session.over:
        session.step()
    assert [one for one in parts if re.search("showed|looked|gave (?!a forfeit)", one)] == covered(session)
    assert covered(session)
    assert "solved the case: it was" in run.stdout
    assert not re.search("Your cards|the envelope holds| holds:", run.stdout)
