"""check50: a pack with a check for each function, each waiting for the one before."""

from noughts.autograder.parts import Files, Settings, package, rubric, template
from noughts.checker.questions import FUNCTIONS
from noughts.checker.reports.wording import CASE
from noughts.words import words

ARCHIVE = False


def parts(settings: Settings) -> Files:
    """Return the folder of the pack."""
    say = words(settings.language)
    before, checks = "judged", ""
    for name in FUNCTIONS:
        sentence = say("autograder.right", name=name)
        checks += template(
            "check50_check.py.txt", name=name, before=before, sentence=sentence
        ).decode()
        before = name
    pack = template(
        "check50_pack.py.txt",
        exists=say("autograder.exists"),
        judged=say("autograder.judged"),
        language=settings.language,
        names=repr([(name, say(f"report.{said}")) for name, said in CASE.items()]),
        checks=checks,
    )
    return {
        ".cs50.yml": template("check50.yml"),
        "__init__.py": pack,
        **rubric(settings, "rubric.toml"),
        **package(),
    }
