"""The facts about a position: what each move leads to, and what it does."""

from functools import cache
from typing import NamedTuple

from noughts import oracle
from noughts.board import board_of, key_of, opponent, play, replies
from noughts.contract import Action, Board
from noughts.explainer import tactics
from noughts.explainer.tactics import Line
from noughts.notation import square as square_of
from noughts.oracle import Verdict


class Fact(NamedTuple):
    """
    One thing that is true of a move, or of a finished board.

    What a move does:
      completes    it fills `lines`
      blocks       it takes the last cell of `lines`, which `mark` threatened to fill
      forks        it makes two threats at once, on `squares`, and `mark` has none
      forces       it threatens `squares`, so `mark`, who has no threat, must go there
      prevents     `mark` could have made two threats at once on `squares`, now nowhere
      opens        nothing of the above, but `lines` through it are free of the opponent
    What it is worth beside the others:
      only-win     no other move wins
      only-draw    every other move loses
      only-square  there is no other move
      win-to-draw, win-to-loss, draw-to-loss    a mistake
      slower       it wins, but `squares` win sooner
      sooner       it loses, and `squares` lose later
      lost         it loses, and no move does better
    How the game has ended:
      won          `mark` has filled `lines`
      tied         the board is full
    """

    code: str
    mark: str | None = None
    squares: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()


MISTAKES = {
    (1, 0): "win-to-draw",
    (1, -1): "win-to-loss",
    (0, -1): "draw-to-loss",
}


class Step(NamedTuple):
    """One move of a line of play, and what it does."""

    mark: str
    square: int
    facts: tuple[Fact, ...]


class Move(NamedTuple):
    """One move: what it promises who takes it, why, and best play from it on."""

    square: int
    verdict: Verdict
    facts: tuple[Fact, ...]
    line: tuple[Step, ...]  # this move first

    @property
    def is_mistake(self) -> bool:
        return any(fact.code in MISTAKES.values() for fact in self.facts)


class Explanation(NamedTuple):
    """What a position is worth to the player to move, and every move of it."""

    key: str  # the board as nine marks
    turn: str | None  # None if the game is over: then there is no verdict, no move
    verdict: Verdict | None
    best: tuple[int, ...]
    moves: tuple[Move, ...]  # by square
    ending: tuple[Fact, ...]

    def __str__(self) -> str:
        # What is printed is made from this class, which so cannot import it first.
        from noughts.explainer.printed import explanation_text

        return explanation_text(self)

    def move(self, square: int) -> Move:
        """Return the move to a square."""
        return next(move for move in self.moves if move.square == square)


def explain(board: Board) -> Explanation:
    """Return the facts about a position; refuse one that no game can reach."""
    truth = oracle.look(board)
    key = key_of(board)
    if truth.turn is None:
        return Explanation(key, None, None, (), (), (_ending(key, truth.winner),))
    moves = tuple(_move(board, divmod(s - 1, 3)) for s in tactics.free(key))
    best = tuple(sorted(square_of(action) for action in truth.best))
    return Explanation(key, truth.turn, oracle.verdict(board), best, moves, ())


def _ending(key: str, winner: str | None) -> Fact:
    if winner is None:
        return Fact("tied")
    return Fact("won", winner, lines=tactics.lines_of(key, winner))


def _move(board: Board, action: Action) -> Move:
    key, square = key_of(board), square_of(action)
    line = _line(key, action)
    verdict = oracle.after(board, action)
    facts = _worth(board, action) + line[0].facts
    if not line[0].facts and verdict.outcome >= 0:
        mark = line[0].mark
        facts += (Fact("opens", mark, lines=tactics.open_lines(key, square, mark)),)
    return Move(square, verdict, facts, line)


def _line(key: str, action: Action) -> tuple[Step, ...]:
    """Return an action and best play after it, move by move."""
    steps = []
    for played in [action, *oracle.line(board_of(play(key, action)))]:
        mark = oracle.table()[key].turn
        assert mark is not None
        square = square_of(played)
        steps.append(Step(mark, square, deeds(key, square, mark)))
        key = play(key, played)
    return tuple(steps)


@cache
def deeds(key: str, square: int, mark: str) -> tuple[Fact, ...]:
    """Return what a move does, the weightiest first."""
    if lines := tactics.completed(key, square, mark):
        return (Fact("completes", mark, lines=lines),)
    they, after = opponent(mark), tactics.put(key, square, mark)
    blocked = tactics.completed(key, square, they)
    blocks = [Fact("blocks", they, lines=blocked)] if blocked else []
    if tactics.winning(after, they):
        return tuple(blocks)  # they complete a line next: nothing else counts
    threats = tactics.winning(after, mark)
    if len(threats) >= 2:
        return Fact("forks", they, squares=threats), *blocks
    forces = [Fact("forces", they, squares=threats)] if threats else []
    forks = () if tactics.forks(after, they) else tactics.forks(key, they)
    prevents = [Fact("prevents", they, squares=forks)] if forks else []
    return *blocks, *forces, *prevents


def _worth(board: Board, action: Action) -> tuple[Fact, ...]:
    """Return what can be said of a move's value beside the values of the others."""
    truth, verdict = oracle.look(board), oracle.after(board, action)
    best = oracle.verdict(board)
    if len(replies(key_of(board))) == 1:
        return (Fact("only-square"),)
    if verdict.outcome < best.outcome:
        return (Fact(MISTAKES[best.outcome, verdict.outcome]),)
    squares = tuple(sorted(square_of(action) for action in truth.best))
    if verdict.moves > best.moves and verdict.outcome == 1:
        return (Fact("slower", squares=squares),)
    if verdict.outcome == -1:
        is_best = action in truth.best
        return (Fact("lost") if is_best else Fact("sooner", squares=squares),)
    if len(truth.optimal) == 1:
        return (Fact("only-win" if best.outcome == 1 else "only-draw"),)
    return ()
