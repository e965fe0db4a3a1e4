"""Whether two documents tell the same row of a record, each in words of its own."""

from __future__ import annotations

import re

from agents.extractive.evidence.cited_statements import CitedStatement

ALIKE_OF_RECORD = 0.4
"""Share of equal words from which such an account is a repetition. Chosen by hand: pages on a gene
and on a drug word it differently."""
_WHAT_TO_DO = re.compile(
    r"(?i)\b(?:avoid|contraindicat|discontinu|stop|withh|reduc|lower|start|increas|monitor|instead)"
)
"""How words on what is done with a drug begin."""


def tells_same_row(new: CitedStatement, old: CitedStatement) -> bool:
    """Whether two documents tell the row of one record for the same genotype, and the new one says
    nothing of what to do that the old one does not."""
    one, other = new.judgement.statement, old.judgement.statement
    apart = new.citations[0].ref != old.citations[0].ref
    same = bool(one.record) and (one.record, one.drugs) == (other.record, other.drugs)
    genotypes = one.applies.phenotypes, other.applies.phenotypes
    of_genotype = bool(genotypes[0]) and genotypes[0] == genotypes[1]
    done, known = ({*map(str.lower, _WHAT_TO_DO.findall(each.words))} for each in (new, old))
    return apart and same and of_genotype and done <= known
