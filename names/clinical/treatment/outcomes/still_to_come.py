"""Treatments of a list that what stands behind them puts into the future, or into the present:
"s/p chemoradiotherapy, durvalumab planned", "AC now, trastuzumab after delivery", "was on
everolimus, reduced to 5 mg and continues"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.values import FoundValue, Therapy

_BETWEEN = (
    r"[\s(]{1,2}(?:(?:consolidation|maintenance|maint|adjuvant|neoadjuvant|mono(?:therapy)?|therapy"
    r"|treatment|(?:for|x)\s?\d{1,2}\s?(?:mo|months?|cycles?|years?|y))\s){0,3}"
    r"(?:(?:is|was|are|were|now|then|being|has been)\s){0,2}"
)
_PLANNED = re.compile(
    rf"(?i){_BETWEEN}(?:planned|scheduled|proposed|intended|foreseen|geplant|to (?:start|begin"
    rf"|follow)"
    r"|yet to (?:start|begin)|(?:from|starting) (?:tomorrow|next)|(?:due )?next (?:week|month))\b"
)
_AFTER_BIRTH = re.compile(
    rf"(?i){_BETWEEN}(?:after|post|following)\s(?:the\s)?(?:delivery|birth)\b"
)
_AFTER_SURGERY = re.compile(
    rf"(?i){_BETWEEN}(?:after|post|following)\s(?:the\s)?(?:surgery|operation|resection"
    rf"|mastectomy)\b"
)
_WAS_ON = re.compile(r"(?i)\bwas (?:started )?on\s$")
_GOES_ON = re.compile(
    r"(?i)[^.;!?\n]{0,100}?\b(?:and|but|now|then)\s(?:still\s|now\s)?(?P<on>continu(?:es|ing)"
    r"|goes on"
    r"|ongoing|is ongoing)\b(?!\s(?:with|on|to)\s)"
)
_BEGUN_AGAIN = re.compile(
    r"(?i)[\s(,]{1,3}(?:(?:was|temporarily|briefly)\s){0,2}(?:held|paused|interrupted|withheld"
    r"|on hold)\b"
    r"[^.;?!\n]{0,70}?\b(?:restarted|resumed|re-?introduced|re-?challenged|back on it"
    r"|now (?:(?:at|on|back at|back on) )?\d{1,4}\s?mg)\b"
    r"(?![^.;?!\n]{0,60}\b(?:stop\w*|discontinu\w+|again|recur\w*|off|not)\b)"
    r"|\s(?:was\s)?not tolerated (?:at|on) \d{1,4}[^.;?!\n]{0,15},\s(?:but\s)?(?:ok(?:ay)?|fine"
    r"|well"
    r"|tolerat\w+|continu\w+|now) (?:on|at|with) \d"
)
"""Behind a treatment that was not borne for a time, and goes on."""
_REFUSED_ANOTHER = re.compile(
    r"(?i)\b(?:refus(?:ed|es|ing)|declin(?:ed|es|ing))\s[^.;:,\n]{2,50},\s(?:so\s)?$"
)
"""Before a treatment that only a comma joins to a refused one: it may be given in its place."""


def with_times_told_behind(text: str, found: Sequence[FoundValue]) -> list[FoundValue]:
    """The values, each treatment at the time that the words behind it tell."""
    if not any(isinstance(each.value, Therapy) for each in found):
        return list(found)
    agents = find_agents(text)
    return [_at_its_time(text, e, agents) for e in found if not _may_be_in_place(text, e)]


def _may_be_in_place(text: str, found: FoundValue) -> bool:
    """Whether a treatment that was read as refused may be the one that is given for it: "refused
    chemo, letrozole + palbociclib then"."""
    not_had = isinstance(found.value, Therapy) and found.value.outcome == "not given"
    before = max(0, found.start - 70)
    return not_had and _REFUSED_ANOTHER.search(text, before, found.start) is not None


def _at_its_time(text: str, found: FoundValue, agents: Sequence[Agent]) -> FoundValue:
    value = found.value
    if not isinstance(value, Therapy) or value.outcome not in ("given", "current", "intolerant"):
        return found
    if value.outcome != "current" and _BEGUN_AGAIN.match(text, found.end):
        return replace(found, value=replace(value, outcome="current"))
    if value.outcome == "intolerant":
        return found
    planned = _PLANNED.match(text, found.end) or _AFTER_BIRTH.match(text, found.end)
    if value.outcome == "current":
        planned = planned or _AFTER_SURGERY.match(text, found.end)
    if planned:
        return replace(found, value=replace(value, outcome="planned"))
    if _WAS_ON.search(text, max(0, found.start - 16), found.start):
        goes_on = _GOES_ON.match(text, found.end)
        between = goes_on and any(found.end <= a.start < goes_on.end() for a in agents)
        if goes_on and not between:
            return replace(found, value=replace(value, outcome="current"))
    return found
