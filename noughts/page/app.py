"""The page on this machine: its files, its answers as JSON, and whom it talks to."""

import gzip
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import lru_cache
from pathlib import Path

from flask import (
    Flask,
    Response,
    abort,
    current_app,
    request,
    stream_with_context,
)
from werkzeug.exceptions import HTTPException

from noughts import look
from noughts.board import board_of, key_of
from noughts.checker.driver import OnProgress
from noughts.contract import FILE_NAME, PARAMETERS, MachineError, largest
from noughts.lessons import COURSE, course_id, load
from noughts.lessons.marking import lesson_data, lesson_rows
from noughts.match import IllegalMove
from noughts.notation import NotationError, shown
from noughts.page import bigger, page_data, searches
from noughts.page.guest import Guest
from noughts.page.page_judge import checked, written
from noughts.page.server import Requester
from noughts.words import LANGUAGES, words

TELLING = 0.3  # seconds between two lines of what takes long
LONGEST = 50_000  # characters of a function that is written on the page
HERE = Path(__file__).parent
PAGE = HERE / "web"
LOCAL = ("127.0.0.1", "localhost")
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
MODULES = b"<!-- modules -->"  # where the page names those that it will need
LEVEL = 6  # of compression: more takes longer, and gains little
ENDED = "ENDED"  # set once the server has ended: what is cut off then has not failed
NO_ENGINE = "no engine was given: noughts explore FILE"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


def create(guest: Guest | None = None, course: Path = COURSE) -> Flask:
    """Return the web application, with an engine to explore if one was given."""
    app = Flask(__name__, static_folder=None)
    guard(app)
    word_failures(app)
    serve_files(app)
    serve_game(app)
    serve_lessons(app, course)
    serve_judge(app)
    serve_engine(app, guest)
    return app


def guard(app: Flask) -> None:
    """Answer to this page alone."""

    @app.before_request
    def only_from_this_page() -> None:
        """Refuse what another site, or another name for this machine, asks for."""
        port = request.environ["SERVER_PORT"]
        here, *others = (f"http://{host}:{port}" for host in LOCAL)
        if f"http://{request.host}" not in (here, *others):
            abort(403, f"this page is served as {here} only")
        if request.headers.get("Origin", here) not in (here, *others):
            abort(403, "this page does not answer to other sites")
        crossed = request.headers.get("Sec-Fetch-Site") == "cross-site"
        if crossed and request.path.startswith("/api/"):
            abort(403, "this page does not answer to other sites")

    @app.after_request
    def guarded(response: Response) -> Response:
        response.headers.update(HEADERS)
        return response


def word_failures(app: Flask) -> None:
    """Answer with a sentence, whatever is wrong."""

    @app.errorhandler(HTTPException)
    def said(error: HTTPException) -> Response:
        return refused(error.description or error.name, error.code or 500)

    @app.errorhandler(NotationError)
    @app.errorhandler(searches.SearchError)
    @app.errorhandler(bigger.BiggerError)
    @app.errorhandler(IllegalMove)
    def misused(error: ValueError) -> Response:
        return refused(str(error), 400)

    @app.errorhandler(MachineError)
    def machine(error: MachineError) -> Response:
        return refused(str(error), 503)

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        if not app.config.get(ENDED):
            app.logger.exception("%s failed", request.path)
        return refused("something went wrong here; the terminal says what", 500)


def serve_files(app: Flask) -> None:
    """Answer with the files of the page."""
    # Read once: a browser asks for all of them at the same time, and waits.
    files = page_files()

    @app.get("/")
    def index() -> Response:
        return Response(files["index.html"], mimetype="text/html")

    @app.get("/page/<path:name>")
    def page(name: str) -> Response:
        if name not in files:
            abort(404, f"the page has no file {shown(name)}")
        return Response(files[name], mimetype=TYPES[Path(name).suffix])


def serve_game(app: Flask) -> None:
    """Answer about words, positions and searches, and about bigger boards."""

    @app.get("/api/words/<language>.json")
    def words_of(language: str) -> Response:
        if language not in LANGUAGES:
            abort(404, f"the page does not speak {shown(language)}")
        return sent(page_data.words_of(language))

    @app.get("/api/positions/<board>.json")
    def position(board: str) -> Response:
        return sent(page_data.position(page_data.board_from(board)))

    @app.get("/api/searches/<method>/<board>.json")
    def search(method: str, board: str) -> Response:
        key = key_of(page_data.board_from(board))
        return sent(recorded(method, key))

    @app.get("/api/bigger/<size>/reply/", defaults={"moves": ""})
    @app.get("/api/bigger/<size>/reply/<moves>")
    def bigger_reply(size: str, moves: str) -> Response:
        return sent(bigger.reply(size, moves))

    @app.get("/api/bigger/<size>/", defaults={"moves": ""})
    @app.get("/api/bigger/<size>/<moves>")
    def bigger_position(size: str, moves: str) -> Response:
        return sent(bigger.position(size, moves))


def serve_lessons(app: Flask, course: Path) -> None:
    """Answer with the lessons of a course."""
    lessons = {lesson.name: lesson for lesson in load(course)}

    @app.get("/api/lessons.json")
    def lesson_list() -> Response:
        return sent(lesson_rows(list(lessons.values()), course_id(course)))

    @app.get("/api/lessons/<path:name>.json")
    def lesson(name: str) -> Response:
        if name not in lessons:
            abort(404, f"there is no lesson {shown(name)}")
        return sent(lesson_data(lessons[name]))


def serve_judge(app: Flask) -> None:
    """Answer what the checker says of a text."""

    @app.post("/api/check.json")
    def check_text() -> Response:
        asked = Path(request.args.get("name", "")).name
        name = asked if asked.strip(" .") else FILE_NAME
        most = largest(name)
        refuse_longer(most, f"the text is larger than {most:,} bytes")
        source = request.get_data()
        return told_meanwhile(lambda progress: checked(source, progress, name))

    @app.post("/api/write/<function>.json")
    def write(function: str) -> Response:
        if function not in PARAMETERS:
            abort(404, f"the contract has no function {shown(function)}")
        refuse_longer(LONGEST, f"the text is longer than {LONGEST} characters")
        text = request.get_data(as_text=True)
        return told_meanwhile(lambda progress: written(function, text, progress))


def refuse_longer(most: int, why: str) -> None:
    """Refuse a text of more bytes, before it is read."""
    if request.content_length and request.content_length > most:
        abort(413, why)


def serve_engine(app: Flask, guest: Guest | None) -> None:
    """Answer what the engine that was given does, if there is one."""

    @app.get("/api/about.json")
    def about() -> Response:
        if guest is None:
            return sent(page_data.about())
        return sent(page_data.about(guest.name, judged=guest.examination is not None))

    @app.get("/api/engine/check.json")
    def check() -> Response:
        if guest is None or guest.examination is None:
            abort(404, NO_ENGINE)
        return sent(guest.examination.answer())

    @app.get("/api/engine/<board>.json")
    def engine(board: str) -> Response:
        if guest is None:
            abort(404, NO_ENGINE)
        return sent(guest.answer(page_data.board_from(board)))

    @app.get("/api/engine/search/<board>.json")
    def engine_search(board: str) -> Response:
        if guest is None:
            abort(404, NO_ENGINE)
        return sent(guest.search(page_data.board_from(board)))


def told_meanwhile(work: Callable[[OnProgress], page_data.Json]) -> Response:
    """
    Return what comes of a judge; of one that takes long, line by line.

    Each line is how far it has come, and the last, which nothing follows, what came of
    it. The judge ends once its page is closed, or has cancelled it.
    """
    waiting = Requester(request.environ.get("werkzeug.socket"))
    so_far: page_data.Json = {}

    def progress(what: str, done: int, total: int) -> None:
        if waiting.is_gone():
            abort(408, "nobody waits for the answer")
        so_far.update(what=what, done=done, all=total)

    pool = ThreadPoolExecutor()
    judged = pool.submit(work, progress)
    pool.shutdown(wait=False)

    def lines() -> Iterator[bytes]:
        while not wait([judged], TELLING).done:
            yield encoded(so_far) + b"\n"
        try:
            yield encoded(judged.result())
        except Exception as error:
            said = current_app.handle_user_exception(error)
            yield current_app.make_response(said).get_data()

    if wait([judged], TELLING).done:
        return sent(judged.result())
    return Response(stream_with_context(lines()), mimetype="application/x-ndjson")


def page_files() -> dict[str, bytes]:
    """Return the page's own files by name, and with them the palette as a style."""
    files = {
        path.relative_to(PAGE).as_posix(): path.read_bytes()
        for path in sorted(PAGE.rglob("*"))
        if path.is_file()
    }
    # A module that is not preloaded is found one round trip later.
    preloaded = "\n".join(
        f'<link rel="modulepreload" href="page/{name}">'
        for name in files
        if name.endswith(".js") and name not in ("main.js", "theme.js")
    )
    index = files["index.html"].replace(MODULES, preloaded.encode())
    return files | {"index.html": index, "look.css": look.css().encode()}


@lru_cache(maxsize=64)
def recorded(method: str, key: str) -> page_data.Json:
    """Return a search; kept, for the longest take a second and people come back."""
    return searches.search(method, board_of(key))


def sent(answer: page_data.Json, code: int = 200) -> Response:
    """Return the answer as JSON, compressed for those who can read that."""
    body = encoded(answer)
    response = Response(body, code, mimetype="application/json")
    if "gzip" in request.headers.get("Accept-Encoding", "") and len(body) > 1000:
        response.set_data(gzip.compress(body, LEVEL))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
    return response


def refused(sentence: str, code: int) -> Response:
    """Return why there is no answer; in every language, if we say it in others."""
    told = {name: words(name).again(sentence) for name in LANGUAGES}
    others = {"told": told} if {*told.values()} != {sentence} else {}
    return sent({"error": sentence} | others, code)


def encoded(answer: page_data.Json) -> bytes:
    """Return the answer as JSON, without blanks: the same live and frozen."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    # Half a character, as of a name that is not UTF-8, is an escape in JSON, too.
    return text.encode("utf-8", "backslashreplace")
