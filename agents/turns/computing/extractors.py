"""Code that a model wrote to read what a source of records sends in a form that is not declared."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenExtractor:
    """Code that points at the values of answers of one form."""

    source: str
    form: str
    """Digest of the paths that such an answer has."""
    code: str
    model: str
    prompt_sha: str
