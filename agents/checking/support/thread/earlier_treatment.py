"""Whether a sentence says of the patient that there was treatment before, and the thread that there
was none, or the reverse. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence

_HAD = re.compile(
    r"\b(?:(?:she|he|the patient|this patient|this woman|this man)(?:,? who)?|who) (?:has|have|had)"
    r" (?:already )?(?:had|received|been given|undergone) (?:(?:earlier|prior|previous|systemic|a)"
    r" ){0,2}(?:treatment|therapy|chemotherapy)\b"
    r"|\b(?:(?:she|he|the patient|this patient) (?:is|was)|(?:her|his)) (?:already )?(?:pretreated"
    r"|previously treated)\b"
)
_HAD_NONE = re.compile(
    r"\b(?:she|he|the patient|this patient|who) (?:has|had) (?:had|received) no"
    r" (?:(?:earlier|prior|previous|systemic) ){0,2}(?:treatment|therapy)\b(?! (?:for|since|after))"
    r"|\b(?:she|he|the patient|this patient) (?:is|was) (?:untreated|treatment naive)\b"
    r"(?! (?:for|in|since))"
)
_TELLS_NONE = re.compile(
    r"(?<!previously )\buntreated\b|\btreatment[- ]na[iï]ve\b|\bnewly diagnosed\b"
    r"|\bno (?:prior|previous|earlier) (?:systemic )?(?:treatment|therapy)\b|\bnever treated\b"
    r"|\bpreviously untreated\b",
    re.IGNORECASE,
)
_TELLS_SOME = re.compile(
    r"\b(?:progress\w+|relaps\w+|refractory|pretreated|previously treated|second[- ]line"
    r"|third[- ]line|prior (?!to\b)|previous (?!history)|adjuvant|resected|surgery|had)\b"
    r"|\b(?:after|on|post|s/p|following) [a-z]",
    re.IGNORECASE,
)
_TELLS_DRUG = re.compile(
    r"\b(?:progress\w+|refractory|relaps\w+) (?:on|after|to|during)\b", re.IGNORECASE
)
_CONDITIONAL = re.compile(r"\b(?:if|unless|whether|until|once|not|would|were)\b")


def problem_with_earlier_treatment(claim: CitedSentence) -> str:
    """What it says of earlier treatment of the patient, where the thread says the opposite."""
    text, asked = claim.sentence.words, claim.asked.text
    if not asked.strip():
        return ""
    had = _HAD.search(text)
    none_told = _TELLS_NONE.search(asked) and not _TELLS_SOME.search(asked)
    if had and none_told and not _CONDITIONAL.search(text[: had.start()]):
        return f"The thread does not say “{had.group()}” of the patient."
    none = _HAD_NONE.search(text)
    some_told = claim.asked.drugs and _TELLS_DRUG.search(asked) and not _TELLS_NONE.search(asked)
    if none and some_told and not _CONDITIONAL.search(text[: none.start()]):
        return f"The thread does not say “{none.group()}” of the patient."
    return ""
