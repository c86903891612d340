"""Limits of an engine, and the protections around it."""

from dataclasses import dataclass
from typing import Self

MIB = 1024 * 1024
KNOWN = ("Landlock", "seccomp", "rlimits", "bubblewrap")


@dataclass(frozen=True)
class Limits:
    """Limits of one process of an engine."""

    answer: float = 5.0  # seconds for one answer
    start: float = 10.0  # seconds for importing the file
    cpu: int = 3600  # seconds of CPU time in all; each answer has its own limit
    memory: int = 512 * MIB  # bytes of address space; Python itself takes 30 MiB
    size: int = MIB  # characters of one answer


@dataclass(frozen=True)
class Protections:
    """The protections in force around an engine, and those that are missing."""

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
