"""What is handed to the page, judged here: a file, or one function of it."""

from noughts.checker.driver import OnProgress
from noughts.checker.judge import check_file
from noughts.checker.relay import in_place_of_ours, report, verdicts_on
from noughts.checker.rounds import Effort
from noughts.contract import FILE_NAME
from noughts.page.page_data import Json

# Of one function, with right ones beside it: plain Minimax takes three seconds for its
# longest answer, and where it hangs somebody sits there and waits.
LESSON = Effort(answer=10.0, rule=1.0)


def checked(source: bytes, progress: OnProgress, name: str = FILE_NAME) -> Json:
    """Return what is right and wrong with a file, and the report of it."""
    return report(check_file(name, progress=progress, source=source))


def written(function: str, text: str, progress: OnProgress) -> Json:
    """Return whether a function is right, with all the others ours, or how it fails."""
    source = in_place_of_ours(function, text)
    record = check_file(
        FILE_NAME, functions=[function], effort=LESSON, progress=progress, source=source
    )
    return verdicts_on(record, function)
