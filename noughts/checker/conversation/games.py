"""Whole games: board after board, as they come where somebody plays."""

from functools import cache
from typing import NamedTuple

from noughts import oracle
from noughts.board import START, play, replies
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer, shown
from noughts.checker.asking import Ask, Stage, UnjudgedError
from noughts.checker.conversation.case import BARE, Case, Talk
from noughts.checker.conversation.talk import ask
from noughts.checker.questions import questions
from noughts.checker.truth import right
from noughts.checker.unbeatable import Answers
from noughts.contract import Action
from noughts.notation import square
from noughts.words.said import Said

LOADING = 2.0  # seconds for the file to be loaded before a game
# First moves that are alike share a process: to load a file may take long.
ALIKE = ((1, 3, 7, 9), (2, 4, 6, 8), (5,))


class Turn(NamedTuple):
    """A board on which minimax is to move, and how a game comes there."""

    key: str
    moves: tuple[Action, ...] = ()


def play_games(case: Case, sheet: AnswerSheet) -> Talk:
    """
    Enter what minimax answers wrongly in a game; return whether it does.

    For the empty board and for each kind of first move there is a process that was
    asked nothing else, and the file is untouched. Who takes long is not waited for:
    each of these boards has been answered before.
    """
    answers, notes = sheet.by_board(), list[Said]()
    firsts = {square(a): Turn(key, (a,)) for a, key in replies(START).items()}
    for tops in ([Turn(START)], *([firsts[n] for n in alike] for alike in ALIKE)):
        lines = [line for top in tops for line in games_from(top, answers)]
        turns = [turn for line in lines for turn in line]
        try:
            told = yield from played(case, turns)
        except UnjudgedError:
            break
        for number, (turn, answer) in wrong_in(turns, told).items():
            sheet.take({number: answer})
            moves = " ".join(str(square(action)) for action in turn.moves)
            note = {"text": shown(answer), **({"moves": moves} if moves else {})}
            key = "note.otherwise" if moves else "note.at_once"
            notes.append(Said(key, **note))
        late = any(answer.said == "l" for answer in told.values())
        if case.time_up or (late and tops[0].moves):
            break
    case.notes += notes[:1]
    return bool(notes)


def games_from(top: Turn, answers: Answers) -> list[list[Turn]]:
    """Return games from a board on; it is asked once, for it takes longest."""
    first, *others = lines_from(top, answers)
    return [first, *(line[line[0] is top :] for line in others)]


def lines_from(turn: Turn, answers: Answers) -> list[list[Turn]]:
    """
    Return lines of play in which every board comes after the one before it.

    First what the file does not expect, and where fewest actions are right.
    """
    found = list[list[Turn]]()
    cell = answers[turn.key].cell
    assert cell is not None
    after = play(turn.key, cell)
    coming = replies(after) if oracle.table()[after].turn else {}
    for action in sorted(
        coming,
        key=lambda a: (
            answers[after].cell == a,
            len(oracle.table()[coming[a]].optimal),
        ),
    ):
        if oracle.table()[coming[action]].turn:
            follows = Turn(coming[action], (*turn.moves, cell, action))
            first, *others = lines_from(follows, answers)
            found += [[turn, *first], *others]
    return found or [[turn]]


def played(case: Case, turns: list[Turn]) -> Talk:
    """Return the answers to boards in this order, by their places in it."""
    asked = Ask(
        case.source,
        case.setup(),
        "minimax",
        [turn.key for turn in turns],
        Stage.MINIMAX,
        seconds=BARE,
        fresh=True,
        start=LOADING,
    )
    answers = yield from ask(case, asked)
    return {n: answer for n, answer in enumerate(answers) if answer is not None}


def wrong_in(
    turns: list[Turn], told: dict[int, Answer]
) -> dict[int, tuple[Turn, Answer]]:
    """Return the first wrong answer to each question, by its number."""
    found = dict[int, tuple[Turn, Answer]]()
    for place, answer in sorted(told.items()):
        question = questions("minimax")[number_of(turns[place].key)]
        if answer.said != "l" and not right(question, answer):
            found.setdefault(question.number, (turns[place], answer))
    return found


@cache
def number_of(key: str) -> int:
    """Return the number of the question to minimax about a board."""
    return questions("minimax").boards.index(key)
