"""To which of two neighbouring treatments the words behind them belong."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.treatment.agents import Agent
from names.tables.treatment.drug_classes import drug_classes

KINASE_INHIBITOR = "tinib"
"""The stem of tyrosine kinase inhibitors (WHO INN stems 2018)."""
IN_TIME = re.compile(r"(?i)\s(?:before|prior to|after|following)\s(?:(?:the|his|her|its)\s)?")
"""Between a treatment and the one that only tells when it was given."""


def are_two_treatments(text: str, before: Agent, agent: Agent) -> bool:
    """Whether "and" joins two treatments rather than the drugs of one: one is a regimen by itself,
    or both are kinase inhibitors of a class."""
    if text[before.end : agent.start].strip().lower() != "and":
        return False
    if len(before.drugs) > 1 or len(agent.drugs) > 1:
        return True
    inhibitors = [each.drugs[0] for each in (before, agent) if each.drugs]
    classes = [{*drug_classes(drug)} for drug in inhibitors if drug.endswith(KINASE_INHIBITOR)]
    return len(classes) == 2 and bool(classes[0] & classes[1])


def treatment_meant(text: str, agents: Sequence[Agent], place: int, match: re.Match[str]) -> int:
    """The place of the treatment that the words behind one are of: in "lorlatinib before the
    alectinib, stopped for psychosis" they are of lorlatinib."""
    if not place or not match["stopped"] or not match.group().lstrip().startswith(","):
        return place
    return (
        place - 1 if IN_TIME.fullmatch(text, agents[place - 1].end, agents[place].start) else place
    )


_BY_ITSELF = re.compile(r"(?i)\s(?:alone|only|mono(?:therapy)?|[x×]\s?\d)\b")


def is_no_more_denied(text: str, denied: Agent, agent: Agent) -> bool:
    """Whether a treatment is none of the list of those that were not had: "no bevacizumab; FOLFIRI
    x4", "no zolbetuximab, FOLFOX alone"."""
    between = text[denied.end : agent.start]
    return ";" in between or ("," in between and _BY_ITSELF.match(text, agent.end) is not None)
