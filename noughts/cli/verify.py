"""`noughts verify`: check a proof of who wins on a bigger board."""

from argparse import Namespace
from collections.abc import Iterator

from noughts.cli.parser import Parser, path
from noughts.cli.screen import filled
from noughts.solver.verifier import ProofError, Proven, verify
from noughts.texts import Words


def add(parser: Parser, _: Words) -> None:
    """Add the arguments."""
    parser.option("file", metavar="FILE", type=path)


def run(args: Namespace) -> int:
    """Check a proof and print what it proves; return 1 if it fails."""
    say, claims = args.say, list[Proven]()
    try:
        with args.file.open(encoding="utf-8") as lines:
            for claim in verify(lines):
                for sentence in sentences(claim, say, first=not claims):
                    print(filled(sentence))
                claims.append(claim)
    except ProofError as error:
        why = say("verify.at_line", line=error.line, why=say(f"verify.why.{error.why}"))
        print(say("verify.fails", path=args.file, why=why))
        return 1
    if not claims:
        print(say("verify.fails", path=args.file, why=say("verify.nothing")))
        return 1
    if drawn(claims):
        print(say("verify.draw"))
    return 0


def sentences(claim: Proven, say: Words, first: bool) -> Iterator[str]:
    """Yield what has been checked, sentence by sentence."""
    rows, columns, line = claim.board
    if first:
        starts = range(0, rows * columns, columns)
        marks = " ".join(claim.start[n : n + columns] for n in starts)
        start = say("verify.empty") if empty(claim) else marks
        board = {"rows": rows, "columns": columns, "line": line}
        yield say("verify.board", **board, start=start)
    name = "wins" if claim.moves else "holds"
    yield say(f"verify.{name}", player=claim.attacker, n=claim.moves)
    steps = say("verify.steps", n=claim.steps, number=say.number(claim.steps))
    lemmas = say("verify.lemmas", n=claim.lemmas, number=say.number(claim.lemmas))
    yield say("verify.checked", steps=steps, lemmas=lemmas)
    if empty(claim) and claim.attacker == "X" and not claim.moves:
        yield say("verify.steal")


def empty(claim: Proven) -> bool:
    """Return whether a claim is about the empty board."""
    return not claim.start.strip(".")


def drawn(claims: list[Proven]) -> bool:
    """Return whether the claims together say that neither player wins."""
    held = {claim.attacker for claim in claims if not claim.moves}
    return held == {"X", "O"} or (held == {"X"} and all(map(empty, claims)))
