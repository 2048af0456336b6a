"""Copies of frozen values with some fields changed; it knows nothing of what they mean.

A position is copied several times an action, so that this decides how many games a second can be played.
"""

from typing import Any, TypeVar

_T = TypeVar("_T")


def changed(old: _T, **fields: Any) -> _T:
    """Copy a frozen dataclass with new `fields`, ten times as quick as `dataclasses.replace` does.

    It must have no slots, nothing to do after __init__, and no cached properties.
    """
    new = object.__new__(type(old))
    new.__dict__.update(old.__dict__, **fields)
    return new
