"""What the results of tests on receptors, their ligands and the mutational burden say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from agents.facts.marker_states import implied_states
from names.clinical.values import ClinicalValue, FoundValue, Marker, Tumour


class HasValue(Protocol):
    """A fact, as far as it is read here."""

    @property
    def value(self) -> ClinicalValue: ...


Fact = TypeVar("Fact", bound=HasValue)
HORMONE = frozenset(("HR", "ER", "PR"))
TMB_HIGH = 10.0
"""Mutations per megabase from which a tumour counts as TMB-high (FDA label of pembrolizumab,
section 1, tumour mutational burden-high cancer)."""

_STAINED = re.compile(
    r"(?i)\b(?:(?P<none>no|without|lack of|absent)\s"
    r"(?:(?:any|visible|membran\w{1,5}|her-?2)\s){0,3}"
    r"|(?:(?:faint|weak|partial|incomplete|barely perceptible|membran\w{1,5})(?:\s?[/,]\s?|\s)"
    r"(?:and\s)?){1,4})stain(?:ing|ed)?\b(?P<after>\s(?:is\s|was\s)?(?:absent|none|not seen))?"
    r"|\bher-?2[- ]null\b"
)
"""How a report says whether cells with a HER2 score of 0 are stained at all."""


def staining_of(text: str, told: Iterable[ClinicalValue]) -> Iterator[FoundValue]:
    """What the staining of a tumour with HER2 0 comes to: faint staining is HER2-ultralow, none is
    not (ASCO/CAP 2023, doi:10.1200/JCO.22.02864). ``told``: what is known of the patient; beside
    another score faint staining tells nothing more."""
    zero = any(
        isinstance(each, Marker) and (each.name, each.state) == ("HER2", "zero") for each in told
    )
    for match in _STAINED.finditer(text) if zero else ():
        words = match.group().lower()
        none = bool(match["none"] or match["after"]) or words.endswith("null")
        marker = Marker(name="HER2", state="ultralow", polarity="absent" if none else "present")
        yield FoundValue(marker, *match.span())


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


def tmb_high(facts: Sequence[Fact]) -> Iterator[tuple[ClinicalValue, tuple[Fact, ...]]]:
    """Whether a measured mutational burden is high."""
    for fact in facts:
        value = fact.value
        if isinstance(value, Marker) and value.name == "TMB" and value.value is not None:
            high = value.value >= TMB_HIGH
            yield (
                Marker(name="TMB", state="high", polarity="present" if high else "absent"),
                (fact,),
            )


def _is_tested(fact: HasValue, names: frozenset[str]) -> bool:
    """Whether a fact says that one of these receptors is positive or negative."""
    if not isinstance(fact.value, Marker) or fact.value.name not in names:
        return False
    return implied_states(fact.value).get("positive") in {"present", "absent"}
