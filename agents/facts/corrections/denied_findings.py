"""What a message says was never the patient's: "neuropathy: none", "DVT was her sister's", "it was
not HFSR, it was mucositis"."""

from __future__ import annotations

import re

from names.clinical.conditions import TABLE as CONDITIONS
from names.clinical.events.resolved import events_resolved
from names.clinical.grammar.sentences import is_asked_from
from names.clinical.markers.vocabulary import PROTEIN, PROTEINS
from names.clinical.toxicities import TABLE
from names.clinical.values import ClinicalValue, Condition, Marker, Toxicity
from names.patterns.relatives import RELATIVE
from names.recognise import recognise
from names.tables.phrases import find_phrases
from names.tables.variant_classes import canonical_variant

_NONE = re.compile(
    r"(?i)\s?(?:[:=–-]\s?|(?:(?:is|was|still|remains?|stays?|again)\s){1,2})?(?:none|nil|absent)\b"
    r"(?=\s?(?:[,.;)!\n]|$|at all\b|so far\b))"
)
_NOT_THAT = re.compile(
    r"(?i)(?:\b(?:it|this|that|they|those)(?:['’]s)?\s(?:(?:was|is|were|are|has been)\s)?"
    r"(?:(?:was|is|were|are)n['’]?t|not|never)|^\W*(?:no,?\s|sorry,?\s){0,2}not)\s"
    r"(?:(?:an?|the|true|really|actually|due to|because of)\s){0,2}$"
)
"""Before an event for which a message tells another one."""
_BUT_THIS = re.compile(
    r"(?i)(?:\s(?:grade\s[1-4]|G[1-4]))?(?:\s?[,;.:–—-]\s?|\sbut\s|\s->\s)"
    r"(?:(?:but|it|this|that|was|is|it['’]s|rather|actually|just|only|an?|the)\s){0,4}"
    r"[a-z][\w. -]{2,}"
)
_OVER = re.compile(r"(?i)\b(?:now|currently|today|any ?more|recurr\w{2,5}|since|left|resolved)\b")
"""Words of an event that is over: that it was there still counts."""
REACH = 30
"""Characters around a denial in which it may be told to be over. Chosen by hand."""


_OF_A_RELATIVE = re.compile(
    r"(?i)\s(?:mutation\s|variant\s|result\s|finding\s|report\s)?"
    r"(?:was|is|were|are|belongs to|concerns)\s(?:actually\s|really\s)?"
    r"(?:in\s|that of\s|of\s|from\s)?(?:her|his|their|the (?:patient|pt)['’]?s)\s(?:own\s)?"
    rf"{RELATIVE}(?:['’]?s)?\b"
)
"""Behind a finding that was told of the patient, and is a relative's."""


def findings_of_relatives(text: str) -> frozenset[str]:
    """The names of the events, conditions and markers that a message says are a relative's."""
    named = [
        (each.name, each.end) for table in (TABLE, CONDITIONS) for each in find_phrases(text, table)
    ]
    named += [
        (gene, e.end) for e in recognise(text).mentions if e.kind == "gene" for gene in e.names
    ]
    named += [
        (canonical_variant(name), each.end)
        for each in recognise(text).of("variant")
        for name in each.names
    ]
    named += [(PROTEINS[match.lastgroup or ""], match.end()) for match in PROTEIN.finditer(text)]
    return frozenset(
        name
        for name, end in named
        if _OF_A_RELATIVE.match(text, end) and not is_asked_from(text, end)
    )


def is_finding_of(value: ClinicalValue, names: frozenset[str]) -> bool:
    """Whether a value is an event, a condition or a marker of one of these names."""
    match value:
        case Marker(name=name, state=state):
            return name in names or state in names
        case Toxicity(event=name) | Condition(name=name):
            return name in names
        case _:
            return False


def _clause_at(text: str, start: int, end: int) -> str:
    """The words around a place, up to a comma or what parts more."""
    before = re.split(r"[,;.\n]", text[max(0, start - REACH) : start])[-1]
    behind = re.split(r"[,;.\n]", text[end : end + REACH])[0]
    return f"{before} {behind}"


def events_denied(text: str) -> frozenset[str]:
    """The names of the events that a message denies outright, and of those that it tells as over,
    where it asks nothing that they decide on."""
    named = list(find_phrases(text, TABLE))
    another = (
        each.name.removesuffix("?")
        for each in named
        if _NOT_THAT.search(text, max(0, each.start - REACH), each.start)
        if _BUT_THIS.match(text, each.end) and not is_asked_from(text, each.end)
    )
    return (
        events_resolved(text)
        | frozenset(another)
        | frozenset(
            each.name
            for each in named
            if _NONE.match(text, each.end)
            if not _OVER.search(_clause_at(text, each.start, each.end))
            if not is_asked_from(text, each.end)
        )
    )
