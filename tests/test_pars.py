"""Pars that are shipped and kept: what is read is what would be found anew, and damage is passed over."""

import io
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from playing import small_house

from clue_cli.play import pars
from clue_cli.play.pars import GAMES, Known, Search, file_name, find, packed, work_out
from clue_cli.rules.model import Game, Kind, Scenario
from clue_cli.scenario import shelf
from clue_cli.scenario.elsewhere import on_board
from clue_cli.scenario.load import from_document, load
from clue_cli.solver.collect import Stages, solve
from clue_cli.solver.moves import moves

# --- what is shipped ---------------------------------------------------------------------------


def at_home(house: str) -> Scenario:
    """Return the solitaire as it is played on the board of that scenario."""
    return on_board(load(shelf.find(Game.COLLECT)), load(shelf.find(house))).scenario


def layouts(scenario: Scenario) -> Iterator[Stages]:
    """Go through all layouts: six of nine rooms have a suspect and a weapon (S1-01)."""
    rooms = scenario.ids(Kind.ROOM)
    for pairs in combinations(rooms, 6):
        yield rooms, pairs, pairs


@pytest.fixture
def no_solving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search for a par fail."""

    def fail(*_arguments: object) -> None:
        raise AssertionError("this par had to be found anew")

    monkeypatch.setattr(pars, "solve", fail)


@pytest.mark.rule("S1-01", "S1-06")
@pytest.mark.parametrize("house", ["classic", "clue-2015"])
@pytest.mark.usefixtures("no_solving")
def test_every_layout_of_a_shipped_board_has_its_par_at_hand(house: str, tmp_path: Path) -> None:
    """All 84 are there, and the mean of the games of best play shipped with each is its par.

    Of 168 means from par none is off by four standard errors, which by chance alone one in a hundred sets
    of them would have; that holds though all were played with the same dice.
    """
    scenario = at_home(house)
    found = [find(scenario, stages, tmp_path) for stages in layouts(scenario)]
    assert len(found) == 84
    assert not list(tmp_path.iterdir())
    assert len({known.par.rolls for known in found}) == 84
    for known in found:
        spread = known.spread
        assert spread.games == GAMES == 20_000
        assert abs(spread.mean - known.par.rolls) < 4 * spread.sd / GAMES**0.5
        assert known.par.residual < 1e-9
        # a roll takes one card at most
        assert not any(spread.counts[:21])
        assert spread.percentile(5) < known.par.rolls < spread.percentile(95)


@pytest.mark.parametrize("house", ["classic", "clue-2015"])
def test_a_shipped_par_is_the_one_found_anew(house: str, tmp_path: Path) -> None:
    """Solved again, a layout has the values that are shipped, in every room and with every set left."""
    scenario = at_home(house)
    stages = list(layouts(scenario))[50]
    shipped = find(scenario, stages, tmp_path).par
    anew = solve(moves(scenario.board, scenario.start, 2), stages)
    assert anew.rolls == pytest.approx(shipped.rolls, abs=1e-9)
    for n, stage in enumerate(stages):
        for left in range(1, 2 ** len(stage)):
            # to enter a room that still has its card is to take it
            done = [
                column
                for column, room in enumerate(anew.moves.rooms)
                if room not in stage or not left >> stage.index(room) & 1
            ]
            assert anew.tables[n][left, done] == pytest.approx(shipped.tables[n][left, done], abs=1e-9)


def test_other_dice_or_another_board_are_another_par() -> None:
    """What is kept is named by the moves and the layout: none is taken for another's."""
    classic, other = at_home("classic"), at_home("clue-2015")
    one, two = list(layouts(classic))[:2]
    board = moves(classic.board, classic.start, 2)
    names = {
        file_name(board, one),
        file_name(board, two),
        file_name(moves(classic.board, "hall", 2), one),
        file_name(moves(other.board, other.start, 2), one),
    }
    assert len(names) == 4
    assert file_name(board, one) == file_name(moves(classic.board, classic.start, 2), one)


# --- what is kept ------------------------------------------------------------------------------

SMALL = from_document(small_house(), "small-house").scenario
STAGES: Stages = (("ballroom", "dining_room", "lounge"), ("ballroom", "lounge"), ("lounge",))
BOARD = moves(SMALL.board, SMALL.start, SMALL.rules.move_dice)
NAME = file_name(BOARD, STAGES)


@pytest.fixture(scope="module")
def known() -> Known:
    """Find the par of the small house."""
    return work_out(BOARD, STAGES)


def same(one: Known, other: Known) -> bool:
    """Tell whether two pars say the same of everything."""
    looks = [
        [
            known.par.look(n, stage[:count]).settled.before
            for n, stage in enumerate(STAGES)
            for count in (1, 2)
        ]
        for known in (one, other)
    ]
    return one.spread == other.spread and all(map(np.allclose, *looks))


def test_what_was_found_is_kept_and_read_the_next_time(
    tmp_path: Path, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first search solves and keeps; the second reads what the first one kept; nothing else is left."""
    told = list[tuple[int, int]]()
    folder = tmp_path / "pars"
    assert same(find(SMALL, STAGES, folder, lambda done, every: told.append((done, every))), known)
    assert told[-1] == (22, 22)  # 7 sets of three rooms, 3 of two and one of one: solved, then played
    assert [path.name for path in folder.iterdir()] == [NAME]
    monkeypatch.setattr(pars, "solve", None)
    told.clear()
    assert same(find(SMALL, STAGES, folder, lambda done, every: told.append((done, every))), known)
    assert not told


def test_a_par_that_can_t_be_kept_is_told_all_the_same(tmp_path: Path, known: Known) -> None:
    """Where a file stands in the way of the folder nothing is kept, and nothing is lost."""
    (tmp_path / "pars").write_text("in the way")
    assert same(find(SMALL, STAGES, tmp_path / "pars"), known)
    assert (tmp_path / "pars").read_text() == "in the way"


def test_a_pipe_in_the_place_of_a_par_is_not_waited_for(tmp_path: Path, known: Known) -> None:
    """Nobody will ever write into it."""
    os.mkfifo(tmp_path / NAME)
    assert same(find(SMALL, STAGES, tmp_path), known)


def zipped(**arrays: object) -> bytes:
    """Return a file of arrays."""
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)  # type: ignore[arg-type]
    return content.getvalue()


def tables(known: Known) -> dict[str, object]:
    """Return what is kept, by name."""
    with np.load(io.BytesIO(packed(known))) as arrays:
        return dict(arrays)


DAMAGE: dict[str, Callable[[Known], bytes]] = {
    "empty": lambda _known: b"",
    "text": lambda _known: b"par 12\n",
    "cut short": lambda known: packed(known)[:-30],
    "its first half": lambda known: packed(known)[: len(packed(known)) // 2],
    "a number alone": lambda _known: b"\x93NUMPY\x01\x00",
    "objects": lambda known: zipped(**{**tables(known), "arr_0": np.array([{}], dtype=object)}),
    "no counts": lambda known: zipped(**{k: v for k, v in tables(known).items() if k != "counts"}),
    "too few games": lambda known: zipped(**{**tables(known), "counts": np.array([0, 1, 2])}),
    "less than no games": lambda known: zipped(**{**tables(known), "counts": np.array([GAMES + 1, -1])}),
    "games in halves": lambda known: zipped(**{**tables(known), "counts": np.array([GAMES / 2, GAMES / 2])}),
    "values that are none": lambda known: zipped(**{**tables(known), "arr_1": np.full((4, 3), np.nan)}),
    "a table of words": lambda known: zipped(**{**tables(known), "arr_1": np.full((4, 3), "a")}),
    "a residual of two": lambda known: zipped(**{**tables(known), "residual": np.zeros(2)}),
    "a table of another board": lambda known: zipped(**{**tables(known), "arr_2": np.zeros((2, 9))}),
    "a par of another board": lambda _known: pars._shipped(
        "classic", file_name(moves(at_home("classic").board, "stairs", 2), next(layouts(at_home("classic"))))
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_file_that_is_no_par_is_passed_over_and_written_anew(
    damage: str, tmp_path: Path, known: Known
) -> None:
    """Whatever lies in the place of a kept par, the par is found anew and takes that place."""
    (tmp_path / NAME).write_bytes(DAMAGE[damage](known))
    assert same(find(SMALL, STAGES, tmp_path), known)
    assert (tmp_path / NAME).read_bytes() == packed(known)


def test_a_huge_file_is_not_read(tmp_path: Path, known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file larger than any par is passed over without a look at what it holds."""
    with (tmp_path / NAME).open("wb") as file:
        file.truncate(64_000_001)
    read = list[Path]()

    def noted(path: Path) -> bytes:
        read.append(path)
        return packed(known)

    monkeypatch.setattr(Path, "read_bytes", noted)
    assert same(find(SMALL, STAGES, tmp_path), known)
    assert (tmp_path / NAME).stat().st_size < 64_000_000
    assert not read
    assert same(find(SMALL, STAGES, tmp_path), known)
    assert read == [tmp_path / NAME]


def test_a_file_with_any_byte_changed_is_read_as_it_was_or_passed_over(
    tmp_path: Path, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed byte, each third of them, neither ends the program nor changes what is told."""
    whole = packed(known)
    monkeypatch.setattr(pars, "work_out", lambda *_layout: known)
    for at in range(0, len(whole), 3):
        content = bytearray(whole)
        content[at] ^= 0x5A
        (tmp_path / NAME).write_bytes(content)
        assert same(find(SMALL, STAGES, tmp_path), known), at


# --- while the game goes on --------------------------------------------------------------------


def test_a_search_finds_the_par_in_the_background(tmp_path: Path, known: Known) -> None:
    """Once the thread has ended it holds the par, and has told of every set of rooms, solved and played."""
    search = Search(SMALL, STAGES, tmp_path)
    assert search.known is None
    search.start()
    search.join()
    assert search.known
    assert same(search.known, known)
    assert (search.done, search.every) == (22, 22)


def test_a_search_that_is_given_up_ends_at_once_and_keeps_nothing(tmp_path: Path) -> None:
    """Stopped in the midst of the first sets of a large layout, it ends with no par and no file."""
    scenario = at_home("classic")
    rooms = scenario.ids(Kind.ROOM)
    search = Search(scenario, (rooms, rooms, rooms), tmp_path)
    search.start()
    while not search.done:
        time.sleep(0.01)
    search.stop()
    assert not search.is_alive()
    assert search.known is None
    assert search.done < search.every == 2 * 3 * 511
    assert not list(tmp_path.iterdir())


def test_a_search_without_end_leaves_the_par_unknown(tmp_path: Path) -> None:
    """Where no play is sure to collect everything the thread ends quietly, and keeps nothing."""
    scenario = replace(SMALL, board=replace(SMALL.board, rooms=SMALL.board.rooms[:1]))
    search = Search(scenario, (("ballroom",),) * 3, tmp_path)
    search.start()
    search.join()
    assert search.known is None
    assert not list(tmp_path.iterdir())
