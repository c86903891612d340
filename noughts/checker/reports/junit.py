"""The report as JUnit XML, which continuous integration reads."""

import re
from xml.etree import ElementTree

from noughts.checker.record import FAULTS, Check, Record

# What XML 1.0 cannot hold at all, escaped or not.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def report(record: Record) -> str:
    """Return one test case for each check; what was not judged counts as skipped."""
    suite = ElementTree.Element(
        "testsuite",
        name=_text(record.file),
        tests=str(len(record.checks) + bool(record.refusal)),
        failures=str(len(record.faults)),
        errors=str(int(bool(record.refusal))),
        skipped=str(sum(_skipped(check) for check in record.checks)),
        time=f"{record.seconds:.3f}",
    )
    if record.refusal:
        case = ElementTree.SubElement(suite, "testcase", classname="file", name="loads")
        ElementTree.SubElement(case, "error", message=_text(record.refusal))
    for check in record.checks:
        _add_case(suite, check)
    ElementTree.indent(suite)
    text = ElementTree.tostring(suite, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _add_case(suite: ElementTree.Element, check: Check) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=check.function,
        name=f"{check.name}: {check.sentence}",
    )
    if check.status in FAULTS:
        first = check.failures[0] if check.failures else None
        said = f"expected {first.expected}, got {first.got}" if first else check.note
        failure = ElementTree.SubElement(case, "failure", message=_text(said))
        failure.text = _text("\n\n".join(map(_told, check.failures)) or check.note)
    elif _skipped(check):
        ElementTree.SubElement(case, "skipped", message=_text(check.note))


def _told(failure: object) -> str:
    names = ("call", "board", "expected", "got", "verdict", "hint", "traceback")
    told = ((name, getattr(failure, name)) for name in names)
    return "\n".join(f"{name}: {value}" for name, value in told if value)


def _skipped(check: Check) -> bool:
    return check.status in ("excused", "unjudged", "absent")


def _text(text: str) -> str:
    return FORBIDDEN.sub("�", text)
