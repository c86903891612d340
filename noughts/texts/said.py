"""
Facts as text: a sentence that keeps its key and its parts.

Findings are kept as facts, `Said("hint.late", function="minimax")`. The text of a fact
is English; `in_language` translates it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Self, cast

from noughts.texts import ENGLISH, NoughtsError, SentenceKey, words

Convert = Callable[[Any], Any]  # of the value of a part


class Said(str):
    """
    A sentence of the language tables, with the parts that fill it.

    Parts are numbers, texts, lists of them, and other facts. Without a key it is a
    quotation: code, or a message of Python or ruff.
    """

    key: SentenceKey
    parts: Mapping[str, Any]

    def __new__(cls, key: str = "", /, **parts: Any) -> Self:
        return cls.fill(key, parts, ENGLISH)

    @classmethod
    def fill(
        cls, key: str | SentenceKey, parts: Mapping[str, Any], language: str
    ) -> Self:
        """Return a fact in a language."""
        said = super().__new__(cls, words(language)(key, **parts))
        said.key, said.parts = cast(SentenceKey, key), parts
        return said

    @classmethod
    def of(cls, error: NoughtsError) -> Self:
        """Return what an error says as a fact."""
        return cls.fill(error.key, error.parts, ENGLISH)

    def __reduce__(self) -> Any:
        return from_fact, (self.fact,)

    def in_language(self, language: str) -> "Said":
        """Return the same fact in a language."""
        return Said.fill(self.key, self.parts, language)

    def changed(self, change: Convert) -> "Said":
        """Return the fact with every part changed, recursively."""
        parts = {n: _changed(value, change) for n, value in self.parts.items()}
        return Said.fill(self.key, parts, ENGLISH)

    def with_parts(self, **parts: Any) -> "Said":
        """Return the same sentence with some other parts."""
        return Said.fill(self.key, {**self.parts, **parts}, ENGLISH)

    @property
    def is_quotation(self) -> bool:
        """Whether the text is not ours, so that it is the same in every language."""
        return not self.key

    @property
    def fact(self) -> list[Any]:
        """The key and the parts as plain data for JSON."""
        return [self.key, {name: _plain(value) for name, value in self.parts.items()}]


def named(section: str, name: str) -> Said:
    """Return the sentence with a name in a section; a quotation if there is none."""
    key = f"{section}.{name}"
    return Said(key) if key in words() else quotation(name)


def name_of(said: Said, section: str) -> str:
    """Return the name that `named` was given."""
    return cast(str, said.key).removeprefix(f"{section}.") or str(said)


def quotation(text: str) -> Said:
    """Return a quotation, which is the same in every language."""
    return Said("", text=text) if text else Said()


def from_fact(fact: Any) -> Said:
    """Return the fact from its plain data."""
    key, parts = fact
    return Said(key, **{name: _unplain(value) for name, value in parts.items()})


def _plain(value: Any) -> Any:
    if isinstance(value, Said):
        return {"fact": value.fact}
    several = isinstance(value, list | tuple)
    return [_plain(each) for each in value] if several else value


def _unplain(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {"fact"}:
        return from_fact(value["fact"])
    return [_unplain(each) for each in value] if isinstance(value, list) else value


def _changed(value: Any, change: Convert) -> Any:
    if isinstance(value, Said):
        return value.changed(change)
    if isinstance(value, list | tuple) and any(isinstance(v, Said) for v in value):
        return [_changed(each, change) for each in value]
    return change(value)
