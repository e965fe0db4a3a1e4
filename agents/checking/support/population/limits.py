"""Limits of a rule, held against the patient's own numbers. Pure.

"For carboplatin at AUC 4 or more" says nothing of a patient with AUC 3: a sentence that applies the
rule to them all the same is wrong, and so is one that says that the limit is reached.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import BOUNDS, LabelledNumber
from agents.checking.support.reading.words import is_neutral, stems_of

_APPLIES = re.compile(
    r"\b(?:meets?|reach(?:es|ed)?|fulfil\w*|satisf\w+|enough|sufficient|suffices?|qualif\w+"
    r"|eligible"
    r"|can be|may be|should be|is (?:given|started|recommended|advised|indicated|repeated|due)"
    r"|recommends?|advises?|gets?|receives?|falls? (?:under|within)|covered|covers|applies|fits?"
    r"|may have|can have|may benefit|as an? (?:woman|man|patient))\b"
)
_ENOUGH = re.compile(
    r"\b(?:enough|sufficient|adequate) (?P<what>[a-z]{4,25})"
    r"|(?P<who>[a-z]{4,25}) (?:is |are )?(?:enough|sufficient|adequate|suffices?|reach(?:es)?)\b"
)
_REFUSES = re.compile(
    r"\b(?:not?|never|cannot|without|neither|nor|below|under|above|over|exceeds?|short of|too|less"
    r"|fewer|lower|higher|more|although|though|but|wait\w*|outside|unless|if"
    r"|once(?! (?:daily|a|every|per|weekly|monthly)\b)"
    r"|when|where|only|until|misses"
    r"|lacks?|otherwise)\b"
)
_DENIED = re.compile(
    r"\b(?:does|do|did|is|was|would) not (?:yet |be )?(?:apply|hold|met|reach(?:ed)?"
    r"|exceed(?:ed)?(?! \d)|fulfil(?:led)?|concern)\b"
)
_AFFIRMED = re.compile(r"\b(?:applies|apply|is (?:met|reached|fulfilled|exceeded)|exceeds)\b")
_IS = re.compile(
    r"[\d.]{1,12} ?\S{0,8} (?:(?:is|lies|was|remains|stands|stays) [a-z ]{0,30}"
    r"|(?:does|did) not exceed )"
)
_AGED = stems_of("old older age aged younger")
_OR = re.compile(r", or |\bor (?:with|\d)")
"""Another way to fulfil a rule."""
_OWN_UNITS = ("kg", "cm", "ml/min")
"""Units that say by themselves what is measured, where a text has one such number."""


def problem_with_limits(claim: CitedSentence) -> str:
    """Whether it applies a rule to the patient whose number the rule's only limit leaves out, or
    calls enough what no limit does."""
    text = claim.sentence.words
    if problem := _problem_with_enough(claim) or _problem_with_compared_limit(claim):
        return problem
    if len(claim.sources) != 1 or not _APPLIES.search(text) or _REFUSES.search(text):
        return ""
    if _OR.search(claim.sources[0].quote.words):
        return ""
    limits = [f for f in claim.sources[0].quote.figures if f.sign in BOUNDS and not f.is_bound]
    for limit in limits:
        if any(_is_alike(limit, other) and other.sign != limit.sign for other in limits):
            continue  # a rule with a branch for either side
        own = list(_own_numbers(limit, claim))
        number = limit.number
        if own and number is not None and not any(BOUNDS[limit.sign](n, number) for n in own):
            return f"The patient's {own[0]:g} lies outside {limit.sign}{limit.value}."
    return ""


def _problem_with_enough(claim: CitedSentence) -> str:
    """Whether it says "enough platelets" of a patient who has fewer than each quote asks for."""
    for found in _ENOUGH.finditer(claim.sentence.words):
        named = {s for s in stems_of(found["what"] or found["who"]) if not is_neutral(s)}
        limits = [
            figure
            for quote in claim.quotes()
            for figure in quote.figures
            if figure.sign in ("≥", ">") and named & (figure.near | figure.label)
        ]
        own = [
            figure.number
            for figure in claim.asked.figures
            if figure.number is not None
            and not figure.sign
            and named & (figure.near | figure.label)
        ]
        if limits and own and max(own) < min(limit.number or 0 for limit in limits):
            return f"The patient's {max(own):g} is less than {limits[0].value}."
    return ""


def _problem_with_compared_limit(claim: CitedSentence) -> str:
    """Whether it says that a limit applies to a number of the patient's beside it, and it does not,
    or the reverse: "with 512 ms the rule above 500 ms does not apply"."""
    asked = {(f.value, f.unit) for f in claim.asked.figures if not f.sign}
    figures = [f for f in claim.sentence.figures if f.number is not None and not f.is_bound]
    for own, limit in product(figures, figures):
        if own.sign or (own.value, own.unit) not in asked or own.unit != limit.unit:
            continue
        said = _said_of_limit(claim.sentence.words, own, limit)
        holds = BOUNDS.get(limit.sign)
        if holds and said is not None and holds(own.number or 0, limit.number or 0) != said:
            return f"The patient's {own.value} is compared wrongly with {limit.sign}{limit.value}."
    return ""


def _said_of_limit(text: str, own: LabelledNumber, limit: LabelledNumber) -> bool | None:
    """Whether a sentence says that a limit holds for a number; None when it says neither."""
    if _DENIED.search(text):
        return False
    if _AFFIRMED.search(text) or _IS.fullmatch(text[own.place : limit.place]):
        return True
    return None


def _own_numbers(limit: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """Numbers of the thread that measure what a limit is of."""
    for figure in claim.asked.figures:
        if figure.number is not None and not figure.sign and _is_alike(limit, figure):
            yield figure.number


def _is_alike(one: LabelledNumber, other: LabelledNumber) -> bool:
    if one is other:
        return False
    if one.unit in _OWN_UNITS:
        return one.unit == other.unit and bool(one.near & other.near or one.unit == "kg")
    if one.unit == "year":
        return other.unit == "year" and bool(one.near & _AGED and other.near & _AGED)
    shared = {stem for stem in one.near & (other.label | other.near) if not is_neutral(stem)}
    return bool(shared) and (one.unit == other.unit or not other.unit)
