"""
Why a move is good or bad: facts about a position, and words for them.

`explain(board)` gives facts as codes with squares and lines, in no language at all;
`words` says them in English or in Brazilian Portuguese.
"""

from noughts.explainer.facts import Explanation, Fact, Move, Step, explain

__all__ = ["Explanation", "Fact", "Move", "Step", "explain"]
