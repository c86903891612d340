"""Check a class: judge all files in parallel and write the report."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from noughts import files
from noughts.checker.record import Record, mapped
from noughts.classroom import feedback
from noughts.classroom.archives import File
from noughts.classroom.file_judge import FileJudge, add_style, line_of, read_lines
from noughts.classroom.gradebook import Gradebook
from noughts.classroom.hand_ins import Class, HandIn
from noughts.classroom.overview import Overview, page_of
from noughts.classroom.pool import run_jobs
from noughts.classroom.reports import pages
from noughts.classroom.similar import Named, find_similar
from noughts.contract import MachineError
from noughts.words import ENGLISH, Refused, Words, words

RESULTS, SHEETS = "results.jsonl", "print.html"  # names in the report's folder
INDEX, GRADES, PAGES, UPLOAD = "index.html", "grades.csv", "students", "upload"
OWN = (RESULTS, INDEX, GRADES, SHEETS, PAGES, UPLOAD)  # all files of a report
# Judges files and yields each with its record, or with an error of this machine.
Judged = Iterator[tuple[HandIn, Record | MachineError]]
RunJobs = Callable[[Iterable[HandIn], FileJudge], Judged]


def check_class(
    class_: Class,
    report: Path,
    judge: FileJudge,
    *,
    run: RunJobs = run_jobs,
    gradebook: Gradebook | None = None,
    others: Iterable[Named] = (),
    base: Iterable[bytes] = (),
    language: str = ENGLISH,
    progress: Callable[[HandIn], None] = lambda hand_in: None,
) -> Overview:
    """
    Judge every submission of a class, write a report, and fill in the gradebook.

    Each result is saved at once. If a run is stopped, the next one judges only new or
    changed files and writes the same report. Errors of this machine are listed, and the
    next run tries again. Raises Refused if the folder has files but no report, or if
    another run is writing there.
    """
    if files.holds_anything(report) and not (report / RESULTS).is_file():
        raise Refused("class.foreign", path=report)
    say, found = words(language), class_.hand_ins
    if gradebook:
        found = gradebook.add_lateness(found)
    chosen = [judge.prepare(each) for each in found]
    (report / PAGES).mkdir(parents=True, exist_ok=True)
    with files.alone_in(report):
        overview = Overview(
            class_.title,
            mapped(judge.counted, lambda said: said.in_language(language)),
            judge_all(chosen, judge, report / RESULTS, run, progress, say),
            class_.left_out,
            find_similar(list_sources(found, chosen), others, base),
        )
        write_report(report, overview, say)
        feedback.write_upload(report / UPLOAD, overview, gradebook, say)
    return overview


def judge_all(
    chosen: Sequence[HandIn],
    judge: FileJudge,
    results: Path,
    run: RunJobs,
    progress: Callable[[HandIn], None],
    say: Words,
) -> list[HandIn]:
    """
    Judge the files without a known result, equal files once; return all results.

    Each result is appended to a file as soon as it is known. At the end, the file is
    rewritten with one line per student, in the order of the class.
    """
    known, faults = dict(read_lines(results)), dict[str, str]()

    def conclude(each: HandIn) -> HandIn:
        record, fault = known.get(each.key), faults.get(each.key, "")
        return judge.conclude(each, record, fault, say.language)

    unknown = dict[str, HandIn]()
    for each in chosen:
        if each.key in known:
            known[each.key] = add_style(known[each.key], each.source)
        if each.key in known or each.refusal:
            progress(conclude(each))
        else:
            unknown[each.key] = each
    with results.open("ab") as file:
        file.write(b"\n")  # the last line of a stopped run may be incomplete
        for hand_in, result in run(unknown.values(), judge):
            if isinstance(result, Record):
                known[hand_in.key] = result
                file.write(line_of("", hand_in.key, result))
                file.flush()
            else:
                faults[hand_in.key] = say.message(result)
            for each in chosen:
                if each.key == hand_in.key:
                    progress(conclude(each))
    every = [conclude(each) for each in chosen]
    lines = (
        line_of(each.label, each.key * (each.key in known), record)
        for each in every
        for record in [replace(known.get(each.key, each.record), file=each.path)]
    )
    files.write_whole(results, lines, durable=True)
    return every


def list_sources(found: Sequence[HandIn], chosen: Sequence[HandIn]) -> list[Named]:
    """Return the files to compare; a group's submission counts once."""
    owners = dict[tuple[tuple[File, ...], bytes], list[str]]()
    for before, each in zip(found, chosen, strict=True):
        if each.source:
            owners.setdefault((before.files, each.source), []).append(each.label)
    return [(" + ".join(who), source) for (_, source), who in owners.items()]


def write_report(report: Path, overview: Overview, say: Words) -> None:
    """Write the pages and grades.csv, and remove outdated pages."""

    def write(name: str, text: str) -> None:
        files.write_whole(report / name, text.encode("utf-8", "replace"), durable=True)

    written = set[str]()
    for each in overview.hand_ins:
        if not each.fault:
            written.add(name := page_of(each.label))
            page = pages.render_student(each, overview.title, say)
            files.write_whole(report / name, page.encode("utf-8", "replace"))
    for path in (report / PAGES).glob(f"*-{'[0-9a-f]' * 8}.html"):
        if f"{PAGES}/{path.name}" not in written:
            path.unlink()  # of a student who is no longer in the class
    write(SHEETS, pages.render_sheets(overview, say))
    write(GRADES, feedback.render_grades(overview, say))
    write(INDEX, pages.render_class(overview, say))
