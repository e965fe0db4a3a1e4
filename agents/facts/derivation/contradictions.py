"""Findings that contradict each other: of one tumour the later one counts, of two tumours neither,
since nobody can tell from the words which is meant of which; nor of two methods, since nobody can
tell which of them is right. What is only supposed is said so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from agents.facts.assertion import assertion_of
from agents.facts.relations import are_related, relation
from agents.facts.sheet import Contradiction, Fact, time_told
from agents.facts.value_words import describe
from agents.facts.values.courses import clause_at
from names.clinical.values import ClinicalValue, Condition, FoundValue, Marker, Tumour

_TWO = re.compile(
    r"(?i)\b(?:(?:two|2|dual|double|both|synchronous|metachronous|second|separate|independent|bilateral)\s(?:(?:different|distinct|separate|synchronous|metachronous|primary|independent)\s)?"
    r"(?:primaries|primary|tumou?rs?|cancers?|carcinomas?|malignanc(?:y|ies)|breast cancers?"
    r"|colon cancers?))\b"
)


def tells_two_tumours(text: str, values: Sequence[ClinicalValue]) -> bool:
    """Whether a message speaks of two tumours of its patient, by these words or by their names."""
    names = {
        each.name
        for each in values
        if isinstance(each, Tumour) and each.name and each.polarity == "present"
    }
    apart = any(not are_related(one, other) for one, other in combinations(names, 2))
    return apart or _TWO.search(text) is not None


def contradiction(
    older: Fact, newer: Fact, text: str, *, at_once: bool, of: str = ""
) -> Contradiction:
    """Two facts that cannot both hold, with a sentence that says so. ``text``: the message of the
    newer one. ``of``: why neither counts, such as "of two tumours"."""
    before = f"{describe(older.value)} (“{older.text}”)"
    after = f"{describe(newer.value)} (“{newer.text}”)"
    if at_once and is_supposed(text, newer) and not is_supposed(text, older):
        sentence = f"{after} is only supposed, for this question; {before} is what was told."
        return Contradiction(newer=newer, sentence=sentence)
    who = "in the same message" if at_once else "by different people"
    which = "earlier" if at_once and is_shown_by_blood(text, older, newer) else "later"
    end = f"{of}; I take neither" if of else f"{who}; I take the {which} one"
    return Contradiction(newer=newer, sentence=f"Both {before} and {after} were said {end}.")


def is_edited_since(edited_at: str, newer: Fact) -> bool:
    """Whether a message was edited at this time after the fact of a later one was said: nobody can
    tell whether what it says now was known then."""
    if not edited_at or not newer.said_at:
        return False
    return time_told(edited_at) > time_told(newer.said_at)


def contradiction_by_edit(older: Fact, newer: Fact) -> Contradiction:
    """The same of a fact of a message that was edited after the later one was written."""
    sentence = (
        f"{describe(older.value)} (“{older.text}”) stands in a message that was edited after"
        f" {describe(newer.value)} (“{newer.text}”) was said; I take the latter until somebody says"
        " which holds."
    )
    return Contradiction(newer=newer, sentence=sentence)


_METHOD = re.compile(
    r"(?i)\b(?:IHC|FISH|D?ISH|NGS|(?:RT-?|d{1,2})?PCR|RNA|DNA|panel|Sanger|sequencing|tissue"
    r"|plasma|ctDNA|liquid biopsy)\b"
)


def why_neither(text: str, older: Fact, newer: Fact, *, of_two_tumours: bool) -> str:
    """Why of two findings of one message that contradict each other neither counts, as the words
    that tell it; empty where the later one does."""
    if of_two_tumours and is_of_one_tumour(newer.value):
        return "of two tumours"
    if _are_of_two_methods(text, older, newer):
        in_blood = _is_found_in_blood(text, older, newer) or is_shown_by_blood(text, older, newer)
        return "" if in_blood else "by two methods"
    asked = _ASKED_AND_DENIED.fullmatch(text, older.end, newer.start)
    return "with a “no” that may be of either" if asked else ""


_ASKED_AND_DENIED = re.compile(r"(?i)\s?\?{1,2}\s(?:no|nope)\s(?:[A-Z][A-Z0-9]{2,6}\s)?")


def _are_of_two_methods(text: str, older: Fact, newer: Fact) -> bool:
    """Whether two findings on one marker were each made by a method of its own: "ALK IHC positive,
    FISH negative". Of HER2 a rule tells which of its methods counts."""
    values = (older.value, newer.value)
    if not all(isinstance(each, Marker) and each.name != "HER2" for each in values):
        return False
    one, other = (_methods_of(text, fact) for fact in (older, newer))
    return bool(one and other) and one != other


_BLOOD = frozenset(("plasma", "ctdna", "liquid biopsy"))
_OF_BLOOD_CELLS = frozenset((
    "ATM", "CHEK2", "TP53", "JAK2", "DNMT3A", "TET2", "ASXL1", "PPM1D", "SF3B1", "SRSF2", "IDH1",
    "IDH2", "CBL", "GNAS", "GNB1", "BRCC3", "RAD21", "STAG2", "NF1",
))  # fmt: skip
"""Genes that ageing blood cells alter by themselves (clonal haematopoiesis), so that plasma tells
less of the tumour. By hand."""


def is_shown_by_blood(text: str, older: Fact, newer: Fact) -> bool:
    """Whether the older of two findings of one message counts: tissue, told behind it, did not show
    what plasma shows."""
    return _are_of_two_methods(text, older, newer) and _is_found_in_blood(text, newer, older)


def _is_found_in_blood(text: str, older: Fact, newer: Fact) -> bool:
    """Whether tissue did not show what plasma shows: a piece of a tumour may miss it."""
    one, other = older.value, newer.value
    if not (isinstance(one, Marker) and isinstance(other, Marker)):
        return False
    blood, tissue = _methods_of(text, newer), _methods_of(text, older)
    shown = (one.polarity, other.polarity) == ("absent", "present")
    in_blood = bool(blood & _BLOOD) and "tissue" in tissue and not tissue & _BLOOD
    return shown and in_blood and other.name not in _OF_BLOOD_CELLS


def _methods_of(text: str, fact: Fact) -> set[str]:
    own = {match.group().lower() for match in _METHOD.finditer(fact.text)}
    clause = clause_at(text, (fact.start, fact.end))
    return own or {match.group().lower() for match in _METHOD.finditer(clause)}


def is_supposed(text: str, fact: Fact) -> bool:
    """Whether a message only supposes a fact of its own: "and if CrCl drops to 25?"."""
    return assertion_of(text, FoundValue(fact.value, fact.start, fact.end)) == "supposed"


def is_undecided(each: Contradiction, values: Sequence[ClinicalValue]) -> bool:
    """Whether nobody has said since which of two findings counts."""
    return not any(relation(each.newer.value, value) != "apart" for value in values)


def is_of_one_tumour(value: ClinicalValue) -> bool:
    """Whether a value is a finding that two tumours of a patient may differ in."""
    return isinstance(value, Marker | Condition)
