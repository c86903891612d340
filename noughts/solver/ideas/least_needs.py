"""
Least needs: a line that lacks all that another lacks, and more, decides nothing.

Whoever completes the longer one has completed the shorter one before, and whoever
blocks the shorter one in time need not look at the longer one: it lacks the same cells.
So of the needs only those count that contain no other. What is left describes the
position so well that its marks can be forgotten: many boards become one.
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
