"""Citation recall and precision as ALCE defines them (Gao et al. 2023), over any test of support.
Pure.

ALCE asks a language model whether passages entail a sentence. Here the test is the program's own
check of sentences, which is deterministic: what it cannot see counts as supported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agents.checking.claims import QuotedText, problem_with_claim

Supports = Callable[[str, Sequence[str]], bool]
"""A sentence and the keys of passages → whether these bear it out together."""


@dataclass(frozen=True, slots=True)
class CitingSentence:
    """A sentence of an answer with the keys it cites."""

    text: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """What one sentence counts for."""

    is_supported: bool
    """Whether all that it cites bears it out together; not without a citation, nor with one that
    points nowhere."""
    helpful: tuple[bool, ...]
    """For each citation, whether it helps: the sentence is supported, and this passage alone
    supports it or the others do not without it. Empty when one points nowhere."""


def judge(sentence: CitingSentence, known: frozenset[str], supports: Supports) -> JudgedSentence:
    """The verdict on one sentence; ``known``: the keys that there are."""
    if not sentence.keys or not known.issuperset(sentence.keys):
        return JudgedSentence(is_supported=False, helpful=())
    supported = supports(sentence.text, sentence.keys)
    helpful = tuple(supported and _helps(sentence, key, supports) for key in sentence.keys)
    return JudgedSentence(is_supported=supported, helpful=helpful)


def _helps(sentence: CitingSentence, key: str, supports: Supports) -> bool:
    others = [each for each in sentence.keys if each != key]
    if not others or supports(sentence.text, [key]):
        return True
    return not supports(sentence.text, others)


def supported_by_check(question: str, quotes: Mapping[str, QuotedText]) -> Supports:
    """The program's check as a test of support; see :mod:`agents.checking.claims`."""

    def supports(text: str, keys: Sequence[str]) -> bool:
        marks = "".join(f"[{key}]" for key in keys)
        return not problem_with_claim(question, f"{text} {marks}", quotes)

    return supports
