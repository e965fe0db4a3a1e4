"""What people ask of a run while it goes on, and what it was forked from."""

from __future__ import annotations

from dataclasses import dataclass

from agents.turns.evidence import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Steering:
    """What a person asked of a run in the thread: where the next steps search, and how deep."""

    text: str
    """The words of the person."""
    by: str
    without: tuple[str, ...] = ()
    """Silos that are not to be searched any more."""
    also: tuple[str, ...] = ()
    """Silos that are to be searched, too; one that was left out before is in again."""
    deeper: bool = False
    """Whether to go on to what the findings rest on: trials, studies, literature."""

    def __bool__(self) -> bool:
        return bool(self.without or self.also or self.deeper)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forked:
    """That a run goes on behind a row of another one, and what the other came to."""

    run_id: str
    """The other run."""
    step: int
    """The first step that is made anew; those before are the other run's."""
    text: str
    """What was asked, in the words of the person."""
    by: str
    cited: tuple[Citation, ...] = ()
    """What the other run's answer cites; nothing when it ended otherwise."""


@dataclass(frozen=True, slots=True)
class ForkedAt:
    """A fork, and the first journal row of its own."""

    seq: int
    forked: Forked


@dataclass(frozen=True, slots=True)
class SteeringRow:
    """A steering, and the journal row it stands in."""

    seq: int
    steering: Steering
