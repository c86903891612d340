"""The facts in words: a table for each language, and one way to read it."""

from collections.abc import Iterable
from typing import NamedTuple

from noughts.explainer.facts import Explanation, Fact, Move, Step
from noughts.explainer.tactics import Line
from noughts.oracle import Verdict


class Language(NamedTuple):
    """Phrases for all facts; {squares}, {lines}, {mark} and {n} are filled in."""

    phrases: dict[str, str]
    numbers: list[str]
    conjunction: str
    disjunction: str
    outcomes: dict[int, str]


ENGLISH = Language(
    {
        "completes": "completes {lines}",
        "blocks": "blocks {mark} on {lines}",
        "forks": "makes {n} threats at once, on {squares}",
        "forces": "forces {mark} to {squares}",
        "prevents": "keeps {mark} from two threats at once on {either}",
        "opens": "has {n} open lines",
        "opens-1": "has one open line",
        "only-win": "is the only move that wins",
        "only-draw": "is the only move that does not lose",
        "only-square": "is the only free square",
        "win-to-draw": "is a mistake: it gives up the win",
        "win-to-loss": "is a mistake: it turns a win into a loss",
        "draw-to-loss": "is a mistake: it gives up the draw",
        "slower": "wins, but sooner on {squares}",
        "sooner": "loses sooner than {squares}",
        "lost": "loses, as every move does",
        "won": "{mark} has won: {lines}",
        "tied": "a tie: the board is full",
        "answers": "{mark} answers {square} and {deed}",
        "then": "then {steps}",
        "two threats": "two threats",
        "wins": "{mark} wins",
        "ties": "a tie",
    },
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
    "and",
    "or",
    {1: "wins in {n}", 0: "draw", -1: "loses in {n}"},
)
PORTUGUESE = Language(
    {
        "completes": "completa {lines}",
        "blocks": "bloqueia {mark} em {lines}",
        "forks": "faz {n} ameaças ao mesmo tempo, em {squares}",
        "forces": "obriga {mark} a jogar em {squares}",
        "prevents": "impede duas ameaças de {mark} ao mesmo tempo em {either}",
        "opens": "tem {n} linhas abertas",
        "opens-1": "tem uma linha aberta",
        "only-win": "é a única jogada que ganha",
        "only-draw": "é a única jogada que não perde",
        "only-square": "é a única casa livre",
        "win-to-draw": "é um erro: deixa escapar a vitória",
        "win-to-loss": "é um erro: transforma a vitória em derrota",
        "draw-to-loss": "é um erro: deixa escapar o empate",
        "slower": "ganha, mas mais cedo em {squares}",
        "sooner": "perde mais cedo que {squares}",
        "lost": "perde, como toda jogada",
        "won": "{mark} ganhou: {lines}",
        "tied": "empate: o tabuleiro está cheio",
        "answers": "{mark} responde {square} e {deed}",
        "then": "depois {steps}",
        "two threats": "duas ameaças",
        "wins": "{mark} ganha",
        "ties": "empate",
    },
    [
        "nenhuma",
        "uma",
        "duas",
        "três",
        "quatro",
        "cinco",
        "seis",
        "sete",
        "oito",
        "nove",
    ],
    "e",
    "ou",
    {1: "ganha em {n}", 0: "empate", -1: "perde em {n}"},
)
LANGUAGES = {"en": ENGLISH, "pt-BR": PORTUGUESE}


def verdict_words(verdict: Verdict, language: Language = ENGLISH) -> str:
    """Return a verdict in words: wins in 3."""
    return language.outcomes[verdict.outcome].format(n=verdict.moves)


def phrase(fact: Fact, language: Language = ENGLISH) -> str:
    """Return a fact as the rest of a sentence: completes 1-5-9."""
    number = len(fact.squares or fact.lines)
    code = f"{fact.code}-1" if number == 1 else fact.code
    return language.phrases.get(code, language.phrases[fact.code]).format(
        mark=fact.mark,
        n=language.numbers[number],
        squares=_listed(fact.squares, language.conjunction),
        either=_listed(fact.squares, language.disjunction),
        lines=_listed((line_text(line) for line in fact.lines), language.conjunction),
    )


def reason(move: Move, language: Language = ENGLISH) -> str:
    """Return why a move is good or bad; for a mistake, how it is answered."""
    said = [phrase(fact, language) for fact in move.facts]
    if not move.is_mistake and move.verdict.outcome >= 0:
        return "; ".join(said)
    return f"{said[0]}; {refutation(move, language)}"


def refutation(move: Move, language: Language = ENGLISH) -> str:
    """
    Return how a mistake, or a move in a lost position, is answered.

    The answer always does something that has a name, on all positions.
    """
    reply, *rest = move.line[1:]
    phrases = language.phrases
    deed = phrase(reply.facts[0], language)
    said = phrases["answers"].format(mark=reply.mark, square=reply.square, deed=deed)
    if rest:
        steps = ", ".join(_step(step, language) for step in rest)
        said += ", " + phrases["then"].format(steps=steps)
    return f"{said}: {end(move, language)}"


def ending(explanation: Explanation, language: Language = ENGLISH) -> str:
    """Return how a finished game has ended."""
    return "; ".join(phrase(fact, language) for fact in explanation.ending)


def _step(step: Step, language: Language) -> str:
    """Return a step of a line; where it makes two threats at once, that too."""
    said = f"{step.mark} {step.square}"
    forks = any(fact.code == "forks" for fact in step.facts)
    return f"{said} ({language.phrases['two threats']})" if forks else said


def end(move: Move, language: Language = ENGLISH) -> str:
    """Return how a move's line of play ends: O wins, or a tie."""
    last = move.line[-1]
    if any(fact.code == "completes" for fact in last.facts):
        return language.phrases["wins"].format(mark=last.mark)
    return language.phrases["ties"]


def line_text(line: Line) -> str:
    """Return a line as its three squares: 1-5-9."""
    return "-".join(str(square) for square in line)


def _listed(items: Iterable[str | int], word: str) -> str:
    """Return items as a list in words: 1, 3 and 7."""
    *first, last = [str(item) for item in items] or [""]
    return f"{', '.join(first)} {word} {last}" if first else last
