"""The checker behind the page: one file or one function, with progress."""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from threading import Thread

from noughts.checker.asking import Effort
from noughts.checker.driver import OnProgress
from noughts.checker.judge import check_file
from noughts.checker.record import Record
from noughts.checker.relay import in_place_of_ours, others, report, verdicts_on
from noughts.contract import FILE_NAME
from noughts.page.data import Json
from noughts.sandbox import Sandbox

FileCheck = Callable[[Sandbox, OnProgress], Record]
PAUSE = 0.3  # seconds between two lines of progress

# A student waits for one function: plain Minimax needs 3 s for its longest answer.
LESSON = Effort(answer=10.0, rule=1.0)


def check_text(source: bytes, progress: OnProgress, name: str = FILE_NAME) -> Json:
    """Return what is right and wrong with a file, and the report of it."""
    return report(check_file(name, progress=progress, source=source))


def check_function(function: str, text: str, progress: OnProgress) -> Json:
    """Return the verdict on one function among ours, by language."""
    record = check_file(
        FILE_NAME,
        functions=[function],
        effort=LESSON,
        progress=progress,
        source=in_place_of_ours(function, text),
        supplied=others(function),
    )
    return verdicts_on(record, function)


class StreamedCheck:
    """A check in a thread: how far it is, again and again, and then its result."""

    def __init__(self, check: Callable[[OnProgress], Json]) -> None:
        self._so_far: Json = {"what": "", "done": 0, "all": 0}
        self._is_left = False
        pool = ThreadPoolExecutor()
        self.result: Future[Json] = pool.submit(check, self._progress)
        pool.shutdown(wait=False)

    def is_quick(self) -> bool:
        """Return whether the result is there before the first line of progress."""
        return bool(wait([self.result], PAUSE).done)

    def steps(self) -> Iterator[Json]:
        """Yield how far the check is until it ends; whoever stops iterating ends it."""
        try:
            while not wait([self.result], PAUSE).done:
                yield self._so_far
        finally:
            self._is_left = True

    def _progress(self, what: str, done: int, total: int) -> None:
        if self._is_left:
            raise CancelledError
        self._so_far = {"what": what, "done": done, "all": total}


class BackgroundCheck:
    """The file that the page was given, checked once in a thread of its own."""

    def __init__(self, engine: Sandbox, check: FileCheck) -> None:
        self._engine, self._check = engine, check
        self.answer: Json = {"what": "", "done": 0, "all": 0}
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self.answer = {"report": report(self._check(self._engine, self._progress))}
        except Exception as error:  # of this machine, or ours: the page goes on
            self.answer = {"error": f"{type(error).__name__}: {error}"}

    def _progress(self, what: str, done: int, total: int) -> None:
        self.answer = {"what": what, "done": done, "all": total}
