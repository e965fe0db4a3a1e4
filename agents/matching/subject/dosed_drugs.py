"""Whose dose a statement tells: not that of a partner it only names, nor a dose alone of a drug
that is asked about with others."""

from __future__ import annotations

import re
from functools import lru_cache

from agents.matching.sub_question import SubQuestion
from names.clinical.values import OrganFunction
from names.recognise import recognise_passage
from names.tables.other_drugs import cancer_drugs
from retrieval.statements.model import Statement

_AMOUNT = re.compile(
    r"(?i)\b\d[\d.,]{0,7}\s?(?:mg|mcg|[µμ]g|g|units?|IU|MBq|GBq)\b(?!\s?/\s?d?[lL]\b)"
    r"|\bAUC (?:of )?\d|\b\d{1,3}\s?%"
)
_BESIDE = re.compile(r"(?i)\b(?:with|plus|beside|alongside|together|combin\w{2,7})\b")
_CLAUSE_END = re.compile(r"[;:]|\.\s")
_ALONE = re.compile(r"(?i)\b(?:as (?:a )?)?(?:single[- ]agent|monotherapy)\b")
_STARTED = re.compile(r"(?i)\b(?:is|are) started (?:at|with)\b|(?<!% of the )\bstarting dose\b")
_GOES_ON = re.compile(
    r"(?i)\b(?:hold|held|withhold|pause|interrupt|stop|continue|go on|carry on|resume|restart"
    r"|rechallenge|what (?:to|should (?:i|we)) do)\b"
)
"""What is asked of a drug that is being given: how it is started says nothing of it."""


@lru_cache(maxsize=20_000)
def partners_in(text: str) -> frozenset[str]:
    """The drugs that a claim on a dose only names as given beside the one that is dosed: "0.25 mg
    once daily with enzalutamide"."""
    named = recognise_passage(text).of("drug")
    beside = {
        name for each in named if _is_beside(text, each.start, each.end) for name in each.names
    }
    others = {
        name for each in named if not _is_beside(text, each.start, each.end) for name in each.names
    }
    return frozenset(beside - others) if others else frozenset()


def _is_beside(text: str, start: int, end: int) -> bool:
    """Whether a drug stands behind an amount and "with", and no amount of its own follows."""
    stop = _CLAUSE_END.search(text, end)
    if _AMOUNT.search(text, end, stop.start() if stop else len(text)):
        return False
    *_, last = [None, *_AMOUNT.finditer(text, 0, start)]
    return last is not None and bool(_BESIDE.search(text, last.end(), start))


def tells_dose_of(text: str, asked: SubQuestion, *, however_started: bool = False) -> bool:
    """Whether a dose of these words can be one that is asked for. ``however_started``: also the
    dose to start with, where a question is on a drug that is being given."""
    if asked.drugs <= partners_in(text):
        return False
    if not however_started and _STARTED.search(text) and _GOES_ON.search(asked.text):
        return False
    others = (asked.mentioned - asked.drugs) & cancer_drugs()
    with_others = len(asked.drugs & cancer_drugs()) > 1 or (others and not asked.alone)
    return not (with_others and _ALONE.search(text))


def tells_its_dose(statement: Statement, text: str, asked: SubQuestion) -> bool:
    """:func:`tells_dose_of` for a statement of these words. For a class of an organ that the part
    names, the dose to start with is the only rule there is, also while the drug is given."""
    classed = {v.organ for v in asked.about if isinstance(v, OrganFunction) and v.grade}
    of_class = any(rule.grade and rule.organ in classed for rule in statement.applies.organ)
    return tells_dose_of(text, asked, however_started=of_class)
