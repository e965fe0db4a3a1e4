"""The other gene of a fusion: "FGFR2 fusion (BICC1)", "ALK fusion, partner EML4". It is part of the
finding, and nothing that is said of other genes holds for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from names.clinical.expansion import Change
from names.recognise import recognise
from names.tables.genes import FUSED_GENES

_FUSION = r"\s(?:gene\s)?(?:fusions?|rearrange(?:ments?|d)|translocations?)"
_BEHIND_FUSION = re.compile(
    rf"(?i){_FUSION}(?P<told>\s?[(\[]\s?(?:(?:with|partner|to)\s?:?\s){{0,2}}"
    r"|\s?,?\s(?:(?:its|the|fusion)\s){0,2}partner(?:\s(?:is|gene|was))?\s?:?\s|\swith\s)"
)
"""Between a gene that is fused and the one it is fused to."""
_PARTNER_WORD = re.compile(r"(?i)\s?(?:as\s)?(?:the\s)?partner\b")
_CLOSED = re.compile(r"\s?[)\]]")


def fusion_partners(text: str) -> Iterator[Change]:
    """The partners of fusions, each to be left out. Where the first name is of several genes, what
    stands in the brackets is the one that is fused: "NTRK fusion (NTRK1)"."""
    genes = recognise(text).of("gene")
    for one, other in pairwise(genes):
        match = _BEHIND_FUSION.match(text, one.end)
        if match is None or match.end() != other.start or len(other.names) != 1:
            continue
        closed = _CLOSED.match(text, other.end)
        if match["told"].strip()[:1] in ("(", "[") and closed is None:
            continue  # "BCR::ABL1 fusion (ABL1 T315I)" tells of a variant
        end = closed.end() if closed else other.end
        behind = _PARTNER_WORD.match(text, end)
        if len(one.names) > 1 and set(other.names) <= set(one.names):
            yield one.start, one.end, other.names[0]
        elif len(one.names) > 1 or not _is_partner(one.names[0], other.names[0]):
            continue
        yield match.start("told"), behind.end() if behind else end, ""


def _is_partner(gene: str, other: str) -> bool:
    """Whether of two genes the second is only what the first, which is treated, is fused to."""
    return gene != other and other not in FUSED_GENES
