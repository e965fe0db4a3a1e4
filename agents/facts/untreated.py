"""Whether the patient has had no treatment at all, or none of advanced disease."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.facts.sheet import Contradiction, Fact, FactSheet
from agents.facts.value_words import describe
from names.clinical.exposures.of_other_diseases import FOR_OTHER_DISEASE
from names.clinical.treatment import lines
from names.clinical.values import HAD, ClinicalValue, Line, Setting, Therapy
from names.tables.other_drugs import cancer_drugs, other_drugs, remedies
from names.tables.treatment.drug_classes import drugs_of_class

FIRST = Line(first=1, last=1)
UNTREATED = re.compile(rf"(?i)\b{lines.UNTREATED}(?=\W|$)")
"""Words that say that no treatment was had, whatever was said before."""
_NOTHING_AT_ALL = re.compile(
    r"(?i)na[iï]ve|never|\b(?:not yet|yet|so far|to date|at all|until now)\b"
    r"|(?:no|zero|0|nil) (?:prior|previous|earlier) (?:systemic|therapy|therapies|lines?)"
    r"|\bno (?:systemic|anti-?cancer)"
)
"""Words that leave no treatment around surgery open, as "untreated metastatic disease" does."""
_FOR_LIFE = "Gonadotropin-releasing hormone (GnRH) agonist"
"""What lowers testosterone goes on under every treatment."""
_ADVANCED = frozenset(("metastatic", "advanced"))
_NOT_OF_ADVANCED = frozenset(("adjuvant", "neoadjuvant", "early", FOR_OTHER_DISEASE))


def therapies_of(sheet: FactSheet) -> Sequence[Therapy]:
    """The treatments of a sheet. If somebody said that there was none ("untreated"), this is one
    of them, with the outcome ``not given``: of all treatments, or of metastatic disease, where an
    earlier one may have been had around surgery. A line that is only counted ("first line") says
    nothing of treatments."""
    therapies = sheet.of(Therapy)
    said = [f.text for f in sheet.facts if f.value == FIRST and UNTREATED.search(f.text)]
    if not said or any(map(is_of_advanced_disease, therapies)):
        return therapies
    extents = {each.name for each in sheet.of(Setting) if each.polarity == "present"}
    open_before = bool(extents & _ADVANCED) and not any(map(_NOTHING_AT_ALL.search, said))
    setting = "metastatic" if open_before else ""
    return (*therapies, Therapy(outcome="not given", setting=setting))


def said_most_fully(older: Fact, newer: Fact) -> Fact:
    """Which of two facts with one value counts: "treatment naive" says more than "first line"."""
    fuller = newer.value == FIRST and UNTREATED.search(newer.text)
    return newer if fuller and not UNTREATED.search(older.text) else older


def is_of_advanced_disease(value: ClinicalValue) -> bool:
    """Whether a value tells of a treatment of the tumour that an untreated patient has not had. A
    drug beside it is none."""
    if (
        not isinstance(value, Therapy)
        or value.outcome not in HAD
        or value.setting in _NOT_OF_ADVANCED
    ):
        return False
    beside = other_drugs() | remedies() | {*drugs_of_class(_FOR_LIFE)}
    against = [each for each in value.drugs if each in cancer_drugs() - beside]
    return bool(against) or (not value.drugs and bool(value.classes))


def against_untreated(facts: Sequence[Fact]) -> tuple[list[Fact], list[Contradiction]]:
    """The facts of a patient who is said to be untreated, and to have had a treatment: they lose
    the first line, for a drug that failed must not be offered; both sayings are pointed out."""
    had = [each for each in facts if is_of_advanced_disease(each.value)]
    said = [each for each in facts if each.value == FIRST and _is_denied(each, facts)]
    if not had or not said:
        return list(facts), []
    told = [_contradiction(said[0], had[0])]
    return [each for each in facts if each not in said], told


def _is_denied(line: Fact, facts: Sequence[Fact]) -> bool:
    """Whether words for the first line deny any treatment; "untreated metastatic disease" leaves
    open what was had before it."""
    if not UNTREATED.search(line.text):
        return False
    failed = any(
        isinstance(each.value, Therapy) and each.value.outcome in ("progressed", "current")
        for each in facts
    )
    return failed or bool(_NOTHING_AT_ALL.search(line.text))


def _contradiction(untreated: Fact, had: Fact) -> Contradiction:
    sentence = (
        f"Both “{untreated.text}” and {describe(had.value)} (“{had.text}”) were said; I go by the "
        "treatment that was named. Please say which is right."
    )
    return Contradiction(newer=had, sentence=sentence)


def taken_back(new: Sequence[Fact], known: Sequence[Fact]) -> list[Contradiction]:
    """The treatment that a later message takes back by saying that nothing was had, to be told."""
    had = [each for each in known if is_of_advanced_disease(each.value)]
    said = [each for each in new if each.value == FIRST and UNTREATED.search(each.text)]
    if not had or not said:
        return []
    sentence = (
        f"Earlier {describe(had[-1].value)} (“{had[-1].text}”) was said, now “{said[0].text}”; "
        "I take the later one. Please say which is right."
    )
    return [Contradiction(newer=said[0], sentence=sentence)]
