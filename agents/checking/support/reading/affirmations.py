"""What a text affirms and what it denies, in whatever words: "discontinued" is "not continued".
Pure.

A denial turns the first such word behind it in its clause, and those that "and" or "or" join to it
(cf. NegEx, Chapman et al., J Biomed Inform 2001). Of what stands behind "if" nothing is affirmed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agents.checking.support.reading.negations import telling_stems, without_bounds
from agents.checking.support.reading.words import TABLES, stems_of
from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.tables.rows import read_rows

_NEGATOR = re.compile(
    r"\b(?:not?|never|without|neither|nor|cannot|none|nobody|no one|nothing|hardly|barely|unlikely"
    r"|fail(?:s|ed)? to|fail(?:s|ed)?|lack(?:s|ed)?|miss(?:es|ed)|los(?:es|t) (?:its|the|their)"
    r"|absence of|unable to|(?:speaks?|spoke|argues?|argued|militates?) against)\b|n't\b"
)
_PART = re.compile(
    r",(?!\d\d\d)|[;:()]|\.(?!\d)|\b(?:but|although|though|(?<!given )(?<!used )(?<!taken )"
    r"(?<!avoided )(?<!combined )while|whereas|because|since|so"
    r"|then|and then)\b"
)
_SUPPOSED = re.compile(
    r"\b(?:who (?:cannot|can not|are (?:unable|unfit|ineligible))|if|unless|whether|when"
    r"|where|in case|provided|as long as|while|cannot be (?:avoided"
    r"|replaced|stopped)"
    r"|ask(?:s|ed)?(?! to\b))\b"
)
_RESPONSE = re.compile(r"respon|alive|lived|died|dead")
_FIGURE = re.compile(
    r"(?<![a-z\d-])\d+(?:\.\d+)?(?:%| (?:of|patients|months|in))"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|[a-z]{3,5}teen|eleven|twelve|twenty)"
    r" (?:of|in|patients)\b"
)
_NEEDED = ("change", "monitor")
_NOT_NEEDED = re.compile(
    r"\b(?:unnecessary|superfluous|needless|not (?:needed|necessary|required))\b"
)
"""Behind "a dose change" these deny it."""
_SHOWN = ("work", "differ", "associate")
_NOT_SHOWN = re.compile(
    r"\b(?:was|were|is|are|been|could|be) not (?:be )?(?:shown|seen|found|prov\w+|observed"
    r"|demonstrated|established|confirmed|reached|apparent|evident)\b"
)
"""Behind "a benefit" these deny it."""
_NUMBERS_ONLY = re.compile(
    r",(?= ?[\d~<>])[\d.,~<>%a-z ]{1,60}?\d[\d.% ]*(?:months|years|weeks|days)?, "
    r"(?=(?:was|were|is|are|did|does)\b)"
)
"""Between a subject and its verb: "the difference, 31 against 27 months, was …"."""
_NOT_SIGNIFICANT = re.compile(r"\b(?:was|were|is|are) not (?:statistically )?significant\b")
"""Behind "the difference" this denies it."""
_APPROVAL_GONE = re.compile(
    r"\b(?:is|was|are|has been|have been) (?:gone|lost|void|over|history)\b"
)
_BRACKETS = re.compile(r"\([^()]{0,80}\)")
_NEXT = re.compile(r"without|lack|absence")
_ADVISES = re.compile(r"(?:advis|recommend|allow|permit|suggest|prefer|includ|cover)(?:e?s|ed)\b")
_JOINED = re.compile(r"[^a-z]{0,20}(?:and|or|nor)(?: [a-z]{1,20})? $")
_EVIDENCE = re.compile(
    r" (?:[a-z]+ ){0,2}(?:evidence|signs?|proof|hints?|loss|indication|risk) of\b"
)
"""What "no" denies together with what it is of: "no evidence of benefit"."""
REACH = 60
"""Characters behind a denial in which the word that it turns begins. Chosen by hand: some eight
words, with the drug and its dose between "no" and "is recommended"."""

CLOSE = 25
"""The same behind "without", which denies what it stands before. Chosen by hand."""


_WHO = re.compile(r"\b(?:who|that|which|whose)(?: [a-z]{1,12}){0,4} $")
_WHO_TAKES = re.compile(r"\bwho (?:is |are |has |have )?(?:start(?:s|ed)?|began|takes?|taking)\b")
"""Whom a sentence is about affirms nothing."""
_FINITE = re.compile(r"\b(?:should|must|may|can|will|has to|have to|needs? to)\b")
_NONE_BEHIND = re.compile(r" (?:neither|no|none|nothing)\b(?! (?:other|longer)\b)")
"""Behind a verb: "given neither", "received no chemotherapy"."""
_OBJECT_OF = re.compile(r" (?:with|to) (?:an?|any|the)?(?: ?[a-z]{1,16}){0,2} $")
"""Between "associated" and what it is with: "not associated with a significant difference"."""
_PROVED = re.compile(r"\b(?:proven|proved|shown|demonstrated|established|found|considered)$")
_TO_BE = re.compile(r" (?:to be |as |both |an? |[a-z]{2,12}ly ){0,3}")
"""Between "no dose has proven" and what none is proven to be: "safe"."""
_ASSOCIATED = ("associated", "linked", "correlated")
_LISTED = re.compile(
    r"\b(?:none of|neither|no)\b(?:(?!\b(?:was|were|is|are|had|has|did|does)\b)[^;:.()]){0,120}?"
    r"\b(?:and|or|nor)\b"
)
"""The commas of a list behind a denial, which denies of all of it."""

_Found = tuple[int, int, str, int]
"""Start, end, what it affirms or denies, and its sign."""


@dataclass(frozen=True, slots=True)
class Affirmation:
    """Something affirmed (``sign`` 1) or denied (-1) in a clause."""

    what: str
    sign: int
    words: str
    """The clause."""
    stems: frozenset[str]
    """The telling stems of the clause."""


def signed_in(text: str) -> Iterator[Affirmation]:
    """All that a text in the level form affirms or denies."""
    text = _WHO_TAKES.sub(" ", text)
    text = _LISTED.sub(
        lambda found: found.group().replace(",", ""),
        _NUMBERS_ONLY.sub(" ", _BRACKETS.sub(" ", text)),
    )
    for clause in parts_of(without_bounds(text)):
        yield from _of_clause(clause)


def parts_of(text: str) -> list[str]:
    """The clauses of a text, at commas, too."""
    return [part for part in _PART.split(text) if part.strip()]


def _of_clause(clause: str) -> Iterator[Affirmation]:
    supposed = _SUPPOSED.search(clause)
    told = clause[: supposed.start()] if supposed else clause
    found = _longest(told)
    spans = [(start, end) for start, end, _, _ in found]
    turned = _turned_places(told, spans)
    stems = telling_stems(stems_of(clause))
    found = [each for each in found if not _is_given_up(each, found)]
    counted = bool(_FIGURE.search(clause))
    for start, end, what, sign in found:
        if counted and _RESPONSE.match(told, start):
            continue  # "2 of 23 responded" is neither
        behind = what in _NEEDED and _NOT_NEEDED.search(told, start)
        behind = behind or (what in _SHOWN and _NOT_SHOWN.search(told, start))
        behind = behind or (what == "differ" and _NOT_SIGNIFICANT.search(told, start))
        behind = behind or (what == "approve" and _APPROVAL_GONE.search(told, start))
        behind = behind or (start not in turned and _NONE_BEHIND.match(told, end))
        own = -sign if (start in turned) != bool(behind) else sign
        yield Affirmation(what, own, clause, stems)


def _is_given_up(each: _Found, others: list[_Found]) -> bool:
    """Whether it is an approval of which the clause goes on to say that it was withdrawn."""
    return each[2] == "approve" and any(o[2] == "approve" and o[0] > each[0] for o in others)


def _longest(text: str) -> list[_Found]:
    """The words of the table in a text; of overlapping ones of one row's kind the longest."""
    found = [
        (match.start(), match.end(), what, sign)
        for what, sign, pattern in _rows()
        for match in pattern.finditer(text)
    ]
    found.sort(key=lambda each: (each[0], -each[1]))
    kept: list[_Found] = []
    reached: dict[str, int] = {}
    for each in found:
        if each[0] >= reached.get(each[2], 0):
            kept.append(each)
            reached[each[2]] = each[1]
    return kept


def _is_new_verb(text: str, denial: re.Match[str], start: int) -> bool:
    """Whether the word at ``start`` has a verb of its own, behind that of a clause on whom it is:
    "patients who cannot tolerate it should stop"."""
    if start - denial.end() > REACH:
        return False
    before = text[max(0, denial.start() - REACH) : denial.start()]
    return bool(_WHO.search(before) and _FINITE.search(text, denial.end(), start))


def _turned_places(text: str, spans: list[tuple[int, int]]) -> frozenset[int]:
    """Where the words begin that an odd number of denials turns round."""
    counts: dict[int, int] = {}
    for denial in _NEGATOR.finditer(text):
        if any(start <= denial.start() < end for start, end in spans):
            continue
        behind = [s for s in spans if s[0] >= denial.end()]
        if _NEXT.match(denial.group()):  # it denies a noun
            behind = [s for s in behind if not _ADVISES.match(text, s[0])]
        behind = [s for s in behind if not _is_new_verb(text, denial, s[0])]
        reached = 0
        for start, end in behind:
            most = CLOSE if _NEXT.match(denial.group()) else REACH
            between = text[denial.end() : start]
            whole = denial.group() in ("none", "neither")
            is_head = whole or " of " not in between or bool(_EVIDENCE.match(between))
            first = not reached and start - denial.end() <= most and is_head
            if first or (reached and (start < reached or _is_joined(text, reached, start))):
                counts[start] = counts.get(start, 0) + (start >= reached)
                reached = end
            else:
                break
    return frozenset(start for start, count in counts.items() if count % 2)


def _is_joined(text: str, reached: int, start: int) -> bool:
    told = text[:reached].rstrip()
    if _PROVED.search(told) and _TO_BE.fullmatch(text, reached, start):
        return True
    return bool(_JOINED.fullmatch(text, reached, start)) or (
        told.endswith(_ASSOCIATED) and bool(_OBJECT_OF.fullmatch(text, reached, start))
    )


@lru_cache(maxsize=1)
def _rows() -> tuple[tuple[str, int, FilteredPattern], ...]:
    return tuple(
        (what, 1 if sign == "+" else -1, filtered_pattern(rf"\b(?:{words})\b"))
        for what, sign, words in read_rows("polarity.tsv", TABLES)
    )
