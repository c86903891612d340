"""`noughts rubric`: print a rubric to start from, or check your own."""

from collections.abc import Sequence
from pathlib import Path

from noughts.checker.record import added
from noughts.checker.reports.wording import points_text
from noughts.checker.rubric import (
    DEFAULT,
    Rubric,
    RubricError,
    load,
    shipped,
    text_of,
)
from noughts.cli.options import Parser, did_you_mean, language_of
from noughts.notation import shown
from noughts.words import Words, words


def main(argv: Sequence[str]) -> int:
    """Print a rubric, or what is in your own; return 0, or 2 for misuse."""
    say = words(language_of(argv))
    parser = Parser("rubric", say, description=say("rubric.about"))
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help=say("rubric.name", names=", ".join(shipped()), default=DEFAULT),
    )
    parser.add_argument("--check", metavar="FILE", type=Path, help=say("rubric.check"))
    given = parser.parse_args(argv)
    if given.check and given.name:
        parser.error(say("cli.too_many", value=shown(given.name)))
    name = given.name or DEFAULT
    try:
        if given.check:
            print(*summary(load(given.check), say), sep="\n")
            return 0
    except RubricError as error:
        return parser.refuse(error)
    if name not in shipped():
        guess = did_you_mean(name, shipped(), say)
        listed = ", ".join(shipped())
        wrong = say("cli.choice", name="NAME", value=shown(name), choices=listed)
        parser.error(wrong + guess)
    print(text_of(name), end="")
    return 0


def summary(rubric: Rubric, say: Words) -> list[str]:
    """Return what a rubric comes to: its sections, and the sum."""
    lines = [str(rubric.title)]
    for section in rubric.sections:
        bonus = f" ({say('rubric.bonus')})" if section.bonus else ""
        lines.append(f"{points_text(section.maximum, say):>7}  {section.title}{bonus}")
    plain = added(each.maximum for each in rubric.sections if not each.bonus)
    lines.append(f"{points_text(plain, say):>7}  {say('rubric.sum')}")
    return lines
