"""Cards laid out in places that each take so many of some cards: the question of who could have what.

It is answered by exchanges along a path, so that it never has to be tried out. A set of cards is one
integer, a bit a card. Nothing here knows what the places are.
"""

from collections.abc import Iterator, Sequence


def bits_in(mask: int) -> Iterator[int]:
    """Yield the bits of a set of cards one by one."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def match(cards: int, places: Sequence[tuple[int, int, int]]) -> list[int] | None:
    """Lay all cards out, or return None when that can't be done.

    Each place is given by the cards it may have, those it must have, and how many it takes at most.
    """
    hands = [has for _, has, _ in places]
    if any(has.bit_count() > most for _, has, most in places):
        return None
    left = cards
    for hand in hands:
        left &= ~hand
    for bit in bits_in(left):
        if not _place(bit, places, hands):
            return None
    return hands


def _place(card: int, places: Sequence[tuple[int, int, int]], hands: list[int]) -> bool:
    """Lay one more card out, moving others from place to place where need be; tell whether it went."""
    reached = [card]
    came: dict[int, tuple[int, int | None]] = {}  # by place: the card that comes there, and from where
    source: dict[int, int] = {}
    for bit in reached:
        for n, (may, has, most) in enumerate(places):
            if n in came or not may & bit:
                continue
            came[n] = bit, source.get(bit)
            if hands[n].bit_count() < most:
                _shift(n, came, hands)
                return True
            for other in bits_in(hands[n] & ~has):
                source[other] = n
                reached.append(other)
    return False


def _shift(n: int, came: dict[int, tuple[int, int | None]], hands: list[int]) -> None:
    """Move each card along the path that ends at place `n`."""
    at: int | None = n
    while at is not None:
        bit, before = came[at]
        hands[at] |= bit
        if before is not None:
            hands[before] ^= bit
        at = before
