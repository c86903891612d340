"""Players, games as values, and exact odds between players."""

import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from math import inf
from random import Random
from typing import NamedTuple, Self

from noughts.game import oracle
from noughts.game.board import (
    START,
    board_of,
    completing,
    free_cells,
    key_of,
    opponent,
    play,
    turn,
)
from noughts.game.contract import Action, Board, EngineError, SlowEngineError
from noughts.game.notation import SIZE, board_text, square
from noughts.texts import Refused

Player = Callable[[Board], Action | None]
Policy = Callable[[Board], Mapping[Action, Fraction]]  # how likely each action is

# How often the casual player misses a win, a block and a fork.
MISSED_WIN, MISSED_BLOCK, MISSED_FORK = Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)


# --- Players -----------------------------------------------------------------


def uniform(board: Board) -> dict[Action, Fraction]:
    """Give every free cell the same chance."""
    return _share(free_cells(board), Fraction(1))


def casual(board: Board) -> dict[Action, Fraction]:
    """Miss one win in ten, one block in four, every other fork; else play best."""
    truth = oracle.truth_of(board)
    mistakes = [cell for cell in free_cells(board) if cell not in truth.optimal]
    missed = _missed(board) if mistakes else Fraction(0)
    return _share(sorted(truth.best), 1 - missed) | _share(mistakes, missed)


POLICIES: dict[str, Policy] = {"casual": casual, "random": uniform}


def _missed(board: Board) -> Fraction:
    """Return how often a casual player makes a mistake on this board."""
    key = key_of(board)
    mover = turn(key)
    if completing(key, mover):
        return MISSED_WIN
    return MISSED_BLOCK if completing(key, opponent(mover)) else MISSED_FORK


def _share(cells: list[Action], total: Fraction) -> dict[Action, Fraction]:
    return dict.fromkeys(cells, total / len(cells)) if cells else {}


def random_player(policy: Policy, rng: Random) -> Player:
    """Return a player that draws each action with the policy's probability."""

    def player(board: Board) -> Action:
        chances = policy(board)
        [action] = rng.choices(list(chances), [float(p) for p in chances.values()])
        return action

    return player


def policy_of(player: Player) -> Policy:
    """Return the policy of a deterministic player."""
    return lambda board: {legal_action(player, board): Fraction(1)}


def legal_action(player: Player, board: Board) -> Action:
    """Return the player's action; raise EngineError if it is not legal."""
    # Computed first, because the player may change the board.
    call, free = f"minimax({board_text(board)})", free_cells(board)
    action = player(board)
    parts = {"call": call, "what": reprlib.repr(action)}
    if not isinstance(action, tuple) or not all(map(_is_whole, action)):
        raise EngineError("refusal.call_not_action", **parts)
    # A named tuple becomes a tuple, and a member of an IntEnum an int.
    cell = tuple(map(int, action))
    if cell not in free:
        raise EngineError("refusal.call_not_free", **parts)
    return cell


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def forfeit_after_timeout(player: Player) -> Player:
    """
    Wrap a player so that one timeout forfeits every deeper position.

    An engine that never answers would otherwise take ten minutes for one game.
    """
    too_deep, timeout = inf, SlowEngineError(call="minimax", seconds=0)

    def answer(board: Board) -> Action | None:
        nonlocal too_deep, timeout
        depth = len(free_cells(board))
        if depth >= too_deep:
            raise timeout
        try:
            return player(board)
        except SlowEngineError as error:
            too_deep, timeout = depth, error
            raise

    return answer


# --- A game ------------------------------------------------------------------

STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]  # right, down, and the two diagonals


@dataclass(frozen=True)
class Game:
    """A game on a board of any size, defined by its moves."""

    moves: tuple[Action, ...] = ()
    resigned: bool = False  # by the player to move
    rules: tuple[int, int, int] = (SIZE, SIZE, SIZE)  # rows, columns, marks in a line

    @cached_property
    def _marks(self) -> dict[Action, str]:
        return {action: "XO"[n % 2] for n, action in enumerate(self.moves)}

    @property
    def board(self) -> Board:
        """The board, a new copy each time."""
        rows, columns, _ = self.rules
        return [[self._marks.get((i, j)) for j in range(columns)] for i in range(rows)]

    @property
    def key(self) -> str:
        """The board as marks, row by row."""
        return key_of(self.board)

    @cached_property
    def line(self) -> set[Action]:
        """The cells of the winning lines, which the last move completed."""
        if not self.moves:
            return set()
        lines = ({*self._run(i, j), *self._run(-i, -j)} for i, j in STEPS)
        return {cell for line in lines if len(line) >= self.rules[2] for cell in line}

    def _run(self, down: int, right: int) -> Iterator[Action]:
        """Yield the cells of one player from the last move on, in one direction."""
        i, j = self.moves[-1]
        while self._marks.get((i, j)) == "OX"[len(self.moves) % 2]:
            yield i, j
            i, j = i + down, j + right

    @property
    def turn(self) -> str | None:
        """The player to move; None if the game is over."""
        rows, columns, _ = self.rules
        if self.resigned or self.line or len(self.moves) == rows * columns:
            return None
        return "XO"[len(self.moves) % 2]

    @property
    def winner(self) -> str | None:
        """The player who completed a line, or whose opponent resigned."""
        return "OX"[len(self.moves) % 2] if self.line or self.resigned else None

    @property
    def over(self) -> bool:
        return self.turn is None

    def play(self, action: Action) -> Self:
        """Return the game after one more move."""
        if self.over or action not in free_cells(self.board):
            board = board_text(self.board)
            raise Refused("refusal.not_empty", action=str(action), board=board)
        return replace(self, moves=(*self.moves, action))

    def undo(self) -> Self:
        """Return the game before its last move."""
        return replace(self, moves=self.moves[:-1], resigned=False)

    def resign(self) -> Self:
        """Return the game, resigned by the player to move."""
        return replace(self, resigned=True)

    def __str__(self) -> str:
        return " ".join(str(square(action, self.rules[1])) for action in self.moves)


def play_out(players: Mapping[str, Player]) -> Game:
    """Return the whole game of two players; a player without a legal move resigns."""
    game = Game()
    while game.turn:
        try:
            game = game.play(legal_action(players[game.turn], game.board))
        except EngineError:
            game = game.resign()
    return game


# --- Odds --------------------------------------------------------------------


class Odds(NamedTuple):
    """How often a player wins, draws and loses: fractions that add up to 1."""

    wins: Fraction
    draws: Fraction
    losses: Fraction

    def __str__(self) -> str:
        shares = self._asdict().items()
        return ", ".join(f"{name} {100 * float(share):.3f} %" for name, share in shares)


def odds(
    policies: Mapping[str, Policy],
    mark: str,
    choose: Callable[[Iterable[Odds]], Odds] | None = None,
) -> Odds:
    """
    Return the exact odds of the player with this mark, over every possible game.

    With `choose`, that player is perfect: it chooses among the odds of its optimal
    actions. A player without a legal action loses.
    """

    @cache
    def odds_of(key: str) -> Odds:
        truth = oracle.table()[key]
        if truth.turn is None:
            return final_odds(truth.winner, mark)
        if choose and truth.turn == mark:
            return choose(odds_of(play(key, action)) for action in truth.optimal)
        try:
            chances = policies[truth.turn](board_of(key))
        except EngineError:
            return final_odds(opponent(truth.turn), mark)
        after = [(p, odds_of(play(key, action))) for action, p in chances.items()]
        return Odds(*(sum((p * o[n] for p, o in after), Fraction(0)) for n in range(3)))

    return odds_of(START)


def perfect_span(policy: Policy, mark: str) -> tuple[Odds, Odds]:
    """
    Return the lowest and the highest odds of perfect play against a policy.

    A perfect player keeps the value of every position. Some of the actions that keep
    it set more traps than others.
    """
    against = {opponent(mark): policy}
    return odds(against, mark, choose=min), odds(against, mark, choose=max)


def final_odds(winner: str | None, mark: str) -> Odds:
    """Return the odds of a player once the game is over."""
    ends = (winner == mark, winner is None, winner == opponent(mark))
    return Odds(*map(Fraction, ends))
