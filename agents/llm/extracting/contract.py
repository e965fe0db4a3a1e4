"""Where code that a model wrote to read an answer is kept, so that it is written once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from agents.analyses.sandbox.contract import CodeJob, CodeOutcome
from agents.turns.computing.extractors import WrittenExtractor


class ExtractorStore(Protocol):
    """Keeps written extractors for all processes. Raises
    :class:`agents.errors.MemoryUnavailable`."""

    async def written_extractor(self, source: str, form: str) -> WrittenExtractor | None:
        """The one that reads answers of this form of the source."""
        ...

    async def keep_extractor(self, extractor: WrittenExtractor) -> None:
        """Keep it in place of the one of before."""
        ...


class Runner(Protocol):
    """Runs code shut in."""

    async def run(self, job: CodeJob) -> CodeOutcome: ...


@dataclass(frozen=True, slots=True)
class ExtractionTools:
    """What answers in another form are read with."""

    store: ExtractorStore
    runner: Runner = field(repr=False)
