"""What a single word turns round: high and low, before and after, from and to. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_stems
from agents.checking.support.reading.words import stems_of

_GRADES = (
    r"(?P<high>high|elevated|raised|increased|strong)",
    r"(?P<low>low|reduced|decreased|weak|normal)",
)
_GRADED = re.compile(
    rf"\b(?:{'|'.join(_GRADES)}) (?!(?:dose|doses|risk|grade|level|rate|rates|survival|in|by|to|and"
    r"|or|than|compared|exposure)\b)(?P<what>[a-z0-9]{2,20})\b"
)
_WHEN = re.compile(
    r"\b(?:(?P<before>before|prior to|predates?|predating)|(?P<after>after|following))"
    r" (?:the |an? |any |its |(?:start|end|last dose) of )*(?P<what>[a-z]{4,20}(?: [a-z]{4,20})?)"
)
_FROM_TO = re.compile(
    r"\b(?P<drug>[a-z-]{5,30}) (?:[a-z]{1,20} )?(?:lengthened|prolonged|improved|raised|increased"
    r"|lowered|reduced|shortened|extended|changed|cut)\b[^;]{0,120}?\bfrom (?P<first>\d+(?:\.\d+)?)"
    r"[a-z%/ ]{0,20} to (?P<second>\d+(?:\.\d+)?)"
)
_KEEPS = re.compile(r"\b(?:stays?|remains?|is kept|are kept|kept|unchanged|goes on|continues?)\b")
_BEFORE_IT = re.compile(r"\b(?:from|instead|rather|usual|normal|standard|before|otherwise)\b")
_BEFORE_START = re.compile(r"\b(?:from|instead of|rather than|in place of|not)(?: the usual)? $")
_ALIKE = re.compile(
    r"\b(?:like that of|as in|similar|the same as|comparable|equal|no better|no worse)\b"
)
_COMPARES = re.compile(
    r"\b(?:worse|better|higher|lower|longer|shorter|greater|inferior|superior|poorer)\b"
)


def problem_with_turned_word(claim: CitedSentence) -> str:
    """Whether it says "high" where its quotes say "low" of the same, "after" where they say
    "before", gives the first end of a change to the drug that made it, or tells a difference where
    they call two alike."""
    return (
        _problem_with_grades(claim)
        or _problem_with_when(claim)
        or _problem_with_ends(claim)
        or _problem_with_start(claim)
        or _problem_with_alike(claim)
    )


def _problem_with_grades(claim: CitedSentence) -> str:
    said, told = (_graded_events(text) for text in (claim.sentence.words, _quotes(claim)))
    for what, side in sorted(said - told):
        sides = {other for name, other in told if name == what}
        if sides and side not in sides and not DENIAL.search(claim.sentence.words):
            return f"It calls “{what}” {side} where the cited quotes do not."
    return ""


def _graded_events(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(
        (stem, "high" if found["high"] else "low")
        for found in _GRADED.finditer(text)
        for stem in stems_of(found["what"])
    )


def _problem_with_when(claim: CitedSentence) -> str:
    said = _times(claim.sentence.words)
    told = _times(_quotes(claim))
    for what, side in said:
        sides = {other for each, other in told if what <= each or each <= what}
        if sides and side not in sides and not DENIAL.search(claim.sentence.words):
            return f"The cited quotes say this of the time {sides.pop()} it."
    return ""


def _times(text: str) -> list[tuple[frozenset[str], str]]:
    found = [
        (telling_stems(stems_of(match["what"])), "before" if match["before"] else "after")
        for match in _WHEN.finditer(text)
    ]
    return [(what, side) for what, side in found if what]


def _problem_with_ends(claim: CitedSentence) -> str:
    for quote in claim.quotes():
        for change in _FROM_TO.finditer(quote.words):
            drug = stems_of(change["drug"]) & stems_of(" ".join(quote.drugs))
            for figure in claim.sentence.figures:
                before = claim.sentence.words[: figure.place]
                begun = figure.value == change["first"] and not _BEFORE_START.search(before)
                if figure.value in {f.value for f in claim.asked.figures}:
                    continue  # the patient's own dose
                if drug and begun and drug & figure.near:
                    return f"{figure.value} is from where the cited quotes tell a change."
    return ""


def _problem_with_start(claim: CitedSentence) -> str:
    """Whether it keeps a dose that the quotes change to another."""
    if not _KEEPS.search(claim.sentence.words) or _BEFORE_IT.search(claim.sentence.words):
        return ""
    values = {(f.value, f.unit) for f in claim.sentence.figures}
    for quote in claim.quotes():
        begun = {(f.value, f.unit) for f in quote.figures if f.preposition == "from"}
        ended = {(f.value, f.unit) for f in quote.figures if f.preposition == "to"}
        if begun & values and not ended & values:
            return "It keeps what the cited quotes change."
    return ""


def _problem_with_alike(claim: CitedSentence) -> str:
    alike = _ALIKE.search(_quotes(claim)) and not _COMPARES.search(_quotes(claim))
    said = _COMPARES.search(claim.sentence.words)
    plain = not claim.sentence.figures and not DENIAL.search(claim.sentence.words)
    if alike and said and plain and " than " in claim.sentence.words:
        return "It tells a difference where the cited quotes tell none."
    return ""


def _quotes(claim: CitedSentence) -> str:
    return "\n".join(quote.words for quote in claim.quotes())
