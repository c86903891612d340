"""The judge over files that are ours, asked in this process."""

from helpers.in_process import ask_in_process

from noughts.checker import style
from noughts.checker.conversation import judge
from noughts.checker.driver import converse
from noughts.checker.rubric import load


def judged(path, **chosen):
    """Return the record of a file that is ours."""
    source = path.read_bytes()
    if "remarks" not in chosen:
        chosen["remarks"] = style.findings(source)
    return converse(judge(source, path.name, load(), **chosen), ask_in_process)
