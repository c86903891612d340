"""JSON of a student's own search, with its first wrong value."""

from collections.abc import Mapping

from noughts.checker.asking import Effort
from noughts.checker.check_file import Examination, converse
from noughts.checker.relay import shown_search
from noughts.page.data import Json
from noughts.sandbox import notebook


def own_search(
    source: bytes, board: str = "", modules: Mapping[str, str] | None = None
) -> Json:
    """Return the search of a file in a position, by default a small one."""
    with Examination(Effort(), lambda *_: None, modules or {}) as driver:
        return converse(shown_search(notebook.program(source), board), driver)
