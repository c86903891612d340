"""The state of the window and the changes to it: no screen, no thread, no clock."""

from dataclasses import dataclass, field, replace
from functools import cache

from noughts.explainer import explain
from noughts.explainer.phrases import why
from noughts.explainer.review import CostlyMove, mistakes
from noughts.game import contract, oracle
from noughts.game.board import board_of, free, opponent
from noughts.game.contract import Action
from noughts.game.games import Game
from noughts.game.notation import square
from noughts.game.oracle import Verdict
from noughts.texts import NoughtsError, words

PERFECT, CASUAL, RANDOM, FRIEND = OPPONENTS = ("perfect", "casual", "random", "friend")
X, O, TURNS = SIDES = ("X", "O", "turns")  # noqa: E741 - the contract names it so


@dataclass(frozen=True)
class WindowState:
    """All that the window shows. A change makes a new state."""

    screen: str = "start"  # or "game"
    language: str = "en"
    engine: str = ""  # the file, if it is not our tictactoe.py
    mark: str = X
    turns: bool = False  # whether the person changes sides after each game
    opponent: str = PERFECT
    game: Game = field(default_factory=Game)
    past: tuple[int, ...] = ()  # finished games: 1 won, 0 drawn, -1 lost
    hint: bool = False
    values: bool = False
    looked_back: int = 0  # which mistake is shown, counted from the last; 0: none
    focus: Action | str | None = None  # what the pointer or the arrow keys are on
    waiting: int = 0  # whole seconds since the computer began to think
    trouble: NoughtsError | None = None  # what the engine did
    dark: bool = False
    closed: bool = False

    def say(self, name: str, **parts: object) -> str:
        """Return a text of the window in the person's language."""
        return words(self.language)(f"window.{name}", **parts)

    @property
    def mistake(self) -> CostlyMove | None:
        """The mistake that is shown, if one is."""
        found = _mistakes(self.game.moves) if self.looked_back else ()
        return found[-self.looked_back] if found else None

    @property
    def shown(self) -> Game:
        """The game on the board: the current one, or the one before a mistake."""
        return (
            Game(self.game.moves[: self.mistake.number - 1])
            if self.mistake
            else self.game
        )


@cache
def _mistakes(moves: tuple[Action, ...]) -> tuple[CostlyMove, ...]:
    return tuple(mistakes(moves))


@cache
def hinted(key: str) -> Action:
    """Return the move that our engine would make."""
    cell = contract.default().minimax(board_of(key))
    assert cell is not None
    return cell


def verdicts(state: WindowState) -> dict[Action, Verdict]:
    """Return the verdict of each move, if verdicts are shown."""
    asked = state.mistake or (state.values and can_move(state))
    return oracle.values(state.shown.board) if asked else {}


def is_person(state: WindowState, mark: str | None) -> bool:
    """Return whether a person plays this mark."""
    return mark is not None and (state.opponent == FRIEND or mark == state.mark)


def can_move(state: WindowState) -> bool:
    """Return whether a person is to move and nothing is in the way."""
    return is_person(state, state.game.turn) and not state.trouble


def can_play(state: WindowState, cell: Action) -> bool:
    """Return whether a person may move to the cell now."""
    return can_move(state) and cell in free(state.game.key)


def is_waiting(state: WindowState) -> bool:
    """Return whether the computer is to move."""
    playing = state.screen == "game" and not state.game.over and not state.trouble
    return playing and not is_person(state, state.game.turn)


def outcomes(state: WindowState) -> tuple[int, ...]:
    """Return the outcomes of all finished games, including this one."""
    if not state.game.over:
        return state.past
    first = X if state.opponent == FRIEND else state.mark
    return (*state.past, {None: 0, first: 1}.get(state.game.winner, -1))


def score(state: WindowState) -> dict[str, int]:
    """Return how many games each side has won, and how many were drawn."""
    sides = (X, O)
    if state.opponent != FRIEND:
        sides = (state.say("you"), state.say("computer"))
    names = (sides[0], state.say("draws"), sides[1])
    return dict(zip(names, map(outcomes(state).count, (1, 0, -1)), strict=True))


def status(state: WindowState) -> str:
    """Return the status sentence."""
    game, say = state.game, state.say
    if state.screen == "start":
        return say("choose")
    if state.trouble:
        return say("failed")
    if state.waiting:
        return say("thinking", n=state.waiting)
    if mistake := state.mistake:
        code = mistake.move.facts[0].code
        return say(code, n=mistake.number, mark=mistake.mark)
    if state.looked_back:
        return say("no_mistake")
    if game.over:
        return _ending(state)
    if state.hint:
        number = square(hinted(game.key))
        reason = why(explain(game.board).move(number), state.language)
        return say("hint_why", n=number, why=reason)
    if state.opponent == FRIEND:
        return say("to_move", mark=game.turn)
    return say("your_turn" if can_move(state) else "computers_turn")


def _ending(state: WindowState) -> str:
    winner = state.game.winner
    if winner is None:
        return state.say("draw")
    if state.opponent == FRIEND:
        return state.say("wins", mark=winner)
    return state.say("you_win" if winner == state.mark else "you_lose")


# --- Changes: each takes a state and returns the next -----------------------


def show(state: WindowState, game: Game) -> WindowState:
    """Change to another position, and drop hints and errors of the old one."""
    state = replace(state, screen="game", game=game, trouble=None)
    return replace(state, hint=False, looked_back=0, waiting=0)


def play(state: WindowState, cell: Action) -> WindowState:
    """Make a move."""
    return show(state, state.game.play(cell))


def new_game(state: WindowState) -> WindowState:
    """Begin a game; a finished one counts, and may change the sides."""
    mark = opponent(state.mark) if state.turns and state.game.over else state.mark
    return show(replace(state, past=outcomes(state), mark=mark), Game())


def show_start(state: WindowState) -> WindowState:
    """Go back to the choices; a finished game counts, as for the next one."""
    return replace(new_game(state), screen="start")


def choose(state: WindowState, name: str) -> WindowState:
    """Choose a side, or an opponent, which resets the score."""
    if name == TURNS:  # chosen again, it is still the turn of the same side
        return state if state.turns else replace(state, mark=X, turns=True)
    if name in SIDES:
        return replace(state, mark=name, turns=False)
    past = state.past if name == state.opponent else ()
    return replace(state, opponent=name, past=past)


def step(state: WindowState, names: tuple[str, ...], by: int) -> WindowState:
    """Choose the side, or the opponent, next to the current one."""
    now = state.opponent
    if names == SIDES:
        now = TURNS if state.turns else state.mark
    return choose(state, names[max(0, min(names.index(now) + by, len(names) - 1))])


def step_cursor(state: WindowState, down: int, right: int) -> WindowState:
    """Move the keyboard's cursor, wrapping at the edges; it starts in the centre."""
    if not isinstance(state.focus, tuple):
        return replace(state, focus=(1, 1))
    i, j = state.focus
    return replace(state, focus=((i + down) % 3, (j + right) % 3))


def enter(state: WindowState) -> WindowState:
    """Move to the cell of the cursor, or after a game begin the next."""
    if state.trouble or state.game.over:
        return new_game(state)
    if isinstance(state.focus, tuple) and can_play(state, state.focus):
        return play(state, state.focus)
    return state


def undo(state: WindowState) -> WindowState:
    """Take back a move; against the computer, its reply as well."""
    earlier = undone(state)
    return show(state, earlier) if earlier else state


def undone(state: WindowState) -> Game | None:
    """Return the game at the person's previous turn, if there was one."""
    game = state.game
    while game.moves:
        game = game.undo()
        if is_person(state, game.turn):
            return game
    return None


def analyse(state: WindowState) -> WindowState:
    """Show the mistake that decided the game, then those before it, then the end."""
    count = max(1, len(_mistakes(state.game.moves)))
    return replace(state, looked_back=(state.looked_back + 1) % (count + 1))


def toggle(state: WindowState, name: str) -> WindowState:
    """Turn something on or off: the values, or dark colours."""
    return replace(state, **{name: not getattr(state, name)})  # type: ignore[arg-type]


def fail(state: WindowState, error: NoughtsError) -> WindowState:
    """Stop the game and say what the engine did."""
    return replace(state, trouble=error, waiting=0)


def wait(state: WindowState, seconds: float) -> WindowState:
    """Note for how many whole seconds a person has been waiting for the engine."""
    return replace(state, waiting=int(seconds))
