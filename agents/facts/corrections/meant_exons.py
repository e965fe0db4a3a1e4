"""Exons that a message names without a gene, of the gene of which the thread knows an exon: "sorry,
exon 11", "not exon 20"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from names.clinical.grammar.sentences import is_asked_from
from names.clinical.values import ClinicalValue, FoundValue, Marker

_EXON = re.compile(r"(?i)\bex(?:on)?\s?(?P<number>\d{1,2})(?![\w.%/])")
_KNOWN = re.compile(r"exon (?P<number>\d{1,2}) (?P<kind>\w+)")
_NOT = re.compile(r"(?i)\b(?:not|never|isn['’]?t|wasn['’]?t|rather than|instead of)\s(?:an?\s)?$")
_ANY = "mutation"
"""A change of which only the exon is told; of an insertion another exon tells nothing."""


def exons_of(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue]
) -> Iterator[FoundValue]:
    """The exons of the message as those of the one gene that the thread *knows* by an exon."""
    there = [
        (each, match)
        for each in known
        if isinstance(each, Marker) and each.polarity == "present"
        if (match := _KNOWN.fullmatch(each.state))
    ]
    if len({marker.name for marker, _ in there}) != 1:
        return
    for exon in _EXON.finditer(text):
        if any(each.start <= exon.start() < each.end for each in found):
            continue
        denied = _NOT.search(text, max(0, exon.start() - 20), exon.start())
        same = [marker for marker, match in there if match["number"] == exon["number"]]
        if denied:
            yield from (FoundValue(replace(m, polarity="absent"), *exon.span()) for m in same)
        elif not same and there[-1][1]["kind"] == _ANY and not is_asked_from(text, exon.end()):
            state = f"exon {exon['number']} {_ANY}"
            yield FoundValue(replace(there[-1][0], state=state), *exon.span())
