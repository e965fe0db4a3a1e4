"""Values told with the upper limit of their laboratory: "bili 2.2 (ULN 1.2)"."""

from __future__ import annotations

from collections.abc import Iterator

from names.clinical.values import FoundValue, Measurement, OrganFunction
from names.patterns.filtered import filtered_pattern

_MEASURES = {"b": "bilirubin", "as": "AST", "al": "ALT"}
_WITH_LIMIT = filtered_pattern(
    r"(?i)\b(?P<measure>bili(?:rubin)?|AST|ALT)\b[:=]?\s?(?:is |of |was )?"
    r"(?P<value>\d{1,4}(?:\.\d{1,2})?)\s?(?:mg/dL|U/L|µmol/L|umol/L)?\s?[(\[,]?\s?"
    r"(?:ULN|upper limit(?: of normal)?)\s?(?:=|:|is |of )?\s?(?P<limit>\d{1,3}(?:\.\d{1,2})?)"
)


def read_ratios(text: str) -> tuple[FoundValue, ...]:
    """Each value as a multiple of the limit that stands beside it, as rules give it."""
    return tuple(_ratios(text))


def _ratios(text: str) -> Iterator[FoundValue]:
    for match in _WITH_LIMIT.finditer(text):
        limit = float(match["limit"])
        if not limit:
            continue
        told = match["measure"].lower()
        measure = next(name for begins, name in _MEASURES.items() if told.startswith(begins))
        ratio = round(float(match["value"]) / limit, 2)
        organ = OrganFunction(organ="hepatic", low=ratio, high=ratio, unit="×ULN", measure=measure)
        yield FoundValue(organ, *match.span())
        yield FoundValue(Measurement(name=measure, value=ratio, unit="×ULN"), *match.span())
