"""Which of two options comes first: the one that advice at hand prefers to the other, or that did
better than the other in a trial, in just the patient's place. Nothing else is known of the two."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.extractive.answer.selection.publishers import PREFERS, is_advised
from agents.extractive.answer.selection.suitability import (
    advises_against,
    is_cautioned,
    offers,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.requests.halves import regimens_worded
from agents.matching.sub_question import SubQuestion
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

_LIMITS = re.compile(r"(\d{1,2}\.\d{1,3})\s?(?:to|[-–,])\s?(\d{1,2}\.\d{1,3})")
_AMOUNT = r"(\d{1,3}(?:\.\d{1,2})?)\s?(?:%|months?|years?)"
_HELD_AGAINST = re.compile(rf"{_AMOUNT}\s(?:against|versus|vs\.?)\s{_AMOUNT}")
_ARM = r"(?:\s\([^()]{1,60}\))?\s(?:with|on|for|when)\s([^.;()]{3,80}?)"
_TWO_ARMS = re.compile(
    rf"{_AMOUNT}{_ARM}\s(?:and|against|versus|vs\.?)\s{_AMOUNT}{_ARM}(?=[,.;(]|$)"
)
"""Two arms with their results: "60% with lorlatinib and 8% with crizotinib"."""
_OF_LOSS = re.compile(
    r"(?i)\b(?:died|deaths?|progressed|recurr\w{2,6}|relaps\w{1,4}|stopped|discontinu\w{2,6}"
    r"|adverse|toxic\w{0,5}|grade \d)\b"
)
"""Words by which the higher of two shares may be the worse one."""


@dataclass(frozen=True, slots=True)
class Preference:
    """A regimen that comes before another one, by the words of a statement."""

    better: frozenset[str]
    worse: frozenset[str]
    """Drugs of the other regimen."""
    classes: frozenset[str]
    """Classes that are named in the place of drugs of the other regimen."""
    source: CitedStatement

    def puts_behind(self, option: CitedStatement) -> bool:
        """Whether the option is the regimen that comes second, and not the other one."""
        drugs = frozenset(option.drugs)
        if not offers(option) or not drugs or self.better <= drugs:
            return False
        return all(d in self.worse or self.classes & drug_classes(d) for d in drugs)


def with_better_first(
    points: Sequence[CitedStatement], found: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[CitedStatement, ...]:
    """The points of an answer to a choice, each option before those that come behind it by what a
    guideline prefers, or else by what a trial found. A guideline that knows of the better drugs, or
    is not known to be older than the trial, has weighed it."""
    if not asked.is_choice or asked.publishers or sum(map(offers, points)) < 2:
        return tuple(points)
    told = list(points)
    for each in (e for found_one in found for e in _preferences(found_one)):
        if asked.drugs and not each.better <= asked.drugs:
            continue  # what is asked for comes before what is not
        first = next((p for p in told if _is_option_of(p, each.better)), None)
        if first is None:
            continue
        place = told.index(first)
        second = next(
            (
                n
                for n, p in enumerate(told[:place])
                if each.puts_behind(p) and not _is_weighed_by_advice(p, each, points, found, asked)
            ),
            place,
        )
        told.insert(second, told.pop(place))
    return tuple(told)


def _is_option_of(point: CitedStatement, drugs: frozenset[str]) -> bool:
    fits = offers(point) and frozenset(point.drugs) == drugs
    open_line = any(v.dimension != "line" for v in point.judgement.verdicts if v.missing)
    return fits and not open_line and not advises_against(point) and not is_cautioned(point)


def _is_weighed_by_advice(
    point: CitedStatement,
    by: Preference,
    points: Sequence[CitedStatement],
    found: Sequence[CitedStatement],
    asked: SubQuestion,
) -> bool:
    """Whether a guideline advises an option that a trial puts behind, and has weighed the trial."""
    if _is_advice(by.source):
        return False
    advice = [e for e in found if _is_advice(e) and e.role == "guideline" and _is_in_place(e)]
    own = point if _is_advice(point) else None
    if own is None and not is_advised(point, points, asked):
        return False
    dates = [e.judgement.statement.as_of for e in (by.source, own or point)]
    overtaken = all(dates) and dates[0][:4] > dates[1][:4]
    return not overtaken or any(_knows_of(each, by) for each in advice)


def _knows_of(advice: CitedStatement, by: Preference) -> bool:
    """Whether advice names what is new in the better regimen, by a drug or, beside the lead drug,
    by a class ("osimertinib with platinum chemotherapy")."""
    new, lead = by.better - by.worse, by.source.drugs[0]
    worded = regimens_worded(advice.words)
    return any(new & drugs or (lead in drugs and classes) for drugs, classes in worded)


def _preferences(found: CitedStatement) -> Iterator[Preference]:
    """What a statement that holds for the patient puts before what."""
    if not _is_in_place(found):
        return
    if _is_advice(found):
        yield from _of_advice(found)
    elif found.judgement.statement.kind == "result":
        yield from _of_trial(found)


def _is_advice(found: CitedStatement) -> bool:
    return found.judgement.statement.kind == "recommendation"


def _is_in_place(found: CitedStatement) -> bool:
    """Whether a statement is for just the tumour, and the setting or the line, of the patient. Of
    the line nothing may be known if the statement is for the first."""
    judged = found.judgement
    fits = {v.dimension for v in judged.verdicts if v.outcome == "ok"}
    line = judged.statement.applies.line
    of_first = line is not None and line.last == 1
    whole = all(v.dimension == "line" and of_first for v in judged.verdicts if v.missing)
    placed = "tumour" in fits and bool(fits & {"setting", "line"})
    return judged.answers and not judged.contradictions and whole and placed


def _of_advice(found: CitedStatement) -> Iterator[Preference]:
    prefers = PREFERS.search(found.words)
    drugs = frozenset(found.drugs)
    if prefers is None or not drugs or advises_against(found):
        return
    behind = recognise_passage(found.words[prefers.end() :])
    worse, classes = behind.names("drug") - drugs, behind.names("drug_class")
    if worse or classes:
        yield Preference(drugs - worse, worse, classes, found)


def _of_trial(found: CitedStatement) -> Iterator[Preference]:
    """What did better than what for survival: by the hazard ratio and its interval, else by the
    two values. A value alone tells the better arm only if it is the one of the statement."""
    result = found.judgement.statement.result
    if result and result.comparator and "survival" in result.endpoint:
        behind = recognise_passage(result.comparator)
        if _is_better(f"{result.value}; {result.interval}"):
            better = frozenset(found.drugs)
            worse, classes = behind.names("drug"), behind.names("drug_class")
            yield Preference(better, worse, classes, found)
        return
    if "survival" not in found.words or _OF_LOSS.search(found.words):
        return
    for match in _TWO_ARMS.finditer(found.words):
        own, other = (recognise_passage(match[n]).names("drug") for n in (2, 4))
        if own and other and own != other:
            better, worse = (own, other) if float(match[1]) > float(match[3]) else (other, own)
            yield Preference(frozenset(better), frozenset(worse), frozenset(), found)


def _is_better(told: str) -> bool:
    """Whether an arm did better: its hazard ratio is below 1 with its interval, or, without one,
    its value is the higher one."""
    limits = _LIMITS.search(told)
    if limits:
        return float(limits[2]) < 1
    values = _HELD_AGAINST.search(told)
    return values is not None and float(values[1]) > float(values[2])
