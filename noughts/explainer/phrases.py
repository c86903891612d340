"""The facts in words, in any language: section [explain] of its table."""

from collections.abc import Iterable

from noughts.explainer.facts import ExplainedMove, Fact, Step
from noughts.texts import ENGLISH, words

DEEDS = {"completes", "forks", "blocks", "forces", "prevents"}
PLANS = {"then-forks", "always-forks"}


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
        squares=say.listed(squares),
        either=say.listed(squares, "or"),
        lines=say.listed(lines),
    )


def describe(facts: Iterable[Fact], language: str = ENGLISH) -> str:
    """Return some facts as one sentence."""
    return "; ".join(phrase(fact, language) for fact in facts)


def reason(move: ExplainedMove, language: str = ENGLISH) -> str:
    """Return why a move is good or bad; for a bad one, the refutation."""
    if move.is_mistake or move.verdict.outcome < 0:
        return f"{phrase(move.facts[0], language)}; {refutation(move, language)}"
    return describe(move.facts, language)


def why(move: ExplainedMove, language: str = ENGLISH) -> str:
    """Return the purpose of a move: the first thing that it does."""
    return phrase((move.line[0].facts or move.facts)[0], language)


def refutation(move: ExplainedMove, language: str = ENGLISH) -> str:
    """
    Return how a mistake, or a move in a lost position, is answered.

    A win is followed until it is obvious, a draw until the end of the game.
    """
    say, (reply, *rest) = words(language), move.line[1:]
    done = {fact.code: phrase(fact, language) for fact in reply.facts}
    answer = say("explain.answers", mark=reply.mark, square=reply.square)
    answer = say.listed([answer, *(done[code] for code in done if code in DEEDS)])
    if plans := PLANS & done.keys():
        return f"{answer}; {done[plans.pop()]}"
    if {"completes", "forks"} & done.keys():
        return answer
    if rest:
        answer += "; " + say("explain.then", steps=moves_text(rest))
    return f"{answer}: {say('explain.draws')}"


def moves_text(steps: Iterable[Step]) -> str:
    """Return a line of play, such as "X 5, O 1, X 9"."""
    return ", ".join(f"{step.mark} {step.square}" for step in steps)
