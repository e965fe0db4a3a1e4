"""A variant that a message of the thread puts right: "it is exon 20 insertion, not L858R"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agents.facts.patients import is_correction
from names.clinical.grammar.sentences import is_asked_from
from names.entities import EntityMention, start_with_gene
from names.recognise import recognise

_NOT = re.compile(
    r"(?i)[,;(–—-]{0,2}\s?(?:(?:and|but|so)\s)?"
    r"\b(?:not|rather than|instead of|isn['’]?t|wasn['’]?t)\s(?:an?\s|the\s)?(?:[\w-]{2,8}\s)?$"
)
_RIGHT = re.compile(
    r"(?i)\b(?:corrected|amended|revised|re-?read|re-?issued|wrong|mistake|(?:it|that|this|result"
    r"|path\w{0,5}|report|ngs|lab) (?:is|was|shows?|says|reads)|it['’]s|had|has)\b"
)
"""Words of a message that tells anew what was found."""
_BEYOND = re.compile(
    r"(?i)\s?[-–]?\s?(?:any ?more|yet|tested|known|detected|covered|lost|targeted|resistan\w{2,3}"
    r"|mediated|driven|alone|only)\b"
)
"""Behind a variant that "not" speaks of: none was mistaken."""


@dataclass(frozen=True, slots=True)
class MeantVariant:
    """A variant that was meant for another of the thread."""

    wrong: frozenset[str]
    words: str
    """The right variant as the message writes it, with its gene if it names one."""
    names_gene: bool
    span: tuple[int, int]
    """The place of both in the message."""


def variant_meant(text: str, before: Sequence[str]) -> MeantVariant | None:
    """The variant of a message that was meant for one of the questions before; None if it puts
    none right, or several."""
    if not (before and (is_correction(text) or _RIGHT.search(text))):
        return None
    told = frozenset(name for each in before for name in recognise(each).names("variant"))
    found = recognise(text).of("variant")
    wrong = [each for each in found if told & {*each.names} and _is_denied(text, each)]
    right = [each for each in found if not told & {*each.names} and not _is_denied(text, each)]
    if len(wrong) != 1 or len(right) != 1 or is_asked_from(text, wrong[0].end):
        return None
    start = _with_gene(text, right[0])
    span = (min(start, _denial(text, wrong[0])), max(right[0].end, wrong[0].end))
    words, names = text[start : right[0].end], frozenset(wrong[0].names)
    return MeantVariant(names, words, start < right[0].start, span)


def with_variant(text: str, meant: MeantVariant) -> str:
    """An earlier question with the variant that was meant in the place of the wrong one."""
    for each in reversed(recognise(text).of("variant")):
        if meant.wrong & {*each.names}:
            start = _with_gene(text, each) if meant.names_gene else each.start
            text = text[:start] + meant.words + text[each.end :]
    return text


def _is_denied(text: str, each: EntityMention) -> bool:
    denied = _NOT.search(text, 0, each.start)
    return denied is not None and not _BEYOND.match(text, each.end)


def _denial(text: str, each: EntityMention) -> int:
    denied = _NOT.search(text, 0, each.start)
    return denied.start() if denied else each.start


def _with_gene(text: str, variant: EntityMention) -> int:
    """Where a variant begins, with the gene in front of it."""
    mentions = recognise(text).of("gene", "variant")
    return start_with_gene(mentions, mentions.index(variant))
