"""Commands, run in this process."""

from noughts import cli


def command(name):
    """Return a function that runs a command with arguments, and returns its code."""

    def run(argv):
        try:
            return cli.main([name, *argv])
        except SystemExit as exit:
            return exit.code

    return run
