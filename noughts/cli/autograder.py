"""`noughts autograder TARGET -o OUTPUT`: an autograder, ready for its platform."""

from collections.abc import Sequence
from pathlib import Path

from noughts import disk
from noughts.autograder import TARGETS, Settings, prairielearn
from noughts.autograder.parts import write
from noughts.checker.rubric import RubricError, load, shipped, text_of
from noughts.cli.options import Parser, language_of
from noughts.cli.places import GivenPath, refuse_overwriting, rubric_place
from noughts.words import words


def main(argv: Sequence[str]) -> int:
    """Write an autograder; return 0, or 2 for misuse."""
    language = language_of(argv)
    say = words(language)
    parser = Parser("autograder", say, description=say("autograder.about"))
    add = parser.add_argument
    names = ", ".join(TARGETS)
    add(
        "target",
        choices=TARGETS,
        metavar="TARGET",
        help=say("autograder.target", names=names),
    )
    add(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="OUTPUT",
        help=say("autograder.output"),
    )
    add("--rubric", metavar="FILE", help=say("autograder.rubric"))
    given = parser.parse_args(argv)
    target = TARGETS[given.target]
    if target.ARCHIVE and given.output.is_dir():
        return parser.refuse(say("autograder.not_a_file", path=given.output))
    if not target.ARCHIVE and given.output.is_file():
        return parser.refuse(say("autograder.not_a_folder", path=given.output))
    try:
        settings = Settings(_rubric(given.rubric), language)
    except RubricError as error:
        return parser.refuse(error)
    output = GivenPath(given.output, f"-o {given.output}")
    refuse_overwriting(parser, rubric_place(given, shipped()), [output])
    try:
        written = write(target, settings, given.output)
    except disk.ForeignError as error:
        return parser.refuse(error)
    except (disk.ChangedError, disk.UnknownError) as error:
        why = say.again(str(error))
        if target is prairielearn and (uuid := prairielearn.known(given.output)):
            why = say("autograder.same_question", why=why, uuid=uuid)
        return parser.refuse(why)
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
