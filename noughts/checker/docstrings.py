"""The docstrings that a student reads, also where Python was told to drop them."""

import ast
import inspect
import textwrap
from collections.abc import Callable


def docstring(function: Callable[..., object]) -> str:
    """Return a function's docstring; under `python -OO`, the one of its source."""
    if function.__doc__:
        return function.__doc__
    source = textwrap.dedent(inspect.getsource(function))
    definition = ast.parse(source).body[0]
    assert isinstance(definition, ast.FunctionDef)
    return ast.get_docstring(definition, clean=False) or ""


def paragraphs(told: Callable[..., object]) -> list[str]:
    """Return the title, the explanation and the hint in a docstring."""
    return [" ".join(text.split()) for text in docstring(told).split("\n\n")]
