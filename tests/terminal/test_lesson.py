"""A lesson in a terminal, done by typing."""

import pytest

from noughts.lessons import Lesson, Task, load
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
        try:
            line = next(lines)
        except StopIteration:
            raise EOFError from None
        printed.append(prompt + line)
        return line

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


@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "pt-BR"])
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_lesson_can_be_done_to_the_end(lesson, language):
    typed = [line for task in lesson.tasks for line in solution(task)]
    score, printed = taught(lesson, typed, language)
    kinds = [task.kind for task in lesson.tasks]
    written, shown = kinds.count("write"), kinds.count("step")
    assert score == Score(len(kinds) - written - shown, 0, written)
    assert lesson.title[language].upper() in printed


def small(*tasks):
    """Return a lesson of these tasks."""
    return Lesson("small", say("Small"), say("Of each a little."), 1, tasks)


def say(text):
    return {"en": text}


QUESTIONS = """\
SMALL
Of each a little.

1/4  What is it worth?

     X | X | 3
    ---+---+---
     O | O | 6
    ---+---+---
     7 | 8 | 9

     1) it wins
     2) a draw
     3) it loses
> ?
Look.
> ?
There are no more hints.
> 3
No. Try again.
> 1
Right.
So it is.

2/4  What is best?

     X | X | 3
    ---+---+---
     O | O | 6
    ---+---+---
     7 | 8 | 9

> 3
Right.

3/4  How many?

     X | O | X
    ---+---+---
     O | X | O
    ---+---+---
     7 | 8 | 9

     1) 10
     2) 100
     3) 1,000
     4) 10,000
     5) 100,000
     6) 1,000,000
> 7
Type one of the numbers above.
> 1
Right.
It visits 8 positions.

4/4  Which?
     1) A position is worth what its
     best move is worth to the player to
     move.
     2) A position is worth what its
     worst move is worth.
> 2
No. Try again, or type ? for a hint.
Look at ..O OXX OXX: it is not true
there.
> s"""


def test_all_that_is_printed_when_questions_are_answered():
    """What is no answer costs nothing, a wrong answer does, a task can be left."""
    board = "XX.OO...."
    more = {"hints": (say("Look."),), "then": say("So it is.")}
    claims = ("best-move-counts", "worst-move-counts")
    lesson = small(
        Task("predict", say("What is it worth?"), "value", board, **more),
        Task("predict", say("What is best?"), "move", board),
        Task("predict", say("How many?"), "count", "XOXOXO...", "minimax"),
        Task("explain", say("Which?"), claims=claims, **more),
    )
    score, printed = taught(lesson, [*"??313712s"], width=40)
    assert printed == QUESTIONS
    assert score == Score(first=2, later=1, skipped=1)


GAMES = """\
SMALL
Of each a little.

1/3  Beat it.
You play X and move first.

     X | O | 3
    ---+---+---
     4 | O | 6
    ---+---+---
     7 | 8 | X

> 1
'1' is not a free square.
> aaaaaaaaaaaaaaaaaaaabbb
'aaaaaaaaaaaaaaaaaaaa' is not a free
square.
> 4

     X | O | O
    ---+---+---
     X | O | 6
    ---+---+---
     7 | 8 | X

> 6

     X | O | O
    ---+---+---
     X | O | X
    ---+---+---
     O | 8 | X

That did not beat it. Try again from the
beginning:

     X | O | 3
    ---+---+---
     4 | O | 6
    ---+---+---
     7 | 8 | X

> 3

     X | O | X
    ---+---+---
     O | O | 6
    ---+---+---
     7 | 8 | X

> 6

     X | O | X
    ---+---+---
     O | O | X
    ---+---+---
     7 | 8 | X

Beaten! Its move number 1 gave the draw
away.

2/3  See.

     X | O | X
    ---+---+---
     O | X | O
    ---+---+---
     O | X | 9

           value       positions
X to move  exact +1            2
└ X 9*     exact +1      the end

3/3  Write.
This one is written in an editor: write
`winner`, then `noughts check
--functions winner`; or do it on the
page, `noughts explore`."""


def test_all_that_is_printed_when_a_rival_is_beaten_and_a_search_is_shown():
    lesson = small(
        Task("break", say("Beat it."), key="XO..O...X", rival="first-cell"),
        Task("step", say("See."), "", "XOXOXOOX.", "minimax"),
        Task("write", say("Write."), function="winner"),
    )
    typed = ["1", "a" * 20 + "bbb", "4", "6", "3", "6"]
    score, printed = taught(lesson, typed, width=40)
    assert printed == GAMES
    assert score == Score(first=0, later=1, skipped=1)


def test_who_completes_a_line_at_once_has_beaten_a_rival_that_gave_nothing_away():
    task = Task("break", say("Beat it."), key="XX.OO....", rival="first-cell")
    score, printed = taught(small(task), ["3"])
    assert printed.endswith("\nBeaten!")
    assert score == Score(first=1)


def test_a_rival_can_be_left_and_so_can_the_lesson():
    task = Task("break", say("Beat it."), key="XX.OO....", rival="first-cell")
    assert taught(small(task), ["s"])[0] == Score(skipped=1)
    score, printed = taught(small(task, task), ["q"])
    assert score is None
    assert printed.endswith("\n> q")


def test_nothing_is_answered_where_only_enter_is_pressed():
    task = Task("predict", say("What is best?"), "move", "XX.OO....")
    score, printed = taught(small(task), ["", " 3 "])
    assert printed.endswith("\n> \n>  3 \nRight.")
    assert score == Score(first=1)


@pytest.mark.ci
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


@pytest.mark.ci
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_sentences_fit_a_narrow_terminal(lesson):
    typed = [line for task in lesson.tasks for line in solution(task)]
    _, printed = taught(lesson, typed, width=38)
    # A search's tree is a table, and a single word cannot be broken.
    long = [line for line in printed.splitlines() if len(line) > 38]
    assert not [line for line in long if "`" not in line and not tabular(line)]


def tabular(line):
    return any(sign in line for sign in "├└│") or "  " in line.strip()
