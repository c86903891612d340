"""
The yardstick for searches: how long plain Minimax takes on this machine.

An answer is too late only if it takes more than six times as long. So a slow machine
costs no points. Plain Minimax is timed here, where no student's code runs, once per
process, and only when an answer is late.
"""

import time
from functools import cache

from noughts.checker import plain_minimax
from noughts.checker.answers import Answer
from noughts.checker.asking import Ask
from noughts.game.board import START, board_of, replies, winner
from noughts.game.contract import FUNCTIONS

TIMES = 6.0  # as long as plain Minimax
LONGEST = 60.0  # seconds that anybody waits for an answer
TIMED = "X...O...."  # seven empty cells: 7,332 positions
RUNS = 2  # of which the faster one counts


@cache
def seconds_per_position() -> float:
    """Return how long plain Minimax takes for one position, in processor time."""
    clock = getattr(time, "thread_time", time.perf_counter)  # a browser lacks the first
    times, board = list[float](), board_of(TIMED)
    for _ in range(RUNS):
        began = clock()
        plain_minimax.minimax(board)
        times.append(clock() - began)
    return min(times) / positions(TIMED)


@cache
def positions(key: str) -> int:
    """Return how many positions plain Minimax visits."""
    return 1 if winner(key) else 1 + sum(map(positions, replies(key).values()))


def fair_seconds(asked: Ask, question: str) -> float:
    """
    Return the seconds after which an answer is late: six yardsticks for its board.

    0 if the judge itself sets a limit. Rules search nothing; they get as much as a
    search with seven empty cells.
    """
    if asked.seconds or asked.function not in FUNCTIONS:
        return 0.0
    key = question[: len(START)] if asked.function == "minimax" else TIMED
    return TIMES * seconds_per_position() * positions(key)


def as_it_counts(
    answer: Answer, asked: Ask, question: str, usual: float
) -> Answer | None:
    """
    Return an answer, or None if it is late because nobody could wait longer for it.

    After an answer that is late in spite of more than the `usual` seconds, the function
    is given up.
    """
    if not answer.is_late:
        return answer
    fair = fair_seconds(asked, question)
    if fair > max(usual, LONGEST):
        return None
    return answer._replace(gives_up=fair > usual)
