"""Numbers in words that count lines, regimens, arms or alleles, and days of the calendar. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.canonical import NUMBER_WORDS
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL
from agents.checking.support.reading.words import stems_of
from names.clinical.grammar.numerals import IN_WORDS

_COUNTED_NOUN = re.compile(
    r"\b(?P<count>one|two|three|four|five|six|\d{1,2}) (?:or more )?"
    r"(?:(?:earlier|prior|previous)(?: [a-z]+)?? (?P<noun>[a-z]{4,})|(?P<line>lines?))\b"
)
_OR_MORE = re.compile(r"\b(?:(?:at least )?one|1) or more\b|\bat least (?:one|1)\b|≥ ?1\b")
"""A count that two fulfil as well."""
_RANGE_BEFORE = re.compile(r"(?:one|two|three|\d) (?:to|or|-) ?$")
RANGE = 12
"""Characters before a number in which a range begins. Chosen by hand."""
_COUNT_OF = re.compile(
    r"\b(?P<count>one|single|two|three|four|[1-4])(?: or more)? "
    r"(?:(?!or\b|to\b|and\b|of\b)[a-z0-9]+ ){0,3}?"
    r"(?P<noun>alleles?|regimens?|therap(?:y|ies)|treatments?|lines?|arms?|groups?"
    r"|cohorts?|cop(?:y|ies)|genes|lesions?)\b"
)

_WITH_NOUN = re.compile(
    r"(?<!one or )(?<!least )(?<!first )(?<!last )\b(?P<count>two|three|four|five|six)"
    r" (?P<noun>drug|agent|dose|step|week|day|month|arm|gene|class|weekly|monthly)\b(?! of the\b)"
)
"""As in "a three-drug combination"; plurals are counted above or as numbers."""

_PART = re.compile(
    r"(?<![\d.,])\b(?P<part>[a-z]{3,9}|\d{1,4}) (?:out )?of (?:the |all |these )?"
    r"(?P<whole>[a-z]{3,9}|\d{1,4})\b(?![.,]\d|%)"
)
_ALL_OF = re.compile(
    r"\b(?:all|each|every one)(?: of)?(?: the)? (?P<whole>\d{1,4}) (?:[a-z]+ ){0,12}?(?:alive"
    r"|respond\w*"
    r"|progressed|relapsed|recurred|died|survived|benefited|had (?:a |an )?(?:respons|remission"
    r"|relapse))"
)
_OF_WHICH = re.compile(
    r"(?<![\d.,])(?P<whole>\d{1,4}) [a-z]{3,20}[^;.]{0,80}?,? of (?:which|whom|these"
    r"|them) \d{1,4}\b"
)
_ON_PATIENT = re.compile(r"\b(?:she|he|her|his|patient)\b")
_PASSED_LINE = re.compile(
    r"\bprogress\w*(?: (?:on|during|after|or|under|following|the))+ (?P<which>first|second|third)"
    r" line\b"
)
_ORDINAL = re.compile(
    r"\b(?P<which>first|second|third|fourth|fifth|sixth) (?P<what>(?!line|generation)[a-z]{4,20})\b"
)


def problem_with_counts(claim: CitedSentence) -> str:
    """Whether a number in words, or a day, is another one in the quotes: "after one earlier
    chemotherapy" of "after at least two earlier chemotherapies"."""
    told = {
        (m["noun"] or "line", digits_of(m["count"]))
        for q in claim.quotes()
        for m in _COUNTED_NOUN.finditer(q.words)
    }
    problem = _problem_with_counted(claim) or _problem_with_part(claim)
    if problem := problem or _problem_with_noun(claim):
        return problem
    for match in _COUNTED_NOUN.finditer(claim.sentence.words):
        counts = {count for noun, count in told if _is_alike(noun, match["noun"] or "line")}
        if any(_OR_MORE.search(q.words) for q in claim.quotes()):
            continue
        if counts and digits_of(match["count"]) not in counts:
            return f"“{match.group().strip()}” does not stand in the cited quotes."
    known = frozenset().union(*(s.quote.dates | s.about.dates for s in claim.sources))
    known |= claim.asked.dates
    for day in claim.sentence.dates:
        if not any(each.startswith(day) for each in known):
            return f"{day} does not stand in the cited quotes."
    return ""


def _problem_with_counted(claim: CitedSentence) -> str:
    """Whether it has one of something of which the quotes have two, or the like."""
    told = [m for q in claim.quotes() for m in _COUNT_OF.finditer(q.words)]
    asked = {(m["noun"], digits_of(m["count"])) for m in _COUNT_OF.finditer(claim.asked.words)}
    of_patient = _ON_PATIENT.search(claim.sentence.words)
    for found in _COUNT_OF.finditer(claim.sentence.words):
        same = [m for m in told if _is_alike(m["noun"], found["noun"])]
        counts = {digits_of(m["count"]) for m in same}
        if (found["noun"], digits_of(found["count"])) in asked and of_patient:
            continue
        if any(_is_open(m) for m in same):
            continue  # "two lines" of "one or more lines"
        if counts and digits_of(found["count"]) not in counts:
            return f"“{found.group()}” does not stand in the cited quotes."
    return ""


def _problem_with_noun(claim: CitedSentence) -> str:
    """Whether it has "two-drug" where every quote that counts them has "three-drug"."""
    told = [(m["noun"], m["count"]) for q in claim.quotes() for m in _WITH_NOUN.finditer(q.words)]
    for found in _WITH_NOUN.finditer(claim.sentence.words):
        counts = {count for noun, count in told if noun == found["noun"]}
        if counts and found["count"] not in counts:
            return f"“{found.group()}” does not stand in the cited quotes."
    return ""


def _problem_with_part(claim: CitedSentence) -> str:
    """Whether it has "one of twelve" where every quote with twelve has "10 of 12"."""
    told = [pair for quote in claim.quotes() for pair in _parts(quote.words)]
    shares = [f.number for q in claim.quotes() for f in q.figures if f.unit == "%" and f.number]
    of_all = {whole for part, whole in told if part != whole}
    of_all |= {int(m["whole"]) for q in claim.quotes() for m in _OF_WHICH.finditer(q.words)}
    for found in _ALL_OF.finditer(claim.sentence.words):
        if int(found["whole"]) in of_all and not DENIAL.search(claim.sentence.words):
            return f"The cited quotes tell it of a part of the {found['whole']}."
    for part, whole in _parts(claim.sentence.words):
        same = {own for own, total in told if total == whole}
        if DENIAL.search(claim.sentence.words):
            same |= {whole - own for own in same}
        share = 100 * part / whole
        if same and part not in same and all(abs(share - each) > 1 for each in shares):
            return f"{part} of {whole} does not stand in the cited quotes."
    return ""


def _parts(text: str) -> list[tuple[int, int]]:
    """Each "10 of 12", in figures or words."""
    pairs = [(_digits(m["part"]), _digits(m["whole"])) for m in _PART.finditer(text)]
    return [
        (int(a), int(b)) for a, b in pairs if a.isdigit() and b.isdigit() and int(a) <= int(b) > 1
    ]


def _digits(count: str) -> str:
    return NUMBER_WORDS.get(count, count)


def _is_open(told: re.Match[str]) -> bool:
    """Whether it stands for several numbers: "one or more", "two to four"."""
    before = told.string[max(0, told.start() - RANGE) : told.start()]
    return bool(_OR_MORE.search(told.string, told.start()) or _RANGE_BEFORE.search(before))


def digits_of(count: str) -> str:
    return IN_WORDS.get(count, "1" if count == "single" else count)


def _is_alike(noun: str, other: str) -> bool:
    return bool(stems_of(noun) & stems_of(other))


def problem_with_ordinals(claim: CitedSentence) -> str:
    """The first thing with an ordinal number that the quotes have with other ones only."""
    passed = {m["which"] for q in claim.quotes() for m in _PASSED_LINE.finditer(q.words)}
    for found in _PASSED_LINE.finditer(claim.sentence.words):
        if passed and found["which"] not in passed:
            return f"The cited quotes tell this of another line than the {found['which']}."
    told = [
        (found["which"], stems_of(found["what"]))
        for quote in claim.quotes()
        for found in _ORDINAL.finditer(quote.words)
    ]
    for found in _ORDINAL.finditer(claim.sentence.words):
        which = {own for own, what in told if what & stems_of(found["what"])}
        if which and found["which"] not in which:
            return f"“{found.group()}” does not stand in the cited quotes."
    return ""
