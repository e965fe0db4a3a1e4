"""Whether a quote stands in a text, word for word. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agents.turns import QuoteMatch

Verdict = Literal["too_short", "altered_number", "altered_negation", "altered", "not_found"]


@dataclass(frozen=True, slots=True)
class Verified:
    """The quote stands at ``start:end``."""

    match: QuoteMatch
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """The quote does not stand in the text, or not in this sense."""

    verdict: Verdict


Check = Verified | Rejected


def check_quote(text: str, quote: str, start: int | None = None, end: int | None = None) -> Check:
    """Check a quote."""
    at = text.find(quote)
    if at < 0 or (start is not None and text[start:end] != quote):
        return Rejected("not_found")
    at = at if start is None else start
    return Verified("exact", at, at + len(quote))
