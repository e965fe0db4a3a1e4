"""Whether a statement says what another one said already."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.answer.selection.suitability import is_on_gene
from agents.extractive.answer.trials import trials_shown
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.topics import stems
from agents.matching.ordering import place_by_prior
from agents.matching.patient.therapies import options_of
from agents.matching.patient.tumours import ANY_SOLID
from agents.matching.scoring import ROLE_ORDER
from agents.matching.sub_question import SubQuestion
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

_SOURCE = re.compile(r"(?<!\s)\s*+\([^()]*\)\s*+(?=[.;]?\s*$)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ALIKE = 0.7
"""Share of words from which on a statement without a new number says the same again. Chosen by
hand: labels of one class word the same warning with one or two other words in a short sentence."""


def says_again(new: CitedStatement, old: CitedStatement) -> bool:
    """Whether a statement has no number and few words that another has not. Two changes of a dose
    in one label differ in what they are for, however alike their words are."""
    kinds = {new.judgement.statement.kind, old.judgement.statement.kind}
    if kinds == {"adjustment"} and new.citations[0].ref == old.citations[0].ref:
        return False
    told, known = _SOURCE.sub("", new.words), _SOURCE.sub("", old.words)
    words = stems(told)
    shared = len(words & stems(known)) / (len(words) or 1)
    return set(_NUMBER.findall(told)) <= set(_NUMBER.findall(known)) and shared >= _ALIKE


def is_for_any_tumour(found: CitedStatement) -> bool:
    return found.judgement.statement.applies.tumours == (ANY_SOLID,)


def is_on_own_tumour(found: CitedStatement) -> bool:
    """Whether it is on the patient's tumour by name, not on every solid tumour."""
    judgement = found.judgement
    agreed = any(v.dimension == "tumour" and v.outcome == "ok" for v in judgement.verdicts)
    return agreed and ANY_SOLID not in judgement.statement.applies.tumours


def says_more(other: CitedStatement, found: CitedStatement) -> bool:
    """Whether another option tells the same more precisely: the partners by name where this one
    names their class ("plus an aromatase inhibitor"), or this tumour where this one is for every
    solid tumour without a satisfactory alternative."""
    told, wide = other.judgement.statement, found.judgement.statement
    head = recognise_passage(found.words.partition(" is indicated")[0])
    further = set(told.drugs) - set(wide.drugs)
    of_class = any(set(drug_classes(each)) & head.names("drug_class") for each in further)
    if of_class and told.drugs[:1] == wide.drugs[:1] and set(told.drugs) > set(wide.drugs):
        return True
    names = {marker.name for rule in wide.applies.requires for marker in rule.any_of}
    same = names & {marker.name for rule in told.applies.requires for marker in rule.any_of}
    return (
        is_for_any_tumour(found) and bool(same) and told.applies.tumours not in ((), (ANY_SOLID,))
    )


def best_per_regimen(worthy: Sequence[CitedStatement]) -> list[CitedStatement]:
    """The best statement for each indicated regimen. One is left out if another says more precisely
    the same, or names the regimen among several. Statements for the time after a treatment that the
    patient has had come before general ones, and labels before reports."""
    best: dict[frozenset[str], CitedStatement] = {}
    by_place = sorted(worthy, key=lambda e: (place_by_prior(e.judgement), e.role != "label"))
    for each in sorted(by_place, key=is_for_any_tumour):
        if _is_indicated(each):
            best.setdefault(frozenset(each.drugs), each)
    found = list(best.values())
    return [
        each
        for each in found
        if not any(says_more(other, each) or _holds_regimens(other, each) for other in found)
    ]


def is_part_of_regimen(found: CitedStatement, others: Sequence[CitedStatement]) -> bool:
    """Whether a drug is offered alone although a regimen with it, or with a drug of its class, is
    offered for the same markers. It is then for patients who cannot have the regimen, and stands
    behind it."""
    own = frozenset(found.drugs)
    if len(own) != 1 or not _is_indicated(found) or _classes_beside(found):
        return False
    classes = drug_classes(found.drugs[0])
    return any(
        (own < frozenset(each.drugs) and _markers(each) == _markers(found))
        or (classes & _classes_beside(each) and _markers(found) <= _markers(each))
        for each in others
        if _is_indicated(each)
    )


def in_order(regimens: Sequence[CitedStatement]) -> list[CitedStatement]:
    """Options in the order in which they are kept. Last, and so cut first, are drugs that are part
    of another option and options that need an earlier treatment which nobody has told."""
    return sorted(
        regimens,
        key=lambda each: (
            not is_on_gene(each),
            is_part_of_regimen(each, regimens),
            place_by_prior(each.judgement),
        ),
    )


_BESIDE = re.compile(r"(?i)\b(?:plus|with|and) (?:an? |the )?$")


def _classes_beside(found: CitedStatement) -> frozenset[str]:
    """The classes of drugs that an option is given with: "palbociclib plus an aromatase inhibitor"
    names one drug and is no drug alone."""
    words = found.words
    mentions = recognise_passage(words).of("drug_class")
    beside = (m for m in mentions if _BESIDE.search(words, max(0, m.start - 12), m.start))
    return frozenset(name for mention in beside for name in mention.names)


def _markers(found: CitedStatement) -> frozenset[str]:
    rules = found.judgement.statement.applies.requires
    return frozenset(marker.name for rule in rules for marker in rule.any_of)


def _is_indicated(found: CitedStatement) -> bool:
    return found.judgement.statement.kind == "indication" and bool(found.drugs)


def _holds_regimens(other: CitedStatement, found: CitedStatement) -> bool:
    """Whether another option names these regimens and further ones, for the same place: "plus
    prednisone or prednisolone"."""
    wide, narrow = other.judgement.statement, found.judgement.statement
    same_place = (wide.applies.line, set(wide.applies.settings), wide.applies.prior_required) == (
        narrow.applies.line,
        set(narrow.applies.settings),
        narrow.applies.prior_required,
    )
    told, own = (frozenset(map(frozenset, options_of(each))) for each in (wide, narrow))
    return same_place and own < told


def without_repeated_regimens(
    worthy: Sequence[CitedStatement], options: Sequence[CitedStatement]
) -> list[CitedStatement]:
    """The statements without indications for regimens that no option stands for, since another
    one says the same more precisely."""
    kept = {frozenset(each.drugs) for each in options}
    return [e for e in worthy if not _is_indicated(e) or frozenset(e.drugs) in kept]


def within_words(
    options: Sequence[CitedStatement], worthy: Sequence[CitedStatement], most: int
) -> list[CitedStatement]:
    """The options; where they are longer together than so many words, the longest by a shorter
    statement that offers the same regimen and leaves nothing more open."""
    found = list(options)
    for each in sorted(options, key=_length, reverse=True):
        if sum(map(_length, found)) <= most:
            break
        shorter = [other for other in worthy if _is_shorter_form(other, each)]
        if shorter:
            found[found.index(each)] = shorter[0]
    return found


def _length(found: CitedStatement) -> int:
    return len(found.words.split())


def _is_shorter_form(other: CitedStatement, found: CitedStatement) -> bool:
    told, own = other.judgement, found.judgement
    same = set(options_of(told.statement)) == set(options_of(own.statement))
    open_facts = set(told.missing) <= set(own.missing)
    # That a drug was approved once stands for no label that holds now.
    as_good = ROLE_ORDER.get(other.role, 0.0) >= ROLE_ORDER.get(found.role, 0.0)
    shorter = _is_indicated(other) and _length(other) < _length(found)
    return shorter and same and open_facts and as_good


def one_for_each(worthy: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The best statement for each drug that is compared and each thing that is named."""
    found = []
    for drug in sorted(asked.drugs) if asked.compared else ():
        found += [each for each in worthy if drug in each.drugs][:1]
    for name in sorted(asked.trials) if len(asked.trials) > 1 else ():
        own = [each for each in worthy if name in trials_shown([each])]
        alone = [each for each in own if trials_shown([each]) & asked.trials == {name}]
        found += (alone or own)[:1]
    for name in sorted(asked.genes | asked.variants):
        found += [each for each in worthy if name in _names_inside(each)][:1]
    return found


def _names_inside(found: CitedStatement) -> frozenset[str]:
    return recognise_passage(found.words).names("gene", "variant")
