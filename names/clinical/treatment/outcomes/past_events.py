"""Treatments that only an adverse event of the past names: "she had ILD on everolimus"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from names.clinical.expansion import expand
from names.clinical.treatment.agents import find_agents, is_against_cancer
from names.clinical.values import Condition, FoundValue, Therapy, Toxicity
from names.patterns.relatives import KIN

_HEAD = (
    r"\b(?P<head>had|experienced|suffered(?: from)?|prior|previous|past|h/o|hx(?: of)?"
    r"|history of)\s"
)
_BY = r"(?P<by>on|with|from|under|during|due to|because of|secondary to|2/2|after)"
_EVENT_BEFORE = re.compile(
    rf"(?i){_HEAD}(?P<event>(?:[\w/.+-]{{1,30}}\s){{1,6}}?){_BY}"
    r"(?:\s(?:the|his|her|prior|previous|earlier|past|first|neoadjuvant|adjuvant)){0,2}\s$"
)
"""What stands before the drug on which the event was."""
_HEAD_BEFORE = re.compile(rf"(?i){_HEAD}(?:(?:an?|bad|severe|mild|grade \d|g\d)\s){{0,2}}$")
_EVENT_BEHIND = re.compile(
    r"(?i)[\s-](?:induced|related|associated|mediated)\s(?P<event>[\w-]{3,30}(?:\s[\w-]{3,30})?)"
)
"""What stands around a drug that names its event: "h/o pembrolizumab-induced colitis"."""
_NAMES_EVENT = re.compile(r"(?i)\b\w{3,20}itis\b|\breactions?\b|\btoxicity\b|neuropath|cytopeni")
_OFTEN_TREATED = re.compile(
    r"(?i)\bRA\b|lupus|arthriti|psoria|uveiti|vasculi|nephr|ulcerative|hypertension|HTN|thyroid|DVT"
    r"|thromb|diabet|glyc|pain|nausea"
)
"""Illnesses for which the drug may be taken: "history of hypertension on ..." is of now."""
_GENERAL = re.compile(
    r"(?i)\b(?:if|whether|patients|women|men|those|people|trial|study|could|may|might|risk|no|not"
    rf"|never|without|denies|other|another|{KIN})\b[^.;\n]{{0,40}}$"
)
"""Before the words on an event: it is supposed, denied or of others."""
_ASKED = re.compile(
    r"(?i)\s?(?:\?|(?:vs|versus|or|considered|being|indicated|needed|proposed|desired|under|as"
    r"|option|candidates?|next|about|start|use|planned|ok|okay|safe|possible|now|ongoing|to start"
    r"|to be)\b)"
)
"""Behind the drug: it is asked for, or of now."""
_DENIED = re.compile(r"(?i)\b(?:no|not|never|without|nor|denies)\b")
_PAST = re.compile(r"(?i)\b(?:had|experienced|suffered|prior|previous|past|h/o|hx|history)\b")
MOST_BEFORE = 140
"""Characters before a drug in which the words on its event are looked for. By hand: six words."""


def treatments_of_past_events(text: str, found: Sequence[FoundValue]) -> tuple[FoundValue, ...]:
    """The cancer treatments on which the patient had an adverse event, beside what was ``found``:
    they were given. Whether they can be given again is not said."""
    if not _PAST.search(text):
        return ()
    expanded = expand(text)
    read = {
        name
        for each in found
        if isinstance(each.value, Therapy)
        for name in (*each.value.drugs, *each.value.classes)
    }
    events = [e.start for e in found if isinstance(e.value, Toxicity | Condition)]
    agents = find_agents(expanded.text)
    named = Counter(name for agent in agents for name in (*agent.drugs, *agent.classes))
    return tuple(
        FoundValue(Therapy(drugs=agent.drugs, classes=agent.classes), start, end)
        for agent in agents
        # A drug that is named again is asked about: "ILD on T-DXd. T-DXd again?" What is no drug
        # and no class of drugs ("a P-gp inhibitor") has no name.
        if max((named[name] for name in (*agent.drugs, *agent.classes)), default=0) == 1
        if read.isdisjoint((*agent.drugs, *agent.classes)) and is_against_cancer(agent)
        for start, end in [expanded.original_span(agent.start, agent.end)]
        if _had_event(text, start, end, events)
    )


def _had_event(text: str, start: int, end: int, events: Sequence[int]) -> bool:
    """Whether the words around the treatment at this place tell of an event that was had on it."""
    if _ASKED.match(text, end):
        return False
    first = max(0, start - MOST_BEFORE)
    before = text[first:start]
    if behind := _EVENT_BEHIND.match(text, end):
        head, span = _HEAD_BEFORE.search(before), behind.span("event")
    else:
        head = _EVENT_BEFORE.search(before)
        span = (first + head.start("event"), first + head.end("event")) if head else (0, 0)
    if head is None or _GENERAL.search(before[: head.end("head")]):
        return False
    event = text[slice(*span)]
    by = "" if behind else head["by"].lower()
    of_now = by in ("on", "under") and head["head"].lower().startswith(("h/o", "hx", "history"))
    if of_now or (by in ("on", "with") and _OFTEN_TREATED.search(event)):
        return False
    named = any(span[0] <= place < span[1] for place in events) or _NAMES_EVENT.search(event)
    return bool(named) and not _DENIED.search(event)
