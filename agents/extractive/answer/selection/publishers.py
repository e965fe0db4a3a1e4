"""Statements of the publishers that the question names ("according to ESMO"), and the advice of
guidelines among the labels of a choice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.answer.selection.suitability import (
    advises_against,
    is_on_gene,
    names_an_option,
    speaks_of_time_after,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.kinds import COMPARING
from agents.extractive.question.requests.halves import agents_to_come
from agents.facts.marker_states import SCORED
from agents.matching.dimensions import Dimension
from agents.matching.marker_rules import asks_for_absence, is_on_receptor
from agents.matching.ordering import hangs_on_absence
from agents.matching.patient.single_gene import genes_of_classes, weighs_drugs_of_gene
from agents.matching.sub_question import SubQuestion
from agents.turns import DraftSentence
from agents.wording.not_found import publisher_not_found_sentence
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes
from names.tables.tumours import lineage
from retrieval.statements.model import Statement


def is_of_publisher(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement is by a publisher that the question names. The silo, the words, the
    evidence scale or the organisation of the document may show it."""
    if found.silo in asked.of_publisher:
        return True
    statement, first = found.judgement.statement, found.citations[0]
    scale = statement.evidence.scale if statement.evidence else ""
    told = f"{found.words} {scale} {first.organisation}"
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told) for name in asked.publishers)


def one_of_each_silo_first(named: Sequence[CitedStatement]) -> list[CitedStatement]:
    """Statements of the publishers that a question names, the best of each silo before any second
    one: "do NCCN, ESMO and ASCO differ?" is answered by none of them alone."""
    first = {each.silo: each for each in reversed(named)}
    return sorted(named, key=lambda each: each is not first[each.silo])


def said_by_others(
    answers: tuple[CitedStatement, ...], asked: SubQuestion, part: int
) -> tuple[DraftSentence, ...]:
    """A headline that no answer is by the publishers that the question names. Empty if one is."""
    if not asked.publishers or not answers or any(is_of_publisher(e, asked) for e in answers):
        return ()
    text = publisher_not_found_sentence(sorted(asked.publishers)[0])
    return (DraftSentence(text=text, role="headline", basis="matching", part=part),)


def is_advice_for_patient(found: CitedStatement) -> bool:
    """Whether a guideline recommends an option for this tumour in this setting, and depends on no
    missing fact. The words of the question do not matter."""
    agreed = {v.dimension for v in found.judgement.verdicts if v.outcome == "ok"}
    fits = {"tumour", "setting"} <= agreed and not found.judgement.missing
    advised = found.judgement.statement.kind == "recommendation" and found.role == "guideline"
    named = names_an_option(found) or _names_class_for_time_after(found)
    return advised and fits and found.judgement.answers and named


def _names_class_for_time_after(found: CitedStatement) -> bool:
    """Whether advice names a class and no drug to come, for the time after a treatment that the
    patient has had: "after durvalumab with tremelimumab a tyrosine kinase inhibitor"."""
    alone = not found.drugs or "drugs" not in found.judgement.statement.stated
    offered = any(each.classes for each in agents_to_come(found.words))
    return alone and offered and speaks_of_time_after(found) and not advises_against(found)


OLD = 65
"""Years from which advice is for older patients. Chosen by hand: where trials of the old begin."""


def is_for_own_group(found: CitedStatement) -> bool:
    """Whether a guideline advises something for just the group of people that the patient is of:
    men with breast cancer, pregnant patients, older ones, those of poor performance. Labels hardly
    ever speak of them, so this advice comes first."""
    judgement, people = found.judgement, found.judgement.statement.applies.population
    if people is None or judgement.statement.kind != "recommendation" or judgement.missing:
        return False
    agreed = {v.dimension for v in judgement.verdicts if v.outcome == "ok"}
    breast = any("breast cancer" in lineage(t) for t in judgement.statement.applies.tumours)
    of_group = (
        (people.sex == "male" and breast)
        or people.is_with_child
        or (people.age_from or 0) >= OLD
        or (people.ecog_from or 0) > 1
    )
    return of_group and {"population", "tumour"} <= agreed and found.role == "guideline"


def without_group_advised(
    excluded: Sequence[CitedStatement], found: Sequence[CitedStatement]
) -> list[CitedStatement]:
    """The options against which the patient's facts speak, without those that are only approved for
    other people (women) while a guideline offers their drug, or a class that it is of, to the
    patient's group (men)."""
    advice = [e for e in found if e.judgement.answers and is_for_own_group(e)]
    advised = {drug for each in advice for drug in each.drugs}
    classes = {c for each in advice for c in recognise_passage(each.words).names("drug_class")}
    return [
        each
        for each in excluded
        if (
            not advised & frozenset(each.drugs[:1])
            and not any(classes & drug_classes(drug) for drug in each.drugs[:1])
        )
        or any(v.dimension != "population" for v in each.judgement.contradictions)
    ]


def without_advised_here(
    excluded: Sequence[CitedStatement], found: Sequence[CitedStatement]
) -> list[CitedStatement]:
    """The options against which the patient's facts speak, without approvals for another line or
    setting, or for one that nobody has told, while a recommendation offers just these drugs to just
    this patient: what the label of recurrent disease asks for refuses nothing after the first
    line."""
    advice = [each for each in found if _is_for_just_this_patient(each)]
    return [
        label
        for label in excluded
        if not any(_offers_just(each, label) and _is_of_other_use(label, each) for each in advice)
    ]


def _offers_just(advice: CitedStatement, label: CitedStatement) -> bool:
    regimens = advice.judgement.statement.regimens or (advice.drugs,)
    return frozenset(label.drugs) in map(frozenset, regimens)


def _is_for_just_this_patient(found: CitedStatement) -> bool:
    judged = found.judgement
    fits = {v.dimension for v in judged.verdicts if v.outcome == "ok"}
    is_open = any(v.dimension == "marker" and v.missing for v in judged.verdicts)
    advised = judged.statement.kind == "recommendation" and judged.answers
    return advised and not judged.contradictions and not is_open and {"tumour", "marker"} <= fits


def _is_of_other_use(label: CitedStatement, advice: CitedStatement) -> bool:
    """Whether an approval that a marker rules out is for a line or setting that is not the
    patient's, or, where nobody has told it, not that of the advice."""
    judged = label.judgement
    against = {each.dimension for each in judged.contradictions}
    elsewhere = any(
        v.dimension in _OF_USE
        and (v.outcome == "contradicts" or (v.missing and not _is_same_use(label, advice)))
        for v in judged.verdicts
    )
    by_marker = "marker" in against and against <= _MAY_DIFFER
    return judged.statement.kind == "indication" and by_marker and elsewhere


def _is_same_use(one: CitedStatement, other: CitedStatement) -> bool:
    """Whether two statements are for one line and setting, as far as both tell them."""
    first, second = (each.judgement.statement.applies for each in (one, other))
    if first.line and second.line:
        begins, ends = max(first.line.first, second.line.first), (first.line.last, second.line.last)
        if any(last is not None and last < begins for last in ends):
            return False
    own, its = set(first.settings), set(second.settings)
    return not (own and its and own.isdisjoint(its))


_OF_USE: frozenset[Dimension] = frozenset(("line", "setting"))
_MAY_DIFFER: frozenset[Dimension] = _OF_USE | {"marker", "prior therapy"}
"""What an approval may ask for in another line and advice need not."""
PREFERS = re.compile(
    r"(?i)\b(?:prefers?|preferred|replaced)\b|\brather than\b|\bin place of\b|, not an? "
)
"""Words by which advice puts one option before another."""


def decides(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether advice of a guideline for this tumour settles the choice, so that it is shown before
    labels. It does if it advises for just this line, not for the first to the third, or for a
    condition of the patient that labels do not weigh (the side of the tumour). It also does if the
    question compares drugs and the advice prefers one, or if it prefers something to the drugs for
    a gene asked about."""
    statement, verdicts = found.judgement.statement, found.judgement.verdicts
    on_tumour = any(v.dimension == "tumour" and v.outcome == "ok" for v in verdicts)
    if statement.kind != "recommendation" or found.role != "guideline" or not on_tumour:
        return False
    weighed = any(v.dimension in _decisive(statement) and v.outcome == "ok" for v in verdicts)
    is_open = found.judgement.missing and not hangs_on_absence(found.judgement)
    if is_open or advises_against(found):
        return False
    told = weighed and bool(ADVISES.search(found.words))
    compares = asked.compared or bool(COMPARING.search(asked.text))
    named = recognise_passage(found.words).names("gene", "drug_class")
    compares = compares or weighs_drugs_of_gene(statement, named, asked)
    return told or (compares and bool(PREFERS.search(found.words)))


def _decisive(statement: Statement) -> frozenset[Dimension]:
    """The dimensions in which advice for just this patient settles a choice. Advice for the first
    line and all later ones tells none of them."""
    line = statement.applies.line
    is_for_any = line is not None and line.first == 1 and line.last != 1
    return frozenset(("condition",) if is_for_any else ("condition", "line"))


def place_of_advice(
    found: CitedStatement, others: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[bool, bool, bool]:
    """The place of a statement by the advice in it: first advice for the patient's group, then
    advice that settles the choice. If an option among ``others`` is indicated for an altered gene
    of the patient, what is on such a gene, or weighs its drugs, comes before all advice that is
    not: a rule for left-sided RAS wild-type tumours does not know of BRAF V600E."""
    on_gene = [e for e in others if e.judgement.is_for_patient and is_on_altered_gene(e)]
    rules = [rule for e in on_gene for rule in e.judgement.statement.applies.requires]
    altered = {pattern.name for rule in rules for pattern in rule.any_of}
    named = recognise_passage(found.words)
    knows = (
        is_on_altered_gene(found)
        or bool(altered & genes_of_classes(named.names("drug_class")))
        or weighs_drugs_of_gene(found.judgement.statement, named.names("gene", "drug_class"), asked)
    )
    aside = bool(on_gene) and not knows
    return aside, not is_for_own_group(found), not decides(found, asked)


def is_on_altered_gene(found: CitedStatement) -> bool:
    """Whether a statement is for an alteration that the patient has, not for an unaltered gene, a
    receptor or a score."""
    return is_on_gene(found) and any(
        v.kind == "marker met"
        and not (asks_for_absence(v) or is_on_receptor(v))
        and not SCORED.issuperset(v.markers)
        for v in found.judgement.verdicts
    )


def is_advised(found: CitedStatement, others: Sequence[CitedStatement], asked: SubQuestion) -> bool:
    """Whether another statement in ``others`` is advice that settles the choice for the same drugs.
    If ASCO advises trastuzumab deruxtecan for this line, its label comes before those of other
    drugs."""
    same = (each for each in others if frozenset(each.drugs) == frozenset(found.drugs))
    return any(each is not found and decides(each, asked) for each in same)


ADVISES = re.compile(r"(?i)\b(?:advis|recommend|prefer|first choice|standard of care)")
MOST_ADVICE = 2
"""Recommendations placed among the first options. Chosen by hand: the preferred one and an
alternative."""


def _names_class_or_choice(found: CitedStatement) -> bool:
    """Whether a statement names a class of drugs and no drug, or advises several regimens."""
    if len(found.judgement.statement.regimens) > 1:
        return True
    return not found.drugs and bool(recognise_passage(found.words).of("drug_class"))


def with_advice(
    regimens: Sequence[CitedStatement],
    worthy: Sequence[CitedStatement],
    first: int,
    asked: SubQuestion,
) -> list[CitedStatement]:
    """The regimens, with guideline advice for this tumour behind the first ones (``first``: how
    many). So "prefers nivolumab plus ipilimumab" is not cut off by many labels for an altered
    gene."""
    told = {frozenset(each.drugs) for each in regimens}
    advice = [
        each
        for each in worthy
        if each.judgement.statement.kind == "recommendation"
        and (names_an_option(each) or (decides(each, asked) and _names_class_or_choice(each)))
        and (frozenset(each.drugs) not in told or decides(each, asked))
        and any(v.dimension == "tumour" and v.outcome == "ok" for v in each.judgement.verdicts)
    ]
    return [*regimens[:first], *advice[:MOST_ADVICE], *regimens[first:]]


def rule_per_publisher(
    answers: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """For a question on a genotype, the best rule of each body that recommends (CPIC, DPWG). Both
    are shown because they may differ. Empty if fewer than two bodies have a rule."""
    best: dict[str, CitedStatement] = {}
    for each in answers if asked.kind == "pharmacogenomics" else ():
        evidence = each.judgement.statement.evidence
        if evidence and evidence.scale.endswith("strength of recommendation"):
            best.setdefault(evidence.scale, each)
    return list(best.values()) if len(best) > 1 else []
