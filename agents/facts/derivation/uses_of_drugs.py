"""What the label of a drug that was had says of the patient."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.facts.derivation.stages import Derived
from agents.facts.sheet import Fact
from names.clinical.values import HAD, Marker, Polarity, Therapy, Tumour
from names.tables.treatment.drug_classes import sole_uses

ALSO_PREVENT = frozenset(("tamoxifen",))
"""Drugs that are labelled to lower the risk of the tumour as well: only a setting, or progression,
tells that there is one."""


def use_of_drug_had(facts: Sequence[Fact]) -> Iterator[Derived]:
    """The tumour and markers that all indications of a drug that was had ask for; nothing where the
    tumour is said."""
    if any(isinstance(fact.value, Tumour) and not fact.rule for fact in facts):
        return
    for fact in facts:
        therapy = fact.value
        had = therapy if isinstance(therapy, Therapy) and therapy.outcome in HAD else Therapy()
        for drug in had.drugs:
            use = sole_uses().get(drug)
            if use is None or (drug in ALSO_PREVENT and not _treats(had)):
                continue
            yield Tumour(name=use.tumour), (fact,)
            for name, state, present in use.markers:
                polarity: Polarity = "present" if present else "absent"
                yield Marker(name=name, state=state, polarity=polarity), (fact,)


def _treats(therapy: Therapy) -> bool:
    """Whether a therapy was told with its setting or its failure, so that it treats a tumour."""
    return bool(therapy.setting) or therapy.outcome == "progressed"
