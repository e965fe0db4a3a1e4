"""Which statements make the answer to one part, and which options are not for this patient."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
    open_options,
    other_reasons,
    refused_in_other_setting,
    says_nothing_of_variant,
    unconditional,
)
from agents.extractive.answer.selection.publishers import (
    decides,
    is_advice_for_patient,
    is_advised,
    is_of_publisher,
    rule_per_publisher,
    with_advice,
)
from agents.extractive.answer.selection.repetition import (
    best_per_regimen,
    in_order,
    is_part_of_regimen,
    one_for_each,
    says_again,
    within_words,
    without_repeated_regimens,
)
from agents.extractive.answer.selection.suitability import (
    advises_against,
    by_variant,
    drugs_resisted,
    is_beside_options,
    is_held_back,
    is_indicated,
    is_limit_for_others,
    is_on_another,
    is_on_gene,
    is_on_resistance_variant,
    is_on_resisted,
    limits_patient,
    offers,
    variants_passed_over,
    weighs_patient,
    without_awaiting_relapse,
    without_caution,
)
from agents.extractive.answer.trials import is_result_asked_for
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.evidence.score_thresholds import least_score
from agents.matching.ordering import place_by_prior
from agents.matching.patient.single_gene import is_on_gene_alone
from agents.matching.patient.therapies import OPTIONS
from agents.matching.patient.unread_markers import asks_for
from agents.matching.premises import wrong_routes
from agents.matching.scoring import ROLE_ORDER
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.aspects import asks_all_interactions
from agents.turns import Calculated

WORTH = 0.6
"""Share of the best score from which on a further statement is shown. Chosen by hand: a second
statement of about the same score is often another option, one far below is on something else."""
WORTH_OF_OWN = 0.8
"""The same where a hospital's own rules are asked for. Chosen by hand: one rule is looked up there,
and its neighbours on the same drug are for other patients."""
MOST_POINTS = 4
MOST_WORDS = 120
"""The length that an answer keeps unless more is asked for."""
MOST_OPTIONS, MOST_OPTION_WORDS = 8, 240
"""Options of a choice, each a row of a table, and their words. Chosen by hand: records name up to
nine regimens for one tumour and marker, in about 30 words each."""
MOST_OF_ONE = 2
MOST_BESIDE = 2
"""On a fact of the patient beside a choice. By hand: a warning and what to do about it."""


@dataclass(frozen=True, slots=True)
class Selected:
    """What was found for one part, sorted out."""

    asked: SubQuestion
    answers: tuple[CitedStatement, ...]
    """At most four, in the order in which they are said."""
    excluded: tuple[CitedStatement, ...]
    """Options that facts of the patient speak against, one an option."""
    outdated: tuple[CitedStatement, ...]
    """Statements on the subject that are superseded or withdrawn."""
    near: tuple[CitedStatement, ...]
    """On the subject, but for another class, variant, tumour or trial."""
    offered: frozenset[tuple[str, ...]] = frozenset()
    """Regimens that some statement offers to this patient, shown or not."""
    other_route: tuple[CitedStatement, ...] = ()
    """What answers but for the way in which the drug is given, where nothing is for that way."""
    calculated: tuple[Calculated, ...] = ()
    """Values of formulas that the part asks for."""
    relaxed: frozenset[str] = frozenset()
    """Markers of the question that the answers do not speak of, so that it was asked without."""
    unsuited: tuple[CitedStatement, ...] = ()
    """What the drug is indicated for, where the patient's facts speak against it and a dose or what
    holds in another setting is told besides."""
    hanging: tuple[CitedStatement, ...] = ()
    """An indication of the drug of a dose that hangs on a marker of which something is known."""
    limits: tuple[str, ...] = ()
    """Facts of the patient of which the answers speak, where nothing answers what is asked."""
    fitting: frozenset[str] = frozenset()
    """Lead drugs of all indications found that nothing speaks against."""
    also_excluded: tuple[CitedStatement, ...] = ()
    """Other indications of excluded options, with other reasons against them."""
    unspoken: frozenset[str] = frozenset()
    """Acquired variants of which no statement found speaks: ``a source on FGFR2 V565F``."""
    undecided: tuple[CitedStatement, ...] = ()
    """Options that hang on a marker which nobody has stated, where others do not."""
    foreign: tuple[str, ...] = ()
    """Tumours of which no indication at hand of the drug of a dose is, in words."""
    untold: tuple[tuple[str, str], ...] = ()
    """Facts of the patient, each with a drug that is asked about, of which nothing found speaks
    together."""


def select(
    asked: SubQuestion, found: Sequence[CitedStatement], options: frozenset[str]
) -> Selected:
    """Sort out the evidence of one part. ``options``: drugs that another part brought up, for a
    part that asks about them."""
    if not (asked.drugs or asked.classes or asked.genes or asked.trials) and options:
        found = [each for each in found if options & frozenset(each.drugs)]
    if asked.from_silos:
        found = [each for each in found if each.silo in asked.from_silos]
    against = [e for e in found if e.judgement.is_excluded_option]
    excluded = one_an_option(against, asked)
    resisted = drugs_resisted(found)
    answers = [
        each
        for each in found
        if each.judgement.answers
        and (each.judgement.score >= _least(each, asked) or _fits_fully(each, asked))
        and not is_overruled(each, excluded, asked)
        and not (asked.is_choice and is_on_resisted(each, resisted))
        and not (asked.is_choice and says_nothing_of_variant(each, found))
    ]
    told = without_awaiting_relapse(answers, asked)
    awaiting = [each for each in answers if each not in told]
    answers = main_rule_first(plain_first(_supported(told, excluded, asked), asked))
    plain = unconditional(answers, asked)
    hanging = [each for each in answers if plain and each not in plain]
    undecided = [each for each in (*awaiting, *hanging) if is_indicated(each)]
    answers = plain or answers
    if asked.open_markers or not any(map(offers, answers)):
        opened = open_options(found, excluded, asked)
        answers = without_caution(list(dict.fromkeys((*opened, *answers))), asked)
    outdated, near = _outdated_and_near(found)
    other_route = by_other_route(found, asked)
    if other_route or wrong_routes(asked.text):
        answers = [each for each in answers if frozenset(each.drugs) == asked.drugs]
    fitting = fitting_drugs(found, excluded, asked)
    return Selected(
        asked,
        _points(answers, asked),
        tuple(excluded),
        tuple(outdated[:2]),
        tuple(near),
        _offered_drugs(answers),
        other_route,
        fitting=fitting,
        also_excluded=tuple(other_reasons(against, excluded)),
        unspoken=variants_passed_over(found) if asked.is_choice else frozenset(),
        undecided=tuple(undecided),
        unsuited=refused_in_other_setting(answers, excluded, asked)[:1],
    )


def _offered_drugs(answers: Sequence[CitedStatement]) -> frozenset[tuple[str, ...]]:
    """The drugs of each option among the answers."""
    options = (each for each in answers if each.judgement.statement.kind in OPTIONS)
    return frozenset(each.drugs for each in options if each.drugs)


def _outdated_and_near(
    found: Sequence[CitedStatement],
) -> tuple[list[CitedStatement], list[CitedStatement]]:
    contradicted = [e for e in found if e.judgement.is_on_subject and e.judgement.contradictions]
    outdated = [e for e in contradicted if _only_outdated(e)]
    near = [e for e in contradicted if e not in outdated and not e.judgement.is_excluded_option]
    return outdated, near


def drugs_to_look_up(selected: Selected) -> list[str]:
    """The drugs of which the patient's other facts are looked up: what is offered, what is asked
    for, and what only such a fact speaks against."""
    held_back = [each for each in selected.excluded if is_held_back(each)]
    named = sorted(selected.asked.drugs) if selected.asked.is_choice else []
    offered = [drug for each in (*selected.answers, *held_back) for drug in each.drugs]
    return list(dict.fromkeys((*named, *offered)))


def _supported(
    answers: Sequence[CitedStatement], excluded: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """For a choice: options, and the results of these options. The result of a drug that nothing
    offers to this patient is shown only when the drug is asked for by name or the result is of an
    altered gene that the patient has."""
    if not asked.is_choice:
        return list(answers)
    answers = without_caution([e for e in answers if not is_limit_for_others(e)], asked)
    offered = {d for e in answers if e.judgement.statement.kind in OPTIONS for d in e.drugs}
    shut = {drug for each in excluded for drug in each.drugs} - offered
    if not offered and any(is_held_back(each) for each in excluded):
        return [each for each in answers if weighs_patient(each)]
    return [
        each
        for each in answers
        if not (offered and (is_beside_options(each, asked) or is_on_another(each, asked, offered)))
        and (
            each.judgement.statement.kind != "result"
            or set(each.drugs) & (offered | asked.drugs - shut)
            or (is_on_gene(each) and not set(each.drugs) & shut)
            or is_on_resistance_variant(each)
        )
    ]


def _least(found: CitedStatement, asked: SubQuestion) -> float:
    return least_score(found, asked, is_of_named=is_of_publisher(found, asked))


def _only_outdated(found: CitedStatement) -> bool:
    return all(each.dimension == "currency" for each in found.judgement.contradictions)


def _points(answers: Sequence[CitedStatement], asked: SubQuestion) -> tuple[CitedStatement, ...]:
    """The statements that the answer shows: none twice, and within the length of an answer. Each
    drug that is compared and each thing that is named is said once before any is said again. For a
    choice the options come first, one statement a regimen. The hospital's own rules come before
    other sources."""
    kept: list[CitedStatement] = []
    own = [each for each in answers if each.is_own]
    best = answers[0].judgement.score if answers else 0.0
    least = WORTH_OF_OWN * own[0].judgement.score if own and asked.asks_own else WORTH * best
    worthy = [each for each in own if each.judgement.score >= least]
    worthy += [
        each
        for each in answers
        if not each.is_own and (each.judgement.score >= WORTH * best or _fits_fully(each, asked))
    ]
    options: list[CitedStatement] = []
    if asked.is_choice:
        regimens = in_order(best_per_regimen(worthy))
        worthy = without_repeated_regimens(worthy, regimens)
        alone = [each for each in worthy if is_on_gene_alone(each.judgement.statement, asked)]
        limits = [*filter(limits_patient, worthy), *by_variant(answers), *alone[:MOST_BESIDE]]
        regimens = within_words(regimens, worthy, MOST_OPTION_WORDS)
        options = [*limits, *with_advice(regimens, worthy, MOST_POINTS, asked)]
    else:
        options = [e for e in worthy if limits_patient(e) and _fits_fully(e, asked)][:MOST_BESIDE]
        if asks_all_interactions(asked):
            options = [each for each in worthy if each.judgement.gives_what_is_asked]
    named = [each for each in answers if is_of_publisher(each, asked)]
    # Where somebody is asked by name, what others say stands behind and is cut first.
    options = named[:MOST_POINTS] or options
    rules = rule_per_publisher(worthy, asked)
    for candidate in [*options, *rules, *one_for_each(worthy, asked), *worthy]:
        most_words, most = (
            (MOST_OPTION_WORDS, MOST_OPTIONS) if candidate in options else (MOST_WORDS, MOST_POINTS)
        )
        words = sum(len(each.words.split()) for each in kept) + len(candidate.words.split())
        if len(kept) >= most or (kept and words > most_words):
            continue
        if candidate not in kept and (candidate in options or _adds(candidate, kept)):
            kept.append(candidate)
    if asked.is_choice and not named:
        return tuple(sorted(kept, key=lambda each: _place_of_choice(each, asked, kept)))
    # What the patient must not have is heard first, whatever is asked of the drug.
    ranks = {id(e): (place_of_limit(e, asked), place) for place, e in enumerate(answers)}
    return tuple(sorted(kept, key=lambda each: (each not in named, *ranks[id(each)])))


def speaks_against(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement speaks against a drug in this patient: by what the patient has, or, of a
    drug that is asked about, by an altered gene. It is heard before what the drug is for."""
    if limits_patient(found):
        return True
    against = found.judgement.statement.kind == "resistance" or advises_against(found)
    return against and is_on_gene(found) and bool(asked.drugs & frozenset(found.drugs))


def _place_of_choice(
    found: CitedStatement, asked: SubQuestion, kept: Sequence[CitedStatement]
) -> tuple[float, ...]:
    """What speaks against a drug, then advice that settles the choice; what is on exactly a
    resistance variant of the patient, then what is offered: of it what is for an altered gene, the
    label of what that advice names, and what is for the time after a treatment that was had; then
    by its source: label, guideline, trial."""
    role = -ROLE_ORDER.get(found.role, 0.0)
    first = (not speaks_against(found, asked), not decides(found, asked))
    return (
        *first,
        bool(asked.instead_of & frozenset(found.drugs)),
        not asks_for(found.judgement.statement, asked.open_markers),
        not is_on_resistance_variant(found),
        not offers(found),
        is_part_of_regimen(found, kept) and found.drugs[0] not in asked.drugs,
        not is_on_gene(found),
        not is_advised(found, kept, asked),
        place_by_prior(found.judgement),
        role,
    )


def _fits_fully(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement belongs in the answer however little its words match the question. For a
    choice these are options and advice for just this patient, drugs that are asked about in this
    tumour, and statements on exactly a resistance variant. For other questions they are statements
    that give just what is asked, and contraindications of a drug that is asked about."""
    judgement = found.judgement
    if not asked.is_choice:
        exact = judgement.gives_what_is_asked or is_result_asked_for(found, asked)
        exact = exact or judgement.is_met_for(asked)
        return exact or (limits_patient(found) and bool(asked.drugs & frozenset(found.drugs)))
    named = judgement.has_no_open_marker and bool(asked.drugs & frozenset(found.drugs[:1]))
    if not offers(found) and is_on_resistance_variant(found):
        return True
    heard = is_on_gene_alone(judgement.statement, asked) or is_advice_for_patient(found)
    return judgement.is_for_patient or heard or named


def _adds(candidate: CitedStatement, kept: Sequence[CitedStatement]) -> bool:
    ref = candidate.citations[0].ref
    exact = candidate.judgement.gives_what_is_asked
    if not exact and sum(each.citations[0].ref == ref for each in kept) >= MOST_OF_ONE:
        return False
    same = (each for each in kept if each.drugs == candidate.drugs)
    return not any(says_again(candidate, each) for each in same)
