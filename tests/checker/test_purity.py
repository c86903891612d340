"""Which functions depend on nothing but their arguments: rule by rule."""

import ast

import pytest

from noughts.checker.purity import pure_functions

PURE = {
    "nothing but its argument": "def f(b): return b",
    "what is built in": "def f(b): return len(sorted(b))",
    "an exception": "def f(b): raise ValueError(b)",
    "a number": "N = 3\ndef f(b): return N",
    "a number with its type": "N: int = 3\ndef f(b): return N",
    "a table that is only read": "T = [[0, 1], [2]]\ndef f(b): return T[0][b]",
    "a table whose name a class has, too": "T = [1]\ndef f(b): return T[0]\n"
    "class C:\n    T = []\n    T.append(2)",
    "a table made of another": "S = 3\nT = list(range(S))\ndef f(b): return T[b]",
    "a table made by an iterator": "T = dict(zip('ab', (n for n in 'cd')))\n"
    "def f(b): return T[b]",
    "a table made of all of an iterator": "T = [*zip('ab', 'cd')]\n"
    "def f(b): return T[b]",
    "a table made in a loop over an iterator": "T = [n for _, n in enumerate('ab')]\n"
    "def f(b): return T[b]",
    "one of two names of a table": "T = S = [3]\ndef g(): return S[0]\n"
    "def f(b): return len(T)",
    "one of two names, of which another is bound twice": "X, n = 'X', 0\nn = 1\n"
    "def f(b): return X",
    "a star of math": "from math import *\ndef f(b): return len(b)",
    "a constant handed on": "N = 3\ndef g(n): return n\ndef f(b): return g(N)",
    "a pair handed on": "N = (0, -1)\ndef g(n): return n\ndef f(b): return g(N)",
    "math": "import math\ndef f(b): return math.inf",
    "copy under another name": "import copy as c\ndef f(b): return c.deepcopy(b)",
    "a function of copy": "from copy import deepcopy as d\ndef f(b): return d(b)",
    "infinity handed on": "import math\nN = math.inf\ndef g(n): return n\n"
    "def f(b): return g(N)",
    "infinity made of a text": "N = float('inf')\ndef g(n): return n\n"
    "def f(b): return g(N)",
    "its own error": "class E(Exception): pass\ndef f(b): raise E(b)",
    "its own error with a text": "class E(Exception):\n    'No.'\n"
    "    def __init__(self, b, n='no'):\n        super().__init__(f'{n}: {b}')\n"
    "        self.b = b\n    def __str__(self): return str(self.b)\n"
    "def f(b): raise E(b)",
    "its own error that names itself": "class E(ValueError):\n"
    "    def __init__(self, b): super(E, self).__init__(b)\ndef f(b): raise E(b)",
    "a variable around a function within": "def f(b):\n    n = 0\n    def g():\n"
    "        nonlocal n\n        n += 1\n    g()\n    return n",
    "a number as a default": "import math\n"
    "def f(b, n=0, low=-math.inf, high=float('inf'), t='X', m=None): return b",
    "another pure one": "def g(b): return b\ndef f(b): return g(b)",
    "one that is cached": "from functools import cache\n@cache\ndef g(b): return b\n"
    "def f(b): return g(b)",
    "a generator": "def g(b):\n    yield from b\ndef f(b): return list(g(b))",
    "a generator within": "def f(b):\n    def g():\n        yield b\n"
    "    return list(g())",
    "a name on the way": "def f(b): return n if (n := len(b)) else 0",
    "a name on the way of a loop": "def f(b): return [n for m in b if (n := m)]",
    "each other": "def g(b): return f(b)\ndef f(b): return g(b)",
    "a function within": "def f(b):\n    def g(n): return n\n    return g(b)",
    "a name of its own": "def f(b):\n    n = 1\n    return n + b",
    "a list of its own that it changes": "def f(b):\n    n = []\n    n.append(b)\n"
    "    return n",
    "a variable that is called as it is": "def f(b):\n    f = set()\n    f.add(b)\n"
    "    return f",
    "a name that is another's variable": "def g(b): return b\ndef h(b):\n    g = []\n"
    "    g.append(b)\ndef f(b): return g(b)",
    "an import within": "def f(b):\n    import copy\n    return copy.deepcopy(b)",
    "what prints": "import random\nfrom time import time\n"
    "def f(b):\n    print(b, 3, sep='', end='', flush=True)\n    return b",
    "a method handed on": "def f(b):\n    n = dict(b)\n    return max(n, key=n.get)",
    "a method whose name is global elsewhere": "def g():\n    global count\n"
    "    count = 1\ndef f(b): return b.count(1)",
    "a text with a gap": "def f(b): return 'No {}.'.format(b)",
    "what only checkers of types see": "from typing import TYPE_CHECKING\n"
    "def f(b): return b",
    "an error that it catches": "def f(b):\n    try:\n        return b\n"
    "    except ValueError as e:\n        return str(e)",
}
IMPURE = {
    "what nobody knows": "def f(b): return g(b)",
    "a built-in that is made another": "__builtins__['len'] = id\n"
    "def f(b): return len(b)",
    "a built-in that another makes global": "def g():\n    global len\n"
    "    len = id\ndef f(b): return len(b)",
    "a built-in of the module": "import builtins\nbuiltins.len = id\n"
    "def f(b): return len(b)",
    "what prints into something": "def f(b): print(b, file=b)",
    "what prints in a way of its own": "def f(b): print(b, **b)",
    "what hands print on": "def f(b): return [*map(print, b)]",
    "a print of its own": "def print(b): b.append(3)\nprint = 3\ndef f(b): print(b)",
    "what prints where others may listen": "import sys\ndef f(b): print(b)",
    "what prints to what lies beside it": "from . import other\ndef f(b): print(b)",
    "what reads": "def f(b): return input()",
    "a name bound twice": "N = 3\nN = 4\ndef f(b): return N",
    "itself, bound twice": "def f(b): return b\ndef f(b): return b",
    "a built-in of its own": "len = id\ndef f(b): return len(b)",
    "a table that is changed": "T = [0]\ndef g(b): T[0] = b\ndef f(b): return T[0]",
    "a table that grows": "T = [0]\ndef g(b): T.append(b)\ndef f(b): return T[0]",
    "a table that is counted up": "T = [0]\ndef g(b): T[0] += b\ndef f(b): return T[0]",
    "a table that is cut": "T = [0]\ndef g(b): del T[0]\ndef f(b): return T[0]",
    "a table handed on": "T = [0]\ndef g(n): return n\ndef f(b): return g(T)",
    "a table given back": "T = [0]\ndef f(b): return T",
    "a table in another": "T = [0]\ndef f(b):\n    n = T\n    return n",
    "a number that is global": "N = 3\ndef g():\n    global N\n    N = 4\n"
    "def f(b): return N",
    "chance": "import random\ndef f(b): return random.random()",
    "a function of chance": "from random import choice\ndef f(b): return choice(b)",
    "what lies beside it": "from . import other\ndef f(b): return other.g(b)",
    "an iterator": "N = (n for n in range(3))\ndef f(b): return list(N)",
    "a lazy iterator": "N = zip([1])\ndef f(b): return list(N)",
    "a function without a name": "N = lambda: 3\ndef f(b): return N()",
    "what a call made": "N = open('x')\ndef f(b): return N",
    "what a method made": "N = 'x'.upper()\ndef f(b): return N",
    "what a call of a call made": "N = open('x').read()\ndef f(b): return N + b",
    "an error's name that is built in": "try: pass\nexcept OSError as len: pass\n"
    "def f(b): return len(b)",
    "one that is decorated": "def d(h): return print\n@d\ndef g(b): return b\n"
    "def f(b): return g(b)",
    "one that is decorated with a state": "def d(h): return [3, 4].pop\n@d\n"
    "def g(): return 3\ndef f(b): return g()",
    "a default": "def f(b, n=[]): return n",
    "a default of a default": "def g(b, n=len): return n\ndef f(b): return g(b)",
    "a default that its own float made": "def float(n): return [n]\n"
    "def g(b, n=float('3')): return n\ndef f(b): return g(b)",
    "a default that a call made": "def f(b, n=open('x')): return n",
    "a default of another's math": "from other import math\n"
    "def f(b, n=math.x): return n",
    "any arguments": "def f(*b): return b",
    "named arguments": "def f(**b): return b",
    "an argument by name": "def f(*, b): return b",
    "a decorator": "def g(h): return h\n@g\ndef f(b): return b",
    "a cache of its own": "from functools import cache\n@cache\ndef f(b): return b",
    "that it is a generator": "def f(b): yield b",
    "a generator that is kept": "def g(): yield 1\nN = g()\ndef f(b): return [*N]",
    "a generator that is cached": "from functools import cache\n@cache\n"
    "def g(b): yield b\ndef f(b): return [*g(b)]",
    "another's generator that is cached": "from functools import cache\n"
    "def h(b): yield b\n@cache\ndef g(b): return h(b)\ndef f(b): return [*g(b)]",
    "a generator that reads": "def g(b): yield input()\ndef f(b): return [*g(b)]",
    "a name on the way that is global": "N = 3\ndef g():\n    global N\n"
    "    (N := 4)\ndef f(b): return N",
    "a name on the way at the top": "N = 3\n(N := 4)\ndef f(b): return N",
    "a table by a name on the way": "T = [0]\ndef g(): (n := T).append(1)\n"
    "def f(b): return T[0]",
    "an import of chance within": "def f(b):\n    import random\n    return b",
    "a function imported within": "def f(b):\n    from random import random\n"
    "    return b",
    "two imports within": "def f(b):\n    import copy, random\n    return b",
    "a class within": "def f(b):\n    class C: pass\n    return C",
    "a file": "def f(b):\n    with b as n: return n",
    "an attribute that it writes": "def f(b):\n    b.n = 1\n    return b",
    "an attribute of its own": "def f(b):\n    return f.__name__",
    "its attribute, written by another": "def f(b): return b\ndef g(): f.n = 1",
    "an error that counts": "class E(Exception):\n    n = 0\n"
    "    def __init__(self): E.n += 1\ndef f(b): raise E",
    "an error that counts for its type": "class E(Exception):\n"
    "    def __init__(self): type(self).n = 1\ndef f(b): raise E",
    "an error that counts for its class": "class E(Exception):\n"
    "    def __init__(self): self.__class__.n = 1\ndef f(b): raise E",
    "an error that changes a table": "T = []\nclass E(Exception):\n"
    "    def __init__(self): T.append(1)\ndef f(b): raise E",
    "an error that keeps a list": "class E(Exception):\n"
    "    def __init__(self, n=[]): n.append(1)\ndef f(b): raise E",
    "an error that calls what is not pure": "def len(b): return input()\n"
    "class E(Exception):\n    def __init__(self, b): len(b)\ndef f(b): raise E(b)",
    "an error that is made by counting": "class E(Exception):\n"
    "    def __new__(self): self.n = 1\ndef f(b): raise E",
    "an error with a list for all": "class E(Exception):\n    (n := [])\n"
    "    def __init__(self): self.n.append(1)\ndef f(b): raise E",
    "an error that is another": "class E(Exception):\n    def __init__(self):\n"
    "        self = E\n        self.n = 1\ndef f(b): raise E",
    "an error with another in it": "class E(Exception):\n    def __init__(self):\n"
    "        def g(self): self.n = 1\n        g(E)\ndef f(b): raise E",
    "an error that does all in another way": "class E(Exception):\n"
    "    @input\n    def __init__(self): pass\ndef f(b): raise E",
    "an error with a method of nothing": "class E(Exception):\n"
    "    def __init__(): pass\ndef f(b): raise E",
    "an error of another kind": "class E(dict): pass\ndef f(b): raise E(b)",
    "an error with a metaclass": "class E(Exception, metaclass=type): pass\n"
    "def f(b): raise E(b)",
    "one that is not pure": "def g(b): input()\ndef f(b): return g(b)",
    "one that leads to one": "def h(b): input()\ndef g(b): return h(b)\n"
    "def f(b): return g(b)",
    "one whose attribute another writes": "def g(b): return g.n\n"
    "def h(): g.n = 1\ndef f(b): return g(b)",
    "one whose attribute is handed on": "def g(b): return g.n\n"
    "def h(): setattr(g, 'n', 1)\ndef f(b): return g(b)",
    "a number of the module": "import tictactoe\nN = 3\ndef g(): tictactoe.N = 4\n"
    "def f(b): return N",
    "what is hidden in a text": "N = 3\ndef g(): globals()['N'] = 4\n"
    "def f(b): return N",
    "what anything may hide": "from other import *\ndef f(b): return len(b)",
    "a name that is a function's own elsewhere": "def f(b):\n    def g(n): return n\n"
    "    return n",
    "a name that is a loop's own elsewhere": "def f(b):\n    [n for n in b]\n"
    "    return n",
    "a copy that is changed": "S = [3]\nT = S[:]\ndef g(): T.append(4)\n"
    "def f(b): return len(T)",
    "a sum that is changed": "S = [3]\nT = S + S\ndef g(): T.append(4)\n"
    "def f(b): return len(T)",
    "one of two names of what is changed": "T = S = [3]\ndef g(): S.append(4)\n"
    "def f(b): return len(T)",
    "a pair of names of what is changed": "T, S = [[3]] * 2\ndef g(): S.append(4)\n"
    "def f(b): return len(T)",
    "a name within of what is changed": "T = (S := [3])\ndef g(): S.append(4)\n"
    "def f(b): return len(T)",
    "an iterator of a text": "N = zip('ab')\ndef f(b): return list(N)",
    "an iterator that a method made": "N = 'ab'.__iter__()\ndef f(b): return tuple(N)",
    "an iterator in a table": "T = [zip([1])]\ndef f(b): return list(T[0])",
    "a generator in a table": "T = [(n for n in 'ab')]\ndef f(b): return list(T[0])",
    "a cache of the file's own": "def cache(h):\n    n = {}\n"
    "    def k(b): return n.setdefault(0, h(b))\n    return k\n"
    "@cache\ndef g(b): return b\ndef f(b): return g(b)",
    "a method of what changes": "N = [3, 4].pop\ndef f(b): return N()",
    "a table of a module": "import copy\ndef f(b):\n"
    "    copy.dispatch_table[b] = 1\n    return len(copy.dispatch_table)",
    "a table of a module by a name": "import copy\nT = copy.dispatch_table\n"
    "def f(b): return len(T)",
    "a module in a module": "from typing import sys\ndef f(b): return sys.argv",
    "an attribute under another name": "def g(b): return b\ndef h():\n    n = g\n"
    "    n.calls = 3\ndef f(b):\n    n = g\n    return n.calls",
    "an attribute that has a method's name": "def g(b): return b\ndef h():\n"
    "    n = g\n    n.count = 3\ndef f(b):\n    n = g\n    return n.count",
    "an attribute of which a text tells": "def g(b): return b\n"
    "def f(b): return '{0.calls}'.format(g)",
    "an attribute of which some text tells": "def g(b): return b\n"
    "def f(b): return b.format(g)",
    "an attribute that a pattern reads": "def g(b): return b\ndef f(b):\n"
    "    n = type(g)\n    match g:\n        case n(calls=m): return m",
    "a number set by its name": "import tictactoe\nN = 3\n"
    "def g(): setattr(tictactoe, 'N', 4)\ndef f(b): return N",
    "a number in a table of all": "import sys\nN = 3\n"
    "def g(): sys.modules[__name__].__dict__['N'] = 4\ndef f(b): return N",
    "a number in a function's table": "N = 3\n"
    "def g(): (lambda: 0).__globals__['N'] = 4\ndef f(b): return N",
    "a number by a pattern": "N = 3\ndef g(n):\n    match n:\n"
    "        case object(__globals__=m): m['N'] = 4\ndef f(b): return N",
    "what reads by a text": "from operator import attrgetter as g\nN = 3\n"
    "def h(): g('__globals__')(h)['N'] = 4\ndef f(b): return N",
    "what stands in the output's place": "import random\n"
    "random._os.sys.stdout = 3\ndef f(b): print(b)",
    "an error that is decorated": "def d(n): return [3, 4].pop\n@d\n"
    "class E(Exception): pass\ndef f(b): return E()",
    "an error that is more": "class C:\n    class D: pass\n"
    "class E(Exception, C.D): pass\ndef f(b): raise E(b)",
    "an error of a kind of its own": "class OSError(Exception):\n    n = []\n"
    "class E(OSError): pass\ndef f(b): raise E(b)",
    "what a function of its own made": "def abs(): return [3, 4].pop\nN = abs()\n"
    "def f(b): return N()",
    "a table made of what changes": "S = [3]\nT = [S]\ndef g(): S[0] = 4\n"
    "def f(b): return T[0]",
}


@pytest.mark.parametrize("text", PURE.values(), ids=PURE)
def test_it_is_pure_though_it_uses(text):
    assert "f" in pure_functions(ast.parse(text))


@pytest.mark.parametrize("text", IMPURE.values(), ids=IMPURE)
def test_it_may_not_be_pure_if_it_uses(text):
    assert "f" not in pure_functions(ast.parse(text))
