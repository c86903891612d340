"""What a class is refused for, in other languages, found by the English form."""

import re
import tomllib
from functools import cache
from pathlib import Path

from noughts.words import words
from noughts.words.said import Said

FOLDER = Path(__file__).parent
NUMBER = re.compile(r"[0-9]{1,3}(,[0-9]{3})+")
PART = re.compile(r"\\\{(\w+)\\\}")


def sentence(text: str, language: str) -> str:
    """Return a sentence in a language, and its parts, found by the English form."""
    if isinstance(text, Said) and text.key:
        return text.in_language(language)
    for pattern, other in _sentences(language) if text else ():
        if found := pattern.fullmatch(text):
            parts = found.groupdict().items()
            return other.format(**{n: _part(text, language) for n, text in parts})
    return text


def _part(text: str, language: str) -> str:
    if NUMBER.fullmatch(text):
        return words(language).number(int(text.replace(",", "")))
    return sentence(text, language)


@cache
def _sentences(language: str) -> list[tuple[re.Pattern[str], str]]:
    """Return what to look for and what to say instead, the most definite first."""
    path = FOLDER / f"{language}.toml"
    table = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    rows = table.get("sentences", {}).items()
    definite = sorted(rows, key=lambda row: -len(re.sub(r"{.+?}", "", row[0])))
    return [
        (re.compile(PART.sub(r"(?P<\1>.+?)", re.escape(english)), re.DOTALL), other)
        for english, other in definite
    ]
