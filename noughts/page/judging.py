"""The checker behind the page: one file or one function, with progress."""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait

from noughts.checker.asking import Effort
from noughts.checker.check_file import OnFirstWrong, OnProgress, check_file
from noughts.checker.record import Check
from noughts.checker.relay import (
    first_wrong,
    in_place_of_ours,
    others,
    report,
    standing,
    verdicts_on,
)
from noughts.game.contract import FILE_NAME
from noughts.page.data import Json

Checks = dict[str, list[Check]]

PAUSE = 0.3  # seconds between two lines of progress

# A student waits for one function: plain Minimax needs 3 s for its longest answer.
LESSON = Effort(answer=10.0, rule=1.0)


def check_text(
    name: str,
    source: bytes,
    progress: OnProgress,
    tell: OnFirstWrong,
    watched: Checks | None = None,
) -> Json:
    """Check a file; return its record and its report."""
    record = check_file(
        name, progress=progress, tell=tell, watched=watched, source=source
    )
    return report(record)


def check_function(
    function: str,
    text: str,
    progress: OnProgress,
    tell: OnFirstWrong,
    watched: Checks | None = None,
) -> Json:
    """Return the verdict on one function, by language; the others are supplied."""
    record = check_file(
        FILE_NAME,
        functions=[function],
        effort=LESSON,
        progress=progress,
        tell=tell,
        watched=watched,
        source=in_place_of_ours(function, text),
        supplied=others(function),
    )
    return verdicts_on(record, function)


class StreamedCheck:
    """A check in a thread, with its progress and its result."""

    def __init__(
        self, check: Callable[[OnProgress, OnFirstWrong, Checks], Json]
    ) -> None:
        self._so_far: Json = {"what": "", "done": 0, "all": 0}
        self._first: Json = {}
        self._checks: Checks = {}  # by function, as they are judged
        self._is_cancelled = False
        pool = ThreadPoolExecutor()
        self.result: Future[Json] = pool.submit(
            check, self._progress, self._tell, self._checks
        )
        pool.shutdown(wait=False)

    def is_quick(self) -> bool:
        """Return whether the check ends before the first line of progress."""
        return bool(wait([self.result], PAUSE).done)

    def steps(self) -> Iterator[Json]:
        """Yield the progress until the check ends, with what is known so far."""
        while not wait([self.result], PAUSE).done:
            yield self._so_far | {"standing": standing(self._checks)} | self._first

    def cancel(self) -> None:
        """End the check at its next progress."""
        self._is_cancelled = True

    def _progress(self, what: str, done: int, total: int) -> None:
        if self._is_cancelled:
            raise CancelledError
        self._so_far = {"what": what, "done": done, "all": total}

    def _tell(self, check: Check) -> None:
        self._first = {"first": first_wrong(check)}
