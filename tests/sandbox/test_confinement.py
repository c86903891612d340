"""Each protection alone, also for kernels and machines other than this one."""

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
from noughts.sandbox import bubblewrap, confine, kernel, landlock, process, seccomp

LINUX = sys.platform.startswith("linux")
EPERM, ENOSYS = 0x00050001, 0x00050026
X86, ARM = 0, 1


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


CALLS = [
    # call, numbers on x86-64 and arm64, arguments, whether it is allowed
    ("read", (0, 63), (5,), True),
    ("write", (1, 64), (6,), True),
    ("getrandom", (318, 278), (), True),
    ("openat, to read", (257, 56), (0, 0, os.O_RDONLY | 0o2000000), True),
    ("openat, to write", (257, 56), (0, 0, 1), False),
    ("openat, to read and write", (257, 56), (0, 0, 2), False),
    ("openat, to create", (257, 56), (0, 0, 0o100), False),
    ("openat, to truncate", (257, 56), (0, 0, 0o1000), False),
    ("clone, a thread", (56, 220), (0x3D0F00,), True),
    ("clone, a process", (56, 220), (0x1200011,), False),
    ("kill itself", (62, 129), (4321, 9), True),
    ("kill another", (62, 129), (1234, 9), False),
    ("kill the group", (62, 129), (0, 9), False),
    ("kill everybody", (62, 129), (2**64 - 1, 9), False),
    ("tgkill itself", (234, 131), (4321, 4321, 6), True),
    ("tgkill another", (234, 131), (1234, 1234, 6), False),
    ("fcntl F_DUPFD_CLOEXEC", (72, 25), (5, 1030), True),
    *(
        (f"fcntl {command}", (72, 25), (5, command), command < 5)
        for command in range(12)
    ),
    ("fcntl F_SETOWN", (72, 25), (5, 8, 1234), False),
    ("ioctl FIONREAD", (16, 29), (5, 0x541B), True),
    ("ioctl TIOCSTI", (16, 29), (0, 0x5412), False),
    ("socket", (41, 198), (2, 1), False),
    ("connect", (42, 203), (5,), False),
    ("execve", (59, 221), (), False),
    ("execveat", (322, 281), (), False),
    ("ptrace", (101, 117), (16, 1234), False),
    ("process_vm_readv", (310, 270), (1234,), False),
    ("pidfd_open", (434, 434), (1234,), False),
    ("io_uring_setup", (425, 425), (), False),
    ("unlinkat", (263, 35), (), False),
    ("mount", (165, 40), (), False),
    ("unshare", (272, 97), (), False),
    ("setns", (308, 268), (), False),
    ("bpf", (321, 280), (), False),
    ("prlimit64", (302, 261), (), False),
    ("memfd_create", (319, 279), (), False),
    ("prctl", (157, 167), (), False),
]


@pytest.mark.parametrize("column", [X86, ARM], ids=["x86-64", "arm64"])
@pytest.mark.parametrize(("name", "numbers", "arguments", "allowed"), CALLS)
def test_the_filter_allows_or_refuses_a_call(column, name, numbers, arguments, allowed):
    decided = judge(column, numbers[column], *arguments)
    assert decided == (ALLOW if allowed else EPERM), name


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
def test_only_python_and_system_libraries_are_readable(monkeypatch):
    monkeypatch.setattr(sys, "path", [os.path.dirname(os.__file__)])
    paths = dict(landlock.readable())
    folder, both = landlock.READ_DIR, landlock.READ_FILE | landlock.READ_DIR
    assert paths[os.path.dirname(os.__file__)] == folder
    assert paths[os.__file__] == landlock.READ_FILE
    assert paths["/usr/lib"] == both
    assert paths["/dev/urandom"] == paths["/etc/ld.so.cache"] == landlock.READ_FILE
    assert paths["/dev/null"] == landlock.READ_FILE | landlock.WRITE_FILE
    assert not [path for path in paths if path.endswith(landlock.INSTALLED)]
    writable = [path for path, rights in paths.items() if rights & landlock.WRITE_FILE]
    assert writable == ["/dev/null"]
    for path in ("/", "/etc", "/home", "/proc", "/usr", "/tmp", os.getcwd()):
        assert path not in paths


# --- A protection that cannot be enforced is reported as missing ---------------


def any_descriptor(number, *_):
    """Answer as the kernel does: a descriptor for a set of rules, else 0."""
    if number != landlock.CREATE_RULESET:
        return 0
    return os.open(os.devnull, os.O_RDONLY)


NO_LANDLOCK = {
    "no Landlock": lambda patch: patch.setattr(landlock, "version", lambda: 0),
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


def test_rlimits_are_missing_if_they_cannot_be_set(monkeypatch):
    def refuse(*_):
        raise ValueError("not here")

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


BWRAP = "/usr/bin/bwrap"


@pytest.mark.parametrize(
    ("found", "outcome", "used"),
    [
        (BWRAP, 0, True),
        (BWRAP, 1, False),
        (BWRAP, OSError("no"), False),
        (BWRAP, subprocess.TimeoutExpired("bwrap", 10), False),
        (None, 0, False),
    ],
)
@pytest.mark.skipif(not LINUX, reason="bubblewrap is Linux's")
def test_bubblewrap_is_used_if_it_works(monkeypatch, found, outcome, used):
    def run(*_, **__):
        if isinstance(outcome, Exception):
            raise outcome
        return subprocess.CompletedProcess("bwrap", outcome)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(shutil, "which", lambda name: found)
    words = bubblewrap.prefix.__wrapped__(sys.executable, "folder")
    assert words[:1] == ((BWRAP,) if used else ())
    monkeypatch.setattr(sys, "platform", "darwin")
    assert bubblewrap.prefix.__wrapped__(sys.executable, "folder") == ()


def test_engines_are_wrapped_where_bubblewrap_works():
    python = process.runner_command()[0]
    works = bool(bubblewrap.prefix(python, str(process.HERE)))
    with noughts.engine(ROOT / "tictactoe.py") as engine:
        assert ("bubblewrap" in engine.protections.in_force) == works


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
        ("linux", "aarch64", 2**31 - 1, None),  # a Python of 32 bits
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
