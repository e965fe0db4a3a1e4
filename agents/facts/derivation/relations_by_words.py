"""How a value of a message stands to one of the thread, by the words of the message, and which of
the two counts."""

from __future__ import annotations

import re

from agents.facts.patients import is_correction, leads_on, names_second_tumour
from agents.facts.relations import (
    Relation,
    combine,
    is_acquired,
    is_later_kidney_value,
    is_other_variant,
    relation,
    with_origin,
)
from agents.facts.values.genotypes import with_second_allele
from names.clinical.phenotypes.phases import genotype_of_two
from names.clinical.values import ClinicalValue, Tumour

AMENDED = re.compile(
    r"(?i)\b(?:corrected|amended|revised|correction) (?:report|result|NGS|panel|pathology)\b"
    r"|\b(?:correction|corrected|amended|erratum|typo)\b|\b(?:I|we) meant\b"
)
"""What was told was wrong: another variant of a gene takes the place of the old."""
ADDED = re.compile(
    r"(?i)\b(?:also|too|as well|both|additional(?:ly)?|in addition|besides|plus|forgot|missed|new"
    r"|second|another|co-?(?:mutation|occurring))\b"
)
"""Says that a finding stands beside those told before."""


def value_now(
    how: Relation, older: ClinicalValue, newer: ClinicalValue, text: str, *, at_once: bool
) -> ClinicalValue:
    """What counts of two values that stand to each other in this way."""
    if how == "older":
        return older
    if how == "contrary":
        return with_second_allele(older, newer, text) or with_origin(older, newer)
    both = genotype_of_two(older, newer, text) if at_once else None
    return both or combine(older, newer, at_once=at_once)


def relation_by_words(
    older: ClinicalValue, newer: ClinicalValue, text: str, *, at_once: bool
) -> Relation:
    """How two values stand to each other. ``text``: the message of the newer one; ``at_once``: it
    tells both."""
    how = relation(older, newer)
    tumours = isinstance(older, Tumour) and isinstance(newer, Tumour)
    if how == "apart" and tumours and not at_once and not names_second_tumour(text):
        return "newer"
    if how == "apart" and not at_once and is_later_kidney_value(older, newer):
        return "newer"
    if how == "apart" and not at_once and is_other_variant(older, newer):
        supposed = leads_on(text) and not (is_acquired(older) or is_acquired(newer))
        return "newer" if supposed or AMENDED.search(text) or _corrects(older, newer, text) else how
    return how


def _corrects(older: ClinicalValue, newer: ClinicalValue, text: str) -> bool:
    """Whether a variant is told in place of the one before ("sorry, G12A"), and not beside it."""
    acquired = is_acquired(older) or is_acquired(newer)
    return is_correction(text) and not acquired and not ADDED.search(text)
