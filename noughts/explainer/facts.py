"""Facts about a position: what each move is worth, and what it does."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, Self

from noughts import oracle
from noughts.board import (
    Line,
    completing,
    filled_by,
    free,
    full_lines,
    opponent,
    play,
    replies,
    turn,
    winner,
)
from noughts.contract import Action
from noughts.explainer.tactics import fillable, forks
from noughts.notation import square
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
    lines: tuple[tuple[int, ...], ...] = ()  # each of three squares

    @classmethod
    def at(cls, code: str, mark: str | None, cells: Iterable[Action]) -> Self:
        """Return a fact about some cells."""
        return cls(code, mark, squares=_squares(cells))

    @classmethod
    def along(cls, code: str, mark: str, lines: Iterable[Line]) -> Self:
        """Return a fact about some lines."""
        numbered = (tuple(n + 1 for n in line) for line in lines)
        return cls(code, mark, lines=tuple(numbered))


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
    """A move, its verdict, the reasons, and best play after it."""

    square: int
    verdict: Verdict
    facts: tuple[Fact, ...]
    line: tuple[Step, ...]  # this move first

    @property
    def is_mistake(self) -> bool:
        return any(fact.code in MISTAKES.values() for fact in self.facts)


def explain_moves(key: str) -> tuple[ExplainedMove, ...]:
    """Return each move of a position with its verdict and reasons, by square."""
    return tuple(_explain(key, action, after) for action, after in replies(key).items())


def end_facts(key: str) -> tuple[Fact, ...]:
    """Return how a finished game ended."""
    if mark := winner(key):
        return (Fact.along("won", mark, full_lines(key)),)
    return (Fact("drawn"),)


def best_squares(key: str) -> tuple[int, ...]:
    """Return the squares that win soonest or lose latest."""
    return _squares(oracle.table()[key].best)


def _squares(cells: Iterable[Action]) -> tuple[int, ...]:
    return tuple(sorted(map(square, cells)))


def _explain(key: str, action: Action, after: str) -> ExplainedMove:
    line, verdict = _line(key, action, after), oracle.verdict_before(after)
    facts = _worth(key, action, verdict) + line[0].facts
    return ExplainedMove(square(action), verdict, facts, line)


def _line(key: str, action: Action, after: str) -> tuple[Step, ...]:
    """Return a move and best play after it, move by move."""
    steps = list[Step]()
    for played in [action, *oracle.line_from(after)]:
        steps.append(Step(turn(key), square(played), deeds(key, played)))
        key = play(key, played)
    return tuple(steps)


@cache
def deeds(key: str, action: Action) -> tuple[Fact, ...]:
    """Return what a move does, what it leaves to the opponent, or what it is for."""
    mark, they = turn(key), opponent(turn(key))
    if lines := filled_by(key, action, mark):
        return (Fact.along("completes", mark, lines),)
    blocked = filled_by(key, action, they)
    blocks = [Fact.along("blocks", they, blocked)] if blocked else []
    if key.count(".") == 1:
        return tuple(blocks)
    after = play(key, action)
    if threats := completing(after, they):  # they win next, so nothing else matters
        return *blocks, *(Fact.at("second", they, threats) for _ in blocks)
    threats = completing(after, mark)
    if len(threats) >= 2:
        return *blocks, Fact.at("forks", they, threats)
    has_choice = after.count(".") > 1
    forces = [Fact.at("forces", they, threats)] if threats and has_choice else []
    outcome = oracle.verdict_before(after).outcome
    if outcome < 0:
        return *blocks, *forces
    if outcome > 0:
        return *blocks, *forces, _won_by(after, mark, threats)
    named = blocks + forces + ([] if blocks else _prevented(key, action))
    left = [] if forces else _left_to(they, after)
    return *named, *([] if named else _lines(key, action, alone=not left)), *left


def _won_by(after: str, mark: str, threats: list[Action]) -> Fact:
    """Return how a move without two threats wins: by making two on the next move."""
    for cell in threats:
        return Fact.at("then-forks", mark, forks(play(after, cell), mark))
    return Fact("always-forks", mark)


def _prevented(key: str, action: Action) -> list[Fact]:
    """Return the fork that the move takes from the opponent, if any."""
    they = opponent(turn(key))
    before = forks(key, they)
    if not before or forks(play(key, action), they):
        return []
    return [Fact.at("takes" if before == [action] else "prevents", they, before)]


def _left_to(mark: str, key: str) -> list[Fact]:
    """Return the replies that lose, or the only ones that do not."""
    drawn = oracle.table()[key].optimal
    losing = [cell for cell in free(key) if cell not in drawn]
    if not losing:
        return []
    if len(drawn) < len(losing):
        return [Fact.at("must", mark, drawn)]
    return [Fact.at("trap", mark, losing)]


def _lines(key: str, action: Action, alone: bool) -> list[Fact]:
    """Return the lines that a move opens or, if nothing else is said, closes."""
    mark, they = turn(key), opponent(turn(key))
    if lines := fillable(key, action, mark):
        return [Fact.along("opens", mark, lines)]
    if not alone:
        return []
    lines = fillable(key, action, they)
    return [Fact.along("closes", they, lines) if lines else Fact("idle")]


def _worth(key: str, action: Action, verdict: Verdict) -> tuple[Fact, ...]:
    """Return how a move's value compares with the others."""
    best, truth = oracle.verdict_of(key), oracle.table()[key]
    squares = _squares(truth.best)
    if key.count(".") == 1:
        return (Fact("only-square"),)
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
