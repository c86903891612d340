"""`noughts autograder TARGET -o OUTPUT`: an autograder, ready for its platform."""

from argparse import Namespace
from pathlib import Path

from noughts import files
from noughts.checker.rubric import load, rubric_source, shipped
from noughts.classroom.autograder.targets import TARGETS, Settings, write
from noughts.cli.parser import Parser, path, refuse_overwriting
from noughts.texts import Words


def add(parser: Parser, _: Words) -> None:
    """Add the arguments."""
    names = {"names": ", ".join(TARGETS)}
    parser.option("target", parts=names, metavar="TARGET", choices=(*TARGETS,))
    parser.option("-o", "--output", metavar="OUTPUT", type=path, required=True)
    parser.option("--rubric", metavar="FILE", default="")


def run(args: Namespace) -> int:
    """Write an autograder."""
    if args.rubric:
        refuse_overwriting([Path(args.rubric)], [args.output])
    settings = Settings(read_rubric(args.rubric), args.say.language)
    print(*write(args.target, settings, args.output), sep="\n")
    print(args.say(f"autograder.next.{args.target}", path=args.output))
    return 0


def read_rubric(name: str) -> str:
    """Return the text of a rubric, after checking it."""
    if not name:
        return ""
    load(name)
    ours = name in shipped()
    return rubric_source(name) if ours else files.read(Path(name)).decode("utf-8-sig")
