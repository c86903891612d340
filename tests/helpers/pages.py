"""Code blocks in the documentation: found and run."""

import doctest
import re

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(path, language):
    """Return the fenced blocks of a language on a page."""
    fences = FENCE.findall(path.read_text("utf-8"))
    return [body for word, body in fences if word == language]


def run_block(block, session, name):
    """Run a block; a doctest must print what it shows."""
    if not block.startswith(">>>"):
        exec(compile(block, name, "exec"), session)
        return
    test = doctest.DocTestParser().get_doctest(block, session, name, name, 0)
    test.globs = session  # shared with the functions above
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test, clear_globs=False).failed == 0
