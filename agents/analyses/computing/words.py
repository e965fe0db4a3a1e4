"""Numbers of analyses in words."""

from __future__ import annotations

SMALLEST_P = 0.0001
"""Below it a p value is told as smaller."""


def number_words(value: float | None) -> str:
    """A number as it is; "not reached" where there is none."""
    return "not reached" if value is None else f"{value:.6g}"


def percent_words(share: float) -> str:
    """``34.2%``."""
    return f"{100 * share:.1f}%"


def p_words(p: float) -> str:
    """``= 0.0034``, ``< 0.0001``."""
    return f"< {SMALLEST_P}" if p < SMALLEST_P else f"= {p:.4g}"
