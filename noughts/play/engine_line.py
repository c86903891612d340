"""Where an engine failed: the line of its file."""

from noughts.texts import NoughtsError


def failing_line(error: NoughtsError) -> str:
    """Return the line of the file that raised an error, such as "12: return best"."""
    *_, call = error.parts.get("traceback", "").split("\nline ")
    return ": ".join(map(str.strip, call.removeprefix("line ").splitlines()))
