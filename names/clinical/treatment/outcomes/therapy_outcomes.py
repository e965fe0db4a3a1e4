"""What stands behind a treatment: "olaparib-refractory", "letrozole, stopped for toxicity"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from names.clinical.treatment.agents import Agent, is_against_cancer
from names.clinical.treatment.lines import BEFORE_TREATMENT, ITS_TREATMENT, ORDINALS
from names.clinical.treatment.outcomes.denied_failures import (
    is_of_disease,
    outcome_as_told_behind,
    outcome_of_word,
)
from names.clinical.treatment.outcomes.separate_treatments import (
    are_two_treatments,
    treatment_meant,
)
from names.clinical.treatment.outcomes.stopping import (
    DID_HARM,
    NEVER_BEGUN,
    was_stopped_for_progression,
    was_stopped_for_toxicity,
)
from names.clinical.treatment.time_phrases import BEGUN_AT, DATE, TIME
from names.clinical.values import HAD, FoundValue, Therapy, TherapyOutcome

LONGEST_LINK = 90
"""Characters between two drugs of a list; chosen by hand ("docetaxel x6 in the adjuvant")."""
JOINS = re.compile(
    r"(?i)^(?:\s*(?:[/+&]|(?:plus|and|(?:combined |in combination )?with)\b)\s*|[-–])$"
)
ON = re.compile(r"(?i)\bon\s$")
THEN = re.compile(r"(?i)^[^.;:?!]*\b(?:then|followed by)\s(?:\w+\s)?$")
FOR_A_TIME = (
    r"(?:(?:x|for|over|during|of|about|approx\.?|~)\s?){0,2}\d{1,3}(?:[.,]\d)?[\s-]?"
    r"(?:m|mos?|mths?|months?|y|yrs?|years?|w|wks?|weeks?|cycles?)\b[\s.,;():→>-]{0,4}"
)
"""How long it was given: "alectinib for 2 years, then PD"."""
CYCLES = r"(?:x\s?\d{1,2}|\d{1,2}\s?x)(?:\s?(?:cycles?|courses?))?[\s.,;():→>-]{1,4}"
"""How often it was given: "FOLFOX x8 -> PD"."""
NO_OBJECT = (
    r"(?=\s?(?:$|[.,;:?!()\n/+–—-]|(?:by|because|due|owing|d/t|as|since|on|at|after|in|so|yet|when"
    r"|until|twice|again|before|despite|initially|for|then|and|but|last|this|here)\b))"
)
"""Behind a refusal that is of the treatment before it: "had osimertinib, declined surgery" is of
another, and tells nothing of osimertinib."""
AFTERWARDS = re.compile(
    r"(?i)^[\s,():]{0,3}(?:(?:->|=>|→|⇒|[-–])\s?)?(?:(?:first|second|third"
    rf"|fourth)[\s-]line[\s,)]{{1,3}})?(?:{FOR_A_TIME}|{BEGUN_AT}|{CYCLES}"
    rf"|{TIME}[\s.,;():→>-]{{1,4}})?(?:(?P<progressed>"
    r"(?:(?:and|also|too|both|but|then|now|ha[sd]|have|(?P<until>until|till)|already|was|were|with|who|s?he"
    r"|patient"
    r"|disease) )*"
    r"(?:progress(?:ed|ing|ion(?![\s-]free)|es|ive disease)|(?:relaps(?:ed|ing|e)|recurr(?:ed|ence"
    r"|ing))(?![\s-](?:free|rate|risk|score))|failed|fails|failure"
    r"|stopped working|(?:no|without) (?:response|effect|benefit)(?=\s?(?:[,.;:?)]|$))"
    r"|did(?:n['’]?t| not) (?:work|help|respond)\b|(?:not|no longer) working\b|ineffective\b"
    r"|(?:PD|POD)\b(?!-|\s(?:is |was )?(?:not|excluded|ruled out)\b)|refractory|resistant"
    r"|resistance(?=\s?(?:[.,;:)]|$|-?>|→)|\s(?:(?:due|after|since|at|then|next|now|and|with"
    r"|from|by|via|in|on|through|[-–—])(?!\S)(?!\s\w{0,3}mec\w*)|developed|emerged|noted)))"
    r"|[\s-]{0,2}(?:refractory|resistant|failures?)\b)"
    r"|(?P<stopped>(?:was |were |had to be |then |but |and |has been |permanently |now |put |which "
    r"|worked |helped |well |(?:given|before|earlier|previously|first),? "
    r"|(?:good |great |partial |complete )?response |(?-i:[CP]R) ){0,5}"
    r"(?:stopped|discontinued|withdrawn|interrupted|ceased|halted|held|withheld|paused|suspended"
    r"|on hold|off|quit|omitted(?=\s(?:from|after|since|as of|at|in)\b)|dropped)"
    r"(?: early| permanently)?(?=[\s(.,;)]|$))"
    r"|(?P<intolerant>[\s-]{0,2}intoleran(?:t|ce)\b|(?:(?:was |were )?not|poorly) tolerated)"
    r"|(?P<not_given>[\s-]{0,2}(?:na[iï]ve|unexposed|ineligible|unfit)\b(?! (?:for|to)\b)"
    r"|(?:was |were |but |and )*(?:not (?:yet )?(?:given|received|tried|used)"
    r"|not yet(?=\s?(?:[,.;)]|$))|never (?:given|tried|used|did|got it|received it|had it|took it"
    r"|started(?: it)?|happened)|never(?=\s?(?:[,.;)]|$))"
    r"|declined|refused|(?:was |were |but |and )*omitted(?!\s(?:from|after|since|as of|at|in)\b))"
    rf"{NO_OBJECT})"
    r"|(?P<completed>(?:was |were |has been )?(?:completed|finished|done(?=\s?(?:[,.;)]|$))))"
    r"|(?P<current>(?:(?:is|still|currently|adjuvant|maint|maintenance|mono) ){0,3}"
    r"(?:ongoing|on-going)\b(?!\s?\?)"
    rf"|since (?:{DATE}|last \w{{2,8}}|diagnosis|surgery)(?![\w/]))"
    r"|(?P<given_apart>(?:was|were|had been) (?:given|received|used|tried)(?:,| earlier| before"
    r"| previously| first| initially| prior)(?!\w)(?! (?:surgery|the|to)\b))"
    r"|(?P<given>(?:then\b(?!\s?(?:[.;!?)]|$|,\s?(?:but|though|although|with|if|so)\b))"
    r"|followed by\b)"
    rf"|{DID_HARM}"
    r"|[\s-]{0,2}(?:pre-?treated|exposed|treated|experienced|sensitive(?!\s?\?))\b"
    # "Carboplatin/paclitaxel x6 -> CR": cycles and what came of them.
    r"|[\s(]{0,2}(?:x\s?\d{1,2}|\d{1,2}\s?x)(?:\s?(?:cycles?|courses?))?[\s,;):]{0,3}"
    r"(?:(?:->|=>|→|[-–]|with|then|and)\s?)?(?:(?-i:[upnc]?CR|PR|SD|VGPR|CMR|NED)\b"
    r"|(?:durable|stable) (?-i:SD|PR|CR)\b"
    r"|residual (?:disease|tumou?r|cancer)\b(?!(?:\s\w{1,12})?\s?\?)"
    r"|(?-i:MPR|RCB)\b)"
    r"|\s?(?:(?:->|=>|→|[-–])\s?)?(?-i:CR[12i]?|CMR|VGPR)"
    r"(?=\s?(?:[,.;)]|$|->|=>|→)|\s(?:then|MRD)\b)))"
)
OF_THE_PATIENT = re.compile(r"(?i)\s{0,2}[,;:]|\s{1,2}(?:and|but|then|who)\b")
"""Begins what tells of the patient, not of the treatment right before it."""
OF_ANOTHER = re.compile(
    r"(?i)\s{0,2}[,;:]\s?(?:refractory|resistant|resistance|failure)\s"
    r"(?!(?:disease|cancers?|tumou?rs?|now|and|to|after|in|since|by|then|at|on|via|from|due|with"
    r"|through|because)\b)\w"
)
"""Another thing is refractory than the disease: "on osimertinib, refractory nausea"."""
GIVEN_AFTER_ALL = re.compile(
    rf"(?i)\s{{0,2}}(?:[:=(]\s?)?(?:(?P<yes>yes|(?:was |were )?started)\b"
    r"|(?:was |were )?(?:given|received|taken|used|instead|then(?=\s?(?:[.,;)\n]|$)))\b|since\b"
    rf"|{FOR_A_TIME})"
)
"""Behind a treatment that a list of denied ones runs into: "no chemo, letrozole for 2 years". But
for "yes" it may be what was not had, too ("no chemo, letrozole for 4 weeks")."""
STOP_ENDS = re.compile(
    r"(?i)\s?(?:$|[.,;:?!()\n/–—-]|(?:for|because|due|d/t|2/2|owing|secondary|on|as|after"
    r"|following|in|at|since|when|by|before|but|and|then|with|early|permanently|temporarily)"
    rf"(?!\w)|{TIME})"
)
"""Behind "stopped" where it is of the treatment before it: "on osimertinib, stopped smoking"."""
COMMA = re.compile(r"\s?,\s?")
BESIDE = re.compile(
    r"(?i)[\s-]{0,2}(?:refractory|resistan(?:t|ce)|failures?|intoleran(?:t|ce)|na[iï]ve|ineligible|unfit)\b"
)
"""Words that make one with the drug before them: what denies the drug denies them."""
ON_THE_NEXT = re.compile(
    r"(?i)\s(?:on|under|through|despite|during|while on|to|with|after)\s(?:(?:an?|the|her|his)\s)?"
)
OVER = re.compile(
    r"(?i)(?:until|till) (?:PD|POD|progressi(?:on|ve disease))(?=\s?(?:$|[.,;)→]|[-=]>|then\b))"
)
CLAUSE_BEGINS = re.compile(r"(?:^|[.,;:()→>]\s?|\n)$")
PAST = frozenset(("given", "completed", "progressed"))
DATED = re.compile(rf"(?i)\s(?:in |on |at )?(?:{DATE}|last\b|this\b)")
CAUSES = re.compile(
    r"(?i)\b(?:caus(?:e|es|ing)|confer(?:s|ring)?|mechanisms? (?:of|for|behind)|predict(?:s|ing)?"
    r"|driv(?:e|es|ing)|mutations? (?:of|for|in|behind)|leads? to|overcom(?:e|es|ing))\s$"
)
"""Before a drug whose resistance is asked about, not told of the patient."""
BEFORE, BEFORE_SETTING, BEHIND = 30, 24, 110
"""Characters beside a treatment in which such a word stands, its setting, and what came of it.
Chosen by hand."""
ENDED = re.compile(r"(?i)\b(?:stopped|discontinued|withdrawn|ceased|off)\b(?! early)")
LINE_BEFORE = re.compile(
    r"(?i)\b(?P<line>first|second|third|fourth|1st|2nd|3rd|4th)[\s-]line"
    rf"{ITS_TREATMENT}\s?:?\s{{0,3}}$"
)
SETTING_BEFORE = re.compile(r"(?i)\b((?<!post-)neoadjuvant|adjuvant|maintenance)(?: \w{1,12})?\s$")
SETTING_AFTER = re.compile(r"(?i)\s{1,2}\(?(?:as )?(neoadjuvant|adjuvant|maintenance)\b")
ADVANCED_AFTER = re.compile(r"(?i)(?: yet)? (?:for|in)(?: the)? (metastatic|advanced)\b")
LINE_AFTER = re.compile(
    r"(?i)[\s(\[]{1,2}(?:in |as )?(?P<line>first|second|third|fourth|1st|2nd|3rd|4th)[\s-]line"
)
FAILED = frozenset(("progressed", "intolerant"))
OUTCOMES: dict[str, TherapyOutcome] = {
    outcome.replace(" ", "_"): outcome for outcome in get_args(TherapyOutcome)
}


def read_afterwards(
    text: str, agents: Sequence[Agent], outcomes: list[TherapyOutcome | None]
) -> None:
    """ "Olaparib-refractory", "letrozole, stopped for toxicity": what stands behind a drug."""
    for place, agent in enumerate(agents):
        before = outcomes[place]
        meant = outcome_as_told_behind(text, agent.end, before) if before else None
        if meant != before:
            _put_back(text, agents, outcomes, place, meant)
        if place and outcomes[place] is None and outcomes[place - 1] == "given":
            between = text[agents[place - 1].end : agent.start]
            if len(between) < LONGEST_LINK and THEN.search(between):
                outcomes[place] = "given"
        if outcomes[place] == "not given" and not _begins_anew(text, agents, place):
            continue
        following = agents[place + 1].start if place + 1 < len(agents) else len(text)
        match = _told_afterwards(text, agent, following)
        outcome = _outcome_behind(text, agent, match, outcomes[place]) if match else ""
        if outcomes[place] == "not given":
            outcomes[place] = _after_all(text, agent, outcome)
        elif match and outcome:
            _tell(
                text, agents, outcomes, treatment_meant(text, agents, place, match), outcome, match
            )


def outcomes_of_tumour(
    agents: Sequence[Agent], outcomes: Sequence[TherapyOutcome | None]
) -> list[TherapyOutcome | None]:
    """The outcomes, where "loperamide failed" tells nothing of how the tumour grew."""
    return [
        "given" if outcome == "progressed" and not is_against_cancer(agent) else outcome
        for agent, outcome in zip(agents, outcomes, strict=True)
    ]


def _after_all(text: str, agent: Agent, outcome: str) -> TherapyOutcome | None:
    """How a treatment ended that only a comma joins to those that were not had; ``outcome``: what
    the words behind it tell, if anything."""
    behind = GIVEN_AFTER_ALL.match(text, agent.end)
    if behind and outcome in ("", "given", "current"):
        return "given" if behind["yes"] else None
    return OUTCOMES[outcome or "not_given"]


def _begins_anew(text: str, agents: Sequence[Agent], place: int) -> bool:
    """Whether only a comma joins a treatment to the one before it: "no chemo, letrozole"."""
    return place > 0 and bool(COMMA.fullmatch(text, agents[place - 1].end, agents[place].start))


def _outcome_behind(
    text: str, agent: Agent, match: re.Match[str], known: TherapyOutcome | None
) -> str:
    """The name of the group that tells how it ended; empty where nothing does. ``known``: what the
    words before the treatment tell."""
    outcome = next((name for name, value in match.groupdict().items() if value), "given")
    if outcome == "stopped":
        of_another = OF_THE_PATIENT.match(match.group())
        if of_another and not STOP_ENDS.match(match.string, match.end()):
            return ""
        return _how_stopped(text, agent.end + match.end("stopped"), match["stopped"])
    if outcome != "given_apart" and match["until"] and not _has_come(text, agent, match, known):
        return ""
    if known is None and is_of_disease(text, agent.start, agent.end, match):
        return ""
    if BESIDE.match(match.group()):
        told = outcome_of_word(text, agent.start, OUTCOMES[outcome])
        return told.replace(" ", "_") if told else ""
    return outcome


def _has_come(text: str, agent: Agent, match: re.Match[str], known: TherapyOutcome | None) -> bool:
    """Whether the end in "letrozole until PD" has come: of "on nivolumab until progression" not."""
    if known is None and OVER.match(match.string, match.start("until")):
        return bool(CLAUSE_BEGINS.search(text, max(0, agent.start - 4), agent.start))
    return known in PAST or bool(DATED.match(match.string, match.end()))


def _tell(
    text: str,
    agents: Sequence[Agent],
    outcomes: list[TherapyOutcome | None],
    place: int,
    outcome: str,
    match: re.Match[str],
) -> None:
    """Put how it ended to a treatment and to those that are one with it."""
    had = outcomes[place] in HAD
    if outcome == "given_apart":  # "PD on alectinib, lorlatinib was given earlier"
        outcomes[place] = "given"
        return
    if match["stopped"] and outcome == "given" and outcomes[place] == "current":
        outcomes[place] = "given"  # "on letrozole, palbociclib stopped in May"
        return
    if outcomes[place] and outcome in ("given", "current"):
        return  # "pd on letrozole, then fulvestrant": how it ended is known
    if had and outcome == "not_given" and OF_THE_PATIENT.match(match.group()):
        return  # "had osimertinib, declined": more of it, or another
    _put_back(text, agents, outcomes, place, OUTCOMES[outcome])


def _put_back(
    text: str,
    agents: Sequence[Agent],
    outcomes: list[TherapyOutcome | None],
    place: int,
    outcome: TherapyOutcome | None,
) -> None:
    """Give an outcome to a treatment and to those before it that are one with it."""
    back = place
    while back >= 0:
        outcomes[back] = outcome
        joined = back and _is_joined(text, agents, outcomes, back)
        if outcome in FAILED and joined and not is_against_cancer(agents[back]):
            joined = False  # "on alpelisib and metformin failed"
        if outcome == "not given" and joined and outcomes[back - 1] in HAD:
            joined = False  # "had carboplatin and pembrolizumab declined"
        if (
            outcome == "intolerant"
            and joined
            and are_two_treatments(text, agents[back - 1], agents[back])
        ):
            joined = False  # "prior THP and T-DXd (stopped for ILD)"
        back = back - 1 if joined else -1


def _is_joined(
    text: str,
    agents: Sequence[Agent],
    outcomes: Sequence[TherapyOutcome | None],
    place: int,
) -> bool:
    """Whether a treatment ended with the one before it: "on A + B", and "on A B" or "A B stopped",
    where no sign stands between the drugs of a regimen of which nothing else is told."""
    end, start = agents[place - 1].end, agents[place].start
    if not text[end:start].isspace():
        return are_joined(text, end, start)
    if outcomes[place - 1] is None:
        return all(is_against_cancer(each) for each in agents[place - 1 : place + 1])
    first = place - 1
    while first and text[agents[first - 1].end : agents[first].start].isspace():
        first -= 1
    begin = agents[first].start
    return outcomes[place - 1] == "current" or ON.search(text, max(0, begin - 4), begin) is not None


def _told_afterwards(text: str, agent: Agent, following: int) -> re.Match[str] | None:
    """What is told behind a treatment, before the one that starts at ``following``."""
    behind = text[agent.end : agent.end + BEHIND]
    match = AFTERWARDS.match(behind)
    if match is None or OF_ANOTHER.match(behind):
        return None
    to = ON_THE_NEXT.match(behind, match.end())
    if to and agent.end + to.end() == following and not BESIDE.match(behind):
        return None  # "no PD on nivolumab but progressed on axitinib"
    if match.group().rstrip().lower().endswith("resistance"):
        before = text[max(0, agent.start - BEFORE) : agent.start]
        return None if CAUSES.search(before) else match
    return match


def _how_stopped(text: str, end: int, words: str) -> str:
    """The outcome of what was stopped; empty where it was only held, and nothing says why."""
    if NEVER_BEGUN.match(text, end):
        return "not_given"
    if was_stopped_for_toxicity(text, end):
        return "intolerant"
    if was_stopped_for_progression(text, end):
        return "progressed"
    return "given" if ENDED.search(words) else ""


def are_joined(text: str, start: int, end: int) -> bool:
    """Whether "+", "/" or "and" joins two treatments to one."""
    return end - start < 30 and bool(JOINS.match(text[start:end]))


def therapy_of(text: str, agents: Sequence[Agent], outcome: TherapyOutcome) -> FoundValue:
    """A treatment with the line and setting that stand beside it."""
    start, end = agents[0].start, agents[-1].end
    around = text[max(0, start - BEFORE_SETTING) : start]
    behind = text[end : end + 18]
    before = max(0, start - BEFORE_TREATMENT)
    line = LINE_BEFORE.search(text, before, start) or LINE_AFTER.match(behind)
    setting = SETTING_BEFORE.search(around) or SETTING_AFTER.match(behind)
    if outcome == "not given":
        setting = setting or ADVANCED_AFTER.match(text, end)
    value = Therapy(
        drugs=tuple(dict.fromkeys(drug for agent in agents for drug in agent.drugs)),
        classes=tuple(dict.fromkeys(name for agent in agents for name in agent.classes)),
        outcome=outcome,
        line=ORDINALS[line["line"].lower()] if line else None,
        setting=setting[1].lower() if setting else "",
    )
    return FoundValue(value, start, end)
