"""What a cached function returns is everybody's: a list among it can be changed."""

import ast
from typing import Any

import pytest

from noughts.checker import fixed_answers
from noughts.checker.fixed_answers import FixedAnswers
from noughts.checker.purity import pure_functions

HEAD = "from functools import cache\nimport math\nN = 3\nT = [(0, 1), (2, 3)]\n@cache\n"
# What is cached, and how a caller changes it: `f` answers otherwise after that.
CHANGED = {
    "a list": "def g(b): return [b]\ndef f(b): g(b).append(1)\n",
    "a list of a loop": "def g(b): return [n for n in b]\ndef f(b): g(b).append(1)\n",
    "a set": "def g(b): return {b}\ndef f(b): g(b).add(1)\n",
    "a set of a loop": "def g(b): return {n for n in b}\ndef f(b): g(b).add(1)\n",
    "a dict": "def g(b): return {b: b}\ndef f(b): g(b)[1] = 1\n",
    "a dict of a loop": "def g(b): return {n: n for n in b}\ndef f(b): g(b)[1] = 1\n",
    "an empty list": "def g(b): return list()\ndef f(b): g(b).append(1)\n",
    "what is sorted": "def g(b): return sorted(b)\ndef f(b): g(b).append(1)\n",
    "a list with a name": "def g(b):\n n = []\n n.append(b)\n return n\n"
    "def f(b): g(b).append(1)\n",
    "one of two": "def g(b):\n n = 1\n if b: n = [b]\n return n\n"
    "def f(b): g(b).append(1)\n",
    "either of two": "def g(b): return [b] if b else 1\ndef f(b): g(b).append(1)\n",
    "the second of two": "def g(b): return None or [b]\ndef f(b): g(b).append(1)\n",
    "a sum of lists": "def g(b): return [b] + [1]\ndef f(b): g(b).append(1)\n",
    "a list in a pair": "def g(b): return 1, [b]\ndef f(b): g(b)[1].append(1)\n",
    "a list of a pair": "def g(b):\n n, m = 1, [b]\n return m\n"
    "def f(b): g(b).append(1)\n",
    "a list on the way": "def g(b):\n if (n := [b]): return n\n"
    "def f(b): g(b).append(1)\n",
    "a list that is unpacked": "def g(b):\n (n,) = [[b]]\n return n\n"
    "def f(b): g(b).append(1)\n",
    "what follows the rest": "def g(b):\n n, *_, m = 0, 1, 2, [b]\n return m\n"
    "def f(b): g(b).append(1)\n",
    "the rest": "def g(b):\n n, *m = 0, 1\n return m\ndef f(b): g(b).append(1)\n",
    "lists that are spread": "def g(b): return (*[[b]],)\n"
    "def f(b): g(b)[0].append(1)\n",
    "a tuple of lists": "def g(b): return tuple([n] for n in b)\n"
    "def f(b): g(b)[0].append(1)\n",
    "a row of a list": "def g(b): return [[b]][0]\ndef f(b): g(b).append(1)\n",
    "a part of a list": "def g(b): return [b, b][:1]\ndef f(b): g(b).append(1)\n",
    "the largest list": "def g(b): return max([n] for n in b)\n"
    "def f(b): g(b).append(1)\n",
    "the larger list": "def g(b): return max([1], [2])\ndef f(b): g(b).append(1)\n",
    "what there is else": "def g(b): return max((), default=[])\n"
    "def f(b): g(b).append(1)\n",
    "lists that are added up": "def g(b): return sum([[1]], [])\n"
    "def f(b): g(b).append(1)\n",
    "lists that are spread and added up": "def g(b): return sum(*[[[1]], []])\n"
    "def f(b): g(b).append(1)\n",
    "a part of a table": "def g(b): return T[:1]\ndef f(b): g(b).append(1)\n",
    "a table twice": "def g(b): return T + T\ndef f(b): g(b).append(1)\n",
    "a row of a loop": "def g(b):\n for n in [[1]]: return n\n"
    "def f(b): g(b).append(1)\n",
    "a row that is put in": "def g(b):\n n = []\n n.append([b])\n return n[0]\n"
    "def f(b): g(b).append(1)\n",
    "a row that is put in first": "def g(b):\n n = []\n n.insert(0, [b])\n"
    " return n[0]\ndef f(b): g(b).append(1)\n",
    "a row that is written": "def g(b):\n n = [1]\n n[0] = [b]\n return n[0]\n"
    "def f(b): g(b).append(1)\n",
    "a row by another name": "def g(b):\n n = []\n m = n\n m.append([b])\n"
    " return n[0]\ndef f(b): g(b).append(1)\n",
    "a row that another puts in": "def g(b):\n n = []\n h(n)\n return n[0]\n"
    "def h(n): n.append([1])\ndef f(b): g(b).append(1)\n",
    "a row by the second of two names": "def g(b):\n n = m = []\n n.append([b])\n"
    " return tuple(m)\ndef f(b): g(b)[0].append(1)\n",
    "a row that another name brings in": "def g(b):\n n = []\n for m in (n,):\n"
    "  m.append([b])\n return tuple(n)\ndef f(b): g(b)[0].append(1)\n",
    "rows that are added": "def g(b):\n n = []\n n += [[b]]\n return n[0]\n"
    "def f(b): g(b).append(1)\n",
    "another's list": "def g(b): return h(b)\ndef h(b): return [b]\n"
    "def f(b): g(b).append(1)\n",
    "another's argument": "def g(b): return h([b])\ndef h(b): return b\n"
    "def f(b): g(b).append(1)\n",
    "a row of another's list": "def g(b): return h(b)[0]\ndef h(b): return [[b]]\n"
    "def f(b): g(b).append(1)\n",
    "a row of what is cached": "@cache\ndef h(): return [1]\ndef g(b): return h()[0]\n"
    "def f(b): h()[0] = [1]\n",
    "a list of a function within": "def g(b):\n def h(): return [b]\n return h()\n"
    "def f(b): g(b).append(1)\n",
    "what only seems a number": "def g(b):\n len = list\n return len(b)\n"
    "def f(b): g(b).append(1)\n",
    "what only seems sorted": "def g(b):\n sorted = h\n return tuple(sorted(b))\n"
    "def h(b): return [[b]]\ndef f(b): g(b)[0].append(1)\n",
    "another's list in the place of a number": "def g(b): return h(b)\n"
    "def h(b): return 1\ndef h(b): return [b]\ndef f(b): g(b).append(1)\n",
    "another's number in a list": "def g(b): return h(b)\n"
    "def listed(h): return lambda b: [h(b)]\n@listed\ndef h(b): return 1\n"
    "def f(b): g(b).append(1)\n",
    "a text in parts": "def g(b): return b.split()\ndef f(b): g(b).append(1)\n",
    "itself, or a list": "def g(b): return g(b[1:]) if b else []\n"
    "def f(b): g(b).append(1)\n",
    "what is caught": "def g(b):\n try: raise ValueError([b])\n"
    " except ValueError as n: return n.args[0]\ndef f(b): g(b).append(1)\n",
}
FIXED = {
    "nothing": "def g(b): pass",
    "a number": "def g(b): return 1",
    "a truth": "def g(b): return not b or b == 1",
    "a text": "def g(b): return f'{b}'",
    "what it is given": "def g(b): return b",
    "a part of what it is given": "def g(b): return b[1:]",
    "a cell of what it is given": "def g(b): return b[0][0]",
    "what it is given, made better": "def g(b, n):\n n = max(n, 1)\n return -n",
    "a pair": "def g(b): return 1, (b, None)",
    "a constant": "def g(b): return N",
    "infinity": "def g(b): return -math.inf",
    "infinity by its name": "def g(b): return -inf\nfrom math import inf",
    "how many there are": "def g(b): return len([b]) + sum([b])",
    "a frozen set": "def g(b): return frozenset([b])",
    "a row of a table": "def g(b): return T[0]",
    "a row of a loop": "def g(b):\n for n in T: return n",
    "a number of a row": "def g(b):\n for n, m in T: return m",
    "a number beside a row": "def g(b):\n for n, m in enumerate(T): return n",
    "a value of a dict": "def g(b): return {'X': 1}[b]",
    "the largest value": "def g(b): return max(g(n) for n in b)",
    "the largest value, or none": "def g(b): return max((g(n) for n in b), default=0)",
    "the larger value": "def g(b):\n n = -1\n for m in b: n = max(n, g(m))\n return n",
    "a number that counts": "def g(b):\n n = 0\n n += 1\n return n",
    "a number on the way": "def g(b): return n if (n := len(b)) else (n := 1)",
    "a number with its type": "def g(b):\n n: int = 0\n return n",
    "another's number": "def g(b): return h(b)\ndef h(b): return 1 if b else 0",
    "itself": "def g(b): return g(b[1:]) if b else 0",
    "each other": "def g(b): return h(b[1:])\ndef h(b): return g(b) if b else 0",
    "a list of its own that it reads": "def g(b):\n n = [[1]]\n n[0][0] = 2\n"
    " return len(n)",
}


@pytest.mark.parametrize("text", CHANGED.values(), ids=CHANGED)
def test_what_hands_out_what_can_be_changed_is_no_constant(text):
    there = dict[str, object]()
    exec(HEAD + text, there)
    before = repr(there["g"]("ab"))
    there["f"]("ab")
    assert repr(there["g"]("ab")) != before
    asks = f"{HEAD}{text}\ndef asks(b): return repr(g(b))"
    assert "asks" not in pure_functions(ast.parse(asks))


def test_what_is_used_up_is_no_constant():
    text = f"{HEAD}def g(b): yield b\ndef asks(b): return [*g(b)]"
    there = dict[str, Any]()
    exec(text, there)
    assert [there["asks"](1), there["asks"](1)] == [[1], []]
    assert "asks" not in pure_functions(ast.parse(text))


@pytest.mark.parametrize("text", FIXED.values(), ids=FIXED)
def test_what_returns_only_what_nobody_can_change_may_be_cached(text):
    exec(HEAD + text, {})
    asks = f"{HEAD}{text}\ndef asks(b): return g(b)"
    assert "asks" in pure_functions(ast.parse(asks))


# What is written again and again in a cached function that returns `a`.
WRITTEN = {
    "itself": " a = a\n",
    "a list that grows": " a.append(a)\n",
    "two names": " a, b = b, a\n",
    "a name in a loop": " for a in a: a += a\n",
    "a table": " a = T[a]\n",
    "an answer": " return a\n",
    "a call": " a = g(a)\n",
    "the largest": " a = max(a for a in (a, *a))\n",
}


def parts_of(text, monkeypatch):
    """Return how many parts are looked at until it is known what is fixed."""
    looked, own = list[object](), FixedAnswers._parts

    def counted(self, made):
        parts = own(self, made)
        looked.extend([made, *(parts or ())])
        return parts

    with monkeypatch.context() as patch:
        patch.setattr(FixedAnswers, "_parts", counted)
        pure_functions(ast.parse(text))
    return len(looked)


@pytest.mark.parametrize("line", WRITTEN.values(), ids=WRITTEN)
def test_twice_as_many_lines_take_no_more_than_twice_the_parts(line, monkeypatch):
    text = f"{HEAD}def g(b):\n a = []\n{{}} return a"
    few, many = (parts_of(text.format(line * n), monkeypatch) for n in (20, 40))
    assert 0 < few <= many <= 2 * few


@pytest.mark.parametrize(
    "form",
    [
        "def g(b):\n for {names} in [{names}]: return {names}",
        "def g(b):\n {names} = {names}\n return {names}",
        "def g({names}):\n {names} = max({names}), *[{names}]\n return {names}",
    ],
)
def test_twice_as_many_names_take_no_more_than_twice_the_parts(form, monkeypatch):
    few, many = (
        parts_of(
            HEAD + form.format(names=", ".join(f"a{n}" for n in range(names))),
            monkeypatch,
        )
        for names in (20, 40)
    )
    assert 0 < few <= many <= 2 * few


@pytest.mark.parametrize(("most", "pure"), [(4, ["f"]), (3, [])])
def test_of_a_file_that_is_too_long_no_answer_counts_as_fixed(most, pure, monkeypatch):
    """Four parts: the function, what it returns, that name, and the argument."""
    tree = ast.parse(f"{HEAD}def g(b): return b\ndef f(b): return g(b)")
    monkeypatch.setattr(fixed_answers, "MOST", most)
    assert pure_functions(tree) == pure
