"""Limits of an engine, and the protections around it."""

from dataclasses import dataclass

MIB = 1024 * 1024
KNOWN = ("Landlock", "rlimits", "seccomp", "bubblewrap")


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
    """The protections in force around an engine."""

    in_force: tuple[str, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """The protections that this machine lacks."""
        return tuple(name for name in KNOWN if name not in self.in_force)

    @property
    def isolated(self) -> bool:
        """Whether the engine can reach no file, process or network of this machine."""
        files = "Landlock" in self.in_force or "bubblewrap" in self.in_force
        return files and "seccomp" in self.in_force

    def __str__(self) -> str:
        """Return one line for a report."""
        said = "isolated by" if self.isolated else "not isolated; in force:"
        text = f"{said} {', '.join(self.in_force) or 'nothing'}"
        return f"{text}; missing: {', '.join(self.missing)}" if self.missing else text
