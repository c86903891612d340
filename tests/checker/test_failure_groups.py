"""The failures of a check are grouped by what went wrong."""

from types import SimpleNamespace

from noughts.checker.verdicts import MOST_CAUSES, group

RULE = SimpleNamespace(name="a check")


def failing(*causes):
    """Return failures with these causes; None stands for a wrong answer."""
    return [
        (number, SimpleNamespace(failed=cause is not None, said=cause or str(number)))
        for number, cause in enumerate(causes)
    ]


def test_wrong_answers_are_one_group_and_each_error_another():
    groups = group(RULE, failing(None, "A", None, "B", "A", "an answer"))
    assert [(each.question, each.cases) for each in groups] == [
        *((0, 2), (1, 2)),
        *((3, 1), (5, 1)),
    ]


def test_the_last_group_takes_the_causes_that_are_too_many():
    causes = [str(number) for number in range(MOST_CAUSES + 3)]
    groups = group(RULE, failing(*causes, "0"))
    assert len(groups) == MOST_CAUSES
    assert [each.cases for each in groups] == [2, *[1] * (MOST_CAUSES - 2), 4]
    assert groups[-1].question == MOST_CAUSES - 1
