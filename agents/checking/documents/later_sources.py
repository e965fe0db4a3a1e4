"""What became of the sources of an answer since it was given. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agents.checking.quotes import VerifiedQuote, check_quote
from agents.turns import Citation
from retrieval.ingestion.staging.later_versions import LaterState

SourceChange = Literal["retracted", "concern", "corrected", "withdrawn", "replaced", "reworded"]
"""``withdrawn``: it is not searched any more; ``replaced``: another document is searched in its
place; ``reworded``: the words that were quoted stand in it no longer."""


@dataclass(frozen=True, slots=True)
class ChangedSource:
    """A cited document that is not as it was."""

    citation: Citation
    """The first one of it."""
    change: SourceChange


def changed_sources(
    citations: Sequence[Citation], now: Mapping[tuple[str, str], LaterState]
) -> tuple[ChangedSource, ...]:
    """One for each document whose state changed in a way that touches what was quoted of it. *now*
    is what is known of them, by silo and id."""
    found: dict[tuple[str, str], ChangedSource] = {}
    for citation in citations:
        document = (citation.ref.silo, citation.ref.id)
        if document in found or document not in now:
            continue
        if (change := _change_of(citation, now[document])) is not None:
            found[document] = ChangedSource(citation, change)
    return tuple(found.values())


def _change_of(citation: Citation, now: LaterState) -> SourceChange | None:
    if not now.is_searched:
        if now.is_behind_original:
            return None
        return "replaced" if now.replaced_by not in ("", citation.ref.id) else "withdrawn"
    if now.status != citation.status and now.status in ("retracted", "concern", "corrected"):
        return now.status
    if now.version == citation.ref.version or isinstance(
        check_quote(now.text, citation.quote), VerifiedQuote
    ):
        return None
    return "reworded"
