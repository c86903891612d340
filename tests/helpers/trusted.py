"""The judge over files that are ours, asked in this process."""

from noughts.checker import style
from noughts.checker.asking import converse
from noughts.checker.conversation import judge
from noughts.checker.rubric import load
from noughts.checker.trusting import ask_here


def judged(path, **chosen):
    """Return the record of a file that is ours."""
    source = path.read_bytes()
    chosen.setdefault("remarks", style.findings(source))
    return converse(judge(source, path.name, load(), **chosen), ask_here)
