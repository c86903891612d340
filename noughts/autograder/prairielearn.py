"""PrairieLearn: a question with an external grader, which has no network."""

import json
from contextlib import suppress
from pathlib import Path
from uuid import UUID, uuid4

from noughts import disk
from noughts.autograder.grading import failed
from noughts.autograder.parts import Files, Settings, package, rubric, template
from noughts.text import NONSENSE
from noughts.words import words

ARCHIVE = False
INFO = "info.json"


def parts(settings: Settings) -> Files:
    """Return the folder of the question."""
    say = words(settings.language)
    uuid = known(settings.place) or uuid4()
    given = {"options": settings.options("rubric.toml")}
    given["failed"] = failed("prairielearn", settings)
    return {
        INFO: template("prairielearn_info.json", uuid=str(uuid)),
        "question.html": template(
            "prairielearn_question.html", task=say("autograder.task")
        ),
        "tests/run.sh": template("prairielearn_run.sh", **given),
        **rubric(settings, "tests/rubric.toml"),
        **package("tests/"),
    }


def known(place: Path) -> UUID | None:
    """Return by what PrairieLearn knows the question that is there, if it does."""
    with suppress(OSError, *NONSENSE):
        return UUID(json.loads(disk.read(place / INFO))["uuid"])
    return None
