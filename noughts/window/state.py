"""The state of the window and the changes to it: no screen, no engine, no clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from noughts import oracle
from noughts.board import board_of, free, opponent
from noughts.contract import Action
from noughts.explainer import explain
from noughts.explainer.phrases import why
from noughts.notation import square
from noughts.oracle import Verdict
from noughts.words import NoughtsError, words

PERFECT, CASUAL, RANDOM, FRIEND = OPPONENTS = ("perfect", "casual", "random", "friend")
X, O, TURNS = SIDES = ("X", "O", "turns")  # noqa: E741 - the contract names it so
NOTICEABLE = 1.0  # seconds after which the window says that the computer is thinking
LONG = 10.0  # seconds after which it also says for how long
GIVEN_UP = {(1, 0): "gave_up_win", (0, -1): "gave_up_draw", (1, -1): "win_to_loss"}


class Position(NamedTuple):
    """A board, as a key of nine marks, and what the engine says about it."""

    key: str
    turn: str
    over: bool = False
    winner: str | None = None
    last: Action | None = None  # the move that led here


@dataclass(frozen=True)
class State:
    """All that the window shows. A change makes a new state."""

    screen: str = "start"  # or "game"
    language: str = "en"
    engine: str = ""  # the file, if it is not our tictactoe.py
    mark: str = X
    turns: bool = False  # whether the person changes sides after each game
    opponent: str = PERFECT
    history: tuple[Position, ...] = ()
    past: tuple[int, ...] = ()  # finished games: 1 won, 0 drawn, -1 lost
    chosen: Action | None = None  # the person's move, until the engine has made it
    hint: Action | bool = False  # True: asked for; a cell: given
    values: bool = False
    known: Mapping[Action, Verdict] = field(default_factory=dict)
    looked_back: int = 0  # which mistake is shown, counted from the last; 0: none
    focus: Action | str | None = None  # what the pointer or the arrow keys are on
    waiting: int = 0  # seconds, once they are noticeable
    trouble: NoughtsError | None = None  # what the engine did
    culprit: str = ""  # the line of the engine that raised
    dark: bool = False
    closed: bool = False

    def say(self, name: str, **parts: object) -> str:
        """Return a text of the window in the person's language."""
        return words(self.language)(f"window.{name}", **parts)

    @property
    def now(self) -> Position | None:
        """The current position; None until the engine has given the first."""
        return self.history[-1] if self.history else None

    @property
    def over(self) -> bool:
        return self.now is not None and self.now.over

    @property
    def mistake(self) -> int | None:
        """The index of the mistake that is shown, if one is."""
        found = mistakes(self)
        return found[-self.looked_back] if self.looked_back and found else None

    @property
    def shown(self) -> Position | None:
        """The position on the board: the current one, or the one before a mistake."""
        return self.now if self.mistake is None else self.history[self.mistake]


def is_persons_turn(state: State, position: Position | None = None) -> bool:
    """Return whether a person is to move."""
    position = position or state.now
    if position is None or position.over:
        return False
    return state.opponent == FRIEND or position.turn == state.mark


def verdicts(key: str) -> dict[Action, Verdict]:
    """Return what each move really leads to; nothing for an impossible board."""
    truth = oracle.table().get(key)
    return oracle.values(board_of(key)) if truth and truth.turn else {}


def mistakes(state: State) -> list[int]:
    """Return the indexes of the moves that gave something away."""
    return [n for n in range(len(state.history) - 1) if _change(state, n) in GIVEN_UP]


def _change(state: State, n: int) -> tuple[int, int] | None:
    """Return the outcomes before and after a move, for the player who made it."""
    before, after = state.history[n : n + 2]
    outcomes = {cell: verdict.outcome for cell, verdict in verdicts(before.key).items()}
    if after.last not in outcomes:
        return None
    return max(outcomes.values()), outcomes[after.last]


def outcomes(state: State) -> tuple[int, ...]:
    """Return the outcomes of all finished games, including this one."""
    now = state.now
    if now is None or not now.over:
        return state.past
    first = X if state.opponent == FRIEND else state.mark
    return (*state.past, {None: 0, first: 1}.get(now.winner, -1))


def score(state: State) -> dict[str, int]:
    """Return how many games each side has won, and how many were drawn."""
    sides = (X, O)
    if state.opponent != FRIEND:
        sides = (state.say("you"), state.say("computer"))
    names = (sides[0], state.say("draws"), sides[1])
    return dict(zip(names, map(outcomes(state).count, (1, 0, -1)), strict=True))


def status(state: State) -> str:
    """Return the one sentence that says how things stand."""
    now, say = state.now, state.say
    if state.screen == "start":
        return say("choose")
    if state.trouble:
        return say("failed")
    if state.waiting:
        is_long = state.waiting >= LONG
        return say("thinking_for", n=state.waiting) if is_long else say("thinking")
    if now is None:
        return ""
    if now.over:
        return _looking_back(state) if state.looked_back else _ending(state, now.winner)
    if isinstance(state.hint, tuple):
        return _advice(state, now.key, square(state.hint))
    if state.opponent == FRIEND:
        return say("to_move", mark=now.turn)
    return say("your_turn" if is_persons_turn(state) else "computers_turn")


def _advice(state: State, key: str, number: int) -> str:
    if not verdicts(key):
        return state.say("hint_only", n=number)
    move = explain(board_of(key)).move(number)
    return state.say("hint_why", n=number, why=why(move, state.language))


def _ending(state: State, winner: str | None) -> str:
    if winner is None:
        return state.say("draw")
    if state.opponent == FRIEND:
        return state.say("wins", mark=winner)
    return state.say("you_win" if winner == state.mark else "you_lose")


def _looking_back(state: State) -> str:
    n = state.mistake
    change = None if n is None else _change(state, n)
    if n is None or change is None:
        return state.say("no_mistake")
    return state.say(GIVEN_UP[change], n=n + 1, mark=state.history[n].turn)


# --- Changes: each takes a state and returns the next -----------------------


def _moved(state: State, **changes: Any) -> State:
    """Change to another position: what belonged to the old one is dropped."""
    state = replace(state, chosen=None, hint=False, known={}, looked_back=0, waiting=0)
    return replace(state, trouble=None, culprit="", **changes)


def new_game(state: State) -> State:
    """Begin a game; a finished one counts, and may change the sides."""
    mark = opponent(state.mark) if state.turns and state.over else state.mark
    past = outcomes(state)
    return _moved(state, screen="game", past=past, history=(), mark=mark)


def show_start(state: State) -> State:
    """Go back to the choices."""
    return _moved(state, screen="start", past=outcomes(state), history=())


def choose_side(state: State, side: str) -> State:
    """Play X, play O, or take turns, beginning with X."""
    return replace(state, mark=X if side == TURNS else side, turns=side == TURNS)


def choose_opponent(state: State, name: str) -> State:
    """Choose an opponent; the score begins anew."""
    return replace(
        state, opponent=name, past=state.past if name == state.opponent else ()
    )


def step_side(state: State, step: int) -> State:
    """Choose the side to the left or to the right."""
    side = TURNS if state.turns else state.mark
    return choose_side(state, _neighbour(SIDES, side, step))


def step_opponent(state: State, step: int) -> State:
    """Choose the opponent above or below."""
    return choose_opponent(state, _neighbour(OPPONENTS, state.opponent, step))


def _neighbour(names: tuple[str, ...], name: str, step: int) -> str:
    return names[max(0, min(names.index(name) + step, len(names) - 1))]


def step_cursor(state: State, down: int, right: int) -> State:
    """Move the keyboard's cursor, round the edges; at first to the centre."""
    if not isinstance(state.focus, tuple):
        return replace(state, focus=(1, 1))
    i, j = state.focus
    return replace(state, focus=((i + down) % 3, (j + right) % 3))


def can_ask(state: State) -> bool:
    """Return whether a person is to move and nothing is in the way."""
    return is_persons_turn(state) and not state.trouble and state.chosen is None


def can_choose(state: State, cell: Action) -> bool:
    """Return whether a person may move to the cell now."""
    return can_ask(state) and state.now is not None and cell in free(state.now.key)


def enter(state: State) -> State:
    """Move to the cell of the cursor, or after a game begin the next."""
    if state.trouble or state.over:
        return new_game(state)
    if isinstance(state.focus, tuple) and can_choose(state, state.focus):
        return replace(state, chosen=state.focus)
    return state


def undo(state: State) -> State:
    """Take back a move; against the computer, its reply as well."""
    return _moved(state, history=state.history[: undo_length(state)])


def undo_length(state: State) -> int:
    """Return how many positions undo leaves; 0 if there is nothing to undo."""
    lengths = range(len(state.history) - 1, 0, -1)
    persons = (n for n in lengths if is_persons_turn(state, state.history[n - 1]))
    return next(persons, 0)


def ask_hint(state: State) -> State:
    """Ask for the engine's move."""
    return replace(state, hint=state.hint or True)


def analyse(state: State) -> State:
    """Show the mistake that decided the game, then those before it, then the end."""
    count = max(1, len(mistakes(state)))
    return replace(state, looked_back=(state.looked_back + 1) % (count + 1))


def toggle(state: State, name: str) -> State:
    """Turn something on or off: the values, or dark colours."""
    return replace(state, **{name: not getattr(state, name)})  # type: ignore[arg-type]


def arrive(state: State, position: Position) -> State:
    """Take over a position that the engine has given."""
    return _moved(state, history=(*state.history, position))


def take_hint(state: State, cell: Action) -> State:
    """Take over the engine's advice."""
    return replace(state, hint=cell, waiting=0)


def take_value(state: State, cell_and_verdict: tuple[Action, Verdict]) -> State:
    """Take over what a cell leads to."""
    cell, verdict = cell_and_verdict
    return replace(state, known={**state.known, cell: verdict}, waiting=0)


def fail(state: State, error: NoughtsError, culprit: str = "") -> State:
    """Stop the game and say what the engine did, and where."""
    state = replace(state, trouble=error, culprit=culprit)
    return replace(state, chosen=None, hint=False, waiting=0)


def wait(state: State, seconds: float) -> State:
    """Note how long a person has been waiting for the engine."""
    return replace(state, waiting=int(seconds) if seconds >= NOTICEABLE else 0)
