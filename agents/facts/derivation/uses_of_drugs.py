"""What the label of a drug that was had says of the patient."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.facts.derivation.stages import Derived
from agents.facts.sheet import Fact
from names.clinical.values import HAD, Condition, Marker, Polarity, Therapy, Tumour
from names.tables.other_drugs import cancer_drugs
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


SHOW_DISEASE = {"insulin": "diabetes"}
"""Drugs beside the treatment that nobody takes without a disease → that disease."""


def with_diseases_treated(facts: Sequence[Fact]) -> list[Fact]:
    """The facts, where a disease was denied and a later message tells a drug against it: the denial
    no longer holds. Under a treatment of the tumour the drug may be against its harm, so that only
    the denial is taken away."""
    kept = list(facts)
    for fact in facts:
        taken = fact.value
        if not isinstance(taken, Therapy) or taken.outcome != "current":
            continue
        for disease in {SHOW_DISEASE[drug] for drug in taken.drugs if drug in SHOW_DISEASE}:
            denied = [e for e in kept if e.value == Condition(name=disease, polarity="absent")]
            kept = [each for each in kept if each not in denied]
            if denied and not any(map(_is_under_treatment, facts)):
                kept.append(replace(fact, value=Condition(name=disease)))
    return kept


def _is_under_treatment(fact: Fact) -> bool:
    told = fact.value
    current = isinstance(told, Therapy) and told.outcome == "current"
    return current and bool(cancer_drugs() & frozenset(getattr(told, "drugs", ())))
