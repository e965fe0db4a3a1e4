"""Groups of a trial that are told apart by a letter or a number: "cohort B", "part II". Pure.

What a quote tells of one of them is not told of another."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import telling_stems
from agents.checking.support.reading.words import stems_of

_GROUP = re.compile(
    r"\b(?P<kind>cohort|arm|group|part|stratum|substudy)s? (?P<label>[a-h]|i{1,3}|iv|vi?)\b"
)
_PART = re.compile(r";|\.(?= |$)|\b(?:while|whereas|but)\b")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
LEAST_SHARED = 3
"""Telling words and numbers that a part of a quote shares with the sentence, so that it tells the
same. Chosen by hand: an event of two words, and how many had it."""


def problem_with_lettered_group(claim: CitedSentence) -> str:
    """The group of the sentence, if the nearest part of its quotes is on another of that kind."""
    groups = {(found["kind"], found["label"]) for found in _GROUP.finditer(claim.sentence.words)}
    if len(groups) != 1:
        return ""
    ((kind, label),) = groups
    own = _words(claim.sentence.words)
    told = [part for quote in claim.quotes() for part in _PART.split(quote.words)]
    shared = [len(own & _words(part)) for part in told]
    most = max(shared, default=0)
    near = [part for part, count in zip(told, shared, strict=True) if count == most]
    labels = {m["label"] for part in near for m in _GROUP.finditer(part) if m["kind"] == kind}
    if most >= LEAST_SHARED and labels and label not in labels:
        return f"The cited quotes say this of another {kind} than {label.upper()}."
    return ""


def _words(text: str) -> frozenset[str]:
    """The telling words and the numbers of a text, without the groups."""
    rest = _GROUP.sub(" ", text)
    return telling_stems(stems_of(rest)) | frozenset(_NUMBER.findall(rest))
