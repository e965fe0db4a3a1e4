"""Values told with the upper limit of their laboratory: "bili 2.2 (ULN 1.2)"."""

from __future__ import annotations

from collections.abc import Iterator

from names.clinical.values import FoundValue, Measurement, OrganFunction
from names.patterns.filtered import filtered_pattern

_MEASURES = {
    "bili": "bilirubin",
    "as": "AST",
    "alt": "ALT",
    "alp": "ALP",
    "alk": "ALP",
    "inr": "INR",
    "creat": "creatinine",
}
_HEPATIC = frozenset(("bilirubin", "AST", "ALT"))
"""Measures whose multiple of the limit is one of the liver's function in rules."""
DIGITS = 4
"""Behind the point of a multiple: 100.1 of a limit of 40 is more than 2.5 times as much."""
_UNIT = r"(?:mg/dL|I?U/L|[µμu]mol/L)"
_WITH_LIMIT = filtered_pattern(
    r"(?i)\b(?P<measure>bili(?:rubin)?|AST|ALT|ALP|alk(?:aline)? phos(?:phatase)?|INR"
    r"|creat(?:inine)?)\b[:=]?\s?(?:is |of |was )?"
    rf"(?P<value>\d{{1,4}}(?:\.\d{{1,2}})?)\s?(?P<unit>{_UNIT})?\s?[(\[,]?\s?"
    r"(?:(?P<named>ULN|upper limit(?: of normal)?)\s?(?:=|:|is |of )?\s?"
    r"|(?:N|normal|ref(?:erence|\.)?)(?: range| values?)?\s?[:=]?\s?"
    r"(?:up to |[<≤]\s?|\d{1,3}(?:\.\d{1,2})?\s?(?:-|–|to)\s?))"
    rf"(?P<limit>\d{{1,3}}(?:\.\d{{1,2}})?)(?![\d.]*\d)(?:\s?(?P<other>{_UNIT}))?"
)


def read_ratios(text: str) -> tuple[FoundValue, ...]:
    """Each value as a multiple of the limit that stands beside it, as rules give it."""
    return tuple(_ratios(text))


def _ratios(text: str) -> Iterator[FoundValue]:
    for match in _WITH_LIMIT.finditer(text):
        limit = float(match["limit"])
        units = {each.lower() for each in (match["unit"], match["other"]) if each}
        if not limit or len(units) > 1:
            continue
        told = match["measure"].lower()
        measure = next(name for begins, name in _MEASURES.items() if told.startswith(begins))
        ratio = round(float(match["value"]) / limit, DIGITS)
        if measure == "INR" and not match["named"]:
            continue  # A range beside it may be the one aimed at by an anticoagulant.
        if measure in _HEPATIC:
            organ = OrganFunction(
                organ="hepatic", low=ratio, high=ratio, unit="×ULN", measure=measure
            )
            yield FoundValue(organ, *match.span())
        yield FoundValue(Measurement(name=measure, value=ratio, unit="×ULN"), *match.span())
