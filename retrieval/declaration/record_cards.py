"""The card of a source of records: what a model and a clinician read of it."""

from __future__ import annotations

from dataclasses import dataclass

RECORD = "record"
"""The role of a source of records among the silos."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordCard:
    """A source of records as cores and people see it, beside the cards of the silos."""

    name: str
    title: str
    use_when: str
    not_when: str = "Treatment, doses, trials or evidence are asked for."
    example: str = ""
    role: str = RECORD
    publishers: tuple[str, ...] = ()
    is_own: bool = False
