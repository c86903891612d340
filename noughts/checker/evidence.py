"""Evidence about the search of a file: what it seems to do, not what it answers."""

from pathlib import Path

from noughts import contract
from noughts.checker.record import Check, Search
from noughts.notation import parse_board
from noughts.observe.source import early_stops
from noughts.observe.watch import EXTENSION, Evidence, watch
from noughts.sandbox import EngineError, Limits, Sandbox

ALPHABETA = "search.alphabeta"
SENTENCE = "The search leaves out what cannot matter: alpha-beta pruning."

# Seven cells free: plain Minimax visits some 8,000 positions, alpha-beta a tenth.
BOARD = "X.. .O. ..."

# What was seen, where the source may decide: not everything can be seen from outside.
UNDECIDED = ("invisible", "unclear", "remembers", "some-cuts")


def look(path: Path, text: bytes) -> Search:
    """Return what kind of search the file seems to do, seen from outside and read."""
    seen = _watched(path)
    code = seen.code if seen else "unclear"
    words = f"on {BOARD} it {seen}." if seen else "it could not be watched."
    stops = early_stops(text.decode("utf-8", "replace"))
    if stops:
        words += f" In the source {stops[0]}."
    if stops and code in UNDECIDED:
        code = "alphabeta"
    return Search(code, words)


def _watched(path: Path) -> Evidence | None:
    """Return what is seen of one search, or None if it does not come to an end."""
    rules = contract.default()
    try:
        with Sandbox(path, Limits(), partial=True, extension=EXTENSION) as engine:
            return watch(engine, rules, parse_board(BOARD))[1]
    except (EngineError, TypeError, ValueError):
        # What comes back can be anything: the file's code shares the process.
        return None


def search_check(search: Search | None, minimax_is_right: bool) -> Check:
    """Return the verdict on the bonus: a proposal that the teacher can overrule."""
    if not search or search.kind != "alphabeta":
        return Check(ALPHABETA, SENTENCE, "absent")
    if not minimax_is_right:
        note = "It cuts, but `minimax` is wrong: pruning must not change the answers."
        return Check(ALPHABETA, SENTENCE, "absent", note=note)
    return Check(ALPHABETA, SENTENCE, "passed")
