"""Markers by which a tumour, or a class of tumours, is defined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.facts.derivation.stages import Derived
from agents.facts.sheet import Fact
from names.clinical.values import Marker, Tumour
from names.tables.variant_classes import EXACT

BCR_ABL1 = "chronic myeloid leukaemia is defined by BCR::ABL1"
"""Encyclopedia of Pathology, Chronic Myeloid Leukemia, BCR-ABL1 Positive
(doi:10.1007/978-3-319-28845-1_5013-1). Without the fusion it is atypical, another disease."""


PROTEIN_LOST = "loss of a mismatch repair protein is dMMR"
"""Jaffrelot et al., Modern Pathology 2022 (doi:10.1038/s41379-021-00918-3): deficient tumours have
lost MLH1 with PMS2 or MSH2 with MSH6, or PMS2 or MSH6 alone."""
PROTEINS = frozenset(("MLH1", "PMS2", "MSH2", "MSH6"))


def fusion_of_myeloid_leukaemia(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Chronic myeloid leukaemia has the fusion, unless something else was said of the gene than
    that a single variant, such as T315I, was not found: it is one within the fusion."""
    told = [each.value for each in facts if isinstance(each.value, Marker)]
    own = [each for each in told if each.name == "ABL1"]
    if any(each.polarity != "absent" or not EXACT.match(each.state) for each in own):
        return
    for fact in facts:
        value = fact.value
        if isinstance(value, Tumour) and value.name == "chronic myeloid leukaemia":
            if value.polarity == "present":
                yield Marker(name="ABL1", state="BCR::ABL1"), (fact,)
            return


def deficient_by_loss(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Deficient mismatch repair, of the proteins that are lost."""
    lost = tuple(fact for fact in facts if is_lost_protein(fact))
    if lost:
        yield Marker(name="MSI", state="high"), lost


def is_lost_protein(fact: Fact) -> bool:
    """Whether a fact is that one of the four proteins is lost."""
    match fact.value:
        case Marker(name=name, state="loss", polarity="present"):
            return name in PROTEINS
        case _:
            return False


DEFINING = ((BCR_ABL1, fusion_of_myeloid_leukaemia), (PROTEIN_LOST, deficient_by_loss))
"""The rules, each by the name that a reader sees."""
