"""Commands, run in this process."""

import argparse

from noughts import cli
from noughts.cli.parser import build


def parsers():
    """Return the parsers of all commands by their names."""
    [choices] = (
        action.choices
        for action in build()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    return choices


def command(name):
    """Return a function that runs a command with arguments, and returns its code."""

    def run(argv):
        try:
            return cli.main([name, *argv])
        except SystemExit as exit:
            return exit.code

    return run
