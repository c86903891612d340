"""
Why a move is good or bad: facts about a position, and words for them.

`explain(board)` gives facts as codes with squares and lines, in no language at all;
`phrases` says them in any language that `noughts.words` has.
"""

from noughts.explainer.facts import ExplainedMove, Fact
from noughts.explainer.printed import Explanation, explain

__all__ = ["ExplainedMove", "Explanation", "Fact", "explain"]
