"""A marker by which a tumour is defined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.facts.derivation.stages import Derived
from agents.facts.sheet import Fact
from names.clinical.values import Marker, Tumour

BCR_ABL1 = "chronic myeloid leukaemia is defined by BCR::ABL1"
"""Encyclopedia of Pathology, Chronic Myeloid Leukemia, BCR-ABL1 Positive
(doi:10.1007/978-3-319-28845-1_5013-1). Without the fusion it is atypical, another disease."""


def fusion_of_myeloid_leukaemia(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Chronic myeloid leukaemia has the fusion, unless something was said of the gene."""
    if any(isinstance(fact.value, Marker) and fact.value.name == "ABL1" for fact in facts):
        return
    for fact in facts:
        value = fact.value
        if isinstance(value, Tumour) and value.name == "chronic myeloid leukaemia":
            if value.polarity == "present":
                yield Marker(name="ABL1", state="BCR::ABL1"), (fact,)
            return
