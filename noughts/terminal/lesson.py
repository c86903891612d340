"""A lesson in a terminal: tasks are posed, and answers are told right or wrong."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import fill

from noughts.board import turn
from noughts.contract import Action
from noughts.lessons import Lesson, Task
from noughts.lessons.course import Text
from noughts.lessons.marking import options, positions, refuted_by, right
from noughts.lessons.measures import recorded
from noughts.lessons.rivals import meet
from noughts.notation import NotationError, parse_square
from noughts.search.recording.outline import plies_that_fit, tree_text
from noughts.search.recording.tree import tree
from noughts.terminal.session import Quit
from noughts.words import Words

WIDTH = 72
LINES = 40  # of a search's tree that are printed
HINT, SKIP, QUIT = "?", "s", "q"

Ask = Callable[
    [str], str
]  # prints a prompt, returns what was typed; EOFError at the end
Say = Callable[[str], None]


@dataclass
class Score:
    """How many tasks were done on the first try, later, or skipped."""

    first: int = 0
    later: int = 0
    skipped: int = 0


@dataclass
class Tutor:
    """Leads through a lesson: asks, prints, and counts."""

    ask: Ask
    say: Say
    words: Words
    width: int = WIDTH

    def teach(self, lesson: Lesson) -> Score:
        """Go through all tasks; those that need an editor are named and left out."""
        score = Score()
        self.print(self.text(lesson.title).upper())
        self.print(self.text(lesson.aim))
        for n, task in enumerate(lesson.tasks, start=1):
            self.say("")
            self.print(f"{n}/{len(lesson.tasks)}  {self.text(task.say)}")
            if task.kind == "write":
                self.print(self.words("lesson.write", function=task.function))
                score.skipped += 1
                continue
            tries = self.play(task) if task.kind == "break" else self.pose(task)
            score.first += tries == 1 and task.kind != "step"  # which asks nothing
            score.later += tries > 1
            score.skipped += tries == 0
            if tries and task.then:
                self.print(self.text(task.then))
        return score

    def pose(self, task: Task) -> int:
        """Ask until the answer is right; return how often, 0 if it was left out."""
        if task.key:
            self.draw(task.key)
        if task.kind == "step":
            self.show(task)
            return 1
        tries, hints = 0, list(task.hints)
        choices = options(task)
        if task.ask != "move":
            for n, code in enumerate(choices, start=1):
                self.print(f"{n}) {self.option(task, code)}", indent="     ")
        for typed in self.lines(hints):
            tries += 1
            answer = self.chosen(task, choices, typed)
            if answer is None:
                tries -= 1
                self.print(self.words("lesson.choose"))
            elif answer in right(task):
                self.print(self.words("lesson.right"))
                if task.ask == "count":
                    number = self.words.number(positions(task))
                    self.print(
                        self.words("lesson.counted", n=positions(task), number=number)
                    )
                return tries
            else:
                self.print(self.words("lesson.wrong_hint" if hints else "lesson.wrong"))
                self.refute(task, answer)
        return 0

    def chosen(self, task: Task, choices: list[str], typed: str) -> str | None:
        """Return the answer that was typed: a square, or the number of an option."""
        if task.ask == "move":
            return typed if typed in choices else None
        number = int(typed) if typed.isascii() and typed.isdecimal() else 0
        return choices[number - 1] if 0 < number <= len(choices) else None

    def refute(self, task: Task, answer: str) -> None:
        """Show the board on which a wrong sentence fails."""
        if refuted := refuted_by(task, answer):
            self.print(self.words("lesson.refuted", board=refuted))

    def show(self, task: Task) -> None:
        """Print the search as a tree, as far as it fits."""
        root = tree(recorded(task.search, task.key).events)
        shown = plies_that_fit(root, LINES)
        self.say(tree_text(root, shown, self.words.language, self.width))

    def play(self, task: Task) -> int:
        """Let the person play against a rival until it is beaten; return the games."""
        games, hints, moves = 1, list(task.hints), list[Action]()
        self.print(self.words("lesson.you_play", mark=turn(task.key)))
        self.draw(task.key)
        for typed in self.lines(hints):
            try:
                outcome = meet(task.rival, task.key, [*moves, parse_square(typed)])
            except (NotationError, ValueError):
                self.print(self.words("lesson.not_free", typed=typed[:20]))
                continue
            moves.append(parse_square(typed))
            self.draw(outcome.key)
            if outcome.beaten:
                said = "lesson.beaten_by" if outcome.gave_away else "lesson.beaten"
                self.print(self.words(said, n=outcome.gave_away))
                return games
            if outcome.over:
                games, moves = games + 1, []
                self.print(self.words("lesson.not_beaten"))
                self.draw(task.key)
        return 0

    def lines(self, hints: list[Text]) -> Iterator[str]:
        """Yield what is typed; take hints on the way, stop where a task is skipped."""
        while True:
            try:
                typed = self.ask(self.words("lesson.prompt")).strip().lower()
            except EOFError:
                raise Quit from None
            if typed == QUIT:
                raise Quit
            if typed == SKIP:
                return
            if typed == HINT:
                no_hint = self.words("lesson.no_hint")
                self.print(self.text(hints.pop(0)) if hints else no_hint)
            elif typed:
                yield typed

    def option(self, task: Task, code: str) -> str:
        """Return an answer to choose, in words."""
        if task.kind == "explain":
            return self.words(f"claim.{code}")
        if task.ask == "count":
            return self.words.number(int(code))
        return self.words(f"lesson.option.{code}")

    def text(self, text: Text) -> str:
        """Return a sentence of the course in the person's language, or in English."""
        return text.get(self.words.language, text["en"])

    def print(self, text: str, indent: str = "") -> None:
        """Print a sentence, wrapped to the width."""
        self.say(
            fill(text, self.width, initial_indent=indent, subsequent_indent=indent)
        )

    def draw(self, key: str) -> None:
        """Print a board, the free squares by their numbers."""
        marks = [str(n + 1) if mark == "." else mark for n, mark in enumerate(key)]
        rows = [" " * 5 + " | ".join(marks[i : i + 3]) for i in (0, 3, 6)]
        self.say("\n" + f"\n{' ' * 4}---+---+---\n".join(rows) + "\n")
