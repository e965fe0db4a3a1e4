"""States that a message tells in short, in the words that the readers know: "now castrate
resistant" is of a prostate cancer, "CP now B8" a Child-Pugh class, "PARP maintenance" one with a
PARP inhibitor, "alectinib was 2nd line" of a treatment that was had."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.clinical.treatment.agents import find_agents

_RESISTANT = re.compile(
    r"(?i)(?<!non-)(?<!non )(?<!not )\bcastrat(?:e|ion)[\s-]resistant\b"
    r"(?!\s(?:prostate|adeno|carcinoma|ca\b))(?:\s(?:disease|PCa|PC)\b)?"
)
_CHILD_PUGH = re.compile(
    r"\bC-?P\s(?:(?:is|was|now|today|currently|score|class|worsened to|improved to|up to|down to)"
    r"\s){1,3}(?=[ABC]\s?(?:[5-9]|1[0-5])\b)"
)
_CHILD = re.compile(r"\bChild(?=\s(?:[ABC]\b|[ABC]\s?(?:[5-9]|1[0-5])\b))")
"""Of a cirrhosis, where a class follows."""
_CHILD_ANSWERED = re.compile(
    r"(?i)\b(?:child(?:[\s-]?pugh)?|(?-i:C-?P))\s?(?P<asked>[ABC](?:\s?(?:[5-9]|1[0-5]))?\s?\?{1,3}\s?"
    r"(?:no|nope|actually|rather|it['’]s)[,:]?\s|[ABC]\s?\?{1,3}\s(?=[ABC]\s?(?:[5-9]|1[0-5])))"
    r"(?=[ABC]\s?(?:[5-9]|1[0-5])?\s?(?:[.,;)?\n]|$))"
)
"""A class that is asked about, and the one that it is: "child-pugh c? no B7"."""
_WAS_LINE = re.compile(
    r"(?i)(?P<link>\s(?:was|were)\s(?:(?:given|used)\s)?(?:(?:in|as|the|her|his)\s){0,2})"
    r"(?:[1-4]L|(?:1st|2nd|3rd|4th|first|second|third|fourth)[\s-]line)\b(?!\s?\?)"
)
_BARE_TARGET = re.compile(
    r"(?<![\w/-])(?P<target>PARPs?(?=\s(?:after|again|rechallenge|alone|therapy|treatment)\b|\s?\?)"
    r"|(?:PARPs?|PD-?L?1|VEGF|CDK4/6|BTK|mTOR|MEK)(?=\s(?:as\s)?(?:maintenance|monotherapy)\b))"
)
"""What a class of drugs inhibits, said for the class: "a PARP maintenance"."""
_CLAUSE = re.compile(r"(?i)(?:^|[,;.:(\n]|\b(?:and|but|actually|sorry))\s?$")


def short_states(text: str) -> Iterator[Change]:
    """The short forms of a message, each in full."""
    for match in _RESISTANT.finditer(text):
        yield (*match.span(), "castration-resistant prostate cancer")
    for match in _BARE_TARGET.finditer(text):
        yield (*match.span(), f"{match['target'].removesuffix('s')} inhibitor")
    for match in _CHILD_ANSWERED.finditer(text):
        yield match.start(), match.end("asked"), "Child-Pugh "
    for match in _CHILD_PUGH.finditer(text):
        yield (*match.span(), "Child-Pugh ")
    for match in _CHILD.finditer(text):
        yield (*match.span(), "Child-Pugh")
    for agent in find_agents(text) if _WAS_LINE.search(text) else ():
        told = _WAS_LINE.match(text, agent.end)
        if told and _CLAUSE.search(text, 0, agent.start):
            yield agent.start, agent.start, "had "
            yield (*told.span("link"), " ")
