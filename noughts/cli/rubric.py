"""`noughts rubric`: print a rubric to start from, or check your own."""

from argparse import Namespace

from noughts.checker.record import added
from noughts.checker.reports.wording import points_text
from noughts.checker.rubric import DEFAULT, Rubric, load, rubric_source, shipped
from noughts.cli.parser import Parser, path
from noughts.texts import Words


def add(parser: Parser, _: Words) -> None:
    """Add the arguments."""
    names = {"names": ", ".join(shipped()), "default": DEFAULT}
    choices = shipped()
    parser.option("name", parts=names, nargs="?", metavar="NAME", choices=choices)
    parser.option("--check", metavar="FILE", type=path)


def run(args: Namespace) -> int:
    """Print a rubric, or the points of your own."""
    if args.check:
        print(*summary(load(args.check), args.say), sep="\n")
    else:
        print(rubric_source(args.name or DEFAULT), end="")
    return 0


def summary(rubric: Rubric, say: Words) -> list[str]:
    """Return the sections of a rubric and their sum, line by line."""
    lines = [str(rubric.title)]
    for section in rubric.sections:
        bonus = f" ({say('rubric.bonus')})" if section.bonus else ""
        lines.append(f"{points_text(section.maximum, say):>7}  {section.title}{bonus}")
    plain = added(each.maximum for each in rubric.sections if not each.bonus)
    lines.append(f"{points_text(plain, say):>7}  {say('rubric.sum')}")
    return lines
