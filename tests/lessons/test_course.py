"""The course: every right answer is computed, every wrong choice is really refuted."""

import re
from dataclasses import fields
from math import factorial

import pytest
from helpers.counts import POSITIONS
from helpers.refusals import refused

from noughts.game import oracle
from noughts.game.board import START, key_of
from noughts.game.notation import parse_board
from noughts.lessons import COURSE, Lesson, Task, course_id, load, marking
from noughts.lessons.claims import CLAIMS, refutation
from noughts.lessons.course import check
from noughts.lessons.marking import mark, nearest_power, task_data
from noughts.lessons.rivals import RIVALS, source_of, table
from noughts.lessons.tasks import KINDS, Break, PredictCount
from noughts.search.recording import minimax_positions
from noughts.texts import LANGUAGES, words

LESSONS = load()
SPOKEN = set(LESSONS[0].title)  # the languages of the course
TASKS = [
    pytest.param(task, id=f"{lesson.name}-{n}-{task.kind}")
    for lesson in LESSONS
    for n, task in enumerate(lesson.tasks, start=1)
]


LONG = ("minimax-4-predict", "bigger-5-predict")  # many positions; 5,5,4


def of_kind(kind):
    return [
        pytest.param(
            *task.values, id=task.id, marks=[pytest.mark.ci] * (task.id in LONG)
        )
        for task in TASKS
        if task.values[0].kind == kind
    ]


@pytest.mark.ci
def test_every_task_of_the_course_can_be_answered():
    check(LESSONS)


@pytest.mark.parametrize("task", TASKS)
def test_every_text_is_in_all_languages_of_the_course(task):
    texts = [task.say, *task.hints, *([task.then] if task.then else [])]
    assert all(set(text) == SPOKEN for text in texts)


def test_the_lessons_are_in_english_and_portuguese():
    assert {"en", "pt-BR"} <= SPOKEN <= set(LANGUAGES)
    assert all(set(lesson.title) == set(lesson.aim) == SPOKEN for lesson in LESSONS)


@pytest.mark.parametrize("task", of_kind("predict"))
def test_a_prediction_has_a_right_answer_among_its_options(task):
    options, right = mark(task)
    assert right
    assert right <= {*options}
    if isinstance(task, PredictCount) and task.then:  # the text begins with the number
        first = re.search(r"[\d,]+", task.then["en"])[0].rstrip(",")
        assert first == f"{task.positions:,}"


@pytest.mark.ci
@pytest.mark.parametrize("task", of_kind("explain"))
def test_one_sentence_is_right_and_the_others_are_refuted_by_their_board(task):
    data = task_data(task)
    assert {*task.claims} == {*data["right"], *data["refuted"]}
    assert len(data["right"]) == 1
    for name, board in data["refuted"].items():
        assert not CLAIMS[name].holds(key_of(parse_board(board)))


ERRORS = {
    # positions, of 4,520, in which a rival gives something away
    "first-cell": 2253,
    "never-blocks": 942,
    "one-move-ahead": 288,
    "stops-at-draw": 1293,
    "both-max": 1562,
    "no-diagonals": 762,
    "bounds-as-values": 1235,
    "forgets-to-turn-back": 1671,
}


@pytest.mark.ci
@pytest.mark.parametrize("name", RIVALS)
def test_every_rival_errs_in_a_known_number_of_positions(name):
    truths = [(key, truth) for key, truth in oracle.table().items() if truth.turn]
    wrong = sum(RIVALS[name](key) not in truth.best for key, truth in truths)
    assert wrong == ERRORS[name]


@pytest.mark.parametrize("name", RIVALS)
def test_a_rival_always_answers_with_a_free_cell(name):
    for key, (action, end) in table(name, START).items():
        if action:
            assert key[3 * action[0] + action[1]] == "."
        else:
            assert end in ("beaten", "drawn")


def test_every_claim_has_words_and_is_used_once():
    used = [
        name
        for lesson in LESSONS
        for task in lesson.tasks
        for name in getattr(task, "claims", ())
    ]
    assert sorted(used) == sorted(CLAIMS)
    assert all(f"claim.{name}" in words() for name in CLAIMS)
    for name, claim in CLAIMS.items():
        if not claim.search:  # the searches take seconds
            assert (f"claim.why.{name}" in words()) == bool(refutation(claim))


def test_the_nearest_power_of_ten():
    powers = {1: 10, 14: 10, 31: 10, 32: 100, 318: 1000, 549_946: 10**6}
    assert {n: int(nearest_power(n)) for n in powers} == powers


# --- A course of one's own ----------------------------------------------------

HEAD = '[[lesson]]\nname = "a"\ntitle = "A"\naim = "B"\nminutes = 5\n'
TASK = HEAD + '[[lesson.task]]\nsay = "Say"\n'


WRITE = TASK + 'kind = "write"\nfunction = "winner"\n'
PREDICT = TASK + 'kind = "predict"\nask = '
SIZE = PREDICT + '"bigger"\nsize = '
EXPLAIN = TASK + 'kind = "explain"\nclaims = '
BREAK = TASK + 'kind = "break"\nrival = "first-cell"\nboard = '
CUT = PREDICT + '"cut"\nboard = "XOX OXO ..."\nsearch = "alphabeta"\n'
TRACE = TASK + 'kind = "trace"\nlevel = "values"\nsearch = '
TREE = 'tree = "3 12 8 / 2 4 6 / 14 5 2"\n'
ORDER = TASK + 'kind = "order"\n'
SKIPPED = PREDICT + '"skipped"\nsearch = "minimax"\nboard = '


def test_all_text_of_a_course_is_cleaned(tmp_path):
    escape = r"a\u001b[31m"
    text = WRITE.replace('"a"', f'"{escape}"').replace('"Say"', f'"{escape}"')
    (tmp_path / "course.toml").write_text(text, "utf-8")
    [lesson] = load(tmp_path / "course.toml")
    shown = r"a\x1b[31m"
    assert (lesson.name, lesson.tasks[0].say) == (shown, {"en": shown})


def loaded(folder, text):
    """Return the tasks of a course of one lesson."""
    (folder / "course.toml").write_text(text, "utf-8")
    return load(folder / "course.toml")[0].tasks


NONSENSE = [
    ("=", "toml"),
    ("x = " + 5000 * "9", "toml"),
    ("x = " + 5000 * "[", "toml"),
    ("", "tables"),
    ("lesson = 3", "tables"),
    ("lesson = []", "tables"),
    ("x = 1\n" + WRITE, "tables"),
    ("lesson = [3]", "tables"),
    (HEAD, "needs"),
    (HEAD + "task = 3", "no_task"),
    (HEAD + "task = []", "no_task"),
    (HEAD + "task = [3]", "no_task"),
    (WRITE.replace("5", "true"), "minutes"),
    (WRITE.replace("5", "'5'"), "minutes"),
    (WRITE + WRITE.replace("5", "0"), "minutes"),
    (WRITE.replace('"a"', '""'), "word"),
    (WRITE.replace('"a"', "3"), "word"),
    (WRITE.replace('"a"', '"b"') + WRITE + WRITE, "same"),
    (WRITE.replace("name", "nmae"), "one_of"),
    (WRITE.replace('"A"', '{pt-BR = "A"}'), "text"),
    (WRITE.replace('"B"', '{en = "B", pt-BR = 1}'), "text"),
    (WRITE.replace('say = "Say"', ""), "needs"),
    (WRITE + "hints = [3]", "hints"),
    (WRITE + 'hints = "Look."', "hints"),
    (WRITE + "[[lesson.task]]\nsay = 1\nkind = 'write'\nfunction = 'result'", "text"),
    (WRITE.replace("winner", "win"), "one_of"),
    (WRITE + "bord = 1", "one_of"),
    (TASK, "one_of"),
    (TASK + "kind = []", "one_of"),
    (TASK + 'kind = "tarce"', "one_of"),
    (TASK + 'kind = "trace"', "needs"),
    (TRACE + '"minmax"\n' + TREE, "one_of"),
    (TRACE + '"symmetry"\n' + TREE, "one_of"),
    (TRACE + '"alphabeta"', "one_tree"),
    (TRACE + '"alphabeta"\nboard = "OXX XOO ..."\n' + TREE, "one_tree"),
    (TRACE + '"minimax"\nboard = "X.O .O. X.."', "large"),
    (TRACE + '"alphabeta"\nskills = ["cut"]', "one_of"),
    (TRACE + '"alphabeta"\nskills = []', "skills"),
    (TRACE + '"alphabeta"\ncut = "never"\n' + TREE, "one_of"),
    (ORDER + 'tree = "' + " / ".join(5 * ["1 2 3 4 5"]) + '"', "orders"),
    (SKIPPED + '"OXX XOO ..."', "none_skipped"),
    (PREDICT + '"worth"', "one_of"),
    (PREDICT + '"move"\nboard = "... ... ..."\nsquare = 9', "one_of"),
    (PREDICT + '"value"\nboard = "XXX OO. ..."', "finished"),
    (PREDICT + '"value"\nboard = "X.. .O. ..."\nsquare = 5', "taken"),
    (PREDICT + '"move"\nboard = "XOX OX. ..."\npicture = "leaves"', "one_of"),
    (PREDICT + '"move"\nboard = "XO. O.. X.."\npicture = "ends"', "large"),
    *((f"{SIZE}{size}", "size") for size in ("[0, 5, 1]", "[5, 5, 0]", "[6, 5, 1]")),
    *((f"{SIZE}{size}", "size") for size in ("[5, 5, 6]", "[5, 5]", "[5, 5, true]")),
    (EXPLAIN + "[]", "claims"),
    (EXPLAIN + '["both-max"]', "claims"),
    (EXPLAIN + '"both-max"', "claims"),
    (EXPLAIN + '["both-max", "loss-is-enough"]', "claim"),
    (EXPLAIN + '["win-is-enough", "x-max-o-min"]', "claim"),
    (BREAK + '"XOX OOX .X."', "unbeaten"),
    (CUT + "path = 7\nsquare = 9", "uncut"),
    (CUT + "square = 1", "uncut"),
]


@pytest.mark.parametrize(("text", "why"), NONSENSE)
def test_nonsense_is_refused_with_its_place_and_reason(tmp_path, text, why):
    with refused(f"refusal.course_{why}") as caught:
        loaded(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'course.toml'}: ")


@pytest.mark.parametrize(
    ("task", "why"), [(WRITE + "bord = 1", "one_of"), (CUT + "square = 1", "uncut")]
)
def test_errors_name_the_lesson_and_the_task(tmp_path, task, why):
    another = WRITE.replace('"a"', '"b"')
    with refused(f"refusal.course_{why}") as caught:
        loaded(tmp_path, another + WRITE + task.removeprefix(HEAD))
    at = caught.value.parts["why"].parts
    assert (at["lesson"], at["why"].parts["task"]) == (2, 2)


@pytest.mark.parametrize(
    ("text", "offered", "answers"),
    [
        (PREDICT + '"value"\nboard = "XX. OO. ..."', "wins draw loses", {"wins"}),
        (
            PREDICT + '"value"\nboard = "XX. OO. ..."\nsquare = 9',
            "wins draw loses",
            {"loses"},
        ),
        (PREDICT + '"move"\nboard = "XX. OO. ..."', "3 6 7 8 9", {"3"}),
        (
            PREDICT + '"move"\nboard = "XXO OX. O.."\npicture = "ends"',
            "6 8 9",
            {"8", "9"},
        ),
        (PREDICT + '"move"\nboard = "X.. ... ..."', "2 3 4 5 6 7 8 9", {"5"}),
        # X wins on 7. After 8 it has won as well, if O takes 7: 9 is left out.
        (CUT + "path = 8\nsquare = 9", "yes no", {"yes"}),
        (CUT + "path = 8\nsquare = 7", "yes no", {"no"}),
        (CUT + "square = 7", "yes no", {"no"}),
        (
            PREDICT + '"count"\nboard = "XOX OXO ..."\nsearch = "minimax"',
            "10 100 1000 10000 100000 1000000",
            {"10"},
        ),
        (SIZE + "[1, 5, 1]", "wins draw loses", {"wins"}),
        (SIZE + "[3, 3, 3]", "wins draw loses", {"draw"}),
        (
            EXPLAIN + '["worst-move-counts", "best-move-counts"]',
            "worst-move-counts best-move-counts",
            {"best-move-counts"},
        ),
        (WRITE.replace("5", "1") + "hints = []", "", set()),
        # O wins at once after 7 and 8.
        (
            PREDICT + '"skipped"\nsearch = "win-at-once"\nboard = "OXX XOO ..."',
            "7 8 9",
            {"7", "8"},
        ),
        (TRACE + '"alphabeta"\n' + TREE, "", set()),
    ],
)
def test_tasks_have_options_and_right_answers(tmp_path, text, offered, answers):
    [task] = loaded(tmp_path, text)
    options, right = mark(task)
    assert [*options] == offered.split()
    assert right == answers


def test_a_text_is_english_or_by_language(tmp_path):
    texts = 'hints = ["Look.", {en = "See.", pt-BR = "Veja."}]\nthen = "So."'
    [task] = loaded(tmp_path, WRITE + texts)
    assert task.say == {"en": "Say"}
    assert task.hints == ({"en": "Look."}, {"en": "See.", "pt-BR": "Veja."})
    assert task.then == {"en": "So."}


def test_a_task_is_plain_data(tmp_path):
    """What a kind has besides what all have: positions, a tree, boards, replies."""
    count = PREDICT + '"count"\nboard = "XOX OXO ..."\nsearch = "minimax"'
    trace = TRACE + '"alphabeta"\nfirst = "min"\n' + TREE
    explain = EXPLAIN + '["order-helps-minimax", "best-move-counts"]'
    result = WRITE.replace("winner", "result")
    tasks = [loaded(tmp_path, each)[0] for each in (count, trace, explain, result)]
    lost = Break(say={}, board="XOXXOO...", rival="first-cell")
    count, trace, explain, result, lost = map(task_data, [*tasks, lost])
    assert count["positions"] == 8
    assert (trace["kind"], trace["tree"]) == ("trace", "3.12.8_2.4.6_14.5.2")
    assert (trace["first"], trace["cut"], trace["board"]) == ("min", "equal", "")
    assert explain["refuted"] == {"order-helps-minimax": ".OO OXX OXX"}
    assert explain["shown"] == {"order-helps-minimax": "minimax"}
    assert result["parameters"] == ["board", "action"]
    assert lost["source"] == source_of("first-cell")
    assert lost["replies"] == {
        "XOXXOOX..": [0, "beaten"],
        "XOXXOO.X.": [7, ""],
        "XOXXOO..X": [7, ""],
        "XOXXOOOXX": [0, "drawn"],
    }


def test_a_lesson_is_plain_data_and_so_is_the_list_of_them(tmp_path):
    another = f"{SIZE}[1, 2, 2]".removeprefix(HEAD)
    tasks = loaded(tmp_path, WRITE + another)
    head = {"name": "a", "title": {"en": "A"}, "aim": {"en": "B"}, "minutes": 5}
    lesson = Lesson(tasks=tasks, **head)
    row = head | {"tasks": 2}
    assert marking.lesson_rows([lesson], "own") == {"course": "own", "lessons": [row]}
    assert marking.lesson_data(lesson) == head | {"tasks": [*map(task_data, tasks)]}


@pytest.mark.parametrize(("text", "key"), [("3 x", "tree_number"), ("", "course_word")])
def test_a_task_of_a_course_has_a_tree(tmp_path, text, key):
    with refused(f"refusal.{key}"):
        loaded(tmp_path, ORDER + f'tree = "{text}"')


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_task_has_fields_of_its_own(kind):
    """No field has a value that means that it has none, unless it can be left out."""
    shared = {each.name for each in fields(Task)}
    own = {each.name for each in fields(kind)} - shared
    assert own
    assert (kind.kind, kind.ask) not in {
        (each.kind, each.ask) for each in KINDS if each is not kind
    }


def test_a_missing_file_is_named(tmp_path):
    with refused("refusal.course_unread"):
        load(tmp_path / "none.toml")


@pytest.mark.ci
def test_a_copy_of_our_course_is_a_course(tmp_path):
    path = tmp_path / "course.toml"
    path.write_bytes(COURSE.read_bytes())
    assert load(path) == LESSONS


def test_large_numbers_in_texts_can_be_counted():
    """Typed in, for the sake of a sentence; the same in every language."""
    counts = {*POSITIONS.values(), factorial(9), len(oracle.table())}
    for lesson in LESSONS:
        for task in lesson.tasks:
            board = getattr(task, "board", "")
            plain = {minimax_positions(board)} if board else set()
            for text in (task.say, *task.hints, task.then or {}):
                told = [figures(said) for said in text.values()]
                assert all(each == told[0] for each in told)
                assert {n for each in told for n in each} <= counts | plain, text


def figures(text):
    """Return the numbers of three digits or more, however a language groups them."""
    return [
        int(re.sub("[.,]", "", n))
        for n in re.findall(r"\d{1,3}(?:[.,]?\d{3})+|\d{3}", text)
    ]


def test_progress_in_another_course_is_kept_apart(tmp_path):
    one, other = (course_id(tmp_path / name) for name in ("a.toml", "b.toml"))
    assert (course_id(COURSE), len(one), len(other)) == ("", 12, 12)
    assert one != other
