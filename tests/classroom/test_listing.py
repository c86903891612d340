"""A student's own code on the student's page, with remarks at their lines."""

from dataclasses import replace

import pytest
from helpers.records import RECORD

from noughts.checker import style
from noughts.checker.record import NamedMistake, in_language
from noughts.classroom.class_report.listing import MOST_LINES, list_lines
from noughts.texts import LANGUAGES
from noughts.texts.said import quotation

TEXT = b"import os\n\n\ndef player(board):\n\treturn X\n"
MISTAKE = NamedMistake(
    "always_x",
    "player",
    quotation("It is always X's turn."),
    quotation(""),
    quotation(""),
    line=5,
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_remarks_are_at_their_lines_in_the_language_of_the_report(language):
    checks = tuple(style.style_checks(style.findings(TEXT)))
    record = replace(RECORD, checks=checks, mistakes=(MISTAKE,))
    spoken = in_language(record, language)
    lines = list_lines(TEXT, spoken)
    expected = TEXT.decode().expandtabs().splitlines()
    assert [line.text for line in lines] == expected
    assert [line.number for line in lines] == [1, 2, 3, 4, 5]
    said = [str(f.got) for check in spoken.checks for f in check.failures]
    at = {line.number: line.remarks for line in lines if line.remarks}
    assert at[5] == ("player: It is always X's turn.", *at[5][1:])
    assert {"os" in remark for remark in at[1]} == {True}
    assert {each for some in at.values() for each in some} == {*said, at[5][0]}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_end_of_a_line_counts_and_letters_that_hide_are_shown(end):
    text = end.join(["x = 1", "y = '\x1b[2J\u202e'", ""]).encode()
    lines = list_lines(text, RECORD)
    assert [line.text for line in lines][:2] == ["x = 1", r"y = '\x1b[2J\u202e'"]


def test_no_file_and_no_end_of_it_make_a_page_too_long():
    assert list_lines(b"\n", RECORD) == []
    assert len(list_lines(b"x\n" * 10_000, RECORD)) == MOST_LINES
    [line] = list_lines(b"x" * 100_000, RECORD)
    assert len(line.text) < 500
