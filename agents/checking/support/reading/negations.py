"""What a text denies: each denial with the words in its reach. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from agents.checking.support.reading.words import is_neutral, stems_of

OF_PATIENT = re.compile(r"\b(?:she|he|her|him|his|patient's|this patient)\b")
"""Words for the patient of the thread."""
DENIAL = re.compile(
    r"\b(?:not?|non(?= (?!small|squamous|hodgkin|inferior|steroidal|carriers?|respon"
    r"|pegylated|clear|v600|seminoma|pd|platinum|her|us)[a-z])|nobody|no one|hardly|barely"
    r"|fell short|falls short"
    r"|ineffective|inactive|too limited|untested|cannot|without|neither|nor|never|none"
    r"|fail(?:s|ed)?(?! (?:one|two|at least|first|prior|earlier|previous|chemo\w*)\b)"
    r"|lack(?:s|ed|ing)?|unlikely|absen(?:t|ce)|insufficient|unclear|unproven"
    r"|unknown|nothing|little is known|hardly any"
    r"|advis\w+ against|recommend\w* against|speaks? against|too (?:little|few)|immature"
    r"|left open"
    r"|undefined|exclud(?:e|es|ed|ing)|missing|rather than|instead of|unaffected|impossible|unable"
    r"|unsuitable|out of the question|off the table|inappropriate|unnecessary|unwarranted)\b"
    r"|n't\b"
)
_AS_A_BOUND = re.compile(
    r"\bwith (?:and|or|vs|versus) without\b|\bwith than without\b|\bor not\b"
    r"|\bwithout(?= (?:[a-z]+ )?(?:and|or|versus|vs|against) (?:[\d.]+ ?(?:%|[a-z]+) )?with\b)"
    r"|\bnot against\b|\bwithout (?:disease"
    r"|progression|relapse|recurrence|an event)\b"
    r"|\bno reason to (?=avoid|change|stop|withhold treatment)|\bnot (?:be )?[a-z]{3,15} until\b"
    r"|\bnot only\b|\bnot? (?:more|less"
    r"|fewer|later|longer|earlier|higher|lower) than\b"
)
_CLAUSE_END = re.compile(
    r",(?!\d\d\d)|[;:()]|\.(?!\d)|\b(?:but|although|while|whereas|because|so)\b"
)
_INSTEAD = ("instead of", "rather than")
_PLACE = re.compile(r"\b(?:in|for|as|at|when|if|where|among|after|before|during|such as|like)\b")
DENIED_WORDS = 7
"""Words after a "not" that it denies, within its clause. NegEx (Chapman et al., J Biomed Inform
2001) takes five tokens; two more for articles and prepositions. Chosen by hand."""
REACH = 160
"""Characters behind a denial in which its words are looked for. Chosen by hand."""
HEAD_WORDS = 3
"""Of these, the ones that say what is denied: "not confirmed in …". Chosen by hand."""


def without_bounds(text: str) -> str:
    """The text without negations that deny nothing: "no more than three", "with or without"."""
    return _AS_A_BOUND.sub("at most", text)


def what_is_denied(text: str) -> frozenset[str]:
    """The stems that say what a text denies: "not confirmed in …"."""
    return denied_stems(text, HEAD_WORDS)


def denied_stems(text: str, most: int = DENIED_WORDS) -> frozenset[str]:
    """The stems that stand in the reach of a denial; of each the first ``most``."""
    return frozenset(stem for reach in reaches(text) for stem in reach[:most])


def reaches(text: str) -> Iterator[list[str]]:
    """The stems behind each denial, in order, within its clause."""
    return (reach for _, reach in denials(text))


def denials(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each denial: its clause, and the stems behind it within the clause, in order."""
    text = without_bounds(text)
    ends = [0, *(match.end() for match in _CLAUSE_END.finditer(text)), len(text)]
    for start, end in spans(text):
        rest = text[start:end]
        match = DENIAL.match(rest)
        behind = rest[match.end() if match else 0 :]
        if match and match.group() in _INSTEAD:
            behind = _PLACE.split(behind, maxsplit=1)[0]  # "instead of A in adults" denies A
        reach = behind.split()[:DENIED_WORDS]
        place = bisect_right(ends, start)
        clause = text[ends[place - 1] : ends[place] if place < len(ends) else len(text)]
        yield clause, [stem for word in reach for stem in sorted(stems_of(word))]


def denying_clauses(text: str) -> list[frozenset[str]]:
    return [telling_stems(stems_of(clause)) for clause, _ in denials(text)]


def clauses(text: str) -> list[str]:
    parts = [part for part in _CLAUSE_END.split(text) if part.strip()]
    return parts or [text]


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Where each denial begins, and where what it denies ends."""
    for match in DENIAL.finditer(text):
        rest = text[match.end() :][:REACH]
        end = min(
            filter(None, (_CLAUSE_END.search(rest), DENIAL.search(rest))),
            key=lambda found: found.start(),
            default=None,
        )
        yield match.start(), match.end() + (end.start() if end else len(rest))


def telling_stems(stems: frozenset[str]) -> frozenset[str]:
    return frozenset(stem for stem in stems if not is_neutral(stem))


def telling_words(text: str) -> frozenset[str]:
    """The stems of a text that say something clinical."""
    return telling_stems(stems_of(text))
