"""A reader that knows a few phrases, for tests of what is made of values once they are read."""

from __future__ import annotations

from collections.abc import Mapping

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    FoundValue,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Population,
    Setting,
    Therapy,
    Tumour,
)

PHRASES: Mapping[str, tuple[ClinicalValue, ...]] = {
    "54-year-old woman": (Population(age_from=54, age_to=54, sex="female"),),
    "55-year-old woman": (Population(age_from=55, age_to=55, sex="female"),),
    "71-year-old man": (Population(age_from=71, age_to=71, sex="male"),),
    "over 65": (Population(age_from=65),),
    "61 years old": (Population(age_from=61, age_to=61),),
    "postmenopausal": (Population(menopause="postmenopausal"),),
    "ECOG 1": (Population(ecog_from=1, ecog_to=1),),
    "ECOG 2": (Population(ecog_from=2, ecog_to=2),),
    "breast cancer": (Tumour(name="breast cancer"),),
    "bone metastases": (Tumour(name="breast cancer", sites=("bone",)),),
    "TNBC": (Tumour(name="triple-negative breast cancer"),),
    "colorectal cancer": (Tumour(name="colorectal cancer"),),
    "ovarian cancer": (Tumour(name="ovarian cancer"),),
    "stage II": (Tumour(name="breast cancer", stage="II"),),
    "stage IV": (Tumour(name="breast cancer", stage="IV"),),
    "metastatic": (Setting(name="metastatic"),),
    "adjuvant": (Setting(name="adjuvant"),),
    "early": (Setting(name="early"),),
    "HER2-positive": (Marker(name="HER2", state="positive"),),
    "HER2-negative": (Marker(name="HER2", state="positive", polarity="absent"),),
    "HER2-low": (Marker(name="HER2", state="low"),),
    "HER2 0": (Marker(name="HER2", state="zero"),),
    "IHC 0": (Marker(name="HER2", state="", value=0, unit="IHC"),),
    "IHC 1+": (Marker(name="HER2", state="", value=1, unit="IHC"),),
    "IHC 2+": (Marker(name="HER2", state="", value=2, unit="IHC"),),
    "IHC 3+": (Marker(name="HER2", state="", value=3, unit="IHC"),),
    "ISH negative": (Marker(name="HER2", state="amplification", polarity="absent"),),
    "ISH positive": (Marker(name="HER2", state="amplification"),),
    "HR-positive": (Marker(name="HR", state="positive"),),
    "ER-positive": (Marker(name="ER", state="positive"),),
    "ER-negative": (Marker(name="ER", state="positive", polarity="absent"),),
    "PR-negative": (Marker(name="PR", state="positive", polarity="absent"),),
    "EGFR L858R": (Marker(name="EGFR", state="L858R"),),
    "EGFR wild type": (Marker(name="EGFR", polarity="absent"),),
    "no T790M": (Marker(name="EGFR", state="T790M", polarity="absent"),),
    "T790M": (Marker(name="EGFR", state="T790M"),),
    "BRCA2 VUS": (Marker(name="BRCA2", polarity="uncertain"),),
    "germline BRCA negative": (
        Marker(name="BRCA1", polarity="absent", origin="germline"),
        Marker(name="BRCA2", polarity="absent", origin="germline"),
    ),
    "tumour BRCA2 mutation": (Marker(name="BRCA2", origin="tumour"),),
    "CPS 5": (Marker(name="PD-L1", state="positive", value=5, unit="CPS"),),
    "CPS 12": (Marker(name="PD-L1", state="positive", value=12, unit="CPS"),),
    "TMB 3": (Marker(name="TMB", state="", value=3, unit="mut/Mb"),),
    "TMB 14": (Marker(name="TMB", state="", value=14, unit="mut/Mb"),),
    "on palbociclib": (Therapy(drugs=("palbociclib",), outcome="current"),),
    "progressed on letrozole + palbociclib": (
        Therapy(drugs=("letrozole", "palbociclib"), outcome="progressed", line=1),
    ),
    "intolerant of palbociclib": (Therapy(drugs=("palbociclib",), outcome="intolerant"),),
    "progressed on T-DXd": (Therapy(drugs=("trastuzumab deruxtecan",), outcome="progressed"),),
    "get olaparib": (Therapy(drugs=("olaparib",), outcome="planned"),),
    "after olaparib": (Therapy(drugs=("olaparib",), outcome="given"),),
    "second line": (Line(first=2, last=2),),
    "CrCl 44": (
        OrganFunction(
            organ="renal", low=44, high=44, unit="mL/min", measure="creatinine clearance"
        ),
    ),
    "CrCl 55": (
        OrganFunction(
            organ="renal", low=55, high=55, unit="mL/min", measure="creatinine clearance"
        ),
    ),
    "LVEF 47%": (
        OrganFunction(organ="cardiac", low=47, high=47, unit="%", measure="LVEF"),
        Measurement(name="LVEF", value=47, unit="%"),
    ),
    "creatinine 2.1 mg/dL": (Measurement(name="creatinine", value=2.1, unit="mg/dL"),),
    "takes fluconazole": (
        Exposure(mechanism="CYP2C19 inhibition", strength="strong", drugs=("fluconazole",)),
        Exposure(mechanism="CYP3A inhibition", strength="moderate", drugs=("fluconazole",)),
    ),
    "weight 60 kg": (Measurement(name="weight", value=60, unit="kg"),),
    "diabetes": (Condition(name="diabetes"),),
}


def read_phrases(text: str) -> tuple[FoundValue, ...]:
    """The values of the phrases that a text holds, longest phrase first, in order of place."""
    taken: set[int] = set()
    found: list[FoundValue] = []
    for phrase in sorted(PHRASES, key=len, reverse=True):
        start = text.find(phrase)
        places = range(start, start + len(phrase))
        if start >= 0 and not taken.intersection(places):
            taken.update(places)
            found += [FoundValue(value, start, start + len(phrase)) for value in PHRASES[phrase]]
    return tuple(sorted(found, key=lambda each: each.start))


def sheet_of(*texts: str) -> FactSheet:
    """The sheet of a thread in which one person wrote these texts, a minute apart."""
    return read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)], read_phrases)


def said(text: str, minute: int = 0, by: str = "U0ANA") -> Message:
    """A message of the thread."""
    return Message(text, "thread", by, f"2026-03-01T10:{minute:02}:00+00:00")
