"""What a quote makes an exception of, told as included; what it calls rare, told as impossible.
Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import telling_words

_INCLUDED = re.compile(
    r"\b(?:including|even (?:in|with|for|if|when|where|after|under|during|among)"
    r"|(?:and )?also (?:in|with|for))"
    r" (?P<what>[^,;.]{4,60})"
    r"|(?:^|[,;] ?)(?P<before>[^,;.]{4,60}) (?:is |are |being )?included\b"
)
_EXCEPT = re.compile(
    r"\b(?:unless|except(?: for| in| with)?|excluding|other than|apart from|but not (?:in|with|for)"
    r"|outside(?: of)?) (?P<what>[^,;.]{4,80})"
)
_NEVER = re.compile(
    r"\b(?:impossible|(?:can|could) (?:be )?(?:ruled out|excluded)|never (?:occurs?|happens?)"
    r"|cannot (?:occur|happen)|no risk|risk ?free|zero risk|harmless|excludes? (?:any|the) risk)\b"
)
_RARE = re.compile(
    r"\b(?:low risk|lower risk|rare\w*|seldom|unlikely|reduced risk|less (?:often|likely|common\w*)"
    r"|hardly)\b"
)
_NONE = re.compile(r"\b(?:impossible|no (?:[a-z]+ )?(?:cases?|risk|events?)|none|never|0%)\b")


def problem_with_exception(claim: CitedSentence) -> str:
    """Whether it includes what its quotes except, or excludes what they call rare."""
    text = claim.sentence.words
    quotes = [quote.words for quote in claim.quotes()]
    excepted = [telling_words(m["what"]) for q in quotes for m in _EXCEPT.finditer(q)]
    for found in _INCLUDED.finditer(text):
        what = telling_words(found["what"] or found["before"])
        if what and any(2 * len(what & each) > len(what) for each in excepted):
            return "The cited quotes make an exception of this."
    included = [
        telling_words(m["what"] or m["before"]) for q in quotes for m in _INCLUDED.finditer(q)
    ]
    for found in _EXCEPT.finditer(text):
        what = telling_words(found["what"])
        if what and any(2 * len(what & each) > len(what) for each in included):
            return "The cited quotes include this."
    never = _NEVER.search(text)
    if never and any(map(_RARE.search, quotes)) and not any(map(_NONE.search, quotes)):
        return f"“{never.group()}” says more than the cited quotes do."
    return ""
