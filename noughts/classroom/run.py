"""Check a class: judge all files in parallel and write the report."""

import hashlib
import sys
from collections import defaultdict
from collections.abc import (
    Callable,
    Collection,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from noughts import files
from noughts.checker.record import Record, in_language
from noughts.classroom import class_report, feedback
from noughts.classroom.adjustments import (
    Adjustment,
    Assigned,
    assign,
    find_students,
)
from noughts.classroom.choice import ChosenFile
from noughts.classroom.feedback import Worksheet
from noughts.classroom.file_judge import (
    FileJudge,
    Judgement,
    ResultLine,
    add_style,
    line_of,
    read_lines,
)
from noughts.classroom.hand_ins import Class, HandIn
from noughts.classroom.kept import (
    KEPT,
    UPLOAD,
    AdjustmentsFile,
    Kept,
    LastGrade,
    WorksheetFile,
    read_kept,
    write_kept,
)
from noughts.classroom.overview import (
    CHANGE_REASONS,
    COMPARISONS,
    PAGES,
    ChangeReason,
    GradeChange,
    Overview,
)
from noughts.classroom.pool import run_jobs
from noughts.classroom.similar import GROUP, Named, find_similar
from noughts.classroom.stages import (
    UNDONE,
    GradedHandIn,
    NothingToJudge,
    Submission,
    ToJudge,
)
from noughts.texts import ENGLISH, Refused, Words, words
from noughts.texts.said import Said

UNPROTECTED = ("darwin", "win32")  # systems on which the sandbox hides no files
DIGEST = 16  # characters of a hash
RESULTS, SHEETS = "results.jsonl", "print.html"  # names in the report's folder
INDEX, GRADES = "index.html", "grades.csv"
OWN = (RESULTS, INDEX, GRADES, SHEETS, PAGES, COMPARISONS, UPLOAD, KEPT)  # all files


class Grading:
    """A class being graded: the submissions, and what is known about their files."""

    def __init__(
        self, title: str, submissions: list[Submission], left_out: list[str]
    ) -> None:
        self.title, self.submissions, self.left_out = title, submissions, left_out
        self.results = dict[str, Judgement]()  # by key
        self.appeal = ""  # the label of the only student who is judged, if there is one
        self.assigned = Assigned({}, [])  # the teacher's adjustments

    def waiting(self) -> dict[str, ChosenFile]:
        """Return the files without a result by key: each different file once."""
        every = (each for each in self.submissions if isinstance(each, ToJudge))
        files = (item for each in every for item in each.files.items())
        return {key: file for key, file in files if key not in self.results}

    def is_done(self, submission: Submission) -> bool:
        """Return whether the result of a submission is known."""
        if isinstance(submission, NothingToJudge):
            return True
        return submission.files.keys() <= self.results.keys()

    def conclude(
        self, submission: Submission, judge: FileJudge, language: str = ENGLISH
    ) -> GradedHandIn:
        """Return a hand-in with its points, adjusted by the teacher."""
        graded = judge.conclude(submission, self.results, language)
        return adjust(graded, self.assigned.by_label.get(graded.label), language)

    def write_report(
        self,
        report: Path,
        graded: Sequence[GradedHandIn],
        judge: FileJudge,
        kept: Kept,
        worksheet: Worksheet | None,
        *,
        overwrite: bool = False,
        others: Iterable[Named] = (),
        base: Iterable[bytes] = (),
        language: str = ENGLISH,
    ) -> Overview:
        """
        Write the report, fill in the worksheet, and return the overview.

        Files to upload are removed first and written last, so that a run that fails in
        between leaves none with other grades than `grades.csv`.
        """
        say = words(language)
        if worksheet and not worksheet.joined.is_other_class:
            graded = [*worksheet.gradebook.add_lateness(worksheet.joined, graded)]
        files.write_whole(report / RESULTS, self.result_lines(graded))
        grades = self.grades(judge, graded)
        overview = Overview(
            self.title,
            in_language(judge.counted, language),
            graded,
            self.left_out,
            find_similar(list_sources(graded), others, base),
            changes=find_changes(kept.grades, grades),
            unused=self.assigned.unused,
            has_rights=sys.platform in UNPROTECTED,
        )
        if worksheet and worksheet.joined.is_other_class:
            overview = replace(overview, stranger=worksheet.gradebook.table.path)
        elif worksheet:
            filled = feedback.fill(worksheet, overview, kept.own, overwrite, say)
            overview = replace(overview, filled=filled)
            kept = replace(kept, own=filled.own)
        uploads = dict(feedback.files_to_upload(overview, say))
        known = {**kept.grades, **grades}
        labels = [each.label for each in graded if each.label in known]
        kept = replace(kept, grades={label: known[label] for label in labels})
        write_kept(report, replace(kept, uploads=(*uploads,)))
        for name in kept.uploads:
            (report / UPLOAD / name).unlink(missing_ok=True)
        write_pages(report, overview, say)
        for name, data in uploads.items():
            (report / UPLOAD).mkdir(exist_ok=True)
            files.write_whole(report / UPLOAD / name, data)
        return overview

    def grades(
        self, judge: FileJudge, graded: Iterable[GradedHandIn]
    ) -> dict[str, LastGrade]:
        """Return what the next run compares with, for everybody with a result."""
        rubric = digest_of(judge.counted)
        return {
            each.label: LastGrade(
                each.points,
                digest_of(each.file and (each.file.source, each.file.modules)),
                judge.version,
                rubric,
                str(each.adjustment.note) if each.adjustment else "",
            )
            for each in graded
            if each.outcome not in UNDONE and self.appeal in ("", each.label)
        }

    def result_lines(self, graded: Sequence[GradedHandIn]) -> Iterator[bytes]:
        """
        Yield a line for each student; those without a judged file have no key.

        Results that decide no grade follow, without a student: a file that may be of
        somebody else of the same name.
        """
        shown = {each.key for each in graded}
        for submission in self.submissions:
            keys = submission.files if isinstance(submission, ToJudge) else ()
            for key in keys:
                result = self.results.get(key)
                if isinstance(result, Record) and key not in shown:
                    yield line_of("", key, result)
        for each in graded:
            result = self.results.get(each.key)
            path = each.file.path if each.file else ""
            if isinstance(result, Record):
                yield line_of(each.label, each.key, replace(result, file=path))
            else:
                yield line_of(each.label, "", replace(each.record, file=path))


def check_class(
    class_: Class,
    report: Path,
    judge: FileJudge,
    *,
    executor: Executor | None = None,
    processes: int | None = None,
    worksheet: WorksheetFile | None = None,
    overwrite: bool = False,
    adjustments: AdjustmentsFile | None = None,
    only: str = "",
    others: Iterable[Named] = (),
    base: Iterable[bytes] = (),
    language: str = ENGLISH,
    progress: Callable[[GradedHandIn], None] = lambda graded: None,
    warn: Callable[[Worksheet], None] = lambda worksheet: None,
) -> Overview:
    """
    Judge every submission of a class, write a report, and fill in the worksheet.

    The report's folder keeps the worksheet for later runs. Each result is saved at
    once. If Ctrl-C stops a run, it writes the report on what is judged. The next run
    judges only new or changed files and writes the same report. Errors of this machine
    are listed, and the next run tries again. `warn` is called before the first file is
    judged if the worksheet is of another class. Raises Refused if the folder has files
    but no report, or the report of another export, or if another run is writing there.
    """
    if files.holds_anything(report) and not (report / RESULTS).is_file():
        raise Refused("class.foreign", path=report)
    kept = read_kept(report)
    if kept.title not in ("", class_.title):
        raise Refused(
            "class.other_title", path=report, theirs=kept.title, ours=class_.title
        )
    kept = replace(kept, title=class_.title, worksheet=worksheet or kept.worksheet)
    if adjustments:
        given = adjustments if adjustments.read() else None
        kept = replace(kept, adjustments=given)
    assigned = Assigned({}, [])
    if kept.adjustments:
        name = kept.adjustments.name
        assigned = assign(kept.adjustments.read(), class_.hand_ins, name)
    joined = join(kept.worksheet, class_.hand_ins)
    if joined and joined.joined.is_other_class:
        warn(joined)
    submissions = [
        judge.prepare(each, assigned.file_of(each.label)) for each in class_.hand_ins
    ]
    again, appeal = set[str](), ""
    if only:
        submissions = keep_others(submissions, only, kept, judge, report / RESULTS)
        appealed = find_appeal(submissions, only)
        again = {*appealed.files} if isinstance(appealed, ToJudge) else set()
        appeal = appealed.hand_in.label
    grading = Grading(class_.title, submissions, class_.left_out)
    grading.appeal, grading.assigned = appeal, assigned
    (report / PAGES).mkdir(parents=True, exist_ok=True)
    interruption: KeyboardInterrupt | None = None
    known = dict[str, GradedHandIn]()  # by label
    with files.alone_in(report):
        results = report / RESULTS
        try:
            with closing(
                judge_all(grading, judge, results, executor, processes, again)
            ) as done:
                for each in done:
                    graded = grading.conclude(each, judge, language)
                    known[graded.label] = graded
                    progress(graded)
        except KeyboardInterrupt as error:
            interruption = error
        overview = grading.write_report(
            report,
            [
                known.get(each.hand_in.label) or grading.conclude(each, judge, language)
                for each in grading.submissions
            ],
            judge,
            kept,
            joined,
            overwrite=overwrite,
            others=others,
            base=base,
            language=language,
        )
    if interruption:
        raise interruption
    return overview


def join(file: WorksheetFile | None, hand_ins: Sequence[HandIn]) -> Worksheet | None:
    """Return a worksheet, if there is one, with the rows of the class in it."""
    if not file:
        return None
    gradebook = file.read()
    return Worksheet(gradebook, gradebook.join(hand_ins))


def keep_others(
    submissions: Sequence[Submission],
    only: str,
    kept: Kept,
    judge: FileJudge,
    results: Path,
) -> list[Submission]:
    """Return the submissions, all but one of them with the result of the last run."""
    appealed = find_appeal(submissions, only)
    rubrics = {each.rubric for each in kept.grades.values()}
    if rubrics - {digest_of(judge.counted)}:
        raise Refused("check.only_rubric")
    known = {line.student: line for line in read_lines(results) if line.student}
    return [
        each if each is appealed else as_before(each, known.get(each.hand_in.label))
        for each in submissions
    ]


def find_appeal(submissions: Sequence[Submission], only: str) -> Submission:
    """Return the submission of the student with an id or a name."""
    hand_ins = [each.hand_in for each in submissions]
    found = find_students(hand_ins, id_=only) or find_students(hand_ins, only)
    if len(found) != 1:
        raise Refused("check.only_one", value=only, n=len(found))
    return submissions[hand_ins.index(found[0])]


def as_before(submission: Submission, line: ResultLine | None) -> Submission:
    """Return a submission with the result of the last run, or without any."""
    hand_in = submission.hand_in
    if not line:
        return NothingToJudge(hand_in, Said("class.waiting"))
    if not (line.key and line.record.graded):
        return NothingToJudge(hand_in, line.record.refusal)
    file = ChosenFile(line.record.file, b"")
    if isinstance(submission, ToJudge):
        [*_, now] = submission.files.values()
        file = replace(now, path=line.record.file)
    return ToJudge(hand_in, {line.key: file})


def digest_of(value: object) -> str:
    """Return a short hash of a value that is written the same in every run."""
    return hashlib.sha256(repr(value).encode("utf-8", "replace")).hexdigest()[:DIGEST]


def adjust(
    graded: GradedHandIn, adjustment: Adjustment | None, language: str
) -> GradedHandIn:
    """Return a hand-in with the teacher's adjustment, and a note about it."""
    if not adjustment or not adjustment.changes_points:
        return graded
    note = adjustment.note.in_language(language)
    record = replace(graded.record, notes=(note, *graded.record.notes))
    return replace(graded, adjustment=adjustment, record=record)


def find_changes(
    before: Mapping[str, LastGrade], after: Mapping[str, LastGrade]
) -> list[GradeChange]:
    """Return the grades that differ from those of the last run, and why."""
    return [
        GradeChange(who, before[who].points, now.points, why_changed(before[who], now))
        for who, now in after.items()
        if who in before and before[who].points != now.points
    ]


def why_changed(before: LastGrade, after: LastGrade) -> tuple[ChangeReason, ...]:
    """Return what differs between two grades."""
    return tuple(
        reason
        for reason in CHANGE_REASONS
        if getattr(before, reason) != getattr(after, reason)
    )


def judge_all(
    grading: Grading,
    judge: FileJudge,
    results: Path,
    executor: Executor | None,
    processes: int | None,
    again: Collection[str] = (),
) -> Generator[Submission, None, None]:
    """
    Judge the files without a known result; yield each submission once it is done.

    Files in `again` are judged even if their result is known.

    Each result is appended to a file as soon as it is known.
    """
    known = {
        line.key: line.record
        for line in read_lines(results)
        if line.key and line.record.graded  # another Python may be able to judge it
    }
    for key, file in grading.waiting().items():
        if key in known and key not in again:
            grading.results[key] = add_style(known[key], file.source)
    left = [*grading.submissions]

    def done() -> Iterator[Submission]:
        ready = [each for each in left if grading.is_done(each)]
        left[:] = [each for each in left if not grading.is_done(each)]
        yield from ready

    yield from done()
    keys = {file: key for key, file in grading.waiting().items()}
    with results.open("ab") as output:
        output.write(b"\n")  # the last line of a stopped run may be incomplete
        jobs = run_jobs([*keys], judge, executor, processes)
        for file, result in jobs:
            grading.results[keys[file]] = result
            if isinstance(result, Record):
                output.write(line_of("", keys[file], result))
                output.flush()
            yield from done()


def list_sources(graded: Sequence[GradedHandIn]) -> list[Named]:
    """Return the files to compare; a group's submission counts once."""
    groups = list[list[GradedHandIn]]()
    by_source = defaultdict[bytes, list[list[GradedHandIn]]](list)
    have_teams = in_teams(graded)
    for each in graded:
        if not each.file:
            continue
        for group in by_source[each.file.source]:
            same_files = group[0].hand_in.files == each.hand_in.files
            if same_files or (have_teams and same_team(group[0], each)):
                group.append(each)
                break
        else:
            groups.append([each])
            by_source[each.file.source].append(groups[-1])
    return [
        (GROUP.join(each.label for each in group), group[0].file.source)
        for group in groups
        if group[0].file
    ]


def in_teams(graded: Iterable[GradedHandIn]) -> bool:
    """Return whether Moodle has put the name of a team before each student's."""
    names = [e.hand_in.student for e in graded if e.hand_in.platform == "moodle"]
    return bool(names) and all("-" in name for name in names)


def same_team(one: GradedHandIn, other: GradedHandIn) -> bool:
    """Return whether two names have the same team before a hyphen: "Team 1-Ana"."""
    a, b = one.hand_in.student, other.hand_in.student
    longest, longest_other = a.rpartition("-")[0], b.rpartition("-")[0]
    return a.startswith(f"{longest_other}-") or b.startswith(f"{longest}-")


def write_pages(report: Path, overview: Overview, say: Words) -> None:
    """Write the pages and grades.csv, and remove outdated pages."""

    def write(name: str, text: str) -> None:
        files.write_whole(report / name, text.encode("utf-8", "replace"))

    write(GRADES, feedback.render_grades(overview, say))
    for each in overview.hand_ins:
        if name := overview.pages.get(each.label):
            write(name, class_report.render_student(each, overview.title, say))
    if overview.comparisons:
        (report / COMPARISONS).mkdir(exist_ok=True)
    for name, alike in overview.comparisons.items():
        write(name, class_report.render_similar(alike, overview, say))
    kept = {report / name for name in (*overview.pages.values(), *overview.comparisons)}
    for folder in (PAGES, COMPARISONS):
        for path in {*(report / folder).glob("*.html")} - kept:
            path.unlink()  # of a student who is no longer in the class
    write(SHEETS, class_report.render_sheets(overview, say))
    write(INDEX, class_report.render_class(overview, say))
