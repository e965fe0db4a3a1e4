"""Trials and papers: registration numbers, PMIDs, acronyms from the table and by grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from names.entities import Mention
from names.tables.genes import not_genes
from names.tables.trials import (
    acronym_key,
    acronyms_by_key,
    acronyms_that_are_words,
    only_describes_a_trial,
)

REGISTRATION = re.compile(r"\bNCT\s?(\d{8})\b", re.IGNORECASE)
PMID = re.compile(r"\bPMID:?\s?(\d{4,8})\b", re.IGNORECASE)
# The looks ahead find the second capital before the letters are read, and what is read is not
# given back: each word is gone through a fixed number of times.
NOT_A_MEASURE = (
    r"(?![\s-]?(?:y(?:ea)?rs?\b|y\b|mo(?:nth)?s?\b|m\b|w(?:ee)?ks?\b|days?\b|%|pts?\b|patients?\b|mg\b"
    r"|cycles?\b|lines?\b))"
)
"""Behind the number of an acronym: "KATHERINE 7 yr" names KATHERINE."""
NUMBERED = re.compile(
    r"\b(?:(?:[A-Z](?=[A-Za-z]*[A-Z][A-Za-z])[A-Za-z]{2,}+"
    r"|IMpassion|IMpower|monarch|monaleesa|keynote)"
    r"(?:-?(?:Breast|Lung|Gastric|CRC|PanTumor))?-?\d{1,3}|[A-Z]{5,} \d{1,3}(?!\d)"
    rf"{NOT_A_MEASURE}|(?=\w*[a-z])(?=\w{{4,}}[A-Z])[A-Z]\w{{4,}}+ \d{{2,3}}(?!\d)"
    rf"{NOT_A_MEASURE})[A-Z]?\b"
)
SERIES = re.compile(
    r"(?i)\b(?:keynote|monaleesa|paloma|monarch|checkmate|capitello|impassion|impower|flaura|inavo"
    r"|ascent|mariposa|codebreak|krystal|bolero|serena|ember|destiny[\s-]?(?:breast|lung|gastric|crc"
    rf"|pantumor)|tropion[\s-]?(?:breast|lung)|tropics)[\s-]?\d{{1,3}}(?!\d){NOT_A_MEASURE}\b"
)
"""Numbered trials in any case, by hand: series that the corpus names."""
CUE = re.compile(
    r"(?i)\b(?:trials?|stud(?:y|ies)|results?|outcomes?|updates?|data|criteria|eligib\w+|enrol\w*"
    r"|arms?|hazard|vs|versus|[a-z]{0,2}DFS|PFS|EFS|OS|ORR)\b"
)
"""Words that tell that "emerald" is a trial."""
MIXED = re.compile(
    r"\b(?:[a-z]{4,}[A-Z]+|[A-Z][a-z]{3,}[A-Z]{1,2}|[A-Z]{3,}[a-z]{1,4}[A-Z]{1,}"
    r"|[A-Z]{3,}[a-z]{4,}|[A-Z]{2,}\d[A-Z]{4,})\b"
)
CAPITALS = re.compile(r"\b[A-Z]{5,}[a-z]?\d?\b")
# At most 40 characters, three times the longest acronym of the table.
BEFORE_TRIAL = re.compile(r"\b([A-Za-z][\w-]{3,39}(?: \d{1,2})?) (?:trial|study)\b")
WORD = re.compile(r"[A-Za-z][\w-]*(?: \d{1,2})?")
DIGIT = re.compile(r"\d")
NOT_LETTERS = re.compile(r"[^A-Za-z]")
MEASURE = re.compile(rf"(?!{NOT_A_MEASURE})")
CUE_REACH = 400
"""Characters of a text in which such a word is looked for: a question. Chosen by hand."""
LEAST_LETTERS = 4
"""Letters of a numbered acronym, the number left out; fewer are doses and stages ("T2", "Q12")."""

Found = Iterator[tuple[str, int]]
"""Words and where they start."""


def find_trials(text: str) -> Iterator[Mention]:
    """The trials and papers that a text names."""
    if DIGIT.search(text):
        for match in REGISTRATION.finditer(text):
            yield Mention("registration", (f"NCT{match[1]}",), match.group(), *match.span())
        for match in PMID.finditer(text):
            yield Mention("pmid", (match[1],), match.group(), *match.span())
    for word, start in chain(_beside_trial(text), _by_form(text), _by_table(text)):
        yield Mention("trial", (acronym_key(word),), word, start, start + len(word))


def _beside_trial(text: str) -> Found:
    """The word before "trial" or "study", unless it only describes one."""
    for match in BEFORE_TRIAL.finditer(text):
        word = match[1]
        if not only_describes_a_trial(word) and not word.upper().startswith("NCT"):
            yield word, match.start(1)


def _by_form(text: str) -> Found:
    """Words that look like an acronym: KEYNOTE-522, OlympiA, CLEOPATRA."""
    for match in NUMBERED.finditer(text) if DIGIT.search(text) else ():
        letters = NOT_LETTERS.sub("", match.group())
        if len(letters) >= LEAST_LETTERS and letters not in not_genes() and "COVID" not in letters:
            yield match.group(), match.start()
    patterns = (MIXED,) if text.isupper() else (MIXED, CAPITALS)
    for match in chain.from_iterable(pattern.finditer(text) for pattern in patterns):
        if match.group() not in not_genes():
            yield match.group(), match.start()


def _by_table(text: str) -> Found:
    table = acronyms_by_key()
    for match in SERIES.finditer(text) if DIGIT.search(text) else ():
        yield match.group(), match.start()
    for match in WORD.finditer(text):
        for word in dict.fromkeys((match.group(), match.group().partition(" ")[0])):
            key = acronym_key(word)
            if key in table and _is_meant(word, key, text, match.start() + len(word)):
                yield word, match.start()
                break


def _is_meant(word: str, key: str, text: str, end: int) -> bool:
    """Whether a word that is an acronym of the table stands for the trial."""
    if " " in word and MEASURE.match(text, end):
        return False
    doubtful = word.islower() and key in acronyms_that_are_words()
    return not doubtful or CUE.search(text, 0, CUE_REACH) is not None
