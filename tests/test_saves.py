"""Saved games: nothing is lost, nothing secret is readable, and what was forged is refused in one line."""

import base64
import hashlib
import os
import re
import time
import tomllib
import tracemalloc
import zlib
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from playing import at_once, at_random, classic, collect, document, played, run, small, steps

from clue_cli.play import folders, keeping, saves
from clue_cli.play.keeping import Newer, Unreadable
from clue_cli.play.saves import BeingPlayed, Slot
from clue_cli.play.session import PERSON, Record, Session
from clue_cli.rules.actions import (
    Deal,
    Hide,
    Show,
    parse,
)

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture
def slot(tmp_path: Path) -> Slot:
    """Return a place for a saved game, in a folder that is not there yet."""
    return Slot(tmp_path / "saves", "classic-1")


def saved(slot: Slot, record: Record, actions: int) -> Session:
    """Return a game that was played for so many actions, and saved after each of the last two."""
    session = Session(record)
    for _ in islice(steps(session, at_random()), actions):
        pass
    return resaved(slot, session)


def resaved(slot: Slot, session: Session) -> Session:
    """Save a game as it was before its last action, then as it is."""
    slot.keep(Session(replace(session.record, log=session.record.log[:-1])))
    slot.keep(session)
    return session


@pytest.fixture(scope="module")
def middle(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what a save in the middle of a game holds, cards shown and a mark included."""
    slot = Slot(tmp_path_factory.mktemp("saves"), "classic-1")
    session = Session(replace(classic(), marks={"rope": "?"}))
    for _ in steps(session, at_random()):
        if sum(line.startswith("show ") for line in session.record.log) == 3 and session.waits_for_person:
            break
    slot.keep(session)
    return keeping.look(slot.path, saves.FORMAT)


def forge(slot: Slot, content: dict[str, Any], edit: Edit = dict, file_format: int = 1) -> None:
    """Write a save with the right digest, whatever its content was edited to."""
    content = deepcopy(content)
    edit(content)
    body = f"format = {file_format}\n{tomli_w.dumps(content)}"
    slot.folder.mkdir(exist_ok=True)
    slot.path.write_text(f'digest = "{hashlib.sha256(body.encode()).hexdigest()}"\n{body}', encoding="utf-8")


def seal(text: str) -> str:
    """Seal a text the way a save does."""
    return base64.b64encode(zlib.compress(text.encode())).decode()


def unseal(content: dict[str, Any]) -> list[str]:
    """Return the secret lines of a save."""
    return zlib.decompress(base64.b64decode(content["sealed"])).decode().splitlines()


def files(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder but the locks."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and not p.name.endswith(".lock")}


# --- a save is the game ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "salt"),
    [
        (classic(12), 12),
        (classic(6, "careful", "novice", "novice", PERSON), 6),
        (small(3), 3),
        (small(4), 4),
    ],
)
def test_each_save_reloads_to_an_equal_state(slot: Slot, record: Record, salt: int) -> None:
    """After every action of a whole game the file on disk is the game: state, log, seats and marks."""
    session = Session(record, slot.keep)
    for number, _ in enumerate(steps(session, at_random(salt, accusing=0.05))):
        if number % 40 == 0:
            session.mark(next(iter(session.scenario.cards)), f"“{number}” \\ é")
        again, remark = slot.open()
        assert not remark
        assert session.state == again.state
        assert session.record == again.record
        assert session.may_undo == again.may_undo
    assert again.over


def test_each_save_of_the_great_solitaire_reloads_to_an_equal_state(slot: Slot) -> None:
    """The same for a whole "collect" on the real board, saved after every 60th action and at the end."""
    session = Session(collect(5))
    for number, _ in enumerate(steps(session, at_random(5))):
        if number % 60 == 0 or session.over:
            slot.keep(session)
            again = slot.open()[0]
            assert session.state == again.state
            assert session.record == again.record
    assert again.over


@pytest.mark.parametrize("record", [classic(10), small(8)])
def test_a_resumed_game_goes_on_as_it_would_have(slot: Slot, record: Record) -> None:
    """Saved in the middle, loaded and played on with the same choices, it is the same game."""
    straight = played(record, at_random()).record
    saved(slot, record, len(straight.log) // 2)
    again, _ = slot.open()
    assert len(straight.log) // 2 == len(again.record.log)
    for _ in steps(again, at_random()):
        pass
    assert straight == again.record
    assert straight == slot.open()[0].record


def test_what_is_taken_back_is_taken_back_on_disk(slot: Slot) -> None:
    """After an undo the save lacks the action, and after doing it again it is as before."""
    session = Session(small(), slot.keep)
    next(None for _ in steps(session, at_random()) if session.record.log[-1].startswith("go "))
    walk, log = parse(session.record.log[-1]), session.record.log
    session.undo()
    assert log[:-1] == slot.open()[0].record.log
    session.act(walk)
    assert log == slot.open()[0].record.log
    assert slot.open()[0].may_undo


def test_a_save_carries_its_own_scenario(slot: Slot) -> None:
    """A game of a scenario that has since changed, or is gone, goes on by the rules it began with."""
    own = deepcopy(document("classic"))
    own["id"] = "gone-since"
    own["rules"]["move"]["dice"] = 2
    own["name"] = {"en": "Nobody has this file"}
    session = saved(slot, replace(classic(), document=own), 80)
    again, _ = slot.open()
    assert session.state == again.state
    assert again.scenario.rules.move_dice == 2
    assert again.game_id == "gone-since/3#7"


def test_the_head_of_a_save_can_be_read_by_a_person(slot: Slot) -> None:
    """Opening the file shows which game it is and how far it came, before anything long."""
    session = saved(slot, classic(), 60)
    content = tomllib.loads(slot.path.read_text(encoding="utf-8"))
    assert list(content)[:6] == ["digest", "format", "title", "saved", "turn", "over"]
    assert ("classic/3#7", session.state.table.turn, False) == (
        content["title"],
        content["turn"],
        content["over"],
    )


# --- secrets -----------------------------------------------------------------------------------


def test_nothing_secret_can_be_read_in_a_save(slot: Slot) -> None:
    """Opening the file shows neither the case nor a hand nor a card shown, only that there is one."""
    session = resaved(slot, played(classic(10), at_random(10)))
    secret = {kind.verb for kind in (Hide, Deal, Show)}
    lines = keeping.look(slot.path, saves.FORMAT)["log"]
    assert not [line for line in lines if line.split()[0] in secret]
    hidden = [line for line in session.record.log if line.split()[0] in secret]
    assert len(hidden) == lines.count("?") > 3 + 18
    text = slot.path.read_text(encoding="utf-8").partition("[scenario]")[0]
    assert not re.search(rf"\b({'|'.join(secret)}) [a-z]", text)
    assert len({line for line in lines if line.startswith("?")}) == 1


def test_sealing_is_undone_exactly(slot: Slot) -> None:
    """The secret lines come back each to its place, and only they were sealed."""
    session = saved(slot, classic(10), 90)
    content = keeping.look(slot.path, saves.FORMAT)
    hidden = iter(unseal(content))
    assert session.record.log == tuple(next(hidden) if line == "?" else line for line in content["log"])
    assert next(hidden, None) is None


def test_a_fault_in_a_secret_line_does_not_tell_it(slot: Slot, middle: dict[str, Any]) -> None:
    """Where a save does not fit the message names the line, not the card: that would spoil the game."""
    secrets = unseal(middle)
    secrets[0], secrets[-1] = secrets[-1], secrets[0]
    forge(slot, middle, lambda content: content.update(sealed=seal("\n".join(secrets))))
    with pytest.raises(Unreadable, match="its log does not fit at line 1") as refusal:
        slot.open()
    words = set(re.findall(r"[a-z_]+", str(refusal.value)))
    assert not words & document_ids()


def document_ids() -> set[str]:
    """Return the ids of all cards of the classic game."""
    return set(Session(classic()).scenario.cards)


# --- damage ------------------------------------------------------------------------------------


def test_a_save_cut_at_any_byte_is_known_as_damaged(slot: Slot) -> None:
    """A real save, truncated to each length: never taken for a game, never anything but a clear refusal."""
    saved(slot, classic(), 40)
    for length in reversed(range(slot.path.stat().st_size)):
        os.truncate(slot.path, length)
        with pytest.raises(keeping.Damaged):
            keeping.look(slot.path, saves.FORMAT)


def spoilt(whole: bytes) -> list[bytes]:
    """Return what may become of a save: cut or with a byte flipped here and there, empty, or binary."""
    here = [0, 1, 9, 74, 75, 76, 90, len(whole) // 2, len(whole) - 2, len(whole) - 1]
    here += range(100, len(whole), len(whole) // 8)
    flipped = [whole[:at] + bytes([whole[at] ^ 32]) + whole[at + 1 :] for at in here]
    return [whole[:at] for at in here] + flipped + [b"", bytes(range(256)), b"\x7fELF" + whole]


def test_a_damaged_save_gives_way_to_the_one_before_it(slot: Slot) -> None:
    """The game goes on one action earlier, the player is told, and the damaged file is kept."""
    session = saved(slot, classic(), 40)
    whole = files(slot.folder)
    for damaged in spoilt(slot.path.read_bytes()):
        slot.path.write_bytes(damaged)
        again, remark = slot.open()
        assert session.record.log[:-1] == again.record.log
        assert "classic-1.toml.damaged-1" in remark
        assert damaged == (slot.folder / "classic-1.toml.damaged-1").read_bytes()
        assert keeping.look(slot.path, saves.FORMAT), "what was read is saved anew, so that it is listed"
        assert again.record == slot.open()[0].record
        for name in files(slot.folder):
            (slot.folder / name).unlink()
        for name, content in whole.items():
            (slot.folder / name).write_bytes(content)


def test_a_damaged_save_alone_is_refused_and_kept(slot: Slot) -> None:
    """Without an earlier save: a clear refusal with the new name of the file, and nothing deleted."""
    saved(slot, classic(), 40)
    keeping_only = slot.path.read_bytes()
    (slot.folder / "classic-1.toml.bak").unlink()
    for number, damaged in enumerate(spoilt(keeping_only), 1):
        slot.path.write_bytes(damaged)
        with pytest.raises(Unreadable, match=rf"classic-1\.toml\.damaged-{number}; there is no earlier one"):
            slot.open()
        assert damaged == (slot.folder / f"classic-1.toml.damaged-{number}").read_bytes()
    assert number == len(files(slot.folder))


def test_a_folder_in_place_of_a_save_is_refused(slot: Slot) -> None:
    """A folder of that name is no game, and stays."""
    slot.path.mkdir(parents=True)
    with pytest.raises(Unreadable, match="is no plain file"):
        slot.open()
    assert [game.fault for game in saves.listing(slot.folder)] == [f"{slot.path} is no plain file"]
    assert slot.path.is_dir()


def test_a_newer_save_is_refused_by_its_number_and_left_alone(slot: Slot, middle: dict[str, Any]) -> None:
    """A save of a later version is named with its format, and no new game takes its place."""
    forge(slot, middle, lambda content: content.update(future=True), file_format=2)
    before = files(slot.folder)
    with pytest.raises(Newer, match="is of format 2, newer than 1"):
        slot.open()
    assert ["is of format 2" in game.fault for game in saves.listing(slot.folder)] == [True]
    with saves.new_slot(slot.folder, "classic") as other:
        assert other.name == "classic-2"
    assert before == files(slot.folder)


# --- forged ------------------------------------------------------------------------------------


def _set(**changes: Any) -> Edit:
    return lambda content: content.update(changes)


def _without(key: str) -> Edit:
    return lambda content: content.pop(key)


def _at(*path: Any, value: Any) -> Edit:
    """Change one value deep in a save."""

    def edit(content: Any) -> None:
        for key in path[:-1]:
            content = content[key]
        content[path[-1]] = value

    return edit


def _table(*minds: str, suspects: tuple[str, ...] = ("scarlett", "mustard", "white")) -> Edit:
    return _set(seat=[{"suspect": s, "mind": m} for s, m in zip(suspects, minds, strict=True)])


FORGED: dict[str, tuple[Edit, str]] = {
    "an illegal line": (lambda c: c["log"].append("accuse plum plum plum"), "line"),
    "a line that is no action": (lambda c: c["log"].append("win"), "line"),
    "an unknown card": (lambda c: c["log"].append("suggest moriarty rope"), "line"),
    "a line that is no text": (lambda c: c["log"].append(7), "no saved game"),
    "a log that is no list": (_set(log="roll"), "no saved game"),
    "a log of lists": (_set(log=[["roll"]]), "no saved game"),
    "no log, but sealed lines": (_set(log=[]), "no saved game"),
    "a log too short for its sealed lines": (
        lambda c: c["log"].__delitem__(slice(20, None)),
        "no saved game",
    ),
    "more covers than sealed lines": (lambda c: c["log"].append("?"), "line"),
    "sealed cards unknown": (_set(sealed=seal("hide moriarty")), "line 1"),
    "more sealed lines than fit": (lambda c: c.update(sealed=seal("hide plum\n" * 200_000)), "no saved game"),
    "a seal cut short": (lambda c: c.update(sealed=c["sealed"][:40]), "no saved game"),
    "a seal that is none": (_set(sealed="@@@@"), "no saved game"),
    "a seal in another alphabet": (_set(sealed="é"), "no saved game"),
    "a seal of other bytes": (_set(sealed=base64.b64encode(b"no zlib").decode()), "no saved game"),
    "a seal of no text": (
        _set(sealed=base64.b64encode(zlib.compress(b"\xff\xfe")).decode()),
        "no saved game",
    ),
    "a number for a seal": (_set(sealed=3), "no saved game"),
    "an unknown mind": (_table("person", "novice", "clairvoyant"), "nobody plays like 'clairvoyant'"),
    "no mind": (_table("person", "novice", ""), "nobody plays like ''"),
    "two persons": (_table("person", "person", "novice"), "seats"),
    "too few seats": (_set(seat=[{"suspect": "scarlett", "mind": "person"}]), "seats"),
    "no seats": (_set(seat=[]), "seats"),
    "an unknown suspect": (
        _table("person", "novice", "novice", suspects=("scarlett", "mustard", "x")),
        "seats",
    ),
    "one suspect twice": (
        _table("person", "novice", "novice", suspects=("scarlett", "white", "white")),
        "seats",
    ),
    "seats out of order": (
        _table("person", "novice", "novice", suspects=("white", "scarlett", "mustard")),
        "seats",
    ),
    "seats of numbers": (_set(seat=[1, 2, 3]), "no saved game"),
    "a seat without a mind": (lambda c: c["seat"][0].pop("mind"), "no saved game"),
    "a mind that is a list": (_at("seat", 1, "mind", value=["novice"]), "no saved game"),
    "no list of seats": (_set(seat={"suspect": "scarlett", "mind": "person"}), "no saved game"),
    "a scenario of numbers": (_set(scenario=5), "no saved game"),
    "an empty scenario": (_set(scenario={}), "scenario has faults"),
    "a scenario by name": (_set(scenario={"ruleset": "classic"}), "scenario has faults"),
    "a scenario with a board by name": (_at("scenario", "board", value="classic"), "scenario has faults"),
    "a scenario with a wrong id": (_at("scenario", "id", value=7), "scenario has faults"),
    "a scenario that hides an escape": (_at("scenario", "name", value="\x1b[2J"), "scenario has faults"),
    "a scenario with an unknown key": (_at("scenario", "cheat", value=True), "scenario has faults"),
    "another game's scenario": (lambda c: c.update(scenario=deepcopy(document("collect"))), "seats"),
    "a scenario of another board": (
        lambda c: c["scenario"]["board"].update(grid=c["scenario"]["board"]["grid"].replace(".", "#")),
        "scenario has faults",
    ),
    "a mark beside an unknown card": (_set(marks={"moriarty": "!"}), "marks"),
    "a mark that a terminal would obey": (_set(marks={"rope": "\x1b[2J"}), "no saved game"),
    "a mark that is a number": (_set(marks={"rope": 1}), "no saved game"),
    "marks in a list": (_set(marks=["rope"]), "no saved game"),
    "a seed below zero": (_set(seed=-1), "no saved game"),
    "a seed that is a truth": (_set(seed=True), "no saved game"),
    "a seed that is a text": (_set(seed="7"), "no saved game"),
    "a broken seed": (_set(seed=1.5), "no saved game"),
    "a seed without end": (_set(seed=float("inf")), "no saved game"),
    "notes of another kind": (_set(notes="all"), "no saved game"),
    "notes that are a truth": (_set(notes=True), "no saved game"),
    "notes in a list": (_set(notes=["off"]), "no saved game"),
    **{
        f"no {key}": (_without(key), "no saved game")
        for key in ("seed", "notes", "log", "sealed", "marks", "seat", "scenario")
    },
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_save_is_refused_in_one_line(slot: Slot, middle: dict[str, Any], name: str) -> None:
    """Right digest, wrong content: one clear line that names the file, at once; the file stays as it is."""
    edit, expected = FORGED[name]
    forge(slot, middle, edit)
    before = files(slot.folder)
    with pytest.raises(Unreadable, match=re.escape(expected)) as refusal:
        slot.open()
    assert str(slot.path) in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 400 + len(str(slot.path))
    assert before == files(slot.folder)


def test_a_seal_that_would_fill_the_memory_is_refused(slot: Slot, middle: dict[str, Any]) -> None:
    """A small file that unpacks to forty megabytes costs a fraction of that before it is refused."""
    bomb = zlib.compressobj()
    packed = b"".join(bomb.compress(bytes(1_000_000)) for _ in range(40)) + bomb.flush()
    forge(slot, middle, _set(sealed=base64.b64encode(packed).decode()))
    tracemalloc.start()
    try:
        with pytest.raises(Unreadable, match="no saved game"):
            slot.open()
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_a_seed_of_five_thousand_digits_is_refused(slot: Slot, middle: dict[str, Any]) -> None:
    """Python itself would not read it; the file is set aside as damaged."""
    body = "format = 1\n" + tomli_w.dumps(middle).replace("seed = 7\n", f"seed = {'7' * 5000}\n")
    slot.folder.mkdir()
    slot.path.write_text(f'digest = "{hashlib.sha256(body.encode()).hexdigest()}"\n{body}', encoding="utf-8")
    with pytest.raises(Unreadable, match="damaged"):
        slot.open()


def test_the_forger_could_have_done_it_right(slot: Slot, middle: dict[str, Any]) -> None:
    """The same save with nothing forged opens, so that the refusals above are not for another reason."""
    forge(slot, middle)
    assert middle["marks"] == slot.open()[0].record.marks


@pytest.mark.parametrize(
    "edit",
    [
        _set(turn=float("inf")),
        _set(turn="3"),
        _set(over=0),
        _set(title=["x"]),
        _set(saved=7),
        *map(_without, ("title", "saved", "turn", "over")),
    ],
)
def test_a_forged_head_is_named_in_the_list(slot: Slot, middle: dict[str, Any], edit: Edit) -> None:
    """One bad save does not hide the good ones: it is listed with its fault."""
    saved(Slot(slot.folder, "good"), small(), 5)
    forge(slot, middle, edit)
    good, bad = saves.listing(slot.folder)
    assert (good.name, good.fault) == ("good", "")
    assert ("classic-1", f"{slot.path} is no saved game of clue") == (bad.name, bad.fault)


# --- names and lists ---------------------------------------------------------------------------


def test_games_are_listed_the_last_one_first(tmp_path: Path) -> None:
    """What one played last comes first, even within a second; files of other names are no games."""
    for name in ("b", "a", "c"):
        saved(Slot(tmp_path, name), small(), 5)
        time.sleep(0.002)  # the clock of a save counts milliseconds
    for stranger in ("scores.toml", "Notes.toml", ".hidden.toml", "x.txt", "d.toml.damaged-1"):
        (tmp_path / stranger).write_text("")
    (tmp_path / "lost.toml").symlink_to(tmp_path / "nowhere")
    listed = saves.listing(tmp_path)
    assert [game.name for game in listed] == ["c", "a", "b", "lost"]
    assert [game.title for game in listed[:3]] == ["small-house/solo#7"] * 3
    assert listed[3].fault.endswith("is gone")


def test_a_damaged_game_is_listed_where_it_was_by_the_file_before_it(tmp_path: Path) -> None:
    """The game saved last stays the first one when its newest file is damaged, and the list says so.

    The title and the turn are those of the file before, and looking at the list mends nothing.
    """
    for name in ("b", "c", "a"):
        last = saved_twice(Slot(tmp_path, name))
        time.sleep(0.002)  # the clock of a save counts milliseconds
    _whole, *rest = saves.listing(tmp_path)
    earlier = keeping.look(tmp_path / "a.toml.bak", saves.FORMAT)["saved"]
    path = tmp_path / "a.toml"
    for damaged in spoilt(path.read_bytes()):
        path.write_bytes(damaged)
        before = files(tmp_path)
        listed, *others = saves.listing(tmp_path)
        assert (listed.name, listed.title, listed.turn) == ("a", last.game_id, last.state.table.turn - 1)
        assert (listed.saved, listed.fault) == (earlier, f"{path} is damaged; the one before it is used")
        assert rest == others
        assert before == files(tmp_path)


def test_a_game_of_which_the_earlier_file_alone_is_left_is_listed(tmp_path: Path) -> None:
    """It can be resumed, so that it is in the list, with what is wrong; once opened it is whole again."""
    last = saved_twice(Slot(tmp_path, "a"))
    place = Slot(tmp_path, "a")
    place.path.unlink()
    before = files(tmp_path)
    (listed,) = saves.listing(tmp_path)
    assert (listed.name, listed.title, listed.turn) == ("a", last.game_id, last.state.table.turn - 1)
    assert (listed.over, listed.fault) == (False, f"{place.path} was missing; the one before it is used")
    assert before == files(tmp_path)
    again, _remark = place.open()
    assert again.record.log == last.record.log[:-1]
    assert [game.fault for game in saves.listing(tmp_path)] == [""]


def saved_twice(slot: Slot) -> Session:
    """Return a game at the beginning of its third turn, saved as it is and as it was one turn earlier."""
    session = Session(small())
    for _ in steps(session, at_random()):
        if session.state.table.turn == 3:
            return resaved(slot, session)
    raise AssertionError("no third turn")


def test_where_both_files_are_damaged_the_game_is_listed_last(tmp_path: Path) -> None:
    """A game of which nothing can be read is named with its fault, below those that can be resumed."""
    saved_twice(Slot(tmp_path, "a"))
    saved_twice(Slot(tmp_path, "b"))
    for name in ("b.toml", "b.toml.bak"):
        (tmp_path / name).write_bytes(b"damaged")
    listed = saves.listing(tmp_path)
    assert [(game.name, game.title) for game in listed] == [("a", "small-house/solo#7"), ("b", "")]
    assert "is damaged" in listed[1].fault


def test_there_are_no_games_where_there_is_no_folder(tmp_path: Path) -> None:
    """Asking for the list of games creates nothing."""
    assert not saves.listing(tmp_path / "nowhere")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["", "../x", "a/b", "A", ".x", "-x", "x" * 81, "x\n", "x y", "é", "a\\b", "x.toml"]
)
def test_a_name_that_leads_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    """Names of saved games are plain: no path, no blank, nothing hidden."""
    with pytest.raises(Unreadable, match="is no name of a saved game"):
        saves.slot(tmp_path, name)


def test_a_game_that_never_was_is_refused(tmp_path: Path) -> None:
    """A mistyped name is told, not made."""
    with pytest.raises(Unreadable, match="there is no saved game classic-1"):
        saves.slot(tmp_path, "classic-1")


def test_a_new_game_takes_no_name_that_is_in_use(tmp_path: Path) -> None:
    """Neither that of a save, nor of one whose earlier file alone is left, nor of one being played."""
    for name in ("classic-1.toml", "classic-2.toml.bak"):
        (tmp_path / name).write_text("")
    with saves.new_slot(tmp_path, "classic") as one, saves.new_slot(tmp_path, "classic") as other:
        assert [one.name, other.name] == ["classic-3", "classic-4"]
    assert {"classic-1.toml", "classic-2.toml.bak"} == set(files(tmp_path))


# --- two runs at once --------------------------------------------------------------------------


HOLD = """
import sys, time
from pathlib import Path
from clue_cli.play import saves
with saves.held(saves.Slot(Path(sys.argv[1]), "classic-1")):
    print("holding", flush=True)
    time.sleep(60)
"""


def test_a_game_is_played_by_one_run_at_a_time(slot: Slot) -> None:
    """A second window is told so; when the first run is killed the game is free at once."""
    with run(HOLD, str(slot.folder)) as other:
        assert other.stdout
        assert other.stdout.readline() == "holding\n"
        with (
            pytest.raises(BeingPlayed, match="classic-1 is being played in another window"),
            saves.held(slot),
        ):
            pass
        with saves.new_slot(slot.folder, "classic") as new:
            assert new.name == "classic-2"
        other.kill()
        other.wait()
        with saves.held(slot) as mine, pytest.raises(BeingPlayed), saves.held(slot):
            assert mine is slot


BEGIN = """
import sys
from pathlib import Path
from playing import small
from clue_cli.play import saves
from clue_cli.play.session import Session
session = Session(small())
print("ready", flush=True)
sys.stdin.readline()
for _ in range(5):
    with saves.new_slot(Path(sys.argv[1]), "small-house") as slot:
        assert not slot.path.exists()
        slot.keep(session)
        print(slot.name)
"""


def test_games_begun_at_once_get_different_names(tmp_path: Path) -> None:
    """Two runs that begin games at the same moment never take the same name: ten games are ten files."""
    with run(BEGIN, str(tmp_path)) as one, run(BEGIN, str(tmp_path)) as other:
        names = [name for told in at_once(one, other) for name in told]
    assert len(set(names)) == 10 == len(saves.listing(tmp_path))


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    """Where a file bears the folder's name there is a clear line."""
    (tmp_path / "saves").write_text("")
    with pytest.raises(Unreadable, match="can't write"), saves.new_slot(tmp_path / "saves", "classic"):
        pass


# --- where files go ----------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a checkout that the program seems to run from, with the environment saying nothing."""
    root = tmp_path / "checkout"
    (root / "saves").mkdir(parents=True)
    (root / "pyproject.toml").write_text("")
    monkeypatch.setattr(folders, "_CHECKOUT", root)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("CLUE_HOME", raising=False)
    return root


def test_the_nearest_wish_says_where_files_go(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--saves comes before CLUE_HOME, that before a checkout's saves, those before the user's folder."""
    monkeypatch.setenv("CLUE_HOME", str(tmp_path / "home"))
    assert tmp_path / "asked" == folders.folders(tmp_path / "asked").home
    assert tmp_path / "home" == folders.folders().home
    monkeypatch.setenv("CLUE_HOME", "")
    assert checkout / "saves" == folders.folders().home
    (checkout / "pyproject.toml").unlink()  # as where the package is installed beside some saves/
    users = folders.folders().home
    assert users.name == "clue"
    assert not users.is_relative_to(checkout)
    (checkout / "pyproject.toml").write_text("")
    (checkout / "saves").rmdir()  # as where it is installed beside some project
    assert users == folders.folders().home


def test_finding_out_creates_nothing(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking where files go leaves no folder behind, wherever they go."""
    (checkout / "saves").rmdir()
    before = sorted(tmp_path.rglob("*"))
    for home in ("", str(tmp_path / "home"), "~/clue", "~nobody-of-this-name/clue"):
        monkeypatch.setenv("CLUE_HOME", home)
        places = folders.folders()
        assert places.home / "scores.toml" == places.scores
        assert places.home / "scenarios" == places.scenarios
    assert before == sorted(tmp_path.rglob("*"))


def test_a_tilde_in_the_environment_is_the_users_home(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLUE_HOME may be given as one would type it."""
    monkeypatch.setenv("HOME", str(checkout))
    monkeypatch.setenv("CLUE_HOME", "~/my games")
    assert checkout / "my games" == folders.folders().home
