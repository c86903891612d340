"""
Slips in a function, most of them in its search, shown by the file's own text.

Many files give the same wrong answers, so answers alone cannot tell why a search goes
wrong. The text can. Some slips are seen in it, beside what the calls did. The others
are proved by experiment: one place is changed, nothing else, and the file is asked
again. Only if its answers are right then was that place the cause.

The paragraphs of a docstring are the title, the explanation and the hint, in which
`{line}` and `{code}` stand for the place.
"""
