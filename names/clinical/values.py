"""The values of each clinical dimension. One vocabulary for patients and for sources.

The same words are read from "EGFR T790M not detected" in a question and from "without a T790M
mutation" in a label, so that both can be compared without being read again. What a text does not
say is left out; nothing is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Polarity = Literal["present", "absent", "uncertain"]
"""``uncertain`` is a state of its own: a variant of unknown significance, an equivocal test."""
Origin = Literal["", "germline", "tumour"]
TherapyOutcome = Literal[
    "progressed", "intolerant", "completed", "current", "held", "planned", "given", "not given"
]
"""``given``: it was had, and the text does not say how it ended. ``held``: it is interrupted, and
may go on."""
ENDED: frozenset[str] = frozenset(("progressed", "intolerant", "completed", "given"))
"""Outcomes of a treatment that is over."""
HAD = ENDED | {"current", "held"}
"""Outcomes of a treatment that was had or goes on."""
Organ = Literal["renal", "hepatic", "cardiac", "marrow", "chemistry"]
"""``chemistry``: no organ, but values of the blood that labels set limits for."""
OrganClass = Literal[
    "",
    "normal",
    "mild",
    "moderate",
    "severe",
    "end-stage",
    "dialysis",
    "Child-Pugh A",
    "Child-Pugh B",
    "Child-Pugh C",
]
Strength = Literal["", "strong", "moderate", "weak"]
Comparison = Literal["", ">=", ">", "<=", "<"]
"""How a stated number bounds a value; empty: the number is the value itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A biomarker and its state.

    ``name`` is an HGNC symbol, one of HER2, HR, ER, PR, AR, PD-L1, MSI, TMB, HRD, or the arm of a
    chromosome ("17p").
    ``state`` of a gene: ``altered`` (any alteration that counts), or a variant as
    :mod:`names.recognise` names it (``T790M``, ``exon 19 deletion``, ``fusion``). Of HER2:
    ``positive``, ``low``, ``ultralow``, ``zero``. Of MSI and TMB: ``high``. Of the others:
    ``positive``. "HER2-negative" is ``positive`` with the polarity ``absent``."""

    name: str
    state: str = "altered"
    polarity: Polarity = "present"
    origin: Origin = ""
    value: float | None = None
    """The measured number: a CPS, a TMB, an allele fraction."""
    unit: str = ""
    """``CPS``, ``TPS %``, ``IC %``, ``TC %``, ``TAP %``, ``%``, ``mut/Mb``, ``VAF %``, ``IHC``,
    ``GIS``."""
    comparison: Comparison = ""
    """``>=`` of "CPS ≥ 10", as sources say it; patients mostly have plain numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerRule:
    """What a statement asks of markers: one of these, in the polarity that each has here.

    ``at_least`` and ``below`` bound the measured value, in ``unit``."""

    any_of: tuple[Marker, ...]
    at_least: float | None = None
    below: float | None = None
    unit: str = ""
    tumour: str = ""
    """The tumour in which the rule holds; empty means in all that the statement is on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tumour:
    """A tumour type of ``names/tables/data/tumours.tsv``."""

    name: str
    polarity: Polarity = "present"
    """``absent`` for "except colorectal cancer"."""
    histology: str = ""
    stage: str = ""
    """``0``, ``I`` to ``IV`` with letter, as written; and ``N0``, ``T2`` where only those stand."""
    sites: tuple[str, ...] = ()
    """Where it has spread: ``brain``, ``liver``, ``bone``…"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """``early``, ``neoadjuvant``, ``adjuvant``, ``residual disease``, ``locally advanced``,
    ``advanced``, ``metastatic``, ``maintenance``."""

    name: str
    polarity: Polarity = "present"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of treatment for advanced disease, from 1. ``last`` None means *or later*."""

    first: int
    last: int | None


UNKNOWN_REGIMEN = " regimen (its drugs are not known here)"
"""Behind the name of a trial that stands for a treatment among ``classes`` of a therapy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Therapy:
    """A treatment that was had, is going on, is planned, or was never given.

    A regimen of several drugs is one therapy. ``classes`` are those named as such ("a CDK4/6
    inhibitor", "platinum"); the classes of named drugs follow from the tables."""

    drugs: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    outcome: TherapyOutcome = "given"
    line: int | None = None
    setting: str = ""
    months_free: float | None = None
    """Months from the end of the treatment until the disease came back; None if nobody said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganFunction:
    """How an organ works: a class, numbers from ``low`` to ``high``, or both.

    Without class and numbers it is impaired to an extent that the text does not tell."""

    organ: Organ
    grade: OrganClass = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""
    """``mL/min``, ``%`` (LVEF), ``×ULN``, ``10^9/L``, ``mmol/L``."""
    measure: str = ""
    """What the numbers are of: ``creatinine clearance``, ``eGFR``, ``LVEF``, ``platelets``,
    ``neutrophils``, ``bilirubin``, ``AST``, ``ALT``, ``glucose``, ``potassium``, ``calcium``."""
    above: bool = False
    """``low`` itself is not included: "more than 30"."""
    below: bool = False
    """``high`` itself is not included: "less than 30"."""

    @property
    def is_bare(self) -> bool:
        """Whether it tells neither a class nor a number."""
        return not self.grade and self.low is None and self.high is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """A class of drugs that changes the exposure to others, with its strength: ``CYP3A
    inhibition`` and ``strong``. ``drugs`` are members that were named; ``excluded`` those that a
    statement takes out ("except ketoconazole")."""

    mechanism: str
    strength: Strength = ""
    drugs: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    from_drug: bool = False
    """Only the drug was named; class and strength follow from the table of interactions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phenotype:
    """How a patient metabolises: alleles, and the phenotype and activity score that follow."""

    gene: str
    alleles: tuple[str, ...] = ()
    """As written, star alleles or HGVS; two for a diplotype."""
    phenotype: str = ""
    """``poor``, ``intermediate``, ``normal``, ``rapid``, ``ultrarapid``, ``deficient``."""
    score_from: float | None = None
    score_to: float | None = None
    """Activity score; both ends are the same for a patient."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toxicity:
    """An adverse event and its CTCAE grades, both ends included."""

    event: str
    grade_from: int | None = None
    grade_to: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """Who: age in years, sex, menopause, pregnancy, performance status (ECOG)."""

    age_from: float | None = None
    age_to: float | None = None
    sex: Literal["", "female", "male"] = ""
    menopause: Literal["", "premenopausal", "perimenopausal", "postmenopausal"] = ""
    pregnancy: Literal["", "pregnant", "not pregnant", "breastfeeding"] = ""
    ecog_from: int | None = None
    ecog_to: int | None = None

    @property
    def is_with_child(self) -> bool:
        """Whether she is pregnant or breastfeeding."""
        return self.pregnancy in ("pregnant", "breastfeeding")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """A laboratory or bedside value: ``creatinine``, ``weight``, ``height``, ``LVEF``,
    ``platelets``, ``HbA1c``, ``bilirubin``, ``albumin``, ``calcium``, ``QT``…"""

    name: str
    value: float
    unit: str = ""
    before: float | None = None
    """The earlier value, where the text tells of a change: "LVEF dropped from 62 to 47%"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A disease or circumstance beside the tumour: ``diabetes``, ``interstitial lung disease``,
    ``allergy to paclitaxel``."""

    name: str
    polarity: Polarity = "present"


ClinicalValue = (
    Marker
    | Tumour
    | Setting
    | Line
    | Therapy
    | OrganFunction
    | Exposure
    | Phenotype
    | Toxicity
    | Population
    | Measurement
    | Condition
)


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value with the place where the text says it, start inclusive, end exclusive."""

    value: ClinicalValue
    start: int
    end: int
