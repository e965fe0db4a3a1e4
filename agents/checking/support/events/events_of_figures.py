"""What happened to a share of patients: stopping, dying, responding. Pure.

"70% had adverse events of grade 3; 12% stopped" does not say that 70% stopped.
"""

from __future__ import annotations

import re
from itertools import pairwise

from agents.checking.support.numbers.equality import same_value
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from agents.checking.support.reading.negations import DENIAL

_EVENTS = {
    "a stop": re.compile(
        r"\b(?:stop(?:s|ped|ping)?|discontinu\w+|withdr[ae]w\w*|g(?:ave|ive|iven|ive) up|quit"
        r"|abandon\w*"
        r"|came off|taken off|off treatment|ceased|ended|permanently)\b"
    ),
    "a reduction": re.compile(
        r"\b(?:dose reductions?|reduced dos\w+|dos\w+ (?:was |were |had to be )?(?:reduced|lowered)"
        r"|reduc\w+ (?:the |their |of the )?dos\w+|lower(?:ed)? (?:the |their )?dos\w+)\b"
    ),
    "an interruption": re.compile(
        r"\b(?:interrupt\w*|paus(?:ed?|ing)|withh[eo]ld\w*|held|delay\w*)\b"
    ),
    "a death": re.compile(
        r"\b(?:fatal\w*|died|dead|deaths?|dying|killed|mortality|lethal|kills)\b"
    ),
    "a hospital": re.compile(r"\b(?:hospital\w*|admitted|admissions?|intensive care)\b"),
}
_REDUCTION = _EVENTS["a reduction"]
_LOWERED = re.compile(
    r"\b(?:is|are|be) (?:then )?(?:reduced|lowered|cut|decreased) (?:by|to|from)\b"
)
_SURVIVED = re.compile(r"\b(?:surviv\w*|alive|free of)\b")
_PARTS = re.compile(r"; |\.(?= |$)")
_OF_INTERVAL = re.compile(r"9\d% ?(?:\[?ci\b|confidence)")


def problem_with_event_of_figure(claim: CitedSentence) -> str:
    """The first share that it tells of an event, where the part of the quote that has the share
    does not speak of it."""
    shares = [f for f in claim.sentence.figures if f.unit == "%" and not f.is_bound]
    if len(shares) != 1 or _OF_INTERVAL.match(claim.sentence.words, shares[0].place):
        return ""
    said = _parts(claim.sentence.words, claim.sentence.figures)
    text = next(part for part, figures in said if shares[0] in figures)
    if DENIAL.search(text):
        return ""
    told = [(part, figures) for q in claim.quotes() for part, figures in _parts(q.words, q.figures)]
    own = [part for part, figures in told if any(_is_it(shares[0], each) for each in figures)]
    if not own or (shares[0].sign == "~" and any(map(_SURVIVED.search, own))):
        return ""  # how many died follows from how many did not
    if any(map(_LOWERED.search, own)):
        text = _REDUCTION.sub(" ", text)
    for name, pattern in _EVENTS.items():
        if pattern.search(text) and not any(map(pattern.search, own)):
            return f"The cited quotes do not tell {name} beside {shares[0].value}."
    return ""


def _is_it(said: LabelledNumber, told: LabelledNumber) -> bool:
    return said.unit == told.unit and (said.value == told.value or same_value(said, told))


def _parts(
    text: str, figures: tuple[LabelledNumber, ...]
) -> list[tuple[str, list[LabelledNumber]]]:
    """The parts of a quote between semicolons and full stops, with their numbers."""
    cuts = [0, *(m.end() for m in _PARTS.finditer(text)), len(text)]
    return [
        (text[start:end], [f for f in figures if start <= f.place < end])
        for start, end in pairwise(cuts)
    ]
