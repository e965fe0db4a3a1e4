"""A question on what was no option: "why not olaparib?". Pure."""

from __future__ import annotations

import re

from agents.replies.fact_replies import states_facts
from names.recognise import recognise

_LONGEST = 14
"""Words. Chosen by hand: what is longer asks, or tells, something else as well."""
_NOT_SAID = (
    r"(?:in\s{1,3}(?:there|it|here|(?:your|the|this)\s{1,3}(?:answer|list))"
    r"|on\s{1,3}(?:there|(?:your|the|this)\s{1,3}list)"
    r"|mention\w{0,3}|list\w{0,3}|includ\w{1,3}|suggest\w{0,3}|recommend\w{0,3}|propos\w{1,3}"
    r"|consider\w{0,3}|name[sd]?|shown?|offer\w{0,3}|among\b)"
)
"""What somebody misses in an answer, behind a "not"."""
_WHY_NOT = re.compile(
    r"(?:(?:and|but|so|ok|okay|then)[,\s]{1,3})?why\s{1,3}"
    r"(?:not?\b|(?:is|was|are|were|did|do|does|isn['’]?t|wasn['’]?t|aren['’]?t|didn['’]?t)\b"
    r"[^?.!]{1,80}\b(?:option|exclud\w{1,4}|ruled?\s{1,3}out|left\s{1,3}out|leave\s{1,3}out"
    r"|not\s{1,3}for)\b"
    rf"|(?:is|was|are|were|do|does|did)n['’]?t\b[^?.!]{{1,80}}\b{_NOT_SAID}"
    rf"|(?:is|was|are|were|do|does|did)\b[^?.!]{{1,80}}\bnot\s{{1,3}}{_NOT_SAID})"
    r"[^?.!]{0,80}\?{0,3}\s{0,5}",
    re.I,
)


def asked_why_not(text: str) -> frozenset[str]:
    """The drugs of which a message asks why they are no option; empty if it asks anything else, or
    states a fact of the patient, with which all would have to be compared again."""
    if len(text.split()) > _LONGEST or not _WHY_NOT.fullmatch(text) or states_facts(text):
        return frozenset()
    return frozenset(name for each in recognise(text).of("drug") for name in each.names)
