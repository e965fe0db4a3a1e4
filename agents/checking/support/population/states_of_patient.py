"""A state that a sentence gives to the patient, and the thread contradicts. Pure."""

from __future__ import annotations

import re

from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CitedSentence

_OF_PATIENT = (
    r"\b(?:she|he|(?:this|the) (?:patient|woman|man)(?:'s)?|her|his|(?:her|his|the) (?:tumou?r"
    r"|disease"
    r"|cancer|melanoma|case))\b"
)
_NAIVE = re.compile(
    rf"{_OF_PATIENT}[^,;.]{{0,40}}\b(?:treatment naive|naive|untreated|never (?:been )?treated"
    r"|(?:has|had) (?:had |received )?no (?:\w+ ){0,2}(?:treatment|therapy|chemotherapy)"
    r"|not (?:yet )?been treated"
    r"|chemotherapy naive)\b"
)
_TREATED = re.compile(
    r"\b(?:progress\w* (?:on|after|during|under)|pd on|relaps\w+ (?:on|after)|refractory|pretreated"
    r"|after (?:\w+ ){0,3}(?:line|lines|cycles|chemotherapy|failure)|previously treated|received)\b"
)
_UNTREATED = re.compile(r"\b(?:untreated|naive|never treated|no prior|no previous|first line|1l)\b")
_PRETREATED = re.compile(
    rf"{_OF_PATIENT}[^,;.]{{0,40}}\b(?:pretreated|(?:has|had) progressed (?:on|after)|refractory)\b"
)
_COMPLETE = re.compile(
    rf"{_OF_PATIENT}[^,;.]{{0,30}}\b(?:pathological complete response|pathologic complete response"
    r"|no residual (?:disease|tumou?r|cancer)|reached (?:a )?complete response)\b"
)
_RESIDUAL = re.compile(r"(?<!no )\bresidual (?:invasive )?(?:disease|tumou?r|cancer)\b")
_WILD = re.compile(
    rf"{_OF_PATIENT}[^,;.]{{0,30}}?\b(?P<gene>[a-z][a-z0-9]{{1,7}}) (?:wild ?type|unmutated"
    rf"|negative)\b"
)
_NODES = (
    (re.compile(rf"{_OF_PATIENT}[^,;.]{{0,30}}\bnode negative\b"),
     re.compile(r"\bnode positive\b|\b[cp]?n[123]\b|\bpositive nodes?\b")),
    (re.compile(rf"{_OF_PATIENT}[^,;.]{{0,30}}\bnode positive\b"),
     re.compile(r"\bnode negative\b|\b[cp]?n0\b")),
    (re.compile(rf"{_OF_PATIENT}[^,;.]{{0,40}}\b(?:symptomatic|has symptoms)\b"),
     re.compile(r"\b(?:no symptoms|asymptomatic|symptom free|without symptoms)\b")),
    (re.compile(rf"{_OF_PATIENT}[^,;.]{{0,40}}\b(?:asymptomatic|no symptoms|symptom ?free)\b"),
     re.compile(r"(?<!no )(?<!without )\b(?:symptomatic|symptoms)\b")),
)  # fmt: skip
_NOT_TOLD = re.compile(r"\b(?:not|if|unless|were|would|whether|only|than|until)\b")


def problem_with_state_of_patient(claim: CitedSentence) -> str:
    """The first state that it gives to the patient against the thread."""
    text, asked = claim.sentence.words, claim.asked.words
    if not asked.strip() or not is_on_the_patient(claim):
        return ""
    pairs = [
        (_NAIVE, _TREATED, _UNTREATED),
        (_PRETREATED, _UNTREATED, _TREATED),
        (_COMPLETE, _RESIDUAL, _COMPLETE),
        *((said, against, said) for said, against in _NODES),
    ]
    for said, against, told in pairs:
        found = said.search(text)
        contradicted = against.search(asked) and not told.search(asked)
        if found and contradicted and not _NOT_TOLD.search(found.group()):
            return f"The thread does not say “{found.group().strip()}” of the patient."
    return _problem_with_wild_type(text, asked)


def _problem_with_wild_type(text: str, asked: str) -> str:
    found = _WILD.search(text)
    if found is None or _NOT_TOLD.search(found.group()):
        return ""
    gene = re.escape(found["gene"])
    altered = re.search(
        rf"(?<![a-z0-9]){gene} (?:v\d{{2,4}}[a-z]?|g1[23][a-z]|[a-z]\d{{2,4}}[a-z]|mutat\w+"
        rf"|mutant|altered"
        r"|fusion|positive|exon \d+|amplif\w+)",
        asked,
    )
    intact = re.search(rf"(?<![a-z0-9]){gene} (?:wild ?type|wt|unmutated|negative)", asked)
    if altered and not intact:
        return f"The thread does not say “{found.group().strip()}” of the patient."
    return ""
