"""The names of the arm without the drug: "without A", "A's control arm", by the quotes' own word.
Pure.

A quote compares "A plus B" with "placebo plus B" or "B alone"; a sentence may call the second arm
by any of these. It is read with the word that the quotes have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.recognise import recognise_passage

_PLACEBO = re.compile(r"\bplacebo\b", re.IGNORECASE)
_CONTROL = re.compile(
    r"\b(?:with|on|in|for|by|from) the (?:control|comparator|comparison|placebo|reference)"
    r" (?:arm|group|treatment)\b|\b(?:with|on|in) (?:the )?(?:controls|comparator)\b",
    re.IGNORECASE,
)
_STANDARD = re.compile(
    r"\bstandard (?:endocrine therapy|chemotherapy|care|treatment|therapy)\b"
    r"|\bchemotherapy alone\b",
    re.IGNORECASE,
)
_NAMES_CONTROL = re.compile(r"\b(?:control|comparator|comparison|reference)\b", re.IGNORECASE)
_WITHOUT = re.compile(r"\bwithout (?:the addition of |adding |added |any )?", re.IGNORECASE)
_OR_WITHOUT = re.compile(r"\bwith (?:and|or|versus|vs\.?|against|than) $", re.IGNORECASE)
_ALONE = re.compile(r"\balone\b", re.IGNORECASE)
LONGEST_NAME = 40
"""Characters in which the name of a drug ends. Chosen by hand: two long words."""


def with_told_arms(text: str, quotes: Sequence[str]) -> str:
    """The text, its arm without the drug called "placebo" where the quotes call it so, and by no
    other word."""
    told = "\n".join(quotes)
    standard = _STANDARD.search(told)
    if standard and not _PLACEBO.search(told) and not _NAMES_CONTROL.search(told):
        text = _CONTROL.sub(f"with {standard.group()}", text)
    if not _PLACEBO.search(told) or _WITHOUT.search(told):
        return text
    text = _CONTROL.sub("with placebo", text)
    drugs = recognise_passage(told).names("drug")
    for found in reversed(list(_WITHOUT.finditer(text))):
        named = recognise_passage(text[found.end() : found.end() + LONGEST_NAME]).of("drug")
        first = next(iter(named), None)
        if first is None or first.start or not drugs & set(first.names):
            continue
        if not _OR_WITHOUT.search(text[: found.start()]):
            end = found.end() + first.end
            text = f"{text[: found.start()]}with placebo{text[end:]}"
    return _with_partner(text, told)


def _with_partner(text: str, told: str) -> str:
    """The text with "placebo plus B" for "B alone"."""
    if _ALONE.search(told):
        return text
    for found in reversed(list(_ALONE.finditer(text))):
        named = list(recognise_passage(text[: found.start()]).of("drug"))
        last = named[-1] if named else None
        if last is None or text[last.end : found.start()].strip():
            continue
        partner = re.compile(
            rf"\bplacebo (?:plus|and|with) {re.escape(last.text)}\b", re.IGNORECASE
        )
        if partner.search(told):
            start, end = last.start, found.end()
            text = f"{text[:start]}placebo plus {last.text}{text[end:]}"
    return text
