"""The course: every right answer is computed, every wrong choice is really refuted."""

import re
from contextlib import nullcontext
from functools import partial
from math import factorial

import pytest
from helpers.counts import POSITIONS

from noughts import oracle
from noughts.board import START, key_of, replies
from noughts.lessons import COURSE, Task, course, load
from noughts.lessons.claims import CLAIMS
from noughts.lessons.course import check
from noughts.lessons.marking import (
    lesson_data,
    nearest_power,
    options,
    positions,
    refuted_by,
    right,
    task_data,
)
from noughts.lessons.measures import recorded
from noughts.lessons.rivals import RIVALS, meet, source_of, table, winning_line
from noughts.notation import parse_board, parse_square
from noughts.search.recording import minimax_positions
from noughts.words import LANGUAGES, Refused, words

LESSONS = load()
TOLD = set(LESSONS[0].title)  # the languages that the course is told in
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


def test_the_course_has_a_short_lesson_and_eight_longer_ones():
    first, *others = [len(lesson.tasks) for lesson in LESSONS]
    assert (first, len(others)) == (4, 8)
    assert all(6 <= tasks <= 7 for tasks in others)


@pytest.mark.ci
def test_every_task_of_the_course_can_be_answered():
    check(LESSONS)


@pytest.mark.parametrize("task", TASKS)
def test_every_text_is_in_all_languages_of_the_course(task):
    texts = [task.say, *task.hints, *([task.then] if task.then else [])]
    assert all(set(text) == TOLD for text in texts)


def test_the_lessons_are_in_english_and_portuguese():
    assert {"en", "pt-BR"} <= TOLD <= set(LANGUAGES)
    assert all(set(lesson.title) == set(lesson.aim) == TOLD for lesson in LESSONS)


@pytest.mark.parametrize("task", of_kind("predict"))
def test_a_prediction_has_a_right_answer_among_its_options(task):
    assert right(task)
    assert right(task) <= set(options(task))


@pytest.mark.ci
@pytest.mark.parametrize("task", of_kind("explain"))
def test_one_sentence_is_right_and_the_others_are_refuted_by_their_board(task):
    [true] = right(task)
    for name in task.claims:
        board = refuted_by(task, name)
        if name == true:
            assert board == ""
        else:
            assert not CLAIMS[name].holds(key_of(parse_board(board)))


@pytest.mark.parametrize("task", of_kind("break"))
def test_every_rival_can_be_beaten_and_gives_the_game_away_itself(task):
    line = winning_line(task.rival, task.key)
    outcome = meet(task.rival, task.key, line)
    assert outcome.beaten
    assert outcome.gave_away  # it was not lost before the rival moved


@pytest.mark.parametrize("person", "XO")
@pytest.mark.parametrize("rival", ["first-cell", "one-move-ahead"])
def test_a_rival_in_a_lost_position_gives_nothing_away(rival, person):
    win = 1 if person == "X" else -1
    lost = {key for key, truth in oracle.table().items() if truth.value == win}
    for start in lost:
        if oracle.table()[start].turn == person:
            for action, reply in replies(start).items():
                if reply in lost:
                    assert meet(rival, start, [action]).gave_away == 0


@pytest.mark.parametrize(
    ("rival", "start", "squares", "outcome"),
    [
        ("first-cell", START, "", (START, False, False, 0)),
        ("first-cell", START, "9 5", ("OO..X...X", False, False, 1)),
        ("first-cell", START, "5 3 7", ("OOX.X.X..", True, True, 2)),
        ("first-cell", START, "9 8 7", ("OO....XXX", True, True, 1)),
        ("first-cell", "XO..O...X", "4 6", ("XOOXOXO.X", True, False, 1)),
        ("first-cell", "XX.OO....", "3", ("XXXOO....", True, True, 0)),
        ("one-move-ahead", "X........", "3 7 8", ("XXO.X.OOX", True, False, 1)),
        ("never-blocks", "X........", "5 3 7", ("XXOXO.O..", True, True, 2)),
    ],
)
def test_a_game_has_a_position_an_end_and_the_move_that_gave_it_away(
    rival, start, squares, outcome
):
    assert meet(rival, start, [*map(parse_square, squares.split())]) == outcome


@pytest.mark.parametrize("squares", ["1 1", "9 8 7 6"])
def test_a_taken_cell_and_a_move_after_the_end_are_refused(squares):
    with pytest.raises(ValueError, match="not a free cell of a game that goes on"):
        meet("first-cell", START, [*map(parse_square, squares.split())])


ERRORS = {
    # of the 4,520 positions, those in which a rival gives something away
    "first-cell": 2253,
    "never-blocks": 942,
    "one-move-ahead": 288,
    "both-max": 1562,
    "no-diagonals": 762,
    "bounds-as-values": 1235,
    "forgets-to-turn-back": 1671,
    "stops-at-a-draw": 288,
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


@pytest.mark.parametrize("name", RIVALS)
def test_the_replies_lead_to_the_same_ends_as_the_game_itself(name):
    """Every line that a person can play, by the table and by the game."""
    replies, coming = table(name, START), [(START, [])]
    for key, moves in coming:
        for n in [n for n in range(9) if key[n] == "."]:
            line = [*moves, divmod(n, 3)]
            outcome = meet(name, START, line)
            after = key[:n] + "X" + key[n + 1 :]
            action, end = replies[after]
            if action:
                k = 3 * action[0] + action[1]
                after = after[:k] + "O" + after[k + 1 :]
            assert after == outcome.key
            assert bool(end) == outcome.over
            assert (end == "beaten") == outcome.beaten
            if not end:
                coming.append((after, line))


def test_every_claim_has_words_and_is_used_once():
    used = [name for lesson in LESSONS for task in lesson.tasks for name in task.claims]
    assert sorted(used) == sorted(CLAIMS)
    assert all(f"claim.{name}" in words() for name in CLAIMS)


@pytest.mark.parametrize("task", of_kind("predict"))
def test_the_text_after_a_count_has_the_right_number(task):
    """What is said after a count begins with the very number."""
    if task.ask == "count" and task.then:
        first = re.search(r"[\d,]+", task.then["en"])[0].rstrip(",")
        assert first == f"{positions(task):,}"


@pytest.mark.parametrize(
    ("number", "power"),
    [
        (1, "10"),
        (14, "10"),
        (31, "10"),
        (32, "100"),
        (318, "1000"),
        (549_946, "1000000"),
    ],
)
def test_the_nearest_power_of_ten(number, power):
    assert nearest_power(number) == power


def test_a_lesson_is_plain_data():
    data = lesson_data(LESSONS[1])
    assert data["tasks"][0]["right"] == ["wins"]
    assert data["tasks"][4]["refuted"].keys() == set(LESSONS[1].tasks[4].claims) - {
        "best-move-counts"
    }
    assert data["tasks"][5]["replies"]["X........"] == [2, ""]


# --- A course of one's own ----------------------------------------------------

HEAD = '[[lesson]]\nname = "a"\ntitle = "A"\naim = "B"\nminutes = 5\n'
TASK = HEAD + '[[lesson.task]]\nsay = "Say"\n'


WRITE = TASK + 'kind = "write"\nfunction = "winner"\n'
PREDICT = TASK + 'kind = "predict"\nask = '
SIZE = PREDICT + '"bigger"\nsize = '
EXPLAIN = TASK + 'kind = "explain"\nclaims = '
BREAK = TASK + 'kind = "break"\nrival = "first-cell"\nboard = '
CUT = PREDICT + '"cut"\nboard = "XOX OXO ..."\nsearch = "alphabeta"\n'
STEP = TASK + 'kind = "step"\nboard = "... ... ..."\nsearch = '


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
    ("lesson = [3]", "table"),
    (HEAD, "needs"),
    (HEAD + "task = 3", "no_task"),
    (HEAD + "task = []", "no_task"),
    (HEAD + "task = [3]", "table"),
    (WRITE.replace("5", "true"), "minutes"),
    (WRITE.replace("5", "'5'"), "minutes"),
    (WRITE + WRITE.replace("5", "0"), "minutes"),
    (WRITE.replace('"a"', '""'), "word"),
    (WRITE.replace('"a"', "3"), "word"),
    (WRITE.replace('"a"', '"b"') + WRITE + WRITE, "same"),
    (WRITE.replace("name", "nmae"), "known"),
    (WRITE.replace('"A"', '{pt-BR = "A"}'), "text"),
    (WRITE.replace('"B"', '{en = "B", pt-BR = 1}'), "text"),
    (WRITE.replace('say = "Say"', ""), "needs"),
    (WRITE + "hints = [3]", "hints"),
    (WRITE + 'hints = "Look."', "hints"),
    (WRITE + "[[lesson.task]]\nsay = 1\nkind = 'write'\nfunction = 'result'", "text"),
    (WRITE.replace("winner", "win"), "known"),
    (WRITE + "bord = 1", "one_of"),
    (TASK, "one_of"),
    (TASK + "kind = []", "one_of"),
    (TASK + 'kind = "setp"', "known"),
    (TASK + 'kind = "step"', "needs"),
    (STEP + '"minmax"', "known"),
    (STEP + '"minimax"', "long"),
    (PREDICT + '"worth"', "one_of"),
    (PREDICT + '"move"\nboard = "... ... ..."\nsquare = 9', "one_of"),
    (PREDICT + '"value"\nboard = "XXX OO. ..."', "finished"),
    (PREDICT + '"value"\nboard = "X.. .O. ..."\nsquare = 5', "taken"),
    *((f"{SIZE}{size}", "size") for size in ("[0, 5, 1]", "[5, 5, 0]", "[6, 5, 1]")),
    *((f"{SIZE}{size}", "size") for size in ("[5, 5, 6]", "[5, 5]", "[5, 5, true]")),
    (EXPLAIN + "[]", "claims"),
    (EXPLAIN + '["both-max"]', "claims"),
    (EXPLAIN + '"both-max"', "claims"),
    (EXPLAIN + '["both-max", "threat-wins"]', "claim"),
    (EXPLAIN + '["win-is-enough", "x-max-o-min"]', "claim"),
    (BREAK + '"XX. .O. ..O"', "lost"),
    (BREAK + '"XOX OXO OX."', "lost"),
    (BREAK + '"XOX OOX .X."', "unbeaten"),
    (CUT + "path = 7\nsquare = 9", "uncut"),
    (CUT + "square = 1", "uncut"),
]


@pytest.mark.parametrize(("text", "why"), NONSENSE)
def test_nonsense_is_refused_with_its_place_and_reason(tmp_path, text, why):
    with pytest.raises(Refused) as caught:
        loaded(tmp_path, text)
    error = caught.value
    assert str(error).startswith(f"{tmp_path / 'course.toml'}: ")
    while isinstance(error.parts.get("why"), Refused):
        error = error.parts["why"]
    assert error.key == f"refusal.course_{why}"


def test_errors_name_the_lesson_and_the_task(tmp_path):
    with pytest.raises(Refused) as error:
        loaded(tmp_path, WRITE + "bord = 1")
    assert ": lesson 1, task 1: 'bord' is not one of " in str(error.value)


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
        (WRITE.replace("5", "1"), "", set()),
    ],
)
def test_tasks_have_options_and_right_answers(tmp_path, text, offered, answers):
    [task] = loaded(tmp_path, text)
    assert options(task) == offered.split()
    assert right(task) == answers


def test_a_text_is_english_or_by_language(tmp_path):
    texts = 'hints = ["Look.", {en = "See.", pt-BR = "Veja."}]\nthen = "So."'
    [task] = loaded(tmp_path, WRITE + texts)
    assert task.say == {"en": "Say"}
    assert task.hints == ({"en": "Look."}, {"en": "See.", "pt-BR": "Veja."})
    assert task.then == {"en": "So."}


def test_a_task_is_plain_data(tmp_path):
    """What a kind has besides what all have: positions, a tree, boards, replies."""
    count = PREDICT + '"count"\nboard = "XOX OXO ..."\nsearch = "minimax"'
    step = TASK + 'kind = "step"\nboard = "XOX OXO OX."\nsearch = "minimax"'
    explain = EXPLAIN + '["worst-move-counts", "best-move-counts"]'
    cut = CUT + 'path = 8\nsquare = 9\nhints = ["Look."]\nthen = "So."'
    tasks = [*map(partial(loaded, tmp_path), (count, step, explain, cut, WRITE))]
    lost = Task("break", {}, key="XOXXOO...", rival="first-cell")
    rest = [[*task_data(*task).items()][15:] for task in [*tasks, [lost]]]
    tree = (
        "           value      alpha  beta  positions\n"
        "X to move  exact +1      \u2212\u221e    +\u221e          2\n"
        "\u2514 X 9*     exact +1                  the end"
    )
    told = rest[1][0][1]
    assert [*told] == [*LANGUAGES]
    assert "vez de X  exato +1" in told["pt-BR"]
    replies = {
        "XOXXOOX..": [0, "beaten"],
        "XOXXOO.X.": [7, ""],
        "XOXXOO..X": [7, ""],
        "XOXXOOOXX": [0, "drawn"],
    }
    assert rest == [
        [("positions", 8)],
        [("tree", told | {"en": tree})],
        [
            ("refuted", {"worst-move-counts": "..O OXX OXX"}),
            ("shown", {"worst-move-counts": ""}),
        ],
        [],
        [("parameters", ["board"])],
        [("source", source_of("first-cell")), ("replies", replies)],
    ]
    result = task_data(*loaded(tmp_path, WRITE.replace("winner", "result")))
    assert result["parameters"] == ["board", "action"]
    assert task_data(*loaded(tmp_path, cut)) == {
        "kind": "predict",
        "ask": "cut",
        "say": {"en": "Say"},
        "board": "XOXOXO...",
        "search": "alphabeta",
        "path": [8],
        "square": 9,
        "rival": "",
        "function": "",
        "size": None,
        "hints": [{"en": "Look."}],
        "then": {"en": "So."},
        "picture": "",
        "options": ["yes", "no"],
        "right": ["yes"],
    }


@pytest.mark.parametrize(("fewer", "fits"), [(0, True), (1, False)])
def test_a_search_is_stepped_through_up_to_so_many_positions(
    tmp_path, monkeypatch, fewer, fits
):
    path = tmp_path / "course.toml"
    given = 'kind = "step"\nsearch = "alphabeta"\nboard = "XOXOXO..."'
    path.write_text(TASK + given, "utf-8")
    positions = recorded("alphabeta", "XOXOXO...").positions
    monkeypatch.setattr(course, "MOST_POSITIONS", positions - fewer)
    with nullcontext() if fits else pytest.raises(Refused, match="too long"):
        load(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(Refused, match="cannot be read"):
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
            plain = {minimax_positions(task.key)} if task.key else set()
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
