"""The whole gene told of what the quotes tell of one variant. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from names.recognise import recognise_passage

_OF_GENE = re.compile(
    r"(?<![a-z0-9])(?P<gene>[a-z][a-z0-9]{2,7})[ -](?:mutations|variants|alterations|mutated"
    r"|mutant)\b"
)
_SOME = re.compile(
    r"\b(?:some|certain|individual|named|single|specific|several|these|those|other|an?"
    r"|such as|not|no|resistance (?=mutations)|which|kinase domain)\b"
)
_WHOLE = (
    r"(?<![a-z0-9]){}(?: \([^)]{{1,20}}\))?[ -](?:mutat\w*|mutant|variants?|alter\w*|rearrange\w*"
    r"|fusions?|amplif\w*|positive|wild type)\b|\b(?:any|all|every|mutations?|variants?"
    r"|alterations?) (?:of|in) (?:the )?{}\b"
)


def problem_with_whole_gene(claim: CitedSentence) -> str:
    """The first gene of which it says "mutations" where each quote on it has named variants only,
    and it names none of them."""
    text = claim.sentence.words
    if recognise_passage(claim.sentence.text).names("variant") or _SOME.search(text):
        return ""
    for found in _OF_GENE.finditer(text):
        gene = re.escape(found["gene"])
        own = [quote for quote in claim.quotes() if re.search(rf"\b{gene}\b", quote.words)]
        if own and all(_names_variants_only(quote, gene) for quote in own):
            return f"“{found.group()}” is wider than what the cited quotes name."
    return ""


def _names_variants_only(quote: CanonicalText, gene: str) -> bool:
    named = recognise_passage(quote.text).names("variant")
    return bool(named) and not re.search(_WHOLE.format(gene, gene), quote.words)
