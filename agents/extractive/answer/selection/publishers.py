"""Who is asked for by name ("according to ESMO"): what they say comes first, or that they say
nothing; and what guidelines advise among the labels of a choice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.answer.selection.suitability import advises_against, names_an_option
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.kinds import COMPARING
from agents.matching.premises import publisher_not_found_sentence
from agents.matching.sub_question import SubQuestion
from agents.turns import DraftSentence
from names.recognise import recognise_passage


def is_of_publisher(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement is by somebody whom the question names: of their silo, or by its words,
    its evidence or its source."""
    if found.silo in asked.of_publisher:
        return True
    statement, first = found.judgement.statement, found.citations[0]
    scale = statement.evidence.scale if statement.evidence else ""
    told = f"{found.words} {scale} {first.organisation}"
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told) for name in asked.publishers)


def said_by_others(
    answers: tuple[CitedStatement, ...], asked: SubQuestion, part: int
) -> tuple[DraftSentence, ...]:
    """What is said first when nothing that answers is by those whom the question names."""
    if not asked.publishers or not answers or any(is_of_publisher(e, asked) for e in answers):
        return ()
    text = publisher_not_found_sentence(sorted(asked.publishers)[0])
    return (DraftSentence(text=text, role="headline", basis="matching", part=part),)


def is_advice_for_patient(found: CitedStatement) -> bool:
    """Whether a guideline advises it for this tumour in this setting and leaves nothing open,
    whatever its words are like."""
    agreed = {v.dimension for v in found.judgement.verdicts if v.outcome == "ok"}
    fits = {"tumour", "setting"} <= agreed and not found.judgement.missing
    advised = found.judgement.statement.kind == "recommendation" and found.role == "guideline"
    return advised and fits and found.judgement.answers and names_an_option(found)


PREFERS = re.compile(
    r"(?i)\b(?:prefers?|preferred|replaced)\b|\brather than\b|\bin place of\b|, not an? "
)
"""How advice puts one option before another."""


def decides(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether advice for this tumour settles the choice: it is for just this line, or weighs a fact
    of the patient of which the labels are silent (the side of the tumour), or says which of two
    comes first where the question asks for one of them. It is heard before what labels allow."""
    statement, verdicts = found.judgement.statement, found.judgement.verdicts
    on_tumour = any(v.dimension == "tumour" and v.outcome == "ok" for v in verdicts)
    if statement.kind != "recommendation" or found.role != "guideline" or not on_tumour:
        return False
    weighed = any(v.dimension in _DECISIVE and v.outcome == "ok" for v in verdicts)
    if found.judgement.missing or advises_against(found):
        return False
    told = weighed and bool(ADVISES.search(found.words))
    compares = asked.compared or bool(COMPARING.search(asked.text))
    return told or (compares and bool(PREFERS.search(found.words)))


def is_advised(found: CitedStatement, others: Sequence[CitedStatement], asked: SubQuestion) -> bool:
    """Whether it offers just what advice that settles the choice names: where ASCO advises
    trastuzumab deruxtecan for this line, its label comes before those of other drugs."""
    same = (each for each in others if frozenset(each.drugs) == frozenset(found.drugs))
    return any(each is not found and decides(each, asked) for each in same)


ADVISES = re.compile(r"(?i)\b(?:advis|recommend|prefer|first choice|standard of care)")
_DECISIVE = frozenset(("condition", "line"))
MOST_ADVICE = 2
"""Recommendations that stand among the first options. Chosen by hand: what is preferred, and what
else is advised."""


def _names_class_or_choice(found: CitedStatement) -> bool:
    """Whether it names a class of drugs, or several drugs each of which it advises."""
    if len(found.judgement.statement.regimens) > 1:
        return True
    return not found.drugs and bool(recognise_passage(found.words).of("drug_class"))


def with_advice(
    regimens: Sequence[CitedStatement],
    worthy: Sequence[CitedStatement],
    first: int,
    asked: SubQuestion,
) -> list[CitedStatement]:
    """The regimens, and behind the ``first`` of them what guidelines advise for this tumour:
    "prefers nivolumab plus ipilimumab" is not cut off by the many labels for an altered gene."""
    told = {frozenset(each.drugs) for each in regimens}
    advice = [
        each
        for each in worthy
        if each.judgement.statement.kind == "recommendation"
        and (names_an_option(each) or (decides(each, asked) and _names_class_or_choice(each)))
        and (frozenset(each.drugs) not in told or decides(each, asked))
        and any(v.dimension == "tumour" and v.outcome == "ok" for v in each.judgement.verdicts)
    ]
    return [*regimens[:first], *advice[:MOST_ADVICE], *regimens[first:]]


def rule_per_publisher(
    answers: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """Where a genotype is asked about, the best rule of each body that recommends (CPIC, DPWG):
    they may say the contrary, and then both are heard."""
    best: dict[str, CitedStatement] = {}
    for each in answers if asked.kind == "pharmacogenomics" else ():
        evidence = each.judgement.statement.evidence
        if evidence and evidence.scale.endswith("strength of recommendation"):
            best.setdefault(evidence.scale, each)
    return list(best.values()) if len(best) > 1 else []
