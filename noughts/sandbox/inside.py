"""
The inside of the sandbox: loads the engine's file and answers questions about it.

Runs in the engine's own process. The student's code runs here too and can change
anything in here: all it gains is to give answers, which it does anyway. Little is
imported here, for every start of an engine waits for it.
"""

from __future__ import annotations

import builtins
import os
import sys

from noughts.sandbox import asker, protocol, values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, ModuleType
    from typing import Any

    Functions = dict[str, Callable[..., Any]]
    Say = Callable[[str], None]

KEPT = dict(vars(builtins))  # as they were before the student's code could change them
NAME = "tictactoe"  # the module's, as in the assignment
FILE = f"{NAME}.py"  # whatever it was called when it was handed in
CONSTANTS = ("X", "O", "EMPTY")
RULES = ("player", "actions", "result", "winner", "terminal", "utility")
FUNCTIONS = ("initial_state", *RULES, "minimax")
CELL = b"# %% code cell "  # how a file begins that is made of a notebook
FORGIVING = "try: pass\nexcept (Exception, SystemExit): pass"
SIZE = 1 << 20  # characters of one answer
TEXT = 2000  # characters of an exception's message
MARK = 20  # characters of a constant that can be a mark
MOST_ABSENT = 10  # modules that have a stand-in: for each the file is run anew
FRAMES = 12  # of a traceback: the outermost half and the innermost half


def main() -> None:
    """Lock this process in, load the file, answer until nobody asks any more."""
    from noughts.sandbox.confine import confine, end_with_asker

    questions, answers = take_pipes()
    lines = read_lines(questions)
    end_with_asker(questions)
    number, _, text = next(lines).partition(" ")
    bounds = protocol.decode(text)
    keep_builtins(sys.modules[__name__], asker, protocol, values)
    for name in [name for name in sys.modules if name.startswith("noughts")]:
        del sys.modules[name]

    def say(
        text: str,
        write: Callable[[int, bytes], int] = os.write,
        leave: Callable[[int], None] = os._exit,
    ) -> None:
        # One write for each answer: if the next one hangs, this one has been given.
        data = f"{text} {number}\n".encode("ascii")
        try:
            while data:
                data = data[write(answers, data) :]
        except OSError:
            leave(0)  # as where nobody asks any more: the pipe is closed

    # Said before the student's code runs: afterwards it could be forged.
    say(protocol.encode(confine(**bounds) if bounds else []))
    end_with(questions)
    sys.path.insert(0, os.getcwd())  # the file's own folder, as where a student runs it
    number, _, text = next(lines).partition(" ")
    file = LoadedFile(**protocol.decode(text))
    say(f"{file.status} {protocol.encode(file.found)}")
    for line in lines:
        number, verb, text = line.split(" ", 2)
        file.answer(verb, text, say)
    os._exit(0)


class LoadedFile:
    """
    A file that was run, and can be asked.

    The sandbox has it in a process of its own. Where the process itself is the guard,
    as a worker in a browser is, or the file is trusted, it serves as well.
    """

    def __init__(
        self,
        source: str,
        modules: dict[str, str] | None = None,
        size: int = SIZE,
    ) -> None:
        self.source, self.size = source.encode("latin-1"), size
        self.module, self.modules = type(sys)(NAME), ModulesBeside(modules or {})
        self.extra: Functions = {"survey": self.survey}
        self.status, self.found = self.load()
        self.asker = asker.Asker(vars(self.module), describe=self.describe)

    def load(self) -> tuple[str, list[Any]]:
        """Run the file as `tictactoe`; return how that went, and what it has."""
        sys.modules[NAME] = self.module
        sys.argv[:] = [FILE]
        self.module.__file__ = os.path.abspath(FILE)
        complete_builtins()
        stage = "syntax"
        try:
            code = compile(self.source, FILE, "exec", dont_inherit=True)
            stage = "raised"
            run(code, self.module, self.source, self.modules)
            return "ok", self.survey()
        except BaseException as error:
            if stage == "raised":
                return stage, self.describe(error)
            # Null bytes and deep nesting have no line.
            line, text = getattr(error, "lineno", None), getattr(error, "msg", error)
            return stage, [line, str(text) or values.type_name(type(error))]

    def survey(self) -> list[Any]:
        """
        Return the marks of the file, what can be called, and what is not there.

        Of each mark: what it is, whether it is plain, whether its type is the file's.
        """
        found = values.attributes(vars(self.module), [*CONSTANTS, *FUNCTIONS])
        marks = {}
        for name in CONSTANTS:
            if name in found:
                value = values.native(found[name])
                plain = values.one_of(type(value), (str, int, bool, type(None)))
                plain = plain and len(repr(value)) <= MARK
                told = value if plain else values.shortly(value)
                marks[name] = [told, plain, value is not found[name]]
        functions = [name for name in FUNCTIONS if callable(found.get(name))]
        return [marks, functions, self.modules.absent]

    @property
    def refusal(self) -> str:
        """Why the file cannot be asked, as a fact in JSON; empty if it can."""
        if self.status == "ok":
            return ""
        name, line, why = protocol.refusal(self.status, self.found)
        if line is None:
            return f'["refused.{name}",{{"why":{protocol.encode(why)}}}]'
        parts = f'"line":{line},"why":{protocol.encode(why)}'
        return f'["refused.{name}_at",{{{parts}}}]'

    def answer(self, verb: str, text: str, say: Say) -> None:
        """Say the answers to one request, a line for each."""
        if verb == "ask":
            function, *questions = text.split(" ")
            self.asker.ask(
                function,
                questions,
                lambda said: say(protocol.escaped(said)),
            )
        elif verb == "call":
            function, _, arguments = text.partition(" ")
            say(" ".join(self.call(function, protocol.decode(arguments))))
        else:
            say(" ".join(self.set_up(protocol.decode(text))))

    def call(self, function: str, arguments: list[Any]) -> tuple[str, str]:
        """Call one function; return what came of it, and its value or why not."""
        names = vars(self.module)
        called = self.extra.get(function)
        called = called or values.attributes(names, [function]).get(function)
        try:
            if called is None:
                raise AttributeError(f"module {NAME!r} has no attribute {function!r}")
            value = called(*arguments)
            status = "ok"
        except BaseException as error:
            value, status = self.describe(error), "raised"
        try:
            said = protocol.encode(value, self.size - 200)
        except protocol.NotPlainError as error:
            status, said = "odd", protocol.encode(str(error))
        except BaseException as error:
            what = f"what cannot be read ({describe(error, b'')[0]})"
            status, said = "odd", protocol.encode(what)
        return status, said

    def set_up(self, setup: dict[str, Any]) -> tuple[str, str]:
        """Take what stands beside the file, which comes only now that it was run."""
        try:
            if "marks" in setup:
                self.asker = asker.set_up(vars(self.module), setup, self.describe)
                self.extra["play"] = lambda *given: asker.play(self.asker, *given)
            if setup.get("extension"):
                names = {**KEPT, "__builtins__": KEPT, "__name__": "extension"}
                code = compile(setup["extension"], "<extension>", "exec", 0, True)
                exec(code, names)
                names["install"](self.module, self.extra.__setitem__)
        except BaseException as error:
            return "raised", protocol.encode(self.describe(error))
        return "ok", "null"

    def describe(self, error: BaseException) -> list[str]:
        """Return an exception as [kind, text, traceback]."""
        return describe(error, self.source)


def take_pipes() -> tuple[int, int]:
    """Move stdin and stdout to private descriptors, and let these two go nowhere."""
    pipes = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    os.close(nowhere)
    return pipes


def read_lines(pipe: int) -> Iterator[str]:
    """Yield what comes out of the pipe, line by line."""
    read, rest = os.read, b""
    while chunk := read(pipe, 65536):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode("ascii")


def end_with(pipe: int) -> None:
    """End this process, whatever it is doing, when nobody can ask any more."""
    import select
    from _thread import start_new_thread

    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    poll.register(pipe, 0)  # wakes up for nothing but the pipe's end
    leave = os._exit

    def wait() -> None:
        poll.poll()
        leave(0)

    start_new_thread(wait, ())


def keep_builtins(*modules: ModuleType) -> None:
    """Give our modules builtins of their own, which nobody patches by accident."""
    for module in modules:
        for name, value in vars(builtins).items():
            vars(module).setdefault(name, value)


class ModulesBeside:
    """
    Finds what was handed in beside the file, and stands in for what is not there.

    It comes last, so that a file called `random.py` is not taken for Python's own.
    """

    def __init__(self, sources: dict[str, str]) -> None:
        self.sources = sources
        self.absent: list[str] = []  # modules of others, without which the file fails
        sys.meta_path.append(self)

    def stands_in(self, error: BaseException) -> bool:
        """Return whether the module that was not found has a stand-in from now on."""
        name = (isinstance(error, ModuleNotFoundError) and error.name) or ""
        name = name.partition(".")[0]
        if not name or name in self.absent or len(self.absent) == MOST_ABSENT:
            return False
        self.absent.append(name)
        return True

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        """Return how a module is loaded, if it is one of these."""
        from _frozen_importlib import ModuleSpec

        absent = name.partition(".")[0] in self.absent
        if name not in self.sources and not absent:
            return None
        loader: Any = self
        return ModuleSpec(name, loader, is_package=absent)

    def create_module(self, spec: Any) -> None:
        """Return that the usual kind of module will do."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the source, or let all that is taken from the module be absent."""
        name = module.__name__
        if name not in self.sources:
            vars(module)["__getattr__"] = Absent(name).__getattr__
            return
        path = f"./{name}.py"
        module.__file__ = os.path.abspath(path)
        source = self.sources[name].encode("latin-1")
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))


class Absent:
    """Something of a module that is not there: it can be passed on, but not used."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, name: str) -> Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self.name}.{name}")

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise ModuleNotFoundError(f"{self.name} is used, which is not there")

    __getitem__ = __iter__ = __len__ = __bool__ = __eq__ = __lt__ = __gt__ = __call__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __call__
    __hash__ = object.__hash__


def run(code: CodeType, module: ModuleType, source: bytes, own: ModulesBeside) -> None:
    """
    Run the file in its module, from the beginning wherever something can be done.

    A module that is not there gets a stand-in. In a notebook a cell that fails stops no
    other: what fails is passed over.
    """
    before, forgives = dict(vars(module)), source.startswith(CELL)
    while True:
        try:
            return exec(code, vars(module))
        except (Exception, SystemExit) as error:
            if not own.stands_in(error):
                if not forgives:
                    raise
                code, forgives = forgiving(source, code.co_filename), False
        vars(module).clear()
        vars(module).update(before)


def forgiving(source: bytes, path: str) -> CodeType:
    """Return a notebook as what Python runs, in which a statement may fail."""
    import ast

    tree = ast.parse(source, path)
    for n, statement in enumerate(tree.body):
        match statement:
            case ast.Expr(ast.Constant()) | ast.ImportFrom(module="__future__"):
                continue  # at the beginning, one after the other
        (caught,) = ast.parse(FORGIVING).body
        caught.body = [statement]  # type: ignore[attr-defined]
        tree.body[n] = caught
    return compile(tree, path, "exec", dont_inherit=True)


def complete_builtins() -> None:
    """Add what `-S` leaves out and the student's Python has: `exit`, `help`, ..."""
    if hasattr(builtins, "exit"):
        return
    import site  # frozen into Python: a tenth of a millisecond

    site.setquit()
    site.setcopyright()
    site.sethelper()


def describe(error: BaseException, source: bytes) -> list[str]:
    """Return the exception as [kind, text, traceback], whatever it is made of."""
    kind = values.type_name(type(error))
    try:
        text = str.__str__(str(error))[:TEXT]
    except BaseException:
        text = "(its message cannot be shown: its __str__ fails)"
    try:
        return [kind, text, traceback_text(error, source)]
    except BaseException:
        return [kind, text, ""]


def traceback_text(error: BaseException, source: bytes) -> str:
    """Return the calls inside the student's file that led to the exception."""
    lines = lines_of(source)
    calls = []
    step = error.__traceback__
    while step is not None:
        code, number = step.tb_frame.f_code, step.tb_lineno
        if code.co_filename == FILE:
            line = lines[number - 1].strip() if number <= len(lines) else ""
            calls.append(f"line {number}, in {code.co_name}\n    {line[:TEXT]}")
        step = step.tb_next
    if len(calls) > FRAMES:
        half = FRAMES // 2
        left_out = f"... {len(calls) - FRAMES} calls ..."
        calls = [*calls[:half], left_out, *calls[-half:]]
    return "\n".join(calls)


def lines_of(source: bytes) -> list[str]:
    """Return the lines of the file as Python counts and reads them."""
    encoding = "utf-8"
    try:
        source.decode(encoding)
    except UnicodeDecodeError:  # the file names another: it was compiled
        from io import BytesIO
        from tokenize import detect_encoding

        encoding, _ = detect_encoding(BytesIO(source).readline)
    # Those of bytes end with line feeds and carriage returns, as in Python; those of
    # text with form feeds and others as well.
    return [line.decode(encoding, "replace") for line in source.splitlines()]
