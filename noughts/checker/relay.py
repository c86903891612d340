"""
The judge as a JSON conversation, for a browser.

JavaScript carries the messages between two workers: one runs the judge, the other the
file. `begin` returns the first request. `read` takes answers while the engine still
works on others; `pass_on` returns the next request, or "done".
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Mapping
from typing import Any, get_args

from noughts.checker import style, trace_file
from noughts.checker.answers import Answer, died, late, read_line, read_value
from noughts.checker.asking import Answers, Ask, Effort, UnjudgedError
from noughts.checker.judge import judge
from noughts.checker.own_search.calls import UnreadableError
from noughts.checker.own_search.own_recording import recording, sentences
from noughts.checker.record import Check, Record, failing, in_language, to_json
from noughts.checker.reports import html
from noughts.checker.reports.wording import CASE
from noughts.checker.rubric import apply, load
from noughts.checker.yardstick import as_it_counts
from noughts.game.contract import FUNCTIONS, LARGEST_FILE, RULES, LoadFault
from noughts.sandbox import notebook, protocol
from noughts.texts import LANGUAGES, translations, words
from noughts.texts.said import Said

# Placed behind a single function, so that its lines keep their numbers.
MARKS = 'X, O, EMPTY = "X", "O", None\n'
# These have one check for each kind of position, so the counts of their checks add up.
SPLIT = ("winner", "terminal", "utility")
# Seconds for tracing a search; in a browser, where Python is slower, three times that.
IN_A_BROWSER = 2.0
INITIAL_STATE = "def initial_state():\n    return [[EMPTY] * 3 for _ in range(3)]\n"


class CarriedTalk(ABC):
    """A talk with a file, carried as JSON; at its end `keep` takes what it returns."""

    def __init__(
        self,
        talk: Generator[Ask, Answers, Any],
        modules: Mapping[str, str] | None = None,
    ) -> None:
        self._talk = talk
        self._received: list[Answer | None] = []
        self._modules = dict(modules or {})
        self._asked = Ask("", {}, "", [])  # the latest request

    @abstractmethod
    def keep(self, returned: Any) -> None:
        """Take what the talk returns."""

    def begin(self) -> str:
        """Return the first request as JSON, or "done" if the file cannot be judged."""
        return self._next(lambda: next(self._talk))

    def read(self, answers: str) -> int:
        """
        Take some answers to a request, as JSON; return how many are strikes.

        An answer is a line from the engine, [seconds] after a timeout, {"why": ...} if
        the worker ended, or null if the question was not asked.
        """
        before = len(self._received)
        for said in json.loads(answers):
            self._received.append(self._read(said))
        return sum(bool(each and each.is_strike) for each in self._received[before:])

    def pass_on(self, answers: str = "[]") -> str:
        """Take the last answers to a request; return the next request, or "done"."""
        self.read(answers)
        received, self._received = self._received, []
        return self._next(lambda: self._talk.send(received))

    def refuse(self, why: str) -> str:
        """Take the reason why the file cannot be loaded; return the next request."""
        self._received = []
        return self._next(lambda: self._talk.throw(refusal(why)))

    def _read(self, said: Any) -> Answer | None:
        match said:
            case None:
                return None
            case str() if self._asked.function not in FUNCTIONS:
                status, _, text = said.partition(" ")
                try:
                    value = protocol.decode(text)
                except ValueError:
                    status = "odd"
                return read_value(value) if status == "ok" else died(status)
            case str():
                return read_line(said)
            case [int() | float() as seconds]:
                question = self._asked.questions[len(self._received)]
                return as_it_counts(late(seconds), self._asked, question, seconds)
            case {"why": str(why)}:
                return died(why)
        return died("unknown")

    def _next(self, say: Callable[[], Ask]) -> str:
        """Return the next request, or "done" once the talk has returned."""
        try:
            asked = say()
        except StopIteration as end:
            self.keep(end.value)
            return "done"
        self._asked = asked
        is_plain = asked.function not in FUNCTIONS
        in_text = protocol.encode if is_plain else str
        return json.dumps(
            {
                "function": asked.function,
                "source": asked.source,
                "modules": self._modules,
                "setup": protocol.encode(dict(asked.setup)),
                "verb": "call" if is_plain else "ask",
                "questions": [*map(in_text, asked.questions)],
                "strikes": asked.strikes,
                "seconds": asked.patience(Effort()),
                "fresh": asked.fresh,
                "apart": asked.apart,
            }
        )


class Carried(CarriedTalk):
    """A file being judged; `record` is set at the end."""

    def __init__(
        self,
        source: bytes,
        name: str,
        functions: Collection[str] = FUNCTIONS,
        modules: Mapping[str, str] | None = None,
        supplied: Collection[str] = (),
    ) -> None:
        self.record: Record | None = None
        self._program = notebook.program(source)
        self.checks: dict[str, list[Check]] = {}  # by function, while judging
        self.first: Check | None = None  # that a wrong answer failed, while judging
        talk = judge(
            source,
            name,
            functions,
            watched=self.checks,
            supplied=supplied,
            tell=self._keep_first,
        )
        super().__init__(talk, modules)

    def keep(self, returned: Record) -> None:
        self.record = apply(load(), returned)

    def _keep_first(self, check: Check) -> None:
        self.first = check

    def for_ruff(self) -> str:
        """Return the file's text and the settings for ruff as WebAssembly, as JSON."""
        small = len(self._program) <= LARGEST_FILE  # otherwise it is refused
        text = style.readable(self._program if small else b"")
        return json.dumps({"text": text, "settings": style.SETTINGS})

    def add_style(self, found: str) -> None:
        """
        Add the verdict on style to the record.

        `found` is what ruff found in the text of `for_ruff` as JSON, or null if it
        crashed.
        """
        assert self.record is not None
        remarks: style.Remarks = "crashed"
        if (remarked := json.loads(found)) is not None:
            remarks = style.remarks_about(style.readable(self._program), remarked)
        self.record = apply(load(), style.with_style(self.record, remarks))


class CarriedTrace(CarriedTalk):
    """A file whose own search is traced; `shown` is set at the end."""

    def __init__(
        self, source: bytes, board: str = "", supplied: Collection[str] = ()
    ) -> None:
        self.shown: dict[str, Any] = {}
        program = notebook.program(source)
        super().__init__(shown_search(program, board, IN_A_BROWSER, supplied))

    def keep(self, returned: dict[str, Any]) -> None:
        self.shown = returned


def refusal(why: str) -> UnjudgedError:
    """Return an engine's reason as an error; the engine is not trusted."""
    try:
        fault, parts, *ours = json.loads(why)  # the page itself leaves the last one out
        is_ours = len(ours) == 1 and ours[0] is True
        plain = all(isinstance(each, str | int) for each in parts.values())
        if plain and fault in get_args(LoadFault):
            return UnjudgedError(fault, is_ours=is_ours, **parts)
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        pass
    return UnjudgedError("ends_process", why="worker")


def standing(checks: Mapping[str, list[Check]]) -> dict[str, str]:
    """Return the verdicts on the functions judged so far."""
    return {
        name: "failed" if failing(checks_of) else "passed"
        for name, checks_of in [*checks.items()]  # a check goes on meanwhile
    }


def first_wrong(check: Check | None) -> dict[str, Any] | None:
    """
    Return the first wrong answer of a file, by language, while its check goes on.

    Each has the function, the call, and the board, expected and given answer.
    """
    if check is None or not check.failures:
        return None
    return {language: _first_wrong(check, language) for language in LANGUAGES}


def _first_wrong(check: Check, language: str) -> dict[str, str]:
    failure = in_language(check, language).failures[0]
    shown = {name: str(getattr(failure, name)) for name in CASE}
    return {"function": check.function, **shown}


def report(record: Record) -> dict[str, Any]:
    """Return the record, and its report as HTML in each language."""
    return {
        "record": to_json(record),
        "html": {language: html.fragment(record, language) for language in LANGUAGES},
        "style": html.stylesheet(),
    }


def shown_search(
    source: bytes,
    board: str = "",
    seconds: float = trace_file.LONG,
    supplied: Collection[str] = (),
) -> Generator[Ask, Answers, dict[str, Any]]:
    """Trace a file's own search; return the recording, or why there is none."""
    try:
        found, is_smaller = yield from trace_file.trace_file(
            source, board, seconds, supplied
        )
    except UnreadableError as error:
        return {"unreadable": translations(error)}
    except UnjudgedError as error:
        return {"unreadable": in_languages(error.why)}
    if found is None:
        why = "own.right_here" if board else "own.no_place"
        return {"unreadable": in_languages(Said(why))}
    told = dict[str, str]()
    for name in LANGUAGES:
        say = words(name)
        first = [say("own.smaller")] if is_smaller else []
        told[name] = " ".join([*first, *sentences(found, say, "_here")])
    return recording(found) | {"sentence": told, "source": found.source}


def in_languages(said: Said) -> dict[str, str]:
    """Return a sentence in every language."""
    return {name: str(said.in_language(name)) for name in LANGUAGES}


# --- One function -----------------------------------------------------------


def others(function: str) -> list[str]:
    """Return the functions that the judge supplies beside a student's one."""
    if function not in FUNCTIONS:
        raise ValueError(f"the contract has no function {function!r}")
    return [name for name in RULES if name != function]


def in_place_of_ours(function: str, text: str) -> bytes:
    """Return a function's text as a file with the names that no table supplies."""
    more = MARKS if function == "initial_state" else MARKS + INITIAL_STATE
    return f"{text}\n{more}".encode("utf-8", "surrogatepass")


def verdicts_on(record: Record, function: str) -> dict[str, Any]:
    """Return the verdict on a function that replaced ours, by language."""
    return {each: verdict_on(record, function, each) for each in LANGUAGES}


def verdict_on(record: Record, function: str, language: str) -> dict[str, Any]:
    """Return the verdict on a function that replaced ours."""
    if record.refused_by:
        return {"error": record.refusal.in_language(language)}
    spoken = in_language(record, language)
    checks = [check for check in spoken.checks if check.function == function]
    failed = [check for check in checks if check.status != "passed"]
    asked, wrong = counts(checks)
    answer: dict[str, Any] = {
        "passed": bool(checks) and not failed,
        "asked": asked,
        "failing": wrong,
    }
    shown = [failure for check in failed for failure in check.failures]
    if shown:
        names = ("call", "board", "expected", "got", "hint")
        answer["failure"] = {name: getattr(shown[0], name) for name in names}
    elif failed:
        answer["error"] = failed[0].note or failed[0].sentence
    return answer


def counts(checks: list[Check]) -> tuple[int, int]:
    """Return the number of questions, and of wrong answers."""
    apart = [c for c in checks if c.function in SPLIT and not c.name.endswith(".pure")]
    if any(check.failing for check in apart):
        return sum(each.asked for each in apart), sum(each.failing for each in apart)
    worst = max(checks, key=lambda check: (check.failing, check.asked), default=None)
    return (worst.asked, worst.failing) if worst else (0, 0)
