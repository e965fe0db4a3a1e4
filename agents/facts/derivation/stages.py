"""What the stage of a tumour and the sites of its spread say of the setting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from agents.facts.relations import EXTENTS, stage_rank
from agents.facts.sheet import Fact
from names.clinical.disease.denied_spread import spread_to
from names.clinical.disease.features import NODE_NEGATIVE, NODES
from names.clinical.values import ClinicalValue, Condition, Line, Setting, Therapy, Tumour
from names.recognise import recognise
from names.tables import lineage

Derived = tuple[ClinicalValue, tuple[Fact, ...]]
"""A value and the facts it follows from."""
_NODES = ("lymph node", "node", "axilla")
"""Sites that are no distant spread."""
OPERATED_ON = frozenset(("breast cancer", "colorectal cancer"))
"""Tumours whose stage III is operated on, before or after drugs: of the breast
(https://www.staging.medscape.com/answers/2006464-196105/how-is-stage-iii-breast-cancer-treated), of
the bowel (PMID 27853901). In the lung, the skin or the ovary stage III may be inoperable, and the
labels for advanced disease are also for it."""
STAGE_III = "stage III of the breast or bowel is early disease"
_THIRD = 3
_FAILED = frozenset(("progressed", "intolerant"))


def metastatic(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Stage IV and distant sites are metastatic disease."""
    for fact in facts:
        if not isinstance(fact.value, Tumour) or fact.value.polarity != "present":
            continue
        if fact.value.stage.upper().startswith("IV") or _distant(fact.value):
            yield Setting(name="metastatic"), (fact,)


def early_by_stage(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Stage III of a tumour that is operated on in this stage is early disease: nothing for
    metastatic disease is for it. Not where anything says that the disease went on from there."""
    tumours = [f for f in facts if isinstance(f.value, Tumour) and f.value.polarity == "present"]
    staged = [f for f in tumours if isinstance(f.value, Tumour) and _is_third(f.value.stage)]
    named = {f.value.name for f in tumours if isinstance(f.value, Tumour) and f.value.name}
    if not staged or not named or not all(lineage(name) & OPERATED_ON for name in named):
        return
    if not any(_goes_on(fact.value) for fact in facts):
        yield Setting(name="early"), tuple(dict.fromkeys((staged[0], tumours[0])))


NODES_FREE = "melanoma of stage I or II has no involved nodes"
"""AJCC, 8th edition, as told in table 2 of PMC9485270. In the breast or the lung a stage II may
have involved nodes."""
_FREE = frozenset((0, 1, 2))


def node_negative_melanoma(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Melanoma of stage I or II is node-negative, unless the nodes are told."""
    told = any(isinstance(f.value, Condition) and f.value.name in NODES for f in facts)
    tumours = [f for f in facts if isinstance(f.value, Tumour) and f.value.polarity == "present"]
    named = {f.value.name for f in tumours if isinstance(f.value, Tumour) and f.value.name}
    if told or not named or not all("melanoma" in (n, *lineage(n)) for n in named):
        return
    for fact in tumours:
        if isinstance(fact.value, Tumour) and _is_below_third(fact.value.stage):
            yield Condition(name=NODE_NEGATIVE), (fact,)


def _is_below_third(stage: str) -> bool:
    """Whether a stage is II or less, and no range that goes on above it."""
    first, _, last = stage.partition("-")
    return bool(stage) and stage_rank(last or first) in _FREE


def _is_third(stage: str) -> bool:
    """Whether a stage is III, or II to III."""
    first, _, last = stage.partition("-")
    return stage_rank(last or first) == _THIRD


def _distant(tumour: Tumour) -> list[str]:
    return [site for site in tumour.sites if not site.endswith(_NODES)]


def _goes_on(value: ClinicalValue) -> bool:
    """Whether a value tells of disease that is inoperable, has spread or was not held."""
    match value:
        case Setting(name=name, polarity="present"):
            return name in EXTENTS[2:]
        case Tumour(polarity="present"):
            return bool(_distant(value))
        case Therapy():
            return value.outcome in _FAILED
        case Line():
            return True
        case _:
            return False


CHEMORADIOTHERAPY = "Chemoradiotherapy"
PLATINUM = "chemotherapy with radiotherapy of stage III lung cancer holds platinum"
"""Recommendation 5.2 of ASCO's guideline on stage III non-small cell lung cancer:
https://eguideline.guidelinecentral.com/i/1475487/5 (read 2026-11-28)."""
_LUNG = "non-small cell lung cancer"
_LOCAL = frozenset(("locally advanced", "advanced"))


def chemotherapy_of_chemoradiotherapy(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Radiotherapy with chemotherapy is a treatment with chemotherapy."""
    for fact, therapy in _chemoradiotherapies(facts):
        yield replace(therapy, classes=("Chemotherapy",)), (fact,)


def platinum_of_chemoradiotherapy(facts: Sequence[Fact]) -> Iterator[Derived]:
    """In stage III of the lung the drugs given with radiotherapy hold platinum."""
    named = [f for f in facts if isinstance(f.value, Tumour) and f.value.polarity == "present"]
    lung = next((f for f in named if _is_of_lung(f.value)), None)
    third = any(isinstance(f.value, Tumour) and _is_third(f.value.stage) for f in named)
    settings = {f.value.name for f in facts if _is_setting(f.value)}
    if lung is None or "metastatic" in settings or not (third or settings & _LOCAL):
        return
    for fact, therapy in _chemoradiotherapies(facts):
        yield replace(therapy, classes=("Platinum-based chemotherapy",)), (fact, lung)


def _chemoradiotherapies(facts: Sequence[Fact]) -> Iterator[tuple[Fact, Therapy]]:
    for fact in facts:
        if isinstance(fact.value, Therapy) and CHEMORADIOTHERAPY in fact.value.classes:
            yield fact, replace(fact.value, drugs=())


def _is_of_lung(value: ClinicalValue) -> bool:
    return isinstance(value, Tumour) and _LUNG in lineage(value.name)


def _is_setting(value: ClinicalValue) -> TypeGuard[Setting]:
    return isinstance(value, Setting) and value.polarity == "present"


_SPREAD = frozenset(("metastatic", "advanced"))


def treated_before_surgery(facts: Sequence[Fact]) -> list[Fact]:
    """The facts, where a residual disease or none after surgery is told, with a treatment that is
    named by its trial, and of which nobody says when, as neoadjuvant: "after KEYNOTE-522, residual
    disease". Of treatments named by drugs some are given after surgery."""
    settings = [fact.value for fact in facts if isinstance(fact.value, Setting)]
    after = any(each.name == "residual disease" for each in settings)
    if not after or any(e.name in _SPREAD and e.polarity == "present" for e in settings):
        return list(facts)
    return [
        replace(fact, value=replace(fact.value, setting="neoadjuvant"))
        if isinstance(fact.value, Therapy)
        and _is_undated(fact.value)
        and recognise(fact.text).of("trial")
        else fact
        for fact in facts
    ]


def _is_undated(therapy: Therapy) -> bool:
    had = therapy.outcome in ("given", "completed")
    return had and not therapy.setting and therapy.line is None


def without_spread_to(
    denied: frozenset[str], numbered: Sequence[tuple[int, Fact]]
) -> list[tuple[int, Fact]]:
    """The facts, each behind the number of its message, without the places of spread that a later
    message denies."""
    kept = []
    for number, fact in numbered:
        value = fact.value
        if isinstance(value, Tumour) and denied.intersection(value.sites):
            left = tuple(each for each in value.sites if each not in denied)
            value = replace(value, sites=left)
            if value == Tumour(name=""):
                continue
        kept.append((number, replace(fact, value=value)))
    return kept


def without_spread_denied_before(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without the denial of a spread that was found all the same."""
    sites = {spread_to(site) for each in facts for site in getattr(each.value, "sites", ())}
    return [
        each
        for each in facts
        if not (isinstance(each.value, Condition) and each.value.name in sites)
    ]


LAST_LOCAL_STAGE = 3
"""The stage before distant spread (AJCC: stage IV is M1)."""
_EARLIER_TREATMENT = frozenset({"early", "neoadjuvant", "adjuvant", "residual disease"})
"""Settings that are the past once the disease has spread."""


def without_the_past(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without the settings that treatment was given in before the disease spread."""
    settings = [fact.value for fact in facts if isinstance(fact.value, Setting)]
    now = {setting.name for setting in settings if setting.polarity == "present"}
    if not now & set(EXTENTS[2:]):
        return list(facts)
    return [
        without_first_stage(fact) if "metastatic" in now else fact
        for fact in facts
        if not (isinstance(fact.value, Setting) and fact.value.name in _EARLIER_TREATMENT)
    ]


def without_first_stage(fact: Fact) -> Fact:
    """A tumour that came back or has spread is of the stage that it had at first no longer."""
    value = fact.value
    if isinstance(value, Tumour) and 0 <= stage_rank(value.stage) <= LAST_LOCAL_STAGE:
        return replace(fact, value=replace(value, stage=""))
    return fact
