"""A lesson in a terminal, done by typing."""

import pytest

from noughts.lessons import load
from noughts.lessons.marking import options, right
from noughts.lessons.rivals import winning_line
from noughts.notation import square
from noughts.terminal.lesson import Quit, Score, Tutor
from noughts.words import words

LESSONS = load()


def taught(lesson, typed, language="en", width=72):
    """Return the score, and all that was printed, when this is typed."""
    printed, lines = [], iter(typed)

    def ask(prompt):
        printed.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    tutor = Tutor(ask, printed.append, words(language), width)
    try:
        score = tutor.teach(lesson)
    except Quit:
        score = None
    assert not list(lines), "more was typed than asked"
    return score, "\n".join(printed)


def solution(task):
    """Return what to type to do a task."""
    if task.kind == "break":
        return [str(square(action)) for action in winning_line(task.rival, task.key)]
    if task.kind not in ("predict", "explain"):
        return []
    answer = min(right(task))
    return [answer if task.ask == "move" else str(options(task).index(answer) + 1)]


@pytest.mark.parametrize(
    "language", ["en", pytest.param("pt-BR", marks=pytest.mark.ci)]
)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_lesson_can_be_done_to_the_end(lesson, language):
    typed = [line for task in lesson.tasks for line in solution(task)]
    score, printed = taught(lesson, typed, language)
    written = sum(task.kind == "write" for task in lesson.tasks)
    assert score == Score(len(lesson.tasks) - written, 0, written)
    assert lesson.title[language].upper() in printed


def test_a_wrong_sentence_is_answered_with_the_board_that_refutes_it():
    lesson = LESSONS[1]
    typed = [line for task in lesson.tasks[:4] for line in solution(task)]
    _, printed = taught(lesson, [*typed, "1", "3", "q"])
    assert "No. Try again" in printed
    assert "Look at ..O OXX OXX: it is not true there." in printed


def test_hints_come_one_by_one_and_cost_nothing():
    lesson = LESSONS[0]
    _, printed = taught(lesson, ["?", "?", "1", "q"])
    assert "Is there a line that X can complete?" in printed
    assert "There are no more hints." in printed
    assert "Right." in printed


def test_a_task_can_be_left_out_and_a_second_try_is_counted_apart():
    lesson = LESSONS[0]
    rest = [line for task in lesson.tasks[2:] for line in solution(task)]
    score, _ = taught(lesson, ["s", "1", "2", *rest])
    assert score == Score(4, 1, 2)


@pytest.mark.parametrize("typed", ["0", "4", "x", "²", "-1", "9" * 200])
def test_what_is_not_an_option_is_asked_again(typed):
    _, printed = taught(LESSONS[0], [typed, "q"])
    assert "Type one of the numbers above." in printed


def test_a_lost_game_begins_again_and_a_taken_square_is_refused():
    lesson = LESSONS[0]
    before = [line for task in lesson.tasks[:5] for line in solution(task)]
    # 5 is answered by 1, 6 by 2; after 7 the rival fills its line.
    _, printed = taught(lesson, [*before, "5", "5", "zehn", "6", "7", "q"])
    assert "'5' is not a free square." in printed
    assert "'zehn' is not a free square." in printed
    assert "Try again from the beginning:" in printed


def test_the_end_of_the_input_is_the_end_of_the_lesson():
    score, _ = taught(LESSONS[0], [])
    assert score is None


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_sentences_fit_a_narrow_terminal(lesson):
    typed = [line for task in lesson.tasks for line in solution(task)]
    _, printed = taught(lesson, typed, width=38)
    # A search's tree is a table, and a single word cannot be broken.
    long = [line for line in printed.splitlines() if len(line) > 38]
    assert not [line for line in long if "`" not in line and not tabular(line)]


def tabular(line):
    return any(sign in line for sign in "├└│") or "  " in line.strip()
