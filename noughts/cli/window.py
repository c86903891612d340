"""`noughts window`: the game in a window, which is `runner.py`."""

import importlib.util
from collections.abc import Sequence

from noughts.contract import hand_in


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window, and return its exit code."""
    spec = importlib.util.spec_from_file_location("runner", hand_in("runner.py"))
    assert spec is not None
    assert spec.loader is not None
    runner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(runner)
    code: int = runner.main(argv)
    return code
