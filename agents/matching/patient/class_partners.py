"""Partner drugs that a statement names only by their class: "palbociclib plus an aromatase
inhibitor"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.facts.sheet import FactSheet
from agents.facts.values.relapse_times import came_back_soon
from agents.matching.patient.therapies import (
    OFFERING,
    OPTIONS,
    class_caution,
    matches,
    options_of,
    treatments_counted,
)
from agents.matching.verdicts import Verdict
from names.clinical.events.allergies import ALLERGY_TO
from names.clinical.values import Condition, Therapy
from names.recognise import recognise_passage
from names.tables.treatment.class_sequences import follows_itself
from names.tables.treatment.drug_classes import class_in_sentence, drug_classes
from retrieval.statements.model import Statement

AROMATASE = "Aromatase inhibition"
"""Drugs of this class follow each other. A statement that names only the class does not say which
one."""
REACH = 80
"""Characters before a class that are searched for words such as "after". Chosen by hand."""
_BESIDE = re.compile(r"(?i)\b(?:plus|with|and) (?:an? )?$")
_HAD = re.compile(
    r"(?i)\b(?:after|following|prior|previous\w{0,2}|earlier|progress\w{0,6}|fail\w{0,4})\b"
)
_DENIED = re.compile(r"(?i)\b(?:no|not|without|unsuitable|ineligible|cannot|never)\b[^.;,]{0,30}$")
_COMPARED = re.compile(
    r"(?i)\b(?:prefer\w{0,4}\b[^.;]{0,80}?\b(?:to|over)|(?:rather|better|longer|more|less) than"
    r"|instead of|in place of|versus|vs\.?|compared (?:with|to)|superior to|ahead of)\s[^.;]{0,60}$"
)
"""Before what a drug is compared with: that is none of its partners."""
_OTHERS = re.compile(r"(?i)s?,? (?:or\b|plus or minus\b)")


def judge_class_partner(statement: Statement, text: str, had: Sequence[Therapy]) -> list[Verdict]:
    """A verdict against an option whose partner is of a class on which the patient progressed; a
    caution if all that is offered is such a class. Empty if the statement asks for that earlier
    treatment, or offers an alternative to the class."""
    failed = failed_classes(had) if statement.kind in OPTIONS else frozenset()
    if not failed:
        return []
    rules = (*statement.applies.prior_required, *statement.applies.prior_any_of)
    if not statement.drugs:
        return _class_alone(text, failed, rules)
    for name in partners_worded(text):
        spoken = _is_spoken_of(name, rules)
        if name in failed and not (spoken and name != AROMATASE):
            return [Verdict("had before", "contradicts", reason=class_reason(name))]
    return []


def judge_allergy(statement: Statement, sheet: FactSheet) -> list[Verdict]:
    """A verdict against an option that holds a drug to which the patient is allergic within
    another name ("trastuzumab deruxtecan"); a caution for another drug of its class. The drug
    itself is one that was not tolerated."""
    if statement.kind not in OFFERING or not statement.drugs:
        return []
    for drug in filter(drug_classes, allergens(sheet)):
        held = [[d for d in o if d.startswith(f"{drug} ")] for o in options_of(statement)]
        if all(held):
            reason = f"allergy to {drug}, which {held[0][0]} holds"
            return [Verdict("had before", "contradicts", reason=reason)]
        own = frozenset(name for name in drug_classes(drug) if name not in _WIDE)
        shared = [[d for d in o if drug_classes(d) & own] for o in options_of(statement)]
        itself = all(drug in option for option in options_of(statement))
        if own and all(shared) and not itself:
            missing = f"a source on {shared[0][0]} after an allergy to {drug}"
            return [Verdict("had before", "silent", missing=missing)]
    return _holds_intolerable(statement, sheet)


def _holds_intolerable(statement: Statement, sheet: FactSheet) -> list[Verdict]:
    """A caution for an option that holds a drug which was not tolerated within another name."""
    for drug in (d for t in sheet.of(Therapy) if t.outcome == "intolerant" for d in t.drugs):
        held = [[d for d in o if d.startswith(f"{drug} ")] for o in options_of(statement)]
        if all(held):
            missing = f"a source on {held[0][0]} after {drug} was not tolerated"
            return [Verdict("had before", "silent", missing=missing)]
    return []


def allergens(sheet: FactSheet) -> tuple[str, ...]:
    """The drugs to which the patient is allergic, in the order of the sheet."""
    held = [each.name for each in sheet.of(Condition) if each.polarity == "present"]
    return tuple(name.removeprefix(ALLERGY_TO) for name in held if name.startswith(ALLERGY_TO))


_WIDE = frozenset(("Chemotherapy", "Endocrine therapy"))
"""Classes whose drugs are alike in their use alone."""


def _is_spoken_of(name: str, rules: Sequence[Therapy]) -> bool:
    return any(rule.classes and matches(rule, Therapy(classes=(name,))) for rule in rules)


def _class_alone(text: str, failed: frozenset[str], rules: Sequence[Therapy]) -> list[Verdict]:
    """A caution for advice that names no drug, but a class that failed: "ASCO allows an immune
    checkpoint inhibitor to be added"."""
    for name in classes_offered(text):
        if name in failed and not _is_spoken_of(name, rules):
            missing = f"a source on {class_in_sentence(name)} after its failure"
            return [Verdict("had before", "silent", missing=missing)]
    return []


def classes_offered(text: str) -> list[str]:
    """The classes that advice offers: not those that were had, are denied or are compared with."""
    found: list[str] = []
    for each in recognise_passage(text).of("drug_class"):
        before = text[max(0, each.start - REACH) : each.start]
        if not (_HAD.search(before) or _DENIED.search(before) or _COMPARED.search(before)):
            found += each.names
    return found


def failed_classes(had: Sequence[Therapy]) -> frozenset[str]:
    """The classes on which the patient progressed, or after which the disease soon came back, and
    whose drugs do not usually follow each other."""
    failed = [each for each in had if each.outcome == "progressed" or came_back_soon(each)]
    named = {name for each in failed for name in each.classes}
    named |= {name for each in failed for drug in each.drugs for name in drug_classes(drug)}
    return frozenset(name for name in named if name == AROMATASE or not follows_itself(name))


def class_failed_before(
    option: Sequence[str], had: Sequence[Therapy], rules: Sequence[Therapy] = ()
) -> str:
    """The source that is missing for a regimen of a class that has failed; empty if there is none.
    ``rules``: the earlier treatments that a statement asks for."""
    known = {drug for each in had for drug in each.drugs}
    anew = sorted(option, key=known.__contains__)
    cautions = (class_caution(anew, each, rules) for each in treatments_counted(had))
    return next(filter(None, cautions), "")


def class_reason(name: str) -> str:
    """The reason against an option: ``its partner is of a class that failed (Aromatase
    inhibition)``."""
    return f"its partner is of a class that failed ({name})"


def partners_worded(text: str) -> list[str]:
    """The classes that a text gives together with a drug."""
    found: list[str] = []
    for each in recognise_passage(text).of("drug_class"):
        before = text[max(0, each.start - REACH) : each.start]
        beside = _BESIDE.search(before) and not _HAD.search(before)
        beside = beside and not _COMPARED.search(text[max(0, each.start - 2 * REACH) : each.start])
        if beside and not _OTHERS.match(text, each.end):
            found += each.names
    return found
