"""Which statements answer one part, and which options are not for this patient."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.extractive.answer.selection.choice import asked_options as asking
from agents.extractive.answer.selection.choice import variants
from agents.extractive.answer.selection.choice.failed_classes import without_caution
from agents.extractive.answer.selection.choice.for_any_marker import with_options_for_any_marker
from agents.extractive.answer.selection.choice.places import place_of_choice, with_result_of_each
from agents.extractive.answer.selection.choice.refused_approvals import refused_in_other_setting
from agents.extractive.answer.selection.choice.settling_trials import with_settling_trials
from agents.extractive.answer.selection.conditional import (
    drugs_offered,
    is_for_gene_asked,
    is_no_choice,
    open_options,
    unconditional,
    with_named_conditions,
    with_options_for_any_gene,
    without_options_for_any_gene,
)
from agents.extractive.answer.selection.doses import (
    by_other_route,
    main_rule_first,
    place_of_limit,
    plain_first,
)
from agents.extractive.answer.selection.excluded_options import (
    fitting_drugs,
    is_overruled,
    one_an_option,
    other_reasons,
)
from agents.extractive.answer.selection.organ_classes import in_class_order, on_each_class
from agents.extractive.answer.selection.own_rules import of_silos_asked, own_rules_told
from agents.extractive.answer.selection.place_of_use import (
    drugs_shut,
    in_setting_of_surgery,
    is_found_in_place,
    is_on_another,
    outdated_and_near,
    results_in_line,
    without_failed,
    without_remarks,
)
from agents.extractive.answer.selection.publishers import (
    is_advice_for_patient,
    is_for_own_group,
    is_of_publisher,
    one_of_each_silo_first,
    rule_per_publisher,
    with_advice,
    without_advised_here,
    without_group_advised,
)
from agents.extractive.answer.selection.repetition import (
    best_per_regimen,
    in_line_first,
    in_order,
    in_setting,
    one_for_each,
    one_result_each,
    says_again,
    told_once,
    within_words,
    without_parts_asked,
    without_repeated_regimens,
)
from agents.extractive.answer.selection.suitability import (
    by_variant,
    drugs_resisted,
    is_beside_options,
    is_held_back,
    is_indicated,
    is_limit_for_others,
    is_on_gene,
    is_on_resistance_variant,
    is_on_resisted,
    limits_patient,
    offers,
    variants_passed_over,
    weighs_patient,
    without_awaiting_relapse,
)
from agents.extractive.answer.trials import (
    is_result_asked_for,
    is_trial_of_regimen,
    on_group_asked,
    one_for_each_outcome,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.evidence.score_thresholds import least_score
from agents.matching.ordering import hangs_on_absence, place_by_setting
from agents.matching.patient.acquired_variants import comes_after_target
from agents.matching.patient.single_gene import is_on_gene_alone
from agents.matching.patient.therapies import OPTIONS
from agents.matching.premises import wrong_routes
from agents.matching.sequence.class_again import is_against_class_again
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.aspects import asks_all_interactions
from agents.turns import CalculatedValue

WORTH = 0.6
"""Share of the best score that a further statement needs. Chosen by hand: a much lower one is on
something else."""
WORTH_OF_OWN = 0.8
"""The same share if the hospital's own rules are asked for. Chosen by hand: one rule is wanted."""
MOST_POINTS, MOST_WORDS = 4, 120
"""Points and words of an answer, if nothing more is asked for. Chosen by hand: half a page."""
MOST_OPTIONS, MOST_OPTION_WORDS = 8, 240
"""Options of a choice, each a row, and their words. Chosen by hand: records name up to nine."""
MOST_OF_ONE, MOST_BESIDE = 2, 2
"""Statements of one document, and on a fact of the patient beside a choice. Chosen by hand: a claim
and its exception; a warning and what to do."""


@dataclass(frozen=True, slots=True)
class PartHits:
    """The statements found for one part of the question, by their use in the answer."""

    asked: SubQuestion
    answers: tuple[CitedStatement, ...]
    """At most four, in the order in which they are said."""
    excluded: tuple[CitedStatement, ...]
    """Options that facts of the patient speak against, one statement for each option."""
    outdated: tuple[CitedStatement, ...]
    """Statements on the subject that are superseded or withdrawn."""
    neighbours: tuple[CitedStatement, ...]
    """Statements on the subject, but for another class, variant, tumour or trial."""
    offered: frozenset[tuple[str, ...]] = frozenset()
    """Regimens that some statement offers to this patient, shown or not."""
    answered_in: frozenset[str] = frozenset()
    """Silos in which some statement answers, shown or not."""
    other_route: tuple[CitedStatement, ...] = ()
    """Statements that would answer if the route of the drug were the one asked for."""
    calculated: tuple[CalculatedValue, ...] = ()
    """Values of formulas that the part asks for."""
    left_out: frozenset[str] = frozenset()
    """Markers that the search left out, because no statement answers with them."""
    not_for_patient: tuple[CitedStatement, ...] = ()
    """Indications of the drug that do not fit the patient, told before its dose."""
    of_other_marker: tuple[tuple[CitedStatement, str], ...] = ()
    """Indications of the drug for alterations of other genes than the patient's, each with that in
    words."""
    conditional: tuple[CitedStatement, ...] = ()
    """Indications of the drug of a dose that depend on a marker which is not fully known."""
    limits: tuple[str, ...] = ()
    """Facts of the patient that the answers speak of, if nothing answers the question itself."""
    beside: tuple[str, ...] = ()
    """Facts of the patient that change the exposure and whose rules are told beside the answers of
    the question itself."""
    fitting: frozenset[str] = frozenset()
    """Lead drugs of all indications that nothing speaks against."""
    also_excluded: tuple[CitedStatement, ...] = ()
    """Other indications of excluded options, with other reasons against them."""
    unmentioned_variants: frozenset[str] = frozenset()
    """Acquired variants that no statement found speaks of: ``a source on FGFR2 V565F``."""
    undecided: tuple[CitedStatement, ...] = ()
    """Options that depend on an unstated marker, while other options do not."""
    other_tumours: tuple[str, ...] = ()
    """Tumours for which no indication of the asked drug is at hand, in words."""
    unconnected_facts: tuple[tuple[str, str], ...] = ()
    """Pairs of a fact of the patient and a drug asked about that no statement found connects."""
    under_drug: tuple[tuple[CitedStatement, str], ...] = ()
    """Rules that stop the drug at a value that the patient has before it; each with the value."""
    is_beside: bool = False
    """Whether the answers are limits beside the options that another part tells."""


def select(
    asked: SubQuestion, found: Sequence[CitedStatement], options: frozenset[str]
) -> PartHits:
    """Sort the statements found for one part. ``options``: drugs another part found, if asked."""
    if not (asked.drugs or asked.classes or asked.genes or asked.trials) and options:
        found = [each for each in found if options & frozenset(each.drugs)]
    if own := own_rules_told(found, asked):
        return PartHits(asked, own, (), (), ())
    found = of_silos_asked(found, asked)
    against = [e for e in found if e.judgement.is_excluded_option]
    against = without_advised_here(without_group_advised(against, found), found)
    excluded, resisted = one_an_option(against, asked), drugs_resisted(found)
    answers = [
        each
        for each in found
        if _speaks_for(each, asked)
        and not is_overruled(each, excluded, asked)
        and not (asked.is_choice and is_on_resisted(each, resisted))
        and not is_no_choice(each, found, asked)
    ]
    told = without_awaiting_relapse(without_parts_asked(answers, asked), asked)
    awaiting = [each for each in answers if each not in told]
    answers = main_rule_first(plain_first(_options_with_results(told, excluded, asked), asked))
    answers = without_options_for_any_gene(in_class_order(answers, asked), asked)
    plain = unconditional(answers, asked)
    hanging = [each for each in answers if plain and each not in plain]
    answers = with_named_conditions(plain, hanging, asked) if plain else answers
    if asked.open_markers or not any(map(offers, answers)):
        opened = (*open_options(found, excluded, asked), *answers)
        answers = without_caution(list(dict.fromkeys(opened)), asked)
    answers = with_options_for_any_gene(answers, found, excluded, asked)
    answers = answers or results_in_line(found, excluded, asked)
    answers, excluded = in_setting_of_surgery(answers, excluded, asked)
    outdated, near = outdated_and_near(found, asked)
    if (other_route := by_other_route(found, asked)) or wrong_routes(asked.text):
        answers = [each for each in answers if frozenset(each.drugs) == asked.drugs]
    shown = variants.with_alike_first(_points(on_group_asked(answers, asked), asked), found, asked)
    points = with_settling_trials(shown, found, excluded, asked)
    return PartHits(
        asked,
        with_options_for_any_marker(points, found, excluded, asked),
        *(tuple(excluded), tuple(outdated[:2]), tuple(near)),
        drugs_offered(answers),
        frozenset(each.silo for each in found if _speaks_for(each, asked)),
        other_route,
        fitting=fitting_drugs(found, excluded, asked),
        also_excluded=tuple(other_reasons(against, excluded)),
        unmentioned_variants=variants_passed_over(found) if asked.is_choice else frozenset(),
        undecided=tuple(filter(is_indicated, (*awaiting, *hanging))),
        not_for_patient=refused_in_other_setting(answers, excluded, asked)[:1],
    )


def _speaks_for(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement answers a part by itself, whatever else was found."""
    answers = found.judgement.answers and asked.instead_of.isdisjoint(found.drugs[:1])
    return answers and (_is_likely(found, asked) or _fits_fully(found, asked))


def _options_with_results(
    answers: Sequence[CitedStatement], excluded: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """For a choice: the options, and results of these options, of drugs that the question names, or
    in an altered gene of the patient."""
    if not asked.is_choice:
        return list(answers)
    answers = asking.without_other_remarks(answers, asked)
    answers = without_caution([e for e in answers if not is_limit_for_others(e)], asked)
    offered = {d for e in answers if e.judgement.statement.kind in OPTIONS for d in e.drugs}
    shut = {drug for each in excluded for drug in each.drugs} - offered
    answers = without_failed(without_remarks(answers, asked, shut), excluded, asked)
    if not offered and any(is_held_back(each) for each in excluded):
        return [each for each in answers if weighs_patient(each)]
    return [
        each
        for each in answers
        if not (offered and (is_beside_options(each, asked) or is_on_another(each, asked, offered)))
        and (
            each.judgement.statement.kind != "result"
            or set(each.drugs) & (offered | asked.drugs - shut)
            or ((asked.are_joined or is_on_gene(each)) and not drugs_shut(each, excluded, offered))
            or is_on_resistance_variant(each)
            or is_found_in_place(each, excluded, asked)
        )
    ]


def _is_likely(one: CitedStatement, asked: SubQuestion) -> bool:
    return one.judgement.score >= least_score(one, asked, is_of_named=is_of_publisher(one, asked))


def _points(answers: Sequence[CitedStatement], asked: SubQuestion) -> tuple[CitedStatement, ...]:
    """The statements that the answer shows: none twice, and within its length. Each compared drug
    and each name in the question gets one statement before any gets a second. In a choice the
    options come first, one statement for each regimen. The hospital's own rules come before other
    sources."""
    kept: list[CitedStatement] = []
    own = [each for each in answers if each.is_own]
    best = answers[0].judgement.score if answers else 0.0
    least = WORTH_OF_OWN * own[0].judgement.score if own and asked.asks_own else WORTH * best
    worthy = [each for each in own if each.judgement.score >= least] + [
        each
        for each in answers
        if not each.is_own and (each.judgement.score >= WORTH * best or _fits_fully(each, asked))
    ]
    if asked.is_choice:
        regimens = in_order(best_per_regimen(worthy, asked))
        alone = [e for e in worthy if is_on_gene_alone(e.judgement, asked, e.words)][:MOST_BESIDE]
        worthy = one_result_each(in_line_first(without_repeated_regimens(worthy, regimens)))
        alone += [e for e in answers if is_for_own_group(e)][:MOST_BESIDE]
        limits = [*filter(_comes_first, worthy), *by_variant(answers), *alone]
        regimens = within_words(regimens, worthy, MOST_OPTION_WORDS)
        exact = in_setting(worthy, regimens)
        options = [*limits, *exact, *with_advice(regimens, worthy, MOST_POINTS, asked)]
    else:
        options = _all_told(worthy, answers, asked)
    # Statements of other publishers than those named come later and are cut first.
    named = [each for each in answers if is_of_publisher(each, asked)]
    options = one_of_each_silo_first(named)[:MOST_POINTS] or options
    rules = rule_per_publisher(worthy, asked)
    for candidate in [*options, *rules, *one_for_each(worthy, asked), *worthy]:
        told = candidate in options
        most_words, most = (MOST_OPTION_WORDS, MOST_OPTIONS) if told else (MOST_WORDS, MOST_POINTS)
        words = sum(len(each.words.split()) for each in kept) + len(candidate.words.split())
        if len(kept) >= most or (kept and words > most_words):
            continue
        if candidate not in kept and (told or _adds(candidate, kept, asked)):
            kept.append(candidate)
    kept = told_once(with_result_of_each(kept, worthy, asked))
    if asked.is_choice and not named:
        return tuple(sorted(kept, key=lambda each: place_of_choice(each, asked, kept)))
    # Contraindications in this patient come first, whatever the question is.
    ranks = {id(e): (place_of_limit(e, asked), place) for place, e in enumerate(answers)}
    return tuple(sorted(kept, key=lambda each: (each not in named, *ranks[id(each)])))


def _comes_first(found: CitedStatement) -> bool:
    return limits_patient(found) or is_against_class_again(found.judgement)


def _all_told(
    worthy: Sequence[CitedStatement], answers: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """Statements that a look-up shows first: all that give what is asked for "all interactions",
    else contraindications, a result on each outcome asked of a trial, and statements on each class
    of an organ."""
    if asks_all_interactions(asked):
        return [each for each in worthy if each.judgement.gives_what_is_asked]
    limits = [each for each in worthy if limits_patient(each) and _fits_fully(each, asked)]
    each_outcome = one_for_each_outcome(answers, asked)
    return [*limits[:MOST_BESIDE], *each_outcome, *on_each_class(answers, asked)]


def _fits_fully(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement belongs in the answer even if its words hardly match: what is for just
    this patient, setting, regimen or variant, what is asked, and contraindications of its drug."""
    judgement = found.judgement
    if not asked.is_choice:
        exact = judgement.gives_what_is_asked or judgement.is_met_for(asked)
        exact = exact or is_result_asked_for(found, asked)
        return exact or (limits_patient(found) and bool(asked.drugs & frozenset(found.drugs)))
    free = judgement.has_no_open_marker or (asked.compared and judgement.is_open)
    named = asking.is_asked_option(found, asked, is_free=free)
    named = named or (not offers(found) and is_on_resistance_variant(found))
    heard = is_on_gene_alone(judgement, asked) or is_advice_for_patient(found) or named
    heard = heard or is_for_gene_asked(found, asked) or is_for_own_group(found)
    heard = heard or is_trial_of_regimen(found, asked) or comes_after_target(judgement)
    heard = heard or is_against_class_again(judgement) or hangs_on_absence(judgement)
    return judgement.is_for_patient or heard or place_by_setting(judgement) == 0


def _adds(candidate: CitedStatement, kept: Sequence[CitedStatement], asked: SubQuestion) -> bool:
    ref = candidate.citations[0].ref
    judgement = candidate.judgement
    exact = judgement.gives_what_is_asked or judgement.is_on_class_of(asked)
    if not exact and sum(each.citations[0].ref == ref for each in kept) >= MOST_OF_ONE:
        return False
    return not any(says_again(candidate, e) for e in kept if e.drugs == candidate.drugs)
