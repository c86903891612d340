"""
A platform's list of grades: read, filled in, and written back.

One column joins the class and the list. A row is filled in if exactly one student fits
and the two names do not contradict each other. Everyone else is listed with the reason,
and all other cells stay as they were.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import unescape
from typing import Literal, NamedTuple, get_args

from noughts.checker.reports.wording import number
from noughts.classroom.archives import show_name
from noughts.classroom.hand_ins import GAME, HandIn
from noughts.classroom.stages import GradedHandIn
from noughts.classroom.tables import Headings, Table, contradict, split_name
from noughts.texts import Refused
from noughts.texts.said import Said

# Moodle's headings by language, from its own language packs.
MOODLE: Mapping[str, Headings] = {
    "en": {
        "id": ("identifier",),
        "number": ("id number",),
        "name": ("full name",),
        "email": ("email address",),
        "grade": ("grade",),
        "maximum": ("maximum grade",),
        "status": ("status",),
        "open": ("grade can be changed",),
        "graded": ("last modified (grade)",),
        "feedback": ("feedback comments",),
    },
    "pt": {
        "id": ("identificador",),
        "number": ("número de identificação",),
        "name": ("nome completo",),
        "email": ("endereço de email", "e-mail"),
        "grade": ("nota", "avaliação"),
        "maximum": ("nota máxima", "avaliação máxima"),
        "status": ("status", "estado"),
        "open": ("nota pode ser alterada", "a nota pode ser alterada."),
        "graded": ("última modificação (nota)",),
        "feedback": ("comentários de feedback",),
    },
    "es": {
        "id": ("identificador",),
        "number": ("número de id",),
        "name": ("nombre completo",),
        "grade": ("calificación",),
        "maximum": ("calificación máxima",),
        "status": ("estado", "estatus"),
        "open": (
            "la calificación puede ser cambiada",
            "la calificación puede cambiarse",
        ),
        "graded": ("última modificación (calificación)",),
        "feedback": ("comentarios de retroalimentación",),
    },
    "de": {
        "id": ("id",),
        "number": ("id-nummer",),
        "name": ("vollständiger name",),
        "grade": ("bewertung",),
        "maximum": ("bestbewertung", "bestwertung"),
        "status": ("status",),
        "open": ("bewertung kann geändert werden",),
        "graded": ("zuletzt geändert (bewertung)",),
        "feedback": ("feedback als kommentar",),
    },
    "fr": {
        "id": ("identifiant",),
        "number": ("numéro d'identification",),
        "name": ("nom complet",),
        "grade": ("note",),
        "maximum": ("note maximale",),
        "status": ("statut",),
        "open": ("la note peut être modifiée",),
        "graded": ("dernière modification (note)",),
        "feedback": ("feedback par commentaires",),
    },
    "it": {
        "id": ("identificativo",),
        "number": ("codice identificativo",),
        "name": ("nome",),
        "grade": ("valutazione",),
        "maximum": ("valutazione massima",),
        "status": ("stato",),
        "open": ("la valutazione può essere cambiata",),
        "graded": ("ultima modifica (valutazione)",),
        "feedback": ("commenti",),
    },
    "nl": {
        "id": ("identificatie",),
        "number": ("nummer (id)", "id-nummer"),
        "name": ("volledige naam",),
        "grade": ("cijfer",),
        "maximum": ("maximaal cijfer",),
        "status": ("status",),
        "open": ("het cijfer kan gewijzigd worden",),
        "graded": ("laatst gewijzigd (beoordeling)", "laatst gewijzigd (cijfer)"),
        "feedback": ("feedback",),
    },
}
CANVAS = {
    "id": ("id",),
    "number": ("sis user id",),
    "name": ("student",),
    "email": ("sis login id", "email"),
}
BRIGHTSPACE = {
    "id": ("username", "orgdefinedid"),
    "last": ("last name",),
    "first": ("first name",),
    "email": ("email",),
}
BLACKBOARD = {
    "id": ("username",),
    "number": ("student id",),
    "last": ("last name",),
    "first": ("first name",),
}
ROSTER = {
    "name": ("student", "name", "full name", "aluno", "nome", "nome completo"),
    "email": ("email", "e-mail", "email address"),
}
JOINED_BY = ("id", "number", "email", "name")
NUMBER = re.compile(r"\d+([.,]\d+)?")
# The headings of assignments: "Tic-Tac-Toe (901)", "Tic-Tac-Toe Points Grade <Numeric
# MaxPoints:100>", and "Tic-Tac-Toe [Total Pts: 100 Score] |664617".
ASSIGNMENTS = {
    "canvas": re.compile(r".* \(\d+\)"),
    "brightspace": re.compile(r".* Points Grade( <.*>)?", re.IGNORECASE),
    "blackboard": re.compile(r".* \[Total Pts: [^]]*\] ?\|\d+"),
}
MAXIMUM = re.compile(r"(?:MaxPoints:|Total Pts: )(\d+(?:[.,]\d+)?)")  # in a heading
TEST_STUDENT = "student, test"  # Canvas: invented for tests
POINTS_POSSIBLE = "points possible"  # Canvas: the row with the maxima
# Moodle: the grade cannot be changed; Canvas: excused.
LOCKED = {"no", "não", "nein", "non", "nee", "ex"}
EMPTY = ("", "-")  # cells that nobody has filled in
DIGEST = 16  # characters of a comment's hash
# In Moodle's status, such as "3 hours late".
LATE = re.compile(
    r"\b(late|atrasad[ao]|atraso|después|retraso|später|spät|retard|ritardo|laat)\b",
    re.IGNORECASE,
)


Column = Literal["grade", "feedback"]  # those that are filled in
COLUMNS: tuple[Column, ...] = get_args(Column)


@dataclass(frozen=True)
class OwnCells:
    """What a report has entered in a student's row, in all its runs."""

    grades: frozenset[str] = frozenset()  # as `comparable_grade`
    comments: frozenset[str] = frozenset()  # as `digest_of_text`

    def has(self, column: Column, text: str) -> bool:
        """Return whether the report has entered this text."""
        if column == "grade":
            return comparable_grade(text) in self.grades
        return digest_of_text(text) in self.comments

    def add(self, column: Column, text: str) -> "OwnCells":
        """Return the cells with one more text."""
        if not text:
            return self
        if column == "grade":
            return replace(self, grades=self.grades | {comparable_grade(text)})
        return replace(self, comments=self.comments | {digest_of_text(text)})


class Absentee(NamedTuple):
    """A student in a list of grades who handed in nothing."""

    name: str
    id: str


class KeptCell(NamedTuple):
    """A cell that somebody else filled in, and what would have replaced it."""

    student: str
    column: Column
    theirs: str
    ours: str


class ToEnter(NamedTuple):
    """What is to be entered in a row, for a student."""

    label: str
    grade: str
    feedback: str


@dataclass(frozen=True)
class Joined:
    """The students of a class and their rows in a list of grades."""

    by: str  # the column that joins them
    rows: Mapping[str, int]  # of the students who have one, by label
    listed: int  # students who have at least one
    reasons: Mapping[str, Said]  # why the others have none, by label
    absent: Sequence[Absentee]
    is_other_class: bool  # too few students are in the list for it to be of this class


@dataclass(frozen=True)
class Filled:
    """A list of grades with the grades of a class."""

    gradebook: "Gradebook"  # as it was downloaded
    joined: Joined
    table: Table  # filled in
    entered: Sequence[str]  # labels of the students whose grade is in the list
    left_open: Sequence[tuple[str, Said]]  # labels of the others, and the reasons
    kept: Sequence[KeptCell]
    own: Mapping[str, OwnCells]  # everything entered in all runs, by id


@dataclass(frozen=True)
class Gradebook:
    """A platform's list of grades, as it was downloaded."""

    table: Table
    platform: str
    columns: Mapping[str, int]

    @classmethod
    def read(cls, data: bytes, path: str = "", column: str = "") -> "Gradebook":
        """Parse a list of grades; `column` names an assignment."""
        table = Table.read(data, path)
        for headings in MOODLE.values():
            columns = table.columns(headings)
            if columns.keys() >= {"id", "grade"}:
                return cls(table, "moodle", columns)
        columns = table.columns(CANVAS)
        if columns.keys() >= {"id", "name"}:
            columns["grade"] = find_assignment(table, "canvas", column)
            return cls(table, "canvas", columns)
        for platform, others in NAMED_IN_TWO_COLUMNS.items():
            columns = table.columns(others)
            if "id" in columns and find_assignments(table, platform):
                columns["grade"] = find_assignment(table, platform, column)
                return cls(table, platform, columns)
        raise Refused("gradebook.unknown", path=path)

    @property
    def heading(self) -> str:
        """The heading of the column that is filled in."""
        return self.table.rows[0][self.columns["grade"]]

    @property
    def people(self) -> list[int]:
        """The numbers of the rows that are about students."""
        rows = range(1, len(self.table.rows))
        return [row for row in rows if self.cell(row, "id") and not self.is_test(row)]

    def is_test(self, row: int) -> bool:
        """Return whether a row is about the student that Canvas invents for tests."""
        name = self.cell(row, "name").casefold()
        return self.platform == "canvas" and name == TEST_STUDENT

    def cell(self, row: int, name: str) -> str:
        """Return a cell, or "" without such a column; a name may be in two."""
        if name == "name" and "last" in self.columns:
            return f"{self.cell(row, 'first')} {self.cell(row, 'last')}".strip()
        if name not in self.columns:
            return ""
        return self.table.rows[row][self.columns[name]].strip()

    @property
    def maximum(self) -> tuple[float, str]:
        """The maximum grade, or 0 if unknown, and the decimal mark."""
        if stated := MAXIMUM.search(self.heading):
            return float(stated[1].replace(",", ".")), "," if "," in stated[1] else "."
        rows, name = [*range(1, len(self.table.rows))], "maximum"
        if self.platform == "canvas":
            name = "grade"
            rows = [
                row
                for row in rows
                if POINTS_POSSIBLE in self.cell(row, "name").casefold()
            ]
        cells = (self.cell(row, name) for row in rows)
        first = next(filter(NUMBER.fullmatch, cells), "")
        return float(first.replace(",", ".") or 0), "," if "," in first else "."

    # --- Joining -------------------------------------------------------------

    def join(self, hand_ins: Sequence[HandIn]) -> Joined:
        """
        Find the row of each student.

        If both sides have the platform's ids, only ids count. Otherwise the first
        column in which more than half of the smaller side is found joins them, or the
        names. A list is of another class if fewer than half of the smaller side is
        found, or if there are ids and none is.
        """
        have_ids = any(self.value(each, "id") for each in hand_ins)
        smaller = min(len(hand_ins), len(self.people))
        for column in ("id",) if have_ids else JOINED_BY:
            found = self.find_rows(hand_ins, column)
            if 2 * count_found(found.values()) > smaller:
                break
        claims = Counter(row for rows in found.values() for row in rows)
        picked = {
            each.label: self.pick_row(each, found[each.label], claims)
            for each in hand_ins
        }
        agreeing = [
            [row for row in found[each.label] if not self.contradicts(each, row)]
            for each in hand_ins
        ]
        needed = 1.0 if have_ids else max(1.0, smaller / 2)
        return Joined(
            by=column,
            rows={who: row for who, row in picked.items() if isinstance(row, int)},
            listed=sum(bool(rows) for rows in found.values()),
            reasons={who: why for who, why in picked.items() if isinstance(why, Said)},
            absent=[
                Absentee(self.name_of(row), bare_id(self.cell(row, "id")))
                for row in self.people
                if row not in claims
            ],
            is_other_class=count_found(agreeing) < needed,
        )

    def find_rows(
        self, hand_ins: Sequence[HandIn], column: str
    ) -> dict[str, list[int]]:
        """Return the rows with each student's value in a column, by label."""
        index = defaultdict[str, list[int]](list)
        for row in self.people:
            index[comparable(self.cell(row, column), column)].append(row)
        index[""] = []  # rows without a value
        return {
            each.label: index[comparable(self.value(each, column), column)]
            for each in hand_ins
        }

    def pick_row(
        self, hand_in: HandIn, rows: list[int], claims: Mapping[int, int]
    ) -> int | Said:
        """Return a student's row, or the reason why there is none."""
        if not rows:
            return Said("upload.why.no_row")
        if len(rows) > 1 or claims[rows[0]] > 1:
            return Said("upload.why.several")
        if self.contradicts(hand_in, rows[0]):
            name = show_name(self.cell(rows[0], "name"))
            return Said("upload.why.other_name", name=name)
        return rows[0]

    def contradicts(self, hand_in: HandIn, row: int) -> bool:
        """Return whether a row is about somebody of another name."""
        name = self.cell(row, "name")
        has_name = bool({"name", "last"} & self.columns.keys())
        return has_name and hand_in.is_named and contradict(hand_in.student, name)

    def value(self, hand_in: HandIn, column: str) -> str:
        """Return a student's value in a column."""
        is_own = hand_in.platform == self.platform
        # Brightspace's lists of grades do not have the ids of its exports.
        has_id = is_own and self.platform != "brightspace"
        return {
            "id": hand_in.id if has_id else "",
            "number": "" if is_own else hand_in.id,
            "email": hand_in.email,
            "name": hand_in.student,
        }[column]

    def name_of(self, row: int) -> str:
        """Return what to call the student of a row."""
        known = (self.cell(row, column) for column in ("name", "email", "id"))
        return show_name(next(filter(None, known), ""))

    def add_lateness(
        self, joined: Joined, graded: Iterable[GradedHandIn]
    ) -> Iterator[GradedHandIn]:
        """Yield the hand-ins, late if the export or the list says so."""
        for each in graded:
            row = joined.rows.get(each.label)
            status = "" if row is None else self.cell(row, "status")
            late = each.late or bool(LATE.search(status))
            yield replace(each, hand_in=replace(each.hand_in, late=late))

    # --- Filling -------------------------------------------------------------

    def fill(
        self,
        joined: Joined,
        graded: Iterable[GradedHandIn],
        out_of: float,
        comment: Callable[[GradedHandIn], str] = lambda each: "",
        own: Mapping[str, OwnCells] | None = None,
        overwrite: bool = False,
    ) -> Filled:
        """
        Enter the grade and the comment of each student.

        Cells that somebody else filled in are kept and listed, unless they are to be
        overwritten. What the report entered earlier for a student who has no grade now
        is removed.
        """
        to_enter, left_open = dict[int, ToEnter](), list[tuple[str, Said]]()
        for each in graded:
            why = joined.reasons.get(each.label)
            if why is None:
                why = self.obstacle(each, joined.rows[each.label])
            if why is not None:
                left_open.append((each.label, why))
            elif each.points is not None:
                grade = self.scale(each.points, out_of)
                row = joined.rows[each.label]
                to_enter[row] = ToEnter(each.label, grade, comment(each))
        rows = [[*row] for row in self.table.rows]
        entered, kept, all_own = list[str](), list[KeptCell](), dict(own or {})
        for row in self.people:
            id_ = self.cell(row, "id")
            known, new = all_own.get(id_, OwnCells()), to_enter.get(row)
            for column in COLUMNS:
                old = self.cell(row, column)
                if column not in self.columns or self.is_locked(row):
                    continue
                if not new:
                    if known.has(column, old):
                        rows[row][self.columns[column]] = ""
                    continue
                text = getattr(new, column)
                is_ours = known.add(column, text).has(column, old)
                if not (is_ours or overwrite or self.is_blank(row, column)):
                    kept.append(KeptCell(new.label, column, old, text))
                    continue
                rows[row][self.columns[column]] = text
                if overwrite:  # the next run overwrites it, too
                    known = known.add(column, old)
                known = known.add(column, text)
                if column == "grade":
                    entered.append(new.label)
            if known != OwnCells():
                all_own[id_] = known
        table = self.table._replace(rows=rows)
        return Filled(self, joined, table, entered, left_open, kept, all_own)

    def is_blank(self, row: int, column: Column) -> bool:
        """
        Return whether nobody has filled in a cell.

        A grade of 0 comes from the platform, unless it says when it was graded.
        """
        text = self.cell(row, column)
        if column == "feedback" or comparable_grade(text) != comparable_grade("0"):
            return text in EMPTY
        return self.cell(row, "graded") in EMPTY

    def is_locked(self, row: int) -> bool:
        """Return whether the grade in a row cannot be changed."""
        return any(self.cell(row, e).casefold() in LOCKED for e in ("open", "grade"))

    def obstacle(self, graded: GradedHandIn, row: int) -> Said | None:
        """Return why a student's grade cannot be entered in a row, or None."""
        if graded.points is None:
            return Said("upload.why.unjudged")
        if not graded.is_final:
            return Said("upload.why.undecided")
        if self.is_locked(row):
            return Said("upload.why.locked")
        return None

    def scale(self, points: float, out_of: float) -> str:
        """Return points out of the list's own maximum, in its own notation."""
        maximum, mark = self.maximum
        if self.platform == "moodle" and out_of:  # not if all points are a bonus
            points = min(points, out_of)
        share = maximum / out_of if maximum and out_of else 1.0
        return number(points * share, 2).replace(".", mark)


def count_found(found: Iterable[Sequence[int]]) -> int:
    """Return the number of students with rows, or of their rows if that is less."""
    having = [rows for rows in found if rows]
    return min(len(having), len({row for rows in having for row in rows}))


def comparable(text: str, column: str) -> str:
    """Return the part of a value that is compared."""
    if column == "name":
        return " ".join(split_name(text))
    if column == "id":
        text = bare_id(text)
    return text.casefold().lstrip("0")


def bare_id(text: str) -> str:
    """Return an id without Moodle's word before it: "Participant 1234"."""
    return re.sub(r"^\D+(?=\d+$)", "", text)


def comparable_grade(text: str) -> str:
    """Return a grade with two decimals: platforms return 93,68 or 93.680."""
    number = text.strip().replace(",", ".")
    with suppress(ValueError):
        return f"{float(number):.2f}"
    return number.casefold()


def digest_of_text(html: str) -> str:
    """Return a hash of the words of a comment: platforms return other tags."""
    plain = unescape(re.sub(r"<[^>]*>", " ", html))
    return hashlib.sha256(" ".join(plain.split()).encode()).hexdigest()[:DIGEST]


NAMED_IN_TWO_COLUMNS: Mapping[str, Headings] = {
    "brightspace": BRIGHTSPACE,
    "blackboard": BLACKBOARD,
}


def find_assignments(table: Table, platform: str) -> list[int]:
    """Return the indexes of the columns of assignments."""
    fits = ASSIGNMENTS[platform].fullmatch
    return [n for n, each in enumerate(table.rows[0]) if fits(each.strip())]


def find_assignment(table: Table, platform: str, column: str) -> int:
    """Return the index of the assignment's column in a platform's gradebook."""
    headings = table.rows[0]
    own = find_assignments(table, platform)
    wanted = re.compile(rf"(?<!\w){re.escape(column)}(?!\w)", re.IGNORECASE)
    found = [n for n in own if (wanted if column else GAME).search(headings[n])]
    if len(own) == 1 and not column:
        found = own
    if len(found) != 1:
        names = ", ".join(headings[n] for n in own)
        raise Refused("gradebook.which_column", path=table.path, names=names or "-")
    return found[0]


# --- Rosters -----------------------------------------------------------------


class Roster:
    """A table with a name for each id, login or e-mail address."""

    def __init__(self, data: bytes, path: str = "") -> None:
        table = Table.read(data, path)
        columns = table.columns(ROSTER)
        if "name" not in columns or len(table.rows[0]) < 2:
            names = ", ".join(table.rows[0])
            raise Refused("gradebook.no_names", path=path, names=names)
        self.strangers = list[str]()  # students without exactly one name
        self.people = dict[str, set[tuple[str, str]]]()  # name and e-mail, by key
        for row in table.rows[1:]:
            email = row[columns["email"]].strip() if "email" in columns else ""
            last, _, first = row.pop(columns["name"]).partition(",")  # "Silva, Ana"
            person = (show_name(f"{first} {last}".strip()), email)
            for key in filter(None, map(str.strip, row)):
                if person[0]:
                    self.people.setdefault(key.casefold(), set()).add(person)

    def rename(self, hand_in: HandIn) -> HandIn:
        """Return a hand-in under its name in the roster, if exactly one row fits."""
        keys = {hand_in.id, hand_in.email, hand_in.student}
        found = {e for key in keys for e in self.people.get(key.casefold(), ())}
        if len(found) != 1:
            self.strangers.append(hand_in.student)
            return hand_in
        name, email = found.pop()
        return replace(hand_in, student=name, email=hand_in.email or email)
