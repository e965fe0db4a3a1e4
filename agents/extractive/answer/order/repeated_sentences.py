"""Each sentence of an answer once."""

from __future__ import annotations

from collections.abc import Sequence

from agents.turns import DraftSentence


def said_once(sentences: Sequence[DraftSentence]) -> list[DraftSentence]:
    """The sentences, none twice. A statement that one part of the answer tells with its condition
    ("Only with no MSI-high: …") is not told again without it."""
    first = {each.text: each for each in reversed(sentences)}
    told = [first[text] for text in dict.fromkeys(each.text for each in sentences)]
    return [each for each in told if not any(_holds(other, each) for other in told)]


def _holds(other: DraftSentence, sentence: DraftSentence) -> bool:
    same = bool(sentence.keys) and other.keys == sentence.keys
    return same and len(other.text) > len(sentence.text) and other.text.endswith(sentence.text)
