"""
The checker: a verdict on any `tictactoe.py`, on every position, with reasons.

`judge` reads a file, puts the questions of the `conversation` to it in the sandbox, and
applies a `rubric` to the record. To change a verdict, look in

- `questions`, `truth`: what is asked, and the right answer
- `answers`, `answer_sheet`: what can be answered
- `checks`, `verdicts`, `hints`: which check fails, with which examples and hint
- `judge_contract`, `conversation`, `judge_minimax`, `games`: the order of asking
- `blame`: which failure is excused because another function is wrong
- `why`: which mistake of the catalogue explains a failure
- `evidence`, `style`, `source_text`: the search, ruff, names and imports
- `record`: the result; `reports` make text and pages of it
"""
