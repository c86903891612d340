"""A session at a terminal: games one after another, what is typed, the score."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, Self

from noughts import contract, oracle
from noughts.board import free_cells
from noughts.contract import Action, Board
from noughts.match import Forfeit, Game, legal_action
from noughts.notation import NotationError, parse_square, shown
from noughts.oracle import Verdict
from noughts.players import Player

Worth = list[tuple[Verdict, list[int]]]  # squares by what they are worth, best first


class Leave(Exception):  # noqa: N818 - a way to leave, not an error
    """The person has had enough."""


class Opponent(NamedTuple):
    """Who sits across the table: a player, or nobody, and then two people play."""

    motto: str
    player: Player | None = None
    remark: Callable[[], str] = (
        str  # what there is to say of its last move, if anything
    )


class Guide(NamedTuple):
    """What a session must know of its kind of board: to read a square, to advise."""

    parse: Callable[[str], Action]
    hint: Callable[[Board], tuple[Action, str]]  # a good action, and what it promises
    values: Callable[[Board], dict[Action, Verdict]]  # of each free cell, if known


def values(board: Board) -> dict[Action, Verdict]:
    """Return what each free cell is worth to the player to move."""
    return {action: oracle.after(board, action) for action in free_cells(board)}


def hint(board: Board) -> tuple[Action, str]:
    """Return what our engine would do, and what that is worth."""
    action = contract.default().minimax(board)
    assert action is not None
    return action, str(oracle.after(board, action))


def usual_guide() -> Guide:
    """Return the guide of the usual board, three by three."""
    return Guide(parse_square, hint, values)


class AnyGame(Protocol):
    """What a session must know of a game, on whatever board: all that it shows."""

    @property
    def moves(self) -> tuple[Action, ...]: ...
    @property
    def board(self) -> Board: ...
    @property
    def turn(self) -> str | None: ...
    @property
    def winner(self) -> str | None: ...
    @property
    def over(self) -> bool: ...
    @property
    def line(self) -> set[Action]: ...
    def play(self, action: Action) -> Self: ...
    def undo(self) -> Self: ...
    def resign(self) -> Self: ...


class View(Protocol):
    """How a session is shown; a view draws what it likes of the session."""

    def welcome(self, session: "Session") -> None: ...
    def ask(self, session: "Session") -> str: ...
    def board(self, session: "Session") -> None: ...
    def thinking(self, session: "Session") -> None: ...
    def my_move(self, session: "Session") -> None: ...
    def say(self, *lines: str) -> None: ...
    def over(self, session: "Session", outcome: str) -> None: ...
    def worth(self, session: "Session", worth: Worth) -> None: ...
    def farewell(self, session: "Session") -> None: ...


@dataclass
class Session:
    """Games between a person and an opponent, or between two people."""

    view: View
    opponent: Opponent
    side: str | None = None  # the person's mark, once it is chosen
    start: AnyGame = field(default_factory=Game)
    guide: Guide = field(default_factory=usual_guide)
    game: AnyGame = field(init=False)
    results: list[str] = field(default_factory=list)  # whose each finished game is

    def __post_init__(self) -> None:
        self.game = self.start

    def run(self, note: str | None = None) -> None:
        """Play until the person leaves: by a word, by Ctrl-C or by end of input."""
        try:
            self.view.welcome(self)
            if note:
                self.view.say(note)
            self.new_game()
            while True:
                self.step()
        except (Leave, EOFError, KeyboardInterrupt):
            self.view.farewell(self)

    def step(self) -> None:
        """Let the opponent move, or else do what the person types."""
        if self.phase is TURN and not self.is_person(self.game.turn):
            self.reply()
        else:
            self.obey(self.view.ask(self).strip())

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
            return f"{self.game.turn}, make your move (row-major order):"
        return self.phase.question

    @property
    def players(self) -> str:
        """Who plays, in a sentence or two."""
        yours = f"You are {self.side}. " if self.side else ""
        return yours + self.opponent.motto

    @property
    def score(self) -> dict[str, int]:
        """How many games each has won, and how many nobody."""
        names = ("you", "me") if self.opponent.player else ("X", "O")
        return {name: self.results.count(name) for name in (*names, "ties")}

    def is_person(self, mark: str | None) -> bool:
        """Return whether a person plays this mark."""
        return mark is not None and (not self.opponent.player or mark == self.side)

    def number(self, action: Action) -> int:
        """Return the number of a cell's square, row by row."""
        return len(self.game.board[0]) * action[0] + action[1] + 1

    # --- Moves ------------------------------------------------------------------

    def reply(self) -> None:
        """Let the opponent move; one who has no legal answer loses the game."""
        assert self.opponent.player
        self.view.thinking(self)
        try:
            action = legal_action(self.opponent.player, self.game.board)
        except Forfeit as forfeit:
            self.game = self.game.resign()
            self.view.say(f"I lose this game: {forfeit}")
        else:
            self.game = self.game.play(action)
            self.view.my_move(self)
            if remark := self.opponent.remark():
                self.view.say(remark)
        self.announce()

    def obey(self, typed: str) -> None:
        """Do what the person typed: a command, or what the phase makes of the rest."""
        phase = self.phase
        for command in phase.commands:
            if command.matches(typed):
                return command.run(self)
        return phase.otherwise(self, typed)

    def move(self, typed: str) -> None:
        """Take the square that is typed, or say in a sentence why not."""
        free = [self.number(cell) for cell in free_cells(self.game.board)]
        try:
            action = self.guide.parse(typed)
        except NotationError as error:
            self.view.say(f"{error} (? for help)")
            return
        if self.number(action) not in free:
            self.view.say(f"{typed} is taken: free are {_listed(free)}")
            return
        self.game = self.game.play(action)
        self.view.board(self)
        self.announce()

    def announce(self) -> None:
        """Say who has won, if the game is over."""
        if not self.game.over:
            return
        winner = self.game.winner
        self.results.append(self.name(winner))
        self.view.over(self, f"{winner} is the winner!" if winner else "It is a tie!")

    def name(self, mark: str | None) -> str:
        """Return whose column of the score a mark's win belongs to."""
        if mark is None:
            return "ties"
        if not self.opponent.player:
            return mark
        return "you" if mark == self.side else "me"

    # --- Commands ---------------------------------------------------------------

    def new_game(self) -> None:
        self.game = self.start
        if self.phase is TURN and self.is_person(self.game.turn):
            self.view.board(self)

    def play_x(self) -> None:
        self.take_side("X")

    def play_o(self) -> None:
        self.take_side("O")

    def take_side(self, mark: str) -> None:
        self.side = mark
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
                self.view.say("Taken back.")
                return self.view.board(self)
        return self.view.say("There is no move of yours to take back.")

    def hint(self) -> None:
        self.view.thinking(self)
        action, promise = self.guide.hint(self.game.board)
        self.view.say(f"Hint: {self.number(action)} ({promise}).")

    def why(self) -> None:
        """Show the free squares by what they are worth, best first."""
        groups: dict[Verdict, list[int]] = {}
        self.view.thinking(self)
        known = self.guide.values(self.game.board)
        for action, verdict in known.items():
            groups.setdefault(verdict, []).append(self.number(action))
        self.view.worth(self, sorted(groups.items(), key=_rank, reverse=True))
        cells = free_cells(self.game.board)
        if unknown := [self.number(cell) for cell in cells if cell not in known]:
            self.view.say(f"Not known in the time allowed: {_listed(unknown)}.")

    def help(self) -> None:
        rows = [(command.key, command.help) for command in self.phase.commands]
        if self.phase is TURN:
            last = self.number((len(self.game.board) - 1, len(self.game.board[0]) - 1))
            rows.insert(0, (f"1-{last}", "take that square, counted row by row"))
        self.view.say(*(f"{key or 'Enter':<6}{text}" for key, text in rows))

    def leave(self) -> None:
        raise Leave

    def not_a_side(self, typed: str) -> None:
        self.view.say(f"{shown(typed)} is neither X nor O (? for help)")

    def not_an_answer(self, typed: str) -> None:
        self.view.say(f"{shown(typed)} means nothing here (? for help)")


class Command(NamedTuple):
    """Something to type instead of a square: a key, or its word."""

    key: str
    word: str
    help: str
    run: Callable[[Session], None]
    also: tuple[str, ...] = ()

    def matches(self, typed: str) -> bool:
        return typed.lower() in (self.key, self.word.lower(), *self.also)


class Phase(NamedTuple):
    """What a session may wait for, and what can be typed then."""

    question: str
    commands: tuple[Command, ...]
    otherwise: Callable[[Session, str], None]


UNDO = Command("u", "undo", "take back your last move", Session.undo)
HINT = Command("h", "hint", "a good move, and what it is worth", Session.hint)
WHY = Command("w", "why", "what each free square is worth to you", Session.why)
NEW = Command("n", "new", "a new game, without counting this one", Session.new_game)
AGAIN = Command(
    "", "new game", "a new game", Session.new_game, ("n", "new", "y", "yes")
)
PLAY_X = Command("x", "play X", "play X, and move first", Session.play_x)
PLAY_O = Command("o", "play O", "play O, and move second", Session.play_o)
QUIT = Command("q", "quit", "leave", Session.leave, ("exit",))
HELP = Command("?", "help", "this list", Session.help)

SIDE = Phase(
    "Do you want to be X or O?",
    (PLAY_X, PLAY_O, QUIT, HELP),
    Session.not_a_side,
)
TURN = Phase(
    "Make your move (row-major order):",
    (UNDO, HINT, WHY, NEW, QUIT, HELP),
    Session.move,
)
END = Phase(
    "Enter for a new game, q to leave:",
    (AGAIN, PLAY_X, PLAY_O, UNDO, QUIT, HELP),
    Session.not_an_answer,
)
FRIENDS_END = END._replace(commands=(AGAIN, UNDO, QUIT, HELP))


def _rank(group: tuple[Verdict, list[int]]) -> tuple[int, int]:
    """Return a key by which a sooner win and a later loss are greater."""
    outcome, moves = group[0]
    return outcome, -outcome * moves


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
