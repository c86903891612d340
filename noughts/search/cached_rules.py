"""The rules of an engine, called once per position."""

from collections.abc import Set
from functools import cache

from noughts import contract
from noughts.board import key_of
from noughts.contract import Action, Board, Engine, Mark


class CachedBoard(list[list[Mark]]):
    """A board with the cached answers of the rules, and its successors."""

    def __init__(self, rules: Engine, board: Board) -> None:
        super().__init__(board)
        self.player = rules.player(board)
        self.actions = rules.actions(board)
        self.winner = rules.winner(board)
        self.terminal = rules.terminal(board)
        self.utility = rules.utility(board)
        self.after: dict[Action, CachedBoard] = {}


class CachedRules:
    """
    An engine's rules with cached answers.

    Plain Minimax visits 549,946 positions, of which 5,478 are distinct. With these
    rules it visits the same positions in less than half the time.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.X, self.O, self.EMPTY = engine.X, engine.O, engine.EMPTY
        self.minimax = engine.minimax
        self._seen: dict[str, CachedBoard] = {}

    def initial_state(self) -> Board:
        return self._at(self.engine.initial_state())

    def player(self, board: Board) -> Mark:
        return self._at(board).player

    def actions(self, board: Board) -> Set[Action]:
        return self._at(board).actions

    def result(self, board: Board, action: Action) -> Board:
        position = self._at(board)
        after = position.after.get(action)
        if after is None:
            after = self._at(self.engine.result(list(position), action))
            position.after[action] = after
        return after

    def winner(self, board: Board) -> Mark:
        return self._at(board).winner

    def terminal(self, board: Board) -> bool:
        return self._at(board).terminal

    def utility(self, board: Board) -> int:
        return self._at(board).utility

    def _at(self, board: Board) -> CachedBoard:
        if isinstance(board, CachedBoard):
            return board
        key = key_of(board)
        if key not in self._seen:
            self._seen[key] = CachedBoard(self.engine, board)
        return self._seen[key]


@cache
def our_rules() -> CachedRules:
    """Return the rules of our own engine, cached for all searches."""
    return CachedRules(contract.default())
