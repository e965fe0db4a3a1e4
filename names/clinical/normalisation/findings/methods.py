"""Results of two methods for one finding: "RET FISH pos, NGS neg" is "RET FISH pos. RET NGS neg",
so that both are read, and the sheet can say that they contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.entities import start_with_gene
from names.recognise import recognise

METHOD = (
    r"(?:(?:IHC|FISH|D?ISH|NGS|PCR|RT-?PCR|ddPCR|RNA(?:[\s-]?seq)?|DNA|panel|Sanger|tissue|plasma"
    r"|ctDNA|liquid biopsy|blood|marrow|sequencing)\b\s?){1,3}"
)
_BLOOD = re.compile(r"(?i)plasma|ctDNA|liquid|blood")
_POSITIVE = r"(?:positive|pos|\+(?=[\s,;.)]|$)|detected|present|rearranged|mutated|fusion)"
_NEGATIVE = (
    r"(?:negative|neg|not (?:detected|found|seen|confirmed)|undetected|wild[\s-]?type|wt|absent"
    r"|[−–-](?=[\s,;.)]|$))"
)
_SAYS = r"(?:\s?[:=]\s?|\s?(?:was|is|came back|shows?|showed)\s|)"
_TWO = re.compile(
    rf"(?i)(?P<event>\s(?:fusion|rearrangement|mutation|status))?\s?(?:[(:,]\s?)?(?:(?:by|on|per|in)\s)?"
    rf"(?P<one>{METHOD}){_SAYS}(?:(?P<pos>{_POSITIVE})|(?P<neg>{_NEGATIVE}))?"
    r"(?P<link>\s?[,;/]\s?(?:but\s|and\s|while\s)?|\s(?:(?:but|and|yet|while)\s)?)"
    rf"(?:(?:by|on|per|in)\s)?(?P<other>{METHOD}){_SAYS}(?:(?P<pos2>{_POSITIVE})|(?P<neg2>{_NEGATIVE}))"
    r"(?![\w+])(?!\s(?:for|in)\s)"
)
_OF_OTHERS = frozenset(("HER2", "ERBB2", "CD274", "PD-L1"))
"""Markers of which one method decides by rule: the stain, with hybridisation where that is
equivocal."""

_MSI_HEAD = re.compile(
    r"\bMSI\s(?:by\s|on\s)?(?:PCR|NGS|IHC|panel|testing|status)\s?[:=]\s?(?=MSS\b|MSI-|dMMR|pMMR)"
)
"""A test before a result that names what was tested again: "MSI PCR: MSS"."""


def results_of_methods(text: str) -> Iterator[Change]:
    """The link between two results that contradict each other, with the name of the finding."""
    yield from ((*match.span(), "") for match in _MSI_HEAD.finditer(text))
    mentions = recognise(text).of("gene", "variant")
    for place, each in enumerate(mentions):
        match = _TWO.match(text, each.end)
        if match is None or _OF_OTHERS & set(each.names):
            continue
        told = match["pos"] or (not match["neg"] and each.kind == "variant")
        if bool(told) == bool(match["pos2"]):
            continue
        if _BLOOD.search(match["one"] if match["pos2"] else match["other"]):
            continue  # blood that shows nothing leaves open what the tissue shows
        start = start_with_gene(mentions, place)
        if result := next((name for name in ("pos", "neg") if match[name]), ""):
            yield each.end, *_in_words(match, result, f"{match['event'] or ''} ")
        told_behind = "pos2" if match["pos2"] else "neg2"
        words = f". {text[start : each.end]} "
        yield match.start("link"), *_in_words(match, told_behind, words)


def _in_words(match: re.Match[str], group: str, words: str) -> tuple[int, str]:
    """Where what stands before a result ends, and what it becomes; a sign becomes a word."""
    if match[group][0].isalpha():
        return match.start(group), words
    return match.end(group), f"{words}{'positive' if group.startswith('pos') else 'negative'}"
