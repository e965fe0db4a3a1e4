"""What came of code, as the journal holds it."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Protocol

from agents.analyses.sandbox.contract import (
    CodeExceeded,
    CodeJob,
    CodeOutcome,
    CodeRan,
    CodeRefused,
)
from agents.turns.computing.code_runs import CodeRun

LONGEST_TOLD = 20_000
"""Characters of what code printed that the journal keeps. Chosen by hand."""
_PNG = b"\x89PNG\r\n\x1a\n"
_WIDTH, _HEIGHT = slice(16, 20), slice(20, 24)
"""Places of the bytes of a PNG's first chunk (W3C, PNG, section 11.2.1)."""
MOST_DOTS = 4000
"""Of a side of a picture. Chosen by hand: more than Slack shows."""


class Runs(Protocol):
    """What runs code."""

    async def run(self, job: CodeJob) -> CodeOutcome: ...


def as_code_run(job: CodeJob, outcome: CodeOutcome) -> CodeRun:
    """What came of code, as the journal holds it."""
    bare = CodeRun(language=job.language, inputs=job.digests, ending="ran")
    match outcome:
        case CodeRan():
            return replace(
                bare,
                status=outcome.status,
                printed=outcome.printed[:LONGEST_TOLD],
                complaint=outcome.complaint[-LONGEST_TOLD:],
                picture=_as_text(outcome.picture),
            )
        case CodeRefused(reason):
            return replace(bare, ending="refused", complaint=reason)
        case CodeExceeded(limit=limit, printed=printed):
            told = printed[:LONGEST_TOLD]
            return replace(bare, ending=limit, complaint=outcome.sentence, printed=told)
        case unavailable:
            return replace(bare, ending="unavailable", complaint=unavailable.reason)


def _as_text(picture: bytes) -> str:
    """A PNG of a sound size as base64; empty for anything else."""
    if not picture.startswith(_PNG) or picture[12:16] != b"IHDR":
        return ""
    sides = int.from_bytes(picture[_WIDTH], "big"), int.from_bytes(picture[_HEIGHT], "big")
    return base64.b64encode(picture).decode("ascii") if 0 < max(sides) <= MOST_DOTS else ""
