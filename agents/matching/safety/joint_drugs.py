"""Statements on drugs that are given together, and statements that forbid to give two together."""

from __future__ import annotations

import re
from collections.abc import Set

from agents.facts.sheet import FactSheet
from agents.matching.safety.limiting_facts import limiting_facts, weighs_fact
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Judgement
from names.clinical.values import Therapy, Toxicity
from names.recognise import recognise_passage
from retrieval.statements.model import Statement, StatementKind

_NOT_TOGETHER = re.compile(
    r"(?i)\b(?:(?:should|must|may|can|do|does|is|are) (?:not|never)|cannot|avoid\w{0,3}"
    r"|contraindicated)\b(?! (?:compar|inferior|establish|stud|evaluat|known|differ))"
    r"[^.;]{0,60}?\b(?:combin\w{1,7}"
    r"|co-?admin\w{1,10}|together|concomitant\w{0,2}|concurrent\w{0,2}|simultaneous\w{0,2}"
    r"|at the same time|beside|alongside)\b"
)
_IN_TURN = re.compile(
    r"(?i)\b(?:or|vs\.?|versus|instead|rather|switch\w{0,4}|swap\w{0,4}|replac\w{1,4}"
    r"|chang\w{1,3}|rotat\w{1,3}|after|then|followed)\b"
)
"""Words by which one drug is given in place of another or after it, and not beside it."""
_CLAUSE_END = re.compile(r"[:;,]|\.\s")


def given_together(asked: SubQuestion, sheet: FactSheet) -> frozenset[str]:
    """The drugs that a choice would give at the same time: those that it names, and those of the
    patient's treatment now. Empty if its last clause asks about one in place of another; earlier
    clauses tell of the patient ("after mastectomy, on anastrozole: add tamoxifen?")."""
    last = _CLAUSE_END.split(asked.text.rstrip(" ?.!"))[-1]
    if not asked.is_choice or not asked.drugs or asked.trials or _IN_TURN.search(last):
        return frozenset()
    now = {d for each in sheet.of(Therapy) if each.outcome == "current" for d in each.drugs}
    return asked.drugs | now


def speaks_against_both(text: str, asked: Set[str], given: Set[str]) -> bool:
    """Whether a claim says that a drug that is asked about is not given together with another one
    of those that are ``given``."""
    if len(given) < 2 or not _NOT_TOGETHER.search(text):
        return False
    named = recognise_passage(text).names("drug") & given
    return bool(named & asked) and len(named) > 1


ON_PARTNER: frozenset[StatementKind] = frozenset(
    ("interaction", "contraindication", "adjustment", "warning", "monitoring")
)
"""Kinds of statement that tell what drugs mean for each other."""


def is_on_partner(statement: Statement, words: str, asked: SubQuestion) -> bool:
    """Whether a statement says what drugs asked about mean for each other. That two of them are
    given together for a tumour says nothing on a fact of the patient."""
    if not asked.partners or statement.kind not in ON_PARTNER:
        return False
    named = recognise_passage(words).names("drug")
    return statement.kind == "interaction" or not asked.partners.isdisjoint(named)


def is_on_event(judgement: Judgement, words: str, asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether a statement weighs an event of the patient under a drug of a part that asks about
    another drug beside, which may be given for it: "DVT, on apixaban, go on?"."""
    events = (f for f in limiting_facts(sheet) if any(isinstance(v, Toxicity) for v in f.values))
    own = bool(asked.partners) and bool(asked.drugs & frozenset(judgement.statement.drugs))
    return own and any(weighs_fact(judgement, words, fact) for fact in events)
