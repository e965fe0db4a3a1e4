"""A message that is all the name of an organ or a blood count: "same for the liver?", "and
platelets?"."""

from __future__ import annotations

import re
from functools import cache

from names.clinical.values import Organ, OrganFunction, Toxicity
from names.entities import EntityKind
from names.patterns.forms import one_of
from names.recognise import recognise
from names.tables.organ_classes import grade_ranges
from names.tables.ward.measures import measure_names
from names.tables.wordings import CASE_MARK

_ORGANS: dict[Organ, re.Pattern[str]] = {
    "hepatic": re.compile(r"(?i)\b(?:livers?|hepatic|LFTs?|liver function)\b"),
    "renal": re.compile(r"(?i)\b(?:kidneys?|renal|renal function)\b"),
}
_SUBJECTS: tuple[EntityKind, ...] = ("drug", "drug_class", "tumour", "trial", "gene")
_COUNTS = {"platelets": "platelet", "neutrophils": "neutrophil", "haemoglobin": "haemoglobin"}
_REST = re.compile(
    r"(?i)\b(?:and|what|how|about|same|also|for|with|in|if|the|her|his|its?|their|is|are|a|an|of|on"
    r"|or|but|bad|poor|impaired|low|failure|impairment|insufficiency|disease|function|problems?"
    r"|dose|then|now|so|ok|applies|apply|true|does|do|it|that)\b|[\W_]"
)
"""Words beside the name of the organ or count that add nothing to it."""


def organ_or_count(text: str) -> OrganFunction | Toxicity | None:
    """The organ, or the event of the blood count, that is all a short message names; None for a
    message that tells a number or anything else."""
    if re.search(r"\d", text) or recognise(text).of(*_SUBJECTS):
        return None
    for organ, pattern in _ORGANS.items():
        if pattern.search(text) and not _REST.sub("", pattern.sub(" ", text)):
            return OrganFunction(organ=organ)
    for measure, event in _events().items():
        pattern = _pattern_of(measure)
        if pattern.search(text) and not _REST.sub("", pattern.sub(" ", text)):
            return Toxicity(event=event)
    return None


@cache
def _events() -> dict[str, str]:
    """Blood count → the event that low numbers of it are."""
    return {each.measure: each.event for each in grade_ranges() if each.measure in _COUNTS}


@cache
def _pattern_of(measure: str) -> re.Pattern[str]:
    forms = [each.removeprefix(CASE_MARK) for each in measure_names()[measure]]
    return re.compile(rf"(?i)\b(?:{one_of([*map(str.lower, forms), _COUNTS[measure]])})s?\b")
