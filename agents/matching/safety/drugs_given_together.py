"""Drugs that some patients are given together with the drug that is asked about: an LHRH agonist
before the menopause, and in men."""

from __future__ import annotations

import re

from agents.facts.sheet import FactSheet
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Verdict
from names.clinical.values import Population
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
    if not asked.drugs & frozenset(statement.drugs) or not COMPANION.search(text):
        return []
    people = sheet.of(Population)
    before = any(each.menopause in _WORKING for each in people) and _BEFORE_MENOPAUSE.search(text)
    man = any(each.sex == "male" for each in people) and _MEN.search(text)
    if not (before or man):
        return []
    return [Verdict("companion", "ok")]
