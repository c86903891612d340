"""
Known misunderstandings, recognised by what they answer.

Each is modelled by what a file that misunderstands it so would answer about a board, or
by a rule over one question and its answer: whether such a file would answer so; None
where it says nothing. A misconception is named only where the model fits every answer
it speaks of, and some of them is wrong. Some come in several variants, of which one
must fit everywhere. The paragraphs of the docstring are the title, the explanation and
the hint.
"""

# To import these is to enter their models; first what is said of several functions.
from noughts.checker.misconceptions import acting, ending, placing, searching, winning

__all__ = ["acting", "ending", "placing", "searching", "winning"]
