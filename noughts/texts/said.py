"""
Facts as text: a sentence that keeps its key and its parts.

Findings are kept as facts, `Said("hint.late", function="minimax")`. The text of a fact
is English; `in_language` translates it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Self

from noughts.texts import ENGLISH, words

Convert = Callable[[Any], Any]  # of the value of a part


class Said(str):
    """
    A sentence of the language tables, with the parts that fill it.

    Parts are numbers, texts, lists of them, and other facts. Without a key it is a
    quotation: code, or a message of Python or ruff.
    """

    key: str
    parts: Mapping[str, Any]

    def __new__(cls, key: str = "", /, **parts: Any) -> Self:
        return cls.fill(key, parts, ENGLISH)

    @classmethod
    def fill(cls, key: str, parts: Mapping[str, Any], language: str) -> Self:
        """Return a fact in a language."""
        said = super().__new__(cls, words(language)(key, **parts))
        said.key, said.parts = key, parts
        return said

    def __reduce__(self) -> Any:
        return from_fact, (self.fact,)

    def in_language(self, language: str) -> "Said":
        """Return the same fact in a language."""
        return Said.fill(self.key, self.parts, language)

    def changed(self, change: Convert) -> "Said":
        """Return the fact with every part changed, recursively."""
        parts = {n: _changed(value, change) for n, value in self.parts.items()}
        return Said(self.key, **parts)

    @property
    def fact(self) -> list[Any]:
        """The key and the parts as plain data for JSON."""
        return [self.key, {name: _plain(value) for name, value in self.parts.items()}]


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
