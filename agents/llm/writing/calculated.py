"""Values of formulas in what a model wrote: the program says them, in its own words. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.checking.calculations import calculated_values, calculation_sentence
from agents.facts.sheet import Fact
from agents.turns import CalculatedValue, DraftSentence


def with_calculations(
    sentences: Sequence[DraftSentence], facts: Sequence[Fact]
) -> tuple[tuple[DraftSentence, ...], tuple[CalculatedValue, ...]]:
    """The sentences, and the values they give. One that cites nothing and gives a value that a
    formula gives from the facts is said with all that went into it, so that it can be computed
    again; a value in other words, or another value, stays a sentence without a source."""
    if all(sentence.keys for sentence in sentences):
        return tuple(sentences), ()
    values = calculated_values(facts)
    given: dict[str, CalculatedValue] = {}
    said: list[DraftSentence] = []
    for sentence in sentences:
        value = None if sentence.keys or sentence.option else _value_in(sentence.text, values)
        if value is None:
            said.append(sentence)
        elif value.formula not in given:
            given[value.formula] = value
            said.append(replace(sentence, text=calculation_sentence(value), basis="calculation"))
    return tuple(said), tuple(given.values())


def _value_in(text: str, values: Sequence[CalculatedValue]) -> CalculatedValue | None:
    """The value that a sentence names with its number and unit, or with its whole wording."""
    words = " ".join(text.split()).lower()
    for value in values:
        number = re.escape(f"{value.value:g} {value.unit}".strip().lower())
        named = value.name.lower() in words or value.formula.lower() in words
        if named and re.search(rf"(?<![\d.]){number}(?![\w/²])", words):
            return value
    return None
