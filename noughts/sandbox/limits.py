"""How much an engine may use, and what protects the machine from it."""

from dataclasses import dataclass
from typing import Self

MIB = 1024 * 1024
KNOWN = ("Landlock", "seccomp", "rlimits", "bubblewrap")


@dataclass(frozen=True)
class Limits:
    """Seconds and bytes; each is an upper bound for one process of one engine."""

    answer: float = 5.0  # seconds for one answer
    start: float = 10.0  # seconds for importing the file
    cpu: int = 3600  # seconds of computing; a backstop, for each answer has its own
    memory: int = 512 * MIB  # of address space, Python's own some 30 MiB included
    size: int = MIB  # of one answer, as text


@dataclass(frozen=True)
class Protections:
    """Which protections are in force around an engine, and which are missing."""

    in_force: tuple[str, ...]
    missing: tuple[str, ...]

    @classmethod
    def of(cls, inside: list[str], wrapped: bool) -> Self:
        """Sort the known protections by whether they are in force."""
        in_force = {*inside, "bubblewrap"} if wrapped else {*inside}
        return cls(
            tuple(name for name in KNOWN if name in in_force),
            tuple(name for name in KNOWN if name not in in_force),
        )

    @property
    def isolated(self) -> bool:
        """Whether the engine can reach no file, process or network of this machine."""
        files = {"Landlock", "bubblewrap"} & set(self.in_force)
        return bool(files) and "seccomp" in self.in_force

    def __str__(self) -> str:
        """Return one sentence for a report."""
        said = "isolated by" if self.isolated else "not isolated; in force:"
        text = f"{said} {', '.join(self.in_force) or 'nothing'}"
        if self.missing:
            text += f"; missing: {', '.join(self.missing)}"
        return text
