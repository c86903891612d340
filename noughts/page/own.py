"""JSON of a student's own search, with its first wrong value."""

from collections.abc import Mapping

from noughts.checker.asking import Effort
from noughts.checker.check_file import Examination, converse
from noughts.checker.relay import in_place_of_ours, others, shown_search
from noughts.page.data import Json
from noughts.sandbox import notebook


def own_search(
    source: bytes, board: str = "", modules: Mapping[str, str] | None = None
) -> Json:
    """Return the search of a file in a position, by default a small one."""
    talk = shown_search(notebook.program(source), board)
    with Examination(Effort(), lambda *_: None, modules or {}) as driver:
        return converse(talk, driver)


def own_search_of(function: str, text: str, board: str = "") -> Json:
    """Return the search of a function that stands in place of ours."""
    talk = shown_search(
        in_place_of_ours(function, text), board, supplied=others(function)
    )
    with Examination(Effort(), lambda *_: None) as driver:
        return converse(talk, driver)
