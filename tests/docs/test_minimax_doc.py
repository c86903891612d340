"""The page about Minimax: its Python is run, and its figures are right."""

import doctest
import re

from conftest import ROOT

PAGE = ROOT / "docs" / "minimax.md"


def test_every_piece_of_python_on_the_page_does_what_the_page_says():
    names = {}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) > 10
    for block in blocks:
        if block.startswith(">>>"):
            example = parser.get_doctest(block, names, "minimax.md", str(PAGE), 0)
            example.globs = names  # what the functions above see too
            runner.run(example, clear_globs=False)
        else:
            exec(block, names)
    assert runner.summarize(verbose=False).failed == 0


def test_the_page_names_the_slip_and_mends_it():
    text = PAGE.read_text("utf-8")
    assert "minEval <- max(minEval, eval)" in text
    assert "minEval <- min(minEval, eval)" in text
