"""What is known of a thread's patient: facts with polarity, place and author."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeVar

from agents.facts.values.stored import StoredValue

FactPlace = Literal["question", "earlier question", "thread", "attachment"]
Value = TypeVar("Value")


def time_told(at: str) -> datetime:
    """An ISO time as one; of what has none, before all others."""
    if not at:
        return datetime.min.replace(tzinfo=UTC)
    time = datetime.fromisoformat(at)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing known of the patient, and where it was said."""

    value: StoredValue
    text: str
    """The words it was read from; of a derived fact, what it comes to in words."""
    start: int = 0
    end: int = 0
    """Span in the message or file it was read from, in code points."""
    place: FactPlace = "question"
    said_by: str = ""
    said_at: str = ""
    """ISO time; empty when unknown."""
    rule: str = ""
    """Name of the rule or formula that derived it; empty when it was said."""
    inputs: tuple[str, ...] = ()
    """The words of the facts that it was derived from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """Two facts that cannot both hold; the newer one counts until somebody says otherwise."""

    newer: Fact
    """The one that counts."""
    sentence: str
    """Both, for a reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactSheet:
    """The facts of one thread, newest value of each; superseded ones are not in it."""

    facts: tuple[Fact, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    changed: tuple[str, ...] = field(default=())
    """Sentences on facts that the newest message changed ("HER2-low, no longer HER2-positive")."""
    unassigned: str = ""
    """A value that the newest message tells, and of which nobody can tell what it is of."""

    _by_kind: dict[type, tuple[Any, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What :meth:`of` has found: each of thousands of statements asks for every kind."""
    _read: dict[Callable[..., Any], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What :meth:`read_by` has kept."""

    def of(self, kind: type[Value]) -> tuple[Value, ...]:
        """The values of one kind, in order."""
        found = self._by_kind.get(kind)
        if found is None:
            found = tuple(fact.value for fact in self.facts if isinstance(fact.value, kind))
            self._by_kind[kind] = found
        return found

    def read_by(self, reader: Callable[[FactSheet], Value]) -> Value:
        """What a pure function makes of the sheet, made once."""
        if reader not in self._read:
            self._read[reader] = reader(self)
        found: Value = self._read[reader]
        return found

    def __bool__(self) -> bool:
        return bool(self.facts)
