"""Answers that hang on a fact that nobody has stated."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.answer.selection.excluded_options import comes_too_early, is_overruled
from agents.extractive.answer.selection.suitability import (
    earlier_treatment,
    is_conditional,
    is_indicated,
    is_of_class_again,
    is_on_gene,
    kind_of_condition,
    names_condition,
    offers,
    passes_over_variant,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.ordering import hangs_on_absence
from agents.matching.patient.single_gene import (
    fits_whichever_gene,
    is_after_treatment_had,
    is_on_gene_alone,
    is_on_status,
    weighs_drugs_of_gene,
)
from agents.matching.patient.therapies import FOR_METASTATIC
from agents.matching.patient.unread_markers import asks_for
from agents.matching.sub_question import SubQuestion
from names.recognise import recognise_passage
from names.tables.variant_classes import lung_drivers

_COMPARES = re.compile(
    r"(?i)\b(?:comparisons? (?:of|between)|compar(?:es?|ed|ing)|versus|vs\.?)\s"
    r"|\bdiffer\w{0,5} (?:from|between)\b"
)
"""Words between drugs, or before them, that compare them."""
_PHASE_1 = re.compile(r"\b[Pp]hase (?:1|I)\b(?![/–-])")


def compares_drugs(found: CitedStatement) -> bool:
    """Whether a statement holds drugs against each other, so that they are no combination and none
    of them is offered: "no comparison of capivasertib with alpelisib". Several drugs that were only
    read from the words of a result may be its arms."""
    statement = found.judgement.statement
    read = "drugs" not in statement.stated and len(statement.drugs) > 1
    compares = statement.kind == "result" or bool(_COMPARES.search(found.words))
    return read and compares and statement.kind != "indication"


def offers_nothing(found: CitedStatement) -> bool:
    """Whether advice only compares drugs, or says what to do about an event under a drug."""
    return compares_drugs(found) or bool(found.judgement.statement.applies.toxicities)


def is_for_gene_asked(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an approval is for a gene of the patient, and no tumour is told: what else it asks
    for belongs to its tumour, and is said before it. An approval for any gene after the treatments
    that the patient has had counts, too."""
    verdicts = found.judgement.verdicts
    untold = any(v.dimension == "tumour" and v.missing for v in verdicts)
    met = any(
        (v.dimension, v.outcome) == ("marker", "ok") and asked.genes.intersection(v.markers)
        for v in verdicts
    )
    indicated = found.judgement.answers and found.judgement.statement.kind == "indication"
    after = bool(asked.genes) and is_after_treatment_had(found.judgement.statement, verdicts)
    fits = (untold and met) or (after and not found.judgement.missing)
    return bool(asked.is_choice and not asked.drugs and indicated and fits)


def unconditional(answers: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The answers that depend on no missing fact. Results of a drug are left out if all its options
    depend on one: a result after endocrine therapy is no reason for the drug in the first line."""
    exact = any(_names_variant(e, asked) and not is_conditional(e, asked) for e in answers)
    hanging = [e for e in answers if _hangs(e, asked, exact=exact)]
    plain = [e for e in answers if e not in hanging]
    offered = {drug for e in plain if offers(e) for drug in e.drugs[:1]}
    if any(offers(e) and _is_of_nobody(e, asked) for e in hanging) and not offered & asked.drugs:
        # The question is for whom a drug is: without a patient no marker is missing.
        return []
    later = {drug for e in hanging if offers(e) for drug in e.drugs[:1]} - offered - asked.drugs
    kept = [e for e in plain if not (_is_result(e) and later & {*e.drugs[:1]}) or _is_in_line(e)]
    # Only another option replaces one: else it is shown with its condition.
    return [] if later and not any(offers(e) and e.drugs for e in kept) else kept


def without_options_for_any_gene(
    answers: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """The answers without options for another driver than the patient's, and without options for a
    whole line, if an option for a gene asked about depends on nothing that is unknown: then that
    one comes first, and the others may be for patients without the alteration. A class that the
    question asks for is answered by what is for any gene, too: "immunotherapy or BRAF/MEK?". Advice
    that weighs the drugs of the gene itself ("prefers … to a BRAF inhibitor") is for the patient
    with the alteration."""
    answers = [each for each in answers if not _is_for_other_driver(each, asked)]
    whole = [
        e
        for e in answers
        if fits_whichever_gene(e.judgement, asked)
        or is_after_treatment_had(e.judgement.statement, e.judgement.verdicts)
    ]
    whole = [e for e in whole if not (is_on_status(e.judgement) or _weighs_gene(e, asked))]
    own = [e for e in answers if offers(e) and e not in whole and not is_conditional(e, asked)]
    beside = (
        whole
        if asked.genes and not asked.classes and any(_needs_gene(e, asked) for e in own)
        else []
    )
    return [e for e in answers if e not in beside]


def _weighs_gene(found: CitedStatement, asked: SubQuestion) -> bool:
    named = recognise_passage(found.words).names("gene", "drug_class")
    return weighs_drugs_of_gene(found.judgement.statement, named, asked)


def _is_for_other_driver(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement on an option needs a driver of lung cancer of which nothing is known,
    where another one is altered, and the question does not name it."""
    if not asked.drivers or not offers(found):
        return False
    needed = {
        marker.name
        for rule in found.judgement.statement.applies.requires
        for marker in rule.any_of
        if marker.polarity == "present"
    }
    others = {gene for gene, _ in lung_drivers()} - asked.drivers - asked.genes
    return bool(needed) and needed <= others and not asked.drugs & frozenset(found.drugs)


def _waits_for_gene(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether nobody has told the state of a gene asked about that an option needs."""
    waits = (v for v in found.judgement.verdicts if v.dimension == "marker" and v.missing)
    return any(not asked.genes.isdisjoint(each.markers) for each in waits)


def _needs_gene(found: CitedStatement, asked: SubQuestion) -> bool:
    rules = found.judgement.statement.applies.requires
    return any(marker.name in asked.genes for rule in rules for marker in rule.any_of)


def _is_of_nobody(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement is on a drug that the question names, and no tumour is known."""
    untold = any(v.dimension == "tumour" and v.missing for v in found.judgement.verdicts)
    return untold and bool(asked.drugs & frozenset(found.drugs[:1]))


def _is_in_line(found: CitedStatement) -> bool:
    """Whether a statement is for the line of treatment that the question asks about."""
    return any((v.dimension, v.outcome) == ("line", "ok") for v in found.judgement.verdicts)


def _is_result(found: CitedStatement) -> bool:
    return found.judgement.statement.kind == "result"


def _hangs(found: CitedStatement, asked: SubQuestion, *, exact: bool) -> bool:
    """Whether an answer depends on a missing fact. ``exact``: another one names the variant asked
    about, so that an approval for any alteration of the gene does not take its place."""
    alone = is_on_gene_alone(found.judgement, asked)
    of_gene = is_for_gene_asked(found, asked) and (not exact or _names_variant(found, asked))
    free = alone or of_gene or hangs_on_absence(found.judgement)
    free = free or kind_of_condition(found) == "hormone suppression"
    return is_conditional(found, asked) and not free


def _names_variant(found: CitedStatement, asked: SubQuestion) -> bool:
    return any(name in found.words for name in asked.variants)


MOST_OPEN = 3
"""Options with an unknown marker that are told if there are no others. Chosen by hand."""


def open_options(
    found: Sequence[CitedStatement], excluded: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """Indications for this tumour that need a marker which nobody has stated, if the question names
    the marker ("BRCA unknown"), the drug, or its class after that failed. For a driver of unread
    state only options for it count."""
    if not asked.is_choice:
        return []
    fitting = [e for e in found if e.judgement.is_open and not is_overruled(e, excluded, asked)]
    fitting = [e for e in fitting if not says_nothing_of_variant(e, found)]
    for_open = [e for e in fitting if asks_for(e.judgement.statement, asked.open_markers)]
    if for_open:
        return list({each.drugs: each for each in reversed(for_open)}.values())[::-1][:MOST_OPEN]
    named = [e for e in fitting if names_condition(e, asked) or asked.drugs & set(e.drugs[:1])]
    again = [e for e in fitting if is_of_class_again(e, asked)]
    named += {each.drugs: each for each in reversed(again) if each not in named}.values()
    return named[:MOST_OPEN]


def with_named_conditions(
    plain: Sequence[CitedStatement], hanging: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """The answers that depend on nothing, and behind them the approvals for an altered gene that
    the question names and of which nothing is known: "mBC PIK3CA, after letrozole and palbociclib"
    may well mean that it is altered. Also those of a drug asked about that wait for the grade, or
    that no other answer offers: results and warnings alone would say nothing of its approval; and
    that of the drug alone which hangs on when a treatment that was had failed."""
    told = {drug for e in plain if offers(e) for drug in e.drugs}
    open_ones = asked.drugs - told
    named = [
        e
        for e in hanging
        if is_indicated(e)
        and (
            _waits_for_gene(e, asked)
            or (asked.drugs & {*e.drugs} and kind_of_condition(e) == "grade of tumour")
            or (not open_ones.isdisjoint(e.drugs[:1]) and _is_asked_for(e, asked))
            or (asked.drugs == {*e.drugs} and earlier_treatment(e).endswith(FOR_METASTATIC))
        )
    ]
    return [*plain, *(named[:MOST_OPEN] if asked.is_choice else ())]


def _is_asked_for(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an option is one of a single drug asked about, of drugs compared, or names no drug
    beside those of the regimen asked about."""
    return len(asked.drugs) == 1 or asked.compared or asked.drugs.issuperset(found.drugs)


def with_options_for_any_gene(
    answers: Sequence[CitedStatement],
    found: Sequence[CitedStatement],
    excluded: Sequence[CitedStatement],
    asked: SubQuestion,
) -> list[CitedStatement]:
    """The answers to a choice on an altered gene. If none offers a drug for it, because all that
    there are come too early or are for others: with what is given in the line or setting whichever
    genes are altered, and without remarks on no option. Their words need not match the question,
    which names the gene."""
    on_gene = any(offers(each) and is_on_gene(each) for each in answers)
    early = any(comes_too_early(each) or is_on_gene(each) for each in excluded)
    if not asked.is_choice or not asked.genes or on_gene or not early:
        return list(answers)
    fitting = [e for e in found if e.judgement.answers and fits_whichever_gene(e.judgement, asked)]
    fitting = [e for e in fitting if not is_overruled(e, excluded, asked)][:MOST_OPEN]
    kept = [e for e in answers if offers(e) or is_on_gene(e)] if fitting else answers
    return list(dict.fromkeys((*kept, *fitting)))


def is_no_choice(
    option: CitedStatement, found: Sequence[CitedStatement], asked: SubQuestion
) -> bool:
    """Whether a choice may not show an option: it does not speak of a variant of the patient, or is
    what a phase 1 trial found of a drug that nobody asks for. Such a trial looks for a dose. Nor is
    any question on a drug answered by an option of another one."""
    if is_option_beside_drug(option, asked):
        return True
    if not asked.is_choice:
        return False
    early = _is_result(option) and _PHASE_1.search(option.words)
    words = option.words.lower()
    unasked = not any(drug in option.drugs or drug.lower() in words for drug in asked.drugs)
    return bool(early and unasked) or says_nothing_of_variant(option, found)


def is_option_beside_drug(option: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an option names the drug that a question of no kind is about only as a partner or as
    earlier treatment: the label of olaparib "after abiraterone" says nothing of abiraterone."""
    drugs = option.drugs[:1] if asked.alone else option.drugs
    named = asked.kind == "general" and bool(asked.drugs) and bool(drugs)
    return named and is_indicated(option) and asked.drugs.isdisjoint(drugs)


def says_nothing_of_variant(option: CitedStatement, found: Sequence[CitedStatement]) -> bool:
    """Whether an option does not speak of a variant of the patient. If it only needs a protein
    ("KIT-positive"), a result of its drugs in the patient's alteration is enough."""
    rules = option.judgement.statement.applies.requires
    by_protein = all(marker.state == "positive" for rule in rules for marker in rule.any_of)
    return passes_over_variant(option, found) and not any(
        each.drugs == option.drugs and _is_result(each) and is_on_gene(each)
        for each in found
        if by_protein and each.judgement.answers
    )


def drugs_offered(answers: Sequence[CitedStatement]) -> frozenset[tuple[str, ...]]:
    """The drugs of each option among the answers."""
    options = (each for each in answers if offers(each) and not offers_nothing(each))
    return frozenset(each.drugs for each in options if each.drugs)
