"""The frozen form: the page with all its answers as files, for any web host."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from noughts import oracle
from noughts.board import key_of
from noughts.contract import Board
from noughts.explorer import answers, app, searches
from noughts.explorer.app import POLICY, encoded
from noughts.lessons import load
from noughts.lessons.answers import lesson_data, lesson_rows
from noughts.words import LANGUAGES

HEAD = '<meta charset="utf-8">'


class FreezeError(ValueError):
    """The folder cannot take the page; the message says why."""


def freeze(folder: Path) -> int:
    """Write the page and its answers into a new or empty folder; return the bytes."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FreezeError(f"{folder}: not a new or empty folder")
    files = page_files() | answer_files(oracle.positions())
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return sum(map(len, files.values()))


def page_files() -> dict[str, bytes]:
    """Return the page's own files by the names that the page knows them by."""
    files = {f"page/{name}": content for name, content in app.page_files().items()}
    index = files.pop("page/index.html").decode()
    # Where no server of ours sends it as a header, the page brings its policy along.
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return files | {"index.html": index.replace(HEAD, f"{HEAD}\n{policy}").encode()}


def answer_files(boards: Iterable[Board]) -> dict[str, bytes]:
    """Return every answer about some boards, bundled by the top row of the board."""
    bundles: dict[str, answers.Answer] = defaultdict(dict)
    for board in boards:
        key = key_of(board)
        bundles[f"positions/{bundle(key)}"][key] = answers.position(board)
        for method in searches.METHODS:
            if oracle.table()[key].turn and searches.is_recorded(method, key):
                name = f"searches/{method}/{bundle(key)}"
                bundles[name][key] = searches.search(method, board)
    bundles["about"] = answers.about(frozen=True)
    lessons = load()
    bundles["lessons"] = lesson_rows(lessons)
    for lesson in lessons:
        bundles[f"lessons/{lesson.name}"] = lesson_data(lesson)
    for language in LANGUAGES:
        bundles[f"words/{language}"] = answers.words_of(language)
    return {f"api/{name}.json": encoded(bundle) for name, bundle in bundles.items()}


def bundle(key: str) -> str:
    """Return the name of the file in which a position stands."""
    return key[:3].replace(".", "-")
