"""Advice against giving a class of drugs again: "nor a second course of PARP inhibition"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from agents.matching.patient.therapies import matches
from agents.matching.verdicts import Judgement, Verdict
from names.clinical.values import Therapy
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import class_in_sentence, drug_classes
from retrieval.statements.model import Statement

REACH = 40
"""Characters before a class that are searched for the words below. Chosen by hand."""
_AGAIN = re.compile(
    r"(?i)\b(?:(?:second|further|another|repeated?) (?:courses? (?:of|with) )?"
    r"|re-?(?:treatment|challenge|exposure|introduction) (?:of|with|to) )(?:an? |the )?$"
)
_AGAINST = re.compile(r"(?i)\b(?:not|nor|no|against|neither|without)\b")
"""What stands before such words if they advise against it."""


def judge_class_again(statement: Statement, text: str, had: Sequence[Therapy]) -> list[Verdict]:
    """A verdict that advice is for just this patient: it is against giving a class of drugs again
    that was had. Empty for other statements."""
    if statement.kind != "recommendation":
        return []
    for name in classes_told_again(text):
        own = Therapy(classes=(name,))
        if any(matches(own, each) for each in had if each.outcome != "not given"):
            again = class_in_sentence(name)
            reason = f"against a second treatment of the class: {again}"
            told = Verdict("had before", "ok", reason, kind="class again", names=(again,))
            return [told]
    return []


def classes_told_again(text: str) -> list[str]:
    """The classes of which a text says that they are not to be given again."""
    found: list[str] = []
    for each in recognise_passage(text).of("drug_class"):
        before = text[max(0, each.start - REACH) : each.start]
        if (again := _AGAIN.search(before)) and _AGAINST.search(text[: each.start - len(again[0])]):
            found += each.names
    return found


def is_against_class_again(judgement: Judgement) -> bool:
    """Whether a statement is against a second treatment of a class that the patient has had."""
    return bool(classes_not_again(judgement))


def classes_not_again(judgement: Judgement) -> frozenset[str]:
    """The classes, as a sentence names them, that a statement is against giving again."""
    told = (v for v in judgement.verdicts if (v.kind, v.outcome) == ("class again", "ok"))
    return frozenset(name for each in told for name in each.names)


def names_class_again(
    judgement: Judgement, drugs: AbstractSet[str], classes: AbstractSet[str]
) -> bool:
    """Whether a statement is against giving again what is asked about: the class, or drugs of
    it."""
    asked = {*classes, *(name for drug in drugs for name in drug_classes(drug))}
    return not classes_not_again(judgement).isdisjoint(map(class_in_sentence, asked))
