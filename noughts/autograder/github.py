"""GitHub Actions: a workflow that judges each push, in any repository."""

from noughts import disk
from noughts.autograder.parts import Files, Settings, package, rubric, template

ARCHIVE = False


def parts(settings: Settings) -> Files:
    """Return the files that go into the repository."""
    options = settings.options("rubric.toml")
    inside = package() | rubric(settings, "rubric.toml")
    return {
        ".github/workflows/noughts.yml": template("github.yml", options=options),
        ".github/noughts.zip": disk.zipped(inside.items()),
    }
