"""Each protection alone, also for kernels and machines other than this one."""

import ctypes
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import noughts
from noughts.sandbox import bubblewrap, confine, kernel, landlock, seccomp

LINUX = sys.platform.startswith("linux")
EPERM, ENOSYS = 0x00050001, 0x00050026
X86, ARM = 0, 1
PROC_STATUS = "/proc/self/status"


# --- seccomp: the filter is interpreted here ------------------------------------

# BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_JMP|JSET|K, BPF_RET.
LOAD, IF_EQUAL, IF_ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
ALLOW, KILL = 0x7FFF0000, 0x80000000


def judge(column, number, *arguments, architecture=None, pid=4321):
    """Return what the filter for a machine decides about a system call."""
    program = b"".join(seccomp.program_for(column, pid))
    steps = list(struct.iter_unpack("=HBBI", program))
    if architecture is None:
        architecture = seccomp.ARCHITECTURES[column]
    padded = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    call = struct.pack("=iIQ6Q", number, architecture, 0, *padded)
    at, loaded = 0, 0
    while True:
        code, yes, no, value = steps[at]
        if code == RETURN:
            return value
        if code == LOAD:
            (loaded,) = struct.unpack_from("=I", call, value)
            at += 1
        else:
            holds = {IF_EQUAL: loaded == value, IF_ANY_BIT: loaded & value}[code]
            at += 1 + (yes if holds else no)


CALLS = (Path(__file__).parent / "calls.txt").read_text("utf-8").splitlines()[1:]


@pytest.mark.parametrize("column", [X86, ARM], ids=["x86-64", "arm64"])
@pytest.mark.parametrize("call", CALLS)
def test_the_filter_allows_or_refuses_a_call(column, call):
    *numbers, call = call.split(None, 2)
    arguments, decision, _ = re.split(r" +(allow|refuse) +", call)
    given = [int(each, 0) for each in arguments.split() if each != "-"]
    decided = judge(column, int(numbers[column]), *given)
    assert decided == {"allow": ALLOW, "refuse": EPERM}[decision]


@pytest.mark.parametrize(
    ("column", "number", "options", "decision"),
    [
        (X86, 57, {}, EPERM),  # fork
        (X86, 58, {}, EPERM),  # vfork
        (X86, 435, {}, ENOSYS),  # clone3: libraries use clone instead
        (ARM, 435, {}, ENOSYS),
        (X86, 0, {"architecture": 0x40000003}, KILL),  # 32 bits
        (ARM, 63, {"architecture": seccomp.ARCHITECTURES[X86]}, KILL),
        (X86, 0x40000000, {}, EPERM),  # x32
    ],
)
def test_the_filter_decides_about_calls_of_one_architecture(
    column, number, options, decision
):
    assert judge(column, number, **options) == decision


@pytest.mark.parametrize("flags", [os.O_RDONLY, 1])
def test_the_old_open_only_reads(flags):
    assert judge(X86, 2, 0, flags) == (EPERM if flags else ALLOW)


@pytest.mark.parametrize("column", [X86, ARM])
def test_no_number_is_listed_twice(column):
    numbers = [row[1 + column] for row in seccomp.TABLE if row[1 + column] != "-"]
    assert len(numbers) == len(set(numbers))


HEADERS = {  # arm64 has the generic numbers; elsewhere those of x86-64 are a package
    X86: (
        "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
        "/usr/x86_64-linux-gnu/include/asm/unistd_64.h",
    ),
    ARM: ("/usr/include/asm-generic/unistd.h",),
}


@pytest.mark.parametrize("column", HEADERS)
def test_the_numbers_match_the_kernel_headers(column):
    header = next(filter(Path.exists, map(Path, HEADERS[column])), None)
    if not header:
        pytest.skip("needs linux-libc-dev, or linux-libc-dev-amd64-cross")
    defined = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text())
    numbers = dict(defined)
    numbers.setdefault("newfstatat", numbers.get("fstatat"))  # of 64 bits
    for row in seccomp.TABLE:
        assert row[1 + column] == numbers.get(row[0], "-"), row[0]


# --- Landlock ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("abi", "record"),
    [
        (1, (0x1FFF,)),
        (2, (0x3FFF,)),
        (3, (0x7FFF,)),
        (4, (0x7FFF, 3)),
        (5, (0xFFFF, 3)),
        (6, (0xFFFF, 3, 3)),
        (7, (0xFFFF, 3, 3)),
        (99, (0xFFFF, 3, 3)),
    ],
)
def test_each_landlock_version_restricts_all_rights_it_knows(abi, record):
    assert struct.unpack("Q" * len(record), landlock.handled(abi)) == record


@pytest.mark.skipif(not LINUX, reason="the paths are Linux's")
def test_only_python_and_system_libraries_are_readable(monkeypatch, tmp_path):
    for name in ("lib/site-packages", "lib/json", "base/lib"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("lib/os.py", "base/lib/libpython3.so.1", "base/lib/secret"):
        (tmp_path / name).touch()
    monkeypatch.setattr(sys, "path", [f"{tmp_path}/lib", f"{tmp_path}/none"])
    monkeypatch.setattr(sys, "base_prefix", f"{tmp_path}/base")
    write, read, names = 1 << 1, 1 << 2, 1 << 3  # as Landlock numbers these rights
    assert dict(landlock.readable()) == {
        f"{tmp_path}/lib": names,
        f"{tmp_path}/none": names,
        f"{tmp_path}/lib/os.py": read,
        f"{tmp_path}/lib/json": read,
        f"{tmp_path}/base/lib/libpython3.so.1": read,
        **dict.fromkeys(("/lib", "/lib64", "/usr/lib", "/usr/lib64"), read | names),
        "/etc/ld.so.cache": read,
        "/dev/urandom": read,
        "/dev/null": read | write,
    }


@pytest.mark.parametrize(("abi", "closed"), [(0, False), (1, True), (6, True)])
def test_the_kernel_is_given_each_rule_before_it_restricts(monkeypatch, abi, closed):
    calls = []

    def call(number, *given):
        calls.append((number, *given))
        return {444: abi if given[0] is None else os.dup(0), 445: 0, 446: 0}[number]

    places = [(os.devnull, 12), (os.getcwd(), 12), ("/none", 12)]
    monkeypatch.setattr(landlock, "readable", lambda: places)
    monkeypatch.setattr(kernel, "call", call)
    monkeypatch.setattr(kernel, "renounce_privileges", lambda: True)
    assert landlock.close_files() is closed
    assert calls.pop(0) == (444, None, 0, 1)
    if closed:
        (_, rights, size, flags), *added, (_, rules, *last) = calls
        assert (len(rights), flags, last) == (size, 0, [0])
        assert [(n, r, kind, end) for n, r, kind, _, end in added] == [
            (445, rules, 1, 0)
        ] * 2
        allowed = [struct.unpack("=Qi", record)[0] for *_, record, _ in added]
        assert allowed == [4, 12]  # only of a folder, the names in it


# --- A protection that cannot be enforced is reported as missing ---------------


def any_descriptor(number, *_):
    """Answer as the kernel does: a descriptor for a set of rules, else 0."""
    if number != landlock.CREATE_RULESET:
        return 0
    return os.open(os.devnull, os.O_RDONLY)


NO_LANDLOCK = {
    "no rules": lambda patch: patch.setattr(kernel, "call", lambda *_: -1),
    "privileges kept, rules made": lambda patch: (
        patch.setattr(kernel, "call", any_descriptor),
        patch.setattr(kernel, "renounce_privileges", lambda: False),
    ),
}
NO_SECCOMP = {
    "privileges kept": lambda patch: patch.setattr(
        kernel, "renounce_privileges", lambda: False
    )
}
NEITHER = {
    "not Linux": lambda patch: patch.setattr(sys, "platform", "darwin"),
    "no ctypes": lambda patch: patch.setitem(sys.modules, "ctypes", None),
}


@pytest.mark.parametrize("lacks", NO_LANDLOCK | NEITHER)
def test_landlock_is_missing_if_it_cannot_be_enforced(monkeypatch, lacks):
    (NO_LANDLOCK | NEITHER)[lacks](monkeypatch)
    assert landlock.close_files() is False


@pytest.mark.parametrize("lacks", NO_SECCOMP | NEITHER)
def test_seccomp_is_missing_if_it_cannot_be_enforced(monkeypatch, lacks):
    (NO_SECCOMP | NEITHER)[lacks](monkeypatch)
    assert seccomp.refuse_calls() is False


@pytest.mark.parametrize("error", [ValueError, OSError])
def test_rlimits_are_missing_if_they_cannot_be_set(monkeypatch, error):
    def refuse(*_):
        raise error("not here")

    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert confine.bound(1, 1) is False
    monkeypatch.setitem(sys.modules, "resource", None)
    assert confine.bound(1, 1) is False


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_memory_cpu_time_and_files_are_limited(monkeypatch, system):
    resource = pytest.importorskip("resource")
    bounds = {}
    monkeypatch.setattr(resource, "setrlimit", bounds.__setitem__)
    monkeypatch.setattr(sys, "platform", system)
    assert confine.bound(1000, 2) is True
    assert bounds == {
        resource.RLIMIT_AS: (1000, 1000),
        resource.RLIMIT_CPU: (2, 2),
        resource.RLIMIT_FSIZE: (0, 0),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_NOFILE: (64, 64),
        **({} if system == "linux" else {resource.RLIMIT_NPROC: (0, 0)}),
    }


@pytest.mark.parametrize(
    ("script", "used"),
    [
        ("exit 0", True),
        ("exit 1", False),
        ("exec sleep 9", False),
        ("", False),  # cannot be run
        (None, False),
    ],
)
@pytest.mark.skipif(not LINUX, reason="bubblewrap is Linux's")
def test_bubblewrap_is_used_if_it_works(monkeypatch, tmp_path, script, used):
    program = str(tmp_path / "bwrap")
    Path(program).write_text(f"#!/bin/sh\n{script}\n" if script else "")
    Path(program).chmod(0o700 if script else 0o600)
    monkeypatch.setattr(bubblewrap, "TRIAL", 0.3 if "sleep" in str(script) else 20)
    found = None if script is None else program
    monkeypatch.setattr(shutil, "which", lambda name: found)
    monkeypatch.setattr(bubblewrap, "installed", lambda: ["packages"])
    words = bubblewrap.prefix.__wrapped__(sys.executable, "folder")
    assert (words[:1], "packages" in words) == ((program,) * used, used)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert bubblewrap.prefix.__wrapped__(sys.executable, "folder") == ()


@pytest.mark.skipif(not LINUX, reason="these protections are Linux's")
def test_every_protection_that_this_machine_offers_is_in_force():
    trial = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
    works = shutil.which("bwrap") and not subprocess.run(trial).returncode
    offered = {"rlimits"} | ({"bubblewrap"} if works else set())
    if ctypes.CDLL(None).syscall(444, None, 0, 1) > 0:
        offered.add("Landlock")
    if seccomp.machine() is not None and "Seccomp" in Path(PROC_STATUS).read_text():
        offered.add("seccomp")
    with noughts.engine(ROOT / "tictactoe.py") as engine:
        assert {*engine.protections.in_force} == offered


def test_a_python_that_cannot_be_read_inside_is_not_the_fault_of_the_file(monkeypatch):
    """Root without privileges cannot read a Python in a home folder."""
    monkeypatch.setattr(landlock, "close_files", lambda: True)
    monkeypatch.setattr(confine, "bound", lambda memory, cpu: True)
    monkeypatch.setattr(seccomp, "refuse_calls", lambda: True)
    assert confine.confine(1, 1) == ["Landlock", "rlimits", "seccomp"]
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError, match="cannot be read"):
        confine.confine(1, 1)


@pytest.mark.parametrize(
    ("platform", "name", "bits", "column"),
    [
        ("linux", "x86_64", 2**63 - 1, X86),
        ("linux", "aarch64", 2**63 - 1, ARM),
        ("linux", "aarch64", 2**32 - 1, None),  # a Python of 32 bits
        ("linux", "x86_64", 2**32, X86),
        ("linux", "riscv64", 2**63 - 1, None),
        ("darwin", "x86_64", 2**63 - 1, None),
    ],
)
def test_the_table_has_columns_for_two_machines(
    monkeypatch, platform, name, bits, column
):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "maxsize", bits)
    machine = type("Machine", (), {"machine": name})
    monkeypatch.setattr(seccomp.os, "uname", machine, raising=False)
    assert seccomp.machine() == column
