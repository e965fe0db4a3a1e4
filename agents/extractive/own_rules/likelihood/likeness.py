"""How alike a question and the rules of a hospital are by their letters and by their labels.

Letters find what no list of words has: misspelt words, parts of compound words, endings. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule, all_words
from agents.extractive.own_rules.vocabulary.forms import asking_words, fold, same_meaning
from agents.extractive.own_rules.vocabulary.words import bag_of
from agents.extractive.question.topics import is_plain

LETTERS = 4
"""Letters of a run that is compared. Chosen by hand: shorter ones stand in most words."""
MUCH, MOST_MISSING = 5.0, 4.0
"""What a rare word of a label tells (the logarithm of some 150 rules), by which labels are scaled,
and how many such words count. Chosen by hand."""
_WORD = re.compile(r"[A-Za-zÀ-ÿµ][A-Za-zÀ-ÿ'’]{0,40}")
_RUN = re.compile(r"[a-z0-9µ]{1,60}")
Likeness = tuple[float, float]


def likeness_of(question: OwnQuestion, rules: Sequence[OwnRule]) -> list[Likeness]:
    """For each rule: the share of the question's runs of letters that it has, rare ones counting
    more, and how much its label says that is not asked for."""
    own = [_runs(" ".join((r.label, r.head, *r.headings[-1:], r.own))) for r in rules]
    count = Counter(run for each in own for run in each)
    asked = {run: _rareness(count[run], len(rules)) for run in _runs(question.text) if count[run]}
    total = sum(asked.values()) or 1.0
    held = Counter(word for rule in rules for word in all_words(rule))
    said = _words_said(question)
    return [
        (
            sum(worth for run, worth in asked.items() if run in runs) / total,
            min(_missing_words(rule, said, held, len(rules)) / MUCH, MOST_MISSING),
        )
        for rule, runs in zip(rules, own, strict=True)
    ]


def _missing_words(rule: OwnRule, said: frozenset[str], held: Counter[str], rules: int) -> float:
    """What the label says beyond the question."""
    left = _words_of(rule.label) - said
    return sum(_rareness(held[word], rules) for word in left)


def _rareness(count: int, rules: int) -> float:
    """The inverse document frequency of BM25 (Robertson and Zaragoza 2009)."""
    return math.log(1.0 + (rules - count + 0.5) / (count + 0.5))


def _words_said(question: OwnQuestion) -> frozenset[str]:
    """All words of the question, and those that mean the same."""
    words = [match.group() for match in _WORD.finditer(question.text)]
    meant = (same_meaning().get(each.lower(), frozenset()) for each in words)
    ways = (each.ways for each in question.terms)
    return frozenset().union(map(fold, words), *meant, *ways, bag_of(question.text))


@lru_cache(maxsize=20_000)
def _words_of(label: str) -> frozenset[str]:
    """The words of a label that tell a topic."""
    words = (match.group() for match in _WORD.finditer(label))
    return frozenset(
        fold(each)
        for each in words
        if len(each) > 2 and not is_plain(each) and each.lower() not in asking_words()
    )


@lru_cache(maxsize=20_000)
def _runs(text: str) -> frozenset[str]:
    """The runs of letters of a text, with the ends of its words."""
    told = f" {' '.join(_RUN.findall(text.lower()))} "
    return frozenset(told[start : start + LETTERS] for start in range(len(told) - LETTERS + 1))
