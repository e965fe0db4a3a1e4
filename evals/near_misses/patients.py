"""A made patient for whom a statement holds, in the words of the ward."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from evals.near_misses.wordings import (
    age_words,
    disease_words,
    exposure_words,
    marker_words,
    organ_words,
    phenotype_words,
    therapy_words,
    toxicity_words,
)
from names.clinical.values import Marker, MarkerRule, Population, Therapy
from names.tables import lineage
from retrieval.statements.model import Statement

WOMEN = ("breast cancer", "ovarian cancer", "endometrial cancer", "cervical cancer")
MEN = ("prostate cancer",)
PREMENOPAUSAL = 44
ELDER = 63
"""Ages of made patients where a statement asks for none. Chosen by hand: both are adults' ages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patient:
    """What a message says of a patient, part by part. Empty words are left out."""

    who: str
    tumour: str = ""
    setting: str = ""
    markers: tuple[str, ...] = ()
    treatments: tuple[str, ...] = ()
    line: str = ""
    findings: tuple[str, ...] = ()

    def in_words(self) -> str:
        """All of it in one line: ``63F, metastatic breast cancer, HER2+, progressed on …``."""
        disease = disease_words(self.tumour, self.setting)
        parts = (self.who, disease, *self.markers, *self.treatments, self.line, *self.findings)
        return ", ".join(filter(None, parts))


def patient_for(statement: Statement, chance: Random) -> Patient | None:
    """A patient for whom the statement holds, in all that it asks for; None if something that it
    asks for has no words here."""
    applies = statement.applies
    tumour = next(iter(applies.tumours), "")
    patient = Patient(
        who=who_is(applies.population, tumour, chance),
        tumour="pancreatic cancer" if tumour == "solid tumour" else tumour,
        setting=_setting_of(applies.settings),
        treatments=tuple(therapy_words(rule, chance) for rule in _prior(statement)),
        line=_line(statement),
    )
    markers = [words_of_rule(rule, chance) for rule in applies.requires]
    findings = [
        *(organ_words(rule) for rule in applies.organ[:1]),
        *(exposure_words(rule, chance) for rule in applies.exposures[:1]),
        *(phenotype_words(rule) for rule in applies.phenotypes[:1]),
        *(toxicity_words(rule, statement.drugs) for rule in applies.toxicities[:1]),
        *(each.name for each in applies.conditions if each.polarity == "present"),
    ]
    if not all((*markers, *findings)) or not (applies.tumours or findings or markers):
        return None
    return replace(patient, markers=tuple(dict.fromkeys(markers)), findings=tuple(findings))


def who_is(population: Population | None, tumour: str, chance: Random) -> str:
    """Age, sex, menopause and pregnancy, as a message begins: ``44-year-old woman,
    premenopausal``."""
    asked = population or Population()
    kin = {tumour, *lineage(tumour)}
    is_woman = not kin.isdisjoint(WOMEN) or asked.menopause or asked.pregnancy
    sex = asked.sex or ("female" if is_woman else "male" if not kin.isdisjoint(MEN) else "")
    sex = sex or chance.choice(("female", "male"))
    age = PREMENOPAUSAL if asked.menopause == "premenopausal" or asked.pregnancy else ELDER
    if asked.age_to is not None:
        age = int(min(age, asked.age_to - 1))
    if asked.age_from is not None:
        age = int(max(age, asked.age_from + 1))
    told = [age_words(age, sex, chance), asked.menopause]
    return ", ".join(filter(None, [*told, "20 weeks pregnant" * (asked.pregnancy == "pregnant")]))


def words_of_rule(rule: MarkerRule, chance: Random) -> str:
    """The first marker of a rule, as a patient has it; empty if it has no words here."""
    first = rule.any_of[0]
    if rule.at_least is not None:
        above = rule.at_least if rule.unit == "IHC" else rule.at_least + 4
        return marker_words(replace(first, value=above, unit=rule.unit), chance)
    if rule.below is not None:
        low = max(0.0, rule.below - 1)
        return marker_words(replace(first, value=low, unit=rule.unit), chance)
    return marker_words(first, chance)


def opposite(marker: Marker) -> Marker:
    """The marker with the other polarity."""
    other = "absent" if marker.polarity == "present" else "present"
    return replace(marker, polarity=other)  # type: ignore[arg-type]


def _prior(statement: Statement) -> Sequence[Therapy]:
    applies = statement.applies
    return (*applies.prior_required, *applies.prior_any_of[:1])


SETTINGS = (
    "metastatic",
    "locally advanced",
    "advanced",
    "residual disease",
    "adjuvant",
    "neoadjuvant",
    "maintenance",
    "early",
)


def _setting_of(settings: Sequence[str]) -> str:
    return next((name for name in SETTINGS if name in settings), "")


def _line(statement: Statement) -> str:
    line = statement.applies.line
    if line is None or statement.applies.prior_required or statement.applies.prior_any_of:
        return ""
    return {1: "first line", 2: "second line", 3: "third line"}.get(line.first, "")
