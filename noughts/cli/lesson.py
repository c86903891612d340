"""`noughts lesson`: the course in a terminal."""

import sys
from collections.abc import Sequence
from pathlib import Path

from noughts.cli.options import Parser, language_of
from noughts.cli.screen_lines import NARROW, Progress, columns, filled
from noughts.lessons import COURSE, CourseError, Lesson, load
from noughts.notation import shown
from noughts.terminal.lesson import WIDTH, Tutor
from noughts.terminal.session import Quit
from noughts.terminal.views import read_line
from noughts.words import Words, words


def main(argv: Sequence[str]) -> int:
    """List the lessons, or teach one."""
    say = words(language_of(argv))
    parser = Parser("lesson", say, description=say("lesson.about"))
    parser.add_argument("number", nargs="?", metavar="N", help=say("lesson.number"))
    parser.add_argument(
        "--lessons",
        metavar="FILE",
        type=Path,
        default=COURSE,
        help=say("lesson.course"),
    )
    given = parser.parse_args(argv)
    try:
        with Progress() as line:
            line.show(say("lesson.reading", path=given.lessons))
            course = load(given.lessons)
    except CourseError as error:
        return parser.refuse(error)
    if given.number is None:
        listing(course, say)
        return 0
    if given.number not in map(str, range(1, len(course) + 1)):
        value = shown(given.number)
        return parser.refuse(say("lesson.none", value=value, n=len(course)))
    return teach(course[int(given.number) - 1], say)


def listing(course: list[Lesson], say: Words) -> None:
    """Print what there is to learn."""
    for n, lesson in enumerate(course, start=1):
        title = lesson.title.get(say.language, lesson.title["en"])
        minutes = say("lesson.minutes", n=lesson.minutes)
        if columns() < NARROW:
            print(f"{n:>3}  {title}\n     {minutes}")
        else:
            print(f"{n:>3}  {title:<32}{minutes}")
    print(f"\n{filled(say('lesson.how'))}")


def teach(lesson: Lesson, say: Words) -> int:
    """Go through a lesson, and print how it went."""
    width = min(WIDTH, max(columns() - 2, 20))
    tutor = Tutor(ask, print, say, width)
    print(f"{filled(say('lesson.keys'))}\n")
    try:
        score = tutor.teach(lesson)
    except Quit:
        print()
        return 0
    print("\n" + filled(say("lesson.score", **vars(score))))
    return 0


def ask(prompt: str) -> str:
    """Print a prompt and return the line that is typed; EOFError at the end."""
    print(prompt, end="", flush=True)
    return read_line(sys.stdin)
