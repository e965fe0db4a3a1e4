"""A finding that a message takes back without its name: "the mutation call was an artefact". It is
the one that the thread knows; of several nobody can tell which."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.facts.marker_states import is_gene
from names.clinical.grammar.sentences import is_asked_from
from names.clinical.values import ClinicalValue, FoundValue, Marker

_KINDS = {
    "fusion": "fusion",
    "rearrangement": "fusion",
    "translocation": "fusion",
    "amplification": "amplification",
}
"""Words for a finding, and the state that they are of; of others, of any but these."""
_UNREAL = re.compile(
    r"(?i)\b(?:the|that|this|her|his)\s(?:(?:reported|outside|initial|first)\s)?"
    r"(?P<kind>mutation|variant|alteration|fusion|rearrangement|translocation|amplification"
    r"|(?:germline|somatic|molecular|genetic|NGS)\s(?:finding|result|hit))"
    r"(?:\s(?:call|report|result|finding))?\s"
    r"(?:(?:was|is|has been|turned out to be|turned out|proved to be|proved)\s)"
    r"(?:(?:just|only|probably|actually|in fact|an?|in|the)\s){0,3}"
    r"(?:art[ei]fact\w{0,3}|false[\s-]positive|(?:sequencing|lab|reporting)\s(?:error|mistake)"
    r"|error|mistake|not real|not (?:there|confirmed)|contaminat\w{2,4}|(?:sample\s)?mix[\s-]?up)\b"
)


def findings_not_real(text: str, known: Sequence[ClinicalValue]) -> Iterator[FoundValue]:
    """The finding of one gene that the thread *knows*, as absent, where a message says that it was
    none."""
    match = _UNREAL.search(text)
    if match is None or is_asked_from(text, match.end()):
        return
    state = _KINDS.get(match["kind"].lower(), "")
    there = [
        each
        for each in known
        if isinstance(each, Marker) and each.polarity == "present" and is_gene(each)
        if (each.state == state if state else each.state not in _KINDS.values())
    ]
    if len({each.name for each in there}) == 1:
        yield from (FoundValue(replace(m, polarity="absent"), *match.span()) for m in there)
