"""`noughts start`: begin the assignment in a folder of your own."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from shlex import quote

from noughts import disk
from noughts.cli.options import Parser, language_of
from noughts.contract import hand_in
from noughts.text import clean_line
from noughts.words import Words, words

QUOTED = str.maketrans({"\\": r"\\", "'": r"\'"})  # within $'...'

# What the assignment asks the README to tell, in this order.
HEADINGS = (
    "approach",
    "challenges",
    "alphabeta",
    "pictures",
    "run",
    "issues",
    "sample",
)


def main(argv: Sequence[str]) -> int:
    """Write the files to begin with, say what to type; return 0, or 2 for misuse."""
    say = words(language_of(argv))
    parser = Parser("start", say, description=say("start.about"))
    parser.add_argument("folder", metavar="FOLDER", type=Path, help=say("start.folder"))
    folder: Path = parser.parse_args(argv).folder
    if folder.exists() and not folder.is_dir():
        return parser.refuse(say("start.not_a_folder", path=folder))
    folder.mkdir(parents=True, exist_ok=True)
    told = list[str]()  # when all is written
    for name, text in hand_ins(say):
        path = folder / name
        if path.exists():
            told.append(say("start.kept", name=name))
        else:
            disk.write_whole(path, text)
            told.append(say("start.written", name=name))
    commands = "\n".join(f"    {each}" for each in after(folder))
    print(*told, say("start.next", commands=commands), sep="\n")
    return 0


def after(folder: Path) -> Iterator[str]:
    """Yield what to type next, as a shell understands it."""
    if not folder.samefile(Path.cwd()):
        dashed = str(folder).startswith("-")  # which `cd` would take for an option
        yield f"cd {typed(f'./{folder}' if dashed else str(folder))}"
    yield "noughts check --watch"


def typed(name: str) -> str:
    """Return a name as one types it in a shell; what is no letter, by its number."""
    if name.isprintable():
        return quote(name)
    return f"$'{clean_line(name.translate(QUOTED))}'"


def hand_ins(say: Words) -> Iterator[tuple[str, bytes]]:
    """Yield the four files of a hand-in, of which one is still to be written."""
    yield "tictactoe.py", (files("noughts.cli") / "starter/tictactoe.txt").read_bytes()
    for name in ("runner.py", "requirements.txt"):
        yield name, Path(hand_in(name)).read_bytes()
    yield "README.md", readme(say).encode()


def readme(say: Words) -> str:
    """Return a README that has only headings."""
    headings = (say(f"start.heading.{name}") for name in HEADINGS)
    return "\n\n".join(["# Tic-Tac-Toe", *(f"## {each}" for each in headings)]) + "\n"
