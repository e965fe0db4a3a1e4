"""What a message names of its patient and no reader has read: a marker without a state, a drug, a
number with a unit.

Each is a known name, so that it is no word that nothing understands; yet no fact was read from it
and no part of the question asks about it. The answer cannot weigh it, so it has to name it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from agents.extractive.question.unread.words import LONGEST, hazard_ratios
from agents.facts.assertion import assertion_of
from agents.facts.sheet import FactSheet
from agents.matching.sub_question import SubQuestion
from names.clinical.exposures.comedication import drugs_named
from names.clinical.markers.reader import untold_markers
from names.clinical.measurements import read_implausible, read_one_sided
from names.clinical.readers import read_patient
from names.clinical.values import Exposure, FoundValue, Marker, Therapy
from names.patterns.filtered import filtered_pattern

MOST = 6
"""Most findings that an answer names. Chosen by hand: more are hardly read."""
_NUMBER_BEHIND = re.compile(
    r"[\s:=(]{1,2}(?:of |is |was |~|>|<|≥)?\s?\d{1,4}(?:[.,]\d{1,2})?(?:\s?%)?"
    r"(?=\s?(?:[,;/)\n]|\.(?!\d)|$|[a-z]))"
)
"""Behind a marker: the number that nobody has read."""
_PARTNER = re.compile(r"(?i)\bfusions?[\s:(]{1,2}(?:with\s|partner\s)?$")
"""Before the other gene of a fusion that was read."""
_MEASURED = filtered_pattern(
    r"(?i)(?P<number>\d{1,6}(?:[.,]\d{1,3})?)\s?(?:"
    r"(?:mg|g|µg|mcg|ng|pg)\s?/\s?(?:dL|L|mL|24\s?h|d(?:ay)?|g|mmol)\b|(?:[µμu]|m|n|p)mol\s?/\s?L\b"
    r"|(?:[kmµu]?I?U)\s?/\s?(?:L|mL)\b|mL\s?/\s?min\b|m?Eq\s?/\s?L\b|[x×]\s?(?:ULN|baseline)\b|mmHg\b|ms\b"
    r"|(?:/|per\s)\s?(?:µL|uL|mm3)\b|(?:G|x?\s?10(?:\^|e)?9)\s?/\s?L\b|fL\b|bpm\b|%(?!\w))"
    r"|(?<![\w/-])(?:(?-i:K|Na|Mg|Ca|Cr|PSA|CEA|AFP|INR|LDH|CRP|QTcF?|ANC|WBC|CK|TSH)|creat"
    r"|bili|alb|Hb|Hgb|plts?"
    r"|ALT|AST|ALP|LVEF|EF|CrCl|e?GFR|CA[\s-]?(?:125|19-9|15-3)|DLCO|FEV1|troponin|uric acid)"
    r"\s?[:=]?\s?(?:is\s|was\s|now\s|up to\s"
    r"|[<>~≥≤])?\s?(?P<value>\d{1,5}(?:[.,]\d{1,3})?)(?![\w-]|[.,]\d)"
    r"|(?<![\w/-])(?:(?-i:ANC|QTcF?|LVEF)|platelets?|plts?|neutrophils?|neutros?|ha?emoglobin|Hb"
    r"|creatinine|bilirubin|bili)\s(?!\w{0,9}(?:penia|threshold|limit))[^\W\d][^\d.,;:?!()\n]{1,28}\s"
    r"(?P<told>\d{1,6}(?:[.,]\d{1,3})?)(?![\w-]|[.,]\d|\s(?:cycles?|courses?|doses?|days?|weeks?"
    r"|months?|hours?|mg|units?|of|times)\b)"
    r"|\b(?:BP|RR)\s?:?\s?(?P<pressure>\d{2,3}/\d{2,3})\b"
)
_STAIN_OF_VIRUS = re.compile(
    r"\bp16\s?(?:IHC\s?)?[:=]?\s?(?:neg\w{0,5}|pos\w{0,5}|[+−-](?=[\s,.;)]|$))"
)
"""Told of a tumour of the throat; no reader weighs it."""
_HEAD = re.compile(r"(?:[^\W\d_][\w-]{0,20}[\s:=(~<>≤≥]{1,2}){1,3}$")
"""The words before a number that say what was measured."""
_OF_NO_MEASURE = re.compile(
    r"(?i)\b(?:dose|doses|dosage|reduc\w*|by|at|to|or|response|survival|[OP]FS|OS|ORR|RR|rate"
    r"|chance"
    r"|risk|start|give|full|than|about|only|benefit|AUC|intensity|infusion|volume)\b\W*$"
)
"""Before a share that is none of the patient's: "at 80 %"."""


def unread_findings(
    text: str, parts: Sequence[SubQuestion], sheet: FactSheet, shown: str = ""
) -> tuple[str, ...]:
    """The findings of a message that nothing has read, in its words, each once. Those that the
    answer shows are left out (``shown``: its words), but for their numbers."""
    text = text[:LONGEST]
    read = [(each.start, each.end) for each in read_patient(text)]
    read += [(each.start, each.end) for each in read_implausible(text)]
    read += [(each.start, each.end) for each in read_one_sided(text)]
    read += hazard_ratios(text)
    covered = frozenset(place for start, end in read for place in range(start, end))
    used = _names_used(parts, sheet)
    spans = [
        *(match.span() for match in _STAIN_OF_VIRUS.finditer(text)),
        *_markers(text, covered, used, shown.lower()),
        *_drugs(text, covered, used, shown.lower()),
        *_numbers(text, covered, shown),
    ]
    phrases = (text[start:end].strip(" :=(") for start, end in sorted(spans))
    return tuple({each.lower(): each for each in phrases}.values())[:MOST]


def _names_used(parts: Sequence[SubQuestion], sheet: FactSheet) -> frozenset[str]:
    """The names that a part asks about, or of which the sheet holds a fact."""
    used: set[str] = set()
    for part in parts:
        used |= part.drugs | part.partners | part.instead_of | part.to_start
        used |= part.genes | part.variants | part.open_markers
    for value in (fact.value for fact in sheet.facts):
        if isinstance(value, Therapy | Exposure):
            used |= set(value.drugs)
        elif isinstance(value, Marker):
            used.add(value.name)
    return frozenset(used)


def _markers(
    text: str, covered: frozenset[int], used: frozenset[str], shown: str
) -> Iterator[tuple[int, int]]:
    for names, start, end in untold_markers(text):
        if not covered.isdisjoint(range(start, end)) or text[end : end + 1] == "?":
            continue
        found = FoundValue(Marker(name=names[0] if names else ""), start, end)
        if assertion_of(text, found) == "of a relative" or _PARTNER.search(text, 0, start):
            continue
        number = _NUMBER_BEHIND.match(text, end)
        heard = text[start:end].lower() in shown or any(each.lower() in shown for each in names)
        if number:
            yield start, number.end()
        elif names != ("PR",) and used.isdisjoint(names) and not heard:
            yield start, end


def _drugs(
    text: str, covered: frozenset[int], used: frozenset[str], shown: str
) -> Iterator[tuple[int, int]]:
    for each in drugs_named(text):
        read = not covered.isdisjoint(range(each.start, each.end))
        if not read and used.isdisjoint(each.names) and each.names[0].lower() not in shown:
            yield each.start, each.end


def _numbers(text: str, covered: frozenset[int], shown: str) -> Iterator[tuple[int, int]]:
    for match in _MEASURED.finditer(text):
        group = next(name for name, words in match.groupdict().items() if words)
        if not covered.isdisjoint(range(*match.span())) or match[group] in shown:
            continue
        head = _HEAD.search(text, max(0, match.start() - 60), match.start())
        if head and not covered.isdisjoint(range(head.start(), match.start())):
            continue  # the share of cells with a variant that was read
        if group != "number":
            yield match.span()
        elif head and not _OF_NO_MEASURE.search(head.group()):
            yield head.start(), match.end()


def without_those_in(phrases: Iterable[str], findings: Sequence[str]) -> tuple[str, ...]:
    """The phrases that no finding repeats."""
    told = " ".join(findings).lower()
    return tuple(each for each in phrases if each.lower() not in told)
