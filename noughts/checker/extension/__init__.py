"""
What the judge adds inside the engine's process, once the file was run.

It asks many questions in one message and writes their answers down in the closed set;
it lets functions whose source shows that they are pure answer from memory; and it puts
right functions in the place of wrong ones, where the judge says so. The answers are
judged outside: nothing depends on trusting this process.

The files stand alone, and are sent as one text. There Python's own library may be a
student's by now: they import from it no more than they must.
"""

import ast
from functools import cache
from pathlib import Path
from typing import Any

from noughts.contract import NAMES

OURS = ("values", "telling", "remembering", "asker", "installing")
# Each uses those before it.
FILES = ("noughts.sandbox.native", *(f"{__name__}.{name}" for name in OURS))
ROOT = Path(__file__).parents[3]


def source(**setup: Any) -> str:
    """Return the extension of the sandbox as one text, its setup filled in."""
    return f"{_joined()}\nSETUP.update({setup | {'contract': NAMES}!r})\n"


@cache
def _joined() -> str:
    """Return the files as one: what they import from each other is there by then."""
    paths = [ROOT / f"{name.replace('.', '/')}.py" for name in FILES]
    texts = [path.read_text("utf-8") for path in paths]
    return "\n".join(["from __future__ import annotations", *map(_unbound, texts)])


def _unbound(text: str) -> str:
    """Return a file without what it imports from the others."""
    kept = text
    for part in ast.parse(text).body:
        if isinstance(part, ast.ImportFrom) and part.module in OWN:
            kept = kept.replace(ast.get_source_segment(text, part) or "", "", 1)
    return kept


OWN = {"__future__", *FILES}
