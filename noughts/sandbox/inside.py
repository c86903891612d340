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
WANTED = {*CONSTANTS, *FUNCTIONS}
CELL = b"# %% code cell "  # how a file begins that is made of a notebook
FORGIVING = "try: pass\nexcept (Exception, SystemExit): pass"
SIZE = 1 << 20  # characters of one answer
TEXT = 2000  # characters of an exception's message
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
        self.extra: Functions = {}
        self.module = type(sys)(NAME)
        if modules:
            sys.meta_path.append(Beside(modules))
        self.status, self.found = load(self.module, self.source)
        self.asker = asker.Asker(vars(self.module), describe=self.describe)

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
                names = vars(self.module)
                self.asker = asker.set_up(names, setup, self.describe)
                self.extra["survey"] = lambda: asker.survey(names, [*WANTED])
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


class Beside:
    """
    Finds what was handed in beside the file: sources by the name of their module.

    It comes last, so that a file called `random.py` is not taken for Python's own. A
    name that ends in `.*` stands for all modules below it.
    """

    def __init__(self, sources: dict[str, str]) -> None:
        self.sources = sources

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        """Return how a module is loaded, if it is one of these."""
        from _frozen_importlib import ModuleSpec

        below = f"{name.partition('.')[0]}.*"
        if name not in self.sources and below not in self.sources:
            return None
        loader: Any = self
        return ModuleSpec(name, loader, is_package=below in self.sources)

    def create_module(self, spec: Any) -> None:
        """Return that the usual kind of module will do."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the source."""
        name = module.__name__
        below = f"{name.partition('.')[0]}.*"
        source = self.sources[name if name in self.sources else below].encode("latin-1")
        path = f"./{name}.py"
        module.__file__ = os.path.abspath(path)
        run(compile(source, path, "exec", dont_inherit=True), module, source)


def load(module: ModuleType, source: bytes) -> tuple[str, list[Any]]:
    """Run the file as `tictactoe`; return how that went, and what was found in it."""
    sys.modules[NAME] = module
    sys.argv[:] = [FILE]
    module.__file__ = os.path.abspath(FILE)
    complete_builtins()
    stage = "syntax"
    try:
        code = compile(source, FILE, "exec", dont_inherit=True)
        stage = "raised"
        run(code, module, source)
        found = survey(module)
    except BaseException as error:
        if stage == "syntax":  # null bytes and deep nesting have no line
            line, text = getattr(error, "lineno", None), getattr(error, "msg", error)
            return stage, [line, str(text) or values.type_name(type(error))]
        return stage, describe(error, source)
    return "ok", found


def run(code: CodeType, module: ModuleType, source: bytes) -> None:
    """
    Run the file in its module.

    In a notebook a cell that fails stops no other: if it is one, and something fails,
    it is run once more, and what fails is passed over, as far as that is possible.
    """
    before = dict(vars(module))
    try:
        exec(code, vars(module))
    except (Exception, SystemExit):
        if not source.startswith(CELL):
            raise
        vars(module).clear()
        vars(module).update(before)
        exec(forgiving(source, code.co_filename), vars(module))


def forgiving(source: bytes, path: str) -> CodeType:
    """
    Return a notebook as what Python runs, in which what fails is passed over.

    But not a function that is wanted, or what alone should bind a name that one needs.
    """
    import ast

    tree = ast.parse(source, path)
    alone = [compile(ast.Module([n], []), path, "exec", 0, True) for n in tree.body]
    bound = [names_in(each, "STORE_") for each in alone]
    read = [names_in(each, "LOAD_", inside=True) for each in alone]
    makers: dict[str, list[int]] = {}
    for n, names in enumerate(bound):
        for name in names:
            makers.setdefault(name, []).append(n)
    needed, todo = set[str](), [*WANTED]
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            for n in makers.get(name, ()):
                todo += read[n]
    for n, statement in enumerate(tree.body):
        match statement:
            case ast.FunctionDef(name=name) if name in WANTED:
                continue
            case ast.Expr(ast.Constant()) | ast.ImportFrom(module="__future__"):
                continue  # at the beginning, one after the other
            case ast.ImportFrom(names=[ast.alias(name="*")]):
                continue
        if all(len(makers[name]) > 1 for name in bound[n] & needed):
            (caught,) = ast.parse(FORGIVING).body
            caught.body = [statement]  # type: ignore[attr-defined]
            tree.body[n] = caught
    return compile(tree, path, "exec", dont_inherit=True)


def names_in(code: CodeType, step: str, inside: bool = False) -> set[str]:
    """Return the names of the file that a code loads or stores, or what is in it."""
    from dis import get_instructions

    steps = (f"{step}NAME", f"{step}GLOBAL")
    names = {each.argval for each in get_instructions(code) if each.opname in steps}
    for each in code.co_consts if inside else ():
        if type(each) is type(code):
            names |= names_in(each, step, inside)
    return names


def complete_builtins() -> None:
    """Add what `-S` leaves out and the student's Python has: `exit`, `help`, ..."""
    if hasattr(builtins, "exit"):
        return
    import site  # frozen into Python: a tenth of a millisecond

    site.setquit()
    site.setcopyright()
    site.sethelper()


def survey(module: ModuleType) -> list[Any]:
    """Return the constants of the file, and the names of the contract it lacks."""
    names = values.attributes(vars(module), [*CONSTANTS, *FUNCTIONS])
    constants, missing = {}, []
    for name in CONSTANTS:
        try:
            protocol.encode(names[name], 1000)
            constants[name] = names[name]
        except (KeyError, protocol.NotPlainError):
            missing.append(name)
    missing += [name for name in FUNCTIONS if not callable(names.get(name))]
    return [constants, missing]


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
