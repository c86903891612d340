"""The frozen page: all its answers as files, for a static web host or a disk."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from noughts.game import oracle
from noughts.game.board import key_of
from noughts.game.contract import Board
from noughts.lessons import Lesson, load
from noughts.lessons.marking import lesson_data, lesson_rows
from noughts.page import assets, data, searches
from noughts.page.app import encoded
from noughts.page.browser_python import Packages, worker_text, write_python
from noughts.texts import LANGUAGES, Refused

OnPosition = Callable[[int, int], None]  # positions done, positions in total


def freeze(
    folder: Path,
    progress: OnPosition = lambda done, total: None,
    packages: Packages | None = None,
    boards: Iterable[Board] | None = None,
    links: data.Json | None = None,
) -> int:
    """
    Write the page and its answers into a new or empty folder; return the size in bytes.

    With these packages, the page can check files in the browser. `boards` are the
    positions it answers about, by default all. `links` are those of `data.about`.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused("refusal.not_new_folder", path=folder)
    folder.mkdir(parents=True, exist_ok=True)
    python = packages is not None
    files = page_files(python)
    files |= answer_files(boards or oracle.positions(), progress, python, links)
    files["sw.js"] = keeper(files)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if packages:
        write_python(folder, packages)
    return sum(map(len, files.values()))


def page_files(python: bool) -> dict[str, bytes]:
    """Return the page's files by path."""
    index = assets.index("frozen", policy=policy_of(python))
    files = {f"page/{name}": each for name, each in assets.page_files().items()}
    return files | {"index.html": index.encode()}


def keeper(files: Iterable[str]) -> bytes:
    """Return the service worker, which makes the page work offline after one visit."""
    listed = json.dumps(["./", *files])
    text = worker_text("sw.js")
    return assets.replaced(text, "FILES = []", f"FILES = {listed}").encode()


def policy_of(python: bool) -> str:
    """Return the page's policy; Python needs WebAssembly, workers and the cage."""
    if not python:
        return assets.policy_of()
    cage = assets.script_hash(worker_text("cage.js"))  # its frame inherits this policy
    return assets.policy_of(f"'wasm-unsafe-eval' {cage}", "; worker-src 'self' blob:")


def answer_files(
    boards: Iterable[Board],
    progress: OnPosition,
    python: bool,
    links: data.Json | None = None,
) -> dict[str, bytes]:
    """Return all answers about some boards, bundled by the board's top row."""
    bundles: dict[str, data.Json] = defaultdict(dict)
    recorders = {method: searches.record_by(method) for method in searches.METHODS}
    boards = list(boards)
    for done, board in enumerate(boards, 1):
        key = key_of(board)
        row = key[:3].replace(".", "-")
        bundles[f"positions/{row}"][key] = data.position(board)
        for method in searches.METHODS:
            if oracle.table()[key].turn and searches.is_recorded(method, key):
                search = searches.search(method, board, recorders[method])
                bundles[f"searches/{method}/{row}"][key] = search
        progress(done, len(boards))
    bundles["about"] = data.about(frozen=True, python=python, links=links)
    lessons = load()
    if not python:  # nothing can check what would be written
        lessons = [without_writing(lesson) for lesson in lessons]
    bundles["lessons"] = lesson_rows(lessons)
    for lesson in lessons:
        bundles[f"lessons/{lesson.name}"] = lesson_data(lesson)
    for language in LANGUAGES:
        bundles[f"words/{language}"] = data.words_of(language)
        for part in data.LATER:
            bundles[f"words/{language}/{part}"] = data.words_of(language, part)
    return {f"api/{name}.js": as_script(name, each) for name, each in bundles.items()}


def without_writing(lesson: Lesson) -> Lesson:
    """Return a lesson without the tasks that write a function."""
    tasks = (task for task in lesson.tasks if task.kind != "write")
    return replace(lesson, tasks=tuple(tasks))


def as_script(name: str, answer: data.Json) -> bytes:
    """Return an answer as a script that passes it to the page."""
    return f'answered("api/{name}.json", '.encode() + encoded(answer) + b");\n"
