"""Which rules of a hospital answer a question, and how well.

A rule answers when nothing that it says of whom it is for speaks against the question (a range, a
grade, a name, the label of its row, its heading), and when it says most of what is asked."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from agents.extractive.own_rules.names_asked import (
    REQUIRED,
    DocumentDrugs,
    drugs_by_document,
    is_labelled_for,
    is_on,
)
from agents.extractive.own_rules.rules_of_document import OwnRule
from agents.extractive.own_rules.values import GRADE, Range, Value, fits, values_of
from agents.extractive.own_rules.words import (
    NAME_WEIGHT,
    TOPIC_WEIGHT,
    Term,
    bag_of,
    initials_of,
    names_in_bag,
    terms_known,
)
from agents.extractive.question.topics import is_plain

OWN, NEAR, FAR, BESIDE = 1.0, 0.8, 0.6, 0.4
"""How much a word counts that stands in the rule itself, in its head or nearest heading, in a wider
heading or the title, or beside it. Chosen by hand."""
UNKNOWN = 0.35
"""How much a word counts that no rule of the hospital says. Chosen by hand: it may be a word of the
case, or the very thing that no rule is on."""
MET = 1.5
"""How much a range counts that the question's value lies in. Chosen by hand: as much as a name."""
LEAST, LEAST_UNNAMED = 0.5, 0.62
"""The score from which a rule answers a question that asks for the hospital's rules, and one that
does not. Chosen by hand on two sets of invented protocols."""
NEAR_BEST = 0.9
"""Share of the best score that a further rule needs. Chosen by hand."""
GIVING = 0.75
"""Share of the score of a rule that does not give the kind of thing asked for, which one that gives
it needs to take its place. Chosen by hand."""
MOST = 3
"""Rules that are told. Chosen by hand: more are hardly read, and one is mostly wanted."""


@dataclass(frozen=True)
class OwnQuestion:
    """A question as rules are compared with it."""

    text: str
    known: frozenset[str]
    """All words of the rules."""

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        return terms_known(self.text, self.known)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        return values_of(self.text)


@dataclass(frozen=True)
class Told:
    """A rule that answers, and how well, from 0 to 1."""

    rule: OwnRule
    score: float


def rules_told(text: str, rules: Sequence[OwnRule], *, named: bool) -> tuple[Told, ...]:
    """The rules that answer a question, best first. ``named``: whether it asks for the hospital's
    own rules."""
    known = frozenset().union(*(_all_words(each) for each in rules)) if rules else frozenset()
    question = OwnQuestion(text, known)
    drugs = drugs_by_document(rules)
    shared = _Headings.of(rules)
    open_rules = [each for each in rules if _may_hold(question, each, shared, known, drugs)]
    open_rules = _rows_asked(question, open_rules, rules)
    scored = [Told(each, _score(question, each, known)) for each in open_rules]
    least = LEAST if named else LEAST_UNNAMED
    scored = [each for each in scored if each.score >= least]
    most = max((_met_by(question, each.rule) for each in scored), default=0)
    scored = [each for each in scored if _met_by(question, each.rule) == most]
    scored = _on_all_that_is_asked(question, scored)
    scored = _giving_what_is_asked(question, scored)
    scored.sort(key=lambda each: -each.score)
    best = scored[0].score if scored else 0.0
    return tuple(each for each in scored if each.score >= NEAR_BEST * best)[:MOST]


def _on_all_that_is_asked(question: OwnQuestion, scored: Sequence[Told]) -> list[Told]:
    """The rules that say all topics of the question that any rule knows, where some do."""
    topics = [
        each
        for each in question.terms
        if each.weight >= TOPIC_WEIGHT and each.ways & question.known
    ]
    whole = [each for each in scored if all(term.ways & _all_words(each.rule) for term in topics)]
    return whole or list(scored)


def _giving_what_is_asked(question: OwnQuestion, scored: Sequence[Told]) -> list[Told]:
    """The rules that give the kind of thing that is asked for (whom to call, how often), where some
    do."""
    wanted = [term for term in question.terms if term.kind == "asked"]
    giving = [each for each in scored if all(term.ways & each.rule.words for term in wanted)]
    best = max((each.score for each in giving), default=math.inf)
    beside = [each for each in scored if each not in giving and each.score * GIVING > best]
    return [*giving, *beside] if giving else list(scored)


def _all_words(rule: OwnRule) -> frozenset[str]:
    return rule.words | rule.label_words | rule.near_words | rule.far_words | rule.beside_words


def _may_hold(
    question: OwnQuestion,
    rule: OwnRule,
    shared: _Headings,
    known: frozenset[str],
    drugs: Mapping[str, DocumentDrugs],
) -> bool:
    if any(_is_out(question, ranges) for ranges in (rule.ranges, *rule.heading_ranges)):
        return False
    if not all(
        is_on(term, rule, known, drugs[rule.title])
        for term in question.terms
        if term.kind in REQUIRED
    ):
        return False
    return is_labelled_for(question.terms, rule) and _headings_fit(question, rule, shared)


def _is_out(question: OwnQuestion, ranges: Sequence[Range]) -> bool:
    """Whether a value of the question lies beside a range. Of several grades ("5 weeks after grade
    2, 7 weeks after grade 3") one is enough; other ranges all hold ("at least 50, below 75")."""
    grades = {fits(each, question.values) for each in ranges if each.unit == GRADE}
    others = {fits(each, question.values) for each in ranges if each.unit != GRADE}
    return "out" in others or ("out" in grades and "in" not in grades)


@dataclass(frozen=True)
class _Headings:
    """The headings beside each other, and the words below each of them."""

    beside: Mapping[str, tuple[str, ...]]
    """For the headings above, joined: the headings below them."""
    below: Mapping[str, frozenset[str]]
    """For a heading, joined to those above it: the words of its rules."""

    @classmethod
    def of(cls, rules: Sequence[OwnRule]) -> _Headings:
        beside: dict[str, dict[str, None]] = {}
        below: dict[str, set[str]] = {}
        for rule in rules:
            for depth, heading in enumerate(rule.headings):
                parent = _join_headings(rule, depth)
                beside.setdefault(parent, {})[heading] = None
                below.setdefault(f"{parent} > {heading}", set()).update(rule.words)
        return cls(
            {parent: tuple(each) for parent, each in beside.items()},
            {heading: frozenset(words) for heading, words in below.items()},
        )


def _join_headings(rule: OwnRule, depth: int) -> str:
    return " > ".join((rule.title, *rule.headings[:depth]))


def _headings_fit(question: OwnQuestion, rule: OwnRule, shared: _Headings) -> bool:
    """Whether a heading above the rule that is one of a row of like ones is the one asked for: not
    "Colitis" where hepatitis is asked about and has a heading of its own."""
    for depth, heading in enumerate(rule.headings):
        parent = _join_headings(rule, depth)
        own = _bag_of_heading(heading)
        met = any(fits(each, question.values) == "in" for each in rule.heading_ranges[depth])
        for other in shared.beside.get(parent, ()):
            bag = _bag_of_heading(other)
            if other == heading or met or not _are_alike(own, bag):
                continue
            asked, rival = _hits(question, own - bag), _hits(question, bag - own)
            only_here = rule.words - shared.below[f"{parent} > {other}"]
            if rival > asked or not (asked or _hits(question, only_here) >= NAME_WEIGHT):
                return False
    return True


def _bag_of_heading(heading: str) -> frozenset[str]:
    return bag_of(heading) | initials_of(heading)


def _are_alike(own: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two headings name things of one kind: they share a word, or both name an effect."""
    words = any(len(each) > 3 and not is_plain(each) and ":" not in each for each in own & other)
    return words or any(names_in_bag(own, kind) and names_in_bag(other, kind) for kind in REQUIRED)


def _hits(question: OwnQuestion, bag: frozenset[str]) -> float:
    told = (term for term in question.terms if term.kind != "asked")
    return sum(term.weight for term in told if term.ways & bag)


def _rows_asked(
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
        kept += _best_rows(question, own, rows)
    return kept


def _best_rows(
    question: OwnQuestion, own: Sequence[OwnRule], rows: Sequence[OwnRule]
) -> Iterator[OwnRule]:
    """The rows with most of what tells the rows of a table apart. A table of one row has none."""
    common = Counter(word for row in rows for word in {*row.label_words, *row.words})
    most = len({row.label for row in rows})
    keys = {}
    for row in own:
        labels = frozenset(w for w in row.label_words if common[w] < max(2, len(rows)))
        labels -= row.far_words if row.table is None else frozenset()
        cells = frozenset(w for w in row.words if common[w] <= max(1, len(rows) // 2))
        met = sum(fits(each, question.values) == "in" for each in row.ranges)
        label = _hits(question, labels)
        cell = _hits(question, cells - row.label_words)
        if met or label or (cell and not row.ranges) or most < 2:
            missed = sum(1 for w in labels if ":" not in w) - label
            keys[id(row)] = (met, label, -max(0.0, missed) if label else 0.0, cell)
    best = max(keys.values(), default=None)
    if best is not None and not any(best[:2]) and sum(key == best for key in keys.values()) > 1:
        # Only cells that several rows share were asked for: no row is.
        return
    for row in own:
        key = keys.get(id(row))
        if key is not None and best is not None and key[:3] == best[:3] and key[3] >= best[3]:
            yield row


def _score(question: OwnQuestion, rule: OwnRule, known: frozenset[str]) -> float:
    """The share of what is asked that the rule says."""
    wanted = said = 0.0
    own = False
    places = (
        (OWN, rule.words | rule.label_words),
        (NEAR, rule.near_words),
        (FAR, rule.far_words),
        (BESIDE, rule.beside_words),
    )
    for term in question.terms:
        weight = term.weight if term.ways & known else term.weight * UNKNOWN
        wanted += weight
        for share, bag in places:
            if term.ways & bag:
                said += weight * share
                tells = term.weight >= TOPIC_WEIGHT or term.kind == "asked"
                own = own or (share == OWN and tells)
                break
    met = _met_by(question, rule)
    labelled = rule.ranges if rule.label else ()
    open_ones = sum(fits(each, question.values) == "open" for each in labelled)
    wanted += MET * met + 0.5 * open_ones
    said += MET * met
    topics = [term for term in question.terms if term.weight >= TOPIC_WEIGHT]
    below = rule.near_words | rule.words
    headed = all(term.ways & (below | rule.far_words) for term in topics)
    headed = headed and any(term.ways & below for term in topics)
    if not (own or met or headed) or not wanted or (not met and _says_names_alone(question, rule)):
        return 0.0
    return said / wanted


def _says_names_alone(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a question has several words beside its names, and the rule has none of them and one
    name alone."""
    topics = [each for each in question.terms if not each.kind and each.weight >= TOPIC_WEIGHT]
    said = [each for each in question.terms if each.ways & _all_words(rule)]
    names = [each for each in said if each.kind in REQUIRED]
    return len(topics) > 1 and len(names) < 2 and not any(each in said for each in topics)


def _met_by(question: OwnQuestion, rule: OwnRule) -> int:
    """In how many ways a value of the question lies in a range of the rule or its headings. A rule
    that names two grades is met by one of them."""
    ranges = (*rule.ranges, *(each for above in rule.heading_ranges for each in above))
    met = [each.unit for each in ranges if fits(each, question.values) == "in"]
    return sum(unit != GRADE for unit in met) + (GRADE in met)
