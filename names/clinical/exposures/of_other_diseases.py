"""Drugs against cancer that a patient takes for an autoimmune disease: "RA on methotrexate". They
are no treatment of the tumour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from names.clinical.values import Condition, FoundValue, Therapy

FOR_OTHER_DISEASE = "for an autoimmune disease"
"""The setting of a treatment that is given for another disease than the tumour."""
_DRUGS = frozenset(
    ("methotrexate", "cyclophosphamide", "rituximab", "mercaptopurine", "chlorambucil")
)
"""Drugs against cancer that autoimmune diseases are treated with, too. By hand."""
_BETWEEN = re.compile(
    r"(?i)(?:[^.;?!\n]{0,25}?)(?:\b(?:on|taking|takes|under|with|received|had)|[:(,–—-]|\(on)\s"
    r"(?:(?:low[\s-]dose|weekly|oral|sc|s\.c\.|chronic|long[\s-]term|stable|[a-z]{4,20}|and|\+"
    r"|\d{1,3}\s?mg)\s?){0,4}"
)
_BEHIND = re.compile(
    r"(?i)\s?(?:\d{1,3}(?:\.\d)?\s?mg)?(?:\s?(?:weekly|/wk|once weekly|a week|qw))?"
    r"\s(?:given\s)?(?:for|due to)\s(?:(?:her|his|the|severe|active|known)\s){0,2}"
)
_CLAUSE = re.compile(
    r"[.;?!\n]|\b(?:melanoma|carcinoma|cancer|lymphoma|leuk\w{3,6}|myeloma|NSCLC)\b"
)


def with_uses_for_other_diseases(found: Sequence[FoundValue], text: str) -> Iterator[FoundValue]:
    """The values, where a treatment that is told beside an autoimmune disease is one of that."""
    diseases = [
        (each.start, each.end)
        for each in found
        if isinstance(each.value, Condition)
        and each.value.name == "autoimmune disease"
        and each.value.polarity == "present"
    ]
    for each in found:
        value = each.value
        if isinstance(value, Therapy) and _may_be(value) and _is_beside(text, each, diseases):
            value = replace(value, setting=FOR_OTHER_DISEASE)
        yield replace(each, value=value)


def _may_be(therapy: Therapy) -> bool:
    return (
        bool(therapy.drugs)
        and _DRUGS.issuperset(therapy.drugs)
        and therapy.outcome in ("current", "given")
    )


def _is_beside(text: str, found: FoundValue, diseases: Sequence[tuple[int, int]]) -> bool:
    for start, end in diseases:
        between = text[end : found.start]
        if end <= found.start and _BETWEEN.fullmatch(between) and not _CLAUSE.search(between):
            return True
        if found.end <= start and _BEHIND.fullmatch(text, found.end, start):
            return True
    return False
