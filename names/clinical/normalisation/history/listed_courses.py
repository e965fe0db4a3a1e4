"""How treatments went that a message only lists, with the words that the readers know before them:
"osi 1L 18 mo, brain PD only" becomes "PD on osi 1L 18 mo, …", so does "crizotinib then alectinib,
both failed"; "only abiraterone so far" becomes "had abiraterone so far"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.clinical.treatment.agents import find_agents, first_of_regimen
from names.entities import EntityKind
from names.recognise import recognise_passage

_LINE = r"(?:\s\(?(?:[1-4]L|(?:1st|2nd|3rd|first|second|third)[\s-]line|front-?line|upfront)\)?)"
_TIME = (
    r"(?:\s?[,(]?\s?(?:x\s?|for\s|~\s?|×\s?)?\d{1,3}(?:[.,]\d)?[\s-]?"
    r"(?:mos?|mths?|months?|m|yrs?|years?|y|wks?|weeks?|w|cycles?|c)\b\)?)"
)
_FAILED = r"(?:PD|POD|progress(?:ed|ion|ing)|relaps(?:e|ed)|recurrence)\b(?![\s-]free)"
_SITE = (
    r"(?:(?:now|then|with|new|brain|CNS|liver|lung|bone|nodal|hepatic|systemic|oligo-?|isolated|slow"
    r"|clear|rapid|radiographic|biochemical|PSA|local|extracranial|intracranial|multifocal)[\s-]?)"
)
_COURSE = re.compile(
    rf"(?i){_LINE}{_TIME}(?P<failed>\s?(?:[,;:]|->|→|then|and)\s?{_SITE}{{0,3}}{_FAILED})?"
    r"(?!\s?\?)(?=\s?(?:[,;.:)\n]|$|->|→|then\b|and\b|with\b|in\b|at\b|only\b|on\b))"
)
"""Behind a treatment: its line, how long it was given, and that the disease got worse."""
_BOTH = re.compile(
    r"(?i)\s?[,:;(–-]?\s?(?:both|all(?:\s(?:three|four|of them|of these))?|each)\s"
    r"(?:(?:have|had|has|of them|were|are|now|lines?|drugs?|TKIs?)\s){0,2}"
    r"(?:failed|PD\b|POD\b|progressed|progressing|progression|with PD|refractory|stopped working)"
)
_BEFORE = 40
"""Characters before a treatment in which its cue is looked for. Chosen by hand."""
_JOINS = re.compile(r"(?i)\s?(?:\+|/|&|,\s?(?:and\s|then\s)?|and|plus|then|followed by|->|→|>)\s?")
_REGIMEN = re.compile(r"(?i)\s?(?:\+|/|&|and|plus|with)\s?")
_SO_FAR = re.compile(
    r"(?i)(?P<only>\s?(?:only|alone))?\s(?:so far|to date|(?:un)?til now|up to now)\b"
)
_ONLY = re.compile(
    r"(?i)(?<!\w)(?P<words>(?:(?:has |have )?had )?"
    r"(?:only|just|nothing (?:but|other than|except|besides))\s)$"
)
"""Before a treatment that is all that the patient had."""
_TOLD = re.compile(r"(?i)\b(?:had|received|got|given|on|with|approved|available|after)\s?$")
_CLAUSE = re.compile(r"(?:^|[,;.:(\n]|->|→)\s?$")


_HEAD = re.compile(
    r"\s?:\s(?P<told>[^?.;\n]{1,120}(?:\.\d[^?.;\n]{0,100}){0,3})[.;](?!\d)[^?]{0,200}\?"
)
"""Behind a drug that heads a message: a colon, what happened, and what is asked about it."""
_OF_A_CASE: tuple[EntityKind, ...] = ("tumour", "variant", "status", "setting")
"""Names by which a case is told for which the drug may only be considered."""


def treatments_before_a_colon(text: str) -> Iterator[Change]:
    """The place before a drug that heads a message and is followed by a colon and a value:
    "inavolisib: glucose 14.8. what now?" is on inavolisib."""
    for agent in find_agents(text)[:1]:
        told = _HEAD.match(text, agent.end)
        if not told or text[: agent.start].strip() or not re.search(r"\d", told["told"]):
            continue
        if not recognise_passage(told["told"]).of(*_OF_A_CASE):
            yield agent.start, agent.start, "on "


def courses_told(text: str) -> Iterator[Change]:
    """The places before listed treatments, with the words that tell how they went."""
    agents = find_agents(text)
    for place, agent in enumerate(agents):
        if match := _BOTH.match(text, agent.end):
            first = first_of_regimen(text, agents, place, _JOINS)
            if first != place and _CLAUSE.search(text, 0, agents[first].start):
                yield agents[first].start, agents[first].start, "PD on "
                yield (*match.span(), "")
        elif match := _COURSE.match(text, agent.end):
            first = first_of_regimen(text, agents, place, _REGIMEN)
            if _CLAUSE.search(text, 0, agents[first].start):
                words = "PD on " if match["failed"] else "had "
                yield agents[first].start, agents[first].start, words
        elif match := _SO_FAR.match(text, agent.end):
            first = first_of_regimen(text, agents, place, _REGIMEN)
            yield from _only_so_far(text, agents[first].start, is_last=bool(match["only"]))


def _only_so_far(text: str, start: int, *, is_last: bool) -> Iterator[Change]:
    """ "If only abiraterone so far", "abiraterone only so far", "so far": the treatment was had."""
    before = text[max(0, start - _BEFORE) : start]
    only = _ONLY.search(before)
    if only and not _TOLD.search(before[: only.start()]):
        yield start - len(only["words"]), start, "had "
    elif is_last and not _TOLD.search(before):
        yield start, start, "had "
