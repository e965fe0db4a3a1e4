"""Sentences that say of a variant which is told elsewhere that it is germline, or somatic: "the
BRCA1 variant is germline"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from retrieval.reports.cells import origin_of
from retrieval.reports.contract import Field, ReportedVariant
from retrieval.reports.variant_names import symbol_of
from retrieval.reports.wording.telling import denies

_ORIGIN = re.compile(
    r"(?<![\w-])(?:[Tt]he|[Tt]his) (?P<gene>[A-Z][A-Z0-9]{1,9}) (?:variant|mutation|alteration"
    r"|change|deletion)\b(?P<told>[^.;\n]{0,60}?\b(?:is|was|as|to be|in) (?:of |the )?(?:an? )?"
    r"(?P<origin>(?i:germ-?line|somatic|constitutional)))\b(?P<rest>[^.;\n]{0,80})"
)
_SENTENCE_START = re.compile(r"[.;\n]")
_UNSURE = re.compile(
    r"(?i)\b(?:if|whether|may|might|could|can|should|consider\w*|suspect\w*|possib\w+|likely"
    r"|probabl\w+|presum\w+|recommend\w*|test\w*|exclude\w*|rule)\b|\?"
)
LONGEST_BEFORE = 160
"""Characters before the variant in which its sentence begins. Chosen by hand."""


def with_told_origins(text: str, variants: Sequence[ReportedVariant]) -> Iterator[ReportedVariant]:
    """The variants; one that is the only one of its gene, and does not tell its origin, with the
    origin that a sentence says."""
    said = dict(_origins(text))
    genes = [each.gene for each in variants]
    for each in variants:
        match = said.get(each.gene)
        if match is None or each.origin or genes.count(each.gene) > 1:
            yield each
            continue
        at: dict[Field, tuple[int, int]] = {**dict(each.cells), "origin": match.span("origin")}
        yield replace(each, origin=origin_of(match["origin"]), cells=tuple(at.items()))


def _origins(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """The gene and its words, of sentences that leave no doubt."""
    for match in _ORIGIN.finditer(text):
        before = text[max(0, match.start() - LONGEST_BEFORE) : match.start()]
        lead = _SENTENCE_START.split(before)[-1]
        words = f"{lead}{match[0]}"
        gene = symbol_of(match["gene"])
        if gene and not denies(words) and not _UNSURE.search(words):
            yield gene, match
