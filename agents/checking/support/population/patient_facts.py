"""What a sentence says of the patient, held against what the thread says. Pure.

Both are read by the readers of the fact sheet, so that a clearance "below 30" is held against one
of 48 mL/min, and an MSI-high tumour against a stable one, in whatever words.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator

from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import BOUNDS
from agents.checking.support.reading.words import (
    any_clinical,
    stems_of,
    words_without_support,
)
from names.clinical.grammar.numerals import IN_WORDS
from names.clinical.readers import read_clinical, read_patient
from names.clinical.values import (
    ClinicalValue,
    Condition,
    FoundValue,
    Marker,
    OrganFunction,
    Phenotype,
    Population,
    Toxicity,
)
from names.recognise import recognise_passage

_OF_PATIENT = re.compile(
    r"\b(?:her|his|she|he|(?:the|this) (?:patient|woman|man)(?:'s)?|as an?)\b[^,;:.()]{0,60}$",
    re.IGNORECASE,
)
_BEFORE_PRONOUN = re.compile(
    r"^(?:at|with|as|being|an?|,)\b[^,;:.()]{0,40},? (?:she|he)\b", re.IGNORECASE
)
_NOT_TOLD = re.compile(
    r"\b(?:if|unless|were|would|whether|until|should|asks?|asked|covers?|names?|requires?|needs?"
    r"|than|for (?:patients|those|whom))\b",
    re.IGNORECASE,
)
_OF_A_GROUP = re.compile(
    r"[ -]?(?:(?:or|and) (?:higher|more|above|greater|over|lower|less|below|older|younger)[ -])?"
    r"(?:sub)?(?:group|set|population|cohort|stratum|range|category|arm)s?\b",
    re.IGNORECASE,
)
"""Behind a value, which is then the group's: "her 3 puts her in the CPS 1 or higher subgroup"."""
OPENING = 25
"""Characters from the start of a sentence within which "At 71 years she" begins. Chosen by hand."""
_HAS_NUMBER = re.compile(
    r"\b(?:her|his|the patient's) (?P<what>[a-z -]{3,50}?)(?: count| value)?"
    r"(?: (?:is|are|was|were|lies?|lay|stands?|of|at|exceeds?|remains?))?(?: [a-z]+){1,2}"
    r" ?(?:[<>≤≥] ?)?$"
)
_COUNTED = re.compile(
    r"\b(?P<count>one|two|three|four|five|six|\d{1,2}) (?:earlier |prior |previous )?"
    r"(?P<noun>chemotherap|line|regimen|treatment|cycle|node|metastas|relapse|brain|lesion)"
)
_OWN_COUNT = re.compile(r"\b(?:her|his|(?:she|he) (?:has|had)(?: had)?) (?P<what>[^,;.]{3,40})")
_HAS_STATE = re.compile(
    r"\b(?:(?:she|he) (?:has|had|has had|suffers? from|suffered)|her|his)"
    r"(?: (?:an?|the|severe|recent|known|active|history of|grade \d)){0,3} $",
    re.IGNORECASE,
)
_COMPARES: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_SINGLE = frozenset(("HER2", "MSI", "HR", "ER", "PR", "PD-L1", "TMB", "HRD"))
"""Markers of which a tumour has one state."""


def problem_with_told_facts(claim: CitedSentence) -> str:
    """The first fact that it tells of the patient and that the thread contradicts."""
    if not is_on_the_patient(claim) or not claim.asked.text.strip():
        return ""
    if problem := _problem_with_bound(claim):
        return problem
    if problem := _problem_with_count(claim) or _problem_with_state(claim):
        return problem
    known = [found.value for found in read_patient(claim.asked.text)]
    for found in _values_told(claim.sentence.text):
        for holds_against in _CONFLICTS:
            same = [v for each in known if (v := holds_against(found.value, each)) is not None]
            if same and all(same):
                words = claim.sentence.text[found.start : found.end]
                return f"The thread does not say “{words}” of the patient."
    return ""


def _problem_with_count(claim: CitedSentence) -> str:
    """Whether it counts something of the patient that the thread counts otherwise."""
    told = {m["noun"]: m["count"] for m in _COUNTED.finditer(claim.asked.words)}
    for found in _OWN_COUNT.finditer(claim.sentence.words):
        said = _COUNTED.search(found["what"])
        known = told.get(said["noun"]) if said else None
        if re.search(r"\bnot\b", found["what"]):
            continue  # "has not reached the two lines that are asked for"
        if (
            said
            and known
            and IN_WORDS.get(known, known) != IN_WORDS.get(said["count"], said["count"])
        ):
            return f"The thread does not say “{said.group()}” of the patient."
    return ""


def _problem_with_state(claim: CitedSentence) -> str:
    """The first disease or effect that it says the patient has, and the thread does not name."""
    text, asked = claim.sentence.text, claim.asked
    for mention in recognise_passage(text).of("condition", "effect"):
        if not _HAS_STATE.search(text[: mention.start]):
            continue
        named = frozenset(mention.names) & asked.states
        if not named and words_without_support(mention.text, asked.words):
            return f"The thread does not say “{mention.text}” of the patient."
    return ""


def _problem_with_bound(claim: CitedSentence) -> str:
    """Whether it calls a number of the patient's below or above a limit, and it is not."""
    for figure in claim.sentence.figures:
        holds = BOUNDS.get(figure.sign)
        limit = figure.number
        if holds is None or limit is None:
            continue
        before = claim.sentence.words[: figure.place]
        said = _HAS_NUMBER.search(before)
        stems = stems_of(said["what"]) if said else frozenset()
        own = [
            f.number
            for f in claim.asked.figures
            if not f.sign
            and f.number is not None
            and f.unit in ("", figure.unit)
            and any_clinical(f.label & stems)
        ]
        if len(own) == 1 and not holds(own[0], limit):
            return f"The thread does not say {figure.sign}{figure.value} of the patient."
    return ""


def _values_told(text: str) -> Iterator[FoundValue]:
    """What a sentence says that the patient is or has; not what a source asks for."""
    for found in read_clinical(text):
        before = text[: found.start]
        said = _OF_PATIENT.search(before)
        opening = _BEFORE_PRONOUN.match(text) if found.start < OPENING else None
        of_patient = said or (opening if opening and found.end <= opening.end() else None)
        if _OF_A_GROUP.match(text, found.end):
            continue
        if of_patient and not _NOT_TOLD.search(of_patient.group()):
            yield found


def _marker(said: ClinicalValue, known: ClinicalValue) -> bool | None:
    if not isinstance(said, Marker) or not isinstance(known, Marker) or said.name != known.name:
        return None
    if said.value is not None and known.value is not None and said.unit == known.unit:
        if known.comparison:
            return None
        holds = _COMPARES.get(said.comparison)
        return not holds(known.value, said.value) if holds else known.value != said.value
    if said.state != known.state:
        single = said.name in _SINGLE and said.polarity == known.polarity == "present"
        return single if "altered" not in (said.state, known.state) or single else None
    return said.polarity != known.polarity


def _organ(said: ClinicalValue, known: ClinicalValue) -> bool | None:
    if not isinstance(said, OrganFunction) or not isinstance(known, OrganFunction):
        return None
    if said.organ != known.organ:
        return None
    if said.measure == known.measure and said.unit == known.unit and said.measure:
        return _lies_apart(said, known)
    if said.grade and known.grade and said.measure == known.measure:
        return said.grade != known.grade
    return None


def _lies_apart(said: OrganFunction, known: OrganFunction) -> bool | None:
    """Whether the ranges have no number in common."""
    if known.low is None and known.high is None:
        return None
    least, most = float("-inf"), float("inf")
    low, high = said.low if said.low is not None else least, said.high if said.high else most
    lowest = known.low if known.low is not None else least
    highest = known.high if known.high is not None else most
    return (
        highest < low
        or lowest > high
        or (highest == low and said.above)
        or (lowest == high and said.below)
    )


def _phenotype(said: ClinicalValue, known: ClinicalValue) -> bool | None:
    if not isinstance(said, Phenotype) or not isinstance(known, Phenotype):
        return None
    if said.gene != known.gene or not (said.phenotype and known.phenotype):
        return None
    return said.phenotype != known.phenotype


def _population(said: ClinicalValue, known: ClinicalValue) -> bool | None:
    if not isinstance(said, Population) or not isinstance(known, Population):
        return None
    if said.menopause and known.menopause:
        return said.menopause != known.menopause
    if said.age_from is not None and said.age_from == said.age_to and known.age_from is not None:
        return said.age_from != known.age_from and known.age_from == known.age_to
    return None


def _toxicity(said: ClinicalValue, known: ClinicalValue) -> bool | None:
    if not isinstance(said, Toxicity) or not isinstance(known, Toxicity):
        return None
    if said.event != known.event or said.grade_from is None or known.grade_from is None:
        return None
    return (said.grade_from, said.grade_to) != (known.grade_from, known.grade_to)


def _condition(said: ClinicalValue, known: ClinicalValue) -> bool | None:
    if not isinstance(said, Condition) or not isinstance(known, Condition):
        return None
    return said.polarity != known.polarity if said.name == known.name else None


_CONFLICTS: tuple[Callable[[ClinicalValue, ClinicalValue], bool | None], ...] = (
    _marker,
    _organ,
    _phenotype,
    _population,
    _toxicity,
    _condition,
)
"""Whether two values contradict each other; None where they are of different things."""
