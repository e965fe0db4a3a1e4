"""Judgements of the statements in a hospital's own documents, made by comparing its rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.extractive.own_rules.comparing import (
    AnsweringRule,
    question_of,
    row_without_value,
    rules_told,
)
from agents.extractive.own_rules.documents.versions import without_replaced
from agents.extractive.own_rules.pathways.pathway_rules import pathway_rules
from agents.extractive.own_rules.relevance.related_measures import other_measure
from agents.extractive.own_rules.relevance.relevant_rules import is_on_case
from agents.extractive.own_rules.relevance.values_given import measure_of
from agents.extractive.own_rules.rules_of_document import OwnRule, all_words, rules_of
from agents.extractive.own_rules.vocabulary.rule_kinds import asks_whom_or_when
from agents.extractive.question.requests.calculations import CALCULATION
from agents.extractive.question.requests.capabilities import CAPABILITY
from agents.extractive.question.silos import OWN_WAYS
from agents.matching.sub_question import LIMITS, StatementContext, SubQuestion
from agents.matching.verdicts import Judgement, Verdict
from names.recognise import recognise
from retrieval.declaration.record_cards import RECORD
from retrieval.documents import Document
from retrieval.statements.model import Span, Statement

OTHERWISE = frozenset((CALCULATION, CAPABILITY, LIMITS, RECORD))
"""Kinds of question that no rule is looked up for."""
LONGEST_HEADING = 90
"""Characters of a heading that is quoted with a rule. Chosen by hand."""
SHORT_ITEM = 5
"""Words of an item that says nothing without its list. Chosen by hand: names, no sentences."""
_REST_OF_LINE = re.compile(r"[^\n]{1,90}")
Judged = tuple[Document, Judgement]
_OK = (Verdict("subject", "ok"), Verdict("own rule", "ok"))


def is_own_look_up(asked: SubQuestion) -> bool:
    """Whether a part looks something up in the hospital's rules. What to give to a patient is a
    choice, and is judged by the patient's facts; whom to call about it is not."""
    if not asked.own_text or asked.kind in OTHERWISE:
        return False
    return not asked.is_choice or asks_whom_or_when(asked.own_text)


def own_judgements(
    asked: SubQuestion,
    part: int,
    documents: Sequence[Document],
    opened: Sequence[tuple[Document, Sequence[tuple[Statement, StatementContext]]]],
) -> Iterator[Judged]:
    """The statements of the hospital's documents whose rules answer a part, best first. The rules
    of all documents are compared together, so that a word which many of them have tells less."""
    statements = {
        document.id: {told.spans[0]: told for told, _ in judged} for document, judged in opened
    }
    places: dict[int, Document] = {}
    rules: list[OwnRule] = []
    for document in documents:
        for rule in rules_of(document.text, document.title):
            places[len(rules)] = document
            rules.append(rule)
    numbers = {id(rule): number for number, rule in enumerate(rules)}
    given: set[tuple[str, Span]] = set()
    answered = False
    first, text = _asks_others(asked), _with_drugs(asked)
    for told in _rules_found(asked, rules):
        document = places[numbers[id(told.rule)]]
        statement = statements[document.id].get(told.rule.claim)
        claim = span_with_list(document, told.rule)
        if statement is not None and (document.id, claim) not in given:
            given.add((document.id, claim))
            answered = True
            above = _heading_span(document.text, told.rule)
            statement = replace(statement, spans=(claim, *statement.spans[1:], *above))
            differs = other_measure(question_of(asked.own_text, rules, first=first), told.rule)
            verdicts = (_OK[0], replace(_OK[1], reason=differs))
            yield document, Judgement(statement, part, verdicts, min(1.0, told.score))
    is_open = not answered and not asked.is_pathway
    row = row_without_value(text, rules, first=first) if is_open else None
    if row is not None:
        document = places[numbers[id(row)]]
        statement = statements[document.id].get(row.claim)
        if statement is not None:
            waits = Verdict("own rule", "contradicts", by_value(measure_of(row)))
            yield document, Judgement(statement, part, (_OK[0], waits))


def _asks_others(asked: SubQuestion) -> bool:
    """Whether other sources are asked as well, so that a rule has to be clear."""
    return asked.is_own_first or not asked.from_silos


def _rules_found(asked: SubQuestion, rules: Sequence[OwnRule]) -> tuple[AnsweringRule, ...]:
    text = _with_drugs(asked)
    if asked.is_pathway:
        return pathway_rules(text, rules, asks_own=asked.asks_own)
    named = bool(OWN_WAYS.search(asked.text)) if asked.is_own_first else bool(asked.from_silos)
    return rules_told(text, rules, named=named, first=_asks_others(asked))


def by_value(measure: str) -> str:
    """The reason why a row is not told that goes by a value nobody has given."""
    return f"goes by {measure or 'a value'}, which is not given: say the value and ask again"


def _with_drugs(asked: SubQuestion) -> str:
    """The words of a part, with the drugs that only the part before it names: "durvalumab: over how
    many minutes, and how long to observe?"."""
    if not asked.drugs or recognise(asked.own_text).of("drug", "unknown_drug", "drug_class"):
        return asked.own_text
    return f"{asked.own_text} {' '.join(sorted(asked.drugs))}"


def with_patient(rules: Sequence[Judged], judged: Sequence[Judged]) -> list[Judged]:
    """The rules that answer, with what was found by comparing them with the patient (``judged``):
    the tumour or the marker that they are for."""
    compared = {(document.id, each.statement.id): each for document, each in judged if each.answers}
    found = []
    for document, rule in rules:
        same = compared.get((document.id, rule.statement.id))
        more = [v for v in same.verdicts if v.dimension != "subject"] if same else []
        found.append((document, replace(rule, verdicts=(*rule.verdicts, *more))))
    return found


def without_rows(judged: Sequence[Judged], asked: SubQuestion) -> list[Judged]:
    """The judgements on statements that are no rows, hold for no range, and are on the drugs that
    are asked about. A row that was not found to be the one asked for is a neighbour of it, and a
    rule on a class is for what it tells of the class. None if the hospital's rules alone may
    answer."""
    if asked.from_silos:
        return []
    drugs = frozenset(f"drug:{each}" for each in asked.drugs)
    documents = {document.id: document for document, _ in judged}.values()
    rules = [(d.id, rule) for d in documents for rule in rules_of(d.text, d.title)]
    told = [each for _, each in rules]
    question = question_of(asked.own_text or asked.text, told, first=True)
    in_force = frozenset(map(id, without_replaced(question.text, told)))
    rows = {
        (place, rule.claim)
        for place, rule in rules
        if rule.table is not None
        or id(rule) not in in_force
        or rule.ranges
        or (drugs and not drugs & all_words(rule))
        or not is_on_case(question, rule)
    }
    return [each for each in judged if (each[0].id, each[1].statement.spans[0]) not in rows]


def span_with_list(document: Document, rule: OwnRule) -> Span:
    """The place of a rule; of a short item that of its whole list: "Lithium" alone is no answer to
    "which drugs are stopped"."""
    rules = rules_of(document.text, document.title)
    place = rules.index(rule)
    first = last = place
    if not _is_short_item(rule):
        return rule.claim
    while first > 0 and _is_next_item(document.text, rules[first - 1], rules[first]):
        first -= 1
    while last + 1 < len(rules) and _is_next_item(document.text, rules[last], rules[last + 1]):
        last += 1
    return rules[first].claim[0], rules[last].claim[1]


def _is_next_item(text: str, one: OwnRule, other: OwnRule) -> bool:
    between = text[one.claim[1] : other.claim[0]]
    same = one.headings == other.headings and _is_short_item(one) and _is_short_item(other)
    return same and 1 <= between.count("\n") <= 2 and not between.strip(" \n-*•–")


def _is_short_item(rule: OwnRule) -> bool:
    return rule.table is None and not rule.label and len(rule.own.split()) <= SHORT_ITEM


def _heading_span(text: str, rule: OwnRule) -> tuple[Span, ...]:
    """The nearest heading of a rule, which may say for whom it holds: "MASCC below 21"."""
    above = rule.headings[: len(rule.headings) - rule.parents]
    heading = above[-1] if above else ""
    if not 0 < len(heading) <= LONGEST_HEADING:
        return ()
    start = rule.claim[0]
    while (start := text.rfind(heading, 0, max(0, start))) >= 0:
        end = start + len(heading)
        before = text[text.rfind("\n", 0, start) + 1 : start]
        behind = _REST_OF_LINE.match(text, end)
        if not before.strip("# \t") and (behind is None or not behind[0].strip()):
            return ((start, end),)
    return ()
