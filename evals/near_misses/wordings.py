"""The words in which a made message tells a clinical value. Where several are common, chance
chooses. The short forms are those of the ward; the product reads them by tables of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

from names.clinical.exposures.interacting_drugs import effects_of
from names.clinical.values import Exposure, Marker, OrganFunction, Phenotype, Therapy, Toxicity
from names.tables.drugs import effects_on_others
from names.tables.treatment.drug_classes import class_in_sentence, drugs_of_class

TUMOURS: Mapping[str, tuple[str, ...]] = {
    "non-small cell lung cancer": ("NSCLC", "non-small cell lung cancer", "lung adenocarcinoma"),
    "breast cancer": ("breast ca", "breast cancer", "IDC breast"),
    "triple-negative breast cancer": ("TNBC", "triple-negative breast cancer"),
    "colorectal cancer": ("CRC", "colorectal cancer", "colon ca"),
    "ovarian cancer": ("HGSOC", "ovarian cancer"),
    "castration-resistant prostate cancer": ("CRPC", "castration-resistant prostate cancer"),
    "gastric cancer": ("gastric ca", "gastric cancer"),
    "acute myeloid leukaemia": ("AML",),
    "chronic myeloid leukaemia": ("CML",),
}
"""Wordings of tumours that are common; others are worded by their name."""
PLACED: Mapping[str, str] = {
    "adjuvant": "early {}, resected, adjuvant",
    "neoadjuvant": "early {}, before surgery (neoadjuvant)",
    "residual disease": "early {}, residual disease after neoadjuvant chemotherapy and surgery",
    "maintenance": "advanced {}, in response after first-line chemotherapy, maintenance",
    "": "{}",
}
"""A tumour in a setting; other settings stand before the tumour."""
CHEMOTHERAPY = "Chemotherapy"
_RECEPTORS = frozenset(("HER2", "HR", "ER", "PR", "AR"))
_OTHERS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("MSI", "present"): ("MSI-H", "dMMR"),
    ("MSI", "absent"): ("MSS", "pMMR"),
    ("TMB", "present"): ("TMB 18",),
    ("TMB", "absent"): ("TMB 3",),
    ("HRD", "present"): ("HRD positive",),
    ("HRD", "absent"): ("HRD negative",),
}


def age_words(age: int, sex: str, chance: Random) -> str:
    """``63F`` or ``63-year-old woman``."""
    long = f"{age}-year-old {'woman' if sex == 'female' else 'man'}"
    return chance.choice((f"{age}{'F' if sex == 'female' else 'M'}", long))


def tumour_words(tumour: str, chance: Random) -> str:
    """A tumour as it is written in haste, or by its name."""
    return chance.choice(TUMOURS.get(tumour, (tumour,)))


def disease_words(tumour: str, setting: str) -> str:
    """A tumour in its setting: ``metastatic NSCLC``; empty without a tumour."""
    if not tumour:
        return ""
    return PLACED[setting].format(tumour) if setting in PLACED else f"{setting} {tumour}"


def marker_words(marker: Marker, chance: Random) -> str:
    """A marker with its state and polarity; empty if it has no words here."""
    name, is_there = marker.name, marker.polarity == "present"
    if marker.value is not None:
        percent = "%" if "%" in marker.unit else ""
        return f"{name} {marker.unit.replace(' %', '')} {marker.value:g}{percent}"
    if (name, marker.polarity) in _OTHERS:
        return chance.choice(_OTHERS[name, marker.polarity])
    if name in _RECEPTORS:
        return _receptor_words(marker, chance)
    if name == "PD-L1" or marker.polarity == "uncertain":
        return ""
    return _gene_words(marker, is_there, chance)


def _receptor_words(marker: Marker, chance: Random) -> str:
    name, is_there = marker.name, marker.polarity == "present"
    if marker.state in ("low", "ultralow"):
        return f"{name}-{marker.state}" if is_there else f"{name} 0"
    if marker.state == "zero":
        return f"{name} 0"
    positive, negative = ("+", "-positive", " pos"), ("-", "-negative", " neg")
    return f"{name}{chance.choice(positive if is_there else negative)}"


def _gene_words(marker: Marker, is_there: bool, chance: Random) -> str:
    origin = f"{marker.origin} " if marker.origin == "germline" else ""
    name, state = f"{origin}{marker.name}", marker.state
    if state == "altered":
        return f"{name} mutation" if is_there else f"{name} wild type"
    if state == "positive":
        return f"{name} positive" if is_there else f"{name} negative"
    if is_there:
        return f"{name} {state}"
    return chance.choice((f"no {name} {state}", f"{name} {state} not detected"))


def therapy_words(had: Therapy, chance: Random) -> str:
    """A treatment that was had, by its drugs or by a drug of each class."""
    classes = [_of_class(name, chance) for name in had.classes]
    named = " + ".join((*had.drugs, *classes)) or "chemotherapy"
    if had.setting in ("adjuvant", "neoadjuvant"):
        relapsed = had.outcome == "progressed"
        return f"{'relapsed on' if relapsed else 'had'} {had.setting} {named}"
    if had.outcome == "progressed":
        return f"{chance.choice(('progressed on', 'pd on'))} {named}"
    return f"after {named}"


def _of_class(name: str, chance: Random) -> str:
    """A drug of a class, or the class if no table lists its drugs, or it holds nearly all drugs."""
    drugs = drugs_of_class(name) if name != CHEMOTHERAPY else ()
    return chance.choice(drugs) if drugs else class_in_sentence(name)


def organ_words(function: OrganFunction) -> str:
    """A class of an organ's function, or a clearance within a range; empty for other measures."""
    if function.grade.startswith("Child-Pugh"):
        return function.grade
    organ = {"hepatic": "hepatic", "renal": "renal"}.get(function.organ, "")
    if function.grade in ("mild", "moderate", "severe") and organ:
        return f"{function.grade} {organ} impairment"
    is_clearance = function.organ == "renal" and function.measure in ("", "creatinine clearance")
    if not is_clearance or (function.low is None and function.high is None):
        return ""
    low = function.low if function.low is not None else max(0.0, (function.high or 0) - 8)
    high = function.high if function.high is not None else low + 8
    return f"CrCl {(low + high) / 2:.0f}"


def exposure_words(taken: Exposure, chance: Random) -> str:
    """A drug that is taken beside, which acts as the rule says; empty if no table has one."""
    drugs = taken.drugs or _drugs_acting(taken.mechanism, taken.strength)
    drugs = tuple(drug for drug in drugs if drug not in taken.excluded)
    return f"takes {chance.choice(drugs)}" if drugs else ""


@cache
def _drugs_acting(mechanism: str, strength: str) -> tuple[str, ...]:
    """Drugs of the table that act in just this one way."""
    wanted = {(mechanism, strength)} if strength else None
    return tuple(
        drug
        for drug in sorted(effects_on_others())
        for ways in ({(e.mechanism, e.strength) for e in effects_of(drug)},)
        if (ways == wanted if wanted else {way for way, _ in ways} == {mechanism})
    )


def phenotype_words(phenotype: Phenotype) -> str:
    """``DPYD poor metaboliser``; empty without a phenotype."""
    if phenotype.phenotype == "deficient":
        return f"{phenotype.gene} deficient"
    return f"{phenotype.gene} {phenotype.phenotype} metaboliser" if phenotype.phenotype else ""


def toxicity_words(event: Toxicity, drugs: Sequence[str]) -> str:
    """An event with its lowest grade, under the drug: ``now grade 2 diarrhoea on neratinib``."""
    grade = f"grade {event.grade_from} " if event.grade_from is not None else ""
    return f"now {grade}{event.event}" + (f" on {drugs[0]}" if drugs else "")
