"""Facts about a position: what each move is worth, and what it does."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, Self

from noughts.game import oracle
from noughts.game.board import (
    Line,
    completing,
    filled_by,
    free,
    full_lines,
    opponent,
    play,
    put,
    replies,
    turn,
    winner,
)
from noughts.game.contract import Action
from noughts.game.notation import square
from noughts.game.oracle import Verdict


class Fact(NamedTuple):
    """
    One thing that is true of a move, or of a finished board.

    What a move does:
      completes     it fills `lines`
      blocks        it takes the last cell of `lines`, which `mark` threatened to fill
      forks         it makes two threats at once, on `squares`, and `mark` has none
      forces        it threatens `squares`, so `mark`, who has no threat, must go there
      then-forks    after that, `mark` makes two threats at once from any of `squares`
      always-forks  whatever the answer, `mark` makes two threats at once after it
      prevents      `mark` would make two threats at once from `squares`, now nowhere
    What it leaves to the opponent, if it draws and forces nothing:
      trap          `mark` loses by answering on `squares`, and nowhere else
      must          `mark` loses by answering anywhere but on `squares`
    What it is worth beside the others:
      only-win      no other move wins
      only-draw     every other move loses
      only-square   there is no other move
      win-to-draw, win-to-loss, draw-to-loss    a mistake: `squares` are the best moves
      slower        it wins, but `squares` win sooner
      lost          it loses, as every move does
      quiet         it draws, and nothing else can be said
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


MISTAKES = {(1, 0): "win-to-draw", (1, -1): "win-to-loss", (0, -1): "draw-to-loss"}


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
    steps, before = list[Step](), key
    for played in [action, *oracle.line(after)]:
        steps.append(Step(turn(before), square(played), deeds(before, played)))
        before = play(before, played)
    verdict = oracle.verdict_before(after)
    facts = _worth(key, verdict) + steps[0].facts or (Fact("quiet"),)
    return ExplainedMove(square(action), verdict, facts, tuple(steps))


@cache
def deeds(key: str, action: Action) -> tuple[Fact, ...]:
    """Return what a move does, and what it leaves to the opponent."""
    mark = turn(key)
    they = opponent(mark)
    if lines := filled_by(key, action, mark):
        return (Fact.along("completes", mark, lines),)
    after = play(key, action)
    facts = [_blocks(key, action, they)]
    if free(after) and not completing(after, they):  # else nothing else matters
        threats = completing(after, mark)
        if len(threats) >= 2:
            facts.append(Fact.at("forks", they, threats))
        else:
            facts += _later(key, after, mark, threats)
    return tuple(fact for fact in facts if fact)


def _later(key: str, after: str, mark: str, threats: list[Action]) -> list[Fact | None]:
    """Return what follows from a move that makes one threat or none."""
    they = opponent(mark)
    outcome = oracle.verdict_before(after).outcome
    facts = [_forces(after, they, threats)]
    if outcome > 0:
        facts.append(_forks_next(after, mark, threats))
    if outcome == 0:
        facts.append(_prevents(key, after, they))
    if outcome == 0 and not threats:
        facts.append(_left_to(they, after))
    return facts


def _blocks(key: str, action: Action, they: str) -> Fact | None:
    """Return that a move takes the last cell of lines that the opponent threatened."""
    lines = filled_by(key, action, they)
    return Fact.along("blocks", they, lines) if lines else None


def _forces(after: str, they: str, threats: list[Action]) -> Fact | None:
    """Return that the opponent must answer a threat, if there is another choice."""
    has_choice = len(free(after)) > 1
    return Fact.at("forces", they, threats) if threats and has_choice else None


def _forks_next(after: str, mark: str, threats: list[Action]) -> Fact:
    """Return from where a winning move makes two threats, after the answer to it."""
    if not threats:
        return Fact("always-forks", mark)
    return Fact.at("then-forks", mark, forks(play(after, threats[0]), mark))


def _prevents(key: str, after: str, they: str) -> Fact | None:
    """Return that the opponent could make two threats, and now cannot."""
    dangers = forks(key, they)
    if not dangers or forks(after, they) or completing(key, they):
        return None
    return Fact.at("prevents", they, dangers)


def forks(key: str, mark: str) -> list[Action]:
    """Return the empty cells where a player makes two threats and faces none."""
    return [
        cell
        for cell in free(key)
        if not filled_by(key, cell, mark)
        and len(completing(put(key, cell, mark), mark)) >= 2
        and not completing(put(key, cell, mark), opponent(mark))
    ]


def _left_to(mark: str, key: str) -> Fact | None:
    """Return the replies that lose, or the only ones that do not."""
    drawn = oracle.table()[key].optimal
    losing = [cell for cell in free(key) if cell not in drawn]
    if len(drawn) < len(losing):
        return Fact.at("must", mark, drawn)
    return Fact.at("trap", mark, losing) if losing else None


def _worth(key: str, verdict: Verdict) -> tuple[Fact, ...]:
    """Return how a move's value compares with the others."""
    best = oracle.verdict_of(key)
    squares = best_squares(key)
    if key.count(".") == 1:
        return (Fact("only-square"),)
    if verdict.outcome < best.outcome:
        return (Fact(MISTAKES[best.outcome, verdict.outcome], squares=squares),)
    if verdict.outcome == -1:
        return (Fact("lost"),)
    if verdict.moves > best.moves and verdict.outcome == 1:
        return (Fact("slower", squares=squares),)
    if len(oracle.table()[key].optimal) == 1:
        return (Fact("only-win" if best.outcome == 1 else "only-draw"),)
    return ()
