"""JSON of a student's own search, with its first wrong value."""

from noughts.checker.own_search.calls import UnreadableError
from noughts.checker.own_search.own_recording import recording, sentences
from noughts.checker.own_search.wrong_board import (
    first_wrong,
    in_sandbox,
    small_first_wrong,
)
from noughts.game.contract import FILE_NAME
from noughts.page.data import Json
from noughts.sandbox import notebook
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.limits import Limits
from noughts.texts import LANGUAGES, NoughtsError, translations, words

SEARCH_SECONDS = 2.0  # seconds of one search


def own_search(source: bytes, board: str) -> Json:
    """Return the search of a file in a position, by default a small one."""
    program = notebook.program(source)
    file = Sandbox(
        FILE_NAME, Limits(answer=SEARCH_SECONDS), source=program, started=False
    )
    return own_search_of(file, board)


def own_search_of(file: Sandbox, board: str) -> Json:
    """Return the search of a sandbox's file, or why it cannot be shown."""
    fresh = in_sandbox(file)
    try:
        if board:
            found = first_wrong(fresh, board, file.source)
        else:
            found = small_first_wrong(fresh, file.source)
    except UnreadableError as error:
        return {"unreadable": translations(error)}
    if found is None:
        right = NoughtsError("own.right_here" if board else "own.no_place")
        return {"unreadable": translations(right)}
    sentence = {
        name: " ".join(sentences(found, words(name), "_here")) for name in LANGUAGES
    }
    return recording(found) | {"sentence": sentence, "source": found.source}
