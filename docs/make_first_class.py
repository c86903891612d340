"""The sample export of the teachers' page: eight invented students, and a worksheet."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from classroom.exports import notebook
from helpers.engines import ENGINES

from noughts import files

FOLDER = ROOT / "docs" / "first-class"
EXPORT, WORKSHEET = FOLDER / "INF101.zip", FOLDER / "Grades.csv"
ADJUSTMENTS = FOLDER / "adjustments.csv"
PENALTY = "student,points,comment\nBruno Melo,-10,Two days late.\n"
FIRST_ID = 4101
FILE = "assignsubmission_file_"


def source(name: str) -> bytes:
    """Return one of our engines, most of them with one mistake."""
    return (ENGINES / f"{name}.py").read_bytes()


# What each student handed in. The last one handed in nothing.
STUDENTS = {
    "Ana Prado": {"tictactoe.py": source("alpha_beta")},
    "Bruno Melo": {"tictactoe.py": source("turn_miscounted")},
    "Carla Nunes": {"tictactoe.ipynb": notebook(source("action_for_value").decode())},
    "Diego Ramos": {"tictactoe.py": source("half_written")},
    "Elena Duarte": {"tictactoe.py": source("syntax_error")},
    "Felipe Castro": {"project/tictactoe.py": source("depth_limit")},
    "Gina Moreira": {"report.pdf": b"%PDF-1.4\n"},
    "Hugo Teles": {},
}
HANDED_IN = [name for name, contents in STUDENTS.items() if contents]
LATE = "Submitted for grading - 2 days late"
STATES = {"Bruno Melo": LATE, "Hugo Teles": "No submission"}
BY_HAND = {"Felipe Castro": ("60.00", "Monday, 2 March 2026, 9:00 AM")}
HEADINGS = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,"
    "Grade can be changed,Last modified (grade),Feedback comments"
)


def export() -> bytes:
    """Return the class as Moodle exports it."""
    return files.zipped(
        (f"{student}_{FIRST_ID + n}_{FILE}/{name}", data)
        for n, (student, contents) in enumerate(STUDENTS.items())
        for name, data in contents.items()
    )


def worksheet() -> bytes:
    """Return Moodle's worksheet, with one grade made by hand."""
    rows = [HEADINGS]
    for n, student in enumerate(STUDENTS):
        email = f"{student.split()[0].lower()}@school.example"
        state = STATES.get(student, "Submitted for grading")
        grade, graded = BY_HAND.get(student, ("", "-"))
        when = f'"{graded}"'
        cells = f"Participant {FIRST_ID + n},{student},{email},{state},{grade}"
        rows.append(f"{cells},100.00,Yes,{when},")
    return ("\n".join(rows) + "\n").encode()


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    EXPORT.write_bytes(export())
    WORKSHEET.write_bytes(worksheet())
    ADJUSTMENTS.write_bytes(PENALTY.encode())


if __name__ == "__main__":
    main()
