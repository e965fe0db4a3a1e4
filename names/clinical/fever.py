"""Fever by its number ("temp 39", "T 38.8 °C"), and fever with few neutrophils."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from names.clinical.values import ClinicalValue, FoundValue, Measurement, OrganFunction, Toxicity
from names.patterns.filtered import filtered_pattern

FEVER = "pyrexia"
NEUTROPENIA = "neutropenia"
FEBRILE_NEUTROPENIA = "febrile neutropenia"
PARTS_OF_FEBRILE_NEUTROPENIA = frozenset((FEVER, NEUTROPENIA, FEBRILE_NEUTROPENIA))
"""Events that a patient with febrile neutropenia has as one."""
LEAST_CELSIUS, LEAST_FAHRENHEIT = 38.0, 100.4
"""Temperature from which on it is a fever: grade 1 of CTCAE v5.0 (``clinical/grades.tsv``)."""
FEWEST_NEUTROPHILS = 1.0
"""10^9/L. Fever with fewer is febrile neutropenia in CTCAE v5.0. That names a single temperature
above 38.3 °C or one of 38.0 °C for over an hour; how long it lasted is not told, so that the lower
number counts."""
LEAST_GRADE = 3
"""Grade of neutropenia that is a count below :data:`FEWEST_NEUTROPHILS`, in CTCAE v5.0."""
_CELSIUS = r"(?:3[4-9]|4[0-2])(?:[.,]\d)?"
_FAHRENHEIT = r"(?:9[4-9]|10[0-7])(?:[.,]\d)?"
NAMED = filtered_pattern(
    r"(?:\b(?i:temp(?:erature)?|fever|febrile|pyrexia|Tmax)\b|(?<![\w.,+-])T\b)"
    r"\.?[\s:=]{0,2}(?:(?i:of|is|was|to|up to|at|now)\s)?"
    rf"(?:(?P<celsius>{_CELSIUS})(?!\.?\d|\s?%|\s?/|\s?[cm]m\b)|(?P<fahrenheit>{_FAHRENHEIT})"
    r"(?!\.?\d|\s?%|\s?/|\s?[cm]m\b))"
)
BARE = filtered_pattern(
    rf"(?<![\w.,])(?:(?P<celsius>{_CELSIUS})\s?[°º˚]\s?C\b"
    rf"|(?P<fahrenheit>{_FAHRENHEIT})\s?[°º˚]\s?F\b)"
)


DENIED = filtered_pattern(
    r"(?i)\b(?:no|without|w/o|not|denies|denied|never)\s(?:any\s|had\s|a\s){0,2}"
    r"(?:fevers?|febrile|pyrexia|temperature)\b|\b(?:afebrile|apyrexia[l]?|non-?febrile)\b"
)
"""Words by which somebody has no fever."""
NEEDED = filtered_pattern(
    r"(?i)\bneutropeni\w{1,2}(?: \([^)]{1,40}\))?,? (?:and|with|plus|accompanied by)"
    r" (?:a )?(?:fever|temperature|pyrexia)"
)
"""Words by which a rule for few neutrophils asks for a fever."""
_FEW = re.compile(r"(?i)\bneutrop(?:eni|hil)")


def needs_fever(text: str) -> bool:
    """Whether a rule on few neutrophils, in these words, holds only with a fever. A rule that names
    neutrophils twice may hold without."""
    return bool(NEEDED.search(text)) and len(_FEW.findall(text)) == 1


MEASURED_FEBRILE_NEUTROPENIA = Toxicity(event=FEBRILE_NEUTROPENIA, grade_from=3, grade_to=4)
"""What a fever with few neutrophils is: in CTCAE v5.0 it begins with grade 3."""


def read_fever(text: str) -> Iterator[FoundValue]:
    """A fever for each temperature in the text that is one."""
    for pattern in (NAMED, BARE):
        for match in pattern.finditer(text):
            if _is_fever(match):
                yield FoundValue(Toxicity(event=FEVER), *match.span())


def _is_fever(match: re.Match[str]) -> bool:
    celsius, fahrenheit = (
        float((match[name] or "0").replace(",", ".")) for name in ("celsius", "fahrenheit")
    )
    return celsius >= LEAST_CELSIUS or fahrenheit >= LEAST_FAHRENHEIT


def is_fever(value: ClinicalValue) -> bool:
    """Whether a value says that the patient has a fever."""
    return isinstance(value, Toxicity) and value.event == FEVER


def is_severe_neutropenia(value: ClinicalValue) -> bool:
    """Whether neutrophils are so few that with a fever it is febrile neutropenia."""
    match value:
        case Toxicity(event=event, grade_from=grade):
            return event == NEUTROPENIA and grade is not None and grade >= LEAST_GRADE
        case OrganFunction(measure="neutrophils", unit="10^9/L", high=count):
            return count is not None and count < FEWEST_NEUTROPHILS
        case Measurement(name="neutrophils", unit="10^9/L", value=count):
            return count < FEWEST_NEUTROPHILS
        case _:
            return False


def is_febrile_neutropenia(values: Iterable[ClinicalValue]) -> bool:
    """Whether the values together tell of a febrile neutropenia."""
    known = list(values)
    named = any(isinstance(v, Toxicity) and v.event == FEBRILE_NEUTROPENIA for v in known)
    return named or (any(map(is_fever, known)) and any(map(is_severe_neutropenia, known)))
