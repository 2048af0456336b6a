"""Lines that a player should not read by mistake, sealed in one word: nothing that keeps a secret."""

import base64
import zlib
from collections.abc import Iterable

_MOST = 1_000_000  # characters


def sealed(lines: Iterable[str]) -> str:
    """Return the lines as one word."""
    return base64.b64encode(zlib.compress("\n".join(lines).encode())).decode()


def unsealed(word: str) -> list[str]:
    """Return the lines that were sealed; raise ValueError when the word is none that `sealed` made."""
    box = zlib.decompressobj()
    try:
        text = box.decompress(base64.b64decode(word, validate=True), _MOST)
    except zlib.error as fault:
        raise ValueError("not sealed") from fault
    if not box.eof:
        raise ValueError("cut short, or without end")
    return text.decode().splitlines()
