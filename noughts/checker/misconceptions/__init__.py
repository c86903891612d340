"""
Known misunderstandings, recognised by what they answer.

Each is modelled as a rule over one question and its answer: whether a file that
misunderstands it so would answer so; None where it says nothing. A misconception is
named only where the model fits every answer it speaks of, and some of them is wrong.
Some come in several variants, of which one must fit everywhere. The paragraphs of the
docstring are the title, the explanation and the hint.
"""

# To import these is to enter their models, in the order of the contract.
from noughts.checker.misconceptions import acting, ending, searching

__all__ = ["acting", "ending", "searching"]
