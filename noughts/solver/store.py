"""
Remembered positions: different orders of the same moves meet again.

What is remembered are bounds, never "the value": a search that was cut short knows
only one side. The memory is bounded too: when it is full, the older half is forgotten.
"""

Bounds = tuple[int, int]
BYTES = 330  # that one remembered position takes, at most; measured on 8x8


class Store:
    """Bounds by position, for at most so many positions."""

    def __init__(self, positions: int) -> None:
        self.half = max(1, positions // 2)
        self.young: dict[tuple[int, int], Bounds] = {}
        self.old: dict[tuple[int, int], Bounds] = {}

    def get(self, key: tuple[int, int]) -> Bounds | None:
        return self.young.get(key) or self.old.get(key)

    def put(self, key: tuple[int, int], bounds: Bounds) -> None:
        if len(self.young) >= self.half:
            self.young, self.old = {}, self.young
        self.young[key] = bounds

    def __len__(self) -> int:
        return len(self.young) + len(self.old)
