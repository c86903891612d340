"""Tables that nobody changes: they are seen to leave by every way in the grammar."""

import ast
import re
import sys
from types import ModuleType

import pytest

from noughts.checker.purity import pure_functions

# A table, what depends on it, and a function that changes what it is given.
HEAD = """
T = [[0]]
def f(b): return T[0][0] + len(T)
def spoil(n): n.append(1)
"""
# By each field of the grammar that holds an expression: how a table leaves by it.
WAYS = {
    "AnnAssign.value": "def g():\n n: list = T\n n.append(1)",
    "AnnAssign.annotation": "class C:\n n: T\nC.__annotations__['n'].append(1)",
    "Assert.msg": "def g():\n try: assert False, T\n"
    " except AssertionError as e: e.args[0].append(1)",
    "Assign.targets": "def g():\n global T\n T = [[1]]",
    "Assign.value": "def g():\n n = T\n n.append(1)",
    "AsyncFunctionDef.returns": "async def h() -> T: 0\n"
    "h.__annotations__['return'].append(1)",
    "Attribute.value": "def g(): T.append(1)",
    "AugAssign.target": "T += [1]",
    "AugAssign.value": "def g():\n n = []\n n += T\n n[0].append(1)",
    "BinOp.left": "def g(): (T + [])[0].append(1)",
    "BinOp.right": "def g(): ([] + T)[0].append(1)",
    "BoolOp.values": "def g(): (T or []).append(1)",
    "Call.args": "def g(): spoil(T)",
    "Delete.targets": "del T\nT = [[1]]",
    "Dict.values": "def g(): {1: T}[1].append(1)",
    "DictComp.value": "def g(): {1: T for _ in 'a'}[1].append(1)",
    "For.iter": "def g():\n for n in T: n.append(1)",
    "For.target": "for T in [[[1]]]: pass",
    "FunctionDef.returns": "def h() -> T: 0\nh.__annotations__['return'].append(1)",
    "GeneratorExp.elt": "def g(): list(T for _ in 'a')[0].append(1)",
    "IfExp.body": "def g(): (T if 1 else []).append(1)",
    "IfExp.orelse": "def g(): ([] if 0 else T).append(1)",
    "Lambda.body": "def g(): (lambda: T)().append(1)",
    "List.elts": "def g(): [T, 0][0].append(1)",
    "ListComp.elt": "def g(): [T for _ in 'a'][0].append(1)",
    "Match.subject": "def g():\n match T:\n  case n: n.append(1)",
    "NamedExpr.target": "def g():\n global T\n (T := [[1]])",
    "NamedExpr.value": "def g():\n (n := T)\n n.append(1)",
    "Return.value": "def g(): return T\ng().append(1)",
    "Starred.value": "def g(): [*T][0].append(1)",
    "Subscript.value": "def g(): T[0] = [1]",
    "Tuple.elts": "def g(): (0, T)[1].append(1)",
    "Yield.value": "def h(): yield T\nnext(h()).append(1)",
    "YieldFrom.value": "def h(): yield from T\nnext(h()).append(1)",
    "arg.annotation": "def h(n: T): 0\nh.__annotations__['n'].append(1)",
    "arguments.defaults": "def g(T=T): T.append(1)",
    "arguments.kw_defaults": "def g(*, n=T): n.append(1)",
    "comprehension.iter": "def g(): [spoil(n) for n in T]",
    "comprehension.target": "def g(): [0 for T[0] in [[1]]]",
    "keyword.value": "def g(): spoil(n=T)",
    "withitem.optional_vars": "from contextlib import nullcontext\n"
    "with nullcontext([[1]]) as T: pass",
}
# By these a table is only looked at.
LOOKS = {
    "Assert.test": "def g(): assert T",
    "Compare.comparators": "def g(): return [0] in T",
    "Compare.left": "def g(): return T == [0]",
    "Expr.value": "def g(): T",
    "FormattedValue.value": "def g(): return f'{T}'",
    "If.test": "def g():\n if T: return 1",
    "IfExp.test": "def g(): return 1 if T else 2",
    "UnaryOp.operand": "def g(): return not T",
    "While.test": "def g():\n while T: return 1",
    "comprehension.ifs": "def g(): return [0 for _ in 'a' if T]",
}
# A list cannot stand there, or what stands there goes nowhere.
NOWHERE = {
    *("AnnAssign.target", "AsyncFor.target", "AsyncFor.iter", "Await.value"),
    *("AsyncFunctionDef.decorator_list", "FunctionDef.decorator_list", "Call.func"),
    *("ClassDef.bases", "ClassDef.decorator_list", "ExceptHandler.type"),
    *("Dict.keys", "DictComp.key", "Set.elts", "SetComp.elt", "Subscript.slice"),
    *("Expression.body", "FunctionType.argtypes", "FunctionType.returns"),
    *("FormattedValue.format_spec", "JoinedStr.values", "MatchClass.cls"),
    *("MatchMapping.keys", "MatchValue.value", "Raise.exc", "Raise.cause"),
    *("Slice.lower", "Slice.upper", "Slice.step", "match_case.guard"),
    "withitem.context_expr",
}
# What Python 3.11 does not have: it is not followed, so that a table leaves by it.
LATER = ("TypeAlias", "TypeVar", "ParamSpec", "TypeVarTuple", "TemplateStr", "Interp")
FURTHER = {
    "a keyword": "def h(b, n): n.append(1)\ndef g(): h(0, n=T)",
    "a row of it": "def g():\n n = T[0]\n n[0] = 1",
    "a row that is counted up": "def g():\n n = T[0]\n n += [1]",
    "rows with their numbers": "def g():\n for i, n in enumerate(T): n.append(1)",
    "rows side by side": "def g():\n for n, m in zip(T, T): m.append(1)",
    "the first of rows side by side": "def g():\n for n, m in zip(T, T): n.append(1)",
    "a row in a copy": "def g(): list(T)[0].append(1)",
    "a row in a slice": "def g():\n n = T[:]\n n[0].append(1)",
    "the largest row": "def g(): max(T).append(1)",
    "one of two": "def g(): max(T, []).append(1)",
    "one of two rows": "def g(): max(T[0], []).append(1)",
    "one of rows that are spread": "def g(): max(*T * 2).append(1)",
    "a row that is unpacked": "def g():\n n, = T\n n.append(1)",
    "the rest of the rows": "def g():\n *n, = T\n n[0].append(1)",
    "rows that are spread": "def g(): spoil(*T)",
    "a function that is handed each": "def g(): list(map(spoil, T))",
    "a key that is handed each": "def g(): sorted(T, key=spoil)",
    "another's default": "D = {}\ndef g(): D.get(1, T).append(1)",
    "a table of tables": "D = {1: T}\ndef g(): D[1].append(1)",
    "the values of a table": "D = {1: T}\ndef g():\n for n in D.values(): n.append(1)",
    "the items of a table": "D = {1: T}\ndef g():\n for k, n in D.items(): n.append(1)",
    "another's get": "D = {1: T}\ndef g(): D.get(1).append(1)",
    "a function within": "def g():\n def h(n): n.append(1)\n h(T)",
    "what only seems built in": "def g():\n len = spoil\n len(T)",
    "another of its name": "def g(len=spoil): len(T)",
    "an operator of a class without a text": "def eq(s, n): n.append(1)\n"
    "C = type('C', (), {'__eq__': eq})\ndef g(): C() == T",
    "a question for its kind": "class M(type):\n"
    " def __instancecheck__(c, n): n.append(1)\nclass C(metaclass=M): 0\n"
    "def g(): isinstance(T, C)",
    "a division": "class C:\n def __rdivmod__(s, n): n.append(1)\n"
    "def g(): divmod(T, C())",
    "an operator": "class C:\n def __eq__(self, n): n.append(1)\ndef g(): C() == T",
    "the module": "import sys\ndef g(): sys.modules[__name__].T.append(1)",
    "its name as a text": "def g(): globals()['T'].append(1)",
    "what only has the name of a copy": "def deepcopy(n): return n\n"
    "def g(): deepcopy(T).append(1)",
    "a chain": "def g():\n a = (0, [T])\n _, b = a\n c = b[-1] or b\n c.append(1)",
    "a method that is called later": "def g():\n n = T.copy\n n()[0].append(1)",
    "one that is decorated": "def d(h): return spoil\n@d\ndef h(n): return 0\n"
    "def g(): h(T)",
    "another of a function's name": "def h(n): return 0\nh = spoil\ndef g(): h(T)",
    "a function that another replaces": "def h(n): return 0\n"
    "def k():\n global h\n h = spoil\ndef g():\n k()\n h(T)",
    "what lies deeper than anybody looks": f"D = {'[' * 10}T{']' * 10}\n"
    f"def g(): D{'[0]' * 10}.append(1)",
    "one argument of many": "def h(n, *r): r[0].append(1)\ndef g(): h(0, T)",
    "a method": "class C:\n n = T\n def h(self): self.n.append(1)\ndef g(): C().h()",
    "a name at the top": "n = T[0]\ndef g(): n.append(1)",
    "a loop at the top": "for n in T: pass\ndef g(): n.append(1)",
}

READS = {
    "a cell": "def g(): return T[0][0]",
    "rows, and what is in them": "def g():\n for n in T:\n  for m in n: spoil([m])",
    "rows that are unpacked": "def g(): return [m for m, in T]",
    "rows with their numbers": "def g():\n for i, n in enumerate(T): print(n[i])",
    "a row that is handed on and read": "def h(n): return n[0]\n"
    "def g(): return [h(n) for n in T]",
    "a row that is handed on by name": "def h(b, n): return n[0]\n"
    "def g(): return h(0, n=T[0])",
    "copies of the rows": "def g():\n n = [m[:] for m in T]\n n[0].append(1)\n"
    " return n",
    "copies of the rows as lists": "def g(): return [list(m) for m in T]",
    "a deep copy": "import copy\ndef g(): spoil(copy.deepcopy(T))",
    "a deep copy by a name": "from copy import deepcopy as d\ndef g(): return d(T)",
    "a row that is copied": "from copy import copy\ndef g(): spoil(copy(T[0]))",
    "one row of many": "import random\ndef g(): return random.choice(T)[0]",
    "a table of tables": "D = {1: T}\ndef g(): return [n[0][0] for n in D.values()]",
    "another's get": "D = {1: T}\ndef g(): return D.get(1)[0][0]",
    "more in a new list": "D = [1]\ndef g(): return D + [2]",
    "numbers that are reckoned": "D = [1 << n for n in range(3)]\n"
    "def g(): return max(D, key=lambda n: -n)",
    "a table made of sums": "D = [[0] * 3 for _ in 'ab'] + T\ndef g(): return len(D)",
    "a local of its name": "def g():\n T = []\n T.append(1)\n return T",
    "an argument of its name": "def h(T): T.append(1)\ndef g(): h([])",
    "a name of a loop": "def g():\n [T.append(1) for T in [[]]]",
    "its length": "def g(): return len(T) + sum(len(n) for n in T)",
    "its text": "def g(): return ', '.join(map(str, T[0]))",
    "where it is": "def g(): return T.index([0]) + T.count([0])",
    "where a row is": "def g(): return T.index([0])",
    "a name with a type": "def g():\n n: list = T\n return n[0][0]",
    "two names in a circle": "def g():\n n = T\n m = n\n n = m\n return n[0][0]",
    "a text made of it": "def g(): return '{}'.format(T)",
    "texts of its numbers": "def g(): return map(str, T[0])",
    "numbers that are counted up": "def g():\n for n in T[0]: n += 1",
    "a number beside a row": "def g():\n for i, [n] in enumerate(T): i += n",
    "nothing of it": "def g():\n () = T[:0]",
    "a list of its rows": "def g(): return [n[0] for n in list(T)]",
    "its numbers in an order": "def g(): return sorted(T[0], reverse=True)",
    "the largest row": "def g(): return max(T)[0]",
}


def fields():
    """Yield the fields of the grammar that hold expressions."""
    kinds = [each for each in vars(ast).values() if isinstance(each, type)]
    for kind in kinds:
        text, whole = kind.__doc__ or "", kind.__name__
        if text.startswith(f"{whole}(") and not whole.startswith(LATER):
            for name in re.findall(r"\bexpr[?*]? (\w+)", text):
                yield f"{whole}.{name}"


def stands_in(text):
    """Yield the fields in which the table's name stands, or a place of it."""
    for node in ast.walk(ast.parse(text)):
        for field, value in ast.iter_fields(node):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.Subscript):
                    each = each.value
                if isinstance(each, ast.Name) and each.id == "T":
                    yield f"{type(node).__name__}.{field}"


def table_after(text, monkeypatch):
    """Return the table after all of a text was run."""
    module = ModuleType("followed")
    monkeypatch.setitem(sys.modules, "followed", module)
    exec(f"{HEAD}\n{text}", vars(module))
    if "g" in vars(module):
        module.g()
    return module.T


def test_every_field_of_the_grammar_that_holds_an_expression_is_known():
    assert {*fields()} == WAYS.keys() | LOOKS.keys() | NOWHERE


@pytest.mark.parametrize("field", [*WAYS, *LOOKS])
def test_a_row_shows_the_field_that_it_names(field):
    assert field in {*stands_in(WAYS.get(field) or LOOKS[field])}


@pytest.mark.parametrize("text", [*WAYS.values(), *FURTHER.values()])
def test_a_table_that_leaves_and_is_changed_is_no_constant(text, monkeypatch):
    assert table_after(text, monkeypatch) != [[0]]
    assert "f" not in pure_functions(ast.parse(f"{HEAD}\n{text}"))


@pytest.mark.parametrize("text", [*LOOKS.values(), *READS.values()])
def test_a_table_that_is_only_read_is_a_constant(text, monkeypatch):
    assert table_after(text, monkeypatch) == [[0]]
    assert "f" in pure_functions(ast.parse(f"{HEAD}\n{text}"))
