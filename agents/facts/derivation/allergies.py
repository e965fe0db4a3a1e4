"""An allergy to a cancer drug is a treatment that was not tolerated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.facts.derivation.stages import Derived
from agents.facts.sheet import Fact
from names.clinical.events.allergies import ALLERGY_TO
from names.clinical.values import Condition, Therapy
from names.tables.treatment.drug_classes import drug_classes

NOT_TOLERATED = "a drug that the patient is allergic to was not tolerated"
"""Name of the rule. Nothing else of the drug's class is known by it: an allergy can be told before
any of it was given."""


def intolerant_by_allergy(facts: Sequence[Fact]) -> Iterator[Derived]:
    """For each drug of a class of cancer drugs to which the patient is allergic, that it was not
    tolerated."""
    for fact in facts:
        value = fact.value
        if not isinstance(value, Condition) or value.polarity != "present":
            continue
        drug = value.name.removeprefix(ALLERGY_TO)
        if drug != value.name and drug_classes(drug):
            yield Therapy(drugs=(drug,), outcome="intolerant"), (fact,)
