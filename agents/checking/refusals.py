"""Sentences that say of a drug that it is none for this patient. Pure.

To refuse what would help is as grave as to offer what would harm: a refusal must follow from
comparing the statements with the patient, or stand in what it cites."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.checking.comparisons import OFFERS, offers_something, reason_against
from agents.checking.support.drugs.regimens import regimens_named
from agents.checking.support.judgements_of_run import all_judgements, judgements_under
from agents.matching.patient.therapies import OFFERING, OPTIONS
from agents.turns import Citation, DraftSentence, View

NOTHING_AGAINST = "what it cites does not speak against it for this patient"
_REFUSES = re.compile(
    r"\b(?:avoid\w*|contraindicat\w*|ineligib\w*|unsuitable|inappropriate|exclud\w*"
    r"|rul(?:es?|ed) out)\b",
    re.IGNORECASE,
)
_IS_NONE = re.compile(
    r"\b(?:(?:no|not an?|not among (?:her|his|the)|no longer an?) options?"
    r"|(?:is|are) not for (?:her|him|th(?:is|e) patient)"
    r"|(?:is|are) (?:ruled out|unsuitable|inappropriate)"
    r"|ineligible for|(?:stands?|speaks?|argues?|counts?) against)\b",
    re.IGNORECASE,
)
_SPEAKS_AGAINST = re.compile(
    r"\b(?:no|not|nor|never|neither|cannot|without|avoid\w*|contraindicat\w*|against|only"
    r"|withdr\w+|withh\w+|discontinu\w*|interrupt\w*|stop\w*|limited|resistance|resistant to"
    r"|supersed\w*|lack\w*|unless|insufficient|harm\w*|caution|warning)\b|n't\b",
    re.IGNORECASE,
)
"""Words by which a source may speak against giving something. Whether it says what the sentence
says is for the check of sentences."""


def refuses_option(sentence: DraftSentence, view: View) -> bool:
    """Whether a sentence says that a drug is none for this patient, and every option with it that
    the run has compared with the facts is none: then the comparison bears it out."""
    text = sentence.text
    # Under the label "not for this patient" whom a drug is indicated for says why it is none.
    if sentence.role != "not for" and (
        offers_something(text) or not (_REFUSES.search(text) or OFFERS.search(text))
    ):
        return False
    regimens = regimens_named(text)
    cited = [
        each for each in judgements_under(sentence.keys, view) if each.statement.kind in OFFERING
    ]
    told = any(each & frozenset(j.statement.drugs) for each in regimens for j in cited)
    options = [j for j in all_judgements(view) if j.statement.kind in OPTIONS]
    return told and all(
        reason_against([j for j in (*cited, *options) if drugs <= frozenset(j.statement.drugs)])
        for drugs in regimens
    )


def problem_with_refusal(sentence: DraftSentence, citations: Sequence[Citation]) -> str:
    """Why a refusal that no comparison bears out does not hold: nothing that it cites speaks
    against anything. Empty for a sentence that refuses nothing."""
    if not citations or not is_refusal(sentence):
        return ""
    against = any(_SPEAKS_AGAINST.search(each.quote) for each in citations)
    return "" if against else NOTHING_AGAINST


def is_refusal(sentence: DraftSentence) -> bool:
    """Whether a sentence says of something that it is none for this patient, or stands under that
    label."""
    return sentence.role == "not for" or bool(_IS_NONE.search(sentence.text))
