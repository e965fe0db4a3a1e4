"""A question as the hospital's rules are compared with it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from agents.extractive.own_rules.values import Value, values_of
from agents.extractive.own_rules.vocabulary.forms import fold
from agents.extractive.own_rules.vocabulary.words import TOPIC_WEIGHT, Term, terms_known


@dataclass(frozen=True)
class OwnQuestion:
    """A question as rules are compared with it."""

    text: str
    known: frozenset[str]
    """All words of the rules."""
    first: bool = False
    """Whether other sources are asked where no rule answers."""

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        return terms_known(self.text, self.known)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        return values_of(self.text)


@dataclass(frozen=True)
class ClassQuestion(OwnQuestion):
    """A question asked again with the class of what it is about, in the place of its name."""

    put: frozenset[str] = frozenset()
    """The words of the rule that gives the class."""
    named: str = ""
    """The class."""

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        left = [each for each in terms_known(self.text, self.known) if not each.ways & self.put]
        return (*left, *terms_known(self.named, self.known))

    @cached_property
    def values(self) -> tuple[Value, ...]:
        return tuple(each for each in values_of(self.text) if not each.measure & self.put)


def hits(question: OwnQuestion, bag: frozenset[str]) -> float:
    """What of the question these words say, by weight."""
    told = (term for term in question.terms if term.kind != "asked")
    return sum(term.weight for term in told if term.ways & bag)


def hits_by_word(question: OwnQuestion, bag: frozenset[str]) -> float:
    """The same for the words that the question itself has, a part of it: a row "Hickman" is asked
    for by this word rather than a row "PICC", though either is a line."""
    told = (term for term in question.terms if not term.kind and term.weight >= TOPIC_WEIGHT)
    return BY_WORD * sum(term.weight for term in told if fold(term.said) in bag)


BY_WORD = 0.1
"""How much more a word counts than another of the same meaning. Chosen by hand: it only decides
between rows that are alike otherwise."""
