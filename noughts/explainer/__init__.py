"""
Why a move is good or bad: facts about a position, and words for them.

`explain(board)` returns facts: codes with squares and lines. `phrases` turns them into
sentences in any language.
"""

from noughts.explainer.facts import ExplainedMove, Fact
from noughts.explainer.printed import Explanation, explain

__all__ = ["ExplainedMove", "Explanation", "Fact", "explain"]
