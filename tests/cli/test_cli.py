"""The command line: dispatch, help, and the ways to leave."""

import ast
import errno
import importlib
import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from contextlib import suppress
from itertools import pairwise
from types import SimpleNamespace

import pytest
from conftest import ROOT
from helpers.outputs import full, unread

from noughts import __main__, __version__, cli
from noughts.cli.options import INTERRUPTED, built
from noughts.contract import MachineError
from noughts.words import LANGUAGES, words


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_version(option, capsys):
    with pytest.raises(SystemExit):
        cli.main([option])
    assert capsys.readouterr().out == f"noughts {__version__}\n"


@pytest.mark.parametrize(
    "argv",
    [[], ["help"], ["--help"], ["help", "--help"], ["help", "--language", "en"]],
)
def test_the_list_of_commands_is_there_for_the_asking(argv, capsys):
    with suppress(SystemExit):
        assert cli.main(argv) == 0
    told = capsys.readouterr().out
    assert all(f"  {name} " in told for name in (*cli.COMMANDS, cli.HELP))


@pytest.mark.parametrize("options", [[], ["--language", "pt-BR"]])
def test_help_of_a_command_is_what_the_command_itself_says(options, capsys):
    said = []
    for argv in (["help", "duel", *options], ["duel", "--help", *options]):
        with pytest.raises(SystemExit) as exit:
            cli.main(argv)
        assert exit.value.code == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    usage = words((options or ["en"])[-1])("cli.usage")
    assert said[0].startswith(f"{usage} noughts duel ")


COMPLAINTS = [
    ("dance", "there is no command 'dance'"),
    ("dance a --b", "there is no command 'dance'"),
    ("pla", "there is no command 'pla'; did you mean play?"),
    ("help plya", "there is no command 'plya'; did you mean play?"),
    ("--nonsense", "there is no option --nonsense"),
    ("help --nope", "there is no option --nope"),
    ("help --nope duel", "there is no option --nope"),
    ("help --language", "--language needs a value"),
    ("--languag", "there is no option --languag; did you mean --language?"),
    ("upload", "there is no command 'upload'"),
    ("duel perfect random --games 9", "there is no option --games"),
    ("--languge en", "there is no option --languge; did you mean --language?"),
    ("--language xx", f"--language: 'xx' is not one of {', '.join(LANGUAGES)}"),
    ("solve", "M, N and K are missing"),
    ("solve 3 3", "K is missing"),
    ("solve 3 3 9", "K: '9' is not a whole number from 1 to 8"),
    ("solve 3 3 3 --time x", "--time: 'x' is not a number of seconds above 0"),
    ("solve 3 3 3 --moves --ladder", "--ladder and --moves cannot be used together"),
    ("solve 3 3 3 --ladder --proof p", "--ladder and --proof cannot be used together"),
    ("solve 3 3 3 --ladder --memory 1G", "--ladder and --memory cannot be used"),
    ("solve 3 3 3 'XXX OO. ...' --proof p", "--proof: the game is over, there is"),
    ("solve 3 3 3 --memory -5M", "--memory: '-5M' is not an amount of memory"),
    ("solve 3 3 3 --memory", "--memory needs a value"),
    ("solve 3 3 3 --memory 1", "--memory: '1' is not an amount of memory such as"),
    ("solve 3 3 3 --time -1s", "--time: '-1s' is not a number of seconds above 0"),
    ("explore --freeze w --board X........", "--freeze and --board cannot be used"),
    ("explore --freeze w --port 9999", "--freeze and --port cannot be used together"),
    ("explore --freeze w --lessons x", "--freeze and --lessons cannot be used"),
    ("explore --freeze w --time 3", "--freeze and --time cannot be used together"),
    ("explore --time 3", "--time is for an engine from a file, and none is given"),
    ("explain --time 3", "--time is for an engine from a file, and none is given"),
    ("duel perfect random --time 3", "--time is for an engine from a file, and none"),
    ("play --time 3", "--time is for an engine from a file, and for the perfect"),
    ("play --time 3 --opponent friend --board 4x4", "--time is for an engine from"),
    ("play --seed 0", "--seed is for an opponent that plays by chance: --opponent"),
    ("test-tests --list --time 3", "--list and --time cannot be used together"),
    ("test-tests --list --fails x", "--list and --fails cannot be used together"),
    ("test-tests --list 'x {file}'", "'x {file}' is one argument too many"),
    ("explain --counts=3", "--counts takes no value, but was given '3'"),
    ("explain --plies", "--plies needs a value"),
    ("explain --plies x", "--plies: 'x' is not a whole number"),
    ("check --j a.py", "there is no option --j\n"),
    ("check --jo 2 a.py", "there is no option --jo; did you mean --jobs?"),
    ("explain --lang pt-BR", "there is no option --lang; did you mean --language?"),
    ("--lang pt-BR check", "there is no option --lang; did you mean --language?"),
    ("duel perfect random casual", "casual is one argument too many"),
    ("check -- a.py --quiet", "--quiet is one argument too many"),
    ("play ''", "expected a value, not ''"),
    ("check big -o ''", "-o: expected a value, not ''"),
    ("check x --rubric=", "--rubric: expected a value, not ''"),
    ("explain --engine '' x", "--engine: expected a value, not ''"),
    ("start ''", "expected a value, not ''"),
    ("start", "FOLDER is missing"),
    ("test-tests", "COMMAND is missing"),
    ("play --as '\udcff'", r"--as: '\udcff' is not one of X, O, turns"),
    ("play --as 'a\\b'", r"--as: 'A\\B' is not one of X, O, turns"),
    ("play --as Z", "--as: 'Z' is not one of X, O, turns"),
    ("help play duel", "'duel' is one argument too many"),
    ("play ' '", "'' is one argument too many"),
    ("explain --search minimax --plies 10", "--plies: '10' is not one of 1, 2, 3"),
    (
        "explain --order row",
        "--order: 'row' is not one of rows, strong; did you mean r",
    ),
]
PORTUGUESE = [
    ("pla", "não existe o comando 'pla'; você quis dizer play?"),
    ("solve 3 3", "falta K"),
    ("check -- a b c", "b é um argumento a mais"),
    ("check x -o ''", "-o: esperava-se um valor, e não ''"),
    ("solve", "faltam M, N e K"),
    ("explore --port 1", "--port: '1' não é uma porta: de 1024 a 65535"),
    ("solve 3 3 9", "K: '9' não é um número inteiro de 1 a 8"),
    ("explain --order row", "--order: 'row' não é um destes: rows, strong; você quis"),
]


def exit_code(argv):
    """Return how a command ends, which may leave by an exception."""
    try:
        return cli.main(argv)
    except SystemExit as exit:
        return exit.code


def complain(line, capsys):
    """Return what is said of a misuse, which is one sentence and the exit code 2."""
    assert exit_code(shlex.split(line)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


@pytest.mark.parametrize(("line", "sentence"), COMPLAINTS)
def test_misuse_is_one_sentence_in_one_form(line, sentence, capsys):
    command = next((name for name in cli.COMMANDS if line.startswith(f"{name}")), "")
    command = f"noughts {command}".rstrip()
    assert complain(line, capsys).startswith(f"{command}: {sentence}")


@pytest.mark.parametrize(("line", "sentence"), PORTUGUESE)
def test_misuse_is_told_in_the_language_asked_for(line, sentence, capsys, monkeypatch):
    assert f": {sentence}" in complain(f"--language pt-BR {line}", capsys)
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    assert f": {sentence}" in complain(line, capsys)


@pytest.mark.parametrize("name", ["", *cli.COMMANDS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_a_narrow_terminal_and_speaks_the_language(
    name, language, capsys, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "40")
    with suppress(SystemExit):
        cli.main([*name.split(), "--help", f"--language={language}"])
    told = capsys.readouterr().out
    assert told.startswith(f"{words(language)('cli.usage')} noughts")
    assert words(language)("cli.help").split()[0] in told
    assert max(map(len, told.splitlines())) <= 40


@pytest.mark.parametrize("columns", range(40, 80, 3))
def test_what_a_command_is_for_hangs_beside_its_name(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert cli.main([]) == 0
    commands = capsys.readouterr().out.split("\n\n")[2].splitlines()
    names = [line[:14].strip() for line in commands]
    assert [name for name in names if name] == [*cli.COMMANDS, cli.HELP]
    assert max(map(len, commands)) <= columns


@pytest.mark.parametrize("columns", ["1", "5", "20"])
@pytest.mark.parametrize(
    "line",
    [
        "explain XOX.O..X.",
        "explain --counts XOX.O..X.",
        "explain --search alphabeta XOX.O.OX.",
        "duel perfect perfect",
        "solve 4 4 3",
        "solve 4 4 3 --moves",
        "solve 4 4 3 --ladder --time 0.01",
        "lesson 1",
        "play --as X",
        "completion bash",
        *(f"help {name}" for name in cli.COMMANDS),
    ],
)
def test_no_terminal_is_too_narrow(line, columns, capsys, monkeypatch):
    pytest.importorskip("shtab")
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n1\nh\nv\nq\n"))
    with suppress(SystemExit):
        assert cli.main(line.split()) == 0
    told = capsys.readouterr()
    assert told.out
    assert told.err == ""


BOARD = "não é um tabuleiro"
REFUSALS = [
    ("explain XX", f"'XX' {BOARD}: tem 2 casas em vez de 9"),
    ("explain X", f"'X' {BOARD}: tem 1 casa em vez de 9"),
    ("explain hi", f"'hi' {BOARD}: 'h' não é X, O nem um de ._-"),
    ("explain XXXX.....", f"'XXXX.....' {BOARD}: X joga primeiro e os jogadores se"),
    ("explain XXXOOO...", "XXX OOO ... não pode ocorrer: os dois jogadores têm uma"),
    ("explain XXXOO.O..", "XXX OO. O.. não pode ocorrer: X já tinha vencido antes da"),
    ("solve 3 3 3 XXXOOO...", "XXX OOO ... não pode ocorrer: quem joga já tinha"),
    ("play --engine gone.py", "gone.py: esse arquivo não existe"),
    ("window gone.py", "gone.py: esse arquivo não existe"),
    ("window ''", "esperava-se um valor, e não ''"),
    ("window 'a\nb.py'", "a\\nb.py: esse arquivo não existe"),
    ("duel perfect .", ".: não é um arquivo"),
    ("explore text.txt", "text.txt: não é um arquivo Python (o nome deve terminar"),
    ("explain --engine half.py", "half.py, linha 1: não compila: "),
    ("window half.py", "half.py, linha 1: não compila: "),
    ("duel perfect raises.py", "raises.py, linha 1: falha ao ser importado: ZeroD"),
    ("play --engine empty.py", "empty.py: não tem X, O, EMPTY, initial_state, player,"),
    ("window empty.py", "empty.py: não tem X, O, EMPTY, initial_state, player, actio"),
    ("explore --freeze text.txt", "text.txt: não é uma pasta nova ou vazia"),
    ("rubric --check gone", "gone: essa rubrica não existe: um arquivo, ou uma"),
    ("rubric --check bytes", "bytes: não é texto em UTF-8: "),
    ("lesson --lessons bytes", "bytes: não é texto em UTF-8: "),
    ("lesson --lessons .", ".: não pode ser lido: "),
]


@pytest.mark.parametrize(("line", "sentence"), REFUSALS)
def test_what_an_exception_says_is_told_in_the_language_asked_for(
    line, sentence, capsys, monkeypatch, tmp_path
):
    files = {
        "text.txt": b"nothing",
        "bytes": b"\xff\xfe",
        "half.py": b"def f(:",
        "raises.py": b"1 / 0",
        "empty.py": b"",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    code = exit_code(["--language", "pt-BR", *shlex.split(line)])
    said = capsys.readouterr().err
    command = line.partition(" ")[0]
    assert code == 2
    assert said.startswith(f"noughts {command}: {sentence}")
    assert said.count("\n") == 1


ALIKE_EVERYWHERE = {"BYTES", "REGEX", "SHELL", "WHY"}  # the last is not shown


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_what_stands_for_a_value_is_in_the_persons_language(name, capsys):
    english = words()
    command = importlib.import_module(cli.module_of(name))
    placeholders = {
        action.metavar
        for action in built(command.main, english)._actions
        if action.metavar and len(action.metavar) > 3
    }
    for each in placeholders - ALIKE_EVERYWHERE:
        assert f"cli.metavar.{each}" in english, each
    with pytest.raises(SystemExit):
        cli.main([name, "--help", "--language", "pt-BR"])
    told = set(re.findall(r"\b[A-Z]+\b", capsys.readouterr().out))
    assert not told & (placeholders - ALIKE_EVERYWHERE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_refuses_in_one_form(name, language, capsys):
    """Whatever is missing or too much, it is one line, with the command before it."""
    for odd in ("--nonsense", "--language=xx", "--language", "--help=1", "a b c d e f"):
        said = complain(f"{name} {odd} --language={language}", capsys)
        assert said.startswith(f"noughts {name}: ")
        for english in ("usage:", "unrecognized", "expected one", "invalid choice"):
            assert english not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [
        "explain XOX.O..X.",
        "explain --counts XOX.O..X.",
        "explain --search alphabeta XOX.O.OX.",
        "explain --search minimax --plies 2 XOX.O..X.",
        "duel perfect random",
        pytest.param("duel casual random", marks=pytest.mark.ci),
        "duel perfect perfect",
        "lesson",
        "lesson 1",
        "verify proof",
    ],
)
def test_what_is_printed_fits_forty_columns(
    line, language, capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    if line == "verify proof":
        with suppress(SystemExit):
            cli.main(["solve", "4", "4", "4", "--proof", "proof"])
        capsys.readouterr()
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n1\nq\n"))
    assert cli.main(["--language", language, *line.split()]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert max(map(len, told.out.splitlines())) <= 40


def test_a_command_gets_its_arguments_and_gives_the_exit_code(monkeypatch):
    given = []
    command = SimpleNamespace(main=lambda argv: given.append(argv) or 1)
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: command)
    assert cli.main(["solve", "3", "--moves"]) == 1
    assert given == [["3", "--moves"]]


def test_ctrl_c_is_a_normal_way_to_leave(monkeypatch):
    def interrupted(argv):
        raise KeyboardInterrupt

    command = SimpleNamespace(main=interrupted)
    programs = list(scripts())
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: command)
    assert cli.main(["solve"]) == cli.INTERRUPTED
    for script in programs:
        monkeypatch.setattr(sys, "argv", ["script", "window"])
        assert script() == cli.INTERRUPTED


def scripts():
    """Return what is called by each of the programs that are installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for name in (*project["scripts"].values(), *project["gui-scripts"].values()):
        module, _, function = name.partition(":")
        yield getattr(importlib.import_module(module), function)


def test_ctrl_c_before_the_command_line_is_there_is_one_too(monkeypatch):
    class Interrupt:
        def find_spec(self, name, path=None, target=None):
            if name == "noughts.cli":
                raise KeyboardInterrupt

    programs = list(scripts())
    monkeypatch.delattr("noughts.cli")
    monkeypatch.delitem(sys.modules, "noughts.cli")
    monkeypatch.setattr(sys, "meta_path", [Interrupt(), *sys.meta_path])
    assert [program() for program in programs] == [INTERRUPTED] * 2


def test_noughts_window_is_the_command_of_that_name(monkeypatch):
    given = []
    command = SimpleNamespace(main=lambda argv: given.append(argv) or 0)
    monkeypatch.setattr(
        cli.importlib, "import_module", lambda name: given.append(name) or command
    )
    monkeypatch.setattr(sys, "argv", ["noughts-window", "play", "--dark"])
    assert __main__.open_window() == 0
    assert given == ["noughts.cli.window", ["play", "--dark"]]


@pytest.mark.parametrize(
    ("command", "folder"),
    [
        (["-m", "noughts"], ROOT),
        pytest.param(["noughts"], ROOT, marks=pytest.mark.ci),
        ([str(ROOT / "noughts")], "/"),
    ],
)
def test_the_help_works_on_a_bare_python(command, folder):
    """No site-packages, no installation: only the checkout."""
    run = subprocess.run(
        [sys.executable, "-S", *command, "--help"],
        cwd=folder,
        env={},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0
    assert run.stdout.startswith("usage: noughts")
    assert run.stderr == ""


def test_a_reader_who_stops_reading_is_no_error():
    """As in `noughts ... | head -1`."""
    program = (
        "import os, sys\n"
        "from types import SimpleNamespace\n"
        "from noughts import cli\n"
        "command = SimpleNamespace(main=lambda argv: print('x' * 200_000) or 0)\n"
        "cli.importlib.import_module = lambda name: command\n"
        "sys.exit(cli.main(['solve']))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        run.stdout.read(1)
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait() == 0


@pytest.mark.parametrize(("output", "code"), [(unread, 0), (full, 2)])
def test_what_cannot_be_written_is_not_tried_again(output, code, monkeypatch, capsys):
    """Else Python, which flushes all at its end, would complain."""
    command = SimpleNamespace(main=lambda argv: print("little") or 0)
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: command)
    with open(output(), "w") as stream, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", stream)
        assert cli.main(["solve"]) == code
        stream.flush()


@pytest.mark.parametrize("line", ["help", "--version", "play --help", "rubric"])
def test_a_full_disk_is_told_whatever_is_printed(line, monkeypatch, capsys):
    """Also where nothing is kept back to be written at the end."""
    with open(full(), "wb", 0) as disk, monkeypatch.context() as patched:
        stream = io.TextIOWrapper(disk, write_through=True)
        patched.setattr(sys, "stdout", stream)
        assert exit_code(line.split()) == 2
    assert capsys.readouterr().err.endswith(": the output: No space left on device\n")


@pytest.mark.parametrize("name", ["start", "autograder", "solve"])
@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "No space left on device"),
        ("pt-BR", "não há mais espaço no disco"),
    ],
)
def test_what_the_disk_refuses_is_told_by_the_command(
    name, language, why, monkeypatch, capsys
):
    def full(argv):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "file")

    command = SimpleNamespace(main=full)
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: command)
    assert cli.main(["--language", language, name, "file"]) == 2
    assert capsys.readouterr().err == f"noughts {name}: file: {why}\n"


@pytest.mark.parametrize("columns", [20, 30, 40])
def test_the_commands_stand_out_in_any_width(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    with suppress(SystemExit):
        cli.main(["--help", "--language", "en"])
    lines = capsys.readouterr().out.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("  window"))
    end = lines.index("", start)
    names = [line.split()[0] for line in lines[start:end] if line[:3].strip()]
    assert names == [*cli.COMMANDS, "help"]
    assert all(line.startswith("  ") for line in lines[start:end])
    assert max(map(len, lines[start:end])) <= columns


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("--help", "uso: noughts"),
        *(
            pytest.param(*row, marks=pytest.mark.ci)
            for row in (
                ("lesson 1", "QUANTO VALE UMA POSICAO?"),
                ("nonsense", "nao existe o comando 'nonsense'"),
                ("play", "Voce quer ser X ou O?"),
                ("explain --search alphabeta XOX.O.OX.", "` X 9*"),
            )
        ),
    ],
)
def test_a_terminal_of_ascii_alone_gets_the_nearest_letters(command, said):
    run = subprocess.run(
        [sys.executable, "-m", "noughts", *command.split()],
        cwd=ROOT,
        env={"PYTHONIOENCODING": "ascii", "LC_ALL": "pt_BR.UTF-8"},
        input=b"\xff\xfe\n",
        capture_output=True,
    )
    told = (run.stdout + run.stderr).decode("ascii")
    assert said in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("\N{MINUS SIGN}∞    +∞         13", "-inf  +inf       13"),
        ("∞  x", "inf  x"),  # too few blanks
        ("∞   x", "inf x"),
        ("… …", "... ..."),
        ("…", "..."),
        ("✓    x", "+    x"),
        ("é    x", "e    x"),
    ],
)
def test_columns_stay_in_line_where_a_sign_takes_more_letters(text, printed):
    cli._bear_any_text()
    assert text.encode("ascii", "nearest").decode() == printed


def test_a_terminal_that_lacks_characters_gets_others():
    run = subprocess.run(
        [sys.executable, "-m", "noughts", "explain"],
        cwd=ROOT,
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0
    assert "1 = | 2 =" in run.stdout
    assert not run.stderr


# One command stands for all, but in CI.
COMMANDS = [
    "explain",
    *(
        pytest.param(command, marks=pytest.mark.ci)
        for command in ("--help", "play", "solve 3 3 3", "duel perfect random")
    ),
]


@pytest.mark.parametrize("command", [COMMANDS[0], *COMMANDS[2:]])
@pytest.mark.parametrize(
    "full", ["out", *(pytest.param(n, marks=pytest.mark.ci) for n in ("err", "both"))]
)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no /dev/full")
def test_a_full_disk_is_one_sentence(command, full):
    with open("/dev/full", "w") as nowhere:
        run = subprocess.run(
            [sys.executable, "-m", "noughts", *command.split()],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if full == "err" else nowhere,
            stderr=subprocess.PIPE if full == "out" else nowhere,
            text=True,
        )
    if full == "out":
        assert run.returncode == 2
        name = command.split()[0]
        assert run.stderr == f"noughts {name}: the output: No space left on device\n"
    elif full == "both":
        assert run.returncode == 2
    else:
        assert run.returncode == 0


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "closed",
    [
        *(pytest.param(some, marks=pytest.mark.ci) for some in (">&-", "<&- >&-")),
        "<&- >&- 2>&-",
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="a POSIX shell closes streams")
def test_closed_streams_lead_nowhere(command, closed):
    line = f'"{sys.executable}" -m noughts {command} {closed}'
    run = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_whatever_stream_is_closed_a_command_runs(monkeypatch):
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert cli.main([]) == 0
    for name in ("stdin", "stdout", "stderr"):
        getattr(sys, name).close()


@pytest.mark.parametrize(
    ("given", "printed"), [("ascii", b"|"), ("utf-8", "│".encode())]
)
def test_what_an_output_cannot_show_is_shown_otherwise(given, printed, monkeypatch):
    said = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(said, given))
    assert cli.main(["explain", "XOX.O.OX."]) == 0
    assert printed in said.getvalue()


EARLY = """
import runpy, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[0]:
            raise KeyboardInterrupt

sys.path.insert(0, "")
sys.argv = sys.argv[1:]
sys.meta_path.insert(0, Interrupt())
runpy.run_module("noughts", run_name="__main__", alter_sys=False)
"""


@pytest.mark.parametrize(
    ("command", "module"),
    [
        ("play", "noughts.cli"),
        ("play", "noughts.terminal"),
        *(
            pytest.param(*row, marks=pytest.mark.ci)
            for row in (
                ("play", "argparse"),
                ("play", "noughts.contract"),
                ("play", "noughts.cli.play"),
                ("explain", "noughts.cli.explain"),
                ("explain", "noughts.oracle"),
                ("solve", "noughts.cli.solve"),
                ("solve", "noughts.solver"),
            )
        ),
    ],
)
def test_ctrl_c_while_python_is_still_loading_us_leaves_no_traceback(command, module):
    """Each moment of the first 0.3 s is one of these imports."""
    program = EARLY.replace("sys.argv[0]", repr(module), 1)
    run = subprocess.run(
        [sys.executable, "-c", program, "noughts", command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert (run.returncode, run.stdout, run.stderr) == (INTERRUPTED, "", "")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.skipif(os.name != "posix", reason="such signals are POSIX's")
def test_a_request_to_end_is_taken_as_ctrl_c(monkeypatch, name):
    kind = getattr(signal, name)

    def ended(argv):
        os.kill(os.getpid(), kind)
        raise AssertionError("not interrupted")

    command = SimpleNamespace(main=ended)
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: command)
    before = signal.signal(kind, signal.SIG_DFL)
    try:
        assert cli.main(["solve"]) == cli.INTERRUPTED
        assert signal.getsignal(kind) == signal.SIG_DFL
    finally:
        signal.signal(kind, before)


def test_who_is_told_to_ignore_a_signal_does(monkeypatch):
    """As under `nohup`."""
    hangup = getattr(signal, "SIGHUP", None) or pytest.skip("no such signal here")
    seen = []
    command = SimpleNamespace(
        main=lambda argv: seen.append(signal.getsignal(hangup)) or 0
    )
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: command)
    before = signal.signal(hangup, signal.SIG_IGN)
    try:
        assert cli.main(["solve"]) == 0
    finally:
        signal.signal(hangup, before)
    assert seen == [signal.SIG_IGN]


def test_what_the_machine_fails_at_is_one_sentence(monkeypatch, capsys):
    def failing(argv):
        raise MachineError("no sandbox could be made: No space left on device")

    command = SimpleNamespace(main=failing)
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: command)
    assert cli.main(["play"]) == 2
    said = "noughts play: no sandbox could be made: No space left on device\n"
    assert capsys.readouterr() == ("", said)


def test_the_commands_take_the_columns_that_there_are(monkeypatch):
    """What is said of each stands beside it, and as much on a line as fits."""
    beside = re.compile(r" {14}(\S+)")
    for columns in range(40, 52):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = cli._parser(words()).format_help().splitlines()
        assert max(map(len, lines)) <= columns - 2
        for line, below in pairwise(lines):
            if word := beside.match(below):
                assert len(f"{line} {word[1]}") > columns - 2


def run_with_python(*version):
    """Run `noughts --version` where Python says that it is of a version."""
    program = (
        f"import runpy, sys; sys.version_info = {version}; sys.argv += ['--version']\n"
        "runpy.run_module('noughts', run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True
    )


def test_an_old_python_gets_one_sentence():
    """What runs first can be read by Python 3.8, and stops before it asks for more."""
    for name in ("__init__.py", "__main__.py"):
        source = (ROOT / "noughts" / name).read_text("utf-8")
        for node in ast.walk(ast.parse(source, feature_version=(3, 8))):
            if isinstance(node, ast.FunctionDef):  # what is evaluated as it is defined
                assert isinstance(node.returns, ast.Name | ast.Constant)
    done = run_with_python(3, 8, 18)
    assert done.returncode == 1
    assert done.stderr == "noughts needs Python 3.11 or newer; this is 3.8.\n"


@pytest.mark.ci
def test_the_oldest_python_that_is_enough_is_3_11():
    assert run_with_python(3, 10, 99).returncode == 1
    assert run_with_python(3, 11).returncode == 0


def test_without_a_screen_the_game_is_in_the_terminal():
    """As `make play` has it."""
    blind = ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")
    done = subprocess.run(
        [sys.executable, "-m", "noughts", "window", "--or-play"],
        cwd=ROOT,
        env={name: text for name, text in os.environ.items() if name not in blind},
        input="q\n",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    welcome, why, *_ = done.stdout.splitlines()
    assert welcome == "Welcome to TTT!"
    assert why.endswith(" So the game is here.")


def make(*arguments, path):
    """Run make with a python3 that is found first in a folder."""
    return subprocess.run(
        ["make", *arguments],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_without_that_python_says_so(tmp_path):
    done = make("play", "PYTHON=python9", f"VENV={tmp_path / 'venv'}", path=tmp_path)
    assert done.returncode == 2
    said = done.stderr.splitlines()[0]
    assert said == "There is no python9 here. Try: make PYTHON=python3.12 play"


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
@pytest.mark.parametrize("goal", ["play", "test"])
def test_make_with_an_old_python_names_the_goal_that_was_typed(goal, tmp_path):
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = make(goal, f"VENV={tmp_path / 'venv'}", path=tmp_path)
    assert done.returncode == 2
    said = done.stderr.splitlines()[0]
    assert said == (
        "noughts needs Python 3.11 or newer; python3 is older. "
        f"Try: make PYTHON=python3.12 {goal}"
    )
