"""How an option is named: with the drugs or classes that it is given with, or alone."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.answer.selection.repetition import classes_beside
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.requests.halves import regimens_worded
from agents.matching.patient.therapies import option_words
from agents.matching.sub_question import SubQuestion
from names.tables.treatment.drug_classes import class_in_sentence


def option_name(found: CitedStatement) -> str:
    """The drug or regimen, its lead drug first. Drugs of which the words name none, only what they
    are ("an anti-EGFR antibody"), are no regimen: one of them is meant. Advice on classes alone is
    named by its words."""
    statement = found.judgement.statement
    if not statement.drugs:
        return f"“{found.words}”"
    words = found.words.lower()
    if statement.regimens or len(statement.drugs) < 2 or any(d in words for d in statement.drugs):
        return option_words(statement)
    return " or ".join(statement.drugs)


def with_alone(name: str, found: CitedStatement, asked: SubQuestion) -> str:
    """The name of a refused option, with "alone" where the question asks for it together with
    more: that pembrolizumab alone needs a score refuses no pembrolizumab with chemotherapy."""
    own = frozenset(found.drugs)
    joined = any(
        own <= drugs and (own < drugs or classes) for drugs, classes in regimens_worded(asked.text)
    )
    if len(own) != 1 or not joined or " with " in name:
        return name
    return _with_partners(name, found) or f"{name} alone"


def _with_partners(name: str, found: CitedStatement) -> str:
    """The name with partners that the words tell by their class alone; empty without such."""
    own = frozenset(found.drugs)
    partners = [sorted(classes) for drugs, classes in regimens_worded(found.words) if own <= drugs]
    worded = partners[0] if len(partners) == 1 else []
    return f"{name} with {' and '.join(map(class_in_sentence, worded))}" if worded else ""


def name_apart(found: CitedStatement, told: Sequence[CitedStatement]) -> str:
    """The name of a refused option, so that no other use of its drug is refused with it: with its
    partners, and with "alone" where an answer (``told``) has the drug with more. A drug that has
    failed is refused itself."""
    name, judgement = option_name(found), found.judgement
    failed = any(v.dimension == "had before" for v in judgement.contradictions)
    apart = judgement.statement.kind == "indication" and " with " not in name
    if failed or len(found.drugs) != 1 or not apart:
        return name
    alone = " alone " in found.words and any(
        found.drugs[0] in e.drugs and (len(e.drugs) > 1 or classes_beside(e)) for e in told
    )
    return _with_partners(name, found) or (f"{name} alone" if alone else name)
