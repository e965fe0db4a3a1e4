"""What the results of tests on receptors and their ligands say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from agents.facts.markers import implied_states
from names.clinical.values import ClinicalValue, Marker, Tumour


class HasValue(Protocol):
    """A fact, as far as it is read here."""

    @property
    def value(self) -> ClinicalValue: ...


Fact = TypeVar("Fact", bound=HasValue)
HORMONE = frozenset(("HR", "ER", "PR"))


def breast_cancer(facts: Sequence[Fact]) -> Iterator[tuple[ClinicalValue, tuple[Fact, ...]]]:
    """A report that names no tumour, but hormone receptors and HER2 together: both are tested in
    breast cancer."""
    named = any(isinstance(fact.value, Tumour) and fact.value.name for fact in facts)
    hormone = [fact for fact in facts if _is_tested(fact, HORMONE)]
    her2 = [fact for fact in facts if _is_tested(fact, frozenset(("HER2",)))]
    if not named and hormone and her2:
        yield Tumour(name="breast cancer"), (hormone[0], her2[0])


def pdl1_negative(facts: Sequence[Fact]) -> Iterator[tuple[ClinicalValue, tuple[Fact, ...]]]:
    """A PD-L1 score of 0."""
    for fact in facts:
        value = fact.value
        if isinstance(value, Marker) and value.name == "PD-L1" and value.value == 0:
            yield Marker(name="PD-L1", state="positive", polarity="absent"), (fact,)


def _is_tested(fact: HasValue, names: frozenset[str]) -> bool:
    """Whether a fact says that one of these receptors is positive or negative."""
    if not isinstance(fact.value, Marker) or fact.value.name not in names:
        return False
    return implied_states(fact.value).get("positive") in {"present", "absent"}
