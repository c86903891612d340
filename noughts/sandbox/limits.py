"""How much an engine in the sandbox may use."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """Seconds and bytes; each is an upper bound for one process of one engine."""

    answer: float = 5.0  # seconds for one answer
    start: float = 10.0  # seconds for importing the file
    cpu: int = 3600  # seconds of computing; a backstop, for each answer has its own
    memory: int = 512 * MIB  # of address space, Python's own some 30 MiB included
    size: int = MIB  # of one answer, as text
