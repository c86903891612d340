"""The facts about a position: what each move leads to, and what it does."""

from functools import cache
from typing import NamedTuple

from noughts import oracle
from noughts.board import board_of, key_of, opponent, play, replies, turn
from noughts.contract import Action, Board
from noughts.explainer import tactics
from noughts.explainer.tactics import LineOfSquares
from noughts.notation import square as square_of
from noughts.oracle import Verdict
from noughts.text import quoted
from noughts.words import Refused


class Fact(NamedTuple):
    """
    One thing that is true of a move, or of a finished board.

    What a move does:
      completes     it fills `lines`
      blocks        it takes the last cell of `lines`, which `mark` threatened to fill
      second        it blocks, but `mark` still completes a line, on `squares`
      forks         it makes two threats at once, on `squares`, and `mark` has none
      forces        it threatens `squares`, so `mark`, who has no threat, must go there
      then-forks    after that, `mark` makes two threats at once from any of `squares`
      always-forks  whatever the answer, `mark` makes two threats at once after it
      prevents      `mark` would make two threats at once from `squares`, now nowhere
      takes         the same, where the only such square is the one taken
    What it leaves to the opponent, where it draws and forces nothing:
      trap          `mark` loses by answering on `squares`, and nowhere else
      must          `mark` loses by answering anywhere but on `squares`
    What else it is for, where it draws and does nothing of the above:
      opens         the player can still fill `lines` through it
      closes        not that, but `mark` could still have filled `lines` through it
      idle          nobody could have filled a line through it any more
    What it is worth beside the others:
      only-win      no other move wins
      only-draw     every other move loses
      only-square   there is no other move
      win-to-draw, win-to-loss, draw-to-loss    a mistake: `squares` are the best moves
      slower        it wins, but `squares` win sooner
      sooner        it loses, and `squares` lose later
      lost          it loses, and no move does better
    How the game has ended:
      won           `mark` has filled `lines`
      drawn         the board is full
    """

    code: str
    mark: str | None = None
    squares: tuple[int, ...] = ()
    lines: tuple[LineOfSquares, ...] = ()


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


class ExplainedMove(NamedTuple):
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
    moves: tuple[ExplainedMove, ...]  # by square
    ending: tuple[Fact, ...]

    def __str__(self) -> str:
        # What is printed is made from this class, which so cannot import it first.
        from noughts.explainer.printed import explanation_text

        return explanation_text(self)

    def move(self, square: int) -> ExplainedMove:
        """Return the move to a square."""
        for move in self.moves:
            if move.square == square:
                return move
        free = ", ".join(str(move.square) for move in self.moves) or "none"
        raise Refused("refusal.not_free", square=quoted(square), free=free)


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
        return Fact("drawn")
    return Fact("won", winner, lines=tactics.lines_of(key, winner))


def _move(board: Board, action: Action) -> ExplainedMove:
    line = _line(key_of(board), action)
    facts = _worth(board, action) + line[0].facts
    return ExplainedMove(line[0].square, oracle.after(board, action), facts, line)


def _line(key: str, action: Action) -> tuple[Step, ...]:
    """Return an action and best play after it, move by move."""
    steps = []
    for played in [action, *oracle.line(board_of(play(key, action)))]:
        square = square_of(played)
        steps.append(Step(turn(key), square, deeds(key, square)))
        key = play(key, played)
    return tuple(steps)


@cache
def deeds(key: str, square: int) -> tuple[Fact, ...]:
    """Return what a move does, what it leaves to the opponent, or what it is for."""
    mark, they = turn(key), opponent(turn(key))
    if lines := tactics.completed(key, square, mark):
        return (Fact("completes", mark, lines=lines),)
    blocked = tactics.completed(key, square, they)
    blocks = [Fact("blocks", they, lines=blocked)] if blocked else []
    if key.count(".") == 1:
        return tuple(blocks)
    after = tactics.put(key, square, mark)
    if threats := tactics.winning(after, they):  # they win next: nothing else counts
        return *blocks, *(Fact("second", they, threats) for _ in blocks)
    threats = tactics.winning(after, mark)
    if len(threats) >= 2:
        return *blocks, Fact("forks", they, threats)
    has_choice = after.count(".") > 1
    forces = [Fact("forces", they, threats)] if threats and has_choice else []
    outcome = oracle.after(board_of(key), divmod(square - 1, 3)).outcome
    if outcome < 0:
        return *blocks, *forces
    if outcome > 0:
        return *blocks, *forces, _won_by(after, mark, threats)
    named = blocks + forces + ([] if blocks else _prevented(key, square))
    left = [] if forces else _left_to(they, after)
    return *named, *([] if named else _lines(key, square, alone=not left)), *left


def _won_by(after: str, mark: str, threats: tuple[int, ...]) -> Fact:
    """Return how a move wins that makes one threat, or none: by two the move after."""
    for square in threats:
        answered = tactics.put(after, square, opponent(mark))
        return Fact("then-forks", mark, tactics.forks(answered, mark))
    return Fact("always-forks", mark)


def _prevented(key: str, square: int) -> list[Fact]:
    """Return the two threats at once that the opponent can no longer make."""
    mark, they = turn(key), opponent(turn(key))
    forks = tactics.forks(key, they)
    if not forks or tactics.forks(tactics.put(key, square, mark), they):
        return []
    return [Fact("takes" if forks == (square,) else "prevents", they, forks)]


def _left_to(mark: str, key: str) -> list[Fact]:
    """Return which answers lose, or which alone do not, in a drawn position."""
    drawn = {square_of(action) for action in oracle.table()[key].optimal}
    losing = [square for square in tactics.free(key) if square not in drawn]
    if not losing:
        return []
    if len(drawn) < len(losing):
        return [Fact("must", mark, tuple(sorted(drawn)))]
    return [Fact("trap", mark, tuple(losing))]


def _lines(key: str, square: int, alone: bool) -> list[Fact]:
    """Return which lines a move is for or, if it stands alone, which it closes."""
    mark, they = turn(key), opponent(turn(key))
    if lines := tactics.fillable(key, square, mark):
        return [Fact("opens", mark, lines=lines)]
    if not alone:
        return []
    lines = tactics.fillable(key, square, they)
    return [Fact("closes", they, lines=lines) if lines else Fact("idle")]


def _worth(board: Board, action: Action) -> tuple[Fact, ...]:
    """Return what can be said of a move's value beside the values of the others."""
    truth, verdict = oracle.look(board), oracle.after(board, action)
    best = oracle.verdict(board)
    if len(replies(key_of(board))) == 1:
        return (Fact("only-square"),)
    squares = tuple(sorted(square_of(action) for action in truth.best))
    if verdict.outcome < best.outcome:
        return (Fact(MISTAKES[best.outcome, verdict.outcome], squares=squares),)
    if verdict.moves > best.moves and verdict.outcome == 1:
        return (Fact("slower", squares=squares),)
    if verdict.outcome == -1:
        is_best = action in truth.best
        return (Fact("lost") if is_best else Fact("sooner", squares=squares),)
    if len(truth.optimal) == 1:
        return (Fact("only-win" if best.outcome == 1 else "only-draw"),)
    return ()
