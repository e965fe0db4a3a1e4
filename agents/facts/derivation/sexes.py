"""What a tumour or a reproductive state says of the patient's sex, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.facts.derivation.stages import Derived
from agents.facts.sheet import Fact
from names.clinical.values import Population, Tumour


def is_breast_cancer(fact: Fact) -> bool:
    """Whether a fact is that the patient has breast cancer."""
    return _is_tumour(fact, "breast cancer")


def _is_tumour(fact: Fact, name: str) -> bool:
    tumour = fact.value
    return isinstance(tumour, Tumour) and (tumour.name, tumour.polarity) == (name, "present")


def sex_of_male_breast_cancer(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Male breast cancer is of a man."""
    for fact in facts:
        if _is_tumour(fact, "male breast cancer"):
            yield Population(sex="male"), (fact,)


def male_breast_cancer(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Breast cancer of a man is male breast cancer."""
    breast = next((fact for fact in facts if is_breast_cancer(fact)), None)
    men = (f for f in facts if isinstance(f.value, Population) and f.value.sex == "male")
    if breast is not None and (man := next(men, None)):
        yield Tumour(name="male breast cancer"), (breast, man)


def sex_of_menopause_and_pregnancy(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Menopause and pregnancy are of a woman."""
    for fact in facts:
        person = fact.value
        if isinstance(person, Population) and (person.menopause or person.is_with_child):
            yield Population(sex="female"), (fact,)
