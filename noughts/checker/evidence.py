"""Evidence about the search of a file: what it seems to do, not what it answers."""

from pathlib import Path

from noughts.checker.record import Check, Search

ALPHABETA = "search.alphabeta"
SENTENCE = "The search leaves out what cannot matter: alpha-beta pruning."


def look(path: Path, text: bytes) -> Search:
    """Return what kind of search the file seems to do."""
    return Search("unknown", "")


def search_check(search: Search | None) -> Check:
    """Return the verdict on the bonus: a proposal that the teacher can overrule."""
    found = search is not None and search.kind == "alphabeta"
    words = search.words if search else ""
    return Check(ALPHABETA, SENTENCE, "passed" if found else "absent", note=words)
