"""A driver that counts timeouts; a function that hangs raises Endless instead."""

from collections import Counter

from helpers.in_process import answered, loaded

from noughts.checker.answers import late
from noughts.checker.asking import Effort, Stage

LOOP = "raise Endless"  # used instead of `while True: pass`
ENDLESS = "\nclass Endless(BaseException): pass\n"


class Waiting:
    """Asks in this process, and gives up like the usual driver; counts by function."""

    def __init__(self):
        self.asked, self.late, self.seconds = [], Counter(), 0.0

    def __call__(self, asked):
        self.asked.append(asked)
        limit, found = asked.patience(Effort()), [None] * len(asked.questions)
        about = "the search" if asked.what == Stage.SEARCH else asked.function
        strikes = 0
        with loaded(asked) as file:
            for n, question in enumerate(asked.questions):
                answer = answered(file, asked, question)
                if "Endless" in answer.said and asked.function != "survey":
                    strikes += 1
                    self.late[about] += 1
                    self.seconds += limit
                    answer = late(limit)
                found[n] = answer
                if strikes == asked.strikes:
                    break
        return found
