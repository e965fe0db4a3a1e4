"""Treatments that are on hold: "binimetinib on hold", "cabo held for LFTs", "vem + cobi, QTc 512.
Both held". They are not given now, and their partners may be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from names.clinical.treatment.agents import Agent, find_agents, is_against_cancer
from names.clinical.values import FoundValue, Therapy

_HELD = r"(?:on hold|held|withheld|on pause|paused|interrupted|suspended)"
_WHEN = (
    r"(?:(?:is|was|are|were|been|has been|have been|now|still|currently|temporarily|both|being"
    r"|already|which is|which was)\s)"
)
_AGAIN = (
    r"(?![^.;?!\n]{0,70}\b(?:restarted|resumed|re-?introduced|re-?challenged|back on|until|then"
    r"|before|permanently|now (?:(?:at|on|back at|back on) )?\d{1,4}\s?mg)\b)"
)
_OPEN = r"(?!\s(?:if|when|once|or|rather)\b|\s?\?|\s?/)"
_BEHIND = re.compile(
    rf"(?i)(?:\s\d{{1,4}}(?:\.\d)?(?:\s?mg)?(?:\s(?:bd|bid|od|qd|daily))?)?"
    rf"[\s,(:–-]{{1,3}}{_WHEN}{{0,3}}{_HELD}\b{_OPEN}{_AGAIN}"
)
_BEFORE = re.compile(
    r"(?i)(?<![\w-])(?P<lead>(?:we|i|have|has|had|[,;.(]|^)\s?)(?:held|withheld|paused|interrupted"
    r"|holding|pausing)\s(?:the\s|her\s|his\s)?$"
)
_BOTH = re.compile(
    rf"(?i)\b(?:both|all)\s(?:(?:drugs?|are|is|were|now)\s){{0,2}}{_HELD}\b{_OPEN}{_AGAIN}"
)
_JOINED = re.compile(r"(?i)\s?(?:\+|/|&|,|and|plus|with)\s?")
_REACH = 30
"""Characters before a treatment in which it is said to be held. Chosen by hand."""


def with_held(found: Sequence[FoundValue], text: str) -> list[FoundValue]:
    """The values with the treatments that are on hold, each of which is not going on now. One of
    which more is told (that it failed, or was stopped for good) stays as it is."""
    held = list(held_treatments(text))
    if not held:
        return list(found)
    found = [_only_held(each, held, text) for each in found]
    gone = frozenset(drug for each in held for drug in each.drugs)
    kept = [one for each in found if (one := _without(each, gone)) is not None]
    told = {
        drug
        for each in kept
        if isinstance(each.value, Therapy) and each.value.outcome != "planned"
        for drug in each.value.drugs
    }
    new = [
        FoundValue(Therapy(drugs=left, outcome="held"), each.start, each.end)
        for each in held
        if (left := tuple(drug for drug in each.drugs if drug not in told))
    ]
    return sorted([*kept, *new], key=lambda each: (each.start, each.end))


def held_treatments(text: str) -> Iterator[Agent]:
    """The treatments that a text says to be on hold; those that it asks about are none."""
    if not _MAY_TELL.search(text):
        return
    agents = [each for each in find_agents(text) if each.drugs and is_against_cancer(each)]
    for place, agent in enumerate(agents):
        before = text[max(0, agent.start - _REACH) : agent.start]
        beside = _BEHIND.match(text, agent.end) or _BEFORE.search(before)
        if beside or _is_of_both(text, agents, place):
            yield agent


_MAY_TELL = re.compile(rf"(?i)\b(?:{_HELD}|holding|pausing)\b")


def _is_of_both(text: str, agents: Sequence[Agent], place: int) -> bool:
    """Whether a treatment is one of the two, or of the regimen, of which "both held" is said."""
    both = _BOTH.search(text, agents[place].end)
    before = [number for number, each in enumerate(agents) if both and each.end <= both.start()]
    if not before or place < before[-1] - 1:
        return False
    one, last = agents[place], agents[before[-1]]
    return one is last or _JOINED.fullmatch(text, one.end, last.start) is not None


_FOR_GOOD = re.compile(
    r"(?i)[^.;\n]{0,90}?\b(?:intoleran\w+|(?:not|poorly|never) tolerat\w+|stop(?:ped)?"
    r"|discontinu\w+|permanent\w*|withdrawn|ceased|abandoned|given up|switched|changed to|dropped"
    r"|never (?:restarted|resumed))\b(?!\s?\?)"
)
"""Behind a treatment: it does not only rest."""


def _only_held(found: FoundValue, held: Sequence[Agent], text: str) -> FoundValue:
    """A treatment that was paused for a harm ("trametinib paused because of EF 44"): that it rests
    does not say that it was not borne."""
    value = found.value
    if not isinstance(value, Therapy) or value.outcome != "intolerant":
        return found
    own = [e for e in held if found.start <= e.start and {*e.drugs} & {*value.drugs}]
    if not own or _FOR_GOOD.match(text, own[-1].end):
        return found
    return replace(found, value=replace(value, outcome="held"))


def _without(found: FoundValue, gone: frozenset[str]) -> FoundValue | None:
    """A treatment that goes on without the drugs that are held; None where nothing is left."""
    value = found.value
    if not isinstance(value, Therapy) or value.outcome not in ("current", "given"):
        return found
    if not gone & {*value.drugs}:
        return found
    left = tuple(drug for drug in value.drugs if drug not in gone)
    return replace(found, value=replace(value, drugs=left, classes=())) if left else None
