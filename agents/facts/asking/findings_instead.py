"""Which findings a follow-up supposes away: "and if instead MET amplification?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.facts.marker_states import is_gene
from agents.facts.relations import is_acquired
from agents.facts.sheet import Fact
from names.clinical.values import ClinicalValue, Marker

_INSTEAD = re.compile(r"(?i)\binstead\b(?!\s+of\b)")
_UNDER_TREATMENT = re.compile(
    r"(?i)\b(?:after|on|under|post|following|acquired|resistan\w{2}|progress\w{2,6})\b"
)
"""A finding of the course of treatment, beside the one that the tumour began with."""


def findings_replaced(
    text: str, new: Sequence[Fact], known: Sequence[Fact]
) -> frozenset[ClinicalValue]:
    """The alterations of before in whose place another one is supposed: those that came under
    treatment, else the only one. Where several may be meant, none."""
    told = _alterations(new)
    if not told or not _INSTEAD.search(text):
        return frozenset()
    older = [each for each in _alterations(known) if each not in told]
    acquired = [each for each in older if is_acquired(each)]
    if acquired:
        return frozenset(acquired)
    alone = len(older) == 1 and not _UNDER_TREATMENT.search(text)
    return frozenset(older if alone else ())


def _alterations(facts: Sequence[Fact]) -> list[Marker]:
    markers = (fact.value for fact in facts if isinstance(fact.value, Marker))
    return [each for each in markers if each.polarity == "present" and is_gene(each)]
