"""Trials and papers: registration numbers, PMIDs, acronyms from the table and by grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from names.entities import Mention
from names.tables import not_genes, trial_numbers

REGISTRATION = re.compile(r"\bNCT\s?(\d{8})\b", re.IGNORECASE)
PMID = re.compile(r"\bPMID:?\s?(\d{4,8})\b", re.IGNORECASE)
NUMBERED = re.compile(
    r"\b(?:(?:[A-Z][A-Za-z]*[A-Z][A-Za-z]+|IMpassion|IMpower|monarch|monaleesa|keynote)"
    r"(?:-?(?:Breast|Lung|Gastric|CRC|PanTumor))?-?\d{1,3}|[A-Z]{5,} \d{1,3}"
    r"|(?=\w*[a-z])[A-Z]\w{3,}[A-Z]\w* \d{2,3})[A-Z]?\b"
)
MIXED = re.compile(
    r"\b(?:[a-z]{4,}[A-Z]+|[A-Z][a-z]{3,}[A-Z]{1,2}|[A-Z]{3,}[a-z]{1,4}[A-Z]{1,}"
    r"|[A-Z]{3,}[a-z]{4,}|[A-Z]{2,}\d[A-Z]{4,})\b"
)
CAPITALS = re.compile(r"\b[A-Z]{5,}[a-z]?\d?\b")
BEFORE_TRIAL = re.compile(r"\b([A-Za-z][\w-]{3,}(?: \d{1,2})?) (?:trial|study)\b")
NOT_ACRONYMS = re.compile(
    r"(?i)^(?:clinical|randomi[sz]ed|phase.*|pivotal|this|that|which|what|first|prospective|pragmatic"
    r"|controlled|blind|double-blind|label|open-label|cancer|registration.*|large|same|another|each"
    r"|recent|landmark|ongoing|basket|umbrella|multicent(?:er|re)|single-arm|retrospective|cohort"
    r"|observational|current|second|third|main|given|active|recruiting|adjuvant|case|your|their|every"
    r"|with|from|covid.*|inhibitor|therapy|treatment|drug|combination|platform|safety|efficacy"
    r"|confirmatory|similar|present|brca.*|lung|breast|colon|ovarian|prostate|melanoma|feasibility"
    r"|pilot|expansion|study|registry|international|global|important|relevant|matching|suitable)$"
)


def key(acronym: str) -> str:
    """What is equal for all spellings of an acronym: ``KEYNOTE-522`` → ``keynote522``."""
    return re.sub(r"[^a-z0-9]", "", acronym.lower())


@cache
def known() -> dict[str, str]:
    """Key → acronym as the table spells it."""
    return {key(acronym): acronym for acronym in trial_numbers()}


def trial(text: str, start: int) -> Mention:
    return Mention("trial", (key(text),), text, start, start + len(text))


def find_trials(text: str) -> Iterator[Mention]:
    """The trials and papers that a text names."""
    for match in REGISTRATION.finditer(text):
        yield Mention("registration", (f"NCT{match[1]}",), match.group(), *match.span())
    for match in PMID.finditer(text):
        yield Mention("pmid", (match[1],), match.group(), *match.span())
    for word, start in chain(beside_trial(text), by_form(text), by_table(text)):
        yield trial(word, start)


Found = Iterator[tuple[str, int]]
"""Words and where they start."""


def beside_trial(text: str) -> Found:
    """The word before "trial" or "study", unless it only describes one."""
    for match in BEFORE_TRIAL.finditer(text):
        if not NOT_ACRONYMS.match(match[1]) and not match[1].upper().startswith("NCT"):
            yield match[1], match.start(1)


def by_form(text: str) -> Found:
    """Words that look like an acronym: KEYNOTE-522, OlympiA, CLEOPATRA."""
    for match in NUMBERED.finditer(text):
        letters = re.sub(r"[^A-Za-z]", "", match.group())
        if len(letters) >= 4 and letters not in not_genes() and "COVID" not in letters:
            yield match.group(), match.start()
    patterns = (MIXED,) if text.isupper() else (MIXED, CAPITALS)
    for match in chain.from_iterable(pattern.finditer(text) for pattern in patterns):
        if match.group() not in not_genes():
            yield match.group(), match.start()


def by_table(text: str) -> Found:
    for match in re.finditer(r"[A-Za-z][\w-]*(?: \d{1,2})?", text):
        if key(match.group()) in known() and not match.group().islower():
            yield match.group(), match.start()
