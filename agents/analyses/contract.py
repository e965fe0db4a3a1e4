"""What an analysis gives, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Asked = Literal["survival", "response", "adverse events", "two by two", "summary", "counts"]


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of steps: survival of a group over time, with what is at risk at some times."""

    name: str
    times: tuple[float, ...]
    shares: tuple[float, ...]
    at_risk: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A share with its interval."""

    name: str
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """What a picture shows, and in words for who does not see it."""

    title: str
    across: str
    """What the axis below is."""
    curves: tuple[Curve, ...] = ()
    bars: tuple[Bar, ...] = ()
    alt_text: str


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


@dataclass(frozen=True, slots=True)
class NotAnalysed:
    """Why nothing was computed, and what to write instead, in plain words."""

    reason: str
