"""A message as its writer meant it: small letters restored, misspelled drugs spelled, short forms
of several things told apart, with the places of the text as it stands kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from names.clinical.corrections.denied_states import denied_states
from names.clinical.corrections.histologies import histologies_put_right
from names.clinical.corrections.objections import objections
from names.clinical.corrections.proposals_answered import answered_proposals
from names.clinical.corrections.relatives_results import relatives_results
from names.clinical.corrections.replaced_findings import (
    corrected_shares,
    found_behind_denials,
    replaced_findings,
)
from names.clinical.corrections.results_told import results_told
from names.clinical.expansion import Change, ExpandedText, rewrite
from names.clinical.grammar.told_values import plain_values
from names.clinical.normalisation.answered_questions import answered_questions
from names.clinical.normalisation.bare_organs import bare_organs
from names.clinical.normalisation.bare_values import bare_values
from names.clinical.normalisation.findings.denials import findings_denied
from names.clinical.normalisation.findings.methods import results_of_methods
from names.clinical.normalisation.findings.origins import origins_of_lists
from names.clinical.normalisation.findings.partners import fusion_partners
from names.clinical.normalisation.findings.repair_proteins import repair_proteins
from names.clinical.normalisation.history.attributed_harms import harms_attributed
from names.clinical.normalisation.history.begun_courses import courses_begun
from names.clinical.normalisation.history.earlier_tumours import earlier_tumours
from names.clinical.normalisation.history.ended_courses import courses_of_treatments
from names.clinical.normalisation.history.listed_courses import (
    courses_told,
    treatments_before_a_colon,
)
from names.clinical.normalisation.history.ovaries import ovaries_removed
from names.clinical.normalisation.history.past_harms import past_harms
from names.clinical.normalisation.history.response_chains import response_chains
from names.clinical.normalisation.history.spread import spread_told
from names.clinical.normalisation.history.switches import treatments_switched
from names.clinical.normalisation.history.told_afterwards import told_afterwards
from names.clinical.normalisation.line_ends import line_ends, lines_that_go_on
from names.clinical.normalisation.normal_organs import normal_organs
from names.clinical.normalisation.not_given import treatments_not_given
from names.clinical.normalisation.possessives import possessives
from names.clinical.normalisation.report_forms import report_forms
from names.clinical.normalisation.short_states import short_states
from names.clinical.normalisation.short_steroids import short_steroids
from names.clinical.normalisation.spelled_states import spelled_states
from names.recognise import recognise
from names.recognition.spelling.casing import restore_case
from names.recognition.spelling.doubtful_drugs import proposed_drug
from names.tables.ward.abbreviations import ambiguous_forms

LONGEST = 2_000
"""Characters of a message in which spelling and wordings are looked at: what people type. Files are
spelled by programs, and cost too much. Chosen by hand."""
WORD = re.compile(r"(?<!\d )(?<!\d)(?:[A-Za-z]{2,12}|(?<![\w-])R2(?![\w.-]))")
"""Behind a number letters are a unit: "MCV 102 fL"."""


@lru_cache(maxsize=500)
def normalise_message(text: str) -> ExpandedText:
    """The message with its capitals, and each misspelled drug by its generic name.

    What was guessed has to be told to the reader: :func:`guessed_drugs`."""
    typed = restore_case(text)
    told = rewrite(typed, sorted(_told_apart(typed)) if len(typed) <= LONGEST else ())
    restored = told.text
    changes = [*_embolism(restored), *_with_and_without(restored)]
    changes += _short_words(restored, small=text.islower())
    if len(restored) <= LONGEST:
        changes += (change for read in _REWORDINGS for change in read(restored))
    # Of two at one place the one that is listed first counts.
    return rewrite(restored, sorted(changes, key=lambda change: change[:2])).over(told)


EMBOLISM = re.compile(r"(?<![\w/+-])PEs?(?![\w/+-])")
OF_EMBOLISM = re.compile(
    r"(?i)\b(?:CTPA|DVTs?|VTE|[DN]OACs?|LMWH|UFH|anti-?coag\w{0,10}|embol\w{0,8}"
    r"|thromb[oiu]\w{0,12}"
    r"|apixaban|rivaroxaban|edoxaban|dabigatran|enoxaparin|dalteparin|tinzaparin|fondaparinux"
    r"|heparin|warfarin|(?:sub-?)?segmental|saddle|d-?dimers?)\b"
)
"""Words beside which PE is pulmonary embolism. By hand: alone it may be the physical
examination, or cisplatin with etoposide."""
NO_EMBOLISM = re.compile(r"(?i)\bthrombo(?:cyt|pen)\w{0,10}")


SHORTENED = re.compile(
    r"(?<![\w.])(?P<short>(?i:vs|e\.g|i\.e|cf|incl|approx|esp)|(?i:resp"
    r"|pts?)(?=\.\s?[a-z0-9(,;]))\."
)
"""A short word with its point; of those that may end a sentence, only before a small letter."""
MAY_END = frozenset(("resp", "pt", "pts"))
WRITTEN_OUT = {"e.g": "for example", "i.e": "that is"}

SLASHED = re.compile(r"(?<![\w/])[wW]/(?P<out>[oO]\b)?\s{0,2}(?=[\w(≥<>])")
""" "w/" and "w/o" before what is with or without; "and/or" and "mg/kg" are neither."""


def _misspelled_names(text: str) -> list[Change]:
    named = recognise(text).of("drug")
    return [(each.start, each.end, each.name) for each in named if each.guessed]


def _told_apart(text: str) -> list[Change]:
    """Short forms of several things of which the other words of the message tell one."""
    found = []
    for match in WORD.finditer(text):
        word = match.group().upper() if text.islower() else match.group()
        told = ambiguous_forms().get(word) or ambiguous_forms().get(word.lower())
        meant = [name for name, words in told.items() if words.search(text)] if told else []
        if len(meant) == 1:
            found.append((*match.span(), meant[0]))
    return found


def _embolism(text: str) -> list[Change]:
    """PE in a message that speaks of clots or their treatment."""
    if not OF_EMBOLISM.search(NO_EMBOLISM.sub(" ", text)):
        return []
    return [(*match.span(), "pulmonary embolism") for match in EMBOLISM.finditer(text)]


def _short_words(text: str, *, small: bool) -> list[Change]:
    """Short words with the point that tells so, by words without: it ends no sentence.
    ``small``: in a message in small letters nothing tells where a sentence begins."""
    return [
        (*match.span(), WRITTEN_OUT.get(match["short"].lower(), match["short"]))
        for match in SHORTENED.finditer(text)
        if match["short"].lower() not in MAY_END or not small
    ]


def slashes_in_full(text: str) -> str:
    """A text with "w/" and "w/o" in full."""
    return SLASHED.sub(lambda found: "without " if found["out"] else "with ", text)


def _with_and_without(text: str) -> list[Change]:
    """ "w/" and "w/o" in full: a query for the short form finds other documents."""
    return [
        (*match.span(), "without " if match["out"] else "with ") for match in SLASHED.finditer(text)
    ]


_REWORDINGS: tuple[Callable[[str], Iterable[Change]], ...] = (
    _misspelled_names,
    objections,
    denied_states,
    answered_proposals,
    histologies_put_right,
    results_told,
    findings_denied,
    fusion_partners,
    origins_of_lists,
    repair_proteins,
    results_of_methods,
    earlier_tumours,
    response_chains,
    spread_told,
    ovaries_removed,
    harms_attributed,
    past_harms,
    courses_of_treatments,
    answered_questions,
    possessives,
    relatives_results,
    replaced_findings,
    found_behind_denials,
    corrected_shares,
    treatments_not_given,
    normal_organs,
    courses_told,
    courses_begun,
    treatments_before_a_colon,
    treatments_switched,
    told_afterwards,
    bare_organs,
    bare_values,
    short_states,
    short_steroids,
    spelled_states,
    report_forms,
    plain_values,
    line_ends,
    lines_that_go_on,
)
"""What is put otherwise in a message that somebody typed."""


def drugs_proposed(phrases: Iterable[str]) -> list[str]:
    """Which drugs the words that were not understood may mean, each as a question."""
    words = (word for phrase in phrases for word in phrase.split())
    meant = ((word, proposed_drug(word)) for word in words)
    return [f"“{word}”: did you mean {drug}?" for word, drug in meant if drug]


@lru_cache(maxsize=500)
def guessed_drugs(text: str) -> tuple[tuple[str, str], ...]:
    """Misspelled drugs and short forms of a message: the words, and the name they were read as."""
    restored = restore_case(text)
    found = [(m.text, m.name) for m in recognise(restored).of("drug") if m.guessed]
    if len(restored) <= LONGEST:
        found += [(restored[start:end], drug) for start, end, drug in _told_apart(restored)]
    return tuple(dict.fromkeys(found))
