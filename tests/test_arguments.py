"""What the library is given: numbers within their limits, or a clear error."""

from fractions import Fraction
from math import inf, nan
from pathlib import Path

import pytest

import noughts
from noughts.arguments import given_path, time_limit, whole_number


@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_whole_number_within_its_limits_is_taken(value):
    assert whole_number("jobs", value, 1, 3) == value


@pytest.mark.parametrize("value", [0, 4, 2.0, True, "2", None])
def test_any_other_value_is_named_with_what_was_expected(value):
    expected = f"jobs: {value!r} is not a whole number from 1 to 3"
    with pytest.raises(ValueError, match=expected):
        whole_number("jobs", value, 1, 3)


def test_without_an_upper_limit_any_number_from_the_least_up_is_taken():
    assert whole_number("jobs", 10**9, 1) == 10**9
    with pytest.raises(ValueError, match="jobs: 0 is not a whole number from 1 up"):
        whole_number("jobs", 0, 1)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [(1, 1.0), (0.5, 0.5), (Fraction(1, 4), 0.25), (inf, inf), (10**400, inf)],
)
def test_a_time_is_any_number_above_0(value, seconds):
    assert time_limit(value) == seconds


@pytest.mark.parametrize("value", [0, -1, -inf, nan, -(10**400), True, "1", None])
def test_what_is_no_time_is_refused(value):
    with pytest.raises(ValueError, match=r"seconds: .* is not a number above 0"):
        time_limit(value)


def test_a_path_is_given_as_one_or_as_text():
    assert given_path("a/b") == given_path(Path("a/b")) == Path("a/b")
    for value in ("", None, 3, b"a"):
        with pytest.raises(ValueError, match="is not a file"):
            given_path(value, "a file")


def test_what_the_package_does_not_have_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'noughts' has no attribute 'bests'"):
        noughts.bests  # noqa: B018 - to be fetched is what is tested
