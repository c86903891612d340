"""PrairieLearn: a question with an external grader, which has no network."""

import uuid

from noughts.autograder.grading import failed
from noughts.autograder.parts import Files, Settings, package, rubric, template
from noughts.words import words

ARCHIVE = False


def parts(settings: Settings) -> Files:
    """Return the folder of the question."""
    say = words(settings.language)
    given = {"options": settings.options("rubric.toml")}
    given["failed"] = failed("prairielearn", settings)
    return {
        "info.json": template("prairielearn_info.json", uuid=str(uuid.uuid4())),
        "question.html": template(
            "prairielearn_question.html", task=say("autograder.task")
        ),
        "tests/run.sh": template("prairielearn_run.sh", **given),
        **rubric(settings, "tests/rubric.toml"),
        **package("tests/"),
    }
