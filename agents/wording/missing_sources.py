"""Names of missing sources: where a thing would be told, what is asked for, and of what. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agents.wording.not_found import facts_of_drugs

MOST_SOURCES = 2
"""Kinds of source, or facts, that a gap names. Chosen by hand: those that are asked first."""
SOURCES = {
    "label": "a drug label",
    "guideline": "a guideline",
    "pharmacogenomics": "a pharmacogenomic guideline",
    "variant": "variant evidence",
    "trial": "a trial's registry entry",
    "trial_result": "a trial's publication",
    "landmark_trial": "a trial's publication",
    "gene": "a gene's record",
}
"""What a silo of each role would bring; of other roles it is "a source"."""

Joins = Literal["of", "with", "to", ":"]
"""How the name of a thing joins what is asked for: "the dose of olaparib"; "breastfeeding with
olaparib", where a drug is named, else "of"; "the gene: KRAS". Key ``asks_for_joins`` beside
``asks_for`` in the tables of kinds of question and of aspects."""


def missing_source(
    roles: Sequence[str], wanted: str, about: str, *, joins: Joins, of_drug: bool
) -> str:
    """The name of a source that is missing: ``a drug label or a guideline on the dose of
    olaparib``. ``roles``: of the silos that would tell it; ``wanted``: what is asked for, or empty;
    ``about``: of what, or empty; ``joins``: how that stands behind what is asked for; ``of_drug``:
    whether it begins with a drug."""
    told = _sources(roles)
    if not about:
        return f"{told} that answers this"
    if not wanted:
        return f"{told} on {about}"
    if joins == ":":
        return f"{told} on {wanted}: {about}"
    return f"{told} on {wanted} {joins if of_drug else 'of'} {about}"


def _sources(roles: Sequence[str]) -> str:
    """``a drug label or a guideline``."""
    sources = dict.fromkeys(SOURCES[role] for role in roles if role in SOURCES)
    return " or ".join(list(sources)[:MOST_SOURCES]) or "a source"


ONLY_WITH, NOT_FOUND = "Only with ", "No source was found on "
"""How a sentence begins whose statement depends on a fact that nobody has told, and one whose
statement a source that is missing may turn."""


def not_found_before(source: str) -> str:
    """What stands before a statement that a missing source may turn, ``a source on talazoparib
    after olaparib``: ``No source was found on talazoparib after olaparib``."""
    return f"{NOT_FOUND}{source.removeprefix('a source on ')}"


def trial_for(about: str) -> str:
    """``a trial for breast cancer with BRCA1``: the name of what is missing where a trial is looked
    for and none at hand fits."""
    return f"a trial for {about}" if about else "a trial that fits"


def meaning_of_facts(roles: Sequence[str], untold: Sequence[tuple[str, str]]) -> str:
    """``a drug label on what QTc 478 ms means for ribociclib``: the name of what is missing where
    no statement at hand weighs a fact of the patient. ``roles``: of the silos that would tell it;
    ``untold``: pairs of a fact and a drug."""
    meant = [f"what {facts} means for {drugs}" for facts, drugs in facts_of_drugs(untold)]
    told = " and ".join(meant[:MOST_SOURCES])
    return f"{_sources(roles)} on {told}"
