"""What was computed with a table and is shown beside the words of a reply: a picture, and the code
that gives its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


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


@dataclass(frozen=True, slots=True)
class Lane:
    """A value of one patient, or of one comparison with its interval."""

    name: str
    value: float
    low: float = 0.0
    high: float = 0.0
    group: str = ""
    goes_on: bool = False
    """Whether what it measures had not ended."""


DrawingShape = Literal["", "forest", "waterfall", "swimmer", "grades"]
"""How lanes are drawn: as points with intervals, as bars from zero, as bars of time, as bars that
lie one behind the other: the shares of the grades in an arm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """What a picture shows, and in words for who does not see it."""

    title: str
    across: str
    """What the axis below is."""
    curves: tuple[Curve, ...] = ()
    bars: tuple[Bar, ...] = ()
    shape: DrawingShape = ""
    lanes: tuple[Lane, ...] = ()
    alt_text: str
    png: str = ""
    """The picture itself as base64, where code of a model has drawn it."""
    drawn_from: str
    """From which rows and columns it is drawn: ``40 of 40 rows with pfs_time and arm``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputedAnalysis:
    """One analysis of a table behind a reply."""

    title: str
    file: str
    """The name of the file it is of."""
    code: str
    """A script that gives its numbers from the table as CSV."""
    printed: str = ""
    """What code of a model printed when it ran."""
    drawing: Drawing | None = None
