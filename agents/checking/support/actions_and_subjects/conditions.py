"""A condition of a rule that names another drug, which the sentence leaves out: "if binimetinib is
withheld, encorafenib is reduced to 300 mg" told of all on encorafenib. Pure."""

from __future__ import annotations

import re

from agents.checking.support.population.dropped_conditions import are_both_rules, is_rule
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import telling_words
from agents.checking.text.members import is_member
from names.recognise import recognise_passage

_CONDITION = re.compile(r"\b(?:if|when|where|unless|once|while)\b(?P<words> [^,;.]{3,100})")
LEAST_SHARED = 2
"""Telling words that a sentence has of the rest of a rule, so that it tells this rule. Chosen by
hand: the drug and a number, or the drug and a disease."""


def problem_with_condition_of_drug(claim: CitedSentence) -> str:
    """The first drug that a condition of its only quote names, and neither it nor the thread."""
    if len(claim.sources) != 1:
        return ""
    quote = claim.sources[0].quote
    text = claim.sentence.words
    if not (is_rule(text) or are_both_rules(text, quote.words)):
        return ""
    known = claim.sentence.drugs | claim.asked.drugs
    for found in _CONDITION.finditer(quote.words):
        named = recognise_passage(found["words"]).names("drug") - known
        if not named or any(is_member(drug, found["words"]) for drug in known):
            continue
        rest = quote.words.replace(found.group(), " ")
        own = telling_words(claim.sentence.words)
        kept = telling_words(found["words"]) - telling_words(rest)
        kept -= telling_words(" ".join(_diseases(found["words"])))
        shared = len(own & telling_words(rest)) + len(_values(claim) & _numbers(rest))
        if not own & kept and shared >= LEAST_SHARED:
            return f"It leaves out a condition of the cited quotes: {min(named)}."
    return ""


def _diseases(text: str) -> list[str]:
    """Where a rule holds, which is no condition that it sets."""
    return [mention.text for mention in recognise_passage(text).of("tumour")]


def _values(claim: CitedSentence) -> frozenset[str]:
    return frozenset(figure.value for figure in claim.sentence.figures)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\d+(?:\.\d+)?", text))
