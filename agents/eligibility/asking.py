"""Messages that ask whether the patient meets the criteria of named trials. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from agents.eligibility.rules import rules
from names.entities import EntityMention
from names.recognise import recognise
from names.tables import trial_numbers
from names.tables.trials import acronym_key, trial_words

LONGEST_REQUEST = 4000
"""Characters of a message in which the request is looked for. Chosen by hand: a case with it."""
MOST_TRIALS = 3
"""Trials that are compared in one answer. Chosen by hand: a trial has some forty criteria."""
_CRITERIA = re.compile(r"(?i)\b(?:criteria|criterion)\b")
_JOINED = re.compile(r"(?i)[\s,/&]{0,4}(?:(?:and|or)\s{1,3})?(?:(?:the|in|for)\s{1,3})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedTrial:
    """A trial whose criteria are asked for."""

    key: str
    """Of its acronym, as :func:`names.tables.trials.acronym_key` gives it; empty if it was asked
    for by its number and no table knows its acronym."""
    number: str
    """Its registration number; empty if no table knows it."""

    @property
    def name(self) -> str:
        """As it is told: ``ARROW (NCT03037385)``, or what of it is known."""
        acronym = trial_words(self.key) if self.key else ""
        return f"{acronym} ({self.number})" if acronym and self.number else acronym or self.number

    @property
    def number_or_acronym(self) -> str:
        """The shortest that names it."""
        return self.number or trial_words(self.key)

    @property
    def acronym_or_number(self) -> str:
        """What a publication calls it."""
        return trial_words(self.key) if self.key else self.number


@lru_cache(maxsize=200)
def trials_to_compare(text: str) -> tuple[AskedTrial, ...]:
    """The trials whose criteria are to be compared; none where anything else is asked. A trial that
    is named by its acronym is meant where somebody asks to enter it, or for its criteria: other
    questions on it are answered by what is published."""
    if len(text) > LONGEST_REQUEST or not rules().asking.search(text):
        return ()
    found = recognise(text)
    named = sorted(found.of("registration", "trial"), key=lambda each: each.start)
    numbers = [each for each in named if each.kind == "registration"]
    meant = _trials_to_enter(text, named) or numbers
    if not meant and _CRITERIA.search(text) and len(set(map(_trial_of, named))) == 1:
        meant = named
    return tuple(dict.fromkeys(map(_trial_of, meant)))[:MOST_TRIALS]


def _trials_to_enter(text: str, named: Sequence[EntityMention]) -> list[EntityMention]:
    """Those of which somebody asks to enter them, and those that are joined to one of these."""
    entered: list[EntityMention] = []
    for each in named:
        before, behind = text[: each.start], text[each.end :]
        is_joined = bool(entered) and _JOINED.fullmatch(text[entered[-1].end : each.start])
        if (is_joined or rules().entering.search(before)) and not rules().not_entered.match(behind):
            entered.append(each)
    return entered


def _trial_of(mention: EntityMention) -> AskedTrial:
    if mention.kind == "registration":
        number = mention.names[0]
        return AskedTrial(key=_keys_by_number().get(number, ""), number=number)
    key = acronym_key(mention.names[0])
    return AskedTrial(key=key, number=_numbers_by_key().get(key, ""))


@cache
def _numbers_by_key() -> Mapping[str, str]:
    return {acronym_key(acronym): number for acronym, number in trial_numbers().items()}


@cache
def _keys_by_number() -> Mapping[str, str]:
    return {number: key for key, number in _numbers_by_key().items()}
