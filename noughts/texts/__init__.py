"""
The texts for people, by language: one table per language, one section per package.

A language is one file, `pt-BR.toml`, and a row beside the English one in
`feedback.toml`, for the checker. English is complete, and a test compares the others
with it. A sentence may have two forms, `{n} point|{n} points`: the first is for
one, the second for any other number. Errors carry a sentence's key and its parts, so
that they can be shown in any language.
"""

import errno
import os
import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, final

FOLDER = Path(__file__).parent
FEEDBACK = FOLDER / "feedback.toml"  # for students: each text in all languages
MISTAKES = (
    FOLDER.parent / "checker" / "mistakes" / "mistakes.toml"
)  # contains its own texts
ENGLISH = "en"
OTHERS = sorted({path.stem for path in FOLDER.glob("*.toml")} - {ENGLISH, "feedback"})
LANGUAGES = (ENGLISH, *OTHERS)


if TYPE_CHECKING:

    @final
    class SentenceKey:
        """
        The key of a sentence: a text that no program may read.

        What a program decides by must be a field. So for mypy a key is no text, and a
        comparison with one is an error.
        """

else:
    SentenceKey = str


class NoughtsError(Exception):
    """An error as the key of a sentence and its parts; `str()` is English."""

    def __init__(self, key: str, /, **parts: Any) -> None:
        # Without Exception.__init__, `args` stay as given and pickling works.
        self.key, self.parts = cast(SentenceKey, key), parts

    def __str__(self) -> str:
        return words().message(self)


class Refused(NoughtsError, ValueError):  # noqa: N818 - as people say it
    """Bad input: the sentence names the value and what was expected."""


class Words:
    """The sentences of one language: `words("check.points", n=2)`."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"{language!r} is not one of {', '.join(LANGUAGES)}")
        self.language = language
        self.table = _read(FOLDER / f"{language}.toml")

    @cached_property
    def feedback(self) -> dict[str, str]:
        """The checker's texts for students, read on first use."""
        own = tomllib.loads(FEEDBACK.read_text("utf-8"))
        rows = tomllib.loads(MISTAKES.read_text("utf-8"))
        return _flat(_spoken(own | {"mistakes": rows}, self.language))

    def __call__(self, key: str | SentenceKey, /, **parts: Any) -> str:
        """Return a sentence with its parts; the count `n` selects the plural."""
        key = cast(str, key)
        if not key:  # a quotation
            return str(parts.get("text", ""))
        forms = (self.table.get(key) or self.feedback[key]).split("|")
        form = forms[0] if parts.get("n", 1) == 1 else forms[-1]
        return form.format(**{name: self._part(name, parts[name]) for name in parts})

    def __contains__(self, key: str) -> bool:
        return key in self.table or key in self.feedback

    def message(self, error: BaseException) -> str:
        """Return the message of an error, translated if it is ours."""
        if isinstance(error, NoughtsError):
            return self(error.key, **error.parts)
        if isinstance(error, OSError) and error.filename and error.strerror:
            return f"{error.filename}: {self.system_error(error)}"
        return str(error)

    def system_error(self, error: OSError) -> str:
        """Return what the system says, in this language if it is a usual trouble."""
        key = f"system.{errno.errorcode.get(error.errno or 0)}"
        return self(key) if key in self else error.strerror or str(error)

    def _part(self, name: str, value: Any) -> str:
        """Return a part of a sentence, formatted for this language."""
        match name, value:
            case _, object(key=key, parts=parts):  # an error or a fact
                return self(key, **parts)
            case "why", OSError():
                return self.system_error(value)
            case _, OSError():
                return self.message(value)
            case "lines", [*numbers]:
                named = self.listed([*map(str, numbers)])
                return self("report.line", n=len(numbers), lines=named)
            case "line", int():  # of a notebook, 3005 is line 5 of cell 3
                return str(value)
            case "code", str():
                return self(f"observe.search.{value}")
            case "textbook", dict():
                searches = ((self(f"observe.textbook.{n}"), value[n]) for n in value)
                return ", ".join(f"{name} {self.number(n)}" for name, n in searches)
            case "causes", [*names]:
                return self.listed([f"`{each}`" for each in names])
            case "actions", [*cells]:
                return self.listed([str(tuple(each)) for each in cells], "or")
            case _, [object(key=_), *_]:
                return "; ".join(self(each.key, **each.parts) for each in value)
            case _, [*names]:
                return self.listed([str(each) for each in names])
            case _, int() | float() if type(value) is not bool:
                return self.number(value)
        return str(value)

    def listed(self, parts: list[str], last: str = "and") -> str:
        """Return parts as a list in a sentence: `1, 2 and 3`; or with `or`."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self(f'list.{last}')} {parts[-1]}"

    def number(self, value: float, digits: int | None = None) -> str:
        """Return a formatted number: `1,940` in English, `1.940` in Brazil."""
        short = f"{round(value, 2):,.12g}"
        number = short if digits is None else f"{value:,.{digits}f}"
        return number.translate(str.maketrans(",.", self("number.marks")))

    def verdict(self, outcome: int, moves: int, length: str = "") -> str:
        """Return a verdict: `wins in 3`, or in the long form `wins in 3 moves`."""
        name = {1: "wins", 0: "draw", -1: "loses"}[outcome]
        return self(f"verdict{length and '.' + length}.{name}", n=moves)


@cache
def words(language: str = ENGLISH) -> Words:
    """Return the sentences of a language, read once."""
    return Words(language)


def translations(error: BaseException) -> dict[str, str]:
    """Return the message of an error in every language."""
    return {name: words(name).message(error) for name in LANGUAGES}


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the environment, or English if we lack it."""
    variables = map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next(filter(None, variables), "")
    alike = (name for name in LANGUAGES if name[:2] == wanted[:2].lower())
    return next(alike, ENGLISH)


def _read(path: Path) -> dict[str, str]:
    """Return the sentences of a file."""
    return _flat(tomllib.loads(path.read_text("utf-8")))


def _spoken(table: Mapping[str, Any], language: str) -> Any:
    """Return nested tables whose texts are those of one language."""
    if ENGLISH in table:
        return table.get(language, table[ENGLISH])
    tables = {name: each for name, each in table.items() if isinstance(each, Mapping)}
    return {name: _spoken(each, language) for name, each in tables.items()}


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Return nested tables as one flat table with dotted names."""
    flat = dict[str, str]()
    for name, value in table.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat
