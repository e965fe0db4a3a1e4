"""Treatments that a message tells by their cycle alone: "capmatinib C3, oedema grade 3".

No word beside them says that they go on; the number of the cycle does. Of a plan, a comparison, a
protocol or a question on the drug nothing is told."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from names.clinical.expansion import expand
from names.clinical.grammar.sentences import SENTENCE_END
from names.clinical.treatment.agents import Agent, find_agents, is_against_cancer
from names.clinical.treatment.outcomes.therapy_outcomes import are_joined, therapy_of
from names.clinical.values import (
    FoundValue,
    Marker,
    Measurement,
    Population,
    Therapy,
    Toxicity,
    Tumour,
)
from names.patterns.filtered import filtered_pattern
from names.patterns.relatives import KIN

CYCLE = re.compile(
    r"(?:\s(?i:mono(?:therapy)?|maint(?:enance)?|alone))?\s[Cc]\d{1,2}"
    r"(?:\s?[Dd]\d{1,2})?(?![\w-])"
)
"""Behind a treatment that goes on: "C6", "mono C6", "C2D8"."""
ENDS_ITEM = re.compile(
    r"\s?(?:$|[.;\n]|,(?!\s?(?:[CcDd]\d))"
    r"|:(?!\s?\d)|\s(?:(?i:today|yesterday|now|ongoing|given|w/o|with(?:out)?)\b|(?-i:CR|PR|SD|NED)\b))"
)
"""Behind the cycle, where nothing is asked or ordered of it: "C6 dose?", "C1 PET"."""
CYCLES = filtered_pattern(r"(?<![\w/])[Cc]\d{1,2}(?!\w)")
CLAUSE = re.compile(r"[,:(]\s?|\s[-–—]\s|->|→")
NOT_YET = re.compile(
    r"(?i)\b(?:consider\w*|think\w*|plan\w*|propos\w*|offer\w*|discuss\w*|want\w*|wish\w*|start"
    r"|starts|starting|will|give|to (?:start|begin|give|get|receive)|schedul\w*|due|candidates?"
    r"|eligib\w*|approv\w*|indicat\w*|protocols?|trials?|arms?|regimens?|stud(?:y|ies)|cohorts?"
    r"|should|could|would|can|may|might|shall|if|when|which|whether|how|what|why|does|vs\.?|versus"
    r"|or|between|prefer\w*|until|till|compar\w*|standard|label|premed\w*|next|tomorrow"
    rf"|{KIN}|FH|FHx|family|for example|e\.g)\b"
)
"""In the sentence, before the treatment: it is to come, only compared, or of somebody else."""
DENIED = re.compile(
    r"(?i)\b(?:no|not|never|none|without|na[iï]ve|declin\w*|refus\w*|before|prior|previous\w*|hx"
    r"|h/o|history|past|former\w*|after|since|post|following|from|is|are|was|allerg\w*|intoler\w*"
    r"|contraindicat\w*|off|stop\w*|check)\b"
)
"""In the clause, before the treatment: it is not the one of now."""
OVER = re.compile(
    r"(?i)\b(?<!w/o )(?<!no )(?<!without )(?:(?:PD|POD)\b(?!-)|progress\w*|relaps\w*|recurr\w*"
    r"|refractory|fail\w*|stopped|discontinued|complet\w*|finish\w*|done|then|followed by"
    r"|until|till|off|changed|paused|held|planned|plan|tomorrow|next (?:w\w{1,4}|mo\w{0,4}"
    r"|visit|cycle)|schedul\w*|due|if|vs\.?|versus|or|instead of|pending|delayed|refus\w*"
    r"|declin\w*|not given|monday|tuesday|wednesday|thursday|friday|cancel\w*|omit\w*"
    r"|switch\w*|surgery|resect\w*|ASCT)\b"
)
"""In the sentence, behind the cycle: it is over, or has not begun."""
BEYOND = re.compile(
    r"(?i)(?<!w/o )(?<!no )(?<!without )\b(?:(?:PD|POD)\b(?!-)|progress(?!ion[\s-]free)\w*"
    r"|relaps\w*|recurr\w*|refractory|failed|stopped|discontinued|completed|switched)"
)
"""Anywhere behind: what goes on now may be another one."""
ASKS_ON = re.compile(
    r"(?i)(?:\b(?:continue|hold|stop|pause|delay|resume|restart|rechallenge|next|what now|options?"
    r"|grade(?=\s?$)|reduce)(?:\s[\w/-]{1,20}){0,2}|\s[\w/-]{3,25} instead)\s?$"
)
"""The end of a sentence that asks what becomes of a treatment that goes on."""
BEFORE = 120
"""Characters of the sentence before a treatment that are looked at. Chosen by hand."""
LONGEST_ASKED = 70
"""Characters of the end of a question that are looked at. Chosen by hand."""
NOT_NOW = frozenset(("progressed", "intolerant", "not given", "planned"))
"""How the treatment of a cycle cannot be told beside it."""


def cycled_treatments(text: str, found: Sequence[FoundValue]) -> tuple[FoundValue, ...]:
    """The treatment that goes on by its cycle, beside what was ``found`` of the patient.

    Where another treatment goes on, or follows, the cycle tells of one that may be over."""
    if CYCLES.search(text) is None or not _is_of_patient(found):
        return ()
    agents = agents_in(text)
    events = {each.start for each in found if isinstance(each.value, Toxicity | Measurement)}
    first, last = _last_cycled(text, agents, events)
    group = agents[first:last]
    places = [agent.start for agent in agents]
    known = [
        (each.start, each.end, each.value)
        for each in found
        if isinstance(each.value, Therapy)
        and any(each.start <= place < each.end for place in places)
    ]
    if not group or not _is_open(group, known) or not _is_now(text, group, agents[last:]):
        return ()
    return (therapy_of(text, group, "current"),)


def agents_in(text: str) -> list[Agent]:
    """The treatments against cancer, at their places in the text as it was written."""
    expanded = expand(text)
    found = [agent for agent in find_agents(expanded.text) if is_against_cancer(agent)]
    spans = [expanded.original_span(agent.start, agent.end) for agent in found]
    return [
        replace(agent, start=start, end=end)
        for agent, (start, end) in zip(found, spans, strict=True)
    ]


def _is_of_patient(found: Sequence[FoundValue]) -> bool:
    return any(isinstance(each.value, Tumour | Marker | Measurement | Population) for each in found)


def _last_cycled(text: str, agents: Sequence[Agent], events: Set[int]) -> tuple[int, int]:
    """The last treatment with a cycle behind it, from its first agent to behind its last one.
    ``events``: where an event or a number begins, which may follow: "C2 colitis"."""
    for last in range(len(agents) - 1, -1, -1):
        match = CYCLE.match(text, agents[last].end)
        if match and (ENDS_ITEM.match(text, match.end()) or match.end() + 1 in events):
            first = last
            while first and are_joined(text, agents[first - 1].end, agents[first].start):
                first -= 1
            return first, last + 1
    return 0, 0


def _is_open(group: Sequence[Agent], known: Sequence[tuple[int, int, Therapy]]) -> bool:
    """Whether nothing that was read tells of this treatment, or of another one that goes on."""
    own = {drug for agent in group for drug in agent.drugs}
    return not any(
        therapy.outcome == "current"
        or (start < group[-1].end and group[0].start < end)
        or (therapy.outcome in NOT_NOW and own & {*therapy.drugs})
        for start, end, therapy in known
    )


def _is_now(text: str, group: Sequence[Agent], rest: Sequence[Agent]) -> bool:
    start, end = group[0].start, group[-1].end
    lowest = max(0, start - BEFORE)
    begins = [match.end() for match in SENTENCE_END.finditer(text, lowest, start)]
    sentence = text[begins[-1] if begins else lowest : start]
    clause = [match.end() for match in CLAUSE.finditer(sentence)]
    if NOT_YET.search(sentence) or DENIED.search(sentence[clause[-1] if clause else 0 :]):
        return False
    stop = SENTENCE_END.search(text, end)
    behind = text[end : stop.start() if stop else len(text)]
    if OVER.search(behind) or BEYOND.search(text, end):
        return False
    if stop and stop.group() == "?" and not ASKS_ON.search(behind[-LONGEST_ASKED:]):
        return False
    return all(_is_asked(text, agent) for agent in rest)


def _is_asked(text: str, agent: Agent) -> bool:
    """Whether a treatment that is named later stands in a question."""
    stop = SENTENCE_END.search(text, agent.end)
    return stop is not None and stop.group() == "?"
