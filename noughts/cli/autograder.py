"""`noughts autograder TARGET -o OUTPUT`: an autograder, ready for its platform."""

from argparse import Namespace
from pathlib import Path

from noughts import disk
from noughts.autograder import TARGETS, Settings, prairielearn
from noughts.autograder.parts import write
from noughts.checker.rubric import load, shipped, text_of
from noughts.cli.parser import Parser, path
from noughts.cli.places import GivenPath, refuse_overwriting, rubric_place
from noughts.words import Refused, Words


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.description = say("autograder.about")
    option = parser.add_argument
    names = ", ".join(TARGETS)
    option(
        "target",
        choices=TARGETS,
        metavar="TARGET",
        help=say("autograder.target", names=names),
    )
    option(
        "-o",
        "--output",
        type=path,
        required=True,
        metavar="OUTPUT",
        help=say("autograder.output"),
    )
    option("--rubric", metavar="FILE", help=say("autograder.rubric"))


def run(given: Namespace) -> int:
    """Write an autograder."""
    say, parser, target = given.say, given.parser, TARGETS[given.target]
    if target.ARCHIVE and given.output.is_dir():
        raise Refused("autograder.not_a_file", path=given.output)
    if not target.ARCHIVE and given.output.is_file():
        raise Refused("autograder.not_a_folder", path=given.output)
    settings = Settings(_rubric(given.rubric), say.language)
    output = GivenPath(given.output, f"-o {given.output}")
    refuse_overwriting(parser, rubric_place(given, shipped()), [output])
    try:
        written = write(target, settings, given.output)
    except (disk.ChangedError, disk.UnknownError) as error:
        if target is prairielearn and (uuid := prairielearn.known(given.output)):
            raise Refused("autograder.same_question", why=error, uuid=uuid) from error
        raise
    print(*written, sep="\n")
    print(say(f"autograder.next.{given.target}", path=given.output))
    return 0


def _rubric(name: str | None) -> str:
    """Return the text of the rubric that is asked for, once it is known to be one."""
    if not name:
        return ""
    load(name)
    ours = name in shipped()
    return text_of(name) if ours else disk.read(Path(name)).decode("utf-8-sig")
