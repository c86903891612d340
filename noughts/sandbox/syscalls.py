"""
Which system calls the engine's process may still make, as a table.

Everything that is not here is refused: no network, no new process, no signal to
others, no change to any file. A row gives the call's number on x86-64 and on arm64
(None where it has none), and for some calls a condition on one argument.
"""

MACHINES = {"x86_64": 0, "aarch64": 1}  # the table's columns
ARCHITECTURES = (0xC000003E, 0xC00000B7)  # what the kernel calls them

ALLOWED: dict[str, tuple[int | None, int | None]] = {
    # Descriptors: the pipes, and reading Python's own files.
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "fstat": (5, 80),
    "lseek": (8, 62),
    "pread64": (17, 67),
    "pwrite64": (18, 68),
    "readv": (19, 65),
    "writev": (20, 66),
    "stat": (4, None),
    "lstat": (6, None),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getdents64": (217, 61),
    "getcwd": (79, 17),
    "chdir": (80, 49),  # gives no access to the files there
    "fadvise64": (221, 223),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "pipe": (22, None),
    "pipe2": (293, 59),
    "close_range": (436, 436),
    # Waiting.
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_wait": (232, None),
    "epoll_pwait": (281, 22),
    "eventfd2": (290, 19),
    "nanosleep": (35, 101),
    "clock_nanosleep": (230, 115),
    "pause": (34, None),
    "restart_syscall": (219, 128),
    # Memory.
    "brk": (12, 214),
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "mprotect": (10, 226),
    "madvise": (28, 233),
    "mincore": (27, 232),
    # Threads of this process.
    "futex": (202, 98),
    "set_robust_list": (273, 99),
    "get_robust_list": (274, 100),
    "set_tid_address": (218, 96),
    "rseq": (334, 293),
    "membarrier": (324, 283),
    "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123),
    "getcpu": (309, 168),
    "arch_prctl": (158, None),
    "exit": (60, 93),
    "exit_group": (231, 94),
    # Signals within this process.
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "rt_sigpending": (127, 136),
    "rt_sigsuspend": (130, 133),
    "rt_sigtimedwait": (128, 137),
    "sigaltstack": (131, 132),
    "alarm": (37, None),
    "getitimer": (36, 102),
    "setitimer": (38, 103),
    # Asking who and when.
    "getpid": (39, 172),
    "getppid": (110, 173),
    "gettid": (186, 178),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getgroups": (115, 158),
    "getpgid": (121, 155),
    "getpgrp": (111, None),
    "getsid": (124, 156),
    "uname": (63, 160),
    "umask": (95, 166),
    "sysinfo": (99, 179),
    "times": (100, 153),
    "time": (201, None),
    "gettimeofday": (96, 169),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "getrusage": (98, 165),
    "getrandom": (318, 278),
}


THIS_PROCESS = -1  # replaced by the process id
THREAD = 0x10000  # a new thread, not a new process
WRITING = 0o3 | 0o100 | 0o1000  # O_WRONLY or O_RDWR, O_CREAT, O_TRUNC
# F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC. Not F_SETOWN,
# which could make a pipe send signals to another process.
DESCRIPTOR = (0, 1, 2, 3, 4, 1030)
# TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX.
DEVICE = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)

# The argument's index, and the condition: it "is" one of these values, or it "has" or
# "lacks" these bits.
Condition = tuple[int, str, tuple[int, ...]]
CONDITIONAL: dict[tuple[int | None, int | None], Condition] = {
    (257, 56): (2, "lacks", (WRITING,)),  # openat
    (2, None): (1, "lacks", (WRITING,)),  # open
    (72, 25): (1, "is", DESCRIPTOR),  # fcntl
    (16, 29): (1, "is", DEVICE),  # ioctl
    (56, 220): (0, "has", (THREAD,)),  # clone
    (62, 129): (0, "is", (THIS_PROCESS,)),  # kill
    (234, 131): (0, "is", (THIS_PROCESS,)),  # tgkill
}
CLONE3 = 435
