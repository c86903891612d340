"""The frozen form: the page with all its answers as files, for any web host or none."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from noughts import disk, oracle
from noughts.board import key_of
from noughts.contract import Board
from noughts.lessons import load
from noughts.lessons.marking import lesson_data, lesson_rows
from noughts.page import app, page_data, searches
from noughts.page.app import POLICY, encoded
from noughts.page.browser_python import write_python
from noughts.page.bundle import bundle
from noughts.words import LANGUAGES

OnPosition = Callable[[int, int], None]  # positions done, all of them

HEAD = '<meta charset="utf-8">'
SCRIPT = '<script defer src="page/noughts.js"></script>'
LOADED = re.compile(r'<link rel="(?:modulepreload|preload)".*?>\n')
MODULE = '<script type="module" src="page/main.js"></script>'
GONE = re.compile(r'data-say="no_server" hidden>[^<]*')  # for want of all other words


class FreezeError(ValueError):
    """The folder cannot take the page; the message says why."""


def freeze(
    folder: Path,
    progress: OnPosition = lambda done, total: None,
    pyodide: Path | None = None,
) -> int:
    """
    Write the page and its answers into a new or empty folder; return the bytes.

    With the folder of Pyodide the page can judge files where it is opened.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FreezeError(f"{folder}: not a new or empty folder")
    with whole_or_empty(folder):
        files = page_files(pyodide is not None) | answer_files(
            list(oracle.positions()), progress, python=pyodide is not None
        )
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if pyodide:
            write_python(folder, pyodide)
    return sum(map(len, files.values()))


@contextmanager
def whole_or_empty(folder: Path) -> Iterator[None]:
    """Make a folder; empty it again if not all that is to be in it can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        disk.expect_room(folder / "index.html")
        try:
            yield
        except BaseException:
            disk.empty(folder)
            raise
    except OSError as error:
        raise disk.named(error, folder) from error


def page_files(python: bool = False) -> dict[str, bytes]:
    """
    Return the page's own files by the names that the page knows them by.

    A page that is opened from a disk may load neither modules nor JSON, but scripts: so
    the modules are one script, and each answer is one, too.
    """
    files = app.page_files()
    modules = {
        name: files.pop(name).decode() for name in list(files) if name.endswith(".js")
    }
    files["theme.js"] = modules.pop("theme.js").encode()
    files["noughts.js"] = bundle(modules).encode()
    # Where no server of ours sends it as a header, the page brings its policy along.
    policy = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy_of(python)}">'
    )
    index = LOADED.sub("", files.pop("index.html").decode())
    index = index.replace(HEAD, f"{HEAD}\n{policy}").replace(MODULE, SCRIPT)
    gone = page_data.words_of("en")["no_file"]
    index = GONE.sub(f'data-say="no_file" hidden>{gone}', index)
    index = index.replace("<html", "<html data-frozen")
    return {f"page/{name}": content for name, content in files.items()} | {
        "index.html": index.encode()
    }


def policy_of(python: bool) -> str:
    """Return the page's policy; where Python is there, it may run in workers."""
    if not python:
        return POLICY
    allowed = POLICY.replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
    )
    return f"{allowed}; worker-src 'self' blob:"


def answer_files(
    boards: Iterable[Board],
    progress: OnPosition = lambda done, total: None,
    python: bool = False,
) -> dict[str, bytes]:
    """Return every answer about some boards, bundled by the top row of the board."""
    bundles: dict[str, page_data.Json] = defaultdict(dict)
    noted = {method: searches.Letters(method) for method in searches.METHODS}
    boards = list(boards)
    for done, board in enumerate(boards, 1):
        key = key_of(board)
        bundles[f"positions/{row_of(key)}"][key] = page_data.position(board)
        for method in searches.METHODS:
            if oracle.table()[key].turn and searches.is_recorded(method, key):
                name = f"searches/{method}/{row_of(key)}"
                bundles[name][key] = searches.search(method, board, noted[method])
        progress(done, len(boards))
    bundles["about"] = page_data.about(frozen=True, python=python)
    lessons = load()
    bundles["lessons"] = lesson_rows(lessons)
    for lesson in lessons:
        bundles[f"lessons/{lesson.name}"] = lesson_data(lesson)
    for language in LANGUAGES:
        bundles[f"words/{language}"] = page_data.words_of(language)
    return {f"api/{name}.js": answered(name, each) for name, each in bundles.items()}


def answered(name: str, answer: page_data.Json) -> bytes:
    """Return an answer as a script that hands it to the page."""
    return f'answered("api/{name}.json", '.encode() + encoded(answer) + b");\n"


def row_of(key: str) -> str:
    """Return the name of the file in which a position stands."""
    return key[:3].replace(".", "-")
