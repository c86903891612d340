"""
Remembered positions: different orders of the same moves meet again.

A memory is bounded: when it is full, the older half is forgotten. What was asked for
again in the meantime is not: it has moved to the younger half.
"""

from collections.abc import Iterator
from typing import Generic, TypeVar

Bounds = tuple[int, int]
BYTES = 330  # that one remembered finding takes, at most; measured on 8x8
Value = TypeVar("Value")


class Store(Generic[Value]):
    """Findings by position, in at most this many bytes."""

    def __init__(self, size: int) -> None:
        self.half = max(1, size // BYTES // 2)
        self.young: dict[object, Value] = {}
        self.old: dict[object, Value] = {}

    def get(self, key: object) -> Value | None:
        found = self.young.get(key)
        if found is None and (found := self.old.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: object, value: Value) -> None:
        if len(self.young) >= self.half and key not in self.young:
            self.young, self.old = {}, self.young
        self.young[key] = value

    def look(self, key: object) -> Value | None:
        """Return what is remembered, without making it any younger."""
        return self.young.get(key, self.old.get(key))

    def improve(self, key: object, value: Value) -> None:
        """Put another finding in the place of one that is remembered."""
        (self.young if key in self.young else self.old)[key] = value

    def items(self) -> Iterator[tuple[object, Value]]:
        """Yield all that is remembered, once, the oldest first."""
        yield from ((key, self.old[key]) for key in self.old if key not in self.young)
        yield from self.young.items()

    def __len__(self) -> int:
        return sum(1 for _ in self.items())
