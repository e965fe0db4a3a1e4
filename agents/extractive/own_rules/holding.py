"""Whether a rule of a hospital may hold for a question, and which rows of a table are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from agents.extractive.own_rules.documents.label_markers import markers_fit
from agents.extractive.own_rules.headings import Headings, headings_fit
from agents.extractive.own_rules.names_asked import (
    REQUIRED,
    DocumentDrugs,
    is_labelled_for,
    is_on,
    is_on_another_kind,
)
from agents.extractive.own_rules.questions import OwnQuestion, hits, hits_by_word
from agents.extractive.own_rules.rules_of_document import OwnRule
from agents.extractive.own_rules.values import GRADE, Range, fits
from agents.extractive.own_rules.vocabulary.forms import fold
from agents.extractive.own_rules.vocabulary.words import names_in_bag
from agents.extractive.question.splitting.split_by_entity import treatments_among


def may_hold(
    question: OwnQuestion,
    rule: OwnRule,
    shared: Headings,
    known: frozenset[str],
    drugs: Mapping[str, DocumentDrugs],
) -> bool:
    """Whether nothing that a rule says of whom it is for speaks against the question: a range, a
    name, the label of its row, a heading. ``shared``: the headings of all rules; ``known``: their
    words; ``drugs``: of each document, by its title."""
    if any(is_out(question, ranges) for ranges in (rule.ranges, *rule.heading_ranges)):
        return False
    if not all(
        is_on(term, rule, known, drugs[rule.title])
        or (term.kind == "drug" and is_for_a_value(question, rule))
        for term in question.terms
        if term.kind in REQUIRED
    ):
        return False
    if is_on_another_kind(question.text, question.terms, rule):
        return False
    if markers_fit(question.text, rule) == "out":
        return False
    return is_labelled_for(question.terms, rule) and headings_fit(question, rule, shared)


def is_for_a_value(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a row holds for a measure that the question names, with its value, and for no drug:
    "Magnesium 0.42-0.57" is also for who is on panitumumab."""
    above = rule.label_words | rule.near_words | rule.far_words
    if not rule.label or treatments_among(names_in_bag(above, "drug")):
        return False
    measured = (
        value.measure & rule.label_words for value in question.values if value.unit != GRADE
    )
    return any(measured) and met_by(question, rule) > 0


def is_out(question: OwnQuestion, ranges: Sequence[Range]) -> bool:
    """Whether a value of the question lies beside a range. Of several grades ("5 weeks after grade
    2, 7 weeks after grade 3") one is enough; other ranges all hold ("at least 50, below 75")."""
    grades = {fits(each, question.values) for each in ranges if each.unit == GRADE}
    others = {fits(each, question.values) for each in ranges if each.unit != GRADE}
    return "out" in others or ("out" in grades and "in" not in grades)


def rows_asked(
    question: OwnQuestion, open_rules: Sequence[OwnRule], rules: Sequence[OwnRule]
) -> list[OwnRule]:
    """The rules that are no rows, and of each table, or list with labels, the rows or items that
    the question asks for."""
    tables: dict[tuple[str, object], list[OwnRule]] = {}
    for rule in rules:
        if rule.table is not None:
            tables.setdefault((rule.title, rule.table), []).append(rule)
        elif rule.label:
            tables.setdefault((rule.title, rule.headings), []).append(rule)
    held = set(map(id, open_rules))
    kept = [each for each in open_rules if each.table is None and not each.label]
    for rows in tables.values():
        own = [each for each in rows if id(each) in held]
        kept += _best_rows(question, _rows_named(question, own, rows), rows)
    return kept


def _rows_named(
    question: OwnQuestion, own: Sequence[OwnRule], rows: Sequence[OwnRule]
) -> list[OwnRule]:
    """The open rows without those of another name, where a row of the table is labelled with what
    the question names: beside a row "Hepatitis, grade 3", a row "Joints" is not on hepatitis."""
    kept = list(own)
    for term in question.terms if all(each.table is not None for each in rows) else ():
        if term.kind in REQUIRED and any(term.ways & each.label_words for each in rows):
            kept = [each for each in kept if term.ways & each.label_words]
    return kept


def _best_rows(
    question: OwnQuestion, own: Sequence[OwnRule], rows: Sequence[OwnRule]
) -> Iterator[OwnRule]:
    """The rows with most of what tells the rows of a table apart. A table of one row has none."""
    common = Counter(word for row in rows for word in {*row.label_words, *row.words})
    label_count = Counter(word for row in rows for word in row.label_words)
    most = len({row.label for row in rows})
    keys = {}
    for row in own:
        labels = frozenset(w for w in row.label_words if common[w] < max(2, len(rows)))
        if row.table is None:
            # What the title says of all items, and several labels say, too, tells none apart.
            labels -= frozenset(w for w in row.far_words if label_count[w] > 1)
        cells = frozenset(w for w in row.words if common[w] <= max(1, len(rows) // 2))
        met = sum(fits(each, question.values) == "in" for each in row.ranges)
        label = hits(question, labels) + hits_by_word(question, labels)
        cell = hits(question, cells - row.label_words)
        if met or label or (cell and not row.ranges) or most < 2:
            missed = sum(1 for w in labels if ":" not in w or w.startswith("no:")) - label
            keys[id(row)] = (met, label, -max(0.0, missed) if label else 0.0, cell)
    best = max(keys.values(), default=None)
    if best is not None and not any(best[:2]) and sum(key == best for key in keys.values()) > 1:
        # Only cells that several rows share were asked for: no row is.
        return
    named = max((key[1] for key in keys.values()), default=0.0)
    for row in own:
        key = keys.get(id(row))
        if key is None or best is None:
            continue
        # In a list, what its label names is asked for as much as what a value lies in.
        by_label = row.table is None and key[1] == named > best[1]
        if by_label or (key[:3] == best[:3] and key[3] >= best[3]):
            yield row


def met_by(question: OwnQuestion, rule: OwnRule) -> int:
    """In how many ways a value of the question lies in a range of the rule or its headings. A rule
    that names two grades is met by one of them."""
    ranges = (*rule.ranges, *(each for above in rule.heading_ranges for each in above))
    met = [each.unit for each in ranges if fits(each, question.values) == "in"]
    return sum(unit != GRADE for unit in met) + (GRADE in met)


def measures_met(question: OwnQuestion, rule: OwnRule) -> frozenset[str]:
    """What the values of the question measure that lie in a range of the rule whose unit tells it:
    a row "64-81 kg" is on the weight. Other words beside the value ("vincristine, 74 yo") are none
    of the rule's."""
    told = [each for each in rule.ranges if each.unit in TELLING_UNITS]
    met = [v for v in question.values if any(fits(each, (v,)) == "in" for each in told)]
    words = frozenset[str]().union(*(each.measure for each in met))
    return words & frozenset[str]().union(*(_measured_by(each.unit) for each in met))


def _measured_by(unit: str) -> frozenset[str]:
    return frozenset(map(fold, TELLING_UNITS.get(unit, ())))


TELLING_UNITS = {
    "kg": ("weight", "weigh", "weighs", "weighing", "kg", "kilo", "kilos"),
    "age": ("age", "aged", "year", "years", "old", "older", "yo", "yr", "yrs", "y"),
    "mmHg": ("pressure", "bp", "systolic", "diastolic", "hypertension"),
}
"""Units of which no label needs to say what they measure, and the words that may say it."""
