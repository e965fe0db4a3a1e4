"""What a quote takes out of its rule, told as if the rule held for it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_words

_TAKEN_OUT = re.compile(
    r"\b(?:unless|except(?:ing)?(?: (?:for|in|with|if|when|that|the addition of))?|excluding"
    r"|other than"
    r"|apart from|save for|but not (?:in|with|for|of)|with the exception of|aside from)"
    r" (?P<what>[^,;.]{3,90})"
)
_CUT = re.compile(
    r"\b(?:such as|where|which|who|with (?=an?\b)|defined|is|was|were|are|the median|nivolumab)\b"
)
_ITEMS = re.compile(r",? (?:and|or) |, ")
_SAID = re.compile(
    r"\b(?:unless|except\w*|exception|exclud\w*|other than|apart from|save for|but not|outside"
    r"|aside"
    r"|instead|rather|unlike|only|another|without|exempt\w*|spared?|however|elsewhere|other)\b"
)
_THE_SAME = re.compile(
    r"\b(?:unchanged|no (?:substantial |significant |relevant )?(?:differences?|change)"
    r"|not differ\w*|similar|the same)\b"
)
_NUMBER = re.compile(r"(?<![a-z\d.])\d{1,4}(?![\d.])")
_LEADS = re.compile(r"^(?:the |an? |those |patients |for |in |with |of |addition of )*")


def problem_with_exempted(claim: CitedSentence) -> str:
    """Whether its rule is the quotes' and names what they take out of it."""
    text = claim.sentence.words
    if _SAID.search(text):
        return ""
    said = telling_words(text) | frozenset(_NUMBER.findall(text))
    for quote in claim.quotes():
        for what, rule, rest in _exceptions(quote):
            own = telling_words(_LEADS.sub("", what)) - telling_words(rule)
            own |= frozenset(_NUMBER.findall(what)) - frozenset(_NUMBER.findall(rule))
            if not own or not own <= said:
                continue
            if telling_words(rest) & said - telling_words(rule) - own:
                continue  # it tells what holds for the exception
            if _same_sign(text, rule):
                return "The cited quotes make an exception of this."
    return ""


def _exceptions(quote: CanonicalText) -> Iterator[tuple[str, str, str]]:
    """What is taken out, the rule, and what is said of the exception."""
    for found in _TAKEN_OUT.finditer(quote.words):
        what = _CUT.split(found["what"], maxsplit=1)[0]
        items = _ITEMS.split(what)
        behind = quote.words[found.start("what") + len(what) :]
        if found.group().startswith("other than"):
            rule, rest = f"{quote.words[: found.start()]} {behind}", ""
        else:
            rule, rest = quote.words[: found.start()], behind.partition(";")[0]
        yield from ((item, rule, rest) for item in items)


def _same_sign(text: str, rule: str) -> bool:
    """Whether both deny, or neither does."""
    one, other = (
        bool(DENIAL.search(each) or _THE_SAME.search(each) or _BANS.search(each))
        for each in (text, rule)
    )
    return one == other


_BANS = re.compile(r"\b(?:contraindicat\w*|avoid\w*|forbid\w*|forbidden|against)\b")
