"""One thing of a made patient is changed, so that a statement no longer holds for the patient.

Each change turns only what the statement states; where it states nothing, there is no change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from evals.near_misses.patients import Patient, opposite, who_is, words_of_rule
from evals.near_misses.wordings import (
    exposure_words,
    marker_words,
    organ_words,
    phenotype_words,
    toxicity_words,
    tumour_words,
)
from names.clinical.values import Exposure, OrganClass, Strength
from names.tables import lineage
from retrieval.statements.model import Statement

Change = Callable[[Statement, Patient, Random], Patient | None]
OFFERS = frozenset(("indication", "recommendation"))
_FAR = ("metastatic", "advanced", "locally advanced")
_NEAR = ("adjuvant", "neoadjuvant", "early", "residual disease")
_OTHER_TUMOURS = (
    "melanoma", "colorectal cancer", "non-small cell lung cancer", "breast cancer",
    "pancreatic cancer", "thyroid cancer",
)  # fmt: skip
_NEXT_CLASS: Mapping[str, OrganClass] = {
    "Child-Pugh A": "Child-Pugh B",
    "Child-Pugh B": "Child-Pugh C",
    "Child-Pugh C": "Child-Pugh A",
    "mild": "moderate",
    "moderate": "severe",
    "severe": "mild",
}
_NEXT_STRENGTH: Mapping[str, Strength] = {"strong": "moderate", "moderate": "strong"}
_NEXT_PHENOTYPE = {
    "poor": "normal",
    "intermediate": "normal",
    "normal": "poor",
    "deficient": "normal",
}
_OTHER_VARIANTS: Mapping[tuple[str, str], str] = {
    ("EGFR", "T790M"): "EGFR C797S",
    ("EGFR", "L858R"): "EGFR exon 20 insertion",
    ("EGFR", "exon 19 deletion"): "EGFR exon 20 insertion",
    ("EGFR", "exon 20 insertion"): "EGFR L858R",
    ("BRAF", "V600E"): "BRAF G469A",
    ("KRAS", "G12C"): "KRAS G12D",
    ("MET", "exon 14 skipping"): "MET amplification",
    ("ALK", "fusion"): "ROS1 fusion, no ALK fusion",
    ("ROS1", "fusion"): "ALK fusion, no ROS1 fusion",
    ("RET", "fusion"): "KRAS G12D, no RET fusion",
}
"""Another variant of the gene, or of a gene that is easily confused, that the class of the first
does not hold."""


def other_tumour(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """The patient has a tumour of no kin."""
    tumours = statement.applies.tumours
    if not tumours or "solid tumour" in tumours:
        return None
    kin = {name for each in tumours for name in lineage(each)} | set(tumours)
    others = [each for each in _OTHER_TUMOURS if not ({*lineage(each), each} & kin)]
    return replace(patient, tumour=tumour_words(chance.choice(others), chance))


def other_setting(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """Early disease in place of metastatic disease, and the other way round."""
    settings = statement.applies.settings
    far, near = set(settings) & set(_FAR), set(settings) & set(_NEAR)
    if bool(far) == bool(near) or not patient.tumour:
        return None
    return replace(patient, setting="adjuvant" if far else "metastatic", line="")


def other_polarity(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """One marker that is asked for has the other polarity."""
    rules = statement.applies.requires
    if not rules:
        return None
    turned = chance.randrange(len(rules))
    words: list[str] = []
    for place, rule in enumerate(rules):
        if place != turned:
            words.append(words_of_rule(rule, chance))
        elif rule.at_least is not None or rule.below is not None:
            return None
        else:
            words += [marker_words(opposite(marker), chance) for marker in rule.any_of]
    return replace(patient, markers=tuple(dict.fromkeys(words))) if all(words) else None


def other_variant(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """Another variant of the gene, or one of a gene that is easily confused."""
    rules = statement.applies.requires
    for place, rule in enumerate(rules):
        first = rule.any_of[0]
        other = _OTHER_VARIANTS.get((first.name, first.state), "")
        if other and len(rule.any_of) == 1 and first.polarity == "present":
            kept = [words_of_rule(r, chance) for i, r in enumerate(rules) if i != place]
            return replace(patient, markers=(*kept, other)) if all(kept) else None
    return None


def without_treatment(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """Nothing was had before, where a treatment is asked for."""
    applies = statement.applies
    late = applies.line is not None and applies.line.first > 1
    early = any(rule.setting in _NEAR for rule in applies.prior_required)
    early = early or "maintenance" in applies.settings
    if early or not (applies.prior_required or applies.prior_any_of or late):
        return None
    told = chance.choice(("treatment-naive", "no prior systemic therapy", "untreated"))
    return replace(patient, treatments=(), line=told)


def later_line(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """The first line has failed, where the first line is asked for."""
    line = statement.applies.line
    if line is None or line.last != 1:
        return None
    return replace(patient, treatments=("progressed on first-line chemotherapy",), line="")


def had_before(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """The patient has progressed on the option itself."""
    if statement.kind not in OFFERS or not statement.drugs:
        return None
    had = f"progressed on {' + '.join(statement.drugs)}"
    return replace(patient, treatments=(*patient.treatments, had), line="")


def other_population(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """The other menopausal state, or else the other sex."""
    asked = statement.applies.population
    tumour = next(iter(statement.applies.tumours), "")
    if asked is None or asked.pregnancy:
        return None
    if asked.menopause in ("premenopausal", "postmenopausal"):
        other = "postmenopausal" if asked.menopause == "premenopausal" else "premenopausal"
        turned = replace(asked, menopause=other)  # type: ignore[arg-type]
    elif asked.sex:
        turned = replace(asked, sex="male" if asked.sex == "female" else "female")
    else:
        return None
    return replace(patient, who=who_is(turned, tumour, chance))


def other_organ_class(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """The neighbouring class of the organ's function."""
    rules = statement.applies.organ
    if len(rules) != 1 or rules[0].grade not in _NEXT_CLASS:
        return None
    other = organ_words(replace(rules[0], grade=_NEXT_CLASS[rules[0].grade]))
    return replace(patient, findings=(other, *patient.findings[1:])) if other else None


def other_strength(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """A drug beside it that acts in the same way with another strength. None for a rule on one drug
    or food that it names: "no grapefruit" holds beside any drug."""
    rules = statement.applies.exposures
    if any(rule.from_drug for rule in rules):
        return None
    if len(rules) != 1 or statement.applies.organ or rules[0].strength not in _NEXT_STRENGTH:
        return None
    turned = Exposure(mechanism=rules[0].mechanism, strength=_NEXT_STRENGTH[rules[0].strength])
    other = exposure_words(turned, chance)
    return replace(patient, findings=(other, *patient.findings[1:])) if other else None


def other_phenotype(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """Another phenotype of the same gene."""
    rules = statement.applies.phenotypes
    if len(rules) != 1 or rules[0].phenotype not in _NEXT_PHENOTYPE or len(patient.findings) != 1:
        return None
    turned = replace(rules[0], phenotype=_NEXT_PHENOTYPE[rules[0].phenotype])
    return replace(patient, findings=(phenotype_words(turned),))


def other_grade(statement: Statement, patient: Patient, chance: Random) -> Patient | None:
    """The event has the grade below the lowest that is asked for, or above the highest."""
    rules = statement.applies.toxicities
    if len(rules) != 1 or rules[0].grade_from is None or len(patient.findings) != 1:
        return None
    lowest, highest = rules[0].grade_from, rules[0].grade_to or 5
    other = lowest - 1 if lowest > 1 else highest + 1
    if other > 4:
        return None
    turned = toxicity_words(replace(rules[0], grade_from=other), statement.drugs)
    return replace(patient, findings=(turned,))


CHANGES: Mapping[str, Change] = {
    "tumour": other_tumour,
    "setting": other_setting,
    "marker": other_polarity,
    "variant": other_variant,
    "untreated": without_treatment,
    "line": later_line,
    "had before": had_before,
    "population": other_population,
    "organ class": other_organ_class,
    "strength": other_strength,
    "phenotype": other_phenotype,
    "grade": other_grade,
}
