"""Why the quotes that a sentence cites do not support it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.checking.support.arms.better_arm import problem_with_better_arm
from agents.checking.support.arms.places import problem_with_arms
from agents.checking.support.arms.winners import problem_with_winner
from agents.checking.support.bindings.alleles import problem_with_alleles
from agents.checking.support.bindings.bands import problem_with_bands
from agents.checking.support.bindings.cells import problem_with_cells, problem_with_group
from agents.checking.support.bindings.headed import problem_with_heads
from agents.checking.support.bindings.hedges import problem_with_reserve
from agents.checking.support.bindings.items import problem_with_items
from agents.checking.support.bindings.paired_lists import problem_with_paired_lists
from agents.checking.support.bindings.parallel import problem_with_parallel
from agents.checking.support.bindings.reversed_words import problem_with_turned_word
from agents.checking.support.bindings.together import problem_with_unjoined_names
from agents.checking.support.bindings.words_beside import problem_with_words_beside
from agents.checking.support.causes import (
    problem_with_cause,
    problem_with_judgement,
    problem_with_reason,
    problem_with_single_case,
)
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
from agents.checking.support.direction.comparisons import problem_with_compared
from agents.checking.support.direction.effects import (
    problem_with_comparison,
    problem_with_direction,
    problem_with_significance,
    problem_with_turned_pair,
)
from agents.checking.support.direction.significance import problem_with_gain_of_both
from agents.checking.support.drugs.attribution import problem_with_other_name
from agents.checking.support.drugs.combinations import (
    problem_with_drug_roles,
    problem_with_joined_drugs,
    problem_with_measured_drugs,
    problem_with_partners,
    problem_with_taken_drugs,
)
from agents.checking.support.drugs.order_of_drugs import problem_with_order_of_drugs
from agents.checking.support.drugs.preferred import problem_with_preferred_drug
from agents.checking.support.negation.denials import problem_with_condition, problem_with_denial
from agents.checking.support.negation.needs import problem_with_need
from agents.checking.support.negation.permissions import problem_with_permission
from agents.checking.support.negation.polarity import (
    problem_with_added_denial,
    problem_with_polarity,
    problem_with_reversed_with,
)
from agents.checking.support.numbers.branches import problem_with_branches, problem_with_item
from agents.checking.support.numbers.counts import problem_with_counts, problem_with_ordinals
from agents.checking.support.numbers.meaning import problem_with_numbers
from agents.checking.support.numbers.mixed_quotes import problem_with_mixed_quotes
from agents.checking.support.numbers.quantifiers import (
    problem_with_majority,
    problem_with_some_of_all,
)
from agents.checking.support.numbers.ratios import problem_with_ratio
from agents.checking.support.numbers.roles import problem_with_order, problem_with_year
from agents.checking.support.population.dropped_conditions import problem_with_dropped_condition
from agents.checking.support.population.left_conditions import problem_with_left_condition
from agents.checking.support.population.limits import problem_with_limits
from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.population.opposites import problem_with_opposites
from agents.checking.support.population.organ_dose import problem_with_organ_dose
from agents.checking.support.population.patient_facts import problem_with_told_facts
from agents.checking.support.population.subject import (
    problem_with_concepts,
    problem_with_conditions,
    problem_with_patient,
    problem_with_place,
)
from agents.checking.support.reading.abbreviations import stands_for_words
from agents.checking.support.reading.arm_names import with_told_arms
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedQuote, CitedSentence
from agents.checking.support.reading.words import is_neutral, words_without_support
from agents.checking.support.strength import (
    problem_with_advised_drug,
    problem_with_question,
    problem_with_scope,
    problem_with_strength,
)
from names.recognise import recognise_passage
from retrieval.text.words import words

LONGEST = 4_000
"""Characters of a sentence; as of a quote. Chosen by hand: a longer one is no sentence."""
LEAST_KNOWN = 0.7
MOST_UNKNOWN = 3
"""The share of a sentence's own words that its sources must know, and how many they may not know
in any case. Chosen by hand on the judged claims at hand (docs/evaluation.md)."""

_NAMES_NONE = re.compile(
    r"\b(?:names?|says?|mentions?|lists?|gives?|tells?|states?|holds?|contains?) (?:no|nothing)\b"
    r"|\bnot (?:among|part of)\b|\b(?:does|do|is|are) not (?:name|mention|list|give|tell|state|say"
    r"|named|mentioned|listed"
    r"|given)"
)
"""What a source is silent on stands in none."""
_UNKNOWN = re.compile(
    r"\bnot (?:yet |been |well |fully |clearly ){0,2}(?:established|known|clear|settled|understood"
    r"|certain)\b|\b(?:unknown|unclear|unsettled|uncertain|undetermined)\b"
)
"""What nobody knows, so that little else can be said of it."""
_NUMBER = re.compile(r"\d")
_WORD = re.compile(r"[a-z]{5,}")
PLAIN_WORDS = 4
"""Words of five letters and more that are enough in common. Chosen by hand."""
VOTES = 2
"""How many of the checks that tell places apart must see something wrong. Chosen on judged claims
(docs/evaluation.md): each of them alone is misled by other words as often as by a lie."""
FEW_NUMBERS = 2
"""Numbers of a sentence up to which one such check is enough, if all its words are those of the
sources. Chosen on judged claims: of more numbers, each is held against each."""
WORDS_OF_A_SENTENCE = 4
"""Of fewer, two must say something clinical. Chosen by hand."""


def problem_with_support(
    text: str, sources: Sequence[tuple[str, str]], asked: str, *, may_deny: bool = False
) -> str:
    """A plain sentence that says why; empty when nothing was found. ``sources``: each cited quote
    and what its document is about; ``asked``: what the people of the thread said; ``may_deny``:
    what it denies was found by comparing a statement with the patient, and stands in no quote."""
    if len(text) > LONGEST:
        return "It is too long to be checked."
    read = [CitedQuote(CanonicalText(quote), CanonicalText(about)) for quote, about in sources]
    text = with_told_arms(text, [quote for quote, _ in sources])
    claim = CitedSentence(CanonicalText(text), read, CanonicalText(asked))
    checks = _OF_A_DENIAL if may_deny else _CHECKS
    doubts: list[str] = []
    for check in checks:
        problem = check(claim)
        if problem and check not in _OF_PLACES:
            return problem
        doubts += [problem] if problem else []
        if len(doubts) == VOTES or (doubts and _is_in_words_of_sources(claim)):
            return doubts[0]
    return ""


def _is_in_words_of_sources(claim: CitedSentence) -> bool:
    """Whether it has no word of its own and few numbers, so that other words for the same are no
    excuse for what stands in another's place."""
    values = {figure.value for figure in claim.sentence.figures if not figure.is_bound}
    if len(values) > FEW_NUMBERS:
        return False
    told = " ".join(f"{s.quote.words} {s.about.words}" for s in claim.sources)
    told = f"{told} {claim.asked.words}"
    strange = words_without_support(claim.sentence.words, told)
    return all(stands_for_words(word, told) for word in strange)


def problem_with_nothing_said(claim: CitedSentence) -> str:
    """Whether it says too little to be held against anything: "Yes", a letter, a name alone."""
    read = claim.sentence
    own = [stem for stem in words(read.words) if not is_neutral(stem)]
    if len(read.text.split()) >= WORDS_OF_A_SENTENCE or len(own) + len(read.figures) > 1:
        return ""
    return "It says nothing that a quote could support: write a whole sentence."


def problem_with_words(claim: CitedSentence) -> str:
    """Whether too many of its words stand in none of its sources."""
    told = [f"{s.quote.words} {s.about.words}" for s in claim.sources]
    if is_on_the_patient(claim):
        told.append(claim.asked.words)
    own = claim.sentence.stems
    strange = [
        word
        for word in words_without_support(claim.sentence.words, " ".join(told))
        if not any(stands_for_words(word, text) for text in told)
    ]
    if len(strange) > MOST_UNKNOWN or (
        len(strange) > 1 and len(strange) > (1 - LEAST_KNOWN) * len(own)
    ):
        return f"“{strange[0]}” and more does not stand in the cited quotes."
    return ""


def problem_with_no_common_word(claim: CitedSentence) -> str:
    """Whether none of the words that say something stands in a quote: a title, an organisation or
    the thread may name what a sentence is about, and bear nothing out."""
    told = " ".join(quote.words for quote in claim.quotes())
    text = _without_names(claim.sentence.words)
    own = [stem for stem in dict.fromkeys(words(text)) if not is_neutral(stem)]
    if _NAMES_NONE.search(text) or (_UNKNOWN.search(text) and _UNKNOWN.search(told)):
        return ""
    strange = [
        word
        for word in words_without_support(text, told, telling=True)
        if not stands_for_words(word, told)
    ]
    if _shares_plain_words(text, told):
        return ""
    # What a number rests on is checked apart.
    if claim.sentence.figures or _NUMBER.search(text) or not own or len(strange) < len(own):
        return ""
    return "It says nothing that stands in the cited quotes."


def _shares_plain_words(text: str, told: str) -> bool:
    """Whether enough words that say little by themselves stand in a quote as they are: "the
    subgroup was small and had no control group"."""
    common = frozenset(_WORD.findall(text)) & frozenset(_WORD.findall(told))
    return len(common) >= PLAIN_WORDS


def _without_names(text: str) -> str:
    """The text without the drugs, genes and trials that it names: what is said of them is left."""
    for mention in recognise_passage(text).of("drug", "gene", "trial"):
        text = text.replace(mention.text, " ")
    return text


_OF_A_DENIAL = (problem_with_nothing_said, problem_with_numbers, problem_with_ratio)
_CHECKS = (
    problem_with_nothing_said,
    problem_with_no_common_word,
    problem_with_numbers,
    problem_with_words_beside,
    problem_with_order,
    problem_with_cells,
    problem_with_group,
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
    problem_with_mixed_quotes,
    problem_with_ratio,
    problem_with_majority,
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
    problem_with_direction,
    problem_with_comparison,
    problem_with_turned_pair,
    problem_with_compared,
    problem_with_polarity,
    problem_with_added_denial,
    problem_with_reversed_with,
    problem_with_denial,
    problem_with_permission,
    problem_with_condition,
    problem_with_dropped_condition,
    problem_with_left_condition,
    problem_with_turned_word,
    problem_with_parallel,
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
    problem_with_words,
)
"""In the order of what is worst: a wrong number is told before a strange word."""
_OF_PLACES = frozenset(
    (
        problem_with_words_beside,
        problem_with_order,
        problem_with_cells,
        problem_with_group,
        problem_with_item,
        problem_with_items,
        problem_with_bands,
        problem_with_told_facts,
        problem_with_compared,
        problem_with_parallel,
        problem_with_heads,
        problem_with_place,
        problem_with_same_place,
    )
)
"""Those that tell from the words around a number or name whose it is. Other words for the same
mislead one of them; two seldom at once, unless something stands in another's place."""
