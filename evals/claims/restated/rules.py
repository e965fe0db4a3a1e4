"""Rules by which a statement is told again, honestly or not: a kind, a pattern, a replacement.

``honest.tsv`` keeps what is said, ``lies.tsv`` changes one thing. A replacement names the groups of
its pattern, with a change of :mod:`evals.claims.restated.spelling`. What a pattern cannot do is
done by the functions of :mod:`evals.claims.restated.operators`. Pure but for reading the tables.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files

from agents.checking.claims import QuotedText
from evals.claims.restated.operators import registered
from evals.claims.restated.operators.made import MadeSentence, Operator, Source
from evals.claims.restated.spelling import Parts, capital
from evals.claims.restated.statements import RecordQuote
from names.recognise import recognise_passage
from names.tables.drugs import drugs
from names.tables.rows import read_rows
from names.tables.treatment.drug_classes import drug_classes

HONEST = "honest.tsv"
LIES = "lies.tsv"
CHAINED = 4
"""How many honest rewrites stand in one sentence at most."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What becomes of the first place where a pattern stands."""

    kind: str
    pattern: re.Pattern[str]
    replacement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestatedSentence:
    """A sentence made of a statement by rules, and the quotes that it cites."""

    kind: str
    is_honest: bool
    sentence: str
    told: RecordQuote
    question: str = ""
    quotes: tuple[QuotedText, ...]


@cache
def rules(name: str) -> tuple[Rule, ...]:
    """The rules of a table, in its order."""
    rows = read_rows(name, files("evals.claims.restated"))
    return tuple(Rule(kind, re.compile(found), to) for kind, found, to in rows)


def honest_rows(source: Source) -> Iterator[RestatedSentence]:
    """The statement by each honest rule that fits, and by several at once."""
    told = source.told
    for rule in rules(HONEST):
        if sentence := told_by(rule, told.quote.text, told.quote):
            yield _row(rule.kind, MadeSentence(sentence=sentence), told, is_honest=True)
    for kind, operator in registered.HONEST.items():
        if made := operator(source):
            yield _row(kind, made, told, is_honest=True)
    sentence, done = _reword(told, told.quote.text)
    if done > 1:
        yield _row("several at once", MadeSentence(sentence=sentence), told, is_honest=True)


def lies(source: Source) -> Iterator[RestatedSentence]:
    """The statement with one thing changed, by each rule that fits: in its own words, or, every
    second time, in other words as well."""
    told, quote = source.told, source.told.quote
    changed = [
        (rule.kind, MadeSentence(sentence=lie))
        for rule in rules(LIES)
        if (lie := told_by(rule, quote.text, quote, is_lie=True))
    ]
    changed += [("drug", MadeSentence(sentence=lie)) for lie in _other_drugs(quote)]
    honest = _reword(told, quote.text)[0] if changed else ""
    for lie, kind in {made.sentence: kind for kind, made in changed}.items():
        yield _row(
            kind, MadeSentence(sentence=_other_words(told, lie, honest)), told, is_honest=False
        )
    for kind, operator in registered.LIES.items():
        if made := operator(source):
            yield _row(kind, made, told, is_honest=False)


def _row(kind: str, made: MadeSentence, told: RecordQuote, *, is_honest: bool) -> RestatedSentence:
    quotes = [told.quote] if made.beside is None or not made.instead else []
    quotes += [made.beside.quote] if made.beside is not None else []
    return RestatedSentence(
        kind=kind,
        is_honest=is_honest,
        sentence=made.sentence,
        told=told,
        question=made.question,
        quotes=tuple(quotes),
    )


def _other_words(told: RecordQuote, lie: str, honest: str) -> str:
    """Every second lie in other words, unless those leave out what is a lie in it."""
    if not _mix_of_text(lie) % 2:
        return lie
    reworded, _ = _reword(told, lie)
    return lie if reworded == honest else reworded


def told_by(rule: Rule, text: str, quote: QuotedText, *, is_lie: bool = False) -> str:
    """The text by a rule; empty where it does not fit. A lie is none when what it says instead
    stands in the statement or its title as well."""
    found = rule.pattern.search(text)
    if not found:
        return ""
    parts = Parts(found.groupdict(), org=quote.organisation)
    new = rule.replacement.format_map(parts)
    if is_lie and _stands(new, found.group(), quote):
        return ""
    return capital(f"{text[: found.start()]}{new}{text[found.end() :]}")


def _stands(new: str, old: str, quote: QuotedText) -> bool:
    if new.lower() in old.lower():  # what is left of it when a "not" or a limit goes
        return False
    return new.strip().lower() in f"{quote.text} {quote.title} {quote.organisation}".lower()


@lru_cache(maxsize=1)
def _reword(told: RecordQuote, text: str) -> tuple[str, int]:
    """The text by a function that fits, if any, and by up to a few rules of different kinds, and by
    how many. Which ones follows from the statement's name, so that they are the same each time and
    not always the first."""
    kinds: set[str] = set()
    source = Source(replace(told, quote=replace(told.quote, text=text)), None)
    for operator in _operators_in_order_of(told.id):
        made = operator(source)
        if made and not made.question:
            text = made.sentence
            kinds.add(operator.__name__)
            break
    for rule in _in_order_of(told.id):
        if rule.kind in kinds or len(kinds) == CHAINED:
            continue
        if new := told_by(rule, text, told.quote):
            kinds.add(rule.kind)
            text = new
    return text, len(kinds)


@lru_cache(maxsize=1)
def _operators_in_order_of(statement: str) -> tuple[Operator, ...]:
    found = registered.HONEST.values()
    return tuple(sorted(found, key=lambda each: _mix_of_text(f"{statement} {each.__name__}")))


@lru_cache(maxsize=1)
def _in_order_of(statement: str) -> tuple[Rule, ...]:
    """The honest rules in the order in which this statement is told by them."""
    return tuple(
        sorted(rules(HONEST), key=lambda rule: _mix_of_text(f"{statement} {rule.pattern.pattern}"))
    )


def _other_drugs(quote: QuotedText) -> Iterator[str]:
    """The text with one of its drugs exchanged for another of its class."""
    named = recognise_passage(f"{quote.text} {quote.title}").names("drug")
    for mention in recognise_passage(quote.text).of("drug")[:2]:
        classes = frozenset().union(*map(drug_classes, mention.names))
        others = [name for name in _of_classes(classes) if name not in named]
        if others and mention.text.islower():
            other = others[_mix_of_text(quote.text) % len(others)]
            yield capital(f"{quote.text[: mention.start]}{other}{quote.text[mention.end :]}")


@cache
def _of_classes(classes: frozenset[str]) -> Sequence[str]:
    names = (name for name in sorted(drugs()) if name.islower() and name.isalpha())
    return [name for name in names if classes & drug_classes(name)]


def _mix_of_text(text: str) -> int:
    return zlib.crc32(text.encode())
