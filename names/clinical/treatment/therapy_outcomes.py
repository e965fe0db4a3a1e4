"""What stands behind a treatment: "olaparib-refractory", "letrozole, stopped for toxicity"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from names.clinical.treatment.agents import Agent
from names.clinical.treatment.stopping import (
    was_stopped_for_progression,
    was_stopped_for_toxicity,
)
from names.clinical.treatment.time_phrases import DATE, TIME
from names.clinical.values import TherapyOutcome

LONGEST_LINK = 90
"""Characters between two drugs of a list; chosen by hand ("docetaxel x6 in the adjuvant")."""
JOINS = re.compile(
    r"(?i)^(?:\s*(?:[/+&]|plus\b|and\b|with\b|combined with\b|in combination with\b)\s*|[-–])$"
)
THEN = re.compile(r"(?i)^[^.;:?!]*\b(?:then|followed by)\s(?:\w+\s)?$")
FOR_A_TIME = (
    r"(?:(?:x|for|over|during|of|about|approx\.?|~)\s?){0,2}\d{1,3}(?:[.,]\d)?[\s-]?"
    r"(?:m|mos?|mths?|months?|y|yrs?|years?|w|wks?|weeks?|cycles?)\b[\s.,;():→>-]{0,4}"
)
"""How long it was given: "alectinib for 2 years, then PD"."""
AFTERWARDS = re.compile(
    r"(?i)^[\s,():]{0,3}(?:(?:->|=>|→|⇒|[-–])\s?)?(?:(?:first|second|third"
    rf"|fourth)[\s-]line[\s,)]{{1,3}})?(?:{FOR_A_TIME}|{TIME}[\s.,;():→>-]{{1,4}})?(?:(?P<progressed>"
    r"(?:(?:and|but|then|now|ha[sd]|have|until|till|already|was|were|with|who|s?he|patient"
    r"|disease) )*"
    r"(?:progress(?:ed|ing|ion(?![\s-]free)|es|ive disease)|relaps(?:ed|ing|e)|recurr(?:ed|ence"
    r"|ing)|failed|failure"
    r"|stopped working|(?:PD|POD)\b(?!-)|refractory|resistant"
    r"|resistance(?=\s?(?:[.,;:)]|$|-?>|→)|\s(?:(?:due|after|since|at|then|next|now|and|with|from|by|via"
    r"|in|on|through|[-–—])(?!\S)(?!\s\w{0,3}mec\w*)|developed|emerged|noted)))"
    r"|[\s-]{0,2}(?:refractory|resistant|failures?)\b)"
    r"|(?P<stopped>(?:was |were |had to be |then |but |and |has been |permanently |now |put |which "
    r"|worked |helped |well |(?:good |great |partial |complete )?response |(?-i:[CP]R) ){0,4}"
    r"(?:stopped|discontinued|withdrawn|interrupted|ceased|halted|held|withheld|paused|suspended"
    r"|on hold|off|quit|omitted|dropped)(?: early| permanently)?(?=[\s(]))"
    r"|(?P<intolerant>[\s-]{0,2}(?:intolerant|intolerance)\b|(?:was |were )?not tolerated"
    r"|poorly tolerated)"
    r"|(?P<not_given>[\s-]{0,2}(?:na[iï]ve|ineligible|unfit)\b"
    r"|(?:was |were |but |and )*(?:not (?:given|received)"
    r"|never given|declined|refused))"
    r"|(?P<completed>(?:was |were |has been )?(?:completed|finished))"
    rf"|(?P<current>(?:is |still |currently )?(?:ongoing|on-going)\b(?!\s?\?)"
    rf"|since (?:{DATE}|last \w{{2,8}}|diagnosis|surgery)(?![\w/]))"
    r"|(?P<given>(?:then\b(?!\s?(?:[.;!?)]|$))|followed by\b)"
    r"|[\s-]{0,2}(?:pre-?treated|exposed|treated|experienced"
    r"|sensitive)\b))"
)
CAUSES = re.compile(
    r"(?i)\b(?:caus(?:e|es|ing)|confer(?:s|ring)?|mechanisms? (?:of|for|behind)|predict(?:s|ing)?"
    r"|driv(?:e|es|ing)|mutations? (?:of|for|in|behind)|leads? to|overcom(?:e|es|ing))\s$"
)
"""Before a drug whose resistance is asked about, not told of the patient."""
BEFORE = 30
"""Characters in which such a word stands. Chosen by hand."""
ENDED = re.compile(r"(?i)\b(?:stopped|discontinued|withdrawn)\b(?! early)")
"""That a treatment is over, whatever the reason."""
OUTCOMES: dict[str, TherapyOutcome] = {
    outcome.replace(" ", "_"): outcome for outcome in get_args(TherapyOutcome)
}


def read_afterwards(
    text: str, agents: Sequence[Agent], outcomes: list[TherapyOutcome | None]
) -> None:
    """ "Olaparib-refractory", "letrozole, stopped for toxicity": what stands behind a drug."""
    for place, agent in enumerate(agents):
        if place and outcomes[place] is None and outcomes[place - 1] == "given":
            between = text[agents[place - 1].end : agent.start]
            if len(between) < LONGEST_LINK and THEN.search(between):
                outcomes[place] = "given"
        match = _told_afterwards(text, agent)
        if not match or outcomes[place] == "not given":
            continue
        outcome = next((name for name, value in match.groupdict().items() if value), "given")
        if outcome == "stopped":
            outcome = _how_stopped(text, agent.end + match.end("stopped"), match["stopped"])
            if not outcome:
                continue
        if outcome in ("given", "current") and outcomes[place]:
            continue  # "pd on letrozole, then fulvestrant": how it ended is known
        back = place
        while back >= 0:
            outcomes[back] = OUTCOMES[outcome]
            joined = back and are_joined(text, agents[back - 1].end, agents[back].start)
            back = back - 1 if joined else -1


def _told_afterwards(text: str, agent: Agent) -> re.Match[str] | None:
    match = AFTERWARDS.match(text[agent.end : agent.end + 110])
    if match and match.group().rstrip().lower().endswith("resistance"):
        before = text[max(0, agent.start - BEFORE) : agent.start]
        return None if CAUSES.search(before) else match
    return match


def _how_stopped(text: str, end: int, words: str) -> str:
    """The outcome of what was stopped; empty where it was only held, and nothing says why."""
    if was_stopped_for_toxicity(text, end):
        return "intolerant"
    if was_stopped_for_progression(text, end):
        return "progressed"
    return "given" if ENDED.search(words) else ""


def are_joined(text: str, start: int, end: int) -> bool:
    """Whether "+", "/" or "and" joins two treatments to one."""
    return end - start < 30 and bool(JOINS.match(text[start:end]))
