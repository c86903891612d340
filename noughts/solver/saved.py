"""What a search knows, in a file: to continue from there another day."""

import json
from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from noughts.solver.mnk import Rules
from noughts.solver.prover import ENDLESS, Conclusion, ProofResult
from noughts.solver.searcher import Searcher
from noughts.solver.store import Store
from noughts.text import NONSENSE

RESULTS = list(ProofResult)


class SavedError(ValueError):
    """The file does not belong to a search of this board; the message says why."""


def save(search: Searcher, before: Iterable[str] = ()) -> Iterator[str]:
    """
    Yield the lines of a file with all that a search remembers.

    Of what it was given `before` nothing is lost: what it had no room for, or has
    forgotten since, comes first; of two findings about one question the better stays.
    """
    store = _store(search)
    yield json.dumps({"search": list(search.rules)})
    for key, finding in _findings(search.rules, before) if before else ():
        known = store.look(key)
        if known is None:
            yield _line(key, finding)
        else:
            store.improve(key, max(known, finding, key=_worth))
    yield from (_line(key, finding) for key, finding in store.items())


def load(search: Searcher, lines: Iterable[str]) -> int:
    """Give a search what another one knew; return how many findings there are."""
    store, count = _store(search), 0
    for key, finding in _findings(search.rules, lines):
        store.put(key, finding)
        count += 1
    return count


def remembered(search: Searcher) -> int:
    """Return how many findings a search has in its memory."""
    return len(_store(search))


def _store(search: Searcher) -> Store[Conclusion]:
    store = search.prover.store if search.prover else None
    assert store is not None
    return store


def _worth(finding: Conclusion) -> tuple[bool, int]:
    """Return how much a finding says: a decision, or how deep nothing was decided."""
    return finding.result is not ProofResult.UNKNOWN, finding.depth


def _line(key: object, finding: Conclusion) -> str:
    result, zone, move, depth = finding
    return json.dumps([key, RESULTS.index(result), zone, move, depth])


def _findings(rules: Rules, lines: Iterable[str]) -> Iterator[tuple[int, Conclusion]]:
    """Yield the findings of a file; raise SavedError where it is none of this board."""
    rows: Iterator[Any] = map(json.loads, lines)
    try:
        head: Any = next(rows, None)
        theirs = Rules(*head["search"])
        if theirs != rules:
            raise SavedError(f"it belongs to a search of {theirs}, not of {rules}")
        cells = 2**rules.size - 1
        most = (inf, len(RESULTS) - 1, cells, cells, ENDLESS)
        for row in rows:
            for number, limit in zip(row, most, strict=True):
                if type(number) is not int or not 0 <= number <= limit:
                    raise ValueError
            key, result, *found = row
            yield key, Conclusion(RESULTS[result], *found)
    except SavedError:
        raise
    except NONSENSE:
        raise SavedError("it was not written by `noughts solve --resume`") from None
