"""Whole clauses ("if …", "in patients who …") that limit a rule or say who could enter a trial, and
that a sentence leaves out. Pure.

"Patients whose dose was already reduced to 75 mg take 50 mg with a strong inhibitor" is not said of
all patients. What the thread says of its patient need not be said again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.checking.support.population.dropped_conditions import are_both_rules, is_rule
from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from agents.checking.support.reading.negations import DENIAL
from agents.checking.support.reading.words import is_neutral, stems_of, words_without_support

_CONDITION = re.compile(
    r"\b(?P<head>if|when|where|unless|until|only|provided|who|whose|after"
    r"|in (?:adult )?(?:patients|women"
    r"|men|people|those|tumou?rs|carriers)|for (?=(?:patients|women|men|people|those)\b))\b"
    r"(?P<words>[^,;.()]{3,120}?)(?=,|;|\.|\(|\)|$|\b(?:but|if|when|unless|until|who|whose|after"
    r"|without"
    r"|advises?|allows?|recommends?|may|can|should|must|(?:take|takes|receive|receives|get"
    r"|gets)(?= [a-z]+ \d| \d)|(?:is|are) (?:given|taken|reduced|indicated"
    r"|withheld|started|discontinued|used|advised|recommended))\b)"
)
_FRONTED = re.compile(
    r"^(?:in|with|for|at|below|above|during|after) (?P<words>(?!version)[^,;.()]{3,120}), "
    r"(?=(?P<rest>[^;]+))"
)
"""Before a rule: "in partial DPD deficiency, a lower dose may be considered"."""
_ADDED = re.compile(r"(?:, (?:and|or)(?: in any case)?|\bor|\bso|\bthe) $")
"""Before what is added to a rule and limits nothing."""
_OTHERWISE = re.compile(r",? ?or\b")
"""Behind a condition that is one of two."""
_PART_END = re.compile(r";|\.(?!\d)|$")
LEAST_SHARED = 3
"""Telling words that a sentence shares with the rest of a rule, so that it tells this rule. Chosen
by hand: a drug, a dose and an occasion."""


def problem_with_dropped_clause(claim: CitedSentence) -> str:
    """The first condition of its only quote of which the sentence keeps nothing."""
    if len(claim.sources) != 1:
        return ""
    quote, text = claim.sources[0].quote, claim.sentence
    if len(DENIAL.findall(text.words)) > len(DENIAL.findall(quote.words)):
        return ""  # it may say in another way for whom it is not
    if is_on_the_patient(claim) and claim.asked.text.strip():
        return ""  # who fulfils a condition need not say so in its words
    if not are_both_rules(text.words, quote.words):
        return ""
    own_conditions = _count(text.words)
    if own_conditions and own_conditions >= _count(quote.words):
        return ""  # it has as many, in words of its own
    known = f"{text.words} {claim.asked.words}"
    values = {f.value for f in (*text.figures, *claim.asked.figures)}
    for condition, rest in _conditions(quote):
        own = [f for f in quote.figures if condition[0] <= f.place < condition[1]]
        if any(f.value in values for f in own) or _tells_own_value(own, claim):
            continue
        words = quote.words[condition[0] : condition[1]]
        telling = {s for s in stems_of(words) if not is_neutral(s)} - stems_of(rest)
        telling -= stems_of(" ".join(quote.drugs))
        missing = words_without_support(words, known)
        shared = {s for s in stems_of(rest) & text.stems if not is_neutral(s)}
        kept = telling - set(missing)
        tells_rule = len(shared) >= LEAST_SHARED or _adds_nothing(text, quote)
        if (telling or own) and not kept and tells_rule:
            return f"It leaves out a condition of the cited quotes: {words.strip()}."
    return ""


def _tells_own_value(limits: Sequence[LabelledNumber], claim: CitedSentence) -> bool:
    """Whether it gives the patient's number of what a condition limits."""
    asked = {(f.value, f.unit) for f in claim.asked.figures}
    told = {f.unit for f in claim.sentence.figures if (f.value, f.unit) in asked}
    return any(limit.unit and limit.unit in told for limit in limits)


def _adds_nothing(text: CanonicalText, quote: CanonicalText) -> bool:
    """Whether all its words are those of the rule: what is left of it without its condition."""
    return not words_without_support(text.words, quote.words, telling=True)


def _conditions(quote: CanonicalText) -> Iterator[tuple[tuple[int, int], str]]:
    """Where each condition stands, and the rest of the quote."""
    fronted = _FRONTED.match(quote.words)
    if fronted and is_rule(fronted["rest"]):
        yield fronted.span("words"), fronted["rest"]
    for found in _CONDITION.finditer(quote.words):
        if _ADDED.search(quote.words[: found.start()]):
            continue
        end = found.end("words")
        if _OTHERWISE.match(quote.words, end):
            rest = _PART_END.search(quote.words, end)  # one of several, to the last of them
            end = rest.start() if rest else end
        yield (found.start("words"), end), f"{quote.words[: found.start()]} {quote.words[end:]}"


def _count(text: str) -> int:
    """How many conditions a text has that say something of their own: not "after it"."""
    return sum(bool(stems_of(found["words"])) for found in _CONDITION.finditer(text))
