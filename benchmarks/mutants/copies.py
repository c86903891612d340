"""A copy of the project with an environment of its own, where code may be changed."""

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections import defaultdict
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from coverage import CoverageData, CoverageException

ROOT = Path(__file__).resolve().parents[2]
ASKING = Path(__file__).with_name("asking.py")
PRODUCT = ["noughts/*.py", "tictactoe.py", "runner.py"]

# Processes that a test starts are watched too, and say which test started them.
WATCHED = """
[run]
data_file = {data}
parallel = true
include = {root}/noughts/*, {root}/tictactoe.py, {root}/runner.py
context = ${{NOUGHTS_MUTANTS_TEST-}}
disable_warnings = trace-changed
"""
STARTUP = (
    "import os; os.environ.get('COVERAGE_PROCESS_START')"
    " and __import__('coverage').process_startup()"
)


def listed(*patterns: str) -> list[str]:
    """Return the project's files, those not yet committed too."""
    options = ["--cached", "--others", "--exclude-standard"]
    told = subprocess.run(
        ["git", "ls-files", *options, "--", *patterns],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    return [name for name in told if (ROOT / name).is_file()]


class Copy:
    """A copy of the project as it lies here, with a Python that imports the copy."""

    def __init__(self, folder: Path):
        self.root = folder / "project"
        self.python = self.root / ".venv" / "bin" / "python"
        self.scratch = folder
        self.process: subprocess.Popen | None = None
        for name in listed():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name, follow_symlinks=False)
        for command in (["init", "-q"], ["add", "-A"]):
            subprocess.run(["git", *command], cwd=self.root, check=True)
        self._environment()
        self._compile()

    def _environment(self) -> None:
        """Make an environment that has what ours has, and the copy in place of ours."""
        venv = self.root / ".venv"
        making = [sys.executable, "-m", "venv", "--without-pip", str(venv)]
        subprocess.run(making, check=True)
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        packages = venv / "lib" / version / "site-packages"
        paths = [str(self.root), sysconfig.get_path("purelib"), STARTUP]
        (packages / "copy.pth").write_text("\n".join(paths) + "\n")
        for script in Path(sys.executable).parent.iterdir():
            target = venv / "bin" / script.name
            if target.exists() or script.is_dir():
                continue
            shutil.copy(script, target)
            if script.read_bytes()[:2] == b"#!":
                ours = str(Path(sys.executable).parent).encode()
                target.write_bytes(
                    script.read_bytes().replace(ours, bytes(venv / "bin"))
                )

    def _compile(self) -> None:
        """
        Compile code and tests once, so that a run need not.

        The code by its content: two changes may be of one second and of one length.
        """
        content = ["--invalidation-mode", "checked-hash"]
        code = ["compileall", "-q", *content, "noughts", "runner.py", "tictactoe.py"]
        tests = ["pytest", "-qq", "-p", "no:cacheprovider", "--collect-only", "tests"]
        writing = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
        for module in (code, tests):
            subprocess.run(
                [self.python, "-m", *module],
                cwd=self.root,
                env=writing,
                check=True,
                stdout=subprocess.DEVNULL,
            )

    def run(self, *arguments: str, patience: float | None = None) -> int | None:
        """Run the tests' side of this in the copy; None where patience ends."""
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("VIRTUAL_ENV", "PYTHONPATH")
        } | {"PYTHONDONTWRITEBYTECODE": "1"}
        self.process = subprocess.Popen(
            [self.python, ASKING, *arguments],
            cwd=self.root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=(self.scratch / "said").open("w"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            return None
        finally:
            self.end()

    def end(self) -> None:
        """End what runs in the copy, and all that it has started."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def learn(self, tests: str) -> dict:
        """Return what each test of a file costs, and which tests run each line."""
        for old in self.scratch.glob("learned*"):
            old.unlink()
        data = self.scratch / "learned"
        settings = WATCHED.format(data=data, root=self.root)
        Path(f"{data}.rc").write_text(settings)
        self.run("learn", str(data), tests, patience=1800)
        if not Path(f"{data}.json").exists():
            said = (self.scratch / "said").read_text("utf-8", "replace")
            raise SystemExit(f"{said}\n{tests} did not run to its end.")
        told = json.loads(Path(f"{data}.json").read_text())
        return {"tests": told, "lines": self._lines(data)}

    def _lines(self, data: Path) -> dict[str, dict[str, list[str]]]:
        """Return the tests that run each line; "" where that is no single test."""
        found = defaultdict(lambda: defaultdict(set))
        for part in data.parent.glob(f"{data.name}.*.*"):
            watched = CoverageData(str(part))
            try:
                watched.read()
            except CoverageException:  # of a process that was killed as it wrote
                continue
            for path in watched.measured_files():
                name = str(Path(path).relative_to(self.root))
                keys = line_keys((self.root / name).read_text("utf-8"))
                for line, tests in watched.contexts_by_lineno(path).items():
                    if line <= len(keys):
                        found[name][keys[line - 1]].update(
                            test.strip("|") for test in tests
                        )
        return {
            name: {key: sorted(tests) for key, tests in lines.items()}
            for name, lines in found.items()
        }


@lru_cache(maxsize=64)
def line_keys(source: str) -> list[str]:
    """
    Return a name for each line: its text, and how often that came before.

    So what was learned of a line holds when lines are added above it.
    """
    seen: dict[str, int] = defaultdict(int)
    keys = []
    for line in source.splitlines():
        text = line.strip()
        keys.append(f"{seen[text]} {text}")
        seen[text] += 1
    return keys
