"""Treatments that a claim asks to have been had, or not to have been had. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from names.clinical.treatment.agents import classes_worded
from names.clinical.values import FoundValue, Therapy, TherapyOutcome
from names.tables.treatment.drug_classes import BROAD, drug_classes, wider_classes
from retrieval.derivation.scope import ReadWords
from retrieval.statements.model import Applicability, StatementKind

Value = TypeVar("Value")

_PRIOR = re.compile(
    r"\b(?:after|following|prior|previous|progress|relapse|recurr|pre-?treated|refractory|resistant"
    r"|intoleran|(?:have|has|had|having|who) (?:had|recei)|failure|failed|despite|naive|not had"
    r"|untreated|responded|response to|exposed)",
    re.IGNORECASE,
)
_NOT_PROGRESSED = re.compile(
    r"\b(?:not (?:yet )?progressed|without (?:disease )?progression|no progression|respon)",
    re.IGNORECASE,
)
BEFORE = 70
"""Characters before a therapy in which "after" or "progression on" stands. Chosen by hand: the
longest wordings of indications ("after progression following endocrine therapy with") have 50."""
_BEHIND = 12
"""Characters behind an earlier treatment that still speak of it: "in the adjuvant setting". Chosen
by hand."""
_OR = re.compile(r"[\s,]{0,3}(?:or|and/or|/)[\s,]{0,3}(?:an? |the )?", re.IGNORECASE)
_OR_AFTER = re.compile(
    r"[^.;:]{0,60}?,? or (?:that |which |who |it |has |have |had |was |with |on |after |following "
    r"|during |within |progress\w* |recur\w* |relaps\w* |failure |disease |of |to |completing "
    r"|starting |an? |the |prior |previous |earlier |\d{1,2} |months |first-line |adjuvant ){1,10}",
    re.IGNORECASE,
)
"""Between two treatments of which one is asked: "on an EGFR inhibitor, or that has progressed on
osimertinib"."""
_ALSO_FIRST = re.compile(
    r"\b(?:initial|first[\s-]line|newly diagnosed|untreated)\b[^.;:]{0,60}\bor\b[^.;:]{0,60}$",
    re.IGNORECASE,
)
"""Before a treatment that nobody needs to have had: "as initial therapy or after progression"."""
_NOT_ASKED = re.compile(
    r"\b(?:unless\b[^.;:]{0,60}|with and\b[^.;:]{0,30}\bwithout [^.;:,]{0,20})$", re.IGNORECASE
)
"""Before a treatment that an exception names ("unless anthracyclines were contraindicated") or
that parts two groups ("22 months with and 9 months without exposure to platinum")."""
_OF_DRUGS_GIVEN: frozenset[StatementKind] = frozenset(
    ("indication", "recommendation", "dose", "result", "design", "eligibility", "adjustment")
)
"""Kinds that tell of giving the drugs that they are on. The others may ask what came of them
before: "after a reaction to paclitaxel", "7 months after trastuzumab"."""


@dataclass(frozen=True, slots=True)
class PriorTherapies:
    """What a claim asks of earlier treatments."""

    required: tuple[Therapy, ...] = ()
    any_of: tuple[Therapy, ...] = ()
    excluded: tuple[Therapy, ...] = ()


@dataclass(slots=True)
class _Reading:
    required: list[Therapy] = field(default_factory=list)
    options: list[Therapy] = field(default_factory=list)
    excluded: list[Therapy] = field(default_factory=list)
    previous: FoundValue | None = None
    """The treatment before, where another one may stand for it."""


def derive_prior(words: ReadWords) -> PriorTherapies:
    """Treatments that must have been had, those of which one must, and those that must not."""
    reading = _Reading()
    for found in prior_therapies(words):
        _take(reading, words.text, found)
    return PriorTherapies(
        _unique(reading.required), _unique(reading.options), _unique(reading.excluded)
    )


def _take(reading: _Reading, text: str, found: FoundValue) -> None:
    value = found.value
    assert isinstance(value, Therapy)
    previous, reading.previous = reading.previous, None
    start = max(0, found.start - 2 * BEFORE)
    if _NOT_ASKED.search(text, start, found.start):
        return
    if value.outcome == "not given":
        reading.excluded.append(_had(value))
    elif value.outcome == "progressed" and not_progressed(text, found):
        reading.required.append(_had(value))
        reading.excluded.append(value)
    elif not _ALSO_FIRST.search(text, start, found.start):
        between = text[previous.end : found.start] if previous else ""
        if previous and (_OR.fullmatch(between) or _OR_AFTER.fullmatch(between)):
            if not reading.options and reading.required:
                reading.options.append(reading.required.pop())
            reading.options.append(value)
        else:
            reading.required.append(value)
        reading.previous = found


def prior_therapies(words: ReadWords) -> tuple[FoundValue, ...]:
    """Treatments that these words say were had, or were not, before what the claim is on."""
    return tuple(
        found
        for value, found in words.values(Therapy)
        if value.outcome not in ("current", "planned") and _is_prior(words.text, value, found)
    )


def _is_prior(text: str, therapy: Therapy, found: FoundValue) -> bool:
    if therapy.outcome in ("progressed", "intolerant", "completed", "not given"):
        return True
    return bool(_PRIOR.search(text, max(0, found.start - BEFORE), found.end))


def earlier_stretches(words: ReadWords) -> tuple[tuple[int, int], ...]:
    """Where earlier treatments stand, each from the "after" or "following" before it."""
    stretches: list[tuple[int, int]] = []
    for found in prior_therapies(words):
        start = max(0, found.start - BEFORE)
        cues = [start + cue.start() for cue in _PRIOR.finditer(words.text[start : found.start])]
        stretches.append((cues[-1] if cues else found.start, found.end + _BEHIND))
    return tuple(stretches)


def not_progressed(text: str, found: FoundValue) -> bool:
    """Whether "has not progressed on" stands before a treatment."""
    return bool(_NOT_PROGRESSED.search(text, max(0, found.start - BEFORE), found.start))


def _had(therapy: Therapy) -> Therapy:
    return Therapy(drugs=therapy.drugs, classes=therapy.classes, setting=therapy.setting)


def without_own_drugs(
    applies: Applicability, drugs: tuple[str, ...], kind: StatementKind
) -> Applicability:
    """Without the very drugs that a statement is on: that patients "responded to olaparib" or that
    "after chemotherapy docetaxel is given" does not ask for these drugs to have been had."""
    if kind not in _OF_DRUGS_GIVEN:
        return applies
    own = frozenset(drugs)

    def others(rules: tuple[Therapy, ...]) -> tuple[Therapy, ...]:
        return tuple(e for e in rules if e.classes or not e.drugs or not own.issuperset(e.drugs))

    return replace(
        applies,
        prior_required=others(applies.prior_required),
        prior_any_of=others(applies.prior_any_of),
    )


def joined_prior(stated: Applicability, derived: Applicability) -> Applicability:
    """What is stated, and for a broad class that it asks for, what the words name of it: a label
    "after oxaliplatin- and irinotecan-based chemotherapy" is not met by one of them. An "or" that
    names what is stated as required says nothing more."""
    asked = {(rule.drugs, rule.classes) for rule in stated.prior_required}
    if asked & {(rule.drugs, rule.classes) for rule in derived.prior_any_of}:
        stated = replace(stated, prior_any_of=())
    broad = [rule for rule in stated.prior_required if set(rule.classes) & set(BROAD)]
    if not broad:
        return stated
    wide = {name for rule in broad for name in rule.classes}
    known = {name for rule in stated.prior_required for name in (*rule.drugs, *rule.classes)}
    parts = [part for rule in derived.prior_required for part in _parts(rule, broad[0].outcome)]
    further = tuple(
        part
        for part in _unique(parts)
        if not known.intersection((*part.drugs, *part.classes)) and _is_of(part, wide)
    )
    return replace(stated, prior_required=(*stated.prior_required, *further))


def _parts(rule: Therapy, outcome: TherapyOutcome) -> list[Therapy]:
    drugs = [Therapy(drugs=(drug,), outcome=outcome) for drug in rule.drugs]
    return drugs + [Therapy(classes=(name,), outcome=outcome) for name in rule.classes]


def _is_of(part: Therapy, wide: set[str]) -> bool:
    """Whether a drug or a class is part of one of the broad classes."""
    own = {name for drug in part.drugs for name in drug_classes(drug)}
    own |= {each for name in part.classes for each in wider_classes(name)}
    return bool(own & wide)


def with_known_classes(applies: Applicability) -> Applicability:
    """With each class under the name of the tables, which tell its drugs: who states "androgen
    receptor pathway inhibitor" means enzalutamide, too."""
    return replace(
        applies,
        prior_required=_known_rules(applies.prior_required),
        prior_any_of=_known_rules(applies.prior_any_of),
        prior_excluded=_known_rules(applies.prior_excluded),
    )


def _known_rules(rules: tuple[Therapy, ...]) -> tuple[Therapy, ...]:
    return tuple(
        replace(rule, classes=_unique(n for name in rule.classes for n in classes_worded(name)))
        for rule in rules
    )


def _unique(values: Iterable[Value]) -> tuple[Value, ...]:
    return tuple(dict.fromkeys(values))
