"""A reason that joins what no quote joins: "because patients crossed over", a rule told for a
condition of the patient that it does not name. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import telling_words
from agents.checking.support.reading.words import words_without_support
from agents.checking.text.members import is_member
from names.recognise import recognise_passage
from retrieval.text.words import words

_BECAUSE = re.compile(r"\bbecause (?!of\b)(?P<reason>[^;.()]{3,240})")
_GIVES_REASON = re.compile(
    r"\b(?:because|since|due|owing|as (?:it|they|there|this)|so|thus|therefore|hence|leads?|led"
    r"|caus\w+|reasons?|explain\w*|attribut\w+|result\w* (?:from|in)|result of|based on|on account"
    r"|given that|in view of|for fear|risk of|by [a-z]+ing)\b"
)
"""Words by which a quote may itself tie one thing to another."""
_TIES = re.compile(
    r"\b(?:because|since|due|owing|as (?:it|they|there|this)|so|thus|therefore|hence|leads?|led"
    r"|caus\w+|reasons?|explain\w*|attribut\w+|result\w*|based on|risk of|which)\b"
)
_BY_FIGURES = re.compile(
    r"\b(?:interval|ci|includ\w* 1|cross\w* 1|contain\w* 1|chance|significan\w*|p ?[=<>]|wide"
    r"|few patients|matur\w*|data|events|follow up|reached|small|number\w*"
    r"|too (?:few|short|early))\b"
)
"""What a reader may see in the figures themselves."""
_JUDGES = re.compile(r"\b(?:toxic|tolerated|effective|active|safer?|harmful)")
"""What is neutral elsewhere, and in a reason is what it says."""
_PATIENT = re.compile(r"\b(?:she|he|her|his|the patient|this patient|patient's)\b")
_OF_PATIENT = re.compile(
    r"\b(?:because|since|as|given that|now that) (?:she|he|the patient|this patient) (?:has|had|is"
    r"|suffers from|lives with) (?P<reason>[^,;.()]{3,90})"
    r"|\b(?:because of|due to|owing to|given) (?:her|his) (?P<own>[^,;.()]{3,90})"
)
_RULE_AGAINST = re.compile(
    r"\b(?:contraindicat\w*|avoid\w*|not (?:recommended|given|used)|withh[eo]ld|interrupt\w*"
    r"|discontinu\w*|stopp\w*|reduc\w*|lower\w*|halv\w*)\b"
)
_ON_A_CONDITION = re.compile(
    r"\b(?:in|with|for|after|when|if|during|under|above|below|of|to|grade|unless)\b"
)
LEAST_NEW = 2
"""Words of a reason that no quote has, though they say nothing clinical: "many patients crossed
over". Chosen by hand: one of them may only report."""
MOST_KNOWN = 0.5
"""Share of the words of a reason that may stand in the quotes by chance ("patients", "group").
Chosen by hand."""


def problem_with_added_reason(claim: CitedSentence) -> str:
    """Whether it gives a reason where its quotes tie nothing to anything: a reason in words of its
    own, or of another quote than what it is the reason of."""
    text = claim.sentence.words
    found = _BECAUSE.search(text)
    if found is None:
        return ""
    reason, rest = found["reason"], f"{text[: found.start()]} {text[found.end() :]}"
    if found.start() == 0:  # "because A is so, B": A itself may hold commas
        reason, _, rest = text[found.start("reason") :].rpartition(", ")
    if _PATIENT.search(reason) or _BY_FIGURES.search(reason):
        return ""
    quotes = [f"{source.quote.words} {source.about.words}" for source in claim.sources]
    if not any(_GIVES_REASON.search(quote) for quote in quotes):
        told = " ".join(quotes)
        strange = words_without_support(reason, told, telling=True)
        judged = _JUDGES.search(reason)
        if judged and judged.group() not in told:
            strange = (*strange, judged.group())
        if strange or len(frozenset(words(reason)) - frozenset(words(told))) >= LEAST_NEW:
            return f"“because {reason.strip()}” does not stand in the cited quotes."
    tied = any(_TIES.search(quote.words) for quote in claim.quotes())
    if not tied and _home(reason, quotes) != _home(rest, quotes):
        return "The cited quotes do not say that the one is the reason of the other."
    return ""


def _home(part: str, quotes: list[str]) -> int:
    """Which of the quotes has most of the words of a part."""
    own = telling_words(part)
    shared = [len(own & telling_words(quote)) for quote in quotes]
    return shared.index(max(shared))


def problem_with_reason_of_patient(claim: CitedSentence) -> str:
    """Whether it bars or lowers something for a condition of the patient of which no quote speaks:
    "since she has lung disease" of what is contraindicated in hepatic impairment."""
    text = claim.sentence.words
    found = _OF_PATIENT.search(text)
    if found is None or not _RULE_AGAINST.search(text):
        return ""
    reason = found["reason"] or found["own"]
    if any(each.isdigit() for each in reason):
        return ""  # a number that is held against a limit
    told = " ".join(f"{source.quote.words} {source.about.words}" for source in claim.sources)
    if not all(_ON_A_CONDITION.search(quote.words) for quote in claim.quotes()):
        return ""
    drugs = recognise_passage(reason).names("drug")
    if drugs & recognise_passage(told).names("drug") or any(
        is_member(each, told) for each in drugs
    ):
        return ""
    own = telling_words(reason)
    strange = words_without_support(reason, told)
    if own and len(own) - len(strange) < MOST_KNOWN * len(own) and _names_condition(claim, reason):
        return f"The cited quotes do not name “{reason.strip()}” as a reason."
    return ""


def _names_condition(claim: CitedSentence, reason: str) -> bool:
    """Whether the reason is a fact of the thread that reads as none of the quotes' conditions."""
    own = claim.asked.states & recognise_passage(reason).names("condition", "effect")
    told = frozenset().union(
        *(q.states | s.about.states for q, s in zip(claim.quotes(), claim.sources, strict=True))
    )
    return not own & told
