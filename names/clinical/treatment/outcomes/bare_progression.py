"""Treatments that failed, told in haste: "PD carbo/pac", "sunitinib 37.5 mg PD".

No "on" stands between, so that the next one could be meant, too: "PD FOLFOX" counts only where
another treatment or a question for it follows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.grammar.sentences import SENTENCE_END
from names.clinical.treatment.agents import Agent
from names.clinical.treatment.outcomes.cycles import BEFORE, NOT_YET, agents_in
from names.clinical.treatment.outcomes.therapy_outcomes import are_joined, therapy_of
from names.clinical.treatment.sequences import ASKS_NEXT
from names.clinical.values import FoundValue, Marker, Population, Therapy, Tumour
from names.patterns.filtered import filtered_pattern

PD = filtered_pattern(r"(?<!\w)(?:PD|pd)(?![\w-])")
BARE = re.compile(r"(?:^|[,;.\n]\s?|\n|\w[+-]\s)(?:PD|pd)\s$")
"""Right before the treatment, where a clause begins: "SD/PD pembro", "at PD pembro" is none."""
ENDS = re.compile(
    r"(?i)\s?(?:[.;\n]|,\s?(?!(?:planned|plan|next|now|start\w*|since|from|begun|today|tomorrow"
    r"|C\d|ongoing|continu\w*|switch\w*|dose|or|vs)\b))"
)
"""Behind the treatment: nothing says that it is the next one, or goes on."""
DOSED = re.compile(
    r"(?i)\s(?=[^,;\n]{0,25}(?:mg|->|→))\d{1,4}(?:[.,]\d)?(?:\s?mg)?"
    r"(?:\s?(?:->|→)\s?\d{1,4}(?:[.,]\d)?(?:\s?mg)?){0,2}(?:\s(?:bid|qd|od|daily))?"
    r"(?:,\s|\s?(?:->|→)\s?|\s)(?-i:PD|pd)(?=\s?(?:$|[.,;\n)]))"
)
"""Behind a treatment: its dose, and that it failed: "imatinib 400 -> 800 -> PD"."""


def hastily_failed(text: str, found: Sequence[FoundValue]) -> tuple[FoundValue, ...]:
    """The treatments that failed by such words, beside what was ``found`` of the patient."""
    told = any(isinstance(each.value, Tumour | Marker | Population) for each in found)
    if not told or PD.search(text) is None:
        return ()
    agents = agents_in(text)
    read = [each for each in found if isinstance(each.value, Therapy)]
    groups = [group for group in _groups(text, agents) if not _is_read(group, read)]
    failed = [group for group in groups if _has_failed(text, group, agents)]
    return tuple(therapy_of(text, group, "progressed") for group in failed)


def _groups(text: str, agents: Sequence[Agent]) -> list[list[Agent]]:
    groups: list[list[Agent]] = []
    for agent in agents:
        if groups and are_joined(text, groups[-1][-1].end, agent.start):
            groups[-1].append(agent)
        else:
            groups.append([agent])
    return groups


def _is_read(group: Sequence[Agent], read: Sequence[FoundValue]) -> bool:
    """Whether something else is told of the treatment."""
    own = {drug for agent in group for drug in agent.drugs}
    return any(
        isinstance(each.value, Therapy)
        and (
            (each.start < group[-1].end and group[0].start < each.end) or own & {*each.value.drugs}
        )
        for each in read
    )


def _has_failed(text: str, group: Sequence[Agent], agents: Sequence[Agent]) -> bool:
    start, end = group[0].start, group[-1].end
    lowest = max(0, start - BEFORE)
    begins = [match.end() for match in SENTENCE_END.finditer(text, lowest, start)]
    if NOT_YET.search(text[begins[-1] if begins else lowest : start]):
        return False
    if DOSED.match(text, end):
        return True
    if not BARE.search(text[max(0, start - 7) : start]) or not ENDS.match(text, end):
        return False
    own = {drug for agent in group for drug in agent.drugs}
    others = [each for each in agents if each.start >= end and not own & {*each.drugs}]
    return bool(others) or ASKS_NEXT.search(text[end:]) is not None
