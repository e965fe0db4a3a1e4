"""Treatments of which only their clause tells that they were had: "6 mo FOLFIRINOX no progression",
"letrozole 2 yrs - still responding", "PD post cis/pac", "fT4 low on nivo".

The readers of treatments know wordings that lead to a drug or follow it. This reads what they have
left: the clause around a treatment is cut out, and what it holds is weighed: a time, a count of
cycles, a response, a failure, an event with a stop, or that it was adjuvant and the disease has
come back since. A clause that asks, plans or compares, or that holds none of these, tells
nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from names.clinical.grammar.sentences import SENTENCE_END, is_asked_from
from names.clinical.treatment.agents import Agent
from names.clinical.treatment.lines import setting_beside
from names.clinical.treatment.outcomes.cycles import agents_in
from names.clinical.treatment.outcomes.stopping import HARM
from names.clinical.treatment.outcomes.therapy_outcomes import (
    are_joined,
    therapy_of,
)
from names.clinical.values import (
    Condition,
    Exposure,
    FoundValue,
    Marker,
    Measurement,
    OrganFunction,
    Therapy,
    TherapyOutcome,
    Tumour,
)
from names.patterns.relatives import RELATIVE
from names.recognise import recognise
from names.tables.phrases import find_phrases

_FINDINGS = (Measurement, OrganFunction, Condition, Marker, Tumour)
"""Findings before "on" that tell of a patient; an event there is what the drug is blamed for."""
REACH = 90
"""Characters of a clause on either side of a treatment. Chosen by hand: twelve words."""
_PART = re.compile(r"[,;(]\s|[,;]\s?|[-=]>|→|⇒|\s[-–—]\s|\n|\bthen\b")
_PROPOSED = re.compile(
    r"(?i)\b(?:consider\w*|think\w*|plan\w*|propos\w*|offer\w*|discuss\w*|want\w*|wish\w*"
    r"|start(?:ing)?|will"
    r"|candidate|eligib\w*|approv\w*|indicat\w*|role|should|could|would|can|may|might|must|is"
    r"|are|does|do"
    r"|which|whether|between|vs\.?|versus|or|prefer\w*|if|add\w*|switch\w*|allerg\w*"
    r"|contraind\w*|no|not|never"
    r"|hasn['’]?t|suspect\w*|possibl[ey]|likely|unclear|presum\w*|r/o|rule out|patients"
    r"|without|w/o|na[iï]ve|refus\w*|declin\w*|trial|study|how|what|when|why|interest\w*"
    r"|ask\w*|give|use"
    r"|dose|dosing|next|rechallenge|reintroduc\w*|instead|until|before|data|evidence|label"
    r"|guideline\w*"
    rf"|approach|option\w*|{RELATIVE})\b"
)
"""In the part before a treatment: it is no treatment that this patient has had."""
_COMPARED = re.compile(
    r"(?i)\?|\b(?:or|vs|versus|instead|option|dose|enough|sufficient|standard|maximum|up to|total"
    r"|preferred|better|rather|should|would|could|can|until|if|planned)\b|\bq\d"
)
"""Behind a treatment, in its own part: it is a choice, a plan or a rule."""
_DOUBTED = re.compile(r"(?:^|[,;(\s])\?\s?$")
"""Right before a treatment: a mark that doubts what follows, and ends no question."""
_DOSED = re.compile(r"(?i)\s(?:c\d{1,2}|\d{2,4}\s?(?:mg)?\s?(?:[-=]>|→))")
"""Right behind a treatment: a cycle or a change of its dose, of which other readers tell more."""
_LEFT_OPEN = re.compile(r"(?i)(?:[-=]>|→|\b(?:at|if|on|until|till)\s(?:PD|progress\w+))\s?$")
"""Right before a treatment: another took its place, or what is done once the disease gets worse."""
_COUNT = r"(?:\d{1,2}\s?[x×]|[x×]\s?\d{1,2}|\d{1,2}\s(?:cycles?|cyc|courses?|c)\b)"
_TIME = (
    rf"(?:\d{{1,3}}(?:[.,]\d)?[\s-]?(?:mos?|mths?|months?|yrs?|years?|y|wks?|weeks?|m)\b|{_COUNT})"
)
_LASTED_BEFORE = re.compile(rf"(?i)(?:^|[,;.:(>→\n]\s?|\bhad\s|\bafter\s){_TIME}\s(?:of\s|on\s)?$")
_LASTED_BEHIND = re.compile(rf"(?i)[\s(]{{1,2}}(?:for\s|over\s|~|about\s)?{_TIME}(?!\s?\?)")
_POST = re.compile(
    r"(?i)(?P<failed>(?:\b(?-i:PD|POD)|\bprogress\w*|\brelaps\w*|\brefractory"
    r"|progressive disease))?[\s:,]{0,2}"
    r"\b(?:post|after|s/p|following)\s(?:\d{1,2}\s?(?:st|nd|rd|th)?\s?(?:dose|cycle|infusion"
    r"|[x×c])s?\s"
    r"(?:of\s)?|(?:first|second|third|last)\s(?:dose|cycle|infusion)\s(?:of\s)?)?$"
)
_DOSE = re.compile(r"(?i)\b(?:dose|cycle|infusion)\s(?:of\s)?$")
_PAST = re.compile(
    r"(?i)\b(?:hx|h/o|history|previous\w*|prior|past|was|had|earlier|before|(?:19|20)\d\d)\b"
)
_ON = re.compile(r"(?i)\bon\s$")
_ENDS = r"(?=\s?(?:[,.;)\n]|$|[-=]>|→|\s[-–—]\s|\b(?:in|at|since|so|and|then|now)\b))"
_FAILED = re.compile(
    r"(?i)(?<!no )(?<!without )(?<!w/o )(?<!not )\b(?:(?-i:PD|POD)|progressi(?:on|ve disease)"
    r"|progressed"
    rf"|ref(?:ractory)?|no response|failed){_ENDS}"
)
_WELL = re.compile(
    r"(?i)\b(?:no (?:PD|progression)|without (?:PD|progression)|(?:still|ongoing|good|partial"
    r"|complete)\s"
    r"(?:respon\w+|stable|PR|CR|SD)|responding|stable|(?-i:PR|CR|SD|NED|VGPR))\b"
)
_GOES_ON = re.compile(
    r"(?i)\b(?:still\s(?:on\b|respon|stable|going|ongoing|in\s|SD|PR|CR)"
    r"|current(?:ly)?(?=\s?(?:[,.;)\n]|$))"
    r"|(?:ongoing|on-going|continu(?:ed|es|ing)|to date)(?=\s?(?:[,.;)\n]|$))|since\b)"
)
_STOPPED = re.compile(
    r"(?i)(?<!not )(?<!never )\b(?:stopped|discontinued|dc['’]?d|d/c|withdrawn"
    r"|stop(?=\s?[,.;)\n]))(?!\s?\?)"
)
_SINCE_PART = re.compile(r"[,;:.(]\s|\s[-–—]\s|[-=]>|→|\n|(?=\b(?:now|then|later)\b)")
_CAME_BACK = re.compile(
    r"(?i)\b(?:(?:(?:now|then|later|new|develop\w{0,3}|\d{1,3}\s?(?:mos?|mths?|months?|yrs?|years?))"
    r"[\s,]{1,2}(?:\w+\s){0,3}?(?:metasta\w+|mets|met|M1|stage IV)"
    r"|relaps(?:ed?|ing)|recurr(?:ed|ence|ent)|came back|progressed|(?-i:PD))\b"
    r"(?!\s?(?:rates?|risks?|scores?|[\s-]free)\b)"
    r"|(?:metastas[ei]s|mets)\b[^,;:.?()]{0,30}\b(?:\d{1,3}\s?(?:mos?|mths?|months?|yrs?|years?)|later)\b)"
)
"""What tells that the disease is back: "now liver mets", "relapse 5 months after"."""
_NOT_BACK = re.compile(
    r"(?i)\b(?:no|not|never|without|w/o|if|when|until|till|risk|prevent\w*|whether|how|what|which"
    r"|should|would|could|rates?|nod(?:e|es|al))\b"
)
"""In the same part: it is denied, supposed or asked, or only nodes are told."""
STOP_OF_DRUG = re.compile(
    r"(?i)\s(?:(?:mouthwash|rinse|cream|drops|tablets?|prophylaxis"
    r"|was|were|is|has been|had been|now|then|also|the|her|his|their)\s){0,3}"
)
"""Between a drug and the word that says that just this drug was stopped."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """What stands around a treatment, up to the ends of its sentence and its neighbours."""

    lead: str
    """The words right before it, from the last sign that parts."""
    before: str
    """The same from the last end of a sentence."""
    behind: str
    """The words behind it, to the next treatment, or the end of the sentence."""
    own: str
    """Those of its own part."""
    is_asked: bool
    around: str
    """``adjuvant`` or ``neoadjuvant``, if it was, and the disease is told behind it to be back."""
    follows_finding: bool
    """Whether a finding of the patient stands in the part before it: "fT4 low on"."""


def treatments_of_clauses(text: str, found: Sequence[FoundValue]) -> tuple[FoundValue, ...]:
    """The treatments against cancer of which a clause tells that they were had, beside what was
    ``found``."""
    read = {
        place
        for each in found
        if isinstance(each.value, Therapy | Exposure)
        for place in range(each.start, each.end)
    }
    agents = agents_in(text)
    places = [each.start for each in found if isinstance(each.value, _FINDINGS)]
    known = {drug for each in found if isinstance(each.value, Therapy) for drug in each.value.drugs}
    told = []
    for group in _groups(text, agents):
        if any(agent.start in read or known.intersection(agent.drugs) for agent in group):
            continue  # how it went is told elsewhere
        clause = _clause_of(text, group, agents, places)
        outcome = _outcome_in(clause)
        if outcome is not None:
            told.append(_with_setting(therapy_of(text, group, outcome), clause.around))
    return tuple(told)


def _with_setting(found: FoundValue, setting: str) -> FoundValue:
    value = found.value
    if not isinstance(value, Therapy) or value.setting:
        return found
    return replace(found, value=replace(value, setting=setting))


def _groups(text: str, agents: Sequence[Agent]) -> Iterator[list[Agent]]:
    """Treatments that were given together, each a group."""
    group: list[Agent] = []
    for agent in agents:
        if group and not are_joined(text, group[-1].end, agent.start):
            yield group
            group = []
        group.append(agent)
    if group:
        yield group


def _clause_of(
    text: str, group: Sequence[Agent], agents: Sequence[Agent], findings: Sequence[int]
) -> _Clause:
    start, end = group[0].start, group[-1].end
    low, high = max(0, start - REACH), min(len(text), end + REACH)
    ends = [match.end() for match in SENTENCE_END.finditer(text, low, start)]
    stop = SENTENCE_END.search(text, end, high)
    following = [agent.start for agent in agents if agent.start >= end]
    last = min([stop.start() if stop else high, *following])
    first = max([ends[-1] if ends else low, *(a.end for a in agents if a.end <= start)])
    before = text[first:start]
    parts = [match.end() for match in _PART.finditer(before)]
    behind = text[end:last]
    own = _PART.search(behind, 1)
    # Of a sentence that asks, what stands behind a comma is the question.
    asks = is_asked_from(text, end)
    led = first + (parts[-1] if parts else 0)
    around = setting_beside(text, start, end) if _has_come_back_behind(text, end) else ""
    return _Clause(
        lead=text[led:start],
        before=before,
        behind=behind[: own.start()] if own and asks else behind,
        own=behind[: own.start()] if own else behind,
        is_asked=(asks and own is None and not around) or bool(_DOUBTED.search(text, low, start)),
        around=around,
        follows_finding=any(led <= place < start for place in findings),
    )


def _has_come_back_behind(text: str, start: int) -> bool:
    """Whether a part of the message behind this place tells that the disease came back."""
    parts = _SINCE_PART.split(text[start : start + REACH])
    return any(_CAME_BACK.search(part) and not _NOT_BACK.search(part) for part in parts if part)


def _outcome_in(clause: _Clause) -> TherapyOutcome | None:
    """How a treatment went by its clause; None where that tells nothing."""
    if clause.is_asked or _COMPARED.search(clause.own) or _DOSED.match(clause.behind):
        return None
    if _LEFT_OPEN.search(clause.before):
        return None
    if post := _POST.search(clause.before):
        if post["failed"]:
            return "progressed"
        return "current" if _DOSE.search(post.group()) else "given"
    if _PROPOSED.search(clause.lead):
        return None
    return _outcome_behind(clause) or _outcome_before(clause)


def _outcome_behind(clause: _Clause) -> TherapyOutcome | None:
    """How it went by the words behind it."""
    stopped, failed = _STOPPED.search(clause.behind), _FAILED.search(clause.behind)
    if stopped and _is_harm(clause.behind):
        return None if _is_of_another(clause.behind, stopped) else "intolerant"
    if failed and not clause.behind.rstrip().endswith("?"):
        # "Alpelisib and metformin failed" is of another drug.
        others = recognise(clause.behind[: failed.start()]).of("drug", "unknown_drug")
        return None if others else "progressed"
    return "current" if _GOES_ON.search(clause.behind) and not stopped else None


def _outcome_before(clause: _Clause) -> TherapyOutcome | None:
    """How it went by the words before it, or by the time that it was given."""
    if _FAILED.search(clause.behind):
        return None
    if _ON.search(clause.lead) and clause.follows_finding:
        return None if _PAST.search(clause.lead) else "current"
    lasted = _LASTED_BEFORE.search(clause.before) or _LASTED_BEHIND.match(clause.behind)
    return "given" if lasted or clause.around or _WELL.search(clause.behind) else None


def _is_of_another(behind: str, stopped: re.Match[str]) -> bool:
    """Whether the drug right beside "stopped" is another one: "tamoxifen, hot flushes, stopped
    paroxetine"."""
    return any(
        STOP_OF_DRUG.fullmatch(behind, each.end, stopped.start())
        or STOP_OF_DRUG.fullmatch(behind, stopped.end(), each.start)
        for each in recognise(behind).of("drug", "unknown_drug")
    )


def _is_harm(behind: str) -> bool:
    return bool(HARM.search(behind) or find_phrases(behind, "clinical/toxicities.tsv"))
