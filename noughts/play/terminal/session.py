"""A session at a terminal: games, commands and the score."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import prod
from threading import Event, Timer
from typing import NamedTuple, TextIO

from noughts.game.board import free_cells
from noughts.game.board import opponent as opponent_of
from noughts.game.contract import Action, EngineError
from noughts.game.games import Game, legal_action
from noughts.game.notation import SIZE, parse_square, square
from noughts.game.oracle import Verdict
from noughts.play.engine_line import failing_line
from noughts.play.terminal.guide import ENGLISH, Guide, Opponent, usual_guide
from noughts.texts import Refused, Words
from noughts.texts.safe_text import quoted
from noughts.theme import KEYS
from noughts.theme.ansi import OUTCOMES, PLAIN, Pen, StyledText, draw, mark_style

INDENT = 6  # columns for a key in the help
SLOW = 1.0  # seconds after which the person is told that the opponent is thinking
STYLING = re.compile(r"\033\[[\d;]*m")


class Console(NamedTuple):
    """Prints lines, and reads what is typed, on a terminal or a pipe."""

    source: TextIO
    sink: TextIO
    pen: Pen = PLAIN

    def print(self, *lines: str, end: str = "\n") -> None:
        texts = (line.expandtabs(INDENT) for line in lines)
        if self.sink.isatty():
            width = shutil.get_terminal_size().columns
            rows = [row for text in texts for row in text.split("\n")]
            texts = (folded(row, width) for row in rows)
        print(*texts, sep="\n", end=end, file=self.sink, flush=True)

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """On a terminal, show a text while something takes longer than usual."""
        if not self.sink.isatty():
            yield
            return
        shown = Event()

        def show() -> None:
            shown.set()
            self.print(text, end="")

        timer = Timer(SLOW, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        except KeyboardInterrupt:
            self.print()  # after the terminal's ^C
            raise
        finally:
            timer.cancel()
            timer.join()
            if shown.is_set():
                self.print("\r" + " " * len(text) + "\r", end="")

    def ask(self, question: str) -> str:
        """Return the typed line; always leave the cursor on a new line."""
        self.print(question, "$ ", end="")
        try:
            line = self.source.readline()
            if not line:
                raise EOFError
        except (EOFError, KeyboardInterrupt):
            self.print()
            raise
        typed = line.rstrip("\n")
        if not self.source.isatty():
            # Echo piped input, so that the output reads like a session.
            self.print(quoted(typed)[1:-1])
        return typed


@dataclass
class Session:
    """Games between a person and an opponent, or between two people."""

    console: Console
    opponent: Opponent
    side: str | None = None  # the person's mark, once it is chosen
    game: Game = field(default_factory=Game)
    guide: Guide = field(default_factory=usual_guide)
    say: Words = ENGLISH
    turns: bool = False  # whether the person changes sides after each game
    results: list[str] = field(default_factory=list)  # who won each finished game

    def run(self, note: str | None = None) -> None:
        """Play until the person quits, by command, Ctrl-C or end of input."""
        if self.turns:
            self.side = self.side or "X"
        try:
            self.tell("welcome")
            if note:
                self.console.print(note)
            self.new_game()
            while True:
                self.step()
        except (EOFError, KeyboardInterrupt) as end:
            self.console.print(f"{self.say('play.goodbye')} {self.score_text}")
            if isinstance(end, KeyboardInterrupt):
                raise

    def tell(self, name: str, *styles: str, **parts: object) -> None:
        """Print one of the game's sentences."""
        text = self.say(f"play.{name}", **parts)
        self.console.print(self.console.pen(text, *styles))

    def step(self) -> None:
        """Let the opponent move, or else do what the person types."""
        if self.phase is TURN and not self.is_person(self.game.turn):
            self.reply()
        else:
            self.obey(self.console.ask(self.question).strip())

    @property
    def phase(self) -> "Phase":
        """What the session waits for: a side, a move, or what to do after a game."""
        if self.opponent.player and not self.side:
            return SIDE
        if not self.game.over:
            return TURN
        return END if self.opponent.player else FRIENDS_END

    @property
    def question(self) -> str:
        """What the person is asked."""
        if self.phase is TURN and not self.opponent.player:
            return self.say("play.ask.friend", mark=self.game.turn)
        return self.say(f"play.ask.{self.phase.name}")

    @property
    def commands(self) -> list["Command"]:
        """What can be typed now instead of a square."""
        commands = self.phase.commands
        return [each for each in commands if each is not ANALYSE or self.guide.review]

    @property
    def score_text(self) -> str:
        """The score: wins of each side, and draws."""
        names = ("you", "me") if self.opponent.player else ("X", "O")
        parts = (
            f"{name if name in 'XO' else self.say(f'play.name.{name}')} "
            f"{self.results.count(name)}"
            for name in (*names, "draws")
        )
        return self.say("play.score", parts=", ".join(parts))

    def is_person(self, mark: str | None) -> bool:
        """Return whether a person plays this mark."""
        return mark is not None and (not self.opponent.player or mark == self.side)

    def number(self, action: Action) -> int:
        """Return the number of a cell's square, row by row."""
        return square(action, self.size[1])

    @property
    def size(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return self.game.rules[:2]

    @property
    def last_number(self) -> int:
        """The number of the last square."""
        return prod(self.size)

    # --- Moves ------------------------------------------------------------------

    def show_board(self) -> None:
        """Print the board; a bigger one shows the numbers of its squares."""
        board, line, (height, width) = self.game.board, self.game.line, self.size

        def cell(i: int, j: int) -> StyledText:
            if mark := board[i][j]:
                return mark, mark_style(mark) + " reversed" * ((i, j) in line)
            usual = self.last_number == SIZE * SIZE
            return "-" if usual else str(self.number((i, j))), "soft"

        rows = [[cell(i, j) for j in range(width)] for i in range(height)]
        self.console.print(draw(rows, self.console.pen), "")

    def reply(self) -> None:
        """Let the opponent move; without a legal move it loses the game."""
        assert self.opponent.player
        try:
            with self.console.waiting(self.say("play.thinking")):
                action = legal_action(self.opponent.player, self.game.board)
        except EngineError as error:
            self.game = self.game.resign()
            self.tell("i_lose", why=error)
            if line := failing_line(error):
                self.tell("line", line=line)
        else:
            self.game = self.game.play(action)
            self.tell("my_move")
            self.show_board()
            if remark := self.opponent.remark():
                self.console.print(remark)
        self.announce()

    def obey(self, typed: str) -> None:
        """Run the typed command, or pass the text to the current phase."""
        for command in self.commands:
            if command.matches(typed, self.say):
                return command.run(self)
        return self.phase.handle(self, typed)

    def move(self, typed: str) -> None:
        """Play the typed square, or say why that is not possible."""
        free = [self.number(cell) for cell in free_cells(self.game.board)]
        try:
            action = parse_square(typed, *self.size)
        except Refused:
            return self.tell("not_a_square", typed=quoted(typed), last=self.last_number)
        if self.number(action) not in free:
            return self.tell("taken", typed=typed, free=_listed(free))
        self.game = self.game.play(action)
        self.show_board()
        return self.announce()

    def announce(self) -> None:
        """Say who has won, if the game is over."""
        if not self.game.over:
            return
        if winner := self.game.winner:
            self.tell("winner", "bold", mark=winner)
        else:
            self.tell("tie", "bold")
        self.results.append(self.name(winner))
        self.console.print(self.score_text)

    def name(self, mark: str | None) -> str:
        """Return the name under which a result is counted."""
        if mark is None:
            return "draws"
        if not self.opponent.player:
            return mark
        return "you" if mark == self.side else "me"

    # --- Commands ---------------------------------------------------------------

    def new_game(self) -> None:
        self.game = Game(rules=self.game.rules)
        if self.phase is TURN and self.is_person(self.game.turn):
            self.show_board()

    def again(self) -> None:
        """Begin the next game, with sides swapped if they alternate."""
        if self.turns and self.side:
            self.side = opponent_of(self.side)
        self.new_game()

    def take_side(self, mark: str) -> None:
        self.side, self.turns = mark, False
        self.new_game()

    def take_turns(self) -> None:
        self.side, self.turns = opponent_of(self.side or "O"), True
        self.new_game()

    def undo(self) -> None:
        """Go back to where a person last had the turn."""
        earlier = self.game
        while earlier.moves:
            earlier = earlier.undo()
            if self.is_person(earlier.turn):
                if self.game.over:
                    self.results.pop()
                self.game = earlier
                self.tell("taken_back")
                return self.show_board()
        return self.tell("nothing_to_take_back")

    def hint(self) -> None:
        advice = self.guide.hint(self.game.board)
        name = "hint_why" if advice.why else "hint"
        number = self.number(advice.action)
        self.tell(name, number=number, promise=advice.promise, why=advice.why)

    def analyse(self) -> None:
        """Say where the game was lost."""
        assert self.guide.review
        self.console.print(*self.guide.review(self.game.moves))

    def values(self) -> None:
        """Show the free squares by what they are worth, best first."""
        groups: dict[Verdict, list[int]] = {}
        known = self.guide.values(self.game.board)
        for action, verdict in known.items():
            groups.setdefault(verdict, []).append(self.number(action))
        for verdict in sorted(groups, key=lambda verdict: verdict.rank, reverse=True):
            worth = f"{self.say.verdict(*verdict)}: {_listed(groups[verdict])}"
            self.console.print(self.console.pen(worth, OUTCOMES[verdict.outcome]))
        if unknown := len(free_cells(self.game.board)) - len(known):
            self.tell("unknown", n=unknown)

    def help(self) -> None:
        rows = [(c.key, self.say(f"play.keys.{c.name}")) for c in self.commands]
        if self.phase is TURN:
            rows.insert(0, (f"1-{self.last_number}", self.say("play.keys.square")))
        self.console.print(*(f"{key or 'Enter'}\t{text}" for key, text in rows))

    def leave(self) -> None:
        raise EOFError

    def refuse(self, typed: str) -> None:
        name = "not_a_side" if self.phase is SIDE else "not_an_answer"
        self.tell(name, typed=quoted(typed))


class Command(NamedTuple):
    """A command: a key or a word typed instead of a square."""

    name: str
    key: str
    run: Callable[[Session], None]
    also: tuple[str, ...] = ()

    def matches(self, typed: str, say: Words) -> bool:
        word = say(f"play.word.{self.name}")
        return typed.lower() in (self.key, word.lower(), *self.also)


class Phase(NamedTuple):
    """A phase of the session, and its commands."""

    name: str
    commands: tuple[Command, ...]
    handle: Callable[[Session, str], None]  # any other text


UNDO = Command("undo", KEYS["undo"], Session.undo)
HINT = Command("hint", KEYS["hint"], Session.hint)
VALUES = Command("values", KEYS["values"], Session.values, ("w", "why"))
NEW = Command("new", KEYS["new"], Session.new_game)
AGAIN = Command("again", "", Session.again, ("n", "new", "y", "yes"))
ANALYSE = Command("analyse", KEYS["analyse"], Session.analyse)
PLAY_X = Command("x", KEYS["x"], lambda session: session.take_side("X"))
PLAY_O = Command("o", KEYS["o"], lambda session: session.take_side("O"))
TURNS = Command("turns", KEYS["turns"], Session.take_turns)
QUIT = Command("quit", "q", Session.leave, ("exit",))
HELP = Command("help", KEYS["help"], Session.help)

SIDE = Phase("side", (PLAY_X, PLAY_O, TURNS, QUIT, HELP), Session.refuse)
TURN = Phase("turn", (UNDO, HINT, VALUES, NEW, QUIT, HELP), Session.move)
END = Phase(
    "end", (AGAIN, ANALYSE, PLAY_X, PLAY_O, TURNS, UNDO, QUIT, HELP), Session.refuse
)
FRIENDS_END = END._replace(commands=(AGAIN, ANALYSE, UNDO, QUIT, HELP))


def folded(text: str, width: int) -> str:
    """Return a line broken between words, so that a terminal breaks no word."""
    rows = list[str]()
    for word in text.split(" "):
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and len(STYLING.sub("", longer)) <= width:
            rows[-1] = longer
        else:
            rows.append(word)
    return "\n".join(rows)


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
