"""
The checker: a verdict on any `tictactoe.py`, on every position, with reasons.

`check_file` reads a file, puts the questions of the `judge` to it in the sandbox, and
applies a `rubric` to the record. To change a verdict, look in

- `questions`, `truth`: what is asked, and the right answer
- `answers`, `answer_sheet`: what can be answered
- `checks`, `verdicts`, `hints`: which check fails, with which examples and hint
- `first_look`, `judge`, `judge_contract`, `judge_minimax`, `whole_games`: the order
- `blame`: which failure is excused because another function is wrong
- `reliance`: which lines rely on what a wrong function returns
- `find_mistakes`: which mistake of the catalogue explains a failure
- `evidence`, `style`, `source_text`: the search, ruff, names and imports
- `record`: the result; `reports` make text and pages of it
"""

from noughts.checker.check_file import check_file

__all__ = ["check_file"]
