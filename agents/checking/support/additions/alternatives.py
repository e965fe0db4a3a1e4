"""Both where the quotes say "or", only one of two, any variant for the one that is named. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from names.recognise import recognise_passage

_BOTH = re.compile(
    r"\bboth (?P<a>[a-z0-9][\w*-]{1,24}) and (?P<b>[a-z0-9][\w*-]{1,24})\b"
    r"(?! (?:mutations|variants|alterations|carriers|patients|groups|arms|fusions|tumours"
    r"|cancers|women|men|are|were|have|had)\b)"
)
_ONE_OF = re.compile(r"\b(?P<a>[a-z0-9][\w*-]{2,24}) or (?:an? )?(?P<b>[a-z0-9][\w*-]{2,24})\b")
_ANY = re.compile(
    r"\b(?:any|every|all|whatever) (?P<gene>[a-z0-9]{3,8})[ -](?:mutations?|variants?"
    r"|alteration|alterations|mutated|altered|rearrangement)\b"
)
_ONLY = re.compile(
    r"(?:^|[;:,] )(?:only|solely|exclusively) (?!in\b|for\b|if\b|when\b|with\b|after\b|a\b|an\b"
    r"|the\b|one\b|two\b|three\b|\d|about|some|half)(?P<what>[a-z][^,;.]{3,80}?)"
    r" (?:is|are|was|were|may|can|should|has|have)\b"
)
_SOLE = re.compile(
    r"\b(?:only|sole(?:ly)?|exclusive(?:ly)?|no other|none of the|other(?:s|wise)?|not|neither"
    r"|single|unique|unlike)\b"
)


def problem_with_both(claim: CitedSentence) -> str:
    """Whether it asks for two where every quote that names them asks for one of them."""
    for found in _BOTH.finditer(claim.sentence.words):
        a, b = re.escape(found["a"]), re.escape(found["b"])
        either = re.compile(rf"\b(?:{a} or (?:an? )?{b}|{b} or (?:an? )?{a})\b")
        both = re.compile(rf"\b(?:{a} and {b}|{b} and {a}|both)\b")
        told = [q.words for q in claim.quotes()]
        if any(map(either.search, told)) and not any(map(both.search, told)):
            return f"The cited quotes say “or” of “{found['a']} and {found['b']}”."
    return ""


def problem_with_only_one_of(claim: CitedSentence) -> str:
    """Whether it takes one of two that a quote joins with "or", and shuts out the other."""
    text = claim.sentence.words
    for quote in claim.quotes():
        for found in _ONE_OF.finditer(quote.words):
            for one, other in ((found["a"], found["b"]), (found["b"], found["a"])):
                one, other = re.escape(one), re.escape(other)
                shut = re.search(
                    rf"\b{one},?(?: [a-z]+){{0,2}} (?:but|and)? ?not (?:an? )?{other}\b"
                    rf"|\b(?:only|solely|exclusively) (?:an? )?{one}\b(?! or\b)(?! and\b)",
                    text,
                )
                if shut and not _SOLE.search(quote.words):
                    return f"“{shut.group()}” does not stand in the cited quotes."
    return ""


def problem_with_only_thing(claim: CitedSentence) -> str:
    """Whether it calls what its quotes tell of one drug true of that one only."""
    found = _ONLY.search(claim.sentence.words)
    if found is None or not recognise_passage(found["what"]).names("drug", "drug_class"):
        return ""
    if any(_SOLE.search(quote.words) for quote in claim.quotes()):
        return ""
    return f"“only {found['what']}” does not stand in the cited quotes."


def problem_with_any_variant(claim: CitedSentence) -> str:
    """Whether it tells of any variant of a gene what its quotes tell of named ones."""
    for found in _ANY.finditer(claim.sentence.words):
        gene = re.escape(found["gene"])
        whole = re.compile(
            rf"\b{gene}(?: \([^)]{{1,20}}\))?[ -](?:mutat\w*|mutant|variants?|alter\w*|rearrange\w*"
            rf"|fusions?|amplif\w*|positive)\b|\b(?:any|all|every)\b|\bof {gene}\b"
        )
        told = [quote for quote in claim.quotes() if re.search(rf"\b{gene}\b", quote.words)]
        named = [
            q for q in told if recognise_passage(q.text).names("variant") or _PLACE.search(q.words)
        ]
        if told and len(named) == len(told) and not any(whole.search(q.words) for q in told):
            return f"“{found.group()}” is wider than what the cited quotes name."
    return ""


_PLACE = re.compile(r"\b(?:exon|codon) \d{1,3}\b")
