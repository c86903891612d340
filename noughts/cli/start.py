"""`noughts start`: begin the assignment in a folder of your own."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from shlex import quote

from noughts.cli.parser import Parser, path
from noughts.files import write_whole
from noughts.game.contract import hand_in
from noughts.texts import Refused, Words

SKELETON = Path(__file__).parent / "starter" / "tictactoe.txt"
# The sections of the README that the assignment asks for.
HEADINGS = (
    "approach",
    "challenges",
    "alphabeta",
    "run",
    "sample",
    "pictures",
    "issues",
)


def add(parser: Parser, _: Words) -> None:
    """Add the arguments."""
    parser.option("folder", metavar="FOLDER", type=path)


def run(args: Namespace) -> int:
    """Write the starter files, and print the next commands."""
    folder, say = args.folder, args.say
    if folder.exists() and not folder.is_dir():
        raise Refused("start.not_a_folder", path=folder)
    folder.mkdir(parents=True, exist_ok=True)
    lines = list[str]()  # printed at the end
    for name, text in starter_files(say):
        if (folder / name).exists():
            lines.append(say("start.kept", name=name))
        else:
            write_whole(folder / name, text)
            lines.append(say("start.written", name=name))
    commands = "\n".join(f"    {each}" for each in next_commands(folder))
    print(*lines, say("start.next", commands=commands), sep="\n")
    return 0


def next_commands(folder: Path) -> Iterator[str]:
    """Yield the next shell commands."""
    if not folder.samefile(Path.cwd()):
        yield f"cd {quote(str(folder))}"
    yield "noughts check --watch"


def starter_files(say: Words) -> Iterator[tuple[str, bytes]]:
    """Yield the four files of a hand-in; `tictactoe.py` is a skeleton."""
    yield "tictactoe.py", SKELETON.read_bytes()
    for name in ("runner.py", "requirements.txt"):
        yield name, hand_in(name).read_bytes()
    yield "README.md", readme(say).encode()


def readme(say: Words) -> str:
    """Return a README with lines for the student, and a heading for each section."""
    student = [say(f"start.student.{each}") for each in ("name", "id")]
    headings = [f"## {say(f'start.heading.{name}')}" for name in HEADINGS]
    parts = ["# Tic-Tac-Toe", f"## {say('start.heading.student')}", *student, *headings]
    return "\n\n".join(parts) + "\n"
