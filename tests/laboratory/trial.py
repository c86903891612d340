"""
The judge on trial: altered engines, judged, and held to the laws.

    python tests/laboratory/trial.py [--count 1000] [--seed 0]

prints what came of them. The laws: there is always a record; what is wrong is failed;
what is equivalent keeps its points; only the altered function is charged.
"""

import argparse
import sys
import time
import warnings
from collections import Counter
from collections.abc import Collection, Iterator

from alterations import STYLES, Mutant, mutants
from exhaustive import TooLongError, limited, wrong_functions

from noughts.checker.asking import converse
from noughts.checker.conversation import judge
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Record
from noughts.checker.rounds import END, Reply, Round
from noughts.checker.rubric import load
from noughts.checker.trusting import ask_here

RULE, SEARCH, TRUTH = 1.0, 3.0, 10.0  # seconds for an answer; for a function, directly
KEPT = ("caught", "equivalent", "too slow to know")  # no law is broken


def asked_with_patience(asked: Round) -> Iterator[Reply]:
    """Ask in this process, and interrupt what takes too long, as a sandbox would."""
    seconds = asked.seconds or (SEARCH if asked.search else RULE)
    replies = ask_here(asked)
    while True:
        with limited(seconds) as late:
            reply = next(replies)
        if late and reply.number != END:
            reply = Reply(reply.number, "late", seconds)
        yield reply
        if reply.number == END:
            return


def judged(source: str, functions: Collection[str] = FUNCTIONS) -> Record:
    """Return the record of a file, asked in this process."""
    talk = judge(source.encode(), "mutant.py", load(), functions, remarks=[])
    return converse(talk, asked_with_patience)


def outcome(mutant: Mutant, functions: Collection[str] = FUNCTIONS) -> str:
    """Return what came of a mutant; what Python warns of in it is no matter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return tried(mutant, functions)


def tried(mutant: Mutant, functions: Collection[str]) -> str:
    """
    Return what came of a mutant: "caught" or "equivalent" if all laws are kept.

    Otherwise "no record", "missed" (wrong, and called right), "robbed" (right, and not
    all points) or "charged elsewhere". What takes too long to find out the truth about
    is judged all the same: there must be a record.
    """
    source = mutant.source()
    try:
        record = judged(source, functions)
    except Exception as error:
        return f"no record: {type(error).__name__}: {error}"
    try:
        wrong = wrong_functions(source, TRUTH, functions)
    except TooLongError:
        return "too slow to know"
    charged = {check.function for check in record.faults}
    if not wrong:
        fine = record.points >= record.maximum and charged <= {"contract"}
        return "equivalent" if fine else f"robbed: {sorted(charged)}"
    if record.refusal:
        return "caught"
    if not charged:
        return f"missed: {sorted(wrong)}"
    # What is right wherever it is asked can still be used where it is not.
    allowed = {mutant.root, "contract"} if mutant.root in wrong else wrong
    return "caught" if charged <= allowed else f"charged elsewhere: {sorted(charged)}"


def main() -> int:
    """Judge some mutants, print those that break a law, and count them all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--count", type=int, default=1000, help="how many mutants")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--skip", type=int, default=0, help="the first that many")
    given = parser.parse_args()
    began, counts, every = time.process_time(), Counter[str](), mutants(given.seed)
    some = every[given.skip : given.skip + given.count]
    for number, mutant in enumerate(some, start=1):
        verdict = outcome(mutant)
        print(f"\r{number} of {len(some)}", end="", file=sys.stderr, flush=True)
        counts[verdict.partition(":")[0]] += 1
        if verdict not in KEPT:
            print(f"\r{mutant} (line {mutant.line}): {verdict}", flush=True)
    print(file=sys.stderr)
    print(f"{len(some)} of {len(every)} mutants, of {len(STYLES)} engines:")
    print(", ".join(f"{number} {what}" for what, number in counts.most_common()))
    print(f"{len({mutant.kind for mutant in some})} kinds of alterations")
    print(f"{time.process_time() - began:.0f} s of computing")
    return 0 if counts.keys() <= {*KEPT} else 1


if __name__ == "__main__":
    sys.exit(main())
