"""What a search knows, in a file: to continue from there another day."""

import json
from collections.abc import Iterable, Iterator

from noughts.solver.mnk import Rules
from noughts.solver.prover import Conclusion, ProofResult
from noughts.solver.searcher import Searcher

RESULTS = list(ProofResult)


class SavedError(ValueError):
    """The file does not belong to a search of this board; the message says why."""


def save(search: Searcher) -> Iterator[str]:
    """Yield the lines of a file with all that a search remembers."""
    yield json.dumps({"search": list(search.rules)})
    store = search.prover.store if search.prover else None
    for key, (result, zone, move, depth) in store.items() if store else ():
        yield json.dumps([key, RESULTS.index(result), zone, move, depth])


def load(search: Searcher, lines: Iterable[str]) -> int:
    """Give a search what another one knew; return how many findings there are."""
    store = search.prover.store if search.prover else None
    assert store is not None
    rows = map(json.loads, lines)
    count = 0
    try:
        rules = Rules(*next(rows)["search"])
        if rules != search.rules:
            raise SavedError(
                f"it belongs to a search of {rules}, not of {search.rules}"
            )
        for key, result, *found in rows:
            count += 1
            zone, move, depth = map(int, found)
            store.put(int(key), Conclusion(RESULTS[result], zone, move, depth))
    except (TypeError, LookupError, StopIteration, ValueError) as error:
        if isinstance(error, SavedError):
            raise
        raise SavedError("it was not written by `noughts solve --resume`") from None
    return count
