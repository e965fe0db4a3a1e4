"""What is done with a dose: raised or lowered where a quote changes none, or from the dose to which
a quote changes it. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL

_CHANGED = re.compile(
    r"\b(?:is|are|be|has to be|have to be|should be|must be|dose) (?:then )?(?P<way>increased"
    r"|raised"
    r"|doubled|reduced|lowered|halved)\b(?! (?:exposure|risk|efficacy|effect|survival|clearance))"
)
_CHANGES = re.compile(
    r"\b(?:increas\w*|rais\w*|doubl\w*|reduc\w*|lower\w*|halv\w*|half|decreas\w*|cut|adjust\w*"
    r"|chang\w*|modif\w*|from \d|instead of|rather than|step\w*|down|up|titrat\w*|fall\w*|fell"
    r"|drop\w*|rise\w*|rose|less|more|higher|smaller|greater|fewer|shrank|shrink\w*|declin\w*"
    r"|improv\w*|worse\w*|enhanc\w*|prolong\w*|weak\w*|percent|ratio)\b|\d ?%|\d ?mg"
)
_FROM = re.compile(r"\bfrom (?P<n>\d+(?:\.\d+)?) ?(?P<u>mg/m2|mg/kg|mg|g)\b(?!/)")
_FROM_TO = re.compile(
    r"\bfrom (?P<a>\d+(?:\.\d+)?) ?(?P<u>mg/m2|mg/kg|mg|g)?\b(?: [a-z]{1,12}){0,4} to"
    r" (?P<b>\d+(?:\.\d+)?) ?(?P<v>mg/m2|mg/kg|mg|g)\b"
)


def problem_with_start_of_change(claim: CitedSentence) -> str:
    """The first dose that it changes from, and to which alone the quotes change."""
    changes = [m for quote in claim.quotes() for m in _FROM_TO.finditer(quote.words)]
    starts = {(m["a"], m["u"] or m["v"]) for m in changes}
    starts |= {(m["n"], m["u"]) for q in claim.quotes() for m in _FROM.finditer(q.words)}
    ends = {(m["b"], m["v"]) for m in changes}
    for found in _FROM.finditer(claim.sentence.words):
        if (found["n"], found["u"]) in ends - starts:
            return f"The cited quotes change it to {found['n']} {found['u']}, not from it."
    return ""


def problem_with_changed_dose(claim: CitedSentence) -> str:
    """Whether it has something raised or lowered where its quotes change nothing."""
    found = _CHANGED.search(claim.sentence.words)
    if found is None or DENIAL.search(claim.sentence.words[: found.start()]):
        return ""
    if any(_CHANGES.search(quote.words) for quote in claim.quotes()):
        return ""
    return f"“{found['way']}” does not stand in the cited quotes."
