"""Players, games as values, and exact odds between players."""

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, reduce
from random import Random
from typing import NamedTuple, Self

from noughts import oracle
from noughts.board import (
    START,
    board_of,
    completing,
    free_cells,
    full_lines,
    key_of,
    opponent,
    play,
    turn,
)
from noughts.contract import Action, Board
from noughts.notation import board_text, square
from noughts.sandbox import EngineError, EngineTimeout
from noughts.sandbox.values import native
from noughts.words import NoughtsError, Refused

Player = Callable[[Board], Action | None]
Policy = Callable[[Board], Mapping[Action, Fraction]]  # how likely each action is

# How often the casual player misses a win, a block and a fork.
MISSED_WIN, MISSED_BLOCK, MISSED_FORK = Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)


class Forfeit(NoughtsError):  # noqa: N818 - it ends a game, not the program
    """A player gave no legal action; the message says why."""


# --- Players -----------------------------------------------------------------


def uniform(board: Board) -> dict[Action, Fraction]:
    """Give every free cell the same chance."""
    return _share(free_cells(board), Fraction(1))


def casual(board: Board) -> dict[Action, Fraction]:
    """Miss one win in ten, one block in four, every other fork; else play best."""
    truth = oracle.look(board)
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
    """Return the player's action; raise Forfeit if it is not legal."""
    # Computed first, because the player may change the board.
    call, free = f"minimax({board_text(board)})", free_cells(board)
    try:
        action = player(board)
    except EngineError as error:
        raise Forfeit(error.key, **error.parts) from error
    parts = {"call": call, "what": reprlib.repr(action)}
    pair = native(action)
    cell: Action = tuple(map(native, pair)) if type(pair) is tuple else ()
    if type(pair) is not tuple or not all(type(n) is int for n in cell):
        raise Forfeit("refusal.call_not_action", **parts)
    if cell not in free:
        raise Forfeit("refusal.call_not_free", **parts)
    return cell


def forfeit_after_timeout(player: Player) -> Player:
    """
    Wrap a player so that one timeout forfeits every deeper position.

    An engine that never answers would otherwise take ten minutes for one game.
    """
    late: dict[int, EngineTimeout] = {}  # by the number of free cells

    def answer(board: Board) -> Action | None:
        depth = len(free_cells(board))
        for searched, timeout in late.items():
            if depth >= searched:
                raise timeout
        try:
            return player(board)
        except EngineTimeout as timeout:
            late[depth] = timeout
            raise

    return answer


# --- A game ------------------------------------------------------------------


@dataclass(frozen=True)
class AnyGame(ABC):
    """A game on any board, defined by its moves."""

    moves: tuple[Action, ...] = ()
    resigned: bool = False  # by the player to move

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board, a new copy each time."""

    @property
    @abstractmethod
    def turn(self) -> str | None:
        """The player to move; None if the game is over."""

    @property
    @abstractmethod
    def winner(self) -> str | None:
        """The winner, if any."""

    @property
    @abstractmethod
    def line(self) -> set[Action]:
        """The cells of the winning lines."""

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
        columns = len(self.board[0])
        return " ".join(str(square(action, columns)) for action in self.moves)


@dataclass(frozen=True)
class Game(AnyGame):
    """A game on the usual board."""

    @cached_property
    def key(self) -> str:
        """The board as nine marks."""
        return reduce(play, self.moves, START)

    @property
    def board(self) -> Board:
        return board_of(self.key)

    @property
    def turn(self) -> str | None:
        return None if self.resigned else oracle.table()[self.key].turn

    @property
    def winner(self) -> str | None:
        truth = oracle.table()[self.key]
        if self.resigned and truth.turn:
            return opponent(truth.turn)
        return truth.winner

    @property
    def line(self) -> set[Action]:
        return {divmod(n, 3) for line in full_lines(self.key) for n in line}


def play_out(players: Mapping[str, Player]) -> Game:
    """Return the whole game of two players; a player that forfeits resigns."""
    game = Game()
    while game.turn:
        try:
            game = game.play(legal_action(players[game.turn], game.board))
        except Forfeit:
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


# Computes the odds of a position from those of its successors.
OddsRule = Callable[[str, Callable[[str], Odds]], Odds]


def odds(policies: Mapping[str, Policy], mark: str) -> Odds:
    """Return the exact odds of the player with this mark, over every possible game."""
    return _expected({turn: _follow(p) for turn, p in policies.items()}, mark)


def perfect_span(policy: Policy, mark: str) -> tuple[Odds, Odds]:
    """
    Return the lowest and the highest odds of perfect play against a policy.

    A perfect player keeps the value of every position. Some of the actions that keep
    it set more traps than others.
    """
    rival = _follow(policy)
    lowest, highest = (
        _expected({mark: _pick(choose), opponent(mark): rival}, mark)
        for choose in (min, max)
    )
    return lowest, highest


def final_odds(winner: str | None, mark: str) -> Odds:
    """Return the odds of a player once the game is over."""
    ends = (winner == mark, winner is None, winner == opponent(mark))
    return Odds(*map(Fraction, ends))


def _expected(rules: Mapping[str, OddsRule], mark: str) -> Odds:
    """Return the odds at the start; a forfeit counts as a loss."""

    @cache
    def odds_of(key: str) -> Odds:
        truth = oracle.table()[key]
        if truth.turn is None:
            return final_odds(truth.winner, mark)
        try:
            return rules[truth.turn](key, odds_of)
        except Forfeit:
            return final_odds(opponent(truth.turn), mark)

    return odds_of(START)


def _follow(policy: Policy) -> OddsRule:
    """Return the rule of a policy: the weighted mean of its successors."""

    def rule(key: str, odds_of: Callable[[str], Odds]) -> Odds:
        chances = policy(board_of(key)).items()
        after = [(chance, odds_of(play(key, action))) for action, chance in chances]
        return Odds(*(_mean((p, o[n]) for p, o in after) for n in range(3)))

    return rule


def _mean(weighted: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    # Reducing a fraction is slow, so it is done once, for the sum.
    over, under = 0, 1
    for weight, value in weighted:
        if value:
            part = weight.denominator * value.denominator
            over = over * part + under * weight.numerator * value.numerator
            under *= part
    return Fraction(over, under)


def _pick(choose: Callable[..., Odds]) -> OddsRule:
    """Return the rule that picks the optimal action with the fewest or most wins."""

    def rule(key: str, odds_of: Callable[[str], Odds]) -> Odds:
        optimal = oracle.table()[key].optimal
        return choose(odds_of(play(key, action)) for action in optimal)

    return rule
