"""Why the quotes that a sentence cites do not support it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.checking.support.actions_and_subjects.checks import TOLD
from agents.checking.support.actions_and_subjects.drug_of_number import problem_with_drug_of_number
from agents.checking.support.actions_and_subjects.loose_number import problem_with_loose_number
from agents.checking.support.additions.checks import ADDED
from agents.checking.support.additions.lines import problem_with_turned_line
from agents.checking.support.administration.checks import GIVEN
from agents.checking.support.arms.better_arm import problem_with_better_arm
from agents.checking.support.arms.comparators import problem_with_comparator
from agents.checking.support.arms.places import problem_with_arms
from agents.checking.support.arms.winners import problem_with_winner
from agents.checking.support.bindings.alleles import problem_with_alleles
from agents.checking.support.bindings.bands import problem_with_bands
from agents.checking.support.bindings.cells import problem_with_cells, problem_with_group
from agents.checking.support.bindings.headed import problem_with_heads
from agents.checking.support.bindings.hedges import problem_with_reserve
from agents.checking.support.bindings.items import problem_with_items
from agents.checking.support.bindings.paired_lists import problem_with_paired_lists
from agents.checking.support.bindings.reversed_words import problem_with_turned_word
from agents.checking.support.bindings.together import problem_with_unjoined_names
from agents.checking.support.bindings.two_values import problem_with_value_of_other
from agents.checking.support.bindings.words_beside import problem_with_words_beside
from agents.checking.support.causes import (
    problem_with_cause,
    problem_with_judgement,
    problem_with_reason,
    problem_with_single_case,
)
from agents.checking.support.conclusions.advice import problem_with_firmness
from agents.checking.support.conclusions.conclusions import problem_with_conclusion
from agents.checking.support.conclusions.designs import problem_with_design
from agents.checking.support.conclusions.exceptions import problem_with_exception
from agents.checking.support.conclusions.exemptions import problem_with_exempted
from agents.checking.support.conclusions.quantifiers import (
    problem_with_majority,
    problem_with_share_of_it,
    problem_with_some_of_all,
)
from agents.checking.support.conclusions.scope import problem_with_scope
from agents.checking.support.conclusions.waived_conditions import problem_with_waived_condition
from agents.checking.support.contrasts.before_after import (
    problem_with_sameness,
    problem_with_side_of_time,
)
from agents.checking.support.contrasts.effects_of_arms import problem_with_effects_of_arms
from agents.checking.support.contrasts.exposure import problem_with_exposure
from agents.checking.support.contrasts.first_treatment import problem_with_first_treatment
from agents.checking.support.contrasts.grades import problem_with_grade
from agents.checking.support.contrasts.intervals_of_time import (
    problem_with_interval_of_time,
    problem_with_performance_status,
)
from agents.checking.support.contrasts.prefixes import problem_with_prefix
from agents.checking.support.contrasts.regimen_names import problem_with_regimen_name
from agents.checking.support.contrasts.same_place import problem_with_same_place
from agents.checking.support.contrasts.strength_of_parts import problem_with_strength_of_part
from agents.checking.support.contrasts.thresholds import problem_with_threshold
from agents.checking.support.designations import problem_with_designations
from agents.checking.support.direction.amounts import problem_with_amount
from agents.checking.support.direction.changes_of_arms import problem_with_change_of_arms
from agents.checking.support.direction.comparisons import problem_with_compared
from agents.checking.support.direction.denied_differences import (
    problem_with_denied_difference,
)
from agents.checking.support.direction.effects import (
    problem_with_comparison,
    problem_with_direction,
    problem_with_significance,
    problem_with_turned_pair,
)
from agents.checking.support.direction.multiples import problem_with_multiple
from agents.checking.support.direction.no_gain import problem_with_no_gain
from agents.checking.support.direction.outcomes import problem_with_turned_outcome
from agents.checking.support.direction.significance import problem_with_gain_of_both
from agents.checking.support.drugs.attribution import problem_with_other_name
from agents.checking.support.drugs.combinations import (
    problem_with_drug_roles,
    problem_with_joined_drugs,
    problem_with_measured_drugs,
    problem_with_partners,
    problem_with_taken_drugs,
)
from agents.checking.support.drugs.joined_pairs import problem_with_joined_pair
from agents.checking.support.drugs.order_of_drugs import problem_with_order_of_drugs
from agents.checking.support.drugs.preferred_drugs import problem_with_preferred_drug
from agents.checking.support.drugs.sequences import problem_with_sequence
from agents.checking.support.drugs.whole_class import problem_with_class_for_drug
from agents.checking.support.events.events_of_figures import problem_with_event_of_figure
from agents.checking.support.events.severity import problem_with_severity
from agents.checking.support.known_words import (
    is_in_other_words,
    is_in_words_of_sources,
    problem_with_no_common_word,
    problem_with_nothing_said,
    problem_with_only_word,
    problem_with_words,
)
from agents.checking.support.negation.absences import problem_with_absence
from agents.checking.support.negation.denials import (
    problem_with_condition,
    problem_with_denial,
    problem_with_even,
)
from agents.checking.support.negation.needs import problem_with_need
from agents.checking.support.negation.permissions import problem_with_permission
from agents.checking.support.negation.polarity import (
    problem_with_added_denial,
    problem_with_denied_effect,
    problem_with_polarity,
    problem_with_reversed_with,
)
from agents.checking.support.numbers.branches import problem_with_branches, problem_with_item
from agents.checking.support.numbers.counts import problem_with_counts, problem_with_ordinals
from agents.checking.support.numbers.meaning import problem_with_numbers
from agents.checking.support.numbers.ratios import problem_with_ratio
from agents.checking.support.numbers.roles import problem_with_order, problem_with_year
from agents.checking.support.population.dropped_clauses import problem_with_dropped_clause
from agents.checking.support.population.dropped_conditions import problem_with_dropped_condition
from agents.checking.support.population.limits import problem_with_limits
from agents.checking.support.population.opposites import problem_with_opposites
from agents.checking.support.population.organ_dose import problem_with_organ_dose
from agents.checking.support.population.patient_facts import problem_with_told_facts
from agents.checking.support.population.place import problem_with_place
from agents.checking.support.population.states_of_patient import problem_with_state_of_patient
from agents.checking.support.population.subject import (
    problem_with_concepts,
    problem_with_conditions,
    problem_with_patient,
)
from agents.checking.support.reading.arm_names import with_told_arms
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedQuote, CitedSentence
from agents.checking.support.strength import (
    problem_with_advised_drug,
    problem_with_question,
    problem_with_strength,
)
from agents.checking.support.swapped.brackets import problem_with_brackets
from agents.checking.support.swapped.columns import problem_with_columns
from agents.checking.support.swapped.endpoints import problem_with_value_of_endpoint
from agents.checking.support.swapped.in_time import problem_with_turned_order
from agents.checking.support.swapped.one_quote import problem_with_one_quote
from agents.checking.support.swapped.ranges import problem_with_mixed_range
from agents.checking.support.swapped.two_cells import (
    problem_with_exchanged_values,
    problem_with_part_of_other_arm,
)
from agents.checking.support.swapped.two_conditions import problem_with_mixed_condition
from agents.checking.support.swapped.two_pairs import problem_with_mixed_pair
from agents.checking.support.swapped.two_quotes import problem_with_exchanged_quotes
from agents.checking.support.thread.checks import OF_THE_THREAD

LONGEST = 4_000
"""Characters of a sentence; as of a quote. Chosen by hand: a longer one is no sentence."""
_ANSWER = re.compile(r"^(?:no|yes)[,:] (?=\w)", re.IGNORECASE)
"""The answer before what is told: "No, grapefruit is avoided" denies nothing of what follows."""
VOTES = 2
"""How many of the checks that tell places apart must see something wrong. Chosen on judged claims
(docs/evaluation-check.md): each of them alone is misled by other words as often as by a lie."""


def problem_with_support(
    text: str, sources: Sequence[tuple[str, str]], asked: str, *, may_deny: bool = False
) -> str:
    """A plain sentence that says why; empty when nothing was found. ``sources``: each cited quote
    and what its document is about; ``asked``: what the people of the thread said; ``may_deny``:
    what it denies was found by comparing a statement with the patient, and stands in no quote."""
    if len(text) > LONGEST:
        return "It is too long to be checked."
    read = [CitedQuote(CanonicalText(quote), CanonicalText(about)) for quote, about in sources]
    text = with_told_arms(_ANSWER.sub("", text), [quote for quote, _ in sources])
    claim = CitedSentence(CanonicalText(text), read, CanonicalText(asked))
    checks = _OF_A_DENIAL if may_deny else _CHECKS
    misled = _DOUBTS | _DOUBTS_OF_OTHER_WORDS if is_in_other_words(claim) else _DOUBTS
    doubts: list[str] = []
    for check in checks:
        problem = check(claim)
        if problem and check not in misled:
            return problem
        doubts += [problem] if problem else []
        if len(doubts) == VOTES or (doubts and is_in_words_of_sources(claim)):
            return doubts[0]
    return ""


_OF_A_DENIAL = (problem_with_nothing_said, problem_with_numbers, problem_with_ratio)
_CHECKS = (
    problem_with_nothing_said,
    problem_with_no_common_word,
    problem_with_only_word,
    problem_with_numbers,
    problem_with_loose_number,
    problem_with_drug_of_number,
    problem_with_words_beside,
    problem_with_value_of_other,
    problem_with_order,
    problem_with_cells,
    problem_with_group,
    problem_with_exchanged_values,
    problem_with_part_of_other_arm,
    problem_with_value_of_endpoint,
    problem_with_mixed_range,
    problem_with_one_quote,
    problem_with_exchanged_quotes,
    problem_with_brackets,
    problem_with_arms,
    problem_with_winner,
    problem_with_better_arm,
    problem_with_paired_lists,
    problem_with_branches,
    problem_with_item,
    problem_with_bands,
    problem_with_alleles,
    problem_with_items,
    problem_with_unjoined_names,
    problem_with_year,
    problem_with_designations,
    problem_with_ratio,
    problem_with_majority,
    problem_with_share_of_it,
    problem_with_some_of_all,
    problem_with_counts,
    problem_with_ordinals,
    problem_with_concepts,
    problem_with_patient,
    problem_with_told_facts,
    problem_with_limits,
    problem_with_organ_dose,
    problem_with_opposites,
    problem_with_taken_drugs,
    problem_with_joined_drugs,
    problem_with_partners,
    problem_with_measured_drugs,
    problem_with_drug_roles,
    problem_with_order_of_drugs,
    problem_with_sequence,
    problem_with_turned_order,
    problem_with_other_name,
    problem_with_conditions,
    problem_with_question,
    problem_with_significance,
    problem_with_strength,
    problem_with_advised_drug,
    problem_with_scope,
    problem_with_cause,
    problem_with_single_case,
    problem_with_reason,
    problem_with_judgement,
    problem_with_conclusion,
    problem_with_exception,
    problem_with_direction,
    problem_with_comparison,
    problem_with_turned_pair,
    problem_with_compared,
    problem_with_polarity,
    problem_with_denied_effect,
    problem_with_added_denial,
    problem_with_reversed_with,
    problem_with_absence,
    problem_with_denial,
    problem_with_even,
    problem_with_permission,
    problem_with_condition,
    problem_with_dropped_condition,
    problem_with_dropped_clause,
    problem_with_turned_word,
    problem_with_heads,
    problem_with_reserve,
    problem_with_place,
    problem_with_exposure,
    problem_with_first_treatment,
    problem_with_grade,
    problem_with_interval_of_time,
    problem_with_performance_status,
    problem_with_preferred_drug,
    problem_with_prefix,
    problem_with_regimen_name,
    problem_with_threshold,
    problem_with_side_of_time,
    problem_with_sameness,
    problem_with_effects_of_arms,
    problem_with_need,
    problem_with_gain_of_both,
    problem_with_strength_of_part,
    problem_with_same_place,
    problem_with_columns,
    problem_with_comparator,
    problem_with_firmness,
    problem_with_exempted,
    problem_with_waived_condition,
    problem_with_denied_difference,
    problem_with_no_gain,
    problem_with_multiple,
    problem_with_event_of_figure,
    problem_with_severity,
    problem_with_state_of_patient,
    problem_with_design,
    *GIVEN,
    *ADDED,
    *OF_THE_THREAD,
    *TOLD,
    problem_with_amount,
    problem_with_change_of_arms,
    problem_with_turned_outcome,
    problem_with_turned_line,
    problem_with_joined_pair,
    problem_with_class_for_drug,
    problem_with_mixed_pair,
    problem_with_mixed_condition,
    problem_with_words,
)
"""In the order of what is worst: a wrong number is told before a strange word."""
_DOUBTS = frozenset(
    (
        problem_with_only_word,
        problem_with_loose_number,
        problem_with_dropped_condition,
        problem_with_dropped_clause,
        problem_with_words,
        problem_with_denied_effect,
        problem_with_denial,
        problem_with_condition,
        problem_with_words_beside,
        problem_with_order,
        problem_with_group,
        problem_with_item,
        problem_with_items,
        problem_with_compared,
        problem_with_heads,
        problem_with_place,
        problem_with_same_place,
    )
)
"""Those that tell from the words around a number, name or denial what it is on. Other words for the
same mislead one of them; two seldom at once, unless something stands in another's place."""
_DOUBTS_OF_OTHER_WORDS = frozenset(
    (
        problem_with_cells,
        problem_with_bands,
        problem_with_judgement,
        problem_with_comparator,
    )
)
"""Those that only doubt where a sentence is in other words than its quotes: alone there, they were
wrong as often as right on judged claims that nobody had mended by (docs/evaluation-check.md)."""
