"""
The inside of the sandbox: loads the engine's file and answers questions about it.

Runs in the engine's own process, next to the student's code, which can change anything
in here. It gains nothing by that: all this process can do is answer. Few modules are
imported, because every start of an engine waits for them.
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

KEPT = dict(vars(builtins))  # before the student's code could change them
NAME = "tictactoe"  # of the module, as in the assignment
FILE = f"{NAME}.py"  # in tracebacks
CONSTANTS = ("X", "O", "EMPTY")
RULES = ("player", "actions", "result", "winner", "terminal", "utility")
FUNCTIONS = ("initial_state", *RULES, "minimax")
CELL_HEADER = b"# %% code cell "  # prefix of a program made from a notebook
FORGIVING = """
try: pass
except ModuleNotFoundError as noughts_error:
    if noughts_error.name: raise
except (Exception, SystemExit): pass
"""
TEXT = 2000  # characters of an exception's message
PLAIN_MARKS = values.ids(str, int, bool, type(None))
MARK = 20  # characters of a mark
MOST_ABSENT = 10  # stand-ins for missing modules; the file is run again for each
FRAMES = 12  # calls of a traceback, the innermost
STATUS = 200  # characters of an answer besides its value
CHUNK = 65536  # bytes of one read
CHAIN = 10  # exceptions that led to one
# Of a file, process or connection that is forbidden, and of a limit of ours: EPERM,
# EACCES, ENFILE, EMFILE, EFBIG, ENOSYS. (`errno` is not imported.)
REFUSALS = (1, 13, 23, 24, 27, 38)
STACK = 4 * 1024 * 1024  # bytes, of one thread; 512 MiB hold a hundred


def main() -> None:
    """Confine this process, load the file and answer requests until the pipe ends."""
    from noughts.sandbox.confine import confine
    from noughts.sandbox.kernel import end_with_parent

    questions, answers = take_pipes()
    lines = read_lines(questions)
    end_with_parent()
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
        # One write per answer: it arrives even if the next call hangs.
        data = f"{text} {number}\n".encode("ascii")
        try:
            while data:
                data = data[write(answers, data) :]
        except OSError:
            leave(0)  # the pipe is closed; without `poll` nothing else notices

    # Sent before the student's code runs, which could forge it.
    say(protocol.encode(confine(**bounds) if bounds else []))
    end_with(questions)
    cap_stacks()
    sys.path.insert(0, os.getcwd())  # the file's folder, as Python does
    number, _, text = next(lines).partition(" ")
    file = LoadedFile(**protocol.decode(text))
    say(f"{file.status} {protocol.encode(file.found)}")
    for line in lines:
        number, verb, text = line.split(" ", 2)
        file.answer(verb, text, say)
    os._exit(0)


class LoadedFile:
    """A loaded file, in the sandbox's process or in a browser's worker."""

    def __init__(
        self,
        source: str,
        modules: dict[str, str] | None = None,
        size: int = protocol.SIZE,
    ) -> None:
        self.source, self.size = source.encode("latin-1"), size
        self.module, self.modules = type(sys)(NAME), ModulesBeside(modules or {})
        self.extra: Functions = {"survey": self.survey}
        self.status, self.found = self.load()
        self.asker = asker.Asker(vars(self.module), describe=self.describe)

    def load(self) -> tuple[str, list[Any]]:
        """
        Run the file as `tictactoe`.

        Return "ok" and the survey, or "no_syntax", "no_import" or "refused" (by the
        sandbox) with the line and Python's message.
        """
        for name in self.modules.sources:  # of an earlier load, in a browser
            sys.modules.pop(name, None)
        sys.modules[NAME] = self.module
        sys.argv[:] = [FILE]
        self.module.__file__ = os.path.abspath(FILE)
        for name in ("exit", "quit"):  # which `-S` leaves out
            vars(builtins).setdefault(name, sys.exit)
        try:
            code = compiled(self.program(), FILE)
        except BaseException as error:  # null bytes and deep nesting have no line
            line, text = getattr(error, "lineno", 0), getattr(error, "msg", error)
            why = str(text) or values.type_name(type(error))
            return "no_syntax", [line or None, why]
        try:
            self.run(code)
        except BaseException as error:
            kind, text, _ = self.describe(error)
            calls = calls_in_file(error)
            line = calls[-1][0] if calls else None
            status = "refused" if is_refused_here(error) else "no_import"
            return status, [line, f"{kind}: {text}".rstrip(": ")]
        return "ok", self.survey()

    def program(self) -> Any:
        """Return what to compile; in a notebook a statement that fails is skipped."""
        if not self.source.startswith(CELL_HEADER):
            return self.source
        import ast

        tree = ast.parse(self.source, FILE)
        for n, statement in enumerate(tree.body):
            if getattr(statement, "module", "") != "__future__":  # must come first
                (tree.body[n],) = ast.parse(FORGIVING).body
                tree.body[n].body = [statement]  # type: ignore[attr-defined]
        return tree

    def run(self, code: CodeType) -> None:
        """Run the file; again with a stand-in for each module that is missing."""
        names = vars(self.module)
        before = dict(names)
        while True:
            try:
                return exec(code, names)
            except ModuleNotFoundError as error:
                if not self.modules.add_stand_in(error.name or ""):
                    raise
            names.clear()
            names.update(before)

    def survey(self) -> list[Any]:
        """
        Return the marks of the file, its functions, and the modules it lacks.

        A mark is its value, whether that is plain, and whether its type is the file's.
        """
        found, marks = vars(self.module), {}
        for name in CONSTANTS:
            if name in found:
                value = values.native(found[name])
                plain = id(type(value)) in PLAIN_MARKS and len(repr(value)) <= MARK
                shown = value if plain else values.shortly(value)
                marks[name] = [shown, plain, value is not found[name]]
        functions = [name for name in FUNCTIONS if callable(found.get(name))]
        return [marks, functions, self.modules.absent]

    @property
    def refusal(self) -> str:
        """Why the file cannot be asked, in JSON; empty if it can."""
        if self.status == "ok":
            return ""
        line, why = self.found
        part = "" if line is None else f'"line":{line},'
        name = "sandbox" if self.status == "refused" else self.status
        ours = protocol.encode(self.status == "refused")
        return f'["{name}",{{{part}"why":{protocol.encode(why)}}},{ours}]'

    def answer(self, verb: str, text: str, say: Say) -> None:
        """Say the answers to one request, a line for each."""
        if verb == "ask":
            function, *questions = text.split(" ")
            self.asker.ask(function, questions, lambda s: say(protocol.escaped(s)))
        elif verb == "call":
            function, _, arguments = text.partition(" ")
            say(" ".join(self.call(function, protocol.decode(arguments))))
        else:
            say(" ".join(self.set_up(protocol.decode(text))))

    def call(self, function: str, arguments: list[Any]) -> tuple[str, str]:
        """Call one function; return a status, and the value or the reason."""
        called = self.extra.get(function) or self.asker.named(function)
        try:
            value = called(*arguments)
            status = "ok"
        except BaseException as error:
            value, status = self.describe(error), "raised"
        try:
            said = protocol.encode(value, self.size - STATUS)
        except BaseException as error:
            why = str(error) or values.type_name(type(error))
            status, said = "odd", protocol.encode(why)
        return status, said

    def set_up(self, setup: dict[str, Any]) -> tuple[str, str]:
        """Install replacements and extensions, after the file was run."""
        try:
            if "actions" in setup:
                self.asker = asker.set_up(vars(self.module), setup, self.describe)
                self.extra["play"] = lambda *given: asker.play(self.asker, *given)
                self.extra["count"] = lambda *given: asker.count_calls(
                    self.asker, *given
                )
            if setup.get("extension"):
                names = {**KEPT, "__builtins__": KEPT, "__name__": "extension"}
                code = compile(setup["extension"], "<extension>", "exec")
                exec(code, names)
                names["install"](self.module, self.extra.__setitem__)
        except BaseException as error:
            return "raised", protocol.encode(self.describe(error))
        return "ok", "null"

    def describe(self, error: BaseException) -> list[str]:
        """Return an exception as [kind, text, traceback]."""
        return describe(error, self.source)


def take_pipes() -> tuple[int, int]:
    """Move stdin and stdout to private descriptors; redirect both to /dev/null."""
    pipes = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nowhere, standard)
    os.close(nowhere)
    return pipes


def read_lines(pipe: int) -> Iterator[str]:
    """Yield the lines of a pipe."""
    read, rest = os.read, b""
    while chunk := read(pipe, CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode("ascii")


def end_with(pipe: int) -> None:
    """End this process when the pipe is closed, even during a call."""
    import select
    from _thread import start_new_thread

    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    poll.register(pipe, 0)  # wakes up only when the pipe is closed
    leave = os._exit

    def wait() -> None:
        poll.poll()
        leave(0)

    start_new_thread(wait, ())


def cap_stacks() -> None:
    """Cap the stacks of threads: large ones leave no memory for many threads."""
    import _thread

    set_size = _thread.stack_size

    def stack_size(size: int = 0, /) -> int:
        return set_size(min(size or STACK, STACK))

    stack_size()
    _thread.stack_size = stack_size


def keep_builtins(*modules: ModuleType) -> None:
    """Give our modules their own builtins, safe from patches of the global ones."""
    for module in modules:
        for name, value in vars(builtins).items():
            vars(module).setdefault(name, value)


class ModulesBeside:
    """
    The student's own modules, and stand-ins for modules that are missing.

    Python asks it last, so a file called `random.py` does not replace Python's own.
    """

    def __init__(self, sources: dict[str, str]) -> None:
        self.sources = sources
        self.absent: list[str] = []  # third-party modules that the file imports
        sys.meta_path.append(self)

    def add_stand_in(self, name: str) -> bool:
        """Add a stand-in for a module; return False if that cannot help."""
        name = name.partition(".")[0]
        if not name or name in self.absent or len(self.absent) == MOST_ABSENT:
            return False
        self.absent.append(name)
        return True

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        """Return the spec of a module of the student's, or of a stand-in."""
        from _frozen_importlib import ModuleSpec

        absent = name.partition(".")[0] in self.absent
        if name not in self.sources and not absent:
            return None
        loader: Any = self
        return ModuleSpec(name, loader, is_package=absent)

    def create_module(self, spec: Any) -> None:
        """Let Python make an ordinary module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the source, or make every name of a missing module a stand-in."""
        name = module.__name__
        if name not in self.sources:
            vars(module)["__getattr__"] = Absent(name).__getattr__
            return
        path = f"./{name}.py"
        module.__file__ = os.path.abspath(path)
        source = self.sources[name].encode("latin-1")
        exec(compiled(source, path), vars(module))


class Absent:
    """A name of a missing module, which raises when it is used."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, name: str) -> Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self.name}.{name}")

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise ModuleNotFoundError(f"{self.name} is used, but not available here")

    __getitem__ = __iter__ = __call__


def is_refused_here(error: BaseException) -> bool:
    """
    Return whether an exception comes from the sandbox, and not from the file.

    The system's own error has its own words; a file that raises one has others.
    """
    for _ in range(CHAIN):
        if isinstance(error, OSError) and error.errno in REFUSALS:
            return error.strerror == os.strerror(error.errno)
        error = error.__cause__ or error.__context__  # type: ignore[assignment]
        if error is None:
            return False
    return False


def compiled(source: Any, path: str) -> CodeType:
    """Compile a program without the `__future__` of this module."""
    return compile(source, path, "exec", dont_inherit=True)


def describe(error: BaseException, source: bytes) -> list[str]:
    """Return any exception as [kind, text, traceback]."""
    kind = values.type_name(type(error))
    try:
        text = str.__str__(str(error))[:TEXT]
    except BaseException:
        text = "(its message cannot be shown: its __str__ fails)"
    return [kind, text, traceback_text(error, source)]


def traceback_text(error: BaseException, source: bytes) -> str:
    """Return the last calls inside the student's file before the exception."""
    # Lines of bytes end as Python's do; lines of text end at a form feed as well.
    lines = [line.decode("utf-8", "replace").strip() for line in source.splitlines()]
    calls = [
        f"line {n}, in {name}\n    {lines[n - 1][:TEXT] if n <= len(lines) else ''}"
        for n, name in calls_in_file(error)[-FRAMES:]
    ]
    return "\n".join(calls)


def calls_in_file(error: BaseException) -> list[tuple[int, str]]:
    """Return the line and the function of each call in the file, outermost first."""
    calls, step = [], error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename == FILE:
            calls.append((step.tb_lineno, code.co_name))
        step = step.tb_next
    return calls
