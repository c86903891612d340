"""The web application: the page's files, its JSON API, and its access rules."""

import gzip
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, abort, current_app, request, stream_with_context
from werkzeug.exceptions import HTTPException

from noughts.game.board import board_of, key_of
from noughts.game.contract import (
    FILE_NAME,
    LARGEST_NOTEBOOK,
    PARAMETERS,
    MachineError,
    largest,
)
from noughts.lessons import COURSE, course_id, load
from noughts.lessons.marking import lesson_data, lesson_rows
from noughts.page import assets, data, searches
from noughts.page.data import Json
from noughts.page.engine_view import EngineView
from noughts.page.judging import StreamedCheck, check_function, check_text
from noughts.page.own import own_search, own_search_of
from noughts.texts import LANGUAGES, Refused, translations
from noughts.texts.safe_text import quoted

LONGEST = 50_000  # bytes of a function written in a lesson
LOCAL = ("127.0.0.1", "localhost")
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
SMALL = 500  # bytes: shorter answers are not compressed
ENDED = "ENDED"  # set when the server stops: errors after that are not logged
HEADERS = {
    "Content-Security-Policy": assets.policy_of(others="; frame-ancestors 'none'"),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class TooLongError(Refused):
    """More bytes were sent than anybody needs."""


def create(engine: EngineView | None = None, course: Path = COURSE) -> Flask:
    """Return the web application, with an optional engine to explore."""
    app = Flask(__name__, static_folder=None)
    guard(app)
    explain_errors(app)
    serve_files(app, *(["engine"] if engine else []))
    serve_game(app)
    serve_lessons(app, course)
    serve_checks(app)
    serve_engine(app, engine)
    return app


def guard(app: Flask) -> None:
    """Reject requests from other sites and set the security headers."""

    @app.before_request
    def refuse_strangers() -> None:
        """Reject requests from other origins or for another host name."""
        port = request.environ["SERVER_PORT"]
        here, *others = (f"http://{host}:{port}" for host in LOCAL)
        if f"http://{request.host}" not in (here, *others):
            abort(403, f"this page is served as {here} only")
        is_foreign = request.headers.get("Origin", here) not in (here, *others)
        is_crossed = request.headers.get("Sec-Fetch-Site") == "cross-site"
        if is_foreign or (is_crossed and request.path.startswith("/api/")):
            abort(403, "this page does not answer to other sites")

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers.update(HEADERS)
        return compressed(response)


def compressed(response: Response) -> Response:
    """Compress a whole answer for a browser that accepts that, not a streamed one."""
    accepted = request.accept_encodings["gzip"] > 0
    if response.is_streamed or not accepted or len(response.get_data()) < SMALL:
        return response
    response.set_data(gzip.compress(response.get_data(), 6))
    response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response


def explain_errors(app: Flask) -> None:
    """Answer every error with one sentence as JSON."""

    @app.errorhandler(Exception)
    def explain(error: Exception) -> Response:
        if isinstance(error, HTTPException):
            said = ValueError(error.description or error.name)
            return refused(said, error.code or 500)
        if isinstance(error, Refused):
            return refused(error, 413 if isinstance(error, TooLongError) else 400)
        if isinstance(error, MachineError):
            return refused(error, 503)
        if not app.config.get(ENDED):
            app.logger.error("%s failed", request.path, exc_info=error)
        return refused(Refused("refusal.page_failed"), 500)


def serve_files(app: Flask, *facts: str) -> None:
    """Serve the page's files."""
    files = assets.page_files()
    page = assets.index(*facts)

    @app.get("/")
    def index() -> Response:
        return Response(page, mimetype="text/html")

    @app.get("/page/<path:name>")
    def page_file(name: str) -> Response:
        if name not in files:
            abort(404, f"the page has no file {quoted(name)}")
        return Response(files[name], mimetype=TYPES[Path(name).suffix])


def serve_game(app: Flask) -> None:
    """Serve words, positions and searches."""

    @app.get("/api/words/<language>.json")
    def words_of(language: str) -> Response:
        if language not in LANGUAGES:
            abort(404, f"the page does not speak {quoted(language)}")
        return sent(data.words_of(language))

    @app.get("/api/words/<language>/<part>.json")
    def words_of_part(language: str, part: str) -> Response:
        if language not in LANGUAGES or part not in data.LATER:
            abort(404, f"there are no words of {quoted(part)} in {quoted(language)}")
        return sent(data.words_of(language, part))

    @app.get("/api/positions/<board>.json")
    def position(board: str) -> Response:
        return sent(data.position(data.board_from(board)))

    @app.get("/api/searches/<method>/<board>.json")
    def search(method: str, board: str) -> Response:
        return sent(recorded(method, key_of(data.board_from(board))))


def serve_lessons(app: Flask, course: Path) -> None:
    """Serve the lessons of a course."""
    lessons = {lesson.name: lesson for lesson in load(course)}

    @app.get("/api/lessons.json")
    def lesson_list() -> Response:
        return sent(lesson_rows(list(lessons.values()), course_id(course)))

    @app.get("/api/lessons/<path:name>.json")
    def lesson(name: str) -> Response:
        if name not in lessons:
            abort(404, f"there is no lesson {quoted(name)}")
        return sent(lesson_data(lessons[name]))


def serve_checks(app: Flask) -> None:
    """Check files and functions, and record their searches."""

    @app.post("/api/check.json")
    def check() -> Response:
        given = Path(request.args.get("name", "")).name
        name = given if given.strip(" .") else FILE_NAME
        refuse_longer(largest(name), "refusal.larger")
        source = request.get_data()
        return streamed(StreamedCheck(lambda *hear: check_text(name, source, *hear)))

    @app.post("/api/own.json")
    def own() -> Response:
        refuse_longer(LARGEST_NOTEBOOK, "refusal.larger")
        return sent(own_search(request.get_data(), wanted_board()))

    @app.post("/api/own/<function>.json")
    def own_function(function: str) -> Response:
        refuse_unknown(function)
        refuse_longer(LONGEST, "refusal.longer")
        text = request.get_data(as_text=True)
        return sent(own_search_of(function, text, wanted_board()))

    @app.post("/api/write/<function>.json")
    def write(function: str) -> Response:
        refuse_unknown(function)
        refuse_longer(LONGEST, "refusal.longer")
        text = request.get_data(as_text=True)
        return streamed(
            StreamedCheck(lambda *hear: check_function(function, text, *hear))
        )


def refuse_unknown(function: str) -> None:
    """Answer 404 to the name of no function."""
    if function not in PARAMETERS:
        abort(404, f"the contract has no function {quoted(function)}")


def wanted_board() -> str:
    """Return the key of the requested board, or an empty text for any board."""
    given = request.args.get("board", "")
    return key_of(data.board_from(given)) if given else ""


def refuse_longer(most: int, key: str) -> None:
    """Reject a request body that is too large before reading it."""
    if request.content_length and request.content_length > most:
        raise TooLongError(key, n=most)


def serve_engine(app: Flask, engine: EngineView | None) -> None:
    """Serve what the given engine plays, if there is one."""

    @app.get("/api/about.json")
    def about() -> Response:
        return sent(data.about(engine.name if engine else None))

    def given() -> EngineView:
        return engine or abort(404, "no engine was given: noughts explore FILE")

    @app.get("/api/engine/check.json")
    def engine_check() -> Response:
        return streamed(given().check, cancels=False)

    @app.get("/api/engine/<board>.json")
    def engine_move(board: str) -> Response:
        return sent(given().answer(data.board_from(board)))

    @app.get("/api/engine/own.json")
    def engine_own() -> Response:
        return sent(given().own(wanted_board()))


def streamed(check: StreamedCheck, cancels: bool = True) -> Response:
    """Return a check's result, after lines of progress; closing the page cancels it."""

    def lines() -> Iterator[bytes]:
        try:
            for step in check.steps():
                yield encoded(step) + b"\n"
            yield encoded(check.result.result())
        except Exception as error:
            answer = current_app.handle_user_exception(error)
            yield current_app.make_response(answer).get_data()
        finally:
            if cancels:
                check.cancel()

    if check.is_quick():
        return sent(check.result.result())
    return Response(stream_with_context(lines()), mimetype="application/x-ndjson")


@lru_cache(maxsize=64)
def recorded(method: str, key: str) -> Json:
    """Return a recorded search; cached, because the longest takes a second."""
    return searches.search(method, board_of(key))


def sent(answer: Json, code: int = 200) -> Response:
    """Return the answer as JSON."""
    return Response(encoded(answer), code, mimetype="application/json")


def refused(error: Exception, code: int) -> Response:
    """Return an error as JSON, in every language."""
    return sent({"error": str(error), "messages": translations(error)}, code)


def encoded(answer: Json) -> bytes:
    """Return the answer as compact JSON."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate, as in a file name that is not UTF-8, becomes an escape.
    return text.encode("utf-8", "backslashreplace")
