"""Whether a rule speaks of what a question says of the case: a pregnancy, a fever, a grade."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule, all_words
from agents.extractive.own_rules.values import GRADE, fits
from agents.extractive.own_rules.vocabulary.forms import fold, same_meaning
from agents.extractive.own_rules.vocabulary.words import LIKE_A_CONDITION, bag_of
from names.tables.rows import read_rows

_GRADED = frozenset(map(fold, ("grade", "grades", "ctcae", "severity")))


@dataclass(frozen=True)
class Circumstance:
    """A circumstance of a case, and how it is told."""

    told_by: frozenset[str]
    """Words of a question, as bags write them."""
    said_by: frozenset[str]
    """Words of a rule that speaks of it, those of the same meaning included."""
    named_otherwise: tuple[str, ...] = ()
    """Names of other things that have such a word: "yellow fever"."""


def speaks_of_circumstances(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a rule speaks of every circumstance of the question. One that does not is a rule for
    another case: "hold in grade 2 hypocalcaemia" is no answer on a fever."""
    said = all_words(rule)
    if not all(each.said_by & said for each in _circumstances_of(question.text)):
        return False
    return _speaks_of_events(question, said) and _speaks_of_grades(question, rule, said)


def _circumstances_of(text: str) -> list[Circumstance]:
    """The circumstances that a question names and does not deny."""
    found = []
    for each in circumstances():
        left = text
        for name in each.named_otherwise:
            left = re.sub(rf"(?i)\b{re.escape(name)}\b", " ", left)
        if each.told_by & bag_of(left):
            found.append(each)
    return found


def _speaks_of_events(question: OwnQuestion, said: frozenset[str]) -> bool:
    """Whether a rule has every event of the question, by its name or by a word of its meaning. A
    count that has its value ("platelets 34") is no event."""
    measured = frozenset[str]().union(*(each.measure for each in question.values))
    for term in question.terms:
        is_event = term.kind == "effect" or LIKE_A_CONDITION.fullmatch(term.said.lower())
        if not is_event or term.ways & measured:
            continue
        same = [each.said_by for each in circumstances() if each.told_by & term.ways]
        if not term.ways.union(*same) & said:
            return False
    return True


def _speaks_of_grades(question: OwnQuestion, rule: OwnRule, said: frozenset[str]) -> bool:
    if not any(each.unit == GRADE for each in question.values) or _GRADED & said:
        return True
    ranges = (*rule.ranges, *(each for above in rule.heading_ranges for each in above))
    return any(each.unit == GRADE and fits(each, question.values) == "in" for each in ranges)


@cache
def circumstances() -> tuple[Circumstance, ...]:
    """The circumstances of the table."""
    found = []
    for name, written, *others in read_rows(
        "circumstances.tsv", files("agents.extractive.own_rules.relevance")
    ):
        words = written.split()
        same = frozenset[str]().union(*(same_meaning().get(each, frozenset()) for each in words))
        told_by = frozenset(map(fold, words)) | {f"condition:{name}"}
        otherwise = tuple(others[0].split(",")) if others else ()
        found.append(Circumstance(told_by, told_by | same, otherwise))
    return tuple(found)
