"""Gradescope: one zip with `setup.sh` and `run_autograder`."""

from noughts.autograder.grading import failed
from noughts.autograder.parts import Files, Settings, package, rubric, template

ARCHIVE = True


def parts(settings: Settings) -> Files:
    """Return the files that Gradescope is given."""
    given = {"options": settings.options("rubric.toml")}
    given["failed"] = failed("gradescope", settings)
    return {
        "setup.sh": template("gradescope_setup.sh"),
        "run_autograder": template("gradescope_run.sh", **given),
        **rubric(settings, "rubric.toml"),
        **package(),
    }
