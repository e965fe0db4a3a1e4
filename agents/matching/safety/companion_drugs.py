"""Drugs that some patients are given together with the drug that is asked about: an LHRH agonist
before the menopause, and in men."""

from __future__ import annotations

import re

from agents.facts.sheet import FactSheet
from agents.matching.patient.class_partners import AROMATASE, partners_worded
from agents.matching.patient.person import OVARIAN_SUPPRESSION, not_suppressed, suppresses_ovaries
from agents.matching.patient.therapies import OPTIONS, options_of
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Verdict
from names.clinical.values import Population, Therapy
from names.tables.treatment.drug_classes import drug_classes
from retrieval.statements.model import Statement

COMPANION = re.compile(
    r"(?i)\b(?:LHRH|GnRH|(?:gonadotropin|luteini[sz]ing)[ -](?:hormone[ -])?releasing"
    r"|ovarian (?:function )?(?:suppression|ablation))\b"
)
"""Drugs and measures that are given beside a treatment to patients with working ovaries or
testes."""
_BEFORE_MENOPAUSE = re.compile(r"(?i)\b(?:pre|peri)-?(?:\s?(?:and|or|/)\s?peri-?)?menopausal\b")
_MEN = re.compile(r"(?i)\b(?:men|males?)\b")
_WORKING = frozenset(("premenopausal", "perimenopausal"))


def judge_companion(
    statement: Statement, text: str, asked: SubQuestion, sheet: FactSheet
) -> list[Verdict]:
    """The verdict for a rule that patients like this one are given a further drug together with
    the drug that is asked about. Empty for other statements."""
    lead = frozenset(statement.drugs[:1])
    if not asked.drugs & lead or not COMPANION.search(text):
        return []
    people = sheet.of(Population)
    before = any(each.menopause in _WORKING for each in people) and _BEFORE_MENOPAUSE.search(text)
    man = any(each.sex == "male" for each in people) and _MEN.search(text)
    if not (before or man):
        return []
    return [Verdict("companion", "ok")]


LHRH_AGONIST = "an LHRH agonist"
"""What an aromatase inhibitor depends on in men."""


def judge_aromatase(statement: Statement, text: str, sheet: FactSheet) -> list[Verdict]:
    """The verdict on an option that holds an aromatase inhibitor, of a patient whose ovaries or
    testes work: it depends on their suppression (CPIC 2018, PMID 29385237; ASCO 2016 for women,
    ASCO 2020 for men), whichever statement offers it; in women also on one that holds fulvestrant
    or its like. Empty where the statement speaks of that itself, or offers another partner
    beside."""
    if statement.kind not in OPTIONS or not statement.drugs or COMPANION.search(text):
        return []
    people = sheet.of(Population)
    before = any(each.menopause in _WORKING for each in people)
    man = any(each.sex == "male" for each in people)
    if not (before or man) or any(map(suppresses_ovaries, sheet.of(Therapy))):
        return []
    if not (_holds_aromatase(statement, text) or (before and _holds_degrader(statement))):
        return []
    return [not_suppressed(LHRH_AGONIST if man else OVARIAN_SUPPRESSION)]


DEGRADER = "Selective estrogen receptor degrader"
"""Fulvestrant and its like. Before the menopause they are given with an LHRH agonist (FDA labels of
inavolisib and capivasertib with fulvestrant); men are given fulvestrant alone (ASCO 2020)."""


def _holds_degrader(statement: Statement) -> bool:
    return all(any(DEGRADER in drug_classes(d) for d in o) for o in options_of(statement))


def _holds_aromatase(statement: Statement, text: str) -> bool:
    named = (any(AROMATASE in drug_classes(drug) for drug in o) for o in options_of(statement))
    return all(named) or AROMATASE in partners_worded(text)
