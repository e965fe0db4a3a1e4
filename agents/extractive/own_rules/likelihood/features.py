"""What a rule says of a question, and where, beside all other rules of the hospital.

Which rules may be told at all is told in
:mod:`agents.extractive.own_rules.likelihood.candidates`. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from agents.extractive.own_rules.holding import measures_met, met_by
from agents.extractive.own_rules.likelihood.candidates import may_be_told, rows_left_out
from agents.extractive.own_rules.likelihood.likeness import likeness_of
from agents.extractive.own_rules.names_asked import (
    REQUIRED,
    DocumentDrugs,
    drugs_by_document,
    is_on,
)
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule, all_words
from agents.extractive.own_rules.values import fits
from agents.extractive.own_rules.vocabulary.forms import fold
from agents.extractive.own_rules.vocabulary.words import NAME_WEIGHT, Term, names_in_bag
from agents.extractive.question.splitting.split_by_entity import treatments_among

FEATURES = (
    "own",
    "near",
    "beside",
    "begun alike",
    "not said",
    "gives what is asked",
    "does not give it",
    "values met",
    "on what is named",
    "another drug",
    "length",
    "number",
    "document",
    "section",
    "behind the best",
    "behind its neighbours",
    "letters alike",
    "label not asked for",
    "row not asked for",
    "a unit asked for",
    "a unit missing",
    "no value for its range",
)
"""In the order of :func:`features_of`."""
FAR_SHARE, NEAR_SHARE = 0.5, 0.8
"""How much a word counts in the title or a wider heading, and in the nearest heading or the head of
a column, beside one in the rule itself. Chosen by hand."""
ALIKE = 5
"""First letters by which two words may be forms of one: "transfuse", "transfusion". Chosen by
hand."""
MOST_MET, LONGEST = 2, 4.0
"""Values met, and the logarithm of a rule's words, beyond which more tells nothing. Chosen by
hand."""
_YES_OR_NO = re.compile(
    r"(?i)^\W{0,4}(?:can|is|are|do|does|should|may|could|ok|need)\b"
    r"|\b(?:yes/no|or not|allowed|(?:ok|stop|safe|needed|fine)\?)"
)
Row = tuple[float, ...]


def features_of(question: OwnQuestion, rules: Sequence[OwnRule]) -> list[Row | None]:
    """The features of each rule, by :data:`FEATURES`; None for one that says nothing of the
    question, or that something it is for speaks against."""
    words = WordsAsked.of(question, rules)
    said = [_said_by(words, question, each) for each in rules]
    drugs = drugs_by_document(rules)
    together = _beside_others(words, rules, said)
    likeness = likeness_of(question, rules)
    told = [each for each in rules if may_be_told(question, each, drugs[each.title])]
    may, left_out = frozenset(map(id, told)), rows_left_out(question, told)
    return [
        (
            *_shares(one),
            *_of_itself(words, question, rule, drugs[rule.title]),
            *beside,
            *like,
            *_of_its_values(question, rule, is_left_out=id(rule) in left_out),
        )
        if one.is_heard and id(rule) in may
        else None
        for rule, one, beside, like in zip(rules, said, together, likeness, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class WordAsked:
    """A word or a name of a question, and how much it tells one rule from another."""

    ways: frozenset[str]
    alike: frozenset[str]
    """Words of the rules that begin as it does."""
    worth: float
    """Its share of what is asked. The worths of a question sum to 1."""


@dataclass(frozen=True, slots=True)
class WordsAsked:
    """What a question asks by, and the kinds of thing that it asks for."""

    words: tuple[WordAsked, ...]
    kinds: tuple[Term, ...]
    names: tuple[Term, ...]
    drugs: frozenset[str]
    is_yes_or_no: bool

    @classmethod
    def of(cls, question: OwnQuestion, rules: Sequence[OwnRule]) -> WordsAsked:
        """Worth is the inverse document frequency of BM25 over the rules (Robertson and Zaragoza
        2009), by the most frequent way of saying it, times the weight of the term."""
        held = Counter(word for rule in rules for word in all_words(rule))
        begun: dict[str, set[str]] = defaultdict(set)
        for word in held:
            if ":" not in word and len(word) >= ALIKE:
                begun[word[:ALIKE]].add(word)
        terms = [each for each in question.terms if each.kind != "asked"]
        found = [_word_asked(each, held, begun, len(rules)) for each in terms]
        total = sum(each.worth for each in found) or 1.0
        return cls(
            words=tuple(replace(each, worth=each.worth / total) for each in found if each.worth),
            kinds=tuple(each for each in question.terms if each.kind == "asked"),
            names=tuple(each for each in terms if each.kind in REQUIRED),
            drugs=frozenset[str]().union(*(names_in_bag(each.ways, "drug") for each in terms)),
            is_yes_or_no=_YES_OR_NO.search(question.text) is not None,
        )

    def share_in(self, bag: frozenset[str]) -> float:
        """The share of the question that these words say."""
        return sum(each.worth for each in self.words if each.ways & bag)


def _word_asked(
    term: Term, held: Mapping[str, int], begun: Mapping[str, set[str]], rules: int
) -> WordAsked:
    alike = frozenset[str]()
    if not term.kind and len(term.said) >= ALIKE:
        starts = {fold(term.said)[:ALIKE], term.said.lower()[:ALIKE]}
        alike = frozenset().union(*(begun.get(each, set()) for each in starts)) - term.ways
    count = max((held.get(way, 0) for way in term.ways), default=0)
    if not count:
        worth = math.log(rules) if alike else 0.0
    else:
        worth = math.log(1.0 + (rules - count + 0.5) / (count + 0.5))
    return WordAsked(term.ways, alike, worth * min(term.weight, NAME_WEIGHT))


@dataclass(slots=True)
class _Said:
    """The share of a question that a rule says, by place."""

    own: float = 0.0
    near: float = 0.0
    far: float = 0.0
    beside: float = 0.0
    begun_alike: float = 0.0
    nowhere: float = 0.0

    @property
    def is_heard(self) -> bool:
        return bool(self.own or self.near or self.far or self.beside or self.begun_alike)

    @property
    def by_itself(self) -> float:
        return self.own + NEAR_SHARE * self.near

    @property
    def in_place(self) -> float:
        return self.own + self.near + FAR_SHARE * self.far


def _said_by(asked: WordsAsked, question: OwnQuestion, rule: OwnRule) -> _Said:
    said = _Said()
    own = rule.words | rule.label_words | measures_met(question, rule)
    for word in asked.words:
        if word.ways & own:
            said.own += word.worth
        elif word.ways & rule.near_words:
            said.near += word.worth
        elif word.ways & rule.far_words:
            said.far += word.worth
        elif word.alike & own or word.alike & rule.near_words:
            said.begun_alike += word.worth
        elif word.ways & rule.beside_words:
            said.beside += word.worth
        else:
            said.nowhere += word.worth
    return said


def _shares(said: _Said) -> Row:
    return (said.own, said.near, said.beside, said.begun_alike, said.nowhere)


def _of_itself(
    asked: WordsAsked, question: OwnQuestion, rule: OwnRule, drugs: DocumentDrugs
) -> Row:
    """What a rule gives, by its form, and what it is on."""
    given = rule.words | rule.near_words if rule.table is not None else rule.words
    gives = sum(bool(each.ways & given) for each in asked.kinds)
    on_names = all(is_on(each, rule, question.known, drugs) for each in asked.names)
    treats = treatments_among(names_in_bag(rule.words | rule.label_words, "drug"))
    has_number = any(each.isdigit() for each in rule.own)
    return (
        gives / len(asked.kinds) if asked.kinds else 0.0,
        float(gives < len(asked.kinds)),
        float(min(met_by(question, rule), MOST_MET)),
        float(on_names),
        float(bool(treats) and not treats & asked.drugs),
        min(math.log1p(len(rule.own.split())), LONGEST),
        float(has_number and not asked.is_yes_or_no),
    )


def _of_its_values(question: OwnQuestion, rule: OwnRule, *, is_left_out: bool) -> Row:
    """Whether other rows are asked for, whether the units asked for are there, and for how many of
    its ranges the question has no value."""
    units = [pattern for ways, pattern in _UNITS if ways.search(question.text)]
    given = sum(bool(each.search(f"{rule.own} {rule.head}")) for each in units)
    labelled = rule.ranges if rule.label else ()
    without = sum(fits(each, question.values) == "open" for each in labelled)
    return (
        float(is_left_out),
        float(given),
        float(len(units) - given),
        float(min(without, MOST_MET)),
    )


_UNITS = tuple(
    (re.compile(rf"(?i){ways}"), re.compile(rf"(?i){given}"))
    for ways, given in (
        (r"(?:/|\bper )m[2²]?\b|/m²", r"/ ?m[2²]|\bper square"),
        (r"/kg\b|\bper (?:kg|kilo)\b", r"/ ?kg\b|\bper kg\b"),
        (r"%|\bper ?cent\b", r"%|\bper ?cent\b"),
    )
)
"""How a question asks for an amount in a unit, and how a rule gives it."""


def _beside_others(asked: WordsAsked, rules: Sequence[OwnRule], said: Sequence[_Said]) -> list[Row]:
    """How much of the question the rule's document and section say, and how far the rule is behind
    the best of all rules and of its table or list."""
    documents = _shares_together(asked, rules, [rule.title for rule in rules])
    sections = _shares_together(asked, rules, [(rule.title, rule.headings) for rule in rules])
    best = max((each.in_place for each in said), default=0.0)
    neighbours: dict[Hashable, float] = defaultdict(float)
    for rule, one in zip(rules, said, strict=True):
        key = neighbours_of(rule)
        neighbours[key] = max(neighbours[key], one.by_itself)
    return [
        (
            documents[rule.title],
            sections[rule.title, rule.headings],
            best - one.in_place,
            neighbours[key] - one.by_itself if (key := neighbours_of(rule)) else 0.0,
        )
        for rule, one in zip(rules, said, strict=True)
    ]


def _shares_together(
    asked: WordsAsked, rules: Sequence[OwnRule], keys: Sequence[Hashable]
) -> dict[Hashable, float]:
    bags: dict[Hashable, set[str]] = defaultdict(set)
    for rule, key in zip(rules, keys, strict=True):
        bags[key] |= all_words(rule)
    return {key: asked.share_in(frozenset(bag)) for key, bag in bags.items()}


def neighbours_of(rule: OwnRule) -> Hashable:
    """What the rules of one table, or of one list with labels, have in common; empty for others."""
    if rule.table is not None:
        return (rule.title, rule.table)
    return (rule.title, rule.headings) if rule.label else ()
