"""How a course of treatments ended, told behind the last of them: "carbo/taxol x6 then niraparib
maintenance, PD" is "PD on niraparib maintenance", "sunitinib then nivo, PD on both" a failure of
both. "FOLFIRINOX then olaparib?" asks about a sequence, and tells of none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from names.clinical.expansion import Change
from names.clinical.treatment.agents import Agent, find_agents, first_of_regimen
from names.tables.ward.abbreviations import ambiguous_forms

_PD = r"(?:PD|POD|progress(?:ed|ion|ing|ive disease))"
_MAINTAINED = re.compile(
    r"(?i)\s(?:as\s)?(?:maintenance|maint\.?|consolidation)(?:\s(?:x|for)\s?\d{1,2}\s?(?:mo\w{0,4}"
    rf"|m|y\w{{0,4}}|cycles?))?(?P<failed>\s?(?:[,;(]|->|→|–|-)?\s?(?:(?:now|then|and|but|with|has)\s){{0,2}}{_PD}\b)"
    r"(?!\s(?:on|under|after|with|to|not|excluded|ruled)\b|-)"
)
"""Behind a treatment that was kept up until the disease grew."""
_SHORT_FORM = re.compile(rf"(?i)(?<![\w/+-])(?P<form>[a-z]{{2,6}}){_MAINTAINED.pattern[4:]}")
"""The same behind a short form that only other words of the message tell apart."""
_OF_BOTH = re.compile(
    rf"(?i)(?P<told>\s?(?:[,;(.]|->|→)\s?(?:(?:and|with|has)\s)?{_PD}\s(?:on|under|after|through|with)\s"
    r"(?:both|all(?: three| of them)?|each|(?P<last>(?:the )?last(?: one| of them)?))\b\)?)"
)
_ARROW = re.compile(r"\s?(?:->|=>|→|⇒)\s?")
_FAILED = re.compile(rf"(?i)\b{_PD}\s(?:on|under|after)\s$")
_CLAUSE = re.compile(r"[.;?!\n]")
_THEN = re.compile(
    r"(?i)(?P<cycles>\s?(?:x\s?\d{1,2}|\d{1,2}\s?x|\d{1,2}\scycles))?"
    r"(?P<link>\s?(?:,\s)?(?:then|followed by)\s)"
)
_ASKED = re.compile(
    r"(?i)(?:\s(?:maintenance|maint|monotherapy|mono|consolidation|alone|adjuvant))?\s?\?"
)
_TOLD_BEFORE = re.compile(
    r"(?i)\b(?:after|post|s/p|had|received|got|on|PD|progress\w*|fail\w*|prior|previous\w*|relaps\w*"
    r"|refractory|following|completed|finished|treated with|since)\b[^.;?!\n]{0,60}$"
)


def courses_of_treatments(text: str) -> Iterator[Change]:
    """The words that tell how a course ended, each before its treatment."""
    agents = find_agents(text)
    for place, agent in enumerate(agents):
        if match := _MAINTAINED.match(text, agent.end):
            first = agents[first_of_regimen(text, agents, place)]
            if not _FAILED.search(text, max(0, first.start - 20), first.start):
                yield first.start, first.start, "PD on "
                yield (*match.span("failed"), "")
        elif match := _OF_BOTH.match(text, agent.end):
            yield from _all_failed(text, agents[: place + 1], only_last=bool(match["last"]))
            yield (*match.span("told"), "")
        elif place:
            yield from _only_asked(text, agents, place)
    for match in _SHORT_FORM.finditer(text):
        told = _FAILED.search(text, max(0, match.start() - 20), match.start())
        if match["form"].lower() in ambiguous_forms() and not told:
            yield match.start(), match.start(), "PD on "
            yield (*match.span("failed"), "")


def _all_failed(text: str, agents: Sequence[Agent], *, only_last: bool) -> Iterator[Change]:
    """A failure of each treatment of the sentence that ends with the last of these, or of that
    alone: those before it were had."""
    starts = [match.end() for match in _CLAUSE.finditer(text, 0, agents[-1].start)]
    begin = starts[-1] if starts else 0
    last = first_of_regimen(text, agents, len(agents) - 1)
    for place, agent in enumerate(agents):
        if agent.start >= begin and first_of_regimen(text, agents, place) == place:
            yield agent.start, agent.start, "had " if only_last and place != last else "PD on "
            if only_last and place != last:
                arrow = _ARROW.match(text, agent.end)
                yield from [(*arrow.span(), "; ")] if arrow else []


def _only_asked(text: str, agents: Sequence[Agent], place: int) -> Iterator[Change]:
    """A sequence that a question puts forward: its last treatment was not had, and the one before
    it only if its cycles are told."""
    before, agent = agents[place - 1], agents[place]
    match = _THEN.fullmatch(text, before.end, agent.start)
    if match is None or not _ASKED.match(text, agent.end):
        return
    first = agents[first_of_regimen(text, agents, place - 1)]
    yield (*match.span("link"), ". ")
    if match["cycles"] and not _TOLD_BEFORE.search(text, max(0, first.start - 80), first.start):
        yield first.start, first.start, "had "
