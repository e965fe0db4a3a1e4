"""Overlap of an answer with a reference text: BLEU-1, ROUGE-L and F1 of the words. Pure.

As RadABench reports them: BLEU of single words with "method 1" of Chen and Cherry (2014) where
nothing matches, ROUGE-L as the F of the longest common subsequence, F1 over the sets of words.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

_WORD = re.compile(r"\w+")
SMOOTHING = 0.1
"""Of method 1: what stands for no match at all."""


def words_of(text: str) -> list[str]:
    """The words of a text in small letters."""
    return _WORD.findall(text.casefold())


def bleu_1(said: Sequence[str], reference: Sequence[str]) -> float:
    """Clipped precision of the words with the penalty for an answer that is too short."""
    if not said:
        return 0.0
    matched = (Counter(said) & Counter(reference)).total()
    penalty = 1.0 if len(said) > len(reference) else math.exp(1 - len(reference) / len(said))
    return penalty * (matched or SMOOTHING) / len(said)


def rouge_l(said: Sequence[str], reference: Sequence[str]) -> float:
    """F of the longest common subsequence."""
    row = [0] * (len(reference) + 1)
    for word in said:
        before, row = row, [0]
        for place, other in enumerate(reference):
            same = before[place] + 1
            row.append(same if word == other else max(before[place + 1], row[place]))
    return _f_measure(row[-1], len(said), len(reference))


def token_f1(said: Sequence[str], reference: Sequence[str]) -> float:
    """F1 of the sets of words."""
    one, other = set(said), set(reference)
    return _f_measure(len(one & other), len(one), len(other))


def _f_measure(matched: int, said: int, wanted: int) -> float:
    return 2 * matched / (said + wanted) if matched else 0.0
