"""Treatments that failed, told in haste: "PD carbo/pac", "sunitinib 37.5 mg PD".

No "on" stands between, so that the next one could be meant, too: "PD FOLFOX" counts only where
another treatment or a question for it follows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

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


ALONE = re.compile(
    r"(?:[,;.:]\s?|\s[-–—]\s|\n|(?:->|→)\s?)(?:(?i:now|then|but|with|and|clear|frank|unfortunately"
    r"|CT|PET|MRI|scan|imaging|restaging|shows?|systemic|liver|hepatic"
    r"|bone|bony|brain|CNS|lung|nodal|pleural|peritoneal|visceral|PSA|biochemical|further)\s){0,4}(?:PD|POD)"
    r"(?=\s?(?:$|[.;,)\n])|\s(?i:in|at|liver|lung|bone|brain|nodes?|now|today|clinically)\b)"
)
"""That the disease got worse, in a clause of its own."""


def failed_since(text: str, found: Sequence[FoundValue]) -> list[FoundValue]:
    """The values, where the one treatment that goes on has failed by a clause of its own behind it:
    "on ibrutinib, BTK C481S, PD". Of two treatments nobody can tell which."""
    going_on = [
        each
        for each in found
        if isinstance(each.value, Therapy) and each.value.outcome == "current"
    ]
    match = ALONE.search(text, going_on[0].end) if len(going_on) == 1 else None
    others = [each for each in found if isinstance(each.value, Therapy) and each not in going_on]
    between = match and any(going_on[0].end <= e.start < match.start() for e in others)
    if match is None or between or not _is_against_cancer(going_on[0], text):
        return list(found)
    failed = replace(going_on[0], value=_as_failed(going_on[0]))
    return [failed if each is going_on[0] else each for each in found]


def _as_failed(found: FoundValue) -> Therapy:
    assert isinstance(found.value, Therapy)
    return replace(found.value, outcome="progressed")


def _is_against_cancer(found: FoundValue, text: str) -> bool:
    return any(found.start <= agent.start < found.end for agent in agents_in(text))
