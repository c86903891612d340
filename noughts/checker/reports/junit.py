"""The report as JUnit XML, for continuous integration."""

import re
from xml.etree import ElementTree

from noughts.checker.record import FAULTS, Check, Record, in_language
from noughts.checker.reports.wording import failure_lines
from noughts.texts import ENGLISH, Words, words

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
# Characters that XML 1.0 does not allow, even escaped.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def report(record: Record, language: str = ENGLISH) -> str:
    """Return one test case per check; checks that were not judged are skipped."""
    record, say = in_language(record, language), words(language)
    suite = ElementTree.Element(
        "testsuite",
        name=_text(record.file),
        tests=str(len(record.checks) + bool(record.refused_by)),
        failures=str(len(record.faults)),
        errors=str(int(bool(record.refused_by))),
        skipped=str(sum(_skipped(check) for check in record.checks)),
        time=f"{record.seconds:.3f}",
    )
    if record.refused_by:
        case = ElementTree.SubElement(suite, "testcase", classname="file", name="loads")
        ElementTree.SubElement(case, "error", message=_text(record.refusal))
    for check in record.checks:
        _add_case(suite, check, say)
    ElementTree.indent(suite)
    return f"{HEAD}\n{ElementTree.tostring(suite, encoding='unicode')}\n"


def _add_case(suite: ElementTree.Element, check: Check, say: Words) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=check.function,
        name=f"{check.name}: {check.sentence}",
    )
    if check.status in FAULTS:
        message = str(check.note)
        if check.failures:
            first = check.failures[0]
            message = say("report.instead", expected=first.expected, got=first.got)
        failure = ElementTree.SubElement(case, "failure", message=_text(message))
        examples = "\n\n".join(
            "\n".join([*failure_lines(each, say), *filter(None, [each.traceback])])
            for each in check.failures
        )
        failure.text = _text(examples or check.note)
    elif _skipped(check):
        ElementTree.SubElement(case, "skipped", message=_text(check.note))


def _skipped(check: Check) -> bool:
    return check.status in ("excused", "unjudged", "absent")


def _text(text: str) -> str:
    return FORBIDDEN.sub("�", text)
