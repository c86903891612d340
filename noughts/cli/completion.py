"""`noughts completion`: a script with which a shell completes what one types."""

import importlib
from argparse import ArgumentParser
from collections.abc import Sequence

from noughts import cli
from noughts.cli.options import Parser, built, language_of
from noughts.words import Words, words

SHELLS = ("bash", "zsh", "fish")
FILES = {"FILE", "PATH", "REPORT", "OUTPUT", "A", "B"}  # what stands for a file,
FOLDERS = {"DIR", "FOLDER"}  # and for a folder, in the help


def main(argv: Sequence[str]) -> int:
    """Print the script of a shell."""
    say = words(language_of(argv))
    parser = Parser(
        "completion",
        say,
        description=say("completion.about"),
        epilog=say("completion.more"),
    )
    names = ", ".join(SHELLS)
    told = say("completion.shell", names=names)
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=told)
    given = parser.parse_args(argv)
    try:
        import shtab
    except ModuleNotFoundError:
        return parser.refuse(say("completion.missing"))
    print(shtab.complete(whole(say), given.shell))
    return 0


def whole(say: Words) -> ArgumentParser:
    """Return the parsers of all commands in one, as the shell is to know them."""
    import shtab

    root = Parser("", say)
    root.add_argument("-V", "--version", action="store_true", help=say("cli.version"))
    commands = root.add_subparsers(parser_class=ArgumentParser)
    for name in cli.COMMANDS:
        module = importlib.import_module(cli.module_of(name))
        parser = built(module.main, say)
        for action in parser._actions:
            action.choices = action.choices and [str(each) for each in action.choices]
            if action.metavar in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif action.metavar in FOLDERS:
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        commands.add_parser(name, help=say(f"cli.commands.{name}"))
        commands.choices[name] = parser
    about = commands.add_parser(cli.HELP, help=say("cli.commands.help"))
    about.add_argument("command", choices=cli.COMMANDS)
    return root
