"""What an analysis gives, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agents.turns.computing.drawings import Drawing

AnalysisKind = Literal[
    "waterfall", "swimmer", "forest", "hazards", "survival", "response", "adverse events",
    "frequent events", "two by two", "summary", "counts",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """Numbers as a table, with how they were computed."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    said: tuple[str, ...] = ()
    """Further numbers, a sentence each: the test between groups."""
    method: str
    """How it was computed, from which rows and columns, with which library."""
    warnings: tuple[str, ...] = ()
    drawing: Drawing | None = None
    code: str
    """A Python script that gives the same numbers from the table as CSV."""


@dataclass(frozen=True, slots=True)
class NotAnalysed:
    """Why nothing was computed, and what to write instead, in plain words."""

    reason: str


class RequestUnclear(Exception):
    """A request that cannot be computed as it stands; its message says why, in plain words."""
