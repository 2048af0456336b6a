"""A file that can't be lost: whole or the one before it, whatever happens, and damaged ones set aside."""

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import pytest

from clue_cli.play import keeping
from clue_cli.play.keeping import Damaged, Newer, Unreadable

OLDER, OLD, NEW = ({"turn": n, "words": 'Révérend “Olive” \\ \t \u2028 \'x\' """'} for n in (1, 2, 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the place of a file in a folder that is not there yet."""
    return tmp_path / "folder" / "game.toml"


@pytest.fixture
def kept(path: Path) -> Path:
    """Return the place of a file that was written twice: `OLD`, with `OLDER` before it."""
    keeping.write(path, 1, OLDER)
    keeping.write(path, 1, OLD)
    return path


def bak(path: Path) -> Path:
    """Return the file before it."""
    return path.with_name(path.name + ".bak")


def folder(path: Path) -> set[str]:
    """List everything beside a file, hidden or not."""
    return {each.name for each in path.parent.iterdir()}


def contents(path: Path) -> dict[str, bytes]:
    """Return the bytes of everything beside a file."""
    return {each: (path.parent / each).read_bytes() for each in folder(path)}


def signed(body: str) -> str:
    """Return a text with the digest that its writer would have given it."""
    return f'digest = "{hashlib.sha256(body.encode()).hexdigest()}"\n{body}'


# --- when all goes well ------------------------------------------------------------------------


def test_what_is_written_is_read(kept: Path) -> None:
    """Words come back as they were, the file before is kept, and nothing else is left."""
    assert keeping.Found(OLD) == keeping.read(kept, 1)
    assert keeping.look(bak(kept), 1) == OLDER
    assert {"game.toml", "game.toml.bak"} == folder(kept)


def test_the_head_says_digest_and_format(path: Path) -> None:
    """The first two lines are what every version can rely on: the SHA-256 of the rest, and the format."""
    keeping.write(path, 1, {"turn": 3, "scenario": {"id": "x"}})
    assert signed('format = 1\nturn = 3\n\n[scenario]\nid = "x"\n') == path.read_text()


def test_looking_changes_nothing(kept: Path) -> None:
    """A look at a damaged file refuses it and leaves it where it is."""
    kept.write_bytes(b"what is this")
    with pytest.raises(Damaged, match="is damaged"):
        keeping.look(kept, 1)
    assert kept.read_bytes() == b"what is this"
    assert {"game.toml", "game.toml.bak"} == folder(kept)


def test_nothing_is_found_where_nothing_is(path: Path) -> None:
    """A file that never was is told from one that is damaged, and asking creates no folder."""
    with pytest.raises(FileNotFoundError):
        keeping.read(path, 1)
    assert not keeping.taken(path)
    assert not path.parent.exists()


def test_a_file_that_vanished_is_replaced_by_the_one_before_it(kept: Path) -> None:
    """Where only the earlier file is left it is used, and the player is told."""
    kept.unlink()
    assert keeping.taken(kept)
    found = keeping.read(kept, 1)
    assert found.content == OLDER
    assert f"{kept} was missing; the one before it is used" == found.remark


# --- glancing ----------------------------------------------------------------------------------


def test_a_glance_at_a_whole_file_finds_it(kept: Path) -> None:
    """When all is well there is nothing to remark, whatever has become of the file before."""
    bak(kept).write_bytes(b"what is this")
    assert keeping.Found(OLD) == keeping.glance(kept, 1)


@pytest.mark.parametrize("wrong", ["is damaged", "was missing"])
def test_a_glance_finds_the_file_before_and_mends_nothing(kept: Path, wrong: str) -> None:
    """Where the file is damaged or gone the earlier one is found, with a remark; every file stays."""
    if wrong == "was missing":
        kept.unlink()
    else:
        kept.write_bytes(b"what is this")
    before = contents(kept)
    assert keeping.Found(OLDER, f"{kept} {wrong}; the one before it is used") == keeping.glance(kept, 1)
    assert before == contents(kept)


def test_a_glance_where_nothing_can_be_read_says_why(kept: Path) -> None:
    """Both damaged, no earlier one, or none at all: a refusal that names the file, and every file stays."""
    kept.write_bytes(b"one")
    bak(kept).write_bytes(b"two")
    with pytest.raises(Damaged, match=r"game\.toml\.bak is damaged"):
        keeping.glance(kept, 1)
    assert contents(kept) == {"game.toml": b"one", "game.toml.bak": b"two"}
    bak(kept).unlink()
    with pytest.raises(Damaged, match=r"game\.toml is damaged"):
        keeping.glance(kept, 1)
    assert contents(kept) == {"game.toml": b"one"}
    kept.unlink()
    with pytest.raises(FileNotFoundError):
        keeping.glance(kept, 1)


# --- damage ------------------------------------------------------------------------------------


def spoilt(whole: bytes) -> list[bytes]:
    """Return what may become of a file: cut or a byte flipped at every place, blanked, doubled, binary."""
    cut = [whole[:length] for length in range(len(whole))]
    flipped = [whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :] for at in range(len(whole))]
    # a format that reads 5 now is that of a newer file, which is refused by its number
    other = [bytes(len(whole)), whole * 2, whole + b"\n", b"\xff\xfe" + whole, whole.replace(b"\n", b"\r\n")]
    return cut + [each for each in flipped if b"format = 5" not in each] + other


def test_a_damaged_file_gives_way_to_the_one_before_it(kept: Path) -> None:
    """However a file was cut or changed: the earlier state loads, and the remark names the file set aside."""
    for number, damaged in enumerate(spoilt(kept.read_bytes()), 1):
        kept.write_bytes(damaged)
        found = keeping.read(kept, 1)
        assert found.content == OLDER
        aside = kept.with_name("game.toml.damaged-1")
        assert f"{kept} was damaged and is now {aside.name}; the one before it is used" == found.remark
        assert damaged == aside.read_bytes(), number
        aside.unlink()


def test_a_damaged_file_alone_is_refused_and_kept(kept: Path) -> None:
    """Without an earlier one there is a clear refusal, and every byte is kept under the name it tells."""
    bak(kept).unlink()
    for damaged in spoilt(kept.read_bytes()):
        kept.write_bytes(damaged)
        with pytest.raises(Damaged, match=r"is now game\.toml\.damaged-1; there is no earlier one"):
            keeping.read(kept, 1)
        assert damaged == kept.with_name("game.toml.damaged-1").read_bytes()
        assert {"game.toml.damaged-1"} == folder(kept)
        kept.with_name("game.toml.damaged-1").unlink()


def test_files_set_aside_do_not_replace_each_other(kept: Path) -> None:
    """The third damaged file does not take the name of the first."""
    for number in (1, 2, 3):
        kept.write_bytes(b"damaged %d" % number)
        keeping.read(kept, 1)
    for number in (1, 2, 3):
        assert b"damaged %d" % number == kept.with_name(f"game.toml.damaged-{number}").read_bytes()


def test_where_both_are_damaged_both_are_set_aside(kept: Path) -> None:
    """Nothing that might still be mended by hand is overwritten by the next game."""
    kept.write_bytes(b"one")
    bak(kept).write_bytes(b"two")
    with pytest.raises(Damaged, match=r"game\.toml\.damaged-1; .* is now game\.toml\.bak\.damaged-1"):
        keeping.read(kept, 1)
    keeping.write(kept, 1, NEW)
    keeping.write(kept, 1, NEW)
    assert kept.with_name("game.toml.damaged-1").read_bytes() == b"one"
    assert kept.with_name("game.toml.bak.damaged-1").read_bytes() == b"two"


def test_a_folder_in_place_of_a_file_is_refused_and_kept(kept: Path) -> None:
    """A folder of that name is neither read nor written over, nor moved away."""
    kept.unlink()
    kept.mkdir()
    for read in (keeping.read, keeping.look, keeping.glance):
        with pytest.raises(Unreadable, match=r"game\.toml is no plain file\Z"):
            read(kept, 1)
    with pytest.raises(Unreadable, match=r"can't write .*game\.toml: "):
        keeping.write(kept, 1, NEW)
    assert {"game.toml", "game.toml.bak"} == folder(kept)
    assert keeping.look(bak(kept), 1) == OLDER


def test_a_pipe_in_place_of_a_file_is_refused_at_once(kept: Path) -> None:
    """A pipe that nobody writes to is not waited for, and it is not moved away."""
    kept.unlink()
    os.mkfifo(kept)
    for read in (keeping.read, keeping.look, keeping.glance):
        with pytest.raises(Unreadable, match=r"game\.toml is no plain file\Z"):
            read(kept, 1)
    assert kept.is_fifo()


@pytest.mark.parametrize(
    "body",
    [
        "format = 1\nnumber = " + "9" * 5000 + "\n",
        "format = 1\nlist = " + "[" * 5000 + "\n",
        "format = 1\nformat = 1\n",
        "format = 1\nno toml\n",
        "format = 0\n",
        "format = -1\n",
        "format = true\n",
        'format = "1"\n',
        "number = 1\nformat = 1\n",
        "",
    ],
)
def test_a_forged_digest_does_not_help(kept: Path, body: str) -> None:
    """A text with the right digest that is no file of ours is damaged all the same."""
    kept.write_text(signed(body))
    with pytest.raises(Damaged):
        keeping.look(kept, 1)


@pytest.mark.parametrize("edit", [signed, lambda body: 'digest = "' + "0" * 64 + '"\n' + body])
def test_a_newer_file_is_refused_by_its_number_and_left_alone(kept: Path, edit: Any) -> None:
    """A file of a later version is not damaged: its format is named, and both files stay."""
    kept.write_text(edit("format = 12\nwho = knows = what\n"))
    before = contents(kept)
    for read in (keeping.read, keeping.look, keeping.glance):
        with pytest.raises(Newer, match="is of format 12, newer than 1: it needs a newer version"):
            read(kept, 1)
    assert before == contents(kept)


def test_an_earlier_file_may_be_newer_too(kept: Path) -> None:
    """Back at an old version of the program, the damaged file is named and the newer one kept."""
    kept.write_bytes(b"")
    bak(kept).write_text(signed("format = 2\n"))
    with pytest.raises(Newer, match=r"damaged-1; .*\.bak is of format 2"):
        keeping.read(kept, 1)
    assert bak(kept).exists()


# --- interrupted -------------------------------------------------------------------------------


def breaking(monkeypatch: pytest.MonkeyPatch, at: int, fault: BaseException) -> None:
    """Let the n-th call to the file system end with `fault`; a write makes ten or so."""
    calls = 0

    def broken(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == at:
                raise fault
            return real(*arguments, **options)

        monkeypatch.setattr(owner, name, call)

    for owner, names in (
        (os, ("fsync", "link", "mkdir")),
        (Path, ("replace", "open")),
        (tempfile, ("TemporaryDirectory",)),
    ):
        for name in names:
            broken(owner, name)


FAULTS = [OSError(28, "No space left on device"), KeyboardInterrupt(), SystemExit(143)]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("at", range(1, 12))
def test_a_write_that_breaks_leaves_the_old_file_or_the_new(
    kept: Path, at: int, fault: BaseException
) -> None:
    """A full disk, Ctrl-C or SIGTERM at any moment: one of the two is whole, and no litter is left.

    The file before it is never worse than it was, and the next write and read go well.
    """
    with pytest.MonkeyPatch.context() as patch:
        breaking(patch, at, fault)
        told = Unreadable if isinstance(fault, OSError) else type(fault)
        broke = True
        with suppress(told):
            keeping.write(kept, 1, NEW)
            broke = False
    present = keeping.read(kept, 1)
    assert not present.remark
    assert present.content in ((OLD, NEW) if broke else (NEW,))
    assert keeping.look(bak(kept), 1) in ((OLDER, OLD) if present.content == OLD else (OLD,))
    assert {"game.toml", "game.toml.bak"} == folder(kept)
    keeping.write(kept, 1, NEW)
    keeping.write(kept, 1, OLD)
    assert (keeping.look(kept, 1), keeping.look(bak(kept), 1)) == (OLD, NEW)
    assert {"game.toml", "game.toml.bak"} == folder(kept)


def test_a_full_disk_is_told_in_one_line(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the file and what the system said, and the earlier file did not change at all."""
    breaking(monkeypatch, 4, FAULTS[0])  # the new text does not reach the disk
    with pytest.raises(Unreadable, match=r"\Acan't write .*game\.toml: No space left on device\Z"):
        keeping.write(kept, 1, NEW)
    assert (keeping.look(kept, 1), keeping.look(bak(kept), 1)) == (OLD, OLDER)


def test_the_file_before_is_copied_where_there_are_no_links(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A memory card without hard links keeps the earlier file just as well."""

    def refused(*_names: Any) -> NoReturn:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    keeping.write(kept, 1, NEW)
    assert (keeping.look(kept, 1), keeping.look(bak(kept), 1)) == (NEW, OLD)
    assert {"game.toml", "game.toml.bak"} == folder(kept)


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    """A file in place of the folder gives a clear line."""
    (tmp_path / "folder").write_text("")
    with pytest.raises(Unreadable, match="can't write"):
        keeping.write(tmp_path / "folder" / "game.toml", 1, NEW)


def test_a_file_too_large_to_be_ours_is_refused(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file without end is not read into the memory, nor set aside: it is refused by its name."""
    monkeypatch.setattr(keeping, "_MAX_BYTES", kept.stat().st_size)
    assert keeping.read(kept, 1).content == OLD
    monkeypatch.setattr(keeping, "_MAX_BYTES", kept.stat().st_size - 1)
    with pytest.raises(Unreadable, match=r"game\.toml is too large"):
        keeping.read(kept, 1)
    assert folder(kept) == {"game.toml", "game.toml.bak"}


def test_a_damaged_file_that_can_not_be_moved_is_told(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that is write-protected the refusal is clear, and the file is still there."""

    def refused(_self: Path, _target: Path) -> NoReturn:
        raise OSError(30, "Read-only file system")

    kept.write_bytes(b"damaged")
    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(Unreadable, match="Read-only file system"):
        keeping.read(kept, 1)
    assert kept.read_bytes() == b"damaged"
