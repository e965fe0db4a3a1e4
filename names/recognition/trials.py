"""Trials and papers: registration numbers, PMIDs, acronyms from the table and by grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain

from names.entities import EntityMention
from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.tables.genes import not_genes
from names.tables.treatment.regimens import regimens
from names.tables.trials import (
    acronym_key,
    acronyms_by_key,
    acronyms_that_are_words,
    emphasised_words,
    not_trial_codes,
    only_describes_a_trial,
    plain_key,
    trial_series,
)

REGISTRATION = filtered_pattern(r"\bNCT\s?(\d{8})\b", re.IGNORECASE)
PMID = filtered_pattern(r"\bPMID:?\s?(\d{4,8})\b", re.IGNORECASE)
# The looks ahead find the second capital before the letters are read, and what is read is not
# given back: each word is gone through a fixed number of times.
NOT_A_MEASURE = (
    r"(?![\s-]?(?:y(?:ea)?rs?\b|y\b|mo(?:nth)?s?\b|m\b|w(?:ee)?ks?\b|days?\b|%|pts?\b|patients?\b|mg\b"
    r"|cycles?\b|lines?\b|L\b))"
)
"""Behind the number of an acronym: "KATHERINE 7 yr" names KATHERINE."""
NUMBERED = filtered_pattern(
    r"\b(?:(?:[A-Z](?=[A-Za-z]*[A-Z][A-Za-z])[A-Za-z]{2,}+"
    r"|IMpassion|IMpower|monarch|monaleesa|keynote)"
    r"(?:-?(?:Breast|Lung|Gastric|CRC|PanTumor))?-?\d{1,3}|[A-Z]{5,} \d{1,3}(?!\d)"
    rf"{NOT_A_MEASURE}|(?=\w*[a-z])(?=\w{{4,}}[A-Z])[A-Z]\w{{4,}}+ \d{{2,3}}(?!\d)"
    rf"{NOT_A_MEASURE})[A-Z]?\b"
)
CUE = re.compile(
    r"(?i)\b(?:trials?|stud(?:y|ies)|results?|outcomes?|updates?|data|criteria|eligib\w+|enrol\w*"
    r"|arms?|hazard|vs|versus|[a-z]{0,2}DFS|PFS|EFS|OS|ORR)\b"
)
"""Words that tell that "emerald" is a trial."""
MIXED = re.compile(
    r"\b(?:[a-z]{4,}[A-Z]+|[A-Z][a-z]{3,}[A-Z]{1,2}|[A-Z]{3,}[a-z]{1,4}[A-Z]{1,}"
    r"|[A-Z]{3,}[a-z]{4,}|[A-Z]{2,}\d[A-Z]{4,})(?:-\d{1,3})?+\b"
)
CAPITALS = re.compile(r"\b[A-Z]{5,}[a-z]?\d?\b")
# At most 40 characters, three times the longest acronym of the table.
BEFORE_TRIAL = filtered_pattern(r"\b([A-Za-z][\w-]{3,39}(?: \d{1,2})?) (?:trial|study)\b")
WORD = re.compile(r"[A-Za-z][\w-]*(?: \d{1,2})?")
DIGIT = re.compile(r"\d")
CODE = re.compile(
    r"(?<![\w.-])(?:([A-Z]{2,4})-?\d{2,4}(?:-\d{2,3})?+[A-Z]{0,2}|[A-Z]\d{4})(?![\w.+-])"
)
"""Capitals and a number that no table has: the short name of a trial, where results are asked."""
NOT_LETTERS = re.compile(r"[^A-Za-z]")
LEADING = re.compile(r"^[A-Za-z]+")
MEASURE = re.compile(rf"(?!{NOT_A_MEASURE})")
OUTCOME = re.compile(
    r"(?i)\b(?:trials?|stud(?:y|ies)|results?|hazard ratio|[a-z]{0,2}DFS|PFS|EFS|OS|ORR|pCR"
    r"|arms?)\b"
)
"""Words that tell that results of a trial are asked for."""
OF_TRIALS = re.compile(
    r"(?i)(?:[\s-](?:label|clinical|phase|recruiting|randomi[sz]ed|\w{3,12} cancer)){0,2}"
    r"[\s-](?:trials?|stud(?:y|ies))\b"
)
"""Behind a word that tells what kind of trials are meant: "open trials"."""
HAD = re.compile(
    r"(?i)\b(?:after|following|post|s/p|had|received|completed|finished|got"
    r"|treated (?:with|per|as in)|(?:progress(?:ed|ion|ing)|PD|pd|relapsed?|recurred|refractory)"
    r" (?:on|during|through|under|to|with|despite)|failed|(?<=[,;.] )on"
    r"|(?:patient|pt|now|currently|is|was|been) on)(?: the| an?)?"
    r"(?: (?:neo-?adj(?:uvant)?|adj(?:uvant)?|full|prior))?[ -]$"
)
"""Words before the name of a trial that stands for its treatment."""
_PLANNED = re.compile(
    r"(?i)\b(?:consider\w{0,4}|plan\w{0,4}|offer\w{0,4}|start\w{0,4}|propos\w{1,3}|if|vs\.?|versus|or"
    r"|for|candidate)(?: (?:the|an?|him|her|for))? ?$"
)
_IN_SETTING = re.compile(
    r"(?i)\b(?:neo-?adj(?:uvant(?:ly)?)?|adj(?:uvant)?|(?:1st|2nd|first|second)[- ]line|[12]L)"
    r"(?:\.?,?|:)(?: (?:with|per|as in|as per))?[ -]$"
)
"""Words right before the name of a trial whose treatment may have been had."""
_CAME_BACK = (
    r"(?:PD(?![\w-])|progressive disease\b|(?:progressed|relapsed|recurred)\b"
    r"(?! (?:patients|pts|disease|cases|tumou?rs|subgroup)\b))"
)
_ENDED = re.compile(
    r"(?i)(?: regimen| protocol| chemo(?:-?IO)?)?(?: x ?\d{1,2})?"
    r"(?:,|:| ?(?:->|→|=>)| then| with| w/| but| –| -)? ?"
    r"(?:residual (?:disease|tumou?r|cancer|invasive)|RCB|ypT|no(?:n-?| )pCR|not? (?:in |a )?pCR"
    rf"|{_CAME_BACK})"
)
"""Behind the name, how the treatment ended."""
_THEN_ENDED = re.compile(rf"(?i) ?(?:,|->|→|=>| then) ?{_CAME_BACK}")
_NUMBER_BEHIND = re.compile(r"-\d{1,4}\w{0,2}")
_OF_TRIAL = re.compile(
    r"(?i)\b(?:EFS|i?DFS|OS|PFS|ORR|HR|outcomes?|subgroups?|data|benefits?|arms?|trials?"
    r"|stud(?:y|ies)|design|criteria|eligib\w{2,6}|enrol\w{1,6}|(?:in|ex)clu\w{1,5}|randomi\w{2,6}"
    r"|appl(?:y|ies|icable))\b"
)
"""Words that ask of the trial itself."""
RESULT_ASKED = re.compile(
    r"(?i)\b(?:hazard ratio|results?|survival|rates?|curves?)\b"
    r"|\b(?:OS|PFS|EFS|ORR|i?DFS|HR) (?:in|after|of|with|for|benefit|was|at)\b"
)
HAD_REACH = 40
"""Characters before it: the longest of these cues."""
CUE_REACH = 400
"""Characters of a text in which such a word is looked for: a question. Chosen by hand."""
TEXTS = 16
"""Texts of which it is remembered whether they ask of trials: each name in one asks again.
Chosen by hand."""
LEAST_LETTERS = 4
"""Letters of a numbered acronym, the number left out; fewer are doses and stages ("T2", "Q12").
Chosen by hand."""

Found = Iterator[tuple[str, int]]
"""Words and where they start."""


def find_trials(text: str) -> Iterator[EntityMention]:
    """The trials and papers that a text names."""
    if DIGIT.search(text):
        for match in REGISTRATION.finditer(text):
            yield EntityMention("registration", (f"NCT{match[1]}",), match.group(), *match.span())
        for match in PMID.finditer(text):
            yield EntityMention("pmid", (match[1],), match.group(), *match.span())
    ways = (_beside_trial(text), _by_form(text), _by_table(text), _by_code(text))
    for word, start in chain.from_iterable(ways):
        yield EntityMention("trial", (acronym_key(word),), word, start, start + len(word))


def is_treatment_had(mention: EntityMention, text: str) -> bool:
    """Whether the trial's name stands for its treatment, which a patient has had: "residual
    disease after KEYNOTE-522". Where results are asked for, they may be those of this trial."""
    if mention.kind != "trial" or _is_on_results(text):
        return False
    before = text[max(0, mention.start - HAD_REACH) : mention.start]
    return bool(HAD.search(before)) or _has_ended(mention, before, text)


def _has_ended(mention: EntityMention, before: str, text: str) -> bool:
    """Whether the words beside a trial tell how its treatment ended: "neoadj. KEYNOTE-522,
    residual disease", "FLAURA2 -> PD"."""
    number = _NUMBER_BEHIND.match(text, mention.end)
    end = number.end() if number else mention.end
    setting = _IN_SETTING.search(before)
    if not ((setting and _ENDED.match(text, end)) or _THEN_ENDED.match(text, end)):
        return False
    planned = _PLANNED.search(before[: setting.start()] if setting else before)
    return not planned and not _is_on_trials(text)


@lru_cache(maxsize=TEXTS)
def _is_on_results(text: str) -> bool:
    return bool(RESULT_ASKED.search(text))


@lru_cache(maxsize=TEXTS)
def _is_on_trials(text: str) -> bool:
    return bool(_OF_TRIAL.search(text))


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
        is_code = LEADING.findall(match.group())[0] in not_trial_codes()
        known = letters in not_genes() or letters.upper() in regimens() or is_code
        if len(letters) >= LEAST_LETTERS and not known and "COVID" not in letters:
            yield match.group(), match.start()
    patterns = (MIXED,) if text.isupper() else (MIXED, CAPITALS)
    for match in chain.from_iterable(pattern.finditer(text) for pattern in patterns):
        word = match.group()
        if word not in not_genes() and word.lower() not in emphasised_words():
            yield word, match.start()


def _by_table(text: str) -> Found:
    table = acronyms_by_key()
    for match in numbered_in_series().finditer(text):
        yield match.group(), match.start()
    for match in WORD.finditer(text):
        for word in dict.fromkeys((match.group(), match.group().partition(" ")[0])):
            key = acronym_key(word)
            # A short form of a series needs more than a word like it: "5 ML 2".
            if (
                key in table
                and key == plain_key(word)
                and _is_meant(word, key, text, match.start() + len(word))
            ):
                yield word, match.start()
                break


def _is_meant(word: str, key: str, text: str, end: int) -> bool:
    """Whether a word that is an acronym of the table stands for the trial."""
    if " " in word and MEASURE.match(text, end):
        return False
    described = only_describes_a_trial(word) and OF_TRIALS.match(text, end)
    if described and not word.isupper():
        return False
    doubtful = word.islower() and key in acronyms_that_are_words()
    return not doubtful or CUE.search(text, 0, CUE_REACH) is not None


@cache
def numbered_in_series() -> FilteredPattern:
    """A trial by the name of its series in any case, or by a short form of it in capitals, and its
    number: "keynote 522", "FLAURA II", "KN-522", "kn522", "CM 9DW"."""
    names = "|".join(_in_any_spelling(each.name.strip("- ")) for each in trial_series())
    named = rf"(?i:\b(?:{names})[\s-]?(?:[a-z]?\d{{1,4}}[a-z]{{0,2}}|II|III|IV))"
    shorts = "|".join(
        _short_form(form, each.digits) for each in trial_series() for form in each.short_forms
    )
    return filtered_pattern(rf"(?:{named}|(?<![\w.-])(?<!\d\s)(?:{shorts}))(?!\w){NOT_A_MEASURE}")


def _in_any_spelling(name: str) -> str:
    return r"[\s-]?".join(map(re.escape, name.split("-")))


def _short_form(form: str, digits: int) -> str:
    """Letters that mean other things, too, stand for a series only before as many digits as its
    numbers have, or before letters behind the number: "DL-1" is a dose level, "5 ML 2" is none."""
    number = rf"\d{{{digits},3}}"
    blank = r"[\s-]?" if digits > 1 else "-?"
    upper = rf"{form}(?:{blank}{number}|[\s-]?\d{{1,2}}[A-Z]{{1,2}})"
    return rf"{upper}|{form.lower()}(?:-?{number}|-?\d{{1,2}}[A-Za-z]{{1,2}})"


def _by_code(text: str) -> Found:
    """Words such as "ABC-12" in a question on results that are no other name."""
    if DIGIT.search(text) and OUTCOME.search(text, 0, CUE_REACH):
        for match in CODE.finditer(text):
            if match[1] not in not_trial_codes() | not_genes():
                yield match.group(), match.start()
