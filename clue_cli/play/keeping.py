"""Keep a TOML file so that it can't be lost: written whole or not at all, the one before it kept.

Each file begins with a digest of the rest, so that a file cut short or changed is known as damaged,
and with its format, which a version of the program that is too old for it can read too.
A file that can't be read is never deleted or overwritten: it is set aside under a name of its own.
"""

import hashlib
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import tomli_w

from clue_cli.words import Refused, _

_MAX_BYTES = 64_000_000
_HEAD = re.compile(r'digest = "([0-9a-f]{64})"\n(format = ([1-9][0-9]{0,8})\n.*)', re.DOTALL)
_T = TypeVar("_T")


class Unreadable(Refused):
    """Say which file can't be read or written, why, and what can be done."""


class Damaged(Unreadable):
    """Say that a file is not what was written to it."""


class Newer(Unreadable):
    """Say that a file comes from a newer version of the program."""


@dataclass(frozen=True, slots=True)
class Found:
    """Hold what was read, and what to tell the player about it ("" when all is well)."""

    content: dict[str, Any]
    remark: str = ""


def write(path: Path, file_format: int, content: Mapping[str, Any]) -> None:
    """Write `content`; raise Unreadable when that fails.

    At every moment either the new file or the one before it stands whole at `path`, and the one
    before it also at `path` with ".bak" added.
    """
    body = f"format = {file_format}\n{tomli_w.dumps(content)}".encode()
    write_text(path, f'digest = "{_digest(body)}"\n'.encode() + body)


def write_text(path: Path, text: bytes) -> None:
    """Write any text as `write` does, without a digest or a format."""
    with drafts(path) as folder:
        new = folder / "new"
        _fill(new, text)
        _keep_previous(path, folder / "old")
        new.replace(path)
        _sync(path.parent)


@contextmanager
def drafts(path: Path) -> Iterator[Path]:
    """Yield a folder beside `path` that is gone when the block is left; raise Unreadable when that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
            yield Path(folder)
    except OSError as fault:
        raise cant_write(path, fault) from fault


def cant_write(path: Path, fault: Exception) -> Unreadable:
    """Say that `path` can't be written, and why."""
    return Unreadable(
        _("can't write {path}: {why}").format(path=path, why=getattr(fault, "strerror", None) or fault)
    )


def read(path: Path, newest: int) -> Found:
    """Read a file that `write` wrote, or the one before it when it is damaged or missing.

    A damaged file is set aside, which the remark tells. Raises FileNotFoundError when there is neither,
    Newer when the format is above `newest`, and Unreadable when neither can be read.
    """
    previous = _previous(path)
    try:
        return Found(look(path, newest))
    except FileNotFoundError:
        if not previous.exists():
            raise
        remark = _("{path} was missing").format(path=path)
    except Damaged:
        remark = _set_aside(path)
    try:
        return Found(look(previous, newest), f"{remark}; " + _("the one before it is used"))
    except FileNotFoundError:
        raise Damaged(f"{remark}; " + _("there is no earlier one")) from None
    except Damaged:
        raise Damaged(f"{remark}; {_set_aside(previous)}") from None
    except Unreadable as fault:
        raise type(fault)(f"{remark}; {fault}") from None


def look(path: Path, newest: int) -> dict[str, Any]:
    """Read a file without mending anything; raise Unreadable or FileNotFoundError when that fails."""
    head = _HEAD.fullmatch(_text(path))
    if head and int(head[3]) > newest:
        raise Newer(
            _("{path} is of format {format}, newer than {newest}: it needs a newer version of clue").format(
                path=path, format=head[3], newest=newest
            )
        )
    if not head or head[1] != _digest(head[2].encode()):
        raise Damaged(_("{path} is damaged").format(path=path))
    try:
        content = tomllib.loads(head[2])
    except (ValueError, RecursionError):  # numbers and nesting without end, where somebody forged the digest
        raise Damaged(_("{path} is damaged").format(path=path)) from None
    del content["format"]
    return content


def glance(path: Path, newest: int) -> Found:
    """Read a file, or the one before it when it is damaged or missing, without mending anything.

    Raises Unreadable or FileNotFoundError when neither can be read.
    """
    try:
        return Found(look(path, newest))
    except (FileNotFoundError, Damaged) as fault:
        if not _previous(path).exists():
            raise
        what = str(fault) if isinstance(fault, Damaged) else _("{path} was missing").format(path=path)
        return Found(look(_previous(path), newest), f"{what}; " + _("the one before it is used"))


def of(kind: type[_T], value: object) -> _T:
    """Return a value that was read, which must be of that very type; raise TypeError when it is not."""
    if type(value) is not kind:
        raise TypeError(f"no {kind.__name__}")
    return value


def list_of(kind: type[_T], values: object) -> list[_T]:
    """Return a list that was read, with every value of that very type; raise TypeError when it is not."""
    return [of(kind, value) for value in of(list, values)]


@contextmanager
def locked(path: Path, patience: float, busy: Unreadable) -> Iterator[None]:
    """Hold the lock beside `path`, waiting `patience` seconds at most.

    Raises `busy` when another run of the program holds it, and Unreadable when nothing can be locked.
    """
    import filelock

    lock = filelock.FileLock(path.with_name(f".{path.name}.lock"), timeout=patience)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except filelock.Timeout:
        raise busy from None
    except (OSError, NotImplementedError) as fault:  # the latter where a file system knows no locks
        raise cant_write(path.parent, fault) from fault
    try:
        yield
    finally:
        lock.release()


def taken(path: Path) -> bool:
    """Tell whether there is such a file, or one before it."""
    return path.exists() or _previous(path).exists()


def _text(path: Path) -> str:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe would keep the reader waiting for ever
            raise Unreadable(_("{path} is no plain file").format(path=path))
        if status.st_size > _MAX_BYTES:
            raise Unreadable(_("{path} is too large to be read").format(path=path))
        return path.read_bytes().decode()
    except FileNotFoundError:
        raise
    except OSError as fault:
        raise Unreadable(
            _("can't read {path}: {why}").format(path=path, why=fault.strerror or fault)
        ) from fault
    except UnicodeDecodeError:
        raise Damaged(_("{path} is damaged").format(path=path)) from None


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _previous(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def _fill(path: Path, text: bytes) -> None:
    with path.open("wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _keep_previous(path: Path, second: Path) -> None:
    """Give the present file a `second` name, then its last one; copy it where links are not known."""
    if not path.exists():
        return
    try:
        os.link(path, second)
    except OSError:
        _fill(second, path.read_bytes())
    second.replace(_previous(path))


def _sync(folder: Path) -> None:
    with suppress(OSError, AttributeError):  # where a folder can't be opened it need not be synced
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _set_aside(path: Path) -> str:
    """Rename a damaged file, and say so; raise Unreadable when that fails."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        path.replace(aside)
    except OSError as fault:
        raise cant_write(aside, fault) from fault
    return _("{path} was damaged and is now {aside}").format(path=path, aside=aside.name)
