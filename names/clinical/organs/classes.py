"""Classes of organ function: "mild or moderate renal impairment", "Child-Pugh B", "on dialysis"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.grammar.polarity import polarity_at
from names.clinical.organs.dialysis import is_not_done
from names.clinical.values import FoundValue, Organ, OrganClass, OrganFunction
from names.patterns.filtered import FilteredPattern, filtered_pattern

_GRADES: dict[str, OrganClass] = {
    "normal": "normal",
    "mild": "mild",
    "mildly": "mild",
    "moderate": "moderate",
    "moderately": "moderate",
    "severe": "severe",
    "severely": "severe",
    "end": "end-stage",
}
_ORDER: tuple[OrganClass, ...] = ("normal", "mild", "moderate", "severe", "end-stage")
_GRADE = r"(?:normal|mild(?:ly)?|moderate(?:ly)?|severe(?:ly)?|end[\s-]stage)"
FROM_TO = re.compile(r"(?i)\bto\b|through|–|-(?!stage)")
WORD = re.compile(r"[a-z]+")
LETTER = re.compile(r"\b[ABCabc]\b")
_OR = r"(?:,\s?or|,\s?and|,|/|-to-|–|-|to|or|and|through)"
_GRADED = rf"(?P<grades>{_GRADE}(?:\s?{_OR}\s?{_GRADE}){{0,3}})"
_LOSS = r"(?:impairment|insufficiency|failure|dysfunction|disease)"
_AND = r"\s?(?:/|and/or|and|or|,)\s?"
_KIDNEY = (
    rf"(?:(?:(?:hepatic|liver){_AND})?(?:renal|kidney)|(?:renal|kidney){_AND}(?:hepatic|liver))"
)
_LIVER = (
    rf"(?:(?:(?:renal|kidney){_AND})?(?:hepatic|liver)|(?:hepatic|liver){_AND}(?:renal|kidney))"
)
_CLASSES: tuple[tuple[Organ, str], ...] = (
    ("renal", rf"\b{_GRADED}\s{_KIDNEY}\s(?:{_LOSS}|function)\b"),
    ("renal", rf"\b{_GRADED}ly?\s(?:impaired|reduced)\s{_KIDNEY}\sfunction\b"),
    ("renal", rf"\b{_KIDNEY}\s(?:{_LOSS}|function)\s?(?:is\s|was\s|:\s?|,\s|\()?{_GRADED}\b"),
    ("renal", r"\b(?P<grades>normal) (?:creatinine|kidneys?)\b"),
    ("hepatic", rf"\b{_GRADED}\s{_LIVER}\s(?:{_LOSS}|function)\b"),
    ("hepatic", rf"\b{_LIVER}\s(?:{_LOSS}|function)\s?(?:is\s|was\s|:\s?|,\s|\()?{_GRADED}\b"),
    ("hepatic", r"\b(?P<grades>normal) (?:liver|LFTs?|liver function tests)\b"),
    ("cardiac", r"\b(?P<grades>normal) (?:LVEF|EF|ejection fraction|cardiac function)\b"),
    (
        "cardiac",
        r"\b(?:LVEF|EF|ejection fraction|cardiac function) (?:is )?(?P<grades>normal)\b",
    ),
)
CLASSES = tuple((organ, filtered_pattern(pattern, re.IGNORECASE)) for organ, pattern in _CLASSES)
WHOLE: tuple[tuple[Organ, OrganClass, FilteredPattern], ...] = (
    (
        "renal",
        "dialysis",
        filtered_pattern(
            r"(?i)\b(?:ha?emo)?dialysis\b|\bdialysed\b|\bdialyzed\b|\bon HD\b|\bCAPD\b"
            r"|\bHD (?:pt\b|patient|[23]x|three times|dependent)|\bon RRT\b"
            r"|\brenal replacement therapy\b"
        ),
    ),
    (
        "renal",
        "end-stage",
        filtered_pattern(
            r"(?i)\bESRD\b|\bESKD\b|\bESRF\b"
            r"|\bend[\s-]stage (?:renal|kidney)\b(?: (?:disease|failure"
            r"|impairment))?|\bkidney failure\b|\bCKD (?:stage )?(?:5|V)\b"
        ),
    ),
)
IMPAIRED: tuple[tuple[Organ, FilteredPattern], ...] = (
    (
        "renal",
        filtered_pattern(
            rf"(?i)\b(?:{_KIDNEY}\s{_LOSS}|(?:impaired|reduced|poor|bad) {_KIDNEY} function"
            r"|(?:kidneys?|renal function)\s(?:are|is)\simpaired|impaired kidneys?"
            r"|CKD\b(?!-EPI))"
        ),
    ),
    (
        "hepatic",
        filtered_pattern(
            rf"(?i)\b(?:{_LIVER}\s{_LOSS}|(?:impaired|reduced|poor|bad) {_LIVER} function|cirrhosis"
            r"|liver(?:\sfunction)?\s(?:is\s)?impaired|impaired liver(?!\s(?:test|enz|func))"
            r"|cirrhotic)\b"
        ),
    ),
)
_HYPHEN = r"[\s\u2010-\u2015−-]{0,3}"
"""A hyphen, or a dash that a word processor sets for it: "Child–Pugh"."""
CHILD_PUGH = filtered_pattern(
    rf"\b(?:(?i:child(?:{_HYPHEN}turcotte)?{_HYPHEN}pugh|CTP(?![a-z](?!\d)))[\s-]{{0,2}}"
    r"(?:(?i:class|classes|grade|stage|category|cirrhosis)[\s-]{0,2})?(?P<first>[ABCabc])"
    r"|(?i:child)[\s-](?P<small>[ABCabc])(?=\s(?:cirr|liver|HCC))"
    r"|(?:Child(?:['’]s)?|C-?P|CPS)(?:[\s-]{1,2}(?:(?:class|stage|score) )?|(?=[ABC]\d))"
    r"(?P<bare>[ABC]))(?![A-Za-z+])"
    r"(?P<more>(?:\s?(?:,\s?or|,|/|-|–|(?i:or|and|to)\s)\s?"
    r"(?:(?i:child[\s-]pugh (?:class )?|class ))?[ABCabc](?![\w+])){0,2})"
)
"""CTP with its letter right behind counts only before points ("CTPB7"): "CTPA" is an image."""
CHILD_PUGH_SCORE = filtered_pattern(
    rf"(?i)\b(?:child(?:{_HYPHEN}turcotte)?{_HYPHEN}pugh|CTP(?![a-z](?!\d)))[\s-]{{0,2}}(?:class\s)?"
    r"(?:(?:total )?(?:score|points)\s?(?:of\s|is\s|:\s?|=\s?)?)?[ABC]?\s?\(?(?:score\s)?"
    r"(?P<low>\d{1,2})(?:\s?(?:-|–|to)\s?(?P<high>\d{1,2}))?(?!\.?\d)"
)
CHILD_PUGH_POINTS: tuple[tuple[OrganClass, int, int], ...] = (
    ("Child-Pugh A", 5, 6),
    ("Child-Pugh B", 7, 9),
    ("Child-Pugh C", 10, 15),
)
"""Class, lowest and highest total of points: table 1 of doi:10.1186/1472-6904-11-3, and
PMC3017746."""
KIDNEY_STAGE = filtered_pattern(
    r"(?i)\b(?:CKD|chronic kidney disease)[\s,(]{0,2}(?:stage|st\.?|grade|G)?\s?"
    r"(?P<stage>[1-5]|I{1,3}|IV|V)(?P<part>[ab])?\b"
    r"|\b(?:stage|grade|G)[\s-]?(?P<stage2>[1-5]|I{1,3}|IV|V)(?P<part2>[ab])?"
    r"[\s-](?:CKD|chronic kidney disease)\b"
)
KIDNEY_STAGES: dict[str, tuple[float, float | None]] = {
    "1": (90, None),
    "2": (60, 90),
    "3": (30, 60),
    "3a": (45, 60),
    "3b": (30, 45),
    "4": (15, 30),
    "5": (0, 15),
}
"""GFR in mL/min/1.73 m², lower end included, upper end not: KDIGO 2012, Kidney Int Suppl
2013;3:19-62, doi:10.1038/kisup.2012.64."""
ROMAN = {"i": "1", "ii": "2", "iii": "3", "iiia": "3a", "iiib": "3b", "iv": "4", "v": "5"}


def find_classes(text: str) -> Iterator[FoundValue]:
    """Classes that the text names, one for each class of "mild or moderate"."""
    graded = list(_graded_functions(text))
    yield from graded
    yield from _child_pugh(text)
    ends = {each.end for each in graded}
    yield from (each for each in _end_stage(text) if each.end not in ends)
    yield from _kidney_stages(text)


def find_impairments(text: str) -> Iterator[tuple[Organ, FoundValue]]:
    """Impairment without a class; denied, it is normal function."""
    for organ, pattern in IMPAIRED:
        for match in pattern.finditer(text):
            absent = polarity_at(text, *match.span()) == "absent"
            if absent and _GRADE_BEFORE.search(text, max(0, match.start() - 40), match.start()):
                continue
            if not absent and _NOT_IN.search(text, max(0, match.start() - 40), match.start()):
                continue
            grade: OrganClass = "normal" if absent else ""
            yield organ, FoundValue(OrganFunction(organ=organ, grade=grade), *match.span())


_GRADE_BEFORE = re.compile(
    rf"(?i)\b(?:{_GRADE}|significant|relevant|major|advanced|worse|worsening|acute|further"
    rf"|grade \d)(?:\s?{_OR}\s?{_GRADE}){{0,2}}\s(?:chronic\s)?$"
)
"""A grade that is denied leaves the others: "no severe renal impairment" is no normal function."""
_NOT_IN = re.compile(
    r"(?i)\b(?:not|no longer|never|isn['’]t|wasn['’]t)\s(?:(?:in|into|with|at risk of|yet in"
    r"|due to|because of|from)\s)(?:(?:any|an?|overt|frank|acute|chronic|severe)\s)?$"
    r"|\b(?:no|not|without|never|denie[sd])\s(?:(?:any|an?|known)\s)?"
    r"(?:end[\s-]stage|advanced|major|overt)\s$"
)
"""A denial that does not stand right before what it denies: "not in renal failure"."""


def child_pugh_classes(low: int, high: int) -> tuple[OrganClass, ...]:
    """The classes of a range of Child-Pugh points; none outside 5 to 15."""
    return tuple(name for name, least, most in CHILD_PUGH_POINTS if low <= most and high >= least)


def _graded_functions(text: str) -> Iterator[FoundValue]:
    for organ, pattern in CLASSES:
        for match in pattern.finditer(text):
            if polarity_at(text, *match.span()) != "absent":
                for grade in _grades(match["grades"]):
                    yield FoundValue(OrganFunction(organ=organ, grade=grade), *match.span())


def _grades(written: str) -> tuple[OrganClass, ...]:
    """The classes in their order: "mild to severe" holds three."""
    named = [_GRADES[word] for word in WORD.findall(written.lower()) if word in _GRADES]
    if len(named) == 2 and FROM_TO.search(written):
        first, last = sorted(map(_ORDER.index, named))
        return _ORDER[first : last + 1]
    return tuple(dict.fromkeys(named))


_NOT_OF_CLASS = re.compile(
    r"(?i)\b(?:not|no longer|never|isn['’]t|wasn['’]t|without|excluding|rather than"
    r"|instead of|unlike)\s(?:(?:an?|in|yet|of)\s)?$"
)
"""Right before a class that is denied: which one it is, is not told."""


def _is_denied(text: str, start: int) -> bool:
    return _NOT_OF_CLASS.search(text, max(0, start - 30), start) is not None


def _child_pugh(text: str) -> Iterator[FoundValue]:
    for match in CHILD_PUGH.finditer(text):
        if _is_denied(text, match.start()):
            continue
        for letter in _letters(match):
            grade = next(name for name, *_ in CHILD_PUGH_POINTS if name.endswith(letter))
            yield FoundValue(OrganFunction(organ="hepatic", grade=grade), *match.span())
    for match in CHILD_PUGH_SCORE.finditer(text):
        if _is_denied(text, match.start()):
            continue
        low = int(match["low"])
        for grade in child_pugh_classes(low, int(match["high"] or low)):
            yield FoundValue(OrganFunction(organ="hepatic", grade=grade), *match.span())


def _letters(match: re.Match[str]) -> list[str]:
    """A, B, C of a match of :data:`CHILD_PUGH`; "A to C" holds three."""
    more = LETTER.findall(match["more"])
    letters = [
        letter.upper() for letter in (match["first"] or match["bare"] or match["small"], *more)
    ]
    if len(letters) == 2 and FROM_TO.search(match["more"]):
        return [letter for letter in "ABC" if letters[0] <= letter <= letters[1]]
    return list(dict.fromkeys(letters))


def _end_stage(text: str) -> Iterator[FoundValue]:
    for organ, grade, pattern in WHOLE:
        for match in pattern.finditer(text):
            not_done = grade == "dialysis" and is_not_done(text, *match.span())
            if not_done or polarity_at(text, *match.span()) == "absent":
                continue
            yield FoundValue(OrganFunction(organ=organ, grade=grade), *match.span())


def _kidney_stages(text: str) -> Iterator[FoundValue]:
    """Stages of chronic kidney disease, by the range of GFR that defines them."""
    for match in KIDNEY_STAGE.finditer(text):
        part = match["part"] or match["part2"] or ""
        stage = ((match["stage"] or match["stage2"]) + part).lower()
        low, high = KIDNEY_STAGES[ROMAN.get(stage, stage)]
        function = OrganFunction(
            organ="renal", low=low, high=high, unit="mL/min", measure="eGFR", below=True
        )
        yield FoundValue(function, *match.span())
