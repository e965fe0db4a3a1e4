"""What a statement says of an option and of this patient: for, against, or depending on a fact."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.topics import stems
from agents.matching.dimensions import Dimension, MissingKind
from agents.matching.marker_rules import is_on_receptor
from agents.matching.ordering import awaited_treatment
from agents.matching.patient.acquired_variants import comes_after_target
from agents.matching.patient.markers import marker_words
from agents.matching.patient.therapies import OFFERING, OPTIONS
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Verdict
from names.clinical.treatment.lines import is_on_relapse
from names.clinical.values import Marker
from names.recognise import recognise_passage
from names.tables.variant_classes import EXACT, classes_of

MOST_OF_VARIANT = 5
"""Statements on a resistance variant in an answer. Chosen by hand: one for each drug of a class."""
THIRD = 3
"""The first line of treatment that does not follow from one earlier treatment alone."""


def is_held_back(found: CitedStatement) -> bool:
    """Whether the only reason against an option is a fact that its source does not weigh."""
    return all(each.dimension == "safety" for each in found.judgement.contradictions)


_WEIGHED: frozenset[Dimension] = frozenset(
    ("condition", "safety", "organ function", "interaction", "phenotype")
)


def is_of_class_again(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an indication is of a class asked for after it failed: "which PARP inhibitor?"."""
    both = (f"({name} both)" in caution_of(found) for name in asked.classes)
    return is_indicated(found) and asked.is_choice and any(both)


def passes_over_variant(found: CitedStatement, others: Sequence[CitedStatement]) -> bool:
    """Whether an option says nothing of a resistance variant that the patient has.

    The option is for the driver of the tumour, and the variant came later. No result of the same
    drugs in exactly that variant was found, so no source says that the drug still acts. Also true
    for an option that needs an unstated marker, if another source says that the variant rules its
    drugs out. An option for the time after an inhibitor of the gene is for any such variant."""
    shut = condition_of(found) and any(_is_shut_by_variant(each, found.drugs) for each in others)
    if shut and not comes_after_target(found.judgement):
        return True
    if not any(v.dimension == "variant" and v.missing for v in found.judgement.verdicts):
        return False
    return not any(
        each.drugs == found.drugs
        and each.judgement.statement.kind == "result"
        and is_on_resistance_variant(each)
        for each in others
    )


def _is_shut_by_variant(found: CitedStatement, drugs: Sequence[str]) -> bool:
    told = any(v.dimension == "variant" for v in found.judgement.contradictions)
    return told and not frozenset(found.drugs).isdisjoint(drugs)


def variants_passed_over(found: Sequence[CitedStatement]) -> frozenset[str]:
    """The missing sources on acquired variants, if options for the driver say nothing of these."""
    verdicts = [v for e in found if passes_over_variant(e, found) for v in e.judgement.verdicts]
    return frozenset(v.missing for v in verdicts if v.dimension == "variant" and v.missing)


def is_cautioned(found: CitedStatement) -> bool:
    """Whether a drug of a class that has failed is offered without a source for that."""
    return bool(caution_of(found))


def caution_of(found: CitedStatement) -> str:
    """The source that is missing for a drug of a class that has failed: ``a source on talazoparib
    after olaparib (PARP inhibition both)``. Empty if there is no such caution."""
    missing = (v.missing for v in found.judgement.verdicts if v.dimension == "had before")
    return next(filter(None, missing), "")


def weighs_patient(found: CitedStatement) -> bool:
    """Whether a statement speaks of a fact that a treatment has to weigh."""
    return any(v.dimension == "safety" and v.outcome == "ok" for v in found.judgement.verdicts)


def limits_patient(found: CitedStatement) -> bool:
    """Whether a drug is contraindicated for a fact of the patient: shown before indications."""
    verdicts = found.judgement.verdicts
    weighed = any(v.dimension in _WEIGHED and v.outcome == "ok" for v in verdicts)
    return found.judgement.statement.kind == "contraindication" and weighed


def is_limit_for_others(found: CitedStatement) -> bool:
    """Whether a contraindication is for other patients: no fact of this patient meets its
    conditions."""
    judgement = found.judgement
    on_patient = any(v.dimension == "marker" and v.outcome == "ok" for v in judgement.verdicts)
    limit = judgement.statement.kind == "contraindication"
    return limit and not on_patient and not limits_patient(found)


def is_on_resisted(found: CitedStatement, resisted: AbstractSet[tuple[str, ...]]) -> bool:
    """Whether a statement speaks for drugs that a variant of the patient resists. A result counts
    even if other drugs are named with them, such as those of another arm."""
    if found.drugs in resisted:
        return speaks_for(found)
    lead = {drugs[:1] for drugs in resisted if len(drugs) == 1}
    return found.judgement.statement.kind in {"result", "design"} and found.drugs[:1] in lead


def names_an_option(found: CitedStatement) -> bool:
    """Whether a statement says which drugs are given together. Drugs that were only read from the
    words of a recommendation do not count if there are several: they may be a list or the arms of a
    trial. One such drug counts if the words themselves, and not only the heading, name it."""
    statement = found.judgement.statement
    if statement.kind not in OPTIONS or not found.drugs or advises_against(found):
        return False
    named = recognise_passage(found.words).names("drug")
    one = len(found.drugs) == 1 and found.drugs[0] in named
    return one or statement.kind == "indication" or "drugs" in statement.stated


def speaks_of_time_after(found: CitedStatement) -> bool:
    """Whether a statement is for the time after a treatment that the patient has had."""
    return any(
        v.dimension == "prior therapy" and v.outcome == "ok" for v in found.judgement.verdicts
    )


_AGAINST = re.compile(
    r"\b(?:advis\w{1,4} against|no longer (?:recommend|advis|support)\w{1,3}|should not"
    r"|must not|(?:does|do) not (?:recommend|advise|support)"
    r"|not (?:be )?(?:recommended|advised|indicated|treated|given|used)|resistan(?:t|ce) to"
    r"|no (?:clear )?benefit|(?:therapy|agent|drug)\b[^.;]{0,60}\b(?:other than|instead of))\b",
    re.IGNORECASE,
)
"""Words by which advice says what not to give."""


def advises_against(found: CitedStatement) -> bool:
    """Whether a statement says what not to give: it offers nothing, even with its marker."""
    return found.judgement.statement.kind != "indication" and bool(_AGAINST.search(found.words))


def is_on_gene(found: CitedStatement) -> bool:
    """Whether a statement needs an altered gene, and the patient has it altered."""
    return any(
        (v.dimension, v.outcome) == ("marker", "ok")
        and not (v.kind == "marker met" and is_on_receptor(v))
        for v in found.judgement.verdicts
    )


def is_conditional(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an option depends on a marker, a later line or an earlier treatment that nobody has
    stated. A receptor that must be negative is named as missing, too, but does not hold an option
    back."""
    kind = found.judgement.statement.kind
    if not asked.is_choice or kind not in OFFERING | {"status"}:
        return False
    first = asked.line is not None and asked.line.first == 1
    earlier = awaited_treatment(found.judgement, first=first)
    if kind == "status":
        # An approval is held back only by a later line or, in the first, by a treatment.
        return bool(later_line(found) or (first and earlier))
    hangs = condition_of(found) or later_line(found) or earlier
    return bool(hangs) and not advises_against(found)


def awaits_relapse(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an option is for disease that came back or did not respond, and nobody has said that
    it did."""
    if not asked.is_choice or found.judgement.statement.kind not in OPTIONS:
        return False
    open_line = any(v.dimension == "line" and v.missing for v in found.judgement.verdicts)
    named = asked.drugs & frozenset(found.drugs)
    return open_line and not named and is_on_relapse(found.words)


def without_awaiting_relapse(
    answers: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """The answers without options for a relapse that nobody has told. They stay if no other option
    is indicated for this patient."""
    waiting = [each for each in answers if awaits_relapse(each, asked)]
    others = [each for each in answers if each not in waiting]
    indicated = any(each.judgement.is_for_patient for each in others)
    return others if waiting and indicated else list(answers)


def open_condition(found: CitedStatement) -> str:
    """The first fact that an option depends on and nobody has stated; empty when there is none."""
    return condition_of(found) or later_line(found) or earlier_treatment(found)


def later_line(found: CitedStatement) -> str:
    """The third or a later line, if an option is for it and nobody has told it; else empty. After
    one treatment of advanced disease the next line is the second."""
    rule = found.judgement.statement.applies.line
    if rule is None or rule.first < THIRD:
        return ""
    missing = (v.missing for v in found.judgement.verdicts if v.dimension == "line")
    return next(filter(None, missing), "")


def earlier_treatment(found: CitedStatement) -> str:
    """The first earlier treatment that an option needs and that nobody has stated."""
    missing = (v.missing for v in found.judgement.verdicts if v.dimension == "prior therapy")
    return next(filter(None, missing), "")


def condition_of(found: CitedStatement) -> str:
    """The first marker, grade of a tumour, score, number of nodes or state of the ovaries that an
    option depends on and nobody has stated; empty when there is none."""
    return next((v.missing for v in found.judgement.verdicts if v.holds_back), "")


def kind_of_condition(found: CitedStatement) -> MissingKind:
    """What :func:`condition_of` is; empty when there is none."""
    return next((v.missing_kind for v in found.judgement.verdicts if v.holds_back), "")


def is_on_resistance_variant(found: CitedStatement) -> bool:
    """Whether a statement is on exactly a resistance variant of the patient."""
    met = {v.rule for v in found.judgement.verdicts if v.kind == "marker met"}
    # A rule "exon 19 deletion or T790M" may be met by the first alone.
    return any(
        rule in met and all(map(_resists, rule.any_of))
        for rule in found.judgement.statement.applies.requires
    )


def _resists(marker: Marker) -> bool:
    exact = marker.polarity == "present" and bool(EXACT.match(marker.state))
    return exact and "resistance" in classes_of(marker.name, marker.state)


def drugs_resisted(found: Sequence[CitedStatement]) -> frozenset[tuple[str, ...]]:
    """The drugs that do not act on a resistance variant of the patient, each regimen as a tuple. A
    statement on exactly this variant must say so, and no result on the same variant may differ."""
    told: dict[str, set[tuple[str, tuple[str, ...]]]] = {"resistance": set(), "result": set()}
    for each in found:
        statement = each.judgement.statement
        open_or_other = (v.missing or v.outcome == "contradicts" for v in _of_markers(each))
        whole = not any(open_or_other)
        if statement.kind in told and whole and is_on_resistance_variant(each):
            told[statement.kind] |= {(variant, statement.drugs) for variant in _variants_told(each)}
    return frozenset(drugs for _, drugs in told["resistance"] - told["result"])


def _variants_told(found: CitedStatement) -> frozenset[str]:
    """The variants that a statement is on. If the statement names its own variants, only these
    count: that tumours with T790M acquired C797S says nothing of T790M."""
    statement = found.judgement.statement
    own = frozenset(statement.variants)
    return frozenset(
        marker_words(marker)
        for rule in statement.applies.requires
        if not own or own >= {marker.state for marker in rule.any_of}
        for marker in rule.any_of
        if marker.polarity == "present"
    )


def by_variant(answers: Sequence[CitedStatement]) -> list[CitedStatement]:
    """The best statement for each regimen on exactly a resistance variant of the patient. The one
    that is on most of the patient's markers comes first."""
    best: dict[tuple[str, ...], CitedStatement] = {}
    for each in sorted(answers, key=lambda each: -_markers_met(each)):
        if is_on_resistance_variant(each):
            best.setdefault(each.drugs, each)
    return list(best.values())[:MOST_OF_VARIANT]


def _of_markers(found: CitedStatement) -> list[Verdict]:
    return [v for v in found.judgement.verdicts if v.dimension == "marker"]


def _markers_met(found: CitedStatement) -> int:
    return sum(v.outcome == "ok" for v in _of_markers(found))


def is_beside_options(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement adds nothing to options: it names no drug or class, reports on cells and
    animals, or is on genes of the body of which nothing is known. Statements on a topic that the
    question names, or on a resistance variant, are kept."""
    statement = found.judgement.statement
    known = any(v.dimension == "phenotype" and v.outcome == "ok" for v in found.judgement.verdicts)
    if found.role == "pharmacogenomics" and not known and not asked.genes & set(statement.genes):
        return True
    if is_laboratory(found):
        return not is_on_resistance_variant(found)
    named = statement.drugs or recognise_passage(found.words).of("drug_class")
    nothing = statement.kind in OPTIONS and not named
    return nothing and not asked.topics & stems(found.words)


def is_laboratory(found: CitedStatement) -> bool:
    """Whether a statement reports on cells and animals alone."""
    evidence = found.judgement.statement.evidence
    return evidence is not None and "preclinical" in evidence.value


def is_indicated(found: CitedStatement) -> bool:
    return found.judgement.statement.kind == "indication"


def speaks_for(found: CitedStatement) -> bool:
    """Whether a statement is an indication, advice or a result of a trial."""
    return offers(found) or found.judgement.statement.kind == "result"


def offers(found: CitedStatement) -> bool:
    """Whether a statement is an indication or advice, which name what may be given."""
    return found.judgement.statement.kind in OPTIONS


def names_condition(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether the question names a marker that an option asks for."""
    rules = found.judgement.statement.applies.requires
    names = {marker.name for rule in rules for marker in rule.any_of}
    return bool(names & asked.genes) or any(name in asked.text for name in names if name != "HR")
