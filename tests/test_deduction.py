"""The notebook that misses nothing, in games of every edition: it is right, and knows all that others do."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from deals import where
from playing import document

from clue_cli.play.saves import slot
from clue_cli.play.seating import among_themselves
from clue_cli.play.session import Record, Session
from clue_cli.reasoning.facts import Holder, Tier
from clue_cli.reasoning.knowledge import read
from clue_cli.reasoning.notebook import Notebook
from clue_cli.rules.model import Game
from clue_cli.rules.position import Position
from clue_cli.scenario.load import load
from clue_cli.scenario.shelf import listing
from clue_cli.ui.desk import page
from clue_cli.ui.notebook import Page, Tick

EDITIONS = [each.id for each in listing() if load(each.path).scenario.game is Game.CLUE]


def moments(edition: str, seed: int) -> Iterator[Position]:
    """Let minds play a game with as few players as it takes, and stop now and then."""
    scenario = load(next(each.path for each in listing() if each.id == edition)).scenario
    minds = ("novice", "careful", "novice", "careful")[: scenario.rules.players[0]]
    session = Session(Record(document(edition), among_themselves(scenario, minds), seed))
    while not session.over:
        session.step()
        if session.state.table.turn and len(session.record.log) % 23 == 0:
            yield session.state


def certain(notebook: Notebook, cards: list[str]) -> set[tuple[str, Holder, bool]]:
    """Return each card and holder of which is known whether they belong together."""
    held = {(card, notebook.held(card), True) for card in cards}
    lacked = {
        (card, who, False) for card in cards for who in notebook.holders if not notebook.may_hold(card, who)
    }
    return {(card, who, has) for card, who, has in held | lacked if who is not None}


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_that_follows_is_true_and_holds_what_a_careful_reader_finds(edition: str) -> None:
    """At every seat of a game: no false conclusion, and none that the rules of thumb draw is missed."""
    for position in (moment for seed in (1, 2) for moment in moments(edition, seed)):
        truth = where(position)
        for seat in range(len(position.hands)):
            view = position.view(seat)
            found = certain(read(view, Tier.ALL), list(truth))
            assert all((truth[card] == who) is has for card, who, has in found)
            assert certain(read(view, Tier.PASSES), list(truth)) <= found


def test_a_notebook_that_deduces_fills_in_more_than_one_that_ticks() -> None:
    """Late in a classic game cells are filled that nobody showed the person."""
    *_, late = moments("classic", 3)
    view = late.view(1)

    def filled(sheet: Page) -> int:
        entries = (entry for section in sheet.sections for entry in section.entries)
        return sum(tick is not Tick.UNKNOWN for entry in entries for tick in entry.ticks)

    ticks = filled(page(view, "ticks", {}, ascii_only=False))
    deduced = filled(page(view, "deduce", {}, ascii_only=False))
    assert deduced > ticks


def test_notes_that_deduce_are_kept_with_the_game(tmp_path: Path) -> None:
    """A game begun with '--notes deduce' is gone on with so."""
    environment = os.environ | {"CLUE_HOME": str(tmp_path), "CLUE_LANG": "en"}
    command = [sys.executable, "-m", "clue_cli", "play", "--as", "plum", "--seed", "5", "--notes", "deduce"]
    run = subprocess.run(
        command, env=environment, input="notebook\n", capture_output=True, text=True, check=False
    )
    assert "Professor Plum" in run.stdout
    session, _remark = slot(tmp_path, "classic-1").look()
    assert session.record.notes == "deduce"
