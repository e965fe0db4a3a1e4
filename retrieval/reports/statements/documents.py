"""Whether a text is the report of a molecular test at all: only of one are sentences read."""

from __future__ import annotations

import re

FEWEST_SIGNS = 4
"""Kinds of words of which a report has that many. Chosen by hand: a letter on a patient names an
assay and a variant, a report also how it was called, what was looked for what it was made of."""
MOST_FOREIGN = 1
"""Kinds of words of articles and letters that a report may have. Chosen by hand: one is a quote."""
_SIGNS = tuple(
    re.compile(rf"(?i)\b(?:{words})")
    for words in (
        r"VAF\b|allele fre(?:quency|quencies)|alle(?:le|lic) fraction|cfDNA\b|% of reads"
        r"|variant (?:fraction|frequency)",
        r"TMB\b|tumou?r mutation(?:al)? (?:burden|load)|micro-?satellite|MSI\b|MSS\b|HRD\b",
        r"no reportable|pertinent negative|genes? (?:tested|assayed|analy[sz]ed|covered|sequenced)"
        r"|list of (?:the )?genes",
        r"next[- ]generation|NGS\b|sequenc(?:ed|ing)\b|hybrid capture|read depth|limit of detection"
        r"|coverage\b|FFPE\b|cell-free|targeted panel|gene panel|exons? of\b",
        r"VUS\b|variants? of (?:unknown|uncertain)|pathogenic\b|tier (?:I{1,3}|[1-4])\b",
        r"(?:molecular|genomic|genetic|sequencing|liquid biopsy) (?:report|profil\w+|findings?"
        r"|diagnostics?|patholog\w+|results?|alterations?)",
        r"specimen\b|sample\b|biopsy\b|block\b|plasma\b",
    )
)
_FOREIGN = tuple(
    re.compile(rf"(?i){words}")
    for words in (
        r"\babstract\b|\bet al\b[^\n]{0,200}\bet al\b",
        r"\b(?:hazard ratio|median (?:PFS|OS|progression|overall)|confidence interval|95% ?CI\b)",
        r"\b(?:enrolled|cohort|we (?:found|identified|report|show)|our (?:study|results|data))\b",
        r"\b(?:dear|yours (?:sincerely|faithfully)|kind regards|with regards)\b",
        r"\b(?:physical exam\w*|social history|allergies|review of systems|ECOG\b|progress note"
        r"|clinic letter|discharge)\b",
        r"\b(?:recommendation \d|category 2A|strong recommendation|guideline panel)\b",
    )
)

_TITLE = re.compile(
    r"(?i)(?:\A|\n)[#\s]{0,8}(?:\w{1,20} ){0,3}(?:molecular|genomic|genetic|germ-?line|sequencing"
    r"|NGS|liquid biopsy|mutation|gene panel)(?: (?:patholog\w{1,4}|diagnostics?|analysis"
    r"|profiling|testing)){0,2} (?:report|results?|findings)\b"
)
LONGEST_TITLE = 300
"""Characters in which a title is looked for. Chosen by hand: below the name of a laboratory."""


def is_molecular_report(text: str) -> bool:
    """Whether the words of a document are those of a report, and not of an article, a letter or a
    guideline."""
    signs = sum(bool(each.search(text)) for each in _SIGNS)
    return signs >= FEWEST_SIGNS and sum(bool(e.search(text)) for e in _FOREIGN) <= MOST_FOREIGN


def is_titled_report(text: str, *, is_declared: bool) -> bool:
    """Whether a document without the words of articles and letters says by its title that it is a
    report, or somebody who gave it says so."""
    if any(each.search(text) for each in _FOREIGN):
        return False
    return is_declared or bool(_TITLE.search(text[:LONGEST_TITLE]))
