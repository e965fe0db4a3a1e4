"""Code that is run apart, what it may take, and what comes of it, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, get_args

Language = Literal["python", "r", "bash"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
ExceededLimit = Literal["time", "memory", "output", "processes"]
PICTURE = "picture.png"
"""The file that code draws into."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeJob:
    """Code and the files that it may read."""

    language: Language
    code: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Name → content; they stand in its folder."""

    @property
    def digests(self) -> tuple[tuple[str, str], ...]:
        """Name and SHA-256 of each file, by name."""
        return tuple((name, sha256(self.files[name]).hexdigest()) for name in sorted(self.files))


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeLimits:
    """What one job may take. All chosen by hand: several times what honest analyses of tables of a
    board took (two seconds, 300 MB), and little enough for a machine that answers others."""

    seconds: float = 40.0
    processor_seconds: int = 30
    memory: int = 1 << 30
    """Bytes that all its processes hold together; each may ask for twice as many addresses."""
    scratch: int = 64 << 20
    """Bytes of all files that it writes; they count as memory of the machine."""
    output: int = 64_000
    """Bytes that it prints."""
    picture: int = 300_000
    """Bytes of the picture that it draws."""
    processes: int = 32
    """Processes and threads at the same time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRan:
    """It ran to its end."""

    status: int
    """Its exit status; 0 if it says that all went well."""
    printed: str
    complaint: str = ""
    """What it wrote to standard error."""
    picture: bytes = b""
    """The PNG that it drew, if it drew one."""


@dataclass(frozen=True, slots=True)
class CodeRefused:
    """It was not run, since it uses what it may not."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeExceeded:
    """It was ended, since it took more than it may."""

    limit: ExceededLimit
    printed: str = ""

    @property
    def sentence(self) -> str:
        """For people and models."""
        return _SENTENCES[self.limit]


@dataclass(frozen=True, slots=True)
class CodeUnavailable:
    """Nothing can be run here, or not in this language; the reason says what to do."""

    reason: str


CodeOutcome = CodeRan | CodeRefused | CodeExceeded | CodeUnavailable
_SENTENCES: Mapping[ExceededLimit, str] = {
    "time": "It took more time than code may take, and was ended.",
    "memory": "It took more memory than code may take, and was ended.",
    "output": "It printed more than code may print, and was ended.",
    "processes": "It started more processes than code may start, and was ended.",
}
