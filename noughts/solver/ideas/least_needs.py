"""
Least needs: a need that contains another one decides nothing.

Completing the larger need also completes the smaller one, and blocking the smaller one
also blocks the larger. So only needs that contain no other count. They describe the
position completely, so its marks can be forgotten, and many boards become one.
"""

from collections.abc import Set

from noughts.solver.mnk import Needs


def least(needs: Set[int]) -> Needs:
    """Return the needs that contain no other."""
    kept = list[int]()
    for need in sorted(sorted(needs), key=int.bit_count):
        if not any(other & need == other for other in kept):
            kept.append(need)
    return frozenset(kept)
