"""The reference for the solver: plain Minimax with a cache."""

import random

from noughts.solver.mnk import DONE, Rules, cells_of, lines


class Truth:
    """The value of any position, found by brute force."""

    def __init__(self, rules):
        self.lines = lines(rules)
        self.all = (1 << rules.size) - 1
        self.known = {}

    def value(self, mine, theirs):
        if (mine, theirs) not in self.known:
            empty = self.all & ~(mine | theirs)
            if any(line & theirs == line for line in self.lines):
                value = -1 - empty.bit_count()
            elif not empty:
                value = 0
            else:
                value = max(-self.value(theirs, mine | c) for c in cells_of(empty))
            self.known[mine, theirs] = value
        return self.known[mine, theirs]


def random_states(board, count, most_empty, seed):
    """
    Yield the truth and states in progress, filled at random.

    The marks need not be equally many: a law must hold in any position.
    """
    rules, chance = Rules(*board), random.Random(seed)
    truth = Truth(rules)
    while count:
        cells = [1 << n for n in range(rules.size)]
        chance.shuffle(cells)
        taken = cells[chance.randint(3, most_empty) :]
        share = chance.uniform(0.2, 0.8)
        mine = sum(cell for cell in taken if chance.random() < share)
        state = rules.state(mine, sum(taken) - mine)
        if DONE not in state.my_needs | state.their_needs:
            count -= 1
            yield truth, state
