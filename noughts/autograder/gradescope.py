"""Gradescope: one zip with `setup.sh` and `run_autograder`."""

from noughts.autograder.parts import Files, Settings, package, rubric, template

ARCHIVE = True


def parts(settings: Settings) -> Files:
    """Return the files that Gradescope is given."""
    options = settings.options("rubric.toml")
    return {
        "setup.sh": template("gradescope_setup.sh"),
        "run_autograder": template("gradescope_run.sh", options=options),
        **rubric(settings, "rubric.toml"),
        **package(),
    }
