"""
The judge on trial: mutants are judged, and the laws must hold.

    python tests/laboratory/trial.py [--count 1000] [--seed 0]

prints the outcomes. The laws: there is always a record; a wrong mutant fails; an
equivalent one keeps its points; only the altered function is charged.
"""

import argparse
import signal
import sys
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from alterations import STYLES, Mutant, mutants, read

from noughts.checker.answers import late as late_answer
from noughts.checker.asking import Answers, Ask, UnjudgedError
from noughts.checker.conversation import judge
from noughts.checker.driver import Driver, converse
from noughts.checker.points import apply
from noughts.checker.questions import FUNCTIONS, HELPERS
from noughts.checker.record import Record
from noughts.checker.rubric import load
from noughts.words.said import Said

sys.path.append(str(Path(__file__).parent.parent))
from helpers.exhaustive import TooLongError, limited, wrong_functions
from helpers.in_process import answered, loaded
from helpers.replayed import Replayed, statements

RULE, SEARCH, BARE = 0.3, 0.8, 0.05  # seconds for a message with its questions
PATIENT = 25  # times as long, before a law is said to be broken
TRUTH = 5.0  # seconds for all answers of a function, asked directly
WHOLE, REACHED = 20, 4  # which mutants are judged on more than the altered function
SLOW = "too slow to know"
KEPT = ("caught", "equivalent", SLOW)  # no law is broken


def asked_in_time(asked: Ask, patience: float = 1) -> Answers:
    """
    Ask in this process; interrupt what takes too long, as a sandbox would.

    What hangs is loaded anew, and a function that hangs too often is given up.
    """
    if asked.what == "the cause":  # of what is charged: no law speaks of it
        raise UnjudgedError(Said())
    usual = RULE if asked.function in HELPERS else SEARCH
    seconds = patience * (min(asked.seconds, BARE) or usual)
    found: Answers = [None] * len(asked.questions)
    done = strikes = 0
    while done < len(found) and strikes < asked.strikes:
        with loaded(asked) as file:
            while done < len(found):
                with limited(seconds) as is_late:
                    found[done] = answered(file, asked, asked.questions[done])
                done += 1
                if is_late:
                    found[done - 1] = late_answer(seconds)
                    strikes += 1
                    break
    return found


def is_unaltered(source: str, function: str) -> bool:
    """Return whether everything that a function depends on is unaltered."""
    return is_original(statements(source, function, frozenset()), function)


def is_original(
    leads_to: str, function: str, without: frozenset[str] = frozenset()
) -> bool:
    """Return whether a function depends on these statements in one of the engines."""
    return leads_to in originals(function, without)


@cache
def originals(function: str, without: frozenset[str]) -> frozenset[str]:
    """Return what a function depends on in each of the engines."""
    return frozenset(statements(read(style), function, without) for style in STYLES)


DRIVER = Replayed(asked_in_time, is_original)
PATIENT_DRIVER = partial(asked_in_time, patience=PATIENT)


def judged(
    source: str, functions: Collection[str] = FUNCTIONS, driver: Driver = DRIVER
) -> Record:
    """Return the record of a file, asked in this process."""
    talk = judge(source.encode(), "mutant.py", functions, remarks=[])
    return apply(load(), converse(talk, driver))


def scope(mutant: Mutant, number: int) -> Collection[str]:
    """
    Return the functions that a mutant is judged on, by its number in the trial.

    One in twenty is judged as a whole file, and so is every one with other constants;
    of the rest, one in four with all rules that its alteration reaches, which must not
    be charged for it; and the others by the altered function.
    """
    if mutant.root == "contract" or number % WHOLE == 0:
        return FUNCTIONS
    if number % REACHED or mutant.root == "minimax":
        return (mutant.root,)
    source = mutant.source()
    return tuple(name for name in HELPERS if not is_unaltered(source, name))


def outcome(mutant: Mutant, functions: Collection[str] = FUNCTIONS) -> str:
    """
    Return what came of a mutant; what Python warns of in it does not matter.

    Where a law seems broken the judge may only not have been given time enough.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = tried(mutant, functions, DRIVER)
        return found if found in KEPT else tried(mutant, functions, PATIENT_DRIVER)


def tried(mutant: Mutant, functions: Collection[str], driver: Driver) -> str:
    """
    Return what came of a mutant: "caught" or "equivalent" if all laws are kept.

    Otherwise "no record", "missed" (wrong, and called right), "robbed" (right, and not
    all points) or "charged elsewhere". What takes too long to find out the truth about
    is judged all the same: there must be a record.
    """
    source = mutant.source()
    try:
        record = judged(source, functions, driver)
    except Exception as error:
        return f"no record: {type(error).__name__}: {error}"
    try:
        altered = [name for name in functions if not is_unaltered(source, name)]
        wrong = wrong_functions(source, TRUTH, altered)
    except TooLongError:
        return SLOW
    charged = {check.function for check in record.faults}
    if record.refusal and wrong:
        return "caught"
    if wrong and not charged:
        return f"missed: {sorted(wrong)}"
    # What is right wherever it is asked can still be used where it is not.
    allowed = {mutant.root} if mutant.root in wrong else set(wrong)
    allowed |= {"contract"}
    if mutant.root == "contract":  # has no points of its own: one function's are lost
        allowed |= {"player"} if "player" in charged else {"actions"}
    if charged - allowed and charged - allowed <= late(record):
        return SLOW  # our patience is short here, and lateness is what is charged
    if not wrong:
        fine = record.points >= record.maximum and charged <= allowed
        return "equivalent" if fine else f"robbed: {sorted(charged)}"
    return "caught" if charged <= allowed else f"charged elsewhere: {sorted(charged)}"


def late(record: Record) -> set[str]:
    """Return the functions that were charged with taking too long."""
    return {
        check.function
        for check in record.faults
        if any("took longer than" in failure.got for failure in check.failures)
    }


def until_ctrl_c(some: Sequence[Mutant]) -> Iterator[Mutant]:
    """Yield mutants until Ctrl-C; the outcomes so far are printed then."""
    enough = list[int]()
    signal.signal(signal.SIGINT, lambda number, _: enough.append(number))
    for number, mutant in enumerate(some, start=1):
        yield mutant
        print(f"\r{number} of {len(some)}", end="", file=sys.stderr, flush=True)
        if enough:
            break
    print(file=sys.stderr)


def main() -> int:
    """Judge some mutants, print those that break a law, and count them all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--count", type=int, default=1000, help="how many mutants")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--skip", type=int, default=0, help="the first that many")
    given = parser.parse_args()
    began, every = time.process_time(), mutants(given.seed)
    kinds, sizes = defaultdict[str, Counter[str]](Counter), Counter[int]()
    some = every[given.skip : given.skip + given.count]
    for number, mutant in enumerate(until_ctrl_c(some), start=given.skip):
        functions = scope(mutant, number)
        verdict = outcome(mutant, functions)
        kinds[mutant.kind][verdict.partition(":")[0]] += 1
        sizes[len(functions)] += 1
        if verdict not in KEPT:
            print(f"\r{mutant} (line {mutant.line}): {verdict}", flush=True)
    broken = tell(kinds)
    print(
        f"{sizes.total():,} of {len(every):,} mutants, of {len(STYLES)} engines;",
        end=" ",
    )
    print(f"{sizes[len(FUNCTIONS)]} judged as whole files, {sizes[1]} by one function")
    print(f"laws broken: {broken}; {time.process_time() - began:.0f} s of computing")
    return 1 if broken else 0


def tell(kinds: Mapping[str, Counter[str]]) -> int:
    """Print the outcomes by kind of mutant; return how many broke a law."""
    together = sum(kinds.values(), Counter[str]())
    names = [*KEPT, *(name for name in together if name not in KEPT)]
    print(f"| {'':20} | {' | '.join(names)} |")
    print(f"|{'---|' * (len(names) + 1)}")
    for kind, counts in [*sorted(kinds.items()), ("together", together)]:
        figures = [f"{counts[name]:{len(name)}}" for name in names]
        print(f"| {kind:20} | {' | '.join(figures)} |")
    return sum(together[name] for name in names if name not in KEPT)


if __name__ == "__main__":
    sys.exit(main())
