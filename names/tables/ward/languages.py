"""Function words by language. They tell in which language a question or a sentence is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from names.tables.rows import read_rows


@cache
def words_of_questions() -> Mapping[str, frozenset[str]]:
    """Name of a language → its function words that count in questions, English included."""
    return {name: shared | asking for name, shared, asking, _ in _rows()}


@cache
def all_words_of_questions() -> frozenset[str]:
    """The function words of all languages that count in questions."""
    return frozenset().union(*words_of_questions().values())


@cache
def words_of_sentences() -> Mapping[str, frozenset[str]]:
    """Name of a language → its function words that count in the sentences of answers. English and
    languages without such words have none."""
    return {name: shared | telling for name, shared, _, telling in _rows() if shared | telling}


@cache
def _rows() -> tuple[tuple[str, frozenset[str], frozenset[str], frozenset[str]], ...]:
    rows = []
    for name, *cells in read_rows("ward/function_words.tsv"):
        shared, asking, telling = (frozenset(each.split()) for each in cells)
        rows.append((name, shared, asking, telling))
    return tuple(rows)
