"""A game between two players, as a value; and what comes of two players meeting."""

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, reduce
from typing import NamedTuple, Self

from noughts import oracle
from noughts.board import START, board_of, free_cells, full_lines, opponent, play
from noughts.contract import Action, Board
from noughts.notation import board_text, square
from noughts.players import Player, Policy, uniform
from noughts.sandbox import EngineError, EngineTimeout
from noughts.sandbox.native import native
from noughts.words import NoughtsError, Refused


class Forfeit(NoughtsError):  # noqa: N818 - it ends a game, not the program
    """A player gave no legal action; the sentence says what it did instead."""


# --- A game ------------------------------------------------------------------


@dataclass(frozen=True)
class AnyGame(ABC):
    """A game so far, on any board: its moves, from which all else follows."""

    moves: tuple[Action, ...] = ()
    resigned: bool = False  # the player to move has given the game up

    @property
    @abstractmethod
    def board(self) -> Board:
        """A fresh board each time: nobody who is shown it can change the game."""

    @property
    @abstractmethod
    def turn(self) -> str | None:
        """Who moves next; None if the game is over."""

    @property
    @abstractmethod
    def winner(self) -> str | None:
        """Who has won, if anybody has."""

    @property
    @abstractmethod
    def line(self) -> set[Action]:
        """The cells of the winning line, or of all where one move made several."""

    @property
    def over(self) -> bool:
        return self.turn is None

    def play(self, action: Action) -> Self:
        """Return the game after one more move."""
        if self.over or action not in free_cells(self.board):
            raise Refused(
                "refusal.not_empty", action=action, board=board_text(self.board)
            )
        return replace(self, moves=(*self.moves, action))

    def undo(self) -> Self:
        """Return the game before its last move."""
        return replace(self, moves=self.moves[:-1], resigned=False)

    def resign(self) -> Self:
        """Return the game given up by the player to move."""
        return replace(self, resigned=True)

    def __str__(self) -> str:
        columns = len(self.board[0])
        return " ".join(str(square(action, columns)) for action in self.moves)


@dataclass(frozen=True)
class Game(AnyGame):
    """A game on the usual board."""

    @cached_property
    def _key(self) -> str:
        return reduce(play, self.moves, START)

    @property
    def board(self) -> Board:
        return board_of(self._key)

    @property
    def turn(self) -> str | None:
        return None if self.resigned else oracle.table()[self._key].turn

    @property
    def winner(self) -> str | None:
        truth = oracle.table()[self._key]
        if self.resigned and truth.turn:
            return opponent(truth.turn)
        return truth.winner

    @property
    def line(self) -> set[Action]:
        return {divmod(n, 3) for line in full_lines(self._key) for n in line}


def legal_action(player: Player, board: Board) -> Action:
    """Return what a player does; one who has no legal answer forfeits the game."""
    asked, free = f"minimax({board_text(board)})", free_cells(board)
    try:
        action = player(board)
    except EngineError as error:
        raise Forfeit(error.key, **error.parts) from error
    pair, said = native(action), {"call": asked, "what": reprlib.repr(action)}
    cell: Action = tuple(map(native, pair)) if type(pair) is tuple else ()
    if type(pair) is not tuple or not all(type(n) is int for n in cell):
        raise Forfeit("refusal.call_not_action", **said)
    if cell not in free:
        raise Forfeit("refusal.call_not_free", **said)
    return cell


def impatient(player: Player) -> Player:
    """
    Return the player, not asked again where it was late with as much to search or less.

    An engine that never answers would otherwise take ten minutes for one game.
    """
    late: dict[int, EngineTimeout] = {}  # by how many cells were free

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


def play_out(players: Mapping[str, Player]) -> Game:
    """Return the whole game of two players; one who forfeits resigns."""
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


# How a position's odds follow from those of the positions after it.
OddsRule = Callable[[str, Callable[[str], Odds]], Odds]


def odds(policies: Mapping[str, Policy], mark: str) -> Odds:
    """Return the exact odds of the player with this mark, over every possible game."""
    return _expected({turn: _follow(p) for turn, p in policies.items()}, mark)


def odds_against_random(player: Player, mark: str) -> Odds:
    """Return the exact odds of a player against one who moves uniformly at random."""
    return odds({mark: always(player), opponent(mark): uniform}, mark)


def perfect_span(policy: Policy, mark: str) -> tuple[Odds, Odds]:
    """
    Return the lowest and the highest odds of perfect play against a policy.

    A perfect player never gives away what a position is worth. Where several
    actions keep it, some set more traps than others: so there is a floor and a ceiling.
    """
    theirs = _follow(policy)
    floor, ceiling = (
        _expected({mark: _pick(choose), opponent(mark): theirs}, mark)
        for choose in (min, max)
    )
    return floor, ceiling


def always(player: Player) -> Policy:
    """Return the policy of a player who leaves nothing to chance."""
    return lambda board: {legal_action(player, board): Fraction(1)}


def _expected(rules: Mapping[str, OddsRule], mark: str) -> Odds:
    """Return the odds at the start; a rule that forfeits loses from there on."""

    @cache
    def of(key: str) -> Odds:
        truth = oracle.table()[key]
        if truth.turn is None:
            return settled(truth.winner, mark)
        try:
            return rules[truth.turn](key, of)
        except Forfeit:
            return settled(opponent(truth.turn), mark)

    return of(START)


def settled(winner: str | None, mark: str) -> Odds:
    """Return the odds of a player once the game is over."""
    return Odds(
        Fraction(winner == mark),
        Fraction(winner is None),
        Fraction(winner == opponent(mark)),
    )


def _follow(policy: Policy) -> OddsRule:
    """Return the rule: what follows, weighted as the policy chooses."""

    def rule(key: str, of: Callable[[str], Odds]) -> Odds:
        chances = policy(board_of(key)).items()
        after = [(chance, of(play(key, action))) for action, chance in chances]
        return Odds(*(_mean((p, o[n]) for p, o in after) for n in range(3)))

    return rule


def _mean(weighted: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    # Fractions are slow to reduce: it is done once, for the sum.
    over, under = 0, 1
    for weight, value in weighted:
        if value:
            part = weight.denominator * value.denominator
            over = over * part + under * weight.numerator * value.numerator
            under *= part
    return Fraction(over, under)


def _pick(choose: Callable[..., Odds]) -> OddsRule:
    """Return the rule: of the optimal actions, the one with the fewest or most wins."""

    def rule(key: str, of: Callable[[str], Odds]) -> Odds:
        optimal = oracle.table()[key].optimal
        return choose(of(play(key, action)) for action in optimal)

    return rule
