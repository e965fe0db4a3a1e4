"""Whether two variants are treated alike, in a choice that holds them against each other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.requests.alike import WHICH_VARIANTS, variants_held_alike
from agents.matching.patient.therapies import OPTIONS
from agents.matching.sub_question import SubQuestion
from names.recognise import recognise_passage

_ANY_OF_GENE = re.compile(
    r"(?i)\bany (?:\w{1,20} ){0,2}(?:mutation|variant|alteration)s?\b|\bhot ?spots\b"
)


def with_alike_first(
    points: Sequence[CitedStatement], found: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[CitedStatement, ...]:
    """The points, before them what names all variants that the question holds against each other,
    or says that any variant of their gene counts."""
    variants = variants_held_alike(asked.text)
    if not variants or not asked.genes:
        return tuple(points)
    on_gene = [e for e in found if asked.genes & {*e.judgement.statement.genes}]
    told = [e for e in on_gene if e.judgement.statement.kind in WHICH_VARIANTS]
    given = [*told, *(e for e in on_gene if e.judgement.statement.kind in OPTIONS)]
    both = [e for e in given if variants <= recognise_passage(e.words).names("variant")]
    whole = [e for e in told if _ANY_OF_GENE.search(e.words) and e.judgement.answers]
    first = (both or whole)[:1]
    return (*first, *(each for each in points if each not in first))
