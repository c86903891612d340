"""The judge of trusted files, in this process."""

from helpers.in_process import ask_in_process

from noughts.checker import style
from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.rubric import apply, load


def judged(path, **chosen):
    """Return the record of a trusted file."""
    source = path.read_bytes()
    if "remarks" not in chosen:
        chosen["remarks"] = style.findings(source)
    record = converse(judge(source, path.name, **chosen), ask_in_process)
    return apply(load(), record)
