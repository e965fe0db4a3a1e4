"""Words by which a question on an event means what the patient takes: "the drug", "her tablets",
the class of it."""

from __future__ import annotations

import re

from agents.extractive.question.kinds import kinds, treats
from agents.extractive.question.splitting.findings import has_finding
from agents.facts.sheet import FactSheet
from names.clinical.values import ENDED, Therapy, Toxicity
from names.entities import Entities
from names.tables.treatment.drug_classes import CHECKPOINTS, drug_classes

_NEXT = (
    r"(?:next(?: steps?)?|now what|what (?:now|next|to do(?: now)?|happens"
    r"|(?:do|should|shall|can|would) (?:i|we|you) do(?: now)?|should happen|(?:is|should be) done)"
    r"|what(?:['’]s| is) (?:the )?next(?: steps?)?"
    r"|how (?:do|should|can|would) (?:i|we) (?:handle|deal|proceed|go on))"
)
NEXT = re.compile(rf"(?i)\b{_NEXT}\W{{0,4}}$")
_OWN = r"(?:the|this|that|these|those|his|her|their|our)"
_NOUN = (
    r"(?:drugs?|tablets?|pills?|capsules?|infusions?|drips?|medicines?|medications?|meds"
    r"|treatments?|therap(?:y|ies)|tkis?|agents?|combination|combo|regimen|doublet)"
)
_OBJECT = re.compile(rf"(?i)\b{_OWN} (?:two |both |study |cancer |current )?{_NOUN}\b")
_BEFORE_OWN = re.compile(rf"(?i)\b{_OWN} (?:two |both |current )?$")
_STEP = re.compile(rf"(?i)\b{_NEXT}\b")
NEXT_WITH = re.compile(
    rf"(?i)\b{_NEXT}(?: now)?(?: (?:with|about|to|for|of))?"
    rf" {_OWN} (?:[\w/-]{{1,20}} ){{0,2}}[\w/-]{{2,24}}\W{{0,4}}$"
)
"""Asks for the next step and names what it is about behind it: "what now with the tablets?"."""
_LONGEST_OWN = 16
"""Characters before a class that are searched for "the" or "her"."""


def asks_what_next(text: str, sheet: FactSheet) -> bool:
    """Whether a question asks for the next step in an ongoing event: the event has a grade, or
    stands beside one cancer drug going on, and no treatment has ended that would be replaced."""
    under = bool(_drugs_taken(sheet))
    graded = any(under or each.grade_from is not None for each in sheet.of(Toxicity))
    over = any(each.outcome in ENDED for each in sheet.of(Therapy))
    return bool(NEXT.search(text)) and graded and not over


def taken_drugs_meant(text: str, found: Entities, sheet: FactSheet) -> frozenset[str]:
    """The cancer drugs that the patient takes and that a question on a finding under them names by
    a common word or by their class: "what now with the checkpoint inhibitors?", "do we stop the
    drug?". What is done about the finding is asked then, and no other drug is to be chosen. Empty
    if it names a drug, or a class of which the patient takes none."""
    taken = _drugs_taken(sheet)
    asks = NEXT_WITH.search(text) or kinds()["adverse"].asked_in_case_by.search(text)
    if not taken or not asks or found.of("drug", "unknown_drug") or not has_finding(sheet):
        return frozenset()
    classes = found.of("drug_class")
    if not classes:
        return taken if _OBJECT.search(text) else frozenset()
    own = all(
        _BEFORE_OWN.search(text, max(0, each.start - _LONGEST_OWN), each.start) for each in classes
    )
    named = {name for each in classes for name in each.names}
    named |= CHECKPOINTS if named & CHECKPOINTS else set()
    return frozenset(drug for drug in taken if own and drug_classes(drug) & named)


def without_drug_words(text: str) -> str:
    """A question without the common words for what the patient takes: of "tablets" no dose is
    asked."""
    return _OBJECT.sub("", text)


def words_for_taken(text: str) -> str:
    """The common words for what the patient takes, and those that ask for the next step: an answer
    need not have them."""
    found = (*_STEP.finditer(text), *_OBJECT.finditer(text))
    return " ".join(match.group() for match in found)


def _drugs_taken(sheet: FactSheet) -> frozenset[str]:
    current = (each for each in sheet.of(Therapy) if each.outcome == "current")
    return frozenset(drug for each in current for drug in each.drugs if treats(drug))
