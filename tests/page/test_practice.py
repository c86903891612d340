"""The page's trees: read and searched in JavaScript as in Python."""

import json
import random
import re
import shutil
import subprocess
from math import inf, isinf
from pathlib import Path

import pytest

from noughts.game import oracle
from noughts.game.board import board_of, turn
from noughts.lessons import load
from noughts.lessons.marking import task_data
from noughts.lessons.tasks import LEVELS, SKILLS, Trace
from noughts.page.searches import COLUMNS, record_by, search
from noughts.search import AlphaBeta
from noughts.search.minimax import Minimax
from noughts.search.trees import TreeRules, parse_tree
from noughts.texts import Refused

PAGE = Path(__file__).parents[2] / "noughts" / "page" / "web"
NODE = Path(__file__).with_name("practice.mjs")

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="needs node")


def ask_page(requests):
    """Return what the page's modules answer."""
    command = ["node", NODE, PAGE.as_uri()]
    given = json.dumps(requests)
    said = subprocess.run(command, input=given, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def random_trees(count, seed):
    """Return random trees, as text, and who moves first."""
    chance = random.Random(seed)
    trees = []
    while len(trees) < count:
        text = grown(chance, chance.randint(1, 5))
        if 1 < len(text.replace("_", " ").replace(".", " ").split()) <= 64:
            trees.append((text, chance.random() < 0.5))
    return trees


def grown(chance, levels):
    """Return the text of a random tree with at most this many levels."""
    if levels == 0 or chance.random() < 0.1:
        return str(chance.randint(-9, 20))
    parts = [grown(chance, levels - 1) for _ in range(chance.randint(2, 3))]
    deepest = max(map(len, re.findall("_+", " ".join(parts))), default=0)
    only_leaves = all(re.fullmatch(r"-?\d+", part) for part in parts)
    return ("." if only_leaves else "_" * (deepest + 1)).join(parts)


def finite(number):
    return None if number is None or isinf(number) else number


def calls(text, is_max):
    """Return the calls of alpha-beta in the order of entering."""
    rung = AlphaBeta(TreeRules())
    value, entered = rung.value, []

    def listen(board, *window):
        call = {"path": board.path}
        entered.append(call)
        if board.children:
            alpha, beta = window or (-inf, inf)
            call |= {"alpha": finite(alpha), "beta": finite(beta)}
        call["value"] = value(board, *window)
        return call["value"]

    rung.value = listen
    listen(parse_tree(text, is_max))
    return entered


@pytest.mark.parametrize("count", [300, pytest.param(3000, marks=pytest.mark.ci)])
def test_the_search_of_a_tree_makes_the_same_calls(count):
    trees = random_trees(count, 5)
    requests = [
        {"ask": "calls", "tree": text, "isMax": is_max, "method": "alphabeta"}
        for text, is_max in trees
    ]
    for (text, is_max), page in zip(trees, ask_page(requests), strict=True):
        assert page == calls(text, is_max), (text, is_max)


def test_minimax_of_trees_returns_the_same_values():
    trees = random_trees(300, 6)
    requests = [{"ask": "value", "tree": t, "isMax": is_max} for t, is_max in trees]
    for (text, is_max), page in zip(trees, ask_page(requests), strict=True):
        assert page == Minimax(TreeRules()).value(parse_tree(text, is_max))


def test_texts_are_read_alike():
    chance = random.Random(7)
    pieces = [*"0123456789", *" .,;-_/", "//", " / ", "x", "\N{MINUS SIGN}", "12"]
    texts = [
        "".join(chance.choices(pieces, k=chance.randint(0, 12))) for _ in range(3000)
    ]
    texts += ["1 " * 65, "1 " * 27, "1 2 / 3 // 4 /// 5 //// 6 ///// 7 ////// 8"]
    kinds = set()
    pages = ask_page([{"ask": "read", "text": text} for text in texts])
    for text, page in zip(texts, pages, strict=True):
        try:
            read = str(parse_tree(text))
            kinds.add("tree")
        except Refused as error:
            read = {"key": error.key.removeprefix("refusal.tree_")}
            page.pop("parts")
            kinds.add(read["key"])
        assert page == read, text
    assert kinds == {"tree", "empty", "number", "one", "leaves", "levels", "branches"}


def run_code(lines, text, is_max):
    """Run shown Python on a tree; return the value, and the leaves it visits."""
    rules, visited = TreeRules(), []

    def utility(board):
        visited.append(board.path)
        return rules.utility(board)

    names = ("X", "player", "actions", "result", "terminal")
    room = {name: getattr(rules, name) for name in names}
    room |= {"utility": utility, "inf": inf}
    exec("\n".join(lines), room)
    found = room["value"](parse_tree(text, is_max), -inf, inf)
    return [finite(found), len(visited)]


@pytest.mark.parametrize("count", [40, pytest.param(300, marks=pytest.mark.ci)])
def test_the_shown_python_of_every_edit_does_what_the_page_draws(count):
    [shown] = ask_page([{"ask": "code"}])
    assert len(shown["edits"]) == 9
    trees = random_trees(count, 8)
    for name, lines in [("", shown["textbook"]), *shown["edits"]]:
        changed = [a != b for a, b in zip(lines, shown["textbook"], strict=True)]
        assert sum(changed) == (1 if name else 0)
        requests = [
            {"ask": "edit", "tree": text, "isMax": is_max, "name": name}
            for text, is_max in trees
        ]
        for (text, is_max), page in zip(trees, ask_page(requests), strict=True):
            assert page == run_code(lines, text, is_max), (name, text, is_max)


def test_the_cut_beyond_a_limit_is_the_code_without_equality():
    [shown] = ask_page([{"ask": "code"}])
    lines = [
        line.replace(">=", ">").replace("<=", "<") if " if best" in line else line
        for line in shown["textbook"]
    ]
    trees = random_trees(300, 9)
    requests = [
        {"ask": "calls", "tree": text, "isMax": is_max, "method": "beyond"}
        for text, is_max in trees
    ]
    for (text, is_max), page in zip(trees, ask_page(requests), strict=True):
        leaves = sum("alpha" not in call for call in page)
        assert [page[0]["value"], leaves] == run_code(lines, text, is_max)


@pytest.mark.ci
def test_the_searches_of_boards_have_the_events_of_the_recordings():
    recorders = {name: record_by(name) for name in ("minimax", "alphabeta")}
    keys = [
        key
        for n, (key, truth) in enumerate(oracle.table().items())
        if truth.turn and (key.count(".") <= 4 or (key.count(".") == 5 and n % 4 == 0))
    ]
    assert len(keys) > 3000
    wanted, requests = [], []
    for key in keys:
        plain, pruned = (
            search(name, board_of(key), recorder)
            for name, recorder in recorders.items()
        )
        recording = {"turn": turn(key), "kind": plain["kind"], "a": plain["a"]}
        requests.append({"ask": "letters", "recording": recording})
        columns = [pruned[name] for name in COLUMNS]
        wanted.append("".join(map("".join, zip(*columns, strict=True))))
    for key, page, text in zip(keys, ask_page(requests), wanted, strict=True):
        assert page == text, key


def test_lesson_5_practises_all_skills():
    [lesson] = [each for each in load() if each.name == "alphabeta"]
    tasks = [task_data(task) for task in lesson.tasks if isinstance(task, Trace)]
    assert {task["cut"] for task in tasks} == {"equal", "beyond"}
    met = ask_page([{"ask": "skills", "task": task} for task in tasks])
    assert {skill for skills in met for skill in skills} == {*SKILLS}


def test_the_page_and_the_course_have_the_same_skills_and_levels():
    [shown] = ask_page([{"ask": "names"}])
    assert shown == {"skills": [*SKILLS], "levels": [*LEVELS]}


# A change of the judge, and the promise that it breaks.
MUTATIONS = {
    "a cut is never wrong": (
        "if (!outcomes(free).isWrong) return null;",
        "return null;",
    ),
    "every branch is free": (
        "if (!outcomes(free).isWrong) free.delete(path);",
        "",
    ),
    "the skipped branches are bad": (
        "const good = node.isMax ? tried.high : tried.low;",
        "const good = node.isMax ? tried.low : tried.high;",
    ),
    "later branches are chosen": (".isMax ? low : high;", ".isMax ? high : low;"),
    "every wrong cut is safe": (
        '? { verdict: "wrong", refutation } : { verdict: "safe" }',
        '? { verdict: "safe", refutation } : { verdict: "safe" }',
    ),
    "going on is always right": (
        "if (isCut === step.isCut)",
        "if (!isCut || step.isCut)",
    ),
    "hidden leaves are looked at": (
        ".filter(({ path }) => seen.has(path))\n    .map((leaf) => leaf.value);",
        ".map((leaf) => leaf.value);",
    ),
    "a refutation changes visited leaves": (
        "if (!leaves(node).some(({ path }) => seen.has(path))) return [node];",
        "if (!node.children) return [node];",
    ),
    "fail-hard is wrong": ("answer === Math.max(alpha, Math.min(best, beta))", "false"),
    "every window is wider": ("if (isWider)", "if (true)"),
}


@pytest.mark.ci
@pytest.mark.parametrize("name", MUTATIONS)
def test_the_tests_of_the_judge_detect_a_mistake_in_it(tmp_path, name):
    old, new = MUTATIONS[name]
    root = Path(__file__).parents[2]
    for part in ("noughts/page/web", "tests/page/web/practice"):
        shutil.copytree(root / part, tmp_path / part)
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    steps = tmp_path / "noughts" / "page" / "web" / "practice" / "steps.js"
    text = steps.read_text("utf-8")
    assert text.count(old) == 1, name
    steps.write_text(text.replace(old, new), "utf-8")
    tests = tmp_path / "tests" / "page" / "web" / "practice" / "steps.test.js"
    assert (
        subprocess.run(["node", "--test", tests], capture_output=True).returncode == 1
    )
