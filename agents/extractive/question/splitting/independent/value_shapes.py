"""How values are written that may be told again by a number, a grade or a class alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from names.clinical.readers import read_clinical
from names.clinical.values import (
    ClinicalValue,
    FoundValue,
    Marker,
    Measurement,
    OrganFunction,
    Phenotype,
    Toxicity,
)

_UNIT = (
    r"(?:\s?(?:m[lL]/min(?:/1[.,]73\s?m(?:2|²))?|[x×]\s?(?:the\s)?(?:ULN|upper limit of normal)?"
    r"|ULN|%|k|ms(?:ec)?|mg/d[lL]|[mµu]mol/[lL]|g/d[lL]|10\^?9/[lL]|G/[lL])(?![\w/]))"
)
_NUMBER = r"(?:[<>≥≤]=?\s?)?\d{1,6}(?:[.,]\d{1,2})?"
_GRADED = r"(?:grade|gr\.?|g)\s?"
_PUGH = r"(?:child[- ]?pugh|c-?p|ctp)(?:[- ]class)?[- ]?"
_SEVERITY = r"(?:mild|moderate|severe)\b"
_LETTER = r"(?-i:[ABC])(?![\w-])"
_ENDS = r"(?=\s?(?:[?!;,:]|\.(?!\d)|\)|$|[–-]\s))"
_ORGAN = r"(?:renal|kidney|hepatic|liver)\b"
_NOUN = r"(?:\s(?:impairment|dysfunction|insufficiency|one|ones)\b)?"
_VALUE = (
    rf"(?:(?P<v_grade>{_GRADED}[1-5](?!\d))|(?P<v_class>{_SEVERITY})"
    rf"|(?P<v_letter>(?:{_PUGH})?{_LETTER})|(?P<v_number>{_NUMBER}{_UNIT}?)(?![\w/%.-]))"
)
_SUBJECT = (
    r"(?:(?:it|s?he|they|(?:the\s)?(?:patient|pt|value|grade|event|function|level)|that|this)\s)"
)
_VERB = (
    r"(?:(?:is|was|were|becomes?|gets?|goes|drops?|falls?|rises?|worsens|progresses|turns|reaches"
    r"|comes?)\s)"
)
FURTHER = re.compile(
    rf"(?i)(?P<join>\s?[?.;,:]{{1,2}}\s|\s[–-]\s|\s)(?P<lead>(?:and|or|also|plus|but)\s)?"
    r"(?P<asks>(?:(?:what|how)(?:\sabout|['’]s)?|same)\s)?"
    r"(?P<place>(?:if|at|with|for|in|when|once)\s)?"
    rf"{_SUBJECT}?{_VERB}?(?:(?:to|at|only|just|above|below|under|over)\s){{0,2}}"
    rf"(?P<value>{_VALUE}){_NOUN}{_ENDS}"
)
"""A further value behind the question on the first: ", and at 27?", "? and if grade 2"."""
BESIDE = re.compile(
    r"(?i)\s?(?:,\s(?:and\s|or\s)?|(?<=\s)(?:and|or|vs\.?|versus|&)\s)(?:(?:in|at|for|with)\s)?"
)
"""Between values that stand beside each other."""
NEXT = re.compile(rf"(?i)(?P<value>{_VALUE})(?={_ENDS}|\s?,|\s(?:and|or|vs\.?|versus)\s)")
_BETWEEN = (
    r"(?:\s?,\s?(?:and\s|or\s)?|\s(?:and|or|vs\.?|versus|&)\s|\s?/\s?)(?:(?:in|at|for|with)\s)?"
)
_CHILDREN = rf"(?:{_BETWEEN}(?:{_PUGH})?{_LETTER}){{1,2}}"
LISTS = (
    re.compile(rf"(?i)\b(?P<prefix>){_SEVERITY}(?:{_BETWEEN}{_SEVERITY}){{1,2}}(?=\s{_ORGAN})"),
    re.compile(rf"(?i)\b(?P<prefix>{_PUGH}){_LETTER}{_CHILDREN}"),
    re.compile(rf"(?i)\b(?P<prefix>{_GRADED})[1-5]\s(?:vs\.?|versus)\s(?:{_GRADED})?[1-5]\b"),
)
"""Lists of classes, and of grades that are set against each other. "Grade 2 and 3" is read as a
range, for which the rules of both grades are told."""
CLASSES = re.compile(r"(?i)\b(?:mild|moderate|severe)\b|(?<![A-Za-z])(?-i:[ABC])(?![\w-])|[1-5]")
COURSE = re.compile(
    r"(?i)->|→|=>|\b(?:from|was|were|been|fell|dropped|rose|went|now|today|currently|then|later|ago"
    r"|before|after|baseline|previous(?:ly)?|initial(?:ly)?|last|yesterday|between|recheck(?:ed)?"
    r"|repeat(?:ed)?|since|until|nadir|day|week|cycle|[cd]\d{1,2}|in may|jan|feb|mar|apr|jun|jul"
    r"|aug|sep|oct|nov|dec|january|february|march|april|june|july|august|september|october|november"
    r"|december|(?:19|20)\d\d)\b"
)
"""Words with which two values are the course of one patient."""
MOST_BESIDE = 30
"""Characters beside two values in which a word of time counts. Chosen by hand: a few words."""
PARTS = {
    "grade": re.compile(rf"(?i){_GRADED}[1-5]"),
    "class": re.compile(rf"(?i){_SEVERITY}"),
    "letter": re.compile(rf"(?i)(?<![\w])(?:{_PUGH})?{_LETTER}"),
    "number": re.compile(rf"(?i)(?<![\w.,]){_NUMBER}(?P<unit>{_UNIT})?"),
}
"""What of a value is told again."""


@dataclass(frozen=True, slots=True)
class ToldValue:
    """A value with its place and its words."""

    value: ClinicalValue
    start: int
    end: int
    words: str
    is_one_of_several: bool = False
    """Whether nothing tells if another value is meant."""

    @property
    def measure(self) -> tuple[str, ...]:
        """What it is a value of."""
        match self.value:
            case OrganFunction(organ=organ, measure=measure, unit=unit):
                return ("organ", organ, measure, unit)
            case Measurement(name=name, unit=unit):
                return ("measurement", name, unit)
            case Toxicity(event=event):
                return ("event", event)
            case Marker(name=name, unit=unit):
                return ("marker", name, unit)
            case Phenotype(gene=gene):
                return ("phenotype", gene)
        return ()

    @property
    def shape(self) -> str:
        """How it is written: the part of its words that may be told again."""
        match self.value:
            case Toxicity():
                return "grade"
            case OrganFunction(grade=grade) if grade.startswith("Child-Pugh"):
                return "letter"
            case OrganFunction(grade=grade) if grade:
                return "class"
        return "number"

    def with_value(self, words: str) -> str:
        """Its words with another number, grade or class; empty if they are written otherwise."""
        own = list(PARTS[self.shape].finditer(self.words))
        if self.shape == "grade" and re.fullmatch("[1-5]", words):
            words = f"grade {words}"
        new = PARTS[self.shape].fullmatch(words)
        if len(own) != 1 or new is None:
            return ""
        (part,) = own
        unit = (part["unit"] or "") if self.shape == "number" and not new["unit"] else ""
        return f"{self.words[: part.start()]}{words}{unit}{self.words[part.end() :]}"

    def of_several(self) -> ToldValue:
        """The value, where another one may be meant as well."""
        return replace(self, is_one_of_several=True)

    @property
    def is_of_body(self) -> bool:
        """Whether it is a weight or a height, on which few rules depend."""
        return isinstance(self.value, Measurement) and self.value.name in {"weight", "height"}


def told_values(text: str) -> list[ToldValue]:
    """The values of a text with a number, a grade or a class, in order, each place once."""
    found: dict[tuple[int, int], ToldValue] = {}
    for each in read_clinical(text):
        if _has_value(each):
            told = ToldValue(each.value, each.start, each.end, text[each.start : each.end])
            found.setdefault((each.start, each.end), told)
    return list(found.values())


def _has_value(found: FoundValue) -> bool:
    match found.value:
        case OrganFunction() as organ:
            return not organ.is_bare
        case Toxicity(event=event, grade_from=grade):
            return bool(event) and grade is not None
        case Marker(value=value):
            return value is not None
        case Phenotype(alleles=alleles, phenotype=phenotype, score_from=score):
            return len(alleles) == 2 or bool(phenotype) or score is not None
    return isinstance(found.value, Measurement)
