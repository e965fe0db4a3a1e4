"""Answers on an organ's function when the question names no class ("in renal impairment"). The
answer shows every class for which there is a statement, from mild to severe, and says which classes
are missing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.sub_question import SubQuestion
from agents.wording.not_found import no_class_held
from names.clinical.organs.cover import LIVER_CLASSES
from names.clinical.readers import read_clinical
from names.clinical.values import OrganFunction
from names.tables.organ_classes import organ_class_ranges

CLASSES = ("mild", "moderate", "severe")
CLASSED = ("renal", "hepatic")
"""Organs whose function labels divide into these classes."""
_BY_LETTER = {letter: grade for grade, letter in LIVER_CLASSES.items()}
_PLACES = {"normal": -1, "end-stage": 3, "dialysis": 4}
_PLACES |= {name: place for place, name in enumerate(CLASSES)}


def in_class_order(answers: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The answers, with statements on classes of an organ's function ordered from mild to severe.
    All other answers keep their places. Only organs that the question names without a class
    count."""
    found = list(answers)
    for organ in filter(CLASSED.__contains__, asked.organs_without_class):
        at = [place for place, each in enumerate(found) if _rules(each, organ)]
        ordered = sorted((found[place] for place in at), key=lambda each: _severity(each, organ))
        for place, each in zip(at, ordered, strict=True):
            found[place] = each
    return found


def on_each_class(answers: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The answers on the classes of an organ that the question names without a class. First come
    statements of a kind that answers the question, then others on classes that the first ones leave
    out."""
    kept: list[CitedStatement] = []
    for organ in asked.organs_without_class:
        own = [e for e in answers if e.judgement.is_on_class_of(asked) and _rules(e, organ)]
        told: frozenset[str] = frozenset()
        for each in own:
            if each.judgement.statement.kind in asked.answered_by:
                kept.append(each)
                told |= _classes(each, organ)
        for each in own:
            if each not in kept and not _classes(each, organ) <= told:
                kept.append(each)
    return kept


def class_not_told(found: CitedStatement, asked: SubQuestion) -> str:
    """The class of an organ's function that a rule is for, if the part tells a number from which
    this class does not follow: "Child-Pugh C" beside a bilirubin. Empty otherwise."""
    numbers = {v.organ for v in asked.about if isinstance(v, OrganFunction) and v.measure}
    rules = found.judgement.statement.applies.organ
    numbers &= set(CLASSED)
    classed = any(rule.organ in numbers and rule.grade and not rule.measure for rule in rules)
    missing = (v.missing for v in found.judgement.verdicts if v.dimension == "organ function")
    return next(filter(None, missing), "") if classed and not asked.is_choice else ""


def classes_not_held(answers: Sequence[CitedStatement], asked: SubQuestion) -> list[str]:
    """One line for each organ that the question names without a class: the classes that no
    statement shown is on. No line if a statement has numbers from which no class follows."""
    drugs = " or ".join(sorted(asked.drugs))
    lines = []
    for organ in filter(CLASSED.__contains__, asked.organs_without_class):
        shown = [each for each in answers if _rules(each, organ)]
        told = [_classes(each, organ) for each in shown]
        left = [name for name in CLASSES if not any(name in each for each in told)]
        if drugs and told and all(told) and left:
            lines.append(no_class_held(left, organ, drugs))
    return lines


def _rules(found: CitedStatement, organ: str) -> list[OrganFunction]:
    """The parts of a statement's applicability that give a class or numbers of an organ's
    function."""
    rules = found.judgement.statement.applies.organ
    return [r for r in rules if r.organ == organ and not r.is_bare]


def _classes(found: CitedStatement, organ: str) -> frozenset[str]:
    """The classes of an organ's function that a statement is for: named, or following from its
    numbers."""
    rules = _rules(found, organ)
    read = [each.value for each in read_clinical(found.words)]
    named = [v for v in (*rules, *read) if isinstance(v, OrganFunction) and v.organ == organ]
    grades = frozenset(_BY_LETTER.get(v.grade, v.grade) for v in named if v.grade)
    return grades if grades & set(CLASSES) else grades | frozenset(_by_numbers(rules))


def _by_numbers(rules: Sequence[OrganFunction]) -> Iterator[str]:
    """Every class that overlaps the numbers of a rule, in any definition of the classes. None of
    these classes is then reported as missing."""
    for rule in rules:
        low, high = rule.low or 0.0, math.inf if rule.high is None else rule.high
        for each in organ_class_ranges():
            if each.organ == rule.organ and each.low <= high and low < each.high:
                yield each.grade


def _severity(found: CitedStatement, organ: str) -> float:
    """The place of the mildest class that a statement is on; -1 is normal function."""
    classes = _classes(found, organ)
    places = [_PLACES[name] for name in classes if name in _PLACES]
    return min(places, default=len(_PLACES))
