"""The facts about a position: what each move leads to, and what it does."""

from functools import cache
from typing import NamedTuple

from noughts import oracle
from noughts.board import opponent, turn, winner
from noughts.explainer import tactics
from noughts.explainer.tactics import LineOfSquares
from noughts.notation import square as square_of
from noughts.oracle import Verdict


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


def explain_moves(key: str) -> tuple[ExplainedMove, ...]:
    """Return what each move of a position is worth, and why, by square."""
    return tuple(_move(key, square) for square in tactics.free(key))


def end_facts(key: str) -> tuple[Fact, ...]:
    """Return how a finished game has ended."""
    if mark := winner(key):
        return (Fact("won", mark, lines=tactics.lines_of(key, mark)),)
    return (Fact("drawn"),)


def best_squares(key: str) -> tuple[int, ...]:
    """Return the squares that win soonest or lose latest."""
    return tuple(sorted(square_of(action) for action in oracle.table()[key].best))


def _move(key: str, square: int) -> ExplainedMove:
    line = _line(key, square)
    verdict = oracle.verdict_before(tactics.put(key, square, turn(key)))
    facts = _worth(key, square, verdict) + line[0].facts
    return ExplainedMove(square, verdict, facts, line)


def _line(key: str, square: int) -> tuple[Step, ...]:
    """Return a move and best play after it, move by move."""
    steps = list[Step]()
    after = tactics.put(key, square, turn(key))
    for played in [square, *map(square_of, oracle.line_from(after))]:
        steps.append(Step(turn(key), played, deeds(key, played)))
        key = tactics.put(key, played, turn(key))
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
    outcome = oracle.verdict_before(after).outcome
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


def _worth(key: str, square: int, verdict: Verdict) -> tuple[Fact, ...]:
    """Return what can be said of a move's value beside the values of the others."""
    best, squares = oracle.verdict_of(key), best_squares(key)
    if key.count(".") == 1:
        return (Fact("only-square"),)
    if verdict.outcome < best.outcome:
        return (Fact(MISTAKES[best.outcome, verdict.outcome], squares=squares),)
    if verdict.moves > best.moves and verdict.outcome == 1:
        return (Fact("slower", squares=squares),)
    if verdict.outcome == -1:
        return (Fact("lost") if square in squares else Fact("sooner", squares=squares),)
    if len(oracle.table()[key].optimal) == 1:
        return (Fact("only-win" if best.outcome == 1 else "only-draw"),)
    return ()
