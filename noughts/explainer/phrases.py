"""The facts in words, in any language: section [explain] of its table."""

from collections.abc import Iterable

from noughts.board import opponent
from noughts.explainer.facts import MISTAKES, ExplainedMove, Fact, Step
from noughts.words import ENGLISH, words

DEEDS = ("completes", "blocks", "forks", "forces", "prevents")  # with the same subject
# The most important fact about a move comes first.
WEIGHTS = (
    *("completes", "forks", "blocks", "forces", "always-forks", "prevents", "takes"),
    *("trap", "must", "opens", "closes", "idle", "then-forks", "second"),
    *("lost", "sooner", "slower", "only-win", "only-draw", "only-square"),
    *MISTAKES.values(),
)
WINS = {"completes", "forks", "then-forks", "always-forks"}


def phrase(fact: Fact, language: str = ENGLISH) -> str:
    """Return a fact as a phrase, such as "completes 1-5-9"."""
    say = words(language)
    squares = [str(square) for square in fact.squares]
    lines = ["-".join(map(str, line)) for line in fact.lines]
    n = len(squares or lines)
    return say(
        f"explain.{fact.code}",
        n=n,
        number=say(f"explain.number.{n}") if f"explain.number.{n}" in say else n,
        mark=fact.mark,
        they=fact.mark and opponent(fact.mark),
        squares=say.listed(squares),
        either=say.listed(squares, "or"),
        lines=say.listed(lines),
    )


def reason(move: ExplainedMove, language: str = ENGLISH) -> str:
    """Return why a move is good or bad; for a bad one, the refutation."""
    worth, *done = [phrase(fact, language) for fact in move.facts]
    if not move.is_mistake and move.verdict.outcome >= 0:
        return "; ".join([worth, *done])
    answer = refutation(move, language)
    codes = [fact.code for fact in move.facts]
    if codes[:2] == ["lost", "blocks"]:
        but = done[1] if "second" in codes else answer
        return words(language)("explain.but", deed=done[0], answer=but)
    return f"{worth}; {answer}"


def why(move: ExplainedMove, language: str = ENGLISH) -> str:
    """Return the purpose of a move: its most important fact."""
    weightiest = min(move.facts, key=lambda fact: WEIGHTS.index(fact.code))
    return phrase(weightiest, language)


def refutation(move: ExplainedMove, language: str = ENGLISH) -> str:
    """
    Return how a mistake, or a move in a lost position, is answered.

    A win is followed until it is obvious, a draw until the end of the game.
    """
    reply, *rest = move.line[1:]
    say = words(language)
    facts = {fact.code: phrase(fact, language) for fact in reply.facts}
    names = {"mark": reply.mark, "they": opponent(reply.mark), "square": reply.square}
    if "takes" in facts:
        answer = say("explain.answers-takes", **names)
    else:
        if "forces" in facts:
            facts.pop("prevents", None)  # the reply is forced
            rest = rest[1:]
        deeds = [facts[code] for code in DEEDS if code in facts]
        answer = say.listed([say("explain.answers", **names), *deeds])
    plans = [facts[code] for code in ("then-forks", "always-forks") if code in facts]
    if WINS & facts.keys():
        return "; ".join([answer, *plans])
    if rest:
        steps = ", ".join(f"{step.mark} {step.square}" for step in rest)
        answer += "; " + say("explain.then", steps=steps)
    return f"{answer}: {end(move, language)}"


def ending(facts: Iterable[Fact], language: str = ENGLISH) -> str:
    """Return how a finished game ended."""
    return "; ".join(phrase(fact, language) for fact in facts)


def end(move: ExplainedMove, language: str = ENGLISH) -> str:
    """Return how a move's line of play ends: O wins, or a draw."""
    last = move.line[-1]
    won = any(fact.code == "completes" for fact in last.facts)
    return words(language)(f"explain.{'wins' if won else 'draws'}", mark=last.mark)


def label(step: Step, language: str = ENGLISH) -> str:
    """Return a label for a step: its most important fact in a word or two."""
    say = words(language)
    codes = sorted((fact.code for fact in step.facts), key=WEIGHTS.index)
    names = (f"explain.label.{code}" for code in codes)
    return next((say(name) for name in names if name in say), "")
