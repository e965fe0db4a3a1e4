"""What every store indexes of a document, and how a filter asks for it. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from retrieval.documents import Document, Filters

_FILTER_MARK = "\x1f"
"""Begins the words that only filters ask for. No text yields it."""


def searched_text(document: Document) -> str:
    """What the lexical leg searches beside the title."""
    facets = document.facets
    names = (*facets.genes, *facets.drugs, *facets.tumour_types)
    identifiers = (identifier.value for identifier in facets.identifiers)
    return "\n".join(
        (document.text, document.summary, *names, *identifiers, *_trials_stated(document))
    )


def _trials_stated(document: Document) -> tuple[str, ...]:
    """The trials that statements of a document say they are on. Their words may not name them."""
    stated = (each.trials for each in document.statements if "trials" in each.stated)
    return tuple(dict.fromkeys(name for trials in stated for name in trials))


def facet_words(document: Document) -> tuple[str, ...]:
    """What filters find a document by, besides its date."""
    facets = document.facets
    groups = {"tumour": facets.tumour_types, "gene": facets.genes, "drug": facets.drugs}
    levels = (facets.evidence_level,) if facets.evidence_level else ()
    return tuple(
        _filter_word(field, value)
        for field, values in (*groups.items(), ("level", levels), ("version", (document.version,)))
        for value in values
    )


def filter_words(filters: Filters) -> tuple[tuple[str, ...], ...]:
    """One group per field that filters; a document must have a word of every group."""
    groups: Mapping[str, tuple[str, ...]] = {
        "tumour": filters.tumour_types,
        "gene": filters.genes,
        "drug": filters.drugs,
        "level": filters.evidence_levels,
        "version": filters.versions,
    }
    return tuple(
        tuple(_filter_word(field, value) for value in values)
        for field, values in groups.items()
        if values
    )


def _filter_word(field: str, value: str) -> str:
    return f"{_FILTER_MARK}{field}:{' '.join(value.split()).casefold()}"


def day(date: str, *, last: bool) -> int:
    """``yyyymmdd`` of an ISO date, year or year-month: its last day or its first. 0 for none."""
    parts = date.strip()[:10].split("-")
    if not all(part.isdecimal() for part in parts):
        return 0
    year, month, of_month = (*map(int, parts), *((12, 31) if last else (1, 1))[len(parts) - 1 :])
    return year * 10_000 + month * 100 + of_month
